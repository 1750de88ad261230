"""What standings and tallies count: filters for the rows of a tournament that their figures are made of."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.book.sheet import Sheet
from tournaments.models import Adjustment, Entry, LedgerLine, Round, Seat, SeatSummary, Table, Tournament, UnplayedTable

from .taking_part import filter_who_took_part


@dataclass(frozen=True)
class StandingsScope:
    """Which rounds, tables and entries count in some standings.

    tournament: the tournament.
    up_to_round: the last round counted (0: only what belongs to no round; None: all rounds).
    projected_sheets: sheets not stored in this form, each counted in place of its table's stored one.
    entries: the only entries counted (None: everybody).
    with_later: entries whose first round is yet to come are counted too.
    """

    tournament: Tournament
    up_to_round: int | None = None
    projected_sheets: Sequence[Sheet] = ()
    entries: Collection[int] | None = None
    with_later: bool = False

    def filter_withdrawn(self) -> Q:
        """Return a filter for the entries that play no longer, though the rounds go on: whose last round is before that
        of these standings, or who were noted as absent since."""
        if self.up_to_round is not None:
            return Q(last_round__lt=self.up_to_round)
        rounds = Round.objects.filter(tournament=self.tournament).published().order_by("-n")
        return Q(presence=Entry.Presence.ABSENT) | Q(last_round__lt=Subquery(rounds.values("n")[:1]))

    def filter_tables(self, path: str = "") -> Q:
        """Return a filter for the tables that count and are read as stored (those with a projected sheet are not).

        `path` leads from the model filtered to its table; "" for tables themselves.
        """
        to = f"{path}__" if path else ""
        wanted = Q(**{f"{to}round__tournament": self.tournament})
        if self.up_to_round is not None:
            wanted &= Q(**{f"{to}round__n__lte": self.up_to_round})
        struck = UnplayedTable.objects.filter(table__round__tournament=self.tournament, kind__in=UnplayedTable.FINAL)
        wanted &= ~Q(**{f"{to}pk__in": struck.values("pk")})  # what was played there counts in nobody's figures
        if self.projected_sheets:
            wanted &= ~Q(**{f"{to}pk__in": [sheet.table.pk for sheet in self.projected_sheets]})
        return wanted

    def filter_entries(self) -> Q:
        """Return a filter for the entries that are ranked. Not ranked are entries whose first round is yet to come,
        unless they have taken over a seat before, and, once the tournament is closed, those that took no part in it.
        `with_later` ranks both."""
        ranked = Q(tournament=self.tournament)
        if self.tournament.status == Tournament.Status.CLOSED and not self.with_later:
            ranked &= filter_who_took_part(self.tournament)
        if self.with_later or self.tournament.format == Tournament.Format.FREE:
            return ranked
        seats = Seat.objects.filter(table__round__tournament=self.tournament)
        if self.up_to_round is not None:
            seated = Q(pk__in=seats.filter(table__round__n__lte=self.up_to_round).values("entry"))
            return ranked & (Q(first_round__lte=max(self.up_to_round, 1)) | seated)
        published = Table.objects.filter(round__tournament=self.tournament).order_by("-round__n").values("round__n")[:1]
        return ranked & (Q(first_round__lte=Coalesce(Subquery(published), 1)) | Q(pk__in=seats.values("entry")))

    def get_adjustments(self) -> QuerySet[Adjustment]:
        """Return the bonuses and penalties that count."""
        return Adjustment.objects.in_force().filter(tournament=self.tournament).up_to_round(self.up_to_round)

    def get_sums(self) -> QuerySet[SeatSummary]:
        """Return the stored sums of each seat at the tables that count, of the entries counted."""
        seat_summaries = SeatSummary.objects.filter(self.filter_tables("seat__table"))
        return seat_summaries if self.entries is None else seat_summaries.filter(seat__entry__in=self.entries)

    def get_lines(self) -> QuerySet[LedgerLine]:
        """Return the ledger lines that count, of all entries."""
        return LedgerLine.objects.filter(self.filter_tables("seat__table"))
