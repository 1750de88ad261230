"""The keys with which other programs read and write for the club: made, shown once, revoked."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from config import hall, security_log
from tournaments.actions.people.tokens import make_token, revoke_token
from tournaments.forms.organiser.other_programs import ApiKeyForm, find_key_use, list_rights
from tournaments.models import ApiToken, Club
from tournaments.models.rights import Right
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_scoped_row
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.GOVERN, of=get_asked_club, asks_who=True)
def edit_keys(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's keys; a POST makes one, and shows its text this once."""
    form = ApiKeyForm(read_post(request))
    if form.is_valid() and (made := carry_out(form, make_token, club, maker=request.user, **form.terms)):
        return show_new_key(request, club, *made.result)
    api_tokens = ApiToken.objects.filter(club=club, revoked_at=None)
    context = {
        "club": club,
        "clubs": request.clubs,
        "tokens": [
            (token, find_key_use(token), list_rights(token.rights)) for token in api_tokens.select_related("maker")
        ],
    }
    return render_form(request, "organiser/api_keys.html", form, context)


def show_new_key(request: MemberRequest, club: Club, token: ApiToken, text: str) -> HttpResponse:
    """Show the text of a key that was made just now."""
    security_log.log_event("key made", request, key=token.pk)
    address = f"{hall.get_base_url(settings.VAR_DIR)}{reverse('api:api-console')}"
    context = {"club": club, "token": token, "text": text, "address": address}
    return render(request, "organiser/api_key_made.html", context)


@require_right(Right.GOVERN, SEND, asks_who=True)
def revoke_key(request: MemberRequest, pk: int) -> HttpResponse:
    """Revoke a key: it opens nothing any more."""
    token = get_scoped_row(request, ApiToken.objects.select_related("club"), pk)
    revoke_token(token, actor=get_actor(request))
    security_log.log_event("key revoked", request, key=token.pk)
    words = _("La clé est retirée : elle n’ouvre plus rien.")
    return say_and_redirect(request, words, build_club_address("club-keys", token.club_id))


urlpatterns = [
    path("club/keys", edit_keys, name="club-keys"),
    path("club/key/<int:pk>/revoke", revoke_key, name="club-key-revoke"),
]
