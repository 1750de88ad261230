"""The models' querysets: one named method for each need of a page. Knows no rule of a game and writes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Prefetch, Q
from django.db.models.functions import Coalesce

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime

    from tournaments.models import Club, Tournament

PHASES = "round__tournament__phases"
"""The path to a column that tables are read without: it names every player of a tournament of duels, and would be read
again for each table."""


class SeatPlace(NamedTuple):
    """A seat's round number, table number and position (all from 1)."""

    round: int
    table: int
    position: int


class DeskStates(NamedTuple):
    """How the parts of a tournament stand, for the desk. Numbers of: `entries`, of which `absent` and `unpaid` (who
    still owe money); `exclusions`; open `calls`; `prizes`; table numbers in use (`tables`); tables to be played on
    `paper`, without a record; rows that give its jetons a worth, its own or its club's (`worths`). `round`: the number
    of the last round, or None."""

    entries: int
    absent: int
    unpaid: int
    exclusions: int
    calls: int
    prizes: int
    tables: int
    paper: int
    worths: int
    round: int | None


class NextRecordId(models.Func):
    """SQL expression: an unused id for a record. On PostgreSQL it comes from the sequence; on SQLite it is the number
    after the highest, and nobody else takes it while the transaction holds the only write lock."""

    template = "(SELECT COALESCE(MAX(id), 0) + 1 FROM tournaments_record)"
    output_field = models.BigIntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        template = "nextval(pg_get_serial_sequence('tournaments_record', 'id'))"
        return self.as_sql(compiler, connection, template=template, **more)


class LastDecision(Coalesce):
    """SQL expression: the digest of the last link of what was decided in a tournament beside its book, "" before any.
    `tournament`: its id, or an expression that gives it (`OuterRef`)."""

    def __init__(self, tournament: Any) -> None:
        links = apps.get_model("tournaments", "ChainLink").objects.filter(tournament=tournament).order_by("-pk")
        super().__init__(models.Subquery(links.values("digest")[:1]), models.Value(""))


