"""The preview of a change that is not written yet, for a page: what it would move at its table and in the tournament's
standings, and who would qualify instead, from the groups or by winning a knockout match."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from scoring import TotalUnit
from tournaments.book.recount import Recount
from tournaments.book.sheet import Sheet
from tournaments.models import Prize, Tournament
from tournaments.presentation.tables.comparisons import HoldingChangesTable, RankChangesTable
from tournaments.presentation.text.option_text import format_table_label
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.reading.duels import Duel
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.phases import STANDINGS, Phase, PhaseState, list_phases, read_phase_state
from tournaments.reading.prize_awards import PrizeAward, award_prizes
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking import StandingsRow


@dataclass(frozen=True)
class TablePreview:
    """What a change would move at one table. `sheet`, `after`: the table's sheet as it is, and as it would be; `moves`:
    each player's state before and after, in one row for partners who hold the same; `rescored_titles`: the titles of
    the events that are scored again."""

    sheet: Sheet
    after: Sheet
    moves: list[dict[str, Any]]
    rescored_titles: list[str]

    @property
    def table(self) -> HoldingChangesTable:
        """The table of each player's holding before and after the correction, captioned for the page of this table
        alone."""
        words = _("Ce que la correction change à la table")
        if self.after.unit is TotalUnit.JETONS:
            words = _("Ce que la correction change à la table, en jetons")
        return self.build_table(words)

    @property
    def named_table(self) -> HoldingChangesTable:
        """The table of each player's holding before and after, captioned with the name of the card table («Table
        3»)."""
        return self.build_table(format_table_label(self.sheet.tournament, self.sheet.table.n, self.sheet.table.round.n))

    def build_table(self, caption: str) -> HoldingChangesTable:
        """Build the table of each player's holding before and after the change, with this caption."""
        before, after = self.sheet.state, self.after.state
        return HoldingChangesTable(
            self.moves,
            in_fiches=bool((before and before.purses) or (after and after.purses)),
            unit=self.after.unit,
            caption=caption,
            caption_id=f"moved-{self.sheet.table.pk}",
        )

    @property
    def is_unchanged(self) -> bool:
        """True if no holding and no rank would change."""
        return not any(row["changed"] for row in self.moves)

    @property
    def reopens(self) -> bool:
        """True if the partie is finished, and would no longer be."""
        return self.sheet.is_over and not self.after.is_over

    @property
    def told_end(self) -> str:
        """A sentence that the change would open a finished partie again, or end one; "" if it does neither."""
        if self.reopens:
            return _("La partie ne serait plus finie : la table aurait encore à jouer, puis à confirmer sa feuille.")
        return (
            _("La partie serait finie : il resterait à confirmer la feuille.")
            if self.after.is_over and not self.sheet.is_over
            else ""
        )


def preview_table(change: Recount) -> TablePreview:
    """Build the preview of one table's change."""
    titles = [narrated.title for narrated in narrate_events(change.sheet)]
    later = [titles[n - 1] for n in change.consequences]
    moves = [
        {"name": change.sheet.names[place - 1], "before": before, "after": after, "changed": before != after}
        for place, (before, after) in sorted(change.standing_changes.items())
    ]
    return TablePreview(change.sheet, change.new_sheet, join_partners(change.sheet, moves), later)


