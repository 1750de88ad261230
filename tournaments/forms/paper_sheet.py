"""A paper score sheet typed in: a row for each coup, its cells the fields that the game declares, in the sheet's order.

A cell takes what one writes on paper: figures, a player's letter, a card, a cross. Each row carries the id of the
record that it will become. The forms know no rule: whether a coup is right, `scoring` decides.
"""

import dataclasses
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

import scoring
from tournaments.book.sheet import EventBody, Sheet
from tournaments.forms.events.declared_coup import fill_in_figures, get_input_path, is_rare, set_nested
from tournaments.forms.events.table_form import FILL_IN, describe_problem, is_missing
from tournaments.forms.fields import WholeNumberField
from tournaments.forms.phone.coup import list_first_dealers
from tournaments.forms.typed_names import find_by_beginning
from tournaments.models.book import REASON_LENGTH
from tournaments.presentation.text.cards import describe_typed_cards, describe_wrong_card, is_card, read_typed_card
from tournaments.presentation.text.option_text import localise
from tournaments.scanning.layout import SheetPage, lay_out_sheet

LETTERS = "ABCDEF"
CELL_KINDS = ("integer", "player", "card", "boolean")
MOST_OF_TWO_FIGURES = 99
LONGEST = 40  # characters of a cell
MOST_ROWS = 100


def list_typed_fields(setting: scoring.Setting | None) -> tuple[scoring.CoupField, ...]:
    """Return the fields to type of each coup of a paper sheet: those of the game's totals, without the rarely needed
    ones. Empty if a coup does not fit in one row of cells, or if `setting` is None (the table cannot play)."""
    if setting is None:
        return ()
    fields = [each for each in scoring.get_game(setting.game).list_fields(setting) if not is_rare(each)]
    return tuple(fields) if all(each.kind in CELL_KINDS for each in fields) else ()


def lay_out_readable_sheet(setting: scoring.Setting, coups: int) -> tuple[SheetPage, ...]:
    """Return the layout of the pages of a sheet that can be read from photographs, with room for this number of
    `coups`; none for a game whose coup cannot be written in bubbles and boxes."""
    return lay_out_sheet(list_typed_fields(setting), setting.players, coups)


@dataclass(frozen=True)
class CellPhoto:
    """What a photograph shows of a cell. `page`: the number of its page; `crop`: left, top, right and bottom in
    the page's picture, in pixels; `is_asked`: True where a person must look."""

    page: int
    crop: tuple[int, int, int, int]
    is_asked: bool

    @property
    def box(self) -> str:
        """The crop as the `viewBox` attribute of an SVG picture."""
        left, top, right, bottom = self.crop
        return f"{left} {top} {right - left} {bottom - top}"


@dataclass
class TypedCell:
    """One field of one row. `path`: the field's path, with seat numbers for players; `text`: as typed; `players`: the
    names of the table's players, in order of their letters; `is_meant`: True where an error of the row speaks of this
    cell; `photo`: what a photograph shows of it."""

    field: scoring.CoupField
    path: str
    text: str
    players: tuple[str, ...]
    errors: list[str] = dataclasses.field(default_factory=list)
    is_meant: bool = False
    photo: CellPhoto | None = None

    @property
    def label(self) -> str:
        """The field's label in the reader's language."""
        return localise(self.field.label)

    @property
    def numeric(self) -> bool:
        """True for a field that takes digits alone: no minus, which the digits of many phones have not."""
        return self.field.kind == "integer" and self.field.low >= 0

    @property
    def is_long(self) -> bool:
        """True for a field that takes a number of three figures."""
        return (self.field.high or 0) > MOST_OF_TWO_FIGURES

    @property
    def is_worded(self) -> bool:
        """True for a field that takes words: a card, or the beginning of a name."""
        return self.field.kind in ("card", "player")

    @cached_property
    def value(self) -> Any:
        """The value that was typed (int, seat number, True, or text). None where the cell is empty or cannot be read;
        in the latter case an error is added to the cell."""
        if not self.text:
            return None
        if self.field.kind == "integer":
            return self.read_whole_number()
        if self.field.kind == "player":
            return self.read_seat()
        return True if self.field.kind == "boolean" else self.read_card()

    def read_whole_number(self) -> int | None:
        """Read the text as a whole number within the field's bounds; None, with an error added, where it is not."""
        try:
            return WholeNumberField(self.field.low, self.field.high).clean(self.text)
        except ValidationError as wrong:
            self.errors += wrong.messages
        return None

    def read_seat(self) -> str | None:
        """Read the text as a player's letter, or as the beginning of one player's name, of two letters at
        least, and return his seat number; None, with an error added, where it is not."""
        letters = LETTERS[: len(self.players)]
        if self.text.upper() in set(letters):
            return str(letters.index(self.text.upper()) + 1)
        player = find_by_beginning(self.text, self.players)
        if len(player) == 1:
            return str(player[0])
        if player:
            self.errors.append(_("Plusieurs noms commencent ainsi : écrivez-en plus, ou une lettre."))
            return None
        self.errors.append(_("Écrivez la lettre d’un joueur, de A à %(last)s.") % {"last": letters[-1]})
        return None

    def read_card(self) -> str | None:
        """Read the text as a card and return it as `scoring` writes cards; None, with an error added, where it is
        not."""
        card = read_typed_card(self.text)
        if is_card(card):
            return card
        self.errors.append(f"{describe_wrong_card(self.text)} {describe_typed_cards()}")
        return None


