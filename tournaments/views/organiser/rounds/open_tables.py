"""What is still open at the tables, in words, each with a link to it: for closing an evening and publishing a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import ArbiterCall, Tournament
from tournaments.presentation.text.metric_text import join_texts
from tournaments.reading.table_status import TableStatus

MOST_NAMED = 3  # tables that a button names; of more it says how many


@dataclass(frozen=True)
class OpenTableLine:
    """One table that is still open. `lack`: what it still has to do; `meaning`: what that means for the standings, or
    ""; `door`, `action`: the address and the words of the link to it; `unplayed_door`: the address at which to say that
    it is not played, or "" once it has begun."""

    status: TableStatus
    label: str
    lack: str
    meaning: str
    door: str
    action: str
    unplayed_door: str


def needs_rounds(statuses: Sequence[TableStatus]) -> bool:
    """True if the names of these tables must say their rounds: in a tournament of rounds, or where free tables were
    drawn more than once."""
    return any(each.card.tournament.format != Tournament.Format.FREE or each.round > 1 for each in statuses)


def describe_open_tables(status: Sequence[TableStatus], *, by_round: bool) -> list[OpenTableLine]:
    """Return a line for each of these open tables, those that matter most to the standings first, else in order.
    `by_round`: their names say their rounds."""
    return [describe_open_table(each, by_round=by_round) for each in sorted(status, key=lambda it: it.awaits_closing)]


def describe_open_table(status: TableStatus, *, by_round: bool) -> OpenTableLine:
    """Describe one open table. `by_round`: its name says its round."""
    table = status.card.table
    page = "desk-count" if status.count_differs and not status.card.unplayed else "desk-table"
    action = _("Voir le compte") if page == "desk-count" else _("Ouvrir la table %(n)s") % {"n": table.n}
    lack, meaning = describe_lack(status)
    return OpenTableLine(
        status,
        name_table(status, by_round=by_round),
        lack,
        meaning,
        reverse(page, args=[table.pk]),
        action,
        reverse("desk-unplayed", args=[table.pk]) if status.stage in ("stuck", "waiting", "adjourned") else "",
    )


def name_table(status: TableStatus, *, by_round: bool) -> str:
    """Return the table's name on pages of the whole evening: «Table 2 de la ronde 3». `by_round`: the name says the
    round; else it is «Table 2»."""
    words = _("Table %(n)s de la ronde %(round)s") if by_round else _("Table %(n)s")
    return words % {"n": status.card.table.n, "round": status.round}


def describe_lack(status: TableStatus) -> tuple[str, str]:
    """Return (what a table still has to do, what that means for the standings or ""), both in words: («n’a rien joué»,
    «Elle ne compte pour personne.»)."""
    if status.count_differs:
        return (
            _("le compte n’est pas celui de la feuille"),
            _("La feuille fait foi ; l’écart restera noté."),
        )
    if status.card.tournament.status == Tournament.Status.CLOSED and status.stage in ("playing", "over", "counted"):
        return describe_left_open(status)
    if status.awaits_closing and any(call.kind == ArbiterCall.CallKind.DISPUTE for call in status.calls):
        lack = _("un joueur n’est pas d’accord avec la feuille")
        return lack, _("Tranchez d’abord : elle ne se confirme pas sans cela.")
    return {
        "stuck": (_("ne peut pas jouer comme elle est placée"), ""),
        "waiting": (_("n’a rien joué"), describe_worth(0)),
        "playing": (_("n’a pas fini"), _("Ce qui est marqué compte.")),
        "over": (_("il reste à compter les jetons et à confirmer"), _("La feuille fait foi.")),
        "counted": (_("personne n’a relu la feuille"), _("Il faut l’accord d’un autre joueur que le marqueur.")),
        "adjourned": (_("remise à plus tard"), describe_worth(status.coups_played)),
    }[status.stage]


def describe_worth(coups: int) -> str:
    """Return the sentence on what an open table means for the standings if it stays as it is: «Ce qui est marqué
    compte.», or, if no `coups` were played, «Elle ne compte pour personne.»."""
    return _("Ce qui est marqué compte.") if coups else _("Elle ne compte pour personne.")


def describe_left_open(status: TableStatus) -> tuple[str, str]:
    """Return (what was left undone, what that means for the standings), in words, for a table that had begun when the
    evening was closed."""
    if status.stage != "playing":
        return _("personne n’a confirmé la feuille"), _("La feuille fait foi.")
    n = status.coups_played
    words = ngettext("s’est arrêtée après %(n)s coup", "s’est arrêtée après %(n)s coups", n) % {"n": n}
    return words, _("Ce qui est marqué compte.")


def name_open_tables(lines: Sequence[OpenTableLine], *, by_round: bool) -> list[str]:
    """List what stays open, for a button that says «avec…»: «la table 5 ouverte», «4 tables ouvertes», «une feuille non
    confirmée». `by_round`: tables are named with their round."""
    playing, unbegun, unconfirmed = [], 0, 0
    for each in lines:
        if each.status.awaits_closing:
            unconfirmed += 1
        elif each.status.stage in ("stuck", "waiting"):
            unbegun += 1
        else:
            playing.append(each.status)
    words = [name_playing_tables(playing, by_round=by_round)] if playing else []
    if unbegun:
        said = ngettext("%(n)s table qui n’a rien joué", "%(n)s tables qui n’ont rien joué", unbegun)
        words.append(said % {"n": unbegun})
    if unconfirmed:
        said = ngettext("une feuille non confirmée", "%(n)s feuilles non confirmées", unconfirmed)
        words.append(said % {"n": unconfirmed})
    return words


def name_playing_tables(status: Sequence[TableStatus], *, by_round: bool) -> str:
    """Return the words for the tables that have not finished: «les tables 2 et 5 ouvertes», «9 tables ouvertes».
    `by_round`: with their round."""
    n = len(status)
    if n > MOST_NAMED or len({each.round for each in status}) > 1:
        return ngettext("%(n)s table ouverte", "%(n)s tables ouvertes", n) % {"n": n}
    numbers = join_texts([str(n) for n in sorted(each.card.table.n for each in status)])
    if not by_round:
        return ngettext("la table %(n)s ouverte", "les tables %(n)s ouvertes", n) % {"n": numbers}
    words = ngettext(
        "la table %(n)s de la ronde %(round)s ouverte", "les tables %(n)s de la ronde %(round)s ouvertes", n
    )
    return words % {"n": numbers, "round": status[0].round}
