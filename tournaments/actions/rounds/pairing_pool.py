"""The pool of players to draw: who is present from which round on, and what was played before. It translates a
tournament into what `draws` works with. Writes nothing.

A draw knows players by number only. Here each number stands for one entry; for two where pairs are fixed; for a team
where teams meet. Two teams that meet sit at as many tables as a team has places: the first of one with the first of the
other, and so on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Any

from tournaments.draws import model, partners, seats
from tournaments.draws.divisions import Division, propose_divisions
from tournaments.draws.mates import list_mate_pairs
from tournaments.draws.meetings import count_meetings, count_repeats
from tournaments.models import Entry, Rest, Round, Season, Seat, Tournament, UnplayedTable
from tournaments.reading.grouping import group_pairs
from tournaments.reading.prepared_draws import PartnerPattern, find_partner_seats, list_table_sizes
from tournaments.reading.season_rounds import SEASON_ROUNDS_COUNTED
from tournaments.reading.teams import group_by_club

Scores = Mapping[int, int]
"""The score of each entry so far, by its id."""
PAGE_EFFORT = 0.1
"""Search effort of a draw made for a page (`draws.model.DrawRequest.effort`): some tenths of a second at the worst."""
FOUR = partners.FOUR
ENTRY_COLUMNS = ("pk", "pair", "presence", "first_round", "last_round", "fixed_table", "team", "team_place")
"""The columns of an entry that a pool reads; there may be thousands of entries."""


def get_next_round_number(tournament: Tournament) -> int:
    """Return the number of the next round to publish."""
    current = tournament.rounds.current()
    return current.n + 1 if current else 1


@dataclass(frozen=True)
class PairingPool:
    """The players of the draw from round `first` on, numbered from 1 in the order of `units`.

    units: by player, the entries that he stands for; of a team, first those who hold its places, then others who held
        one or will.
    spans: by player, (first, last) of the rounds that he plays (last None: to the end); None if he is absent.
    unpaired: where pairs are fixed, the entries without a partner, then those who play in round `first` while their
        partner does not; where teams meet, those who play in it and are in no team.
    previous: the rounds that count as played before, the oldest first; `season_round_count` of them are of other
        tournaments.
    forbidden: pairs of players that must not sit together.
    teams, clubs: players of one team, or of one club in the first rounds, who should not if that can be helped.
    fixed: (player, number of his fixed table); where teams meet, (entry, number).
    pattern: which seats are partners (from 0); None if there are no pairs.
    boards: at how many tables two teams meet; None if no teams meet.
    """

    tournament: Tournament
    first: int
    units: tuple[tuple[int, ...], ...]
    spans: tuple[tuple[int, int | None] | None, ...]
    unpaired: tuple[int, ...]
    previous: tuple[model.DrawRound, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    teams: tuple[model.MateGroup, ...] = ()
    clubs: tuple[model.MateGroup, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    pattern: PartnerPattern | None = None
    season_round_count: int = 0
    boards: int | None = None

    @property
    def has_fixed_pairs(self) -> bool:
        """True if the players of the draw are fixed pairs."""
        return self.tournament.pairing == Tournament.Pairing.FIXED

    @property
    def sizes(self) -> tuple[int, ...]:
        """The allowed table sizes, in players of the draw: a table of four is one of two where pairs are fixed."""
        return list_table_sizes(self.tournament.with_round_rules(self.first))

    @cached_property
    def repeats_before(self) -> int:
        """How many meetings repeat in the rounds before: no draw can change them."""
        return count_repeats(count_meetings(self.previous))

    def list_present(self, n: int) -> list[int]:
        """Return the players who are present for round n."""
        return [p for p, span in enumerate(self.spans, 1) if is_present(span, n)]

    def list_entries(self, n: int) -> set[int]:
        """Return the entries that round n must seat or rest."""
        return {entry for p in self.list_present(n) for entry in self.list_seated(p)}

    def list_seated(self, player: int) -> tuple[int, ...]:
        """Return the entries that sit at tables for a player of the draw: himself, a fixed pair, or those who hold a
        team's places."""
        return self.units[player - 1][: self.boards]

    def propose_divisions(self) -> tuple[Division, ...]:
        """Return the ways to divide the players present in the first round to draw into tables."""
        return propose_divisions(len(self.list_present(self.first)), self.sizes)

    def build_request(self, rounds: int, **asked: Any) -> model.DrawRequest:
        """Build the request to the draw for this many rounds. `asked`: further fields of the request (sizes, seed,
        locked, scores, effort)."""
        chosen: dict[str, Any] = {"sizes": self.sizes, "effort": PAGE_EFFORT} | asked
        everybody = frozenset(range(1, len(self.units) + 1))
        return model.DrawRequest(
            players=len(self.units),
            rounds=rounds,
            previous=self.previous,
            forbidden=self.forbidden,
            mates=tuple(self.list_mates(n) for n in range(self.first, self.first + rounds)),
            absent=tuple(everybody.difference(self.list_present(n)) for n in range(self.first, self.first + rounds)),
            fixed=self.fixed if self.boards is None else (),
            **chosen,
        )

    def list_mates(self, n: int) -> tuple[model.MateGroup, ...]:
        """Return the groups of mates, players of one team or club, who should not sit together in round n if that can
        be helped."""
        return self.teams + (self.clubs if n <= (self.tournament.club_rounds or 0) else ())

    def list_apart(self, n: int) -> frozenset[tuple[int, int]]:
        """Return the pairs of players of the draw to keep apart in round n: those who must not sit together
        (`forbidden`), and mates, who should not."""
        return self.forbidden | list_mate_pairs(self.list_mates(n))

    def compute_scores(self, scores: Scores) -> tuple[int, ...]:
        """Return the score of each player of the draw from the scores by entry (the higher the better); a pair or a
        team has the sum of all."""
        return tuple(sum(scores.get(entry, 0) for entry in unit[: self.boards]) for unit in self.units)

    def to_tables(self, drawn: Iterable[Sequence[int]]) -> list[list[int]]:
        """Return the entries of each table that was drawn, in seat order; where teams meet, those of each board, at
        which the two teams deal first by turns."""
        if self.boards is None:
            return [self.to_entries(table) for table in drawn]
        boards = [
            pair[::-1] if n % 2 else pair
            for match in drawn
            for n, pair in enumerate(zip(*map(self.list_seated, match), strict=True))
        ]
        return [list(table) for table in seats.number_tables(boards, self.fixed, ())]

    def to_entries(self, table: Sequence[int]) -> list[int]:
        """Return the entries of a table in seat order, partners as the game seats them."""
        both = [self.units[player - 1] for player in table]
        if not self.has_fixed_pairs or len(both) != 2 or self.pattern is None:
            return [entry for unit in both for entry in unit]
        seats = {seat: both[side][i] for side, pair in enumerate(self.pattern) for i, seat in enumerate(pair)}
        return [seats[seat] for seat in range(FOUR)]

    def to_players(self, entries: Iterable[int]) -> tuple[int, ...]:
        """Return the players of the draw that these entries belong to, each once, in order; unknown entries are left
        out."""
        of = self.number_by_entry
        return tuple(dict.fromkeys(of[entry] for entry in entries if entry in of))

    def to_drawn(self, tables: Iterable[Iterable[int]]) -> tuple[model.TablePlayers, ...]:
        """Return these tables of entries as tables of players of the draw; where teams meet, each match once, not once
        a board."""
        drawn = [self.to_players(entries) for entries in tables]
        if self.boards is None:
            return tuple(drawn)
        matches = {frozenset(teams): teams for teams in reversed(drawn) if len(teams) > 1}
        return tuple(reversed(matches.values()))

    def to_round(self, row: Mapping[str, Any]) -> model.DrawRound:
        """Return a draft's stored round with players of the draw instead of entries."""
        return model.DrawRound(self.to_drawn(row["tables"]), self.to_players(row["resting"]))

    @cached_property
    def number_by_entry(self) -> dict[int, int]:
        """By entry (id), the number of the player of the draw that it belongs to."""
        return {entry: n for n, unit in enumerate(self.units, 1) for entry in unit}