class TableQuerySet(models.QuerySet[Any]):
    """Tables, with the rows of their sheets and where players sit."""

    def with_sheet_rows(self) -> TableQuerySet:
        """Fetch the tables with every row that their sheets read: a constant number of queries."""
        return self.with_played_rows().prefetch_related("counts", "confirmations")

    def with_played_rows(self) -> TableQuerySet:
        """Fetch the tables with what their sheets read while the partie is played: three queries."""
        seats = apps.get_model("tournaments", "Seat").objects.select_related("entry")
        records = apps.get_model("tournaments", "Record").objects.select_related("free_text", "link")
        tables = self.with_rules().defer(PHASES)
        return tables.prefetch_related(Prefetch("seats", seats), Prefetch("records", records))

    def with_rows_to_check(self) -> TableQuerySet:
        """Fetch the tables with what `recheck` reads of their sheets, in a constant number of queries: their seats as
        the list `sitters`, their records as the list `written`. What many tables share is read once. Records come
        without their links, since a chain is checked from the links themselves."""
        apart = {name: apps.get_model("tournaments", name).objects for name in ("Seat", "Record", "Round")}
        return self.select_related("auction", "unplayed").prefetch_related(
            Prefetch("round", apart["Round"].select_related("tournament__club").defer("tournament__phases")),
            Prefetch("seats", apart["Seat"].select_related("entry"), to_attr="sitters"),
            Prefetch("records", apart["Record"].select_related("free_text").order_by("number"), to_attr="written"),
        )

    def with_rules(self) -> TableQuerySet:
        """Fetch the tables with what their sheets read beside seats and records: one query."""
        return self.with_heads().select_related(
            "round__tournament__club", "round__tournament__hall_message", "auction", "unplayed"
        )

    def with_next_record(self) -> TableQuerySet:
        """Add to each table what its next record needs: `next_record`, its id, and `beside`, the digest of the last
        link written at any table, "" before the first."""
        links = apps.get_model("tournaments", "ChainLink").objects.order_by("-pk")
        beside = Coalesce(models.Subquery(links.values("digest")[:1]), models.Value(""))
        return self.annotate(next_record=NextRecordId(), beside=beside).defer(PHASES)

    def with_heads(self) -> TableQuerySet:
        """Add to each table its `head`: the digest of the last link of its chain, "" before its first record."""
        links = apps.get_model("tournaments", "ChainLink").objects.filter(table=models.OuterRef("pk")).order_by("-pk")
        return self.annotate(head=Coalesce(models.Subquery(links.values("digest")[:1]), models.Value("")))

    def with_card_rows(self) -> TableQuerySet:
        """Fetch the tables with what their cards read of each: what its book comes to, two queries. What a round's
        hundreds of tables share, the round and its tournament, is read once."""
        rounds = apps.get_model("tournaments", "Round").objects.select_related("tournament__club")
        tables = self.select_related("auction", "unplayed", "summary")
        return tables.prefetch_related(Prefetch("round", rounds.defer("tournament__phases")))

    def unread(self) -> TableQuerySet:
        """Only the tables whose sheets no player has confirmed since their last event, without those that are never to
        be played."""
        confirmations = apps.get_model("tournaments", "Confirmation").objects.filter(table=models.OuterRef("pk"))
        read = models.Exists(confirmations.filter(number__gte=models.OuterRef("summary__last_played")))
        to_play = Q(unplayed=None) | Q(unplayed__kind="adjourned")
        return self.filter(to_play).filter(Q(summary=None) | Q(summary__complete=False) | ~read)

    def written_at_desk(self) -> TableQuerySet:
        """Only the tables of which organisers wrote every record: none came from a phone at the table."""
        records = apps.get_model("tournaments", "Record").objects.filter(table=models.OuterRef("pk"))
        return self.exclude(models.Exists(records.filter(actor__startswith="table")))

    def find_seats_in_play(self, tournament: Tournament) -> dict[int, SeatPlace]:
        """Return the present seat of each entry (by id) at the tables in play (as `load_cards_in_play`): one query,
        no sheet."""
        free = tournament.format == tournament.Format.FREE
        tables = self.filter(round__tournament=tournament) if free else self.filter(round=tournament.find_shown_round())
        columns = ("round__n", "n", "seats__position", "seats__entry")
        rows = tables.order_by("round__n", "n", "seats__position", "seats__since").values_list(*columns)
        sitters = {SeatPlace(*place): entry for *place, entry in rows}
        return {entry: place for place, entry in sitters.items() if entry is not None}


class ArbiterCallQuerySet(models.QuerySet[Any]):
    """The calls from tables."""

    def open(self) -> ArbiterCallQuerySet:
        """Only the open calls: neither done nor withdrawn."""
        return self.filter(done_at=None, withdrawn_at=None)

    def open_or_settled_since(self, moment: datetime) -> ArbiterCallQuerySet:
        """Only the open calls, and those that were done after this moment."""
        return self.filter(Q(done_at=None) | Q(done_at__gt=moment), withdrawn_at=None)

    def for_tournament(self, tournament: Tournament) -> ArbiterCallQuerySet:
        """All calls of a tournament with their tables and rounds, the oldest first."""
        return self.filter(table__round__tournament=tournament).select_related("table__round").order_by("at", "pk")


class RoundQuerySet(models.QuerySet[Any]):
    """Rounds, published as soon as they have tables."""

    def published(self) -> RoundQuerySet:
        """Only the rounds that have tables. A subquery looks for them: with a join, each round would come once for each
        of its tables."""
        tables = apps.get_model("tournaments", "Table").objects.filter(round=models.OuterRef("pk"))
        return self.filter(models.Exists(tables))

    def in_force(self) -> RoundQuerySet:
        """Only the published rounds that were not withdrawn after they began."""
        return self.published().exclude(self._is_withdrawn())

    def current(self) -> Any:
        """Return the last published round, or None. Its `withdrawn` says whether it was withdrawn after it began."""
        return self.published().with_withdrawn().order_by("-n").first()

    def last_played(self) -> Any:
        """Return the last round with a table that counts; the last published round where there is none."""
        tables = apps.get_model("tournaments", "Table").objects.filter(round=models.OuterRef("pk"))
        counting = tables.exclude(unplayed__kind__in=("annulled", "withdrawn"))
        return self.with_withdrawn().filter(models.Exists(counting)).order_by("-n").first() or self.current()

    def with_withdrawn(self) -> RoundQuerySet:
        """Add to each round `withdrawn`: whether it was withdrawn after it began."""
        return self.annotate(withdrawn=self._is_withdrawn())

    def _is_withdrawn(self) -> models.Exists:
        """The condition that a decision withdrew the round with its tables. It names the round, so that the decisions
        of other evenings are not read."""
        decisions = apps.get_model("tournaments", "UnplayedTable").objects.filter(kind="withdrawn")
        return models.Exists(decisions.filter(table__round=models.OuterRef("pk")))


