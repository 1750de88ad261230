"""Form fields in which cards are typed where a coup is entered by its totals: one card («R♥»), or announcements, one a
line («Anne : mariage ♥»)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.typed_names import find_by_beginning
from tournaments.presentation.text.cards import (
    describe_wrong_card,
    is_card,
    read_typed_card,
    read_typed_rank,
    read_typed_suit,
    write_typed_cards,
)

MOST_LINES = 60
LONGEST_CARD = 40  # characters: «queen of diamonds» has 17
LINES_HELP = _(
    "Une par ligne, dans l’ordre : « Anne : mariage ♥ », « Anne : mariage de rencontre ♦ », « Anne : séquence "
    "R♠ D♠ V♠ », « Anne : carré D », « Anne : figures », « Anne : blanches », « Anne : as d’atout », "
    "« Anne : cinq atouts »."
)


class TypedCardField(forms.CharField):
    """A card, typed with the letters of the reader's language or with the French ones; the value is as `scoring` writes
    it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=LONGEST_CARD, **options)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        card = read_typed_card(typed)
        if card and not is_card(card):
            raise forms.ValidationError(describe_wrong_card(typed))
        return card

    def prepare_value(self, value: Any) -> Any:
        return write_typed_cards(value) if isinstance(value, str) else value


class AnnouncementLinesField(forms.CharField):
    """Announcements, one a line. The value is the list of announcements, with the players' names as typed."""

    def __init__(self, game: scoring.Game, people: Sequence[str], **options: Any) -> None:
        self.game, self.people = game, people
        options.setdefault("widget", forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}))
        super().__init__(max_length=4000, help_text=LINES_HELP, **options)

    def clean(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        lines = [line for line in super().clean(value).splitlines() if line.strip()][:MOST_LINES]
        read = [(line, self.game.read_announcement(complete_name(line, self.people), self.people)) for line in lines]
        wrong = [self.describe_fault(line) for line, it in read if not it or not is_readable_rank(it.get("rank"))]
        if wrong:
            raise forms.ValidationError(wrong)
        return [read_announced_cards(it) for _line, it in read if it]

    def describe_fault(self, line: str) -> str:
        """Return the error message for a line that cannot be read: it begins with no player's name, or has no
        announcement."""
        whole = complete_name(line, self.people).strip().casefold()
        named = any(whole.startswith(name.casefold()) for name in self.people)
        words = _("« %(line)s » : cette annonce ne se lit pas.")
        if not named:
            words = _("« %(line)s » : commencez par le nom d’un joueur de la table, suivi de deux-points.")
        return str(words % {"line": line[:60]})

    def prepare_value(self, value: Any) -> Any:
        return write_typed_cards(value) if isinstance(value, str) else value


def complete_name(line: str, people: Sequence[str]) -> str:
    """Return a line of announcements with the player's whole name in place of its beginning: "an: mariage" gives "Anne:
    mariage". `people`: the players' names. The line is unchanged unless two letters or more before the colon begin
    exactly one of them."""
    typed, colon, rest = line.partition(":")
    person = find_by_beginning(typed, people)
    return f"{people[person[0] - 1]}{colon}{rest}" if colon and len(person) == 1 else line


def is_readable_rank(rank: str | None) -> bool:
    """True if the typed rank of a carré is one of a card, in the reader's letters or the French ones; or if there is
    none to read."""
    return not rank or is_card(read_typed_rank(rank) + "♠")


def read_announced_cards(announcement: Mapping[str, Any]) -> dict[str, Any]:
    """Return the announcement with its typed cards, rank and suit as `scoring` writes them."""
    cards = dict(announcement)
    if "cards" in cards:
        cards["cards"] = [read_typed_card(each) for each in cards["cards"]]
    if "rank" in cards:
        cards["rank"] = read_typed_rank(cards["rank"])
    if "suit" in cards:
        cards["suit"] = read_typed_suit(cards["suit"])
    return cards
