"""How a phone reaches its table: the page that reads the table's key from the address, and the form for the table's
code."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import actions
from tournaments.book.table_keys import find_open_table_by_code, table_key
from tournaments.forms.codes import TableCodeForm
from tournaments.models import Tournament
from tournaments.views import program_version
from tournaments.views.access import allow_anyone
from tournaments.views.requests import TableRequest


@allow_anyone
@require_safe
def show_shell(request: TableRequest) -> HttpResponse:
    """Show the page around every sheet. The key is in the address's fragment, which the browser does not send."""
    return render(request, "phone/shell.html", {"program": program_version.compute_fingerprint()})


@allow_anyone
@never_cache
def enter_table_code(request: TableRequest, code: str) -> HttpResponse:
    """Exchange a typed code for the table's key, only while the tournament is open; in preparation or hidden it is
    missing, as its board is. Too many wrong codes close this form."""
    tournament = get_object_or_404(Tournament.objects.visible(), code=code.upper())
    form = TableCodeForm(request.POST or None)
    may_type = tournament.status == Tournament.Status.OPEN and not tournament.typing_closed
    if may_type and request.method == "POST" and form.is_valid():
        table = find_open_table_by_code(tournament, form.cleaned_data["code"])
        if table:
            return HttpResponseRedirect(f"{reverse('table-shell')}#{table_key(table)}")
        form.add_error("code", _("Ce code n’ouvre aucune table de cette soirée. Relisez-le signe par signe."))
        may_type = not actions.record_wrong_code(tournament)
    status = 422 if form.errors else 200
    return render(
        request, "phone/code.html", {"tournament": tournament, "form": form, "may_type": may_type}, status=status
    )
