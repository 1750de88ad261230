"""The next coup of a table, as a phone sends it: points, the eight brusquembilles one by one, and what is rare.

The page speaks of cards, the record of counts: «as de pique, gagné par Anne» is one of Anne's `aces_won`.
What is right or wrong `scoring` says; here only what is not said yet is told.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.sheets import Sheet

from .play import PlaceField, TableForm

SUITS = {"P": "♠", "C": "♥", "K": "♦", "T": "♣"}
RANKS = {"A": "aces", "10": "tens"}
BRUSQUEMBILLES = {f"card.{rank}{letter}": (rank, suit) for rank in RANKS for letter, suit in SUITS.items()}
WHOLE = 120  # card points of a pack
PACK_RANKS = ("A", "10", "R", "D", "V", "9", "8", "7")
SHORT_PACK = (("", _("le jeu est complet")), ("1", _("il manque une carte")), ("2", _("il en manque deux")))


@dataclass(frozen=True)
class Card:
    """A brusquembille on the page; `said` is "2+" for won by the second place, "2-" for lost, "" for not said yet."""

    field: str
    rank: str
    suit: str
    said: str
    player: str
    short: str
    won: bool


@dataclass(frozen=True)
class Side:
    """Who marks points together: one player, or two partners; `position` is the first one's."""

    position: int
    names: tuple[str, ...]


class CoupForm(TableForm):
    """One coup in totals. `short_pack`, `claimed` and `retourne` are rare and stand apart on the page."""

    short_pack = forms.TypedChoiceField(
        choices=SHORT_PACK, coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    retourne = forms.ChoiceField(required=False)

    def build(self) -> None:
        self.sides = sides(self.sheet)
        self.pays = pays(self.sheet)
        self.fields["retourne"].choices = retournes()  # type: ignore[attr-defined]
        for side in self.sides:
            self.fields[f"points.{side.position}"] = points_field(side)
            self.fields[f"claimed.{side.position}"] = points_field(side)
        for field in BRUSQUEMBILLES if self.pays else ():
            self.fields[field] = forms.ChoiceField(choices=outcomes(self.sheet), required=False)
        self.dealers = first_dealers(self.sheet)
        if self.dealers or "dealer" in self.data:  # a retry says again what the first coup said
            first = next(iter(self.dealers), None)
            self.fields["dealer"] = PlaceField(self.sheet, required=False, empty_value=None, initial=first)

    # ── what the page shows

    def points(self) -> list[tuple[Side, forms.BoundField]]:
        """By side: who, and the input."""
        return [(side, self[f"points.{side.position}"]) for side in self.sides]

    def may_deal(self) -> list[tuple[int, str, bool]]:
        """Who may deal the first coup, and is chosen; nobody once that is settled."""
        chosen = str(self["dealer"].value()) if self.dealers else ""
        return [(place, self.name_at(place), str(place) == chosen) for place in self.dealers]

    def players(self) -> list[tuple[str, str, int]]:
        """Who may have played a card: name, short name, place."""
        short = short_names(self.sheet.names)
        return [(name, short[name], place) for name, place in self.sheet.positions.items()]

    def claims(self) -> list[tuple[Side, forms.BoundField]]:
        """By side: who, and the input for what was claimed (PEN-11)."""
        return [(side, self[f"claimed.{side.position}"]) for side in self.sides]

    def cards(self) -> list[Card]:
        """The eight brusquembilles, aces first; none where they are not paid."""
        return [self.card(field, rank, suit) for field, (rank, suit) in BRUSQUEMBILLES.items() if self.pays]

    def card(self, field: str, rank: str, suit: str) -> Card:
        said = str(self[field].value() or "")
        known = said in dict(outcomes(self.sheet)) and said != ""
        player = self.name_at(int(said[0])) if known else ""
        short = short_names(self.sheet.names).get(player, "")
        return Card(field, rank, suit, said if known else "", player, short, known and said[1] == "+")

    @property
    def rare_said(self) -> bool:
        """Is something said that the page keeps apart?"""
        claimed = any(bound.value() not in (None, "") for _side, bound in self.claims())
        return claimed or bool(self["short_pack"].value() or self["retourne"].value())

    # ── what it says

    @property
    def unsaid(self) -> list[Card]:
        """The cards of which nothing is said yet; a short pack needs none."""
        return [] if self.short else [card for card in self.cards() if not card.said]

    @property
    def said_cards(self) -> int:
        return sum(1 for card in self.cards() if card.said)

    @property
    def unsaid_points(self) -> bool:
        """Are some points lacking still?"""
        return not self.short and any(bound.value() in (None, "") for _side, bound in self.points())

    @property
    def short(self) -> bool:
        return str(self["short_pack"].value() or "") in ("1", "2")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.short:
            for side in self.sides:
                field = f"points.{side.position}"
                if field not in self.errors and cleaned.get(field) is None:
                    self.add_error(field, _("%(name)s : combien de points ?") % {"name": ", ".join(side.names)})
        return cleaned

    def event(self) -> dict[str, Any]:
        """The event, of what is there: whole in a good form, in part for a preview."""
        event: dict[str, Any] = {"type": "coup"}
        value = self.cleaned_data
        if value.get("dealer"):
            event["dealer"] = self.name_at(value["dealer"])
        points = self.by_side("points")
        if points or not self.short:
            event["points"] = points
        if self.pays:
            event["brusquembilles"] = self.counts()
        if claimed := self.by_side("claimed"):
            event["claimed"] = claimed
        if value.get("retourne"):
            event["retourne"] = value["retourne"]
        if value.get("short_pack"):
            event["short_pack"] = value["short_pack"]
        return event

    def by_side(self, kind: str) -> dict[str, int]:
        found = {side.names[0]: self.cleaned_data.get(f"{kind}.{side.position}") for side in self.sides}
        return {name: points for name, points in found.items() if points is not None}

    def counts(self) -> dict[str, dict[str, int]]:
        """The cards as counts: {"Anne": {"aces_won": 2}}."""
        counts: dict[str, dict[str, int]] = {}
        for card in self.cards():
            if card.said:
                key = f"{RANKS[card.rank]}_{'won' if card.won else 'lost'}"
                mine = counts.setdefault(card.player, {})
                mine[key] = mine.get(key, 0) + 1
        return counts

    def places(self) -> dict[str, str]:
        """Points in all stand under the points, whatever concerns brusquembilles under the cards."""
        places = {key: key for key in ("retourne", "short_pack", "dealer")} | {"points": "points"}
        for kind in ("points", "claimed"):
            for side in self.sides:
                places |= {f"{kind}.{name}": f"{kind}.{side.position}" for name in side.names}
        counts = ("", ".aces_won", ".aces_lost", ".tens_won", ".tens_lost")
        places |= {f"brusquembilles.{name}{key}": "cards" for name in self.sheet.names for key in counts}
        return places | {"brusquembilles": "cards"}


def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """Each name as it fits on a card: its first word, where that tells the table's players apart."""
    first = [name.split()[0] for name in names]
    return dict(zip(names, first if len(set(first)) == len(names) else names, strict=True))


def points_field(side: Side) -> forms.IntegerField:
    """A number that a pack's card points can be; whether they agree is scoring's to judge."""
    who = {"name": ", ".join(side.names)}
    bounds = _("%(name)s : il faut un nombre de 0 à 120.") % who
    asked = _("%(name)s : écrivez un nombre, en chiffres.") % who
    field = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=WHOLE,
        error_messages={"invalid": asked, "min_value": bounds, "max_value": bounds},
    )
    field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return field


