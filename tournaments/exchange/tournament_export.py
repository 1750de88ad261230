"""Writing a tournament as a corbillon.evenement/1 document (docs/formats.md). Reads the database only; players are
numbered from 1 in the document. Wherever it holds rules, they name every option (`optional_parts`).

Optional keys, besides those of the contract; `evening_parts` adds others.

revision: `events`, how many were in force until then; `corrected`, unless the event was undone.
table: `head`, if it has a record: the digest of the last link of its chain; `sat_before`, if somebody took over a
    place: who sat there, until which event; `rules`, if the tournament's rules changed after its first record: the
    rules before, after how many revisions, with how many events in force; `unplayed`, if it was not played: the kind,
    and the places that forfeit.
round: `rested`, if somebody was there and had no place.
tournament, how it was played: `ranking`, if it is not the default one (`RankingOrder.as_json`); `stages`, if later
    rounds have other rules (`Tournament.stages`); `draw_format`, if the last rounds were drawn for more than two sides
    a table; `phases`, if two sides met at a table (`Phase.as_json`): each with its format, first round, settings and
    sides, by the ids of their players, the first seed first.
tournament, besides: `head`, the digest of the heads of its tables and of what was decided beside them; `adjustments`,
    if bonuses or penalties were given in the standings: to whom, how much, in which round, by which rule, when, by whom
    and why, and the same of those that were cancelled; `jeton_worth`, if jetons were worth money: so many `jetons` so
    many `minor_units` of the `currency`, which has so many `decimals`; `currency`, if fees and prizes are not in euros.
"""

from typing import Any

from django.contrib.auth import get_user_model

import scoring
from tournaments.book import history
from tournaments.book.chain import compute_tournament_head
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Adjustment, ApiToken, AuditEntry, Record, Rest, Tournament
from tournaments.models.currencies import EURO
from tournaments.models.querysets import LastDecision
from tournaments.reading.grouping import group_pairs
from tournaments.reading.phases import list_phases
from tournaments.reading.preset_diff import read_recorded_rules, resolve_options
from tournaments.reading.settlement import choose_worth, find_worths

from .evening_parts import build_evening_parts, build_person, build_round_columns, build_table_parts
from .kept_columns import GONE_PLAYER_ID

FORMAT = "corbillon.evenement/1"
IMPORTED_ACCOUNT_PREFIX = "import:"  # before the name of an account of another installation
TOKEN_PREFIX = "@"  # before the name of another program's key, so that no account is taken for it

Document = dict[str, Any]


def build_tournament_document(tournament: Tournament) -> Document:
    """Return the whole tournament as a corbillon.evenement/1 document: its players, rounds, tables, events and
    revisions."""
    decided = tournament.entries.annotate(decided=LastDecision(tournament.pk))
    entries = list(decided.select_related("fee", "player").order_by("pk"))
    ids = {entry.pk: n for n, entry in enumerate(entries, 1)}
    game = scoring.get_game(tournament.game)
    document: Document = {
        "format": FORMAT,
        "id": tournament.pk,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "time_zone": tournament.club.time_zone,
        "game": tournament.game,
        "preset": tournament.preset,
        "options": resolve_options(game, tournament.preset, tournament.options),
        "players": [build_person(entry, ids[entry.pk]) for entry in entries],
        "rounds": build_rounds(tournament, ids),
    }
    stages = [
        {**stage, "options": resolve_options(game, stage["preset"], stage["options"])} for stage in tournament.stages
    ]
    heads = [
        (each["n"], table["n"], table["head"])
        for each in document["rounds"]
        for table in each["tables"]
        if "head" in table
    ]
    more = {
        "head": compute_tournament_head(heads, entries[0].decided if entries else ""),
        "ranking": tournament.ranking,
        "stages": stages,
        "draw_format": tournament.format if tournament.format in Tournament.OF_TABLES else "",
        "phases": build_phases(tournament, ids),
        "adjustments": build_adjustments(tournament, ids),
        "jeton_worth": build_jeton_worth(tournament),
        "currency": "" if tournament.currency == EURO else tournament.currency,
        **build_evening_parts(tournament, ids),
    }
    return document | {key: value for key, value in more.items() if value}


def build_phases(tournament: Tournament, ids: dict[int, int]) -> list[Document]:
    """Return the phases as the tournament stores them, but with the document's player ids; GONE_PLAYER_ID is a player
    no longer in the list."""
    return [
        phase.as_json | {"sides": [[ids.get(entry, GONE_PLAYER_ID) for entry in side] for side in phase.sides]}
        for phase in list_phases(tournament)
    ]


def build_adjustments(tournament: Tournament, ids: dict[int, int]) -> list[Document]:
    """Return the bonuses and penalties, one object for each time that one was given: its "players" are all who got it
    then, such as the two partners of a fixed pair. `ids`: the document's player id by entry id."""
    by_giving = group_pairs((each.given_id, each) for each in Adjustment.objects.for_tournament(tournament))
    names = get_account_names() if by_giving else {}
    adjustments = []
    for some in by_giving.values():
        one = some[0]
        given = {
            "players": [ids[each.entry_id] for each in some],
            "amount": one.amount,
            "metric": one.metric,
            "round": one.round,
            "rule": one.rule,
            **build_audit_part(one.given, names),
        }
        adjustments.append(given | ({"cancelled": build_audit_part(one.cancelled, names)} if one.cancelled else {}))
    return adjustments


