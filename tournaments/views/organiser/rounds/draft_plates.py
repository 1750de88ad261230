"""The part of a draft that is shown: its tables as plates around them, with ranks, scores, repeated meetings, and what
an exchange with the player who is taken would cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import TotalUnit
from tournaments.actions.rounds.draft_evaluation import DraftEvaluation, list_row_entries
from tournaments.actions.rounds.pairing_pool import PairingPool
from tournaments.book.sheet import build_setting, find_first_dealer, needs_sides
from tournaments.draws.exchanges import ExchangePrice, find_last_meetings, price_exchanges
from tournaments.draws.meetings import count_meetings, list_pairs
from tournaments.draws.model import DrawRound
from tournaments.draws.partners import BESIDE
from tournaments.draws.swiss import compute_ranks
from tournaments.models import Tournament
from tournaments.presentation.text.main_score import MainScore, find_counted_score
from tournaments.presentation.text.numbers import format_signed
from tournaments.presentation.text.unit_text import add_unit, format_total
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.group_names import map_group_names
from tournaments.reading.phases import get_current_phase
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.standings.ranking import StandingsRow
from tournaments.views.numbers import parse_number
from tournaments.views.requests import MemberRequest

from . import draft_quality
from .draft_quality import MeasureLine

TABLES_SHOWN = 50
"""How many tables of a draft are shown at a time."""
ASIDE_SHOWN = 100
"""How many names are shown at most of those who have no part in a drafted round."""


@dataclass(frozen=True)
class Plate:
    """One player's place in a draft. `worth`: where he stands, or before a knockout's first round his place among the
    seeds, as text or HTML ("": neither); `is_lit`: he meets somebody again; `is_taken`: he is to be exchanged; `price`:
    what an exchange with the player who is taken would cost; `deals`: he deals first at his table."""

    entry: int
    name: str
    worth: str = ""
    is_lit: bool = False
    is_taken: bool = False
    price: MeasureLine | None = None
    deals: bool = False


@dataclass(frozen=True)
class Repeat:
    """Two at one table who met before. `n`: in which round (None: this evening already, or in another tournament of the
    season)."""

    people: tuple[str, str]
    n: int | None


class PlateBuilder:
    """Builds the plates of one round of a draft.

    field: the pool with the rounds before, where meetings repeat or somebody is taken.
    picked: the entry that is taken, or None.
    """

    def __init__(
        self, field: PairingPool, found: DraftEvaluation, n: int, names: Mapping[int, str], picked: int | None
    ):
        self.field, self.names, self.picked = field, names, picked
        self.rules = field.tournament.with_round_rules(n)
        draft = found.draft
        rounds = {k: to_round(field, row) for k, row in enumerate(draft.rounds, draft.first)}
        self.round = rounds.pop(n)
        season, own = field.previous[: field.season_round_count], field.previous[field.season_round_count :]
        self.season = count_meetings(season)
        played = dict(enumerate(own, 1))
        self.met = count_meetings([*field.previous, *rounds.values()])
        self.last = find_last_meetings({**played, **{k: one for k, one in rounds.items() if k < n}})
        self.tables = draft.rounds[n - draft.first]["tables"]
        self.prices = self._price_exchanges()

    @cached_property
    def worths(self) -> dict[int, str]:
        """Where each entry stands, as it is shown."""
        tournament = self.field.tournament
        return read_standing(tournament) if self.field.first > 1 else name_seeds(tournament)

    def _price_exchanges(self) -> dict[int, ExchangePrice]:
        """Price the exchange of the picked player with everybody, by player of the draw."""
        player = self.field.number_by_entry.get(self.picked or 0)
        if player is None:
            return {}
        return price_exchanges(self.round, self.met, self.field.forbidden, player, rank_players(self.field))

    def list_repeats(self, entries: list[int]) -> list[Repeat]:
        """Return who at this table met before, in this tournament or in its season."""
        units = self.field.units
        return [
            Repeat((self._name_unit(units[p - 1]), self._name_unit(units[q - 1])), self.last.get((p, q)))
            for p, q in list_pairs(self.field.to_players(entries))
            if (p, q) in self.last or (p, q) in self.season
        ]

    def _name_unit(self, unit: tuple[int, ...]) -> str:
        """Return the name of a player of the draw; of fixed partners, both."""
        return " & ".join(self.names[entry] for entry in unit)

    def build_plates(self, entries: list[int], *, at_table: bool) -> list[Plate]:
        """Return the plates of one table, or of those who rest."""
        again = {
            p
            for pair in (list_pairs(self.field.to_players(entries)) if at_table else ())
            if pair in self.last or pair in self.season
            for p in pair
        }
        named = draft_quality.list_names(entries, self.names)
        plates = [self._build_plate(entry, name, again) for entry, name in named]
        dealer = self.find_dealer(len(entries)) if at_table else 0
        return [replace(plate, deals=position == dealer) for position, plate in enumerate(plates, 1)]

    def find_dealer(self, size: int) -> int:
        """Return the position that deals first at a table of this size."""
        names = tuple(str(place) for place in range(1, size + 1))
        setting, _problems = build_setting(self.rules, names, self.field.pattern == BESIDE or needs_sides(self.rules))
        return find_first_dealer(setting)

    def _build_plate(self, entry: int, name: str, again: set[int]) -> Plate:
        """Return the plate of one entry. `again`: the players of the draw who meet somebody again."""
        player = self.field.number_by_entry.get(entry, 0)
        price = self.prices.get(player)
        return Plate(
            entry,
            name,
            worth=self.worths.get(entry, _("pas encore joué") if self.worths else ""),
            is_lit=player in again,
            is_taken=entry == self.picked,
            price=describe_price(price) if price else None,
        )


def rank_players(field: PairingPool) -> list[int]:
    """Return the place in the ranking of each player of the draw, from 0; empty where the draw does not look at it."""
    scores = compute_scores(field.tournament) if field.first > 1 else {}
    return compute_ranks(field.compute_scores(scores)) if scores else []


def to_round(field: PairingPool, row: Mapping[str, Any]) -> DrawRound:
    """Return a stored round of a draft with players of the draw instead of entries."""
    return DrawRound(tuple(field.to_players(table) for table in row["tables"]), field.to_players(row["resting"]))


def read_standing(tournament: Tournament) -> dict[int, str]:
    """Return the rank of each entry that has played and the score that ranks first, as they are shown; empty before the
    first coup."""
    rows = place_waiting_last(tournament, get_ranking(tournament, more=("coups",)))
    if not any(row.tally.coups for row in rows):
        return {}
    unit = get_game_figures(tournament).unit
    main = find_counted_score(rows, unit)
    words = _("rang %(n)s")
    return {
        row.tally.entry: format_html(
            "{} · {}",
            words % {"n": row.rank},
            name_score(row, main, unit),
        )
        for row in rows
        if not row.waiting
    }


def name_score(row: StandingsRow, main: MainScore | None, unit: TotalUnit) -> str:
    """Return the score that ranks first with what it counts: «+42 jetons», «points de victoire : 2»."""
    if main and main.key != "total":
        words = _("%(what)s : %(n)s")
        return words % {"what": str(main.name).lower(), "n": main.figures[row.tally.entry]}
    shown = main.figures[row.tally.entry] if main else format_total(row.tally.total, unit)
    return add_unit(shown, row.tally.counted_total, unit)


def name_seeds(tournament: Tournament) -> dict[int, str]:
    """Return each entry's place among the seeds of a knockout, as it is shown; empty in other formats."""
    phase = get_current_phase(tournament)
    if phase is None or phase.format != Tournament.Format.KNOCKOUT:
        return {}
    words = _("tête de série %(n)s")
    return {entry: words % {"n": n} for n, side in enumerate(phase.sides, 1) for entry in side}


