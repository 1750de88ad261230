"""The rounds of a tournament: its plan, the next round drawn as a draft, inspected, edited by hand, published,
withdrawn."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds import drafts as drafts_actions
from tournaments.actions.rounds import drawing, participation
from tournaments.actions.rounds.draft_age import count_results_since
from tournaments.actions.rounds.draft_evaluation import DraftEvaluation, evaluate_draft, read_evaluation
from tournaments.actions.rounds.drafts import (
    choose_draft,
    compute_draft_digest,
    drop_drafts,
    get_chosen_draft,
    lock_drafted_table,
    propose_divisions,
    propose_other_divisions,
    swap_drafted_entries,
)
from tournaments.actions.rounds.pairing_pool import (
    PAGE_EFFORT,
    PairingPool,
    build_pool,
    find_partner_seats,
    get_next_round_number,
)
from tournaments.actions.rounds.phase_outlook import count_planned_rounds, read_bracket_outlook
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.forms.organiser.phases import PhaseForm
from tournaments.forms.organiser.rounds import DivisionForm, PlanForm
from tournaments.models import Entry, RoundDraft, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.rule_sheet import list_rule_stages
from tournaments.presentation.tables.ratings import describe_seeding
from tournaments.reading import phases
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.kept_ratings import GameRatings, find_game_ratings
from tournaments.reading.open_tables import list_leavers
from tournaments.reading.progress import list_round_progress, list_unfinished_tables
from tournaments.reading.taking_part import find_who_played
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.organiser.steps import build_step
from tournaments.views.posted_forms import attempt, carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest

from . import draft_quality
from .draft_plates import build_draft_editor
from .draft_quality import DraftComparison
from .draw_jobs import begin_draw_job, is_long_draw
from .seat_editor import edit_seats

FEWEST_ROUNDS = 3  # proposed where several are asked for
MOST_ROUNDS_UNASKED = 12  # a long day of short rounds
LONG_EFFORT = 1.0
"""The effort of a long search, for which the organiser waits some seconds."""


@require_right(Right.RUN, READ, of=get_tournament)
def show_rounds(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the plan, the published rounds and the draft of the next one; of a closed tournament the published rounds
    alone."""
    asked = request.GET.get("format")
    if tournament.format == Tournament.Format.FREE and asked in Tournament.Format.values:
        ratings = find_game_ratings(tournament.club, tournament.game)
        plan = build_plan_form(tournament, ratings, {"format": asked})
        return render_rounds(request, tournament, plan=plan, chosen=True)
    return render_rounds(request, tournament)


def build_plan_form(
    tournament: Tournament, ratings: GameRatings | None, chosen: Mapping[str, Any] | None = None
) -> PlanForm:
    """Build the form of the plan. `ratings`: those kept of its game; `chosen`: by field, what the form shows in place
    of the tournament's own. Where no rounds are planned yet, it proposes as many as a Swiss needs until at most one
    player has won all."""
    form = PlanForm(tournament, find_partner_seats(tournament) is not None, ratings=ratings)
    if tournament.format == Tournament.Format.FREE:
        form.initial["rounds"] = max(FEWEST_ROUNDS, (tournament.entries.count() - 1).bit_length())
    form.initial.update(chosen or {})
    return form


