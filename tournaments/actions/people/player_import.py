"""Take over a list of people: find out who of them the club knows already, show it, then write it.

The plan is made anew when it is written, under the club's lock, so that what was shown and what is written come from
one place, and a list that is taken over twice changes nothing the second time.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.actions.decisions import sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.money.prizes import Payment, set_account, set_payments
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.actions.rounds.participation import make_pair
from tournaments.models import Club, Entry, Fee, Merge, Player, PlayerDetails, Tournament
from tournaments.models.listed_names import split_name
from tournaments.models.people import read_detail
from tournaments.reading.grouping import group_pairs
from tournaments.reading.prepared_draws import find_partner_seats
from tournaments.reading.prizes import get_account

from .clubs import adopt_family_name, alone_in_club, set_player_active
from .entries import add_entries
from .listed_players import DETAILS, ListedPlayer, normalise_licence, read_due, read_payment
from .names import clean_name
from .paid_words import read_consent
from .recognising import NEW, SKIP, KnownPlayers, PlannedPlayer, Recognition, build_pair_key, plan_people
from .teams import make_teams

PAIR = 2


@dataclass(frozen=True)
class ImportOutcome:
    """How many players were created and changed, and how many entered the tournament. `fee_cents`: its entry fee, where
    the list set it; else 0."""

    created: int
    changed: int
    entered: int
    fee_cents: int = 0


def plan_players(
    club: Club, listed: Sequence[ListedPlayer], tournament: Tournament | None = None
) -> list[PlannedPlayer]:
    """Return what becomes of each person of the list, in its order. `tournament`: the one that its people enter."""
    gone = Merge.objects.filter(undone_at=None).values("gone")
    players = Player.objects.filter(club=club, erasure=None).exclude(pk__in=gone)
    known = KnownPlayers(players.select_related("details"))
    return plan_people(known, listed, (tournament or club).currency)


def get_detail_label(name: str) -> Promise | str:
    """Return what a detail of a player (a field of `PlayerDetails`) is called on pages."""
    labels = {field.name: field.verbose_name for field in PlayerDetails._meta.fields}
    return labels[name]


def find_changes(player: Player, listed: ListedPlayer, *, paid_to: Club | None) -> dict[str, Any]:
    """Return the details of the player that the list changes, with their new values; what it does not say stays.
    `paid_to`: the club, if the list tells who has paid the club; None if it tells who has paid for a tournament."""
    said = {name: getattr(listed, name) for name in DETAILS}
    changes: dict[str, Any] = {name: text for name, text in said.items() if text and text != read_detail(player, name)}
    if normalise_licence(listed.licence) == normalise_licence(read_detail(player, "licence")):
        changes.pop("licence", None)
    paid = read_payment(listed, paid_to.currency) if paid_to else None
    if paid is not None and paid.done != read_detail(player, "paid"):
        changes["paid"] = paid.done
    consent = read_consent(listed.pictures)
    if consent is not None and consent != read_detail(player, "pictures"):
        changes["pictures"] = consent
    return changes


@alone_in_club
@sealed
def import_players(
    club: Club,
    listed: Sequence[ListedPlayer],
    decisions: Mapping[str, str],
    tournament: Tournament | None = None,
    *,
    is_new: bool = False,
    actor: str | None = None,
) -> ImportOutcome:
    """Write the list into the club, as decided, and return how many players were created, changed and entered, and the
    entry fee if the list set it.

    `decisions`: by the key of each person («12» for line 12), the id of the player of the club who it is, NEW or SKIP;
    a person without a decision gets the proposed one. With a `tournament` the people enter it and what they paid is
    noted there; the two people of one line become partners if `takes_pairs` says so. Raises Refused if a person still
    needs a decision, or has one that is not possible.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    chosen: dict[Player, ListedPlayer] = {}
    created = changed = 0
    for each in plan_players(club, listed, tournament):
        decision = SKIP if each.recognition == Recognition.WRONG else decisions.get(each.key, each.proposal)
        if decision == SKIP:
            continue
        player = _take_player(club, each, decision)
        created += decision == NEW
        changed += _save_details(player, each.listed, paid_to=None if tournament else club) and decision != NEW
        chosen[player] = each.listed
    if tournament is None:
        return ImportOutcome(created, changed, 0)
    before = get_account(tournament).fee_cents
    entered, fee = _enter_players(tournament, chosen, is_new, actor), get_account(tournament).fee_cents
    return ImportOutcome(created, changed, entered, fee if fee != before else 0)


def _take_player(club: Club, planned: PlannedPlayer, decision: str) -> Player:
    """Return the player of the club whose id is the decision, or a new one for NEW. Raises Refused for another
    decision."""
    if decision == NEW:
        name = clean_name(planned.listed.name)
        return Player.objects.create(club=club, name=name, family_name=split_name(name, planned.listed.family_name)[1])
    player = next((each for each in planned.matches if str(each.pk) == decision), None)
    if player is None:
        message = _("Ligne %(n)d : dites qui est « %(name)s ».") % {"n": planned.line, "name": planned.listed.name}
        raise Refused([FieldError(f"line-{planned.key}", message)])
    return player


