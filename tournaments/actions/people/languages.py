"""The language in which an account reads the pages."""

from django.contrib.auth.models import User

from tournaments.models import Language


def save_language(user: User, code: str) -> None:
    """Save the account's language; `code`: one of settings.LANGUAGES."""
    Language.objects.update_or_create(user=user, defaults={"code": code})
