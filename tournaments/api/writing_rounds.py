"""Writing: rounds drawn, published, withdrawn."""

import secrets
from typing import Any

from ninja import Router

from tournaments import actions
from tournaments.actions.rounds.drafts import get_chosen_draft, propose_divisions
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.models import RoundDraft, Tournament
from tournaments.rights import Right
from tournaments.rounds.draw_scores import compute_scores

from .bodies import DrawIn, ReasonIn
from .callers import CallRequest
from .lookups import Code, Number, find_own_tournament, get_actor
from .once import do_once
from .routes import read_own, write
from .schemas import DraftOut, RoundNumberOut

router = Router(tags=["writing: rounds"])


@read_own(router, "/tournaments/{code}/draft", DraftOut, Right.RUN)
def get_draft(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read the draw that is in preparation, which nobody else sees yet; without one it has no rounds."""
    return find_draft(find_own_tournament(request, code))


def find_draft(tournament: Tournament) -> dict[str, Any]:
    """Return the chosen draft as `DraftOut`."""
    draft = get_chosen_draft(tournament)
    if draft is None:
        return {"seed": None, "rounds": []}
    names = dict(tournament.entries.values_list("pk", "shown_name"))

    def name(entries: list[int]) -> list[dict[str, Any]]:
        return [{"entry": entry, "name": names.get(entry, "")} for entry in entries]

    rounds = [
        {"n": n, "tables": [name(table) for table in row["tables"]], "resting": name(row["resting"])}
        for n, row in enumerate(draft.rounds, draft.first)
    ]
    return {"seed": draft.seed, "rounds": rounds}


@write(router, "/tournaments/{code}/draft", DraftOut, Right.RUN)
def draw_rounds(request: CallRequest, code: Code, body: DrawIn) -> dict[str, Any]:
    """Draw the next round, or all rounds left where they are drawn ahead, as a draft. Whoever is absent is left out."""
    tournament = find_own_tournament(request, code)
    do_once(request, lambda: make_draft(tournament, body).pk)
    return find_draft(tournament)


def make_draft(tournament: Tournament, body: DrawIn) -> RoundDraft:
    """Draw as asked. Raises NotNow."""
    seed = secrets.randbits(32) if body.seed is None else body.seed
    sizes = choose_sizes(tournament) if body.sizes is None else tuple(body.sizes)
    return actions.draw_rounds(tournament, sizes=sizes, seed=seed, scores=compute_scores(tournament))


def choose_sizes(tournament: Tournament) -> tuple[int, ...]:
    """Return the table sizes to draw with: those of the present draft, else the ones that are proposed first."""
    draft = get_chosen_draft(tournament)
    if draft is not None:
        return tuple(draft.sizes)
    pool = build_pool(tournament)
    if tournament.has_duels:
        return pool.sizes
    return next((tuple(sorted(set(division.sizes))) for division, _repeats in propose_divisions(pool)), pool.sizes)


@write(router, "/tournaments/{code}/rounds/{n}/publish", RoundNumberOut, Right.RUN)
def publish_round(request: CallRequest, code: Code, n: Number) -> dict[str, Any]:
    """Publish the first round of the draft, so that everybody sees it."""
    tournament = find_own_tournament(request, code)
    return {"n": do_once(request, lambda: actions.publish_round(tournament, n).n)}


@write(router, "/tournaments/{code}/rounds/{n}/withdraw", RoundNumberOut, Right.RUN)
def withdraw_round(request: CallRequest, code: Code, n: Number, body: ReasonIn) -> dict[str, Any]:
    """Withdraw the last round. One that has begun needs a reason, keeps its number and counts nothing any more; any
    other becomes a draft again."""
    tournament = find_own_tournament(request, code)
    return {"n": do_once(request, lambda: withdraw_last_round(request, tournament, n, body.reason).first)}


def withdraw_last_round(request: CallRequest, tournament: Tournament, n: int, reason: str) -> RoundDraft:
    """Withdraw the round, before or after it began; return the draft of the next one. Raises NotNow, Refused."""
    current = tournament.rounds.current()
    if current is not None and current.n == n and not current.tables.filter(records__isnull=False).exists():
        return actions.withdraw_round(tournament, n)
    return actions.withdraw_begun_round(tournament, n, actor=get_actor(request), reason=reason)
