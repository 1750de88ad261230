"""Draws prepared before the tournament for each number of players that may come, with numbers for players.

They are printed in the pack for a breakdown of the computer, and can be used from there when it works again. They
depend only on the tournament's plan and on the size of most tables, both printed too, so the same draw is found again.
Reads a tournament, writes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

import scoring
from tournaments.draws import berger, groups, model, paper_bracket, partners
from tournaments.draws.seating import draw_rounds
from tournaments.models import Entry, Seat, Tournament
from tournaments.reading import phases
from tournaments.reading.phases import Phase, merge_rounds

PartnerPattern = Sequence[tuple[int, int]]
MARGIN = 2
"""How many players more, or fewer, may come than are expected."""
EFFORT = 0.1
TWO, FOUR = 2, 4


@dataclass(frozen=True)
class PreparedDraw:
    """The prepared draw for one number of players (of pairs, where these are fixed), who are numbered from 1.

    `size`: how many players (or pairs) sit at most tables. `group_players`: the numbers in each group. `matches`: the
    matches of a knockout, or of the finals after groups, where numbers are seeds; `games`: the games that win one.
    """

    players: int
    size: int
    rounds: tuple[model.DrawRound, ...]
    group_players: tuple[tuple[int, ...], ...] = ()
    matches: tuple[paper_bracket.PaperMatch, ...] = ()
    games: int = 1


def find_partner_seats(tournament: Tournament) -> PartnerPattern | None:
    """Return which seats of four are partners, as two pairs of indices from 0; None if the game has no pairs."""
    names = ("1", "2", "3", "4")
    for pattern in (partners.BESIDE, partners.OPPOSITE):
        sides = tuple(tuple(names[seat] for seat in pair) for pair in pattern)
        try:
            scoring.build_setting(tournament.game, names, tournament.preset, tournament.options, sides)
        except scoring.InvalidSetting:
            continue
        return pattern
    return None


def count_expected_players(tournament: Tournament) -> int:
    """Count the players to be drawn: all who are not marked absent; pairs where these are fixed, teams where they
    meet."""
    entries = tournament.entries.exclude(presence=Entry.Presence.ABSENT)
    if tournament.has_team_matches:
        return len(set(entries.exclude(team=None).values_list("team", flat=True)))
    if tournament.pairing == Tournament.Pairing.FIXED:
        return len(set(entries.exclude(pair=None).values_list("pair", flat=True)))
    return entries.count()


def count_boards(tournament: Tournament) -> int:
    """Count the tables at which two sides of the draw meet: one, or as many as a team has places where teams meet."""
    if not tournament.has_team_matches:
        return 1
    return len(set(tournament.entries.exclude(team=None).values_list("team_place", flat=True)))


def list_player_counts(tournament: Tournament) -> range:
    """Return the numbers of players for which a draw is prepared."""
    expected = count_expected_players(tournament)
    fewest = max(expected - MARGIN, min(list_table_sizes(tournament)))
    return range(fewest, max(expected + MARGIN, fewest) + 1)


def prepare_draw(tournament: Tournament, players: int, size: int) -> PreparedDraw:
    """Prepare the draw of all rounds for this number of players. `size`: how many players sit at most tables."""
    if tournament.has_duels and tournament.format != Tournament.Format.SWISS:
        return prepare_phase_draw(phases.get_current_phase(tournament) or Phase(tournament.format, 1), players)
    rounds = 1 if tournament.format == Tournament.Format.FREE else tournament.planned_rounds
    sizes = choose_table_sizes(tournament, players, size)
    drawn = draw_rounds(model.DrawRequest(players, sizes, rounds, seed=tournament.pk, effort=EFFORT)).rounds
    pattern = find_partner_seats(tournament) if tournament.pairing == Tournament.Pairing.DRAWN else None
    return PreparedDraw(players, size, partners.choose_partners(drawn, (), pattern) if pattern else drawn)


def prepare_phase_draw(phase: Phase, available: int) -> PreparedDraw:
    """Prepare the draw of a round robin, groups or a knockout, which follow from the numbers alone. `available`: how
    many sides could take part; those that `phase.qualified` leaves out do not."""
    players = min(available, phase.qualified or available)
    everybody, games = range(1, players + 1), phase.best_of // 2 + 1
    if phase.format == Tournament.Format.ALL:
        return PreparedDraw(players, TWO, berger.build_berger_table(everybody, phase.double))
    if phase.format == Tournament.Format.KNOCKOUT:
        matches = tuple(paper_bracket.list_paper_matches(players, phase.scheme))
        return PreparedDraw(players, TWO, (), matches=matches, games=games)
    dealt = groups.deal_into_groups(everybody, min(phase.groups, players))
    rounds = merge_rounds([berger.build_berger_table(group, phase.double) for group in dealt])
    finals = paper_bracket.list_paper_matches(min(players, len(dealt) * phase.through + phase.best), phase.scheme)
    return PreparedDraw(players, TWO, rounds, dealt, tuple(finals), games)


def prepare_all_draws(tournament: Tournament) -> list[PreparedDraw]:
    """Prepare the draw for every number of players that may come."""
    size = find_usual_table_size(tournament)
    return [prepare_draw(tournament, players, size) for players in list_player_counts(tournament)]


def find_usual_table_size(tournament: Tournament) -> int:
    """Return how many players (or pairs) sit at most of the tables, published ones or else drafted ones. Without
    tables: four, or the allowed size nearest to it."""
    draft = tournament.drafts.filter(chosen=True).first()
    seats = Seat.objects.filter(table__round__tournament=tournament)
    seated = seats.values_list("table").annotate(n=Count("position", distinct=True))
    sizes = [n for _table, n in seated.order_by("table")] or [
        len(table) for row in (draft.rounds if draft else []) for table in row["tables"]
    ]
    people = 2 if tournament.pairing == Tournament.Pairing.FIXED else 1
    counted = Counter(n // people for n in sizes)
    allowed = list_table_sizes(tournament)
    most = max(allowed, key=lambda size: (counted[size], size))
    return most if counted[most] else min(allowed, key=lambda size: (abs(size - FOUR), size))


def list_table_sizes(tournament: Tournament) -> tuple[int, ...]:
    """Return the table sizes that may be drawn, in players (or pairs) of the draw."""
    if tournament.pairing == Tournament.Pairing.FIXED or tournament.has_duels:
        return (TWO,)
    return (FOUR,) if tournament.pairing == Tournament.Pairing.DRAWN else tournament.table_sizes


def choose_table_sizes(tournament: Tournament, players: int, size: int) -> tuple[int, ...]:
    """Return the table sizes for a draw of so many players.

    Only `size` if it divides them; also one less if both together seat everybody; else also one less and one more.
    """
    if players % size == 0:
        return (size,)
    smaller = size - 1
    if smaller in list_table_sizes(tournament) and any(left % smaller == 0 for left in range(players, -1, -size)):
        return (smaller, size)
    return tuple(each for each in list_table_sizes(tournament) if abs(each - size) <= 1)
