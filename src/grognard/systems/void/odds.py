"""From a question about one attack to the procedure that answers it, with the lines that explain it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common import saying
from ...common.attack import fallen, still_there
from ...common.building import Because, Built, because
from ...common.odds import Outcome, Plan, Question, Step, Unused, answers, step, worded
from ...common.odds import chosen as by_choice
from ...common.odds import in_order as listed
from ...common.profiles import Model, Weapon
from ...common.rules import id_of, voices
from ...errors import GrognardError
from ...kernel.asks import Choose, Fold, Procedure, Roll
from ...kernel.made import Made
from .attack import MARKS, State, unhurt, volley
from .circumstances import Circumstances
from .matchup import AIM, DODGES, LOCK, SUFFER, Attack, Shot, match, painting
from .moments import speaker
from .nerve.checks import (
    LOSSES,
    PANICKED,
    STANDS,
    SUPPRESSION,
    Company,
    check,
    different,
    losses_tell,
    panic_check,
    shock,
)
from .rules import RULES
from .rulings import BANDS, RULINGS, Terms, terms_of
from .shooting import suppression
from .weapons import (
    Group,
    Use,
    WeaponFilter,
    allotted,
    at_work,
    concealed,
    fired,
    flame_weapons,
    groups,
    gun_of,
    handed,
    in_order,
    locking,
    picking,
    piercing,
    scanning,
    why_not,
)

NAMES = {id_of(rule): rule.spellings[0] for rule in RULES}
OF_MEN = {"damage": "wounds lost"}  # what a report calls what else may come of an attack
OF_HULLS = {**OF_MEN, "weapons-lost": "weapons lost"}
CARRIED = "the next attacker finds wounds, dodges, paint and the damage of a vehicle; a unit that panics is attacked where it stood"
ARCS = {"front": "front", "side": "flank", "rear": "rear"}


# Rulings that battles ask and attacks do not: no value of theirs changes the terms on which dice are thrown.
ASIDE = frozenset(r.name for r in RULINGS if all(terms_of({r.name: value}) == terms_of({}) for value in r.others))


def plan(q: Question) -> Plan:
    """The attack of a question, ready to be run exactly."""
    scene = _Scene(q)
    if q.set("suppressive"):
        return scene.suppression()
    return scene.attack()


def cover(text: str) -> int:
    """A cover rating as written after ``--cover``. Raises GrognardError naming the scale.

    >>> cover("3"), cover("heavy")
    (3, 4)
    """
    words = {"0": 0, "none": 0, "open": 0, "2": 2, "light": 2, "3": 3, "medium": 3, "4": 4, "heavy": 4}
    if text.strip().lower() not in words:
        raise GrognardError(
            f"no cover {text!r} in void", where="--cover", hint="a rating: 2 light, 3 medium, 4 heavy, 0 none"
        )
    return words[text.strip().lower()]


class _Scene:
    """A question with its units cut down to the models that are left, and the circumstances read."""

    def __init__(self, q: Question) -> None:
        self.q = q
        agreed = terms_of(q.rulings)
        self.band = 0 if q.range is None or q.melee else agreed.band(q.range)
        self.terms: Terms = agreed.of_attack(q.melee, q.target.type == "Vehicle")
        self.members = _crewed(still_there(q.attacker.models, q.models), q.attacker.models)
        self.targets = still_there(q.target.models, q.target_models)
        self.vehicle = q.attacker.type == "Vehicle"
        self.how = self._how()
        self.company = Company(different(self.targets), self.terms)
        self.wounds = q.hurt(tuple(m.stats.W for m in self.targets))

    def _how(self) -> Circumstances:
        q = self.q
        lent = tuple(r for m in self.members for speak in voices(m, "assists") for r in (speaker(speak),))
        spotters = q.set("spotters")
        if spotters is None:
            spotters = len(lent)
        elif spotters:
            lent = _spotter()
        return Circumstances(
            melee=q.melee,
            band=self.band,
            cover=q.cover or 0,
            moved=q.moved,
            charging=q.charging and q.melee,
            painted=bool(q.set("painted") or (q.left and q.left[2][MARKS.index("painted")])),
            prone=bool(q.set("prone")),
            target_prone=bool(q.set("target-prone")),
            failed_jump=bool(q.set("failed-jump")),
            contact=max(1, q.set("contact", 1)),
            spotters=spotters,
            crew_lost=max(q.set("crew-lost", 0), len(q.attacker.models) - len(self.members)),
            arc=q.set("arc") or ARCS[q.facing or "front"],
            formed=not q.melee,
            vehicle=q.target.type == "Vehicle",
            lent=different_rules(lent),
            terms=self.terms,
        )

    def why_idle(self, part: str) -> str:
        """Why a part of the situation has no effect, in a sentence; "" where no reason is known."""
        if part == "wounds":
            return "wounds has no effect here: who is hurt attacks like others"
        if part == "charging" and not self.q.melee:
            return "charging has no effect on shooting"
        if self.how.charging and self.how.failed_jump and any(voices(m, "spoils_charge") for m in self.members):
            if part == "charging":
                return "charging has no effect here: the failed jump takes its bonuses away"
            if part == "failed-jump":
                return "failed-jump has no effect here but to take the bonuses of the charge away"
        return f"{part} has no effect in close combat" if part in ("moved", "range") and self.q.melee else ""

    def before(self) -> State:
        """The target before the attack."""
        left: State | None = self.q.left
        return unhurt(self.wounds, self.targets) if left is None else left

    # --- who may attack at all

    def blind(self) -> str:
        """Why the unit may not target the other, or does not see it; "" when all is well."""
        if self.how.melee:
            return ""
        band, rule = scanning(Company(different(self.members), self.terms))
        if self.how.band > band and rule is not None:
            return f"beyond the scanning radius ({rule})"
        return ""

    def hidden(self) -> str:
        """Why the target cannot be seen at this distance; "" when it can."""
        band, rule = concealed(self.company)
        if self.how.melee or self.how.band <= band or rule is None:
            return ""
        return f"{rule} hides the target beyond {BANDS[band]} range"

    def attack(self) -> Plan:
        """Shooting, or one round of blows."""
        hidden = self.hidden()
        reach = WeaponFilter(self.q.weapons, not hidden, arsenal=flame_weapons(self.q.arsenal))
        attackers = groups(self.members, self.how, reach, self.vehicle, self.q.attacker.models)
        wrong = self.blind() or ("" if attackers else hidden or self._nobody(reach))
        if wrong:
            return Plan(impossible=wrong, aside=ASIDE, unused=lambda made: self._unused(reach, (), made))
        rank = tuple(dict.fromkeys(w for m in self.members for w in m.weapons))
        before = self.before()
        fight = Fight(
            attackers,
            rank,
            self.how,
            different(self.members),
            self.targets,
            self.q.set("under", 1),
            self.company,
            self._laid(),
            not hidden,
        )

        def explained(made: tuple[Made, ...]) -> tuple[Step, ...]:
            steps = self._steps(in_order(used(attackers, made), rank), answers(made))
            return (*steps, *(self._morale(LOSSES, 0, "") if self._may_tell(attackers) else ()))

        return Plan(
            procedure=assault,
            args=(before, fight),
            read=ReadOutcome(self.wounds, self.how.vehicle, self._paints(attackers), self._weapons()),
            steps=explained(()),
            explained=explained,
            hurt=self._hurt,
            first=self.targets[allotted(self.targets, tuple(range(len(self.targets))), self.how)[0][0]].name,
            leaves=left_by,
            carried=CARRIED,
            aim=self._aim(),
            unused=lambda made: self._unused(reach, attackers, made),
            named=self._named,
            words=OF_HULLS if self.how.vehicle else OF_MEN,
            aside=ASIDE - {"templates"} if self.q.scatter is not None else ASIDE,
            idle=self.why_idle,
        )

    def _named(self, choice: Choose, answer: Any) -> str:
        """An answer in words: of a model that is picked its name and its place."""
        return f"{self.targets[answer].name}, model {answer + 1}" if isinstance(answer, int) else worded(answer)

    def _hurt(self, result: tuple[State, str]) -> list[str]:
        """The names of the models that an attack has hurt."""
        rows = zip(self.targets, self.wounds, result[0][0], strict=True)
        return [model.name for model, had, has in rows if has < had]

    def _may_tell(self, attackers: tuple[Group, ...]) -> bool:
        """Whether the attack can slay so many that somebody must be afraid: a hit one, a template those under it."""
        many = len(self.targets)
        under = self.q.set("under", 1) if self.q.scatter is None else many
        hits = [[n * (under if w.stats.template else 1) for w, n in way] for g in attackers for way in g.ways]
        sizes = iter(hits)
        most = sum(g.n * max(sum(next(sizes)) for _ in g.ways) for g in attackers)
        return any(losses_tell(many, many - k, self.terms) for k in range(1, min(most, many) + 1))

    def _nobody(self, reach: WeaponFilter) -> str:
        """Why none of the weapons can be used: the reason of the first that is of the right kind."""
        reasons = [why_not(m, w, self.how, reach) or self._stilled(w) for m in self.members for w in m.weapons]
        other = {"another weapon was chosen", "only in close combat", "not in close combat"}
        told = [r for r in reasons if r and r not in other]
        lacks = "no melee weapon, so it strikes no blows" if self.how.melee else "no weapon to shoot with"
        return told[0] if told else lacks

    def _stilled(self, weapon: Weapon) -> str:
        """Why a weapon that its model could use is not: it is the gun of a team that has moved; else ""."""
        moved = self.how.moved and not self.how.melee and weapon is gun_of(self.q.attacker.models)
        return "a mounted gun that has moved does not fire" if moved else ""

    def _paints(self, attackers: tuple[Group, ...]) -> bool:
        return any(painting(g.by, w) for g in attackers for way in g.ways for w, _ in way)

    def _weapons(self) -> int:
        return sum(len(m.weapons) for m in self.targets)

    # --- lines that explain

    def _laid(self) -> Any:
        """Where blasts are laid and come down, in place of a count of models under each."""
        if self.q.scatter is None:
            return None
        from .templates import LaidBlasts

        return LaidBlasts(self.q.scatter, self.q.rulings.get("templates") != "no-scatter")

    def _aim(self) -> Step:
        """Which models are hit in which order, which side of a vehicle, and why."""
        order, guards = allotted(self.targets, tuple(range(len(self.targets))), self.how)
        why = [Because("nearest first", "models stand in the order of the file; the nearest is hit until he falls")]
        if len(order) == 1:
            why = [Because("nearest first", "it stands alone")]
        if guards:
            names = " and ".join(dict.fromkeys(self.targets[i].name for i in guards))
            why.append(Because("guards", f"{names}: whoever guards takes what would fall on the others"))
        elif order != tuple(range(len(order))):
            why.append(Because("order", "a rule puts some before the nearest"))
        if self.how.vehicle and not self.how.melee:
            said = "as asked" if self.q.facing or self.q.set("arc") else "for nothing else is said: --facing"
            why.append(Because("arc", f"{self.how.arc}, {said}"))
        return Step("target", "", listed(self.targets[i].name for i in order), 1.0, tuple(why))

    def _unused(self, reach: WeaponFilter, attackers: tuple[Group, ...], made: tuple[Made, ...]) -> tuple[Unused, ...]:
        """The weapons for this kind of attack that take no part in it, and why; none that was left out by name."""
        taking = {w for _, use in used(attackers, made) for w, _ in use}
        pick = "that is the best play" if self.q.policy == "best" else "--weapon or --policy best picks another"
        found: dict[str, str] = {}
        for model, weapon in dict.fromkeys((m, w) for m in self.members for w in m.weapons):
            if weapon in taking or weapon.stats.melee is not self.how.melee:
                continue
            if self.q.weapons and weapon.name not in self.q.weapons:
                continue
            why = why_not(model, weapon, self.how, reach) or self._stilled(weapon)
            if why == "out of reach":
                why = f"out of reach at {(*BANDS, 'any')[self.how.band]} range"
            first = next((w.name for w in model.weapons if w in taking), "")
            if not why and first:
                why = f"{model.name} {'strikes with' if self.how.melee else 'fires'} {first}; {pick}"
            if why:
                found.setdefault(weapon.name, why)
        return tuple(Unused(name, why) for name, why in found.items())

    def _steps(self, rows: Iterable[tuple[Model, Weapon, int]], made: dict[str, Made]) -> list[Step]:
        """The lines of the weapons used, as choices have been made."""
        steps: list[Step] = []
        mates = different(self.members)
        for by, weapon, n in rows:
            lock, pick = made.get(LOCKS.format(by.name)), made.get(PICKS.format(by.name))
            how = replace(self.how, painted=False) if lock is not None and lock.answer == AIM else self.how
            whys = [by_choice(m, self._named(m.choice, m.answer)) for m in (made.get(ARMS.format(by.name)), lock) if m]
            if pick is not None:
                steps += [line for line in self._picking(by, pick) if line not in steps]
            alike: dict[Shot, list[Model]] = {}
            for at in different(self.targets):
                alike.setdefault(match(Attack(by, weapon, at, how, mates, self.company.members)).shot, []).append(at)
            at_first = len(steps)
            for k, (at, *others) in enumerate(alike.values()):
                found = match(Attack(by, weapon, at, how, mates, self.company.members))
                name = f"{weapon.name} at {at.name}" if k else f"{n} x {weapon.name}"
                whom = (at.name, *(other.name for other in others)) if len(alike) > 1 else ()
                dodge = made.get(DODGES.format(at.name))
                for line in found.steps:
                    if line.name == "dodge" and dodge is not None:
                        line = _dodged(line, dodge)
                    elif line.name == "to hit":
                        line = replace(line, because=(*line.because, *whys))
                    steps.append(replace(line, weapon=name, at=whom))
            ids = at_work(by, self.how, WeaponFilter(self.q.weapons), self.vehicle, mates, (weapon,))
            if alike:
                steps.insert(at_first, self._number(by, weapon, n, ids))
        return steps

    def _number(self, by: Model, weapon: Weapon, n: int, ids: tuple[str, ...]) -> Step:
        """How many shots or blows, of how many models, and the rules that made them so many."""
        models = self.members.count(by)
        each = n // models if models and n % models == 0 else 0
        says = [Because(NAMES[i], f"{n} in all", i) for i in ids]
        if len(different(self.members)) > 1:
            says.insert(0, Because("by", f"{models} x {by.name}"))
        blast = bool(weapon.stats.template) and weapon.stats.template != "flame" and not self.how.melee
        if blast and self.q.scatter is not None:
            says.append(
                Because("laid", f"over the first model, a miss comes down anywhere near: {self.q.scatter.says}")
            )
        elif weapon.stats.template and not self.how.melee and len(self.targets) > 1:
            under = min(self.q.set("under", 1), len(self.targets))
            unsaid = (
                ""
                if "under" in self.q.sets
                else f", for nothing else is said: --models-under N{' or --scatter' * blast}"
            )
            says.append(Because("under", f"{under} model{'s' * (under > 1)} under each{unsaid}"))
        needs = f"{models} x {each}" if each else str(n)
        return Step("blows" if self.how.melee else "shots", f"{n} x {weapon.name}", needs, 1.0, tuple(says))

    def _picking(self, by: Model, pick: Made) -> list[Step]:
        """The check of a model that picks whom it shoots at; none where it takes the nearest."""
        why = by_choice(pick, self._named(pick.choice, pick.answer))
        if pick.answer == NEAREST:
            return [Step("picking", by.name, "-", 1.0, (why,))]
        line = step(sniper_check(by, different(self.members), self.how), by.name)
        return [replace(line, because=(*line.because, why))]

    def _morale(self, kind: str, added: int, why: str) -> list[Step]:
        built, word, ids = panic_check(self.company, kind, added, why)
        if built is None:
            spared = Because(NAMES[ids[0]] if ids else "", "needs no such check", ids[0] if ids else "")
            return [Step(f"{kind} check", "", "none", 1.0, (spared,))]
        line = step(built, "")
        if word != PANICKED:
            by = next(speaker(speak) for speak in self.company.voices("instead_of_panic") if speak(self.company))
            instead = because(by, f"{word} instead of panicked")
            line = Step(line.name, line.weapon, line.needs, line.chance, (*line.because, instead))
        return [line]

    # --- suppressive fire

    def _sizes(self) -> tuple[int, ...]:
        """The SZ of the targets; of those who lie prone as their rules say."""
        said = [[size for speak in voices(m, "lies") if (size := speak()) is not None] for m in self.company.members]
        if self.how.target_prone and all(said):
            return (max(map(max, said)),)
        return tuple(m.stats.SZ for m in self.targets)

    def suppression(self) -> Plan:
        """Suppressive fire instead of shooting."""
        q, how = self.q, self.how
        values, ids = suppression.fired(self.members, how.band, q.weapons, how.moved)
        total = sum(values)
        wrong = "not in close combat" if how.melee else self.blind() or self.hidden()
        if not wrong and not total:
            wrong = "out of reach for suppressive fire, or nobody has the rule"
        if wrong:
            return Plan(impossible=wrong, aside=ASIDE)
        added, why = suppression.modifier(sum(self.wounds), self._sizes(), how, total)
        says = tuple(Because("Suppressive Fire", f"{total} in all; no dice to hit or to damage", i) for i in ids)
        steps = (Step("suppressive fire", "", "automatic", 1.0, says), *self._morale(SUPPRESSION, added, why))
        return Plan(
            procedure=barrage,
            args=(self.before(), self.company, added, why),
            read=ReadOutcome(self.wounds, how.vehicle, False, self._weapons()),
            steps=steps,
            leaves=left_by,
            carried=CARRIED,
            aside=ASIDE,
            idle=self.why_idle,
        )


def _dodged(line: Step, dodge: Made) -> Step:
    """The line of a dodge that its player has tried, or has let be."""
    why = by_choice(dodge, str(dodge.answer))
    if dodge.answer == SUFFER:
        return Step(line.name, line.weapon, "not tried", 0.0, (why,))
    return replace(line, because=(*line.because, why))


def _crewed(members: tuple[Model, ...], whole: tuple[Model, ...]) -> tuple[Model, ...]:
    """The models left, each crewman of a mounted weapon team with the gun in his hands, whoever of them lists it."""
    gun = gun_of(whole)
    return members if gun is None else tuple(m if m.role == "individual" else handed(m, gun) for m in members)


def _spotter() -> tuple[Any, ...]:
    return tuple(rule() for rule in RULES if hasattr(rule, "assists"))


def different_rules(rules: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each rule once, in order."""
    return tuple(dict.fromkeys(rules))


