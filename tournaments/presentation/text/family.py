"""The family of the Brusquembille, as a tree and game by game, and what is lost of it, beside its sources' words."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.rule_book import translate_words


@dataclass(frozen=True)
class FamilyMember:
    """One game of the family, or what is lost of one. `lesson`: the key of the game that is played here, or ""."""

    name: Any
    text: Any
    quotations: tuple[scoring.Quotation, ...]
    lesson: str = ""

    @property
    def sources(self) -> list[tuple[scoring.Quotation, str, str]]:
        """Each quotation with the name of its source and our translation, "" for none."""
        sources = scoring.list_sources()
        return [(each, localise(sources[each.source].quoted), translate_words(each.words)) for each in self.quotations]


FAMILY = (
    FamilyMember(
        _("Brusquembille"),
        _(
            "La plus ancienne trace citée est de 1707, à la comédie ; la plus ancienne règle, de 1718. On n’y est tenu "
            "à rien, et c’est l’as ou le dix perdu qui coûte."
        ),
        (
            scoring.Quotation(
                "S0",
                1,
                "La plus ancienne règle connue est consignée dans l'Académie universelle des jeux, édité chez Legras, "
                "à Paris, en 1718.",
            ),
            scoring.Quotation(
                "S0",
                1,
                "La Brusquembille a connu des prolongements dans les jeux du Mariage, de la Brisque, du Briscan et "
                "finalement du Bésigue.",
            ),
        ),
        "brusquembille",
    ),
    FamilyMember(
        _("Brisque, ou Mariage"),
        _(
            "À deux. On y annonce d’abord le mariage ; les règles varient d’une province à l’autre, et celle que nous "
            "suivons garde les valeurs des séquences."
        ),
        (
            scoring.Quotation(
                "S3",
                2,
                "Il n'a pas de règles écrites, celles que l'on trouve dans les anciens traités de jeux de cartes "
                "varient entre elles, suivant les provinces.",
            ),
        ),
        "brisque",
    ),
    FamilyMember(
        _("Briscan"),
        _(
            "La Brisque, avec les annonces du piquet. Sa règle paraît en 1752 ; c’est par erreur qu’on l’a crue du "
            "seizième siècle."
        ),
        (
            scoring.Quotation("S2", 3, "Le Briscan a pour base la Brisque."),
            scoring.Quotation(
                "S2",
                1,
                "Une erreur est fréquemment commise qui fait apparaître le Briscan au XVIe siècle, voire au XVe.",
            ),
        ),
        "briscan",
    ),
    FamilyMember(
        _("Briscola"),
        _("La cousine d’Italie, où le trois tient la place du dix."),
        (
            scoring.Quotation(
                "S0",
                1,
                "La Briscola, pratiquée en Italie de nos jours, suit le même jeu de la carte, et descend probablement "
                "de la Brusquembille.",
            ),
        ),
        "briscola",
    ),
    FamilyMember(
        _("Briscola chiamata"),
        _("La Briscola à cinq : on enchérit, et une carte nommée désigne un partenaire que personne ne connaît."),
        (
            scoring.Quotation(
                "S4",
                41,
                "C’est une variante du Briscola qui se joue avec cinq joueurs, marchant chacun pour soi, "
                "sauf pour deux "
                "joueurs qui s’allient en cours de partie.",
            ),
        ),
        "chiamata",
    ),
    FamilyMember(
        _("Bésigue"),
        _("Le dernier venu, que ce programme ne compte pas : n’y annonce que celui qui vient de faire la levée."),
        (
            scoring.Quotation(
                "S3",
                2,
                "La Brisque, Briscan ou Mariage, qui a certainement donné naissance au bésigue, est d'une "
                "très grande simplicité.",
            ),
            scoring.Quotation(
                "S2",
                21,
                "De plus, le Bésigue introduira une règle visant à pousser les joueurs à faire des levées, "
                "même si elles ne contiennent aucun point, qui consiste à n'autoriser une annonce qu'à "
                "celui qui vient de faire la levée.",
            ),
        ),
    ),
)
LOST = FamilyMember(
    _("Ce qui est perdu"),
    _(
        "La règle du Briscan de 1752 renvoie à deux tables de points, celle des séquences et celle des quatre cartes "
        "de même hauteur. Le texte qui nous est venu ne les a plus. La Brisque a gardé les quintes, les quatrièmes et "
        "les carrés ; les tierces ne sont nulle part, et la valeur qui leur est donnée ici est un choix de la maison. "
        "Une ligne même y est impossible : il n’y a pas de quatrième au neuf dans un paquet qui commence au sept."
    ),
    (
        scoring.Quotation(
            "S2",
            8,
            "Les points attribués en fonction de la séquence annoncée sont consignés dans le tableau ci-dessous",
        ),
        scoring.Quotation(
            "S2",
            10,
            "Les points attribués en fonction de la hauteur des quatre cartes annoncées sont consignés "
            "dans le tableau ci-dessous",
        ),
        scoring.Quotation(
            "S3",
            13,
            "Les quatrièmes, en atout, valent : Majeure : 120. Au roi : 100. À la dame : 80. Au valet :"
            " 60. Au dix : 40. Au neuf : 20.",
        ),
    ),
)


@dataclass(frozen=True)
class Descendant:
    """One game in the tree of the family. `relation`: what it is to the game above it, by words quoted on the page, ""
    for the first; `is_probable`: they only say that it is probable; `year`: of its oldest known rule, 0 where the page
    states none."""

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
