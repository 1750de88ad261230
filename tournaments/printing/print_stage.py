"""How far a tournament has come: what decides which documents can be printed, and which are worth printing now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import (
    Account,
    Entry,
    Fee,
    JetonWorth,
    Prize,
    Record,
    RoundDraft,
    Season,
    Seat,
    SignUpTerms,
    Tombola,
    Tournament,
)
from tournaments.presentation.qr import has_phone_address
from tournaments.reading.game_figures import get_game_figures


@dataclass(frozen=True)
class PrintStage:
    """What a tournament has that documents need.

    seated: somebody sits at a table; begun: something is recorded; in_rounds: also in a round after the first.
    in_fiches: the game has caves; in_grid: its score sheet is a grid; in_tricks: some coup is written trick by trick.
    entered: it has an entry; expected: one that is not absent; in_teams: it has teams; in_season: a season counts it.
    with_prizes, with_tombola: it has these; with_money: a fee is asked or recorded; paid: somebody has paid.
    with_worth: jetons are worth money; self_check_in: players check in themselves.
    duels: two sides meet at each table; bracket: in a bracket or groups; drawn: such rounds are drawn but not
        published.
    ahead: a round after the next one is drawn.
    """

    status: str
    seated: bool
    begun: bool
    in_fiches: bool
    in_grid: bool
    in_tricks: bool
    entered: bool
    expected: bool
    in_season: bool
    with_prizes: bool
    with_tombola: bool
    with_money: bool
    paid: bool
    with_worth: bool
    self_check_in: bool
    duels: bool
    bracket: bool
    drawn: bool
    ahead: bool
    in_rounds: bool
    in_teams: bool

    @classmethod
    def of(cls, tournament: Tournament) -> "PrintStage":
        """Return the stage of this tournament; takes two queries, one more if two sides meet at each table."""
        own = JetonWorth.objects.filter(tournament=OuterRef("pk"))
        of_club = JetonWorth.objects.filter(club=OuterRef("club"), minor_units__gt=0)
        records = Record.objects.filter(table__round__tournament=OuterRef("pk"))
        found = {
            "seated": Exists(Seat.objects.filter(table__round__tournament=OuterRef("pk"))),
            "begun": Exists(records),
            "ahead": Exists(RoundDraft.objects.filter(tournament=OuterRef("pk"), chosen=True, rounds__1__isnull=False)),
            "in_rounds": Exists(records.filter(table__round__n__gt=1)),
            "in_tricks": Exists(records.filter(body__has_key="tricks")),
            "entered": Exists(Entry.objects.filter(tournament=OuterRef("pk"))),
            "paid": Exists(Fee.objects.filter(entry__tournament=OuterRef("pk"), paid_cents__gt=0)),
            "expected": Exists(Entry.objects.filter(tournament=OuterRef("pk")).exclude(presence=Entry.Presence.ABSENT)),
            "in_season": Exists(Season.objects.filter(tournaments=OuterRef("pk"), hidden=False)),
            "with_prizes": Exists(Prize.objects.filter(tournament=OuterRef("pk"))),
            "with_tombola": Exists(Tombola.objects.filter(tournament=OuterRef("pk"))),
            "self_check_in": Exists(SignUpTerms.objects.filter(tournament=OuterRef("pk"), self_check_in=True)),
            "with_money": Exists(Account.objects.filter(tournament=OuterRef("pk"), fee_cents__gt=0))
            | Exists(Fee.objects.filter(entry__tournament=OuterRef("pk"))),
            "with_worth": Exists(own.filter(minor_units__gt=0)) | (~Exists(own) & Exists(of_club)),
        }
        stage = Tournament.objects.filter(pk=tournament.pk).annotate(**found).values(*found).get()
        return cls(
            status=tournament.status,
            in_fiches=get_game_figures(tournament).in_jetons,
            in_grid=PARTS_BY_GAME[tournament.game].paper.groups is not None,
            duels=bool(tournament.phases),
            bracket=tournament.has_bracket,
            in_teams=tournament.team_score is not None,
            drawn=bool(tournament.phases) and tournament.drafts.exists(),
            **stage,
        )


@dataclass(frozen=True)
class PrintNeed:
    """What a document needs to be printed. `is_met`: whether a tournament has it; `hint`: a sentence on what to do
    first if not."""

    is_met: Callable[[PrintStage], bool]
    hint: Any = ""


DUELS_FIRST = _("Pour les soirées où l’on se rencontre à deux, une fois les rencontres tirées.")
SOMEBODY_FIRST = _("Inscrivez d’abord des joueurs.")

ALWAYS = PrintNeed(lambda stage: True)
ADDRESS = PrintNeed(
    lambda stage: has_phone_address(), _("Choisissez d’abord l’adresse des téléphones, à la page « Réseau ».")
)
ENTRIES = PrintNeed(lambda stage: stage.entered, SOMEBODY_FIRST)
EXPECTED = PrintNeed(lambda stage: stage.expected, SOMEBODY_FIRST)
SEATED = PrintNeed(lambda stage: stage.seated, _("Placez d’abord des joueurs aux tables."))
GRID = PrintNeed(
    lambda stage: stage.seated and stage.in_grid, _("Il faut des joueurs placés, et un jeu qui se note en cases.")
)
RECORDS = PrintNeed(lambda stage: stage.seated and stage.begun, _("Aucun coup n’est encore marqué."))
LATER_ROUNDS = PrintNeed(lambda stage: stage.in_rounds, _("Il faut deux rondes marquées."))
CAVES = PrintNeed(lambda stage: stage.seated and stage.in_fiches, _("Il faut des joueurs placés, et un jeu en fiches."))
TRICKS = PrintNeed(lambda stage: stage.in_tricks, _("Aucun coup n’est marqué carte par carte."))
SEASON = PrintNeed(lambda stage: stage.in_season, _("Aucune saison ne compte cette soirée."))
PRIZES = PrintNeed(lambda stage: stage.with_prizes, _("Aucun lot n’est encore écrit."))
TEAMS = PrintNeed(lambda stage: stage.in_teams, _("Aucune équipe n’est encore faite."))
TOMBOLA = PrintNeed(lambda stage: stage.with_tombola, _("Aucune tombola n’est préparée."))
PAYMENTS = PrintNeed(lambda stage: stage.paid, _("Personne n’a encore payé."))
MONEY = PrintNeed(lambda stage: stage.with_money, _("Aucune inscription n’est encore écrite."))
SETTLEMENT = PrintNeed(
    lambda stage: stage.with_worth and stage.in_fiches and stage.begun,
    _("Un jeton ne vaut pas d’argent, ou rien n’est encore marqué."),
)
SELF_CHECK_IN = PrintNeed(
    lambda stage: stage.self_check_in, _("Ouvrez d’abord le pointage par téléphone, à la page des inscriptions.")
)
AHEAD = PrintNeed(lambda stage: stage.ahead, _("Tirez d’abord plusieurs rondes d’avance."))
BRACKET = PrintNeed(lambda stage: stage.bracket and stage.seated, DUELS_FIRST)
DUELS = PrintNeed(lambda stage: stage.duels and (stage.seated or stage.drawn), DUELS_FIRST)
