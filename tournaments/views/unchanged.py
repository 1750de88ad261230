"""A screen that asks again for a part of a page is answered from memory while that part stands, before anything is
asked of the database: hundreds look on at once.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from .polled import Part, standing

Answer = Callable[[HttpRequest], HttpResponseBase]


def unchanged(answer: Answer) -> Answer:
    """The middleware, after the one that finds the language. Who asks for the first time goes the whole way."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        asks_again = "HTTP_IF_NONE_MATCH" in request.META and "HTTP_HX_REQUEST" in request.META
        part = standing((request.get_full_path(), get_language())) if asks_again else None
        return answer(request) if part is None else given(request, part)

    return looked_at


def given(request: HttpRequest, part: Part) -> HttpResponse:
    """The part, or 304 for who has it."""
    found = get_conditional_response(request, etag=part.etag)
    whole = HttpResponse(part.content, headers={"Content-Length": str(len(part.content))})
    response: HttpResponse = whole if found is None else found
    response["ETag"] = part.etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response
