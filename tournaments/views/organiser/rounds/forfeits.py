"""The forfeits of a round, noted together: who did not come to which table."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.book.table_cards import list_cards
from tournaments.forms.organiser.unplayed import RoundForfeitsForm
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import UNPLAYED_WORTH_TEXTS
from tournaments.reading import phases
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.access import require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.requests import MemberRequest

from .unplayed_rounds import NEXT_PAGES


@require_right(Right.ARBITRATE)
def edit_round_forfeits(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Show who sits at each table of round n that nobody has begun; a POST notes who of them did not come."""
    tournament = get_tournament(request, pk)
    tables = Table.objects.filter(round__tournament=tournament, round__n=n)
    if not tables.exists():
        raise Http404
    next_page = NEXT_PAGES.get(request.GET.get("then", ""), "tournament")
    cards = [card for card in list_cards(tables.filter(unplayed=None)) if card.seats and not card.events]
    if not cards or tournament.status != Tournament.Status.OPEN:
        return redirect(next_page, tournament.pk)
    form = RoundForfeitsForm(cards, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with CatchRefusals(form):
            actions.mark_forfeits(form.get_absent(), actor=get_actor(request), reason=form.cleaned_data["reason"])
            messages.success(request, _("C’est gardé."))
            return redirect(next_page, tournament.pk)
    context = {
        "tournament": tournament,
        "n": n,
        "form": form,
        "worth": UNPLAYED_WORTH_TEXTS[RankingOrder.from_json(tournament.ranking).scales.forfeit],
        "in_bracket": tournament.has_duels and phases.is_bracket_round(tournament, n),
        "back": reverse(next_page, args=[tournament.pk]),
    }
    return render(request, "organiser/round_forfeits.html", context, status=422 if form.errors else 200)


urlpatterns = [path("event/<int:pk>/rounds/<int:n>/forfeits", edit_round_forfeits, name="round-forfeits")]
