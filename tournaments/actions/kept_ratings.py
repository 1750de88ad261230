"""Reckoning skill over a club's whole history, and keeping what comes of it for its pages. All is reckoned anew once an
evening closes or something of a closed one has changed, so that the past is consistent; none of it is the truth."""

from collections import Counter, defaultdict

from django.db import transaction

from tournaments.models import Club, KeptRatings
from tournaments.reading.kept_ratings import ELO, HABIT, SKILL, KeptGain, RatedPlayer
from tournaments.reading.rated_tables import (
    compute_ratings_stamps,
    list_rated_tournaments,
    list_unrated_players,
    read_rated_tables,
)
from tournaments.standings.elo import compute_elo
from tournaments.standings.log_loss import list_habit_chances, measure_loss
from tournaments.standings.rated_tables import RatedTable
from tournaments.standings.skill import compute_skills

DIGITS = 4  # of a skill that is kept


def keep_ratings(club: Club) -> list[str]:
    """Compute and save the players' ratings at the club, game by game, unless those saved are up to date. Return the
    keys of the games that were computed."""
    tournaments, unrated = list_rated_tournaments(club), list_unrated_players(club)
    stamps = compute_ratings_stamps(tournaments, unrated)
    held = set(KeptRatings.objects.filter(club=club, player=None).values_list("game", "stamp"))
    changed = [game for game, stamp in stamps.items() if (game, stamp) not in held]
    for game in changed:
        rows = build_rows(club, game, stamps[game], read_rated_tables(tournaments[game], unrated))
        with transaction.atomic():
            KeptRatings.objects.filter(club=club, game=game).delete()
            KeptRatings.objects.bulk_create(rows)
    KeptRatings.objects.filter(club=club).exclude(game__in=list(stamps)).delete()
    return changed


def build_rows(club: Club, game: str, stamp: str, tables: list[RatedTable]) -> list[KeptRatings]:
    """Build the `KeptRatings` of one game, unsaved: one of the game itself, and one for each player. `stamp`: the
    digest of what these ratings are computed from."""
    skills, elo = compute_skills(tables), compute_elo(tables)
    chances = {SKILL: skills.chances, ELO: elo.chances, HABIT: list_habit_chances(tables)}
    counts = Counter(player for table in tables for player in table.players)
    curves = {
        player: [(point.day, round(point.mean, DIGITS), round(point.deviation, DIGITS)) for point in curve]
        for player, curve in skills.curves.items()
    }
    gains: dict[int, list[KeptGain]] = defaultdict(list)
    for gain in elo.gains:
        of_table = gain.table.day, gain.table.table, gain.opponent, gain.level, gain.other_level
        gains[gain.player].append(KeptGain(*of_table, gain.expected, gain.score, gain.tenths))
    players = [RatedPlayer(one, counts[one], *curves[one][-1], elo.tenths[one]) for one in sorted(counts)]
    losses = {name: measure_loss(tables, each).as_json for name, each in chances.items()}
    documents = {one: {"curve": curves[one], "gains": gains[one]} for one in sorted(counts)}
    return [
        KeptRatings(club=club, game=game, stamp=stamp, document={"losses": losses, "players": players}),
        *(KeptRatings(club=club, game=game, stamp=stamp, player_id=one, document=documents[one]) for one in documents),
    ]