# --- the procedures -----------------------------------------------------------------------------------------------------

ARMS, LOCKS, PICKS = "what does the {} attack with?", "does the {} use its target lock?", "whom does the {} pick?"
NEAREST = "the nearest"


class Fight(Struct, frozen=True):
    """All that one attack needs to be run from a state of the target."""

    attackers: tuple[Group, ...]
    rank: tuple[Weapon, ...]
    how: Circumstances
    mates: tuple[Model, ...]
    targets: tuple[Model, ...]
    under: int
    company: Company
    placed: Any = None  # where blasts are laid and come down; None: so many models lie ``under`` each
    seen: bool = True  # whether the target is in plain sight


def assault(before: State, fight: Fight) -> Procedure:
    """One attack of a unit: what each fires or strikes with, volley after volley, and the nerve of those who are left."""
    chosen: list[tuple[Group, Use]] = []
    plainly: list[tuple[Group, Use]] = []  # at a painted target without using that
    for group in fight.attackers:
        use = group.ways[0]
        if len(group.ways) > 1:
            use = yield Choose(0, ARMS.format(group.by.name), group.ways, use, ("arms", group), saying.uses)
        locks = fight.seen and fight.how.painted and any(locking(group.by, w) for w, _ in use)
        aims = locks and (yield Choose(0, LOCKS.format(group.by.name), (LOCK, AIM), LOCK)) == AIM
        (plainly if aims else chosen).append((group, use))
    nearest = tuple(range(len(fight.targets)))
    own, chosen = (
        [row for row in chosen if picks(row[0].by, fight.how)],
        [row for row in chosen if not picks(row[0].by, fight.how)],
    )
    fire = fired(
        in_order(chosen, fight.rank), fight.how, fight.mates, fight.targets, nearest, fight.under, fight.placed
    )
    unlocked = replace(fight.how, painted=False)
    fire += fired(
        in_order(plainly, fight.rank), unlocked, fight.mates, fight.targets, nearest, fight.under, fight.placed
    )
    for group, use in own:
        for _ in range(group.n):  # each for himself
            order = yield from picked(group.by, fight, nearest)
            one = in_order(((replace(group, n=1), use),), fight.rank)
            fire += fired(one, fight.how, fight.mates, fight.targets, order, fight.under, fight.placed)
    place = {w: i for i, w in reversed(tuple(enumerate(fight.rank)))}
    fire = tuple(sorted(fire, key=lambda v: (place.get(v.weapon, len(place)), -piercing(v.by, v.weapon))))
    after = yield Fold(volley, before, fire)
    word = yield from nerve(before, after, fight.targets, fight.company)
    return after, word


