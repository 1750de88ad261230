"""Charts in black ink: each player's rank after each round, each table's jetons after each coup, a season as bars.

Lines differ by dashes, weight and by the letter or name at their ends, never by colour. Lengths are in points. Every
figure comes from the standings, the seasons or the sheets; here it is only put on its place.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.utils.translation import gettext as _

import scoring
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.presentation.text.option_text import format_table_label
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.season_outcomes import get_season_rows
from tournaments.reading.seasons import get_unique_names
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_counted_results, get_ranking, get_standings
from tournaments.standings.seasons import SeasonRow

DASHES = ("none", "7 3", "2 2.5", "11 3 2 3", "5 2 1.5 2 1.5 2", "16 4")
WEIGHTS = (1.5, 0.8)
PLAYERS_A_PAGE = 12  # at the most: as many as there are pens
RANK_WIDTH, NAME_WIDTH, NAME_ROOM = 510, 135, 11.8  # NAME_ROOM: of a name without its rank, in em
NARROW_LETTERS, BROAD_LETTERS = frozenset("fijlrtI.,:;’'-() \u00a0\u202f"), frozenset("mwMW…")
NARROW, USUAL, CAPITAL, BROAD = 0.39, 0.58, 0.7, 1.0  # em of a letter, rather too much
LEAST_HEIGHT, MOST_HEIGHT, RANK_STEP, NAME_STEP = 160, 640, 30, 12  # between two ranks, at the most; between two names
BESIDE = 3.5  # between two lines of one rank, at the most
WORDS_ABREAST = 6  # rounds named in words along the x axis; where they are more, only the first is
TABLE_WIDTH, TABLE_HEIGHT, TABLE_LEFT, TABLE_RIGHT = 245, 98, 28, 46
FIRST_OTHER_LETTER = 0x590  # beyond Latin, Greek and Cyrillic, letters may be as broad as high
EDGE = 8  # above and below the lines, so that letters have room
MOST_MARKS = 12  # labels along the x axis
BARS = 20


@dataclass(frozen=True)
class InkMark:
    """A label at a place along an axis."""

    label: str
    at: float


@dataclass(frozen=True)
class InkLine:
    """One player's line. `points`: as an SVG polyline needs them; `first`, `last`: the texts at its ends, with their
    heights `first_y` and `last_y`; `start_y`, `end_y`: the heights of the line itself there."""

    points: str
    dash: str
    weight: float
    first: str
    first_y: float
    start_y: float
    last: str
    last_y: float
    end_y: float


@dataclass(frozen=True)
class InkChart:
    """A drawing of lines. `left`, `right`: where the lines begin and end; `across`, `up`: the labels of both axes;
    `legend`: (letter, name, figure) of each line, where letters stand at its end."""

    title: str
    width: float
    height: float
    left: float
    right: float
    lines: tuple[InkLine, ...]
    across: tuple[InkMark, ...]
    up: tuple[InkMark, ...]
    legend: tuple[tuple[str, str, str], ...] = ()


def place_values(count: int, left: float, right: float) -> list[float]:
    """Return `count` places from left to right, as far apart as there is room."""
    return [round(left + n * (right - left) / max(1, count - 1), 1) for n in range(count)]


def choose_marks(labels: Sequence[str], places: Sequence[float]) -> tuple[InkMark, ...]:
    """Return the labels that have room along the x axis."""
    every = -(-len(labels) // MOST_MARKS)
    return tuple(InkMark(label, at) for label, at in list(zip(labels, places, strict=True))[::every])


def choose_pen(n: int) -> tuple[str, float]:
    """Return the dashes and the weight of line n: twelve kinds, then the first one again."""
    return DASHES[n % len(DASHES)], WEIGHTS[n // len(DASHES) % len(WEIGHTS)]


def build_rank_charts(tournament: Tournament) -> dict[str, Any]:
    """Return the context of each player's rank after each round that counts, some players a page, in the order of the
    standings. A player has a line from the round in which he has a rank."""
    rounds = sorted({result.round for result in get_counted_results(tournament).results})
    rows = [row for row in place_waiting_last(tournament, get_standings(tournament)) if not row.waiting]
    tables = [get_ranking(tournament, up_to_round=n) for n in rounds[:-1]]
    ranks = [{row.tally.entry: row.rank for row in some} for some in (*tables, rows)]
    people = [(row.tally.player, [at.get(row.tally.entry) for at in ranks]) for row in rows]
    labels = [_("ronde %(n)s") % {"n": n} if n == rounds[0] or len(rounds) <= WORDS_ABREAST else str(n) for n in rounds]
    return {"pages": [_draw_ranks(some, labels) for some in split_pages(people)]}


def split_pages(people: Sequence[Any]) -> list[Sequence[Any]]:
    """Return the players of each page, about as many on every one."""
    each = math.ceil(len(people) / max(1, math.ceil(len(people) / PLAYERS_A_PAGE)))
    return [people[start : start + each] for start in range(0, len(people), max(1, each))]


def estimate_width(text: str) -> float:
    """Return the width of a text in em, rather too much."""
    return sum(map(_estimate_letter_width, text))


def _estimate_letter_width(letter: str) -> float:
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in BROAD_LETTERS or ord(letter) >= FIRST_OTHER_LETTER:
        return BROAD
    return CAPITAL if letter.isupper() else USUAL


def shorten_name(name: str) -> str:
    """Return as much of a name as has room beside a line."""
    if estimate_width(name) <= NAME_ROOM:
        return name
    most = next(n for n in range(len(name), 0, -1) if estimate_width(f"{name[:n]}…") <= NAME_ROOM)
    return f"{name[:most].rstrip()}…"


def _draw_ranks(people: Sequence[tuple[str, Sequence[int | None]]], labels: Sequence[str]) -> InkChart:
    """Draw the ranks of some players, from the best to the last that one of them had."""
    met = [rank for _name, ranks in people for rank in ranks if rank]
    best, lowest = min(met, default=1), max(met, default=1)
    left, right = NAME_WIDTH, RANK_WIDTH - NAME_WIDTH
    places = place_values(len(labels), left, right)
    wanted = 2 * EDGE + max(RANK_STEP * (lowest - best), NAME_STEP * (len(people) - 1))
    height = min(MOST_HEIGHT, max(LEAST_HEIGHT, wanted))

    step = (height - 2 * EDGE) / max(1, lowest - best)
    heights = place_ranks([ranks for _name, ranks in people], best, step)
    known = [
        (name, [(x, y, rank) for x, y, rank in zip(places, line, ranks, strict=True) if rank])
        for (name, ranks), line in zip(people, heights, strict=True)
    ]
    known = [(name, steps) for name, steps in known if steps]
    firsts = part_names([steps[0][1] for _name, steps in known], height)
    lasts = part_names([steps[-1][1] for _name, steps in known], height)
    lines = []
    for n, (name, steps) in enumerate(known):
        (begun, start_y, first), (_end, end_y, last) = steps[0], steps[-1]
        dash, weight = choose_pen(n)
        lines.append(
            InkLine(
                points=" ".join(f"{x},{y}" for x, y, _rank in steps),
                dash=dash,
                weight=weight,
                first=f"{first}  {shorten_name(name)}"
                if begun == places[0]
                else "",  # who came later is named at the right
                first_y=firsts[n],
                start_y=start_y,
                last=f"{last}  {shorten_name(name)}",
                last_y=lasts[n],
                end_y=end_y,
            )
        )
    title, marks = _("Rang après chaque ronde"), choose_marks(labels, places)
    return InkChart(title, RANK_WIDTH, height, left, right, tuple(lines), marks, ())


def place_ranks(lines: Sequence[Sequence[int | None]], best: int, step: float) -> list[list[float]]:
    """Return the heights of each line, round by round. Those who share a rank lie side by side, the first one at the
    height of the rank: no other rank is met there, as a tie leaves the ranks after it empty."""
    met: Counter[tuple[int, int]] = Counter()
    heights: list[list[float]] = []
    for line in lines:
        heights.append([])
        for n, rank in enumerate(line):
            beside = min(BESIDE, step) * met[n, rank or 0]
            heights[-1].append(round(EDGE + ((rank or best) - best) * step + beside, 1))
            met[n, rank or 0] += 1
    return heights


def part_names(ends: Sequence[float], height: float) -> list[float]:
    """Return the height of each name: as near to the end of its line as it can be where no two lie on each other."""
    order = sorted(range(len(ends)), key=lambda n: (ends[n], n))
    step = min(NAME_STEP, (height - 2 * EDGE) / max(1, len(ends) - 1))
    heaps: list[list[float]] = []  # names that touch: the heights of the highest of them that each name would like
    for place, n in enumerate(order):
        heaps.append([ends[n] - place * step])
        while len(heaps) > 1 and fmean(heaps[-2]) > fmean(heaps[-1]):
            heaps[-2:] = [heaps[-2] + heaps[-1]]
    lowest = height - EDGE - (len(ends) - 1) * step
    tops = [min(max(fmean(heap), EDGE), lowest) for heap in heaps for _each in heap]
    heights = {n: round(tops[place] + place * step, 1) for place, n in enumerate(order)}
    return [heights[n] for n in range(len(ends))]


def build_table_charts(tournament: Tournament) -> dict[str, Any]:
    """Return the context of each table's jetons (points, where they are counted) after each coup."""
    return {
        "charts": [chart for sheet in load_sheets(tournament) if (chart := draw_holdings(sheet))],
        "in_jetons": get_game_figures(tournament).in_jetons,
    }


