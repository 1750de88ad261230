"""Brackets and group tables laid out for a page or a print: the position and text of each box.

Pure, except that texts are in the reader's language and that `build_phase_displays` reads the tournament's phases.
A drawing has its own units, to be scaled; a large bracket is cut into several drawings. No library lays brackets out
for paper and screen alike; graph layouters do not keep the order of the matches.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.draws.knockout import CONSOLATION, FINAL, LOSERS, MAIN, NOBODY, THIRD, WINNER, Bracket, Match
from tournaments.draws.knockout_places import list_places
from tournaments.models import Tournament
from tournaments.presentation.bracket_names import name_part, name_stage
from tournaments.presentation.group_tables import GroupTable, build_group_tables, describe_leavers, describe_ties
from tournaments.presentation.line_charts import shorten
from tournaments.reading.final_order import SidePlaces, list_places_behind
from tournaments.reading.phases import Phase, PhaseState, list_phases, read_phase_state

BOX_WIDTH, BOX_HEIGHT, LINE_HEIGHT, COLUMN_GAP, HEADING_HEIGHT = 212, 46, 23, 28, 26
"""In drawing units: a box's width and height, a line of text in it, the gap between columns, the headings' height."""
ROW_HEIGHT = BOX_HEIGHT + 12
CHAMPION_HEIGHT = 46
"""The height of the champion's line below the deciding match."""
MAX_NAME_LENGTH = 23
MAX_NOTED_NAME_LENGTH = 18
"""Characters of a name that fit into a box; beside a note."""
MAX_MATCHES_PER_COLUMN = 8
"""Matches in one column of a drawing, at most."""
MAX_COLUMNS = 4
"""Columns in one drawing, at most."""


@dataclass(frozen=True)
class BracketLine:
    """The text of one side in a match's box.

    `y`: the text's position; `name`: shortened to fit; `full_name`: not shortened; `wins`: games won, as text; `won`:
    shown in bold; `unknown`: the side is not known yet; `seed`: its number, or 0; `note`: shown instead of the games
    won.
    """

    y: int
    name: str
    full_name: str
    wins: str
    won: bool
    unknown: bool
    seed: int
    note: str = ""


@dataclass(frozen=True)
class MatchBox:
    """The box of one match: its top left corner, the lines of its two sides, and the number of the table at which it is
    being played, or None."""

    x: int
    y: int
    lines: tuple[BracketLine, BracketLine]
    table: int | None

    @property
    def middle(self) -> int:
        """The y of the line that separates the two sides in the box."""
        return self.y + LINE_HEIGHT

    @property
    def right(self) -> int:
        """The x of the right edge of the numbers, which are right-aligned in the box."""
        return self.x + BOX_WIDTH - 8

    @property
    def has_words(self) -> bool:
        """True if the box shows words instead of games won: the table where the match is played, or a note such as
        «forfait»."""
        return bool(self.table or any(line.note for line in self.lines))


@dataclass(frozen=True)
class Drawing:
    """One picture of a bracket or of a part of it.

    `connectors`: the lines between boxes, each as points "x,y x,y …"; `headings`: (x, text) over each column;
    `champion`: who won the bracket, where its deciding match is in this drawing, else "".
    """

    title: str
    width: int
    height: int
    boxes: tuple[MatchBox, ...]
    connectors: tuple[str, ...]
    headings: tuple[tuple[int, str], ...]
    champion: str = ""

    @property
    def is_narrow(self) -> bool:
        """True if the drawing has fewer columns than MAX_COLUMNS, so that its letters can be larger."""
        return len(self.headings) < MAX_COLUMNS

    @property
    def champion_y(self) -> int:
        """The y of the line that names the champion, below the last match."""
        return self.boxes[-1].y + BOX_HEIGHT + 6

    @property
    def whole_height(self) -> int:
        """The height of the drawing, including the line that names the champion if there is one."""
        return max(self.height, self.champion_y + CHAMPION_HEIGHT) if self.champion else self.height


@dataclass(frozen=True)
class ListedMatch:
    """One match in the list of a bracket's matches. `wins`: games won, the winner's first; `walkover`: decided without
    a table; `by_forfeit`: won without a game; `forfeits`: how many games one side did not come to; `table`: the number
    of the table where it is being played, or None."""

    stage: str
    names: tuple[str, str]
    wins: tuple[int, int]
    winner: str
    walkover: bool
    by_forfeit: bool
    forfeits: int
    table: int | None


@dataclass(frozen=True)
class PhaseDisplay:
    """One phase for display: its title, group tables, drawings, list of matches and final places.

    `places`: («3» or «3–4», names). `leavers`: a sentence on the games of players who leave a group early, where these
    change the group's table; else "". `order`: a sentence on how a group is ranked.
    """

    title: str
    groups: tuple[GroupTable, ...]
    drawings: tuple[Drawing, ...]
    matches: tuple[ListedMatch, ...]
    places: tuple[tuple[str, tuple[str, ...]], ...]
    leavers: str = ""
    order: str = ""


