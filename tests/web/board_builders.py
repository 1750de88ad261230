"""Tournaments of rounds at the organiser, their tables finished and their next rounds published."""

from tests.book import evening_builders as book
from tests.web.organiser_builders import DAY
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts
from tournaments.book.table_cards import load_cards
from tournaments.models import Club, Table, Tournament


def create_round_tournament(club: Club, rounds: int = 2) -> Tournament:
    """Create and open a tournament of rounds with two tables of three, the first round published."""
    tournament = create_tournament(club, name="Tournoi", date=DAY, players=book.NAMES[:6])
    plan_rounds(tournament, format=Tournament.Format.RANDOM, rounds=rounds)
    publish_next_round(tournament, 1)
    return open_tournament(tournament)


def publish_next_round(tournament: Tournament, n: int, sizes: tuple[int, ...] = (3, 3)) -> None:
    """Draw and publish round n."""
    draw_rounds(tournament, sizes=sizes, seed=n)
    publish_round(tournament, n)


def finish_table(table: Table, *, read: bool) -> None:
    """Play the table to its end; if `read`, count and confirm it too."""
    book.record_events(table, book.build_coup(), {"type": "end"})
    if read:
        held = load_cards(table.round.tournament)
        jetons = next(card.held_jetons for card in held if card.table.pk == table.pk)
        save_token_counts(table.pk, {n: (0, each) for n, each in enumerate(jetons, 1)}, actor="table:1")
        confirm_sheet(table.pk, 2, actor="table:2")
