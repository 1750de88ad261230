"""Brackets and group tables as they are shown, on a page or on paper: where each box stands, what is written in it.

Pure but for the words' language. A drawing is in its own units, to be scaled; large brackets are cut into several.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.draws import knockout
from tournaments.draws.groups import HALF, STRUCK
from tournaments.draws.knockout import CONSOLATION, FINAL, LOSERS, MAIN, NOBODY, THIRD, WINNER, Bracket, Match
from tournaments.models import Event
from tournaments.phases import Stand, phases_of, stand

WIDE, HIGH, LINE, GAP, HEAD = 212, 46, 23, 28, 26
"""A box, a line of it, the way between two columns, the headings above."""
ROW = HIGH + 12
LONGEST = 23
"""Letters of a name that fit into a box."""
AT_ONCE = 8
"""Matches of a column in one drawing."""
COLUMNS = 4
"""Columns of one drawing."""


@dataclass(frozen=True)
class Line:
    """One side of a match: what is written, in which y; `won`: in bold; `soft`: nobody yet; `note`: in the place of
    games won."""

    y: int
    name: str
    whole: str
    wins: str
    won: bool
    soft: bool
    note: str = ""


@dataclass(frozen=True)
class Box:
    x: int
    y: int
    lines: tuple[Line, Line]

    @property
    def middle(self) -> int:
        return self.y + LINE

    @property
    def right(self) -> int:
        return self.x + WIDE - 8


@dataclass(frozen=True)
class Drawing:
    """One picture: its boxes, the ways from box to box (points of a line), a heading over each column."""

    title: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    ways: tuple[str, ...]
    heads: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Meeting:
    """A match as a line of a list; `wins`: the winner's first."""

    stage: str
    names: tuple[str, str]
    wins: tuple[int, int]
    winner: str
    walkover: bool


@dataclass(frozen=True)
class GroupTable:
    title: str
    rows: tuple[tuple[Any, str, bool], ...]
    """(line, name, does he go on), the first one first."""


@dataclass(frozen=True)
class Shown:
    """One phase: what it is called, its groups, its drawings, every match as a list, who came where; what was said of
    who leaves his group early, where that changes its table."""

    title: str
    groups: tuple[GroupTable, ...]
    drawings: tuple[Drawing, ...]
    meetings: tuple[Meeting, ...]
    places: tuple[tuple[str, tuple[str, ...]], ...]
    leavers: str = ""


def of_event(event: Event, names: Mapping[int, str] | None = None) -> list[Shown]:
    """Each phase that has begun and has a bracket, groups or a table, the last one first. `names`: by entry, where
    they are not the shown ones."""
    found = []
    after: int | None = None
    for phase in reversed(phases_of(event)):
        standing = stand(event, phase, after)
        after = phase.since
        if standing.duels and phase.format != Event.Format.SWISS:
            found.append(shown(named(standing, names)))
    return found


def named(standing: Stand, names: Mapping[int, str] | None) -> Stand:
    if names is None:
        return standing
    sides = standing.phase.sides
    return replace(standing, names={n: " – ".join(names.get(e, "") for e in some) for n, some in enumerate(sides, 1)})


def shown(standing: Stand) -> Shown:
    phase, drawings, meetings = standing.phase, list[Drawing](), list[Meeting]()
    brackets = standing.brackets()
    for n, bracket in enumerate(brackets):
        drawings += drawn(bracket, standing.names, _("Consolante") if n else "")
        meetings += listed(bracket, standing.names, _("Consolante") if n else "")
    return Shown(
        str(Event.Format(phase.format).label),
        group_tables(standing),
        tuple(drawings),
        tuple(meetings),
        placed(brackets[0], standing.names) if brackets else (),
        said_of_leavers(phase.leavers),
    )


def said_of_leavers(leavers: str) -> str:
    said = {
        HALF: _("Qui part avant d’avoir joué la moitié de ses parties : aucune ne compte ; après, il perd le reste."),
        STRUCK: _("Les parties de qui est parti ne comptent pas."),
    }
    return said.get(leavers, "")


