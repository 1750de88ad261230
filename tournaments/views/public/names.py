"""The players' names on public pages: shown names, or initials if the club or the player wants no
more.

Pure except for one query for the tournament's entries. Initials are made different inside a tournament («A. L.», «A. L.
2»), so that a page never confuses two players.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Entry, Table, Tournament
from tournaments.models.querysets import TableQuerySet


def get_public_names(tournament: Tournament) -> dict[int, str]:
    """Return each entry's public name, in the order of the shown names; one query."""
    rows = list(Entry.objects.filter(tournament=tournament).values_list("pk", "shown_name", "player__discreet"))
    shown = {pk: name for pk, name, _discreet in rows}
    return shown | abbreviate_names({pk: name for pk, name, discreet in rows if discreet or tournament.club.initials})


def abbreviate_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return each name's initials. The second player with the same initials gets a 2, and so on, in the order of the
    entries' ids."""
    met: Counter[str] = Counter()
    short = {}
    for entry in sorted(names):
        letters = abbreviate_name(names[entry])
        met[letters] += 1
        short[entry] = letters if met[letters] == 1 else f"{letters} {met[letters]}"
    return {entry: short[entry] for entry in names}


def abbreviate_name(name: str) -> str:
    """Return a name's initials: «Anne-Marie Lefèvre» → «A.-M. L.». A number that tells two equal names apart is left
    out."""
    words = [word for word in name.split() if not word.rstrip(".").isdigit()]
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in words[:3])


def build_public_sheets(tables: Iterable[Table], names: Mapping[int, str]) -> list[Sheet]:
    """Build the sheets of tables fetched `with_sheets`, with these names. Why a coup was dealt again is left out: it is
    free text, in which anybody may be named."""
    sheets = []
    for table in tables:
        for seat in table.seats.all():
            seat.entry.shown_name = names[seat.entry_id]
        for record in table.records.all():
            if record.body and record.body.get("type") == "void":
                record.body = {key: value for key, value in record.body.items() if key != "reason"}
        sheets.append(Sheet.from_table(table))
    return sheets


def list_public_cards(tables: TableQuerySet, names: Mapping[int, str]) -> list[TableCard]:
    """Return the cards of those of these tables that have players, in order, with these names."""
    return [
        replace(card, names=tuple(names[seat.entry_id] for seat in card.seats))
        for card in list_cards(tables)
        if card.seats
    ]