def is_present(span: tuple[int, int | None] | None, n: int) -> bool:
    """True if round n lies within the span (first, last round; last None: to the end). None is never present."""
    return span is not None and span[0] <= n and (span[1] is None or n <= span[1])


def build_pool(tournament: Tournament, first: int | None = None, *, history: bool = True) -> PairingPool:
    """Build the pool for round `first` (default: the next one) and those after it. Takes seven queries, and three more
    if a season counts. `history`: read the rounds that count as played before, which only a draw needs."""
    first = first or get_next_round_number(tournament)
    entries = list(tournament.entries.order_by("pk").values_list(*ENTRY_COLUMNS, named=True))
    blank = (build_team_pool if tournament.has_team_matches else build_player_pool)(tournament, first, entries)
    season = list_season_rounds(blank) if history else []
    return replace(
        blank,
        previous=(*season, *(list_past_rounds(blank) if history else ())),
        season_round_count=len(season),
        forbidden=find_forbidden_pairs(blank),
        teams=group_mates(blank, group_pairs((each.team, each.pk) for each in entries if each.team)),
        clubs=find_club_mates(blank),
    )


def build_player_pool(tournament: Tournament, first: int, entries: Sequence[Any]) -> PairingPool:
    """Build the pool of single players, or of the fixed pairs, from these entries. `first`: the number of the first
    round to draw. Fields for earlier rounds and for who must not meet are left empty; the caller fills them in."""
    units, lone = build_units(tournament, entries)
    known = {entry.pk: entry for entry in entries}
    return PairingPool(
        tournament,
        first,
        units,
        tuple(find_common_span(unit, known) for unit in units),
        (*lone, *(entry.pk for entry in list_left_behind(tournament, entries, first))),
        fixed=tuple((n, wanted) for n, unit in enumerate(units, 1) if (wanted := find_fixed_table(unit, known))),
        pattern=find_partner_seats(tournament) if tournament.pairing != Tournament.Pairing.SINGLE else None,
    )


