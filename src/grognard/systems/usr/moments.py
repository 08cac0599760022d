"""The moments at which special rules speak, with what each is given, and what all rules of the system share.

A rule adds to the slots of what it is given (``test``, ``figure``, ``saves``, …); the order of speaking cannot matter. Rules of the
attacker and of the target have moments of their own, so a rule never has to ask on which side it stands.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import structs

from ...common.rules import Rule
from ...errors import GrognardError


class Moments:
    """Every moment of the system."""

    # --- whoever attacks: the weapon, the model that bears it, the unit it stands in ---------------------------------

    def firing(self, fire: Any, weapon: Any) -> None:
        """How a model may fire a weapon this turn: ``fire`` is an ``arms.Firing``."""

    def intercepting(self, watch: Any, weapon: Any) -> None:
        """Whether a weapon may fire at who has just come from reserve: ``watch`` is an ``arms.Watch``."""

    def splits(self, division: Any) -> None:
        """Whether the models of a unit may have different targets: ``division`` is a ``splitting.Division``."""

    def attacks(self, figure: Any, attack: Any) -> None:
        """The number of blows of a model: ``figure`` is a ``figures.Figure``."""

    def gunnery(self, guns: Any) -> None:
        """How many weapons a vehicle fires at its own Ballistic Skill: ``guns`` is an ``arms.Gunnery``."""

    def onset(self, onset: Any) -> None:
        """What a model does when its charge brings it into contact: ``onset`` is an ``arms.Onset``."""

    def outnumbered(self, frenzy: Any) -> None:
        """What a model does in a combat with more enemies than friends: ``frenzy`` is a ``rampage.Frenzy``."""

    def initiative(self, figure: Any, attack: Any) -> None:
        """The Initiative at which a model strikes."""

    def skill(self, figure: Any, attack: Any) -> None:
        """The Ballistic Skill of a shot that is no Snap Shot."""

    def weapon_skill(self, figure: Any, attack: Any) -> None:
        """The Weapon Skill with which a blow is struck."""

    def strength(self, figure: Any, attack: Any) -> None:
        """The Strength of a shot or blow; multiplied first, then added to, then set."""

    def piercing(self, figure: Any, attack: Any) -> None:
        """The AP of a shot or blow (7: none)."""

    def landing(self, landing: Any, attack: Any) -> None:
        """What takes the place of a roll to hit, and what must be rolled before firing: ``landing`` is a
        ``landing.Landing``."""

    def scatters(self, scatter: Any, attack: Any) -> None:
        """How a marker scatters: ``scatter`` is a ``markers.Scattering``."""

    def to_hit(self, test: Any, attack: Any) -> None:
        """The roll to hit (a ``figures.ToHit``); outcomes are those of ``matchup``."""

    def to_wound(self, test: Any, attack: Any) -> None:
        """The roll to wound (a ``Building``); a success is the AP at which the wound is resolved."""

    def outright(self, outright: Any, attack: Any) -> None:
        """Wounds that a hit costs without a roll to wound: ``outright`` is a ``landing.Outright``."""

    def to_penetrate(self, penetration: Any, attack: Any) -> None:
        """The armour penetration roll: ``penetration`` is a ``figures.Penetration``."""

    def denies(self, saves: Any, attack: Any) -> None:
        """What saves the attack does not allow: ``saves`` is a ``figures.Saves``."""

    def harms(self, harm: Any, attack: Any) -> None:
        """What an unsaved wound of the attack does: ``harm`` is a ``figures.Harm``."""

    # --- whoever is attacked ------------------------------------------------------------------------------------------

    def save(self, saves: Any, attack: Any) -> None:
        """What saves the model has: ``saves`` is a ``figures.Saves``."""

    def unsaved(self, test: Any, attack: Any) -> None:
        """A roll that may discount an unsaved wound: of several offers the best counts."""

    def suffers(self, harm: Any, attack: Any) -> None:
        """What an unsaved wound does to this model: ``harm`` is a ``figures.Harm``."""

    def withstands(self, test: Any) -> None:
        """The roll on the damage table of a building."""

    def nearest(self, front: Any) -> None:
        """Who of a unit is nearest to whoever attacks it: ``front`` is a ``view.Front``."""

    def look_out_sir(self, test: Any) -> None:
        """The roll of a character whose wound another model may take."""

    def reacts(self, reaction: Any) -> None:
        """What a unit may do that is shot at: ``reaction`` is a ``checks.Reaction``."""

    # --- powers of the mind ---------------------------------------------------------------------------------------------

    def channels(self, mind: Any) -> None:
        """What makes a model a psyker, and what its weapons teach it: ``mind`` is a ``minds.Mind``."""

    def defies(self, test: Any, casting: Any) -> None:
        """The roll to Deny the Witch of a unit that is the target; ``casting`` is a ``minds.Casting``."""

    # --- tests of a unit ----------------------------------------------------------------------------------------------

    def leadership(self, check: Any) -> None:
        """A Leadership test: ``check`` is a ``checks.Check`` whose ``kind`` says which."""

    # --- a unit in the battle -----------------------------------------------------------------------------------------

    def deploys(self, readiness: Any) -> None:
        """How a unit may be set up before the battle: ``readiness`` is a ``readiness.Readiness``."""

    def arrives(self, arrival: Any) -> None:
        """How a unit may come from reserve: ``arrival`` is a ``reserves.Arrival``."""

    def attaches(self, bond: Any) -> None:
        """How a model may join units and leave them: ``bond`` is a ``characters.Bond``."""

    def breaks_away(self, parting: Any) -> None:
        """How a unit may leave close combat: ``parting`` is a ``parting.Parting``."""

    def frightens(self, dread: Any) -> None:
        """What a model does to the nerve of enemies in base contact: ``dread`` is an ``onset.Dread``."""

    def seated(self, seats: Any) -> None:
        """The seats that a model takes in a transport: ``seats`` is a ``transports.Seats``."""

    def lets_out(self, way: Any) -> None:
        """How units get out of a transport or building: ``way`` is a ``transports.LetOut``."""

    def moving(self, gait: Any) -> None:
        """How a unit moves: ``gait`` is a ``going.Going``."""

    def mends(self, mending: Any) -> None:
        """What a model gets back at the end of its turn: ``mending`` is a ``lasting.Mending``."""

    def overhead(self, strike: Any) -> None:
        """What a model does to those it has flown over: ``strike`` is an ``overhead.Strike``."""

    def sweeping(self, sweep: Any) -> None:
        """The roll of a Sweeping Advance: ``sweep`` is a ``outcome.Sweep``."""


class UsrRule(Rule, frozen=True):
    """A special rule of the reference.

    ``covers`` says for whom a rule speaks that stands on a model: ``"self"`` its bearer, ``"any"`` the whole unit of a bearer,
    ``"all"`` the unit when every model bears it. A rule that may stand on weapons too speaks, standing on a model, in close combat
    only, unless ``shots_too``.
    """

    system: ClassVar[str] = "usr"
    moments: ClassVar[Any] = Moments
    covers: ClassVar[str] = "self"
    shots_too: ClassVar[bool] = False
    character: ClassVar[bool] = False  # who bears it is a character

    @classmethod
    def from_text(cls, rest: str) -> Rule:
        """The rule from what stands behind its name; words that it takes stand in brackets or behind a colon or dash.

        So ``Stealth (Ruins)`` is Stealth, and ``Stealth Deployment`` another rule. Raises GrognardError.
        """
        said = rest.strip()
        if said and said[0].isalpha() and any(field.type is str for field in structs.fields(cls)):
            hint = f"write '{cls.spellings[0]} (…)' if that is what it is"
            raise GrognardError(f"{cls.spellings[0]} takes no '{said}'", hint=hint)
        return super().from_text(rest)
