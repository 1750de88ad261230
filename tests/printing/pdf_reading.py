"""Reads PDFs back: their text, their fonts, their accessibility tags."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

from tournaments.models import Tournament
from tournaments.printing.documents import PRINTABLES_BY_NAME


def print_document(tournament: Tournament, name: str) -> PdfReader:
    """Print the document of this name and return it parsed."""
    return PdfReader(BytesIO(PRINTABLES_BY_NAME[name].build_paper(tournament).render_pdf()))


def read_text(paper: PdfReader) -> str:
    """Return the whole text of the PDF on one line, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in paper.pages).split())


def list_fonts(paper: PdfReader) -> dict[str, bool]:
    """Return by font name whether the font is embedded in the file."""
    return {
        name: embedded for page in paper.pages for name, embedded in _list_page_fonts(page["/Resources"].get_object())
    }


def find_tagged(paper: PdfReader, kind: str) -> Iterator[DictionaryObject]:
    """Yield the elements of this kind ("/Figure") from the tag tree that a screen reader reads."""

    def within(some: Any) -> Iterator[DictionaryObject]:
        some = some.get_object()
        if isinstance(some, list):
            for each in some:
                yield from within(each)
        elif isinstance(some, DictionaryObject):
            if some.get("/S") == kind:
                yield some
            yield from within(some.get("/K", ArrayObject()))

    return within(paper.trailer["/Root"]["/StructTreeRoot"]["/K"])


def list_tags(paper: PdfReader) -> list[str]:
    """Return the tags of the PDF, in reading order."""

    def walk(element: Any) -> list[str]:
        inside = element.get_object()
        if isinstance(inside, list):
            return [tag for each in inside for tag in walk(each)]
        return [inside["/S"], *walk(inside["/K"])] if isinstance(inside, dict) else []

    return walk(paper.trailer["/Root"]["/StructTreeRoot"]["/K"])


def sort_letters(paper: PdfReader) -> list[str]:
    """Return all characters of the PDF but spaces, sorted."""
    return sorted("".join(read_text(paper).split()))


def _list_page_fonts(resources: DictionaryObject) -> Iterator[tuple[str, bool]]:
    """Yield the name of each font of a page's resources, and whether it is embedded."""
    for font in resources.get("/Font", {}).values():
        for descendant in font.get_object().get("/DescendantFonts", [font]):
            descriptor = descendant.get_object()["/FontDescriptor"].get_object()
            yield descriptor["/FontName"], any(f"/FontFile{n}" in descriptor for n in ("", "2", "3"))
