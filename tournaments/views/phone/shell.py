"""How a phone reaches its table: the page that reads the table's key from the address, and the form for the table's
code."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from tournaments import actions
from tournaments.book.table_keys import table_key, table_of_code
from tournaments.forms.codes import CodeForm
from tournaments.models import Event
from tournaments.views import program_version
from tournaments.views.access import anyone


@anyone
def table_shell(request: HttpRequest) -> HttpResponse:
    """Show the page around every sheet. The key is in the address's fragment, which the browser does not send."""
    return render(request, "play/shell.html", {"program": program_version.program()})


@anyone
@never_cache
def table_code(request: HttpRequest, code: str) -> HttpResponse:
    """Exchange a typed code for the table's key, only while the tournament is open. Too many wrong codes close this
    form."""
    event = get_object_or_404(Event.objects.select_related("club"), code=code.upper(), hidden=False)
    form = CodeForm(request.POST or None)
    may_type = event.status == Event.Status.OPEN and not event.typing_closed
    if may_type and request.method == "POST" and form.is_valid():
        table = table_of_code(event, form.cleaned_data["code"])
        if table:
            return HttpResponseRedirect(f"{reverse('table-shell')}#{table_key(table)}")
        form.add_error("code", _("Ce code n’ouvre aucune table de cette soirée. Relisez-le signe par signe."))
        may_type = not actions.wrong_code(event)
    status = 422 if form.errors else 200
    return render(request, "play/code.html", {"event": event, "form": form, "may_type": may_type}, status=status)
