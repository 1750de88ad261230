"""What the table classes are made of: a column with its heading, its key, its text on pages and its value in files; and
a table of such columns, shown on the screen, printed on paper or written to a file.

A column names the media it stands in. `RowTable.list_html_rows` gives a template the rows as HTML, and
`tables.export` takes the values. Knows no page, no database and no game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape as escape_text
from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django_tables2.columns import BoundColumn
from django_tables2.data import TableListData

from tournaments.presentation.tags.corbillon import format_gain, format_holding, format_signed

SCREEN, PAPER, FILE = "screen", "paper", "file"
PAGES = (SCREEN, PAPER)
EVERYWHERE = (SCREEN, PAPER, FILE)

Reader = str | Callable[[Any], Any]
CellLink = tuple[str, Callable[[Any], str]]
"""A link around a content: the attributes of its element, as HTML, and its address, from the row."""


@dataclass(frozen=True)
class CellLayout:
    """A cell that differs from the others of its column. `style`: its CSS class; `span`: how many columns it takes."""

    content: Any
    style: str
    span: int = 1


class RowColumn(tables.Column):
    """A column of a `RowTable`; its name in the table class is its key in files.

    `read`: the attribute that holds the value (dots for a path), or a function of the row; by default the column's
    name. `show`: makes the text on pages from the value; `export`: makes the value for files, by default the value
    itself. `media`: SCREEN, PAPER, FILE: where the column appears. `file_heading`: its heading in files, if another.
    `style`: the CSS class of its cells, `head_style` that of its heading, if another. `names_row`: its cells are the
    headings of the rows. `sort_by`: the accessors that sort the rows by this column, none if it does not sort;
    `high_first`: the first click sorts the highest first. A subclass sets what all columns of its kind share.
    """

    show: Callable[[Any], Any] | None = None
    style = ""
    names_row = False

    def __init__(
        self,
        heading: Any = "",
        read: Reader | None = None,
        *,
        show: Callable[[Any], Any] | None = None,
        export: Callable[[Any], Any] | None = None,
        media: Sequence[str] = EVERYWHERE,
        file_heading: Any = None,
        style: str | None = None,
        head_style: str | None = None,
        names_row: bool | None = None,
        footer: Any = None,
        sort_by: Sequence[str] = (),
        high_first: bool = False,
    ) -> None:
        super().__init__(orderable=bool(sort_by), order_by=sort_by, initial_sort_descending=high_first, footer=footer)
        self.heading, self.source, self.export, self.media = heading, read, export, tuple(media)
        self.read: Callable[[Any], Any]  # from `bind` on
        self.show = show or self.show
        self.file_heading = heading if file_heading is None else file_heading
        self.style = self.style if style is None else style
        self.head_style = self.style if head_style is None else head_style
        self.names_row = self.names_row if names_row is None else names_row

    def bind(self, name: str) -> None:
        """Set `read` to the function that reads a row's value. `name`: the column's name in the table, read unless
        another source was given."""
        self.read = self.source if callable(self.source) else attrgetter(self.source or name)

    def render_cell(self, table: "RowTable", record: Any) -> Any:
        """Return what pages show in a row's cell of this column."""
        value = self.read(record)
        return self.show(value) if self.show else value

    def export_cell(self, table: "RowTable", record: Any) -> Any:
        """Return what files have in a row's cell of this column."""
        value = self.read(record)
        return self.export(value) if self.export else value

    def find_exporter(self, table: "RowTable") -> Callable[[Any], Any]:
        """Return the function that gives a row's value in files: simply the reading function where nothing else is done
        to it."""
        is_read_alone = self.export is None and type(self).export_cell is RowColumn.export_cell
        return self.read if is_read_alone else partial(self.export_cell, table)


class NumberColumn(RowColumn):
    """A column of right-aligned numbers."""

    style = "n"


class GainColumn(NumberColumn):
    """A column of gains and losses, with sign, in the colour of gains or of losses."""

    show = staticmethod(format_gain)


class SignedColumn(NumberColumn):
    """A column of gains and losses, with sign, in black."""

    show = staticmethod(format_signed)


class HoldingColumn(NumberColumn):
    """What a player holds, in jetons or points; negative is a debt."""

    show = staticmethod(format_holding)


class NameColumn(RowColumn):
    """A column of persons' names, the headings of their rows; on the screen links if the table has addresses."""

    names_row = True

    def render_cell(self, table: "RowTable", record: Any) -> Any:
        """Return the person's name as HTML that keeps its own writing direction."""
        return table.format_name(record, self.read(record))


