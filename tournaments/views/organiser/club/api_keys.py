"""The keys with which other programs read and write for the club: made, shown once, revoked."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config import hall, security_log
from tournaments.actions.people.tokens import make_token, revoke_token
from tournaments.forms.organiser.other_programs import ApiKeyForm, find_key_use, list_rights
from tournaments.models import ApiToken, Club
from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_actor, get_club, get_scoped_row
from tournaments.views.requests import MemberRequest


@require_right(Right.GOVERN)
def edit_keys(request: MemberRequest) -> HttpResponse:
    """Show the club's keys; a POST makes one, and shows its text this once."""
    club = get_club(request, (request.POST or request.GET).get("club"))
    form = ApiKeyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with CatchRefusals(form):
            return show_new_key(request, club, *make_token(club, maker=request.user, **form.terms))
    found = ApiToken.objects.filter(club=club, revoked_at=None)
    context = {
        "club": club,
        "clubs": request.clubs,
        "form": form,
        "tokens": [(token, find_key_use(token), list_rights(token.rights)) for token in found.select_related("maker")],
    }
    return render(request, "organiser/api_keys.html", context, status=422 if form.errors else 200)


def show_new_key(request: MemberRequest, club: Club, token: ApiToken, text: str) -> HttpResponse:
    """Show the text of a key that was made just now."""
    security_log.log_event("key made", request, key=token.pk)
    address = f"{hall.get_base_url(settings.VAR_DIR)}{reverse('api-console')}"
    context = {"club": club, "token": token, "text": text, "address": address}
    return render(request, "organiser/api_key_made.html", context)


@require_right(Right.GOVERN)
@require_POST
def revoke_key(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke a key: it opens nothing any more."""
    token = get_scoped_row(request, ApiToken.objects.select_related("club"), pk)
    revoke_token(token, actor=get_actor(request))
    security_log.log_event("key revoked", request, key=token.pk)
    messages.success(request, _("La clé est retirée : elle n’ouvre plus rien."))
    return redirect(f"{reverse('club-keys')}?club={token.club_id}")


urlpatterns = [
    path("club/keys", edit_keys, name="club-keys"),
    path("club/key/<int:pk>/revoke", revoke_key, name="club-key-revoke"),
]
