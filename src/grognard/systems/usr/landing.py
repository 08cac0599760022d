"""What takes the place of a roll to hit or to wound, while rules speak: markers, templates, wounds outright."""

from __future__ import annotations

from ...common.building import Because, Reasons, because
from ...common.rules import Rule
from ...kernel.faces import Throw


class Landing(Reasons):
    """Where hits come from: a roll to hit, or a marker or template that covers models; and what is rolled before firing."""

    def __init__(self) -> None:
        super().__init__()
        self.template = ""
        self.heat_again = False  # a 1 of the D6 before firing is thrown once more
        self.facing = ""  # the side of a vehicle that is struck in any case
        self.centred = False  # cover and allocation are those of a shot from the marker's centre
        self.lobbed = False  # it may be fired unseen, and all such shots of a unit together
        self.strikes = False  # shots strike circles of a clover, by a die each
        self.lasts = False  # the marker stays on the table
        self.zones: tuple[int, ...] = ()  # inches across of the zones of the marker, the inner one first
        self.cooled: list[Because] = []  # why a 1 before firing is thrown again
        self.sure = False  # whoever it strikes is hit without a roll
        self._markers: list[int] = []
        self._upgraded = False
        self._hot = False

    def place(self, inches: int, by: Rule | str, says: str) -> None:
        """A round marker takes the place of the roll to hit; of several the largest counts."""
        self._markers.append(inches)
        self.say(by, says)

    def from_centre(self, by: Rule | str, says: str) -> None:
        """Cover and the order of wounds are those of a shot from the marker's centre; vehicles are struck in the side."""
        self.centred, self.facing = True, "side"
        self.say(by, says)

    def lob(self, by: Rule | str, says: str) -> None:
        """It may be fired unseen; with all such shots of the unit it falls round the first."""
        self.lobbed = True
        self.say(by, says)

    def strike(self, by: Rule | str, says: str) -> None:
        """Five circles take the place of the marker; each shot strikes one of them, as a die says."""
        self.strikes = True
        self.say(by, says)

    def divide(self, zones: tuple[int, ...], by: Rule | str, says: str) -> None:
        """The marker has zones, these inches across, the inner one first."""
        self.zones = zones
        self._markers.append(max(zones))
        self.say(by, says)

    def last(self, by: Rule | str, says: str) -> None:
        """The marker stays on the table."""
        self.lasts = True
        self.say(by, says)

    def strike_all(self, by: Rule | str, says: str) -> None:
        """No roll to hit is made: whoever it strikes is hit."""
        self.sure = True
        self.say(by, says)

    def upgrade(self, by: Rule | str, says: str) -> None:
        """The shot becomes a blast, a blast a large one."""
        self._upgraded = True
        self.say(by, says)

    def heat(self, by: Rule | str, says: str) -> None:
        """Without a roll to hit a D6 is rolled for each shot before firing: on a 1 it is lost and hurts the firer."""
        self._hot = True
        self.say(by, says)

    def reheat(self, by: Rule | str, says: str) -> None:
        """A 1 of that D6 is thrown once more."""
        self.heat_again = True
        self.cooled.append(because(by, says))

    @property
    def marker(self) -> int:
        """The marker in inches across; 0 when there is none."""
        if not (self._markers or self.strikes or self.lobbed or self.lasts or self._upgraded):
            return 0
        unsaid = 5 if self.strikes else 3 if self.lobbed or self.lasts else 0
        largest = max(self._markers, default=unsaid)
        return max(largest, 5 if largest else 3) if self._upgraded else largest

    @property
    def wide(self) -> bool:
        """Whether it is so wide, or stays, that those near its target must look out as well."""
        return self.marker >= 7 or self.strikes or self.lasts

    @property
    def rolls(self) -> bool:
        """Whether the attack rolls to hit."""
        return not (self.sure or self.marker or self.template)

    @property
    def heats(self) -> bool:
        """Whether a D6 is rolled for each shot before firing."""
        return self._hot and not self.rolls


class Outright(Reasons):
    """Wounds that a hit costs without a roll to wound, while rules speak."""

    def __init__(self) -> None:
        super().__init__()
        self.throw: Throw | None = None

    def wounds(self, throw: Throw, by: Rule | str, says: str) -> None:
        """So many wounds as these dice say."""
        self.throw = throw
        self.say(by, says)
