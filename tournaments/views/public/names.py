"""What people are called on the pages that anybody may see: shown names, or initials where the club wants no more.

Pure but for the reading of an event's entries. Initials are made different inside an event («A. L.», «A. L. 2»), so
that a page never takes one player for another.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.models import Entry, Event, Table
from tournaments.sheets import Sheet


def public_names(event: Event) -> dict[int, str]:
    """By entry, its name on public pages, in the order of the shown names; one query."""
    shown = dict(Entry.objects.filter(event=event).values_list("pk", "shown_name"))
    return initials(shown) if event.club.initials else shown


def initials(names: Mapping[int, str]) -> dict[int, str]:
    """Every name's initials, numbered from the second of the same on, first come first served by entry."""
    met: Counter[str] = Counter()
    short = {}
    for entry in sorted(names):
        letters = initial_letters(names[entry])
        met[letters] += 1
        short[entry] = letters if met[letters] == 1 else f"{letters} {met[letters]}"
    return {entry: short[entry] for entry in names}


def initial_letters(name: str) -> str:
    """«Anne-Marie Lefèvre» → «A.-M. L.»; a number that tells two names apart stays out."""
    words = [word for word in name.split() if not word.rstrip(".").isdigit()]
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in words[:3])


def public_sheets(tables: Iterable[Table], names: Mapping[int, str]) -> list[Sheet]:
    """The sheets of tables fetched `with_sheets`, told with these names."""
    sheets = []
    for table in tables:
        for seat in table.seats.all():
            seat.entry.shown_name = names[seat.entry_id]
        sheets.append(Sheet.of(table))
    return sheets
