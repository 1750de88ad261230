"""The organiser's next step in a tournament, in words, with its one green button. It reads what it is given; once no
round follows, also the tables of the rounds before."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.book.table_cards import load_cards
from tournaments.models import Tournament
from tournaments.presentation.qr import has_phone_address
from tournaments.presentation.text.metric_text import join_texts
from tournaments.reading.open_tables import list_copied_sheets, list_open_tables
from tournaments.reading.progress import list_left_unfinished
from tournaments.reading.table_status import TableStatus, build_table_statuses
from tournaments.views.organiser.rounds.open_tables import MOST_NAMED, describe_open_tables, needs_rounds
from tournaments.views.organiser.rounds.round_plan import suggest_next_round
from tournaments.views.organiser.steps import build_step
from tournaments.views.organiser.table.calls import DescribedCall


def suggest_next_step(
    tournament: Tournament,
    glances: Sequence[TableStatus],
    calls: Sequence[DescribedCall],
    entries: int = 0,
    unplaced: int = 0,
) -> dict[str, Any]:
    """Return what the organiser should do next, as {words, url, action}; `post` if the button sends a POST, `calls` if
    a table calls, `otherwise`, {url, action}, a second button that sends a POST, `unfinished`, (id, number, round) of
    the tables of earlier rounds that must play on. `glances`: how far each table of the current round is; `entries`,
    the number of players, matters only before the opening; `unplaced`: how many of them have no seat."""
    if tournament.status == Tournament.Status.CLOSED:
        words = _("La soirée est close. Imprimez le classement, ou montrez-le à la salle.")
        return build_step(words, _("Voir le classement"), "standings", tournament.code)
    if tournament.status == Tournament.Status.OPEN:
        return suggest_open_step(tournament, glances, calls, unplaced)
    if not entries:
        words = _("Pour commencer : qui joue ce soir ?")
        return build_step(words, _("Ajouter les joueurs"), "tournament-players", tournament.pk)
    if not any(it.card.setting for it in glances):
        if tournament.format != Tournament.Format.FREE:
            words = _("Le tirage se fait en une fois ; vous le verrez avant tout le monde.")
            action = _("Tirer la ronde 1")
            if tournament.drafts.exists():
                words = _("La ronde 1 est tirée, et vous seul la voyez : regardez-la, puis publiez-la.")
                action = _("Voir la ronde %(n)s") % {"n": 1}
            return build_step(words, action, "tournament-rounds", tournament.pk)
        return suggest_seating(tournament, _("Donnez une place à chacun."))
    if unplaced:
        opening = {"url": reverse("tournament-open", args=[tournament.pk]), "action": _("Ouvrir sans eux")}
        return suggest_seating(tournament, describe_unplaced(unplaced)) | {"otherwise": opening}
    words = _("Les tables sont prêtes : ouvrez la soirée.")
    return build_step(words, _("Ouvrir la soirée"), "tournament-open", tournament.pk, post=True)


def suggest_seating(tournament: Tournament, words: str) -> dict[str, Any]:
    """Return the next step {words, url, action} that leads to the seating of the players; `words`: its reason."""
    return build_step(words, _("Placer les joueurs"), "tournament-tables", tournament.pk)


def suggest_open_step(
    tournament: Tournament, glances: Sequence[TableStatus], calls: Sequence[DescribedCall], unplaced: int
) -> dict[str, Any]:
    """Return the next step {words, url, action} while the tournament is open: to answer a call; else to do what a table
    of the current round or a player without a seat waits for."""
    untaken = [call for call in calls if not call.call.taken_at]
    if untaken:
        first = untaken[0]
        return build_step(first.words, _("J’y vais"), "call-take", first.call.pk, post=True, calls=True)
    if all(it.is_done for it in glances):
        step = suggest_next_round(tournament)
        if step is None:
            return suggest_last_step(tournament)
    else:
        played = next(it.round for it in glances if not it.is_done)
        step = suggest_round_step(tournament, [it for it in glances if it.round == played], unplaced)
    shown_round = glances[0].round if glances else 0
    return step | {"unfinished": list_left_unfinished(tournament, shown_round)}


def suggest_last_step(tournament: Tournament) -> dict[str, Any]:
    """Return the next step {words, url, action} once every table of the round is done and no round follows: to a table
    of any round that is still open, or else to closing the evening."""
    statuses = build_table_statuses(load_cards(tournament))
    still_open = describe_open_tables(list_open_tables(statuses), by_round=needs_rounds(statuses))
    if step := suggest_signed_papers(tournament, [each.status for each in still_open]):
        return step
    if still_open:
        first = still_open[0]
        words = _("%(table)s : %(lack)s.") % {"table": first.label, "lack": first.lack}
        return {"words": words, "url": first.door, "action": first.action}
    words = _("Toutes les tables ont joué et confirmé.")
    return build_step(words, _("Clore la soirée"), "tournament-close", tournament.pk)


def describe_unplaced(unplaced: int) -> str:
    """Say how many players have no seat."""
    words = ngettext("%(n)s joueur n’a pas de place.", "%(n)s joueurs n’ont pas de place.", unplaced)
    return words % {"n": unplaced}


def suggest_round_step(tournament: Tournament, glances: Sequence[TableStatus], unplaced: int) -> dict[str, Any]:
    """Return the next step {words, url, action} for the tables of one round: to a table that waits for the organiser,
    else to the players without a seat, else the step of `suggest_playing_step`."""
    differing = [it for it in glances if it.count_differs and not it.is_done]
    if differing:
        words = _("Table %(n)s : les jetons comptés et la feuille ne disent pas la même chose.")
        return build_table_step(differing[0], words)
    ready = [it for it in glances if it.awaits_closing]
    if ready:
        return suggest_closing(tournament, ready)
    if unplaced:
        return suggest_seating(tournament, describe_unplaced(unplaced))
    return suggest_playing_step(tournament, glances)


def suggest_playing_step(tournament: Tournament, glances: Sequence[TableStatus]) -> dict[str, Any]:
    """Return the next step {words, url, action} while the tables of one round begin and play: to hand out the cards by
    which phones join, until one has begun; then to a table that needs a visit."""
    if unbegun := [it for it in glances if it.stage == "waiting" and not it.card.table.paper_first]:
        begun = any(it.card.has_records for it in glances)
        return suggest_unbegun(unbegun) if begun else suggest_beginning(tournament, unbegun[0].round)
    if step := suggest_visit(glances):
        return step
    if (n := glances[0].round) > 1:
        earlier = [each for each in build_table_statuses(load_cards(tournament)) if each.round < n]
        if step := suggest_signed_papers(tournament, earlier):
            return step
    if all(it.coups_planned is None and it.card.target is None for it in glances):
        words = _("Aucune fin n’est fixée : quand les tables ont joué, c’est ici qu’on le dit.")
        return build_step(words, _("Taper, ou finir la ronde"), "round-results", tournament.pk, n)
    return {"words": _("Les tables jouent : rien à faire pour le moment."), "url": None}


def suggest_beginning(tournament: Tournament, n: int) -> dict[str, Any]:
    """Return the next step {words, url, action} before a table of round n has begun: how phones join, or papers."""
    if has_phone_address():
        words = _("Donnez à chaque table sa carte : un téléphone la vise, et la feuille s’ouvre.")
        return build_step(words, _("Montrer les cartes"), "tournament-codes", tournament.pk)
    if n > 1:
        words = _("Les tables jouent sur papier : leurs coups se tapent ici.")
        return build_step(words, _("Taper la ronde"), "round-results", tournament.pk, n)
    words = _("Les tables peuvent jouer. Leurs coups se tapent ici, ou d’abord sur papier.")
    return build_step(words, _("Imprimer les feuilles"), "prints", tournament.pk)


def suggest_visit(glances: Sequence[TableStatus]) -> dict[str, Any] | None:
    """Return the next step {words, url, action} that leads to the first table that has long recorded nothing, else to
    one that is behind the others; None if there is none."""
    for silent in (it for it in glances if it.silent_minutes):
        return build_table_step(silent, _("La table %(n)s n’a rien marqué depuis longtemps : allez voir."))
    for late in (it for it in glances if it.is_late):
        return build_table_step(late, _("La table %(n)s est en retard sur les autres : allez voir."))
    return None


def suggest_unbegun(unbegun: Sequence[TableStatus]) -> dict[str, Any]:
    """Return the next step {words, url, action} where these tables of a round have not begun and others have: to the
    first late one, else the first."""
    numbers = [str(it.card.table.n) for it in unbegun]
    words = ngettext(
        "La table %(tables)s n’a pas encore commencé.", "Les tables %(tables)s n’ont pas encore commencé.", len(unbegun)
    )
    if len(unbegun) > MOST_NAMED:
        words = ngettext(
            "%(n)s table n’a pas encore commencé.", "%(n)s tables n’ont pas encore commencé.", len(unbegun)
        )
    first = min(unbegun, key=lambda it: not it.is_late)
    return build_table_step(first, words % {"tables": join_texts(numbers), "n": len(unbegun)})


def suggest_signed_papers(tournament: Tournament, glances: Sequence[TableStatus]) -> dict[str, Any] | None:
    """Return the next step {words, url, action} that confirms together the sheets that these tables copied from paper;
    None if there are none."""
    copied = list_copied_sheets(glances)
    if not copied:
        return None
    words = ngettext(
        "La feuille de la table %(table)s, entrée ici, attend d’être confirmée.",
        "Les feuilles de %(n)s tables, entrées ici, attendent d’être confirmées.",
        len(copied),
    )
    words %= {"n": len(copied), "table": copied[0].card.table.n}
    action = ngettext("La confirmer", "Les confirmer ensemble", len(copied))
    return build_step(words, action, "tournament-signed-papers", tournament.pk)


def suggest_closing(tournament: Tournament, ready: Sequence[TableStatus]) -> dict[str, Any]:
    """Return the next step {words, url, action} for tables that have finished: to confirm the sheets copied from paper
    together, else to the first table."""
    if step := suggest_signed_papers(tournament, ready):
        return step
    if ready[0].stage == "counted":
        return build_table_step(ready[0], _("La table %(n)s a fini : il reste à faire confirmer la feuille."))
    return build_table_step(
        ready[0], _("La table %(n)s a fini : on y compte les jetons, puis un autre joueur confirme.")
    )


def build_table_step(it: TableStatus, words: str) -> dict[str, Any]:
    """Return a step that leads to one table; `words` contain %(n)s for its number."""
    table, n = it.card.table, {"n": it.card.table.n}
    return build_step(words % n, _("Voir la table %(n)s") % n, "desk-table", table.pk)
