"""Briscola narrated as one player tells it to another: the points of a coup, who wins it and why, the match so far."""

from collections.abc import Iterator, Sequence

from scoring.games.briscola import coup as deals
from scoring.games.briscola.config import BriscolaConfig
from scoring.language import Text, plural
from scoring.model import Outcome, Step, TableState
from scoring.phrases import describe_points, describe_shares, narrate_target


def narrate_opening(config: BriscolaConfig) -> Text:
    """Say what ends the partie."""
    if config.target is not None:
        return narrate_target(config.target)
    if config.wins_needed is not None:
        return plural("Il faut gagner {n} coup.", "Il faut gagner {n} coups.", config.wins_needed)
    assert config.coup_count is not None
    return plural("On joue {n} coup.", "On joue {n} coups.", config.coup_count)


def describe_total(config: BriscolaConfig, number: int) -> Text:
    """Return a total as coups won, or as points."""
    return (
        describe_points(number) if config.target is not None else plural("{n} coup gagné", "{n} coups gagnés", number)
    )


def narrate_coup(before: TableState, step: Step) -> Iterator[Text]:
    """Narrate a coup, from its points to the new totals."""
    outcome = step.outcome
    assert outcome is not None
    setting, had, totals = outcome.setting, outcome.seat_points, step.state.seat_totals
    assert had is not None
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    yield Text("Points : {had}.", had=describe_shares(setting, had))
    config: BriscolaConfig = setting.config
    yield _narrate_result(config, outcome, had)
    if config.target is not None and config.all_mark and not deals.is_void(had):
        yield Text("Chacun marque ses points.")
    if config.target is not None:
        yield Text("Totaux : {rows}.", rows=describe_shares(setting, totals))
    elif config.coup_count != 1:
        yield Text("Coups gagnés : {rows}.", rows=describe_shares(setting, totals))


def _narrate_result(config: BriscolaConfig, outcome: Outcome, had: Sequence[int]) -> Text:
    """Say who wins the coup and, to a target, that the others mark nothing (BLA-10). `had`: the points of each player
    or side."""
    names = outcome.winners
    if deals.is_void(had):
        return Text("Égalité : le coup est nul.")
    if not names:
        return Text("Personne n’a 61 points : personne ne gagne ce coup.")
    if config.target is not None and not config.all_mark:
        return _narrate_only_marker(names, describe_points(max(had)), tied=outcome.setting.sides is None)
    if len(names) == 1:
        return Text("{player} gagne le coup.", player=names[0])
    return Text("{players} gagnent le coup.", players=names)


def _narrate_only_marker(names: tuple[str, ...], points_text: Text, *, tied: bool) -> Text:
    """Say that the players `names` win the coup and alone mark its points: one player, one side or, with `tied`,
    several who play singly."""
    if len(names) == 1:
        return Text(
            "{player} gagne le coup : ses {points} comptent, et eux seuls.", player=names[0], points=points_text
        )
    if tied:
        return Text(
            "{players} gagnent le coup à égalité : chacun marque ses {points}, et personne d’autre.",
            players=names,
            points=points_text,
        )
    return Text("{players} gagnent le coup : leurs {points} comptent, et eux seuls.", players=names, points=points_text)
