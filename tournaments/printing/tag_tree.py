"""The tags of joined PDFs: the trees that a screen reader reads, made one. pypdf joins pages and leaves them behind."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, DictionaryObject


class TagTree:
    """The tag tree of a file that is being joined."""

    def __init__(self, writer: "PdfWriter") -> None:
        from pypdf.generic import ArrayObject, DictionaryObject, NameObject

        self.writer = writer
        self.elements, self.parents, self.next = ArrayObject(), ArrayObject(), 0
        self.root = DictionaryObject({NameObject("/Type"): NameObject("/StructTreeRoot")})
        self.reference = writer._add_object(self.root)

    def add(self, reader: "PdfReader", pages: "Iterable[PageObject]") -> None:
        """Take over the tags of a file whose pages were just added; `pages`: these, as the writer has them."""
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
        """Put the tree into the file."""
        from pypdf.generic import BooleanObject, DictionaryObject, NameObject

        self.root[NameObject("/K")] = self.elements
        self.root[NameObject("/ParentTree")] = DictionaryObject({NameObject("/Nums"): self.parents})
        self.writer.root_object[NameObject("/StructTreeRoot")] = self.reference
        self.writer.root_object[NameObject("/MarkInfo")] = DictionaryObject(
            {NameObject("/Marked"): BooleanObject(True)}
        )
