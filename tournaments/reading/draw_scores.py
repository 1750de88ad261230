"""The score of each entry for the draw of the next round. Reads the standings, writes nothing."""

from tournaments.models import Tournament
from tournaments.reading.seeding import compute_first_scores
from tournaments.reading.tallies import get_leading_figures, get_ranking_with_results
from tournaments.reading.teams import read_team_standings
from tournaments.standings.metrics import METRICS
from tournaments.standings.ranking_orders import RankingOrder


def compute_team_scores(tournament: Tournament) -> dict[int, int]:
    """Return the match points of each entry's team, by entry id."""
    standings = read_team_standings(tournament, {}, ())
    rows = standings.rows if standings else ()
    return {each.entry: int(row.figure) for row in rows for place in row.places for each in place.members}


def compute_scores(tournament: Tournament) -> dict[int, int]:
    """Return each entry's score for the draw, by entry id; the higher the better. A round seeded by rating has scores
    from the ratings. In a Swiss, entries with the same figure in the metric that ranks first have the same score;
    elsewhere the score follows the rank in the standings. Empty in formats that are not drawn by scores."""
    if tournament.format != Tournament.Format.STANDING and not tournament.has_duels:
        return {}
    if tournament.format in (Tournament.Format.STANDING, Tournament.Format.SWISS) and (
        first := compute_first_scores(tournament)
    ):
        return first
    if tournament.format != Tournament.Format.SWISS:
        return {row.tally.entry: -row.rank for row in get_ranking_with_results(tournament, with_later=True)[0]}
    if tournament.has_team_matches:
        return compute_team_scores(tournament)
    figures = get_leading_figures(tournament)
    main = RankingOrder.from_json(tournament.ranking).leading
    best_last = sorted(set(figures.values()), reverse=METRICS[main].lower_is_better)
    groups = {figure: n for n, figure in enumerate(best_last)}
    return {entry: groups[figure] for entry, figure in figures.items()}