def describe_price(price: ExchangePrice) -> MeasureLine:
    """Say what an exchange would cost, in the one line that a plate has: meetings that repeat weigh more than ranks."""
    if price.same_table:
        return MeasureLine(_("même table"))
    if price.forbidden > 0:
        return MeasureLine(_("à éviter"), "warn")
    wider = _("écart %(n)s") % {"n": format_signed(price.spread)} if price.spread else ""
    if price.repeats > 0:
        words = ngettext("+%(n)s répétée", "+%(n)s répétées", price.repeats)
        return MeasureLine(words % {"n": price.repeats}, "warn")
    if price.repeats < 0:
        words = ngettext("−%(n)s répétée", "−%(n)s répétées", -price.repeats)
        return MeasureLine(words % {"n": -price.repeats}, "go")
    return MeasureLine(wider or _("aucune de plus"), "" if price.spread > 0 else "go")


def build_shown_round(
    request: MemberRequest, field: PairingPool, found: DraftEvaluation, names: Mapping[int, str], picked: int | None
) -> dict[str, Any]:
    """Return the part of the draft to show: the round (`?round=`) with the numbers of all rounds in the draft, and
    TABLES_SHOWN of its tables (`?page=`) with names. `picked`: the entry that is taken, with its name, if it is of this
    round."""
    numbers = range(found.draft.first, found.draft.first + len(found.draft.rounds))
    n = find_shown_number(request, numbers)
    row = found.draft.rounds[n - numbers[0]]
    count = max(1, -(-len(row["tables"]) // TABLES_SHOWN))
    given = request.POST or request.GET
    page = min(max(parse_number(given.get("turn") or given.get("page")) or 1, 1), count)
    first = (page - 1) * TABLES_SHOWN
    taken = picked if picked and picked in names and picked in list_row_entries(row) else None
    builder = PlateBuilder(field, found, n, names, taken)
    groups = map_group_names(get_current_phase(field.tournament))
    aside = [name for _entry, name in draft_quality.list_names(row.get("aside", []), names)]
    pages = [(k, (k - 1) * TABLES_SHOWN + 1, min(k * TABLES_SHOWN, len(row["tables"]))) for k in range(1, count + 1)]
    return {
        "n": n,
        "all": list(numbers),
        "tables": [
            {
                "n": number,
                "plates": builder.build_plates(table, at_table=True),
                "repeats": builder.list_repeats(table),
                "sides": find_sides(field, n, [names[entry] for entry in table if entry in names]),
                "locked": number in row["locked"],
                "group": groups.get(table[0], ""),
            }
            for number, table in enumerate(row["tables"][first : first + TABLES_SHOWN], first + 1)
        ],
        "resting": builder.build_plates(row["resting"], at_table=False),
        "picked": (taken, names[taken]) if taken else None,
        "page": page,
        "pages": pages if count > 1 else [],
        "aside": aside[:ASIDE_SHOWN],
        "aside_count": len(aside),
    }


def find_sides(field: PairingPool, n: int, seated: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return who plays with whom at a drafted table of round n; empty where everybody plays for himself. `seated`: the
    names in the order of the seats."""
    tournament = field.tournament.with_round_rules(n)
    two_sides = field.pattern == BESIDE or needs_sides(tournament)
    setting, _problems = build_setting(tournament, tuple(seated), two_sides)
    return setting.sides or () if setting else ()


def find_shown_number(request: MemberRequest, numbers: range) -> int:
    """Return the number of the round to show: `?round=`, or the first."""
    asked = parse_number((request.POST or request.GET).get("round"))
    return asked if asked is not None and asked in numbers else numbers[0]
