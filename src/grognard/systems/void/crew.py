"""What the gun of a mounted weapon team is, and who fires it: all that needs no table (seed, Mounted Weapon Team)."""

from __future__ import annotations

from ...common.profiles import Model, Weapon, interned
from ...common.rules import kept
from .arms import team_voices
from .checks import different


@kept(1024)
def gun_of(models: tuple[Model, ...]) -> Weapon | None:
    """The gun of a unit of these models, as its file says it; None when it is no mounted weapon team."""
    from .rules.shooting import main_gun

    mates = different(models)
    return main_gun(mates) if team_voices(mates, "crewed") else None


@kept(1024)
def handed(model: Model, gun: Weapon) -> Model:
    """A crewman with the gun in his hands, whether his profile lists it or not."""
    if gun in model.weapons:
        return model
    return interned(Model(model.name, model.stats, model.rules, (*model.weapons, gun), model.base, model.role))
