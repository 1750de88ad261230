"""The organisers' guide at the desk: the document of the reader's language, a page a chapter, led to from all pages."""

import re

import pytest
from django.test import Client

from tests.tidy.sources import ROOT
from tests.web.organiser_builders import add_account, sign_in_organiser
from tournaments.models.rights import Role
from tournaments.views.organiser.club.guide import WIDE_SPACE

pytestmark = pytest.mark.django_db
DOCUMENTS = {"fr": "docs/fr/organisers.md", "en": "docs/en/organisers.md", "it": "docs/it/organisers.md"}


def read_page(client: Client, address: str, language: str) -> str:
    """Return the HTML of a page of the guide in this language."""
    answer = client.get(f"/desk/{address}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_guide_has_the_chapters_of_the_document_but_what_is_typed_in_a_terminal(language):
    client, document = sign_in_organiser()[0], (ROOT / DOCUMENTS[language]).read_text(encoding="utf-8")
    if language == "fr":
        document = WIDE_SPACE.sub("\N{NARROW NO-BREAK SPACE}", document)
    headings = re.findall(r"^## (.+)$", document, re.MULTILINE)
    contents = read_page(client, "guide", language)
    led_to = re.findall(r'<li id="([^"]+)"><a\s+href="/desk/(guide/\d+)">([^<]+)</a>', contents)
    assert sorted(title for _anchor, _address, title in led_to) == sorted(headings[:-1])
    chapters = [read_page(client, address, language) for _anchor, address, _title in led_to]
    for page in chapters:
        assert "**" not in page
        assert "|---" not in page
        assert "](" not in page
        assert not re.search(r"manage\.py|make run|chmod", page)
    for heading in re.findall(r"^### (.+)$", document, re.MULTILINE):
        assert sum(f">{heading}</h3>" in page for page in chapters) == 1
    assert client.get(f"/desk/guide/{len(headings)}").status_code == 404


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_guide_is_searched_without_regard_to_accents_and_capitals(language):
    client = sign_in_organiser()[0]
    word = {"fr": "PENALITE", "en": "penalt", "it": "PENALITA"}[language]
    found = client.get("/desk/guide", {"q": word}, headers={"Accept-Language": language}).context["found"]
    assert 0 < len(found) < 12
    assert client.get("/desk/guide", {"q": "xylophone"}, headers={"Accept-Language": language}).context["found"] == []


def test_the_guide_names_the_port_by_which_its_reader_came_and_shows_pictures():
    client = sign_in_organiser()[0]
    page = client.get("/desk/guide/1", headers={"Host": "localhost:8010"}).content.decode()
    assert "http://127.0.0.1:8010" in page
    assert ":8000" not in page
    assert re.search(r'<img src="/static/guide/door[^"]*\.png" alt="[^"]+"', page)


def test_a_chapter_leads_to_the_next_one_in_the_order_of_the_contents():
    client = sign_in_organiser()[0]
    parts = client.get("/desk/guide").context["parts"]
    order = [n for _title, chapters in parts for n, _chapter in chapters]
    after = [client.get(f"/desk/guide/{n}").context["after"] for n in order]
    assert [n for some in after for n, _chapter in some] == order[1:]


def test_every_page_of_the_desk_and_a_refusal_lead_to_the_guide():
    organiser, club = sign_in_organiser()
    assert 'href="/desk/guide"' in organiser.get("/desk/").content.decode()
    reader, _member = add_account("Luc", club, Role.READER)
    refusal = reader.get("/desk/event/new")
    assert refusal.status_code == 403
    assert 'href="/desk/guide">Guide</a></p>' in refusal.content.decode()
    assert reader.get("/desk/guide").status_code == 200
