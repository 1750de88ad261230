"""The message on every screen of an evening: set, and taken away before its end."""

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.actions.evenings.hall_message import clear_message, show_message
from tournaments.forms.organiser.rounds import HallMessageForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.reading.hall_messages import find_hall_message
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.ARBITRATE, of=get_tournament)
def edit_message(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the message; a POST sets another one, or takes it away (`clear`)."""
    if "clear" in request.POST:
        clear_message(tournament)
        return say_and_redirect(request, _("Le message est ôté."), "tournament-message", tournament.pk)
    form = HallMessageForm(read_post(request))
    if form.is_valid() and carry_out(form, show_message, tournament, **form.cleaned_data):
        return say_and_redirect(request, _("Tous les écrans le montrent."), "tournament-message", tournament.pk)
    context = {"tournament": tournament, "message": find_hall_message(tournament)}
    return render_form(request, "organiser/hall_message.html", form, context)


urlpatterns = [path("event/<int:pk>/message", edit_message, name="tournament-message")]
