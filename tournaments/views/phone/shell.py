"""How a phone reaches its table: the page that reads the table's key from the address, and the form for the table's
code."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from config.devices import read_device, remember_device
from tournaments import actions
from tournaments.book.table_keys import find_open_table_by_code, table_key
from tournaments.forms.codes import OPENS_NOTHING, TableCodeForm
from tournaments.models import Tournament
from tournaments.views import program_version
from tournaments.views.access import allow_anyone
from tournaments.views.requests import TableRequest
from tournaments.views.waits import render_wait


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
    missing, as its board is. A device that types wrong codes waits longer each time; a typing error, which the check
    digit tells, does not count. Nobody waits for another: with 35 bits of secret in each code, forgetting who one was
    helps no guesser within an evening."""
    tournament = get_object_or_404(Tournament.objects.visible().select_related("club"), code=code.upper())
    form = TableCodeForm(request.POST or None)
    context = {"tournament": tournament, "form": form, "may_type": tournament.status == Tournament.Status.OPEN}
    if not context["may_type"] or request.method != "POST" or not form.is_valid():
        return render(request, "phone/code.html", context, status=422 if form.errors else 200)
    device = read_device(request)
    subject = (actions.TABLE_CODE, tournament.pk, device.id)
    if wait := actions.count_try(*subject):
        return render_wait(request, "phone/code.html", wait, **context)
    if table := find_open_table_by_code(tournament, form.cleaned_data["code"]):
        actions.forget_tries(*subject)
        return HttpResponseRedirect(f"{reverse('table-shell')}#{table_key(table)}")
    form.add_error("code", OPENS_NOTHING)
    answer = render(request, "phone/code.html", context, status=422)
    remember_device(answer, device)
    return answer
