"""The phone's form of a coup of Briscola chiamata: the auction (who, how much, which card), the partner, the points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.fields import SeatField, list_seat_choices
from tournaments.forms.phone.coup import PACK_POINTS, NeededInputs, PhoneCoupForm, build_number_field
from tournaments.forms.phone.repairs import WrongFigure, propose_in_bounds
from tournaments.presentation.text.cards import get_suit, name_rank

SUITS = "♠♥♦♣"
RANKS = ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2")
LEAST_BID = 61
ALONE = "0"
ALL_TRICKS = "1"
FIELD_WORDS = {
    "caller": _("le demandeur"),
    "bid": _("l’enchère"),
    "called": _("la carte"),
    "partner": _("le partenaire"),
    "points": _("les points"),
}
MISSING_MESSAGES = {
    "caller": _("Qui a gagné l’enchère ?"),
    "bid": _("À combien est l’enchère ? Un nombre de 61 à 120."),
    "called": _("Quelle carte a-t-il nommée ?"),
    "partner": _("Qui avait la carte ? Si le demandeur la tenait, dites « le demandeur lui-même, seul »."),
    "points": _("Combien de points son camp a-t-il faits ?"),
}
BID_BOUNDS = _("L’enchère va de 61 à 120.")
POINTS_BOUNDS = _("Les points d’un camp : un nombre de 0 à 120.")
NUMBER_ERROR = _("Écrivez un nombre, en chiffres.")


class ChiamataCoupForm(PhoneCoupForm):
    """A coup of Briscola chiamata. The auction may be sent when it ends; the partner only with the result."""

    key = "chiamata"
    style = "names-seats"
    template = "phone/coup_chiamata.html"
    preview_template = "phone/foreseen_chiamata.html"
    sentence = _("{caller} prend à {bid}, {rank} de {suit} chez {partner} : {points} points.")
    preview_sentences = slice(3, -1)  # the sentences that say whether the bid is reached, and what each marks
    wrong_parts = ("bid", "points")
    who_deals = _("tiré au sort")

    bid = build_number_field(LEAST_BID, PACK_POINTS, NUMBER_ERROR, BID_BOUNDS)
    called = forms.ChoiceField(
        choices=[(rank + suit, rank + suit) for suit in SUITS for rank in RANKS],
        required=False,
        error_messages={"invalid_choice": _("Cette carte n’est pas dans le paquet.")},
    )
    points = build_number_field(0, PACK_POINTS, NUMBER_ERROR, POINTS_BOUNDS)
    cappotto = forms.ChoiceField(choices=(("0", _("non")), (ALL_TRICKS, _("oui, les huit"))), required=False)

    def build_coup(self) -> None:
        caller = SeatField(self.sheet, required=False, empty_value=None)
        alone = (ALONE, _("le demandeur lui-même, seul"))
        partner = forms.ChoiceField(
            choices=[*list_seat_choices(self.sheet), alone], required=False, widget=forms.RadioSelect
        )
        self.fields |= {"caller": caller, "partner": partner}
        setting = self.sheet.setting
        if not (setting and setting.options["cappotto"]):
            del self.fields["cappotto"]

        if not self.is_bound:
            self.initial.update(self.get_sent_auction())

    def get_sent_auction(self) -> dict[str, Any]:
        """Return the auction that this or another phone has sent already, as initial values; empty where none was."""
        auction = self.sheet.auction
        return {**auction, "caller": self.sheet.positions.get(auction["caller"])} if auction else {}

    # ── what the page shows

    def ranks(self) -> Iterator[tuple[str, Any, bool]]:
        """Yield every rank: its letter, its name, and whether it is that of the called card."""
        said = str(self["called"].value() or "")
        return ((rank, name_rank(rank), rank == said[:-1]) for rank in RANKS)

    def suits(self) -> Iterator[tuple[str, Any, bool]]:
        """Yield every suit: its symbol, its name, and whether it is that of the called card."""
        said = str(self["called"].value() or "")
        return ((suit, get_suit(suit).name, suit == said[-1:]) for suit in SUITS)

    @property
    def todo(self) -> str:
        left = [str(word) for name, word in FIELD_WORDS.items() if self[name].value() in (None, "")]
        left += [str(_("le cappotto"))] if self.needs_cappotto() else []
        return str(_(" : encore %(what)s") % {"what": left[0]}) if left else ""

    def list_needed(self) -> list[NeededInputs]:
        words = _(" : encore %(what)s")
        return [NeededInputs((name,), str(words % {"what": word})) for name, word in FIELD_WORDS.items()]

    # ── what was typed

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, message in MISSING_MESSAGES.items():
            if name not in self.errors and cleaned.get(name) in (None, ""):
                self.add_error(name, message)
        if self.needs_cappotto():
            self.add_error("cappotto", _("Ont-ils fait les huit levées ?"))
        return cleaned

    def build_mistyped_figure(self, name: str) -> WrongFigure:
        low = LEAST_BID if name == "bid" else 0
        repairs = propose_in_bounds(name, str(self[name].value()), low, PACK_POINTS)
        return replace(super().build_mistyped_figure(name), repairs=repairs)

    def needs_cappotto(self) -> bool:
        """True if it must still be asked whether a side took all the tricks: it has all the points, and all the tricks
        would score more."""
        whole = str(self["points"].value() or "").strip() == str(PACK_POINTS)
        return whole and "cappotto" in self.fields and self["cappotto"].value() in (None, "")

    def build_auction(self) -> dict[str, Any]:
        """Return what was typed of the auction and is valid, by the keys of a coup's record."""
        said = {name: self.cleaned_data.get(name) for name in ("caller", "bid", "called")}
        named = {"caller": self.get_name_at(said["caller"])} if said["caller"] else {}
        return {**{name: value for name, value in said.items() if value}, **named}

    def build_early_keys(self) -> dict[str, Any]:
        """Return the auction by the keys of a coup's record, once all of it is typed and valid, else nothing; never the
        partner, who is secret."""
        auction = {} if {"caller", "bid", "called"} & set(self.errors) else self.build_auction()
        return auction if len(auction) == 3 else {}

    def build_coup_keys(self) -> dict[str, Any]:
        value = self.cleaned_data
        event = self.build_auction()
        if value.get("partner") not in (None, "", ALONE):
            event["partner"] = self.get_name_at(int(value["partner"]))
        if value.get("points") is not None:
            event["points"] = value["points"]
        if value.get("cappotto") == ALL_TRICKS and value.get("points") == PACK_POINTS:
            event["cappotto"] = True
        return event

    def map_problem_paths(self) -> dict[str, str]:
        return {name: name for name in (*MISSING_MESSAGES, "cappotto", "dealer")}

    def name_part(self, part: str) -> str:
        words = {**FIELD_WORDS, "cappotto": _("le cappotto")}
        return str(words[part]) if part in words else super().name_part(part)

    def build_preview(self) -> dict[str, Any]:
        """Return the preview for the template: the whole coup once everything is typed, or what is typed and not valid
        (both as in `PhoneCoupForm.build_preview`); else {"wrong": a message on each contradiction in what is typed so
        far}."""
        preview = super().build_preview()
        state = self.sheet.state
        if state is None or "whole" in preview or preview.get("blocked"):
            return preview
        problems = scoring.play_event(state, self.build_event()).problems
        said = {name for name in MISSING_MESSAGES if self[name].value() not in (None, "")}
        return {"wrong": [problem.message for problem in problems if problem.path in said and problem.rule]}
