"""A lesson as a leaflet: one sheet of A4, two pages of two halves each, folded once. Made once for each language and
version of the program, and kept in the var folder.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from zlib import crc32

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from config.durable import SHARED, write_file
from tournaments.forms.games.lesson_text import ShownCitation, cite, describe_count, show_citation
from tournaments.forms.games.lesson_walk import LessonTrick, LessonWalk, open_lesson
from tournaments.presentation.qr import draw_qr, get_printed_address
from tournaments.presentation.text.rule_book import list_table_facts
from tournaments.printing.pdf import render_pdf

LOOK = "css/print-leaflet.css"
LINE_LETTERS = 80
"""About how many letters a line of a half page holds."""


@dataclass(frozen=True)
class LeafletRow:
    """One trick of a lesson on paper. `cards`: (card, whether it led, whether it took the trick) by seat; `hand`: the
    reader's hand before the trick; `note`: the text printed before it, or None; `citation`: the rule of that note;
    `is_quoted`: with the words of its source, which a leaflet prints only once."""

    trick: LessonTrick
    cards: list[tuple[str, bool, bool]]
    hand: tuple[str, ...]
    note: object
    citation: ShownCitation | None
    is_quoted: bool

    @property
    def length(self) -> int:
        """About how much room the row takes, in letters of text; its cards count as lines of LINE_LETTERS."""
        words = self.citation.words if self.citation and self.is_quoted else ""
        return 2 * LINE_LETTERS + len(str(self.note or "")) + len(words)


def list_rows(walk: LessonWalk) -> Iterator[LeafletRow]:
    """Yield a row for each trick of the lesson."""
    game, quoted = walk.game.key, set[str]()
    for trick in walk.list_tricks():
        note = walk.lesson.notes.get(trick.trick.number)
        by_player = {move.player: (move.card, n == 0, move.took) for n, move in enumerate(trick.moves)}
        cards = [by_player[name] for name in walk.setting.players]
        hand = walk.find_turn(trick.trick.number).hand
        citation = cite(game, note.citation) if note else None
        is_quoted = citation is not None and citation.words not in quoted
        yield LeafletRow(trick, cards, hand, note and note.text, citation, is_quoted)
        if citation:
            quoted.add(citation.words)


def halve(rows: Sequence[LeafletRow]) -> tuple[Sequence[LeafletRow], Sequence[LeafletRow]]:
    """Split the rows into those of the left and of the right half page, about equally long, with the heading counted on
    the left."""
    heading = 2 * LINE_LETTERS

    def compare(n: int) -> int:
        return abs(heading + sum(row.length for row in rows[:n]) - sum(row.length for row in rows[n:]))

    first = min(range(len(rows) + 1), key=compare)
    return rows[:first], rows[first:]


def build_leaflet(walk: LessonWalk) -> str:
    """Return the leaflet of a lesson as HTML, in the active language. It has no QR and address while phones cannot
    reach the program."""
    game_key = walk.game.key
    hall = get_printed_address()
    address = hall and hall + reverse("lesson", args=(game_key,))
    rows = list(list_rows(walk))
    context = {
        "walk": walk,
        "game": walk.game.name,
        "deal": walk.lesson.notes[0].text,
        "hand": walk.find_turn(1).hand,
        "halves": halve(rows),
        "facts": list_table_facts(walk.game),
        "count_story": describe_count(walk.game.narrate_event(walk.state, walk.step)),
        "articles": [show_citation(game_key, each) for each in walk.lesson.ending],
        "address": address,
        "qr": address and draw_qr(address),
    }
    return render_to_string("prints/leaflet.html", context)


def load_leaflet(game_key: str, version: str) -> bytes:
    """Return the leaflet of a game's lesson as a PDF in the active language, from the var folder or made anew.

    `version`: a fingerprint of the program: if that or the hall's address has changed, the leaflet is made anew and the
    old one deleted. Raises KeyError, TextsLost.
    """
    walk, folder = open_lesson(game_key), settings.VAR_DIR / "leaflets"
    language = (get_language() or "fr")[:2]
    file = folder / f"{game_key}-{language}-{version}-{crc32(get_printed_address().encode()):08x}.pdf"
    try:
        return file.read_bytes()
    except OSError:
        body = render_pdf(build_leaflet(walk), (LOOK,))
    with suppress(OSError):  # a folder that cannot be written: made again next time
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{game_key}-{language}-*.pdf"):
            old.unlink(missing_ok=True)
        write_file(file, body, SHARED)
    return body
