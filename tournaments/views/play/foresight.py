"""What the coup being typed would do, before it is sent: scored as far as it is said; nothing is written."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

import scoring
from tournaments.forms.play_coup import CoupForm, short_names
from tournaments.sheets import Sheet
from tournaments.views.access import table_key

from .page import Page, from_pot
from .sheet import seat_of, sheet_of


@table_key
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """One or two sentences, and how much is left to say; nothing (204) where it would be of another coup than the
    phone believes."""
    sheet = sheet_of(request)
    if request.POST.get("number", str(sheet.number)) != str(sheet.number):
        return HttpResponse(status=204)
    form = CoupForm(sheet, request.POST)
    context = {"page": Page(sheet, seat_of(request, sheet)), "sheet": sheet, "form": form}
    return render(request, "play/preview.html", context | foreseen(sheet, form))


def foreseen(sheet: Sheet, form: CoupForm) -> dict[str, Any]:
    """`taken`: the coup without its payments, which tells who takes the pot, and `shares` how much each; `whole`: the
    coup, once all is said, and `nets` what it moves; `wrong`: what cannot be, as far as it can be known."""
    if sheet.state is None or sheet.state.complete:
        return {}
    if not form.is_valid():
        return {"wrong": misread(form)}
    event = form.event()
    taken = scoring.play(unpaid(sheet.state), {key: event[key] for key in event if key != "brusquembilles"})
    whole = None if form.unsaid else scoring.play(sheet.state, event)
    problems = (whole or taken).problems
    return {
        "taken": taken,
        "shares": from_pot(taken.outcome),
        "whole": whole,
        "nets": nets(whole),
        "wrong": [problem.message for problem in problems],
    }


def nets(whole: scoring.Step | None) -> list[tuple[str, int]]:
    """What each would win or lose, by the name that fits on a line."""
    if whole is None or whole.outcome is None:
        return []
    short = short_names(whole.state.setting.players)
    return [(short[name], net) for name, net in whole.outcome.net.items()]


def misread(form: CoupForm) -> list[str]:
    """The errors of what was typed; what is not typed yet is no error."""
    typed = [name for name in form.errors if name in form.fields and form[name].value() not in (None, "")]
    return [str(text) for name in typed for text in form.errors[name]]


def unpaid(state: scoring.TableState) -> scoring.TableState:
    """The same table where brusquembilles are not paid: who takes the pot does not depend on them."""
    setting = state.setting
    options = {**setting.options, "payments": "off"}
    return replace(
        state, setting=scoring.setting(setting.game, setting.players, setting.preset, options, setting.sides)
    )
