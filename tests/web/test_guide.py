"""The organisers' guide at the desk: the document of the reader's language, with anchors, led to from every foot."""

import re

import pytest

from tests.tidy.sources import ROOT
from tests.web.organiser_builders import sign_in_organiser
from tests.web.test_members import add_account
from tournaments.models.rights import Role

pytestmark = pytest.mark.django_db
DOCUMENTS = {"fr": "docs/organisers.md", "en": "docs/en/organisers.md", "it": "docs/it/organisers.md"}


def read_guide(language: str) -> str:
    """Return the HTML of the guide's page, for an organiser who reads this language."""
    answer = sign_in_organiser()[0].get("/desk/guide", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_guide_is_the_document_of_the_reader_s_language(language):
    page, document = read_guide(language), (ROOT / DOCUMENTS[language]).read_text(encoding="utf-8")
    for heading in re.findall(r"^#+ (.+)$", document, re.MULTILINE):
        assert f">{heading}</h" in page
    assert "**" not in page and "|---" not in page and "](" not in page


@pytest.mark.parametrize("language", DOCUMENTS)
def test_every_heading_of_the_guide_has_an_anchor_of_its_own_and_the_contents_lead_there(language):
    page = read_guide(language)
    anchors = re.findall(r'<h[23] id="([^"]+)"', page)
    led_to = re.findall(r'href="#([^"]+)"', page)
    assert len(set(anchors)) == len(anchors) > 15
    assert set(led_to) - {"main"} <= set(anchors) and len(led_to) > 15


def test_every_page_of_the_desk_and_a_refusal_lead_to_the_guide():
    organiser, club = sign_in_organiser()
    assert 'href="/desk/guide"' in organiser.get("/desk/").content.decode()
    reader, _member = add_account("Luc", club, Role.READER)
    refusal = reader.get("/desk/event/new")
    assert refusal.status_code == 403
    assert 'href="/desk/guide">Guide</a></p>' in refusal.content.decode()
    assert reader.get("/desk/guide").status_code == 200


@pytest.mark.parametrize("language", DOCUMENTS)
def test_commands_stand_in_the_guide_s_last_part_alone(language):
    parts = read_guide(language).split("<h2 ")
    assert "manage.py" in parts[-1]
    assert [part[:60] for part in parts[:-1] if re.search(r"manage\.py|make run|chmod", part)] == []
