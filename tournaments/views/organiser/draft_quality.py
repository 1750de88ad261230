"""The quality of a draft in words, one line for each level of the draw's objective. It reads what was
evaluated; only matches between two sides need a few more queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds import phases as seating_phases
from tournaments.actions.rounds.drafts import Judged
from tournaments.actions.rounds.pairing_pool import Field
from tournaments.draws.model import Proof
from tournaments.models import Event
from tournaments.rounds import phases


@dataclass(frozen=True)
class Line:
    """One measure of a draft in words. `mark`: "go" if nothing better is possible, "warn" if the organiser should look,
    else ""."""

    words: str
    mark: str = ""


def is_best(proof: Proof) -> bool:
    """True if it is proved that no draw has fewer repeated meetings."""
    return not proof.forbidden_met and proof.optimal


def verdict(judged: Judged) -> Line:
    """Describe the draft's quality in one sentence."""
    proof = judged.judgement.proof
    if judged.stale:
        return Line(_("Quelqu’un est arrivé ou parti depuis ce tirage : tirez de nouveau."), "warn")
    if proof.forbidden_met:
        return Line(_("Des personnes qui ne devaient pas se rencontrer sont à la même table."), "warn")
    if judged.draft.event.duels:
        return phase_verdict(judged)
    if is_best(proof):
        return Line(_("Le meilleur possible : aucun tirage ne fait moins de rencontres répétées."), "go")
    return Line(_("Bon tirage ; il en existe peut-être un meilleur."))


def phase_verdict(judged: Judged) -> Line:
    """Describe, for matches between two sides, by what rule the sides meet."""
    event = judged.draft.event
    if event.format == Event.Format.SWISS:
        return swiss_verdict(judged)
    phase = phases.current(event)
    in_rounds = phase is not None and phase.finals is None and event.format == Event.Format.GROUPS
    if phase and (event.format == Event.Format.ALL or in_rounds):
        if event.format == Event.Format.GROUPS or phases.stand(event, phase).by_the_table:
            return Line(_("Tables de Berger (FIDE C.05, annexe 1) : chacun rencontre chacun."), "go")
        words = _("Rondes refaites après une arrivée ou un départ : chacun rencontre tous ceux qu’il n’a pas vus.")
        return Line(words)
    return Line(_("Tableau par têtes de série : les deux premières ne peuvent se rencontrer qu’à la fin."), "go")


def swiss_verdict(judged: Judged) -> Line:
    """Describe, in a Swiss tournament, how close the opponents' scores are and whether they could be closer."""
    if judged.judgement.proof.repeats > judged.judgement.proof.lower_bound:
        return Line(_("Bon tirage ; il en existe peut-être un meilleur."))
    if judged.least_spread == judged.judgement.spread:
        return Line(_("Le meilleur possible : aucun tirage ne fait se rencontrer des scores plus proches."), "go")
    return Line(_("Bon tirage : personne ne se retrouve sans nécessité."))


def lines(judged: Judged, field: Field) -> list[Line]:
    """Describe every measure of the draft, the weightiest first; measures that do not apply are left out."""
    if field.event.duels and field.event.format != Event.Format.SWISS:
        return phase_lines(judged, field)
    judgement, proof = judged.judgement, judged.judgement.proof
    found = []
    if field.remembered:
        words = ngettext(
            "%(n)s ronde de la saison est comptée dans ce qui suit.",
            "%(n)s rondes de la saison sont comptées dans ce qui suit.",
            field.remembered,
        )
        found.append(Line(words % {"n": field.remembered}))
    if field.forbidden:
        found.append(apart_line(proof))
    if any(row["resting"] for row in judged.draft.rounds):
        found.append(rest_line(judgement.rested_again))
    found.append(meeting_line(proof))
    if judged.again:
        words = ngettext("%(n)s paire se retrouve ensemble.", "%(n)s paires se retrouvent ensemble.", judged.again)
        found.append(Line(words % {"n": judged.again}))
    if judgement.spread:
        found.append(Line(_("Écart des rangs aux tables : %(n)s en tout.") % {"n": judgement.spread}))
    found.append(seat_line(proof, judgement.deal_gap))
    if field.fixed:
        found.append(place_line(judgement.misplaced))
    if judgement.small_gap:
        found.append(Line(_("Petites tables : un écart de %(n)s entre les joueurs.") % {"n": judgement.small_gap}))
    return found


