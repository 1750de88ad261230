"""The auction of the coup that a table is playing: stored so that pages can show it; it is not part of the book."""

from django.db import models

from .rounds import Table


class Auction(models.Model):
    """The outcome of the auction of a table's next coup.

    `number`: the number that the coup's record will have; once the table has that record, the auction is out of date.
    `body`: some of the keys of that record's body, with seats ("1"…"n") for players.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="auction")
    number = models.PositiveIntegerField()
    body = models.JSONField()
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"
