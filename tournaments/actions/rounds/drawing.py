"""Drawing the next rounds as drafts: what is drawn from is read, the draws are searched, the drafts are saved. No
transaction is open while it searches, so that tables record meanwhile."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Required, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.draws import model, movements, partners
from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.seating import draw_rounds as search_rounds
from tournaments.models import RoundDraft, Tournament
from tournaments.reading.grouping import group_pairs
from tournaments.reading.seeding import compute_first_scores

from . import phases
from .draft_age import find_last_record, note_last_record
from .draft_evaluation import count_repeated_partners, evaluate_draft
from .drafts import build_not_next_error, count_rounds_to_draw, get_chosen_draft
from .pairing_pool import PAGE_EFFORT, PairingPool, Scores, build_pool, get_next_round_number

DRAFT_COUNT = 3
LockedTables = Sequence[tuple[tuple[int, model.TablePlayers], ...]]
StepReporter = Callable[[int, int], None]
"""A function that is called with (how many draws are found, how many are searched)."""


@dataclass(frozen=True)
class DrawPlan:
    """What a draw starts from.

    scores: points so far by entry, used where neighbours in the ranking meet.
    locked: by round, the tables that are kept.
    phase: the present phase, where two sides meet at each table.
    followed: the next rounds themselves, where they follow from results and nothing is drawn by lot.
    last_record: the id of the newest record of any table when the scores were read.
    """

    field: PairingPool
    sizes: tuple[int, ...]
    seed: int
    scores: Scores
    effort: float
    locked: LockedTables
    last_record: int
    phase: phases.Phase | None = None
    followed: tuple[phases.Row, ...] = ()


@dataclass(frozen=True)
class FoundDrafts:
    """Draws that were searched and are not saved yet. `choices`: the best one first."""

    plan: DrawPlan
    choices: tuple[phases.DrawChoice, ...]


class DrawAsked(TypedDict, total=False):
    """The arguments of a draw. `sizes`: the table sizes, in players of the draw; `seed`: the same one gives the same
    draws; `scores`: points so far by entry, used where neighbours in the ranking meet; `effort`: how long to search, 1
    for some seconds; `report`: called at each step of the search; if it raises, the draw is given up and nothing is
    saved."""

    sizes: Required[Sequence[int]]
    seed: Required[int]
    scores: Scores
    effort: float
    report: StepReporter


def draw_rounds(tournament: Tournament, **asked: Unpack[DrawAsked]) -> RoundDraft:
    """Draw the next rounds in three versions, and return the best one, which is chosen. Locked tables of the present
    draft are kept. Raises NotNow."""
    return save_drafts(search_drafts(tournament, **asked))


def search_drafts(tournament: Tournament, **asked: Unpack[DrawAsked]) -> FoundDrafts:
    """Search the drafts that `draw_rounds` saves, the best version first; the caller saves them. Raises NotNow."""
    report = asked.get("report", lambda done, steps: None)
    plan = plan_draw(tournament, asked)
    choices = []
    report(0, DRAFT_COUNT)
    for found in find_choices(plan):
        choices.append(found)
        report(min(len(choices), DRAFT_COUNT), DRAFT_COUNT)
    choices.sort(key=lambda one: one[0])
    return FoundDrafts(plan, tuple(choice for _merit, choice in choices))


@transaction.atomic
def plan_draw(tournament: Tournament, asked: DrawAsked) -> DrawPlan:
    """Read what the next draw starts from. Where two sides meet at each table, also settle and save which sides take
    part. Raises NotNow."""
    lock_tournament(tournament, "plan_draw")
    field = build_drawable_pool(tournament, asked["sizes"])
    locked = list_locked_tables(field, get_chosen_draft(tournament))
    scores, effort = asked.get("scores", {}), asked.get("effort", PAGE_EFFORT)
    plan = DrawPlan(field, tuple(asked["sizes"]), asked["seed"], scores, effort, locked, find_last_record())
    phases.keep_seeding(tournament, field.first)
    if tournament.has_duels:
        phase, followed = phases.settle_phase(field, plan.seed, scores)
        plan = replace(plan, phase=phase, followed=tuple(followed))
    return replace(plan, scores=compute_first_scores(tournament) or scores)


Merit = tuple[object, ...]


def find_choices(plan: DrawPlan) -> Iterable[tuple[Merit, phases.DrawChoice]]:
    """Yield (merit, draw) of each version of the draw; the version with the least merit is the best. Where chance has a
    part there are DRAFT_COUNT versions, and one more if a movement known from bridge fits; where the rounds follow from
    results, one, and for a round robin a second one if it can be seated as in Howell's movement. Makes no database
    query."""
    if plan.followed:
        yield (), (plan.seed, list(plan.followed), None)
        if rows := seat_one_still(plan):
            yield (1,), (plan.seed, rows, None)
        return
    for seed in range(plan.seed, plan.seed + DRAFT_COUNT):
        if plan.phase:
            row, judgement = phases.draw_swiss_row(plan.field, plan.phase, seed, plan.scores, plan.locked)
            yield (judgement.proof.repeats, judgement.spread, seed), (seed, [row], judgement)
        else:
            yield search_choice(plan, seed)
    if not plan.phase and (movement := build_movement_choice(plan)):
        yield movement


def seat_one_still(plan: DrawPlan) -> list[phases.Row]:
    """Return the rounds of a round robin seated as in Howell's movement: the same meetings, but one player keeps his
    seat and all others move by one rule. Empty where no such rounds are to come."""
    field = plan.field
    if len(plan.followed) < 2 or field.boards is not None:
        return []
    drawn = [field.to_round(row) for row in plan.followed]
    found = movements.seat_one_still(drawn)
    if list(found) == drawn or not movements.name_movement(found, len(field.units), None):
        return []
    return [row | {"tables": field.to_tables(one.tables)} for row, one in zip(plan.followed, found, strict=True)]


def build_movement_choice(plan: DrawPlan) -> tuple[Merit, phases.DrawChoice] | None:
    """Return (merit, draw) of a movement known from bridge, whose merit puts it after all other draws; None where none
    fits."""
    seed, field = plan.seed + DRAFT_COUNT, plan.field
    if plan.locked or field.tournament.format != Tournament.Format.FIXED:
        return None
    request = field.build_request(
        count_rounds_to_draw(field.tournament, field.first), sizes=plan.sizes, seed=seed, effort=plan.effort
    )
    rounds = movements.draw_movement(request)
    if not rounds:
        return None
    rows = phases.build_draft_rows(field, rounds, plan.locked)
    return ((math.inf,), 0, seed), (seed, rows, evaluate_rounds(request, rounds))


def search_choice(plan: DrawPlan, seed: int) -> tuple[Merit, phases.DrawChoice]:
    """Search one draw of tables of any size. Return (merit, draw); the merit is what draws are compared by."""
    field = plan.field
    rounds = len(plan.locked) or count_rounds_to_draw(field.tournament, field.first)
    arguments: dict[str, Any] = {"sizes": plan.sizes, "effort": plan.effort, "locked": tuple(plan.locked)}
    if field.tournament.format == Tournament.Format.STANDING:
        arguments["scores"] = field.compute_scores(plan.scores)
    request = field.build_request(rounds, seed=seed, **arguments)
    drawn = split_into_partners(field, search_rounds(request).rounds, plan.locked)
    if field.tournament.pairing == Tournament.Pairing.DRAWN and field.pattern and not plan.locked:
        drawn = choose_movement(field, request, drawn, field.pattern)
    judgement = evaluate_rounds(request, drawn)
    merit = judgement.cost_levels, count_repeated_partners(field, drawn), seed
    return merit, (seed, phases.build_draft_rows(field, drawn, plan.locked), judgement)


def choose_movement(
    field: PairingPool,
    request: model.DrawRequest,
    drawn: tuple[model.DrawRound, ...],
    pattern: Sequence[partners.Pair],
) -> tuple[model.DrawRound, ...]:
    """Return the better of two: the rounds `drawn`, or those of a whist tournament if one fits. They are compared by
    who rests and how often people meet, then by how often partners repeat, then by all measures. `pattern`: the pairs
    of seats that are partners."""
    whist = partners.draw_whist_rounds(request, pattern)
    if not whist or any(len(table) != partners.FOUR for one in drawn for table in one.tables):
        return drawn

    def weigh(rounds: tuple[model.DrawRound, ...]) -> tuple[object, ...]:
        judgement = evaluate_rounds(request, rounds)
        return judgement.meeting_levels, count_repeated_partners(field, rounds), judgement.cost_levels

    return min(drawn, whist, key=weigh)


def save_drafts(found_drafts: FoundDrafts) -> RoundDraft:
    """Replace the tournament's drafts by these, each with its evaluation, and return the first one, which is chosen.
    Raises NotNow if the round was published meanwhile."""
    plan = found_drafts.plan
    drafts, field = [], plan.field
    for n, (seed, rows, judgement) in enumerate(found_drafts.choices, 1):
        draft = RoundDraft(tournament=field.tournament, choice=n, chosen=n == 1, seed=seed, first=field.first)
        draft.sizes, draft.rounds = list(plan.sizes), rows
        note_last_record(draft, plan.last_record)
        draft.evaluation = evaluate_draft(field, draft, plan.scores, judgement).as_json
        drafts.append(draft)
    with transaction.atomic():
        lock_tournament(field.tournament, "save_drafts")
        if get_next_round_number(field.tournament) != field.first:
            raise build_not_next_error(field.first)
        field.tournament.drafts.all().delete()
        return RoundDraft.objects.bulk_create(drafts)[0]


def build_drawable_pool(tournament: Tournament, sizes: Sequence[int]) -> PairingPool:
    """Return the pool of players to draw. Raises NotNow if tables are free, if the game does not allow the sizes, or if
    too few people are present."""
    if tournament.format == Tournament.Format.FREE:
        raise NotNow(_("Cette soirée est à tables libres : elle n’a pas de rondes à tirer."))
    field = build_pool(tournament)
    if not sizes or not set(sizes) <= set(field.sizes):
        raise NotNow(_("Ce jeu ne se joue pas à ce nombre de joueurs par table."))
    if field.boards is not None:
        check_equal_teams(tournament)
    elif len(field.list_present(field.first)) < min(sizes):
        raise NotNow(_("Il n’y a pas assez de joueurs pour remplir une table."))
    return field


def check_equal_teams(tournament: Tournament) -> None:
    """Raise NotNow unless all teams have as many places: else somebody would have no opponent."""
    places = tournament.entries.exclude(team=None).values_list("team__name", "team_place").distinct()
    sizes = {name: len(some) for name, some in group_pairs(places.order_by("team__name")).items()}
    if len(set(sizes.values())) > 1:
        listing = ", ".join(f"{name} {size}" for name, size in sizes.items())
        message = _("Pour se rencontrer, les équipes ont toutes autant de joueurs ; ici : %(sizes)s.")
        raise NotNow(message % {"sizes": listing})


def list_locked_tables(
    field: PairingPool, draft: RoundDraft | None
) -> list[tuple[tuple[int, model.TablePlayers], ...]]:
    """Return for each round of the draft the tables that it keeps, as (number, players of the draw); an empty list if
    it keeps none. A table is unlocked if one of its people is no longer present."""
    if draft is None or draft.first != field.first or not any(row["locked"] for row in draft.rounds):
        return []
    tables = []
    for n, row in enumerate(draft.rounds, field.first):
        entries = field.list_entries(n)
        kept = [number for number in row["locked"] if set(row["tables"][number - 1]) <= entries]
        tables.append(tuple((number, field.to_players(row["tables"][number - 1])) for number in kept))
    return tables


def split_into_partners(
    field: PairingPool, rounds: Sequence[model.DrawRound], locked: Sequence[Any]
) -> tuple[model.DrawRound, ...]:
    """Order each table of four into two pairs, where pairs are drawn anew each round; locked tables stay as they
    are."""
    if field.tournament.pairing != Tournament.Pairing.DRAWN or field.pattern is None:
        return tuple(rounds)
    kept = [{table for _number, table in some} for some in locked]
    return partners.choose_partners(rounds, field.previous, field.pattern, kept)
