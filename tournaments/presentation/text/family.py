"""The family of the Brusquembille, as a tree and game by game, and what is lost of it, beside its sources' words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.rule_book import build_source_anchor, translate_words


@dataclass(frozen=True)
class FamilyMember:
    """A game of the Brusquembille's family, such as the Bésigue, or what is lost of the family (`LOST`). `key`: the
    game's key if the program has it; what sources say of it is in `scoring`'s quotations under "family.besigue"."""

    key: str
    name: Any
    text: Any

    @property
    def is_played(self) -> bool:
        """True if the program has this game, with its lesson."""
        return any(game.key == self.key for game in scoring.list_games())

    @property
    def quotations(self) -> tuple[scoring.Quotation, ...]:
        """What historical sources say of the game, as quotations."""
        return scoring.list_quotations(f"family.{self.key}")

    @property
    def sources(self) -> list[tuple[scoring.Quotation, str, str, str]]:
        """What historical sources say of the game: (quotation, name of its source, anchor in the list of sources,
        translation or "")."""
        sources = scoring.list_sources()
        return [
            (
                each,
                localise(sources[each.source].quoted),
                build_source_anchor(each.source),
                translate_words(each.words),
            )
            for each in self.quotations
        ]


FAMILY = (
    FamilyMember(
        "brusquembille",
        _("Brusquembille"),
        _(
            "La plus ancienne trace citée est de 1707, à la comédie ; la plus ancienne règle, de 1718. On n’y est tenu "
            "à rien, et c’est l’as ou le dix perdu qui coûte."
        ),
    ),
    FamilyMember(
        "brisque",
        _("Brisque, ou Mariage"),
        _(
            "À deux. On y annonce d’abord le mariage ; les règles varient d’une province à l’autre, et celle que nous "
            "suivons garde les valeurs des séquences."
        ),
    ),
    FamilyMember(
        "briscan",
        _("Briscan"),
        _(
            "La Brisque, avec les annonces du piquet. Sa règle paraît en 1752 ; c’est par erreur qu’on l’a crue du "
            "seizième siècle."
        ),
    ),
    FamilyMember(
        "briscola",
        _("Briscola"),
        _("La cousine d’Italie, où le trois tient la place du dix."),
    ),
    FamilyMember(
        "chiamata",
        _("Briscola chiamata"),
        _("La Briscola à cinq : on enchérit, et une carte nommée désigne un partenaire que personne ne connaît."),
    ),
    FamilyMember(
        "besigue",
        _("Bésigue"),
        _("Le dernier venu, que ce programme ne compte pas : n’y annonce que celui qui vient de faire la levée."),
    ),
)
LOST = FamilyMember(
    "lost",
    _("Ce qui est perdu"),
    _(
        "La règle du Briscan de 1752 renvoie à deux tables de points, celle des séquences et celle des quatre cartes "
        "de même hauteur. Le texte qui nous est venu ne les a plus. La Brisque a gardé les quintes, les quatrièmes et "
        "les carrés ; les tierces ne sont nulle part, et la valeur qui leur est donnée ici est un choix de la maison. "
        "Une ligne même y est impossible : il n’y a pas de quatrième au neuf dans un paquet qui commence au sept."
    ),
)


@dataclass(frozen=True)
class Descendant:
    """One game in the tree of the family, with its `children`, the games that descend from it. `relation`: how it
    descends from the game above it, as the quotations on the page say; "" for the first game. `is_probable`: the
    quotations call that only probable. `year`: the year of the game's oldest known rule, 0 if the page states none."""

    name: Any
    relation: Any
    is_probable: bool = False
    year: int = 0
    children: tuple["Descendant", ...] = ()


TREE = Descendant(
    _("Brusquembille"),
    "",
    year=1718,
    children=(
        Descendant(
            _("Brisque, ou Mariage"),
            _("prolonge la Brusquembille"),
            children=(
                Descendant(_("Briscan"), _("a pour base la Brisque"), year=1752),
                Descendant(pgettext_lazy("arbre de la famille", "Bésigue"), _("né de la Brisque")),
            ),
        ),
        Descendant(
            _("Briscola"),
            _("en descend probablement"),
            is_probable=True,
            children=(Descendant(_("Briscola chiamata"), _("variante à cinq")),),
        ),
    ),
)
