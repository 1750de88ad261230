"""A line of the sheet corrected at the table: its form; what the correction would move, shown while it is typed, and
again for another player to read. With the name of this player it is written, through the phone's queue as a new coup
is."""

from functools import partial
from typing import Any, NamedTuple

from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import ActionError, KeyReused, NotNow, Refused
from tournaments.actions.tables.corrections import Correction, plan_correction
from tournaments.actions.tables.preconditions import open_locked_sheet
from tournaments.actions.tables.table_corrections import correct_at_table, may_correct
from tournaments.book.recount import SeatStanding
from tournaments.book.sheet import Sheet
from tournaments.forms.events.card_fields import TypedCardField
from tournaments.forms.events.declared_coup import DeclaredCoupForm
from tournaments.forms.events.table_form import EventForm
from tournaments.forms.organiser.event_forms import build_event_form
from tournaments.presentation.text.cards import get_suit, is_card, name_rank, read_typed_card
from tournaments.presentation.text.event_text import contrast_events, get_sheet_game, name_contents
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import narrate_events, shorten_names
from tournaments.views.access import require_table_key
from tournaments.views.form_refusals import CatchRefusals, add_refusal
from tournaments.views.numbers import parse_number
from tournaments.views.posted_forms import read_post
from tournaments.views.requests import TableRequest

from . import queue_protocol
from .recording import answer_written, read_record_fields
from .sheet import build_page, get_sheet, read_seat, render_sheet


class CardTiles(NamedTuple):
    """A kind of card that a coup counts: its name, how many the pack has, and the inputs of each player."""

    name: str
    all: int
    holders: list[tuple[str, list[BoundField]]]


class CardChoice(NamedTuple):
    """A card to be touched, first its rank and then its suit, each as (as recorded, name, whether it is chosen)."""

    ranks: list[tuple[str, Any, bool]]
    suits: list[tuple[str, Any, bool]]


GONE = _("Cette ligne ne se corrige plus ici : appelez l’arbitre.")


@require_table_key()
def correct_event(request: TableRequest, position: int) -> HttpResponse:
    """Show the form of the event at `position`; a POST shows what it would move (`?live`: that alone, while it is being
    typed), and with `write` writes it."""
    if "write" in request.POST:
        return write_correction(request, position)
    sheet = get_sheet(request)
    if not is_line(sheet, position) or not may_correct(sheet):
        return render_sheet(request, sheet, 409, GONE)
    form = build_correction_form(sheet, read_post(request), position)
    correction = preview_correction(sheet, position, form) if form.is_valid() else None
    if "live" in request.GET:
        return render(request, "phone/correct_effects.html", build_context(request, sheet, position, form, correction))
    return render_correction(request, sheet, position, form, correction)


def write_correction(request: TableRequest, position: int) -> HttpResponse:
    """Write the correction with the name of the player who agrees. A retry is validated against the sheet as it was at
    its first try."""
    try:
        with open_locked_sheet(request.table.pk) as sheet:
            sent = read_record_fields(request, sheet)
            form = build_valid_form(request, sheet, position, sent["key"])
            return answer_written(request, write_form_correction(request, sheet, position, form, sent))
    except Refused as refused:
        form = build_correction_form(sheet, request.POST, position)
        if form.is_valid():
            add_refusal(form, refused)
        return render_correction(request, sheet, position, form)
    except ActionError as not_done:
        if not queue_protocol.is_from_queue(request):
            return render_sheet(request, sheet, 409, str(not_done))
        form_class, line = partial(build_correction_form, position=position), max(position, 1)
        return queue_protocol.render_conflict(request, form_class, sheet, sent, not_done, line=line)


def build_valid_form(request: TableRequest, sheet: Sheet, position: int, key: str) -> EventForm:
    """Build the form of a correction as it was sent, on the sheet as it was before the record with this `key`. Raises
    NotNow if that sheet has no such line. If the form is not valid, raises KeyReused for a `key` that is recorded
    already, or the reason why the table can write nothing now, or else Refused."""
    then = queue_protocol.rebuild_sheet_for(sheet, key)
    if not is_line(then, position):
        raise NotNow(GONE)
    form = build_correction_form(then, request.POST, position)
    if form.is_valid():
        return form
    if queue_protocol.find_record(sheet, key):
        raise KeyReused
    raise queue_protocol.find_obstacle(sheet, sheet.next_number) or Refused(())


def write_form_correction(
    request: TableRequest, sheet: Sheet, position: int, form: EventForm, sent: dict[str, Any]
) -> Sheet:
    """Write the form's event in the place of the one at `position` and return the new sheet. Raises ActionError.
    `sent`: the id, number and actor of the record, as `read_record_fields` returns them."""
    agreed = parse_number(request.POST.get("agreed")) or 0
    seat, body = read_seat(request, sheet) or 0, form.build_record_body()
    return correct_at_table(
        sheet.table.pk, position, body, key=sent["key"], number=sent["number"], seat=seat, agreed=agreed
    )