def used(attackers: tuple[Group, ...], made: tuple[Made, ...]) -> list[tuple[Group, Use]]:
    """What each attacks with as choices have been made; of profiles of one name that chose the same, one choice is kept."""
    found = []
    for group in attackers:
        own = [m for m in made if m.choice.about == ("arms", group)]
        like = own or [m for m in made if m.choice.question == ARMS.format(group.by.name) and m.answer in group.ways]
        found.append((group, like[0].answer if like else group.ways[0]))
    return found


def picks(by: Model, how: Circumstances) -> bool:
    """Whether a model may pick whom it shoots at."""
    return not how.melee and bool(picking(by, how.moved))


def picked(by: Model, fight: Fight, nearest: tuple[int, ...]) -> Procedure:
    """Whom a sniper shoots at first: by default he does not try; a failed check leaves him the nearest."""
    first = {m: i for i, m in reversed(tuple(enumerate(fight.targets)))}
    options = (NEAREST, *sorted(first.values()))
    pick = yield Choose(0, PICKS.format(by.name), options, NEAREST, says=saying.models(fight.targets))
    if pick == NEAREST:
        return nearest
    if not (yield Roll(sniper_check(by, fight.mates, fight.how).test)):
        return nearest
    return (pick, *(i for i in nearest if i != pick))


