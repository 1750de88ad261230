"""A round that has begun, withdrawn: first what that moves, then once, with a reason."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.book.table_cards import list_cards
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Adjustment, Round, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.comparisons import RankChangesTable
from tournaments.presentation.text.adjustment_text import list_adjustment_lines
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.prize_awards import award_prizes
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings
from tournaments.views.access import require_right
from tournaments.views.organiser.evening.change_preview import compare_prizes, compare_ranks
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.requests import MemberRequest


@require_right(Right.RUN)
def withdraw_begun_round(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Show what withdrawing the round n would move; a POST with a reason withdraws it."""
    tournament = get_tournament(request, pk)
    if not tournament.rounds.published().filter(n=n).exists():
        raise Http404
    example = _("Par exemple : « les tables de deux et trois étaient mêlées ».")
    form = ReasonForm(request.POST if request.method == "POST" else None, example=example)
    context: dict[str, Any] = {"tournament": tournament, "n": n, "form": form}
    try:
        current = actions.get_round_to_withdraw(tournament, n)
    except actions.NotNow as why:
        return render(request, "organiser/round_withdraw.html", context | {"refused": str(why)}, status=422)
    if form.is_valid():
        with CatchRefusals(form):
            actions.withdraw_begun_round(tournament, n, actor=get_actor(request), reason=form.cleaned_data["reason"])
            words = _("La ronde %(n)s est retirée : ses feuilles restent lisibles. Préparez la suivante.")
            messages.success(request, words % {"n": n})
            return redirect("tournament-rounds", tournament.pk)
    context |= preview_withdrawal(tournament, current)
    return render(request, "organiser/round_withdraw.html", context, status=422 if form.errors else 200)


def preview_withdrawal(tournament: Tournament, current: Round) -> dict[str, Any]:
    """Return what withdrawing the round would move, for a template: its tables, rests and bonuses; ranks and prizes."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    before, after = get_standings(tournament), get_standings(tournament, up_to_round=current.n - 1)
    given = Adjustment.objects.in_force().for_tournament(tournament).filter(round=current.n)
    read_before, read_after = (
        place_waiting_last(tournament, before),
        place_waiting_last(tournament, after, current.n - 1),
    )
    ranks, unit = compare_ranks(read_before, read_after), get_game_figures(tournament).unit
    return {
        "cards": list_cards(Table.objects.filter(round=current).order_by("n")),
        "resting": [names[rest.entry_id] for rest in current.rests.all()],
        "adjustments": list_adjustment_lines(given, names, unit),
        "ranks": ranks,
        "ranks_table": RankChangesTable(ranks, unit=unit, caption=_("Au classement de la soirée"), caption_id="ranks"),
        "prizes": compare_prizes(
            award_prizes(tournament, before), award_prizes(tournament, after, before_round=current.n)
        ),
    }


urlpatterns = [path("event/<int:pk>/rounds/<int:n>/withdraw-begun", withdraw_begun_round, name="round-withdraw-begun")]