def build_team_pool(tournament: Tournament, first: int, entries: Sequence[Any]) -> PairingPool:
    """Build the pool of the teams of these entries. `first`: the number of the first round to draw. Fields for earlier
    rounds and for who must not meet are left empty; the caller fills them in. Somebody who is away keeps his board,
    which is lost by forfeit, unless his whole team is away."""
    teams = group_pairs((each.team, each) for each in entries)
    lone = teams.pop(None, [])
    lines = [find_line_up(members, first) for members in teams.values()]
    units = [
        (*line, *(each.pk for each in members if each.pk not in line))
        for line, members in zip(lines, teams.values(), strict=True)
    ]
    return PairingPool(
        tournament,
        first,
        tuple(units),
        tuple(find_team_span(members) for members in teams.values()),
        tuple(each.pk for each in lone if is_present(find_team_span([each]), first)),
        fixed=tuple((each.pk, each.fixed_table) for each in entries if each.fixed_table),
        boards=min(map(len, lines), default=0),
    )


def find_line_up(members: Sequence[Any], n: int) -> tuple[int, ...]:
    """Return which entry (id) holds each place of a team in round n, in the order of the places. `members`: the team's
    entries."""
    held = group_pairs((each.team_place, each) for each in sorted(members, key=attrgetter("first_round", "pk")))
    return tuple(
        min(some, key=lambda each: (each.last_round is not None and each.last_round < n, some.index(each))).pk
        for _place, some in sorted(held.items())
    )


