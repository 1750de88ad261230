"""What the phone's forms of a coup share in all games; each game's own form is in a file beside this one.

Whether a coup is right, `scoring` decides; a form only says what is still to be typed. It writes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.events.coup import CoupEventForm
from tournaments.forms.events.table_form import describe_problem
from tournaments.forms.fields import SeatField
from tournaments.text.sheet_text import shorten_names


@dataclass(frozen=True)
class ScoringSide:
    """Players who mark points together: one player, or two partners. `position`: the seat number of the first."""

    position: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class PointsProblem:
    """What is wrong with figures, as the preview shows it under them. `field`: the input that it is about, or a part of
    the page; `repairs`: (input, number, name of whose figure it is) that would mend it, as far as it can be told;
    `card`: a card to look at again, in a game that asks for some."""

    field: str
    message: Any
    repairs: tuple[tuple[str, int, str], ...] = ()
    card: Any = None


class PhoneCoupForm(CoupEventForm):
    """One coup.

    `key`: names the script that runs its page: a game's key, "tricks", or "" for none. `template`: its inputs; by
    default every field with its label. `preview_template`: its preview. `rare_template`: its rare inputs, if any.
    `who_deals`: how the first dealer is found. `preview_sentences`: which of the sentences about the coup the preview
    shows.
    """

    key: ClassVar[str] = ""
    template: ClassVar[str] = "phone/coup_fields.html"
    preview_template: ClassVar[str] = "phone/foreseen.html"
    rare_template: ClassVar[str] = ""
    who_deals: ClassVar[str | Promise] = ""
    preview_sentences: ClassVar[slice] = slice(None)  # of scoring's sentences, those the page lacks
    has_rare_values = False

    def build(self) -> None:
        self.part_errors: dict[str, list[str]] = {}
        self.dealers = list_first_dealers(self.sheet)
        self.build_coup()
        if self.dealers:
            first = next(iter(self.dealers), None)
            self.fields["dealer"] = SeatField(self.sheet, required=False, empty_value=None, initial=first)

    def build_coup(self) -> None:
        """Add the game's own fields."""

    def list_possible_dealers(self) -> list[tuple[int, str, bool]]:
        """Return the players who may deal the first coup, as (seat number, name, chosen); empty once the dealer is
        settled."""
        chosen = str(self["dealer"].value()) if self.dealers else ""
        return [(place, self.get_name_at(place), str(place) == chosen) for place in self.dealers]

    def list_own_fields(self) -> list[forms.BoundField]:
        """Return the inputs of the game's own fields, for a form that has no template of its own."""
        return [self[name] for name in self.fields if name != "dealer"]

    def players(self) -> list[tuple[str, str, int]]:
        """Return for each player: name, short name, seat number."""
        short = shorten_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    @property
    def todo(self) -> str:
        """What is still to be typed, as the end of the button's label; empty where nothing is."""
        return ""

    def build_early_keys(self) -> dict[str, Any]:
        """Return what other phones may see of the coup while it is played, by the keys of its record; nothing in most
        games."""
        return {}

    def map_problem_paths(self) -> dict[str, str]:
        """Return, for each of scoring's problem paths, the field or part of the page that shows its problems. A path
        into a list ("announcements[2].rank") is looked up by its list."""
        return {}

    def find_part(self, path: str) -> str:
        """Return the field or part of the page that shows the problems of a path; empty for the page as a whole."""
        return self.map_problem_paths().get(path.partition("[")[0], "")

    def find_field(self, path: str) -> str | None:
        part = self.find_part(path)
        return part if part in self.fields else None

    def add_problems(self, problems: Iterable[Any]) -> None:
        """Add each problem to its field, to its part of the page, or to the form as a whole."""
        for problem in problems:
            part = self.find_part(problem.path)
            if part and part not in self.fields:
                self.part_errors.setdefault(part, []).append(describe_problem(problem))
            else:
                self.add_error(part or None, describe_problem(problem))

    def build_preview(self) -> dict[str, Any]:
        """Return the preview for the template. `whole`: the coup, once everything is typed; `told`: what it does, in
        sentences; `wrong`: what cannot be, as far as it can be known."""
        state = self.sheet.state
        if state is None or state.complete:
            return {}
        if not self.is_valid():
            wrong = self.list_typing_errors()
            return {"wrong": wrong, "blocked": self.describe_blocked(wrong)}
        whole = scoring.play_event(state, self.build_event())
        told = tuple(scoring.narrate_event(state, whole))[self.preview_sentences] if whole.outcome else ()
        return {"whole": whole, "told": told} | self.sort_problems(whole.problems)

    def sort_problems(self, problems: Iterable[Any]) -> dict[str, Any]:
        """Return a coup's problems for the preview. `wrong`: their messages; `blocked`: what to correct, as the end of
        the button's label."""
        found = list(problems)
        parts = [self.find_part(problem.path) for problem in found]
        return {"wrong": [problem.message for problem in found], "blocked": self.describe_blocked(parts)}

    def describe_blocked(self, parts: list[str]) -> str:
        """Say, as the end of the button's label, what must be corrected before the coup can be marked; "" for
        nothing."""
        return str(_(" : à corriger")) if parts else ""

    def list_typing_errors(self) -> list[str]:
        """Return the errors of what was typed; an input that is still empty is no error."""
        typed = [name for name in self.errors if name in self.fields and self[name].value() not in (None, "")]
        return [str(text) for name in typed for text in self.errors[name]]


