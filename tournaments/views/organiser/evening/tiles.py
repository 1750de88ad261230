"""The tables of the live board as tiles, how far their round is, and the top of the standings beside them.

Every figure comes from the tables' summaries and from the standings; nothing is computed here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import zip_longest
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.presentation.tables.standings import describe_absence, find_adjusted_metric
from tournaments.presentation.tags.groups import group_of
from tournaments.presentation.text.main_score import find_counted_score
from tournaments.presentation.text.metric_text import Words
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.table_status import TableStatus
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.standings.movement import compute_movement
from tournaments.standings.ranking import StandingsRow
from tournaments.views.public.drawn_tables import build_drawn_tables
from tournaments.views.public.table_view import TableView
from tournaments.views.stamped import StampedItems

MOST_PIPS = 8  # a longer partie has no pips: nobody counts them
MOST_TILES = 40  # shown at a time: some screens full, and 35 kB
MOST_KEPT = 2000  # tiles made that a process keeps, of 1 kB each
PRESSING = 2  # somebody must look at the table now
MOST_RANKED = 13  # rows of standings beside the tables
MOST_MOVING = 500  # players; above this, the places moved are not computed


@dataclass(frozen=True)
class Tile:
    """One table on the organiser's board. `status`: how far it is; `view`: the same table as the public board shows it,
    with the drawing of its totals."""

    status: TableStatus
    view: TableView

    @cached_property
    def players(self) -> list[tuple[str, int | None, bool]]:
        """(Name, running gain or points, whether he leads), by position; None before the first record."""
        card, leaders = self.status.card, self.view.leaders
        totals = card.summary.totals if card.summary else [None] * len(card.names)
        return [(name, total, name in leaders) for name, total in zip(card.names, totals, strict=True)]

    @property
    def lead(self) -> tuple[tuple[str, ...], int | None] | None:
        """(Names, gain or points) of those who lead, so of both partners; None where nobody does."""
        first = [(name, total) for name, total, leads in self.players if leads]
        return (tuple(name for name, _total in first), first[0][1]) if first else None

    @property
    def pips(self) -> list[str]:
        """A word for each planned coup: "on" once played, "cur" while it is being played, else "". Empty before the
        first coup, and where the number of coups is not known or too large to draw."""
        planned, played = self.status.coups_planned, self.status.coups_played
        if not planned or planned > MOST_PIPS or self.status.stage == "waiting":
            return []
        goes_on = self.status.stage == "playing" and self.status.card.tournament.status == Tournament.Status.OPEN
        return ["on" if n <= played else "cur" if goes_on and n == played + 1 else "" for n in range(1, planned + 1)]

    @property
    def html(self) -> str:
        """The tile's HTML in the active language."""
        return make_tile(self.facts, get_language())

    @property
    def html_with_doors(self) -> str:
        """The tile's HTML in which each name links to its player's page, for whoever runs the evening."""
        entries = tuple(seat.entry_id for seat in self.status.card.seats)
        return make_tile(replace(self.facts, entries=entries), get_language())

    @property
    def facts(self) -> "TileFacts":
        """All that the tile's template shows of the table, as plain values."""
        status, card = self.status, self.status.card
        summary, unplayed = card.summary, card.unplayed
        zone = ZoneInfo(card.tournament.club.time_zone)
        return TileFacts(
            table=card.table.pk,
            n=card.table.n,
            group=group_of(card),
            evening=card.tournament.status,
            stage=status.stage,
            urgency=measure_urgency(status),
            calls=tuple(call.kind for call in status.calls),
            unplayed=str(unplayed.get_kind_display()) if unplayed else "",
            is_late=status.is_late,
            is_fresh=status.is_fresh,
            is_done=status.is_done,
            count_differs=status.count_differs,
            awaits_closing=status.awaits_closing,
            on_paper=card.table.paper_first,
            has_purses=card.has_purses,
            coups_played=status.coups_played,
            coups_planned=status.coups_planned,
            target=card.target,
            silent_minutes=status.silent_minutes,
            last_record=summary.last_at.astimezone(zone).strftime("%H:%M") if summary else "",
            players=tuple(self.players),
            lead=self.lead,
            absent=tuple(card.absent),
            sides=card.sides,
            pips=tuple(self.pips),
            drawing=render_to_string("public/_tile_chart.html", {"view": self.view}) if self.view.chart else "",
        )


