"""Organisers' accounts: no sign-up; a lock by the account that is attacked, never by address alone (a hall is one)."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from config.hall import base_url


class ClosedAccounts(DefaultAccountAdapter):
    """Organisers are made by `manage.py organiser`, or by another organiser: nobody signs up."""

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **told: Any) -> HttpResponse:
        """Who signs in finds the language that he has chosen, whatever this device was used in."""
        answer: HttpResponse = super().post_login(request, user, **told)
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
        """Nothing: axes counts wrong passwords. allauth's own count is left for second codes, which axes never sees."""

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The address in the mail, at the server's own name: the one that was asked may be anybody's invention."""
        page = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return base_url(settings.VAR_DIR) + page.replace("UID-KEY", key)


def name_to_lock(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """The user name behind what was typed, name or e-mail address, so that both count their failures together."""
    given = credentials or {}
    typed = given.get("username") or given.get("email") or (request.POST.get("login", "") if request else "")
    if "@" in typed:
        user = get_user_model().objects.filter(email__iexact=typed).first()
        return user.get_username() if user else typed.lower()
    return typed.lower()


def locked(request: HttpRequest, answer: HttpResponse, credentials: dict[str, Any] | None) -> HttpResponse:
    """The page after too many wrong passwords for one account."""
    return render(request, "account/locked.html", status=429)