def draw_holdings(sheet: Sheet) -> InkChart | None:
    """Draw what each player of a table holds after each coup; None where no coup is played."""
    if sheet.setting is None:
        return None
    states = [scoring.build_initial_state(sheet.setting)]
    states += [step.state for step in sheet.steps if step.outcome and step.outcome.type == "coup"]
    if len(states) < 2:
        return None
    if sheet.steps[-1].state is not states[-1]:
        states.append(sheet.steps[-1].state)
    series = {name: [_get_holding(state, name) for state in states] for name in sheet.names}
    title = format_table_label(sheet.tournament, sheet.table.n, sheet.table.round.n)
    show = format_signed if states[-1].purses else format_holding
    return _draw_amounts(title, series, {name: show(states[-1].totals[name]) for name in sheet.names})


def _get_holding(state: scoring.TableState, name: str) -> int:
    """Return a player's holding: jetons in hand, or points."""
    return state.purses[name].total if state.purses else state.totals[name]


def _draw_amounts(title: str, series: Mapping[str, Sequence[int]], gains: Mapping[str, str]) -> InkChart:
    """Draw the amounts of a table's players, with a letter at the end of each line. `gains`: as they are told."""
    values = [value for line in series.values() for value in line]
    low, high, start = min(values), max(values), values[0]
    count = len(next(iter(series.values())))
    left, right = TABLE_LEFT, TABLE_WIDTH - TABLE_RIGHT
    places = place_values(count, left, right)

    def up(value: int) -> float:
        return round(EDGE + (high - value) * (TABLE_HEIGHT - 2 * EDGE) / max(1, high - low), 1)

    met: dict[float, int] = {}
    lines, legend = [], []
    for n, (name, line) in enumerate(series.items()):
        end = up(line[-1])
        near = next((y for y in met if abs(y - end) < EDGE), end)
        beside = met[near] = met.get(near, -1) + 1  # letters that would lie on each other stand side by side
        points = " ".join(f"{x},{up(value)}" for x, value in zip(places, line, strict=True))
        letter = "\u2002\u2005" * beside + LETTERS[n]
        lines.append(InkLine(points, *choose_pen(n), "", 0, up(line[0]), letter, near, end))
        legend.append((LETTERS[n], name, gains[name]))
    marks = {low, start, high} if min(start - low, high - start) * TABLE_HEIGHT > EDGE * (high - low) else {low, high}
    return InkChart(
        title,
        TABLE_WIDTH,
        TABLE_HEIGHT,
        left,
        right,
        tuple(lines),
        choose_marks([str(n) for n in range(count)], places),
        tuple(InkMark(format_holding(value), up(value)) for value in sorted(marks)),
        tuple(legend),
    )


