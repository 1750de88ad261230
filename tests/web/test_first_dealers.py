"""Who deals first is the same player on the draft, on the call list, on the papers, at the desk and on the phone: where
partners sit side by side, the right-hand player of each side (BRU-06)."""

import pytest

from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import make_pair, plan_rounds
from tournaments.book.loading import load_sheets
from tournaments.models import Tournament
from tournaments.reading.draw_scores import compute_scores

pytestmark = pytest.mark.django_db

ORDER = "Chacun s’assied à la droite de celui qui précède."


@pytest.mark.parametrize(
    ("game", "pairing", "players", "said"),
    [
        ("brusquembille", "drawn", 8, "Le deuxième donne."),
        ("brusquembille", "fixed", 8, "Le deuxième donne."),
        ("brusquembille", "single", 6, "Le premier donne."),
        ("briscola", "drawn", 8, "Le premier donne."),
    ],
)
def test_the_first_dealer_is_the_same_everywhere(game: str, pairing: str, players: int, said: str) -> None:
    client, club = sign_in_organiser()
    names = [f"Joueur {n}" for n in range(1, players + 1)]
    tournament = create_tournament(club, name="Tournoi", date=DAY, game=game, players=names)
    tournament = plan_rounds(tournament, format="random", pairing=pairing, rounds=2)
    entries = list(tournament.entries.order_by("pk"))
    if pairing == Tournament.Pairing.FIXED:
        for first, second in zip(entries[::2], entries[1::2], strict=True):
            make_pair(tournament, first, second)
    sizes = {"fixed": (2,), "single": (3,), "drawn": (4,)}[pairing]
    draw_rounds(tournament, sizes=sizes, seed=1, scores=compute_scores(tournament))
    tables = client.get(f"/desk/event/{tournament.pk}/rounds").context["editor"].tables
    drafted = [plate.name for table in tables for plate in table.plates if plate.deals]
    publish_round(tournament, 1)
    dealers = [sheet.state.dealer for sheet in load_sheets(tournament) if sheet.state]
    assert drafted == dealers
    assert len(dealers) == 2
    page = client.get(f"/desk/event/{tournament.pk}/rounds/1/calls").content.decode()
    assert ORDER in page
    assert said in page
    for document in ("calls", "seating"):
        assert said in read_text(print_document(tournament, document)), document
