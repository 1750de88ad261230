"""The life cycle of a tournament: the organiser opens, closes, reopens and hides it; it is never deleted."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.background.jobs import request_job
from config.background.kinds import BACKUP
from tournaments.actions.evenings import lifecycle
from tournaments.book.table_cards import load_cards
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import ArbiterCall, Entry, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.qr import has_phone_address
from tournaments.presentation.text.metric_text import join_texts
from tournaments.reading.final_order import read_final_order
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.settlement import choose_worth, find_worths
from tournaments.reading.table_status import build_table_statuses, group_by_table
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.views.access import require_right
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.rounds.round_plan import count_rounds_left
from tournaments.views.organiser.rounds.seating import list_unplaced_entries
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.organiser.table.signed_papers import build_open_context
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.posted_forms import attempt, carry_out, say_and_redirect
from tournaments.views.public.podium import build_podium_context
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN, of=get_tournament)
def open_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Open the tournament, so that tables can record. If tables are free and players have no seat, the form must say
    that they stay without; a GET then shows this question, so that a browser can come back to it. Any other GET leads
    to the evening."""
    is_new = tournament.status == Tournament.Status.DRAFT and tournament.format == Tournament.Format.FREE
    if is_new and request.POST.get("without") != "yes" and (unplaced := list_unplaced_entries(tournament)):
        if request.method == "POST":
            return redirect("tournament-open", tournament.pk)
        return ask_to_open_without(request, tournament, unplaced)
    if request.method != "POST":
        return redirect("tournament", tournament.pk)
    if refused := attempt(lifecycle.open_tournament, tournament, actor=get_actor(request)):
        messages.error(request, refused)
        return redirect("tournament-tables", tournament.pk)
    words = _("La soirée est ouverte : les tables peuvent marquer.")
    page = "tournament-codes" if has_phone_address() else "tournament"
    return say_and_redirect(request, words, page, tournament.pk)


def ask_to_open_without(request: MemberRequest, tournament: Tournament, unplaced: Sequence[Entry]) -> HttpResponse:
    """Render the question whether to open the tournament although some players have no seat, which names them."""
    words = [
        _("Sans place : %(who)s.") % {"who": ", ".join(entry.shown_name for entry in unplaced)},
        _("Ils ne jouent pas tant qu’ils n’ont pas de place ; on peut encore les placer une fois la soirée ouverte."),
    ]
    action = ngettext("Ouvrir sans ce joueur", "Ouvrir sans ces %(n)s joueurs", len(unplaced)) % {"n": len(unplaced)}
    hidden = {"without": "yes"}
    return ask_about(request, tournament, _("Ouvrir la soirée ?"), words, action, hidden=hidden)


@require_right(Right.RUN, of=get_tournament)
def close_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the podium and what is still open, and close the tournament. If tables are open, the form must say that they
    stay so. Once it is closed, the page shows how it ended."""
    is_open = tournament.status == Tournament.Status.OPEN
    if not is_open and (request.method == "POST" or tournament.status == Tournament.Status.DRAFT):
        return redirect("tournament", tournament.pk)
    calls = ArbiterCall.objects.for_tournament(tournament).open()
    statuses = build_table_statuses(load_cards(tournament), calls=group_by_table(calls))
    open_context = build_open_context(tournament, statuses)
    published = max((each.round for each in statuses), default=0)
    if left := count_rounds_left(tournament, published + 1):
        open_context |= describe_rounds_left(left, open_context)
    refused = None
    if request.method == "POST":
        if not open_context["open_things"] or request.POST.get("anyway") == "yes":
            lifecycle.close_tournament(tournament, actor=get_actor(request))
            request_job(settings.VAR_DIR, BACKUP)
            words = _("La soirée est close. Les téléphones ne marquent plus.")
            return say_and_redirect(request, words, "tournament-close", tournament.pk)
        refused = _("Tout n’est pas joué : le bouton dit ce qui reste.")
    rows = place_waiting_last(tournament, get_ranking(tournament, more=("coups",)))
    context = {
        "tournament": tournament,
        "coups": sum(each.coups_played for each in statuses),
        "refused": refused,
        "settles": Right.MONEY in request.rights
        and get_game_figures(tournament).in_jetons
        and choose_worth(*find_worths(tournament)) is not None,
        **open_context,
        "loud": is_open,
        **build_podium_context(tournament, read_final_order(tournament, rows)),
    }
    return render(request, "organiser/close.html", context, status=422 if refused else 200)


def describe_rounds_left(left: int, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the closing page shows if `left` planned rounds were never published: `rounds_left`, their number;
    `open_things`, the number of open things in `context` and one more for these rounds; `named`, the words of the
    button, which name these rounds and then the open tables."""
    words = ngettext("%(n)s ronde non jouée", "%(n)s rondes non jouées", left) % {"n": left}
    named = join_texts([words, *context["open_names"]])
    return {"rounds_left": left, "open_things": context["open_things"] + 1, "named": named}


@require_right(Right.RUN, of=get_tournament)
def reopen_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Reopen a closed tournament, with a reason."""
    if tournament.status != Tournament.Status.CLOSED:
        return redirect("tournament", tournament.pk)
    form = ReasonForm(request.POST or None, example=_("Par exemple : « la table 3 n’avait pas fini »."))
    reopen, actor = lifecycle.open_tournament, get_actor(request)
    if form.is_valid() and carry_out(form, reopen, tournament, actor=actor, reason=form.cleaned_data["reason"]):
        said = _("La soirée est rouverte : les tables peuvent marquer.")
        return say_and_redirect(request, said, "tournament", tournament.pk)
    words = [
        _("Les téléphones pourront de nouveau marquer aux tables qui ne sont pas confirmées."),
        _("Pour corriger un seul coup, inutile de rouvrir : ouvrez la table et corrigez-le, avec une raison."),
    ]
    return ask_about(request, tournament, _("Rouvrir la soirée ?"), words, _("Rouvrir la soirée"), form=form)


@require_right(Right.RUN, of=get_tournament)
def hide_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Hide a tournament from all lists, or show it again, after a question."""
    if request.method == "POST":
        lifecycle.hide_tournament(tournament, not tournament.hidden, actor=get_actor(request))
        clear_polled_parts()
        return redirect("organiser")
    if tournament.hidden:
        words = [_("La soirée reparaîtra dans les listes.")]
        return ask_about(request, tournament, _("Ne plus masquer cette soirée ?"), words, _("Remettre dans les listes"))
    words = [_("Elle quitte les listes et l’accueil. Rien n’est effacé : elle reste sous « masquées ».")]
    return ask_about(request, tournament, _("Masquer cette soirée ?"), words, _("Masquer"))


def ask_about(
    request: MemberRequest, tournament: Tournament, title: str, words: list[str], action: str, **more: Any
) -> HttpResponse:
    """Render one question about the tournament; `more`: as for `render_question`."""
    back = (reverse("tournament", args=[tournament.pk]), tournament.name)
    return render_question(request, title, words, action, back, tournament=tournament, **more)


urlpatterns = [
    path("event/<int:pk>/open", open_tournament, name="tournament-open"),
    path("event/<int:pk>/close", close_tournament, name="tournament-close"),
    path("event/<int:pk>/reopen", reopen_tournament, name="tournament-reopen"),
    path("event/<int:pk>/hide", hide_tournament, name="tournament-hide"),
]