@dataclass
class TypedRow:
    """One coup to be written. `n`: the coup's number in the partie; `dealer`: its dealer's letter; `key`, `number`: the
    id and number of its record; `errors`: what is wrong with it beyond single cells; `photo_digest`: that of the
    picture it was read from (SHA-256, hexadecimal), empty where it was typed."""

    n: int
    dealer: str
    key: str
    number: int
    cells: list[TypedCell]
    game: scoring.Game
    errors: list[str] = dataclasses.field(default_factory=list)
    photo_digest: str = ""

    def tell_source(self, reason: str) -> str:
        """Return the reason that is written in the log, with the digest of the picture the coup was read from, if there
        is room."""
        listing = " · ".join(filter(None, [reason, self.photo_digest and f"photo sha256:{self.photo_digest}"]))
        return listing if len(listing) <= REASON_LENGTH else reason

    @property
    def is_blank(self) -> bool:
        """True where nothing was typed in the row."""
        return not any(cell.text for cell in self.cells)

    @property
    def has_errors(self) -> bool:
        """True where the row or one of its cells has an error."""
        return bool(self.errors) or bool(self.wrong_cells)

    @property
    def wrong_cells(self) -> list[TypedCell]:
        """The cells that have an error of their own, or that an error of the row means."""
        return [cell for cell in self.cells if cell.errors or cell.is_meant]

    def has_read_all_of(self, path: str) -> bool:
        """True if a problem at this path is about several cells, and each of them is filled and without an error."""
        cells = [cell for cell in self.cells if cell.field.path.startswith(f"{path}.")]
        return bool(cells) and all(cell.text and not cell.errors for cell in cells)

    def build_event(self) -> EventBody:
        """Return the coup as far as it can be read, with seat numbers for players."""
        event: EventBody = {"type": "coup"} | {
            cell.path.partition(".")[0]: {} for cell in self.cells if "." in cell.path
        }
        fields = {cell.path: cell.field for cell in self.cells}
        for path, value in fill_in_figures(fields, {cell.path: cell.value for cell in self.cells}).items():
            if value is not None:
                set_nested(event, path.split("."), value)
        return self.game.gather_fields(event)

    def add_problems(self, problems: Iterable[Any]) -> None:
        """Add each problem to its cell, or else to the row. The problems name players by their shown names."""
        by_path = {cell.field.path: cell for cell in self.cells}
        for problem in problems:
            cell = by_path.get(problem.path)
            if cell and cell.field.player and not cell.text and problem.rule is None:
                cell.errors.append(_("il manque ce nombre."))  # the name of the missing key is the player's
            elif cell and is_missing(problem):
                cell.errors.append(str(FILL_IN))
            else:
                (cell.errors if cell else self.errors).append(describe_problem(problem))
            if cell is None:
                self.mark_meant(problem.path)

    def mark_meant(self, path: str) -> None:
        """Mark the cells that an error at `path` is about: those whose path begins with it, as "points.Anne" does with
        "points"."""
        for cell in self.cells:
            cell.is_meant = cell.is_meant or cell.field.path.startswith(f"{path}.")


