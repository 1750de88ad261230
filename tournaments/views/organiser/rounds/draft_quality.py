"""The quality of a draft in words, a line for each level of the draw's objective; and the other drafts, where they
differ from it in something to choose by. Reads what was evaluated; matches of two sides need a few more queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.rounds.draft_evaluation import DraftEvaluation, count_mate_meetings, name_movement
from tournaments.actions.rounds.pairing_pool import PairingPool
from tournaments.draws.evaluation import Evaluation
from tournaments.draws.exchanges import find_regrouped
from tournaments.draws.model import Proof
from tournaments.draws.movements import MITCHELL, RAINBOW
from tournaments.draws.partners import count_whist_rounds
from tournaments.draws.swiss import compute_spread
from tournaments.models import Tournament

from .draft_plates import DraftEditor, rank_players
from .phase_quality import describe_phase_measures, describe_phase_quality
from .seat_editor import MeasureLine

MOST_PAIRS = 3  # named of another draft; more are counted

EXPLAINED_SPREAD = gettext_lazy(
    "D’abord ne pas se rencontrer deux fois, ensuite les voisins de rang : ceux qui se sont vus sont séparés. Pour les "
    "réunir quand même, échangez deux noms."
)


MOVEMENTS = {
    "whist": gettext_lazy(
        "Tournoi de whist : chacun est une fois le partenaire de chacun, et deux fois son adversaire."
    ),
    "triple whist": gettext_lazy(
        "Tournoi de whist triple : chacun est une fois le partenaire de chacun, et deux fois son adversaire, une fois "
        "de chaque sorte."
    ),
    "mitchell": gettext_lazy(
        "Mouvement Mitchell : les uns restent à leur table, les autres avancent d’une table après chaque ronde."
    ),
    "howell": gettext_lazy(
        "Mouvement Howell : sauf un au plus, qui reste, tous vont de place en place par une même règle, et personne "
        "n’en rencontre un autre deux fois."
    ),
    "rainbow": gettext_lazy(
        "Mouvement arc-en-ciel (rainbow) : chacun garde sa place, et avance toujours du même nombre de tables."
    ),
}


def describe_quality(judged: DraftEvaluation) -> MeasureLine:
    """Describe the draft's quality in one sentence."""
    proof = judged.judgement.proof
    if judged.stale:
        return MeasureLine(_("Quelqu’un est arrivé ou parti depuis ce tirage : tirez de nouveau."), "warn")
    if proof.forbidden_met:
        return MeasureLine(_("Des personnes qui ne devaient pas se rencontrer sont à la même table."), "warn")
    if judged.last_exchange:
        return describe_hand_made(judged)
    if judged.draft.tournament.has_duels:
        return describe_phase_quality(judged)
    if proof.optimal:  # and nobody meets whom he must not: that was said above
        return MeasureLine(_("Le meilleur possible : aucun tirage n’a moins de rencontres répétées."), "go")
    return MeasureLine(_("Bon tirage ; il en existe peut-être un meilleur."))


def describe_hand_made(judged: DraftEvaluation) -> MeasureLine:
    """Return a line on what exchanges by hand have changed: the repeated meetings and the spread of ranks, as proposed
    and now."""
    was, now = judged.draft.rounds[0].get("proposed", {}), judged.judgement
    sentences = []
    if more := now.proof.repeats - was.get("repeats", now.proof.repeats):
        fewer = ngettext("%(n)s rencontre répétée de moins", "%(n)s rencontres répétées de moins", abs(more))
        words = ngettext("%(n)s rencontre répétée de plus", "%(n)s rencontres répétées de plus", abs(more))
        sentences.append((words if more > 0 else fewer) % {"n": abs(more)})
    if was.get("spread", now.spread) != now.spread:
        sentences.append(_("écart des rangs %(was)s → %(now)s") % {"was": was["spread"], "now": now.spread})
    if not sentences:
        return MeasureLine(_("Changé à la main."))
    return MeasureLine(_("Changé à la main : %(what)s.") % {"what": ", ".join(sentences)})


