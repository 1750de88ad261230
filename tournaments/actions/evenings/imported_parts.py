"""Saving what an imported evening has beside rounds, rules and coups: who took part and paid, who was kept apart,
prizes, clocks, what players said of their sheets. Its links in the hash chain are written with the import's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.actions.saving import save_fields
from tournaments.models import (
    Account,
    Confirmation,
    Entry,
    Fee,
    Prize,
    SeatingExclusion,
    Table,
    Team,
    TokenCount,
    Tombola,
    Tournament,
)

from .tombola import make_seed

Columns = Mapping[str, Any]


@dataclass(frozen=True)
class EveningParts:
    """What an imported evening has beside rounds and tables, as columns named like the models' fields. A player is
    given by his index in the document's list of names.

    settings: of the tournament.
    people, fees: of each entry and of its fee ({}: no fee), in the order of the list of names.
    account, prizes, tombola: of these rows; the tombola's `entries` are players.
    exclusions: groups of players who must not meet.
    teams: (name, places), each place the players who held it.
    rounds: by round number, the columns of the round.
    """

    settings: Columns = field(default_factory=dict)
    people: Sequence[Columns] = ()
    fees: Sequence[Columns] = ()
    account: Columns = field(default_factory=dict)
    prizes: Sequence[Columns] = ()
    exclusions: Sequence[Sequence[int]] = ()
    teams: Sequence[tuple[str, Sequence[Sequence[int]]]] = ()
    rounds: Mapping[int, Columns] = field(default_factory=dict)
    tombola: Columns = field(default_factory=dict)


def save_evening_parts(tournament: Tournament, parts: EveningParts, entries: Sequence[Entry]) -> None:
    """Save these parts, without `rounds`. `entries`: the tournament's, in the order of the list of names."""
    if parts.settings:
        save_fields(tournament, **parts.settings)
    for entry, columns in zip(entries, parts.people, strict=False):
        for column, value in columns.items():
            setattr(entry, column, value)
    if parts.people:
        Entry.objects.bulk_update(entries, parts.people[0].keys())
    Fee.objects.bulk_create(Fee(entry=entry, **fee) for entry, fee in zip(entries, parts.fees, strict=False) if fee)
    if parts.account:
        Account.objects.create(tournament=tournament, **parts.account)
    Prize.objects.bulk_create(Prize(tournament=tournament, **prize) for prize in parts.prizes)
    if parts.tombola:
        save_imported_tombola(tournament, parts.tombola, entries)
    for group in parts.exclusions:
        SeatingExclusion.objects.create(tournament=tournament).entries.set([entries[player] for player in group])
    for name, places in parts.teams:
        team = Team.objects.create(tournament=tournament, name=name)
        for n, players in enumerate(places, 1):
            Entry.objects.filter(pk__in=[entries[p].pk for p in players]).update(team=team, team_place=n)


def save_imported_tombola(tournament: Tournament, columns: Columns, entries: Sequence[Entry]) -> None:
    """Save a tombola with its seed; one that comes without a seed, to be drawn here, gets a new one. `columns` names
    the holders of tickets by their index among `entries`, the entries saved."""
    tickets = columns["entries"]
    held = None if tickets is None else [0 if each is None else entries[each].pk for each in tickets]
    seed = columns["seed"] or make_seed()
    Tombola.objects.create(tournament=tournament, **{**columns, "seed": seed, "entries": held})


def save_words_of_places(
    table: Table, counts: Sequence[Columns], confirmations: Sequence[Columns], last: int, played: int
) -> None:
    """Save the players' token counts and their confirmations of the sheet, each with its imported time. `last`: the
    number of the table's last record, `played`: of its last event or undo."""
    save_with_times(
        [
            Confirmation(table=table, position=each["position"], number=played - 1 if each["outdated"] else last)
            for each in confirmations
        ],
        confirmations,
    )
    columns = [{key: value for key, value in each.items() if key != "read_off"} for each in counts]
    rows = [
        TokenCount(table=table, number=0 if each["read_off"] else last, **own)
        for each, own in zip(counts, columns, strict=True)
    ]
    save_with_times(rows, counts)


def save_with_times(rows: Sequence[Confirmation | TokenCount], columns: Sequence[Columns]) -> None:
    """Insert these rows, each dated with its imported time instead of the present one. `columns`: for each row, its
    columns, of which "at" is that time."""
    if rows:
        model: Any = type(rows[0])
        model.objects.bulk_create(rows)
        for row, each in zip(rows, columns, strict=True):
            row.at = each["at"]
        model.objects.bulk_update(rows, ["at"])
