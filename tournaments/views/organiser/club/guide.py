"""The organisers' guide, for everybody who may open organisers' pages: its chapters, one page each, and a search over
them."""

import json
import re
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, path
from django.utils.html import strip_tags
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.models.rights import Right
from tournaments.standings.ranking import get_name_key
from tournaments.views.access import READ, require_right
from tournaments.views.requests import MemberRequest

PICTURE = re.compile(r'src="[^"]*/static/([^"]+)"')
WRITTEN_PORT = ":8000"  # of the addresses in the document
# the chapters by number, in the order in which they are needed: each stands in one part, in every language
PARTS = (
    (_("Une soirée, dans l’ordre"), (1, 4, 6, 10, 11, 12, 16, 18)),
    (_("Selon la soirée"), (5, 7, 8, 9, 13, 14, 15, 17)),
    (_("Le club, l’ordinateur"), (2, 3, 19, 20, 21)),
)
ORDER = tuple(n for _title, numbers in PARTS for n in numbers)  # in which one leads to the next
WIDE_SPACE = re.compile(r"[ \u00a0](?=[;:!?»])|(?<=«)[ \u00a0]")  # where French print has a narrow one
AROUND = 90  # letters shown before and after what was found


@cache
def read_guide(language: str) -> Any:
    """Return the guide in a language, made of its document in docs/ (`make built`)."""
    text = (settings.BASE_DIR / "built" / "guide" / f"{language}.json").read_text(encoding="utf-8")
    return json.loads(WIDE_SPACE.sub("\u202f", text) if language == "fr" else text)


@require_right(Right.LOOK, READ)
def show_guide(request: MemberRequest) -> HttpResponse:
    """Show the guide's chapters in the reader's language; with `?q=` those that have all its words."""
    guide, query = read_guide(get_language()), request.GET.get("q", "").strip()
    numbered = list(enumerate(guide["chapters"], 1))
    parts = [(title, [numbered[n - 1] for n in numbers]) for title, numbers in PARTS]
    context = {"guide": guide, "asked": query, "parts": parts}
    if query:
        context["found"] = [(n, chapter, text) for n, chapter in numbered if (text := find_words(chapter, query))]
    return render(request, "organiser/guide.html", context)


@require_right(Right.LOOK, READ)
def show_chapter(request: MemberRequest, n: int) -> HttpResponse:
    """Show one chapter of the guide, from 1."""
    guide = read_guide(get_language())
    chapters = dict(enumerate(guide["chapters"], 1))
    if n not in chapters:
        raise Http404
    at = ORDER.index(n)
    context = {
        "chapter": chapters[n],
        "text": fill_in(request, chapters[n]["html"]),
        "before": [(each, chapters[each]) for each in ORDER[:at][-1:]],
        "after": [(each, chapters[each]) for each in ORDER[at + 1 :][:1]],
    }
    return render(request, "organiser/guide_chapter.html", context)


def fill_in(request: HttpRequest, text: str) -> str:
    """Return a chapter's HTML, with the addresses of its pictures and the port that the reader's browser uses filled
    in."""
    if not request.is_secure():
        text = text.replace(WRITTEN_PORT, f":{urlsplit(f'//{request.get_host()}').port or 80}")
    return PICTURE.sub(lambda found: f'src="{static(found[1])}"', text)


def find_words(chapter: dict[str, str], query: str) -> str:
    """Return the part of a chapter around the first searched word; "" if the chapter lacks any word of `query`."""
    text = " ".join(strip_tags(f"{chapter['title']}. {chapter['html']}").split())
    folded, words = get_name_key(text), get_name_key(query).split()
    if not all(word in folded for word in words):
        return ""
    at = folded.find(words[0])
    return f"…{text[max(0, at - AROUND) : at + AROUND]}…"


urlpatterns: list[URLPattern] = [
    path("guide", show_guide, name="guide"),
    path("guide/<int:n>", show_chapter, name="guide-chapter"),
]
