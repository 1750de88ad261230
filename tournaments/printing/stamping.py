"""Finished pages joined into one PDF: what lies under them put there once, «n / N» written at their feet.

Knows PDF and no document. The figures are written in the program's own font, which goes into the file once.
"""

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings

from .pdf import STATIC, unpacked
from .pieces import Over, Piece

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter
    from pypdf.generic import DictionaryObject, IndirectObject

FONT = STATIC / "fonts" / "print" / "atkinson-hyperlegible-next-400-normal.woff2"
FIRST, LAST = 32, 57  # space to 9
PIXEL = 0.75  # points
SIZE, RIGHT, FOOT = 8, 15 * 72 / 25.4, 12.4 * 72 / 25.4  # points; from the right edge, from the foot


def page_alone(file: Path, n: int) -> Path:
    """Where a page of a piece is that does not fit over its grid."""
    return file.with_suffix(f".{n}.pdf")


def joined(title: str, made: list[tuple[Piece, Path]], under: list[Path], output: Path) -> None:
    """The pages of these files in their order, as one file."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    writer = PdfWriter()
    writer.add_metadata({"/Title": title, "/Producer": "Corbillon"})
    writer.root_object[NameObject("/Lang")] = TextStringObject(settings.LANGUAGE_CODE)
    forms = [as_form(writer, PdfReader(file).pages[0]) for file in under]
    numbered: list[int] = []
    for piece, file in made:
        begun = len(writer.pages)
        if piece.over:
            add_over(writer, piece.over, file, forms)
        else:
            writer.append(PdfReader(file), import_outline=False)
        if piece.numbered:
            numbered.extend(range(begun + 1, len(writer.pages) + 1))
    font = number_font(writer)
    total = len(writer.pages)
    for n in numbered:
        put_number(writer, writer.pages[n - 1], font, f"{n} / {total}")
    writer.write(output)


def add_over(writer: "PdfWriter", over: Over, file: Path, forms: "list[IndirectObject]") -> None:
    """Each page with its grid under it and its drawing on it; those that do not fit as they are."""
    from pypdf import PdfReader

    drawn = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    for n, page in enumerate(PdfReader(file).pages):
        if str(n) in drawn:
            lay_under(writer, writer.add_page(page), forms[over.grids[n]], drawn[str(n)])
        else:
            writer.append(PdfReader(page_alone(file, n)), import_outline=False)


def as_form(writer: "PdfWriter", page: "PageObject") -> "IndirectObject":
    """The page as a drawing that others can show."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject, StreamObject

    form = StreamObject()
    contents = page.get_contents()
    form.set_data(b"" if contents is None else contents.get_data())
    box = ArrayObject(FloatObject(each) for each in page.mediabox)
    form.update({NameObject("/Type"): NameObject("/XObject"), NameObject("/Subtype"): NameObject("/Form")})
    form.update({NameObject("/BBox"): box, NameObject("/Resources"): page["/Resources"].clone(writer)})
    return writer._add_object(form.flate_encode())


def lay_under(writer: "PdfWriter", page: "PageObject", form: "IndirectObject", drawn: str) -> None:
    """`drawn`: operators in CSS pixels from the upper left corner."""
    down = float(page.mediabox.top)
    shown = f"\nQ q {PIXEL} 0 0 -{PIXEL} 0 {down:.3f} cm\n{drawn}Q".encode()
    draw(writer, page, "/XObject", "/Under", form, before=b"q /Under Do Q q\n", after=shown)


def put_number(writer: "PdfWriter", page: "PageObject", font: "IndirectObject", text: str) -> None:
    x = float(page.mediabox.right) - RIGHT - width(text) * SIZE / 1000
    written = f"\nQ q BT /Number {SIZE} Tf {x:.2f} {FOOT:.2f} Td ({text}) Tj ET Q".encode()
    draw(writer, page, "/Font", "/Number", font, before=b"q\n", after=written)


def draw(
    writer: "PdfWriter",
    page: "PageObject",
    kind: str,
    name: str,
    what: "IndirectObject",
    *,
    before: bytes,
    after: bytes,
) -> None:
    """Give the page a resource, and put operators around what it shows."""
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject

    # its own: pages of one file share theirs
    resources = DictionaryObject(cast("DictionaryObject", page["/Resources"].get_object()))
    some = DictionaryObject(cast("DictionaryObject", resources.get(kind, DictionaryObject()).get_object()))
    some[NameObject(name)] = what
    resources[NameObject(kind)] = some
    page[NameObject("/Resources")] = resources
    shown = page.get("/Contents")
    now = list(shown) if isinstance(shown, ArrayObject) else [page.raw_get("/Contents")] if shown is not None else []
    page[NameObject("/Contents")] = ArrayObject([stream(writer, before), *now, stream(writer, after)])


def stream(writer: "PdfWriter", operators: bytes) -> "IndirectObject":
    from pypdf.generic import StreamObject

    made = StreamObject()
    made.set_data(operators)
    return writer._add_object(made)


@cache
def figures() -> tuple[bytes, list[int]]:
    """A font of figures, space and stroke, and their widths in thousandths of its size."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(unpacked(FONT)))
    unit = font["head"].unitsPerEm
    names = font.getBestCmap()
    widths = [round(font["hmtx"][names.get(code, ".notdef")][0] * 1000 / unit) for code in range(FIRST, LAST + 1)]
    subsetter = Subsetter(Options(drop_tables=["GSUB", "GPOS", "GDEF"], notdef_outline=True))
    subsetter.populate(text="0123456789 /")
    subsetter.subset(font)
    body = BytesIO()
    font.save(body)
    return body.getvalue(), widths


def width(text: str) -> int:
    _font, widths = figures()
    return sum(widths[ord(sign) - FIRST] for sign in text)


def number_font(writer: "PdfWriter") -> "IndirectObject":
    """The font of figures, inside the file."""
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject

    def named(**given: Any) -> DictionaryObject:
        return DictionaryObject({NameObject(f"/{key}"): value for key, value in given.items()})

    body, widths = figures()
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