def describe_measures(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Describe every measure of the draft, first the movement (a known plan of rounds) that it follows, then the
    weightiest; measures that do not apply are left out."""
    if field.tournament.has_duels and field.tournament.format != Tournament.Format.SWISS:
        return describe_followed(judged, field)
    judgement, proof = judged.judgement, judged.judgement.proof
    lines = []
    if judged.season_round_count:
        words = ngettext(
            "%(n)s ronde de la saison est comptée dans ce qui suit.",
            "%(n)s rondes de la saison sont comptées dans ce qui suit.",
            judged.season_round_count,
        )
        lines.append(MeasureLine(words % {"n": judged.season_round_count}, "note"))
    movement = name_movement(field, judged.draft.rounds)
    lines += describe_movement(movement)
    lines += [describe_exclusions(proof)] if field.forbidden else []
    lines += describe_mates(judged, field)
    if any(row["resting"] for row in judged.draft.rounds):
        lines.append(describe_rests(judgement.rested_again))
    lines.append(describe_repeats(judged, field))
    if proof.repeats and not judged.stale:
        lines.append(describe_third_meetings(proof))
    lines += [] if movement else describe_partners(judged, field)
    if judgement.spread:
        lines.append(MeasureLine(_("Écart des rangs aux tables : %(n)s en tout.") % {"n": judgement.spread}))
        if field.tournament.format == Tournament.Format.STANDING and judged.draft.first > 1:
            lines.append(MeasureLine(str(EXPLAINED_SPREAD), "note"))
    lines.append(describe_seat_balance(judgement, movement))
    if field.fixed:
        lines += describe_kept_tables(judged, field)
    if judgement.small_gap > judgement.small_gap_bound:
        words = _("Certains seront plus souvent à une petite table que d’autres, de %(n)s au plus.")
        lines.append(MeasureLine(words % {"n": judgement.small_gap}))
    elif judgement.small_gap:
        lines.append(MeasureLine(_("Les petites tables sont partagées aussi bien que possible."), "go"))
    return begin_with_best_and_cost(lines)


def describe_followed(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return a line for each measure of rounds whose meetings follow from a round-robin table or a bracket."""
    kept = describe_kept_tables(judged, field) if field.fixed else []
    followed = [*describe_phase_measures(judged, field), *kept]
    if field.tournament.format != Tournament.Format.ALL or judged.stale:
        return followed
    movement = name_movement(field, judged.draft.rounds)
    balance = describe_seat_balance(judged.judgement, movement)
    return begin_with_best_and_cost([*describe_movement(movement), balance, *followed])


def describe_movement(movement: str) -> list[MeasureLine]:
    """Return a line on the movement of this name that the rounds follow; an empty list for ""."""
    return [MeasureLine(str(MOVEMENTS[movement]), "go")] if movement else []


def describe_partners(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return lines on the pairs of partners that come again, where pairs are drawn anew and the rounds follow no
    movement."""
    n = judged.repeated_partners
    words = ngettext("%(n)s paire se retrouve ensemble.", "%(n)s paires se retrouvent ensemble.", n)
    again = [MeasureLine(words % {"n": n})] if n else []
    return [*again, *describe_whist_to_come(judged, field)]


def describe_whist_to_come(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return a line that says how many rounds would make the draft a whist tournament, where partners change and
    nothing was played yet; else an empty list."""
    tournament = field.tournament
    rounds = count_whist_rounds(len(field.units)) if tournament.pairing == Tournament.Pairing.DRAWN else 0
    if field.previous or rounds <= len(judged.draft.rounds) or tournament.format != Tournament.Format.FIXED:
        return []
    words = _("En %(n)s rondes, ce serait un tournoi de whist : chacun une fois le partenaire de chacun.")
    return [MeasureLine(words % {"n": rounds}, "note")]


def begin_with_best_and_cost(lines: Sequence[MeasureLine]) -> list[MeasureLine]:
    """Return these lines with two at their head: the first that speaks for the draft («Bien : …») and the first that
    does not («À savoir : …»)."""
    best = next((line for line in lines if line.mark == "go"), None)
    cost = next((line for line in lines if line.mark in ("", "warn")), None)
    head = []
    if best:
        head.append(replace(best, words=_("Bien : %(what)s") % {"what": best.words}))
    if cost:
        head.append(replace(cost, words=_("À savoir : %(what)s") % {"what": cost.words}))
    return [*head, *(line for line in lines if line not in (best, cost))]


def describe_exclusions(proof: Proof) -> MeasureLine:
    """Describe how many meetings of people who must not meet take place."""
    n = proof.forbidden_met
    if not n:
        return MeasureLine(_("Aucune des rencontres à éviter n’a lieu."), "go")
    words = ngettext("%(n)s rencontre à éviter a lieu.", "%(n)s rencontres à éviter ont lieu.", n)
    return MeasureLine(words % {"n": n}, "warn")


def describe_mates(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return lines that say how often people of one team or club sit together, in which rounds, and the least number of
    times that this must happen."""
    if not any(field.list_mates(n) for n, _row in enumerate(judged.draft.rounds, judged.draft.first)):
        return []
    met = count_mate_meetings(field, judged.draft)
    n, bound = sum(met.values()), judged.judgement.mates_bound
    if not n:
        return [MeasureLine(_("Les gens d’une même équipe ou d’un même club sont tous séparés."), "go")]
    gap = describe_gap(n, bound)
    words = _("Gens d’une même équipe ou d’un même club à la même table : %(gap)s (%(rounds)s).")
    rounds = ", ".join(_("ronde %(n)s") % {"n": each} for each in met)
    return [MeasureLine(words % {"gap": gap, "rounds": rounds}, "go" if n <= bound else "warn")]


def describe_rests(again: int) -> MeasureLine:
    """Return a line that says whether rests are shared in turn. `again`: how many rests are given before their turn."""
    if again:
        words = ngettext("%(n)s repos est donné avant son tour.", "%(n)s repos sont donnés avant leur tour.", again)
        return MeasureLine(words % {"n": again}, "warn")
    return MeasureLine(_("Personne ne se repose de nouveau avant les autres."), "go")


def describe_repeats(judged: DraftEvaluation, field: PairingPool) -> MeasureLine:
    """Return a line that says how many meetings of the draft repeat an earlier one, of the draft itself or of a round
    before; and how many must repeat at least, unless people have come or gone since the draw."""
    proof, past = judged.judgement.proof, field.repeats_before
    n = proof.repeats - past
    if not n and field.boards is not None:
        return MeasureLine(_("Aucune équipe n’en rencontre une autre deux fois."), "go")
    if not n:
        return MeasureLine(_("Personne ne rencontre deux fois la même personne."), "go")
    words = ngettext("%(n)s rencontre se répète", "%(n)s rencontres se répètent", n) % {"n": n}
    if not judged.stale and proof.optimal:
        return MeasureLine(_("%(what)s : c’est le moins possible.") % {"what": words}, "go")
    least = proof.lower_bound - past
    if judged.stale or not least:
        return MeasureLine(f"{words}.")
    return MeasureLine(_("%(what)s ; il y en aura au moins %(bound)s.") % {"what": words, "bound": least})


def compare_with_best(
    judged: DraftEvaluation, others: Iterable[DraftEvaluation], numbers: Mapping[int, int]
) -> list[MeasureLine]:
    """Return one line that names the draft with the fewest repeated meetings, in a list; an empty list if none has
    fewer than this one. `numbers`: the shown number of each draft, by its choice."""
    best = min((judged, *others), key=lambda each: each.judgement.proof.repeats)
    n = judged.judgement.proof.repeats - best.judgement.proof.repeats
    if not n:
        return []
    words = ngettext(
        "Le tirage %(choice)s répète %(n)s rencontre de moins.",
        "Le tirage %(choice)s répète %(n)s rencontres de moins.",
        n,
    )
    return [MeasureLine(words % {"choice": numbers[best.draft.choice], "n": n}, "warn")]


def describe_third_meetings(proof: Proof) -> MeasureLine:
    """Return a line that says whether repeated meetings fall on the same people, counting the rounds before."""
    if proof.pair_cost == proof.repeats:  # a pair's second meeting costs one, its third two more
        return MeasureLine(_("Aucune rencontre n’a lieu trois fois."), "go")
    return MeasureLine(
        _("Des rencontres ont lieu trois fois ou plus."), "go" if proof.pair_cost == proof.pair_cost_bound else ""
    )


def describe_gap(n: int, bound: int) -> str:
    """Return a figure that should be small beside the least that it can be: «3, au mieux 2», or «2, le moins
    possible»."""
    if n <= bound:
        return _("%(n)s, le moins possible") % {"n": n}
    return _("%(n)s, au mieux %(bound)s") % {"n": n, "bound": bound} if bound else str(n)


def describe_seat_balance(judgement: Evaluation, movement: str = "") -> MeasureLine:
    """Return a line that says how evenly seats and first deals are shared; a difference of one, or of the least
    possible, counts as even. If the `movement` that the rounds follow keeps everybody in one place, the line says that
    instead."""
    proof, deals = judgement.proof, judgement.deal_gap
    if proof.seat_gap <= max(1, proof.seat_gap_bound) and deals <= max(1, judgement.deal_gap_bound):
        return MeasureLine(_("Les places et les premières donnes sont bien partagées."), "go")
    if movement in (MITCHELL, RAINBOW):
        return MeasureLine(
            _(
                "Chacun garde la même place à toutes les rondes : ceux de la première donnent toujours d’abord, les "
                "autres jamais."
            )
        )
    words = _(
        "Écart entre les places d’une même personne : %(seats)s ; entre les premières donnes de deux "
        "personnes : %(deals)s."
    ) % {
        "seats": describe_gap(proof.seat_gap, proof.seat_gap_bound),
        "deals": describe_gap(deals, judgement.deal_gap_bound),
    }
    return MeasureLine(words)


def describe_kept_tables(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return lines that say whether those who keep a table sit at it, with one for each person who keeps a table that
    the draft does not have."""
    misplaced = judged.judgement.misplaced
    tables = min((len(row["tables"]) for row in judged.draft.rounds), default=0)
    keepers = field.tournament.entries.filter(fixed_table__gt=tables).order_by("fixed_table")
    seated = {entry for row in judged.draft.rounds for table in row["tables"] for entry in table}
    words = _("%(who)s garde la table %(n)s, que ce tirage n’a pas.")
    without = [
        MeasureLine(words % {"who": entry.shown_name, "n": entry.fixed_table}, "warn")
        for entry in keepers
        if entry.pk in seated
    ]
    if misplaced:
        gap = describe_gap(misplaced, judged.judgement.misplaced_bound)
        words = _("Sièges loin de la table gardée : %(gap)s.") % {"gap": gap}
        return [*without, MeasureLine(words, "warn")]
    return without or [MeasureLine(_("Ceux qui gardent leur table y sont."), "go")]


@dataclass(frozen=True)
class DraftChoice:
    """Another draft that can be chosen. `choice`: the number by which it is chosen; `n`: its number among those shown;
    `words`: how it differs, a sentence each."""

    choice: int
    n: int
    words: list[str]


@dataclass(frozen=True)
class DraftMerit:
    """The figures by which an organiser chooses among drafts. `repeats`: meetings that repeat; `spread`: the spread of
    ranks, summed over tables; `widest`: the largest at one table; `movement`: the name of the known plan of rounds that
    it follows, or ""."""

    repeats: int
    spread: int
    widest: int
    movement: str


class DraftComparison:
    """A comparison of other drafts with the chosen one, `found`. `names`: the entries' names, by id."""

    def __init__(self, field: PairingPool, found: DraftEvaluation, names: Mapping[int, str]):
        self.field, self.found, self.names = field, found, names
        self.ranks = rank_players(field) if found.judgement.spread else []
        self.here = self.measure(found)

    def measure(self, judged: DraftEvaluation) -> DraftMerit:
        """Return the figures by which this draft is compared with others."""
        tables = [self.field.to_players(table) for row in judged.draft.rounds for table in row["tables"]]
        spreads = [compute_spread([p - 1 for p in table], self.ranks) for table in tables] if self.ranks else []
        judgement, movement = judged.judgement, name_movement(self.field, judged.draft.rounds)
        return DraftMerit(
            judgement.proof.repeats - self.field.repeats_before, judgement.spread, max(spreads, default=0), movement
        )

    def list_choices(self, others: Sequence[DraftEvaluation]) -> tuple[int, list[DraftChoice]]:
        """Return (the number of the chosen draft, the other drafts to choose from). Of drafts with equal figures only
        one is shown; those that are shown are numbered from 1 without a gap."""
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

    def describe(self, other: DraftEvaluation, merit: DraftMerit) -> list[str]:
        """Return sentences on another draft: what is best about it, what it costs, then how it differs from the chosen
        one."""
        words = [line.words for line in describe_measures(other, self.field)[:2]]
        if merit.repeats != self.here.repeats:
            alone = describe_repeats(other, self.field).words
            beside = self.describe_repeats(other, merit.repeats)
            words = [sentence.replace(alone, beside) for sentence in words]
            words += [] if any(beside in sentence for sentence in words) else [beside]
        if merit.spread != self.here.spread:
            sentence = _("Écart des rangs aux tables : %(n)s en tout, au lieu de %(here)s.")
            words.append(sentence % {"n": merit.spread, "here": self.here.spread})
        if merit.widest != self.here.widest:
            sentence = _("À une même table, au plus %(n)s rangs d’écart, au lieu de %(here)s.")
            words.append(sentence % {"n": merit.widest, "here": self.here.widest})
        return [*words, describe_regrouped(self.found, other)]

    def describe_repeats(self, other: DraftEvaluation, n: int) -> str:
        """Return the sentence that says how many meetings repeat in another draft (`n`), and who meets again if they
        are few."""
        if not n and self.field.boards is not None:
            return _("Aucune équipe n’en rencontre une autre deux fois.")
        if not n:
            return _("Personne ne rencontre deux fois la même personne.")
        sentence = ngettext("%(n)s rencontre se répète", "%(n)s rencontres se répètent", n) % {"n": n}
        first = DraftEditor(self.field, other, other.draft.first, self.names)
        repeats = [pair for table in first.row["tables"] for pair in first.find_pairs(table, first.met)]
        pairs = [" & ".join(map(first.name_number, pair)) for pair in repeats]
        said = {"what": sentence, "here": self.here.repeats, "who": ", ".join(pairs)}
        if not 0 < len(pairs) <= MOST_PAIRS or len(other.draft.rounds) > 1:
            return _("%(what)s, au lieu de %(here)s.") % said
        return _("%(what)s, au lieu de %(here)s : %(who)s.") % said


def describe_regrouped(evaluation: DraftEvaluation, other: DraftEvaluation) -> str:
    """Return the sentence that says how many people have other companions in the draft `other` than in `evaluation`."""
    rounds = zip(evaluation.draft.rounds, other.draft.rounds, strict=False)
    n = len(set().union(*(find_regrouped(row["tables"], there["tables"]) for row, there in rounds)))
    if not n:
        return _("Les mêmes tables, d’autres places.")
    words = ngettext("%(n)s personne a d’autres compagnons.", "%(n)s personnes ont d’autres compagnons.", n)
    return words % {"n": n}
