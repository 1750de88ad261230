"""What a table's page says between two coups: who deals, what is staked, how each player has fared so far; and the data
with which the phone goes on by itself while it has no connection."""

from functools import cached_property

from django.utils.safestring import SafeString

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.phone.table_state import write_state
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.sheet_text import shorten_names
from tournaments.presentation.text.unit_text import describe_total
from tournaments.views.public.spark_lines import draw_spark_lines

FEWEST_COUPS_DRAWN = 3  # two points are joined by a straight line, whatever was played


class NextCoupFacts:
    """The part of a phone's page on what comes before the next coup: dealer, stakes, totals so far."""

    sheet: Sheet
    seat: int | None

    @property
    def deals_next(self) -> bool:
        """True if the player who holds the phone deals the next coup."""
        state = self.sheet.state
        return bool(state and self.seat and state.dealer == self.sheet.names[self.seat - 1])

    @property
    def stakes(self) -> tuple[scoring.Text, ...]:
        """The sentences on what each player stakes before the next coup; empty where nobody stakes anything."""
        state = self.sheet.state
        return tuple(scoring.get_game(state.setting.game).narrate_stakes(state)) if state else ()

    @cached_property
    def curves(self) -> list[tuple[str, int, SafeString]]:
        """Each player's short name, his total, and the line of his totals from coup to coup; empty before
        FEWEST_COUPS_DRAWN are played."""
        state = self.sheet.state
        if state is None or state.coups_played < FEWEST_COUPS_DRAWN:
            return []
        steps = [step.state for step in self.sheet.steps if step.outcome and step.outcome.type == "coup"]
        totals = {seat: [0, *(step.seat_totals[seat] for step in steps)] for seat in range(len(self.sheet.names))}
        lines, short = draw_spark_lines(totals), shorten_names(self.sheet.names)
        return [(short[name], totals[seat][-1], lines[seat]) for seat, name in enumerate(self.sheet.names) if lines]

    @property
    def spoken_result(self) -> str:
        """The players with their totals, in the order of rank, as one text to be read aloud."""
        state = self.sheet.state
        if state is None:
            return ""
        return join_texts([f"{row.player}, {describe_total(state.setting, row.total)}" for row in state.ranking])

    @property
    def scorer(self) -> str:
        """The static file of the game's scorer (static/js/forecast.js reads it); "" where it has none."""
        return PARTS_BY_GAME[self.sheet.tournament.game].scorer

    @property
    def table_state(self) -> str:
        """How the partie stands, as JSON; "" at a table that cannot play."""
        return write_state(self.sheet.state) if self.sheet.state else ""
