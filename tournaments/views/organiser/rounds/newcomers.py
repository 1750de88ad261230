"""Whoever came when the others had their places: where each can sit now, and which draw counts him in."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds.draft_evaluation import list_row_entries
from tournaments.actions.rounds.drafts import get_chosen_draft
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.book.table_cards import TableCard
from tournaments.models import Entry, Rest, Tournament
from tournaments.views.organiser.steps import build_step

from .round_plan import has_fixed_end, is_past_last_round
from .seating_plates import NEW_TABLE, list_seat_offers


def locate_entries(
    tournament: Tournament, cards: Sequence[TableCard], entries: Sequence[Entry]
) -> tuple[dict[int, str], dict[str, Any] | None]:
    """Return (where each entry is, in a few words, by entry id; the next step for newcomers, as `suggest_places` gives
    it, None if there are none). Before the first table both are empty. In a closed tournament, entries that never
    played are left out."""
    if not cards:
        return {}, None
    card_of = {seat.entry_id: card for card in cards for seat in card.seats}
    last = 0 if tournament.format == Tournament.Format.FREE else cards[-1].table.round_id
    places = {entry.pk: describe_place(entry, card_of[entry.pk], last) for entry in entries if entry.pk in card_of}
    unseated = [entry for entry in entries if entry.pk not in card_of]
    if not unseated or tournament.status == Tournament.Status.CLOSED:
        return places, None
    why = describe_unseated(tournament, unseated)
    newcomers = [entry for entry in unseated if not why[entry.pk]]
    places |= {pk: words or _("sans place") for pk, words in why.items()}
    return places, suggest_places(tournament, cards, newcomers) if newcomers else None


def describe_unseated(tournament: Tournament, unseated: Sequence[Entry]) -> dict[int, str]:
    """Return, by entry id, why each of these entries never had a seat («s’est reposé»); "" for a newcomer."""
    resting = set(Rest.objects.filter(round__tournament=tournament, entry__in=unseated).values_list("entry", flat=True))
    return {
        entry.pk: _("ne joue pas")
        if entry.presence == Entry.Presence.ABSENT
        else _("s’est reposé")
        if entry.pk in resting
        else ""
        for entry in unseated
    }


def describe_place(entry: Entry, card: TableCard, last_round: int) -> str:
    """Return the words for where an entry is now («table 3», «ne joue plus»). `card`: the card of its last table;
    `last_round`: the id of the last round, 0 where tables are free."""
    table, n = card.table, {"n": card.table.n}
    position = next(seat.position for seat in card.seats if seat.entry_id == entry.pk)
    if card.summary is not None and position in card.summary.left:
        return _("table %(n)s, quittée avant la fin") % n
    if entry.presence == Entry.Presence.ABSENT:
        return _("ne joue plus")
    if last_round not in (0, table.round_id):
        return _("ronde %(round)s, table %(n)s") % {**n, "round": table.round.n}
    return _("table %(n)s") % n


def suggest_places(tournament: Tournament, cards: Sequence[TableCard], newcomers: Sequence[Entry]) -> dict[str, Any]:
    """Return what comes next for newcomers: `words`, the link {`url`, `action`} to where they are seated, and for each
    of the `people` his `entry` with the `seats` that are free for him now."""
    people = [{"entry": entry, "seats": list_open_seats(tournament, cards, entry, newcomers)} for entry in newcomers]
    if tournament.format == Tournament.Format.FREE:
        return describe_waiting(tournament) | {"people": people}
    return describe_next_draw(tournament, newcomers) | {"people": people}


def list_open_seats(
    tournament: Tournament, cards: Sequence[TableCard], entry: Entry, newcomers: Sequence[Entry]
) -> list[tuple[str, str]]:
    """Return where the entry can sit now, as (place as the form sends it, its words). In a round these are the free
    places of its tables, and a new table once enough newcomers came to fill one. In rounds of two sides or of partners
    nobody can be seated later. Where tables are free, see `list_seat_offers`."""
    if tournament.format == Tournament.Format.FREE:
        return list_seat_offers(cards, entry, len(newcomers))
    if tournament.has_duels or tournament.pairing != Tournament.Pairing.SINGLE:
        return []
    last = cards[-1].table.round_id
    offers = list_seat_offers([card for card in cards if card.table.round_id == last], entry, len(newcomers))
    enough = len(newcomers) >= min(tournament.table_sizes)
    return [(place, words) for place, words in offers if enough or place != NEW_TABLE]


def describe_waiting(tournament: Tournament) -> dict[str, Any]:
    """Return the next step {words, url, action} for newcomers who wait where tables are free."""
    if tournament.status == Tournament.Status.DRAFT:
        words = _("Une place libre, ou une table nouvelle : choisissez.")
        return build_step(words, _("Placer les joueurs"), "tournament-tables", tournament.pk)
    words = _("Une place libre, une table nouvelle, ou l’attente jusqu’à ce qu’une table finisse : choisissez.")
    return build_step(words, _("Mettre en attente"), "tournament-waiting", tournament.pk)


def describe_next_draw(tournament: Tournament, newcomers: Sequence[Entry]) -> dict[str, Any]:
    """Return the next step {words, url, action} for newcomers who wait for the next round to be drawn."""
    n, draft = get_next_round_number(tournament), get_chosen_draft(tournament)
    page = "tournament-rounds"
    if draft is not None and draft.first == n:
        drawn = {entry for row in draft.rounds for entry in list_row_entries(row)}
        words = _("Chacun a sa place au tirage de la ronde %(n)s.")
        if any(entry.pk not in drawn for entry in newcomers):
            words = _("Le tirage de la ronde %(n)s ne compte pas tout le monde : tirez de nouveau.")
        return build_step(words % {"n": n}, _("Voir le tirage"), page, tournament.pk)
    if is_past_last_round(tournament, n):
        words = _("Toutes les rondes prévues sont publiées : pour jouer, il en faut une de plus.")
        if has_fixed_end(tournament):
            words = _("Toutes les rencontres sont tirées : plus de place au tableau.")
        return build_step(words, _("Voir les rondes"), page, tournament.pk)
    words = ngettext(
        "Une place lui est gardée au tirage de la ronde %(n)s.",
        "Une place leur est gardée au tirage de la ronde %(n)s.",
        len(newcomers),
    )
    return build_step(words % {"n": n}, _("Préparer la ronde %(n)s") % {"n": n}, page, tournament.pk)
