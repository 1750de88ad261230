"""Check-in: who is present, who comes late or leaves early, who keeps one table, who must not meet, who are
partners."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.actions.rounds.pairing_pool import next_round
from tournaments.forms.organiser.players import alphabetical
from tournaments.forms.organiser.rounds import ApartForm, CheckInForm, PairForm, PartForm
from tournaments.models import Apart, Entry, Event
from tournaments.views.access import member
from tournaments.views.numbers import number

from .form_refusals import RefusalsOn
from .scoping import our_event


@member()
def event_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the check-in page."""
    return people_page(request, our_event(request, pk))


def people_page(request: HttpRequest, event: Event, **more: Any) -> HttpResponse:
    """Render the check-in page; `more`: a form that was refused, under its name on the page, or `refused`, an error
    message."""
    entries = alphabetical(event.entries.all())
    context = {
        "event": event,
        "entries": entries,
        "n": next_round(event),
        "there": sum(entry.presence == Entry.Presence.PRESENT for entry in entries),
        "away": [entry for entry in entries if entry.presence == Entry.Presence.ABSENT],
        "special": [entry for entry in entries if is_special(entry)],
        "pairs": pairs_of(entries),
        "lone": [entry for entry in entries if entry.pair is None],
        "groups": [(group.pk, alphabetical(group.entries.all())) for group in aparts(event)],
        "check": CheckInForm(entries, event),
        "part": PartForm(event, entries, initial={"first": 1}),
        "apart": ApartForm(event, entries, prefix="apart"),
        "pair": PairForm(event, [entry for entry in entries if entry.pair is None], prefix="pair"),
        "refused": None,
        **more,
    }
    wrong = context["refused"] or any(form.errors for form in more.values() if hasattr(form, "errors"))
    return render(request, "desk/rounds_people.html", context, status=422 if wrong else 200)


def is_special(entry: Entry) -> bool:
    """True if the entry comes late, leaves early or keeps one table."""
    return entry.first_round > 1 or entry.last_round is not None or entry.fixed_table is not None


def aparts(event: Event) -> Any:
    """Return the tournament's seating exclusions with their entries."""
    return event.aparts.prefetch_related("entries").order_by("pk")


def pairs_of(entries: list[Entry]) -> list[tuple[int, list[Entry]]]:
    """Return (pair number, its entries), by pair number."""
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.pair is not None:
            found.setdefault(entry.pair, []).append(entry)
    return sorted(found.items())


@member()
@require_POST
def people_check(request: HttpRequest, pk: int) -> HttpResponse:
    """Save who is present; `others`: the presence of everybody else."""
    event = our_event(request, pk)
    entries = alphabetical(event.entries.all())
    form = CheckInForm(entries, event, request.POST)
    if not form.is_valid():
        return people_page(request, event, check=form)
    there = {entry.pk for entry in form.cleaned_data["there"]}
    actions.set_presence([entry for entry in entries if entry.pk in there], Entry.Presence.PRESENT)
    actions.set_presence([entry for entry in entries if entry.pk not in there], form.cleaned_data["others"])
    messages.success(request, _("C’est gardé."))
    return redirect("event-people", event.pk)


@member()
@require_POST
def people_part(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the first and last round of an entry, and the table that it keeps."""
    event = our_event(request, pk)
    form = PartForm(event, list(event.entries.all()), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with RefusalsOn(form):
            actions.set_part(data["entry"], first=data["first"], last=data["last"], table=data["table"])
            messages.success(request, _("C’est gardé."))
            return redirect("event-people", event.pk)
    return people_page(request, event, part=form)


@member()
@require_POST
def people_apart(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a seating exclusion: people who must not meet; or, with `let`, remove one."""
    event = our_event(request, pk)
    if (let := number(request.POST.get("let"))) is not None:
        actions.let_meet(get_object_or_404(Apart, pk=let, event=event))
        return redirect("event-people", event.pk)
    form = ApartForm(event, list(event.entries.all()), request.POST, prefix="apart")
    if form.is_valid():
        with RefusalsOn(form):
            actions.keep_apart(event, list(form.cleaned_data["people"]))
            return redirect("event-people", event.pk)
    return people_page(request, event, apart=form)


@member()
@require_POST
def people_pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a pair of two partners; or, with `part`, dissolve one."""
    event = our_event(request, pk)
    form = PairForm(
        event, list(event.entries.all()), request.POST if "part" not in request.POST else None, prefix="pair"
    )
    try:
        if "part" in request.POST:
            actions.part_pair(event, pair_number(request.POST["part"]))
            return redirect("event-people", event.pk)
        if form.is_valid():
            actions.make_pair(event, form.cleaned_data["first"], form.cleaned_data["second"])
            return redirect("event-people", event.pk)
    except actions.NotDone as why:
        return people_page(request, event, refused=str(why))
    return people_page(request, event, pair=form)


def pair_number(text: str) -> int:
    """Return the pair number in a text; raise Http404 if it is none."""
    found = number(text)
    if found is None:
        raise Http404
    return found


urlpatterns = [
    path("event/<int:pk>/people", event_people, name="event-people"),
    path("event/<int:pk>/people/check", people_check, name="people-check"),
    path("event/<int:pk>/people/part", people_part, name="people-part"),
    path("event/<int:pk>/people/apart", people_apart, name="people-apart"),
    path("event/<int:pk>/people/pair", people_pair, name="people-pair"),
]
