"""The parts of pages that all the screens of a hall request again and again: rendered once, for all processes.
The middleware answers a repeated request from here before any database query.

One thread of one process at a time renders a part while the others answer with the previous one. A part that took t
seconds to render stays fresh for FRESH_FACTOR × t. So polling takes a bounded share of one core, however many screens
poll and however large the tournament is. What is shown is late by less than a second in a club, and by
MAX_FRESH_SECONDS at most. Knows no tournament. Django's cache alone is not enough: when a part grows stale, all who ask
for it would render it at once.
"""

import secrets
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from time import time
from typing import Any, cast

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import resolve
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from config.replica import is_reading_replica
from config.shared_cache import SharedCache, TableCache

from .numbers import parse_number

FRESH_FACTOR = 9
MAX_FRESH_SECONDS = 30
KEPT_SECONDS = 3600  # a part that nobody has requested since then is forgotten
GENERATION = "generation"


@dataclass(frozen=True)
class CachedPart:
    """A rendered part of a page and its ETag."""

    etag: str
    content: bytes


@dataclass(frozen=True)
class PartState:
    """What the cache keeps of a part beside its content. `checked_at`: when its ETag was last computed; it is fresh for
    `fresh_seconds` from then on, and not before, so that a clock that is set back, or another server's that is behind,
    makes no part fresh."""

    etag: str
    checked_at: float
    fresh_seconds: float

    def is_fresh(self) -> bool:
        """True if the part may be sent without computing its ETag again."""
        return 0 <= time() - self.checked_at < self.fresh_seconds


def find_fresh_part(key: Hashable) -> CachedPart | None:
    """Return the part of this key if it is still fresh, else None."""
    name = _name_part(key)
    state = _load_state(name)
    return _load_part(name, state) if state and state.is_fresh() else None


def get_polled_part(
    key: Hashable, compute_etag: Callable[[], str], render_content: Callable[[str], bytes]
) -> CachedPart:
    """Return the part of this key: the cached one if it is fresh or if another thread is rendering it, else rendered.
    Without any part yet, wait for the other thread.

    `compute_etag()` returns its present ETag, `render_content(etag)` renders it; exceptions of both are passed on.
    """
    name = _name_part(key)
    state = _load_state(name)
    previous = _load_part(name, state) if state else None
    if previous and state and state.is_fresh():
        return previous
    with _get_cache().lock(name, wait=previous is None) as held:
        if not held and previous:
            return previous
        state = _load_state(name)
        previous = _load_part(name, state) if state else None
        if previous and state and state.is_fresh():
            return previous
        return _render_part(name, previous, compute_etag, render_content)


def clear_polled_parts() -> None:
    """Empty the cache; what is being rendered meanwhile is not kept either."""
    _get_cache().clear()
    _get_cache().set(GENERATION, secrets.token_hex(8), None)


def _render_part(
    name: str, previous: CachedPart | None, compute_etag: Callable[[], str], render_content: Callable[[str], bytes]
) -> CachedPart:
    """Render the part if its ETag has changed, and make it fresh for FRESH_FACTOR times as long as that took. The
    caller holds the lock."""
    begun, etag = time(), compute_etag()
    part = previous if previous and previous.etag == etag else CachedPart(etag, render_content(etag))
    ended = time()
    cache = _get_cache()
    with suppress(OSError):  # a full disk keeps no part, and shows it all the same
        if part is not previous:
            cache.set(f"{name}-content", (part.etag, part.content), KEPT_SECONDS)
        state = (etag, ended, min(FRESH_FACTOR * (ended - begun), MAX_FRESH_SECONDS))
        cache.set(name, state, KEPT_SECONDS)
    return part


def _load_state(name: str) -> PartState | None:
    """Return what the cache keeps of a part beside its content, or None."""
    state = _get_cache().get(name)
    return PartState(*state) if state else None


def _load_part(name: str, state: PartState) -> CachedPart | None:
    """Return the cached part whose ETag is that of this state; None if its content is gone."""
    etag, content = _get_cache().get(f"{name}-content") or ("", b"")
    return CachedPart(etag, content) if etag == state.etag else None


def _name_part(key: Hashable) -> str:
    """Return the part's name in the cache, another one after each `clear_polled_parts`."""
    return sha256(repr((_get_cache().get(GENERATION), key)).encode()).hexdigest()


def _get_cache() -> SharedCache | TableCache:
    """Return the cache of parts."""
    return cast(SharedCache | TableCache, caches["parts"])


GetResponse = Callable[[HttpRequest], HttpResponseBase]


def answer_polls_from_memory(get_response: GetResponse) -> GetResponse:
    """Return the middleware that answers polls from the cache. It must stand after LocaleMiddleware, since the language
    is part of a part's key. A request without `If-None-Match`, or not from htmx, goes on to the view."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        """Answer from the cache if the part is fresh, else call the view."""
        again = "HTTP_IF_NONE_MATCH" in request.META and request.headers.get("HX-Request") == "true"
        part = find_requested_part(request) if again else None
        return get_response(request) if part is None else build_part_response(request, part)

    return looked_at


def find_requested_part(request: HttpRequest) -> CachedPart | None:
    """Return the fresh part that is requested; None where there is none, or the page is not polled."""
    try:
        match = resolve(request.path_info)
    except Http404:
        return None
    if not hasattr(match.func, "polled_numbers"):
        return None
    return find_fresh_part(build_part_key(request, match.func, match.kwargs))


def build_part_key(request: HttpRequest, view: Any, arguments: Mapping[str, str]) -> Hashable:
    """Return the key of the part that a polled view shows: one for all the ways in which its address can be written.

    Only the numbers that the view declares (`view.polled_numbers`) are read from the query string, so that nobody makes
    more parts by asking for more.
    """
    where = [(name, text.upper() if name == "code" else int(text)) for name, text in sorted(arguments.items())]
    numbers = [(name, parse_number(request.GET[name])) for name in view.polled_numbers if name in request.GET]
    return view.__name__, tuple(where), tuple(numbers), get_language(), is_reading_replica()


def build_part_response(request: HttpRequest, part: CachedPart) -> HttpResponse:
    """Return the part as a response, or 304 if the client has it already."""
    whole = HttpResponse(part.content, headers={"Content-Length": str(len(part.content))})
    return add_etag(get_conditional_response(request, etag=part.etag) or whole, part.etag)


def add_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add the ETag to the response and make the client revalidate it each time. It varies on `HX-Request`, because a
    part and the whole page share one address."""
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response
