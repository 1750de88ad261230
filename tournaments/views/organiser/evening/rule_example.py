"""An example of a rule, shown beside each form that changes one: for each number of players how long a partie is and
what everybody brings; and the reminders that its sheet prints. The form asks for it again whenever one of its fields
changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render

import scoring
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.score_sheet import describe_partie
from tournaments.models import Tournament
from tournaments.views.requests import MemberRequest

PLAYERS = "ABCDEF"


@dataclass(frozen=True)
class RuleExample:
    """A table by this rule. `partie`: what is played, by how many and how long; `cave`: what each brings, None where
    points are counted; `reminders`: what its sheet reminds of."""

    partie: str
    cave: scoring.Purse | None
    reminders: list[str]


def build_rule_examples(game: scoring.Game, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return, for a template, {examples, reminders}: an example for each number of players, and the reminders that
    stand on the sheets of all these tables. A reminder for some sizes only is left out."""
    found = [build_rule_example(game, size, preset, options) for size in sorted(game.sizes)]
    examples = [each for each in found if each is not None]
    first, *others = [each.reminders for each in examples] or [[]]
    return {"examples": examples, "reminders": [text for text in first if all(text in each for each in others)]}


def build_rule_example(game: scoring.Game, size: int, preset: str, options: Mapping[str, Any]) -> RuleExample | None:
    """Return what a table of `size` players has by this rule; None if that number of players cannot play by it."""
    try:
        setting = scoring.build_setting(game.key, tuple(PLAYERS[:size]), preset, options, None)
    except scoring.InvalidSetting:
        return None
    purses = scoring.build_initial_state(setting).purses
    reminders = PARTS_BY_GAME[game.key].paper.reminders(setting)
    return RuleExample(describe_partie(setting), next(iter(purses.values()), None), reminders)


def build_evening_examples(tournament: Tournament, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return, for a template, the examples of the tournament's rule with the tournament's name and day; values in
    `data`, typed in its form but not saved, take the place of its own."""
    rule = {"preset": tournament.preset, "options": tournament.options}
    asked = {"name": tournament.name, "date": tournament.date, **rule, **(data or {})}
    game = scoring.get_game(tournament.game)
    return {
        "sheet_name": asked["name"],
        "sheet_date": asked["date"],
        **build_rule_examples(game, asked["preset"], asked["options"]),
    }


def render_examples(
    request: MemberRequest, form: Form, build: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> HttpResponse:
    """Render the part that shows what a form says, which `build` makes of its cleaned data; while the form is wrong
    nothing changes on the page."""
    if not form.is_valid():
        return HttpResponse(status=204)
    return render(request, "organiser/_rule_example.html", build(form.cleaned_data))
