"""Results for the tests of standings: invented, built from a line of text, read from played tournaments."""

import json
from io import StringIO
from random import Random
from typing import Any

from django.core.management import call_command

from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.rounds.seating import seat_round
from tournaments.models import Table, Tournament
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.rated_tables import RatedTable
from tournaments.standings.tournament_results import Scales, TableResult, TournamentResults


def invent_tables(days: int, spread: float) -> tuple[list[float], list[RatedTable]]:
    """Invent the skills of twelve players and three tables of four a day."""
    chance = Random(7)
    skills = [chance.gauss(0, spread) for _ in range(12)]
    tables = []
    for day in range(days):
        here = chance.sample(range(12), 12)
        for n in range(3):
            order = sorted(here[4 * n : 4 * n + 4], key=lambda one: -chance.gauss(skills[one], 1))
            tables.append(RatedTable(3 * day + n, day, 7 * day, tuple((one,) for one in order), (1, 2, 3, 4)))
    return skills, tables


def build_results(
    *tables: str, scales: Scales | None = None, rests: dict[int, tuple[int, ...]] | None = None
) -> TournamentResults:
    """Build results from lines such as "1: A+10 B-10": the round, then each player's total. A letter is an entry (A is
    1); "AB+3" is a side."""
    results = []
    for number, line in enumerate(tables, 1):
        n, _, sides = line.partition(":")
        totals = [(side.rstrip("+-0123456789"), int(side.lstrip("ABCDEFGH"))) for side in sides.split()]
        for k, (names, total) in enumerate(totals):
            place = 1 + sum(other > total for _, other in totals)
            results += [TableResult(int(n), number, ord(name) - 64, k, total, place, purse=100) for name in names]
    return TournamentResults(tuple(results), rests or {}, scales or Scales())


def get_figures(tournament: Tournament, key: str, through: int | None = None) -> dict[str, float]:
    """Return the players' figures of one metric by name, after round `through` (None: all rounds)."""
    return {row.tally.player: float(row.figures[key]) for row in get_standings(tournament, up_to_round=through)}


def rank_by(tournament: Tournament, *precedence: str, **scales: int) -> Tournament:
    """Rank the tournament by who left, then by these metrics. Return it."""
    return set_ranking(tournament, RankingOrder(("left", *precedence), Scales(**scales)))


def seat_second_round(tournament: Tournament, *names: str) -> Table:
    """Seat these players at the only table of round 2. Return it."""
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_round(tournament, 2, [[entries[name] for name in names]])
    return Table.objects.get(round__tournament=tournament, round__n=2)


def run_standings(tournament: Tournament | str, **options: str) -> str:
    """Run the command for a tournament (or a text in place of its id). Return what it printed."""
    out = StringIO()
    call_command("standings", tournament if isinstance(tournament, str) else str(tournament.pk), stdout=out, **options)
    return out.getvalue()


def read_standings(tournament: Tournament) -> list[list[Any]]:
    """Return the standings as `standings.json` keeps them."""
    rows = json.loads(run_standings(tournament, format="json"))["rows"]
    return [[row["rank"], row["player"], row["total"]] for row in rows]
