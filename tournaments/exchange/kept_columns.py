"""The columns beside the book that a corbillon.evenement/1 document carries as they are: how the evening is played, who
takes part and pays, prizes, clocks, what is said of a sheet. One declaration for what is written and what is read.

Each row becomes an object that holds only what differs from the usual. What no document carries, `left_behind` names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from tournaments.actions.evenings.tombola import HIGHEST_NUMBER
from tournaments.actions.rounds.participation import MOST_MINUTES, MOST_ROUNDS, MOST_TABLES
from tournaments.actions.tables.closing import MOST_TOKENS
from tournaments.models import Entry, Prize, Team, Tombola, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.models.currencies import MOST_MINOR_UNITS
from tournaments.models.money import GROUP_LENGTH

from .document_reader import DocumentReader

Columns = dict[str, Any]
HIGHEST = "highest"
GONE_PLAYER_ID = 0
"""The id in a document for a player who is no longer in its list."""
MOST_SECONDS = 2**31 - 1


@dataclass(frozen=True)
class KeptColumn:
    """A database column that a document carries. `key`: its key there, if that is not its name; `read`: reads its
    value; `usual`: the value that is not written, unless the column is `required`; `none`: what is written for None, if
    that is not the usual value."""

    column: str
    read: Callable[[DocumentReader], Any]
    usual: Any = None
    key: str = ""
    required: bool = False
    none: str = ""

    @property
    def name(self) -> str:
        """The key of this column in the document: `key`, or the column's own name."""
        return self.key or self.column


def number(low: int = 1, high: int = 32_767) -> Callable[[DocumentReader], int]:
    """Return a function that reads a whole number within these bounds with a `DocumentReader`."""
    return lambda reader: reader.number(low, high)


def words(most: int) -> Callable[[DocumentReader], str]:
    """Return a function that reads a text of at most `most` characters with a `DocumentReader`."""
    return lambda reader: reader.words(most)


def choice(*known: str) -> Callable[[DocumentReader], str]:
    """Return a function that reads one of these words with a `DocumentReader`."""
    return lambda reader: reader.choice(known)


def read_several(reader: DocumentReader) -> bool | None:
    """Read which prizes a player gets who would win several. True: all of them; False: the prize of his place alone;
    None, written as HIGHEST: the prize with the most money."""
    return None if reader.value == HIGHEST else reader.flag()


money = number(0, MOST_MINOR_UNITS)
SETTINGS = (
    KeptColumn("house_rule", words(NAME_LENGTH), ""),
    KeptColumn("hidden", DocumentReader.flag, False),
    KeptColumn("pairing", choice(*Tournament.Pairing.values), Tournament.Pairing.SINGLE),
    KeptColumn("planned_rounds", number(), 1),
    KeptColumn("minutes", number(1, MOST_MINUTES)),
    KeptColumn("team_score", choice(*Tournament.TeamScore.values)),
    KeptColumn("team_best", number(1, Team.SIZES[-1])),
    KeptColumn("club_rounds", number(1, MOST_ROUNDS)),
)
"""The columns of the tournament's own row that a document keeps."""
PERSON = (
    KeptColumn("presence", choice(*Entry.Presence.values), Entry.Presence.EXPECTED),
    KeptColumn("first_round", number(), 1),
    KeptColumn("last_round", number(0)),
    KeptColumn("fixed_table", number(1, MOST_TABLES)),
    KeptColumn("pair", number()),
)
FEE = (
    KeptColumn("group", words(GROUP_LENGTH), ""),
    KeptColumn("due_cents", money, key="due"),
    KeptColumn("paid_cents", money, 0, key="paid"),
)
ACCOUNT = (KeptColumn("fee_cents", money, 0, key="each"), KeptColumn("several", read_several, False, none=HIGHEST))
PRIZE = (
    KeptColumn("kind", choice(*Prize.PrizeKind.values), Prize.PrizeKind.RANK),
    KeptColumn("place", number(), 1),
    KeptColumn("group", words(GROUP_LENGTH), ""),
    KeptColumn("label", DocumentReader.name, required=True),
    KeptColumn("cents", money, 0, key="worth"),
    KeptColumn("shared", DocumentReader.flag, True),
)
TOMBOLA = (
    KeptColumn("first", number(0, HIGHEST_NUMBER)),
    KeptColumn("last", number(0, HIGHEST_NUMBER)),
    KeptColumn("several", DocumentReader.flag, False),
    KeptColumn("drawn", number(0), 0),
    KeptColumn("seed", words(Tombola.SEED_LENGTH), ""),
)
"""The columns of a tombola that a document keeps; whose ticket is which stands in `tombola_part`."""
CLOCK = (
    KeptColumn("minutes", number(1, MOST_MINUTES)),
    KeptColumn("started_at", DocumentReader.time),
    KeptColumn("paused_at", DocumentReader.time),
    KeptColumn("paused_seconds", number(0, MOST_SECONDS), 0),
)
ROUND = (KeptColumn("seed", number(0, 2**63 - 1)), *CLOCK)
TABLE = (
    KeptColumn("paper_first", DocumentReader.flag, False),
    KeptColumn("extra_minutes", number(0, MOST_MINUTES), 0),
)
CONFIRMATION = (
    KeptColumn("position", number(), key="seat", required=True),
    KeptColumn("at", DocumentReader.time, required=True),
)
"""The columns of a player's confirmation of the sheet that a document keeps."""
COUNT = (
    *CONFIRMATION,
    KeptColumn("fiches", number(0, MOST_TOKENS), 0),
    KeptColumn("jetons", number(0, MOST_TOKENS), 0),
    KeptColumn("owed_to", number(0)),
)
"""The columns that a document keeps of a player's count at the end."""


def write_columns(row: Model, columns: Sequence[KeptColumn]) -> Columns:
    """Return the row's columns as a JSON object, by their keys in the document, without those that have their usual
    value."""
    values = ((each, getattr(row, each.column)) for each in columns)
    return {
        each.name: value.isoformat() if hasattr(value, "isoformat") else (each.none or None) if value is None else value
        for each, value in values
        if each.required or value != each.usual
    }


def read_columns(reader: DocumentReader, columns: Sequence[KeptColumn]) -> Columns:
    """Return the value of each column, by the column's own name, from a JSON object; the usual value if the key is
    missing."""
    parts = ((each, reader.child(each.name)) for each in columns)
    return {
        each.column: each.read(part) if each.required or part.value is not None else each.usual for each, part in parts
    }
