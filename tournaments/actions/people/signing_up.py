"""Signing up by oneself: the terms, a name that takes a place or waits for one, and whoever moves up.

A place is taken under the tournament's lock, so that of two people who want the last one, one gets it and the other
waits. Who is there is the presence of the entry, here as everywhere.
"""

import datetime
import secrets
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.money.prizes import set_account
from tournaments.actions.rounds.participation import make_pair
from tournaments.actions.saving import save_fields
from tournaments.actions.states import SIGN_UPS_CLOSED, check_state, lock_evening, lock_row, may_run
from tournaments.book.table_keys import encode_number
from tournaments.models import Entry, Player, SignUp, SignUpTerms, Tournament, salts

from .entries import check_may_go, delete_entry, enter_players
from .names import clean_name
from .recognising import build_person_key
from .sign_up_mails import want_mails

CODE_BITS = 130
MOST_SIGN_UPS = 1000  # of one tournament, whoever left included
MOST_FROM_ORIGIN = 40  # of one tournament, from one address
FIRST_GENERATION, LAST_GENERATION = 1, 2**15 - 1
NO_MORE = _("La page a reçu trop d’inscriptions d’ici : inscrivez-vous auprès de l’organisateur.")
SEATED = _("Une place à une table est déjà donnée : seul l’organisateur peut la libérer, à cette table.")
NAMESAKE = _("Quelqu’un de ce nom est déjà inscrit. Si ce n’est pas vous, cochez la case et envoyez de nouveau.")


@dataclass(frozen=True)
class SignUpRequest:
    """What somebody sends to sign up.

    partner: the name of the player whom he wants as his partner.
    is_namesake: somebody of his name is on the list already, and he says that he is another person.
    nonce: the random text of the page that he sent.
    origin: the internet address that he comes from, "" where nobody knows it.
    mails: the kinds of `SignUpMail` that he wants, in his `language`.
    """

    name: str
    partner: str = ""
    email: str = ""
    phone: str = ""
    is_namesake: bool = False
    nonce: str = ""
    origin: str = ""
    mails: tuple[str, ...] = ()
    language: str = "fr"


@sealed
def set_sign_up_terms(
    tournament: Tournament,
    *,
    is_open: bool,
    limit: int | None,
    closes_at: datetime.datetime | None,
    self_check_in: bool,
    fee_cents: int | None,
    actor: str | None = None,
) -> SignUpTerms:
    """Set how players sign up, and the tournament's entry fee (None: no fee). `limit`: how many places there are (None:
    no limit); `closes_at`: until when people may sign up (None: as long as it is open); `self_check_in`: players check
    in by themselves. If there are more places now, those who wait first move up."""
    lock_evening(tournament, "set_sign_up_terms")
    terms, _made = SignUpTerms.objects.update_or_create(
        tournament=tournament,
        defaults={"is_open": is_open, "limit": limit, "closes_at": closes_at, "self_check_in": self_check_in},
    )
    set_account(tournament, fee_cents=fee_cents or 0, actor=actor)
    move_up_waiting(tournament)
    return terms


def renew_door_key(terms: SignUpTerms) -> None:
    """Renew the key on the poster at the door: only a poster printed from now on works. Raises TournamentClosed."""
    with transaction.atomic():
        lock_evening(terms.tournament, "renew_door_key")
        row = SignUpTerms.objects.select_for_update().get(pk=terms.pk)
        save_fields(row, generation=row.generation % LAST_GENERATION + FIRST_GENERATION)


def takes_sign_ups(terms: SignUpTerms) -> bool:
    """True while the tournament's page takes names."""
    tournament = terms.tournament
    if not terms.is_open or not may_run(tournament, "sign_up"):
        return False
    return terms.closes_at is None or timezone.now() < terms.closes_at


