"""The phone's form of a coup of Briscan or Brisque: turn-up, announcements as they are made, then the count at the end.

`scoring` says what may be announced, what it is worth, whether it wins, and what follows at the end.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.games.briscan.announcement_lines import format_announcement, read_announcement
from scoring.games.briscan.entry import AnnouncementStatus, derive_end_figures, get_announcement_status
from scoring.games.briscan.narration import narrate_end_marks
from tournaments.forms.events.scoring_sides import list_scoring_sides
from tournaments.forms.fields import SeatField
from tournaments.forms.phone.coup import (
    PACK_POINTS,
    NeededInputs,
    SharesForm,
    build_number_field,
    build_points_field,
)
from tournaments.forms.phone.repairs import MOST_REPAIRS, Repair, WrongFigure
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import list_moves

from .words import KIND_NAMES, MISSING_MESSAGES, REFUSAL_WORDS, TOUCH_HINTS

SUITS = "♠♥♦♣"
RANKS = ("A", "R", "D", "V", "10", "9", "8", "7")  # in the order of a sequence
TRICKS = 16
NOBODY = "0"
END_FIGURES = {"tricks_won": TRICKS, "card_points": PACK_POINTS}
END_ANSWERS = ("exchange", "last", "last_five")
MOST_LINES = 60  # more than a coup can hold


class MadeAnnouncement(NamedTuple):
    """One announcement in the page's list. `line`: its text as the input holds it; `marks`: the points that it scores;
    `problems`: why it may not be announced."""

    line: str
    marks: scoring.ScoreLine
    problems: tuple[scoring.Problem, ...]


class BriscanCoupForm(SharesForm):
    """The form of a coup of Briscan or Brisque. The input `announcements` holds one announcement a line, players as
    seat numbers; every other figure has an input of its own."""

    key = "briscan"
    template = "phone/coup_briscan.html"
    wrong_parts = (*END_FIGURES, *END_ANSWERS)
    totals = END_FIGURES
    preview_template = "phone/foreseen_briscan.html"
    who_deals = _("qui a tiré la plus haute carte")

    retourne = forms.ChoiceField(
        choices=[(rank + suit, rank + suit) for rank in RANKS for suit in SUITS],
        required=False,
        error_messages={"invalid_choice": _("Cette carte n’est pas dans le paquet.")},
    )
    announcements = forms.CharField(required=False, max_length=4000, strip=True)

    def build_coup(self) -> None:
        self.implied_inputs: dict[str, str] = {}
        self.sides = list_scoring_sides(self.sheet)
        places = [(str(side.position), side.short_name) for side in self.sides]
        self.fields["exchange"] = build_radio_field([("", _("personne")), *places], initial="")
        for side in self.sides:
            self.fields[f"tricks_won.{side.position}"] = build_tricks_field(side.names[0])
            self.fields[f"card_points.{side.position}"] = build_points_field(
                side.names, (0, PACK_POINTS), get_language()
            )
        last = self.fields["last"] = SeatField(self.sheet, required=False, empty_value=None)
        last.choices = places
        self.fields["last_five"] = build_radio_field([*places, (NOBODY, _("aucun des deux"))])
        setting = self.sheet.setting
        calls = scoring.get_game(setting.game).list_announcement_kinds(setting) if setting else ()
        self.allowed_kinds = {call.keys["kind"] for call in calls}
        self.talon_card = bool(setting and setting.options["last_ten"] == "talon_card")
        self.last_key = "last_talon_card" if self.talon_card else "last_trick"

    # ── what the page shows

    def list_player_inputs(self, kind: str) -> list[tuple[Any, forms.BoundField]]:
        """Return for each player: his side, and his input of this kind («tricks_won», «card_points»)."""
        return [(side, self[f"{kind}.{side.position}"]) for side in self.sides]

    def tricks_won(self) -> list[tuple[Any, forms.BoundField]]:
        """Return for each player: side, and the input of the tricks that he won."""
        return self.list_player_inputs("tricks_won")

    def card_points(self) -> list[tuple[Any, forms.BoundField]]:
        """Return for each player: side, and the input of his card points."""
        return self.list_player_inputs("card_points")

    def cards(self) -> Iterator[tuple[str, str, str, bool]]:
        """Yield every card, rank by rank: its text, rank, suit, and whether it is the turn-up."""
        said = self["retourne"].value()
        return ((rank + suit, rank, suit, rank + suit == said) for rank in RANKS for suit in SUITS)

    def kinds(self) -> list[tuple[str, Any, Any]]:
        """Return the kinds of announcement that the rules allow, each as (key, name, hint on which cards to touch)."""
        return [(kind, name, TOUCH_HINTS.get(kind, "")) for kind, name in KIND_NAMES.items() if self.allows(kind)]

    def allows(self, kind: str) -> bool:
        """True where the table's rules allow announcements of this kind."""
        return kind == "rencontre" or kind in self.allowed_kinds

    @property
    def turn_up(self) -> str:
        """The turn-up as typed; empty where it is not said yet."""
        return str(self["retourne"].value() or "")

    @cached_property
    def announcing(self) -> AnnouncementStatus | None:
        """The announcements made and all others, as `scoring` judges them; None where no coup can be played."""
        state = self.sheet.state
        if state is None or state.complete:
            return None
        return get_announcement_status(
            state, self.build_beginning() if self.is_bound and self.ensure_validated() else {}
        )

    @property
    def made_announcements(self) -> list[MadeAnnouncement]:
        """The announcements typed so far in this coup, for the page's list."""
        fields = self.announcing
        if fields is None:
            return []
        places = self.sheet.positions
        return [
            MadeAnnouncement(
                format_announcement(call.announcement, str(places[call.line.player])), call.line, call.problems
            )
            for call in fields.made
        ]

    @property
    def running_totals(self) -> list[tuple[str, int]]:
        """Each player's name and total so far, with the marks of this coup's announcements."""
        return list(self.announcing.totals.items()) if self.announcing else []

    @property
    def possible_announcements(self) -> dict[str, Any]:
        """Every announcement that either player might make, for the page's script: {"by": {"1": {"mariage": [[cards,
        points, words, line, why not in a word, why not in a sentence], …]}}}, by seat number and kind of announcement;
        both reasons are empty if it is allowed. Beside "by": the turn-up ("retourne"), who has won by an announcement
        ("won"), and whether the turn-up can be exchanged ("exchange")."""
        asked = self.announcing
        places = self.sheet.positions
        fields: dict[str, dict[str, list[Any]]] = {}
        for call in asked.possible if asked else ():
            place, words = str(places[call.line.player]), localise(call.line.text)
            line = format_announcement(call.announcement, place)
            each = [list(call.cards), call.line.points, words, line, *explain_refusal(call.problems)]
            fields.setdefault(place, {}).setdefault(get_page_kind(call.announcement), []).append(each)
        may_exchange = asked is None or asked.may_exchange
        return {"retourne": self.turn_up, "won": self.winner, "exchange": may_exchange, "by": fields}

    @property
    def possible_announcements_json(self) -> str:
        """What `possible_announcements` holds, as JSON for the page's script."""
        return json.dumps(self.possible_announcements, ensure_ascii=False, separators=(",", ":"))

    @property
    def implied_figures_json(self) -> str:
        """What `implied_figures` holds, as JSON for the page's script."""
        return json.dumps(self.implied_figures)

    @property
    def implied_figures(self) -> dict[str, str]:
        """The end figures that follow from the typed ones, such as the other player's tricks, by input name."""
        return self.implied_inputs if self.is_bound and self.ensure_validated() else {}

    def ensure_validated(self) -> bool:
        """Validate what was typed, so that `cleaned_data` can be used, and return True whether or not it is valid."""
        return self.errors is not None

    def to_inputs(self, follows: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield (input name, value) for each figure of `follows`, a part of a coup's record on its end: {"tricks_won":
        {"Anne": 5}} gives ("tricks_won.1", "5"). Players become seat numbers, and None becomes NOBODY."""
        places = self.sheet.positions
        for key, value in follows.items():
            if isinstance(value, dict):
                yield from ((f"{key}.{places[name]}", str(n)) for name, n in value.items())
            else:
                yield "last" if key == self.last_key else key, str(places[value]) if value else NOBODY

    @property
    def winner(self) -> str:
        """The name of the player whose announcement reached the target, which ends the coup; empty where nobody did."""
        return (self.announcing.winner or "") if self.announcing else ""

    @property
    def has_end_values(self) -> bool:
        """True where anything was typed of the coup's end: tricks, card points, last trick or last five."""
        names = ["last", "last_five", *(f"{kind}.{side.position}" for kind in END_FIGURES for side in self.sides)]
        return any(self[name].value() not in (None, "") for name in names)

    @property
    def todo(self) -> str:
        left = [] if self.turn_up else [_("la retourne")]
        if not self.winner:
            left += self.list_missing_end()
        return str(_(" : encore %(what)s") % {"what": left[0]}) if left else ""

    def list_needed(self) -> list[NeededInputs]:
        groups, words = ((_("la retourne"), ["retourne"]), *self.list_end_groups()), _(" : encore %(what)s")
        said = [(tuple(names), str(words % {"what": word})) for word, names in groups]
        return [NeededInputs(*each, folded_by="announcements" if n else "") for n, each in enumerate(said)]

    def list_missing_end(self) -> list[Any]:
        """List what is still to be typed of the coup's end and does not follow from what is typed."""
        empty = {name for name in self.fields if self[name].value() in (None, "")} - {*self.implied_figures}
        return [word for word, names in self.list_end_groups() if empty.intersection(names)]

    def list_end_groups(self) -> tuple[tuple[Any, list[str]], ...]:
        """List what the coup's end asks for, each as (its name, «les levées»; the names of its inputs)."""
        return (
            (_("les levées"), [f"tricks_won.{side.position}" for side in self.sides]),
            (_("les points"), [f"card_points.{side.position}" for side in self.sides]),
            (_("la dernière carte") if self.talon_card else _("la dernière levée"), ["last"]),
            (_("les cinq dernières"), ["last_five"]),
        )

    # ── what was typed

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["announced"] = self.read_announcements(cleaned.get("announcements") or "")
        if not cleaned.get("retourne") and "retourne" not in self.errors:
            self.add_error("retourne", MISSING_MESSAGES["retourne"])
        state = self.sheet.state
        if state is None or state.complete:
            return cleaned
        if not get_announcement_status(state, self.build_beginning(cleaned)).winner:
            self.fill_in_implied(cleaned)
            self.require_end(cleaned)
        return cleaned

    def read_announcements(self, text: str) -> list[dict[str, Any]]:
        """Return the announcements typed, with players' names for seat numbers; each unreadable line adds an error."""
        people = [str(place) for place in self.sheet.positions.values()]
        lines = [line for line in text.splitlines() if line.strip()][:MOST_LINES]
        read = [(line, read_announcement(line, people)) for line in lines]
        for line, announcements in read:
            if announcements is None:
                wrong = _("« %(line)s » : cette annonce ne se lit pas.") % {"line": line[:60]}
                self.add_error("announcements", wrong)
        return [
            {**announcements, "player": self.get_name_at(int(announcements["player"]))}
            for _line, announcements in read
            if announcements
        ]

    def fill_in_implied(self, cleaned: dict[str, Any]) -> None:
        """Fill the empty inputs of the coup's end in `cleaned` with the figures that follow from the typed ones."""
        assert self.sheet.setting is not None
        follows = dict(self.to_inputs(derive_end_figures(self.sheet.setting, self.build_end(cleaned))))
        unsaid = {name: value for name, value in follows.items() if cleaned.get(name) in (None, "")}
        self.implied_inputs = {name: value for name, value in unsaid.items() if name not in self.errors}
        for name, value in self.implied_inputs.items():
            cleaned[name] = value if name == "last_five" else int(value)

    def require_end(self, cleaned: dict[str, Any]) -> None:
        """Add an error to each input of the coup's end that is empty in `cleaned`, the values of all inputs."""
        missing: dict[str, Any] = {name: message for name, message in MISSING_MESSAGES.items() if name != "retourne"}
        for side in self.sides:
            who = {"name": side.names[0]}
            missing[f"tricks_won.{side.position}"] = _("%(name)s : combien de levées ?") % who
            missing[f"card_points.{side.position}"] = _("%(name)s : combien de points de cartes ?") % who
        for name, message in missing.items():
            if name not in self.errors and cleaned.get(name) in (None, ""):
                self.add_error(name, message)

    def build_beginning(self, cleaned: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return what was typed of the coup before its end, by the keys of its record: dealer, turn-up, announcements,
        exchange; also who drew the talon's last card, where the last ten points go with it. `cleaned`: the values of
        the inputs; None: those of the valid form."""
        value = self.cleaned_data if cleaned is None else cleaned
        event: dict[str, Any] = {"announcements": value.get("announced", [])}
        if value.get("dealer"):
            event["dealer"] = self.get_name_at(value["dealer"])
        if value.get("retourne"):
            event["retourne"] = value["retourne"]
        if value.get("exchange"):
            event["exchange"] = {"player": self.get_name_at(int(value["exchange"]))}
        if self.talon_card and value.get("last"):
            event[self.last_key] = self.get_name_at(value["last"])
        return event

    def build_end(self, cleaned: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return what was typed of the coup's end (tricks, points, last trick, last five), by its record's keys.
        `cleaned`: the values of the inputs; None: those of the valid form."""
        value = self.cleaned_data if cleaned is None else cleaned
        event: dict[str, Any] = {}
        for kind in END_FIGURES:
            numbers = {side.names[0]: value.get(f"{kind}.{side.position}") for side in self.sides}
            if said := {name: n for name, n in numbers.items() if n is not None}:
                event[kind] = said
        if value.get("last"):
            event[self.last_key] = self.get_name_at(value["last"])
        if value.get("last_five"):
            five = value["last_five"]
            event["last_five"] = None if five == NOBODY else self.get_name_at(int(five))
        return event

    def build_coup_keys(self) -> dict[str, Any]:
        """Return what was typed of the coup, by the keys of its record; without its end, if an announcement reached the
        target and so ended it."""
        event = self.build_beginning()
        state = self.sheet.state
        if state is None or get_announcement_status(state, event).winner:
            event.pop(self.last_key, None)
            return event
        return event | {key: value for key, value in self.build_end().items() if value is not None}

    def map_problem_paths(self) -> dict[str, str]:
        places = {key: key for key in ("retourne", "dealer", "exchange", "last_five")}
        places |= {self.last_key: "last", "exchange.player": "exchange", "exchange.before_trick": "exchange"}
        for kind in END_FIGURES:
            places |= {kind: kind} | {f"{kind}.{side.names[0]}": f"{kind}.{side.position}" for side in self.sides}
        return places | {"announcements": "announcements"}

    def name_part(self, part: str) -> str:
        words = {"retourne": _("la retourne"), "announcements": _("les annonces"), "exchange": _("l’échange du sept")}
        words |= {name.partition(".")[0]: word for word, names in self.list_end_groups() for name in names}
        return str(words.get(part.partition(".")[0], "")) or super().name_part(part)

    def build_wrong_figure(self, problem: scoring.Problem) -> WrongFigure:
        """Build what the page shows of one problem: for a wrong answer the right ones to choose instead; for the card
        points of a player without a trick, 0."""
        figure = super().build_wrong_figure(problem)
        if figure.part in END_ANSWERS:
            return replace(figure, repairs=self.find_right_answers(figure.part))
        if figure.part == "card_points" and not figure.repairs:
            tricks = self.list_shares("tricks_won").values()
            none = (Repair(field, 0) for field, won in zip(figure.fields, tricks, strict=False) if won == 0)
            return replace(figure, repairs=tuple(none))
        return figure

    def find_right_answers(self, field: str) -> tuple[Repair, ...]:
        """Return repairs: each other choice of the input `field` with which the coup can be scored."""
        offered = [each.data for each in self[field].subwidgets if not each.data["selected"]]
        others = [Repair(field, each["value"], answer=each["label"]) for each in offered]
        return tuple(each for each in others if self.would_be_right(each))[:MOST_REPAIRS]

    def would_be_right(self, repair: Repair) -> bool:
        """True if the coup can be scored once this repair is made."""
        state = self.sheet.state
        said = {name: self.data.get(name) for name in self.fields}
        mended = type(self)(self.sheet, said | {repair.field: repair.value})
        return state is not None and mended.is_valid() and not scoring.play_event(state, mended.build_event()).problems

    def build_preview(self) -> dict[str, Any]:
        """Return the preview for the template: once everything is typed the whole coup, what it brings each (`nets`),
        and as `end_marks` sentences on its end points other than those of cards; before that, what is wrong so far."""
        preview, state = super().build_preview(), self.sheet.state
        if state and "whole" in preview and (outcome := preview["whole"].outcome):
            nets = list_moves(state, preview["whole"])
            return preview | {"end_marks": tuple(narrate_end_marks(outcome)), "nets": nets}
        if "whole" in preview or self.announcing is None:
            return preview
        wrong = [problem.message for problem in self.announcing.problems]
        wrong += [problem.message for call in self.announcing.made for problem in call.problems]
        return preview | {"wrong": [*preview.get("wrong", ()), *wrong]}


def build_radio_field(choices: list[Any], initial: str | None = None) -> forms.ChoiceField:
    """Build a field of radio buttons that may be left empty. `choices`: (value, label) of each; `initial`: the value
    chosen at first."""
    return forms.ChoiceField(choices=choices, required=False, initial=initial, widget=forms.RadioSelect)


def build_tricks_field(name: str) -> forms.IntegerField:
    """Build the input of the number of tricks that a player won."""
    who = {"name": name}
    sentence = _("%(name)s : écrivez un nombre, en chiffres.") % who
    return build_number_field(0, TRICKS, sentence, _("%(name)s : il faut un nombre de levées, de 0 à 16.") % who)


def get_page_kind(announcement: Mapping[str, Any]) -> str:
    """Return the announcement's kind as the page names it: a mariage de rencontre is a kind of its own."""
    return "rencontre" if announcement.get("rencontre") else str(announcement["kind"])


def explain_refusal(problems: Iterable[scoring.Problem]) -> tuple[str, str]:
    """Return why an announcement is refused, as (a word, a sentence); both empty if there is no problem."""
    first = next(iter(problems), None)
    if first is None:
        return "", ""
    return str(REFUSAL_WORDS.get(first.rule or "", _("impossible"))), localise(first.message)
