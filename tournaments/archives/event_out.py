"""One event as a corbillon.evenement/1 document (formats.md). Reads; its players are numbered from 1 in the document.

Beside the contract's keys a table holds `sat_before` where somebody took over a place: who sat there, until which
event; and `rules` where the evening's rules changed after its first record: what they were, after how many revisions,
when how many events stood; and `unplayed` where it was not played: the kind, and the places that forfeit. A round holds
`rested` where somebody was there and had no place. The event itself holds `ranking` where it is not ranked as a club
evening is (`standings.orders.Order.kept`); `stages` where later rounds are played by other rules (`Event.stages`); and
`phases` where two sides met at a table: each with its format, its first round, how it was asked for, and its sides by
the ids of their players, the first seed first (`phases.Phase.kept`).
"""

from typing import Any

from django.contrib.auth import get_user_model

from tournaments import history
from tournaments.models import Event, Record, Rest, Table
from tournaments.phases import phases_of
from tournaments.sheets import Sheet

FORMAT = "corbillon.evenement/1"
GONE = 0
BROUGHT_IN = "import:"  # before the name of an account of another installation

Document = dict[str, Any]


def event_document(event: Event) -> Document:
    """The whole event: every round, every table, every revision."""
    entries = list(event.entries.order_by("pk"))
    ids = {entry.pk: n for n, entry in enumerate(entries, 1)}
    document = {
        "format": FORMAT,
        "id": event.pk,
        "name": event.name,
        "date": event.date.isoformat(),
        "time_zone": event.club.time_zone,
        "game": event.game,
        "preset": event.preset,
        "options": event.options,
        "players": [{"id": ids[entry.pk], "name": entry.shown_name} for entry in entries],
        "rounds": rounds(event, ids),
    }
    more = {"ranking": event.ranking, "stages": event.stages, "phases": phases(event, ids)}
    return document | {key: value for key, value in more.items() if value}


def phases(event: Event, ids: dict[int, int]) -> list[Document]:
    """Each phase as the event keeps it, with ids of the document; GONE for somebody who is not in its list any more."""
    return [
        phase.kept | {"sides": [[ids.get(entry, GONE) for entry in side] for side in phase.sides]}
        for phase in phases_of(event)
    ]


def rounds(event: Event, ids: dict[int, int]) -> list[Document]:
    names = account_names()
    found: dict[int, list[Sheet]] = {n: [] for n in event.rounds.values_list("n", flat=True)}
    rested: dict[int, list[int]] = {n: [] for n in found}
    for n, entry in Rest.objects.filter(round__event=event).order_by("entry").values_list("round__n", "entry"):
        rested[n].append(ids[entry])
    for sheet in Table.objects.for_event(event):
        found[sheet.table.round.n].append(sheet)
    return [one_round(n, sheets, ids, names, rested[n]) for n, sheets in sorted(found.items())]


def account_names() -> dict[str, str]:
    return {f"user:{user.pk}": user.get_username() for user in get_user_model().objects.all()}


def one_round(n: int, sheets: list[Sheet], ids: dict[int, int], names: dict[str, str], rested: list[int]) -> Document:
    seated = {seat.entry_id for sheet in sheets for seat in sheet.sitters}
    resting = [each for pk, each in ids.items() if pk not in seated]
    tables = [one_table(sheet, ids, names) for sheet in sheets]
    return {"n": n, "resting": resting, "tables": tables} | ({"rested": rested} if rested else {})


def one_table(sheet: Sheet, ids: dict[int, int], names: dict[str, str]) -> Document:
    """A table as the file has it: `ids` by entry its number among the players, `names` by account who writes."""
    table = {
        "n": sheet.table.n,
        "seats": [ids[seat.entry_id] for seat in sheet.seats],
        "partie": sheet.partie(),
        "revisions": [
            {
                "event": each.record.position,
                "at": each.record.at.isoformat(),
                "by": writer(each.record, names),
                "reason": each.record.reason,
                "was": each.was,
            }
            for each in sheet.revisions()
        ],
    }
    more = {"sat_before": sat_before(sheet, ids), "rules": rules_before(sheet, names), "unplayed": unplayed(sheet)}
    return table | {key: value for key, value in more.items() if value}


def writer(record: Record, names: dict[str, str]) -> str:
    """ "table", "table:2", or an account's name."""
    return names.get(record.by, record.by).removeprefix(BROUGHT_IN)


def rules_before(sheet: Sheet, names: dict[str, str]) -> list[Document]:
    """The rules that the table was scored under before each change of them."""
    return [
        {
            "after": len(history.revisions(sheet.records[:at])),
            "events": len(history.in_force(sheet.records[:at])),
            "at": record.at.isoformat(),
            "by": writer(record, names),
            "reason": record.reason,
            "was": (record.body or {})["was"],
        }
        for at, record in enumerate(sheet.records)
        if record.kind == Record.Kind.RULES
    ]


def unplayed(sheet: Sheet) -> Document:
    """What became of a table that was not played, and the places that forfeit it."""
    kept = sheet.unplayed
    return {"kind": kept.kind, "absent": kept.absent} if kept else {}


def sat_before(sheet: Sheet, ids: dict[int, int]) -> list[Document]:
    """Who sat where until which event, before somebody took over."""
    pairs = zip(sheet.sitters, sheet.sitters[1:], strict=False)
    return [
        {"seat": old.position, "until": new.since - 1, "id": ids[old.entry_id]}
        for old, new in pairs
        if old.position == new.position
    ]