def join_partners(sheet: Sheet, moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of players with one row for partners who hold the same («Anne & Basile»). Ranks are counted among
    these rows, as on the table's page: two pairs are 1 and 2."""
    rows = {row["name"]: row for row in moves}
    for names in (sheet.setting and sheet.setting.sides) or ():
        first, *mates = (rows[name] for name in names)
        if all((row["before"], row["after"]) == (first["before"], first["after"]) for row in mates):
            rows[names[0]] = first | {"name": " & ".join(names)}
            for name in names[1:]:
                del rows[name]
    joined = [dict(row) for row in rows.values()]
    for key in ("before", "after"):
        ranks = [row[key].rank for row in joined]
        for row, rank in zip(joined, ranks, strict=True):
            row[key] = row[key]._replace(rank=1 + sum(each < rank for each in ranks))
    return joined


def preview_tournament(tournament: Tournament, recounts: Iterable[Recount], since: int = 1) -> dict[str, Any]:
    """Return what the tournament's page would show differently: `ranks`; `prizes`; `qualified`, who would qualify
    instead; and `drawn`, the numbers of the rounds after round `since` that were drawn from the present standings."""
    foreseen = [each.new_sheet for each in recounts]
    before, after = get_standings(tournament), get_standings(tournament, projected_sheets=foreseen)
    by_rank = tournament.format == Tournament.Format.STANDING and before != after
    later = list(tournament.rounds.published().filter(n__gt=since).order_by("n").values_list("n", flat=True))
    previews = preview_phases(tournament, foreseen)
    unit = get_game_figures(tournament).unit
    return {
        "ranks": (ranks := compare_ranks(*(place_waiting_last(tournament, rows) for rows in (before, after)))),
        "ranks_table": RankChangesTable(ranks, unit=unit, caption=_("Au classement de la soirée"), caption_id="ranks"),
        "prizes": compare_prizes(award_prizes(tournament, before), award_prizes(tournament, after, previewed=foreseen)),
        "qualified": list(list_qualification_changes(previews)),
        "drawn": later if by_rank else list_affected_rounds(previews, later, before, after),
    }


def compare_ranks(
    before: Sequence[StandingsRow], after: Sequence[StandingsRow]
) -> list[tuple[StandingsRow, StandingsRow]]:
    """Return (row before, row after) of the players whose rank or total would change, the best rank after it first."""
    old = {row.tally.entry: row for row in before}
    pairs = [(old[row.tally.entry], row) for row in after]
    return [(was, now) for was, now in pairs if _read_place(was) != _read_place(now)]


def _read_place(row: StandingsRow) -> tuple[int | None, bool, int]:
    """Return what is compared of a row of the standings: (its rank, whether that is shared, the total that counts)."""
    return row.shown_rank, row.tied, row.tally.counted_total


def compare_prizes(
    before: Iterable[PrizeAward], after: Iterable[PrizeAward]
) -> list[tuple[Prize, list[str], list[str]]]:
    """Return the prizes that would go to others: (prize, winners now, winners then)."""
    now, then = list_winners(before), list_winners(after)
    lots = Prize.objects.in_bulk({*now, *then})
    return [
        (lot, now.get(pk, []), then.get(pk, []))
        for pk, lot in sorted(lots.items())
        if now.get(pk, []) != then.get(pk, [])
    ]


def list_winners(awards: Iterable[PrizeAward]) -> dict[int, list[str]]:
    """Return, by the id of each prize, the names of its winners."""
    return {lot.pk: [row.tally.player for row in each.winners] for each in awards for lot in each.lots}


QualificationChange = tuple[str, list[str], list[str]]  # which qualification, names now, names then


@dataclass(frozen=True)
class PhasePreview:
    """The matches of one phase `now`, and as a change would leave them (`then`). `until`: the first round of the next
    phase, None for the last phase."""

    phase: Phase
    until: int | None
    now: PhaseState
    then: PhaseState

    def contains_round(self, n: int) -> bool:
        """True if round n belongs to the phase."""
        return self.phase.since <= n and (self.until is None or n < self.until)

    @property
    def changed_matches(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of each match whose winner or margin the change would alter."""
        pairs = zip(self.now.duels, self.then.duels, strict=True)
        return [(was, would) for was, would in pairs if (was.winner, was.margin) != (would.winner, would.margin)]

    @property
    def lost_matches(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of each match of a knockout or of finals that the change would give another winner."""
        finals = self.phase.since if self.phase.format == Tournament.Format.KNOCKOUT else self.phase.finals
        others = [(was, would) for was, would in self.changed_matches if was.winner != would.winner]
        return [(was, would) for was, would in others if finals is not None and was.round >= finals]


def preview_phases(tournament: Tournament, projected: Sequence[Sheet]) -> list[PhasePreview]:
    """Preview the tournament's phases that have begun. `projected`: the sheets as the change would leave them."""
    phases = [phase for phase in list_phases(tournament) if phase.sides]
    ends = [phase.since for phase in phases[1:]]
    return [
        PhasePreview(
            phase,
            until,
            read_phase_state(tournament, phase, until),
            read_phase_state(tournament, phase, until, projected),
        )
        for phase, until in zip_longest(phases, ends)
    ]


def list_qualification_changes(previews: Iterable[PhasePreview]) -> Iterator[QualificationChange]:
    """Yield (which, names now, names then) of each qualification that would go to others: from the groups («Qualifiés
    des poules»), or by winning a knockout match."""
    for part in previews:
        if part.phase.format == Tournament.Format.GROUPS:
            now, then = (sorted(each.find_qualifiers()[0]) for each in (part.now, part.then))
            if now != then:
                yield _("Qualifiés des poules"), list_side_names(part, now), list_side_names(part, then)
        for was, would in part.lost_matches:
            where = _("Ronde %(round)s, table %(table)s") % {"round": was.round, "table": was.table}
            yield where, list_side_names(part, [was.winner]), list_side_names(part, [would.winner])


def list_side_names(part: PhasePreview, sides: Iterable[int | None]) -> list[str]:
    """Return the names of these sides; None is left out."""
    return [part.now.names[side] for side in sides if side is not None]


def list_affected_rounds(
    previews: Sequence[PhasePreview],
    rounds: Iterable[int],
    before: Sequence[StandingsRow],
    after: Sequence[StandingsRow],
) -> list[int]:
    """Return, of the numbers of later rounds, those that were drawn from results that the change would alter. `before`,
    `after`: the standings without and with the change."""
    return [
        n for n in rounds for part in previews if part.contains_round(n) and is_round_affected(part, n, before != after)
    ]


def is_round_affected(part: PhasePreview, n: int, ranks_move: bool) -> bool:
    """True if round n was drawn from an outcome of its own phase that would change, or if its phase was seeded by
    standings that would change. `ranks_move`: the change alters the standings."""
    phase, earlier = part.phase, [was.round for was, _would in part.changed_matches if was.round < n]
    if not earlier:
        return ranks_move and phase.since > 1 and (phase.seeding == STANDINGS or phase.qualified is not None)
    if phase.format == Tournament.Format.GROUPS:
        from_groups = set(part.now.find_qualifiers()[0]) != set(part.then.find_qualifiers()[0])
        lost = any(was.round < n for was, _would in part.lost_matches)
        return phase.finals is not None and n >= phase.finals and (from_groups or lost)
    if phase.format == Tournament.Format.KNOCKOUT:
        return any(was.round < n for was, _would in part.lost_matches)
    return phase.format == Tournament.Format.SWISS
