"""What a tournament's public pages show: tables on the board, from cards; charts and a player's lines, from sheets.

Makes no database query; knows no rule of a game.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import methodcaller

from django.utils.translation import gettext as _

import scoring
from tournaments.book.effects import Gain, compute_gain
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.presentation.line_charts import NARROW, WIDE, Chart, build_chart
from tournaments.presentation.text.sheet_text import NarratedEvent, narrate_events
from tournaments.presentation.text.unit_text import describe_total, format_score
from tournaments.standings.tournament_results import STATISTICS


@dataclass(frozen=True)
class TableView:
    """One table on the board: how far it is and who leads. `chart`: everybody's total coup by coup, where it is
    drawn."""

    card: TableCard
    chart: Chart | None = None

    @property
    def n(self) -> int:
        return self.card.table.n

    @property
    def can_play(self) -> bool:
        """True if the table can play as it is seated."""
        return self.card.setting is not None

    @property
    def coup(self) -> int:
        """The number of the coup being played; 0 if the table cannot play."""
        return self.card.coups_played + 1 if self.can_play else 0

    @property
    def leaders(self) -> list[str]:
        """The names of those who are first so far; empty before the first coup is scored, or while all are equal."""
        if not self.card.coups_played:
            return []
        first = [row.player for row in self.card.ranking if row.rank == 1]
        return first if len(first) < len(self.card.names) else []

    @property
    def holdings(self) -> list[tuple[str, int]]:
        """(Name, jetons in hand or points) of those who sit at the table now; empty if the table cannot play."""
        if not self.can_play:
            return []
        summary, names = self.card.summary, self.card.names
        held = (self.card.held_jetons or summary.totals) if summary else [self.card.opening_holding] * len(names)
        return list(zip(names, held, strict=True))

    @property
    def settlement(self) -> scoring.Text | None:
        """The sentence that says which payments of the coups are still to be made at the end; None where players pay
        each other nothing."""
        setting = self.card.setting
        return scoring.get_game(setting.game).explain_settlement(setting) if setting else None

    @property
    def lead_in_coups(self) -> bool:
        """True where the leaders' total counts coups won."""
        return self.can_play and self.card.unit is scoring.TotalUnit.COUPS_WON

    @property
    def lead_in_words(self) -> str:
        """The leaders' total with its unit, where there is one; "" where it is a gain in jetons, which says so by its
        sign."""
        setting = self.card.setting
        if setting is None or self.card.unit is scoring.TotalUnit.JETONS:
            return ""
        return describe_total(setting, self.lead)

    @property
    def score(self) -> str:
        """The coups won by each of two sides, «2 à 1»; "" where something else is counted, or more sides play."""
        return format_score(self.card.ranking, self.card.unit) if self.can_play else ""

    @property
    def has_first_with_less(self) -> bool:
        """True where somebody has more than the leaders: he left before the end, or a partner of his did."""
        return any(row.total > self.lead for row in self.card.ranking)

    @property
    def lead(self) -> int:
        """The leaders' total: gain or points."""
        return self.card.ranking[0].total if self.card.ranking else 0


def build_holdings_charts(sheet: Sheet) -> list[Chart]:
    """Return the charts of each player's holding (jetons in hand, or points) after each coup: one for a wide page and
    one for a phone. What a penalty moved shows at the next coup; what moved after the last coup has a point of its own
    at the end, under its own word. Empty if there are no two points to join, or if nothing moved."""
    if sheet.setting is None or not sheet.steps:
        return []
    states = [scoring.build_initial_state(sheet.setting)]
    states += [step.state for step in sheet.steps if step.outcome and step.outcome.type == "coup"]
    coups = len(states) - 1
    last = sheet.steps[-1].state
    if any(get_holding(last, name) != get_holding(states[-1], name) for name in sheet.names):
        states.append(last)
    labels = label_coups(coups, len(states), name_last_step(sheet.steps[-1], complete=last.complete))
    series = {name: [get_holding(state, name) for state in states] for name in sheet.names}
    if len({each for holdings in series.values() for each in holdings}) < 2:
        return []
    start = get_holding(states[0], sheet.names[0])
    made = (build_chart(series, labels, start, box, numbered=coups) for box in (WIDE, NARROW))
    return [each for each in made if each]


def label_coups(coups: int, steps: int, last: str) -> list[str]:
    """Return the first `steps` labels of an axis: the start, each coup («coup 3»), then `last` for what follows the
    last one."""
    labels = [_("au début"), *(_("coup %(n)s") % {"n": n} for n in range(1, coups + 1)), last]
    return labels[:steps]


def name_last_step(step: scoring.Step, *, complete: bool) -> str:
    """Name what moved the holdings after the last coup. `step`: the last event; `complete`: the partie is over."""
    if step.event.get("type") == "leave":
        return _("départ")
    return _("à la fin") if complete else _("maintenant")


def get_holding(state: scoring.TableState, name: str) -> int:
    """Return a player's holding: jetons in hand, or points."""
    return state.purses[name].total if state.purses else state.totals[name]


@dataclass(frozen=True)
class PlayerLine:
    """One event of a table as it concerns one player, by the `name` he has there: `gain` is what it changed in his
    figures."""

    sheet: Sheet
    narrated: NarratedEvent
    gain: Gain
    name: str

    @property
    def camp(self) -> scoring.Text | None:
        """The words on which side the player was in a coup that made its own sides, and what became of it; None
        elsewhere."""
        outcome = self.narrated.step.outcome
        return scoring.get_game(outcome.setting.game).describe_camp(outcome, self.name) if outcome else None

    @property
    def statistics(self) -> list[str]:
        """What the event changed in the game's own statistics, without zeros: «+1», or «−1» where less is better."""
        counted = ((each, self.gain.get_statistic(key)) for key, each in STATISTICS.items())
        return [f"{'−' if each.lower_is_better else '+'}{n}" for each, n in counted if n]


BEST_COUP = "best_coup"
# By figure of the standings, whether a line counts for it (not 0); for BEST_COUP, whether it is a candidate.
LINE_COUNTERS: dict[str, Callable[[Gain], int]] = {
    "total": lambda gain: gain.net,
    "tables": lambda gain: gain.coups,
    BEST_COUP: lambda gain: gain.coups,
    "coups_won": lambda gain: gain.coups_won,
    **{key: methodcaller("get_statistic", key) for key in STATISTICS},
}


def list_player_lines(sheets: Iterable[Sheet], entry: int) -> Iterator[PlayerLine]:
    """Return every event of these tables that was played while this entry sat there."""
    for sheet in sheets:
        for narrated in narrate_events(sheet):
            for position, name in enumerate(sheet.names, 1):
                if sheet.find_seat_at(position, narrated.n).entry_id == entry:
                    yield PlayerLine(sheet, narrated, compute_gain(name, narrated.before, narrated.step), name)