def is_line(sheet: Sheet, position: int) -> bool:
    """True if the sheet has an event at this position."""
    return sheet.setting is not None and 1 <= position <= len(sheet.events)


def build_correction_form(sheet: Sheet, data: object, position: int) -> EventForm:
    """Build the form of the event's own kind, filled in with the event as it was recorded; a coup is shown by its
    totals."""
    state, step = sheet.get_state_before(position), sheet.steps[position - 1]
    form = build_event_form(str(step.event["type"]), sheet, state, data, step=step)
    if isinstance(form, DeclaredCoupForm):
        for name, declared in form.paths.items():
            if declared.total is not None:
                form.fields[name].widget.attrs["data-makes"] = declared.total  # for static/js/corrected_figures.js
    return form


def preview_correction(sheet: Sheet, position: int, form: EventForm) -> Correction | None:
    """Return what the correction would change. None, with the errors on the form, if it is impossible."""
    with CatchRefusals(form):
        correction = plan_correction(sheet, position, form.build_record_body())
        for problem in correction.problems:
            form.add_error(None, localise(problem.message))
        return None if correction.problems else correction
    return None


def render_correction(
    request: TableRequest, sheet: Sheet, position: int, form: EventForm, correction: Correction | None = None
) -> HttpResponse:
    """Render the correction's page, with what it would move if there is something."""
    context = build_context(request, sheet, position, form, correction)
    return render(request, "phone/correct.html", context, status=422 if form.errors else 200)


def build_context(
    request: TableRequest, sheet: Sheet, position: int, form: EventForm, correction: Correction | None
) -> dict[str, Any]:
    """Return, for a template, what the correction's page shows: the event, its form, and, if there is a `correction`,
    what it would move."""
    rows = narrate_events(sheet)
    page, row = build_page(request, sheet), rows[position - 1]
    context = {"page": page, "sheet": sheet, "form": form, "position": position, "row": row}
    if isinstance(form, DeclaredCoupForm):
        context |= {"side_inputs": list_side_inputs(form), "card_tiles": list_card_tiles(form)}
        context["common_inputs"] = [(bound, offer_cards(form, bound)) for bound in form.list_common_inputs()]
    if correction is None:
        return context
    events = (each.events[position - 1] for each in (sheet, correction.new_sheet))
    now, then = (name_contents(event, sheet.setting, sheet.sides) or {} for event in events)
    was, becomes = contrast_events(now, then, get_sheet_game(sheet))
    before, after, short = sheet.state, correction.new_sheet.state, shorten_names(sheet.names)
    return context | {
        "correction": correction,
        "was": was,
        "becomes": becomes,
        "moves": [
            (short[sheet.names[place - 1]], get_holding(change.before), get_holding(change.after))
            for place, change in sorted(correction.standing_changes.items())
            if change.before != change.after
        ],
        "rescored": [rows[n - 1].title for n in correction.consequences],
        "ends": after.complete if before and after and before.complete != after.complete else None,
    }


def list_side_inputs(form: DeclaredCoupForm) -> list[tuple[tuple[str, ...], list[BoundField], list[BoundField]]]:
    """Return the rows of `DeclaredCoupForm.list_side_inputs` without the inputs that count cards, which the page shows
    as tiles; rows left empty are dropped."""
    rows = [
        (names, [bound for bound in bounds if form.paths[bound.name].counted is None], ticks)
        for names, bounds, ticks in form.list_side_inputs()
    ]
    return [row for row in rows if row[1] or row[2]]


def list_card_tiles(form: DeclaredCoupForm) -> list[CardTiles]:
    """List the kinds of card that the form counts, each with the inputs of every player who may have had some."""
    return [
        CardTiles(
            name, count, [(player, inputs) for player in form.sheet.names if (inputs := list_counts(form, key, player))]
        )
        for key, name, count in form.list_counted()
    ]


def list_counts(form: DeclaredCoupForm, key: str, player: str) -> list[BoundField]:
    """List the inputs that count a player's cards of one kind."""
    counted = {name: field.counted[0] for name, field in form.paths.items() if field.counted and field.player == player}
    return [form[name] for name, kind in counted.items() if kind == key]


def offer_cards(form: DeclaredCoupForm, bound: BoundField) -> CardChoice | None:
    """Return the ranks and suits of the pack for an input that holds a card; None for any other."""
    if not isinstance(bound.field, TypedCardField) or form.state is None:
        return None
    pack, said = scoring.follow_coup(form.state, {"type": "coup"}).suits, read_typed_card(str(bound.value() or ""))
    rank, suit = (said[:-1], said[-1]) if is_card(said) else ("", "")
    ranks = list(dict.fromkeys(card[:-1] for _suit, cards in pack for card in cards))
    return CardChoice(
        [(each, name_rank(each), each == rank) for each in ranks],
        [(each, get_suit(each).name, each == suit) for each, _cards in pack],
    )


def get_holding(place: SeatStanding) -> int:
    """Return what the player of a seat holds: his jetons, or his points in a game without jetons."""
    return place.purse.total if place.purse else place.total
