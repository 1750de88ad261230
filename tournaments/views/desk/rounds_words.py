"""What a draft reaches, in words, level by level of the objective. It reads what was judged, never the database."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.seating_drafts import Judged
from tournaments.actions.seating_field import Field
from tournaments.draws.model import Proof


@dataclass(frozen=True)
class Line:
    """One measure. `mark`: "go" where nothing better can be, "warn" where it should be looked at, else ""."""

    words: str
    mark: str = ""


def is_best(proof: Proof) -> bool:
    """Is it proved that no draw has fewer repeated meetings?"""
    return not proof.forbidden_met and proof.optimal


def verdict(judged: Judged) -> Line:
    """The draft in one sentence."""
    proof = judged.judgement.proof
    if judged.stale:
        return Line(_("Quelqu’un est arrivé ou parti depuis ce tirage : tirez de nouveau."), "warn")
    if proof.forbidden_met:
        return Line(_("Des personnes à tenir à l’écart sont à la même table."), "warn")
    if is_best(proof):
        return Line(_("Optimal : aucun tirage ne fait moins de rencontres répétées."), "go")
    return Line(_("Bon tirage, sans preuve qu’on ne puisse faire mieux."))


def lines(judged: Judged, field: Field) -> list[Line]:
    """Every measure, the weightiest first; those that say nothing tonight are left out."""
    judgement, proof = judged.judgement, judged.judgement.proof
    found = []
    if field.remembered:
        words = ngettext(
            "%(n)s ronde de la saison est comptée.", "%(n)s rondes de la saison sont comptées.", field.remembered
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
        found.append(Line(_("Écart des rangs aux tables : %(n)s en tout.") % {"n": judgement.spread}))
    found.append(seat_line(proof.seat_gap, judgement.deal_gap))
    if field.fixed:
        found.append(place_line(judgement.misplaced))
    if judgement.small_gap:
        found.append(Line(_("Petites tables : un écart de %(n)s entre les joueurs.") % {"n": judgement.small_gap}))
    return found


def apart_line(proof: Proof) -> Line:
    n = proof.forbidden_met
    if not n:
        return Line(_("Ceux que l’on tient à l’écart ne se rencontrent pas."), "go")
    words = ngettext("%(n)s rencontre à éviter a lieu.", "%(n)s rencontres à éviter ont lieu.", n)
    return Line(words % {"n": n}, "warn")


def rest_line(again: int) -> Line:
    if again:
        return Line(_("Quelqu’un se repose avant son tour."), "warn")
    return Line(_("Chacun se repose à son tour."), "go")


def meeting_line(proof: Proof) -> Line:
    n = proof.repeats
    if not n:
        return Line(_("Personne ne rencontre deux fois la même personne : on ne peut pas faire mieux."), "go")
    words = ngettext("%(n)s rencontre se répète", "%(n)s rencontres se répètent", n) % {"n": n}
    if proof.optimal:
        return Line(_("%(what)s : c’est le moins possible.") % {"what": words}, "go")
    return Line(_("%(what)s ; il y en aura au moins %(bound)s.") % {"what": words, "bound": proof.lower_bound})


def seat_line(seats: int, deals: int) -> Line:
    if max(seats, deals) <= 1:
        return Line(_("Places et premières donnes bien partagées."), "go")
    words = _("Places : écart de %(seats)s ; premières donnes : écart de %(deals)s.")
    return Line(words % {"seats": seats, "deals": deals})


def place_line(misplaced: int) -> Line:
    if not misplaced:
        return Line(_("Ceux qui gardent leur table l’ont."), "go")
    words = ngettext(
        "%(n)s fois, quelqu’un n’est pas à la table qu’il garde.",
        "%(n)s fois, quelqu’un n’est pas à la table qu’il garde.",
        misplaced,
    )
    return Line(words % {"n": misplaced}, "warn")


def shown(entries: list[int], names: Mapping[int, str]) -> list[tuple[int, str]]:
    return [(entry, names[entry]) for entry in entries if entry in names]
