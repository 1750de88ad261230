"""A line of the sheet corrected at the table: its form, then what the correction would move; it is written with the
name of another player who agrees."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError
from tournaments.actions.tables.corrections import Correction, plan_correction
from tournaments.actions.tables.table_corrections import correct_at_table, may_correct
from tournaments.book.sheet import Sheet
from tournaments.forms.events.table_form import EventForm
from tournaments.forms.organiser.event_forms import build_event_form
from tournaments.presentation.text.event_text import contrast_events, get_sheet_game, name_sides
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.views.access import require_table_key
from tournaments.views.form_refusals import CatchRefusals
from tournaments.views.numbers import parse_number
from tournaments.views.posted_forms import read_post
from tournaments.views.requests import TableRequest

from .recording import read_record_fields
from .sheet import build_page, get_sheet, redirect_to_sheet, render_sheet


@require_table_key()
def correct_event(request: TableRequest, position: int) -> HttpResponse:
    """Show the form of the event at `position`; a POST shows what it would move, and with `agreed` writes it."""
    sheet = get_sheet(request)
    if sheet.setting is None or not 1 <= position <= len(sheet.events) or not may_correct(sheet):
        return render_sheet(request, sheet, 409, _("Cette ligne ne se corrige plus ici : appelez l’arbitre."))
    form = build_correction_form(sheet, position, read_post(request))
    correction = preview_correction(sheet, position, form) if form.is_valid() else None
    if correction is None or "write" not in request.POST:
        return render_correction(request, sheet, position, form, correction)
    agreed = parse_number(request.POST.get("agreed"))
    if agreed is None:
        return render_correction(request, sheet, position, form, correction, _("Qui d’autre est d’accord ?"))
    sent = read_record_fields(request, sheet)
    seat = build_page(request, sheet).seat or 0
    body = form.build_record_body()
    key, number = sent["key"], sent["number"]
    try:
        correct_at_table(sheet.table.pk, position, body, key=key, number=number, seat=seat, agreed=agreed)
    except ActionError as why:
        return render_sheet(request, get_sheet(request), 409, str(why))
    return redirect_to_sheet()


def build_correction_form(sheet: Sheet, position: int, data: object) -> EventForm:
    """Build the form of the event's own kind, filled in with what is marked; a coup by its totals."""
    state, step = sheet.get_state_before(position), sheet.steps[position - 1]
    return build_event_form(str(step.event["type"]), sheet, state, data, step=step)


def preview_correction(sheet: Sheet, position: int, form: EventForm) -> Correction | None:
    """Return what the correction would change. None, with the errors on the form, if it is impossible."""
    with CatchRefusals(form):
        correction = plan_correction(sheet, position, form.build_record_body())
        for problem in correction.problems:
            form.add_error(None, localise(problem.message))
        return None if correction.problems else correction
    return None


def render_correction(
    request: TableRequest,
    sheet: Sheet,
    position: int,
    form: EventForm,
    correction: Correction | None = None,
    unnamed: str = "",
) -> HttpResponse:
    """Render the correction's page, with what it would move if there is something. `unnamed`: what is asked of
    the player who agrees."""
    page = build_page(request, sheet)
    rows = narrate_events(sheet)
    context = {"page": page, "sheet": sheet, "form": form, "position": position, "row": rows[position - 1]}
    if correction is not None:
        now, then = (name_sides(each.events[position - 1], sheet.sides) or {} for each in (sheet, correction.new_sheet))
        context["was"], context["becomes"] = contrast_events(now, then, get_sheet_game(sheet))
        context["moves"] = [
            (sheet.names[place - 1], change.before.total, change.after.total)
            for place, change in sorted(correction.standing_changes.items())
            if change.before != change.after
        ]
        context["rescored"] = [rows[n - 1].title for n in correction.consequences]
        before, after = sheet.state, correction.new_sheet.state
        context["ends"] = after.complete if before and after and before.complete != after.complete else None
        context |= {"correction": correction, "unnamed": unnamed}
    return render(request, "phone/correct.html", context, status=422 if form.errors or unnamed else 200)
