"""The language that whoever has an account reads the pages in, wherever he signs in."""

from django.conf import settings
from django.db import models


class Language(models.Model):
    """`code`: one of settings.LANGUAGES, as last chosen while signed in."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="language")
    code = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"{self.user} · {self.code}"
