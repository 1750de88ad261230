"""Operations on draws and rounds: a draw makes a draft of the rounds to come, in a process of its own where it takes
long; rounds are published and withdrawn."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from ninja import Router, Status

from config.background.jobs import Job, JobState, open_jobs
from tournaments.actions.rounds import drafts
from tournaments.actions.rounds.drafts import get_chosen_draft
from tournaments.actions.rounds.drawing import FoundDrafts, save_drafts, search_drafts
from tournaments.actions.rounds.pairing_pool import PAGE_EFFORT, build_pool
from tournaments.actions.rounds.withdrawal import withdraw_begun_round
from tournaments.models import RoundDraft, Tournament
from tournaments.models.rights import Right
from tournaments.reading.draw_scores import compute_scores
from tournaments.views.organiser.rounds.draw_jobs import find_draw_job, is_long_draw, start_draw_job

from .bodies import DrawIn, ReasonIn
from .callers import CallRequest
from .desk_schemas import DraftOut, DrawOut
from .links import find_address
from .lookups import Code, DrawKey, Number, find_own_tournament, get_actor
from .once import act_once, do_once, prepare_and_do_once
from .routes import read_own, tell_created, write
from .schemas import RoundNumberOut

router = Router(tags=["writing: rounds"])


@read_own(router, "/tournaments/{code}/draft", DraftOut, Right.RUN)
def get_draft(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read the draft, which only the club sees; without one, the answer has no rounds."""
    return find_draft(find_own_tournament(request, code))


def find_draft(tournament: Tournament) -> dict[str, Any]:
    """Return as `DraftOut` the draft that is chosen for publishing."""
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


@write(router, "/tournaments/{code}/draft", {201: DraftOut, 202: DrawOut}, Right.RUN)
def draw_rounds(request: CallRequest, code: Code, body: DrawIn) -> Status[Any]:
    """Draw the next round, or all rounds left where they are drawn ahead, as a draft. Absent players are left out. A
    draw that takes more than about two seconds answers 202 with an address in `Location`, to be read until it is
    ready."""
    tournament = find_own_tournament(request, code)
    key = prepare_and_do_once(request, lambda: search_asked_draw(tournament, body), lambda found: save_or_start(*found))
    if key is None:
        return tell_created(request, find_address("get_draft", tournament.code), find_draft(tournament))
    address = find_address("get_draw", tournament.code, key)
    return tell_created(request, address, draw_to_json(find_draw_job(tournament, key)), 202)


@dataclass(frozen=True)
class AskedDraw:
    """A draw that a caller asked for: the tournament, its table sizes, the seed."""

    tournament: Tournament
    sizes: tuple[int, ...]
    seed: int


def search_asked_draw(tournament: Tournament, body: DrawIn) -> tuple[AskedDraw, FoundDrafts | None]:
    """Search the draw that a body asks for; the second value is what was found, None if the search takes longer than a
    caller waits. Raises NotNow."""
    sizes = choose_sizes(tournament) if body.sizes is None else tuple(sorted(set(body.sizes)))
    draw = AskedDraw(tournament, sizes, secrets.randbits(32) if body.seed is None else body.seed)
    if is_long_draw(tournament, thorough=False):
        return draw, None
    return draw, search_drafts(tournament, sizes=sizes, seed=draw.seed, scores=compute_scores(tournament))


def save_or_start(draw: AskedDraw, found_drafts: FoundDrafts | None) -> str | None:
    """Save the drafts that were found and return None; without any, start the draw as a job and return the job's key.
    Raises NotNow."""
    if found_drafts is None:
        return start_draw_job(draw.tournament, draw.sizes, draw.seed, PAGE_EFFORT).key
    save_drafts(found_drafts)
    return None


def choose_sizes(tournament: Tournament) -> tuple[int, ...]:
    """Return the table sizes to draw with: those of the present draft, else all that the game allows."""
    draft = get_chosen_draft(tournament)
    return build_pool(tournament).sizes if draft is None else tuple(draft.sizes)


def draw_to_json(job: Job) -> dict[str, Any]:
    """Return a draw that takes long as `DrawOut`."""
    done, steps = job.steps
    state = "ready" if job.state is JobState.DONE else job.state.value if job.is_over else "running"
    return {"state": state, "done": done, "steps": steps, "refusal": job.failure}


@read_own(router, "/tournaments/{code}/draws/{key}", DrawOut, Right.RUN)
def get_draw(request: CallRequest, code: Code, key: DrawKey) -> dict[str, Any]:
    """Read how far a draw is that takes long; once it is ready, its result is the tournament's draft. It can be read
    for an hour."""
    return draw_to_json(find_draw_job(find_own_tournament(request, code), key))


@write(router, "/tournaments/{code}/draws/{key}/stop", DrawOut, Right.RUN)
def stop_draw(request: CallRequest, code: Code, key: DrawKey) -> dict[str, Any]:
    """Stop a draw that takes long; nothing of it is saved."""
    tournament = find_own_tournament(request, code)
    act_once(request, lambda: open_jobs(settings.VAR_DIR).stop(find_draw_job(tournament, key)))
    return draw_to_json(find_draw_job(tournament, key))


@write(router, "/tournaments/{code}/rounds/{n}/publish", RoundNumberOut, Right.RUN)
def publish_round(request: CallRequest, code: Code, n: Number) -> dict[str, Any]:
    """Publish the first round of the draft, so that everybody sees it."""
    tournament = find_own_tournament(request, code)
    return {"n": do_once(request, lambda: drafts.publish_round(tournament, n, actor=get_actor(request)).n)}


@write(router, "/tournaments/{code}/rounds/{n}/withdraw", RoundNumberOut, Right.RUN)
def withdraw_round(request: CallRequest, code: Code, n: Number, body: ReasonIn) -> dict[str, Any]:
    """Withdraw the last round. One that has begun needs a reason, keeps its number and counts nothing any more; any
    other becomes a draft again."""
    tournament = find_own_tournament(request, code)
    return {"n": do_once(request, lambda: withdraw_last_round(request, tournament, n, body.reason).first)}


def withdraw_last_round(request: CallRequest, tournament: Tournament, n: int, reason: str) -> RoundDraft:
    """Withdraw round n, the last one, whether it has begun or not; return the draft of the next round. Raises NotNow,
    Refused."""
    current = tournament.rounds.current()
    if current is not None and current.n == n and not current.tables.filter(records__isnull=False).exists():
        return drafts.withdraw_round(tournament, n, actor=get_actor(request))
    return withdraw_begun_round(tournament, n, actor=get_actor(request), reason=reason)