@dataclass(frozen=True)
class TileFacts:
    """All that a tile's template receives, as plain values: equal facts share one rendered tile. `evening`: the
    tournament's status; `calls`: the kinds of its open calls; `last_record`: the time, «21:05»; `players`, `lead`,
    `pips`: as in `Tile`; `entries`: to whose pages the names lead, empty if they lead nowhere."""

    table: int
    n: int
    group: str
    evening: str
    stage: str
    urgency: int
    calls: tuple[str, ...]
    unplayed: str
    is_late: bool
    is_fresh: bool
    is_done: bool
    count_differs: bool
    awaits_closing: bool
    on_paper: bool
    has_purses: bool
    coups_played: int
    coups_planned: int | None
    target: int | None
    silent_minutes: int | None
    last_record: str
    players: tuple[tuple[str, int | None, bool], ...]
    lead: tuple[tuple[str, ...], int | None] | None
    absent: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    pips: tuple[str, ...]
    drawing: str
    entries: tuple[int, ...] = ()

    @property
    def doors(self) -> list[tuple[str, int | None, bool, int | None]]:
        """Each player's (name, gain or points, whether he leads, id of the entry to whose page his name leads or
        None)."""
        return [(*player, entry) for player, entry in zip_longest(self.players, self.entries)]

    @property
    def names(self) -> list[str]:
        """The names of the players at the table."""
        return [name for name, _total, _leads in self.players]

    @property
    def next_coup(self) -> int:
        """The number of the coup that is being played."""
        return self.coups_played + 1


@lru_cache(maxsize=MOST_KEPT)
def make_tile(facts: TileFacts, language: str) -> str:
    """Return the tile's HTML for these facts in this language, which is the active one; it is rendered once and
    kept."""
    return render_to_string("organiser/_tile.html", {"it": facts})


def measure_urgency(status: TableStatus) -> int:
    """Return how soon somebody must look at a table, from 1 (it calls) to 5 (it is done)."""
    if status.calls:
        return 1
    if status.is_done:
        return 5
    if status.is_late or status.silent_minutes or status.count_differs or status.stage == "stuck":
        return PRESSING
    return 3 if status.awaits_closing else 4


def build_tiles(statuses: Sequence[TableStatus], *, drawn: bool) -> list[Tile]:
    """Return the tiles of these tables; `drawn`: with their totals coup by coup, one query for all of them."""
    cards = [status.card for status in statuses]
    views = build_drawn_tables(cards) if drawn else map(TableView, cards)
    return list(map(Tile, statuses, views))


@dataclass(frozen=True)
class BoardPart:
    """One part of the tables in play, where the board has too many to show at once. `n`: its number, from 1;
    `by_round`: it is named by its rounds, not by its tables; `is_here`: it is the one shown."""

    n: int
    statuses: Sequence[TableStatus]
    by_round: bool
    is_here: bool

    @property
    def name(self) -> str:
        """The numbers of its first and last table, «1–12», or its rounds, «R1–R2»."""
        first, last = self.statuses[0], self.statuses[-1]
        ends = (f"R{first.round}", f"R{last.round}") if self.by_round else (first.card.table.n, last.card.table.n)
        return "–".join(map(str, dict.fromkeys(ends)))

    @property
    def pressing(self) -> int:
        """The number of its tables that somebody must look at."""
        return sum(measure_urgency(each) <= PRESSING for each in self.statuses)


def cut_board(statuses: Sequence[TableStatus], number: int | None, played: int) -> list[BoardPart]:
    """Return the parts in which the board shows these tables, MOST_TILES in each. `number`: the number of the part to
    show; None: the part in which the round `played` begins."""
    cut = [statuses[at : at + MOST_TILES] for at in range(0, len(statuses), MOST_TILES)]
    begins = next((n for n, part in enumerate(cut, 1) if any(it.round == played for it in part)), 1)
    here = number if number and number <= len(cut) else begins
    by_round = len({it.round for it in statuses}) > 1
    return [BoardPart(n, part, by_round, n == here) for n, part in enumerate(cut, 1)]


