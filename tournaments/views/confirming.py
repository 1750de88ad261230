"""The question «Est-ce bien vous ?» before what an open session alone must not do: whoever has not proved lately who he
is types his password. What he had typed goes along in the page, and is kept nowhere else."""

from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from config.confirmed_sessions import is_confirmed, note_confirmation

from .sign_in import check_password_again

PREFIX = "own"  # of the question's own field, whatever the form sends
PASSWORD_FIELD = f"{PREFIX}-password"
NOT_SENT_AGAIN = (PASSWORD_FIELD, "csrfmiddlewaretoken")


class OwnPasswordForm(forms.Form):
    """The form that asks a signed-in user for his password once more, before something that matters."""

    password = forms.CharField(
        label=_("Votre mot de passe"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
        error_messages={"required": _("Tapez votre mot de passe : c’est bien vous ?")},
    )


def ask_who_sends(request: HttpRequest) -> HttpResponse | None:
    """Return the page that asks the sender of this form for his password again; None if he gave it lately, or with this
    form. Raises ImmediateHttpResponse where the next try must wait."""
    if request.method != "POST" or is_confirmed(request):
        return None
    form = OwnPasswordForm(request.POST if PASSWORD_FIELD in request.POST else None, prefix=PREFIX)
    if form.is_valid():
        if check_password_again(request, cast(User, request.user), form.cleaned_data["password"]):
            note_confirmation(request)
            sent = request.POST.copy()
            del sent[PASSWORD_FIELD]
            cast(Any, request).POST = sent
            return None
        form.add_error("password", _("Ce n’est pas votre mot de passe."))
    typed = [(name, value) for name, values in request.POST.lists() for value in values if name not in NOT_SENT_AGAIN]
    context = {"form": form, "typed": typed, "address": request.get_full_path()}
    return render(request, "organiser/who.html", context, status=422 if form.errors else 200)