def group_tables(standing: Stand) -> tuple[GroupTable, ...]:
    phase = standing.phase
    if phase.format == Event.Format.KNOCKOUT:
        return ()
    if phase.format == Event.Format.ALL:
        standing = replace(standing, phase=replace(phase, groups=1))
    through = set(phase.main)
    return tuple(
        GroupTable(
            _("Poule %(letter)s") % {"letter": letter_of(n)} if phase.format == Event.Format.GROUPS else "",
            tuple((line, standing.names[line.player], line.player in through) for line in lines),
        )
        for n, lines in enumerate(standing.group_tables())
    )


def letter_of(n: int) -> str:
    """A, B … Z, then 27, 28…"""
    return chr(ord("A") + n) if n < 26 else str(n + 1)


# --- drawings ----------------------------------------------------------------------------------------------


def drawn(bracket: Bracket, names: Mapping[int, str], title: str = "") -> list[Drawing]:
    """Every part of the bracket that has a match of two."""
    found = []
    for part in (MAIN, THIRD, LOSERS, FINAL, CONSOLATION):
        stages = bracket.stages(part)
        if any(match.real for stage in stages for match in stage):
            found += part_drawn(bracket, part, stages, names, title or part_name(part))
    return found


def part_drawn(
    bracket: Bracket, part: str, stages: list[list[Match]], names: Mapping[int, str], title: str
) -> list[Drawing]:
    """The part in one picture, or cut where it would be too high or too wide to be read."""
    while not any(match.real for match in stages[0]):
        stages = stages[1:]
    cuts = [cut for cut in cut_up(stages) if any(match.real for stage in cut for match in stage)]
    if len(cuts) == 1:
        return [picture(bracket, part, cuts[0], names, title)]
    return [picture(bracket, part, cut, names, f"{title} ({n}/{len(cuts)})") for n, cut in enumerate(cuts, 1)]