def _save_details(player: Player, listed: ListedPlayer, *, paid_to: Club | None) -> bool:
    """Keep what the list says of the player, who plays again if he had left; return whether anything changed."""
    changes = find_changes(player, listed, paid_to=paid_to)
    is_told_apart = adopt_family_name(player, listed.family_name)
    if changes:
        PlayerDetails.objects.update_or_create(player=player, defaults=changes)
    returns = not player.active
    if returns:
        set_player_active(player, True)
    return bool(changes) or returns or is_told_apart


def takes_pairs(tournament: Tournament, *, is_new: bool = False) -> bool:
    """True if the two of one line of a list become partners there: pairs are fixed and no round is published; or the
    tournament is being made with this list (`is_new`), before anybody says how it is played, and its game has pairs."""
    if is_new:
        return find_partner_seats(tournament) is not None
    return tournament.pairing == Tournament.Pairing.FIXED and get_next_round_number(tournament) == 1


def _enter_players(
    tournament: Tournament, chosen: Mapping[Player, ListedPlayer], is_new: bool, actor: str | None
) -> int:
    """Enter the players, and note what they have paid, their partners and teams, and their category as the group that
    they compete in. `chosen`: by player, what the list says of him; `is_new`: the tournament is being made with this
    list. Return how many were not there before."""
    before = tournament.entries.count()
    entries = {each.player_id: each for each in add_entries(tournament, chosen, actor=actor)}
    note_payments(tournament, {entries[player.pk].pk: listed for player, listed in chosen.items()}, actor)
    entry_of = {listed: entries[player.pk] for player, listed in chosen.items()}
    if takes_pairs(tournament, is_new=is_new):
        _make_pairs(tournament, entry_of)
    _make_teams(tournament, entry_of)
    return len(entries) - before


def _make_pairs(tournament: Tournament, entries: Mapping[ListedPlayer, Entry]) -> None:
    """Make the two people of each line partners, unless one of them has another partner already."""
    pairs = group_pairs((build_pair_key(listed), entry) for listed, entry in entries.items() if listed.partner)
    for pair in pairs.values():
        if len(pair) == PAIR and all(entry.pair is None for entry in pair):
            make_pair(tournament, *pair)


def _make_teams(tournament: Tournament, entries: Mapping[ListedPlayer, Entry]) -> None:
    """Make the teams that the list names, or add to those that are there already."""
    pairs = {entry.pk: entry.pair for entry in tournament.entries.exclude(pair=None)}
    sides = [(listed.team, pairs.get(entry.pk, -entry.pk)) for listed, entry in entries.items()]
    spelled = find_listed_teams(sides, tournament)
    named = group_pairs((fold_letters(listed.team), entry) for listed, entry in entries.items())
    make_teams(tournament, {name: named[key] for key, name in spelled.items()})


def find_listed_teams(sides: Iterable[tuple[str, Hashable]], tournament: Tournament | None) -> dict[str, str]:
    """Return {name in small letters without accents: name as first written} of the teams that a list makes in the
    tournament or adds people to.

    `sides`: for each person, the name of his team ("": none) and a key that he shares with his fixed partner. A name
    that one person alone bears makes no new team. If no team of the list exists already, and none has people of two or
    more sides, the names only say who is whose partner, and the result is empty.
    """
    sides = [(team, side) for team, side in sides if team]
    there = {fold_letters(each.name) for each in tournament.teams.all()} if tournament and sides else set()
    named = group_pairs((fold_letters(team), side) for team, side in sides)
    if not any(name in there or len(set(some)) > 1 for name, some in named.items()):
        return {}
    spelled = {fold_letters(team): team for team, _side in reversed(sides)}
    return {name: spelled[name] for name, some in named.items() if len(some) > 1 or name in there}


def note_payments(tournament: Tournament, listed: Mapping[int, ListedPlayer], actor: str | None) -> None:
    """Note what these entries have paid, where the list says so: an amount, or all that they owe. `listed`: by entry
    id, the person of the list.

    Whoever has a ticket at another price than the entry fee owes that price. An entry without a prize group gets the
    person's category as its group. If the tournament has no entry fee, the price of most tickets becomes its fee.
    """
    usual, dues = get_account(tournament).fee_cents, {}
    for entry, each in listed.items():
        if (cost := read_due(each, tournament.currency)) is not None:
            dues[entry] = cost
    if not usual and any(dues.values()):
        usual = Counter(filter(None, dues.values())).most_common(1)[0][0]
        set_account(tournament, fee_cents=usual, actor=actor)
    fees = {each.entry_id: each for each in Fee.objects.filter(entry__in=listed)}
    payments = []
    for entry, each in listed.items():
        fee = fees.get(entry) or Fee(entry_id=entry)
        before = (fee.paid_cents, fee.group, fee.due_cents)
        if fee.due_cents is None and dues.get(entry, usual) != usual:
            fee.due_cents = dues[entry]
        due = usual if fee.due_cents is None else fee.due_cents
        paid = read_payment(each, tournament.currency)
        cents = fee.paid_cents if paid is None else paid.compute_cents(due)
        group = fee.group or each.category
        if (cents, group, fee.due_cents) != before:
            payments.append(Payment(entry, group, fee.due_cents, cents))
    set_payments(tournament, payments, actor=actor)
