"""The part of a draft that is shown in the editor of seats: some of the tables of one round, with ranks, scores and
repeated meetings."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Setting, TotalUnit
from tournaments.actions.rounds.draft_evaluation import DraftEvaluation, list_row_entries
from tournaments.actions.rounds.drafts import may_edit_by_hand
from tournaments.actions.rounds.pairing_pool import PairingPool
from tournaments.book.sheet import build_setting, find_first_dealer, needs_sides
from tournaments.draws.exchanges import find_meetings, price_exchanges
from tournaments.draws.meetings import count_meetings
from tournaments.draws.partners import BESIDE
from tournaments.draws.swiss import compute_ranks
from tournaments.models import Tournament
from tournaments.presentation.text.main_score import MainScore, find_counted_score
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.unit_text import add_unit, format_total
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.group_names import map_group_names, name_match
from tournaments.reading.phases import get_current_phase
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.standings.ranking import StandingsRow
from tournaments.views.numbers import parse_number
from tournaments.views.requests import MemberRequest
from tournaments.views.stamped import StampedItems

from .seat_editor import EditedTable, Pair, SeatEditor

TABLES_SHOWN = 50
"""How many tables of a draft are shown at a time."""
_standings, _ranks = StampedItems[dict[int, str]](), StampedItems[list[int]]()


class DraftEditor(SeatEditor):
    """The editor of the tables of round n of a draft, which shows TABLES_SHOWN of them at a time.

    `field`: those to be drawn, with the rounds before. `names`: by entry; an entry without a name is not shown.
    `taken`: the entry picked to be moved, ignored if it is of another round. `rounds`: the numbers of all rounds in the
    draft. `out`: the names of those who have no part in the round."""

    section = "draft"

    def __init__(
        self,
        field: PairingPool,
        found: DraftEvaluation,
        n: int,
        names: Mapping[int, str],
        taken: int | None = None,
        page: int = 1,
    ):
        self.field, self.n, self.names, self.numbers = field, n, names, field.number_by_entry
        self.row = found.draft.rounds[n - found.draft.first]
        self.taken = taken if taken in names and taken in set(list_row_entries(self.row)) else None
        rounds = {k: field.to_round(row) for k, row in enumerate(found.draft.rounds, found.draft.first)}
        self.rounds, drawn = list(rounds), rounds.pop(n)
        season, own = field.previous[: field.season_round_count], field.previous[field.season_round_count :]
        self.met_in = find_meetings(dict(enumerate(own, 1)) | {k: one for k, one in rounds.items() if k < n})
        self.met, self.forbidden = count_meetings(season).keys() | self.met_in, field.list_apart(n)
        self.prices, self.moved, self.in_matches = {}, (self.taken,), field.boards is not None
        if player := self.numbers.get(self.taken or 0):
            met = count_meetings([*field.previous, *rounds.values()])
            self.prices = price_exchanges(drawn, met, self.forbidden, player, rank_players(field))
            self.moved = field.list_seated(player) if self.in_matches else self.moved
        self.url = reverse("rounds-touch", args=[field.tournament.pk])
        self.by_hand = may_edit_by_hand(field.tournament)
        self.out = [names[entry] for entry in self.row.get("aside", ()) if entry in names]
        total = len(self.row["tables"])
        starts = range(1, max(total, 1) + 1, TABLES_SHOWN)
        self.pages = [(k, first, min(first + TABLES_SHOWN - 1, total)) for k, first in enumerate(starts, 1)]
        self.page = min(max(page, 1), len(self.pages))
        self.sent = {"round": n, "page": self.page} if len(self.pages) > 1 else {"round": n}
        self.aside = self.build_plates(self.row["resting"], self.worths)

    @property
    def picked(self) -> tuple[int, str] | None:
        """(Id, name) of the entry that is picked to be moved, with its team's name where whole teams move; None if none
        is."""
        return (self.taken, self.name_number(self.numbers[self.taken])) if self.taken else None

    @cached_property
    def worths(self) -> Mapping[int, str]:
        """By entry, the words beside its name: its rank and score, or before a knockout's first round its seed («tête
        de série 2»)."""
        if self.field.first == 1:
            return name_seeds(self.field.tournament)
        standing = find_standing(self.field.tournament)
        return dict.fromkeys(self.names, _("pas encore joué")) | standing if standing else {}

    @cached_property
    def ranks(self) -> Sequence[int]:
        """The place in the ranking of each player of the draw, from 0; empty unless neighbours in the ranking are drawn
        together."""
        by_rank = self.field.tournament.format in (Tournament.Format.STANDING, Tournament.Format.SWISS)
        return rank_players(self.field) if by_rank else []

    @cached_property
    def settings(self) -> Mapping[int, Setting | None]:
        """The setting of a table of each size in this round, in which "1"…"n" stand for the players; None where it
        cannot play."""
        rules = self.field.tournament.with_round_rules(self.n)
        two_sides = self.field.pattern == BESIDE or needs_sides(rules)
        sizes = {len(table) for table in self.row["tables"]}
        return {size: build_setting(rules, tuple(map(str, range(1, size + 1))), two_sides)[0] for size in sizes}

    @cached_property
    def tables(self) -> Sequence[EditedTable]:
        """The tables that the page shows, ready to be edited."""
        _page, first, last = self.pages[self.page - 1]
        groups = map_group_names(get_current_phase(self.field.tournament))
        plates = []
        for n, entries in enumerate(self.row["tables"][first - 1 : last], first):
            setting, repeats = self.settings[len(entries)], self.find_pairs(entries, self.met)
            names = [self.names.get(entry, "") for entry in entries]
            match = name_match(self.field.tournament, entries)
            sides = (setting.sides or ()) if setting else ()
            table = EditedTable(
                n=n,
                plates=self.build_plates(entries, self.worths, repeats, find_first_dealer(setting)),
                repeats=self.describe_pairs(entries, repeats),
                is_kept=n in self.row["locked"],
                by_hand=self.by_hand,
                sides=[[names[int(position) - 1] for position in side] for side in sides],
                group=groups.get(entries[0], ""),
                why=" · ".join(filter(None, (match, self.explain_table(entries, met_before=bool(repeats))))),
            )
            plates.append(table)
        return plates

    def explain_table(self, entries: Sequence[int], *, met_before: bool) -> str:
        """Return the words on what brought those at a table together, «Rangs 3 à 6, jamais ensemble»: their ranks,
        where neighbours in the ranking are drawn together, and that they never met. `met_before`: some of them did, so
        that the second part is left out. Without ranks the words are «Jamais ensemble jusqu’ici», or "" if some have
        met, in matches of two sides, and where nobody at all has met yet."""
        ranks = self.ranks
        places = [ranks[self.numbers[entry] - 1] + 1 for entry in entries if ranks and entry in self.numbers]
        if not places:
            parted = self.met and not met_before and not self.field.tournament.has_duels
            return _("Jamais ensemble jusqu’ici") if parted else ""
        span = {"first": min(places), "last": max(places)}
        if span["first"] == span["last"]:
            words = _("Ex æquo au rang %(first)s") if met_before else _("Ex æquo au rang %(first)s, jamais ensemble")
        else:
            words = _("Rangs %(first)s à %(last)s") if met_before else _("Rangs %(first)s à %(last)s, jamais ensemble")
        return words % span

    def name_number(self, number: int) -> str:
        """Return the name of the player of the draw with this number: one name, those of partners («Anne & Luc»), or a
        team's."""
        if self.in_matches:
            return self.field.tournament.team_names[self.field.units[number - 1][0]]
        return " & ".join(self.names[entry] for entry in self.field.list_seated(number))

    def describe_repeat(self, pair: Pair) -> str:
        """Say in which rounds of this tournament the pair met, «déjà ensemble à la ronde 2»; if in none, that they met
        in the season."""
        if not (rounds := self.met_in.get(pair)):
            return _("déjà ensemble cette saison")
        words = ngettext("déjà ensemble à la ronde %(n)s", "déjà ensemble aux rondes %(n)s", len(rounds))
        return words % {"n": join_texts([str(n) for n in rounds])}


