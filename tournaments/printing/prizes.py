"""Documents on prizes and money: who has which prize, labels for the prizes, receipts, the treasurer's list."""

from typing import Any

from tournaments.models import Event
from tournaments.results.prizes import accounts, given, unclaimed

from .cut_cards import sheets_of_cards


def prizes(event: Event) -> dict[str, Any]:
    """Return the context of the prize list: every award in the order in which prizes are given out, then unclaimed
    prizes."""
    found = given(event)
    return {"given": found, "nobody": unclaimed(event.prizes.all(), found)}


def labels(event: Event) -> dict[str, Any]:
    """Return the context of a card for every prize, with its winner once that is settled."""
    named = {lot.pk: each.winners[0].tally.player for each in given(event) for lot in each.lots if _his(each)}
    return sheets_of_cards([{"prize": prize, "winner": named.get(prize.pk, "")} for prize in event.prizes.all()])


def _his(each: Any) -> bool:
    """True where the award is settled and has one winner."""
    return each.award.settled and len(each.winners) == 1


def receipts(event: Event) -> dict[str, Any]:
    """Return the context of a receipt for every player who has paid something."""
    return sheets_of_cards([line for line in accounts(event).lines if line.paid])


def ledger(event: Event) -> dict[str, Any]:
    """Return the context of the treasurer's list: each player's account by name, and the totals."""
    found = accounts(event)
    return {"accounts": found, "lines": found.lines}
