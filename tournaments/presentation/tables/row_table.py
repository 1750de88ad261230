"""What the table classes are made of: a column with its heading, its key, its text on pages and its value in files; and
a table of such columns, shown on the screen, printed on paper or written to a file.

A column names the media it stands in. `RowTable.list_html_rows` gives a template the cells as HTML, and
`tables.export` takes the values. Knows no page, no database and no game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.presentation.tags.corbillon import format_gain, format_holding, format_signed

SCREEN, PAPER, FILE = "screen", "paper", "file"
PAGES = (SCREEN, PAPER)
EVERYWHERE = (SCREEN, PAPER, FILE)

Reader = str | Callable[[Any], Any]


@dataclass(frozen=True)
class CellLayout:
    """A cell that differs from those of its column: its content, its class, how many columns it takes."""

    content: Any
    style: str
    span: int = 1


class RowColumn(tables.Column):
    """A column of a `RowTable`; its name in the table class is its key in files.

    `read`: the attribute that holds the value (dots for a path), or a function of the row; the column's name unless
    given. `show`: from the value to its text on pages; `export`: from the value to that of files, else the value
    itself. `media`: where the column stands. `file_heading`: its heading in files, if another. `style`: the class of
    its cells, `head_style` that of its heading, if another. `names_row`: its cells are the headings of the rows.
    """

    def __init__(
        self,
        heading: Any = "",
        read: Reader | None = None,
        *,
        show: Callable[[Any], Any] | None = None,
        export: Callable[[Any], Any] | None = None,
        media: Sequence[str] = EVERYWHERE,
        file_heading: Any = None,
        style: str = "",
        head_style: str | None = None,
        names_row: bool = False,
        footer: Any = None,
    ) -> None:
        super().__init__(verbose_name=heading, orderable=False, footer=footer, empty_values=())
        self.heading, self.read, self.show, self.export, self.media = heading, read, show, export, tuple(media)
        self.file_heading = heading if file_heading is None else file_heading
        self.style, self.names_row = style, names_row
        self.head_style = style if head_style is None else head_style

    def read_value(self, name: str, record: Any) -> Any:
        """Return the value of this column in a row. `name`: the column's name."""
        read = name if self.read is None else self.read
        return read(record) if callable(read) else reduce(getattr, read.split("."), record)

    def render_cell(self, name: str, record: Any, table: "RowTable") -> Any:
        """Return the text of a cell on pages."""
        value = self.read_value(name, record)
        return self.show(value) if self.show else value

    def export_cell(self, name: str, record: Any, table: "RowTable") -> Any:
        """Return the value of a cell in files."""
        value = self.read_value(name, record)
        return self.export(value) if self.export else value


class NumberColumn(RowColumn):
    """A right-aligned number."""

    def __init__(self, heading: Any = "", read: Reader | None = None, *, style: str = "n", **options: Any) -> None:
        super().__init__(heading, read, style=style, **options)


class GainColumn(NumberColumn):
    """A gain or loss with its sign, in its colour."""

    def __init__(self, heading: Any = "", read: Reader | None = None, **options: Any) -> None:
        super().__init__(heading, read, show=format_gain, **options)


class SignedColumn(NumberColumn):
    """A gain or loss with its sign, in black."""

    def __init__(self, heading: Any = "", read: Reader | None = None, **options: Any) -> None:
        super().__init__(heading, read, show=format_signed, **options)


class HoldingColumn(NumberColumn):
    """What a player holds, which may be a debt."""

    def __init__(self, heading: Any = "", read: Reader | None = None, **options: Any) -> None:
        super().__init__(heading, read, show=format_holding, **options)


class NameColumn(RowColumn):
    """A person's name, which heads the row; on the screen a link where the table has addresses."""

    def __init__(self, heading: Any = "", read: Reader | None = None, *, names_row: bool = True, **options: Any):
        super().__init__(heading, read, names_row=names_row, **options)

    def render_cell(self, name: str, record: Any, table: "RowTable") -> Any:
        """Return the name in its own direction of writing."""
        return table.format_name(record, self.read_value(name, record))