@sealed
def sign_up(tournament: Tournament, asked: SignUpRequest) -> str:
    """Sign somebody up: he takes a place, or waits for one. Returns his private code, which nothing can show again; the
    same page sent twice signs him up once. Raises Refused, NotNow."""
    lock_row(tournament)
    name = clean_name(asked.name)
    code = build_code(tournament, asked.nonce, name)
    sign_ups = SignUp.objects.filter(tournament=tournament)
    if sign_ups.filter(digest__in=list_code_digests(code)).exists():
        return code
    terms = SignUpTerms.objects.filter(tournament=tournament).select_related("tournament").first()
    check_state(tournament, "sign_up")
    if terms is None or not takes_sign_ups(terms):
        raise NotNow(SIGN_UPS_CLOSED)
    if not asked.is_namesake and find_namesake(tournament, name):
        raise Refused([FieldError("name", NAMESAKE)])
    origin = compute_origin_digest(tournament, asked.origin)
    if sign_ups.count() >= MOST_SIGN_UPS or (origin and sign_ups.filter(origin=origin).count() >= MOST_FROM_ORIGIN):
        raise NotNow(NO_MORE)
    person = SignUp.objects.create(
        tournament=tournament,
        name=name,
        partner=clean_name(asked.partner, "partner") if asked.partner else "",
        email=asked.email,
        phone=asked.phone,
        digest=compute_code_digest(code),
        origin=origin,
    )
    want_mails(person, asked.mails, asked.language)
    move_up_waiting(tournament, is_fresh=code)
    return code


