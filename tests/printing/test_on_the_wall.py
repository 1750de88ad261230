"""What is given away, hung up or cut out: diplomas, cards, table numbers, as they look on the paper."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.models import Tournament
from tournaments.printing.documents import DOCUMENTS_BY_NAME
from tournaments.printing.papers import PrintOptions

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_french() -> Iterator[None]:
    with override("fr"):
        yield


@pytest.fixture
def evening() -> Tournament:
    """Two tables of three, of which the first has marked a coup."""
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    return tournament


def read_paper(tournament: Tournament, name: str, *looks: str) -> PdfReader:
    """Print a document and read it."""
    return PdfReader(BytesIO(DOCUMENTS_BY_NAME[name].build_paper(tournament, PrintOptions(None, looks)).render_pdf()))


@pytest.mark.parametrize("looks", [(), ("a5",)])
@pytest.mark.parametrize(("name", "wide"), [("diplomas", False), ("diplomas-wide", True)])
def test_a_diploma_is_one_page_with_two_lines_to_sign_and_no_foot(evening, name, wide, looks) -> None:
    pages = read_paper(evening, name, *looks).pages
    assert len(pages) == 3 and all((page.mediabox.width > page.mediabox.height) is wide for page in pages)
    told = [page.extract_text() for page in pages]
    assert all("L’arbitre" in text and "Pour le club" in text for text in told)
    assert not any("imprimé le" in text for text in told)
