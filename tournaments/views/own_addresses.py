"""The e-mail addresses of the signed-in account, as allauth keeps them: added and verified after «Est-ce bien vous ?»,
so that an open session alone takes nobody's account. A link for a new password goes to a verified one alone."""

from typing import Any, cast

from allauth.account.forms import AddEmailForm
from allauth.account.views import EmailView
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from config.confirmed_sessions import is_confirmed
from config.password_reset import can_mail_links
from tournaments.actions.people.tries import count_letter

MAILING = ("action_add", "action_send")


class OwnAddressesView(EmailView):
    """allauth's page of an account's e-mail addresses. It sends at most one mail a minute, and none where the
    installation has no fixed address."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not is_confirmed(request):
            raise ReauthenticationRequired
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "mail": can_mail_links()}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if any(action in request.POST for action in MAILING) and not can_mail_links():
            return self.render_again()
        if "action_send" in request.POST and self.is_hasty(request.POST.get("email", "").lower()):
            return self.render_again()
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AddEmailForm) -> HttpResponse:
        return self.render_again() if self.is_hasty(form.cleaned_data["email"]) else super().form_valid(form)

    def is_hasty(self, address: str) -> bool:
        """Count a mail to this address. Return True, with a message to the user, if it must wait."""
        wait = count_letter(cast(int, self.request.user.pk), address)
        if wait:
            messages.error(self.request, _("Un courriel vient de partir : attendez une minute."))
        return bool(wait)

    def render_again(self) -> HttpResponse:
        """Render the page with the address that was typed, and nothing done (422)."""
        form = self.get_form_class()(user=self.request.user, initial={"email": self.request.POST.get("email", "")})
        return self.render_to_response(self.get_context_data(form=form), status=422)
