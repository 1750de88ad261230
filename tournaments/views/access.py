"""Access decorators: each view declares who may see it with one of them, and a test fails for a view that declares
nothing.

What a visitor may not see answers 404, so that nobody learns what exists; a member whose role does not do something
(`tournaments.models.rights`) is told so and who does it (403). Every view answers 405 to a method that it does not
declare: READ for what is only looked at, SEND for what is only done, both where nothing is said.

What a member or a table sees is never stored by a browser or a proxy (`never_cache`: no-store, private), so that the
back button shows nothing of it after signing out.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, UnreadablePostError
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from config import security_log
from config.devices import note_club
from tournaments.actions.errors import TournamentClosed
from tournaments.actions.people.accounts import note_session_use
from tournaments.book.table_keys import find_table_by_key
from tournaments.models import Member
from tournaments.models.rights import Right, find_rights, list_roles_with
from tournaments.presentation.text.cards import show_pack_of

from . import program_version
from .confirming import ask_who_sends
from .requests import MemberRequest, TableRequest

View = Callable[..., HttpResponse]
READ: Sequence[str] = ("GET", "HEAD")
SEND: Sequence[str] = ("POST",)
BOTH = (*READ, *SEND)


def explain_form_address(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer. If it refuses a GET (405), return in its place a page (405) with a link to the page of the
    form."""
    if not isinstance(answer, HttpResponseNotAllowed) or request.method != "GET":
        return answer
    page = render(request, "errors/form_address.html", {"page": find_page_above(request.path_info)}, status=405)
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def find_page_above(address: str) -> str:
    """Return the nearest address above this one («/a/b» for «/a/b/c») at which there is a page; else the list of
    tournaments."""
    while address := address.rpartition("/")[0]:
        try:
            resolve(address)
        except Resolver404:
            continue
        return address
    return reverse("organiser")


def only_methods(view: View, methods: Sequence[str]) -> View:
    """Decorate the view so that it refuses any other method (405). Before it runs, playing cards are set to look as the
    club of the request's table shows them, or to French suits without a table; the page itself may then name its
    club."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        table = getattr(request, "table", None)
        show_pack_of(table and table.round.tournament)
        return view(request, *args, **kwargs)

    return require_http_methods(methods)(shown)


def declare_access(view: View, access: str) -> View:
    """Set `view.access`, which says who may see the view: "anyone", "table" or "member". Return the view."""
    cast(Any, view).access = access
    return view


def allow_anyone(methods: Sequence[str] = BOTH) -> Callable[[View], View]:
    """Let anybody see the view: no account and no table key is needed. What is only looked at may come from a replica
    (`config.replica`)."""

    def decorate(view: View) -> View:
        shown = declare_access(only_methods(view, methods), "anyone")
        cast(Any, shown).reads_replica = methods == READ
        return shown

    return decorate


class NotAllowed(Exception):
    """The user may see what the page is about, but his role gives no right to do this with it (403)."""


def give_subject(view: View, find: Callable[..., Any]) -> View:
    """Decorate the view so that it gets the row that its page is about: what `find(request, pk)` returns for the `pk`
    of the address, in place of that `pk`; or what `find(request)` returns for an address without one."""

    @wraps(view)
    def about(request: MemberRequest, **kwargs: Any) -> HttpResponse:
        found = find(request, kwargs.pop("pk")) if "pk" in kwargs else find(request)
        return view(request, found, **kwargs)

    return about


def tell_wrong_state(view: View) -> View:
    """Decorate the view: if the state of the tournament forbids what it does (TournamentClosed), and the view shows no
    form that says so, answer with a page (409) that says why."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TournamentClosed as refused:
            context = {"refused": refused, "page": find_page_above(request.path_info)}
            return render(request, "organiser/wrong_state.html", context, status=409)

    return guarded