@dataclass(frozen=True)
class SeasonBar:
    """One player on the poster of a season: his rank, his points, and how long his bar is, in per cent of the
    longest."""

    rank: int
    name: str
    score: Any
    length: float


@dataclass(frozen=True)
class SeasonPoster:
    """A season to hang up: those with most points. `winners`: (tournament, names of those who won it); `more`: how many
    ranked players are not named."""

    name: str
    bars: tuple[SeasonBar, ...]
    winners: tuple[tuple[Tournament, list[str]], ...]
    more: int


def build_season_posters(tournament: Tournament) -> dict[str, Any]:
    """Return the context of a poster for each season that counts the tournament."""
    names = get_unique_names(tournament.club)
    found = []
    for season in tournament.seasons.filter(hidden=False):
        tournaments, rows = get_season_rows(season, names)
        ranked = [row for row in rows if row.rank is not None]
        shown = [row for row in ranked if row.score > 0][:BARS]
        longest = shown[0].score if shown else 1
        bars = tuple(
            SeasonBar(row.rank or 0, row.name, row.score, round(float(100 * row.score / longest), 1)) for row in shown
        )
        winners = tuple((each, _list_winners(rows, each)) for each in tournaments)
        found.append(SeasonPoster(season.name, bars, winners, len(ranked) - len(bars)))
    return {"posters": found}


def _list_winners(rows: Sequence[SeasonRow], tournament: Tournament) -> list[str]:
    """Return the names of those who were first in this tournament of the season."""
    first = (tournament.pk, 1)
    return [row.name for row in rows for part in row.parts if (part.tournament, part.outcome.rank) == first]
