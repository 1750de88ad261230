"""Join finished pages into one PDF: grids put under them once, «n / N» written at their feet, their tags made one tree.

Knows PDF and no document. Page numbers are in the program's own font, which goes into the file once. WeasyPrint cannot
number pages of pieces set apart, and an overlay of numbers costs ten times ours (docs/decisions/0006). pypdf joins
pages and leaves their tags behind, the trees that a screen reader reads.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.utils.translation import get_language

from config.durable import SHARED, open_replacement

from .pdf import STATIC, load_font
from .pieces import GridOverlay, Piece

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

FONT = STATIC / "fonts" / "print" / "atkinson-hyperlegible-next-400-normal.woff2"
FIRST, LAST = 32, 57  # character codes of the font's subset: space to 9
PIXEL = 0.75  # points
A4_SHORT, A4_LONG = 595.276, 841.89  # points
SIZE, MILLIMETRE = 8, 72 / 25.4  # points: the size of page numbers, a millimetre
PLACES = {(210, 297): (15, 12.2), (297, 210): (12, 9.2), (148, 210): (9, 8.2), (210, 148): (7, 6.2)}
"""Where a page number stands, in mm from the right edge and from the foot, by the page's width and height in mm: where
`print.css` and `print-a5.css` have it."""


def get_whole_page_path(file: Path, n: int) -> Path:
    """Return the path of the PDF of page n of a piece, laid out whole because its texts do not fit over the grid."""
    return file.with_suffix(f".{n}.pdf")


def count_pages(piece: Piece, file: Path) -> int:
    """Return how many pages a laid-out piece has, without parsing its PDF, which would take most of a second."""
    if piece.overlay:
        return len(piece.overlay.grids)
    return len(json.loads(file.with_suffix(".json").read_text(encoding="utf-8")))


def write_joined(
    title: str,
    made: list[tuple[Piece, Path]],
    under: list[Path],
    output: Path,
    bookmarks: Sequence[tuple[str, int]] = (),
) -> None:
    """Write the pages of all pieces, in order, to one PDF in the active language. `made`: the pieces with their PDFs;
    `under`: the PDFs of the grids; `bookmarks`: (title, number of its page). It has tags if every piece has them."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    writer.add_metadata({"/Title": title, "/Producer": "Corbillon"})
    describe_document(writer)
    tags = TagTree(writer) if all(piece.tagged for piece, _file in made) else None
    forms = [build_form(writer, PdfReader(file).pages[0]) for file in under]
    numbered: list[int] = []
    for piece, file in made:
        if piece.is_on_front and len(writer.pages) % 2:
            writer.add_blank_page()
        begun = len(writer.pages)
        if piece.overlay:
            add_overlaid_pages(writer, piece, file, forms)
        else:
            reader = PdfReader(file)
            writer.append(reader, import_outline=len(bookmarks) < 2 and piece.tagged)
            if tags:
                tags.add(reader, writer.pages[begun:])
        if piece.numbered:
            numbered.extend(range(begun + 1, len(writer.pages) + 1))
    font = add_digit_font(writer)
    total = len(writer.pages)
    for n in numbered:
        if not is_empty(page := writer.pages[n - 1]):
            put_page_number(writer, page, font, f"{n} / {total}")
    if tags:
        tags.finish()
    for words, n in bookmarks if len(bookmarks) > 1 else ():
        writer.add_outline_item(title=words, page_number=n - 1)
    save_written(writer, output)


def is_empty(page: "PageObject") -> bool:
    """True if nothing is written on the page, as on a back left blank."""
    contents = page.get_contents()
    return contents is None or b"BT" not in contents.get_data()


def save_written(writer: "PdfWriter", file: Path) -> None:
    """Save the PDF, whole or not at all. Its many small parts are buffered, as pypdf writes them one by one. Raises
    OSError."""
    with open_replacement(file, SHARED) as output:
        writer.write(output)


def describe_document(writer: "PdfWriter") -> None:
    """Set the language of the PDF, and let viewers show its title instead of its file name."""
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject

    language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    shown = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    writer.root_object[NameObject("/Lang")] = TextStringObject(language)
    writer.root_object[NameObject("/ViewerPreferences")] = shown