def require_right(
    right: Right,
    methods: Sequence[str] = BOTH,
    *,
    post: Right | None = None,
    of: Callable[..., Any] | None = None,
    asks_who: bool = False,
) -> Callable[[View], View]:
    """Let only signed-in members with this right in one of their clubs see the view. `post`: the right that sending its
    form needs, if it is another one. `of`: the function that finds the row that the page is about
    (`tournaments.views.organiser.scoping`), which the view gets as in `give_subject`. `asks_who`: whoever sends the
    form types his password, unless he did so lately.

    Set `request.clubs` to the clubs where the user has the right, and `request.rights` to what he may do. The view must
    look only at these clubs. What belongs to a club of which he is no member answers 404, and so does everything to
    somebody who is in no club. A member without the right reads who has it (403). What the state of the evening forbids
    is answered by a page that says so (409), unless the view says it."""

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            member_request = cast(MemberRequest, request)
            member_request.needed = post if post and request.method == "POST" else right
            try:
                answer = answered(member_request, *args, **kwargs)
            except NotAllowed:
                answer = render_refusal(member_request)
            except Http404:
                security_log.log_event("refused", request, status=404)
                raise
            security_log.log_answer(request, answer)
            return answer

        def answered(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            """Answer a signed-in user, with the clubs where he has the right on the request."""
            memberships = Member.objects.filter(user_id=cast(int, request.user.pk)).select_related("club")
            owns = cast(User, request.user).is_superuser
            found = {each.club: find_rights(each.role, owns_installation=owns) for each in memberships}
            if not found:
                raise Http404
            note_use(request)
            note_club(str(request.session.session_key), min(club.pk for club in found))
            request.club_rights = {club.pk: rights for club, rights in found.items()}
            request.rights = frozenset().union(*found.values())
            request.clubs = [club for club, rights in found.items() if request.needed in rights]
            if not request.clubs:
                raise NotAllowed
            if asks_who and (question := ask_who_sends(request)):
                return question
            return explain_form_address(request, handler(request, *args, **kwargs))

        handler = only_methods(tell_wrong_state(view if of is None else give_subject(view, of)), methods)
        cast(Any, guarded).rights = (right, post or right)
        cast(Any, guarded).asks_who = asks_who
        return declare_access(guarded, "member")

    return decorate


def note_use(request: MemberRequest) -> None:
    """Note in the session that its user is active; not for a request by htmx, so that a poll need not wait to write."""
    if not request.htmx:
        note_session_use(request.session, request.headers.get("User-Agent", ""))


def find_club_rights(request: HttpRequest, club_id: int) -> frozenset[Right]:
    """Return what the reader of a public page may do in the club: an empty set where he is no member of it. For a
    reader who is not signed in, no query is made."""
    if not request.user.is_authenticated:
        return frozenset()
    role = Member.objects.filter(user_id=request.user.pk, club_id=club_id).values_list("role", flat=True).first()
    return find_rights(role, owns_installation=request.user.is_superuser) if role else frozenset()


def render_refusal(request: MemberRequest) -> HttpResponse:
    """Render the page that says what the user may not do, and who of his clubs may (403)."""
    clubs = Member.objects.filter(club__in=request.club_rights).select_related("user").order_by("user__username")
    if request.needed == Right.INSTALL:
        allowed = clubs.filter(user__is_superuser=True)
    else:
        allowed = clubs.filter(role__in=list_roles_with(request.needed))
    context = {"right": request.needed, "allowed": allowed}
    return render(request, "organiser/refused.html", context, status=403)


def require_table_key(methods: Sequence[str] = BOTH) -> Callable[[View], View]:
    """Let only requests with a valid table key see the view, and set `request.table`.

    The key comes in the header `X-Table-Key`, which only our own page sends, so no CSRF token is needed. Every wrong
    key gets the same answer (404), which reveals nothing. A body that the network cut short is not read at all (400):
    what is left of it may look like a complete form. Every answer carries the program's fingerprint (header
    `X-Corbillon`).
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            answer = answered(request, *args, **kwargs)
            security_log.log_answer(request, answer)
            answer.headers[program_version.HEADER] = program_version.compute_fingerprint()
            return answer

        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            """Answer the request without adding the fingerprint header: 400 for a body that was cut short, 404 for a
            wrong key, else what the view answers."""
            if not is_body_complete(request):
                return HttpResponse(status=400)
            table = find_table_by_key(request.headers.get("X-Table-Key", "")[:80])
            if table is None or table.round.tournament.hidden:
                return render(request, "phone/no_table.html", status=404)
            cast(TableRequest, request).table = table
            return handler(request, *args, **kwargs)

        handler = only_methods(view, methods)
        return declare_access(guarded, "table")

    return decorate


def is_body_complete(request: HttpRequest) -> bool:
    """True if the request's body is as long as its Content-Length header says."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    try:
        return len(request.body) == int(announced)
    except (UnreadablePostError, ValueError):
        return False
