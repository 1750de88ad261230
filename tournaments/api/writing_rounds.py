"""Writing: rounds published and withdrawn."""

from typing import Any

from ninja import Router

from tournaments import actions
from tournaments.models import RoundDraft, Tournament
from tournaments.models.rights import Right

from .bodies import ReasonIn
from .callers import CallRequest
from .lookups import Code, Number, find_own_tournament, get_actor
from .once import do_once
from .routes import write
from .schemas import RoundNumberOut

router = Router(tags=["writing: rounds"])


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
