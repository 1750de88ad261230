"""Build a tournament of any size in the database, under its usual triggers, by copying the tables of a small evening
that was played through the program."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

SEATS, COUPS, SMALL = 3, 6, 10  # seats of a table; coups recorded there; tables of the small tournament in a round
RULES = {"coups": 100, "payments": "off"}
AT_ONCE = 500  # tables in one transaction


def make_coup(chance: Random) -> dict[str, Any]:
    """Return a random coup of three players whose points sum to 120."""
    low, high = sorted(chance.sample(range(15, 105), 2))
    return {"type": "coup", "points": dict(zip("123", (low, high - low, 120 - high), strict=True))}


def record_coup(table: int, body: dict[str, Any]) -> float:
    """Record the table's next coup. Return the seconds it took."""
    from tournaments.actions.tables.recording import record_event
    from tournaments.models import Record

    number = Record.objects.filter(table=table).count() + 1
    begun = time.perf_counter()
    record_event(table, body, key=secrets.token_hex(16), number=number, actor="table")
    return time.perf_counter() - begun


def play_evening() -> Any:
    """Create a small open evening and record COUPS coups at each of its tables through the program."""
    import datetime

    from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.models import Club

    club = Club.objects.create(name="Banc d’essai")
    names = [f"Joueur {n}" for n in range(1, SEATS * SMALL + 1)]
    tournament = create_tournament(club, name="Modèle", date=datetime.date(2026, 11, 21), options=RULES, players=names)
    draw_tables(tournament, [SEATS] * SMALL, 1)
    open_tournament(tournament)
    chance = Random(2)
    for table in list_table_ids(tournament):
        for _ in range(COUPS):
            record_coup(table, make_coup(chance))
    return tournament


def list_table_ids(event: Any) -> list[int]:
    """Return the ids of the tables of the tournament's last round, by number."""
    from tournaments.models import Table

    return list(Table.objects.filter(round=event.rounds.last()).order_by("n").values_list("pk", flat=True))


def copy_tournament(evening: Any, name: str, entries: int, rounds: int) -> Any:
    """Create a tournament of so many players and rounds, each table a copy of a table of `evening`."""
    from tournaments.models import Entry, Player, Rest, Round, Tournament

    tournament = Tournament.objects.create(
        club=evening.club,
        code=secrets.token_hex(2).upper() + "Z",
        name=name,
        date=evening.date,
        preset=evening.preset,
        options=evening.options,
        format=Tournament.Format.RANDOM,
        status=evening.status,
    )
    chance = Random(name)
    names = [f"Personne {n}" for n in range(1, entries + 1)]
    players = Player.objects.bulk_create([Player(club=evening.club, name=name) for name in names])
    rows = [Entry(tournament=tournament, player=player, shown_name=player.name) for player in players]
    pks = [entry.pk for entry in Entry.objects.bulk_create(rows)]
    models = [TableTemplate.read(table) for table in list_table_ids(evening)]
    for n in range(1, rounds + 1):
        round = Round.objects.create(tournament=tournament, n=n)
        chance.shuffle(pks)
        seated = len(pks) // SEATS * SEATS
        Rest.objects.bulk_create([Rest(round=round, entry_id=pk) for pk in pks[seated:]])
        places = list(enumerate(cut_into_parts(pks[:seated], SEATS), 1))
        for part in cut_into_parts(places, AT_ONCE):
            copy_tables(round, part, models, chance)
    return tournament


