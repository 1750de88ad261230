"""The deciding rows: rows beside the book on which a standing, a prize or a confirmation rests; and what of each goes
into the chain. Who writes such a row, who checks it, and the migration that began their links all read this
declaration.

Paths are those of Django's queries. The digests of old links were made by what is declared here, so it never changes:
whoever wants other columns declares a part of another name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from .digests import compute_state_digest, compute_texts_digest


class Decision(NamedTuple):
    """What the chain holds of a deciding row. `part`: its key in DECIDING_ROWS; `subject`: its id; `state`: the digest
    of what it is now, "" if it is gone; `texts`: the salted digest of its words, "" without a salt."""

    part: str
    subject: int
    tournament: int | None
    state: str
    texts: str


@dataclass(frozen=True)
class DecidingRows:
    """What the chain covers of the deciding rows of one model. `tournament`: the path to their tournament's id (""
    where they have none).

    `columns`: covered as they are by the digest of a row's state; `joined`: columns of other rows that belong to it,
    covered too. `texts`: columns of names and free words, which a link covers by a second digest, salted with the
    column `salt`. To erase such words is to erase the salt: the second digest then proves nothing, and the first one
    shows that they were erased. `may_go`: the words may be erased without showing it, as a reason may.
    """

    model: str
    tournament: str
    columns: tuple[str, ...]
    joined: tuple[str, ...] = ()
    salt: str = ""
    texts: tuple[str, ...] = ()
    may_go: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths to all that is read of a row, in the order of its values: its id first, columns of the rows that
        belong to it last."""
        return (*self.own_paths, *self.joined)

    @property
    def own_paths(self) -> tuple[str, ...]:
        """The paths to columns of the row itself, without those of rows that belong to it."""
        return ("pk", *filter(None, [self.tournament]), *self.columns, *filter(None, [self.salt]), *self.texts)

    @property
    def order(self) -> tuple[str, ...]:
        """The columns by which rows are sorted, so that those of one id stand together."""
        return ("pk", *self.joined)


DECIDING_ROWS: Mapping[str, DecidingRows] = {
    "tournament": DecidingRows(
        "Tournament",
        "pk",
        (
            *("club_id", "game", "preset", "options", "stages", "ranking"),
            *("status", "format", "pairing", "phases", "currency"),
        ),
    ),
    "entry": DecidingRows("Entry", "tournament_id", ("pair",), salt="salt", texts=("player_id", "shown_name")),
    "round": DecidingRows("Round", "tournament_id", ("n", "seed")),
    "rest": DecidingRows("Rest", "round__tournament_id", ("round_id", "entry_id")),
    "unplayed": DecidingRows(
        "UnplayedTable",
        "table__round__tournament_id",
        ("table__round_id", "kind", "absent"),
        joined=("table__seats__position", "table__seats__since", "table__seats__entry_id"),
    ),
    "adjustment": DecidingRows(
        "Adjustment",
        "tournament_id",
        ("tournament_id", "entry_id", "metric", "amount", "round", "given_id", "cancelled_id"),
    ),
    "count": DecidingRows(
        "TokenCount",
        "table__round__tournament_id",
        ("table_id", "position", "fiches", "jetons", "number", "owed_to"),
    ),
    "confirmation": DecidingRows(
        "Confirmation", "table__round__tournament_id", ("table_id", "position", "number", "at")
    ),
    "prize": DecidingRows(
        "Prize",
        "tournament_id",
        ("tournament_id", "kind", "place", "group", "cents", "shared"),
        salt="salt",
        texts=("label",),
    ),
    "account": DecidingRows("Account", "tournament_id", ("fee_cents", "several")),
    "group": DecidingRows("Fee", "entry__tournament_id", ("group",)),
    "worth": DecidingRows(
        "JetonWorth",
        "tournament_id",
        ("club_id", "tournament_id", "minor_units", "decimals", "currency", "jetons"),
    ),
    "season": DecidingRows("Season", "", ("club_id", "rule", "hidden")),
    "counted": DecidingRows("SeasonTournament", "", ("season_id", "tournament_id")),
    "log": DecidingRows(
        "AuditEntry",
        "tournament_id",
        ("tournament_id", "at", "actor", "what", "before", "after"),
        salt="free_text__salt",
        texts=("free_text__text",),
        may_go=True,
    ),
}
"""The declaration for each model, by the word that stands as `part` in its links."""


def read_decisions(part: str, rows: Iterable[Sequence[Any]]) -> Iterator[Decision]:
    """Yield what the chain holds of these rows of a part. `rows`: the values of its `paths`, sorted by its `order`."""
    deciding = DECIDING_ROWS[part]
    own = len(deciding.own_paths)
    for _pk, decisions in groupby(rows, key=itemgetter(0)):
        same = list(decisions)
        joined = [tuple(row[own:]) for row in same if any(value is not None for value in row[own:])]
        yield build_decision(part, same[0][:own], joined)


def build_decision(part: str, values: Sequence[Any], joined: Iterable[tuple[Any, ...]] = ()) -> Decision:
    """Build what the chain holds of one row. `values`: those of its `own_paths`; `joined`: of the rows that belong to
    it."""
    deciding = DECIDING_ROWS[part]
    rest = iter(values)
    subject = next(rest)
    tournament = next(rest) if deciding.tournament else None
    columns = [next(rest) for _column in deciding.columns]
    texts = ""
    if deciding.salt:
        salt = next(rest)
        texts = compute_texts_digest(salt, rest) if salt else ""
        columns += [] if deciding.may_go else [bool(salt)]
    return Decision(part, subject, tournament, compute_state_digest(columns, joined), texts)
