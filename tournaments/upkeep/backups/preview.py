"""What is in a backup, and what would be lost by restoring it: its rows beside those of the present database."""

import datetime
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model

from tournaments.models import Club, Player, Record, Tournament
from tournaments.models.clubs import localise_club_name
from tournaments.standings.ranking import get_name_key

PRESENT = "default"
RecordPlaces = set[tuple[str, int, int, str]]


@dataclass(frozen=True)
class ComparedTournament:
    """A tournament compared between a backup and the present database. `here`, `there`: how many records it has now,
    and in the backup; `lost`: how many present ones the backup lacks; `is_gone`: the backup lacks the tournament
    itself."""

    name: str
    date: str
    here: int
    there: int
    lost: int
    is_gone: bool

    @property
    def day(self) -> datetime.date:
        """The tournament's day."""
        return datetime.date.fromisoformat(self.date)


@dataclass(frozen=True)
class BackupPreview:
    """What a backup holds, and what restoring it would lose. `clubs`: the names of its clubs; `newest`: when its last
    record was written, in ISO form; `changed`: the tournaments that differ; `lost_players`, `lost_accounts`: the names
    that it lacks."""

    clubs: list[str]
    tournaments: int
    players: int
    records: int
    newest: str
    accounts: list[str]
    changed: list[ComparedTournament] = field(default_factory=list)
    lost_players: list[str] = field(default_factory=list)
    lost_accounts: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "BackupPreview":
        """Return the preview that was kept as JSON. Raises TypeError, KeyError if it lacks a field or has another."""
        return cls(**stored | {"changed": [ComparedTournament(**each) for each in stored["changed"]]})

    @property
    def shown_clubs(self) -> list[str]:
        """The names of its clubs as pages show them."""
        return [localise_club_name(name) for name in self.clubs]

    @property
    def lost_records(self) -> int:
        """How many records of now the backup lacks."""
        return sum(each.lost for each in self.changed)

    @property
    def loses_nothing(self) -> bool:
        """True if nothing of now is missing in the backup, as far as this preview looks."""
        return not (self.lost_records or self.lost_players or self.lost_accounts or self.gone)

    @property
    def gone(self) -> list[ComparedTournament]:
        """The tournaments of now that the backup does not know."""
        return [each for each in self.changed if each.is_gone]


def compare_databases(alias: str) -> BackupPreview:
    """Return what the database of this alias, a restored backup, holds, and what it lacks of the present one."""
    newest = Record.objects.using(alias).order_by("-at").values_list("at", flat=True).first()
    clubs = Club.objects.using(alias).order_by("pk").values_list("name", flat=True)
    return BackupPreview(
        clubs=list(clubs),
        tournaments=Tournament.objects.using(alias).count(),
        players=Player.objects.using(alias).count(),
        records=Record.objects.using(alias).count(),
        newest=newest.isoformat() if newest else "",
        accounts=sorted(list_accounts(alias), key=get_name_key),
        changed=compare_tournaments(alias),
        lost_players=sorted((count_players(PRESENT) - count_players(alias)).elements(), key=get_name_key),
        lost_accounts=sorted(list_accounts(PRESENT) - list_accounts(alias), key=get_name_key),
    )


def compare_tournaments(alias: str) -> list[ComparedTournament]:
    """Return the present tournaments whose records differ in the database of this alias, the latest first. A tournament
    is known by its code, which no other one has in any installation."""
    here, records = find_records(PRESENT), find_records(alias)
    rows = {each.code: each for each in Tournament.objects.using(alias)}
    known = set(rows)
    rows |= {each.code: each for each in Tournament.objects.using(PRESENT)}
    compared = [
        ComparedTournament(
            each.name,
            each.date.isoformat(),
            len(here.get(code, ())),
            len(records.get(code, ())),
            len(here.get(code, set()) - records.get(code, set())),
            code not in known,
        )
        for code, each in rows.items()
    ]
    changed = [each for each in compared if each.lost or each.is_gone or each.here != each.there]
    return sorted(changed, key=lambda each: each.date, reverse=True)


def find_records(alias: str) -> dict[str, RecordPlaces]:
    """Return, by tournament code, (round, table, number in the table, key) of each record in the database of this
    alias."""
    records: dict[str, RecordPlaces] = {}
    places = ("table__round__tournament__code", "table__round__n", "table__n", "number", "key")
    for code, n, table, number, key in Record.objects.using(alias).values_list(*places).iterator():
        records.setdefault(code, set()).add((n, table, number, key))
    return records


def count_players(alias: str) -> Counter[str]:
    """Return how many players have each name in the database of this alias."""
    return Counter(Player.objects.using(alias).values_list("name", flat=True))


def list_accounts(alias: str) -> set[str]:
    """Return the names of the accounts in the database of this alias."""
    return set(get_user_model()._base_manager.using(alias).values_list("username", flat=True))
