"""What jetons are worth in money, at the club and for one evening, and who hands whom how much at its end."""

from dataclasses import asdict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.money.jeton_worth import change_evening_worth, set_jeton_worth
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.organiser.money import EveningWorthForm, JetonWorthForm
from tournaments.models import Club, JetonWorth, Tournament, UnplayedTable
from tournaments.models.rights import Right
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.settlement import build_settlement_context
from tournaments.presentation.text.jeton_worth_text import describe_worth, list_example_gains
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.settlement import choose_worth, find_worths, list_jeton_gains
from tournaments.reading.tallies import get_ranking
from tournaments.views.access import READ, require_right
from tournaments.views.download import download_table
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_tournament
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.MONEY, of=get_tournament)
def edit_settlement(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show who hands whom how much, if jetons are worth something; a POST sets what they are worth this evening."""
    own, of_club = find_worths(tournament)
    form = EveningWorthForm(own, of_club, tournament.currency, read_post(request))
    if "look" in request.POST:
        return render_worth_example(request, form, tournament, of_club)
    if form.is_valid() and carry_out(form, change_evening_worth, tournament, form.terms, actor=get_actor(request)):
        return say_and_redirect(request, _("C’est gardé."), "tournament-settlement", tournament.pk)
    context = {
        "tournament": tournament,
        "in_jetons": get_game_figures(tournament).in_jetons,
        "counts_unplayed": do_unplayed_tables_count(tournament),
        "gains": list_example_gains(choose_worth(own, of_club)),
        **build_settlement_context(tournament, choose_worth(own, of_club)),
    }
    return render_form(request, "organiser/settlement.html", form, context)


def render_worth_example(
    request: MemberRequest,
    form: JetonWorthForm,
    tournament: Tournament | None = None,
    of_club: JetonWorth | None = None,
) -> HttpResponse:
    """Render an example of what the form says: what some gains are worth and, in a tournament, who would hand whom how
    much. `of_club`: the club's worth, which counts if the form sets none. While the form is wrong, answer 204."""
    if not form.is_valid():
        return HttpResponse(status=204)
    typed = JetonWorth(**asdict(form.terms)) if form.terms else None
    worth = choose_worth(typed, of_club)
    settled = build_settlement_context(tournament, worth) if tournament else {}
    context = {
        "worth": describe_worth(worth) if worth else "",
        "gains": list_example_gains(worth),
        "would_hand": settled.get("handed"),
        "words": settled.get("words"),
    }
    return render(request, "organiser/_worth_example.html", context)


def do_unplayed_tables_count(tournament: Tournament) -> bool:
    """True if unplayed tables give somebody a total in the standings that differs from the jetons that he has won. The
    settlement in money leaves that difference out."""
    if not UnplayedTable.objects.filter(table__round__tournament=tournament).exists():
        return False
    gains = dict(list_jeton_gains(tournament))
    return any(row.tally.total != gains.get(row.tally.player, 0) for row in get_ranking(tournament))


@require_right(Right.MONEY, READ, of=get_tournament)
def download_settlement(request: MemberRequest, tournament: Tournament, ending: str, part: str) -> HttpResponse:
    """Download a part of the settlement, "handed" or "accounts"; 404 where there is nothing to settle."""
    settlement_context = build_settlement_context(tournament, choose_worth(*find_worths(tournament)), FILE)
    if part not in settlement_context:
        raise Http404
    title = {"handed": _("Qui donne combien à qui"), "accounts": _("Le compte de chacun")}[part]
    return download_table(request, settlement_context[part], ending, f"{tournament.code}-{part}", title)


@require_right(Right.MONEY, of=get_asked_club)
def edit_club_worth(request: MemberRequest, club: Club) -> HttpResponse:
    """Show and edit what jetons are worth at the club."""
    jeton_worth = JetonWorth.objects.filter(club=club).first()
    form = JetonWorthForm(jeton_worth, club.currency, read_post(request))
    if "look" in request.POST:
        return render_worth_example(request, form)
    if form.is_valid() and carry_out(form, set_jeton_worth, club, form.terms):
        return say_and_redirect(request, _("C’est gardé."), build_club_address("club-jeton", club.pk))
    context = {
        "club": club,
        "clubs": request.clubs,
        "games": PARTS_BY_GAME.values(),
        "worth": describe_worth(jeton_worth) if jeton_worth else "",
        "gains": list_example_gains(jeton_worth),
    }
    return render_form(request, "organiser/club_jeton.html", form, context)


urlpatterns = [
    path("event/<int:pk>/settlement", edit_settlement, name="tournament-settlement"),
    path("event/<int:pk>/settlement.<str:ending>", download_settlement, {"part": "handed"}, name="settlement-file"),
    path(
        "event/<int:pk>/settlement/accounts.<str:ending>",
        download_settlement,
        {"part": "accounts"},
        name="settlement-accounts-file",
    ),
    path("club/jeton", edit_club_worth, name="club-jeton"),
]
