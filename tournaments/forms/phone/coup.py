"""What the phone's forms of a coup share in all games; each game's own form is in a file beside this one.

Whether a coup is right, `scoring` decides; a form only says what is still to be typed. It writes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.forms.events.coup import CoupEventForm
from tournaments.forms.events.scoring_sides import ScoringSide, list_scoring_sides
from tournaments.forms.events.table_form import describe_problem, is_missing
from tournaments.forms.fields import SeatField
from tournaments.forms.phone.repairs import MOST_REPAIRS, Repair, WrongFigure, propose_rest
from tournaments.presentation.text.elision import say_de
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.numbers import format_holding

PACK_POINTS = 120  # card points in a pack
NEEDED_POINTS = _(" : encore les points")


@dataclass(frozen=True)
class NeededInputs:
    """Inputs (`names`) that must be filled before a coup can be scored, for a phone without a connection. `words`: the
    end of the button's label while one of them is empty; `words_for_many`: the same with «{n}» while several are.
    `most`: how many words a single input needs in all, as cards; 0 if any text will do. `waived_by`: another input;
    once it is filled, these are not needed. `folded_by`: another input; once it is filled, these are not needed as long
    as the page has them folded away."""

    names: tuple[str, ...]
    words: str
    words_for_many: str = ""
    most: int = 0
    waived_by: str = ""
    folded_by: str = ""


class PhoneCoupForm(CoupEventForm):
    """The phone's form of a table's next coup, without what is a single game's own.

    `key`: names the script that runs its page: a game's key, "tricks", or "" for the plain one. `style`: classes that
    its form has for the style sheets. `template`: its inputs; by default every field with its label.
    `preview_template`: its preview. `rare_template`: its rare inputs, if any. `who_deals`: how the first dealer is
    found. `preview_sentences`: which of the sentences about the coup the preview shows. `wrong_parts`: the parts of its
    template that show their own errors, each with repairs. `sentence`: describes a coup that waits on the phone to be
    sent, with field names in braces; "" if the parts of the template have sentences of their own. `paying_switch`: the
    words of the switch for a table that pays as it plays; "" where there is no such payment."""

    key: ClassVar[str] = ""
    style: ClassVar[str] = ""
    template: ClassVar[str] = "phone/coup_fields.html"
    preview_template: ClassVar[str] = "phone/foreseen.html"
    rare_template: ClassVar[str] = ""
    who_deals: ClassVar[str | Promise] = ""
    sentence: ClassVar[str | Promise] = ""
    preview_sentences: ClassVar[slice] = slice(None)  # of scoring's sentences, those the page lacks
    wrong_parts: ClassVar[tuple[str, ...]] = ()
    has_rare_values = False
    paying_switch: str | Promise = ""

    def build(self) -> None:
        self.part_errors: dict[str, list[str]] = {}
        self.dealers = list_first_dealers(self.sheet)
        self.build_coup()
        if self.dealers:
            first = next(iter(self.dealers), None)
            self.fields["dealer"] = SeatField(self.sheet, required=False, empty_value=None, initial=first)

    def build_coup(self) -> None:
        """Add the fields that this game asks for; here none."""

    def list_possible_dealers(self) -> list[tuple[int, str, bool]]:
        """Return the players who may deal the first coup, as (seat number, name, chosen); empty once the dealer is
        settled."""
        chosen = str(self["dealer"].value()) if self.dealers else ""
        return [(place, self.get_name_at(place), str(place) == chosen) for place in self.dealers]

    def list_own_fields(self) -> list[forms.BoundField]:
        """Return the inputs of the game's own fields, for a form that has no template of its own."""
        return [self[name] for name in self.fields if name != "dealer"]

    @property
    def todo(self) -> str:
        """What is still to be typed, as the end of the button's label (« : encore les points»); empty if nothing is."""
        return ""

    def list_needed(self) -> list[NeededInputs]:
        """List the inputs that must be filled before the coup can be scored, in the order in which `todo` asks for
        them."""
        return []

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
            elif part and is_missing(problem):
                self.add_error(part, self.fields[part].error_messages["required"])
            else:
                self.add_error(part or None, describe_problem(problem))

    def build_preview(self) -> dict[str, Any]:
        """Return the preview for the template. `whole`: the coup scored, once everything is typed; `sentences`: what it
        does; `wrong`: what is wrong, as far as it can be known; `wrong_figures`: what is wrong in one part of the page;
        `blocked`: what to correct, as the end of the button's label."""
        state = self.sheet.state
        if state is None or state.complete:
            return {}
        if not self.is_valid():
            return self.preview_typing_errors()
        whole = scoring.play_event(state, self.build_event())
        narrated = tuple(scoring.narrate_event(state, whole))[self.preview_sentences] if whole.outcome else ()
        return {"whole": whole, "sentences": narrated} | self.sort_problems(whole.problems)

    def sort_problems(self, problems: Iterable[Any]) -> dict[str, Any]:
        """Return a coup's problems as the preview has them: `wrong`, `wrong_figures` and `blocked`, as in
        `build_preview`."""
        left = list(problems)
        standing = [problem for problem in left if self.find_wrong_part(problem.path)]
        return {
            "wrong": [problem.message for problem in left if problem not in standing],
            "wrong_figures": [self.build_wrong_figure(problem) for problem in standing],
            "blocked": self.describe_blocked([self.find_part(problem.path) for problem in left]),
        }

    def find_wrong_part(self, path: str) -> str:
        """Return which of the `wrong_parts` shows the problems of a path; empty for none."""
        part = self.find_part(path).partition(".")[0]
        return part if part in self.wrong_parts else ""

    def build_wrong_figure(self, problem: scoring.Problem) -> WrongFigure:
        """Build what the page shows of one problem in the part of the page that it concerns, such as the points: the
        message and the input to look at."""
        return WrongFigure(self.find_wrong_part(problem.path), problem.message, (self.find_part(problem.path),))

    def describe_blocked(self, parts: list[str]) -> str:
        """Return what must be corrected before the coup can be scored, as the end of the button's label; "" if nothing.
        `parts`: the fields or parts with a problem."""
        named = next(filter(None, map(self.name_part, parts)), "")
        if named:
            return str(_(" : corrigez d’abord %(what)s")) % {"what": named}
        return str(_(" : à corriger")) if parts else ""

    def name_part(self, part: str) -> str:
        """Return the name of a field or part of the page that must be corrected («le donneur»); "" where it has no
        name."""
        return str(_("le donneur")) if part == "dealer" else ""

    def preview_typing_errors(self) -> dict[str, Any]:
        """Return the preview of a coup that is not complete, as {wrong, wrong_figures, blocked} (as in
        `build_preview`), of what was typed and is not valid. An empty input is no error."""
        typed = [name for name in self.errors if self.is_mistyped(name)]
        standing = [name for name in typed if name.partition(".")[0] in self.wrong_parts]
        return {
            "wrong": [str(text) for name in typed if name not in standing for text in self.errors[name]],
            "wrong_figures": [self.build_mistyped_figure(name) for name in standing],
            "blocked": self.describe_blocked(typed),
        }

    def is_mistyped(self, name: str) -> bool:
        """True if something was typed into this field and it is not valid."""
        return name in self.errors and name in self.fields and self[name].value() not in (None, "")

    def build_mistyped_figure(self, name: str) -> WrongFigure:
        """Build what the page shows of an input that cannot be read, or is out of bounds."""
        return WrongFigure(name.partition(".")[0], str(self.errors[name][0]), (name,))


