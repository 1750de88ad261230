"""What all answers of the interface have: an ETag, by which unchanged data is answered with 304; and where a key was
sent, a header against storing the answer."""

from collections.abc import Callable, Mapping
from functools import wraps
from hashlib import sha256
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from ninja.errors import HttpError

from config import security_log
from config.problems import answer_too_large
from tournaments.models.rights import Right
from tournaments.views.access import allow_anyone, declare_access, is_body_complete

from .callers import HEADER, CallRequest
from .problems import answer_method, answer_unreadable

View = Callable[..., HttpResponse]
READ_METHODS = ["GET", "HEAD"]
REFUSALS = (401, 403, 404)


def serve_operations(views: Mapping[str, View], rights: Mapping[str, Right | None]) -> View:
    """Return the view of one address. `views`: by method, the view of its operation; `rights`: by method, the right it
    needs (None for none), which are set on the view as its access."""
    allowed = READ_METHODS * ("GET" in views) + ["POST"] * ("POST" in views)

    @csrf_exempt
    def served(request: CallRequest, **kwargs: Any) -> HttpResponse:
        """Answer a request to this address by the operation of its method."""
        if request.method not in allowed:
            return answer_method(allowed)
        try:
            if not is_body_complete(request):
                return answer_unreadable(request, HttpError(400, ""))
        except RequestDataTooBig:
            return answer_too_large()
        reads = request.method != "POST"
        request.method = "GET" if reads else "POST"
        answer = views[request.method](request, **kwargs)
        return finish_reading(request, answer) if reads else finish_writing(request, answer)

    needed = [rights[method] or "" for method in ("GET", "POST") if method in rights]
    cast(Any, served).rights = (needed[0], needed[-1])
    cast(Any, served).reads_replica = True  # where it is only read
    return declare_access(served, "api")


def serve_reading(view: View) -> View:
    """Return the view of an address that anybody may read and that is no operation, as the description."""
    reading = allow_anyone()(view)

    @csrf_exempt
    @wraps(view)
    def served(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a reading of this address; 405 for another method."""
        return reading(request, *args, **kwargs) if request.method in READ_METHODS else answer_method(READ_METHODS)

    return declare_access(served, "anyone")


def finish_reading(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag, or 304 if the caller has it already."""
    patch_vary_headers(answer, [HEADER])
    has_key = HEADER in request.headers
    if has_key:
        add_never_cache_headers(answer)
    if answer.status_code == 200:
        answer["ETag"] = getattr(request, "etag", "") or f'"{sha256(answer.content).hexdigest()[:32]}"'
        if not has_key:
            answer["Cache-Control"] = "no-cache"
        answer = cast(HttpResponse, get_conditional_response(request, etag=answer["ETag"], response=answer))
    return log_refusal(request, answer) if has_key else answer


def finish_writing(request: CallRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer with a header against storing it, and `Location` for what was made."""
    add_never_cache_headers(answer)
    if answer.status_code in (201, 202):
        answer["Location"] = request.location
    return log_refusal(request, answer)


def log_refusal(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer unchanged; if it is 401, 403 or 404, note it in the security log with the caller's key."""
    if answer.status_code in REFUSALS:
        caller = getattr(request, "auth", None)
        key = caller.token.pk if caller and caller.token else "-"
        security_log.log_event("refused", request, status=answer.status_code, key=key)
    return answer
