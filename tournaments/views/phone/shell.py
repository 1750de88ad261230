"""How a phone reaches its table: the page that reads the table's key from the address, and the form for the table's
code."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.book.table_keys import find_open_table_by_code
from tournaments.forms.codes import TableCodeForm
from tournaments.models import Tournament
from tournaments.views import program_version
from tournaments.views.access import allow_anyone
from tournaments.views.requests import TableRequest

from .typed_code import answer_typed_code


@allow_anyone
@require_safe
@gzip_page
def show_shell(request: TableRequest) -> HttpResponse:
    """Show the page around every sheet. The key is in the address's fragment, which the browser does not send."""
    return render(request, "phone/shell.html", {"program": program_version.compute_fingerprint()})


@allow_anyone
@never_cache
def enter_table_code(request: TableRequest, code: str) -> HttpResponse:
    """Exchange a typed code for the table's key, only while the tournament is open; in preparation or hidden it is
    missing, as its board is."""
    tournament = get_object_or_404(Tournament.objects.visible().select_related("club"), code=code.upper())
    context = {
        "tournament": tournament,
        "form": TableCodeForm(request.POST if request.method == "POST" else None),
        "may_type": tournament.status == Tournament.Status.OPEN,
    }
    if not context["may_type"] or request.method != "POST":
        return render(request, "phone/code.html", context)
    find = partial(find_open_table_by_code, tournament)
    return answer_typed_code(request, "phone/code.html", context, place=tournament.pk, find=find)