class RowTable(tables.Table):
    """A table of rows for one medium (SCREEN, PAPER or FILE); a subclass declares its columns.

    `style`: the CSS class of the table, `head_style` of its head, `caption_style` of its caption; `footed_in_body`: the
    footer is the last row of the body, because a `tfoot` is repeated on every page. Methods `render_…` and `value_…`,
    with a column's name, override what it shows and exports; a `render_…` may return a `CellLayout`, or None for a cell
    that the one before it covers.

    `address(row)`: the page behind a row, None without; `caption`: the caption as HTML, `caption_id` its id;
    `orderable`: the headings of columns that sort are links.
    """

    style = ""
    head_style = ""
    caption_style = ""
    footed_in_body = False

    def __init__(
        self,
        rows: Iterable[Any],
        *,
        orderable: bool = False,
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
            rows if isinstance(rows, TableListData) else list(rows),
            exclude=(*hidden, *elsewhere),
            extra_columns=list(columns),
            sequence=sequence,
            orderable=orderable,
        )
        for bound in self.columns.iterall():
            bound.column.bind(bound.name)

    def link(self, record: Any, content: Any) -> Any:
        """Return the content as a link to the page behind the row, or as it is if the table has no addresses."""
        return format_html('<a href="{}">{}</a>', self.address(record), content) if self.address else content

    def format_name(self, record: Any, name: str) -> SafeString:
        """Return a name as HTML that keeps its own writing direction; on the screen as a link if the table has
        addresses."""
        if self.medium == PAPER:
            return format_html('<bdi class="name">{}</bdi>', name)
        return self.link(record, format_html("<bdi>{}</bdi>", name))

    def get_row_style(self, record: Any) -> str:
        """Return the CSS class of a row; "" for none. A subclass overrides it."""
        return ""

    def get_row_id(self, record: Any) -> str:
        """Return the HTML id of a row; "" for none. A subclass overrides it."""
        return ""

    def as_values(self, exclude_columns: Any = None) -> Iterator[list[Any]]:
        """Yield the rows of the table for files: first the headings, then the values of each row."""
        columns = [(column.name, column.column) for column in self.columns]
        yield [str(column.file_heading) for _name, column in columns]
        readers = [self.find_override("value", name) or column.find_exporter(self) for name, column in columns]
        for record in self.data:
            yield [str(cell) if isinstance(cell := read(record), Promise) else cell for read in readers]

    def find_override(self, what: str, name: str) -> Callable[[Any], Any] | None:
        """Return the table's own method for the column `name`, or None: `render_…` or `value_…`, as `what` is "render"
        or "value"."""
        override: Callable[[Any], Any] | None = getattr(self, f"{what}_{name}", None)
        return override

    def list_head_cells(self, query: QueryDict) -> list[SafeString]:
        """Return the cells of the heading row as HTML. `query`: the page's query string, which links that sort keep."""
        return [self.build_head_cell(column, query) for column in self.columns]

    def build_head_cell(self, bound: BoundColumn, query: QueryDict) -> SafeString:
        """Return one heading cell as HTML, an empty one above row headings; `bound`: its column; `query`: the page's
        query string."""
        column, heading, order = bound.column, bound.column.heading, ""
        if not heading and column.names_row:
            return mark_safe("<td></td>")
        if self.orderable and bound.orderable:
            if bound.is_ordered:
                order = "descending" if bound.order_by_alias.is_descending else "ascending"
            address = query.copy()
            address[self.prefixed_order_by_field] = bound.order_by_alias.next
            heading = format_html('<a href="?{}">{}</a>', address.urlencode(), heading)
        attributes = build_attribute("class", column.head_style) + build_attribute("aria-sort", order)
        return mark_safe(f'<th scope="col"{attributes}>{conditional_escape(heading)}</th>')

    def list_html_rows(self, records: Iterable[Any] | None = None) -> Iterator[SafeString]:
        """Yield each row as HTML. `records`: the rows to write, as those of one piece of a document; None for those of
        the page, or all."""
        writers = [
            build_cell_writer(bound.column, self.find_renderer(bound.name, bound.column), self.find_link(bound.column))
            for bound in self.columns
        ]
        for record in (row.record for row in self.paginated_rows) if records is None else records:
            attributes = build_attribute("id", self.get_row_id(record))
            attributes += build_attribute("class", self.get_row_style(record))
            yield mark_safe(f"<tr{attributes}>{''.join([write(record) for write in writers])}</tr>")

    def find_renderer(self, name: str, column: RowColumn) -> Callable[[Any], Any]:
        """Return the function that gives the content of a row's cell on pages: the table's method `render_…`, or else
        the column's own. `name`: the column's name."""
        return self.find_override("render", name) or partial(column.render_cell, self)

    def find_link(self, column: RowColumn) -> CellLink | None:
        """Return the link to put around each cell of this column; None for no link. A subclass overrides it."""
        return None

    @property
    def foot_cells(self) -> list[SafeString]:
        """The cells of the footer as HTML; empty if the table has no footer. An empty cell has no CSS class."""
        if not self.has_footer():
            return []
        footers = [(column.column, column.footer) for column in self.columns]
        cells = [(column, CellLayout("", "") if content == "" else content) for column, content in footers]
        return [mark_safe(build_cell_writer(column, lambda content: content)(content)) for column, content in cells]


def build_attribute(name: str, value: str) -> str:
    """Return an attribute of an element as HTML; empty without a value."""
    return f' {name}="{escape(value)}"' if value else ""


def write_content(content: Any) -> str:
    """Return a cell's content as escaped HTML. Faster than Django's own way, which matters for a table of ten thousand
    cells."""
    return content.__html__() if hasattr(content, "__html__") else escape_text(str(content))


def build_cell_writer(
    column: RowColumn, render: Callable[[Any], Any], link: CellLink | None = None
) -> Callable[[Any], str]:
    """Return a function that writes one row's cell of this column as HTML, "" if its content is None. `render`: gives
    the content of a row's cell."""
    tag, scope = ("th", ' scope="row"') if column.names_row else ("td", "")
    begin, end = f"<{tag}{scope}{build_attribute('class', column.style)}>", f"</{tag}>"

    def write(record: Any) -> str:
        content = render(record)
        if content.__class__ is SafeString:
            return f"{begin}{content}{end}"
        if content.__class__ is CellLayout:
            span = build_attribute("colspan", str(content.span) if content.span > 1 else "")
            opening = f"<{tag}{scope}{build_attribute('class', content.style)}{span}>"
            return f"{opening}{write_content(content.content)}{end}"
        return "" if content is None else f"{begin}{write_content(content)}{end}"

    if link is None:
        return write
    attributes, address = link
    start, close = f'{begin}<a{attributes} href="', f"</a>{end}"
    return lambda record: f'{start}{escape(address(record))}">{write_content(render(record))}{close}'
