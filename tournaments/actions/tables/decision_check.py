"""The check of the links of what decides something beside the book: each link is computed again, and the rows that
stand are compared with what the last links say of them. Writes nothing."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.book.decisions import get_deciding_model, load_decisions
from tournaments.models import ChainLink, Tournament
from tournaments.models.guards.deciding_rows import DECIDING_ROWS, Decision
from tournaments.models.guards.digests import compute_decision_digest, compute_first_digest

from .database_check import BookDifference, read_at_one_moment

LINKS_AT_ONCE = 2_000
NAMES = {
    "tournament": gettext_lazy("la soirée, ses règles et son classement"),
    "entry": gettext_lazy("qui est un inscrit, et sa paire"),
    "round": gettext_lazy("une ronde et la graine de son tirage"),
    "rest": gettext_lazy("qui est exempt d’une ronde"),
    "unplayed": gettext_lazy("une table qui n’est pas jouée"),
    "adjustment": gettext_lazy("un bonus ou une pénalité"),
    "count": gettext_lazy("les jetons comptés d’une place"),
    "confirmation": gettext_lazy("une confirmation de feuille"),
    "prize": gettext_lazy("un lot"),
    "account": gettext_lazy("le droit d’entrée et le partage des lots"),
    "group": gettext_lazy("le groupe d’un joueur pour les lots"),
    "worth": gettext_lazy("ce que vaut un jeton"),
    "season": gettext_lazy("une saison et sa règle"),
    "counted": gettext_lazy("une soirée d’une saison"),
    "log": gettext_lazy("une ligne du journal"),
}
"""By key of DECIDING_ROWS, what a sentence calls one such row."""


def check_decisions(tournaments: QuerySet[Tournament] | None) -> None:
    """Check the chain of decisions beside the book: that each link has the digest of what it says, and that each row is
    what its last link says of it. Raises BookDifference at the first that is not. `tournaments`: those to check; None:
    all, and what belongs to no tournament (clubs' seasons, jetons' worth)."""
    links = ChainLink.objects.exclude(part=None)
    rows = {part: select_rows(part, tournaments) for part in DECIDING_ROWS}
    compare_decisions(links if tournaments is None else links.filter(tournament__in=tournaments), rows)


def check_shared_decisions() -> None:
    """Check, as `check_decisions` does, what belongs to no tournament: clubs' seasons, jetons' worth. Raises
    BookDifference."""
    rows = {}
    for part, deciding in DECIDING_ROWS.items():
        mine = get_deciding_model(part)._base_manager.all()
        rows[part] = mine.filter(**{f"{deciding.tournament}__isnull": True}) if deciding.tournament else mine
    compare_decisions(ChainLink.objects.exclude(part=None).filter(tournament=None), rows)


@read_at_one_moment()
def compare_decisions(links: QuerySet[ChainLink], rows: Mapping[str, QuerySet[Any]]) -> None:
    """Raise BookDifference at the first of these links whose digests are wrong; else at the first row that is not what
    its last link says of it. `rows`: by part (the kind of row, such as "prize"); `links`: all links of such rows."""
    held = read_held_decisions(links)
    for part in DECIDING_ROWS:
        mine = held.pop(part, {})
        for decision in load_decisions(part, rows[part]):
            said = mine.pop(decision.subject, None)
            if said is None:
                raise BookDifference(
                    _("%(what)s : la chaîne du livre n’en dit rien, on l’a mis là autrement.") % describe(decision)
                )
            if not agree(decision, said):
                raise BookDifference(
                    _("%(what)s : ce n’est pas ce qui a été scellé dans le livre.") % describe(decision)
                )
        for said in mine.values():
            raise BookDifference(_("%(what)s : le livre l’a scellé, et ce n’est plus dans la base.") % describe(said))
    for others in held.values():
        for said in others.values():
            raise BookDifference(_("%(what)s : ce n’est pas ce qui a été scellé dans le livre.") % describe(said))


def select_rows(part: str, tournaments: QuerySet[Tournament] | None) -> QuerySet[Any]:
    """Return the deciding rows of a part, a key of DECIDING_ROWS; only those of these tournaments (None: all)."""
    rows = get_deciding_model(part)._base_manager.all()
    if tournaments is None:
        return rows
    path = DECIDING_ROWS[part].tournament
    return rows.filter(**{f"{path}__in": tournaments}) if path else rows.none()


def read_held_decisions(links: QuerySet[ChainLink]) -> dict[str, dict[int, Decision]]:
    """Return, by part (the kind of row, such as "prize") and row id, what the last link of each row says; rows that
    were removed are left out. Raises BookDifference at the first link whose digests are wrong."""
    last: dict[tuple[str, int], str] = {}
    held: dict[str, dict[int, Decision]] = {}
    for link in links.order_by("pk").iterator(chunk_size=LINKS_AT_ONCE):
        said = Decision(link.part or "", link.subject or 0, link.tournament_id, link.state or "", link.reason)
        row = said.part, said.subject
        previous = last.get(row) or compute_first_digest(*row)
        digest = compute_decision_digest((link.previous, link.beside), *said)
        if (link.previous, link.digest) != (previous, digest):
            raise BookDifference(_("%(what)s : ce n’est pas ce qui a été scellé dans le livre.") % describe(said))
        last[row] = link.digest
        if said.state:
            held.setdefault(said.part, {})[said.subject] = said
        else:
            held.get(said.part, {}).pop(said.subject, None)
    return held


def agree(decision: Decision, held: Decision) -> bool:
    """True if a row, as it is now (`decision`), is what the chain says of it (`held`). A row whose words were erased
    has no digest of them: it agrees if the chain says that they were erased, or if words of this kind may go unnoted
    (`may_go`), as a reason may."""
    forgotten = not decision.texts and (DECIDING_ROWS[decision.part].may_go or not held.texts)
    return decision[:4] == held[:4] and (forgotten or decision.texts == held.texts)


def describe(decision: Decision) -> dict[str, Any]:
    """Return {"what": words} for a message: which row the decision is about, such as its kind and name; the row's id
    where it is gone."""
    row: Any = None
    if decision.part in DECIDING_ROWS:
        row = get_deciding_model(decision.part)._base_manager.filter(pk=decision.subject).first()
    name = NAMES.get(decision.part, decision.part)
    return {"what": f"{name} ({row if row is not None else decision.subject})"}
