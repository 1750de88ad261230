"""The language of an account's pages, kept."""

from django.contrib.auth.models import AbstractBaseUser

from tournaments.models import Language


def keep_language(user: AbstractBaseUser, code: str) -> None:
    Language.objects.update_or_create(user=user, defaults={"code": code})
