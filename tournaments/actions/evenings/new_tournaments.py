"""Tournaments made from something else: copied from the last one, with its rules and players and nothing that was
played; or made together with the list of its players."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import ImportOutcome, import_players
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Entry, Tournament
from tournaments.reading.phases import list_phases

from .lifecycle import create_tournament


@sealed
def copy_tournament(tournament: Tournament, *, name: str, date: datetime.date, with_players: bool) -> Tournament:
    """Create a tournament in preparation like this one, and return it. `with_players`: with those of its players who
    are still active in the club, and their fixed pairs. Raises Refused."""
    entries = list(tournament.entries.select_related("player").order_by("pk")) if with_players else []
    copy = create_tournament(
        tournament.club,
        name=name,
        date=date,
        game=tournament.game,
        preset=tournament.preset,
        options=tournament.options,
        house_rule=tournament.house_rule,
        players=[entry.player for entry in entries if entry.player.active],
    )
    phases = list_phases(tournament)
    first = phases[0].settings if phases else None
    save_fields(copy, ranking=dict(tournament.ranking), currency=tournament.currency)
    seal_changed(Tournament, [copy.pk])
    plan_rounds(
        copy,
        format=first.format if first else tournament.format,
        pairing=tournament.pairing,
        rounds=tournament.planned_rounds,
        minutes=tournament.minutes,
        phase=first,
    )
    pairs = {entry.player_id: entry.pair for entry in entries if entry.pair is not None}
    for entry in copy.entries.filter(player__in=pairs):
        Entry.objects.filter(pk=entry.pk).update(pair=pairs[entry.player_id])
        seal_changed(Entry, [entry.pk])
    return copy


@sealed
def create_tournament_from_list(
    club: Club, listed: Sequence[ListedPlayer], decisions: Mapping[str, str], **evening: Any
) -> tuple[Tournament, ImportOutcome]:
    """Create a tournament and enter the list's people in it; if one of the two fails, neither is done. `decisions`: by
    the key of each person, the id of the player of the club who it is, NEW or SKIP (`import_players`); `evening`: the
    arguments of `create_tournament`, such as name and date. Raises Refused."""
    tournament = create_tournament(club, **evening)
    return tournament, import_players(club, listed, decisions, tournament, is_new=True)