class PaperForm:
    """The rows of a paper sheet still to be recorded, blank or with what was sent in `data`; rows recorded meanwhile
    are left out. `coups`: (number, dealer's letter) of each coup to come; rows typed below the last of them stay
    too."""

    def __init__(self, sheet: Sheet, coups: Iterable[tuple[int, str]], data: Mapping[str, Any] | None = None) -> None:
        self.sheet, self.data = sheet, data or {}
        self.fields = list_typed_fields(sheet.setting)
        self.first_dealer = str(self.data.get("dealer", ""))
        written = {record.key for record in sheet.records}
        sent = (at for at in range(MOST_ROWS) if f"key.{at}" in self.data)
        waiting = iter([at for at in sent if self.data[f"key.{at}"] not in written])
        self.rows = [self.build_row(n, letter, next(waiting, None)) for n, letter in coups]
        self.rows += self.build_rows_below(waiting)

    def build_row(self, n: int, letter: str, at: int | None) -> TypedRow:
        """Build the row of coup `n`, whose dealer has this letter, with what was sent as row `at`; blank if `at` is
        None."""
        game = scoring.get_game(self.sheet.tournament.game)
        if at is None:
            cells = [self.build_cell(each, "") for each in self.fields]
            return TypedRow(n, letter, secrets.token_urlsafe(18), 0, cells, game)
        texts = [str(self.data.get(f"{at}.{get_input_path(each, self.sheet)}", "")) for each in self.fields]
        cells = [self.build_cell(each, text.strip()[:LONGEST]) for each, text in zip(self.fields, texts, strict=True)]
        return TypedRow(n, letter, str(self.data[f"key.{at}"]), self.expected_number + at, cells, game)

    def build_rows_below(self, waiting: Iterable[int]) -> Iterator[TypedRow]:
        """Return the rows typed below the last coup that the table still plays, as the partie ends before. `waiting`:
        their numbers in what was sent."""
        last = self.rows[-1].n if self.rows else self.sheet.state.coups_played if self.sheet.state else 0
        rows = (self.build_row(last + n, "", at) for n, at in enumerate(waiting, 1))
        return (row for row in rows if not row.is_blank)

    def build_cell(self, declared: scoring.CoupField, text: str) -> TypedCell:
        """Build the cell of a declared field, with this text."""
        return TypedCell(declared, get_input_path(declared, self.sheet), text, tuple(self.sheet.names))

    @property
    def expected_number(self) -> int:
        """The number that the page expects the table's next record to have, as it was sent; if it is no number, one
        that no record has."""
        sent = str(self.data.get("number", ""))
        return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else -MOST_ROWS

    @property
    def dealers(self) -> list[tuple[str, str]]:
        """The players who may have dealt the first coup, as (seat number, name); empty once a record says who did."""
        return [(str(place), self.sheet.names[place - 1]) for place in list_first_dealers(self.sheet)]

    @property
    def has_typed_cells(self) -> bool:
        """True if any cell was sent with something in it, also of a row that is recorded since."""
        return any(name[:1].isdigit() and str(text).strip() for name, text in self.data.items())

    def list_filled_rows(self) -> Iterator[TypedRow]:
        """Yield the rows to record, in order, up to the last in which something was typed; blank ones between them
        too."""
        last = max((n for n, row in enumerate(self.rows) if not row.is_blank), default=-1)
        yield from self.rows[: last + 1]

    def build_event(self, row: TypedRow) -> EventBody:
        """Return the row's coup, with seat numbers; the first row's also names the dealer, where one was chosen."""
        said_dealer = row is self.rows[0] and self.first_dealer in dict(self.dealers)
        return row.build_event() | ({"dealer": self.first_dealer} if said_dealer else {})

    def read_row(self, row: TypedRow) -> EventBody | None:
        """Return the row's coup as an event; None, with the error added to the row, if a cell cannot be read or the row
        is blank."""
        if row.is_blank:
            row.errors.append(_("Ce coup n’est pas rempli."))
        event = self.build_event(row)
        return None if row.has_errors else event

    def check_rows(self) -> scoring.TableState | None:
        """Check the typed rows in order and add to each what is wrong with it; a wrong row is skipped when the next
        ones are checked. Return the table's state after the rows before the first wrong one, which are those that would
        be recorded; None if the table cannot play."""
        state = recorded = self.sheet.state
        is_held = False
        for row in self.list_filled_rows():
            event = self.read_row(row)
            if state is None:
                return None
            if event is not None:
                step = scoring.play_event(state, self.sheet.to_names(event))
                row.add_problems(step.problems)
                state = state if row.has_errors else step.state
            elif not row.is_blank:
                step = scoring.play_event(state, self.sheet.to_names(row.build_event()))
                row.add_problems(each for each in step.problems if row.has_read_all_of(each.path))
            is_held = is_held or row.has_errors
            recorded = recorded if is_held else state
        return recorded