def build_phase_displays(tournament: Tournament, names: Mapping[int, str] | None = None) -> list[PhaseDisplay]:
    """Return what a page shows of each phase that has begun, except Swiss ones; the last phase first.

    `names`: the name to show for each entry id (None: the shown names).
    """
    displays = []
    after: int | None = None
    for phase in reversed(list_phases(tournament)):
        standing = read_phase_state(tournament, phase, after)
        after = phase.since
        if standing.duels and phase.format != Tournament.Format.SWISS:
            displays.append(build_phase_display(with_side_names(standing, names)))
    return displays


def with_side_names(state: PhaseState, names: Mapping[int, str] | None) -> PhaseState:
    """Return the phase's state with the names of its sides replaced by `names` (by entry id), if given."""
    if names is None:
        return state
    sides = state.phase.sides
    return replace(state, names={n: " – ".join(names.get(e, "") for e in some) for n, some in enumerate(sides, 1)})


def name_phase(phase: Phase) -> str:
    """Return the name of the phase's format; a bracket in which a second loss puts a side out has a name of its own."""
    if phase.format == Tournament.Format.KNOCKOUT and phase.losers:
        return _("double élimination, à deux")
    return str(Tournament.Format(phase.format).label)


def build_phase_display(state: PhaseState) -> PhaseDisplay:
    """Build the page's parts for one phase: its group tables, the drawings and matches of its brackets, its final
    places."""
    phase, drawings, meetings = state.phase, list[Drawing](), list[ListedMatch]()
    brackets = state.compute_brackets()
    for n, bracket in enumerate(brackets):
        drawings += draw_bracket(bracket, state.names, _("Consolante") if n else "")
        meetings += list_matches(bracket, state.names, _("Consolante") if n else "")
    return PhaseDisplay(
        name_phase(phase),
        build_group_tables(state),
        tuple(drawings),
        tuple(meetings),
        list_final_places([*list_places(brackets[0]), *list_places_behind(state)], state.names) if brackets else (),
        describe_leavers(phase.leavers),
        describe_ties(state.ties),
    )


# --- drawings ----------------------------------------------------------------------------------------------


def draw_bracket(bracket: Bracket, names: Mapping[int, str], title: str = "") -> list[Drawing]:
    """Return the drawings of every part of the bracket that has a match of two players."""
    drawn = {}
    for part in (MAIN, THIRD, LOSERS, FINAL, CONSOLATION):
        stages = bracket.list_stages(part)
        if any(match.is_real for stage in stages for match in stage):
            drawn[part] = draw_part(bracket, part, stages, names, title or name_part(part))
    deciding, places = drawn.get(FINAL) or drawn.get(MAIN), list_places(bracket)
    if deciding and places and places[0][0] == 1 and len(places[0][1]) == 1:
        deciding[-1] = replace(deciding[-1], champion=names[places[0][1][0]])
    return [drawing for some in drawn.values() for drawing in some]


def draw_part(
    bracket: Bracket, part: str, stages: list[list[Match]], names: Mapping[int, str], title: str
) -> list[Drawing]:
    """Return the drawing of one part of the bracket (its matches by `stages`), or several drawings where one would be
    too high or too wide to read."""
    while not any(match.is_real for match in stages[0]):
        stages = stages[1:]
    cuts = [cut for cut in cut_stages(stages) if any(match.is_real for stage in cut for match in stage)]
    if len(cuts) == 1:
        return [build_drawing(bracket, part, cuts[0], names, title)]
    return [build_drawing(bracket, part, cut, names, f"{title} ({n}/{len(cuts)})") for n, cut in enumerate(cuts, 1)]


