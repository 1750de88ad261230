"""Tries at a secret (a password, a second code, a table's code), counted in the database: all processes of the server
count together, and nobody can flush it. Old rows are deleted."""

from django.db import models


class TryCount(models.Model):
    """How often in a row one secret was tried from one side, and until when no further try is looked at. `subject`: a
    digest of what is tried and by whom."""

    subject = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    closed_until = models.DateTimeField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.subject[:8]} · {self.count}"


class SpentCode(models.Model):
    """A second code that has opened an account and opens nothing again. `digest`: of the account and the code."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.digest[:8]
