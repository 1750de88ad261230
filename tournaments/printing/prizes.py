"""Prizes and money on paper: who has which lot, labels for the lots, receipts, the treasurer's list."""

from typing import Any

from tournaments.models import Event
from tournaments.standings.awarding import accounts, given, unclaimed

from .cut_cards import sheets_of_cards


def prizes(event: Event) -> dict[str, Any]:
    """Every award, in the order in which lots are given out; then the lots that nobody has."""
    found = given(event)
    return {"given": found, "nobody": unclaimed(event.prizes.all(), found)}


def labels(event: Event) -> dict[str, Any]:
    """A card for every lot, with who has it once it is settled."""
    named = {lot.pk: each.winners[0].tally.player for each in given(event) for lot in each.lots if _his(each)}
    return sheets_of_cards([{"prize": prize, "winner": named.get(prize.pk, "")} for prize in event.prizes.all()])


def _his(each: Any) -> bool:
    return each.award.settled and len(each.winners) == 1


def receipts(event: Event) -> dict[str, Any]:
    """A card for everybody who has paid something."""
    return sheets_of_cards([line for line in accounts(event).lines if line.paid])


def ledger(event: Event) -> dict[str, Any]:
    """Everybody's account by name, and the totals."""
    found = accounts(event)
    return {"accounts": found, "lines": found.lines}
