"""The account of the signed-in user: his clubs, his password, his second factor."""

from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.models import Member
from tournaments.rights import Right
from tournaments.views.access import require_right
from tournaments.views.requests import MemberRequest


@require_right(Right.LOOK)
@require_safe
def show_account(request: MemberRequest) -> HttpResponse:
    """Show the user's memberships, and whether he uses a second factor."""
    mine = Member.objects.filter(user=request.user)  # type: ignore[misc]
    memberships = mine.select_related("club").order_by("club__name")
    context = {"memberships": memberships, "second_code": is_mfa_enabled(request.user)}
    return render(request, "organiser/account.html", context)


urlpatterns = [path("account", show_account, name="account")]