def cut_up(stages: list[list[Match]]) -> list[list[list[Match]]]:
    """The first stages in bands of the same height, then the later ones; each has its last column in common with what
    follows, so that everybody's way can be found."""
    pieces = max(1, len(stages[0]) // AT_ONCE)
    early = [stage for stage in stages if len(stage) >= pieces] if pieces > 1 else []
    late = [stage for stage in stages if len(stage) <= pieces] if pieces > 1 else stages
    found = []
    for n in range(pieces if early else 0):
        band = [stage[n * len(stage) // pieces : (n + 1) * len(stage) // pieces] for stage in early]
        found += side_by_side(band)
    return found + side_by_side(late)


def side_by_side(stages: list[list[Match]]) -> list[list[list[Match]]]:
    """Not more than COLUMNS columns at once."""
    firsts = range(0, max(1, len(stages) - 1), COLUMNS - 1)
    return [stages[first : first + COLUMNS] for first in firsts]


def picture(bracket: Bracket, part: str, stages: list[list[Match]], names: Mapping[int, str], title: str) -> Drawing:
    total = ROW * max(map(len, stages))
    boxes: dict[int, Box] = {}
    for column, stage in enumerate(stages):
        x = 4 + column * (WIDE + GAP)
        for n, match in enumerate(stage):
            y = HEAD + (2 * n + 1) * total // (2 * len(stage)) - HIGH // 2
            if to_show(bracket, match):
                boxes[match.n] = boxed(bracket, match, names, x, y)
    ways = [
        way(boxes[source.n], boxes[match.n])
        for stage in stages
        for match in stage
        for source in match.sources
        if match.n in boxes and source.kind == WINNER and source.n in boxes
    ]
    heads = tuple((4 + n * (WIDE + GAP), stage_name(bracket, part, stage)) for n, stage in enumerate(stages))
    width = 8 + len(stages) * (WIDE + GAP) - GAP
    return Drawing(title, width, HEAD + total, tuple(boxes.values()), tuple(ways), heads)


def way(before: Box, after: Box) -> str:
    """From the middle of one box's right side to the middle of the other's left side, by right angles."""
    x = after.x - GAP // 2
    points = (before.x + WIDE, before.middle), (x, before.middle), (x, after.middle), (after.x, after.middle)
    return " ".join(f"{a},{b}" for a, b in points)


def boxed(bracket: Bracket, match: Match, names: Mapping[int, str], x: int, y: int) -> Box:
    first, second = (
        line_of(match, at, names, y + 16 + at * LINE, said=match.games > 0 or bracket.scheme.best_of > 1)
        for at in (0, 1)
    )
    return Box(x, y, (first, second))


def to_show(bracket: Bracket, match: Match) -> bool:
    """A match of two players; or one that lacks a side because nobody came to the match before."""
    return match.real or any(
        source.kind == WINNER and bracket.matches[source.n].real and bracket.matches[source.n].winner == NOBODY
        for source in match.sources
    )


def name_in(match: Match, at: int, names: Mapping[int, str]) -> str:
    """Empty where he is not known yet."""
    side = match.sides[at]
    return _("personne") if side == NOBODY else names.get(side, "") if side else ""


def line_of(match: Match, at: int, names: Mapping[int, str], y: int, *, said: bool) -> Line:
    side = match.sides[at]
    name = name_in(match, at, names)
    short = name if len(name) <= LONGEST else shortened(name)
    won = bool(side) and match.winner == side
    away = match.walkover and match.winner == NOBODY and bool(side)
    note = _("absent") if away else _("forfait") if match.walkover and won else ""
    return Line(y, short or "…", name, str(match.wins[at]) if said and side else "", won, not side, note)


def shortened(name: str) -> str:
    """A name that is too long for a box: of partners the first names, if that helps."""
    partners = name.split(" – ")
    if len(partners) > 1:
        name = " – ".join(each.split()[0] for each in partners)
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


# --- words -------------------------------------------------------------------------------------------------


def part_name(part: str) -> str:
    return {
        MAIN: _("Tableau"),
        THIRD: _("Troisième place"),
        LOSERS: _("Tableau des perdants"),
        FINAL: _("Grande finale"),
        CONSOLATION: _("Consolante"),
    }[part]


def stage_name(bracket: Bracket, part: str, stage: Sequence[Match]) -> str:
    """What a column is called, by how many matches it has; one match of it, where `stage` is that alone."""
    if part == THIRD:
        return _("Troisième place")
    if part == FINAL:
        return _("Grande finale") if stage[0].stage == 1 else _("Belle, s’il le faut")
    named = {1: _("Finale"), 2: _("Demi-finales"), 4: _("Quarts de finale"), 8: _("Huitièmes de finale")}
    if len(stage) == 1:
        named |= {2: _("Demi-finale"), 4: _("Quart de finale"), 8: _("Huitième de finale")}
    whole = bracket.stages(part)[stage[0].stage - 1]
    if part == LOSERS or len(whole) not in named:
        return _("Étape %(n)s") % {"n": stage[0].stage}
    return named[len(whole)]


def listed(bracket: Bracket, names: Mapping[int, str], title: str) -> Iterable[Meeting]:
    """Every match whose players are known, in the order of play."""
    for match in bracket.matches.values():
        if to_show(bracket, match) and None not in match.sides:
            first, second = (name_in(match, at, names) for at in (0, 1))
            where = title or part_name(match.part)
            stage = stage_name(bracket, match.part, [match])
            called = stage if where in (stage, _("Tableau")) else f"{where}, {stage}"
            winner = names.get(match.winner, "") if match.winner else ""
            winner = _("personne") if match.winner == NOBODY else winner
            wins = (max(match.wins), min(match.wins))
            yield Meeting(called, (first, second), wins, winner, match.walkover or not match.real)


def placed(bracket: Bracket, names: Mapping[int, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who came where: « 3–4 » where some share places."""
    found = []
    ended = knockout.places(bracket)
    for n, (place, players) in enumerate(ended):
        last = place + len(players) - 1
        if n + 1 < len(ended):  # where neither side came to a match, more go out than there are places
            last = min(last, ended[n + 1][0] - 1)
        found.append((str(place) if last == place else f"{place}–{last}", tuple(names[p] for p in players)))
    return tuple(found)
