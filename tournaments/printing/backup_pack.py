"""The documents of the pack for going on without the computer: prepared draws, score sheets without names, lists to add
up on, and a guide. In them numbers stand for players: each player who comes is given the next number."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import build_setting, find_first_dealer, needs_sides
from tournaments.draws.knockout import FIRST_LOSER, LOSER, WINNER, MatchSource
from tournaments.draws.paper_bracket import PaperMatch
from tournaments.forms.games.game_paper import LETTERS, ColumnGroup
from tournaments.forms.games.score_sheet import PaperPlayer, ScoreSheet
from tournaments.models import Entry, Seat, Tournament
from tournaments.models.tournaments import BEYOND_LAST_ROUND
from tournaments.presentation.text.metric_text import NO_FIGURE
from tournaments.presentation.text.unit_text import format_total
from tournaments.reading.final_order import list_final_rows
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.group_names import letter_of
from tournaments.reading.prepared_draws import (
    PreparedDraw,
    count_boards,
    find_usual_table_size,
    list_player_counts,
    prepare_all_draws,
)
from tournaments.reading.shown_names import Viewer, get_listed_names
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking import get_name_key
from tournaments.standings.tournament_results import Tally

from .document import Document
from .print_stage import EXPECTED
from .remainder import Remainder, has_rounds_to_draw
from .round_papers import count_spare_lines
from .scoresheets import arrange_leaves

DOTS = "……"
EXTRA_LINES = 6
"""Empty lines for people who come unannounced."""
ROUNDS_A_LIST = 4
"""Rounds side by side on a list to add up on."""


@dataclass(frozen=True)
class SpareSheet(ScoreSheet):
    """A blank score sheet for any table: names, table number and round are written by hand. `rounds`: the rounds for
    which it can be used, as text («(de 1 à 3)»), if the rules change during the tournament, else ""."""

    rounds: str = ""

    @property
    def title(self) -> str:
        return gettext("Table %(n)s") % {"n": DOTS}

    @property
    def round_number(self) -> Any:
        """Dots to write the round's number on, followed by the rounds for which the sheet can be used."""
        return f"{DOTS} {self.rounds}".strip()

    @property
    def code(self) -> str:
        return ""

    @property
    def players(self) -> list[PaperPlayer]:
        return [replace(each, name="") for each in super().players]

    @cached_property
    def groups(self) -> tuple[ColumnGroup, ...]:
        """The groups of columns of the sheet's grid, headed by letters alone instead of names."""
        return tuple(replace(each, title=each.title.partition(" · ")[0]) for each in super().groups)