def build_jeton_worth(tournament: Tournament) -> Document:
    """Return what jetons are worth, as set for the tournament or for its club; {} if they are worth nothing."""
    worth = choose_worth(*find_worths(tournament))
    columns = ("minor_units", "decimals", "currency", "jetons")
    return {column: getattr(worth, column) for column in columns} if worth else {}


def build_audit_part(entry: AuditEntry | Record, names: dict[str, str]) -> Document:
    """Return when, by whom and why something was done. `names`: of accounts, by the text that names them in records."""
    return {"at": entry.at.isoformat(), "by": get_writer_name(entry, names), "reason": entry.reason}


def build_rounds(tournament: Tournament, ids: dict[int, int]) -> list[Document]:
    """Return the rounds of the document. `ids`: the document's player id by entry id."""
    names = get_account_names()
    rounds = tournament.rounds.order_by("n")
    rests = Rest.objects.filter(round__tournament=tournament).order_by("entry").values_list("round__n", "entry")
    rested = group_pairs((n, ids[entry]) for n, entry in rests)
    sheets_by_round = group_pairs((sheet.table.round.n, sheet) for sheet in load_sheets(tournament))
    return [
        build_round(each.n, sheets_by_round.get(each.n, []), ids, names, rested.get(each.n, []))
        | build_round_columns(each)
        for each in rounds
    ]


def get_account_names() -> dict[str, str]:
    """Return the names to write for accounts and keys, by the text that names them in records: a user name for
    "user:ID", TOKEN_PREFIX and the key's name for "token:ID"."""
    users = {f"user:{user.pk}": user.get_username() for user in get_user_model().objects.all()}
    return users | {token.actor: TOKEN_PREFIX + token.name for token in ApiToken.objects.all()}


def build_round(n: int, sheets: list[Sheet], ids: dict[int, int], names: dict[str, str], rested: list[int]) -> Document:
    """Return one round of the document. `ids`: the document's player id by entry id; `names`: of accounts; `rested`:
    the ids of players who were there but had no table."""
    seated = {seat.entry_id for sheet in sheets for seat in sheet.all_seats}
    resting = [each for pk, each in ids.items() if pk not in seated]
    tables = [build_table(sheet, ids, names) for sheet in sheets]
    return {"n": n, "resting": resting, "tables": tables} | ({"rested": rested} if rested else {})


def build_table(sheet: Sheet, ids: dict[int, int], names: dict[str, str]) -> Document:
    """Return one table of the document. `ids`: the document's player id by entry id; `names`: of accounts."""
    table = {
        "n": sheet.table.n,
        "seats": [ids[seat.entry_id] for seat in sheet.seats],
        "partie": sheet.to_partie(),
        "revisions": [
            {
                "event": each.record.position,
                **build_audit_part(each.record, names),
                "was": each.was,
                "events": each.events,
                **({"corrected": True} if each.now else {}),
            }
            for each in sheet.list_revisions()
        ],
    }
    more = {
        "head": sheet.head,
        "sat_before": build_past_sitters(sheet, ids),
        "rules": build_rule_changes(sheet, names),
        "unplayed": build_unplayed(sheet),
        **build_table_parts(sheet),
    }
    return table | {key: value for key, value in more.items() if value}


def get_writer_name(record: Record | AuditEntry, names: dict[str, str]) -> str:
    """Return who wrote the record: "table" or "table:2" for phones, the name of an account, or "" for a command on the
    server."""
    return names.get(record.actor, record.actor).removeprefix(IMPORTED_ACCOUNT_PREFIX)


def build_rule_changes(sheet: Sheet, names: dict[str, str]) -> list[Document]:
    """Return, for each change of the table's rules, the rules before it, and after how many revisions and events it was
    made."""
    return [
        {
            "after": len(history.list_revisions(sheet.records[:at])),
            "events": len(history.list_events_in_force(sheet.records[:at])),
            **build_audit_part(record, names),
            "was": read_recorded_rules(scoring.get_game(sheet.tournament.game), (record.body or {})["was"]),
        }
        for at, record in enumerate(sheet.records)
        if record.kind == Record.RecordKind.RULES
    ]


def build_unplayed(sheet: Sheet) -> Document:
    """Return the kind of a table that was not played and the seats (from 1) that forfeit it; {} if it was played."""
    kept = sheet.unplayed
    return {"kind": kept.kind, "absent": kept.absent} if kept else {}


def build_past_sitters(sheet: Sheet, ids: dict[int, int]) -> list[Document]:
    """Return the player of each seat that somebody else took over later, and the last event until which he had it."""
    pairs = zip(sheet.all_seats, sheet.all_seats[1:], strict=False)
    return [
        {"seat": old.position, "until": new.since - 1, "id": ids[old.entry_id]}
        for old, new in pairs
        if old.position == new.position
    ]
