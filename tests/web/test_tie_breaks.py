"""What parts players of one score is said wherever they rank apart: on the board, the podium and its picture."""

from unittest.mock import patch

import pytest
from PIL import Image, ImageDraw

from tests.book import evening_builders as book
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.presentation import result_card
from tournaments.standings.ranking_orders import RankingOrder

pytestmark = pytest.mark.django_db

PARTED = "À égalité, ce qui départage\u202f: meilleur coup."


def test_two_of_equal_points_are_parted_in_words_on_the_board_the_podium_and_its_picture() -> None:
    client, _club = sign_in_organiser()
    tournament = book.create_evening(2, 2, game="briscola", match="target", target=200)
    for n, coups in ((1, ((65, 55), (65, 55))), (2, ((61, 59), (69, 51)))):
        for mine, theirs in coups:
            book.record_events(book.get_table(tournament, n), {"type": "coup", "points": {"1": mine, "2": theirs}})
    pages = [f"/{tournament.code}"]
    assert PARTED not in client.get(pages[0]).content.decode(), "they share the rank"
    set_ranking(tournament, RankingOrder(("left", "total", "best_coup")))
    assert PARTED in client.get(pages[0]).content.decode()
    close_tournament(tournament)
    assert PARTED in client.get(f"/{tournament.code}/screen").content.decode()
    with patch.object(result_card, "write", wraps=result_card.write) as written:
        assert client.get(f"/{tournament.code}/podium.png").status_code == 200
    assert PARTED in [call.args[1] for call in written.call_args_list]


def test_a_card_keeps_its_typeface_for_vietnamese_and_a_very_long_name_takes_two_lines() -> None:
    assert result_card.find_face("Nguyễn Thị Ánh", result_card.TITLE) == result_card.TITLE
    assert result_card.find_face("علي", result_card.TITLE) != result_card.TITLE
    pen = ImageDraw.Draw(Image.new("RGB", (1080, 400)))
    with patch.object(result_card, "write", wraps=result_card.write) as written:
        for name in ("Marie-Antoinette de La Rochefoucauld", "Zoé Petit", "A" * 60):
            result_card.write_name(pen, name, 200, 600)
    lines = [call.args[1] for call in written.call_args_list]
    assert lines == ["Marie-Antoinette de", "La Rochefoucauld", "Zoé Petit", "A" * 60]
