"""Take over a list of people: find out who of them the club knows already, show it, then write it.

The plan is made anew when it is written, under the club's lock, so that what was shown and what is written come from
one place, and a list that is taken over twice changes nothing the second time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.money.prizes import Payment, set_payments
from tournaments.models import Club, Fee, Merge, Player, PlayerDetails, Tournament
from tournaments.models.people import read_detail
from tournaments.reading.grouping import group_pairs
from tournaments.reading.prizes import get_account
from tournaments.standings.ranking import get_name_key

from .clubs import set_player_active
from .entries import add_entries
from .names import clean_name
from .paid_words import read_paid

LIKENESS = 0.85  # of two names that may be one person's, from 0 to 1
MOST_MATCHES = 5
NEW, SKIP = "new", "skip"
"""Decisions for a line, beside the id of the player who it is."""


@dataclass(frozen=True)
class ListedPlayer:
    """A line of the list, as it was written there; "" for what it does not say. `line`: its number in the file, from 1;
    0 where it comes from none."""

    name: str
    licence: str = ""
    home_club: str = ""
    email: str = ""
    paid: str = ""
    category: str = ""
    note: str = ""
    line: int = 0


DETAILS = tuple(field.name for field in fields(ListedPlayer) if field.name not in ("name", "paid", "line"))


class Recognition(StrEnum):
    """Who the person of a line is: a player of the club, nobody yet, perhaps one of some, somebody further up in the
    list, or nobody who can be taken over."""

    KNOWN = "known"
    NEW = "new"
    DOUBTFUL = "doubtful"
    REPEATED = "repeated"
    WRONG = "wrong"


@dataclass(frozen=True)
class PlannedPlayer:
    """What becomes of a line. `line`: its number, from 1; `matches`: the players who it may be, the likeliest first;
    `problem`: why it cannot be taken over; `same_as`: the number of the line that already wrote this person, or 0."""

    line: int
    listed: ListedPlayer
    recognition: Recognition
    matches: tuple[Player, ...] = ()
    problem: Promise | str = ""
    same_as: int = 0

    @property
    def proposal(self) -> str:
        """The decision that is proposed; "" where one must choose."""
        if self.recognition == Recognition.DOUBTFUL:
            same = [each for each in self.matches if build_person_key(each.name) == build_person_key(self.listed.name)]
            return str(same[0].pk) if len(same) == 1 else ""
        if self.recognition == Recognition.KNOWN:
            return str(self.matches[0].pk)
        return NEW if self.recognition == Recognition.NEW else SKIP


@dataclass(frozen=True)
class ImportOutcome:
    """How many players were created and changed, and how many entered the tournament."""

    created: int
    changed: int
    entered: int


def build_person_key(name: str) -> tuple[str, ...]:
    """Return what two ways of writing one name have in common: its words without accents and capitals, in alphabetical
    order, so that «DUPONT Jean» is «Jean Dupont»."""
    return tuple(sorted(get_name_key(name).replace("-", " ").replace("’", "'").split()))


def plan_players(
    club: Club, listed: Sequence[ListedPlayer], tournament: Tournament | None = None
) -> list[PlannedPlayer]:
    """Return what becomes of each line of the list, in its order. `tournament`: the one that its people enter."""
    currency = (tournament or club).currency
    gone = Merge.objects.filter(undone_at=None).values("gone")
    players = Player.objects.filter(club=club, erasure=None).exclude(pk__in=gone)
    known = KnownPlayers(players.select_related("details"))
    seen: dict[tuple[str, ...], list[tuple[int, ListedPlayer]]] = {}
    planned = []
    for count, each in enumerate(listed, 1):
        n = each.line or count
        before = seen.setdefault(build_person_key(each.name), [])
        problem = find_problem(each, currency)
        same_as = next((line for line, other in before if may_be_one_person(each, other)), 0)
        if problem:
            planned.append(PlannedPlayer(n, each, Recognition.WRONG, problem=problem))
        elif same_as:
            planned.append(PlannedPlayer(n, each, Recognition.REPEATED, same_as=same_as))
        else:
            planned.append(known.plan_line(n, each))
        before.append((n, each))
    return planned


def may_be_one_person(one: ListedPlayer, other: ListedPlayer) -> bool:
    """True unless two lines of one name differ in a licence or an address that both give."""
    pairs = ((one.licence, other.licence), (one.email, other.email))
    return all(not first or not second or first.casefold() == second.casefold() for first, second in pairs)


def find_problem(listed: ListedPlayer, currency: str) -> Promise | str:
    """Return why the line cannot be taken over, or ""."""
    try:
        clean_name(listed.name)
        if listed.email:
            validate_email(listed.email)
    except Refused as refused:
        return str(refused)
    except ValidationError:
        return _("« %(email)s » n’est pas une adresse de courriel.") % {"email": listed.email}
    long = [name for name in DETAILS if len(getattr(listed, name)) > PlayerDetails.LENGTHS[name]]
    if long:
        told = {"what": get_detail_label(long[0]), "most": PlayerDetails.LENGTHS[long[0]]}
        return _("Trop long (%(most)d signes au plus) : %(what)s.") % told
    if listed.paid and read_paid(listed.paid, currency) is None:
        return _("« %(paid)s » ne dit pas si c’est payé : écrivez oui, non ou un montant.") % {"paid": listed.paid}
    return ""


def get_detail_label(name: str) -> Promise | str:
    """Return what a detail is called on pages."""
    labels = {field.name: field.verbose_name for field in PlayerDetails._meta.fields}
    return labels[name]


class KnownPlayers:
    """The players of a club, found by licence, by name and by likeness."""

    def __init__(self, players: Iterable[Player]) -> None:
        everybody = list(players)
        self.by_licence = group_pairs((read_detail(each, "licence").casefold(), each) for each in everybody)
        self.by_name = group_pairs((each.name.casefold(), each) for each in everybody)
        self.by_key = group_pairs((build_person_key(each.name), each) for each in everybody)
        self.by_word = group_pairs(
            (word, each) for key, some in self.by_key.items() for word in set(key) for each in some
        )

    def plan_line(self, n: int, listed: ListedPlayer) -> PlannedPlayer:
        """Return who the person of line `n` is: by the licence, else by the name and what does not contradict it."""
        licensed = self.by_licence.get(listed.licence.casefold(), []) if listed.licence else []
        if len(licensed) == 1:
            return PlannedPlayer(n, listed, Recognition.KNOWN, (licensed[0],))
        named = [each for each in self.by_name.get(clean_name(listed.name).casefold(), []) if agrees(each, listed)]
        if len(named) == 1:
            return PlannedPlayer(n, listed, Recognition.KNOWN, (named[0],))
        alike = named or self.list_alike(listed)
        if alike:
            return PlannedPlayer(n, listed, Recognition.DOUBTFUL, tuple(alike[:MOST_MATCHES]))
        return PlannedPlayer(n, listed, Recognition.NEW)

    def list_alike(self, listed: ListedPlayer) -> list[Player]:
        """Return the players whose names are written almost like this one, the likest first."""
        key = build_person_key(listed.name)
        same = [each for each in self.by_key.get(key, []) if agrees(each, listed)]
        near = {each.pk: each for word in key if len(word) > 1 for each in self.by_word.get(word, [])}
        likeness = {pk: compute_likeness(key, build_person_key(each.name)) for pk, each in near.items()}
        others = [each for pk, each in near.items() if likeness[pk] >= LIKENESS and each not in same]
        agreeing = [each for each in others if agrees(each, listed)]
        return same + sorted(agreeing, key=lambda each: (-likeness[each.pk], each.pk))


def compute_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how like two names are, from 0 to 1."""
    return SequenceMatcher(None, " ".join(one), " ".join(other)).ratio()


