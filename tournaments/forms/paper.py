"""A whole paper sheet typed in: a row a coup, its cells the fields that the game declares, in the order of the sheet.

A cell is what one writes there with a keyboard: figures, a player's letter, a card, a cross. Each row bears the id of
the record that it will become. The forms know no rule: what is wrong with a coup `scoring` says.
"""

import dataclasses
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

import scoring
from tournaments.declared import said
from tournaments.sheets import Body, Sheet

from .desk_coup import RARE, put

LETTERS = "ABCDEF"
KINDS = ("integer", "player", "card", "boolean")
LONGEST = 40  # characters of a cell
MOST_ROWS = 100


def typed_fields(setting: scoring.Setting | None) -> tuple[scoring.Field, ...]:
    """The fields of a row: those of the game's totals, without what hardly ever happens. None at all for a game whose
    coup is no row of cells."""
    if setting is None:
        return ()
    fields = [each for each in scoring.game(setting.game).fields(setting) if each.path.partition(".")[0] not in RARE]
    return tuple(fields) if all(each.kind in KINDS for each in fields) else ()


@dataclass
class Cell:
    """One field of one row. `path`: the field's, with places for players; `text`: as typed; `letters`: the players'."""

    field: scoring.Field
    path: str
    text: str
    letters: str
    errors: list[str] = dataclasses.field(default_factory=list)

    @property
    def label(self) -> str:
        return said(self.field.label)

    @property
    def numeric(self) -> bool:
        return self.field.kind == "integer"

    @cached_property
    def value(self) -> Any:
        """What was meant; None where nothing was typed, or what cannot be read, which is an error of the cell."""
        if not self.text:
            return None
        if self.field.kind == "integer":
            return self.whole()
        if self.field.kind == "player":
            return self.place()
        return True if self.field.kind == "boolean" else self.text

    def whole(self) -> int | None:
        low, high = self.field.low, self.field.high
        if not re.fullmatch(r"[0-9]{1,9}", self.text):
            self.errors.append(_("Écrivez un nombre, en chiffres."))
        elif not low <= int(self.text) <= high:
            self.errors.append(_("Il faut un nombre de %(low)s à %(high)s.") % {"low": low, "high": high})
        else:
            return int(self.text)
        return None

    def place(self) -> str | None:
        if self.text.upper() in set(self.letters):
            return str(self.letters.index(self.text.upper()) + 1)
        self.errors.append(_("Écrivez la lettre d’un joueur, de A à %(last)s.") % {"last": self.letters[-1]})
        return None


