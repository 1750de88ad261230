"""Who is sure of a place, who is out, who is still in the race, and what each still needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.standings.prospects import LeastScores, Prospect, Verdict
from tournaments.standings.ranking import StandingsRow
from tournaments.text.metric_text import format_figure
from tournaments.text.prospect_text import VERDICT_TEXTS, format_step

from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


@dataclass(frozen=True)
class ProspectRow:
    """One player's row of a race. `present`: the score that he has without the open tables; `unit`: of the race."""

    row: StandingsRow
    prospect: Prospect
    least: LeastScores
    present: int
    unit: int

    @property
    def possible_step(self) -> str:
        """The least that is still needed for the place to be possible; "" where nothing is."""
        least = self.least.possible
        return "" if least is None or least <= self.prospect.span.low else format_step(least - self.present, self.unit)

    @property
    def certain_step(self) -> str:
        """The least that makes the place certain; "" where nothing does, or nothing is needed."""
        needed = self.least.certain is not None and self.prospect.verdict is Verdict.OPEN
        return format_step((self.least.certain or 0) - self.present, self.unit) if needed else ""


class ProspectsTable(RowTable):
    """The players in the order of the standings. `score`: the metric that ranks first, `heading` its name;
    `address(row)` leads to what is said of a player, `chosen` is his entry."""

    style = "prospects"
    rank = NumberColumn(_("Rang"), "row.rank")
    player = NameColumn(_("Joueur"), "row.tally.player")
    score = NumberColumn("", "row.figures")
    verdict = RowColumn(_("La place"), "prospect.verdict")
    possible_step = NumberColumn(_("Il faut au moins"))
    certain_step = NumberColumn(_("Suffit à coup sûr"))

    def __init__(
        self, rows: Iterable[ProspectRow], score: str, heading: Any, address: Callable[[ProspectRow], str]
    ) -> None:
        self.key = score
        super().__init__(rows, address=address)
        self.columns["score"].column.heading = heading

    def render_score(self, record: ProspectRow) -> str:
        """Return the figure that ranks first."""
        return format_figure(self.key, record.row.figures[self.key])

    def render_verdict(self, record: ProspectRow) -> SafeString:
        """Return the verdict; what certain is, in bold, what is open, plain."""
        verdict = record.prospect.verdict
        words = VERDICT_TEXTS[verdict]
        return format_html("{}" if verdict is Verdict.OPEN else "<strong>{}</strong>", words)
