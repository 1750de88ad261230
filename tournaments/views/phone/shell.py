"""How a phone reaches its table: the page that reads the table's key from the address, the form for a typed code, what
a tablet that keeps a table asks, and what lets a browser install the page and open it without a network."""

from functools import partial

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from config.statics import list_bundle_files
from tournaments.actions.tables.tablets import find_present_table, find_tablet
from tournaments.book.table_keys import find_open_table_by_code, table_key
from tournaments.forms.codes import TableCodeForm
from tournaments.models import Tournament
from tournaments.views import program_version
from tournaments.views.access import READ, allow_anyone
from tournaments.views.posted_forms import read_post
from tournaments.views.requests import TableRequest

from .typed_code import answer_typed_code


@allow_anyone(READ)
@gzip_page
def show_shell(request: TableRequest) -> HttpResponse:
    """Show the page around every sheet. The key is in the address's fragment, which the browser does not send."""
    return render(request, "phone/shell.html", {"program": program_version.compute_fingerprint()})


@allow_anyone()
@never_cache
def enter_table_code(request: TableRequest, code: str) -> HttpResponse:
    """Exchange a typed code for the table's key, only while the tournament is open; 404 while it is in preparation or
    hidden."""
    tournament = get_object_or_404(Tournament.objects.visible().select_related("club"), code=code.upper())
    context = {
        "tournament": tournament,
        "form": TableCodeForm(read_post(request)),
        "may_type": tournament.status == Tournament.Status.OPEN,
    }
    if not context["may_type"] or request.method != "POST":
        return render(request, "phone/code.html", context)
    find = partial(find_open_table_by_code, tournament)
    return answer_typed_code(request, "phone/code.html", context, place=tournament.pk, find=find)


@allow_anyone(READ)
@never_cache
def find_tablet_table(request: TableRequest) -> HttpResponse:
    """Return, as JSON, the key of the table that this tablet shows by now ("" while it has none), and the texts of its
    page. The tablet's own key comes in the header `X-Tablet-Key`; a wrong one is answered 404."""
    headers = {program_version.HEADER: program_version.compute_fingerprint()}
    tablet = find_tablet(request.headers.get("X-Tablet-Key", ""))
    if tablet is None:
        return JsonResponse({}, status=404, headers=headers)
    open_now = tablet.tournament.status == Tournament.Status.OPEN
    table = find_present_table(tablet) if open_now else None
    said = {
        "name": gettext("Tablette de la table %(n)s") % {"n": tablet.n},
        "awake": gettext("l’écran reste allumé"),
        "sleeps": gettext("ce navigateur laisse l’écran s’éteindre : réglez la veille dans la tablette"),
        "battery": gettext("batterie {n} %"),
        "low": gettext("batterie {n} % : branchez la tablette"),
        "none": gettext("pas de table %(n)s pour l’instant : elle s’ouvrira toute seule") % {"n": tablet.n},
    }
    return JsonResponse({"key": table_key(table) if table else "", "said": said}, headers=headers)


ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
BUNDLES = ("css/table_page.css", "js/table_page.js")
FONTS = ("eb-garamond-latin-500-normal", "eb-garamond-signs-500-normal",
         "atkinson-hyperlegible-next-latin-400-normal", "atkinson-hyperlegible-next-signs-400-normal",
         "atkinson-hyperlegible-next-latin-600-normal", "atkinson-hyperlegible-next-signs-600-normal")  # fmt: skip


@allow_anyone(READ)
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


@allow_anyone(READ)
def serve_manifest(request: TableRequest) -> HttpResponse:
    """Return the web manifest: the installed page's name, icons and colours."""
    icons = [
        {"src": static(f"icons/{size}{'-maskable' if purpose == 'maskable' else ''}.png"), "sizes": f"{size}x{size}"}
        | {"type": "image/png", "purpose": purpose}
        for size, purpose in ICONS
    ]
    fields = {
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
    return JsonResponse(fields, content_type="application/manifest+json")


def list_page_files() -> list[str]:
    """Return the addresses of all files that the table's page needs, for the service worker to cache."""
    fonts = [f"fonts/{name}.woff2" for name in FONTS]
    styles = ["css/phone_room.css", "css/dark.css"]
    names = ["django_htmx/htmx-2.min.js", *styles, "js/look.js", *fonts, "icon.svg", "icons/180.png"]
    files = [*(address for name in BUNDLES for address in list_bundle_files(name)), *map(static, names)]
    return list(dict.fromkeys(files))  # a worker refuses an address that it is given twice
