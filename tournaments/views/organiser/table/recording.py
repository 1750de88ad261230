"""What the organiser records at a table himself: the next event, an undo, a substitute, counts, a confirmation.

Each page carries a record id made when it was shown, so that a double click records once.
"""

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.participation import set_presence
from tournaments.actions.tables import closing
from tournaments.actions.tables.closing import save_token_counts
from tournaments.actions.tables.recording import record_event, undo_last
from tournaments.book import history
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import load_cards
from tournaments.forms.events.confirm import ConfirmForm
from tournaments.forms.events.count import CountForm
from tournaments.forms.events.table_form import EventForm
from tournaments.forms.organiser.event_forms import ALL_FORMS, build_event_form, list_form_titles
from tournaments.forms.organiser.players import sort_by_name
from tournaments.forms.organiser.table import ReasonForm, SubstituteForm
from tournaments.forms.organiser.tricks import OrganiserTricksForm
from tournaments.models import Entry, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.option_text import join_label
from tournaments.presentation.text.sheet_text import foretell_departures, narrate_events
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.access import SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.rounds.seating import find_unplaced
from tournaments.views.organiser.scoping import get_actor, get_sheet
from tournaments.views.posted_forms import carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest

from .sheet import build_holders_table, describe_finished_sheet, list_differing_names


def make_key() -> str:
    """Make a new random record id."""
    return secrets.token_urlsafe(18)


def read_key(request: MemberRequest) -> str:
    """Return the record id that the page carried, or a new one for a page just shown."""
    return request.POST.get("key") or make_key()


def read_number(request: MemberRequest) -> int:
    """Return the record number that the page expected to be next; 0 if it is not a number, which is never the next
    one."""
    return parse_number(request.POST.get("number")) or 0


def needs_reason(sheet: Sheet) -> bool:
    """True if a change needs a reason: the sheet is confirmed, or the tournament is closed."""
    return sheet.is_confirmed or sheet.tournament.status == Tournament.Status.CLOSED


@require_right(Right.ARBITRATE, of=get_sheet)
def record_table_event(request: MemberRequest, sheet: Sheet, kind: str) -> HttpResponse:
    """Record the table's next event. `kind`: a key of ALL_FORMS, else 404."""
    if kind not in ALL_FORMS:
        raise Http404
    if sheet.state is None or kind not in list_form_titles(sheet.state):
        messages.error(request, _("Cela ne peut plus se marquer à cette table : voici où elle en est."))
        return redirect("desk-table", sheet.table.pk)
    form = build_event_form(kind, sheet, sheet.state, request.POST or None)
    reason = ReasonForm(request.POST or None, required=needs_reason(sheet))
    if form.is_valid() & reason.is_valid() and carry_out(form, record_from_form, request, sheet, form, reason):
        return say_and_redirect(request, _("C’est marqué."), "desk-table", sheet.table.pk)
    return render_record_page(request, sheet, form, reason)


def record_from_form(request: MemberRequest, sheet: Sheet, form: EventForm, reason: ReasonForm) -> None:
    """Record the form's event. Raises ActionError."""
    record_event(
        sheet.table.pk,
        form.build_record_body(),
        key=read_key(request),
        number=read_number(request),
        actor=get_actor(request),
        reason=reason.cleaned_data["reason"],
    )


def render_record_page(request: MemberRequest, sheet: Sheet, form: EventForm, reason: ReasonForm) -> HttpResponse:
    """Render the form of the next event. After a refusal it has the sheet's newest number, a new id, and all that was
    typed."""
    if form.errors:
        sheet = load_sheet(sheet.table.pk)
    rows = narrate_events(sheet)
    context: dict[str, Any] = {
        "last": rows[-1] if rows else None,
        "tournament": sheet.tournament,
        "sheet": sheet,
        "form": form,
        "reason": reason if needs_reason(sheet) else None,
        "title": form.title,
        "key": make_key(),
        "beside": build_holders_table(sheet),
        "so_far": reverse("desk-so-far", args=[sheet.table.pk, len(sheet.events) + 1]),
    }
    if form.kind == "leave" and sheet.state is not None and not sheet.state.complete:
        context["departures"] = foretell_departures(sheet)
        context["leaver_last"] = RankingOrder.from_json(sheet.tournament.ranking).precedence[0] == "left"
    return render(request, "organiser/mark.html", context, status=422 if form.errors or reason.errors else 200)


@require_right(Right.ARBITRATE, SEND, of=get_sheet)
def preview_tricks(request: MemberRequest, sheet: Sheet, position: int) -> HttpResponse:
    """Preview the cards of a coup at this position, as far as they are entered; nothing is written. 204 if no coup can
    be there."""
    if sheet.setting is None or not 1 <= position <= len(sheet.events) + 1 or sheet.get_state_before(position).complete:
        return HttpResponse(status=204)
    form = OrganiserTricksForm(sheet, request.POST, state=sheet.get_state_before(position), for_organiser=True)
    return render(request, "phone/so_far.html", {"sheet": sheet, "form": form} | form.build_preview())


def render_table_question(
    request: MemberRequest, sheet: Sheet, title: str, words: list[str], action: str, form: forms.Form, **more: Any
) -> HttpResponse:
    """Render one question about a table, with its form and its button; `more`: as for `render_question`."""
    back = (reverse("desk-table", args=[sheet.table.pk]), _("Table %(n)s") % {"n": sheet.table.n})
    more["hidden"] = {"key": make_key(), "number": sheet.next_number} | more.get("hidden", {})
    more |= {"tournament": sheet.tournament, "sheet": sheet}
    return render_question(request, title, words, action, back, form=form, **more)