def agrees(player: Player, listed: ListedPlayer) -> bool:
    """True unless both have a licence and the two differ."""
    licence = read_detail(player, "licence")
    return not licence or not listed.licence or licence.casefold() == listed.licence.casefold()


def find_changes(player: Player, listed: ListedPlayer, *, paid_to: Club | None) -> dict[str, Any]:
    """Return the details of the player that the list changes, with their new values; what it does not say stays.
    `paid_to`: the club that the list says who has paid; None where it says so of a tournament."""
    said = {name: getattr(listed, name) for name in DETAILS}
    changes: dict[str, Any] = {name: text for name, text in said.items() if text and text != read_detail(player, name)}
    paid = read_paid(listed.paid, paid_to.currency) if listed.paid and paid_to else None
    if paid is not None and paid.done != read_detail(player, "paid"):
        changes["paid"] = paid.done
    return changes


@sealed
def import_players(
    club: Club, listed: Sequence[ListedPlayer], decisions: Mapping[int, str], tournament: Tournament | None = None
) -> ImportOutcome:
    """Write the list as decided: by line, the id of the player who it is, NEW or SKIP. Lines without a decision get the
    one that is proposed; with a tournament its people enter it, and what they paid is noted there. Raises Refused if a
    line needs a decision, or has one that cannot be."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    chosen: dict[Player, ListedPlayer] = {}
    created = changed = 0
    for each in plan_players(club, listed, tournament):
        decision = SKIP if each.recognition == Recognition.WRONG else decisions.get(each.line, each.proposal)
        if decision == SKIP:
            continue
        player = _take_player(club, each, decision)
        created += decision == NEW
        changed += _save_details(player, each.listed, paid_to=None if tournament else club) and decision != NEW
        chosen[player] = each.listed
    return ImportOutcome(created, changed, _enter_players(tournament, chosen) if tournament else 0)


def _take_player(club: Club, planned: PlannedPlayer, decision: str) -> Player:
    """Return the player who was decided on, or a new one. Raises Refused."""
    if decision == NEW:
        return Player.objects.create(club=club, name=clean_name(planned.listed.name))
    found = next((each for each in planned.matches if str(each.pk) == decision), None)
    if found is None:
        message = _("Ligne %(n)d : dites qui est « %(name)s ».") % {"n": planned.line, "name": planned.listed.name}
        raise Refused([FieldError(f"line-{planned.line}", message)])
    return found


def _save_details(player: Player, listed: ListedPlayer, *, paid_to: Club | None) -> bool:
    """Keep what the list says of the player, who plays again if he had left; return whether anything changed."""
    changes = find_changes(player, listed, paid_to=paid_to)
    if changes:
        PlayerDetails.objects.update_or_create(player=player, defaults=changes)
    returns = not player.active
    if returns:
        set_player_active(player, True)
    return bool(changes) or returns


def _enter_players(tournament: Tournament, chosen: Mapping[Player, ListedPlayer]) -> int:
    """Enter the players, and note what they have paid and their category as the group that they compete in. Return how
    many were not there before."""
    before = tournament.entries.count()
    entries = {each.player_id: each for each in add_entries(tournament, chosen)}
    note_payments(tournament, {entries[player.pk].pk: listed for player, listed in chosen.items()})
    return len(entries) - before


def note_payments(tournament: Tournament, listed: Mapping[int, ListedPlayer]) -> None:
    """Note what these entries have paid, where the list says so: an amount, or what they owe. A category becomes the
    group of who has none."""
    usual = get_account(tournament).fee_cents
    fees = {each.entry_id: each for each in Fee.objects.filter(entry__in=listed)}
    payments = []
    for entry, each in listed.items():
        fee = fees.get(entry) or Fee(entry_id=entry)
        due = usual if fee.due_cents is None else fee.due_cents
        paid = read_paid(each.paid, tournament.currency) if each.paid else None
        cents = fee.paid_cents if paid is None else paid.compute_cents(due)
        group = fee.group or each.category
        if (cents, group) != (fee.paid_cents, fee.group):
            payments.append(Payment(entry, group, fee.due_cents, cents))
    set_payments(tournament, payments)
