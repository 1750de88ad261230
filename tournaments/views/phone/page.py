"""What a table's page shows, made from its Sheet: players, log, who may write. Words and order only; it scores
nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import scoring
from tournaments.actions.tables.table_corrections import may_correct
from tournaments.book import history
from tournaments.book.saved_records import find_saved_number
from tournaments.book.sheet import Sheet
from tournaments.forms.paper_sheet import list_typed_fields
from tournaments.models import Agreement, ArbiterCall, Record, Tournament
from tournaments.presentation.tables.round_papers import TableRankingTable
from tournaments.presentation.text.sheet_text import (
    SheetPlayer,
    list_players,
    narrate_event,
    shorten_names,
)
from tournaments.presentation.text.unit_text import describe_total, format_score
from tournaments.reading.forfeits import ForfeitedTable, read_forfeit
from tournaments.reading.hall_messages import find_hall_message

from .correction_facts import CorrectionFacts
from .count_facts import CountFacts
from .log_facts import LogFacts
from .news import NewsFacts, NewsLine
from .next_coup_facts import NextCoupFacts
from .next_tables import NextTableFacts


class OtherVersion(NamedTuple):
    """Whose phone has another version of the last coup, and what differs: as the sheet has it and as that phone has
    it ("" where that is not known)."""

    who: str
    here: str
    there: str


@dataclass(frozen=True)
class Page(CorrectionFacts, CountFacts, LogFacts, NewsFacts, NextCoupFacts, NextTableFacts):
    """One sheet as one phone sees it. `seat`: the position of the player who holds the phone, 0 for a spectator, None
    if not chosen yet; `calls`: the table's open calls, and those settled since its last line; `agreements`: the events
    that players agreed to; `first_named`: the number of the first record whose id the page names; `differs`: the
    version of the last coup that waits on another phone, None if there is none."""

    sheet: Sheet
    seat: int | None
    calls: tuple[ArbiterCall, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    first_named: int = 1
    differs: OtherVersion | None = None

    @property
    def settled_changes(self) -> list[NewsLine]:
        """What was changed on the sheet since the table's call that was settled last."""
        call = self.settled_call
        return [line for line in self.news if call and line.kind != "marked" and line.at >= call.at]

    @property
    def complete(self) -> bool:
        """True if the partie is over."""
        return self.sheet.state is not None and self.sheet.state.complete

    @property
    def may_wait(self) -> bool:
        """True if this phone may ask for another table for its players, where tables are free."""
        free = self.sheet.tournament.format == Tournament.Format.FREE
        return self.open and bool(self.seat) and free and not self.is_waiting

    @property
    def is_waiting(self) -> bool:
        """True if a player of the table is on the waiting list for another one."""
        return any(seat.entry.free_since for seat in self.sheet.seats)

    @property
    def may_write(self) -> bool:
        """True if this phone may write now. The actions check it again."""
        sheet = self.sheet
        return (
            bool(self.seat)
            and self.open
            and sheet.state is not None
            and not (sheet.is_confirmed or sheet.is_never_played)
        )

    @property
    def may_correct(self) -> bool:
        """True if this phone may correct a line of the sheet now."""
        return self.may_write and may_correct(self.sheet)

    @property
    def is_marking(self) -> bool:
        """True if this phone marks coups now: its page is then the coup alone, with all else behind one button."""
        return self.may_write and not self.complete and not (self.sheet.table.paper_first and self.has_paper_rows)

    @property
    def has_paper_rows(self) -> bool:
        """True where a coup of the paper sheet can be copied as a row of cells; else it is marked as on any table."""
        return bool(list_typed_fields(self.sheet.setting))

    @property
    def is_more_open(self) -> bool:
        """True if what the page hides behind its one button must be shown: a player has to buy a recave before the coup
        is scored."""
        return bool(self.players_short_of_fiches)

    @property
    def is_undone(self) -> bool:
        """True if the last record undid an event."""
        return bool(self.sheet.records) and self.sheet.records[-1].kind == Record.RecordKind.UNDO

    @property
    def is_end_undone(self) -> bool:
        """True if the last record undid the end of the partie, said before its last coup."""
        records = self.sheet.records
        bodies = [each.body for each in records if each.body and each.position == records[-1].position]
        return self.is_undone and bodies[-1].get("type") == "end"

    @property
    def last_nets(self) -> list[tuple[list[str], int]]:
        """(Short names, gain or loss) of each player whom the last event moved; partners are together in one."""
        nets = self.last.nets_by_camp if self.last else []
        return [([self.short_names[name] for name in camp], net) for camp, net in nets]

    @cached_property
    def short_names(self) -> dict[str, str]:
        """Each player's short name, as it fits on a card, by his full name."""
        return shorten_names(self.sheet.names)

    @property
    def holder_name(self) -> str:
        """The name of the player who holds the phone; "" for a spectator or if not chosen yet."""
        return self.sheet.names[self.seat - 1] if self.seat else ""

    @property
    def holder_entry(self) -> int | None:
        """The number under which the public pages know the player who holds the phone; None for a spectator."""
        return self.sheet.seats[self.seat - 1].entry_id if self.seat else None

    @property
    def in_fiches(self) -> bool:
        """True if the players hold fiches and jetons, not points."""
        return bool(self.sheet.state and self.sheet.state.purses)

    @property
    def opening(self) -> tuple[scoring.Text, ...]:
        """The sentences that say how long the partie lasts at this table, in a game of points; else empty."""
        setting = self.sheet.setting
        return tuple(scoring.get_game(setting.game).narrate_opening(setting)) if setting and not self.in_fiches else ()

    @property
    def payments(self) -> tuple[scoring.Text, ...]:
        """The sentences that tell a beginner what is paid in a coup at this table; empty in a game of points."""
        setting = self.sheet.setting
        return tuple(scoring.get_game(setting.game).explain_payments(setting)) if setting else ()

    @property
    def coup(self) -> int:
        """The number of the next coup, or of the last one once the partie is over; 0 if the table cannot play."""
        state = self.sheet.state
        return 0 if state is None else state.coups_played + (0 if state.complete else 1)

    @cached_property
    def places(self) -> list[SheetPlayer]:
        """The table's players by position."""
        return list_players(self.sheet)

    @property
    def camps(self) -> list[list[SheetPlayer]]:
        """The table's players by side, where players play in sides; else empty."""
        return [[each for each in self.places if each.name in side] for side in self.sides_at_table]

    @property
    def foreseen_end(self) -> tuple[scoring.Text, ...]:
        """The sentences on what ending the partie now would do, beyond what its rule (GEN-02) says; only at a table in
        play."""
        state = self.sheet.state
        assert state is not None
        sentences = scoring.narrate_event(state, scoring.play_event(state, {"type": "end"}))
        return sentences[1:] if state.coups_played else sentences  # the first of them is the rule itself

    @property
    def saved_number(self) -> int:
        """The number of the table's last record that the last backup holds; 0 if it holds none."""
        return find_saved_number(self.sheet)

    @property
    def named_keys(self) -> str:
        """The ids of the records that the page names, in order, joined by spaces."""
        return " ".join(record.key for record in self.sheet.records[self.first_named - 1 :])

    @property
    def named_chain(self) -> str:
        """The beginning of the chain's digest at each record of `named_keys`, in the same order, joined by spaces."""
        return " ".join(self.sheet.chain.split()[self.first_named - 1 :])

    @property
    def last_key(self) -> str:
        """The id of the record in force for the last event; "" without events."""
        return self.last_record.key if self.last_record else ""

    @property
    def last_record(self) -> Record | None:
        """The record in force for the last event: the event's own, or its last correction. None without events."""
        return history.find_record_in_force(self.sheet.records, len(self.sheet.events))

    @property
    def last_marked_by(self) -> str:
        """The short name of the other player whose phone wrote the last event; "" if this one did, or no player's."""
        record = self.last_record
        if record is None or record.actor == f"table:{self.seat}":
            return ""
        return self.short_names.get(self.sheet.find_actor_name(record.actor), "")

    @property
    def players_short_of_fiches(self) -> list[str]:
        """The players who must buy a recave before a coup can be scored (BRU-20): those who hold less than one
        fiche."""
        state = self.sheet.state
        if state is None or not self.has_recave:
            return []
        return [name for name, purse in state.purses.items() if purse.total < scoring.FICHE]

    @property
    def sides_at_table(self) -> tuple[tuple[str, ...], ...]:
        """The names of each side, where players play in sides; else empty."""
        return () if self.sheet.setting is None or self.sheet.setting.sides is None else self.sheet.setting.sides

    @property
    def lent_stakes(self) -> tuple[scoring.Text, ...]:
        """The sentences that say to whom the bank must lend for the next coup, where nobody buys a recave."""
        state = self.sheet.state
        if state is None or not self.in_fiches or self.has_recave:
            return ()
        return tuple(scoring.get_game(state.setting.game).narrate_lent_stakes(state))

    @property
    def has_recave(self) -> bool:
        """True if the rules in force let a player buy a recave."""
        state = self.sheet.state
        if state is None:
            return False
        return "recave" in scoring.get_game(state.setting.game).list_specific_events(state.setting)

    @property
    def stamp(self) -> str:
        """A hash (16 hexadecimal digits) that changes whenever the page changes."""
        sheet = self.sheet
        counted = max((f"{count.at.isoformat()}{count.owed_to}" for count in sheet.counts), default="")
        names = ",".join(sheet.names)
        calls = ",".join(f"{call.pk}{call.taken_at}{call.done_at}" for call in self.calls)
        text = (
            f"{calls}/{len(self.agreements)}/{sheet.table.paper_first}/{sorted(sheet.auction.items())}/{self.differs}"
        )
        last = sheet.records[-1].key if sheet.records else ""
        decided = f"{sheet.unplayed.kind}{sheet.unplayed.absent}" if sheet.unplayed else ""
        confirmed = f"{len(sheet.confirmations)}{self.next_seats}{decided}"
        message = find_hall_message(sheet.tournament)
        shown = f"/{message.words}{message.ends_at}" if message else ""
        state = f"{sheet.tournament.status}/{sheet.next_number}/{last}/{counted}/{confirmed}/{names}/{text}{shown}"
        return sha256(state.encode()).hexdigest()[:16]

    # ── the end

    @property
    def is_comparing(self) -> bool:
        """True while the table looks at what all have counted: it comes first, until the sheet is confirmed."""
        return bool(self.count_comparison) and self.seat is not None and not self.confirmed_by

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, once the partie is over; nobody where it ended before the first coup."""
        state = self.sheet.state
        return tuple(state.winners) if state and state.complete and state.coups_played else ()

    @property
    def winner_names(self) -> list[str]:
        """The winners as the page names them: one by his whole name, several by their short ones."""
        return [name if len(self.winners) == 1 else self.short_names[name] for name in self.winners]

    @property
    def is_draw(self) -> bool:
        """True where the partie is over and all are first; False where it ended before the first coup."""
        state = self.sheet.state
        if state is None or not (state.complete and state.coups_played):
            return False
        return all(row.rank == 1 for row in state.ranking)

    @property
    def winning_total(self) -> int:
        """What the winners have won, or their points; 0 before the partie is over."""
        return next((row.total for row in (self.sheet.state.ranking if self.sheet.state and self.complete else ())), 0)

    @property
    def has_first_with_less(self) -> bool:
        """True where somebody has more than the winners: he left before the end, or a partner of his did."""
        ranking = self.sheet.state.ranking if self.sheet.state and self.complete else ()
        return any(row.total > self.winning_total for row in ranking)

    @property
    def winning_score(self) -> str:
        """The coups won by each of two sides at the end, «2 à 1»; else ""."""
        return format_score(self.sheet.state.ranking, self.sheet.unit) if self.sheet.state and self.complete else ""

    @property
    def winning_words(self) -> str:
        """What the winners have won, with its unit; "" at a table that cannot play."""
        return describe_total(self.sheet.setting, self.winning_total) if self.sheet.setting else ""

    @property
    def ranking_table(self) -> TableRankingTable:
        """The table of ranks and totals at the end, with the players' short names."""
        ranking = self.sheet.state.ranking if self.sheet.state else ()
        rows = [row._replace(player=self.short_names[row.player]) for row in ranking]
        return TableRankingTable(rows, self.sheet.unit)

    @property
    def scorer_position(self) -> int:
        """The position of the player who kept the score last, on whatever phone; 0 if not known."""
        place = (history.find_scorer(self.sheet.records) or "").removeprefix("table:")
        return int(place) if place.isdigit() else 0

    @property
    def scorer_name(self) -> str:
        """The name of the player who kept the score last; "" if not known."""
        return self.sheet.names[self.scorer_position - 1] if self.scorer_position else ""

    @property
    def possible_confirmers(self) -> list[tuple[int, str]]:
        """The (position, short name) of those who may confirm the sheet: all who are still there but the scorer. The
        player who holds the phone comes first."""
        others = [each for each in self.sitting_players if each[0] != self.scorer_position]
        return sorted(others, key=lambda reader: reader[0] != self.seat)

    @property
    def proposed_confirmer(self) -> int:
        """The position of the player who confirms in all likelihood, who holds this phone or is the only one who may; 0
        where several may."""
        may = [place for place, _name in self.possible_confirmers]
        return may[0] if len(may) == 1 or self.seat in may else 0

    @property
    def may_confirm_first(self) -> bool:
        """True if confirming is what the table does next: nothing is left to be counted."""
        return not self.in_fiches or self.is_settled

    @cached_property
    def forfeit(self) -> ForfeitedTable | None:
        """Those who did not come and who won by it, if the table was lost by forfeit; else None."""
        return read_forfeit(self.sheet)

    @property
    def is_left_alone(self) -> bool:
        """True where the table is never played and nothing was recorded: there are no holdings to show."""
        return self.sheet.is_never_played and not self.sheet.events

    @property
    def is_asking_who(self) -> bool:
        """True where the phone has to say first whose it is: nothing else is of use before."""
        return self.open and self.seat is None and not self.confirmed_by and not self.is_left_alone

    @property
    def numbered_round(self) -> int | None:
        """The number of this table's round; None if the tournament has a single round, or free tables, whose rounds
        have no numbers for players."""
        n, tournament = self.sheet.table.round.n, self.sheet.tournament
        has_several = tournament.format != Tournament.Format.FREE and max(n, tournament.planned_rounds) > 1
        return n if has_several else None

    @property
    def coming_round(self) -> int | None:
        """The number of the round that follows this table's in an open tournament; None after the last one."""
        n, tournament = self.sheet.table.round.n, self.sheet.tournament
        return n + 1 if self.open and n < tournament.planned_rounds else None

    @property
    def confirmed_by(self) -> list[str]:
        """The names of the players who confirmed the sheet."""
        return [self.sheet.names[each.position - 1] for each in self.sheet.confirmations]

    @cached_property
    def corrected_since(self) -> list[str]:
        """The titles of the events that an organiser has corrected since the sheet was last confirmed, in order."""
        read = max((each.number for each in self.sheet.confirmations), default=None)
        if read is None:
            return []
        written = [each for each in self.sheet.records if each.number > read]
        lines = {each.position for each in written if each.kind == Record.RecordKind.CORRECTION}
        return [narrate_event(self.sheet, n).title for n in sorted(lines) if n <= len(self.sheet.steps)]
