"""The explanation of a player's rank, complete on one page: the sentences, the criteria with his figures, what each
round brought, the opponents, and what the rounds that he did not play count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.models import Event
from tournaments.results.game_figures import figures_of
from tournaments.results.idle_rounds import resting
from tournaments.standings.evidence import Brought, Faced, brought, faced, made_of_opponents, made_of_tables
from tournaments.standings.explain import Reason, why
from tournaments.standings.metrics import Reader
from tournaments.standings.ranking import Row, main_score
from tournaments.standings.ranking_orders import Order
from tournaments.standings.tournament_results import AVERAGE, NOTHING, Played
from tournaments.text.metric_text import CALLED, averaged, called, counting, criteria, sentences, shown

from .round_filter import After

Tables = Mapping[int, int]  # table number by table id


@dataclass(frozen=True)
class Sums:
    """What each round brought, in columns. `columns`: their titles; `rows`: (round, its table's number or None, the
    value of each column); `sums`: the totals, equal to the figures of the standings."""

    columns: list[Any]
    rows: list[tuple[Brought, int | None, list[str]]]
    sums: list[str]


@dataclass(frozen=True)
class Meetings:
    """All opponents of a player. `score`: the title of the opponents' score; `rows`: (opponent, table number, name,
    score)."""

    score: Any
    rows: list[tuple[Faced, int, str, str]]


def told_rank(
    event: Event,
    rows: Sequence[Row],
    played: Played,
    entry: int,
    names: Mapping[int, str],
    sheets: Iterable[Sheet],
) -> dict[str, Any]:
    """Return the explanation of an entry's rank for a template. `rows`, `played`: the standings and the results that
    they were computed from; `sheets`: the player's tables."""
    order, in_jetons = Order.of(event.ranking), figures_of(event).in_jetons
    reason = why(rows, entry, order.precedence)
    scores, meetings = made_of_tables(order.precedence), made_of_opponents(order.precedence)
    main, tables = main_score(order.precedence), {sheet.table.pk: sheet.table.n for sheet in sheets}
    told: dict[str, Any] = {
        "why": sentences(reason, in_jetons=in_jetons),
        "criteria": criteria(Reader(played, main), rows, reason.row, in_jetons=in_jetons),
    }
    if scores:
        told["sums"] = sums(played, scores, reason, tables)
    if meetings:
        told["meetings"] = met(played, entry, main, called(main, in_jetons=in_jetons).name, names, tables)
    return told


def sums(played: Played, scores: Sequence[str], reason: Reason, tables: Tables) -> Sums:
    """Build the table of what each round brought the player, with a column for each figure of `scores`."""
    rows = brought(played, reason.row.tally.entry, scores)
    return Sums(
        [CALLED[key].name for key in scores],
        [(row, tables[row.at.table] if row.at else None, [part(row, key) for key in scores]) for row in rows],
        [shown(key, reason.row.figures[key]) for key in scores],
    )


def part(row: Brought, key: str) -> str:
    """Format what a round brought in one figure; for a share of the stakes as the fraction and its value."""
    said = shown(key, row.figures[key])
    return f"{row.at.has} / {row.at.whole} = {said}" if key == "share" and row.at and row.at.whole else said


def met(played: Played, entry: int, main: str, score: Any, names: Mapping[int, str], tables: Tables) -> Meetings:
    """Build the table of the player's opponents. `main`: the figure that ranks first; `score`: its title."""
    rows = faced(played, entry, main)
    return Meetings(score, [(row, tables[row.table], names[row.entry], shown(main, row.score)) for row in rows])


@dataclass(frozen=True)
class Idle:
    """A round that the player did not play. `table`: the number of his table, None for a rest; `kind`: why it was not
    played; `counts`: what it counts for him; `average`: how the average that it counts is computed, else ""."""

    round: int
    table: int | None
    kind: Any
    counts: Any
    average: str = ""


def idle_rounds(event: Event, at: After, sheets: Iterable[Sheet], entry: int, totals: Sequence[int]) -> list[Idle]:
    """Return the player's rests and unplayed tables, by round. `totals`: what he won at each table that he played."""
    order, in_jetons = Order.of(event.ranking), figures_of(event).in_jetons

    def idle(n: int, table: int | None, kind: Any, worth: str) -> Idle:
        """Build one round that was not played. `worth`: the key of what it counts."""
        average = averaged(totals) if worth == AVERAGE and totals else ""
        return Idle(n, table, kind, counting(worth, order, in_jetons=in_jetons), average)

    rests = resting(event, at.n).get(entry, ())
    found = [idle(n, None, "", order.scales.exempt) for n in rests]
    for sheet in sheets:
        if sheet.unplayed is not None and (sheet.struck or not (sheet.state and sheet.state.coups_played)):
            away = any(seat.entry_id == entry and seat.position in sheet.unplayed.absent for seat in sheet.seats)
            worth = NOTHING if away else getattr(order.scales, sheet.unplayed.kind)
            found.append(idle(sheet.table.round.n, sheet.table.n, sheet.unplayed.get_kind_display(), worth))
    return sorted(found, key=lambda each: (each.round, each.table or 0))
