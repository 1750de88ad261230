"""XML inside a ZIP file, as workbooks are: read as it is unpacked, within bounds of bytes, depth and processor time."""

import lzma
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import IO, Any, Protocol
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from django.utils.translation import gettext as _

from .sheets import UnreadablePlayerFile

MOST_UNPACKED_BYTES = 20_000_000
MOST_DEPTH = 100
MOST_SECONDS = 3.0
"""How many seconds of processor time reading one file may take."""
CHUNK_BYTES = 1 << 16
MOST_TOKEN_BYTES = 1 << 20
"""The longest tag or comment: expat reads one again from its beginning with every part that it gets."""
DAMAGES = (
    BadZipFile, EOFError, IndexError, KeyError, NotImplementedError, OSError, RuntimeError, ValueError, zlib.error,
    expat.ExpatError, lzma.LZMAError,
)  # fmt: skip
"""The errors that a damaged or lying workbook makes the readers raise."""


class XmlHandler(Protocol):
    """What the XML parser calls with each start, end and text of a document; names of elements and attributes have no
    namespace prefix."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...

    def end(self, tag: str) -> None: ...

    def text(self, text: str) -> None: ...


class ZippedXml:
    """The files inside a ZIP file, with one limit on the size of all that is read."""

    def __init__(self, content: bytes) -> None:
        self._zip = ZipFile(BytesIO(content))
        self.names = frozenset(self._zip.namelist())
        self._bytes_left = MOST_UNPACKED_BYTES
        self._ends_at = time.thread_time() + MOST_SECONDS

    def parse(self, name: str, handler: XmlHandler) -> None:
        """Parse one file of the ZIP, calling the handler. Raises UnreadablePlayerFile if it is too large, one of
        DAMAGES (errors of a broken ZIP or of broken XML) if it is damaged."""
        info = self._zip.getinfo(name)
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadZipFile("a compression that no office program writes")
        self._spend(info.file_size)
        parser = build_parser(handler)
        with self._zip.open(info) as member:
            self._feed(parser, member)

    def _feed(self, parser: Any, member: IO[bytes]) -> None:
        fed = 0
        while chunk := member.read(CHUNK_BYTES):
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > MOST_TOKEN_BYTES or time.thread_time() > self._ends_at:
                raise UnreadablePlayerFile(_("Ce classeur est trop grand : gardez la feuille des joueurs seule."))
        parser.Parse(b"", True)

    def _spend(self, size: int) -> None:
        self._bytes_left -= size
        if self._bytes_left < 0:
            raise UnreadablePlayerFile(_("Ce classeur est trop grand : gardez la feuille des joueurs seule."))


@contextmanager
def refuse_damage() -> Iterator[None]:
    """In a `with` block: raise UnreadablePlayerFile in place of any error that a damaged workbook causes."""
    try:
        yield
    except DAMAGES:
        raise UnreadablePlayerFile(_("Ce classeur est abîmé : ouvrez-le et enregistrez-le de nouveau.")) from None


def build_parser(handler: XmlHandler) -> Any:
    """Return an XML parser that calls the handler; it refuses entities, and elements nested too deep."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise ValueError("elements inside elements without end")
        bare = {name[name.find(":") + 1 :]: value for name, value in attributes.items()} if attributes else attributes
        handler.start(tag[tag.find(":") + 1 :], bare)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(tag[tag.find(":") + 1 :])

    def refuse_doctype(*_parts: Any) -> None:
        raise ValueError("no workbook declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = refuse_doctype
    return parser