class SharesForm(PhoneCoupForm):
    """The form of a coup with figures of the players, or sides, that together make a known total. `totals`: the total,
    by kind of figure («points»); `share_bounds`: the least and the most of one figure, where not 0 and the total."""

    totals: Mapping[str, int] = MappingProxyType({})
    share_bounds: tuple[int, int] | None = None
    sides: list[ScoringSide]

    def list_shares(self, kind: str) -> dict[str, int | None]:
        """Return the figures of this kind («points»), by input name: what was typed, None where that is no number."""
        return {each: self.cleaned_data.get(each) for each in self.name_shares(kind)}

    def name_shares(self, kind: str) -> dict[str, str]:
        """Return the short names of the players whose figure of this kind each input holds, by input name."""
        return {f"{kind}.{side.position}": join_texts(side.short_names) for side in self.sides}

    def propose_shares(self, kind: str, fields: Iterable[str]) -> tuple[Repair, ...]:
        """Return repairs for those of the inputs `fields` where one would be accepted: the value that makes the total,
        given the other inputs. Of 120 points, 70 and 40 can be repaired to 80 or to 50. None where no total is known,
        as in a club's game without a sum."""
        if kind not in self.totals:
            return ()
        rests = propose_rest(self.list_shares(kind), self.totals[kind], self.name_shares(kind), self.share_bounds)
        return tuple(each for each in rests if each.field in fields and self.would_take(each))[:MOST_REPAIRS]

    def would_take(self, _repair: Repair) -> bool:
        """True if nothing else that is typed contradicts this repair; here always."""
        return True

    def build_wrong_figure(self, problem: scoring.Problem) -> WrongFigure:
        """Build what the page shows of one problem: the message, the inputs that may be wrong, repairs. Where figures
        do not make their total, any of them may be the wrong one."""
        kind = self.find_part(problem.path)
        if kind not in self.totals:
            return super().build_wrong_figure(problem)
        typed = tuple(each for each, figure in self.list_shares(kind).items() if figure is not None)
        return WrongFigure(kind, problem.message, typed, self.propose_shares(kind, typed))

    def build_mistyped_figure(self, name: str) -> WrongFigure:
        figure = super().build_mistyped_figure(name)
        return replace(figure, repairs=self.propose_shares(figure.part, figure.fields))


