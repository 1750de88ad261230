"""The language of an account's pages, kept."""

from django.contrib.auth.models import User

from tournaments.models import Language


def keep_language(user: User, code: str) -> None:
    Language.objects.update_or_create(user=user, defaults={"code": code})