def cut_into_parts(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Cut the rows into parts of `size`; the last one may be shorter."""
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@dataclass(frozen=True)
class TableTemplate:
    """What the book holds of one table of the model evening: what it comes to, its records, their postings and ledger
    lines by record id, with seat positions in place of seats."""

    summary: Any
    records: list[Any]
    postings: dict[int, list[tuple[Any, ...]]]
    lines: dict[int, list[tuple[Any, ...]]]

    @classmethod
    def read(cls, table: int) -> TableTemplate:
        """Read the model of one table (its id) from the database."""
        from tournaments.actions.tables.posting import LINE_COLUMNS, POSTING_COLUMNS
        from tournaments.models import LedgerLine, Posting, Record, TableSummary

        records = list(Record.objects.filter(table=table).order_by("number"))
        places = dict(LedgerLine.objects.filter(record__table=table).values_list("seat", "seat__position"))
        postings = {r.pk: list(Posting.objects.filter(record=r).values_list(*POSTING_COLUMNS[1:])) for r in records}
        lines = {
            r.pk: [
                (places[seat], *gain)
                for seat, *gain in LedgerLine.objects.filter(record=r).values_list(*LINE_COLUMNS[1:])
            ]
            for r in records
        }
        return cls(TableSummary.objects.get(table=table), records, postings, lines)


def copy_tables(round: Any, places: Sequence[Any], models: list[TableTemplate], chance: Random) -> None:
    """Create some tables of a round, given as (number, entry ids), with seats and records in one transaction."""
    from django.db import transaction

    from tournaments.models import Seat, Table

    with transaction.atomic():
        tables = Table.objects.bulk_create([Table(round=round, n=n) for n, _ in places])
        seats = [
            Seat(table=table, position=position, entry_id=entry)
            for table, (_, entries) in zip(tables, places, strict=True)
            for position, entry in enumerate(entries, 1)
        ]
        at = cut_into_parts(Seat.objects.bulk_create(seats), SEATS)
        copy_records(tables, at, models, chance)


def copy_records(
    tables: Sequence[Any], at: Sequence[Sequence[Any]], models: list[TableTemplate], chance: Random
) -> None:
    """Write at each of these tables what was played at a random one of the models. `at`: the seats of each table, by
    position. The caller has a transaction."""
    from tournaments.actions.tables.inserting import execute_statements, insert_rows
    from tournaments.actions.tables.posting import LINE_COLUMNS, POSTING_COLUMNS
    from tournaments.actions.tables.summaries import build_sums
    from tournaments.models import ChainLink, LedgerLine, Posting, Record, TableSummary

    following = count(1 + Record.objects.order_by("-pk").values_list("pk", flat=True)[0])
    beside = ChainLink.objects.order_by("-pk").values_list("digest", flat=True)[0]
    summaries, records, postings, lines, links = [], [], [], [], []
    for table, sitters in zip(tables, at, strict=True):
        model = chance.choice(models)
        summaries.append(TableSummary(table=table, **model.summary.figures))
        for each in model.records:
            record = copy_record(each, next(following), table)
            its_postings = [(record.pk, *row) for row in model.postings[each.pk]]
            its_lines = [(record.pk, sitters[place - 1].pk, *gain) for place, *gain in model.lines[each.pk]]
            links.append(link_record(record, sitters, its_postings, its_lines, beside))
            beside = links[-1].digest
            records.append(record)
            postings += its_postings
            lines += its_lines
    ChainLink.objects.bulk_create(links)
    insert_rows(Posting, POSTING_COLUMNS, postings)
    insert_rows(LedgerLine, LINE_COLUMNS, lines)
    Record.objects.bulk_create(records)
    TableSummary.objects.bulk_create(summaries)
    execute_statements(build_sums([sitter.pk for sitters in at for sitter in sitters]))


def link_record(record: Any, sitters: Sequence[Any], postings: list[Any], lines: list[Any], beside: str) -> Any:
    """Return the unsaved link of a copied record in its table's chain. `beside`: the last digest of any table."""
    from tournaments.book.chain import compute_link_digest, compute_table_digest
    from tournaments.models import ChainLink

    previous = getattr(record.table, "head", "") or compute_table_digest(record.table)
    entries = {sitter.pk: sitter.entry_id for sitter in sitters}
    record.table.head = compute_link_digest((previous, beside), record, "", postings, lines, entries)
    return ChainLink(
        table=record.table, record=record, reason="", previous=previous, beside=beside, digest=record.table.head
    )


def copy_record(record: Any, pk: int, table: Any) -> Any:
    """Return an unsaved copy of the record for another table, with a new id and key."""
    kept = {name: getattr(record, name) for name in ("number", "kind", "position", "body", "digest", "actor", "at")}
    return type(record)(pk=pk, table=table, key=secrets.token_hex(16), **kept)
