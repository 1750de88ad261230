"""The page that asks before something is done: what it means, its button, and the way back."""

from collections.abc import Iterable
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def render_question(
    request: HttpRequest,
    title: str,
    words: Iterable[object],
    action: str,
    back: tuple[str, str],
    *,
    form: BaseForm | None = None,
    template: str = "organiser/ask.html",
    **more: Any,
) -> HttpResponse:
    """Render one question with its explanation and its button. `action`: the button's words; `back`: the address and
    the name of the page that it leads back to; `more`: what else the page shows: `hidden`, the fields that the button
    sends too, `danger`, `refused`, why it was not done."""
    context = {"title": title, "words": words, "action": action, "back": back[0], "back_to": back[1], "form": form}
    wrong = more.get("refused") or (form is not None and form.errors)
    return render(request, template, context | more, status=422 if wrong else 200)
