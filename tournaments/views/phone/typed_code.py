"""What a typed table code is answered: the table's sheet, the form again, or to wait."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from config.devices import read_device, remember_device
from tournaments.actions.people.tries import TABLE_CODE, count_try, forget_tries
from tournaments.book.table_keys import table_key
from tournaments.forms.codes import EVENING_CLOSED, OPENS_NOTHING, TableCodeForm
from tournaments.models import Table, Tournament
from tournaments.views.waits import render_wait


def answer_typed_code(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    place: object,
    find: Callable[[str], Table | None],
) -> HttpResponse:
    """Exchange the code of `context["form"]` for the table's key, or show the form again (422). `template`, `context`:
    the template and the context of the page with the form; `find`: returns the table of a code.

    A device that types wrong codes at one `place` waits longer each time (429); a typing error, which the check digit
    tells, does not count. One device never waits for another's tries. A guesser may pass for a new device each time:
    with 35 bits of secret in each code, that does not help him within an evening."""
    form: TableCodeForm = context["form"]
    if not form.is_valid():
        return render(request, template, context, status=422)
    device = read_device(request)
    subject = (TABLE_CODE, place, device.id)
    if wait := count_try(*subject):
        return render_wait(request, template, wait, **context)
    table = find(form.cleaned_data["code"])
    if table and table.round.tournament.status == Tournament.Status.OPEN:
        forget_tries(*subject)
        return HttpResponseRedirect(f"{reverse('table-shell')}#{table_key(table)}")
    form.add_error("code", EVENING_CLOSED if table else OPENS_NOTHING)
    answer = render(request, template, context, status=422)
    remember_device(answer, device)
    return answer
