"""The phone's form of a coup of Brusquembille: card points, the eight brusquembilles one by one, and rare cases.

The page shows cards, the record holds counts: «as de pique, gagné par Anne» is one of Anne's `aces_won`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import scoring
from scoring.games.brusquembille.coup import BRUSQUEMBILLE_POINTS, narrate_no_ace_won
from scoring.games.brusquembille.hand_overs import narrate_brusquembille, narrate_pot
from scoring.games.brusquembille.score import compute_net_payments
from tournaments.forms.phone.coup import (
    PACK_POINTS,
    NeededInputs,
    PointsForm,
    ScoringSide,
    count_cards_left,
)
from tournaments.forms.phone.repairs import MOST_CARDS, Repair, WrongFigure, propose_rest
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.sheet_text import list_moves, shorten_names

SUITS = {"P": "♠", "C": "♥", "K": "♦", "T": "♣"}
RANKS = {"A": "aces", "10": "tens"}
BRUSQUEMBILLES = {f"card.{rank}{letter}": (rank, suit) for rank in RANKS for letter, suit in SUITS.items()}
PACK_RANKS = ("A", "10", "R", "D", "V", "9", "8", "7")
PACK = [(suit, [(rank + suit, f"{rank} {suit}") for rank in PACK_RANKS]) for suit in SUITS.values()]
"""The cards of a pack as the grouped choices of a field, suit by suit."""
RETOURNE = forms.ChoiceField(choices=[("", _("pas dite")), *PACK], required=False)
SHORT_PACK = forms.TypedChoiceField(
    choices=(("", _("le paquet est complet")), ("1", _("il manque une carte")), ("2", _("il en manque deux"))),
    coerce=int,
    empty_value=None,
    required=False,
    initial="",
    widget=forms.RadioSelect,
)


@dataclass(frozen=True)
class BrusquembilleCard:
    """One of the eight aces and tens on the page, with what became of it. `outcome`: "2+" for won by the player at seat
    2, "2-" for lost by him, "" for not typed yet."""

    field: str
    rank: str
    suit: str
    outcome: str
    player: str
    short_name: str
    won: bool

    @property
    def worth(self) -> int:
        """The card points of this ace or ten."""
        return BRUSQUEMBILLE_POINTS[self.rank]


class BrusquembilleCoupForm(PointsForm):
    """The form of a coup of Brusquembille, written by its totals. Its inputs `short_pack`, `claimed` and `retourne` are
    rarely needed and stand apart on the page."""

    key = "brusquembille"
    template = "phone/coup_brusquembille.html"
    preview_template = "phone/foreseen_brusquembille.html"
    rare_template = "phone/rare_brusquembille.html"
    who_deals = _("qui a tiré la plus haute carte")

    def build_coup(self) -> None:
        self.fields["short_pack"] = SHORT_PACK
        super().build_coup()
        self.pays_brusquembilles = self.sheet.setting is not None and are_brusquembilles_paid(self.sheet.setting)
        self.fields["retourne"] = RETOURNE
        for side in self.sides:
            self.fields[f"claimed.{side.position}"] = self.fields[f"points.{side.position}"]
        if self.pays_brusquembilles:
            self.paying_switch = _("Dire qui paie dès qu’un as ou un dix est marqué, sans attendre la fin du coup")
            self.fields |= dict.fromkeys(BRUSQUEMBILLES, build_outcome_field(self.sheet.names))

    # ── what the page shows

    def claims(self) -> list[tuple[ScoringSide, forms.BoundField]]:
        """Return for each side: the side, and the input of the points that it claimed (PEN-11)."""
        return [(side, self[f"claimed.{side.position}"]) for side in self.sides]

    def cards(self) -> list[BrusquembilleCard]:
        """Return the eight brusquembilles (aces and tens), aces first; none where this table does not pay for them."""
        if not self.pays_brusquembilles:
            return []
        outcomes, short = dict(list_outcomes(self.sheet.names)), shorten_names(self.sheet.names)
        cards = []
        for field, (rank, suit) in BRUSQUEMBILLES.items():
            said = str(self[field].value() or "")
            player = outcomes.get(said, "")
            said = said if player else ""
            cards.append(BrusquembilleCard(field, rank, suit, said, player, short.get(player, ""), said[1:] == "+"))
        return cards

    @property
    def has_rare_values(self) -> bool:  # type: ignore[override]
        """True where one of the rare inputs has a value."""
        claimed = any(bound.value() not in (None, "") for _side, bound in self.claims())
        return claimed or bool(self["short_pack"].value() or self["retourne"].value())

    # ── what was typed

    @property
    def missing_cards(self) -> list[BrusquembilleCard]:
        """The brusquembilles whose outcome is still to be typed; none if cards are missing from the pack."""
        return [] if self.is_short_pack else [card for card in self.cards() if not card.outcome]

    @property
    def known_card_count(self) -> int:
        """How many brusquembilles have an outcome."""
        return sum(1 for card in self.cards() if card.outcome)

    @property
    def least_points(self) -> list[tuple[str, list[int], str]]:
        """For each side: the input of its points, the seat numbers of its players, and the message for points below
        what their brusquembilles make («{name}», «{cards}», «{low}» still to be filled in), for a phone without a
        connection."""
        return [
            (
                f"points.{side.position}",
                [self.sheet.positions[name] for name in side.names],
                word_least_points(len(side.names)) % {"name": "{name}", "cards": "{cards}", "low": "{low}"},
            )
            for side in self.sides
        ]

    @property
    def no_ace_words(self) -> scoring.Text:
        """The error message for a coup in which all four aces are lost, for a phone without a connection."""
        return narrate_no_ace_won()

    @property
    def payments_so_far(self) -> list[tuple[BrusquembilleCard, scoring.Text]]:
        """Each card whose outcome is typed, with the sentence on its payment, for a table that pays as it plays; none
        once the points are typed, as the whole coup is then shown."""
        said = [card for card in self.cards() if card.outcome] if self.has_missing_points else []
        return [(card, narrate_brusquembille(card.player, card.rank, card.won)) for card in said]

    @property
    def paid_so_far(self) -> list[tuple[str, int]]:
        """Each player's short name with the jetons that he has won or lost by the cards so far; empty unless two cards
        or more have an outcome and the points are still to be typed."""
        if len(self.payments_so_far) < 2:
            return []
        short = shorten_names(self.sheet.names)
        net = compute_net_payments(self.sheet.names, self.count_brusquembilles())
        return [(short[name], jetons) for name, jetons in net.items()]

    @property
    def has_missing_points(self) -> bool:
        """True where card points are still to be typed; never if cards are missing from the pack."""
        return not self.is_short_pack and super().has_missing_points

    @property
    def todo(self) -> str:
        left = len(self.missing_cards)
        if self.has_missing_points or not left:
            return super().todo
        return count_cards_left(left, left)

    def list_needed(self) -> list[NeededInputs]:
        cards = NeededInputs(tuple(BRUSQUEMBILLES), count_cards_left(1, 1), count_cards_left("{n}"))
        needed = [*super().list_needed(), *([cards] if self.pays_brusquembilles else [])]
        return [replace(each, waived_by="short_pack") for each in needed]

    @property
    def is_short_pack(self) -> bool:
        """True where one or two cards of the pack are missing."""
        return str(self["short_pack"].value() or "") in ("1", "2")

    def clean(self) -> dict[str, Any]:
        return (forms.Form.clean(self) or {}) if self.is_short_pack else super().clean()

    def build_coup_keys(self) -> dict[str, Any]:
        """Return what was typed of the coup, by the keys of a partie document; inputs left empty are not in it."""
        event: dict[str, Any] = {}
        value = self.cleaned_data
        points = self.get_side_figures("points")
        if points or not self.is_short_pack:
            event["points"] = points
        if self.pays_brusquembilles:
            event["brusquembilles"] = self.count_brusquembilles()
        if claimed := self.get_side_figures("claimed"):
            event["claimed"] = claimed
        if value.get("retourne"):
            event["retourne"] = value["retourne"]
        if value.get("short_pack"):
            event["short_pack"] = value["short_pack"]
        return event

    def count_brusquembilles(self) -> dict[str, dict[str, int]]:
        """Return how many aces and tens each player won and lost: {"Anne": {"aces_won": 2}}."""
        counts: dict[str, dict[str, int]] = {}
        for card in self.cards():
            if card.outcome:
                key = f"{RANKS[card.rank]}_{'won' if card.won else 'lost'}"
                mine = counts.setdefault(card.player, {})
                mine[key] = mine.get(key, 0) + 1
        return counts

    def map_problem_paths(self) -> dict[str, str]:
        """Return, for each of scoring's problem paths, the input or part of the page that shows it: wrong totals of
        points at "points", whatever concerns brusquembilles at "cards"."""
        places = (
            super().map_problem_paths()
            | self.map_figure_paths("claimed")
            | {key: key for key in ("retourne", "short_pack")}
        )
        counts = ("", ".aces_won", ".aces_lost", ".tens_won", ".tens_lost")
        places |= {f"brusquembilles.{name}{key}": "cards" for name in self.sheet.names for key in counts}
        return places | {"brusquembilles": "cards"}

    def name_part(self, part: str) -> str:
        words = {
            "cards": _("les brusquembilles"),
            "retourne": _("la retourne"),
            "claimed": _("les points annoncés, sous « ••• »"),
        }
        return str(words.get(part.partition(".")[0], "")) or super().name_part(part)

    def sort_problems(self, problems: Iterable[Any]) -> dict[str, Any]:
        """Return the coup's problems for the preview, which shows the first one. Points too low for a player's own
        brusquembilles come before points too high for those of others (BRU-24). If the first problem has no repair of
        its own, it gets the repair of a later problem that solves both, with the name of the player whose points it
        changes."""
        sorted_problems = super().sort_problems(
            sorted(problems, key=lambda problem: "high" in dict(problem.message.values))
        )
        first, *others = sorted_problems["wrong_figures"] or [None]
        if not first or first.repairs:
            return sorted_problems
        repairs = [repair for each in others for repair in each.repairs if self.clears(repair, first.fields[0])]
        if repairs:
            named = repairs[0]._replace(name=self.name_shares("points")[repairs[0].field])
            sorted_problems["wrong_figures"] = [replace(first, repairs=(named,)), *others]
        return sorted_problems

    def build_wrong_figure(self, problem: scoring.Problem) -> WrongFigure:
        """Build what the page shows of one problem. Where brusquembilles contradict the points (BRU-24), it proposes
        the nearest points that they allow, and names the brusquembilles to look at again."""
        figure = super().build_wrong_figure(problem)
        if problem.rule != "BRU-24":
            return self.add_cards_against(figure)
        bounds: dict[str, Any] = dict(problem.message.values)
        repair = Repair(figure.fields[0], bounds["low" if "low" in bounds else "high"])
        repairs = (repair,) if self.leads_on(repair) else ()
        message = self.describe_least_points(bounds["name"], bounds["low"]) if "low" in bounds else problem.message
        cards = tuple(self.list_cards_against(problem)[:MOST_CARDS])
        return replace(figure, message=message, repairs=repairs, cards=cards)

    def describe_least_points(self, name: str, low: int) -> str:
        """Say which brusquembilles a player, or his side, won, and that they make this many points already."""
        names = next(side.names for side in self.sides if name in side.names)
        ranks = [card.rank for card in self.cards() if card.won and card.player in names]
        aces, tens = ranks.count("A"), ranks.count("10")
        counted = [ngettext("%(n)s as", "%(n)s as", aces) % {"n": aces}] if aces else []
        counted += [ngettext("%(n)s dix", "%(n)s dix", tens) % {"n": tens}] if tens else []
        return word_least_points(len(names)) % {"name": join_texts(names), "cards": join_texts(counted), "low": low}

    def build_mistyped_figure(self, name: str) -> WrongFigure:
        return self.add_cards_against(super().build_mistyped_figure(name))

    def add_cards_against(self, figure: WrongFigure) -> WrongFigure:
        """Return `figure`. If it is one of points for which no repair is known, it comes with the brusquembilles to
        look at again: those that contradict the points which would make the total right."""
        if figure.part != "points" or figure.repairs:
            return figure
        rests = propose_rest(self.list_shares("points"), PACK_POINTS, self.name_shares("points"))
        found = [self.mend(rest).list_refusals() for rest in rests if rest.field in figure.fields]
        refusals = [each for some in found for each in some[:1] if each.rule == "BRU-24"]
        against = [card for refusal in refusals for card in self.list_cards_against(refusal)]
        return replace(figure, cards=tuple(dict.fromkeys(against))[:MOST_CARDS])

    def list_cards_against(self, refusal: scoring.Problem) -> list[BrusquembilleCard]:
        """Return the brusquembilles that contradict a player's points (BRU-24): those that he won if the points are too
        low for them, else those that others won."""
        bounds: dict[str, Any] = dict(refusal.message.values)
        return [card for card in self.cards() if (card.won and card.player == bounds["name"]) is ("low" in bounds)]

    def mend(self, repair: Repair) -> "BrusquembilleCoupForm":
        """Return a new form with what was sent, after this repair. One input of points may hold the rest of the total,
        filled in by the page (its name was sent as `filled`); this rest is then computed again."""
        said = {name: self.data.get(name) for name in self.fields} | {repair.field: repair.value}
        filled, shares = str(self.data.get("filled", "")), self.list_shares("points")
        if filled in shares and filled != repair.field:
            figures = [figure or 0 for each, figure in shares.items() if each not in (filled, repair.field)]
            said[filled] = PACK_POINTS - sum(figures) - int(repair.value)
        return type(self)(self.sheet, said)

    def list_refusals(self) -> list[scoring.Problem]:
        """Return the problems of the typed points: a wrong total, or points that brusquembilles contradict. Empty if
        anything is still to be typed or wrongly typed."""
        state = self.sheet.state
        if state is None or self.missing_cards or not self.is_valid():
            return []
        problems = scoring.play_event(state, self.build_event()).problems
        return [problem for problem in problems if self.find_wrong_part(problem.path) == "points"]

    def would_take(self, repair: Repair) -> bool:
        mended = self.mend(repair)
        return mended.is_valid() and not mended.list_refusals()

    def leads_on(self, repair: Repair) -> bool:
        """True if this repair is a step forward. It is none if, after it, the total is still wrong, the repaired
        player's points are wrong, or the points that the page fills in with the rest are too low; other players' points
        may still be wrong."""
        mended, filled = self.mend(repair), str(self.data.get("filled", ""))
        names = {f"points.{side.position}": side.names for side in self.sides}
        bounds = [dict(each.message.values) for each in mended.list_refusals() if each.rule == "BRU-24"]
        is_stopped = len(bounds) < len(mended.list_refusals()) or any(
            each["name"] in names[repair.field] or ("low" in each and each["name"] in names.get(filled, ()))
            for each in bounds
        )
        return mended.is_valid() and not is_stopped

    def clears(self, repair: Repair, field: str) -> bool:
        """True if, after this repair, no problem is left about the points in the input `field`."""
        names = next(side.names for side in self.sides if field == f"points.{side.position}")
        refusals = self.mend(repair).list_refusals()
        return not any(dict(each.message.values).get("name") in names for each in refusals)

    def build_preview(self) -> dict[str, Any]:
        """Return the preview for the template. `taken`: the coup scored without its payments; `pot`: sentences on who
        takes the pot; `whole`: the coup scored, once all is typed; `hand_overs`: sentences on the other payments;
        `nets`: what each player wins or loses. For a wrong coup: its problems alone."""
        state = self.sheet.state
        if state is None or state.complete:
            return {}
        if not self.is_valid():
            return self.preview_typing_errors()
        event, game = self.build_event(), scoring.get_game(state.setting.game)
        taken = scoring.play_event(
            disable_payments(state), {key: event[key] for key in event if key != "brusquembilles"}
        )
        whole = None if self.missing_cards else scoring.play_event(state, event)
        if problems := (whole or taken).problems:
            return self.sort_problems(problems)
        pot = tuple(narrate_pot(state, taken)) if state.purses and taken.outcome else ()
        moved = game.narrate_hand_overs(state, whole) if whole and whole.outcome else ()
        return {
            "taken": taken,
            "pot": pot,
            "hand_overs": [sentence for sentence in moved if sentence not in pot],
            "whole": whole,
            "nets": list_moves(state, whole) if whole else [],
        }


def disable_payments(state: scoring.TableState) -> scoring.TableState:
    """Return `state` under the same rules without payments for brusquembilles (aces and tens). Who takes the pot does
    not depend on them, so that it can be shown before these cards are typed."""
    setting = state.setting
    options = {**setting.options, "payments": "off"}
    return state._replace(
        setting=scoring.build_setting(setting.game, setting.players, setting.preset, options, setting.sides)
    )


@lru_cache
def are_brusquembilles_paid(setting: scoring.Setting) -> bool:
    """True where brusquembilles are paid, and so asked for, at a table of this setting."""
    return any(
        field.path.startswith("brusquembilles.") for field in scoring.get_game(setting.game).list_fields(setting)
    )


@lru_cache
def build_outcome_field(names: tuple[str, ...]) -> forms.ChoiceField:
    """Build the choice of who won or who lost one ace or ten: two choices for each player; it may be left empty."""
    return forms.ChoiceField(choices=list_outcomes(names), required=False)


def list_outcomes(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the choices for one ace or ten, as (value, player): "2+", won by the player at seat 2; "2-", lost."""
    return [("", ""), *((f"{place}{sign}", name) for place, name in enumerate(names, 1) for sign in "+-")]


def word_least_points(people: int) -> str:
    """Return the sentence on the brusquembilles that so many people won and the points that these make at least."""
    return ngettext(
        "%(name)s a gagné %(cards)s : au moins %(low)s points.",
        "%(name)s ont gagné %(cards)s : au moins %(low)s points.",
        people,
    )
