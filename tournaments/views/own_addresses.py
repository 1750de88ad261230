"""The e-mail addresses of the signed-in account, as allauth keeps them: added and verified after «Est-ce bien vous ?»,
so that an open session alone takes nobody's account. A link for a new password goes to a verified one alone."""

from typing import Any, cast

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from config.password_reset import can_mail_links
from tournaments.actions.people.tries import count_letter

MAILING = ("action_add", "action_send")


class OwnAddressesView(EmailView):
    """allauth's page, which mails nothing without a fixed address, and one mail a minute."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            raise_if_reauthentication_required(request, app="allauth.account")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "mail": can_mail_links()}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if any(action in request.POST for action in MAILING):
            if not can_mail_links():
                return self.render_again(request)
            form = self.get_form()
            if "action_add" in request.POST and not form.is_valid():
                return self.form_invalid(form)
            if count_letter(cast(int, request.user.pk), request.POST.get("email", "").lower()):
                messages.error(request, _("Un courriel vient de partir : attendez une minute."))
                return self.render_again(request)
        return super().post(request, *args, **kwargs)

    def render_again(self, request: HttpRequest) -> HttpResponse:
        """Render the page with the address that was typed, and nothing done (422)."""
        form = self.get_form_class()(user=request.user, initial={"email": request.POST.get("email", "")})
        return self.render_to_response(self.get_context_data(form=form), status=422)