def add_overlaid_pages(writer: "PdfWriter", piece: Piece, file: Path, forms: "list[IndirectObject]") -> None:
    """Add the pages of a piece in two layers: each over its grid (`forms`), with its drawing on top; a page that does
    not fit is added whole. Each begins on a front if the piece does."""
    from pypdf import PdfReader

    over = cast("GridOverlay", piece.overlay)
    drawn = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    for n, page in enumerate(PdfReader(file).pages):
        if piece.is_on_front and len(writer.pages) % 2:
            writer.add_blank_page()
        if str(n) in drawn:
            lay_under(writer, writer.add_page(page), forms[over.grids[n]], drawn[str(n)])
        else:
            writer.append(PdfReader(get_whole_page_path(file, n)), import_outline=False)


def build_form(writer: "PdfWriter", page: "PageObject") -> "IndirectObject":
    """Return the page as a PDF form object, which other pages can show."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject, StreamObject

    form = StreamObject()
    contents = page.get_contents()
    form.set_data(b"" if contents is None else contents.get_data())
    box = ArrayObject(FloatObject(each) for each in page.mediabox)
    form.update({NameObject("/Type"): NameObject("/XObject"), NameObject("/Subtype"): NameObject("/Form")})
    form.update({NameObject("/BBox"): box, NameObject("/Resources"): page["/Resources"].clone(writer)})
    return writer._add_object(form.flate_encode())


def lay_under(writer: "PdfWriter", page: "PageObject", form: "IndirectObject", drawn: str) -> None:
    """Put a form under the content of a page, and a drawing over it. `drawn`: PDF operators, in CSS pixels from the
    upper left corner."""
    down = float(page.mediabox.top)
    drawing = f"\nQ q {PIXEL} 0 0 -{PIXEL} 0 {down:.3f} cm\n{drawn}Q".encode()
    draw_around(writer, page, "/XObject", "/Under", form, before=b"q /Under Do Q q\n", after=drawing)


def put_page_number(writer: "PdfWriter", page: "PageObject", font: "IndirectObject", text: str) -> None:
    """Write a page number at the foot of the page, right-aligned."""
    size = round(float(page.mediabox.width) / MILLIMETRE), round(float(page.mediabox.height) / MILLIMETRE)
    right, foot = PLACES[size]
    x = float(page.mediabox.right) - right * MILLIMETRE - measure_width(text) * SIZE / 1000
    y = foot * MILLIMETRE
    written = f"\nQ q /Artifact BMC BT /Number {SIZE} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET EMC Q".encode()
    draw_around(writer, page, "/Font", "/Number", font, before=b"q\n", after=written)


def draw_around(
    writer: "PdfWriter",
    page: "PageObject",
    kind: str,
    name: str,
    what: "IndirectObject",
    *,
    before: bytes,
    after: bytes,
) -> None:
    """Give a page the resource `what`, of this kind and name, and put PDF operators before and after its content."""
    from pypdf.generic import DictionaryObject, NameObject

    # a copy of its own: pages of one file share their resources
    resources = DictionaryObject(cast("DictionaryObject", page["/Resources"].get_object()))
    some = DictionaryObject(cast("DictionaryObject", resources.get(kind, DictionaryObject()).get_object()))
    some[NameObject(name)] = what
    resources[NameObject(kind)] = some
    page[NameObject("/Resources")] = resources
    surround_content(writer, page, before, after)


def surround_content(writer: "PdfWriter", page: "PageObject", before: bytes, after: bytes) -> None:
    """Put PDF operators before and after the content of a page."""
    from pypdf.generic import ArrayObject, NameObject

    contents = page.get("/Contents")
    now = (
        list(contents)
        if isinstance(contents, ArrayObject)
        else [page.raw_get("/Contents")]
        if contents is not None
        else []
    )
    page[NameObject("/Contents")] = ArrayObject([add_stream(writer, before), *now, add_stream(writer, after)])


def add_stream(writer: "PdfWriter", operators: bytes) -> "IndirectObject":
    """Add a content stream with these PDF operators to the file; return the reference to it."""
    from pypdf.generic import StreamObject

    made = StreamObject()
    made.set_data(operators)
    return writer._add_object(made)


@cache
def load_digit_font() -> tuple[bytes, list[int]]:
    """Return a TrueType font with only digits, space and slash, for page numbers; and the widths of its characters in
    thousandths of the font size."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(load_font(FONT)))
    unit = font["head"].unitsPerEm
    names = font.getBestCmap()
    widths = [round(font["hmtx"][names.get(code, ".notdef")][0] * 1000 / unit) for code in range(FIRST, LAST + 1)]
    subsetter = Subsetter(Options(drop_tables=["GSUB", "GPOS", "GDEF"], notdef_outline=True))
    subsetter.populate(text="0123456789 /")
    subsetter.subset(font)
    body = BytesIO()
    font.save(body)
    return body.getvalue(), widths


