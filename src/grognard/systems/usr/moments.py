"""The moments at which special rules speak, with what each is given, and what all rules of the system share.

A rule adds to the slots of what it is given (``test``, ``figure``, ``saves``, …); the order of speaking cannot matter. Rules of the
attacker and of the target have moments of their own, so a rule never has to ask on which side it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from ...common.rules import Rule
from ...errors import GrognardError

if TYPE_CHECKING:
    from ...common.building import Building
    from ...common.profiles import Weapon
    from .attack.matchup import Attack
    from .attack.vector_strike import VectorHits
    from .attack.weapons import Blows, Firing, Gunnery, Onset, Watch
    from .auras import Lender
    from .characters import Bond
    from .combat.hit_and_run import Parting
    from .combat.rampage import Frenzy
    from .combat.sweeping_advance import Sweep
    from .end_of_turn import Mending
    from .lasting_effects import Fire
    from .line_of_sight import Front
    from .movement.movement_modifiers import Going
    from .movement.readiness import Arrival, Readiness
    from .nerve.checks import Check, Reaction
    from .nerve.dread import Dread
    from .psychic.psykers import Casting, Mind
    from .shooting.split_fire import Division
    from .shooting.templates import Scattering
    from .slots import Figure, Harm, Landing, Outright, Penetration, Saves, ToHit, ToWound
    from .vehicles.transports import LetOut, Seats


LOST, MISPLACED, DELAYED = "lost", "misplaced", "delayed"  # mishaps of who comes where it has no room


class Moments:
    """Every moment of the system."""

    # --- whoever attacks: the weapon, the model that bears it, the unit it stands in ---------------------------------

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        """How a model may fire a weapon this turn."""

    def intercepting(self, watch: Watch, weapon: Weapon) -> None:
        """Whether a weapon may fire at who has just come from reserve."""

    def splits(self, division: Division) -> None:
        """Whether the models of a unit may have different targets."""

    def attacks(self, figure: Blows, attack: Attack) -> None:
        """The number of blows of a model."""

    def gunnery(self, guns: Gunnery) -> None:
        """How many weapons a vehicle fires at its own Ballistic Skill."""

    def onset(self, onset: Onset) -> None:
        """What a model does when its charge brings it into contact."""

    def outnumbered(self, frenzy: Frenzy) -> None:
        """What a model does in a combat with more enemies than friends."""

    def initiative(self, figure: Figure, attack: Attack) -> None:
        """The Initiative at which a model strikes."""

    def skill(self, figure: Figure, attack: Attack) -> None:
        """The Ballistic Skill of a shot that is no Snap Shot."""

    def weapon_skill(self, figure: Figure, attack: Attack) -> None:
        """The Weapon Skill with which a blow is struck."""

    def strength(self, figure: Figure, attack: Attack) -> None:
        """The Strength of a shot or blow; multiplied first, then added to, then set."""

    def piercing(self, figure: Figure, attack: Attack) -> None:
        """The AP of a shot or blow (7: none)."""

    def landing(self, landing: Landing, attack: Attack) -> None:
        """What takes the place of a roll to hit, and what must be rolled before firing."""

    def scatters(self, scatter: Scattering, attack: Attack) -> None:
        """How a marker scatters."""

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        """The roll to hit (a ``figures.ToHit``); outcomes are those of ``matchup``."""

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        """The roll to wound (a ``Building``); a success is the AP at which the wound is resolved."""

    def outright(self, outright: Outright, attack: Attack) -> None:
        """Wounds that a hit costs without a roll to wound."""

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        """The armour penetration roll."""

    def denies(self, saves: Saves, attack: Attack) -> None:
        """What saves the attack does not allow."""

    def harms(self, harm: Harm, attack: Attack) -> None:
        """What an unsaved wound of the attack does."""

    # --- whoever is attacked ------------------------------------------------------------------------------------------

    def save(self, saves: Saves, attack: Attack) -> None:
        """What saves the model has."""

    def unsaved(self, test: Building, attack: Attack) -> None:
        """A roll that may discount an unsaved wound: of several offers the best counts."""

    def suffers(self, harm: Harm, attack: Attack) -> None:
        """What an unsaved wound does to this model."""

    def withstands(self, test: Building) -> None:
        """The roll on the damage table of a building."""

    def nearest(self, front: Front) -> None:
        """Who of a unit is nearest to whoever attacks it."""

    def look_out_sir(self, test: Building) -> None:
        """The roll of a character whose wound another model may take."""

    def reacts(self, reaction: Reaction) -> None:
        """What a unit may do that is shot at."""

    # --- powers of the mind ---------------------------------------------------------------------------------------------

    def channels(self, mind: Mind) -> None:
        """What makes a model a psyker, and what its weapons teach it."""

    def defies(self, test: Building, casting: Casting) -> None:
        """The roll to Deny the Witch of a unit that is the target; ``casting`` is a ``minds.Casting``."""

    # --- tests of a unit ----------------------------------------------------------------------------------------------

    def leadership(self, check: Check) -> None:
        """A Leadership test."""

    # --- a unit in the battle -----------------------------------------------------------------------------------------

    def deploys(self, readiness: Readiness) -> None:
        """How a unit may be set up before the battle."""

    def arrives(self, arrival: Arrival) -> None:
        """How a unit may come from reserve."""

    def attaches(self, bond: Bond) -> None:
        """How a model may join units and leave them."""

    def breaks_away(self, parting: Parting) -> None:
        """How a unit may leave close combat."""

    def frightens(self, dread: Dread) -> None:
        """What a model does to the nerve of enemies in base contact."""

    def seated(self, seats: Seats) -> None:
        """The seats that a model takes in a transport."""

    def lets_out(self, way: LetOut) -> None:
        """How units get out of a transport or building."""

    def moving(self, mode: Going) -> None:
        """How a unit moves."""

    def lends(self, lender: Lender) -> None:
        """What a model lends to friendly units near it."""

    def burns(self, fire: Fire) -> None:
        """How the fire burns that the weapon, or the model with all its weapons, has set."""

    def mends(self, mending: Mending) -> None:
        """What a model gets back at the end of its turn."""

    def overhead(self, strike: VectorHits) -> None:
        """What a model does to those it has flown over."""

    def sweeping(self, sweep: Sweep) -> None:
        """The roll of a Sweeping Advance."""


if TYPE_CHECKING:

    class Voice(Rule, Moments, frozen=True):
        """A rule as a type checker sees it: with every moment, so that one that takes or gives something else is found."""
else:
    Voice = Rule  # a rule has only the moments that it states: ``voices`` asks no others


class UsrRule(Voice, frozen=True):
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
    counts_as: ClassVar[str] = ""  # what its bearer counts as, "Psyker" or "Daemon"
    blows_only: ClassVar[bool] = False  # it means its foe in close combat alone
    bursts: ClassVar[bool] = False  # a weapon with it places a marker where it strikes
    circumstances: ClassVar[tuple[str, ...]] = ()  # of odds, by which it is asked whether it counts

    @property
    def after_use(self) -> Rule | None:
        """What stands in its place when the weapon that bears it has been used; None: the weapon is used up, or never is."""
        return None

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