@require_right(Right.ARBITRATE, of=get_sheet)
def undo_last_event(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Undo the table's last event."""
    if not sheet.events:
        messages.error(request, _("Il n’y a rien à annuler à cette table."))
        return redirect("desk-table", sheet.table.pk)
    form = ReasonForm(request.POST or None, required=needs_reason(sheet))
    if form.is_valid() and carry_out(
        form,
        undo_last,
        sheet.table.pk,
        key=read_key(request),
        number=read_number(request),
        actor=get_actor(request),
        reason=form.cleaned_data["reason"],
        undoes=request.POST.get("undoes", ""),
    ):
        said = _("La dernière ligne est annulée ; elle reste lisible au journal.")
        return say_and_redirect(request, said, "desk-table", sheet.table.pk)
    last = narrate_events(sheet)[-1]
    undone = last.content if last.event["type"] == "leave" else join_label(last.title, last.content)
    words = [undone, _("Les comptes redeviennent ceux d’avant.")]
    record = history.find_record_in_force(sheet.records, len(sheet.events))
    title, hidden = _("Annuler la dernière ligne ?"), {"undoes": record.key if record else ""}
    return render_table_question(
        request, sheet, title, words, _("Annuler cette ligne"), form, hidden=hidden, beside=build_holders_table(sheet)
    )


@require_right(Right.ARBITRATE, of=get_sheet)
def substitute_player(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Let another player take over a position, with what is there, from the next coup on."""
    free = find_unplaced(sort_by_name(sheet.tournament.entries.all()), load_cards(sheet.tournament))
    form = SubstituteForm(sheet, free, request.POST or None)
    if form.is_valid() and carry_out(form, save_substitute, sheet, form, get_actor(request)):
        said = _("La place a changé de joueur ; ce qui s’y trouvait y reste.")
        return say_and_redirect(request, said, "desk-table", sheet.table.pk)
    words = [_("Qui entre prend la place avec ce qui s’y trouve, à partir du coup suivant.")]
    return render_table_question(
        request, sheet, _("Remplacer un joueur"), words, _("Remplacer"), form, beside=build_holders_table(sheet)
    )


def save_substitute(sheet: Sheet, form: SubstituteForm, actor: str) -> None:
    """Seat the substitute; a typed name is first added to the tournament. Who leaves for good is drawn no more."""
    entry = form.cleaned_data["entry"]
    if entry is None:
        before = set(sheet.tournament.entries.values_list("pk", flat=True))
        entries = add_entries(sheet.tournament, [form.cleaned_data["typed"]], actor=actor)
        entry = next(each for each in entries if each.pk not in before)
    position = form.cleaned_data["position"]
    closing.substitute_player(sheet.table.pk, position, entry, actor=actor)
    if form.cleaned_data["gone"]:
        set_presence([sheet.seats[position - 1].entry], Entry.Presence.ABSENT, actor=actor)


@require_right(Right.ARBITRATE, of=get_sheet)
def save_counts(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Save what every player counted at the end; 404 at a table that is played for points, where nobody counts."""
    if sheet.state is None or not sheet.state.purses:
        raise Http404
    form = CountForm(sheet, request.POST or None, filled_in=True)
    pk, actor = sheet.table.pk, get_actor(request)
    if form.is_valid() and (counted := carry_out(form, save_token_counts, pk, form.counts(), actor=actor)):
        say_counted(request, counted.result)
        return redirect("desk-table", pk)
    words = [_("Ce que chacun a devant lui ; qui n’a plus rien, ou doit : 0.")]
    title, action = _("Les comptes de la fin"), _("Comparer avec la feuille")
    return render_table_question(request, sheet, title, words, action, form, template="organiser/count.html")


def say_counted(request: MemberRequest, sheet: Sheet) -> None:
    """Show a message that the counts are recorded and, if so, that they agree with the sheet. If they do not agree, the
    table's page says who is to count again."""
    differs = list_differing_names(sheet)
    words = _("Les comptes sont marqués.") if differs else _("Les comptes sont marqués, et sont ceux de la feuille.")
    messages.success(request, words)


@require_right(Right.ARBITRATE, of=get_sheet)
def confirm_sheet(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Confirm the sheet as another player than its scorer."""
    form = ConfirmForm(sheet, request.POST or None)
    pk, actor = sheet.table.pk, get_actor(request)
    if form.is_valid() and carry_out(form, closing.confirm_sheet, pk, form.cleaned_data["position"], actor=actor):
        return say_and_redirect(request, _("La feuille est confirmée."), "desk-table", pk)
    words = [
        _("Un joueur qui ne tenait pas la feuille la relit, pour toute la table. Vous pourrez encore la corriger.")
    ]
    is_copied = history.find_scorer(sheet.records) is None and sheet.tournament.status == Tournament.Status.OPEN
    signed = reverse("tournament-signed-papers", args=[sheet.tournament.pk]) if is_copied else ""
    more = {"template": "organiser/confirm.html", "signed": signed, **describe_finished_sheet(sheet)}
    return render_table_question(request, sheet, _("Confirmer la feuille"), words, _("Il est d’accord"), form, **more)


urlpatterns = [
    path("table/<int:pk>/mark/<str:kind>", record_table_event, name="desk-mark"),
    path("table/<int:pk>/so-far/<int:position>", preview_tricks, name="desk-so-far"),
    path("table/<int:pk>/undo", undo_last_event, name="desk-undo"),
    path("table/<int:pk>/substitute", substitute_player, name="desk-substitute"),
    path("table/<int:pk>/count", save_counts, name="desk-count"),
    path("table/<int:pk>/confirm", confirm_sheet, name="desk-confirm"),
]
