"""What a table's page shows, made from its Sheet: players, log, who may write. Words and order only; it scores
nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from django.utils.translation import gettext

import scoring
from tournaments.archives.saved_records import find_saved_number
from tournaments.book import history
from tournaments.book.sheet import Sheet
from tournaments.forms.paper_sheet import list_typed_fields
from tournaments.models import Agreement, ArbiterCall, Record, Tournament
from tournaments.tables.comparisons import CountRow, CountsTable
from tournaments.tables.round_papers import TableRankingTable
from tournaments.text.sheet_text import NarratedEvent, SheetPlayer, list_players, narrate_events, shorten_names


@dataclass(frozen=True)
class DebtQuestion:
    """A debt as the page asks about it. `position`: of who owes, `short_name` his; `creditor`: the position of the one
    to whom, noted or proposed, 0 for the bank, None where nothing shows it, `creditor_name` his short name, "" where
    it is not known; `choices`: (position, short name) of all to whom it may be."""

    debt: scoring.Debt
    position: int
    short_name: str
    creditor: int | None
    creditor_name: str
    choices: list[tuple[int, str]]


@dataclass(frozen=True)
class Page:
    """One sheet as one phone sees it. `seat`: the position of the player who holds the phone, 0 for a spectator, None
    if not chosen yet; `calls`: the table's open calls; `agreements`: the events that players agreed to."""

    sheet: Sheet
    seat: int | None
    calls: tuple[ArbiterCall, ...] = ()
    agreements: tuple[Agreement, ...] = ()

    @property
    def complete(self) -> bool:
        """True if the partie is over."""
        return self.sheet.state is not None and self.sheet.state.complete

    @property
    def open(self) -> bool:
        """True if the tournament is open."""
        return self.sheet.tournament.status == Tournament.Status.OPEN

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
    def is_marking(self) -> bool:
        """True if this phone marks coups now: the page is then the coup alone, all else behind one button."""
        return self.may_write and not self.complete and not (self.sheet.table.paper_first and self.has_paper_rows)

    @property
    def has_paper_rows(self) -> bool:
        """True where a coup of the paper sheet can be copied as a row of cells; else it is marked as on any table."""
        return bool(list_typed_fields(self.sheet.setting))

    @property
    def is_more_open(self) -> bool:
        """True if what stands behind that button must be done first: fiches bought before the coup can be scored."""
        return bool(self.players_short_of_fiches)

    @property
    def is_undone(self) -> bool:
        """True if the last record undid an event."""
        return bool(self.sheet.records) and self.sheet.records[-1].kind == Record.RecordKind.UNDO

    @property
    def last_nets(self) -> list[tuple[str, int]]:
        """What the last event moved for each player, by short name."""
        short = shorten_names(self.sheet.names)
        return [(short[name], net) for name, net in self.last.net] if self.last else []

    @property
    def holder_name(self) -> str:
        """The name of the player who holds the phone; "" for a spectator or if not chosen yet."""
        return self.sheet.names[self.seat - 1] if self.seat else ""

    @property
    def in_fiches(self) -> bool:
        """True if the players hold fiches and jetons, not points."""
        return bool(self.sheet.state and self.sheet.state.purses)

    @property
    def target(self) -> int | None:
        """The points to reach, if a target ends the partie, else None."""
        setting = self.sheet.setting
        return scoring.get_game(setting.game).get_target(setting) if setting else None

    @property
    def opening(self) -> tuple[scoring.Text, ...]:
        """The sentences that say how long the partie lasts at this table, in a game of points; else empty."""
        setting = self.sheet.setting
        return scoring.narrate_opening(setting) if setting and not self.in_fiches else ()

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

    @property
    def places(self) -> list[SheetPlayer]:
        """The table's players by position."""
        return list_players(self.sheet)

    @cached_property
    def log(self) -> list[NarratedEvent]:
        """Every event narrated, the last one first."""
        return list(self.narrate_log())[::-1]

    def narrate_log(self) -> Iterator[NarratedEvent]:
        """Narrate each event in order, with who agreed to it, who may still agree, and its open dispute."""
        for told in narrate_events(self.sheet):
            agreed = tuple(self.sheet.names[place - 1] for place in self.agreements_by_line.get(told.n, ()))
            readers = self.list_readers(told.n, agreed)
            yield replace(told, agreed=agreed, readers=readers, dispute=self.disputes_by_line.get(told.n))

    @cached_property
    def agreements_by_line(self) -> dict[int, tuple[int, ...]]:
        """By line, the positions of the players who have read the event and agree."""
        return history.find_agreed_positions(self.sheet.records, self.agreements)

    @cached_property
    def disputes_by_line(self) -> dict[int, ArbiterCall]:
        """By line (0: the whole sheet), the open call of a player who disagrees."""
        return {call.line: call for call in self.calls if call.kind == ArbiterCall.CallKind.DISPUTE}

    def list_readers(self, n: int, agreed: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        """Return (position, name) of the players who may agree to event n: neither its writer nor those who agree
        already. The player who holds the phone comes first. Empty if the sheet is confirmed or the tournament is not
        open."""
        if not self.open or self.sheet.is_confirmed:
            return ()
        last = history.find_last_record_about(self.sheet.records, n)
        others = [(place, name) for name, place in self.sheet.positions.items() if name not in agreed]
        free = [(place, name) for place, name in others if last is None or last.actor != f"table:{place}"]
        return tuple(sorted(free, key=lambda reader: reader[0] != self.seat))

    @property
    def arbiter_call(self) -> ArbiterCall | None:
        """The table's open call for the arbiter, or None."""
        return next((call for call in self.calls if call.kind == ArbiterCall.CallKind.ARBITER), None)

    @property
    def call_state(self) -> str:
        """A short text that changes whenever the part of the page that shows the call changes."""
        call = self.arbiter_call
        return f"{call.pk}{'t' if call.taken_at else ''}" if call else "0"

    @property
    def sheet_dispute(self) -> ArbiterCall | None:
        """The open dispute about the whole sheet, or None."""
        return self.disputes_by_line.get(0)

    @property
    def last(self) -> NarratedEvent | None:
        """The last event narrated, or None."""
        return self.log[0] if self.log else None

    @property
    def foretold_end(self) -> tuple[scoring.Text, ...]:
        """The sentences that tell what it would do to end the partie now (GEN-02), at a table in play."""
        state = self.sheet.state
        assert state is not None
        return scoring.narrate_event(state, scoring.play_event(state, {"type": "end"}))

    @property
    def saved_number(self) -> int:
        """The number of the table's last record that the last backup holds; 0 if it holds none."""
        return find_saved_number(self.sheet)

    @property
    def last_number(self) -> int | None:
        """The number of the record in force for the last event: the event's own, or its last correction's. None without
        events."""
        return self.last_record.number if self.last_record else None

    @property
    def last_key(self) -> str:
        """The id of the record in force for the last event; "" without events."""
        return self.last_record.key if self.last_record else ""

    @property
    def last_record(self) -> Record | None:
        """The record in force for the last event: the event's own, or its last correction. None without events."""
        return history.find_record_in_force(self.sheet.records, len(self.sheet.events))

    @property
    def players_short_of_fiches(self) -> list[str]:
        """The players who must buy a recave before a coup can be scored (BRU-20): those who hold less than one
        fiche."""
        state = self.sheet.state
        if state is None or not self.has_recave:
            return []
        return [name for name, purse in state.purses.items() if purse.total < scoring.FICHE]

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
        calls = ",".join(f"{call.pk}{call.taken_at}" for call in self.calls)
        asked = f"{calls}/{len(self.agreements)}/{sheet.table.paper_first}/{sorted(sheet.auction.items())}"
        last = sheet.records[-1].key if sheet.records else ""
        told = (
            f"{sheet.tournament.status}/{sheet.next_number}/{last}/{counted}/{len(sheet.confirmations)}/{names}/{asked}"
        )
        return sha256(told.encode()).hexdigest()[:16]

    # ── the end

    @property
    def count_comparison(self) -> list[tuple[str, int, int, int]]:
        """Each player's (name, counted, recorded, difference), in jetons; empty until all players have counted."""
        counted = self.sheet.settled_counts.counted
        if self.sheet.state is None or len(counted) < len(self.sheet.names):
            return []
        book = {name: purse.total for name, purse in self.sheet.state.purses.items()}
        return [(name, counted[name], book[name], counted[name] - book[name]) for name in self.sheet.positions]

    @property
    def is_comparing(self) -> bool:
        """True while the table looks at what all have counted: it comes first, until the sheet is confirmed."""
        return bool(self.count_comparison) and self.seat is not None and not self.confirmed_by

    @property
    def steps_of_count(self) -> list[tuple[str, str]]:
        """Each player's short name, and how far the count is for him: "counted", "now" or "later"."""
        short, counted = shorten_names(self.sheet.names), self.sheet.settled_counts.counted
        now = next((name for name in self.sheet.names if name not in counted), None)
        return [
            (short[name], "counted" if name in counted else "now" if name == now else "later")
            for name in self.sheet.names
        ]

    @property
    def next_to_count(self) -> int:
        """The position of the player who counts next; 0 once all have."""
        counted = self.sheet.settled_counts.counted
        return next((place for name, place in self.sheet.positions.items() if name not in counted), 0)

    @property
    def next_count_field(self) -> str:
        """The name of the first field of the player who counts next."""
        return f"fiches.{self.next_to_count}"

    @property
    def counts_after(self) -> str:
        """The short name of the player who counts after the next one; "" where he is the last."""
        later = [name for name, step in self.steps_of_count if step == "later"]
        return later[0] if later else ""

    @property
    def counted_so_far(self) -> int:
        """What all who have counted had before them, in jetons."""
        return sum(self.sheet.settled_counts.counted.values())

    @property
    def jetons_in_play(self) -> tuple[int, int]:
        """The jetons that must lie on the table in all: where every debt is owed to a player, and where the bank has
        lent them; twice the same number without debts."""
        held = [purse.total for purse in self.sheet.state.purses.values()] if self.sheet.state else []
        return sum(held), sum(max(jetons, 0) for jetons in held)

    @property
    def jetons_in_fiche(self) -> int:
        """What a fiche is worth, in jetons."""
        return scoring.FICHE

    @property
    def debts(self) -> list[DebtQuestion]:
        """Who owes what; empty until all players have counted."""
        if not self.count_comparison:
            return []
        places, bank, short = self.sheet.positions, gettext("la banque"), shorten_names(self.sheet.names)
        return [
            DebtQuestion(
                debt,
                places[debt.debtor],
                short[debt.debtor],
                None if debt.creditor is None else places.get(debt.creditor, 0),
                "" if debt.creditor is None else short.get(debt.creditor, bank),
                [*((place, short[name]) for name, place in places.items() if name != debt.debtor), (0, bank)],
            )
            for debt in self.sheet.settled_counts.debts
        ]

    @property
    def open_debt(self) -> DebtQuestion | None:
        """The first debt of which the players have not said to whom it is owed, or None."""
        return next((each for each in self.debts if not each.debt.noted), None)

    @property
    def counts_table(self) -> CountsTable:
        """The counts beside the records, of players by their short names."""
        rows, short = self.count_comparison, shorten_names(self.sheet.names)
        return CountsTable(
            [CountRow(short[name], None, held, book, difference) for name, held, book, difference in rows]
        )

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, once the partie is over; nobody where it ended before the first coup."""
        state = self.sheet.state
        return tuple(state.winners) if state and state.complete and state.coups_played else ()

    @property
    def winning_total(self) -> int:
        """What the winners have won, or their points; 0 before the partie is over."""
        return next((row.total for row in (self.sheet.state.ranking if self.sheet.state and self.complete else ())), 0)

    @property
    def ranking_table(self) -> TableRankingTable:
        """The ranks and totals at the end, of players by their short names."""
        short = shorten_names(self.sheet.names)
        rows = [row._replace(player=short[row.player]) for row in self.sheet.state.ranking] if self.sheet.state else []
        return TableRankingTable(rows, in_fiches=self.in_fiches)

    @property
    def counts_match(self) -> bool:
        """True if every count is equal to the recorded holding, debts apart."""
        settled = self.sheet.settled_counts.settled
        return all(settled[name] == book for name, _counted, book, _difference in self.count_comparison)

    @property
    def scorer_position(self) -> int:
        """The position of the player who kept the score last, on whatever phone; 0 if not known."""
        place = (history.find_scorer(self.sheet.records) or "").removeprefix("table:")
        return int(place) if place.isdigit() else 0

    @property
    def is_settled(self) -> bool:
        """True once all have counted, every count is right and the players have said to whom each debt is owed."""
        return bool(self.count_comparison) and self.counts_match and self.open_debt is None

    @property
    def scorer_name(self) -> str:
        """The name of the player who kept the score last; "" if not known."""
        return self.sheet.names[self.scorer_position - 1] if self.scorer_position else ""

    @property
    def possible_confirmers(self) -> list[tuple[int, str]]:
        """The (position, short name) of those who may confirm the sheet: all but the scorer. The player who holds the
        phone comes first."""
        short = shorten_names(self.sheet.names)
        others = [(place, short[name]) for name, place in self.sheet.positions.items() if place != self.scorer_position]
        return sorted(others, key=lambda reader: reader[0] != self.seat)

    @property
    def confirmed_by(self) -> list[str]:
        """The names of the players who confirmed the sheet."""
        return [self.sheet.names[each.position - 1] for each in self.sheet.confirmations]