def find_team_span(members: Sequence[Any]) -> tuple[int, int | None] | None:
    """Return (first, last) of the rounds for which anybody of a team is present (last None: to the end); None if all
    are absent. `members`: the team's entries."""
    there = [each for each in members if each.presence != Entry.Presence.ABSENT]
    ends = [each.last_round for each in there]
    return (min(each.first_round for each in there), None if None in ends else max(ends)) if there else None


def build_units(tournament: Tournament, entries: Sequence[Any]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the groups of entries that are drawn as one player (single entries, or fixed pairs), and the entries that
    have no partner."""
    if tournament.pairing != Tournament.Pairing.FIXED:
        return tuple((entry.pk,) for entry in entries), ()
    pairs = group_pairs((entry.pair, entry.pk) for entry in entries)
    lone = pairs.pop(None, [])
    lone += [pk for some in pairs.values() if len(some) != 2 for pk in some]
    return tuple(tuple(some) for some in pairs.values() if len(some) == 2), tuple(lone)


def find_common_span(unit: Sequence[int], known: Mapping[int, Any]) -> tuple[int, int | None] | None:
    """Return the (first, last) round for which all entries of the unit are present (last None: to the end), or None if
    one of them is absent. `known`: the entries, by id."""
    people = [known[pk] for pk in unit]
    if any(each.presence == Entry.Presence.ABSENT for each in people):
        return None
    ends = [each.last_round for each in people if each.last_round is not None]
    return max(each.first_round for each in people), min(ends, default=None)


def list_left_behind(tournament: Tournament, entries: Sequence[Any], n: int) -> list[Any]:
    """Return which of these entries are present in round n while the partner of their fixed pair is not."""
    if tournament.pairing != Tournament.Pairing.FIXED:
        return []
    units, _lone = build_units(tournament, entries)
    known = {entry.pk: entry for entry in entries}
    parted = [unit for unit in units if not is_present(find_common_span(unit, known), n)]
    return [known[pk] for unit in parted for pk in unit if is_present(find_common_span((pk,), known), n)]


def find_fixed_table(unit: Sequence[int], known: Mapping[int, Any]) -> int | None:
    """Return the fixed table of the first entry of the unit that has one, or None. `known`: the entries, by id."""
    return next((known[pk].fixed_table for pk in unit if known[pk].fixed_table), None)


def find_forbidden_pairs(field: PairingPool) -> frozenset[tuple[int, int]]:
    """Return the pairs of players that must not sit together (lower number first)."""
    of = field.number_by_entry
    rows = field.tournament.exclusions.values_list("pk", "entries")
    board = {entry: n for unit in field.units for n, entry in enumerate(unit)} if field.boards else {}
    groups = group_pairs(((group, board.get(entry)), of[entry]) for group, entry in rows if entry in of)
    return frozenset(pair for group in groups.values() for pair in combinations(sorted(set(group)), 2))


def group_mates(field: PairingPool, groups: Mapping[Any, Sequence[int]]) -> tuple[model.MateGroup, ...]:
    """Return these groups of entries, each of one team or club, as groups of players of the draw; groups of one are
    left out."""
    groups_of_mates = (tuple(sorted(field.to_players(entries))) for entries in groups.values())
    return tuple(group for group in groups_of_mates if len(group) > 1)


def find_club_mates(field: PairingPool) -> tuple[model.MateGroup, ...]:
    """Return the groups of players who come from one club, if they are kept apart in a round to draw; else none. One
    query."""
    if field.first > (field.tournament.club_rounds or 0):
        return ()
    rows = field.tournament.entries.order_by("pk").values_list("player__details__home_club", "pk")
    return group_mates(field, group_by_club((club or "", pk) for club, pk in rows))


def list_season_rounds(field: PairingPool) -> list[model.DrawRound]:
    """Return the last rounds of other tournaments that this tournament's draws count as played before, the oldest
    first: those of the club's tournaments in its seasons that count in draws. Only the meetings and rests of people who
    are in this tournament too are in them; nobody met at a table that was not played."""
    club = field.tournament.club_id
    counted = Season.objects.filter(club=club, tournaments=field.tournament, in_draws=True, hidden=False)
    shared = Tournament.objects.visible().filter(club=club, seasons__in=counted)
    others = shared.exclude(pk=field.tournament.pk).distinct()
    latest_first = (
        Round.objects.in_force().filter(tournament__in=others).order_by("-tournament__date", "-tournament", "-n")
    )
    rounds = list(latest_first[:SEASON_ROUNDS_COUNTED])
    if not rounds:
        return []
    tonight = dict(field.tournament.entries.values_list("player", "pk"))
    sat: dict[tuple[int, int], dict[int, int]] = {}
    seats = Seat.objects.filter(table__round__in=rounds).exclude(table__unplayed__kind__in=UnplayedTable.FINAL)
    sitters = seats.order_by("table", "since").values_list("table__round", "table", "position", "entry__player")
    for n, table, place, player in sitters:
        sat.setdefault((n, table), {})[place] = tonight.get(player, 0)
    rests = Rest.objects.filter(round__in=rounds).values_list("round", "entry__player")
    rested = group_pairs((n, tonight.get(player, 0)) for n, player in rests)
    return build_past_rounds(field, [each.pk for each in reversed(rounds)], sat, rested)


def list_past_rounds(field: PairingPool) -> list[model.DrawRound]:
    """Return the rounds before the first one to draw, without withdrawn ones: who sat with whom at the end, and who
    rested. Nobody met at a table that was not played; whoever came to such a table in vain counts as rested, unless it
    was annulled."""
    counted = field.tournament.rounds.in_force().filter(n__lt=field.first)
    before = {"round__tournament": field.tournament, "round__in": counted}  # or all rounds are read
    sat: dict[tuple[int, int], dict[int, int]] = {}
    rested: dict[int, list[int]] = {}
    for n, table, position, entry, kind, absent in list_last_sitters(before):
        if kind in UnplayedTable.FINAL:
            came = kind != UnplayedTable.UnplayedKind.ANNULLED and position not in absent
            rested.setdefault(n, []).extend([entry] if came else [])
        else:
            sat.setdefault((n, table), {})[position] = entry
    for n, entry in Rest.objects.filter(**before).values_list("round__n", "entry"):
        rested.setdefault(n, []).append(entry)
    return build_past_rounds(field, sorted({*rested, *(n for n, _table in sat)}), dict(sorted(sat.items())), rested)


def build_past_rounds(
    field: PairingPool,
    numbers: Iterable[int],
    sat: Mapping[tuple[int, int], Mapping[int, int]],
    rested: Mapping[int, Sequence[int]],
) -> list[model.DrawRound]:
    """Return these rounds (`numbers`: their numbers, or ids where they are of several tournaments) as a draw knows
    them; entries that are no player of the draw are left out. `sat`: by (round, table), the entry at each place;
    `rested`: by round, the entries that rested."""
    tables = group_pairs((n, [places[place] for place in sorted(places)]) for (n, _table), places in sat.items())
    rounds = []
    for n in numbers:
        seated = tuple(filter(None, field.to_drawn(tables.get(n, ()))))
        met = {player for table in seated for player in table} if field.boards else ()
        resting = tuple(player for player in field.to_players(rested.get(n, ())) if player not in met)
        rounds.append(model.DrawRound(seated, resting))
    return rounds


def list_last_sitters(rounds: Mapping[str, Any]) -> Iterable[tuple[int, int, int, int, str | None, Any]]:
    """Return the last sitter of each place in these rounds, as (round, table, place, entry, kind of an unplayed table
    or None, places that forfeit it). `rounds`: filter conditions on the table."""
    columns = ("table__round__n", "table__n", "position", "entry", "table__unplayed__kind", "table__unplayed__absent")
    seats = Seat.objects.filter(**{f"table__{key}": value for key, value in rounds.items()}).order_by("since")
    return {(n, table, at): (n, table, at, *rest) for n, table, at, *rest in seats.values_list(*columns)}.values()
