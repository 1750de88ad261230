"""A screen that asks again for a part of a page is answered from memory while that part stands, before anything is
asked of the database: hundreds look on at once.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from .polled import Part, standing

Answer = Callable[[HttpRequest], HttpResponseBase]


def asked_again(answer: Answer) -> Answer:
    """The middleware, after the one that finds the language. Who asks for the first time goes the whole way."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        again = "HTTP_IF_NONE_MATCH" in request.META and request.headers.get("HX-Request") == "true"
        part = standing((request.get_full_path(), get_language())) if again else None
        return answer(request) if part is None else given(request, part)

    return looked_at


def given(request: HttpRequest, part: Part) -> HttpResponse:
    """The part, or 304 for who has it."""
    whole = HttpResponse(part.content, headers={"Content-Length": str(len(part.content))})
    return marked(get_conditional_response(request, etag=part.etag) or whole, part.etag)


def marked(response: HttpResponse, etag: str) -> HttpResponse:
    """The answer with its mark, to be asked for anew each time; a part is another answer than the page around it."""
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response