@dataclass
class Row:
    """One coup to be written: `n` of the partie, its dealer's letter, the id and the number of its record; `told`: what
    is wrong with it beyond single cells."""

    n: int
    dealer: str
    key: str
    number: int
    cells: list[Cell]
    told: list[str] = dataclasses.field(default_factory=list)

    @property
    def blank(self) -> bool:
        return not any(cell.text for cell in self.cells)

    @property
    def wrong(self) -> bool:
        return bool(self.told) or any(cell.errors for cell in self.cells)

    def event(self) -> Body:
        """The coup as far as it can be read, with seats for players."""
        event: Body = {"type": "coup"} | {cell.path.partition(".")[0]: {} for cell in self.cells if "." in cell.path}
        for path, value in self.with_the_last({cell.path: cell.value for cell in self.cells}).items():
            if value is not None:
                put(event, path.split("."), value)
        return event

    def with_the_last(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """With the one number that the others of its total settle."""
        summed = [cell for cell in self.cells if cell.field.total is not None]
        missing = [cell for cell in summed if not cell.text]
        if len(missing) != 1 or len(summed) < 2:
            return values
        rest = (missing[0].field.total or 0) - sum(values[cell.path] or 0 for cell in summed)
        return {**values, missing[0].path: rest} if rest >= 0 else values

    def tell(self, problems: Iterable[Any]) -> None:
        """Each problem at its cell, the rest beside the row; problems name players by their shown names."""
        by_path = {cell.field.path: cell for cell in self.cells}
        for problem in problems:
            words = said(problem.message) if isinstance(problem.message, scoring.Text) else str(problem.message)
            cell = by_path.get(problem.path)
            (cell.errors if cell else self.told).append(words)


class PaperForm:
    """The rows still to be written, blank or as they were sent; those of `data` that are written already are left out.
    `coups`: (number, dealer's letter) of each coup to come."""

    def __init__(self, sheet: Sheet, coups: Iterable[tuple[int, str]], data: Mapping[str, Any] | None = None) -> None:
        self.sheet, self.data = sheet, data or {}
        self.fields = typed_fields(sheet.setting)
        self.first_dealer = str(self.data.get("dealer", ""))
        written = {record.key for record in sheet.records}
        sent = (at for at in range(MOST_ROWS) if f"key.{at}" in self.data)
        waiting = iter([at for at in sent if self.data[f"key.{at}"] not in written])
        self.rows = [self.row(n, letter, next(waiting, None)) for n, letter in coups]

    def row(self, n: int, letter: str, at: int | None) -> Row:
        """Coup `n`, with what was sent as row `at`, or blank."""
        if at is None:
            return Row(n, letter, secrets.token_urlsafe(18), 0, [self.cell(each, "") for each in self.fields])
        texts = [str(self.data.get(f"{at}.{with_place(each, self.sheet)}", "")) for each in self.fields]
        cells = [self.cell(each, text.strip()[:LONGEST]) for each, text in zip(self.fields, texts, strict=True)]
        return Row(n, letter, str(self.data[f"key.{at}"]), self.sent_number + at, cells)

    def cell(self, declared: scoring.Field, text: str) -> Cell:
        return Cell(declared, with_place(declared, self.sheet), text, LETTERS[: len(self.sheet.names)])

    @property
    def sent_number(self) -> int:
        """What the page believed to be the table's next record; a number that is none is never the next one."""
        sent = str(self.data.get("number", ""))
        return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else -MOST_ROWS

    @property
    def dealers(self) -> list[tuple[str, str]]:
        """Who may have dealt the first coup, by place, while nobody has said who did."""
        state = self.sheet.state
        if state is None or state.seat_dealer is not None:
            return []
        return [(str(seat + 1), self.sheet.names[seat]) for seat in sorted(state.deal.cycle)]

    def filled(self) -> Iterator[Row]:
        """The rows to write, in order: up to the last one in which something stands."""
        last = max((n for n, row in enumerate(self.rows) if not row.blank), default=-1)
        yield from self.rows[: last + 1]

    def event(self, row: Row) -> Body:
        """The row's coup; the first one says who deals, where that was chosen."""
        said_dealer = row is self.rows[0] and self.first_dealer in dict(self.dealers)
        return row.event() | ({"dealer": self.first_dealer} if said_dealer else {})

    def read(self, row: Row) -> Body | None:
        """The row's coup, or None with what is wrong told: a cell that cannot be read, a blank row between others."""
        if row.blank:
            row.told.append(_("Ce coup n’est pas rempli."))
        event = self.event(row)
        return None if row.wrong else event

    def check(self) -> None:
        """Tell what is wrong with what stands there so far; the first row with a problem ends it, as it ends the
        writing."""
        state = self.sheet.state
        for row in self.filled():
            event = self.read(row)
            if state is None or event is None:
                return
            step = scoring.play(state, self.sheet.to_names(event))
            row.tell(step.problems)
            if row.wrong:
                return
            state = step.state


def with_place(declared: scoring.Field, sheet: Sheet) -> str:
    """The field's path with the place for the player: "points.2"."""
    if declared.player is None:
        return declared.path
    head, _dot, rest = declared.path.partition(".")
    return f"{head}.{sheet.positions[declared.player]}{rest[len(declared.player) :]}"