def build_code(tournament: Tournament, nonce: str, name: str) -> str:
    """Return the private code of whoever signs up under this name from the page of this nonce: 130 bits."""
    mac = salted_hmac(salts.SIGN_UP_CODE, f"{tournament.pk}:{nonce}:{name}", algorithm="sha256")
    return encode_number(int.from_bytes(mac.digest()), CODE_BITS // 5)


def compute_code_digest(code: str) -> str:
    """Return the digest under which a private code is kept. Its key is in every backup, so that the link with the code
    still opens on a computer that takes over from this one."""
    return salted_hmac(salts.SIGN_UP_DIGEST, code, secret=settings.PRINTED_KEY, algorithm="sha256").hexdigest()


def list_code_digests(code: str) -> list[str]:
    """Return the digests under which a private code may be stored: today's, and that of older versions of the program,
    computed with another key."""
    return [compute_code_digest(code), salted_hmac(salts.SIGN_UP_DIGEST, code, algorithm="sha256").hexdigest()]


def compute_origin_digest(tournament: Tournament, origin: str) -> str:
    """Return the digest that is stored instead of an internet address, another one in each tournament; "" for none."""
    if not origin:
        return ""
    return salted_hmac(salts.SIGN_UP_ORIGIN, f"{tournament.pk}:{origin}", algorithm="sha256").hexdigest()


def find_sign_up(code: str) -> SignUp | None:
    """Return the sign-up that this private code opens, with its tournament; else None."""
    known = SignUp.objects.filter(tournament__hidden=False).select_related("tournament__club", "entry")
    return known.filter(digest__in=list_code_digests(code)).first()


def find_namesake(tournament: Tournament, name: str) -> bool:
    """True if somebody is entered, or waits, under this name, whatever its accents, its capitals and the order of its
    words: it may be the same person."""
    key = build_person_key(name)
    entries = tournament.entries.values_list("shown_name", flat=True)
    waiting = tournament.sign_ups.filter(state=SignUp.State.WAITING).values_list("name", flat=True)
    return any(build_person_key(each) == key for each in (*entries, *waiting))


def count_free_places(terms: SignUpTerms) -> int | None:
    """Return how many places are free; None where there is no limit. Who does not play takes none."""
    if terms.limit is None:
        return None
    playing = Entry.objects.filter(tournament=terms.pk).exclude(presence=Entry.Presence.ABSENT)
    return max(0, terms.limit - playing.count())


def move_up_waiting(tournament: Tournament, is_fresh: str = "") -> None:
    """Give the free places to those who wait, in their order; the caller holds the tournament's lock. `is_fresh`: the
    private code of somebody who is signing up just now: if he gets a place, it is at once, and he does not count as
    moved up."""
    terms = SignUpTerms.objects.filter(tournament=tournament).first()
    if terms is None or not may_run(tournament, "admit_waiting"):
        return
    fresh = compute_code_digest(is_fresh) if is_fresh else ""
    waiting = tournament.sign_ups.filter(state=SignUp.State.WAITING).order_by("pk")
    for each in waiting[: count_free_places(terms)]:
        enter_person(tournament, each, moved_up=each.digest != fresh)


def enter_person(tournament: Tournament, person: SignUp, *, moved_up: bool, actor: str | None = None) -> None:
    """Enter whoever signed up, as the player of the club who he seems to be, or as a new one; with the partner whom he
    wishes, if that one wishes him too. `moved_up`: he had waited for the place. The caller holds the tournament's
    lock."""
    known = find_known_player(tournament, person.name)
    newest = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    entry = enter_players(tournament, [known or person.name], actor=actor)[-1]
    is_newcomer, moved_up_at = entry.player_id > newest, timezone.now() if moved_up else None
    save_fields(person, entry=entry, is_newcomer=is_newcomer, state=SignUp.State.ENTERED, moved_up_at=moved_up_at)
    if tournament.pairing == Tournament.Pairing.FIXED and person.partner:
        partner = find_partner(person)
        if partner is not None:
            with suppress(NotNow):  # a round is published: the organiser sees whom he wished
                make_pair(tournament, entry, partner)


def find_known_player(tournament: Tournament, name: str) -> Player | None:
    """Return the one player of the club, not entered yet, whose name differs from this one by accents, capitals or the
    order of words at the most; None where there is none, or more than one."""
    key = build_person_key(name)
    players = tournament.club.players.filter(active=True).exclude(entries__tournament=tournament)
    namesakes = [player for player in players if build_person_key(player.name) == key]
    return namesakes[0] if len(namesakes) == 1 else None


def find_partner(person: SignUp) -> Entry | None:
    """Return the entry, still alone, of the partner whom this person wishes and who wishes him; None if there
    is none."""
    mine, wished = build_person_key(person.name), build_person_key(person.partner)
    others = SignUp.objects.filter(tournament=person.tournament_id, entry__pair=None, entry__isnull=False)
    for other in others.exclude(pk=person.pk).select_related("entry"):
        if build_person_key(other.name) == wished and build_person_key(other.partner) == mine:
            return other.entry
    return None


@transaction.atomic
def renew_private_code(person: SignUp) -> str:
    """Give somebody on the list a new private code, and make the former one void. Returns it; nothing can show it
    again. Raises NotNow for whoever is off the list."""
    lock_evening(person.tournament, "renew_private_code")
    code = build_code(person.tournament, secrets.token_urlsafe(), person.name)
    on_list = SignUp.objects.filter(pk=person.pk, state__in=(SignUp.State.ENTERED, SignUp.State.WAITING))
    if not on_list.update(digest=compute_code_digest(code)):
        raise NotNow(_("Cette personne n’est plus sur la liste."))
    return code


@sealed
def admit_waiting(person: SignUp, *, actor: str | None = None) -> None:
    """Give a place to somebody who waits, whatever the limit. Raises NotNow if he waits no more, or in a closed
    tournament."""
    lock_evening(person.tournament, "admit_waiting")
    person.refresh_from_db()
    if person.state != SignUp.State.WAITING:
        raise NotNow(_("Cette personne n’attend plus."))
    enter_person(person.tournament, person, moved_up=True, actor=actor)


@sealed
def drop_sign_up(person: SignUp, state: SignUp.State) -> None:
    """Take somebody off the list: he withdraws, or is refused. His place goes to the first who waits. Whoever is off it
    already stays as he is. Raises NotNow if he sits at a table, was given a bonus or a penalty, has paid, or in a
    closed tournament."""
    lock_evening(person.tournament, "drop_sign_up")
    person.refresh_from_db()
    entry = person.entry
    if entry is not None and entry.seats.exists():
        raise NotNow(SEATED)
    if person.state not in (SignUp.State.ENTERED, SignUp.State.WAITING):
        return
    if entry is not None:
        check_may_go(entry)
    SignUp.objects.filter(pk=person.pk).update(state=state, entry=None, **SignUp.PRIVATE)
    person.mails.all().delete()
    if entry is not None:
        delete_entry(entry)
        delete_newcomer(person, entry.player)
        move_up_waiting(person.tournament)
    person.refresh_from_db()


def delete_newcomer(person: SignUp, player: Player) -> None:
    """Delete the player who was created for this person, as long as nothing else is known of him."""
    others = player.entries.exists() or player.merges.exists() or player.merged_into.exists()
    if person.is_newcomer and not others and not hasattr(player, "details"):
        player.delete()


@sealed
def add_walk_in(tournament: Tournament, name: str, *, is_namesake: bool = False, actor: str | None = None) -> Entry:
    """Enter somebody who stands at the door, whatever the limit: he is present. `is_namesake`: he is another person
    than whoever has that name there. Raises Refused; NotNow in a closed tournament."""
    lock_evening(tournament, "add_walk_in")
    name = clean_name(name)
    if not is_namesake and find_namesake(tournament, name):
        problem = _("Ce nom est déjà dans la liste : pointez-le là. Si c’est quelqu’un d’autre, cochez la case.")
        raise Refused([FieldError("name", problem)])
    entry = enter_players(tournament, [find_known_player(tournament, name) or name], actor=actor)[-1]
    return save_fields(entry, presence=Entry.Presence.PRESENT)
