"""The life cycle of a tournament: the organiser opens, closes, reopens and hides it; it is never deleted."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.backup_files import ask_for_backup
from tournaments import actions
from tournaments.book.table_cards import load_cards
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.rounds.table_status import TableStatus, build_table_statuses
from tournaments.views.access import require_right
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.requests import MemberRequest

from .form_refusals import CatchRefusals
from .scoping import get_actor, get_tournament


@require_right(Right.RUN)
@require_POST
def open_tournament(request: MemberRequest, pk: int) -> HttpResponse:
    """Open the tournament, so that tables can record."""
    tournament = get_tournament(request, pk)
    try:
        actions.open_tournament(tournament, actor=get_actor(request))
    except actions.ActionError as why:
        messages.error(request, str(why))
        return redirect("tournament-tables", tournament.pk)
    return redirect("tournament-codes", tournament.pk)


@require_right(Right.RUN)
def close_tournament(request: MemberRequest, pk: int) -> HttpResponse:
    """Close the tournament; if tables have not finished, only if the box is ticked."""
    tournament = get_tournament(request, pk)
    if tournament.status != Tournament.Status.OPEN:
        return redirect("tournament", tournament.pk)
    missing = [
        {"card": it.card, "lacks": describe_lack(it)}
        for it in build_table_statuses(load_cards(tournament))
        if not it.is_done
    ]
    refused = None
    if request.method == "POST":
        if not missing or request.POST.get("anyway") == "yes":
            actions.close_tournament(tournament, actor=get_actor(request))
            ask_for_backup(settings.VAR_DIR)
            messages.success(request, _("La soirée est close. Les téléphones ne marquent plus."))
            return redirect("tournament", tournament.pk)
        refused = _("Cochez la case pour clore la soirée avec des tables qui n’ont pas fini.")
    context = {"tournament": tournament, "missing": missing, "refused": refused}
    return render(request, "organiser/close.html", context, status=422 if refused else 200)


def describe_lack(it: TableStatus) -> str:
    """Say what a table still has to do."""
    return {
        "stuck": _("ne peut pas jouer comme elle est placée"),
        "waiting": _("n’a rien joué"),
        "playing": _("joue encore"),
        "over": _("il reste à compter les jetons et à confirmer"),
        "counted": _("il reste à confirmer la feuille"),
    }[it.stage]


@require_right(Right.RUN)
def reopen_tournament(request: MemberRequest, pk: int) -> HttpResponse:
    """Reopen a closed tournament, with a reason."""
    tournament = get_tournament(request, pk)
    if tournament.status != Tournament.Status.CLOSED:
        return redirect("tournament", tournament.pk)
    form = ReasonForm(request.POST or None, example=_("Par exemple : « la table 3 n’avait pas fini »."))
    if request.method == "POST" and form.is_valid():
        with CatchRefusals(form):
            actions.open_tournament(tournament, actor=get_actor(request), reason=form.cleaned_data["reason"])
            messages.success(request, _("La soirée est rouverte : les tables peuvent marquer."))
            return redirect("tournament", tournament.pk)
    words = [
        _("Les téléphones pourront de nouveau marquer aux tables qui ne sont pas confirmées."),
        _("Pour corriger un seul coup, inutile de rouvrir : ouvrez la table et corrigez-le, avec une raison."),
    ]
    return render_question(request, tournament, _("Rouvrir la soirée ?"), words, _("Rouvrir la soirée"), form)


@require_right(Right.RUN)
def hide_tournament(request: MemberRequest, pk: int) -> HttpResponse:
    """Hide a tournament from all lists, or show it again, after a question."""
    tournament = get_tournament(request, pk)
    if request.method == "POST":
        actions.hide_tournament(tournament, not tournament.hidden, actor=get_actor(request))
        clear_polled_parts()
        return redirect("organiser")
    if tournament.hidden:
        words = [_("La soirée reparaîtra dans les listes.")]
        return render_question(
            request, tournament, _("Ne plus masquer cette soirée ?"), words, _("Remettre dans les listes")
        )
    words = [_("Elle quitte les listes et l’accueil. Rien n’est effacé : elle reste sous « masquées ».")]
    return render_question(request, tournament, _("Masquer cette soirée ?"), words, _("Masquer"))


def render_question(
    request: MemberRequest,
    tournament: Tournament,
    title: str,
    words: list[str],
    action: str,
    form: forms.Form | None = None,
) -> HttpResponse:
    """Render one question with its explanation and its button."""
    back = reverse("tournament", args=[tournament.pk])
    context: dict[str, Any] = {
        "tournament": tournament,
        "title": title,
        "words": words,
        "action": action,
        "back": back,
        "back_to": tournament.name,
    }
    context["form"] = form
    return render(request, "organiser/ask.html", context, status=422 if form is not None and form.errors else 200)


urlpatterns = [
    path("event/<int:pk>/open", open_tournament, name="tournament-open"),
    path("event/<int:pk>/close", close_tournament, name="tournament-close"),
    path("event/<int:pk>/reopen", reopen_tournament, name="tournament-reopen"),
    path("event/<int:pk>/hide", hide_tournament, name="tournament-hide"),
]
