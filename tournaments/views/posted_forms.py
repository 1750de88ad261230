"""What every page with a form does: take what was sent, carry it out, say so, or show the form again with its problems.

    form = RoleForm(read_post(request), initial={"role": member.role})
    if form.is_valid() and carry_out(form, change_role, member, form.cleaned_data["role"]):
        return say_and_redirect(request, _("C’est gardé."), "member", member.pk)
    return render_form(request, "organiser/member.html", form, {"member": member})

A form that adds players, a prize or a tournament is carried out once, however often the same page sends it: a double
click sends it twice, and so does a user who goes back a page and presses the button again. Each page shown has a CSRF
token of its own, so the same fields with the same token are the same submission; and a page that the browser reloads
comes empty (`autocomplete="off"`). A submission is remembered for a day, in the cache of all processes: two that reach
two of them at the same moment are carried out once as well.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, ParamSpec, TypeVar

from django.contrib import messages
from django.core.cache import cache
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError, Refused

from .form_refusals import CatchRefusals, add_file_problems
from .requests import MemberRequest

REMEMBER_SECONDS = 24 * 60 * 60

Given = ParamSpec("Given")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What an action that was carried out returned, kept apart from None, which stands for a refusal."""

    result: Result


def read_post(request: HttpRequest) -> QueryDict | None:
    """Return the fields of a form that was posted; None for a page that is only looked at, so that its form is not
    checked."""
    return request.POST if request.method == "POST" else None


def carry_out(
    form: BaseForm, action: Callable[Given, Result], *args: Given.args, **options: Given.kwargs
) -> Done[Result] | None:
    """Call the action that a valid form asks for. Return None if it is refused: its problems are then on the form."""
    with CatchRefusals(form):
        return Done(action(*args, **options))
    return None


def take_file(
    form: BaseForm, action: Callable[Given, Result], *args: Given.args, **options: Given.kwargs
) -> Done[Result] | None:
    """Call what reads or imports the file of a valid form. Return None if it is refused: the problems are then on the
    form, each with its place in the file."""
    try:
        return Done(action(*args, **options))
    except Refused as refused:
        add_file_problems(form, refused)
    return None


def attempt(action: Callable[Given, object], *args: Given.args, **options: Given.kwargs) -> str:
    """Call an action for which nobody fills in a form. Return why it is refused, else ""."""
    try:
        action(*args, **options)
    except ActionError as why:
        return str(why)
    return ""


def say_and_redirect(request: HttpRequest, words: str, page: str, *args: object) -> HttpResponse:
    """Redirect to a page, by its name or address, which then shows the message `words`."""
    messages.success(request, words)
    return redirect(page, *args)


def render_form(request: HttpRequest, template: str, form: BaseForm, context: Mapping[str, Any]) -> HttpResponse:
    """Render a page with its form; with problems on the form, as a refusal (422)."""
    return render(request, template, {**context, "form": form}, status=422 if form.errors else 200)


def is_first_submission(request: MemberRequest) -> bool:
    """True if the page sends this for the first time; otherwise tell the user that it is done already. Call it last,
    when nothing else can refuse the form."""
    if "csrfmiddlewaretoken" not in request.POST:
        return True
    sent = f"{request.user.pk} {request.path} {request.POST.urlencode()}"
    if cache.add(f"sent:{sha256(sent.encode()).hexdigest()}", True, REMEMBER_SECONDS):
        return True
    messages.info(request, _("C’est déjà fait : rien n’a été ajouté une deuxième fois."))
    return False