class RowTable(tables.Table):
    """A table of rows for one medium; a subclass declares its columns, and a module of this folder is a topic.

    `style`: the class of the table element, `head_style` that of its head; `footed_in_body`: the footer is the last row
    of the body, because a `tfoot` is repeated on every page. `render_NAME` and `value_NAME` override what a column
    shows and exports; a `render_NAME` may return a `CellLayout`, or None for a cell that the one before it covers.

    `address(row)`: the page behind a row, None without; `caption`: the caption as HTML, `caption_id` its id.
    """

    style = ""
    head_style = ""
    footed_in_body = False

    def __init__(
        self,
        rows: Iterable[Any],
        *,
        medium: str = SCREEN,
        address: Callable[[Any], str] | None = None,
        caption: Any = "",
        caption_id: str = "",
        style: str | None = None,
        element_id: str = "",
        hidden: Iterable[str] = (),
        columns: Sequence[tuple[str, RowColumn]] = (),
        sequence: Sequence[str] = ("...",),
    ) -> None:
        self.medium, self.address = medium, address
        self.caption, self.caption_id, self.element_id = caption, caption_id, element_id
        self.style = self.style if style is None else style
        declared = {**self.base_columns, **dict(columns)}
        elsewhere = [name for name, column in declared.items() if medium not in column.media]
        super().__init__(
            list(rows), exclude=(*hidden, *elsewhere), extra_columns=list(columns), sequence=sequence, orderable=False
        )

    def link(self, record: Any, content: Any) -> Any:
        """Return the content as a link to the page behind the row, where there is one."""
        return format_html('<a href="{}">{}</a>', self.address(record), content) if self.address else content

    def format_name(self, record: Any, name: str) -> SafeString:
        """Return a name in its own direction of writing; on the screen as a link where the row has a page."""
        if self.medium == PAPER:
            return format_html('<bdi class="name">{}</bdi>', name)
        return self.link(record, format_html("<bdi>{}</bdi>", name))

    def get_row_style(self, record: Any) -> str:
        """Return the class of a row; "" for none."""
        return ""

    def as_values(self, exclude_columns: Any = None) -> Iterator[list[Any]]:
        """Yield the headings for files, then each row's values."""
        columns = [(column.name, column.column, self.find_override("value", column.name)) for column in self.columns]
        yield [str(column.file_heading) for _name, column, _value in columns]
        for record in self.data:
            cells = [
                value(record) if value else column.export_cell(name, record, self) for name, column, value in columns
            ]
            yield [str(cell) if isinstance(cell, Promise) else cell for cell in cells]

    def find_override(self, what: str, name: str) -> Callable[[Any], Any] | None:
        """Return the table's own method for a column: `render_NAME` or `value_NAME`."""
        found: Callable[[Any], Any] | None = getattr(self, f"{what}_{name}", None)
        return found

    @property
    def head_cells(self) -> list[SafeString]:
        """The cells of the heading row."""
        columns = [column.column for column in self.columns]
        return [build_head_cell(each.heading, each.head_style, names_row=each.names_row) for each in columns]

    def list_html_rows(self, records: Iterable[Any] | None = None) -> Iterator[tuple[str, list[SafeString]]]:
        """Yield each row as (class, cells). `records`: those of one page or piece; None for all."""
        columns = [
            (column.name, column.column, self.find_override("render", column.name), build_cell_frame(column.column))
            for column in self.columns
        ]
        for record in self.data if records is None else records:
            shown = (
                (render(record) if render else column.render_cell(name, record, self), frame)
                for name, column, render, frame in columns
            )
            yield self.get_row_style(record), [frame(content) for content, frame in shown if content is not None]

    @property
    def foot_cells(self) -> list[SafeString]:
        """The cells of the footer; empty without one. A cell with nothing in it has no class."""
        if not self.has_footer():
            return []
        cells = ((column.footer, build_cell_frame(column.column)) for column in self.columns)
        return [frame(shown if shown != "" else CellLayout("", "")) for shown, frame in cells if shown is not None]


def build_head_cell(heading: Any, style: str, *, names_row: bool) -> SafeString:
    """Return a heading cell as HTML; an empty one in the corner above the headings of the rows."""
    if not heading and names_row:
        return mark_safe("<td></td>")
    return format_html('<th scope="col"{}>{}</th>', build_class(style), heading)


def build_class(style: str) -> SafeString:
    """Return the attribute `class`; empty without one."""
    return format_html(' class="{}"', style) if style else mark_safe("")


def build_cell_frame(column: RowColumn) -> Callable[[Any], SafeString]:
    """Return the function that puts a content into a cell of this column, as HTML."""
    tag, scope = ("th", ' scope="row"') if column.names_row else ("td", "")
    begin, end = f"<{tag}{scope}{build_class(column.style)}>", f"</{tag}>"

    def frame(content: Any) -> SafeString:
        if isinstance(content, CellLayout):
            span = f' colspan="{content.span}"' if content.span > 1 else ""
            opening = f"<{tag}{scope}{build_class(content.style)}{span}>"
            return mark_safe(f"{opening}{conditional_escape(content.content)}{end}")
        return mark_safe(f"{begin}{conditional_escape(content)}{end}")

    return frame
