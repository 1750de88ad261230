"""The hash chain over models: which columns of a table, a record and its lines a link covers. Makes no query; the bytes
are declared in `guards.digests`."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.models import Record, Table
from tournaments.models.guards.digests import (
    LINE_FIGURES,
    RECORD_FIELDS,
    compute_reason_digest,
    compute_record_digest,
    compute_seat_digest,
    compute_start_digest,
    compute_tournament_head,
)

__all__ = [
    "compute_link_digest",
    "compute_reason_digest",
    "compute_seat_digest",
    "compute_table_digest",
    "compute_tournament_head",
]

Row = Sequence[Any]


def compute_table_digest(table: Table) -> str:
    """Return the digest that the table's chain begins with. The table was fetched with its round and tournament."""
    tournament = table.round.tournament
    return compute_start_digest(
        tournament=tournament.pk,
        game=tournament.game,
        round_number=table.round.n,
        table=table.pk,
        table_number=table.n,
        sides=table.sides,
    )


def compute_link_digest(
    links: tuple[str, str],
    record: Record,
    reason: str,
    postings: Sequence[Row],
    lines: Sequence[Row],
    entries: Mapping[int, int],
) -> str:
    """Return the digest of a record's link. `links`: the digests of the link before it at the table, and of the last
    link at any table; `reason`: the salted digest of the record's reason. `postings` and `lines`: rows that begin with
    the record's id, then (in lines) the seat's id; `entries`: by seat id, the entry that sat there."""
    facts = {name: getattr(record, name) for name in RECORD_FIELDS} | {
        "id": record.pk,
        "at": record.at,
        "reason": reason,
    }
    return compute_record_digest(
        links,
        record.table_id,
        facts,
        [tuple(row[1:]) for row in postings],
        [(row[1], entries.get(row[1]), *row[2 : 2 + len(LINE_FIGURES)]) for row in lines],
    )
