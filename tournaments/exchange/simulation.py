"""Simulating a whole tournament: people, tables, rounds, and every coup played with random legal cards."""

from collections.abc import Callable
from random import Random

from django.db.models import QuerySet
from django.utils import timezone

import scoring
from tournaments.actions.decisions import sealed
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.rounds import drawing
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.recording import play_tables
from tournaments.book.sheet import EventBody, Sheet
from tournaments.draws.model import DrawRequest
from tournaments.draws.seating import draw_rounds
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Table, Tournament
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.phases import Phase

from .invented_clubs import get_or_create_club

CLUB = "Simulations"
TABLES_AT_ONCE = 100
GROUP_SIZE = 4  # players of a group, at least
FREE = "free"
DRAWS = {
    FREE: Tournament.Format.FREE,
    "drawn": Tournament.Format.RANDOM,
    "standing": Tournament.Format.STANDING,
    "swiss": Tournament.Format.SWISS,
    "roundrobin": Tournament.Format.ALL,
    "groups": Tournament.Format.GROUPS,
    "knockout": Tournament.Format.KNOCKOUT,
}
"""The ways in which a simulated tournament may be drawn, each with the format that it then has."""

EventChooser = Callable[[Sheet], EventBody | None]


def simulate_tournament(game: str, players: int, rounds: int, seed: int, draw: str = FREE) -> Tournament:
    """Draw and play a tournament of this many players and rounds to its end, close it and return it. `draw`: one of
    DRAWS; a round robin, groups and a knockout take as many rounds as they need. The same seed plays the same. Raises
    KeyError for a game that `PARTS_BY_GAME` does not have, ActionError for a draw that the game does not allow."""
    tournament = create_simulated_tournament(game, players, rounds, seed, draw)
    if draw == FREE:
        seat_all_rounds(tournament, rounds, seed)
        open_tournament(tournament)
        play_all_tables(Table.objects.filter(round__tournament=tournament), game, Random(seed))
    else:
        play_drawn_rounds(tournament, rounds, seed)
    return close_tournament(tournament)


def seat_all_rounds(tournament: Tournament, rounds: int, seed: int) -> None:
    """Draw all rounds of a tournament with freely formed tables at once, and seat the players."""
    entries = list(tournament.entries.order_by("pk"))
    sizes = tournament.table_sizes
    drawn = draw_rounds(DrawRequest(len(entries), sizes, rounds, seed=seed))
    for n, one in enumerate(drawn.rounds, 1):
        seat_round(tournament, n, [[entries[player - 1] for player in table] for table in one.tables])


def play_drawn_rounds(tournament: Tournament, rounds: int, seed: int) -> None:
    """Draw, publish and play round after round, until the tournament is over. `rounds`: how many, if its format does
    not say."""
    chance, n = Random(seed), 1
    while not is_over(tournament, n, rounds):
        if not tournament.drafts.filter(first=n).exists():
            drawing.draw_rounds(
                tournament, sizes=build_pool(tournament).sizes, seed=seed + n, scores=compute_scores(tournament)
            )
        current = publish_round(tournament, n)
        if n == 1:
            open_tournament(tournament)
        play_all_tables(current.tables.all(), tournament.game, chance)
        n += 1


def is_over(tournament: Tournament, n: int, rounds: int) -> bool:
    """True if round n is not to be played: `rounds` have been played, or a round robin, groups or knockout have
    ended."""
    follows = tournament.format in (Tournament.Format.ALL, Tournament.Format.GROUPS, Tournament.Format.KNOCKOUT)
    return is_phase_over(tournament) if follows else n > rounds


@sealed
def create_simulated_tournament(game: str, players: int, rounds: int, seed: int, draw: str) -> Tournament:
    """Create a tournament of numbered players in the club of simulations, of which every account is a member, and plan
    its rounds."""
    club = get_or_create_club(CLUB)
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    length = f"{rounds} rondes, " if rounds > 1 else ""
    name = f"{scoring.get_game(game).name}, {players} joueurs, {length}essai {seed}"
    tournament = create_tournament(club, name=name, date=timezone.localdate(), game=game, players=names)
    if draw == FREE:
        return tournament
    phase = Phase(DRAWS[draw], 0, groups=max(1, players // GROUP_SIZE))
    return plan_rounds(tournament, format=DRAWS[draw], rounds=rounds, phase=phase)


def play_all_tables(tables: QuerySet[Table], game: str, chance: Random) -> None:
    """Play these tables to their end, TABLES_AT_ONCE at a time."""
    wanted = list(tables.order_by("round__n", "n").values_list("pk", flat=True))
    for start in range(0, len(wanted), TABLES_AT_ONCE):
        play_tables(wanted[start : start + TABLES_AT_ONCE], build_event_chooser(game, chance), actor="table")


def build_event_chooser(game: str, chance: Random, most: int | None = None, tricks: float = 0.4) -> EventChooser:
    """Return a function that gives the next random legal event for a sheet, None once the partie is over or has `most`
    coups. `tricks`: the share of coups written trick by trick. The function raises Refused if the sheet's players
    cannot play the game."""

    def following(sheet: Sheet) -> EventBody | None:
        state = sheet.state
        if state is None:
            raise Refused(sheet.problems)
        if state.complete or state.coups_played == most:
            return None
        return PARTS_BY_GAME[game].play_next_event(state, chance, tricks)

    return following
