"""The digests of the book's hash chain, and the bytes that each of them covers. Who writes a link, who checks it, and
the migration that began the chain all read this declaration.

Each function takes plain values, and puts the version of its format into the bytes. A version, once written, never
changes: what was written under it is checked under it for ever. A new version gets new functions beside these.

A table's chain begins with the digest of the table itself, `compute_start_digest`. Each link then covers two links: the
one before it at the table (`previous`), and the last one written before it in any chain, also that of a deciding row
(`beside`). So the chains are woven into one another, and whatever vanishes from one of them is missed by the others.
"""

import datetime
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

VERSION = 1
LINE_FIGURES = ("net", "coups", "coups_won", "points", "brusquembilles_won", "brusquembilles_lost")
"""The columns of a ledger line that version 1 covers, in this order."""
RECORD_FIELDS = ("number", "kind", "position", "body", "key", "digest", "actor", "cause")
"""The fields of a record that version 1 covers as they are, in this order; id, time and reason are covered beside
them."""


def encode_values(values: Any) -> bytes:
    """Return the canonical bytes of JSON values: keys sorted, no spaces, ASCII alone, a time in UTC to the
    microsecond."""
    return ENCODER.encode(values).encode("ascii")


def encode_time(value: datetime.datetime) -> str:
    """Return a time as text, the same whatever database it comes from."""
    return value.astimezone(datetime.UTC).isoformat(timespec="microseconds")


ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=encode_time)


def compute_values_digest(*values: Any) -> str:
    """Return the SHA-256 (hex) of the version and these JSON values."""
    return sha256(encode_values([VERSION, *values])).hexdigest()


def compute_start_digest(
    *, tournament: int, game: str, round_number: int, table: int, table_number: int, sides: bool
) -> str:
    """Return the digest that a table's chain begins with: of which table it is, in which round and tournament, with
    which game, and whether it plays in two `sides`."""
    return compute_values_digest("table", tournament, game, round_number, table, table_number, sides)


def compute_record_digest(
    links: tuple[str, str],
    table: int,
    record: Mapping[str, Any],
    postings: Iterable[tuple[Any, ...]],
    lines: Iterable[tuple[Any, ...]],
) -> str:
    """Return the digest of a record's link. `links`: the digests (previous, beside). `record`: "id", "at", "reason"
    (the salted digest, "" without one) and the RECORD_FIELDS. `postings`: (transfer, account, jetons, rule). `lines`:
    (seat id, id of the entry that sat there, and the LINE_FIGURES)."""
    facts = [record[name] for name in ("id", "at", "reason", *RECORD_FIELDS)]
    return compute_values_digest("record", links, table, facts, sorted(postings), sorted(lines))


def compute_seat_digest(
    links: tuple[str, str], table: int, *, seat: int, was: int, entry: int, actor: str, at: datetime.datetime
) -> str:
    """Return the digest of the link by which `entry` sat at the seat, and not `was`. `links`: as for a record; `actor`,
    `at`: who corrected the seat, and when."""
    return compute_values_digest("seat", links, table, seat, was, entry, actor, at)


def compute_reason_digest(salt: str, text: str) -> str:
    """Return the salted digest of a free text, by which the chain proves a text that may be erased."""
    return compute_values_digest("reason", salt, text)


def compute_first_digest(part: str, subject: int) -> str:
    """Return the digest that the links of one deciding row begin with. `part`: its key in DECIDING_ROWS; `subject`: its
    id."""
    return compute_values_digest("decisions", part, subject)


def compute_state_digest(values: Iterable[Any], joined: Iterable[tuple[Any, ...]]) -> str:
    """Return the digest of a deciding row as it stands: its values in their order, and the rows that belong to it."""
    return compute_values_digest("state", list(values), sorted(joined))


def compute_texts_digest(salt: str, texts: Iterable[Any]) -> str:
    """Return the salted digest of names and free words, which may be forgotten."""
    return compute_values_digest("texts", salt, list(texts))


def compute_decision_digest(
    links: tuple[str, str], part: str, subject: int, tournament: int | None, state: str, texts: str
) -> str:
    """Return the digest of the link of a deciding row. `links`: (previous, beside), `previous` being that of the same
    row; `state`: the digest of what it is now, "" once it is gone; `texts`: the salted digest of its words."""
    return compute_values_digest("decision", links, part, subject, tournament, state, texts)


def compute_tournament_head(tables: Iterable[tuple[int, int, str]], decided: str) -> str:
    """Return the head of a tournament: the digest of (round number, table number, head) of each of its tables that has
    a record, and of the digest of the last thing `decided` beside them; "" without a record. With "" for `decided` it
    is the head that was printed before decisions had links."""
    heads = sorted(tables)
    if not heads:
        return ""
    return compute_values_digest("tournament", heads, *filter(None, [decided]))