def build_spare_sheets(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of blank score sheets, enough to play the whole tournament by hand: for each part of
    it with its own rules and each table size, as many as any prepared draw needs."""
    return _arrange_spare_sheets(tournament, count_needed_sheets(tournament))


def build_left_spare_sheets(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of the blank score sheets for the rounds still to be drawn, and one more of each kind
    to replace a spoiled sheet."""
    later = count_needed_sheets(tournament, left.next_round)
    return _arrange_spare_sheets(tournament, later + Counter(count_needed_sheets(tournament).keys()))


def _arrange_spare_sheets(tournament: Tournament, counts: Mapping[tuple[int, int], int]) -> dict[str, Any]:
    """Return the template context of blank score sheets. `counts`: how many of each kind, by (first round with these
    rules, people at the table)."""
    sheets = [(build_spare_sheet(tournament, *kind), count) for kind, count in sorted(counts.items())]
    return {"leaves": arrange_leaves([[sheet] * count for sheet, count in sheets if sheet]), "hall": ""}


def count_needed_sheets(tournament: Tournament, first: int = 1) -> Counter[tuple[int, int]]:
    """Count the score sheets needed from round `first` on, by (first round with the same rules, people at the
    table)."""
    each, boards = 2 if tournament.pairing == Tournament.Pairing.FIXED else 1, count_boards(tournament)
    most: Counter[tuple[int, int]] = Counter()
    for one in prepare_all_draws(tournament):
        drawn = [(n, each * len(table)) for n, round_ in enumerate(one.rounds, 1) for table in round_.tables]
        tables = drawn * boards
        tables += [(len(one.rounds) + match.round, each * 2) for match in one.matches for _game in range(one.games)]
        most |= Counter(
            (max(since for since in tournament.stage_starts if since <= n), people)
            for n, people in tables
            if n >= first
        )
    return most


def build_spare_sheet(tournament: Tournament, since: int, people: int) -> SpareSheet | None:
    """Return a blank score sheet for `people` players under the rules that begin at round `since`; None if so many
    cannot play."""
    names, ruled = tuple(LETTERS[:people]), tournament.with_round_rules(since)
    setting, _problems = build_setting(ruled, names, plays_in_sides(ruled, people))
    rounds = describe_rounds(tournament.find_stage_rounds(since)) if tournament.stages else ""
    return SpareSheet(None, setting, filled=False, rounds=rounds) if setting else None  # type: ignore[arg-type]


def plays_in_sides(tournament: Tournament, people: int) -> bool:
    """True if a table of `people` players in this tournament plays as two sides of partners."""
    return needs_sides(tournament) or (people == 4 and tournament.pairing != Tournament.Pairing.SINGLE)


def describe_rounds(rounds: range) -> str:
    """Return a range of rounds as text: «(de 1 à 3)», or «(4 et suivantes)» if it has no end."""
    if rounds.stop == BEYOND_LAST_ROUND:
        return gettext("(%(n)s et suivantes)") % {"n": rounds.start}
    return gettext("(de %(first)s à %(last)s)") % {"first": rounds.start, "last": rounds.stop - 1}


@dataclass(frozen=True)
class PlannedRound:
    """A round that is drawn but not yet published, with the names at each table and of those who rest."""

    n: int
    tables: list[list[str]]
    resting: list[str]


def find_planned_dealer(tournament: Tournament) -> int:
    """Return the seat (from 1) that deals first at the tables of rounds still to be drawn."""
    size = find_usual_table_size(tournament) * (2 if tournament.pairing == Tournament.Pairing.FIXED else 1)
    names = tuple(LETTERS[:size])
    setting, _problems = build_setting(tournament, names, plays_in_sides(tournament, size))
    return find_first_dealer(setting)


def build_ready_draws(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the ready-made draws: the rounds already drawn, with names; then a draw by player
    numbers for each number of players that may come."""
    return {
        "planned": list(list_planned_rounds(tournament)),
        "draws": [ReadyPage.of(one) for one in prepare_all_draws(tournament)],
        "size": find_usual_table_size(tournament),
        "dealers": {find_planned_dealer(tournament)},
        "pairs": tournament.pairing == Tournament.Pairing.FIXED,
        "teams": tournament.has_team_matches,
        "bracket": tournament.format in (Tournament.Format.KNOCKOUT, Tournament.Format.GROUPS),
        "groups": tournament.format == Tournament.Format.GROUPS,
    }


def build_left_draws(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of the ready-made draws for the rounds not yet published. Draws of a bracket or of
    groups are shown whole, with the rounds already published."""
    draws = build_ready_draws(tournament)
    if not tournament.phases:
        for page in draws["draws"]:
            page.rounds[:] = [each for each in page.rounds if each[0] >= left.next_round]
    return draws


@dataclass(frozen=True)
class ReadyPage:
    """The ready-made draw for one number of players, all texts with player numbers. `rounds`: (number, its tables, who
    rests); `groups`: (letter, who is in it); `stages`: (round, [(number of the match, its sides)]) of a bracket;
    `games`: how many won games win a match."""

    players: int
    rounds: list[tuple[int, list[str], str]]
    groups: list[tuple[str, str]]
    stages: list[tuple[int, list[tuple[int, str]]]]
    games: int

    @property
    def has_resting(self) -> bool:
        """True if somebody rests in some round."""
        return any(resting for _n, _tables, resting in self.rounds)

    @classmethod
    def of(cls, one: PreparedDraw) -> "ReadyPage":
        """Return the page that shows this prepared draw."""
        return cls(
            one.players,
            [
                (n, [*map(join_numbers, each.tables)], join_numbers(each.resting))
                for n, each in enumerate(one.rounds, 1)
            ],
            [(letter_of(n), join_numbers(group)) for n, group in enumerate(one.group_players)],
            [
                (turn, [(m.n, describe_match(m)) for m in some])
                for turn, some in groupby(one.matches, lambda m: m.round)
            ],
            one.games,
        )


def describe_match(match: PaperMatch) -> str:
    """Return the two sides of a match as text: «4 · 5», or «1 · g3» for seed 1 against the winner of match 3. For the
    second final of a double elimination, the words that say when it is played."""
    return gettext("rejouée si l’invaincu perd") if match.conditional else " · ".join(map(describe_side, match.sides))


def describe_side(side: MatchSource) -> str:
    """Return one side of a match as text: seed «4», winner of match 3 «g3», its loser «p3», or «p3*» if that is his
    first defeat."""
    letters = {WINNER: gettext("g%(n)s"), LOSER: gettext("p%(n)s"), FIRST_LOSER: gettext("p%(n)s*")}
    return letters.get(side.kind, "%(n)s") % {"n": side.n}


def join_numbers(players: tuple[int, ...]) -> str:
    """Return player numbers as text: «1 · 4 · 5»."""
    return " · ".join(map(str, players))


def list_planned_rounds(tournament: Tournament) -> Iterator[PlannedRound]:
    """Yield the rounds of the draw that the organiser chose but has not published, with names."""
    draft = tournament.drafts.filter(chosen=True).first()
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    for n, row in enumerate(draft.rounds if draft else (), draft.first if draft else 1):
        tables = [[names.get(entry, "") for entry in table] for table in row["tables"]]
        yield PlannedRound(n, tables, sorted((names.get(each, "") for each in row["resting"]), key=get_name_key))


@dataclass(frozen=True)
class RunningTotalsRow:
    """One player's line of a `RunningTotalsList`, all figures as texts; "" where they are to be written by hand.
    `name`: "" for the line of one more player; `before`: his total before the list's rounds; `cells`: (gain, total
    after it) of each round; `rank`: his rank, once all is over."""

    name: str
    before: str
    cells: Sequence[tuple[str, str]]
    rank: int | str = ""


@dataclass(frozen=True)
class RunningTotalsList:
    """One list to add up scores by hand: some rounds side by side; a line for each player, then empty lines. `before`:
    the number of the round after which the totals at its left stand, 0 if there are none; `last`: no list follows."""

    rounds: list[int]
    rows: list[RunningTotalsRow]
    last: bool
    before: int = 0


def build_running_totals(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the lists to add up scores by hand: each player with room for his number, and for
    his gain and total of each round, which stand there once the round is over."""
    planned = 1 if tournament.format == Tournament.Format.FREE else tournament.planned_rounds
    last = max([planned, *tournament.rounds.published().values_list("n", flat=True)])
    return {"lists": _arrange_totals(tournament, range(1, last + 1), Remainder.of(tournament))}


def build_left_totals(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of the lists to add up scores by hand in the rounds still to play, with each player's
    total before them."""
    rounds = left.rounds or [left.next_round]
    last = max(rounds[-1], left.next_round - 1)  # a round after one that goes on may be over
    return {"lists": _arrange_totals(tournament, range(rounds[0], last + 1), left)}


def _arrange_totals(tournament: Tournament, rounds: Sequence[int], left: Remainder) -> list[RunningTotalsList]:
    """Return the lists to add up scores by hand in these rounds, some rounds to a list. `left`: what is left to
    play."""
    absent = set(tournament.entries.filter(presence=Entry.Presence.ABSENT).values_list("pk", flat=True))
    names = {pk: name for pk, name in get_listed_names(Viewer.CLUB, tournament).items() if pk not in absent}
    before, known = rounds[0] - 1, _list_known_totals(tournament, rounds, left)
    is_over = rounds[-1] < min(left.rounds, default=BEYOND_LAST_ROUND) and tournament.status == Tournament.Status.CLOSED
    ranks = {row.tally.entry: row.shown_rank or NO_FIGURE for row in list_final_rows(tournament)} if is_over else {}
    lists = []
    for start in range(0, len(rounds), ROUNDS_A_LIST):
        some = list(rounds[start : start + ROUNDS_A_LIST])
        rows = [
            _fill_row(name, [known[n].get(pk) for n in (before, *some)], ranks.get(pk, ""))
            for pk, name in names.items()
        ]
        rows += [_fill_row("", [None] * (1 + len(some)))] * count_spare_lines(len(rows), EXTRA_LINES)
        lists.append(RunningTotalsList(some, rows, some[-1] == rounds[-1], 0 if start else before))
    return lists


def _list_known_totals(
    tournament: Tournament, rounds: Sequence[int], left: Remainder
) -> dict[int, dict[int, tuple[str, str]]]:
    """Return, by round number and entry id, (gain, total after the round) of each player, as texts, from the round
    before `rounds` on; of a round that goes on, the players whose table is over. The total is "" after a round that is
    not over for the player. The gain of whoever sat at no table and won nothing is a dash."""
    unit, first = get_game_figures(tournament).unit, rounds[0] - 1
    seats = Seat.objects.filter(table__round__tournament=tournament, table__round__n__in=left.tables)
    finished = set(seats.exclude(table__in=left.table_ids).values_list("table__round__n", "entry"))
    known: dict[int, dict[int, tuple[str, str]]] = {n: {} for n in (first, *rounds)}
    tallies: dict[int, Tally] = {}
    waiting: set[int] = set()
    partly = {n for n, _entry in finished}
    over = [n for n in range(first, min(rounds[-1] + 1, left.next_round)) if n in partly or n not in left.tables]
    for n in range(first, max(over, default=-1) + 1):
        before = tallies
        tallies = {row.tally.entry: row.tally for row in get_standings(tournament, up_to_round=n)} if n else {}
        for entry, tally in tallies.items():
            if n in left.tables and (n, entry) not in finished:
                waiting.add(entry)
                continue
            last = before.get(entry, Tally(entry, tally.player))
            gain = tally.total - last.total
            shown = format_total(gain, unit) if gain or tally.tables > last.tables else str(NO_FIGURE)
            known[n][entry] = shown, "" if entry in waiting else format_total(tally.total, unit)
    return known


def _fill_row(name: str, known: Sequence[tuple[str, str] | None], rank: int | str = "") -> RunningTotalsRow:
    """Return a player's line. `known`: his gain and total in the round before the list and in each of its rounds."""
    first, *cells = [each or ("", "") for each in known]
    return RunningTotalsRow(name, first[1], cells, rank)


def build_guide(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the guide for when the computer fails: whether tables have names already, whether
    ready-made draws begin with rounds already drawn and are still needed, what is counted, and for how many players
    draws are prepared."""
    figures = get_game_figures(tournament)
    seated = tournament.rounds.published().exists()
    return {
        "seated": seated,
        "to_draw": not (seated and tournament.format == Tournament.Format.KNOCKOUT),
        "planned": tournament.drafts.filter(chosen=True).exists(),
        "in_fiches": figures.in_jetons,
        "low": list_player_counts(tournament)[0],
        "high": list_player_counts(tournament)[-1],
        "by_standing": tournament.format in (Tournament.Format.STANDING, Tournament.Format.SWISS),
        "bracket": tournament.format in (Tournament.Format.KNOCKOUT, Tournament.Format.GROUPS),
        "knockout": tournament.format == Tournament.Format.KNOCKOUT,
    }


def build_left_guide(tournament: Tournament, left: Remainder) -> dict[str, Any]:
    """Return the template context of `build_guide` for the rest of a tournament: without draws if none is still
    needed."""
    guide = build_guide(tournament)
    return guide if left.rounds_to_draw else guide | {"to_draw": False, "planned": False, "by_standing": False}


PACK_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "paper-guide",
        _("Finir la soirée sur papier"),
        _("Une page : que faire, pas à pas, quand l’ordinateur s’arrête, et comment tout reprendre ensuite."),
        build_guide,
        EXPECTED,
        build_left=build_left_guide,
    ),
    Document(
        "running-totals",
        _("Liste cumulative"),
        _("Chacun par nom, une case pour son numéro, et à chaque ronde son gain et son total : à remplir à la main."),
        build_running_totals,
        EXPECTED,
        build_left=build_left_totals,
    ),
    Document(
        "ready-draws",
        _("Tirages prêts"),
        _("Toutes les rondes, par numéros, pour deux joueurs de moins à deux de plus ; les rondes prévues, par noms."),
        build_ready_draws,
        EXPECTED,
        build_left=build_left_draws,
        is_left=has_rounds_to_draw,
    ),
    Document(
        "spare-sheets",
        _("Feuilles de marque sans noms"),
        _("De quoi marquer toutes les rondes même si les tables changent : on y écrit les noms à la main."),
        build_spare_sheets,
        EXPECTED,
        layout="sheets",
        build_left=build_left_spare_sheets,
    ),
)
