"""The language that an account's user reads the pages in, on every device."""

from django.conf import settings
from django.db import models


class Language(models.Model):
    """The language of an account. `code`: one of settings.LANGUAGES, as last chosen while signed in."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="language")
    code = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.user} · {self.code}"
