"""Tournaments in which two sides meet at each table, and their rounds played, as tests share them."""

from random import Random

from tests.web.organiser_builders import DAY
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds import drafts
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.actions.rounds.participation import make_pair, plan_rounds
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.actions.tables.recording import play_tables
from tournaments.exchange.simulation import build_event_chooser
from tournaments.models import Club, Table, Tournament, UnplayedTable
from tournaments.reading import phases
from tournaments.reading.phases import Phase
from tournaments.reading.tallies import get_standings

TWO = (2,)


def create_tournament(players: int, format: str, pairing: str = "single", rounds: int = 3, **asked) -> Tournament:
    """Create a tournament of so many players with this format; `asked` are settings of its phase."""
    club = Club.objects.create(name="Cercle")
    names = [f"Joueur {n:02}" for n in range(1, players + 1)]
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=names, options={"tours": 1})
    if pairing == "fixed":
        entries = list(tournament.entries.order_by("pk"))
        for one, other in zip(entries[::2], entries[1::2], strict=True):
            make_pair(tournament, one, other)
    return plan_rounds(tournament, format=format, pairing=pairing, rounds=rounds, phase=Phase(format, 0, **asked))


def read_scores(event):
    """Return the scores for the next draw by entry id: minus the rank."""
    return {row.tally.entry: -row.rank for row in get_standings(event)}


def publish_round(event, n):
    """Publish the round; open the tournament if it is still a draft."""
    drafts.publish_round(event, n)
    if event.status == Tournament.Status.DRAFT:
        event.status = open_tournament(event).status


def play_round(event, seed=0):
    """Draw, publish and play the next round. Return its number."""
    n = get_next_round_number(event)
    if not event.drafts.filter(chosen=True, first=n).exists():
        draw_rounds(event, sizes=TWO, seed=seed, scores=read_scores(event))
    publish_round(event, n)
    tables = list(Table.objects.filter(round__tournament=event, round__n=n).order_by("n"))
    if (
        event.format != Tournament.Format.SWISS
    ):  # for speed one table is played; at the others a side drawn by lot forfeits
        absent = {1: [1], 2: [2]} if event.pairing == "single" else {1: [1, 2], 2: [3, 4]}
        lots = Random(n)
        forfeits = [
            UnplayedTable(table=table, kind="forfeit", absent=absent[lots.choice((1, 2))]) for table in tables[1:]
        ]
        UnplayedTable.objects.bulk_create(forfeits)
        tables = tables[:1]
    play_tables(
        [table.pk for table in tables], build_event_chooser(event.game, Random(n + seed), tricks=0), actor="table"
    )
    return n


def read_current_phase(event):
    """Return the current phase with its results so far."""
    return phases.read_phase_state(event, phases.get_current_phase(event))


def play_to_the_end(tournament: Tournament) -> None:
    """Draw and play the rounds of the tournament until its phase is over."""
    while not is_phase_over(tournament):
        play_round(tournament, seed=3)
