"""The other drafts of a round, where they differ from the chosen one in something to choose by: who meets again, how
far apart the ranks at a table are. Draws as good as another one are left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds.draft_evaluation import DraftEvaluation
from tournaments.actions.rounds.pairing_pool import PairingPool
from tournaments.draws.exchanges import find_regrouped
from tournaments.draws.swiss import compute_spread

from .draft_plates import PlateBuilder, rank_players

MOST_PAIRS = 3  # named of a draft; more are counted


@dataclass(frozen=True)
class DraftChoice:
    """Another draft that can be chosen. `choice`: what chooses it; `n`: its number among those shown; `words`: how it
    differs, a sentence each."""

    choice: int
    n: int
    words: list[str]


@dataclass(frozen=True)
class DraftMerit:
    """What drafts are chosen by. `repeats`: meetings that repeat; `spread`: of the ranks, summed over tables; `widest`:
    the largest at one table."""

    repeats: int
    spread: int
    widest: int


class DraftComparison:
    """Compares drafts with the chosen one, `found`. `names`: by entry."""

    def __init__(self, field: PairingPool, found: DraftEvaluation, names: Mapping[int, str]):
        self.field, self.found, self.names = field, found, names
        self.ranks = rank_players(field) if found.judgement.spread else []
        self.here = self.measure(found)

    def measure(self, judged: DraftEvaluation) -> DraftMerit:
        """Return what the draft is chosen by."""
        tables = [self.field.to_players(table) for row in judged.draft.rounds for table in row["tables"]]
        spreads = [compute_spread([p - 1 for p in table], self.ranks) for table in tables] if self.ranks else []
        return DraftMerit(judged.judgement.proof.repeats, judged.judgement.spread, max(spreads, default=0))

    def list_choices(self, others: Sequence[DraftEvaluation]) -> tuple[int, list[DraftChoice]]:
        """Return the number of the chosen draft, and the drafts that differ from it, and from each other, in something
        to choose by. Drafts that are shown are numbered from 1 without a gap."""
        differing: dict[DraftMerit, DraftEvaluation] = {}
        for other in others:
            if (there := self.measure(other)) != self.here:
                differing.setdefault(there, other)
        order = sorted([self.found.draft.choice, *(each.draft.choice for each in differing.values())])
        numbers = {choice: n for n, choice in enumerate(order, 1)}
        choices = [
            DraftChoice(other.draft.choice, numbers[other.draft.choice], self.describe(other, there))
            for there, other in differing.items()
        ]
        return numbers[self.found.draft.choice], choices

    def describe(self, other: DraftEvaluation, there: DraftMerit) -> list[str]:
        """Say how a draft differs from the chosen one, a sentence each."""
        words = []
        if there.repeats != self.here.repeats:
            words.append(self.describe_repeats(other, there.repeats))
        if there.spread != self.here.spread:
            told = _("Écart des rangs aux tables : %(n)s en tout, au lieu de %(here)s.")
            words.append(told % {"n": there.spread, "here": self.here.spread})
        if there.widest != self.here.widest:
            told = _("À une même table, au plus %(n)s rangs d’écart, au lieu de %(here)s.")
            words.append(told % {"n": there.widest, "here": self.here.widest})
        return [*words, describe_regrouped(self.found, other)]

    def describe_repeats(self, other: DraftEvaluation, n: int) -> str:
        """Say how many meetings repeat in another draft, and whose where they are few."""
        if not n:
            return _("Personne ne rencontre deux fois la même personne.")
        told = ngettext("%(n)s rencontre se répète", "%(n)s rencontres se répètent", n) % {"n": n}
        builder = PlateBuilder(self.field, other, other.draft.first, self.names, None)
        pairs = [" & ".join(it.people) for table in builder.tables for it in builder.list_repeats(table)]
        if not 0 < len(pairs) <= MOST_PAIRS or len(other.draft.rounds) > 1:
            return _("%(what)s, au lieu de %(here)s.") % {"what": told, "here": self.here.repeats}
        return _("%(what)s, au lieu de %(here)s : %(who)s.") % {
            "what": told,
            "here": self.here.repeats,
            "who": ", ".join(pairs),
        }


def describe_regrouped(found: DraftEvaluation, other: DraftEvaluation) -> str:
    """Say how many people have other companions in another draft, in any of its rounds."""
    rounds = zip(found.draft.rounds, other.draft.rounds, strict=False)
    n = len(set().union(*(find_regrouped(row["tables"], there["tables"]) for row, there in rounds)))
    if not n:
        return _("Les mêmes tables, d’autres places.")
    words = ngettext("%(n)s personne a d’autres compagnons.", "%(n)s personnes ont d’autres compagnons.", n)
    return words % {"n": n}
