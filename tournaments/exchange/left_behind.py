"""What of an evening no corbillon.evenement/1 document carries: one declaration, which the pages for export and import
show, and which a test holds to the models. Whoever adds a model or a column has documents carry it, or names it
here."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class LeftBehind:
    """One kind of data that exported evenings leave out. `what`: in words; `columns`: the columns that store it, as
    `Model.column`; a model alone stands for all its columns."""

    what: Promise
    columns: tuple[str, ...]


LEFT_BEHIND = (
    LeftBehind(
        _("son état, son code et les cartes de ses tables : elle arrive terminée, sous un autre code"),
        ("Tournament.status", "Tournament.code", "Table.generation"),
    ),
    LeftBehind(
        _("les saisons du club où elle compte"),
        ("SeasonTournament",),
    ),
    LeftBehind(
        _("ce que le club garde de chaque joueur : licence, courriel, initiales demandées"),
        ("Entry.player",),
    ),
    LeftBehind(
        _("les estimations d’après lesquelles une ronde fut tirée"),
        ("Tournament.seeded_by",),
    ),
    LeftBehind(
        _("ce que chacun a écrit pour s’inscrire lui-même, et qui attend une place ou une table"),
        ("SignUp", "SignUpMail", "SignUpTerms", "Entry.free_since"),
    ),
    LeftBehind(
        _("le journal, sauf les bonus et les pénalités, avec les noms d’avant et pourquoi une table n’est pas jouée"),
        ("AuditEntry", "AuditReason", "Renaming"),
    ),
    LeftBehind(
        _("l’heure de chaque coup et qui l’a marqué ; une correction garde les deux"),
        ("Record.at", "Record.actor"),
    ),
    LeftBehind(
        _("les appels de l’arbitre, l’accord donné à chaque coup, l’enchère en cours"),
        ("ArbiterCall", "Agreement", "Auction"),
    ),
    LeftBehind(
        _("ce que disent ses affiches : le lieu, l’heure, une phrase"),
        ("PosterText",),
    ),
    LeftBehind(
        _("le message montré sur tous les écrans, et si la tombola y est"),
        ("HallMessage", "Tombola.on_screen"),
    ),
    LeftBehind(
        _("les clés des tablettes qui gardent une table"),
        ("TableTablet",),
    ),
    LeftBehind(
        _("les photos des feuilles de papier que le club garde"),
        ("SheetPhoto",),
    ),
    LeftBehind(
        _("de qui a confirmé plusieurs fois une feuille, les premières fois"),
        ("Confirmation.number", "TokenCount.number"),
    ),
    LeftBehind(
        _("les tirages proposés et pas encore publiés"),
        ("RoundDraft",),
    ),
)
