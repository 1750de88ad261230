"""The rounds of a tournament: its plan, the next round drawn as a draft, inspected, edited by hand, published,
withdrawn."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import actions
from tournaments.actions.rounds.drafts import DraftEvaluation, evaluate_draft, get_chosen_draft, propose_divisions
from tournaments.actions.rounds.pairing_pool import PairingPool, build_pool, find_partner_seats, get_next_round_number
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.forms.organiser.phases import PhaseForm
from tournaments.forms.organiser.rounds import DivisionForm, PlanForm
from tournaments.models import Tournament
from tournaments.printing.rulesheet import list_rule_stages
from tournaments.results.tallies import get_standings
from tournaments.rounds import phases
from tournaments.standings.metrics import METRICS
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.access import require_member
from tournaments.views.numbers import parse_number
from tournaments.views.requests import MemberRequest

from . import draft_quality
from .form_refusals import CatchRefusals
from .inline_edit import apply_inline_edit
from .scoping import get_tournament

LONG_EFFORT = 1.0
"""The effort of a long search, for which the organiser waits some seconds."""


def compute_scores(tournament: Tournament) -> dict[int, int]:
    """Return each entry's score for the draw, by entry id; the higher the better. Where rounds follow the standings it
    is the place there; in a Swiss tournament it is equal for entries whose first ranking figure is equal. Empty in
    other formats."""
    if tournament.format != Tournament.Format.STANDING and not tournament.has_duels:
        return {}
    rows = get_standings(tournament)
    if tournament.format != Tournament.Format.SWISS:
        return {row.tally.entry: -row.rank for row in rows}
    main = RankingOrder.from_json(tournament.ranking).precedence[1]
    sign = -1 if METRICS[main].lower_is_better else 1
    groups = {figure: n for n, figure in enumerate(sorted({sign * row.figures[main] for row in rows}))}
    return {row.tally.entry: groups[sign * row.figures[main]] for row in rows}


@require_member()
@require_safe
def show_rounds(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the plan, the published rounds and the draft of the next one."""
    return render_rounds(request, get_tournament(request, pk))


