"""The addresses of version 1 of the interface. Importing this module imports all operations."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, re_path

from .description import show_description, show_start
from .problems import answer_missing
from .routes import OPERATIONS
from .service import API
from .serving import serve_operations, serve_reading


@serve_reading
def answer_unknown_address(request: HttpRequest) -> HttpResponse:
    """Answer an address that the interface does not have with 404, as problem JSON."""
    return answer_missing(request)


def list_operation_patterns() -> list[URLPattern]:
    """Return the URL pattern of each address that has operations."""
    views = {each.name: each.callback for each in API.urls[0] if isinstance(each, URLPattern)}
    patterns = []
    for route in dict.fromkeys(each.route for each in OPERATIONS):
        here = [each for each in OPERATIONS if each.route == route]
        view = serve_operations(
            {each.method: views[each.url_name] for each in here}, {each.method: each.right for each in here}
        )
        patterns.append(path(route, view, name=here[0].url_name))
    return patterns


urlpatterns = [
    *list_operation_patterns(),
    path("", show_start, name="api-console"),
    path("openapi.json", show_description, name="api-description"),
    re_path("", answer_unknown_address, name="api-nothing"),
]
