"""Score sheets whose photograph can be read: each page as `tournaments.scanning` lays it out, with its own code."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from tournaments.book.loading import load_sheets
from tournaments.forms.games.score_sheet import ScoreSheet, build_score_sheet
from tournaments.forms.paper_sheet import lay_out_readable_sheet
from tournaments.models import Tournament
from tournaments.presentation.qr import draw_qr
from tournaments.scanning import layout
from tournaments.scanning.layout import PageCode, SheetPage


@dataclass(frozen=True)
class ReadablePage:
    """One page of a table's score sheet of which a photograph can be read back by the program."""

    score: ScoreSheet
    page: SheetPage

    @property
    def code(self) -> SafeString:
        """The square code of this page, by which a photograph is recognised, as SVG."""
        table = self.score.sheet.table
        return draw_qr(str(PageCode(table.pk, table.round.n, self.page.n, self.page.fingerprint)))

    @property
    def marks(self) -> str:
        """The marks in the four corners, by which a photograph is straightened, as one SVG path."""
        module = layout.MARK / 6
        found = []
        for (x, y), bits in zip(layout.MARK_PLACES, layout.MARK_BITS, strict=True):
            found.append(f"M{x} {y}h{layout.MARK}v{layout.MARK}h-{layout.MARK}z")
            for n, bit in enumerate(bits):
                if bit == "1":
                    left, top = x + (1 + n % 4) * module, y + (1 + n // 4) * module
                    found.append(
                        f"M{left:.3f} {top:.3f}v{module:.3f}h{module:.3f}v-{module:.3f}z"
                    )  # the other way round
        return "".join(found)

    @property
    def has_bubbles(self) -> bool:
        """True if some coup has bubbles beside the eye that asks a person to check it."""
        return any(
            isinstance(part, layout.Choice) for coup in self.page.coups for cell in coup.cells for part in cell.parts
        )

    @property
    def heads(self) -> list[tuple[float, float, str]]:
        """The words over the columns, as (x of the middle, y of the foot, words). If each player has a line, a column
        is for all players and has the title of its group; else the first column of each group has title and player's
        letter."""
        by_player = bool(self.page.coups[0].lines[0][1])
        words = []
        for group in self.score.groups:
            for n, column in enumerate(group.columns):
                if column.sign:
                    words.append(f"{column.head} {column.sign}")
                elif not column.sum:
                    words.append(group.title if by_player else column.head if n else f"{group.title} · {column.head}")
        return [(x, y, words[column]) for x, y, column in self.page.heads]

    @property
    def sums_head(self) -> str:
        """The words over the columns that the program computes: the title of the last such group of columns."""
        return next(group.title for group in reversed(self.score.groups) if group.columns[0].sum)


def build_readable_sheets(tournament: Tournament, n: int | None = None) -> dict[str, Any]:
    """Return the template context of every table's readable score sheet, page by page; of round `n` alone, unless None.
    A game that cannot be read from paper has no pages."""
    scores = (build_score_sheet(sheet, filled=False) for sheet in load_sheets(tournament))
    return {
        "pages": [page for score in scores if score and n in (None, score.round_number) for page in _list_pages(score)]
    }


def _list_pages(score: ScoreSheet) -> Iterator[ReadablePage]:
    """Yield the readable pages of one table's sheet; none if its game cannot be read from paper."""
    if score.paper.groups:
        yield from (ReadablePage(score, page) for page in lay_out_readable_sheet(score.setting, score.rows_planned))
