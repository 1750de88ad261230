"""The quality of a draft in words where two sides meet at a table: by what rule they meet, how many matches there are,
and when people of one team or club meet. A few queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds import phases as seating_phases
from tournaments.actions.rounds.draft_evaluation import DraftEvaluation, count_mate_meetings
from tournaments.actions.rounds.pairing_pool import PairingPool
from tournaments.draws.knockout import MAIN, KnockoutScheme, build_bracket
from tournaments.draws.late_mates import count_turns, plan_knockout
from tournaments.models import Tournament
from tournaments.presentation.bracket_names import name_stage
from tournaments.reading import phases
from tournaments.standings.ranking import get_name_key

from .seat_editor import MeasureLine


def describe_phase_quality(judged: DraftEvaluation) -> MeasureLine:
    """Return a line that says by what rule the sides of matches meet: round-robin tables, a bracket by seeds, or
    Swiss."""
    tournament = judged.draft.tournament
    if tournament.format == Tournament.Format.SWISS:
        return describe_swiss_quality(judged)
    phase = phases.get_current_phase(tournament)
    in_rounds = phase is not None and phase.finals is None and tournament.format == Tournament.Format.GROUPS
    if phase and (tournament.format == Tournament.Format.ALL or in_rounds):
        if in_rounds:
            words = _("Chacun rencontre chacun dans sa poule (tables de Berger).")
            return MeasureLine(words, "go")
        in_teams = tournament.has_team_matches
        if phases.read_phase_state(tournament, phase).follows_berger_tables:
            words = _("Chaque équipe rencontre chaque équipe (tables de Berger).") if in_teams else ""
            return MeasureLine(words or _("Chacun rencontre chacun (tables de Berger)."), "go")
        if in_teams:
            words = _("Rondes refaites après un départ : chaque équipe rencontre toutes celles qu’elle n’a pas vues.")
            return MeasureLine(words)
        words = _("Rondes refaites après une arrivée ou un départ : chacun rencontre tous ceux qu’il n’a pas vus.")
        return MeasureLine(words)
    if phase and phase.seeding == phases.LOT:
        words = _(
            "Tableau par têtes de série, tirées au sort : les deux premières ne peuvent se rencontrer qu’à la fin."
        )
        return MeasureLine(words, "go")
    return MeasureLine(_("Tableau par têtes de série : les deux premières ne peuvent se rencontrer qu’à la fin."), "go")


def describe_swiss_quality(judged: DraftEvaluation) -> MeasureLine:
    """Return a line that says, in a Swiss tournament, whether opponents' scores could be closer."""
    if judged.draft.first == judged.draft.tournament.seeding.get("round"):
        return MeasureLine(_("D’après l’adresse au jeu : la première moitié rencontre la seconde, dans l’ordre."), "go")
    if judged.judgement.proof.repeats > judged.judgement.proof.lower_bound:
        return MeasureLine(_("Bon tirage ; il en existe peut-être un meilleur."))
    if judged.least_spread == judged.judgement.spread:
        return MeasureLine(
            _("Le meilleur possible : aucun tirage ne fait se rencontrer des scores plus proches."), "go"
        )
    return MeasureLine(_("Bon tirage : personne ne se retrouve sans nécessité."))


