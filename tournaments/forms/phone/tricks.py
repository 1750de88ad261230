"""A coup card by card, as a phone or the organiser's page sends it: its opening, its cards in order of play, its
announcements.

The page only gathers; who took which trick and what is wrong, `scoring` says, of the whole coup and of every part of
it. Players are seat numbers in the inputs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.declarations import AnnouncementKind
from tournaments.book.replay import sum_sides
from tournaments.book.sheet import Sheet
from tournaments.forms.events.declared_coup import name_input
from tournaments.forms.events.table_form import is_missing
from tournaments.forms.fields import SeatField
from tournaments.presentation.text.cards import read_typed_card
from tournaments.presentation.text.sheet_text import shorten_names

from .coup import NeededInputs, PhoneCoupForm, build_number_field, count_cards_left

LONGEST = 4_000  # characters: room for forty cards, or for every announcement there is
UNREADABLE = _("Ces annonces ne se lisent pas : recommencez-les.")
BID_ERROR = _("L’enchère : écrivez un nombre, en chiffres.")
NO_CALLER = _("Qui a gagné l’enchère ?")


class AnnouncementsField(forms.CharField):
    """Announcements as the page writes them: a JSON list of objects. The value is that list."""

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        try:
            calls = json.loads(typed or "[]")
        except (ValueError, RecursionError):
            raise forms.ValidationError(UNREADABLE) from None
        if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
            raise forms.ValidationError(UNREADABLE)
        return calls


@dataclass(frozen=True)
class AnnouncementGroup:
    """A group of possible announcements. `choices`: announcements of certain cards, each as (cards, value of the
    input); `whole_hands`: those of a whole hand, each as (value, name)."""

    name: scoring.Text
    choices: list[tuple[tuple[str, ...], str]]
    whole_hands: list[tuple[str, scoring.Text]]

    @property
    def choices_json(self) -> str:
        """The group's `choices`, as JSON for the page's script."""
        return json.dumps(self.choices, ensure_ascii=False, separators=(",", ":"))


class TricksMixin:
    """What a form of a coup typed card by card needs, on a phone or on the organiser's page. `sheet`: the table's
    sheet; `before`: the table's state before the coup."""

    sheet: Sheet
    before: scoring.TableState | None
    fields: dict[str, Any]
    errors: Any

    def set_up_tricks(self) -> None:
        """Add the fields that the game's tricks form needs."""
        assert self.before is not None
        self.game = scoring.get_game(self.before.setting.game)
        self.blank_coup = scoring.follow_coup(self.before, {"type": "coup"})
        add_tricks_fields(self.fields, self.sheet, self.blank_coup.keys)

    @property
    def opening_field(self) -> str:
        """The field to fill before the first card: "called" (the caller's card) or "retourne" (the turn-up)."""
        return "called" if "called" in self.blank_coup.keys else "retourne"

    def deck(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the game's cards as (suit, its cards from high to low)."""
        return self.blank_coup.suits

    def list_announcement_groups(self) -> list[AnnouncementGroup]:
        """Return every announcement that the table allows, in groups; empty where the game has none."""
        assert self.before is not None
        groups = groupby(self.game.list_announcement_kinds(self.before.setting), lambda call: call.group)
        return [build_announcement_group(name, list(calls)) for name, calls in groups]

    def describe_cards_left(self, cards: str) -> str:
        """Say how many cards are still to be typed, as the end of the button's label; empty where none are."""
        left = self.blank_coup.planned * self.blank_coup.size - len(cards.split())
        return count_cards_left(left, left) if left > 0 else ""

    def word_problem(self, problem: scoring.Problem) -> Any:
        """Return the message of a problem; for a missing or unreadable input, the input's own error message."""
        if problem.path not in self.fields or not is_missing(problem):
            return problem.message
        return next(iter(self.errors.get(problem.path, ())), self.fields[problem.path].error_messages["required"])

    def build_tricks_preview(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return, for the template, the preview of the coup as far as it is typed: the last `tricks`, whose `turn` it
        is, the points of each side (`sums`), what is `wrong`, and what each player wins (`net`) once it is complete.
        `is_wrong`: no card still to come makes the coup right, as a card played is wrong or the coup is complete and
        has problems."""
        assert self.before is not None
        followed = scoring.follow_coup(self.before, event)
        wrong = followed.wrong_card
        outcome = scoring.play_event(self.before, event).outcome if followed.complete else None
        short, sums = shorten_names(self.sheet.names), sum_sides(self.sheet.setting, followed.totals)
        return {
            "followed": followed,
            "wrong": [self.word_problem(problem) for problem in followed.problems],
            "turn": short.get(followed.turn or "", ""),
            "tricks": [build_trick_line(trick, short) for trick in followed.tricks[-2:]],
            "sums": [([short[name] for name in names], points) for names, points in sums],
            "is_wrong": bool(followed.problems) and (wrong is not None or followed.complete),
            "wrong_player": short[wrong.player] if wrong else "",
            "wrong_owner": short[wrong.owner] if wrong and wrong.owner else "",
            "net": [(short[name], points) for name, points in outcome.net.items()] if outcome else [],
        }


def build_announcement_group(name: scoring.Text, calls: Sequence[AnnouncementKind]) -> AnnouncementGroup:
    """Build a group under this name of the announcements `calls`."""
    keyed_calls = [(call, json.dumps(dict(call.keys), ensure_ascii=False)) for call in calls]
    choices = [(call.cards, value) for call, value in keyed_calls if call.cards]
    return AnnouncementGroup(name, choices, [(value, call.name) for call, value in keyed_calls if not call.cards])


def has_tricks_form(sheet: Sheet) -> bool:
    """True where the table's game has a form of a coup card by card."""
    return bool(scoring.get_game(sheet.tournament.game).tricks_form_keys)


class TricksForm(TricksMixin, PhoneCoupForm):
    """The next coup of a table, card by card, on a phone."""

    key = "tricks"
    template = "phone/tricks.html"

    def build_coup(self) -> None:
        self.before = self.sheet.state
        if self.before is not None:  # else nobody plays here yet, and these fields are not shown
            self.set_up_tricks()

    @property
    def todo(self) -> str:
        return self.describe_cards_left(str(self["cards"].value() or ""))

    def list_needed(self) -> list[NeededInputs]:
        most = self.blank_coup.planned * self.blank_coup.size
        return [NeededInputs(("cards",), count_cards_left(1, 1), count_cards_left("{n}"), most=most)]

    def build_coup_keys(self) -> dict[str, Any]:
        return build_tricks_keys(self.cleaned_data, self.sheet)

    def build_preview(self) -> dict[str, Any]:
        if self.before is None or self.before.complete:
            return {}
        self.full_clean()
        return self.build_tricks_preview(self.build_event())

    def find_part(self, path: str) -> str:
        head = path.partition(".")[0].partition("[")[0]
        if head in ("caller", "bid", "dealer") and head in self.fields:
            return head
        return "tricks" if head else ""


class TrickLine(NamedTuple):
    """A trick in one line. `played`: (short name, card) in order of play; `taker`: a short name, or empty."""

    number: int
    played: list[tuple[str, str]]
    taker: str
    points: int


def build_trick_line(trick: scoring.FollowedTrick, short: Mapping[str, str]) -> TrickLine:
    """Return one trick as the preview shows it. `short`: the players' short names, by name."""
    played = [(short[player], card) for player, card in zip(trick.players, trick.cards, strict=False)]
    return TrickLine(trick.number, played, short.get(trick.taker or "", ""), trick.points)


def add_tricks_fields(fields: dict[str, Any], sheet: Sheet, keys: tuple[str, ...]) -> None:
    """Add to `fields` the inputs of a coup typed card by card. `keys`: the keys that this game's record of a coup
    has."""
    if "caller" in keys:
        assert sheet.setting is not None
        declared = {each.path: each for each in scoring.get_game(sheet.tournament.game).list_fields(sheet.setting)}
        caller, bid = declared["caller"], declared["bid"]
        fields["caller"] = SeatField(sheet, label=name_input(caller), required=False, empty_value=None)
        fields["caller"].error_messages["required"] = NO_CALLER
        bounds = _("L’enchère va de %(low)s à %(high)s.") % {"low": bid.low, "high": bid.high}
        fields["bid"] = build_number_field(bid.low, bid.high, BID_ERROR, bounds)
        fields["bid"].label = name_input(bid)
        fields["bid"].error_messages["required"] = bounds
    for first in ("retourne", "called"):
        if first in keys:
            fields[first] = forms.CharField(required=False, max_length=10)
    fields["cards"] = forms.CharField(required=False, max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 6}))
    if "announcements" in keys:
        fields["announcements"] = AnnouncementsField(required=False, max_length=LONGEST)
    if "exchange" in keys:
        fields["exchange"] = AnnouncementsField(required=False, max_length=LONGEST)


