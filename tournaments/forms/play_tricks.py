"""A coup card by card, as a phone or the desk sends it: what opens it, its cards in order of play, what was announced.

The page gathers; who took what and what is wrong `scoring` says, of the whole coup and of every part of it. Players are
places in the inputs.
"""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import scoring
from tournaments.sheets import Sheet

from .play import PlaceField
from .play_coup import CoupForm, number_field, short_names

LONGEST = 4_000  # characters: forty cards, and every announcement there is
UNREAD = _("Ces annonces ne se lisent pas : recommencez-les.")
BID_ASKED = _("L’enchère : écrivez un nombre, en chiffres.")


class CallsField(forms.CharField):
    """Announcements as the page writes them: a JSON list of objects. The value is that list."""

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        try:
            calls = json.loads(typed or "[]")
        except (ValueError, RecursionError):
            raise forms.ValidationError(UNREAD) from None
        if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
            raise forms.ValidationError(UNREAD)
        return calls


class CallGroup(NamedTuple):
    """What may be announced, by kind, for a list: the value that the page keeps, and its words."""

    name: scoring.Text
    calls: list[tuple[str, scoring.Text]]


class TricksForm(CoupForm):
    """The next coup of a table, card by card. `opens_with`: what is tapped before the first card."""

    key = "tricks"
    template = "play/tricks.html"
    who_deals = ""

    def build_coup(self) -> None:
        if self.sheet.state is None:  # nobody plays here yet, and nothing of this is shown
            return
        self.game = scoring.game(self.sheet.event.game)
        self.blank = scoring.follow(self.sheet.state, {"type": "coup"})
        add_tricks_fields(self, self.sheet, self.blank.keys)

    @property
    def opens_with(self) -> str:
        return "called" if "called" in self.blank.keys else "retourne"

    def deck(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The cards of the game by suit, the highest first."""
        return self.blank.suits

    @property
    def cards_in_all(self) -> int:
        return self.blank.planned * self.blank.size

    def calls(self) -> list[CallGroup]:
        """All that may be announced, in groups; nothing where the game has no announcements."""
        groups = groupby(self.game.calls(), lambda call: call.group)
        return [
            CallGroup(name, [(json.dumps(dict(call.keys), ensure_ascii=False), call.name) for call in calls])
            for name, calls in groups
        ]

    @property
    def left(self) -> int:
        """How many cards are not said yet."""
        return self.cards_in_all - len(str(self["cards"].value() or "").split())

    @property
    def todo(self) -> str:
        if not self.left:
            return ""
        return ngettext("\u202f: encore %(n)s carte", "\u202f: encore %(n)s cartes", self.left) % {"n": self.left}

    def said_of_it(self) -> dict[str, Any]:
        return said_in_tricks(self.cleaned_data, self.sheet)

    def followed(self) -> scoring.Followed | None:
        """The coup as far as it is said; None where the table plays no more."""
        state = self.sheet.state
        if state is None or state.complete:
            return None
        self.full_clean()
        return scoring.follow(state, self.event())

    def foreseen(self) -> dict[str, Any]:
        followed = self.followed()
        if followed is None:
            return {}
        step = scoring.play(self.sheet.state, self.event()) if followed.complete else None  # type: ignore[arg-type]
        outcome = step.outcome if step else None
        short = short_names(self.sheet.names)
        return {
            "followed": followed,
            "turn": short.get(followed.turn or "", ""),
            "tricks": [shown(trick, short) for trick in followed.tricks[-2:]],
            "totals": [(short[name], points) for name, points in followed.totals.items()],
            "net": [(short[name], points) for name, points in outcome.net.items()] if outcome else [],
        }

    def tell(self, problems: Any, said: Any) -> None:
        """Each problem under the deck, with its rule."""
        self.full_clean()
        for problem in problems:
            head = problem.path.partition(".")[0].partition("[")[0]
            message = said(problem.message) + (f" ({problem.rule})" if problem.rule else "")
            if head in ("caller", "bid", "dealer") and head in self.fields:
                self.add_error(head, message)
            else:
                self.told.setdefault("tricks" if head else "", []).append(message)


class ShownTrick(NamedTuple):
    """A trick in one line, with the names that fit there."""

    number: int
    played: list[tuple[str, str]]
    taker: str
    points: int


def shown(trick: scoring.FollowedTrick, short: Mapping[str, str]) -> ShownTrick:
    played = [(short[player], card) for player, card in zip(trick.players, trick.cards, strict=False)]
    return ShownTrick(trick.number, played, short.get(trick.taker or "", ""), trick.points)


def add_tricks_fields(form: forms.Form, sheet: Sheet, keys: tuple[str, ...]) -> None:
    """The fields that the game's tricks form asks for, by the keys that scoring names."""
    if "caller" in keys:
        form.fields["caller"] = PlaceField(sheet, required=False, empty_value=None)
        assert sheet.setting is not None
        bid = next(each for each in scoring.game(sheet.event.game).fields(sheet.setting) if each.path == "bid")
        bounds = _("L’enchère va de %(low)s à %(high)s.") % {"low": bid.low, "high": bid.high}
        form.fields["bid"] = number_field(bid.low, bid.high, BID_ASKED, bounds)
    for first in ("retourne", "called"):
        if first in keys:
            form.fields[first] = forms.CharField(required=False, max_length=10)
    form.fields["cards"] = forms.CharField(required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 6}))
    if "announcements" in keys:
        form.fields["announcements"] = CallsField(required=False, max_length=LONGEST)
    if "exchange" in keys:
        form.fields["exchange"] = CallsField(required=False, max_length=LONGEST)


def said_in_tricks(said: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """What the fields say, by the keys of a record; shown names for places."""
    cards, size = str(said.get("cards") or "").split(), len(sheet.names)
    told: dict[str, Any] = {}
    if said.get("caller"):
        told["caller"] = sheet.names[said["caller"] - 1]
    if said.get("bid") is not None:
        told["bid"] = said["bid"]
    told |= {key: said[key] for key in ("retourne", "called") if said.get(key)}
    told["tricks"] = [cards[first : first + size] for first in range(0, len(cards), size)]
    if said.get("announcements"):
        told["announcements"] = [named(call, sheet) for call in said["announcements"]]
    if said.get("exchange"):
        told["exchange"] = named(said["exchange"][0], sheet)
    return told


def named(call: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """With the shown name for the place."""
    name = {str(place): name for name, place in sheet.positions.items()}.get(str(call.get("player")))
    return {**call, "player": name} if name else dict(call)
