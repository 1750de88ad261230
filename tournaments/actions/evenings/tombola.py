"""The tombola of an evening: set up, shown in the hall, drawn prize by prize."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.people.names import clean_name
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.draws.tombola import compute_seed_digest, draw_tickets
from tournaments.models import AuditEntry, Entry, Tombola, Tournament
from tournaments.models.clubs import NAME_LENGTH

from .audit_log import write_audit_entry

MOST_PRIZES = 100
MOST_TICKETS = 20_000
HIGHEST_NUMBER = 999_999
HAS_BEGUN = _("Un lot est déjà tiré : la tombola ne change plus.")


def make_seed() -> str:
    """Return a seed that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(Tombola.SEED_LENGTH // 2)


@transaction.atomic
def set_up_tombola(
    tournament: Tournament, prizes: Sequence[str], *, first: int | None, last: int | None, several: bool
) -> None:
    """Save the prizes, in the order in which they will be drawn, and the tickets: the numbers from `first` to `last`,
    or one for each player. `several`: a ticket may win more than one prize. The seed is made the first time, and stays.
    Raises Refused."""
    lock_evening(tournament, "set_up_tombola")
    tombola = Tombola.objects.filter(tournament=tournament).first()
    check_not_begun(tombola)
    names = [clean_name(each, "prizes") for each in prizes if each.strip()]
    if not 1 <= len(names) <= MOST_PRIZES:
        raise Refused([FieldError("prizes", _("Écrivez de un à cent lots, un par ligne."))])
    check_numbers(first, last)
    if first is not None and last is not None and not several and last - first + 1 < len(names):
        raise Refused([FieldError("last", _("Il y a plus de lots que de billets."))])
    terms = {"prizes": names, "first": first, "last": last, "several": several}
    Tombola.objects.update_or_create(
        tournament=tournament, defaults=terms, create_defaults=terms | {"seed": make_seed()}
    )


def check_numbers(first: int | None, last: int | None) -> None:
    """Raise Refused unless both ticket numbers are None, or are the first and last of at most MOST_TICKETS tickets."""
    if first is None and last is None:
        return
    if first is None or last is None or not 0 <= first <= last <= HIGHEST_NUMBER or last - first >= MOST_TICKETS:
        words = _("Du premier au dernier numéro vendu : vingt mille billets au plus, jusqu’au numéro 999999.")
        raise Refused([FieldError("last", words)])


def check_not_begun(tombola: Tombola | None) -> None:
    """Raise Refused once a prize is drawn."""
    if tombola and tombola.drawn:
        raise Refused([FieldError("", HAS_BEGUN)])


@transaction.atomic
def draw_prize(tournament: Tournament, n: int, *, actor: str) -> None:
    """Draw prize `n` (from 1) and show it in the hall. It must be the next one: for any other, as after a second press
    of the button, nothing is done. With the first prize the tickets are fixed. Raises Refused."""
    lock_evening(tournament, "draw_prize")
    tombola = Tombola.objects.filter(tournament=tournament).first()
    if not tombola or n != tombola.drawn + 1 or n > len(tombola.prizes):
        return
    if n == 1:
        fix_tickets(tombola)
        log_tombola(tombola, "begun", actor)
    save_fields(tombola, drawn=n, on_screen=True, entries=tombola.entries)
    if tombola.is_over:
        log_tombola(tombola, "over", actor)


@transaction.atomic
def draw_again(tournament: Tournament, n: int, drawn: int, *, actor: str) -> None:
    """Draw prize `n` (from 1) once more, since its winner has left. The new draw is added as the next prize, named
    after the ticket that it replaces («Jambon, à la place du n° 12»): so every winner still follows from the seed, in
    order. `drawn`: how many prizes were drawn when the page was shown; if it is no longer true, as after a second
    press, nothing is done. Raises Refused."""
    lock_evening(tournament, "draw_again")
    tombola = Tombola.objects.filter(tournament=tournament).first()
    if not tombola or drawn != tombola.drawn or not 1 <= n <= drawn:
        return
    tickets = tombola.count_sold() or len(tombola.entries)
    if len(tombola.prizes) == MOST_PRIZES or (not tombola.several and len(tombola.prizes) == tickets):
        raise Refused([FieldError("", _("Il n’y a plus de billet à tirer, ou déjà cent lots."))])
    first = 1 if tombola.first is None else tombola.first
    gone = first + draw_tickets(tombola.seed, tickets, n, several=tombola.several)[-1]
    words = _("%(lot)s, à la place du n° %(n)s")
    room = NAME_LENGTH - len(words % {"lot": "", "n": gone})
    again = words % {"lot": tombola.prizes[n - 1][:room], "n": gone}
    prizes = [*tombola.prizes[:drawn], again, *tombola.prizes[drawn:]]
    save_fields(tombola, prizes=prizes, drawn=drawn + 1, on_screen=True)
    log_tombola(tombola, "again", actor)


def fix_tickets(tombola: Tombola) -> None:
    """Set the tombola's `entries`, without saving it, to the players whose tickets are drawn from now on. Raises
    Refused if there are more prizes than tickets."""
    playing = tombola.tournament.entries.exclude(presence=Entry.Presence.ABSENT).order_by("pk")
    tombola.entries = [] if tombola.is_sold_by_number else list(playing.values_list("pk", flat=True))
    least = 1 if tombola.several else len(tombola.prizes)
    if not tombola.is_sold_by_number and len(tombola.entries) < least:
        raise Refused([FieldError("", _("Il y a plus de lots que de billets."))])


@transaction.atomic
def show_tombola(tournament: Tournament, on_screen: bool) -> None:
    """Show the tombola on the hall's screen in the place of all else, or give the screen back."""
    lock_evening(tournament, "show_tombola")
    Tombola.objects.filter(tournament=tournament).update(on_screen=on_screen)


@transaction.atomic
def remove_tombola(tournament: Tournament, *, actor: str) -> None:
    """Remove the tombola with its seed; nothing where there is none. Raises Refused once a prize is drawn."""
    lock_evening(tournament, "remove_tombola")
    tombola = Tombola.objects.filter(tournament=tournament).first()
    check_not_begun(tombola)
    if tombola:
        log_tombola(tombola, "removed", actor)
        tombola.delete()


def log_tombola(tombola: Tombola, step: str, actor: str) -> None:
    """Write a step of the tombola ("begun", "again", "over", "removed") into the audit log, with its seed's digest."""
    after = {"step": step, "digest": compute_seed_digest(tombola.seed)}
    write_audit_entry(tombola.tournament, AuditEntry.Action.TOMBOLA, actor=actor, after=after)
