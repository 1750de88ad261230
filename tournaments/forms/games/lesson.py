"""What a lesson is: one recorded partie of one coup, its deal, and what is told at each trick. Declarations only.

A lesson states no rule: which card may be played, what it does and what the coup is worth is worked out by `scoring`,
and each sentence rests on a rule of the rule book and on the words of its source.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext_lazy

import scoring
from tournaments.book.seat_names import rename_players


@dataclass(frozen=True)
class RuleCitation:
    """A rule of the rule book, and which of its quotations is shown (from 0; None: the rule's own words)."""

    rule: str
    quotation: int | None = 0

    def find_quotation(self) -> scoring.Quotation | None:
        """Return the quotation that is shown of the rule; None where no source has one, or where the rule's own words
        are shown."""
        quotations = scoring.list_quotations(self.rule)
        return quotations[self.quotation] if quotations and self.quotation is not None else None


@dataclass(frozen=True)
class LessonNote:
    """What a lesson says before the reader plays to a trick. `words`: in French (`make messages` collects them);
    `citation`: the rule on which they rest; `offered`: cards beside his hand that he may try to play, though the rule
    of the turn-up forbids them."""

    words: str
    citation: RuleCitation | None = None
    offered: tuple[str, ...] = ()

    @property
    def text(self) -> Any:
        """The note's words in the reader's language."""
        return gettext_lazy(self.words)


@dataclass(frozen=True)
class Lesson:
    """One game's lesson: a coup of the game's `preset`. `coup`: the keys of its record beside its tricks; `tricks`: in
    order of play; `hands`: by player, in the order of the seats, the reader's first; `talon`: in the order drawn, the
    turn-up last. Cards are separated by spaces, tricks by commas.

    `citations`: the rule to cite, by what happens: a kind of move (`scoring.name_move`), the deal, a trick taken, a
    card drawn, the turn-up drawn last, a reason why a card may be played, or "led_next", the lead of whoever took the
    trick before; what no rule says is left out. `after_talon`: the citations that take their place once the talon is
    used up. `notes`: by trick, 0 for the deal; `end`: the note at the end. `ending`: the rules by which the coup is
    counted, for the leaflet. `words`: keys of `GAME_WORDS`, the game's words that are explained beforehand."""

    game: str
    preset: str
    coup: Mapping[str, Any]
    tricks: str
    hands: Mapping[str, str]
    citations: Mapping[str, RuleCitation]
    notes: Mapping[int, LessonNote]
    end: LessonNote
    talon: str = ""
    after_talon: Mapping[str, RuleCitation] = field(default_factory=dict)
    ending: tuple[RuleCitation, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def reader(self) -> str:
        """The name of the player whose cards the reader plays."""
        return next(iter(self.hands))

    @property
    def partie(self) -> dict[str, Any]:
        """The lesson's coup as a partie document (`corbillon.partie/1`)."""
        tricks = [trick.split() for trick in self.tricks.split(",")]
        return {
            "format": "corbillon.partie/1",
            "game": self.game,
            "preset": self.preset,
            "players": list(self.hands),
            "events": [{"type": "coup", **self.coup, "tricks": tricks}],
        }

    def name_players(self, names: Mapping[str, str]) -> "Lesson":
        """Return the lesson with its players renamed. `names`: the new name by the one in the lesson's record."""
        keys = scoring.get_game(self.game).player_keys
        coup = rename_players(dict(self.coup), keys, names.__getitem__)
        return replace(self, coup=coup, hands={names[player]: cards for player, cards in self.hands.items()})
