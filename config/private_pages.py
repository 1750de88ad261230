"""Middleware: the pages of an account are stored by no browser and no proxy, so that the back button shows nothing of
them after signing out. Our own views declare the same with their access (`tournaments.views.access`)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

PREFIX = "/accounts/"


def keep_account_pages_unstored(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the middleware that forbids browsers to store any answer under /accounts/ (no-store)."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path_info.startswith(PREFIX):
            add_never_cache_headers(response)
        return response

    return answer