class PointsForm(PhoneCoupForm):
    """A coup written by its card points, of each player or of each side."""

    def build_coup(self) -> None:
        self.sides = list_scoring_sides(self.sheet)
        for side in self.sides:
            self.fields[f"points.{side.position}"] = build_points_field(side)

    def points(self) -> list[tuple[ScoringSide, forms.BoundField]]:
        """Return for each side: the side, and the input of its points."""
        return [(side, self[f"points.{side.position}"]) for side in self.sides]

    @property
    def has_missing_points(self) -> bool:
        """True where the points of some side are still to be typed."""
        return any(bound.value() in (None, "") for _side, bound in self.points())

    @property
    def todo(self) -> str:
        return str(_(" : encore les points")) if self.has_missing_points else ""

    def sort_problems(self, problems: Iterable[Any]) -> dict[str, Any]:
        """Return the same, and `wrong_figures`: the problems that stand under the points."""
        found = list(problems)
        under = [problem for problem in found if self.find_part(problem.path).partition(".")[0] == "points"]
        return {
            **super().sort_problems(found),
            "wrong": [problem.message for problem in found if problem not in under],
            "wrong_figures": [self.build_points_problem(problem) for problem in under],
        }

    def build_points_problem(self, problem: scoring.Problem) -> PointsProblem:
        """Build what the page shows of one problem. Points whose sum is not the pack's are mended at the last side."""
        field = self.find_part(problem.path)
        figures = self.get_side_figures("points")
        if field != "points" or len(figures) < len(self.sides):
            return PointsProblem(field, problem.message)
        *others, last = self.sides
        rest = PACK_POINTS - sum(figures[side.names[0]] for side in others)
        repairs = ((f"points.{last.position}", rest, ", ".join(last.names)),) if rest >= 0 else ()
        return PointsProblem(field, problem.message, repairs)

    def describe_blocked(self, parts: list[str]) -> str:
        named = {f"points.{side.position}": ", ".join(side.names) for side in self.sides}
        if found := next((named[part] for part in parts if part in named), ""):
            return str(_(" : points de %(name)s") % {"name": found})
        return super().describe_blocked(parts)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in self.sides:
            field = f"points.{side.position}"
            if field not in self.errors and cleaned.get(field) is None:
                self.add_error(field, _("%(name)s : combien de points ?") % {"name": ", ".join(side.names)})
        return cleaned

    def get_side_figures(self, kind: str) -> dict[str, int]:
        """Return the figures of this kind that were typed, by the name of the side's first player."""
        found = {side.names[0]: self.cleaned_data.get(f"{kind}.{side.position}") for side in self.sides}
        return {name: points for name, points in found.items() if points is not None}

    def build_coup_keys(self) -> dict[str, Any]:
        return {"points": self.get_side_figures("points")}

    def map_problem_paths(self) -> dict[str, str]:
        """Return where each problem is shown: a side's points at its input, the points in all under the points."""
        return {"dealer": "dealer", "points": "points"} | self.map_figure_paths("points")

    def map_figure_paths(self, kind: str) -> dict[str, str]:
        """Return the inputs at which problems of this kind of figure are shown, by path, a path for each player."""
        return {f"{kind}.{name}": f"{kind}.{side.position}" for side in self.sides for name in side.names}


def build_points_field(side: ScoringSide) -> forms.IntegerField:
    """Build the input of card points, 0 to 120; whether the sides' points agree, `scoring` decides."""
    who = {"name": ", ".join(side.names)}
    bounds = _("%(name)s : il faut un nombre de 0 à 120.") % who
    asked = _("%(name)s : écrivez un nombre, en chiffres.") % who
    return build_number_field(0, PACK_POINTS, asked, bounds)


PACK_POINTS = 120  # card points in a pack


def build_number_field(low: int, high: int, invalid_message: Any, bounds_message: Any) -> forms.IntegerField:
    """Build the input of a number on a phone. `asked`: the message for text that is no number; `bounds`: for one out of
    bounds."""
    messages = {"invalid": invalid_message, "min_value": bounds_message, "max_value": bounds_message}
    field = forms.IntegerField(required=False, min_value=low, max_value=high, error_messages=messages)
    field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return field


def list_scoring_sides(sheet: Sheet) -> list[ScoringSide]:
    """List who marks points together, in the order of the table."""
    two = sheet.setting.sides if sheet.setting else None
    groups = two or [(name,) for name in sheet.names]
    return [ScoringSide(sheet.positions[group[0]], tuple(group)) for group in groups]


def list_first_dealers(sheet: Sheet) -> list[int]:
    """Return the seat numbers that may deal the first coup; empty once a record says who deals."""
    state = sheet.state
    if state is None or state.seat_dealer is not None:
        return []
    return sorted(seat + 1 for seat in state.dealer_rotation.cycle)


def group_by_suit(ranks: Iterable[str], suits: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the cards of a pack as the grouped choices of a field, suit by suit."""
    ranks = tuple(ranks)
    return [(suit, [(f"{rank}{suit}", f"{rank} {suit}") for rank in ranks]) for suit in suits.values()]
