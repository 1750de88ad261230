"""The life cycle of a tournament: the organiser opens, closes, reopens and hides it; it is never deleted."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Event, Table
from tournaments.rounds.table_status import Glance, glance
from tournaments.views.access import member
from tournaments.views.polled_parts import forget

from .form_refusals import RefusalsOn
from .scoping import by, our_event


@member()
@require_POST
def event_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the tournament, so that tables can record."""
    event = our_event(request, pk)
    try:
        actions.open_event(event, by=by(request))
    except actions.NotDone as why:
        messages.error(request, str(why))
        return redirect("event-tables", event.pk)
    return redirect("event-codes", event.pk)


@member()
def event_close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the tournament; if tables have not finished, only if the box is ticked."""
    event = our_event(request, pk)
    if event.status != Event.Status.OPEN:
        return redirect("event", event.pk)
    missing = [{"sheet": it.sheet, "lacks": lacks(it)} for it in glance(Table.objects.for_event(event)) if not it.done]
    refused = None
    if request.method == "POST":
        if not missing or request.POST.get("anyway") == "yes":
            actions.close_event(event, by=by(request))
            messages.success(request, _("La soirée est close. Les téléphones ne marquent plus."))
            return redirect("event", event.pk)
        refused = _("Cochez la case pour clore la soirée avec des tables qui n’ont pas fini.")
    context = {"event": event, "missing": missing, "refused": refused}
    return render(request, "desk/close.html", context, status=422 if refused else 200)


def lacks(it: Glance) -> str:
    """Say what a table still has to do."""
    return {
        "stuck": _("ne peut pas jouer comme elle est placée"),
        "waiting": _("n’a rien joué"),
        "playing": _("joue encore"),
        "over": _("il reste à compter les jetons et à confirmer"),
        "counted": _("il reste à confirmer la feuille"),
    }[it.stage]


@member()
def event_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Reopen a closed tournament, with a reason."""
    event = our_event(request, pk)
    if event.status != Event.Status.CLOSED:
        return redirect("event", event.pk)
    form = ReasonForm(request.POST or None, example=_("Par exemple : « la table 3 n’avait pas fini »."))
    if request.method == "POST" and form.is_valid():
        with RefusalsOn(form):
            actions.open_event(event, by=by(request), reason=form.cleaned_data["reason"])
            messages.success(request, _("La soirée est rouverte : les tables peuvent marquer."))
            return redirect("event", event.pk)
    words = [
        _("Les téléphones pourront de nouveau marquer aux tables qui ne sont pas confirmées."),
        _("Pour corriger un seul coup, inutile de rouvrir : ouvrez la table et corrigez-le, avec une raison."),
    ]
    return ask(request, event, _("Rouvrir la soirée ?"), words, _("Rouvrir la soirée"), form)


@member()
def event_hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide a tournament from all lists, or show it again, after a question."""
    event = our_event(request, pk)
    if request.method == "POST":
        actions.hide_event(event, not event.hidden, by=by(request))
        forget()
        return redirect("desk")
    if event.hidden:
        words = [_("La soirée reparaîtra dans les listes.")]
        return ask(request, event, _("Ne plus masquer cette soirée ?"), words, _("Remettre dans les listes"))
    words = [_("Elle quitte les listes et l’accueil. Rien n’est effacé : elle reste sous « masquées ».")]
    return ask(request, event, _("Masquer cette soirée ?"), words, _("Masquer"))


def ask(
    request: HttpRequest, event: Event, title: str, words: list[str], action: str, form: forms.Form | None = None
) -> HttpResponse:
    """Render one question with its explanation and its button."""
    back = reverse("event", args=[event.pk])
    context: dict[str, Any] = {"title": title, "words": words, "action": action, "back": back, "back_to": event.name}
    context["form"] = form
    return render(request, "desk/ask.html", context, status=422 if form is not None and form.errors else 200)


urlpatterns = [
    path("event/<int:pk>/open", event_open, name="event-open"),
    path("event/<int:pk>/close", event_close, name="event-close"),
    path("event/<int:pk>/reopen", event_reopen, name="event-reopen"),
    path("event/<int:pk>/hide", event_hide, name="event-hide"),
]
