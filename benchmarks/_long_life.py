"""A club that has played for years: evenings played, closed, and what happens to people meanwhile."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

FIRST_NIGHT = datetime.date(2019, 9, 6)
DAYS_BETWEEN, EVENINGS_A_NIGHT = 7, 2
AT_TABLE, TABLES, COUPS = 4, 3, 6
PEOPLE = 60
EVENINGS_A_SEASON = 50
GAME = "brusquembille"


def build_club(name: str, evenings: int, seed: int = 1) -> Any:
    """Create a club, play so many evenings and close them: two a night, each of three tables, whose players are drawn
    from PEOPLE; then make its seasons, rename some players and merge some who were listed twice. Return the club. In
    one transaction, which waits for the disk once."""
    from django.db import transaction

    from tournaments.models import Club

    chance = Random(seed)
    with transaction.atomic():
        club = Club.objects.create(name=name)
        for n in range(evenings):
            night, second = divmod(n, EVENINGS_A_NIGHT)
            date = FIRST_NIGHT + datetime.timedelta(days=DAYS_BETWEEN * night)
            play_evening(club, f"Soirée {n + 1}", date, gather(chance, second), chance)
        make_seasons(club)
        rename_and_merge(club)
    return club


def gather(chance: Random, second: int) -> list[str]:
    """Return who comes to an evening: of two on a night one half of the people each. One of the second is listed as an
    other person now and then."""
    half = PEOPLE // EVENINGS_A_NIGHT
    places = chance.sample(range(second * half, (second + 1) * half), AT_TABLE * TABLES)
    return [name_player(place, is_double=chance.random() < 0.02 and place % 6 == 0) for place in places]


def name_player(place: int, *, is_double: bool = False) -> str:
    """Return the name of the player of this place; that under which he was listed a second time."""
    return f"Joueur {place + 1}{' bis' if is_double else ''}"


def play_evening(club: Any, name: str, date: datetime.date, names: list[str], chance: Random) -> None:
    """Play some coups at each table of a new evening, and close it."""
    from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
    from tournaments.actions.rounds.seating import draw_tables
    from tournaments.actions.tables.recording import play_tables
    from tournaments.exchange.simulation import build_event_chooser
    from tournaments.models import Table

    tournament = create_tournament(club, name=name, date=date, game=GAME, options={"coups": COUPS}, players=names)
    draw_tables(tournament, [AT_TABLE] * TABLES, 1)
    tournament = open_tournament(tournament)
    tables = Table.objects.filter(round__tournament=tournament).order_by("n").values_list("pk", flat=True)
    play_tables(list(tables), build_event_chooser(GAME, chance, tricks=0), actor="table")
    close_tournament(tournament)


def make_seasons(club: Any) -> None:
    """Make a season of each EVENINGS_A_SEASON evenings."""
    from tournaments.actions.evenings.seasons import change_season, create_season
    from tournaments.models import Tournament
    from tournaments.standings.seasons import SeasonRule

    evenings = list(Tournament.objects.filter(club=club).order_by("date", "pk"))
    for start in range(0, len(evenings), EVENINGS_A_SEASON):
        season = create_season(club, f"Saison {start // EVENINGS_A_SEASON + 1}")
        rule = SeasonRule.from_json(season.rule)
        counted = evenings[start : start + EVENINGS_A_SEASON]
        change_season(season, name=season.name, rule=rule, tournaments=counted, in_draws=False)


def rename_and_merge(club: Any) -> None:
    """Merge the players who were listed twice, and give some of them another name."""
    from tournaments.actions.people.clubs import rename_player
    from tournaments.actions.people.player_merges import merge_players
    from tournaments.models import Player

    players = {each.name: each for each in Player.objects.filter(club=club)}
    for place in range(0, PEOPLE, 6):
        player, double = (players.get(name_player(place, is_double=is_double)) for is_double in (False, True))
        if player and double:
            merge_players(player, double, actor="")
        if player:
            rename_player(player, f"Nom d’usage {place + 1}")