def count_rows(rows: models.QuerySet[Any], column: str) -> Coalesce:
    """Return the SQL expression for how many different values the rows have in the column."""
    counted = (
        rows.annotate(whole=models.Value(1)).values("whole").annotate(how_many=models.Count(column, distinct=True))
    )
    return Coalesce(models.Subquery(counted.values("how_many")), 0)


def is_signed_up_for(today: date) -> models.Q:
    """The condition that a tournament is prepared for this day or a later one, and that people sign up for it."""
    return models.Q(status="draft", date__gte=today, sign_up_terms__is_open=True)


class TournamentQuerySet(models.QuerySet[Any]):
    """Tournaments: those for the public or for an organiser, and lookup by id or code."""

    def visible(self) -> TournamentQuerySet:
        """Only the tournaments that anybody may see (neither hidden nor in preparation), the earliest first."""
        return self.filter(hidden=False).exclude(status="draft").select_related("club").order_by("date", "pk")

    def closed(self) -> TournamentQuerySet:
        """Only the tournaments that are closed: careers, records and seasons count these."""
        return self.filter(status="closed")

    def for_door(self, today: date | None = None) -> TournamentQuerySet:
        """Only the evenings that are open and, with `today`, those that ended today or yesterday and those to come for
        which people sign up; none that is hidden, and no demonstration; the earliest first. Each has `round_n`, the
        number of the round that was published last (None: none was), and `round_tables`, how many tables it has."""
        tables = apps.get_model("tournaments", "Table").objects.filter(round__tournament=models.OuterRef("pk"))
        last = tables.order_by("-round__n").values("round__n")[:1]
        per_round = tables.values("round__n").annotate(how_many=models.Count("pk")).order_by("-round__n")
        shown = models.Q(status="open")
        if today:
            shown |= is_signed_up_for(today) | Q(status="closed", date__gte=today - timedelta(days=1))
        evenings = self.filter(shown, hidden=False, club__demonstration=False).select_related("club")
        return evenings.order_by("date", "pk").annotate(
            round_n=models.Subquery(last), round_tables=models.Subquery(per_round.values("how_many")[:1])
        )

    def coming(self, club: Club, today: date) -> TournamentQuerySet:
        """Only the club's evenings that anybody may know of and that are still to come, the next one first: those that
        are open already, and those for which people sign up."""
        open_later = models.Q(status="open", date__gt=today)
        announced = self.filter(open_later | is_signed_up_for(today), club=club, hidden=False)
        return announced.select_related("club", "sign_up_terms").order_by("date", "pk")

    def under_way(self) -> TournamentQuerySet:
        """Only the open tournaments, neither in preparation nor closed."""
        return self.filter(status="open")

    def for_organiser(self, clubs: Iterable[Club]) -> TournamentQuerySet:
        """All tournaments of these clubs, the latest first, with `entry_count` and `table_count`."""
        this = models.OuterRef("pk")
        entries = apps.get_model("tournaments", "Entry").objects.filter(tournament=this).order_by()
        tables = apps.get_model("tournaments", "Table").objects.filter(round__tournament=this).order_by()
        own = self.filter(club__in=list(clubs)).select_related("club")
        # counted apart: joined, each entry would meet each table
        return own.annotate(entry_count=count_rows(entries, "pk"), table_count=count_rows(tables, "pk"))

    def has_records(self, tournament: Tournament) -> bool:
        """True if a table of the tournament has a record, so that its rules are frozen."""
        return self.filter(pk=tournament.pk, rounds__tables__records__isnull=False).exists()

    def read_desk_states(self, tournament: Tournament) -> DeskStates:
        """Return how the parts of a tournament stand, as `DeskStates`: one query."""
        entries = tournament.entries.order_by()
        owing = entries.annotate(due=Coalesce("fee__due_cents", "tournament__account__fee_cents", 0)).filter(
            due__gt=Coalesce("fee__paid_cents", 0)
        )
        tables = apps.get_model("tournaments", "Table").objects.filter(round__tournament=tournament).order_by()
        calls = apps.get_model("tournaments", "ArbiterCall").objects.filter(table__round__tournament=tournament).open()
        worths = apps.get_model("tournaments", "JetonWorth").objects.filter(minor_units__gt=0)
        worths = worths.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
        counted = {
            "entries": (entries, "pk"),
            "absent": (entries.filter(presence="absent"), "pk"),
            "unpaid": (owing, "pk"),
            "exclusions": (tournament.exclusions.order_by(), "pk"),
            "calls": (calls.order_by(), "pk"),
            "prizes": (tournament.prizes.order_by(), "pk"),
            "tables": (tables, "n"),
            "paper": (tables.filter(paper_first=True, summary=None), "pk"),
            "worths": (worths.order_by(), "pk"),
        }
        counts = {f"{name}_there": count_rows(rows, column) for name, (rows, column) in counted.items()}
        last = tables.annotate(whole=models.Value(1)).values("whole").annotate(n_last=models.Max("round__n"))
        states = self.filter(pk=tournament.pk).annotate(**counts, last=models.Subquery(last.values("n_last")))
        return DeskStates(*states.order_by().values_list(*counts, "last").get())

    def get_by_id_or_code(self, text: str) -> Tournament:
        """Return the tournament with this id (digits only) or code; raise Tournament.DoesNotExist if there is none."""
        text = text.strip()
        wanted = Q(pk=int(text)) if text.isascii() and text.isdigit() and len(text) < 19 else Q(code=text.upper())
        return self.select_related("club").get(wanted)


