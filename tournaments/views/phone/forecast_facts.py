"""What a table's page gives its phone to go on by itself, for as long as nothing answers it."""

from tournaments.book.sheet import Sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.phone.table_state import write_state


class ForecastFacts:
    """The part of a page that a phone's own scorer reads (static/js/forecast.js)."""

    sheet: Sheet

    @property
    def scorer(self) -> str:
        """The static file of the game's scorer; "" where it has none."""
        return PARTS_BY_GAME[self.sheet.tournament.game].scorer

    @property
    def table_state(self) -> str:
        """How the partie stands, as JSON; "" at a table that cannot play."""
        return write_state(self.sheet.state) if self.sheet.state else ""