def phase_lines(judged: Judged, field: Field) -> list[Line]:
    """Describe rounds that follow from a round-robin table or a bracket."""
    n = sum(len(row["tables"]) for row in judged.draft.rounds)
    words = ngettext("%(n)s rencontre à jouer.", "%(n)s rencontres à jouer.", n) % {"n": n}
    found = [Line(words)]
    if any(row["resting"] for row in judged.draft.rounds):
        found.append(Line(_("À un nombre impair, chacun se repose à son tour.")))
    if any(row.get("aside") for row in judged.draft.rounds):
        found.append(Line(_("Les autres sont sortis, exempts, ou attendent leur rencontre.")))
    late = {entry for row in judged.draft.rounds for entry in seating_phases.too_late(field, row)}
    if late:
        found.append(late_line(field.event.entries.filter(pk__in=late).values_list("shown_name", flat=True)))
    return [*found, *([place_line(judged.judgement.misplaced)] if field.fixed else [])]


def late_line(names: Iterable[str]) -> Line:
    """Describe who came when the bracket had no place left, and what he can do."""
    words = _("Plus de place au tableau pour : %(who)s. On peut y remplacer qui s’en va, ou jouer la phase suivante.")
    return Line(words % {"who": ", ".join(names)}, "warn")


def apart_line(proof: Proof) -> Line:
    """Describe how many meetings of people who must not meet take place."""
    n = proof.forbidden_met
    if not n:
        return Line(_("Aucune des rencontres à éviter n’a lieu."), "go")
    words = ngettext("%(n)s rencontre à éviter a lieu.", "%(n)s rencontres à éviter ont lieu.", n)
    return Line(words % {"n": n}, "warn")


def rest_line(again: int) -> Line:
    """Describe whether rests are shared. `again`: how many rest before their turn."""
    if again:
        return Line(_("Quelqu’un se repose avant son tour."), "warn")
    return Line(_("Chacun se repose à son tour."), "go")


def meeting_line(proof: Proof) -> Line:
    """Describe how many meetings are repeated, and the proved minimum."""
    n = proof.repeats
    if not n:
        return Line(_("Personne ne rencontre deux fois la même personne : on ne peut pas faire mieux."), "go")
    words = ngettext("%(n)s rencontre se répète", "%(n)s rencontres se répètent", n) % {"n": n}
    if proof.optimal:
        return Line(_("%(what)s : c’est le moins possible.") % {"what": words}, "go")
    return Line(_("%(what)s ; il y en aura au moins %(bound)s.") % {"what": words, "bound": proof.lower_bound})


def seat_line(proof: Proof, deals: int) -> Line:
    """Describe how evenly seats and first deals are shared. A difference of one can always remain."""
    seats, bound = proof.seat_gap, proof.seat_gap_bound
    if max(seats, deals) <= 1:
        return Line(_("Places et premières donnes bien partagées."), "go")
    words = _("Places : écart de %(seats)s ; premières donnes : écart de %(deals)s.")
    if seats > 1 and seats == bound:
        words = _("Places : écart de %(seats)s, le moins possible ; premières donnes : écart de %(deals)s.")
    elif seats > 1:
        words = _("Places : écart de %(seats)s, au moins %(bound)s ; premières donnes : écart de %(deals)s.")
    return Line(words % {"seats": seats, "bound": max(1, bound), "deals": deals})


def place_line(misplaced: int) -> Line:
    """Describe how many players are not at the table that they keep."""
    if not misplaced:
        return Line(_("Ceux qui gardent leur table l’ont."), "go")
    words = ngettext(
        "%(n)s fois, quelqu’un n’est pas à la table qu’il garde.",
        "%(n)s fois, quelqu’un n’est pas à la table qu’il garde.",
        misplaced,
    )
    return Line(words % {"n": misplaced}, "warn")


def shown(entries: list[int], names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return (entry id, name) of these entries; unknown ones are left out."""
    return [(entry, names[entry]) for entry in entries if entry in names]
