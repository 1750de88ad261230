"""The pages on which players sign up for a tournament, leave it again, and check in at the door.

They exist only where an organiser opened them, also while the tournament is in preparation. A private code and the key
of the poster stand after # in an address, and are sent in a form's body: neither is in a log.
"""

from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, re_path, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from config.background.jobs import open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import MAIL
from config.password_reset import can_mail_links
from tournaments.actions.people.recognising import build_person_key
from tournaments.actions.people.sign_up_mails import stop_mails
from tournaments.actions.people.signing_up import count_free_places, drop_sign_up, find_sign_up, sign_up, takes_sign_ups
from tournaments.actions.rounds.participation import set_presence
from tournaments.book.door_keys import find_terms_by_door_key
from tournaments.forms.signing_up import SecretForm, SignUpForm
from tournaments.models import Entry, SignUp, SignUpTerms, Tournament
from tournaments.reading.prizes import get_account
from tournaments.standings.ranking import get_name_key
from tournaments.views.access import allow_anyone
from tournaments.views.form_refusals import CatchRefusals
from tournaments.views.numbers import parse_number
from tournaments.views.posted_forms import REMEMBER_SECONDS, attempt, carry_out, read_post, render_form

from .names import get_public_listed_names, get_public_names
from .pages import CODE

LOCAL_PEER = "localhost"  # as the server names a web server that talks to its Unix socket
SHORTEST_SEARCH = 3  # letters that find somebody of whom only initials are shown


