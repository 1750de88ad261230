"""The next coup of a table as a phone sends it: what the forms of all games share. One file a game stands beside it.

What is right or wrong `scoring` says; a form only tells what is not said yet. It writes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.sheets import Sheet

from .play import PlaceField, TableForm


@dataclass(frozen=True)
class Side:
    """Who marks points together: one player, or two partners; `position` is the first one's."""

    position: int
    names: tuple[str, ...]


class CoupForm(TableForm):
    """One coup. `key`: the game whose script brings it to life; `template`: its fields; `foreseen_template`: what it
    would do; `rare_template`: what stands apart, if anything; `who_deals`: how the first dealer is found."""

    key: ClassVar[str]
    template: ClassVar[str]
    foreseen_template: ClassVar[str] = "play/foreseen.html"
    rare_template: ClassVar[str] = ""
    who_deals: ClassVar[str | Promise] = ""
    foretold: ClassVar[slice] = slice(None)  # of what would be told of the coup, what is not on the page already
    rare_said = False

    def build(self) -> None:
        self.dealers = first_dealers(self.sheet)
        self.build_coup()
        if self.dealers:
            first = next(iter(self.dealers), None)
            self.fields["dealer"] = PlaceField(self.sheet, required=False, empty_value=None, initial=first)

    def build_coup(self) -> None:
        """Add the game's own fields."""

    def may_deal(self) -> list[tuple[int, str, bool]]:
        """Who may deal the first coup, and is chosen; nobody once that is settled."""
        chosen = str(self["dealer"].value()) if self.dealers else ""
        return [(place, self.name_at(place), str(place) == chosen) for place in self.dealers]

    def players(self) -> list[tuple[str, str, int]]:
        """Everybody: name, short name, place."""
        short = short_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    @property
    def todo(self) -> str:
        """What is left to say, as the end of the button's words; empty where nothing is."""
        return ""

    def early(self) -> dict[str, Any]:
        """What others may see of the coup while it is played, by the keys of its record; nothing in most games."""
        return {}

    def event(self) -> dict[str, Any]:
        """The event, of what is there: whole in a good form, in part for a preview."""
        event: dict[str, Any] = {"type": "coup"}
        if self.cleaned_data.get("dealer"):
            event["dealer"] = self.name_at(self.cleaned_data["dealer"])
        return event | self.said_of_it()

    def said_of_it(self) -> dict[str, Any]:
        """What is said of the coup, by the keys of its record."""
        raise NotImplementedError

    def foreseen(self) -> dict[str, Any]:
        """For the preview: `whole`, the coup once all is said; `wrong`, what cannot be, as far as it can be known."""
        state = self.sheet.state
        if state is None or state.complete:
            return {}
        if not self.is_valid():
            return {"wrong": self.misread()}
        whole = scoring.play(state, self.event())
        wrong = [problem.message for problem in whole.problems]
        told = tuple(scoring.told(state, whole))[self.foretold] if whole.outcome else ()
        return {"whole": whole, "told": told, "wrong": wrong}

    def misread(self) -> list[str]:
        """The errors of what was typed; what is not typed yet is no error."""
        typed = [name for name in self.errors if name in self.fields and self[name].value() not in (None, "")]
        return [str(text) for name in typed for text in self.errors[name]]


class PointsForm(CoupForm):
    """A coup whose card points are written down, by player or by side."""

    def build_coup(self) -> None:
        self.sides = sides(self.sheet)
        for side in self.sides:
            self.fields[f"points.{side.position}"] = points_field(side)

    def points(self) -> list[tuple[Side, forms.BoundField]]:
        """By side: who, and the input."""
        return [(side, self[f"points.{side.position}"]) for side in self.sides]

    @property
    def unsaid_points(self) -> bool:
        """Are some points lacking still?"""
        return any(bound.value() in (None, "") for _side, bound in self.points())

    @property
    def todo(self) -> str:
        return str(_(" : encore les points")) if self.unsaid_points else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in self.sides:
            field = f"points.{side.position}"
            if field not in self.errors and cleaned.get(field) is None:
                self.add_error(field, _("%(name)s : combien de points ?") % {"name": ", ".join(side.names)})
        return cleaned

    def by_side(self, kind: str) -> dict[str, int]:
        """What was written of each side that said something, by its first name."""
        found = {side.names[0]: self.cleaned_data.get(f"{kind}.{side.position}") for side in self.sides}
        return {name: points for name, points in found.items() if points is not None}

    def said_of_it(self) -> dict[str, Any]:
        return {"points": self.by_side("points")}

    def places(self) -> dict[str, str]:
        """The points of one stand at his input, those in all under the points."""
        return {"dealer": "dealer", "points": "points"} | self.places_of("points")

    def places_of(self, kind: str) -> dict[str, str]:
        return {f"{kind}.{name}": f"{kind}.{side.position}" for side in self.sides for name in side.names}


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """Each name as it fits on a card: its first word, where that tells the table's players apart."""
    first = [name.split()[0] for name in names]
    return dict(zip(names, first if len(set(first)) == len(names) else names, strict=True))


def points_field(side: Side) -> forms.IntegerField:
    """A number that a pack's card points can be; whether they agree is scoring's to judge."""
    who = {"name": ", ".join(side.names)}
    bounds = _("%(name)s : il faut un nombre de 0 à 120.") % who
    asked = _("%(name)s : écrivez un nombre, en chiffres.") % who
    return number_field(0, WHOLE, asked, bounds)


WHOLE = 120  # card points of a pack


def number_field(low: int, high: int, asked: Any, bounds: Any) -> forms.IntegerField:
    """A number typed on a phone; `asked` and `bounds` say what is wrong with it."""
    messages = {"invalid": asked, "min_value": bounds, "max_value": bounds}
    field = forms.IntegerField(required=False, min_value=low, max_value=high, error_messages=messages)
    field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return field


def sides(sheet: Sheet) -> list[Side]:
    """Who marks points together, in the order of the table."""
    two = sheet.setting.sides if sheet.setting else None
    groups = two or [(name,) for name in sheet.names]
    return [Side(sheet.positions[group[0]], tuple(group)) for group in groups]


def first_dealers(sheet: Sheet) -> list[int]:
    """The places that may deal the first coup, while nobody has said who does; after that none."""
    state = sheet.state
    if state is None or state.seat_dealer is not None:
        return []
    return sorted(seat + 1 for seat in state.deal.cycle)


def by_suit(ranks: Iterable[str], suits: Mapping[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The cards of a pack as the choices of a field, suit by suit."""
    ranks = tuple(ranks)
    return [(suit, [(f"{rank}{suit}", f"{rank} {suit}") for rank in ranks]) for suit in suits.values()]
