"""The JSON Schemas of the documents, at addresses of their own: no account is needed."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.cache import get_conditional_response, patch_cache_control

from tournaments.exchange.schema_files import read_schema_files

from .access import READ, allow_anyone

DAY_SECONDS = 24 * 3600


@allow_anyone(READ)
def show_schema(request: HttpRequest, name: str) -> HttpResponse:
    """Return a schema by the name of its file. 404 if there is no such schema."""
    content = read_schema_files().get(name)
    if content is None:
        raise Http404
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    response = HttpResponse(content, content_type="application/schema+json")
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=DAY_SECONDS)
    return get_conditional_response(request, etag=etag) or response


urlpatterns = [path("schemas/<str:name>", show_schema, name="schema")]
