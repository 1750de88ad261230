"""Reading: one named method for each page. Knows no rule of a game and writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.db.models import Q

from tournaments.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Club, Event

TABLES_AT_ONCE = 100
SHEET_PARTS = ("seats__entry", "records", "counts", "confirmations")


class Place(NamedTuple):
    """A place, from 1, of a table of a round."""

    round: int
    table: int
    position: int


class TableQuerySet(models.QuerySet[Any]):
    """Tables, and the sheets that are made of them."""

    def with_sheets(self) -> TableQuerySet:
        """The tables with all that their sheets read: a constant number of queries."""
        return self.select_related("round__event__club", "auction", "unplayed").prefetch_related(*SHEET_PARTS)

    def for_sheet(self, pk: int) -> Sheet:
        """One table's sheet; raises Table.DoesNotExist."""
        return Sheet.of(self.with_sheets().get(pk=pk))

    def for_event(self, event: Event) -> list[Sheet]:
        """The sheets of all the tables of an event, by round and table number."""
        return list(self.filter(round__event=event).order_by("round__n", "n").sheets())

    def for_play(self, event: Event) -> list[Sheet]:
        """The sheets of the tables that are in play: those of the last published round; where tables are free, all."""
        if event.format == event.Format.FREE:
            return self.for_event(event)
        return list(self.filter(round=event.rounds.current()).order_by("n").sheets())

    def seated(self, event: Event) -> dict[int, Place]:
        """By entry, where it sits at the tables in play (as `for_play`): one small query, no sheet."""
        free = event.format == event.Format.FREE
        tables = self.filter(round__event=event) if free else self.filter(round=event.rounds.current())
        columns = ("round__n", "n", "seats__position", "seats__entry")
        rows = tables.order_by("round__n", "n", "seats__position", "seats__since").values_list(*columns)
        sitters = {Place(*place): entry for *place, entry in rows}
        return {entry: place for place, entry in sitters.items() if entry is not None}

    def sheets(self) -> Iterator[Sheet]:
        """The tables' sheets in their order, so many at a time that one query takes their ids: a constant number of
        queries for every TABLES_AT_ONCE tables."""
        return (Sheet.of(table) for table in self.with_sheets().iterator(chunk_size=TABLES_AT_ONCE))


class CallQuerySet(models.QuerySet[Any]):
    """The tables' calls, the first one first."""

    def open(self) -> CallQuerySet:
        """Those that nobody has settled and no table has taken back."""
        return self.filter(done_at=None, withdrawn_at=None)

    def for_event(self, event: Event) -> CallQuerySet:
        """Every call of an evening, with its table."""
        return self.filter(table__round__event=event).select_related("table__round").order_by("at", "pk")


class RoundQuerySet(models.QuerySet[Any]):
    """Rounds, published as soon as they have tables."""

    def published(self) -> RoundQuerySet:
        return self.filter(tables__isnull=False).distinct()

    def current(self) -> Any:
        """The last published round, or None."""
        return self.published().order_by("-n").first()


class EventQuerySet(models.QuerySet[Any]):
    """Events, by what names them or whose they are."""

    def shown(self) -> EventQuerySet:
        """Those that anybody may see, the first one first."""
        return self.filter(hidden=False).exclude(status="draft").select_related("club").order_by("date", "pk")

    def for_desk(self, clubs: Iterable[Club]) -> EventQuerySet:
        """Every event of these clubs, the latest first, with how many entries and tables it has."""
        entries = models.Count("entries", distinct=True)
        tables = models.Count("rounds__tables", distinct=True)
        return (
            self.filter(club__in=list(clubs)).select_related("club").annotate(entry_count=entries, table_count=tables)
        )

    def has_written(self, event: Event) -> bool:
        """Has some table of the event a record, so that its rules are frozen?"""
        return self.filter(pk=event.pk, rounds__tables__records__isnull=False).exists()

    def named(self, text: str) -> Event:
        """The event whose id (digits alone) or code this is; raises Event.DoesNotExist."""
        text = text.strip()
        wanted = Q(pk=int(text)) if text.isascii() and text.isdigit() and len(text) < 19 else Q(code=text.upper())
        return self.select_related("club").get(wanted)


class SeasonQuerySet(models.QuerySet[Any]):
    """Seasons, and the evenings that they count."""

    def for_desk(self, clubs: Iterable[Club]) -> SeasonQuerySet:
        """Every season of these clubs, with how many evenings it counts."""
        return self.filter(club__in=list(clubs)).select_related("club").annotate(event_count=models.Count("events"))

    def shown(self) -> SeasonQuerySet:
        """Those that anybody may see."""
        return self.filter(hidden=False).select_related("club")


class ClubPresetQuerySet(models.QuerySet[Any]):
    """The clubs' own rules."""

    def for_club(self, club: Club) -> ClubPresetQuerySet:
        """All of them, those still offered first."""
        return self.filter(club=club).order_by("retired", "game", "name", "pk")

    def of_member(self, user: int, game: str) -> ClubPresetQuerySet:
        """Those of one game that the clubs of this user offer, club by club."""
        ours = self.filter(club__members__user_id=user, game=game, retired=False).select_related("club")
        return ours.order_by("club__name", "name", "pk")

    def offered(self, club: Club, game: str, also: str = "") -> ClubPresetQuerySet:
        """Those that an evening of this game may follow; `also` the one of that name, retired or not."""
        return self.filter(Q(retired=False) | Q(name=also), club=club, game=game)
