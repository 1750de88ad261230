"""Who is sure of a place, who is out, who is still in the race, and what each still needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.text.metric_text import NO_FIGURE
from tournaments.presentation.text.prospect_text import VERDICT_TEXTS, format_step
from tournaments.standings.prospects import LeastScores, PlaceVerdict, Prospect

from .row_table import NameColumn, NumberColumn, RowTable


@dataclass(frozen=True)
class ProspectRow:
    """One player's row in the race for the first places. `rank`: None before he has played; `figure`: the score that
    ranks him, as text; `present`: that score without the tables still in play; `unit`: how many steps of the score make
    a point; `hangs_on`: a sentence on the tables that decide his place when he has finished, or ""."""

    rank: int | None
    name: str
    figure: str
    prospect: Prospect
    least: LeastScores
    present: int
    unit: int
    hangs_on: str = ""

    @property
    def possible_step(self) -> str:
        """The least gain, as text («+12»), without which the place is out of reach; "" if he needs none."""
        least = self.least.possible
        return "" if least is None or least <= self.prospect.span.low else format_step(least - self.present, self.unit)

    @property
    def certain_step(self) -> str:
        """The least gain, as text («+12»), that makes the place certain; "" if no gain does, or if it is settled
        already."""
        needed = self.least.certain is not None and self.prospect.verdict is PlaceVerdict.OPEN
        return format_step((self.least.certain or 0) - self.present, self.unit) if needed else ""


class ProspectsTable(RowTable):
    """Each player's chances of a place, in the order of the standings. `heading`: the name of the score that ranks;
    `address(row)`: the page that explains a player's chances. A column of needed gains is shown only if somebody needs
    one."""

    style = "prospects"
    rank = NumberColumn(_("Rang"), show=lambda rank: rank or NO_FIGURE)
    name = NameColumn(_("Joueur"))
    figure = NumberColumn()
    possible_step = NumberColumn(_("À partir d’ici, au moins"), lambda row: row.possible_step or NO_FIGURE)
    certain_step = NumberColumn(_("Place sûre avec"), lambda row: row.certain_step or NO_FIGURE)

    def __init__(
        self, rows: Iterable[ProspectRow], heading: Any, address: Callable[[ProspectRow], str] | None = None
    ) -> None:
        rows = list(rows)
        steps = ("possible_step", "certain_step")
        super().__init__(
            rows, address=address, hidden=[name for name in steps if not any(getattr(row, name) for row in rows)]
        )
        self.columns["figure"].column.heading = heading

    def render_name(self, record: ProspectRow) -> SafeString:
        """Return the player's name, and below it whether the place is possible, certain or lost for him (in bold once
        decided)."""
        verdict = record.prospect.verdict
        mark = "{}" if verdict is PlaceVerdict.OPEN else "<strong>{}</strong>"
        words = format_html(mark, VERDICT_TEXTS[verdict])
        if record.hangs_on:
            words = format_html("{}. {}", words, record.hangs_on)
        return format_html('{}<br><span class="small">{}</span>', self.format_name(record, record.name), words)
