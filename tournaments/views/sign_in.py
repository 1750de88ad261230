"""How organisers sign in, as allauth asks it: sign-up is closed; passwords and second codes are tried a few times at
once and then ever more slowly.

Tries are counted by account, never by IP address, for all the devices in a hall may share one. A device from which the
account has signed in before has a count of its own, so that strangers cannot keep an organiser out.
"""

import re
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordForm, ResetPasswordKeyForm
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.confirmed_sessions import is_confirmed
from config.devices import read_device, remember_device
from config.password_reset import build_mailed_address, can_mail_links
from tournaments.actions.people.tries import (
    PASSWORD,
    SECOND_CODE,
    STRANGERS,
    count_mail,
    count_try,
    forget_tries,
    spend_code,
)

from .waits import render_wait

Subject = tuple[object, ...]


class ClosedSignupAdapter(DefaultAccountAdapter):
    """allauth's adapter without sign-up: an account is made by an invitation or by
    `manage.py organiser`."""

    error_messages = DefaultAccountAdapter.error_messages | dict.fromkeys(
        ("username_password_mismatch", "email_password_mismatch"),
        _("Ce nom et ce mot de passe ne vont pas ensemble."),
    )

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Remember the device, and set the language cookie to the account's own language, whatever language the device
        was used in before."""
        answer: HttpResponse = super().post_login(request, user, **options)
        remember_device(answer, read_device(request).with_account(user.pk))
        language = getattr(user, "language", None)
        if language is not None:
            answer.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language.code,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return answer

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Do nothing: `authenticate` counts the tries."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the account whose password this is, None if it is wrong. Raises ImmediateHttpResponse where the try
        must wait."""
        typed = str(credentials.get("username") or credentials.get("email") or "").lower()
        subject = name_tries(PASSWORD, request, find_account(typed), typed)
        refuse_hasty_try(request, subject)
        user: User | None = super().authenticate(request, **credentials)
        if user:
            forget_tries(*subject)
        return user

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link for a new password: to strangers one a minute, to a device that the account knows a few at once
        and then ever more slowly. The page looks the same."""
        device = read_device(context["request"])
        if not count_mail(user.pk, device.id if device.knows(user.pk) else STRANGERS):
            super().send_password_reset_mail(user, email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, in which nothing comes from the Host header; none where no link in it could be right.
        `template_prefix`: which mail, as allauth names it."""
        if can_mail_links():
            self.render_mail(template_prefix, email, {"email": email, **context}).send()

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        return not is_confirmed(context.request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the URL of the page for a new password, as the mail gives it."""
        page = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return build_mailed_address(page.replace("UID-KEY", key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the URL that confirms an e-mail address, as the mail gives it."""
        return build_mailed_address(reverse("account_confirm_email", args=[emailconfirmation.key]))


class CountedSecondCode:
    """The part of a form in which a second code is typed: it counts the tries, and takes each code once."""

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError if it is wrong or was used before, ImmediateHttpResponse where the
        try must wait."""
        subject = name_tries(SECOND_CODE, context.request, self.user)
        refuse_hasty_try(context.request, subject)
        code: str = super().clean_code()  # type: ignore[misc]
        by_clock = self.authenticator.type == Authenticator.Type.TOTP
        if by_clock and not spend_code(self.user.pk, re.sub(r"\D", "", code)):
            raise get_mfa_adapter().validation_error("incorrect_code")
        forget_tries(*subject)
        return code


class SignInForm(LoginForm):
    """The name, or the e-mail, and the password of an account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Votre nom ou votre courriel")
        self.fields["login"].help_text = _("Ceux du compte avec lequel vous organisez.")
        self.fields["remember"].label = _("Rester connecté sur cet ordinateur")
        self.fields["password" if self.data.get("login") else "login"].widget.attrs["autofocus"] = True
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignInCodeForm(CountedSecondCode, AuthenticateForm):
    """The form that asks for the second code at sign-in."""


class ConfirmCodeForm(CountedSecondCode, ReauthenticateForm):
    """The form that asks a signed-in user for the second code again, before something that matters."""


class CountedChangePasswordForm(ChangePasswordForm):
    """The form for a new password: wrong tries at the present one count as those at sign-in do, in a stolen session
    too."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Votre mot de passe actuel")
        label_new_password(self)

    def clean_oldpassword(self) -> str:
        """Return the present password. Raises ValidationError if it is wrong, ImmediateHttpResponse where the try must
        wait."""
        subject = name_tries(PASSWORD, context.request, self.user)
        refuse_hasty_try(context.request, subject)
        password: str = super().clean_oldpassword()
        forget_tries(*subject)
        return password


class VerifiedResetForm(ResetPasswordForm):
    """The address to which a link for a new password goes: only one that was verified, written as it is kept."""

    def clean_email(self) -> str:
        email: str = super().clean_email().lower()
        verified = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True)
        self.users = [each.user for each in verified.select_related("user")]
        return email


class NewPasswordForm(ResetPasswordKeyForm):
    """The form for a new password behind the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_new_password(self)


def label_new_password(form: forms.Form) -> None:
    """Give a form that asks a new password twice the house's labels, and no placeholders."""
    form.fields["password1"].label = _("Le nouveau mot de passe")
    form.fields["password2"].label = _("Le même, une seconde fois")
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


def check_password_again(request: HttpRequest, user: User, password: str) -> bool:
    """True if this is the password of who is signed in, asked again before what matters. Raises ImmediateHttpResponse
    where the try must wait."""
    subject = name_tries(PASSWORD, request, user)
    refuse_hasty_try(request, subject)
    if not user.check_password(password):
        return False
    forget_tries(*subject)
    return True


def find_account(typed: str) -> User | None:
    """Return the account with this user name or e-mail address, or None; so that tries with both count together."""
    account: User | None = get_user_model().objects.filter(Q(username__iexact=typed) | Q(email__iexact=typed)).first()
    return account if typed else None


def name_tries(what: str, request: HttpRequest, account: User | None, typed: str = "") -> Subject:
    """Return the subject under which a try at the account's secret is counted: its own for a device that the account
    knows, one for all others. A name that no account has is counted as well, so that nobody learns which accounts
    exist. `what`: which secret is tried, PASSWORD or SECOND_CODE."""
    device = read_device(request)
    if account is None:
        return (what, typed, STRANGERS)
    return (what, account.pk, device.id if device.knows(account.pk) else STRANGERS)


def refuse_hasty_try(request: HttpRequest, subject: Subject) -> None:
    """Count a try. Raises ImmediateHttpResponse, with a page that says how long (429), where it must wait."""
    wait = count_try(*subject)
    if wait:
        raise ImmediateHttpResponse(render_wait(request, "account/locked.html", wait))