def measure_width(text: str) -> int:
    """Return the width of a page number in that font of digits, in thousandths of the font size."""
    _font, widths = load_digit_font()
    return sum(widths[ord(sign) - FIRST] for sign in text)


def add_digit_font(writer: "PdfWriter") -> "IndirectObject":
    """Add the font of page numbers to the PDF; return the reference to it."""
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject

    def named(**given: Any) -> DictionaryObject:
        return DictionaryObject({NameObject(f"/{key}"): value for key, value in given.items()})

    body, widths = load_digit_font()
    file = StreamObject()
    file.set_data(body)
    file[NameObject("/Length1")] = NumberObject(len(body))
    font_name = NameObject("/CORBIL+Atkinson-Hyperlegible-Next")
    box = ArrayObject(map(NumberObject, (-200, -300, 1200, 1000)))
    described = named(
        Type=NameObject("/FontDescriptor"),
        FontName=font_name,
        Flags=NumberObject(32),
        FontBBox=box,
        ItalicAngle=NumberObject(0),
        Ascent=NumberObject(950),
        Descent=NumberObject(-290),
        CapHeight=NumberObject(668),
        StemV=NumberObject(80),
        FontFile2=writer._add_object(file.flate_encode()),
    )
    return writer._add_object(
        named(
            Type=NameObject("/Font"),
            Subtype=NameObject("/TrueType"),
            BaseFont=font_name,
            FirstChar=NumberObject(FIRST),
            LastChar=NumberObject(LAST),
            Widths=ArrayObject(map(NumberObject, widths)),
            FontDescriptor=writer._add_object(described),
            Encoding=NameObject("/WinAnsiEncoding"),
        )
    )


class TagTree:
    """The tree of accessibility tags of a PDF that is joined from several; collects the trees of its parts."""

    def __init__(self, writer: "PdfWriter") -> None:
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject

        self.writer = writer
        self.elements, self.parents, self.next = ArrayObject(), ArrayObject(), 0
        self.root = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
        self.reference = writer._add_object(self.root)

    def add(self, reader: "PdfReader", pages: "Iterable[PageObject]") -> None:
        """Take over the tags of a PDF whose pages were just added. `reader`: that PDF; `pages`: its pages in the joined
        file."""
        from pypdf.generic import NameObject, NumberObject

        tree = cast("DictionaryObject", reader.root_object["/StructTreeRoot"]).clone(self.writer)
        for element in cast("ArrayObject", tree["/K"]):
            element.get_object()[NameObject("/P")] = self.reference
            self.elements.append(element)
        numbers = cast("ArrayObject", cast("DictionaryObject", tree["/ParentTree"])["/Nums"])
        keys = [int(number) for number in numbers[::2]]
        for key, parent in zip(keys, numbers[1::2], strict=True):
            self.parents.extend((NumberObject(self.next + key), parent))
        for n, page in enumerate(pages):
            page[NameObject("/StructParents")] = NumberObject(self.next + n)
            for annotation in page.get("/Annots", ()):
                mark = annotation.get_object()
                if "/StructParent" in mark:
                    mark[NameObject("/StructParent")] = NumberObject(self.next + int(mark["/StructParent"]))
        self.next += max(keys, default=-1) + 1

    def finish(self) -> None:
        """Write the collected tag tree into the joined PDF."""
        from pypdf.generic import BooleanObject, DictionaryObject, NameObject

        self.root[NameObject("/K")] = self.elements
        self.root[NameObject("/ParentTree")] = DictionaryObject({NameObject("/Nums"): self.parents})
        self.writer.root_object[NameObject("/StructTreeRoot")] = self.reference
        self.writer.root_object[NameObject("/MarkInfo")] = DictionaryObject(
            {NameObject("/Marked"): BooleanObject(True)}
        )