def rank_players(field: PairingPool) -> list[int]:
    """Return the place in the ranking of each player of the draw, from 0, cached as long as nothing changes; empty
    where the draw does not look at the ranking."""
    return _ranks.find(field.tournament, lambda: _rank_players(field), field.first)


def _rank_players(field: PairingPool) -> list[int]:
    """Compute the places in the ranking that `rank_players` keeps."""
    ranked = field.first > 1 or field.first == field.tournament.seeding.get("round")
    scores = compute_scores(field.tournament) if ranked else {}
    return compute_ranks(field.compute_scores(scores)) if scores else []


def find_standing(tournament: Tournament) -> dict[int, str]:
    """Return, by entry that has played, its rank and the score that ranks first, as HTML («rang 2 · +42 jetons»); empty
    before the first coup."""
    return _standings.find(tournament, lambda: _read_standing(tournament))


def _read_standing(tournament: Tournament) -> dict[int, str]:
    """Compute the ranks and scores that `find_standing` keeps."""
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
    score = main.figures[row.tally.entry] if main else format_total(row.tally.total, unit)
    return add_unit(score, row.tally.counted_total, unit)


def name_seeds(tournament: Tournament) -> dict[int, str]:
    """Return, by entry of a knockout, the words for its seed («tête de série 2»); empty in other formats."""
    phase = get_current_phase(tournament)
    if phase is None or phase.format != Tournament.Format.KNOCKOUT:
        return {}
    words = _("tête de série %(n)s")
    return {entry: words % {"n": n} for n, side in enumerate(phase.sides, 1) for entry in side}


def build_draft_editor(
    request: MemberRequest, field: PairingPool, evaluation: DraftEvaluation, names: Mapping[int, str], taken: int | None
) -> DraftEditor:
    """Return the editor of the round that is asked for (`?round=`, else the draft's first), with the page of its tables
    that is asked for. `evaluation`: the draft; `names`: by entry id; `taken`: the entry (id) picked to be moved."""
    given = request.POST or request.GET
    n, page = parse_number(given.get("round")), parse_number(given.get("turn") or given.get("page"))
    last = evaluation.draft.first + len(evaluation.draft.rounds) - 1
    n = n if n is not None and evaluation.draft.first <= n <= last else evaluation.draft.first
    return DraftEditor(field, evaluation, n, names, taken, page or 1)
