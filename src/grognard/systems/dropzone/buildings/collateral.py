"""Collateral tokens: what they do to scenery, and to a squad inside."""

from __future__ import annotations

from ....common.rules import voices
from ....kernel.asks import Emit, Procedure, Stage
from ....table.events import Remarked
from ....table.state import Table
from ..attack import Strike, Volley, spoken, strike
from ..cards.card import TOKENS, Occasion
from ..cards.playing import offer_both
from ..casualties import dealt, one_of_them
from ..circumstances import NO_CARDS, Circumstances, InPlay, canonical
from ..events import Shattered
from ..harm import harm, piece_harmed
from ..hazards import COLLATERAL, FIRE
from ..matchup import match
from ..sides import inside
from ..squads import destructible, scenery_kind


def collateral(t: Table, k: int, source: int) -> Procedure:
    """All tokens on a piece are resolved: a hit each on it, and on one squad inside; those that do nothing are removed."""
    tokens = t.scenery[k].tokens
    if not tokens or not destructible(t, k):
        return
    piece = t.ground.pieces[k]
    weapon = FIRE if piece.has("flammable") else COLLATERAL
    cards = yield from offer_both(t, t.clock.first, Occasion(TOKENS, piece=k))
    now = canonical(Circumstances(collateral=True, cards=InPlay(tuple(cards)) if cards else NO_CARDS))
    kind = scenery_kind(piece)
    m = match(weapon, kind, kind.models[0], now, weapon.stats.energy)
    yield Emit(Remarked(f"{tokens} Collateral token{'s take' if tokens > 1 else ' takes'} effect on {piece.name}"))
    whole = (t.scenery[k].points,)
    endless = (whole[0] + tokens,)
    (left,), *_ = yield Stage(strike, (Strike(endless, endless, (Volley(m, tokens),)),))
    worked = endless[0] - left
    squads = [u.id for u in inside(t, k)]
    if squads:
        chosen = squads[(yield from one_of_them([t.name(v) for v in squads]))]
        u = t[chosen]
        inside_ = COLLATERAL if t.rulings.get("s39-fire-inside") == "four" else weapon
        first = match(inside_, u.kind, u.members[0], now, inside_.stats.energy)
        full = tuple(x.stats.DP for x in u.members)
        after, *_ = yield Stage(strike, (Strike(u.wounds, full, (Volley(first, tokens),), True),))
        after = yield from dealt(t, chosen, sum(u.wounds) - sum(after), 1 - u.side)
        yield from harm(t, chosen, after, source, spoken(first), f"Collateral in {piece.name}")
    stay = max((speak(tokens - worked) for speak in voices(now.cards, "keeps")), default=0)
    yield Emit(Shattered(k, worked + stay, tokens, by=spoken(m) if cards else ()))
    if worked:
        yield from piece_harmed(t, k, max(0, whole[0] - worked), 0, source)