def sides(sheet: Sheet) -> list[Side]:
    """Who marks points together, in the order of the table."""
    two = sheet.setting.sides if sheet.setting else None
    groups = two or [(name,) for name in sheet.names]
    return [Side(sheet.positions[group[0]], tuple(group)) for group in groups]


def pays(sheet: Sheet) -> bool:
    """Are brusquembilles asked for at this table?"""
    if sheet.setting is None:
        return False
    declared = scoring.game(sheet.event.game).fields(sheet.setting)
    return any(field.path.startswith("brusquembilles.") for field in declared)


def first_dealers(sheet: Sheet) -> list[int]:
    """The places that may deal the first coup, while nobody has said who does; after that none."""
    state = sheet.state
    if state is None or state.seat_dealer is not None:
        return []
    return sorted(seat + 1 for seat in state.deal.cycle)


def outcomes(sheet: Sheet) -> list[tuple[str, str]]:
    """What may be said of a card: "2+", won by the second place; "2-", lost."""
    return [("", ""), *((f"{place}{sign}", name) for name, place in sheet.positions.items() for sign in "+-")]


def retournes() -> list[tuple[str, Any]]:
    """The cards that may be turned up, by suit."""
    by_suit = [(suit, [(f"{rank}{suit}", f"{rank} {suit}") for rank in PACK_RANKS]) for suit in SUITS.values()]
    return [("", _("pas dite")), *by_suit]