def cut_stages(stages: list[list[Match]]) -> list[list[list[Match]]]:
    """Cut the stages into pieces of at most MAX_MATCHES_PER_COLUMN matches a column and MAX_COLUMNS columns, each for
    one drawing.

    The early stages come first, in horizontal bands of equal height, then the late ones. The last column of each piece
    is repeated in the piece that follows, so that a player's way can be traced.
    """
    pieces = max(1, len(stages[0]) // MAX_MATCHES_PER_COLUMN)
    early = [stage for stage in stages if len(stage) >= pieces] if pieces > 1 else []
    late = [stage for stage in stages if len(stage) <= pieces] if pieces > 1 else stages
    found = []
    for n in range(pieces if early else 0):
        band = [stage[n * len(stage) // pieces : (n + 1) * len(stage) // pieces] for stage in early]
        found += cut_columns(band)
    return found + cut_columns(late)


def cut_columns(stages: list[list[Match]]) -> list[list[list[Match]]]:
    """Cut the stages into pieces of at most MAX_COLUMNS columns; adjacent pieces share one column."""
    firsts = range(0, max(1, len(stages) - 1), MAX_COLUMNS - 1)
    return [stages[first : first + MAX_COLUMNS] for first in firsts]


def build_drawing(
    bracket: Bracket, part: str, stages: list[list[Match]], names: Mapping[int, str], title: str
) -> Drawing:
    """Lay out the stages of one part of a bracket as a drawing, one column for each stage."""
    total = ROW_HEIGHT * max(map(len, stages))
    boxes: dict[int, MatchBox] = {}
    for column, stage in enumerate(stages):
        x = 4 + column * (BOX_WIDTH + COLUMN_GAP)
        for n, match in enumerate(stage):
            y = HEADING_HEIGHT + (2 * n + 1) * total // (2 * len(stage)) - BOX_HEIGHT // 2
            if is_displayed(bracket, match):
                boxes[match.n] = build_match_box(bracket, match, names, x, y)
    ways = [
        build_connector(boxes[source.n], boxes[match.n])
        for stage in stages
        for match in stage
        for source in match.sources
        if match.n in boxes and source.kind == WINNER and source.n in boxes
    ]
    heads = tuple(
        (4 + n * (BOX_WIDTH + COLUMN_GAP), name_stage(bracket, part, stage)) for n, stage in enumerate(stages)
    )
    width = 8 + len(stages) * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP
    return Drawing(title, width, HEADING_HEIGHT + total, tuple(boxes.values()), tuple(ways), heads)


def build_connector(before: MatchBox, after: MatchBox) -> str:
    """Return the points of the right-angled line between two boxes, "x,y x,y …", for an SVG polyline."""
    x = after.x - COLUMN_GAP // 2
    points = (before.x + BOX_WIDTH, before.middle), (x, before.middle), (x, after.middle), (after.x, after.middle)
    return " ".join(f"{a},{b}" for a, b in points)


def build_match_box(bracket: Bracket, match: Match, names: Mapping[int, str], x: int, y: int) -> MatchBox:
    """Build the box of a match with its top left corner at (x, y)."""
    first, second = (
        build_side_line(
            match, at, names, y + 16 + at * LINE_HEIGHT, show_wins=match.games > 0 or bracket.scheme.best_of > 1
        )
        for at in (0, 1)
    )
    return MatchBox(x, y, (first, second), match.table)


def is_displayed(bracket: Bracket, match: Match) -> bool:
    """True if the match is drawn: both sides are players, or one side is missing because nobody came to the match
    before it."""
    return match.is_real or any(
        source.kind == WINNER and bracket.matches[source.n].is_real and bracket.matches[source.n].winner == NOBODY
        for source in match.sources
    )


def get_side_name(match: Match, at: int, names: Mapping[int, str]) -> str:
    """Return the name of side `at` (0 or 1) of a match; "" if the side is not known yet."""
    side = match.sides[at]
    return _("personne") if side == NOBODY else names.get(side, "") if side else ""


def build_side_line(match: Match, at: int, names: Mapping[int, str], y: int, *, show_wins: bool) -> BracketLine:
    """Build the text line of side `at` (0 or 1) of a match. `show_wins`: show how many games the side won; in a match
    won by forfeit, the side that did not come has a note instead."""
    side = match.sides[at]
    name = get_side_name(match, at, names)
    won = bool(side) and match.winner == side
    away = match.walkover and match.winner == NOBODY and bool(side)
    forfeited = match.is_won_by_forfeit and bool(side) and not won
    note = _("absent") if away else _("forfait") if forfeited else ""
    short = shorten_name(name, MAX_NOTED_NAME_LENGTH if note else MAX_NAME_LENGTH)
    wins = str(match.wins[at]) if show_wins and side and not match.is_won_by_forfeit else ""
    seed = side if side and side != NOBODY else 0
    return BracketLine(y, short or "…", name, wins, won, not side, seed, note)


def shorten_name(name: str, length: int = MAX_NAME_LENGTH) -> str:
    """Shorten a name to fit into a box: partners to their first names, then the whole to `length` characters."""
    if len(name) > length and len(partners := name.split(" – ")) > 1:
        name = " – ".join(each.split()[0] for each in partners)
    return shorten(name, lambda text: len(text) <= length)


# --- texts -------------------------------------------------------------------------------------------------


def list_matches(bracket: Bracket, names: Mapping[int, str], title: str) -> Iterable[ListedMatch]:
    """Yield every match of the bracket whose sides are known, in the order of play."""
    for match in bracket.matches.values():
        if is_displayed(bracket, match) and None not in match.sides:
            first, second = (get_side_name(match, at, names) for at in (0, 1))
            where = title or name_part(match.part)
            stage = name_stage(bracket, match.part, [match])
            called = stage if where in (stage, pgettext("rencontres", "Tableau")) else f"{where}, {stage}"
            winner = names.get(match.winner, "") if match.winner else ""
            winner = _("personne") if match.winner == NOBODY else winner
            wins = (max(match.wins), min(match.wins))
            away = match.walkover or not match.is_real
            how = away, away or match.is_won_by_forfeit, match.forfeits
            yield ListedMatch(called, (first, second), wins, winner, *how, match.table)


def list_final_places(ended: SidePlaces, names: Mapping[int, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the final places that are decided, as (place, names); several sides that share places have «3–4». `ended`:
    the place of each side."""
    final_places = []
    for n, (place, players) in enumerate(ended):
        last = place + len(players) - 1
        if n + 1 < len(ended):  # where neither side came to a match, more players go out than there are places
            last = min(last, ended[n + 1][0] - 1)
        final_places.append((str(place) if last == place else f"{place}–{last}", tuple(names[p] for p in players)))
    return tuple(final_places)
