"""The sheets that nobody but their writer has seen: finished, written by one hand alone, neither confirmed nor agreed to
by another player. All of it is read from what is noted anyway; nothing more is kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Agreement, Record, Table, Tournament


@dataclass(frozen=True)
class UnseenSheet:
    """A finished sheet that only its writer has seen. `last`: its last record, with the writer and when."""

    card: TableCard
    last: Record


def list_unseen_sheets(tournament: Tournament) -> Sequence[UnseenSheet]:
    """Return the finished sheets of a tournament that only one hand has written and nobody else has confirmed since, or
    agreed to a coup of, by round and table; a constant number of queries."""
    unread = Table.objects.filter(round__tournament=tournament, summary__complete=True).unread()
    last, hands = dict[int, Record](), dict[int, set[str]]()
    written = Record.objects.filter(table__in=unread.values("pk")).order_by("number")
    for record in written.only("table_id", "number", "actor", "at"):
        last[record.table_id] = record
        hands.setdefault(record.table_id, set()).add(record.actor)
    agreed = set(Agreement.objects.filter(table__in=hands).values_list("table", flat=True))
    alone = [pk for pk, actors in hands.items() if len(actors) == 1 and pk not in agreed]
    cards = list_cards(Table.objects.filter(pk__in=alone).order_by("round__n", "n"))
    return [UnseenSheet(card, last[card.table.pk]) for card in cards]