class PointsForm(SharesForm):
    """The form of a coup written by the points of each player or side; by default card points, 120 in all."""

    wrong_parts: ClassVar[tuple[str, ...]] = ("points",)
    totals: Mapping[str, int] = MappingProxyType({"points": PACK_POINTS})

    def build_coup(self) -> None:
        self.sides = list_scoring_sides(self.sheet)
        bounds = self.share_bounds or (0, PACK_POINTS)
        for side in self.sides:
            self.fields[f"points.{side.position}"] = build_points_field(side.names, bounds, get_language())

    @property
    def points_total(self) -> int | None:
        """The sum of all players' points in a coup; None where the rules set none."""
        return self.totals.get("points")

    def points(self) -> list[tuple[ScoringSide, forms.BoundField]]:
        """Return for each side: the side, and the input of its points."""
        return [(side, self[f"points.{side.position}"]) for side in self.sides]

    @property
    def has_missing_points(self) -> bool:
        """True where the points of some side are still to be typed."""
        return any(bound.value() in (None, "") for _side, bound in self.points())

    @property
    def todo(self) -> str:
        return str(NEEDED_POINTS) if self.has_missing_points else ""

    def list_needed(self) -> list[NeededInputs]:
        return [NeededInputs(tuple(bound.html_name for _side, bound in self.points()), str(NEEDED_POINTS))]

    def preview_typing_errors(self) -> dict[str, Any]:
        """Return the preview of a coup whose form is not valid, as {wrong, wrong_figures, blocked}. Points whose sum is
        above the total already show as wrong before the last of them is typed."""
        preview = super().preview_typing_errors()
        excess = None if preview["wrong_figures"] else self.find_excess()
        return preview | self.sort_problems([excess]) if excess else preview

    def find_excess(self) -> scoring.Problem | None:
        """Return the problem of typed points whose sum is already above the total; None if it is not."""
        typed, low = self.get_side_figures("points"), (self.share_bounds or (0,))[0]
        least = {side.names[0]: typed.get(side.names[0], low) for side in self.sides}
        if self.sheet.state is None or self.points_total is None or sum(least.values()) <= self.points_total:
            return None
        problems = scoring.play_event(self.sheet.state, self.build_event() | {"points": least}).problems
        return next((problem for problem in problems if self.find_part(problem.path) == "points"), None)

    def name_part(self, part: str) -> str:
        sides = {str(side.position): join_texts(side.names) for side in self.sides}
        if found := sides.get(part.partition(".")[2]):
            return str(_("les points %(of_name)s") % {"of_name": say_de(found) + found})
        return str(_("les points")) if part == "points" else super().name_part(part)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in self.sides:
            field = f"points.{side.position}"
            if field not in self.errors and cleaned.get(field) is None:
                self.add_error(field, _("%(name)s : combien de points ?") % {"name": join_texts(side.names)})
        return cleaned

    def get_side_figures(self, kind: str) -> dict[str, int]:
        """Return the figures of this kind that were typed, by the name of the side's first player."""
        figures = {side.names[0]: self.cleaned_data.get(f"{kind}.{side.position}") for side in self.sides}
        return {name: points for name, points in figures.items() if points is not None}

    def build_coup_keys(self) -> dict[str, Any]:
        return {"points": self.get_side_figures("points")}

    def map_problem_paths(self) -> dict[str, str]:
        """Return {problem path: where it is shown}: a player's points at his input, a wrong sum at "points"."""
        return {"dealer": "dealer", "points": "points"} | self.map_figure_paths("points")

    def map_figure_paths(self, kind: str) -> dict[str, str]:
        """Return {problem path: input name} for this kind of figure, with a path for each player: {"points.Anne":
        "points.1"}."""
        return {f"{kind}.{name}": f"{kind}.{side.position}" for side in self.sides for name in side.names}


def count_cards_left(n: Any, among: int = 2) -> str:
    """Return « : encore N cartes», the end of the button's label, for `n` cards still to be typed. `n` may be the text
    «{n}», to be filled in later; then `among` decides between singular (1) and plural."""
    return ngettext(" : encore %(n)s carte", " : encore %(n)s cartes", among) % {"n": n}


@lru_cache
def build_points_field(names: tuple[str, ...], bounds: tuple[int, int], language: str | None) -> forms.IntegerField:
    """Build the input of the points of these players (one, or the partners of a side), with error messages in
    `language`. `bounds`: the least and the most of them. Whether the sides' points agree, `scoring` decides."""
    who = {"name": join_texts(names)}
    low, high = map(format_holding, bounds)
    within = _("%(name)s : il faut un nombre de %(low)s à %(high)s.") % {**who, "low": low, "high": high}
    sentence = _("%(name)s : écrivez un nombre, en chiffres.") % who
    return build_number_field(*bounds, sentence, within)


def build_number_field(low: int, high: int, invalid_message: Any, bounds_message: Any) -> forms.IntegerField:
    """Build the input of a number on a phone. `invalid_message`: the error for text that is no number;
    `bounds_message`: the error for a number out of bounds."""
    messages = {"invalid": invalid_message, "min_value": bounds_message, "max_value": bounds_message}
    field = forms.IntegerField(required=False, min_value=low, max_value=high, error_messages=messages)
    field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return field


def list_first_dealers(sheet: Sheet) -> list[int]:
    """Return the seat numbers that may deal the first coup; empty once a record says who deals."""
    state = sheet.state
    if state is None or state.seat_dealer is not None:
        return []
    return sorted(seat + 1 for seat in state.dealer_rotation.cycle)