def build_tricks_keys(cleaned: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """Return what was typed, by the keys of a coup's record, with shown names for seat numbers. `cleaned`: the values
    of the inputs."""
    cards, size = [read_typed_card(each) for each in str(cleaned.get("cards") or "").split()], len(sheet.names)
    tricks_keys: dict[str, Any] = {}
    if cleaned.get("caller"):
        tricks_keys["caller"] = sheet.names[cleaned["caller"] - 1]
    if cleaned.get("bid") is not None:
        tricks_keys["bid"] = cleaned["bid"]
    tricks_keys |= {key: read_typed_card(cleaned[key]) for key in ("retourne", "called") if cleaned.get(key)}
    tricks_keys["tricks"] = [cards[first : first + size] for first in range(0, len(cards), size)]
    if cleaned.get("announcements"):
        tricks_keys["announcements"] = [name_player(call, sheet) for call in cleaned["announcements"]]
    if cleaned.get("exchange"):
        tricks_keys["exchange"] = name_player(cleaned["exchange"][0], sheet)
    return tricks_keys


def name_player(call: Mapping[str, Any], sheet: Sheet) -> dict[str, Any]:
    """Return the announcement with the player's shown name for his seat number."""
    name = {str(place): name for name, place in sheet.positions.items()}.get(str(call.get("player")))
    return {**call, "player": name} if name else dict(call)
