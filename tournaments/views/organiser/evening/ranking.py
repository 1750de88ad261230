"""How a tournament is ranked, and its standings where the public pages do not answer: in preparation, or hidden;
and «Et si…» with the players' names in full."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.states import check_state
from tournaments.forms.organiser.ranking import RankingForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import METRIC_TEXTS
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.ranking_orders import RankingOrder, list_metric_choices
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import attempt, carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest
from tournaments.views.what_if import build_what_if_context

from .tiles import build_side_standings


@require_right(Right.RUN, of=get_tournament)
def edit_ranking(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Edit the figures by which a tournament is ranked, and what unplayed rounds count."""
    statistics = get_game_figures(tournament).metric_keys
    now = RankingOrder.from_json(tournament.ranking)
    form = RankingForm(now, read_post(request), game=tournament.game, statistics=statistics)
    if form.is_valid() and carry_out(form, set_ranking, tournament, form.cleaned_data["ranking"]):
        words = _("C’est gardé : le classement se fait ainsi dès maintenant.")
        return say_and_redirect(request, words, "tournament", tournament.pk)
    called = [METRIC_TEXTS[key] for key in list_metric_choices(statistics)]
    refusal = attempt(check_state, tournament, "set_ranking")
    context = {"tournament": tournament, "called": called, "refusal": refusal}
    context["side"] = build_side_standings(tournament, 0)
    return render_form(request, "organiser/event_ranking.html", form, context)


@require_right(Right.LOOK, READ, of=get_tournament)
def show_standings_tab(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Lead to the standings; where they are not public, say what has to happen first."""
    if tournament.status != Tournament.Status.DRAFT and not tournament.hidden:
        return redirect("standings", tournament.code)
    return render(request, "organiser/no_standings.html", {"tournament": tournament})


@require_right(Right.LOOK, READ, of=get_tournament)
def show_tournament_what_if(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show who is sure of a place and what the others need."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    context = build_what_if_context(request, tournament, names) | {"side": build_side_standings(tournament, 0)}
    return render(request, "organiser/what_if.html", context, status=422 if context["failed"] else 200)


urlpatterns = [
    path("event/<int:pk>/what-if", show_tournament_what_if, name="tournament-what-if"),
    path("event/<int:pk>/ranking", edit_ranking, name="tournament-ranking"),
    path("event/<int:pk>/standings", show_standings_tab, name="tournament-standings"),
]