@allow_anyone()
@never_cache
def show_sign_up(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a tournament on which one signs up; a POST signs somebody up."""
    open_ones = SignUpTerms.objects.filter(is_open=True, tournament__hidden=False).select_related("tournament__club")
    terms = get_object_or_404(open_ones, tournament__code=code.upper())
    tournament = terms.tournament
    form = SignUpForm(terms, read_post(request), has_mail=can_mail_links())
    sign_up_request = form.build_request(read_origin(request), read_language()) if form.is_valid() else None
    if sign_up_request and (made := carry_out(form, sign_up, tournament, sign_up_request)):
        if form.cleaned_data.get("wants_mail"):
            ask_for_mail(made.result, form.cleaned_data["nonce"])
        return redirect(f"{reverse('my-sign-up')}#{made.result}")
    waiting = tournament.sign_ups.filter(state=SignUp.State.WAITING).count()
    free = count_free_places(terms)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "terms": terms,
        "takes": takes_sign_ups(terms),
        "names": list_expected_names(tournament),
        "free": None if free is None else 0 if waiting else free,
        "waiting": waiting,
        "fee_cents": get_account(tournament).fee_cents,
    }
    return render_form(request, "public/sign_up.html", form, context)


def ask_for_mail(code: str, nonce: str) -> None:
    """Have a mail sent to the person whose sign-up has this private `code`, with the address of his private page, once
    and in the active language. The job stores the `nonce` from which the code is computed, never the code itself."""
    person = find_sign_up(code)
    if person is None or not cache.add(f"sign-up-mail:{person.digest}", True, REMEMBER_SECONDS):
        return
    arguments = [str(person.pk), "--language", read_language()]
    with suppress(OSError):  # as of a full disk: he is signed up, and his page is before him
        jobs = open_jobs(settings.VAR_DIR)
        jobs.ask(MAIL, arguments, tournament_id=person.tournament_id, details={"nonce": nonce})
        wake_keeper(settings.VAR_DIR)


def read_language() -> str:
    """Return the active language by its two letters."""
    return (get_language() or settings.LANGUAGE_CODE).partition("-")[0]


def list_expected_names(tournament: Tournament) -> list[str]:
    """Return the public names of those who come, in alphabetical order."""
    absent = set(tournament.entries.filter(presence=Entry.Presence.ABSENT).values_list("pk", flat=True))
    return [name for entry, name in get_public_listed_names(tournament).items() if entry not in absent]


def read_origin(request: HttpRequest) -> str:
    """Return the network address that a request comes from; for IPv6 its network of 64 bits, as one device has many
    addresses there. Behind a web server of this machine it is the address which that server saw, the last of
    `X-Forwarded-For`. Return "" if it is not known."""
    peer = request.META.get("REMOTE_ADDR", "")
    if peer == LOCAL_PEER or is_loopback(peer):
        peer = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        address = ip_address(peer)
    except ValueError:
        return ""
    if address.is_loopback:
        return ""
    return str(ip_network((str(address), 64), strict=False) if address.version == 6 else address)


def is_loopback(peer: str) -> bool:
    """True for an address of this machine."""
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False


@allow_anyone()
@never_cache
def show_my_sign_up(request: HttpRequest) -> HttpResponse:
    """Show what became of a sign-up to whoever has its private code; `leave` gives the place back."""
    label, missing = _("Votre code"), _("Tapez le code de votre inscription.")
    form = SecretForm(label, missing, read_post(request))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        person = find_sign_up(form.cleaned_data["code"])
        if person is None:
            form.add_error("code", _("Ce code n’ouvre rien : il est mal recopié, ou l’inscription est effacée."))
        else:
            context |= {"code": form.cleaned_data["code"], "refused": ""}
            if "leave" in request.POST:
                context["refused"] = attempt(drop_sign_up, person, SignUp.State.WITHDRAWN)
            context |= describe_sign_up(person)
    wrong = form.errors or context.get("refused")
    return render(request, "public/my_sign_up.html", context, status=422 if wrong else 200)


def describe_sign_up(person: SignUp) -> dict[str, Any]:
    """Return, for a template, what the page shows of a sign-up: `person`, `tournament`, `place` (the number in the
    waiting list), `fee_cents`, and whether the tournament is `closed`."""
    waiting = person.tournament.sign_ups.filter(state=SignUp.State.WAITING)
    return {
        "person": person,
        "tournament": person.tournament,
        "place": waiting.filter(pk__lte=person.pk).count(),
        "fee_cents": get_account(person.tournament).fee_cents,
        "closed": person.tournament.status == Tournament.Status.CLOSED,
    }


@csrf_exempt  # a mail program's own button sends no cookie (RFC 8058); the token says whose mails they are
@allow_anyone()
@never_cache
def stop_sign_up_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether a sign-up's mails are to stop; a POST stops them, so that who only reads the link stops nothing."""
    found = stop_mails(token) if request.method == "POST" else None
    return render(request, "public/stop_mails.html", {"found": found})


@allow_anyone()
@never_cache
def show_door(request: HttpRequest) -> HttpResponse:
    """Let whoever holds the poster's key find his name, then say that he is there."""
    label = _("Ce qui suit le signe # dans l’adresse que le carré ouvre")
    missing = _("Visez le carré de l’affiche, à la porte.")
    form = SecretForm(label, missing, read_post(request))
    context: dict[str, Any] = {}
    if form.is_valid():
        terms = find_terms_by_door_key(form.cleaned_data["code"])
        if terms is None:
            form.add_error("code", _("Ce carré n’ouvre pas la porte : demandez à l’organisateur."))
        else:
            with CatchRefusals(form):
                found = answer_door(request, terms)
                context = {"code": form.cleaned_data["code"], "tournament": terms.tournament, **found}
    return render_form(request, "public/door.html", form, context)


def answer_door(request: HttpRequest, terms: SignUpTerms) -> dict[str, Any]:
    """Check somebody in if he said that he is here. Return, for a template, {person, name} of the one who was chosen;
    else `people`, the (entry, name) to choose from, with `wanted`, the letters typed, and `needs_name`, whether more
    names appear once letters are typed. Somebody shown by initials alone is listed only for letters of his name."""
    entries = list(terms.tournament.entries.select_related("player"))
    if "entry" in request.POST:
        chosen = parse_number(request.POST["entry"])
        person = next((entry for entry in entries if entry.pk == chosen), None)
        if person is None:
            raise Http404
        if "here" in request.POST:
            set_presence([person], Entry.Presence.PRESENT)
            person.presence = Entry.Presence.PRESENT
        return {"person": person, "name": get_public_names(terms.tournament)[person.pk]}
    wanted = request.POST.get("name", "").strip()
    is_search = len("".join(build_person_key(wanted))) >= SHORTEST_SEARCH
    names = get_public_listed_names(terms.tournament)
    listed = [entry for entry in entries if is_search or names[entry.pk] == entry.listed_name]
    found = {entry.pk: entry for entry in listed if matches_name(entry, wanted)}
    return {
        "people": [(found[pk], name) for pk, name in names.items() if pk in found],
        "wanted": wanted,
        "needs_name": len(listed) < len(entries),
        "sign_up": terms if takes_sign_ups(terms) else None,
    }


def matches_name(entry: Entry, wanted: str) -> bool:
    """True if the entry's name contains all words of `wanted`."""
    return all(word in get_name_key(entry.shown_name) for word in build_person_key(wanted))


urlpatterns: list[URLPattern] = [
    path("door", show_door, name="door"),
    re_path(r"^mails/stop/(?P<token>[\w-]{22})$", stop_sign_up_mails, name="stop-mails"),
    path("my-sign-up", show_my_sign_up, name="my-sign-up"),
    re_path(rf"^{CODE}/sign-up$", show_sign_up, name="sign-up"),
]
