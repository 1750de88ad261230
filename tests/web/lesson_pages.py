"""The pages of a lesson, and what is read there."""

import re
from typing import Any

from django.test import Client

from tournaments.forms.games.lesson import Lesson, RuleCitation


def read_page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def open_verdict(address: str) -> Any:
    """Return what a page says of the card tried, as its template has it."""
    return Client().get(address).context["verdict"]


def list_lesson_citations(lesson: Lesson) -> list[RuleCitation]:
    notes = [note.citation for note in (*lesson.notes.values(), lesson.end) if note.citation]
    return [*lesson.citations.values(), *lesson.after_talon.values(), *notes, *lesson.ending]


def read_verdict(key: str, n: int, card: str) -> str:
    """Return what is told of a card tried, without its mark-up."""
    page = read_page(f"/learn/{key}/{n}?card={card}")
    verdict = page.partition('<div id="verdict"')[2].partition("</div>")[0]
    return re.sub("[ \n]+", " ", re.sub("<[^>]+>", "", verdict.partition(">")[2]))


def render_symbols(address: str) -> str:
    """Return a page with the symbol of each suit for its drawing."""
    page = read_page(address)
    for symbol, name in {"♠": "pique", "♥": "cœur", "♦": "carreau", "♣": "trèfle"}.items():
        page = re.sub(rf'<svg class="suit[^>]*aria-label="{name}"><path[^>]*/></svg>', symbol, page)
    return re.sub("<[^>]+>", "", page)
