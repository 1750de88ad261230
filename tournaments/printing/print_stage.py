"""How far a tournament has come: what decides which documents can be printed, and which are worth printing now."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import Account, Entry, Fee, JetonWorth, Prize, Record, Season, Seat, SignUpTerms, Tournament
from tournaments.reading.game_figures import get_game_figures


@dataclass(frozen=True)
class PrintStage:
    """What documents need of a tournament. `seated`: somebody sits at a table; `begun`: something is recorded;
    `in_fiches`: the game has caves; `in_tricks`: some coup is written trick by trick; `in_season`: a season counts
    it; `entered`: it has an entry; `expected`: somebody is expected; `with_prizes`: it has prizes; `with_money`: a
    fee is asked, or some fee is recorded; `paid`: somebody has paid; `with_worth`: jetons are worth money;
    `self_check_in`: players check in by themselves; `duels`: two sides meet at each table, `bracket`: in a bracket or
    in groups, `drawn`: rounds of such meetings are drafted but not published; `in_rounds`: a round after the first has
    a record."""

    status: str
    seated: bool
    begun: bool
    in_fiches: bool
    in_tricks: bool
    entered: bool
    expected: bool
    in_season: bool
    with_prizes: bool
    with_money: bool
    paid: bool
    with_worth: bool
    self_check_in: bool
    duels: bool
    bracket: bool
    drawn: bool
    in_rounds: bool

    @classmethod
    def of(cls, tournament: Tournament) -> "PrintStage":
        """Read the tournament's stage; takes two queries, one more where two sides meet."""
        own = JetonWorth.objects.filter(tournament=OuterRef("pk"))
        of_club = JetonWorth.objects.filter(club=OuterRef("club"), minor_units__gt=0)
        records = Record.objects.filter(table__round__tournament=OuterRef("pk"))
        found = {
            "seated": Exists(Seat.objects.filter(table__round__tournament=OuterRef("pk"))),
            "begun": Exists(records),
            "in_rounds": Exists(records.filter(table__round__n__gt=1)),
            "in_tricks": Exists(records.filter(body__has_key="tricks")),
            "entered": Exists(Entry.objects.filter(tournament=OuterRef("pk"))),
            "paid": Exists(Fee.objects.filter(entry__tournament=OuterRef("pk"), paid_cents__gt=0)),
            "expected": Exists(Entry.objects.filter(tournament=OuterRef("pk")).exclude(presence=Entry.Presence.ABSENT)),
            "in_season": Exists(Season.objects.filter(tournaments=OuterRef("pk"), hidden=False)),
            "with_prizes": Exists(Prize.objects.filter(tournament=OuterRef("pk"))),
            "self_check_in": Exists(SignUpTerms.objects.filter(tournament=OuterRef("pk"), self_check_in=True)),
            "with_money": Exists(Account.objects.filter(tournament=OuterRef("pk"), fee_cents__gt=0))
            | Exists(Fee.objects.filter(entry__tournament=OuterRef("pk"))),
            "with_worth": Exists(own.filter(minor_units__gt=0)) | (~Exists(own) & Exists(of_club)),
        }
        stage = Tournament.objects.filter(pk=tournament.pk).annotate(**found).values(*found).get()
        return cls(
            status=tournament.status,
            in_fiches=get_game_figures(tournament).in_jetons,
            duels=bool(tournament.phases),
            bracket=tournament.has_bracket,
            drawn=bool(tournament.phases) and tournament.drafts.exists(),
            **stage,
        )


# What documents need: each function is true where a document that needs it can be printed.


def is_always_printable(stage: PrintStage) -> bool:
    """True: the document can always be printed."""
    return True


def has_entries(stage: PrintStage) -> bool:
    """True where somebody is entered, even if he does not come."""
    return stage.entered


def has_payments(stage: PrintStage) -> bool:
    """True where somebody has paid."""
    return stage.paid


def has_expected(stage: PrintStage) -> bool:
    """True where somebody is expected."""
    return stage.expected


def has_seated(stage: PrintStage) -> bool:
    """True where somebody sits at a table."""
    return stage.seated


def has_recorded_tables(stage: PrintStage) -> bool:
    """True where somebody sits at a table and something is recorded."""
    return stage.seated and stage.begun


def has_later_rounds(stage: PrintStage) -> bool:
    """True where a round after the first has a record."""
    return stage.in_rounds


def has_caves(stage: PrintStage) -> bool:
    """True where players are seated and the game has caves."""
    return stage.seated and stage.in_fiches


def has_tricks(stage: PrintStage) -> bool:
    """True where some coup is written trick by trick."""
    return stage.in_tricks


def is_in_season(stage: PrintStage) -> bool:
    """True where a season counts the tournament."""
    return stage.in_season


def has_prizes(stage: PrintStage) -> bool:
    """True where there are prizes."""
    return stage.with_prizes


def has_money(stage: PrintStage) -> bool:
    """True where a fee is asked or recorded."""
    return stage.with_money


def has_settlement(stage: PrintStage) -> bool:
    """True where jetons are worth money, and something is recorded."""
    return stage.with_worth and stage.in_fiches and stage.begun


def has_self_check_in(stage: PrintStage) -> bool:
    """True where players check in by themselves."""
    return stage.self_check_in


def has_seated_bracket(stage: PrintStage) -> bool:
    """True where there is a bracket, or groups, and somebody sits at a table."""
    return stage.bracket and stage.seated


def has_duels(stage: PrintStage) -> bool:
    """True where two sides meet at each table, and some round is published or drafted."""
    return stage.duels and (stage.seated or stage.drawn)
