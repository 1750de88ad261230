"""Write standings for other programs and for a terminal: `corbillon.classement/1` and plain text. CSV is in
`tables`."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.scores import Number
from tournaments.standings.tournament_results import STATISTICS, Tally


def standings_to_json(tournament: Tournament, rows: Iterable[StandingsRow]) -> dict[str, Any]:
    """Return the standings as `corbillon.classement/1`, one row for each player."""
    return {
        "format": "corbillon.classement/1",
        "event": tournament.name,
        "rows": [row_to_json(row) for row in rows],
    }


def row_to_json(row: StandingsRow) -> dict[str, Any]:
    """Return one row of the standings as `manage.py standings` writes it: the gain in jetons or points and the figures
    of the ranking, all without bonuses and penalties. If any of these count, `adjustment` is their sum, in the unit of
    the figure that ranks first. `withdrawn` is there, as True, for a player who withdrew."""
    tally = row.tally
    adjusted = {"adjustment": tally.adjustment} if tally.adjustments else {}
    return {
        "rank": row.rank,
        "player": tally.player,
        "total": tally.total,
        **adjusted,
        **({"withdrawn": True} if tally.withdrawn else {}),
        "tables": tally.tables,
        "coups": tally.coups,
        "coups_won": tally.coups_won,
        **{key: tally.get_sum(key) for key in STATISTICS},
    } | {key: to_json_number(row.get_unadjusted_figure(key)) for key in row.figures if key not in ("left", "total")}


def to_json_number(figure: Number) -> int | float:
    """Return the figure as a number for JSON: an int if it is whole, else a float."""
    return int(figure) if figure == int(figure) else float(figure)


def standings_to_text(rows: Iterable[StandingsRow]) -> str:
    """Return one line for each player: rank, name, gain with its sign, the bonuses and penalties, if any, and that he
    withdrew."""
    lines = [(f"{row.rank}.", row.tally.player, row.tally) for row in rows]
    widest = max((len(name) for _, name, _ in lines), default=0)
    return "\n".join(
        f"{rank:>4} {name:<{widest}} {_write_gain(tally)}{_write_withdrawal(tally)}" for rank, name, tally in lines
    )


def _write_withdrawal(tally: Tally) -> str:
    """Return the words, after a space, that say that the player withdrew; "" if he did not."""
    return f"  {_('s’est retiré')}" if tally.withdrawn else ""


def _write_gain(tally: Tally) -> str:
    """Return the gain with its sign, then the bonuses and penalties: «   +44  −20»."""
    figures = (tally.total, *([tally.adjustment] if tally.adjustments else []))
    return " ".join(f"{figure:+d}".replace("-", "−").rjust(6) for figure in figures)