def sniper_check(by: Model, mates: tuple[Model, ...], how: Circumstances) -> Built:
    """The check of a model that picks whom it shoots at."""
    return check(picking(by, how.moved), Company(mates, how.terms), cd=by.stats.CD)


def nerve(before: State, after: State, targets: tuple[Model, ...], company: Company) -> Procedure:
    """The morale check that losses call for: "" when there is none or it is passed, else what becomes of the unit."""
    standing = tuple(m for m, w in zip(targets, after[0], strict=True) if w > 0)
    why = losses_tell(sum(w > 0 for w in before[0]), len(standing), company.terms)
    if not why:
        return ""
    return (yield from shock(Company(different(standing), company.terms, company.lent), LOSSES))


def left_by(result: tuple[State, str]) -> State:
    """The target as an attack leaves it to the next."""
    return result[0]


def barrage(before: State, company: Company, added: int, why: str) -> Procedure:
    """Suppressive fire: nobody is hurt, but the unit may panic."""
    word = yield from suppression.suppressed(company, added, why)
    return before, word


class ReadOutcome(Struct, frozen=True):
    """What the end of an attack means: models slain, wounds lost, and what else."""

    wounds: tuple[int, ...]
    vehicle: bool
    paints: bool
    weapons: int

    def __call__(self, result: tuple[State, str]) -> Outcome:
        (wounds, _, marks), word = result
        slain = sum(fallen(self.wounds, wounds))
        gone = not any(wounds)
        other: list[tuple[str, int | bool]] = [(PANICKED, word == PANICKED)]
        if word not in (STANDS, PANICKED):
            other.append((word, True))
        if self.vehicle:
            marked = dict(zip(MARKS, marks, strict=True))
            other += [
                ("shaken", bool(marked["shaken"]) and not gone),
                ("weapons-lost", 0 if gone else min(marked["weapons lost"], self.weapons)),
                ("immobilised", bool(marked["immobilised"]) and not gone),
            ]
        if self.paints:
            other.append(("painted", bool(marks[MARKS.index("painted")])))
        return Outcome(slain, sum(self.wounds) - sum(wounds), gone, tuple(other))
