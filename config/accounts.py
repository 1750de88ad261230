"""Organisers' accounts: sign-up is closed, and too many wrong passwords lock the attacked account.

The lock is never by IP address alone: all the devices in a hall share one.
"""

import os
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


class ClosedSignupAdapter(DefaultAccountAdapter):
    """allauth's adapter without sign-up: organisers are created by `manage.py organiser` or by another organiser."""

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **options: Any) -> HttpResponse:
        """Set the language cookie to the account's own language, whatever language the device was used in before."""
        answer: HttpResponse = super().post_login(request, user, **options)
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
        """Do nothing: axes counts wrong passwords. allauth's own count is for second factors, which axes never sees."""

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the URL for the mail, built on CORBILLON_URL: the Host header may be forged, and without that address
        no link is mailed (`password_reset`)."""
        page = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return os.environ["CORBILLON_URL"].rstrip("/") + page.replace("UID-KEY", key)


def find_account_name(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """Return the user name for the typed user name or e-mail address, so that failures with both count together.

    An unknown name or address is returned as typed, in lower case.
    """
    given = credentials or {}
    typed = given.get("username") or given.get("email") or (request.POST.get("login", "") if request else "")
    if "@" in typed:
        user = get_user_model().objects.filter(email__iexact=typed).first()
        return user.get_username() if user else typed.lower()
    return typed.lower()


def show_locked_account(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Show the page (429) after too many wrong passwords for one account."""
    return render(request, "account/locked.html", status=429)
