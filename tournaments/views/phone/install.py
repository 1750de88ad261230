"""The service worker and the web manifest, which let a browser install the table's page and open it without a network,
if its address is secure (https).

Over plain http browsers accept neither, and the page does not request them.
"""

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.statics import list_bundle_files
from tournaments.views import program_version
from tournaments.views.access import allow_anyone
from tournaments.views.requests import TableRequest

ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
BUNDLES = ("css/table_page.css", "js/table_page.js")
FONTS = ("eb-garamond-latin-500-normal", "eb-garamond-signs-500-normal", "eb-garamond-latin-400-normal",
         "atkinson-hyperlegible-next-latin-400-normal", "atkinson-hyperlegible-next-signs-400-normal",
         "atkinson-hyperlegible-next-latin-500-normal", "atkinson-hyperlegible-next-latin-600-normal",
         "atkinson-hyperlegible-next-signs-600-normal")  # fmt: skip


@allow_anyone
@require_safe
@never_cache
def serve_worker(request: TableRequest) -> HttpResponse:
    """Return the service worker's script. It contains the program's fingerprint, so that a new program is a new
    worker."""
    context = {
        "program": program_version.compute_fingerprint(),
        "shell": reverse("table-shell"),
        "files": list_page_files(),
        "static": settings.STATIC_URL,
    }
    return render(request, "phone/worker.js", context, content_type="text/javascript; charset=utf-8")


@allow_anyone
@require_safe
def serve_manifest(request: TableRequest) -> HttpResponse:
    """Return the web manifest: the installed page's name, icons and colours."""
    icons = [
        {"src": static(f"icons/{size}{'-maskable' if purpose == 'maskable' else ''}.png"), "sizes": f"{size}x{size}"}
        | {"type": "image/png", "purpose": purpose}
        for size, purpose in ICONS
    ]
    told = {
        "id": "/t",
        "name": gettext("Corbillon : la feuille de la table"),
        "short_name": "Corbillon",
        "lang": "fr",
        "start_url": reverse("table-shell"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#f7f2e6",
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


def list_page_files() -> list[str]:
    """Return the addresses of all files that the table's page needs, for the service worker to cache."""
    fonts = [f"fonts/{name}.woff2" for name in FONTS]
    names = ["django_htmx/htmx-2.min.js", *fonts, "icon.svg", "icons/180.png"]
    return [*(address for name in BUNDLES for address in list_bundle_files(name)), *map(static, names)]