class SeasonQuerySet(models.QuerySet[Any]):
    """Seasons: those for an organiser and those for the public."""

    def for_organiser(self, clubs: Iterable[Club]) -> SeasonQuerySet:
        """All seasons of these clubs, with the number of their tournaments as `event_count`."""
        return (
            self.filter(club__in=list(clubs)).select_related("club").annotate(event_count=models.Count("tournaments"))
        )

    def visible(self) -> SeasonQuerySet:
        """Only the seasons that anybody may see (not hidden)."""
        return self.filter(hidden=False).select_related("club")

    def played_by(self, club: Club | int) -> SeasonQuerySet:
        """Only the seasons of this club, and those of others that it has joined."""
        seasons = apps.get_model("tournaments", "Season").objects.order_by()
        joined = seasons.filter(joined_clubs__club=club, joined_clubs__state="joined").values("pk")
        return self.filter(pk__in=seasons.filter(club=club).values("pk").union(joined))  # "or" would read all seasons


class ClubPresetQuerySet(models.QuerySet[Any]):
    """The clubs' own presets."""

    def for_club(self, club: Club) -> ClubPresetQuerySet:
        """All presets of a club, those still offered first."""
        return self.filter(club=club).order_by("retired", "game", "name", "pk")

    def offered_to_member(self, user: int, game: str) -> ClubPresetQuerySet:
        """The presets of one game offered by the clubs of this user (id), club by club."""
        ours = self.filter(club__members__user_id=user, game=game, retired=False).select_related("club")
        return ours.order_by("club__name", "name", "pk")

    def offered(self, club: Club, game: str, also_named: str = "") -> ClubPresetQuerySet:
        """The presets that a tournament of this game may be made from; and the one named `also_named`, even if
        retired."""
        return self.filter(Q(retired=False) | Q(name=also_named), club=club, game=game)
