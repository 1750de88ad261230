"""Signing up, as the organiser sees it: the terms, who is in, who waits, who has paid; and the list at the door."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.errors import NotNow
from tournaments.actions.money.prizes import Payment, set_payments
from tournaments.actions.people import signing_up
from tournaments.actions.people.leaving import refuse_entry, refuse_sign_up
from tournaments.actions.people.sign_up_mails import count_mails
from tournaments.actions.people.signing_up import (
    admit_waiting,
    count_free_places,
    renew_private_code,
    set_sign_up_terms,
)
from tournaments.actions.rounds.participation import set_presence
from tournaments.forms.organiser.players import sort_by_name
from tournaments.forms.signing_up import SignUpTermsForm, WalkInForm
from tournaments.models import Entry, SignUp, SignUpTerms, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.qr import (
    draw_qr,
    find_fixed_address,
    get_private_address,
    get_sign_up_address,
    has_phone_address,
)
from tournaments.reading.prizes import build_balance, get_account
from tournaments.reading.taking_part import mark_who_played
from tournaments.views.access import SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.posted_forms import carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

from .check_in import list_entries_seen

NOBODY_TICKED = gettext_lazy("Cochez d’abord quelqu’un.")


@require_right(Right.RUN, of=get_tournament)
def edit_sign_ups(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show who signed up; a POST sets how one signs up."""
    with timezone.override(tournament.club.time_zone):
        terms = find_terms(tournament)
        fee = get_account(tournament).fee_cents
        form = SignUpTermsForm(terms, fee, tournament.currency, request.POST or None)
        if form.is_valid() and carry_out(
            form, set_sign_up_terms, tournament, **form.cleaned_data, actor=get_actor(request)
        ):
            is_open = form.cleaned_data["is_open"]
            words = _("La page d’inscription est ouverte.") if is_open else _("La page d’inscription est fermée.")
            return say_and_redirect(request, words, "tournament-sign-ups", tournament.pk)
        return render_sign_ups(request, tournament, terms, form)


def find_terms(tournament: Tournament) -> SignUpTerms | None:
    """Return the terms by which people sign up for the tournament; None if they were never set."""
    return SignUpTerms.objects.filter(tournament=tournament).first()


def render_sign_ups(
    request: MemberRequest, tournament: Tournament, terms: SignUpTerms | None, form: SignUpTermsForm
) -> HttpResponse:
    """Render the page of a tournament's sign-ups. `terms`: those under which one signs up, None if they were never set;
    `form`: changes them."""
    balances = {line.entry: line for line in build_balance(tournament).lines}
    entries = sort_by_name(tournament.entries.select_related("sign_up"))
    mark_who_played(tournament, entries)
    others = tournament.sign_ups.exclude(state=SignUp.State.ENTERED)
    address = get_sign_up_address(tournament)
    context = {
        "tournament": tournament,
        "terms": terms,
        "rows": [(entry, getattr(entry, "sign_up", None), balances[entry.pk]) for entry in entries],
        "themselves": any(hasattr(entry, "sign_up") for entry in entries),
        "owing": any(balance.missing > 0 for balance in balances.values()),
        "there": sum(entry.presence == Entry.Presence.PRESENT for entry in entries),
        "waiting": [each for each in others if each.state == SignUp.State.WAITING],
        "gone": [each for each in others if each.state != SignUp.State.WAITING],
        "free": count_free_places(terms) if terms else None,
        "taken": sum(entry.presence != Entry.Presence.ABSENT for entry in entries),
        "mails": count_mails(tournament),
        "address": address,
        "qr": draw_qr(address),
        "for_phones": has_phone_address(),
        "has_links": bool(find_fixed_address("/")),
    }
    return render_form(request, "organiser/sign_ups.html", form, context)


