"""Why a player has his rank, so that he is convinced by the page alone: the sentences, the criteria with his figures,
what each round brought, whom he met, what the rounds that he did not play count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event
from tournaments.ranks import CALLED, counting, criteria, sentences, shown
from tournaments.sheets import Sheet
from tournaments.standings.evidence import Brought, Faced, brought, faced, made_of_opponents, made_of_tables
from tournaments.standings.explain import Reason, why
from tournaments.standings.idle import resting
from tournaments.standings.metrics import Reader
from tournaments.standings.orders import Order
from tournaments.standings.played import NOTHING, Played
from tournaments.standings.ranking import Row, main_score


@dataclass(frozen=True)
class Sums:
    """What each round brought, in columns. `columns`: what they are called; `rows`: (round with its table, what each
    column holds); `sums`: the figures of the standings."""

    columns: list[Any]
    rows: list[tuple[Brought, list[str]]]
    sums: list[str]


@dataclass(frozen=True)
class Meetings:
    """Everybody whom he met. `score`: what the opponents' score is called; `rows`: (who, by his name, his score)."""

    score: Any
    rows: list[tuple[Faced, str, str]]


def told_rank(
    event: Event, rows: Sequence[Row], played: Played, entry: int, names: Mapping[int, str]
) -> dict[str, Any]:
    """Why he has his rank, as the page shows it; `rows` and `played` as they were weighed."""
    order = Order.of(event.ranking)
    reason = why(rows, entry, order.precedence)
    scores, meetings = made_of_tables(order.precedence), made_of_opponents(order.precedence)
    main, mine = main_score(order.precedence), reason.row
    told: dict[str, Any] = {"why": sentences(reason), "criteria": criteria(Reader(played, main), rows, mine)}
    if scores:
        told["sums"] = sums(played, scores, reason)
    if meetings:
        told["meetings"] = met(played, mine.tally.entry, main, names)
    return told


def sums(played: Played, scores: Sequence[str], reason: Reason) -> Sums:
    rows = brought(played, reason.row.tally.entry, scores)
    return Sums(
        [CALLED[key].name for key in scores],
        [(row, [shown(key, row.figures[key]) for key in scores]) for row in rows],
        [shown(key, reason.row.figures[key]) for key in scores],
    )


def met(played: Played, entry: int, main: str, names: Mapping[int, str]) -> Meetings:
    rows = faced(played, entry, main)
    return Meetings(CALLED[main].name, [(row, names[row.entry], shown(main, row.score)) for row in rows])


@dataclass(frozen=True)
class Idle:
    """A round that he did not play, and what it counts for him; `table`: where he sat, None for a rest."""

    round: int
    table: int | None
    kind: Any
    counts: Any


def idle_rounds(event: Event, sheets: Iterable[Sheet], entry: int) -> list[Idle]:
    """His rests, and his tables that were not played."""
    order = Order.of(event.ranking)
    rests = resting(event, None).get(entry, ())
    found = [Idle(n, None, "", counting(order.scales.exempt, order)) for n in rests]
    for sheet in sheets:
        if sheet.unplayed is not None and (sheet.struck or not (sheet.state and sheet.state.coups_played)):
            away = any(seat.entry_id == entry and seat.position in sheet.unplayed.absent for seat in sheet.seats)
            worth = NOTHING if away else getattr(order.scales, sheet.unplayed.kind)
            table = sheet.table
            found.append(Idle(table.round.n, table.n, sheet.unplayed.get_kind_display(), counting(worth, order)))
    return sorted(found, key=lambda each: (each.round, each.table or 0))
