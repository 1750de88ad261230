"""The digest printed on each sheet of paper. It stands for the records, the seats and the rules at that moment; the
organiser types it and is told whether the paper is still true.

"K7M4-P2XQ": four characters for the records, three for the people, tables and rules, one check digit. Only this server
can make it (it is keyed with the server's secret).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

import scoring
from tournaments.book.table_keys import check_digit, encode_number, is_valid_code, normalise_code
from tournaments.models import Record, Seat, Tournament, salts
from tournaments.reading.preset_diff import spell_as_before

RECORDS_LENGTH, HALL_LENGTH = 4, 3  # characters of the digest
Row = tuple[Any, ...]


@dataclass(frozen=True)
class DigestVerdict:
    """What a digest typed from a printed paper tells. `records`: how many were written when it was printed (None: the
    records were never in that state); `since`: the records written later; `is_hall_same`: people, tables and rules are
    unchanged."""

    records: int | None
    since: tuple[Record, ...]
    is_hall_same: bool

    @property
    def is_true(self) -> bool:
        """True where the records, people, tables and rules are still as they were printed."""
        return self.records is not None and not self.since and self.is_hall_same


def compute_digest(tournament: Tournament) -> str:
    """Return the short text, to be printed on papers, that vouches for the tournament's present records, seats and
    rules; takes four queries."""
    *_before, book = _spell_record_states(tournament, list(_list_records(tournament)))
    body = book + _spell_hall(tournament)
    code = body + check_digit(body)
    return f"{code[:4]}-{code[4:]}"


def verify_digest(tournament: Tournament, text: str) -> DigestVerdict | None:
    """Compare a typed digest with the tournament; None where the text is no digest, or was mistyped."""
    code = normalise_code(text)
    if not is_valid_code(code):
        return None
    records = list(_list_records(tournament))
    states = list(_spell_record_states(tournament, records))
    known = [n for n, state in enumerate(states) if state == code[:RECORDS_LENGTH]]
    hall = code[RECORDS_LENGTH:-1] == _spell_hall(tournament)
    if not known:
        return DigestVerdict(None, (), hall)
    return DigestVerdict(known[-1], tuple(records[known[-1] :]), hall)


def _list_records(tournament: Tournament) -> Any:
    """Return the tournament's records in the order in which they were written."""
    records = Record.objects.filter(table__round__tournament=tournament).select_related("table__round")
    return records.order_by("pk")


def _spell_record_states(tournament: Tournament, records: list[Record]) -> Iterator[str]:
    """Yield the part of the digest that stands for the records: for none of them, for the first one, for the first two,
    and so on."""
    link = ""
    yield _spell_link(tournament, link, RECORDS_LENGTH)
    for record in records:
        row = [record.table_id, record.number, record.kind, record.position, record.body]
        link = _hash_values(tournament, [link, *row])
        yield _spell_link(tournament, link, RECORDS_LENGTH)


def _spell_hall(tournament: Tournament) -> str:
    """Return the part of the digest that stands for the seats, the names and the rules."""
    seats = Seat.objects.filter(table__round__tournament=tournament).order_by(
        "table__round__n", "table__n", "position", "since"
    )
    sat = list(seats.values_list("table__round__n", "table__n", "position", "since", "entry"))
    names = list(tournament.entries.order_by("pk").values_list("pk", "shown_name"))
    game = scoring.get_game(tournament.game)
    options = spell_as_before(game, tournament.preset, tournament.options)
    stages = [
        {**stage, "options": spell_as_before(game, stage["preset"], stage["options"])} for stage in tournament.stages
    ]
    rules = [tournament.name, tournament.game, tournament.preset, options, *stages]
    return _spell_link(tournament, _hash_values(tournament, [sat, names, rules]), HALL_LENGTH)


def _hash_values(tournament: Tournament, what: list[Any]) -> str:
    """Return the keyed hash (hex) of some JSON-able values, different for each tournament."""
    text = json.dumps(what, sort_keys=True, ensure_ascii=True)
    salt = f"{salts.PAPER}.{tournament.pk}"
    return salted_hmac(salt, text, secret=settings.PRINTED_KEY, algorithm="sha256").hexdigest()


def _spell_link(tournament: Tournament, link: str, length: int) -> str:
    """Return a hash, such as the last one of a chain, written in `length` characters that a person can type."""
    return encode_number(int(_hash_values(tournament, [link]), 16), length)