@dataclass(frozen=True)
class RoundPace:
    """How far the round being played is. `coups`, `planned`: its coups played and planned (None where no number is
    set); `rounds`: for each round of the tournament "on" once played, "cur" while it is played, else ""."""

    round: Round
    coups: int
    planned: int | None
    rounds: Sequence[str]


def measure_pace(tournament: Tournament, statuses: Sequence[TableStatus]) -> RoundPace | None:
    """Return how far the last published round is; None where tables are free, or before the first round."""
    if tournament.format == Tournament.Format.FREE or not statuses:
        return None
    current = statuses[-1].card.table.round
    counted = [each for each in statuses if each.card.setting is not None and each.card.unplayed is None]
    planned = [each.coups_played if each.card.complete else each.coups_planned for each in counted]
    rounds = range(1, max(tournament.planned_rounds, current.n) + 1)
    return RoundPace(
        current,
        sum(each.coups_played for each in counted),
        None if any(each.coups_planned is None for each in counted) else sum(n for n in planned if n),
        ["on" if n < current.n else "cur" if n == current.n else "" for n in rounds],
    )


@dataclass(frozen=True)
class SideRow:
    """A row of the standings beside the tables. `climbed`: how many places since the round before (None: not known);
    `figure`: the score that ranks first, "" where that is the total."""

    row: StandingsRow
    climbed: int | None
    figure: str

    @property
    def absence(self) -> str:
        """The words on why the player no longer plays, or not yet; "" if he plays."""
        return describe_absence(self.row)

    @property
    def places(self) -> int:
        """The number of places that the player went up or down."""
        return abs(self.climbed or 0)


@dataclass(frozen=True)
class SideStandings:
    """The top of the standings: its rows, how many players are ranked (`count`), and since which round they moved
    (None: no movement). `heading`: the title of the totals; `in_jetons`: they are jetons; `provisional`: they may
    change."""

    rows: Sequence[SideRow]
    count: int
    since: int | None
    heading: Words
    in_jetons: bool
    provisional: bool


_side_standings = StampedItems[SideStandings | None]()


def find_side_standings(tournament: Tournament, last_round: int) -> SideStandings | None:
    """Return what `build_side_standings` does, kept until something changes: every screen asks for it again and
    again."""
    return _side_standings.find(tournament, lambda: build_side_standings(tournament, last_round))


def build_side_standings(tournament: Tournament, last_round: int) -> SideStandings | None:
    """Return the top of the standings for the board; None before the first coup. `last_round`: the number of the last
    published round."""
    rows = place_waiting_last(tournament, get_ranking(tournament, more=("coups",)))
    if not any(row.tally.coups for row in rows):
        return None
    moved, top = find_climbed_places(tournament, rows, last_round), rows[:MOST_RANKED]
    figures = get_game_figures(tournament)
    main = find_counted_score(top, figures.unit)
    shown = [
        SideRow(row, moved[row.tally.entry] if moved else None, main.figures[row.tally.entry] if main else "")
        for row in top
    ]
    provisional = tournament.status == Tournament.Status.OPEN or bool(list_unread_tables(tournament))
    heading: Words = TOTAL_HEADINGS[figures.unit]
    if main:
        heading = _("Total") if find_adjusted_metric(rows) else capfirst(str(main.name))
    since = last_round - 1 if moved else None
    return SideStandings(shown, len(rows), since, heading, figures.in_jetons, provisional)


def find_climbed_places(
    tournament: Tournament, rows: Sequence[StandingsRow], last_round: int
) -> dict[int, int | None] | None:
    """Return, by entry id, how many places each player climbed in the last round. None if it is the first round, if
    tables are free, or if too many play."""
    if tournament.format == Tournament.Format.FREE or last_round < 2 or len(rows) > MOST_MOVING:
        return None
    before = get_ranking(tournament, up_to_round=last_round - 1)
    return compute_movement(place_waiting_last(tournament, before, last_round - 1), rows)
