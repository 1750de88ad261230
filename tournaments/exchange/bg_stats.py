"""The tables of a tournament as plays for BG Stats, the app in which many players keep all that they play.

The app's makers describe its file nowhere; its form is what programs that read and write such files agree on
(docs/formats.md). Only tables that were played to their end are in it, each a play with everybody's rank and total.
"""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

import scoring
from tournaments.models import Entry, Table, Tournament
from tournaments.presentation.text.option_text import localise
from tournaments.reading.played_tables import PlayedTable, list_tournament_tables

PlayFile = dict[str, Any]
TimeSpan = tuple[datetime.datetime, datetime.datetime]
LOCATION_ID = GAME_ID = 1
MINUTE_SECONDS = 60


def build_play_file(tournament: Tournament) -> PlayFile:
    """Return the file's content."""
    played = list_tournament_tables(tournament, 1, None, ())
    tables = [table for table in played if table.complete and not table.is_never_played]
    entries = {each.pk: each for each in tournament.entries.order_by("pk")}
    seated = {entry for table in tables for entry in table.sitters.values()}
    times = read_times(tables)
    game = scoring.get_game(tournament.game)
    return {
        "games": [build_game(game)],
        "players": [build_player(entry) for pk, entry in entries.items() if pk in seated],
        "locations": [
            {"id": LOCATION_ID, "name": tournament.club.shown_name, "uuid": make_uuid("club", tournament.club_id)},
        ],
        "plays": [build_play(tournament, table, entries, times[table.pk]) for table in tables],
    }


def read_times(tables: list[PlayedTable]) -> dict[int, TimeSpan]:
    """Return when the first and the last record of each table were written."""
    rows = Table.objects.filter(pk__in=[table.pk for table in tables])
    spans = rows.annotate(first=Min("records__at"), last=Max("records__at"))
    return {pk: (first, last) for pk, first, last in spans.values_list("pk", "first", "last")}


def build_game(game: scoring.Game) -> dict[str, Any]:
    """Return the game: points are kept, and the highest total wins."""
    return {
        "id": GAME_ID,
        "uuid": make_uuid("game", game.key),
        "name": localise(game.name),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggId": 0,
    }


def build_player(entry: Entry) -> dict[str, Any]:
    """Return a player under the name that he has in this tournament."""
    return {
        "id": entry.player_id,
        "uuid": make_uuid("player", entry.player_id),
        "name": entry.shown_name,
        "isAnonymous": False,
    }


def build_play(
    tournament: Tournament, table: PlayedTable, entries: Mapping[int, Entry], span: TimeSpan
) -> dict[str, Any]:
    """Return one table. `entries`: by id; `span`: when its first and its last record were written."""
    zone = ZoneInfo(tournament.club.time_zone)
    first, last = (moment.astimezone(zone) for moment in span)
    return {
        "uuid": make_uuid("table", tournament.code, table.round, table.n),
        "gameRefId": GAME_ID,
        "locationRefId": LOCATION_ID,
        "playDate": f"{first:%Y-%m-%d %H:%M:%S}",
        "entryDate": f"{first:%Y-%m-%d %H:%M:%S}",
        "modificationDate": f"{last:%Y-%m-%d %H:%M:%S}",
        "durationMin": int((last - first).total_seconds()) // MINUTE_SECONDS,
        "usesTeams": False,
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": entries[table.sitters[position]].player_id,
                "score": str(total),
                "rank": rank,
                "winner": rank == 1,
                "newPlayer": False,
                "startPlayer": False,
                "seatOrder": position,
            }
            for position, (total, rank) in enumerate(zip(table.totals, table.ranks, strict=True), 1)
        ],
    }


def make_uuid(*parts: object) -> str:
    """Return the id of a thing, the same each time, by which the app knows a play that it has already."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, ":".join(["corbillon", *map(str, parts)]))).upper()
