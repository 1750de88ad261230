"""The explanation of a player's rank, complete on one page: the sentences, the criteria with his figures, what each
round brought, the opponents, and what the rounds that he did not play count."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import TotalUnit
from tournaments.book.sheet import Sheet
from tournaments.models import Tournament
from tournaments.presentation.tables.rank_evidence import FacedOpponentsTable, RoundSumsTable
from tournaments.presentation.text.metric_text import (
    UNPLAYED_REASON_TEXTS,
    describe_unplayed_worth,
    format_average,
    format_figure,
    get_metric_text,
    list_criteria,
)
from tournaments.presentation.text.rank_text import describe_rank
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.idle_rounds import list_rested_rounds
from tournaments.standings.evidence import (
    RoundFigures,
    depends_on_opponents,
    list_faced_opponents,
    list_round_figures,
    list_table_scores,
)
from tournaments.standings.explain import RankExplanation, explain_rank
from tournaments.standings.metrics import MetricReader
from tournaments.standings.ranking import StandingsRow, find_main_score
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import AVERAGE, NOTHING, TournamentResults

from .round_filter import RoundFilter

TableNumbers = Mapping[int, int]  # table number by table id


def get_table_address(code: str, n: int, table: int) -> str:
    """Return the page of a table of round n."""
    return reverse("public-table-of", args=[code, n, table])


def explain_player_rank(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    played: TournamentResults,
    entry: int,
    names: Mapping[int, str],
    sheets: Iterable[Sheet],
) -> dict[str, Any]:
    """Return the explanation of an entry's rank for a template. `rows`, `played`: the standings and the results that
    they were computed from; `sheets`: the player's tables."""
    order, unit = RankingOrder.from_json(tournament.ranking), get_game_figures(tournament).unit
    reason = explain_rank(rows, entry, order.precedence)
    if reason.row.waiting:
        words = _("Pas encore de rang : cette personne n’a pas encore joué.")
        if tournament.status == Tournament.Status.CLOSED:
            words = _("Pas de rang : cette personne n’a pas joué.")
        return {"why": [words], "criteria": []}
    scores, meetings = list_table_scores(order.precedence), depends_on_opponents(order.precedence)
    sheets = list(sheets)
    main, tables = find_main_score(order.precedence), {sheet.table.pk: sheet.table.n for sheet in sheets}
    playing = {sheet.table.round.n for sheet in sheets if not sheet.is_over}
    rank: dict[str, Any] = {
        "why": describe_rank(reason, unit),
        "criteria": list_criteria(MetricReader(played, main), rows, reason.row, unit),
    }
    if scores:
        rank["sums"] = build_round_sums_table(tournament, played, scores, reason, tables, playing)
    if meetings:
        rank["meetings"] = build_opponents_table(tournament, played, entry, main, names, tables)
    return rank


def build_round_sums_table(
    tournament: Tournament,
    played: TournamentResults,
    scores: Sequence[str],
    reason: RankExplanation,
    tables: TableNumbers,
    playing: Collection[int],
) -> RoundSumsTable:
    """Build the table of what each round brought the player, with a column for each figure of `scores`, and its sums,
    equal to the figures of the standings. `playing`: the rounds in which he sits at a table that is not over."""
    unit = get_game_figures(tournament).unit
    round_figures = list_round_figures(played, reason.row.tally.entry, scores)
    rows = [
        replace(row, kind="playing") if row.kind == "away" and row.round in playing else row for row in round_figures
    ]
    return RoundSumsTable(
        [
            (
                row,
                tables[row.outcome.table] if row.outcome else None,
                [format_round_value(row, key, unit) for key in scores],
            )
            for row in rows
        ],
        [get_metric_text(key, unit).name for key in scores],
        [format_figure(key, reason.row.get_unadjusted_figure(key), unit) for key in scores],
        partial(get_table_address, tournament.code),
        unit,
    )


def format_round_value(row: RoundFigures, key: str, unit: TotalUnit) -> str:
    """Return, as text, what a round brought in the figure `key`; a share of the stakes as the fraction and its
    value."""
    said = format_figure(key, row.figures[key], unit)
    return (
        f"{row.outcome.holdings} / {row.outcome.table_total} = {said}"
        if key == "share" and row.outcome and row.outcome.table_total
        else said
    )


def build_opponents_table(
    tournament: Tournament,
    played: TournamentResults,
    entry: int,
    main: str,
    names: Mapping[int, str],
    tables: TableNumbers,
) -> FacedOpponentsTable:
    """Build the table of all opponents of the player. `main`: the figure that ranks first."""
    unit, code = get_game_figures(tournament).unit, tournament.code
    rows = list_faced_opponents(played, entry, main)
    return FacedOpponentsTable(
        [(row, tables[row.table], names[row.entry], format_figure(main, row.score, unit)) for row in rows],
        get_metric_text(main, unit).name,
        lambda entry: reverse("player", args=[code, entry]),
        partial(get_table_address, code),
        unit,
    )


@dataclass(frozen=True)
class MissedRound:
    """A round that the player did not play. `table`: the number of his table, None for a rest; `kind`: why it was not
    played; `counts`: what it counts for him; `average`: how the average that it counts is computed, else ""."""

    round: int
    table: int | None
    kind: Any
    counts: Any
    average: str = ""


def list_missed_rounds(
    tournament: Tournament, at: RoundFilter, sheets: Iterable[Sheet], entry: int, totals: Sequence[int]
) -> list[MissedRound]:
    """Return the player's rests and unplayed tables, by round. `at`: which rounds count; `sheets`: the sheets of his
    tables; `totals`: what he won at each table that he played."""
    order, unit = RankingOrder.from_json(tournament.ranking), get_game_figures(tournament).unit

    def idle(n: int, table: int | None, kind: Any, worth: str) -> MissedRound:
        """Build one round that was not played: at this table, if one was set, and of this kind (a rest, say). `worth`:
        the key of what it counts."""
        average = format_average(totals) if worth == AVERAGE and totals else ""
        return MissedRound(n, table, kind, describe_unplayed_worth(worth, order, unit), average)

    rests = list_rested_rounds(tournament, at.n).get(entry, ())
    missed = [idle(n, None, "", order.scales.exempt) for n in rests]
    for sheet in sheets:
        if sheet.unplayed is not None and (sheet.is_never_played or not (sheet.state and sheet.state.coups_played)):
            away = any(seat.entry_id == entry and seat.position in sheet.unplayed.absent for seat in sheet.seats)
            worth = NOTHING if away else getattr(order.scales, sheet.unplayed.kind)
            how = UNPLAYED_REASON_TEXTS["away" if away else sheet.unplayed.kind]
            missed.append(idle(sheet.table.round.n, sheet.table.n, how, worth))
    return sorted(missed, key=lambda each: (each.round, each.table or 0))