def render_rounds(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the whole page, or the draft only for htmx. `more`: `refused`, an error message; `picked`, the entry
    picked; `plan`, `phase` or `division`, a form that was refused."""
    closed = tournament.status == Tournament.Status.CLOSED
    drafts = [] if closed else list(tournament.drafts.all())
    field = build_pool(tournament, history=bool(more.get("picked")) or needs_history(tournament, drafts))
    found, others = evaluate_drafts(field, drafts)
    unfinished = list_unfinished_tables(tournament)
    ratings = None if closed else find_game_ratings(tournament.club, tournament.game)
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    context: dict[str, Any] = {
        "tournament": tournament,
        "closed": closed,
        "phase": more.pop("phase", None) or PhaseForm(phases.get_current_phase(tournament), ratings=ratings),
        "n": field.first,
        "plan": more.pop("plan", None) or build_plan_form(tournament, ratings),
        "published": list_published_rounds(tournament, unfinished, names),
        "stages": list(list_rule_stages(tournament)),
        "missing": unfinished.get(field.first - 1, []),
        "refused": None,
        "ready": len(field.list_present(field.first)) >= min(field.sizes),
        "planned": count_planned_rounds(field),
        "fixed_end": has_fixed_end(tournament),
        **describe_next_players(field, drawn=found is not None),
        **describe_end(tournament, field.first),
        "division": more.pop("division", None)
        or (None if drafts or tournament.has_duels else build_division_form(field)),
        **more,
    }
    context |= build_draft_context(field, found, others, names)
    if found:
        context["editor"] = build_draft_editor(request, field, found, names, more.get("picked"))
    part = request.htmx and found
    wrong = (context["refused"] or context["plan"].errors or context["phase"].errors) and not part
    template = "organiser/_draft.html" if part else "organiser/rounds.html"
    return render(request, template, context, status=422 if wrong else 200)


def describe_next_players(field: PairingPool, *, drawn: bool) -> dict[str, Any]:
    """Return how many players the next round has to seat (`there`), how many of them are not checked in (`expected`),
    who comes `later`, who left a table before its end, why a bracket cannot be drawn yet (`awaited`, or ""). `drawn`:
    there is a draft, which shows them."""
    bracket = None if drawn else read_bracket_outlook(field)
    to_seat = bracket.entries if bracket else field.list_entries(field.first)
    people, seen = field.tournament.entries.exclude(presence=Entry.Presence.ABSENT), find_who_played(field.tournament)
    return {
        "awaited": bracket.awaited if bracket else "",
        "leavers": [] if drawn else list_leavers(field.tournament, field.first),
        "there": len(to_seat),
        "expected": sum(it.presence == Entry.Presence.EXPECTED and it.pk in {*to_seat} - seen for it in people),
        "later": [each for each in people if each.first_round > field.first],
    }


def needs_history(tournament: Tournament, drafts: Sequence[RoundDraft]) -> bool:
    """True if the page must know who met whom: to propose tables, for a draft in which meetings repeat, or for one
    whose evaluation is not stored."""
    if not drafts:
        return not tournament.has_duels and tournament.format != Tournament.Format.FREE
    return any(draft.evaluation is None or draft.evaluation["judgement"]["proof"]["repeats"] for draft in drafts)


def evaluate_drafts(
    field: PairingPool, drafts: Sequence[RoundDraft]
) -> tuple[DraftEvaluation | None, list[DraftEvaluation]]:
    """Return the chosen draft evaluated (None: there is none, or it is of an earlier round), and the other drafts."""
    stored = [read_evaluation(field, each) for each in drafts]
    scores = {} if all(stored) else compute_scores(field.tournament)
    judged = [known or evaluate_draft(field, each, scores) for known, each in zip(stored, drafts, strict=True)]
    chosen = next((each for each in judged if each.draft.chosen), None)
    evaluated = chosen if chosen and chosen.draft.first == field.first else None
    return evaluated, [each for each in judged if each is not chosen]


def build_division_form(field: PairingPool, given: Any = None) -> DivisionForm:
    """Build the form that chooses the sizes of the next round's tables. `given`: what was posted, or None."""
    own = field.previous[field.season_round_count :]
    before = [len(table) for one in own[-1:] for table in one.tables]
    unit = 2 if field.has_fixed_pairs else 1
    others = propose_other_divisions(field)
    return DivisionForm(propose_divisions(field), given, others=others, unit=unit, allowed=field.sizes, before=before)


def describe_end(tournament: Tournament, n: int) -> dict[str, bool]:
    """Return {over, ended}: whether round n is more than was planned, and whether it cannot be drawn at all."""
    over = tournament.format != Tournament.Format.FREE and is_past_last_round(tournament, n)
    return {"over": over, "ended": over and has_fixed_end(tournament)}


def is_past_last_round(tournament: Tournament, n: int) -> bool:
    """True if round n is more than was planned, or than the format allows."""
    return is_phase_over(tournament) if has_fixed_end(tournament) else n > tournament.planned_rounds


def count_rounds_left(tournament: Tournament, n: int) -> int:
    """Return how many of the planned rounds are still to be published, round n being the next; 0 where tables are
    free."""
    if tournament.format == Tournament.Format.FREE or is_past_last_round(tournament, n):
        return 0
    return max(1, tournament.planned_rounds - n + 1)


def has_fixed_end(tournament: Tournament) -> bool:
    """True if the format itself says when everything is drawn: a round robin, groups, a knockout."""
    return tournament.format in Tournament.FIXED_ENDS


def list_published_rounds(
    tournament: Tournament, unfinished: Mapping[int, Sequence[tuple[int, int]]], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return each published round as a dict: its tables that are not over, what may be done to it (withdraw it, before
    or after it began; declare it not played as a whole), and the ratings that it was drawn from, if any. `unfinished`:
    by round, its tables not over; `names`: by entry."""
    progress = list_round_progress(tournament)
    drawn = tournament.format != Tournament.Format.FREE and tournament.status != Tournament.Status.CLOSED
    last = next((each for each in reversed(progress) if not each.withdrawn), None)
    is_open = tournament.status == Tournament.Status.OPEN
    return [
        {
            "progress": each,
            "unfinished": unfinished.get(each.n, []),
            "seeding": describe_seeding(tournament, each.n, names),
            "may_withdraw": drawn and each is progress[-1] and not each.begun,
            "may_withdraw_begun": drawn and is_open and each is last and each.begun,
            "may_forfeit": is_open and not each.withdrawn and each.begun + len(each.unplayed) < each.tables,
            "may_drop": drawn and is_open and each.tables > 1 and not each.begun and not each.withdrawn,
        }
        for each in progress
    ]


def build_draft_context(
    field: PairingPool, evaluation: DraftEvaluation | None, others: list[DraftEvaluation], names: Mapping[int, str]
) -> dict[str, Any]:
    """Return, for a template, the draft with its quality, and the other drafts to choose from. `evaluation`: the chosen
    draft; `names`: the entries' names, by id."""
    context: dict[str, Any] = {"lone": [names[entry] for entry in field.unpaired], "draft": None}
    if evaluation is None:
        return context
    own_number, shown = DraftComparison(field, evaluation, names).list_choices(others)
    numbers = {each.choice: each.n for each in shown}
    measures = draft_quality.describe_measures(evaluation, field)
    return context | {
        "draft": evaluation.draft,
        "seeding": describe_seeding(field.tournament, evaluation.draft.first, names),
        "draft_digest": compute_draft_digest(evaluation.draft),
        "own_number": own_number,
        "undo": evaluation.last_exchange,
        "verdict": (verdict := draft_quality.describe_quality(evaluation)),
        "may_search_longer": not field.tournament.has_duels
        and verdict.mark != "go"
        and any(line.mark in ("", "warn") for line in measures),
        "lines": [
            *measures,
            *draft_quality.compare_with_best(evaluation, others, numbers),
        ],
        "stale": evaluation.stale,
        "newer_results": 0 if evaluation.stale else count_results_since(evaluation.draft),
        "strangers": [names[entry] for entry in sorted(evaluation.no_longer_present) if entry in names],
        "forgotten": [names[entry] for entry in sorted(evaluation.newly_present)],
        "others": shown,
        "equals": len(others) - len(shown),
    }


@require_right(Right.RUN, SEND, of=get_tournament)
def plan_rounds(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Save the format, the number of rounds and, for matches between two sides, the phase. More rounds than anybody
    plays in an evening are asked about first."""
    ratings = find_game_ratings(tournament.club, tournament.game)
    form = PlanForm(tournament, find_partner_seats(tournament) is not None, request.POST, ratings=ratings)
    phase = PhaseForm(phases.get_current_phase(tournament), request.POST, ratings=ratings)
    if form.is_valid() and (
        form.cleaned_data["format"] not in Tournament.DUELS or phase.is_valid_for(form.cleaned_data["format"])
    ):
        plan = form.get_plan()
        if has_unlikely_length(tournament, plan) and "anyway" not in request.POST:
            return ask_about_length(request, tournament, plan["rounds"])
        asked = phase.build_phase(plan["format"]) if plan["format"] in Tournament.DUELS else None
        if carry_out(form, participation.plan_rounds, tournament, phase=asked, **plan):
            page = "tournament-tables" if tournament.format == Tournament.Format.FREE else "tournament-rounds"
            return say_and_redirect(request, _("Le déroulement est gardé."), page, tournament.pk)
    return render_rounds(request, tournament, plan=form, phase=phase, chosen=True)


def has_unlikely_length(tournament: Tournament, plan: Mapping[str, Any]) -> bool:
    """True if the plan has more rounds than there are players, and more than an evening holds."""
    counted = plan["format"] not in (Tournament.Format.FREE, *Tournament.FIXED_ENDS)
    return counted and plan["rounds"] > max(tournament.entries.count(), MOST_ROUNDS_UNASKED)


def ask_about_length(request: MemberRequest, tournament: Tournament, rounds: int) -> HttpResponse:
    """Render the question whether this number of `rounds` is meant."""
    players = tournament.entries.count()
    said = {"n": rounds, "players": players}
    words = ngettext(
        "Il y a %(players)s inscrit : en %(n)s rondes chacun retrouverait les mêmes plusieurs fois.",
        "Il y a %(players)s inscrits : en %(n)s rondes chacun retrouverait les mêmes plusieurs fois.",
        players,
    )
    back = (reverse("tournament-rounds", args=[tournament.pk]), _("Les rondes"))
    action = _("Oui, %(n)s rondes") % said
    hidden = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"} | {"anyway": "yes"}
    title = _("Prévoir %(n)s rondes ?") % said
    return render_question(request, title, [words % said], action, back, hidden=hidden, tournament=tournament)


@require_right(Right.RUN, SEND, of=get_tournament)
def draw_rounds(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw three drafts of the next round, or of all rounds left. `long` in the POST makes the search take some
    seconds."""
    sizes = choose_sizes(tournament, request.POST)
    if isinstance(sizes, DivisionForm):
        return render_rounds(request, tournament, division=sizes, refused=_("Choisissez les tables."))
    thorough, seed = "long" in request.POST, secrets.randbits(32)
    effort = LONG_EFFORT if thorough else PAGE_EFFORT
    if is_long_draw(tournament, thorough=thorough):
        return begin_draw_job(request, tournament, sizes, seed, effort)
    scores, draw = compute_scores(tournament), drawing.draw_rounds
    if refused := attempt(draw, tournament, sizes=sizes, seed=seed, scores=scores, effort=effort):
        return render_rounds(request, tournament, refused=refused)
    return redirect("tournament-rounds", tournament.pk)


def choose_sizes(tournament: Tournament, given: Any) -> tuple[int, ...] | DivisionForm:
    """Return the table sizes to draw: those chosen in the POST `given`, else those of the draft. If the choice is
    invalid, return the form with its errors."""
    if tournament.has_duels:
        return build_pool(tournament, history=False).sizes
    draft = get_chosen_draft(tournament)
    if draft is not None and "sizes_of" not in given:
        return tuple(draft.sizes)
    field = build_pool(tournament)
    form = build_division_form(field, given)
    return tuple(form.sizes()) if form.is_valid() else form


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_draft(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Answer one touch of the draft: two players exchanged, a table locked, another draft chosen, all drafts dropped;
    or other tables of it shown."""
    asked = {key: number for key in ("round", "page") if (number := parse_number(request.POST.get(key)))}
    page = reverse("tournament-rounds", args=[tournament.pk]) + (f"?{urlencode(asked)}" if asked else "")
    return edit_seats(request, tournament, apply_draft_edit, render_rounds, page)


def apply_draft_edit(tournament: Tournament, post: Any) -> str | None:
    """Apply one edit to the draft. Return an error message, or None. Raises ActionError if the edit is refused."""
    n = parse_number(post.get("round")) or 0
    choice, entry, other = (parse_number(post.get(name)) for name in ("choice", "entry", "with"))
    if "drop" in post:
        drop_drafts(tournament)
    elif choice is not None:
        choose_draft(tournament, choice)
    elif "lock" in post:
        table, _colon, locked = post["lock"].partition(":")
        lock_drafted_table(tournament, n, parse_number(table) or 0, locked == "1")
    elif entry is not None and other is not None:
        swap_drafted_entries(tournament, n, entry, other)
    else:
        return _("Touchez d’abord le nom de quelqu’un, puis celui de l’autre.")
    return None


@require_right(Right.RUN, SEND, of=get_tournament)
def withdraw_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Withdraw the published round n, so that it can be prepared again."""
    words = _("La ronde %(n)s est retirée : elle est de nouveau en préparation.") % {"n": n}
    withdraw = partial(drafts_actions.withdraw_round, actor=get_actor(request))
    return run_round_action(request, tournament, withdraw, n, words, "tournament-rounds")


def run_round_action(
    request: MemberRequest,
    tournament: Tournament,
    action: Callable[[Tournament, int], object],
    n: int,
    message: str,
    next_page: str,
) -> HttpResponse:
    """Publish or withdraw round n, say `message`, redirect to `next_page` (a URL name); or show why it is refused."""
    if refused := attempt(action, tournament, n):
        return render_rounds(request, tournament, refused=refused)
    return say_and_redirect(request, message, next_page, tournament.pk)


def suggest_next_round(tournament: Tournament) -> dict[str, Any] | None:
    """Return the step {words, url, action} to draw the next round; None if tables are free or no round is left."""
    n = get_next_round_number(tournament)
    if tournament.format == Tournament.Format.FREE or is_past_last_round(tournament, n):
        return None
    words, action = _("Cette ronde est finie. Préparez la ronde %(n)s."), _("Préparer la ronde suivante")
    if tournament.drafts.filter(first=n).exists():
        words = _("Cette ronde est finie, et la ronde %(n)s est tirée : regardez-la, puis publiez-la.")
        action = _("Voir la ronde %(n)s") % {"n": n}
    return build_step(words % {"n": n}, action, "tournament-rounds", tournament.pk)


urlpatterns = [
    path("event/<int:pk>/rounds", show_rounds, name="tournament-rounds"),
    path("event/<int:pk>/rounds/plan", plan_rounds, name="rounds-plan"),
    path("event/<int:pk>/rounds/draw", draw_rounds, name="rounds-draw"),
    path("event/<int:pk>/rounds/touch", edit_draft, name="rounds-touch"),
    path("event/<int:pk>/rounds/<int:n>/withdraw", withdraw_round, name="round-withdraw"),
]