def describe_phase_measures(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return lines on rounds that follow from a round-robin table or a bracket: how many meetings, who rests, who came
    too late."""
    n = sum(len(field.to_drawn(row["tables"])) for row in judged.draft.rounds)
    words = ngettext("%(n)s rencontre à jouer.", "%(n)s rencontres à jouer.", n) % {"n": n}
    lines = [MeasureLine(words, "note")]
    if any(row["resting"] for row in judged.draft.rounds):
        in_teams = _("À un nombre impair, une équipe est sans adversaire, chacune à son tour.")
        alone = _("À un nombre impair, chacun se repose à son tour.")
        lines.append(MeasureLine(in_teams if field.boards is not None else alone, "note"))
    if any(row.get("aside") for row in judged.draft.rounds):
        lines.append(MeasureLine(_("Les autres sont sortis, exempts, ou attendent leur rencontre.")))
    late = {entry for row in judged.draft.rounds for entry in seating_phases.list_late_comers(field, row)}
    if late:
        lines.append(
            describe_late_players(field.tournament.entries.filter(pk__in=late).values_list("shown_name", flat=True))
        )
    return [*lines, *describe_phase_mates(judged, field)]


def describe_phase_mates(judged: DraftEvaluation, field: PairingPool) -> list[MeasureLine]:
    """Return a list of one line or none, on people of one team or club in rounds that follow from a round-robin table
    or a bracket. The line says in which rounds they meet, and how many players were moved from the place of their seed
    so that they meet later."""
    draft, phase = judged.draft, phases.get_current_phase(field.tournament)
    if phase is None or phase.moved is None:
        return []
    bracket, met = find_begun_bracket(field, draft.first, phase), count_mate_meetings(field, draft)
    begins = draft.first == phase.since or bracket is not None
    price = describe_moved(bracket.moved if bracket else phase.moved, phase) if begins else ""
    if met:
        words = _("Gens d’une même équipe ou d’un même club face à face, aussi tard qu’on a su faire : %(rounds)s.")
        rounds = ", ".join(_("ronde %(n)s") % {"n": each} for each in met)
        return [MeasureLine(f"{words % {'rounds': rounds}} {price}".rstrip())]
    if stage := bracket.name_first_stage() if bracket else "":
        words = _("Gens d’une même équipe ou d’un même club : face à face, au plus tôt, à l’étape « %(stage)s ».")
        return [MeasureLine(f"{words % {'stage': stage}} {price}".rstrip(), "go")]
    sentence = _("Les gens d’une même équipe ou d’un même club sont tous séparés.")
    return [MeasureLine(f"{sentence} {price}".rstrip(), "go")] if begins else []


@dataclass(frozen=True)
class BegunBracket:
    """A bracket of which the first round is being drawn. `seeds`: its sides, in order of seed; `mates`: for each two
    places held by people of one team or club, the number of first stages in which they should not meet; `moved`: how
    many sides were moved from the place of their seed for that."""

    seeds: Sequence[int]
    scheme: KnockoutScheme
    mates: Mapping[tuple[int, int], int]
    moved: int | None

    def name_first_stage(self) -> str:
        """Return the name of the first stage in which people of one team or club may meet; "" where none do."""
        turns = count_turns(plan_knockout(len(self.seeds)), range(len(self.seeds)), self.mates)
        bracket = build_bracket(self.seeds, self.scheme)
        return name_stage(bracket, MAIN, bracket.list_stages(MAIN)[min(turns) - 1]) if turns else ""


def find_begun_bracket(field: PairingPool, first: int, phase: phases.Phase) -> BegunBracket | None:
    """Return the bracket whose first round is `first`: the knockout, or the finals after groups; None elsewhere."""
    if phase.format == Tournament.Format.KNOCKOUT and first == phase.since:
        return BegunBracket(phase.all_sides, phase.scheme, seating_phases.map_mates(field, phase), phase.moved)
    if first != phase.finals:
        return None
    state = phases.read_phase_state(field.tournament, phase)
    mates = {
        places: len(phase.main)
        for places in combinations(range(len(phase.main)), 2)
        if tuple(sorted(phase.main[place] for place in places)) in state.mates
    }
    return BegunBracket(phase.main, phase.scheme, mates, state.count_moved_finalists() if mates else None)


def describe_moved(moved: int | None, phase: phases.Phase) -> str:
    """Return the sentence that says how many left the place of their seed to keep a team or club apart; "" where nobody
    has, or the lot gave the places."""
    if not moved or (phase.seeding == phases.LOT and phase.finals is None):
        return ""
    words = ngettext(
        "Pour cela, %(n)s n’a pas la place de son rang.",
        "Pour cela, %(n)s n’ont pas la place de leur rang.",
        moved,
    )
    return words % {"n": moved}


def describe_late_players(names: Iterable[str]) -> MeasureLine:
    """Return a line that names those who came when the bracket was full, and says what they can do."""
    words = _("Plus de place au tableau pour : %(who)s. On peut y remplacer qui s’en va, ou jouer la phase suivante.")
    return MeasureLine(words % {"who": ", ".join(sorted(names, key=get_name_key))}, "warn")