def render_rounds(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the whole page, or the draft only for htmx. `more`: `refused`, an error message; `picked`, the entry
    picked; `plan`, `phase` or `division`, a form that was refused."""
    field = build_pool(tournament)
    found, others = evaluate_drafts(field)
    sheets = load_sheets(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "phase": more.pop("phase", None) or PhaseForm(phases.get_current_phase(tournament)),
        "by_hand": not tournament.has_duels or tournament.format == Tournament.Format.SWISS,
        "n": field.first,
        "plan": more.pop("plan", None) or PlanForm(tournament, find_partner_seats(tournament) is not None),
        "published": list_published_rounds(sheets, tournament),
        "stages": list(list_rule_stages(tournament)),
        "missing": list_unfinished(sheets, field.first - 1),
        "refused": None,
        "picked": None,
        "ready": len(field.list_present(field.first)) >= min(field.sizes),
        "there": len(field.list_entries(field.first)),
        "over": tournament.format != Tournament.Format.FREE and is_past_last_round(tournament, field.first),
        "division": more.pop("division", None) or build_division_form(field),
        **build_draft_context(field, found, others),
        **more,
    }
    if found:
        context["shown"] = build_shown_round(request, field, found)
    part = request.htmx and found
    wrong = (context["refused"] or context["plan"].errors or context["phase"].errors) and not part
    template = "organiser/_draft.html" if part else "organiser/rounds.html"
    return render(request, template, context, status=422 if wrong else 200)


def evaluate_drafts(field: PairingPool) -> tuple[DraftEvaluation | None, list[DraftEvaluation]]:
    """Return the chosen draft evaluated (None: there is none, or it is of an earlier round), and the other drafts."""
    drafts = list(field.tournament.drafts.all())
    scores = compute_scores(field.tournament)
    chosen = next((each for each in drafts if each.chosen), None)
    found = evaluate_draft(field, chosen, scores) if chosen and chosen.first == field.first else None
    return found, [evaluate_draft(field, each, scores) for each in drafts if each != chosen]


def list_unfinished(sheets: list[Sheet], n: int) -> list[Sheet]:
    """Return the tables of round n that are neither over nor out of play."""
    return [it for it in sheets if it.table.round.n == n and not (it.is_over or it.unplayed)]


def build_division_form(field: PairingPool) -> DivisionForm:
    """Return the form to choose the tables of the next round."""
    return DivisionForm(propose_divisions(field), 2 if field.has_fixed_pairs else 1)


def is_past_last_round(tournament: Tournament, n: int) -> bool:
    """True if round n is more than was planned, or than the format allows."""
    if tournament.has_duels and tournament.format != Tournament.Format.SWISS:
        return is_phase_over(tournament)
    return n > tournament.planned_rounds


def list_published_rounds(sheets: list[Sheet], tournament: Tournament) -> list[dict[str, Any]]:
    """Return each published round: its tables, how many of them are over, and whether it can be withdrawn."""
    found: dict[int, list[Sheet]] = {}
    for sheet in sheets:
        found.setdefault(sheet.table.round.n, []).append(sheet)
    last = max(found, default=0)
    return [
        {
            "n": n,
            "tables": some,
            "over": sum(it.is_over for it in some),
            "unplayed": [it for it in some if it.unplayed],
            "may_withdraw": n == last
            and tournament.format != Tournament.Format.FREE
            and not any(it.has_records for it in some),
        }
        for n, some in sorted(found.items())
    ]


def build_draft_context(
    field: PairingPool, found: DraftEvaluation | None, others: list[DraftEvaluation]
) -> dict[str, Any]:
    """Return the draft with its quality, and the other drafts to choose from, for a template. `found`: the chosen
    draft."""
    names = dict(field.tournament.entries.values_list("pk", "shown_name"))
    context: dict[str, Any] = {"lone": [names[entry] for entry in field.unpaired], "names": names, "draft": None}
    if found is None:
        return context
    return context | {
        "draft": found.draft,
        "verdict": draft_quality.describe_quality(found),
        "lines": draft_quality.describe_measures(found, field),
        "stale": found.stale,
        "strangers": [names[entry] for entry in sorted(found.no_longer_present) if entry in names],
        "forgotten": [names[entry] for entry in sorted(found.newly_present)],
        "others": [
            {
                "choice": each.draft.choice,
                "verdict": draft_quality.describe_quality(each),
                "line": draft_quality.describe_repeats(each.judgement.proof),
            }
            for each in others
        ],
    }


def build_shown_round(request: MemberRequest, field: PairingPool, found: DraftEvaluation) -> dict[str, Any]:
    """Return the round of the draft to show (`?round=`), its tables with names, and the numbers of all rounds in the
    draft."""
    numbers = range(found.draft.first, found.draft.first + len(found.draft.rounds))
    asked = parse_number((request.POST or request.GET).get("round"))
    n = asked if asked is not None and asked in numbers else numbers[0]
    row = found.draft.rounds[n - numbers[0]]
    names = dict(field.tournament.entries.values_list("pk", "shown_name"))
    tables = [
        {"n": number, "people": draft_quality.list_names(table, names), "locked": number in row["locked"]}
        for number, table in enumerate(row["tables"], 1)
    ]
    resting = draft_quality.list_names(row["resting"], names)
    aside = [name for _entry, name in draft_quality.list_names(row.get("aside", []), names)]
    return {"n": n, "all": list(numbers), "tables": tables, "resting": resting, "aside": aside}


@require_member()
@require_POST
def plan_rounds(request: MemberRequest, pk: int) -> HttpResponse:
    """Save the format, the number of rounds and, for matches between two sides, the phase."""
    tournament = get_tournament(request, pk)
    form = PlanForm(tournament, find_partner_seats(tournament) is not None, request.POST)
    phase = PhaseForm(phases.get_current_phase(tournament), request.POST)
    if form.is_valid() and (form.cleaned_data["format"] not in Tournament.DUELS or phase.is_valid()):
        plan = form.get_plan()
        asked = phase.build_phase(plan["format"]) if plan["format"] in Tournament.DUELS else None
        with CatchRefusals(form):
            actions.plan_rounds(tournament, phase=asked, **plan)
            messages.success(request, _("C’est gardé."))
            return redirect(
                "tournament-tables" if tournament.format == Tournament.Format.FREE else "tournament-rounds",
                tournament.pk,
            )
    return render_rounds(request, tournament, plan=form, phase=phase)


@require_member()
@require_POST
def draw_rounds(request: MemberRequest, pk: int) -> HttpResponse:
    """Draw three drafts of the next round, or of all rounds left. `long` in the POST makes the search take some
    seconds."""
    tournament = get_tournament(request, pk)
    field = build_pool(tournament)
    draft = get_chosen_draft(tournament)
    form = DivisionForm(propose_divisions(field), 2 if field.has_fixed_pairs else 1, request.POST)
    keep = draft is not None and "sizes_of" not in request.POST
    if not keep and not tournament.has_duels and not form.is_valid():
        return render_rounds(request, tournament, division=form, refused=_("Choisissez les tables."))
    sizes = field.sizes if tournament.has_duels else tuple(draft.sizes) if keep and draft else form.sizes()
    effort = {"effort": LONG_EFFORT} if "long" in request.POST else {}
    try:
        actions.draw_rounds(
            tournament, sizes=sizes, seed=secrets.randbits(32), scores=compute_scores(tournament), **effort
        )
    except actions.ActionError as why:
        return render_rounds(request, tournament, refused=str(why))
    return redirect("tournament-rounds", tournament.pk)


@require_member()
@require_POST
def edit_draft(request: MemberRequest, pk: int) -> HttpResponse:
    """Make one edit of the draft: exchange two players, lock a table, choose another draft, drop all drafts."""
    tournament = get_tournament(request, pk)
    asked = parse_number(request.POST.get("round"))
    page = reverse("tournament-rounds", args=[tournament.pk]) + (f"?round={asked}" if asked else "")
    return apply_inline_edit(request, tournament, apply_draft_edit, render_rounds) or redirect(page)


def apply_draft_edit(tournament: Tournament, post: Any) -> str | None:
    """Apply one edit to the draft. Return an error message, or None. Raises NotDone if the edit is refused."""
    n = parse_number(post.get("round")) or 0
    choice, entry, other = (parse_number(post.get(name)) for name in ("choice", "entry", "with"))
    if "drop" in post:
        actions.drop_drafts(tournament)
    elif choice is not None:
        actions.choose_draft(tournament, choice)
    elif "lock" in post:
        table, _colon, locked = post["lock"].partition(":")
        actions.lock_drafted_table(tournament, n, parse_number(table) or 0, locked == "1")
    elif entry is not None and other is not None:
        actions.swap_drafted_entries(tournament, n, entry, other)
    else:
        return _("Touchez d’abord le nom de quelqu’un, puis « échanger » à côté de l’autre.")
    return None


@require_member()
@require_POST
def publish_round(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Publish round n, so that everybody can see it."""
    words = _("La ronde %(n)s est publiée : tout le monde peut la voir.") % {"n": n}
    return run_round_action(request, get_tournament(request, pk), actions.publish_round, n, words, "tournament")


@require_member()
@require_POST
def withdraw_round(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Withdraw the published round n, so that it can be prepared again."""
    words = _("La ronde %(n)s est retirée : elle est de nouveau en préparation.") % {"n": n}
    return run_round_action(request, get_tournament(request, pk), actions.withdraw_round, n, words, "tournament-rounds")


def run_round_action(
    request: MemberRequest,
    tournament: Tournament,
    action: Callable[[Tournament, int], object],
    n: int,
    message: str,
    next_page: str,
) -> HttpResponse:
    """Publish or withdraw round n, say so with `message` and redirect to `next_page` (a URL name); or show the page
    with the reason why it is refused."""
    try:
        action(tournament, n)
    except actions.ActionError as why:
        return render_rounds(request, tournament, refused=str(why))
    messages.success(request, message)
    return redirect(next_page, tournament.pk)


def suggest_next_round(tournament: Tournament) -> dict[str, Any] | None:
    """Suggest drawing the next round; None if tables are free or no round is left to draw."""
    n = get_next_round_number(tournament)
    if tournament.format == Tournament.Format.FREE or is_past_last_round(tournament, n):
        return None
    words = _("Toutes les tables ont fini. Préparez la ronde %(n)s.") % {"n": n}
    return {
        "words": words,
        "url": reverse("tournament-rounds", args=[tournament.pk]),
        "action": _("Préparer la ronde suivante"),
    }


urlpatterns = [
    path("event/<int:pk>/rounds", show_rounds, name="tournament-rounds"),
    path("event/<int:pk>/rounds/plan", plan_rounds, name="rounds-plan"),
    path("event/<int:pk>/rounds/draw", draw_rounds, name="rounds-draw"),
    path("event/<int:pk>/rounds/touch", edit_draft, name="rounds-touch"),
    path("event/<int:pk>/rounds/<int:n>/publish", publish_round, name="round-publish"),
    path("event/<int:pk>/rounds/<int:n>/withdraw", withdraw_round, name="round-withdraw"),
]
