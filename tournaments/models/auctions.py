"""What is known of a table's coup before it is played out: kept to be looked at, no record."""

from django.db import models

from .rounds import Table


class Auction(models.Model):
    """What the auction of a table's next coup settled. `number`: the record that the coup will be; once the table has
    it, this is old. `body`: keys of that record, with seats for players."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="auction")
    number = models.PositiveIntegerField()
    body = models.JSONField()
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"
