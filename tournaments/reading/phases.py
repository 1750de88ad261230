"""The phases of a tournament of duels (two sides at each table): their settings, their sides, and how far they are.

Reads the book and asks `draws` what follows; writes nothing. A side is known by its number: its place among the seeds
of its phase, from 1. It is one entry, two where pairs are fixed, or all of a team, whose boards make one duel.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.draws import berger, groups, knockout, late_mates, model
from tournaments.draws.groups import GroupGame
from tournaments.draws.knockout import Bracket, KnockoutGame, KnockoutScheme
from tournaments.draws.mates import list_mate_pairs
from tournaments.models import Entry, Tournament
from tournaments.models.days import add_days
from tournaments.reading.played_tables import list_tournament_tables
from tournaments.standings.ranking import PRECEDENCE
from tournaments.standings.ranking_orders import RankingOrder

from .duels import Duel, build_duel, list_boards, merge_boards
from .grouping import group_pairs

LEAVERS = KEPT, HALF, STRUCK = groups.LEAVER_RULES
LOT, LIST, STANDINGS, RATING = "lot", "list", "standing", "rating"
"""The orders of seeds: drawn by lot, the order of the list of entries, the standings so far, by rating (`seeding`)."""
TIES_BY_METRIC = {
    "direct": groups.AMONG,
    "mini_table": groups.MARGIN_AMONG,
    "total": groups.MARGIN,
    "parties_won": groups.WON,
}
"""The criterion of a group that corresponds to each metric of the ranking."""
Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Phase:
    """One phase of the tournament: its settings, and what has been decided since (sides, finals, main, other).

    format: one of `Tournament.DUELS`; since: its first round. seeding: an order of seeds. qualified: how many sides
    take part, the best of the standings (None: all). double: all sides meet twice (round robin, groups). leavers: what
    becomes there of the games of players who leave early, one of `LEAVERS`. days: the days from one round of a
    league to the next (0: all is played in one evening).
    best_of, third, losers, consolation: settings of a knockout (`KnockoutScheme`), or of the finals after groups.
    groups: how many; through: how many sides of each go on; best: how many more, the best of those on the next place.
    by_ranking: players of equal points in a group are parted as the tournament ranks (`choose_ties`); False in phases
    of before, whose usual order holds.
    moved: how many sides have another place than their seed's, so that sides of one team meet late (None: no two are).
    sides: the entry ids of each side, the first seed first. finals: the first round of the finals; main, other: the
    sides (by number) that play the finals, and those in the consolation, in the order of seeds.
    """

    format: str
    since: int
    seeding: str = LOT
    qualified: int | None = None
    double: bool = False
    leavers: str = KEPT
    days: int = 0
    best_of: int = 1
    third: bool = False
    losers: bool = False
    consolation: bool = False
    groups: int = 2
    through: int = 2
    best: int = 0
    by_ranking: bool = True
    moved: int | None = None
    sides: Sides = ()
    finals: int | None = None
    main: tuple[int, ...] = ()
    other: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Phase":
        """Build a phase from the JSON stored in the tournament's `phases`; unknown keys are ignored."""
        known = {each.name for each in fields(cls)}
        found = {key: tuple(value) if isinstance(value, list) else value for key, value in kept.items() if key in known}
        return cls(**{"by_ranking": False} | found | {"sides": tuple(map(tuple, kept.get("sides", ())))})

    @property
    def as_json(self) -> dict[str, Any]:
        """The phase as stored in the tournament's `phases`."""
        return asdict(self)

    @property
    def settings(self) -> "Phase":
        """A copy of the phase with its settings alone: without first round, sides and finals, and with `by_ranking` as
        new phases have it."""
        return replace(self, since=0, moved=None, sides=(), finals=None, main=(), other=(), by_ranking=True)

    @property
    def is_by_rating(self) -> bool:
        """True if the sides are seeded by the players' ratings. A Swiss for which only the best qualified begins by
        their scores instead."""
        return self.seeding == RATING and not (self.format == Tournament.Format.SWISS and self.qualified)

    @property
    def scheme(self) -> KnockoutScheme:
        """The rules of the knockout, or of the finals after groups. The consolation after groups is not part of them:
        it is a bracket of its own."""
        consolation = self.consolation and self.format == Tournament.Format.KNOCKOUT and not self.losers
        return KnockoutScheme(self.best_of, self.third, self.losers, consolation)

    @property
    def all_sides(self) -> range:
        """The numbers of all sides."""
        return range(1, len(self.sides) + 1)

    @property
    def group_sides(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the sides in each group."""
        return groups.deal_into_groups(self.all_sides, min(self.groups, max(1, len(self.sides))))


def list_phases(tournament: Tournament) -> list[Phase]:
    """Return the phases of a tournament, the first one first."""
    return [Phase.from_json(kept) for kept in tournament.phases]


def find_phase(tournament: Tournament, n: int) -> Phase | None:
    """Return the phase that round n belongs to, or would; None before the first."""
    return next((phase for phase in reversed(list_phases(tournament)) if phase.since <= n), None)


def find_round_day(tournament: Tournament, n: int) -> datetime.date | None:
    """Return the day of round n of a league; None where its phase is not played over weeks."""
    phase = find_phase(tournament, n)
    return add_days(tournament.date, phase.days * (n - phase.since)) if phase and phase.days else None


def get_current_phase(tournament: Tournament) -> Phase | None:
    """Return the phase that is being drawn; None unless the tournament is one of duels and has begun such a phase."""
    phases = list_phases(tournament)
    return phases[-1] if phases and tournament.has_duels and phases[-1].format == tournament.format else None


def is_bracket_round(tournament: Tournament, n: int) -> bool:
    """True if round n belongs to a knockout, or to the finals after groups."""
    phase = find_phase(tournament, n)
    if phase is None:
        return False
    return phase.format == Tournament.Format.KNOCKOUT or (phase.finals is not None and phase.finals <= n)


@dataclass(frozen=True)
class PhaseState:
    """A phase with what has been played in it.

    `duels`: the results of its tables so far; `departed`: the sides that no longer play in the next round; `names`: by
    side; `ties`: the criteria that order players of equal points in a group; `mates`: the pairs of sides whose players
    are of one team, and who should meet late.
    """

    phase: Phase
    duels: tuple[Duel, ...]
    departed: frozenset[int] = frozenset()
    names: Mapping[int, str] = field(default_factory=dict)
    ties: tuple[str, ...] = groups.USUAL_TIES
    mates: frozenset[tuple[int, int]] = frozenset()

    def list_seated_rounds(self, before_round: int | None) -> list[model.DrawRound]:
        """Return the rounds of the phase as they were seated, as pairs of sides (only those before round
        `before_round`)."""
        counted = (duel for duel in self.duels if before_round is None or duel.round < before_round)
        found = group_pairs((duel.round, duel.pair) for duel in counted)
        return [model.DrawRound(tuple(pairs)) for _n, pairs in sorted(found.items())]

    @cached_property
    def group_duels(self) -> tuple[Duel, ...]:
        """The duels of the groups, without those of the finals."""
        return tuple(duel for duel in self.duels if self.phase.finals is None or duel.round < self.phase.finals)

    @property
    def has_finals_begun(self) -> bool:
        """True once a round of the finals is published."""
        finals = self.phase.finals
        return finals is not None and any(duel.round >= finals for duel in self.duels)

    def compute_group_tables(self) -> list[tuple[groups.GroupRow, ...]]:
        """Compute the table of each group so far, its lines in order of places."""
        return [groups.rank_group(group, games, self.ties) for group, games in self.list_group_games()]

    def list_group_games(self) -> list[tuple[tuple[int, ...], tuple[GroupGame, ...]]]:
        """Return, for each group, (the numbers of its sides, its games that count so far)."""
        games = [duel.game for duel in self.group_duels if duel.played]
        rule = self.departed, 2 if self.phase.double else 1, self.phase.leavers
        return [(group, groups.list_counted_games(group, games, *rule)) for group in self.phase.group_sides]

    def list_rounds_left(self) -> tuple[model.DrawRound, ...]:
        """Return the rounds of a round robin, or of groups, that are still to be drawn."""
        played = self.list_seated_rounds(self.phase.finals)
        if self.phase.format == Tournament.Format.ALL:
            return berger.list_rounds_left(self.list_staying(self.phase.all_sides), self.phase.double, played)
        return merge_rounds([self._list_rounds_left_in(group, played) for group in self.phase.group_sides])

    def _list_rounds_left_in(
        self, group: Sequence[int], played: Sequence[model.DrawRound]
    ) -> tuple[model.DrawRound, ...]:
        """Return the rounds of one group that are still to be drawn. `played`: the rounds of all groups."""
        inside = [model.DrawRound(tuple(pair for pair in one.tables if set(pair) <= set(group))) for one in played]
        while inside and not inside[-1].tables:  # a group may have fewer rounds than the others
            inside.pop()
        return berger.list_rounds_left(self.list_staying(group), self.phase.double, inside)

    @property
    def follows_berger_tables(self) -> bool:
        """True while a round robin follows the standard (Berger) tables: no side has left or joined."""
        return not self.departed and berger.follows_berger_table(
            self.phase.all_sides, self.phase.double, self.list_seated_rounds(self.phase.finals)
        )

    def foresee_finals(self) -> "PhaseState":
        """Return a state in which the finals have begun with the sides that would qualify from the groups now, no match
        played."""
        main, other = self.find_qualifiers()
        other = other if self.phase.consolation else ()
        return replace(self, phase=replace(self.phase, finals=self.phase.since, main=main, other=other), duels=())

    def count_rounds_of_finals(self) -> int:
        """Return the least number of rounds that the finals will have, while groups are played; 0 where no finals
        follow, or once their sides are settled."""
        if self.phase.format != Tournament.Format.GROUPS or self.phase.finals is not None:
            return 0
        ahead = self.foresee_finals()
        return max(each.rounds_left for each in ahead.compute_brackets()) if len(ahead.phase.main) > 1 else 0

    def list_staying(self, sides: Iterable[int]) -> list[int]:
        """Return the sides that have not left."""
        return [side for side in sides if side not in self.departed]

    def compute_brackets(self) -> list[Bracket]:
        """Compute the brackets: the knockout's; after groups, the finals' and, if there is one, the consolation's."""
        phase = self.phase
        if phase.format == Tournament.Format.KNOCKOUT:
            return [self._compute_bracket(phase.all_sides, phase.scheme, phase.since)]
        if phase.finals is None:
            return []
        brackets = [self._compute_bracket(phase.main, phase.scheme, phase.finals)]
        return brackets + (
            [self._compute_bracket(phase.other, KnockoutScheme(phase.best_of), phase.finals)] if phase.other else []
        )

    def _compute_bracket(self, seeds: Sequence[int], scheme: KnockoutScheme, since: int) -> Bracket:
        """Compute a bracket from its seeds and the duels from round `since` on."""
        counted = [duel for duel in self.duels if duel.round >= since and (duel.played or duel.both_absent)]
        games = [KnockoutGame(duel.round, duel.pair, duel.winner, duel.both_absent, duel.forfeit) for duel in counted]
        bracket = knockout.play_games(seeds, scheme, games, self.departed)
        for duel in self.unfinished_duels:
            if match := bracket.find_match(duel.pair):
                bracket.matches[match.n] = replace(match, table=duel.table)
        return bracket

    def find_qualifiers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return (the sides that qualify from the groups, the other sides), each in the order of seeds; the qualified
        ones are moved so that sides of one group, or of one team, meet late in the finals."""
        tables, seeds, group = self._rank_finalists()
        return late_mates.part_finalists(seeds, group, self.mates), groups.list_unqualified(tables, seeds)

    def count_moved_finalists(self) -> int:
        """Return how many sides have another place in the finals than the groups gave them, so that sides of one team
        meet late."""
        _tables, seeds, _group = self._rank_finalists()
        return sum(seed != side for seed, side in zip(seeds, self.phase.main, strict=False))

    def _rank_finalists(self) -> tuple[Sequence[tuple[groups.GroupRow, ...]], tuple[int, ...], dict[int, int]]:
        """Return (the tables of the groups without the sides that left, the sides that qualify in the order of seeds,
        the number of each side's group)."""
        tables = [
            tuple(line for line in one if line.player not in self.departed) for one in self.compute_group_tables()
        ]
        through = groups.list_qualified(tables, self.phase.through, self.phase.best)
        group = {side: n for n, one in enumerate(self.phase.group_sides) for side in one}
        return tables, groups.separate_groups(through, group), group

    @property
    def unfinished_duels(self) -> list[Duel]:
        """The duels of the phase whose result is still missing."""
        return [duel for duel in self.duels if not duel.over]


def merge_rounds(several: Sequence[Sequence[model.DrawRound]]) -> tuple[model.DrawRound, ...]:
    """Merge the rounds of several groups that play at the same time: their first rounds into one, and so on."""
    longest = max(map(len, several), default=0)
    rows = [[one[n] for one in several if n < len(one)] for n in range(longest)]
    return tuple(
        model.DrawRound(tuple(t for one in row for t in one.tables), tuple(p for one in row for p in one.resting))
        for row in rows
    )


def read_phase_state(
    tournament: Tournament, phase: Phase, until: int | None = None, previewed: Iterable[Sheet] = ()
) -> PhaseState:
    """Read the state of a phase from the database.

    `until`: the first round of the phase after it (None: it is the last). `previewed`: sheets to preview, each used
    instead of its table's own.
    """
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    in_teams = tournament.has_team_matches
    phase = replace(phase, sides=complete_teams(phase.sides, entries)) if in_teams else phase
    side = {entry: n for n, some in enumerate(phase.sides, 1) for entry in some}
    tables = list_tournament_tables(tournament, phase.since, until, previewed)
    following = max((table.round for table in tables), default=phase.since - 1) + 1
    duels = merge_boards(list_boards(tables, side)) if in_teams else (build_duel(table, side) for table in tables)
    return PhaseState(
        phase,
        tuple(duel for duel in duels if duel),
        find_departed_sides(phase.sides, entries, until or following, in_teams=in_teams),
        {n: name_side([entries[e] for e in some if e in entries], in_teams) for n, some in enumerate(phase.sides, 1)},
        choose_ties(RankingOrder.from_json(tournament.ranking)) if phase.by_ranking else groups.USUAL_TIES,
        frozenset() if in_teams else find_mates(phase.sides, entries),
    )


def find_mates(sides: Sides, entries: Mapping[int, Entry]) -> frozenset[tuple[int, int]]:
    """Return the pairs of sides, by number, whose players belong to the same team; each pair with the lower number
    first."""
    teams = {n: entries[some[0]].team_id for n, some in enumerate(sides, 1) if some[0] in entries}
    return list_mate_pairs(tuple(some) for some in group_pairs((t, n) for n, t in teams.items() if t).values())


def choose_ties(order: RankingOrder) -> tuple[str, ...]:
    """Return the keys of the criteria that order players of equal points in a group: those of the tournament's ranking
    order that a group can count, then the usual ones. If the tournament has the default order of a club evening, which
    is not made for matches, only the usual ones."""
    if order.precedence == PRECEDENCE:
        return groups.USUAL_TIES
    named = (TIES_BY_METRIC[key] for key in order.precedence if key in TIES_BY_METRIC)
    return tuple(dict.fromkeys((*named, *groups.USUAL_TIES)))


def name_side(entries: Sequence[Entry], in_teams: bool) -> str:
    """Return the names of the players of a side, or the name of the team that it is."""
    return str(entries[0].team) if in_teams and entries else " – ".join(each.shown_name for each in entries)


def complete_teams(sides: Sides, entries: Mapping[int, Entry]) -> Sides:
    """Return these sides; a side that is a team has all entries that hold a place of the team or held one earlier."""
    team = {pk: entry.team_id for pk, entry in entries.items()}
    members = group_pairs((entry.team_id, pk) for pk, entry in entries.items())
    of_sides = [next((team[e] for e in some if team.get(e)), None) for some in sides]
    return tuple(tuple(members[each]) if each else some for each, some in zip(of_sides, sides, strict=True))


def find_departed_sides(
    sides: Sides, entries: Mapping[int, Entry], n: int, *, in_teams: bool = False
) -> frozenset[int]:
    """Return the numbers of the sides that cannot play round n, as one of their entries is not there; a team only if
    none of its entries is."""
    need = any if in_teams else all
    return frozenset(
        side for side, some in enumerate(sides, 1) if not need(is_available(entries.get(e), n) for e in some)
    )


def is_available(entry: Entry | None, n: int) -> bool:
    """True if the entry takes part in round n: not absent, and within its first and last round."""
    if entry is None or entry.presence == Entry.Presence.ABSENT:
        return False
    return entry.first_round <= n and (entry.last_round is None or n <= entry.last_round)
