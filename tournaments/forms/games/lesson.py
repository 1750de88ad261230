"""What a lesson is: one recorded partie of one coup, its deal, and what is told at each trick. Declarations only.

A lesson states no rule: which card may be played, what it does and what the coup is worth is worked out by `scoring`,
and each sentence rests on a rule of the rule book and on the words of its source.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import scoring
from tournaments.book.seat_names import rename_players


@dataclass(frozen=True)
class RuleCitation:
    """A rule of the rule book, and which of its quotations is shown (from 0; None: the rule's own words)."""

    rule: str
    quotation: int | None = 0

    def find_quotation(self) -> scoring.Quotation | None:
        """Return the words of the source; None where no source says anything of the rule."""
        found = scoring.list_quotations(self.rule)
        return found[self.quotation] if found and self.quotation is not None else None


@dataclass(frozen=True)
class LessonNote:
    """What is told before the reader plays to a trick. `text`: in the reader's language; `offered`: cards beside those
    of his hand that he may try, though the rule of the turn-up forbids them; `citation`: the rule that it rests on."""

    text: Any
    citation: RuleCitation | None = None
    offered: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """One game's lesson. `partie`: a `corbillon.partie/1` of one coup in the tricks form; `reader`: the player whose
    cards the reader plays; `hands` by player and `talon` in the order drawn, the turn-up last: cards between spaces;
    `citations`: the rule of each kind of move (`scoring.name_move`), of the deal, of a trick taken, of a card drawn, of
    the turn-up that is drawn last, of each ground on which a card may be played, and "led_next" of the lead of whoever
    took the trick before (none where no rule says it);
    `after_talon`: those that another rule or sentence states once the talon is gone; `notes` by trick, 0 the deal;
    `end`: what is told at the end; `ending`: the rules by which the coup is counted, for the leaflet; `words`: keys of
    `GAME_WORDS`, for those of the game that are explained beforehand."""

    partie: Mapping[str, Any]
    reader: str
    hands: Mapping[str, str]
    citations: Mapping[str, RuleCitation]
    notes: Mapping[int, LessonNote]
    end: LessonNote
    talon: str = ""
    after_talon: Mapping[str, RuleCitation] = field(default_factory=dict)
    ending: tuple[RuleCitation, ...] = ()
    words: tuple[str, ...] = ()

    def name_players(self, names: Mapping[str, str]) -> "Lesson":
        """Return the lesson with its players under other names, by those of the record."""
        keys = scoring.get_game(self.partie["game"]).player_keys
        events = [rename_players(event, keys, names.__getitem__) for event in self.partie["events"]]
        players = [names[player] for player in self.partie["players"]]
        return replace(
            self,
            partie={**self.partie, "players": players, "events": events},
            reader=names[self.reader],
            hands={names[player]: cards for player, cards in self.hands.items()},
        )