@require_right(Right.RUN, SEND, of=get_tournament)
def change_sign_ups(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Give a place to those ticked who wait, or take them off the list, as `do` in the POST says; ticked entries are
    taken off. People who sit at a table already stay on the list, and a message names them."""
    waiting = tournament.sign_ups.filter(pk__in=list_chosen(request, "sign_up")).select_related("tournament__club")
    entries = tournament.entries.filter(pk__in=list_chosen(request, "entry")).select_related("tournament__club")
    people: list[SignUp | Entry] = [*waiting, *entries]
    if not people:
        messages.warning(request, NOBODY_TICKED)
    for person in people:
        try:
            if isinstance(person, Entry):
                refuse_entry(person, actor=get_actor(request))
            elif request.POST.get("do") == "admit":
                admit_waiting(person, actor=get_actor(request))
            else:
                refuse_sign_up(person, actor=get_actor(request))
        except NotNow as why:
            name = person.shown_name if isinstance(person, Entry) else person.name
            messages.warning(request, _("%(name)s : %(why)s") % {"name": name, "why": why})
    return redirect("tournament-sign-ups", tournament.pk)


@require_right(Right.RUN, SEND, of=get_tournament)
def show_private_link(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show a new private link of the one person who is ticked; the former one is void."""
    chosen = Q(entry__in=list_chosen(request, "entry")) | Q(pk__in=list_chosen(request, "sign_up"))
    people = list(tournament.sign_ups.filter(chosen).select_related("tournament__club"))
    if len(people) != 1:
        messages.warning(request, _("Cochez une seule personne, qui s’est inscrite elle-même."))
        return redirect("tournament-sign-ups", tournament.pk)
    try:
        address = get_private_address(renew_private_code(people[0]))
    except NotNow as why:
        messages.warning(request, str(why))
        return redirect("tournament-sign-ups", tournament.pk)
    context = {"tournament": tournament, "person": people[0], "address": address, "qr": draw_qr(address)}
    return render(request, "organiser/private_link.html", context)


def list_chosen(request: MemberRequest, field: str) -> list[int]:
    """Return the ids that are ticked in this field of the POST; what is no number counts as 0, which nothing has."""
    return [parse_number(text) or 0 for text in request.POST.getlist(field)]


@require_right(Right.MONEY, SEND, of=get_tournament)
def note_paid_fees(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Note that those who are ticked have paid all that they owe."""
    chosen = set(list_chosen(request, "entry"))
    lines = [line for line in build_balance(tournament).lines if line.entry in chosen]
    if not lines:
        messages.warning(request, NOBODY_TICKED)
        return redirect("tournament-sign-ups", tournament.pk)
    own_dues = dict(tournament.entries.filter(pk__in=chosen).values_list("pk", "fee__due_cents"))
    payments = [Payment(line.entry, line.group, own_dues[line.entry], line.due) for line in lines]
    set_payments(tournament, payments, actor=get_actor(request))
    n = len(payments)
    words = ngettext("%(n)s paiement noté.", "%(n)s paiements notés.", n) % {"n": n}
    return say_and_redirect(request, words, "tournament-sign-ups", tournament.pk)


@require_right(Right.RUN, of=get_tournament)
def edit_door(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the list at the door; a POST notes those who were ticked or unticked on it, and leaves alone whoever checked
    in by himself since it was shown (`seen`: those who were ticked then)."""
    if request.method != "POST":
        return render_door(request, tournament, WalkInForm())
    present, seen = set(list_chosen(request, "there")), set(list_chosen(request, "seen"))
    entries, actor = tournament.entries.all(), get_actor(request)
    set_presence(entries.filter(pk__in=present - seen), Entry.Presence.PRESENT, actor=actor)
    set_presence(entries.filter(pk__in=seen - present), Entry.Presence.EXPECTED, actor=actor)
    return say_and_redirect(request, _("C’est gardé."), "tournament-door", tournament.pk)


def render_door(request: MemberRequest, tournament: Tournament, form: WalkInForm) -> HttpResponse:
    """Render the list at the door. Whoever has played counts as present, as on the check-in page."""
    entries = list_entries_seen(tournament)
    terms = find_terms(tournament)
    context = {
        "tournament": tournament,
        "entries": entries,
        "there": sum(entry.presence == Entry.Presence.PRESENT for entry in entries),
        "poster": terms is not None and terms.self_check_in,
    }
    return render_form(request, "organiser/door.html", form, context)


@require_right(Right.RUN, SEND, of=get_tournament)
def add_walk_in(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Enter somebody who came without having signed up: he is present."""
    form = WalkInForm(request.POST)
    given = {**form.cleaned_data, "actor": get_actor(request)} if form.is_valid() else {}
    if given and (entered := carry_out(form, signing_up.add_walk_in, tournament, **given)):
        words = _("%(name)s est inscrit, et là.") % {"name": entered.result.shown_name}
        return say_and_redirect(request, words, "tournament-door", tournament.pk)
    return render_door(request, tournament, form)


@require_right(Right.RUN, SEND, of=get_tournament)
def renew_door_key(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Make a new key for the list at the door, so that the poster that hangs there opens nothing any more."""
    signing_up.renew_door_key(get_object_or_404(SignUpTerms, tournament=tournament))
    words = _("L’ancienne affiche ne marche plus : imprimez la nouvelle.")
    return say_and_redirect(request, words, "tournament-door", tournament.pk)


urlpatterns = [
    path("event/<int:pk>/sign-ups", edit_sign_ups, name="tournament-sign-ups"),
    path("event/<int:pk>/sign-ups/change", change_sign_ups, name="sign-ups-change"),
    path("event/<int:pk>/sign-ups/link", show_private_link, name="sign-ups-link"),
    path("event/<int:pk>/sign-ups/paid", note_paid_fees, name="sign-ups-paid"),
    path("event/<int:pk>/door", edit_door, name="tournament-door"),
    path("event/<int:pk>/door/walk-in", add_walk_in, name="door-walk-in"),
    path("event/<int:pk>/door/key", renew_door_key, name="door-key"),
]
