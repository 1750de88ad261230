"""Forms about how rounds are drawn: the phases of duels, and the sizes of tables."""

import re
from collections.abc import Sequence
from statistics import mode
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.draws.divisions import Division, list_divisions, propose_divisions, rank_division
from tournaments.forms.fields import WholeNumberField, get_field
from tournaments.models import Tournament
from tournaments.presentation.text.metric_text import join_texts, join_with_or
from tournaments.reading.kept_ratings import GameRatings
from tournaments.reading.phases import HALF, KEPT, LIST, LOT, RATING, STANDINGS, STRUCK, Phase

MOST_SIDES = 999
SEEDINGS = (
    (LOT, _("tirées au sort")),
    (LIST, _("dans l’ordre de la liste des joueurs")),
    (STANDINGS, _("dans l’ordre du classement d’à présent")),
    (RATING, _("d’après l’adresse au jeu")),
)
MATCH_LENGTHS = {
    1: _("une partie"),
    3: _("deux parties gagnées (sur trois au plus)"),
    5: _("trois parties gagnées (sur cinq au plus)"),
    7: _("quatre parties gagnées (sur sept au plus)"),
}
LEAVERS = (
    (KEPT, _("ses parties jouées comptent")),
    (HALF, _("comme à la FIDE")),
    (STRUCK, _("aucune de ses parties ne compte")),
)
AS_FIDE = _("À la FIDE : moins de la moitié jouée, aucune ne compte ; sinon il perd celles qui restent.")
COMMON_FIELDS = ("seeding", "qualified")
GROUP_COUNTS = ("groups", "through")
"""The fields that stand on the page beside the choice of groups, not among its settings."""
FORMAT_FIELDS: dict[str, tuple[str, ...]] = {
    Tournament.Format.ALL: ("double", "days", "leavers"),
    Tournament.Format.KNOCKOUT: ("best_of", "third", "losers", "consolation"),
    Tournament.Format.GROUPS: ("best", "group_double", "group_leavers", "final_best_of", "final_third", "other"),
}
"""The names of the other fields that concern each format, in the page's order."""
SETTINGS = {
    "group_double": "double",
    "group_leavers": "leavers",
    "final_best_of": "best_of",
    "final_third": "third",
    "other": "consolation",
}
"""The settings of a `Phase` that are asked anew for groups and finals, by field; every other field has its setting's
name."""


class PhaseForm(forms.Form):
    """The form of the settings of rounds in which two sides meet. Inputs that the chosen format does not use are
    ignored."""

    seeding = forms.ChoiceField(label=_("Têtes de série"), choices=SEEDINGS, required=False)
    qualified = WholeNumberField(
        2,
        MOST_SIDES,
        label=_("Combien y prennent part"),
        required=False,
        help_text=_("Vide : tous ceux qui sont là. Sinon les premiers du classement, par exemple 8 après un suisse."),
    )
    double = forms.BooleanField(label=_("Aller et retour : chacun rencontre chacun deux fois"), required=False)
    days = WholeNumberField(
        0,
        366,
        label=_("Jours d’une ronde à la suivante, pour une ligue"),
        required=False,
        help_text=_("7 : une ronde par semaine, le calendrier porte les dates. 0 : tout le même jour."),
    )
    leavers = forms.ChoiceField(label=_("Qui part avant la fin"), choices=LEAVERS, required=False, help_text=AS_FIDE)
    best_of = forms.TypedChoiceField(
        label=_("Une rencontre se gagne en"), choices=tuple(MATCH_LENGTHS.items()), coerce=int, required=False
    )
    third = forms.BooleanField(label=_("Rencontre pour la troisième place"), required=False)
    losers = forms.BooleanField(
        label=_("Double élimination : on sort à la deuxième défaite, par un tableau des perdants"), required=False
    )
    consolation = forms.BooleanField(
        label=_("Consolante : un second tableau pour qui perd sa première rencontre"), required=False
    )
    groups = WholeNumberField(1, 99, label=_("Nombre de poules"), required=False)
    through = WholeNumberField(1, 99, label=_("Qualifiés de chaque poule"), required=False)
    best = WholeNumberField(0, 99, label=_("Et les meilleurs suivants, toutes poules ensemble"), required=False)
    group_double = forms.BooleanField(label=_("Aller et retour dans les poules"), required=False)
    group_leavers = forms.ChoiceField(
        label=_("Qui part avant la fin de sa poule"), choices=LEAVERS, required=False, help_text=AS_FIDE
    )
    final_best_of = forms.TypedChoiceField(
        label=_("Une rencontre des finales se gagne en"),
        choices=tuple(MATCH_LENGTHS.items()),
        coerce=int,
        required=False,
    )
    final_third = forms.BooleanField(label=_("Rencontre pour la troisième place des finales"), required=False)
    other = forms.BooleanField(label=_("Consolante : un second tableau pour les non-qualifiés"), required=False)

    def __init__(self, phase: Phase | None, *args: Any, ratings: GameRatings | None = None, **kwargs: Any) -> None:
        """Build the form. `ratings`: those of the game (None if there are none); seeding by rating is offered only if
        they say something of skill."""
        super().__init__(*args, **{"initial": build_phase_initial(phase or Phase("", 0)), **kwargs})
        is_rated = ratings is not None and ratings.is_rated
        if not is_rated and (phase is None or phase.seeding != RATING):
            get_field(self, "seeding", forms.ChoiceField).choices = [each for each in SEEDINGS if each[0] != RATING]
        if ratings is not None and not is_rated:
            self.fields["seeding"].help_text = _(
                "D’après l’adresse au jeu : pas encore, rien ne dit que ce jeu en demande."
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("losers") and data.get("consolation"):
            wrong = _("Double élimination ou consolante : choisissez l’une des deux.")
            self.add_error("consolation", ValidationError(wrong))
        return data

    def is_valid_for(self, format: str) -> bool:
        """True if the inputs that this format uses are valid; errors in the others, which the page hides, are
        dropped."""
        wanted = list_field_names(format)
        for name in [name for name in self.errors if name in self.fields and name not in wanted]:
            del self.errors[name]
        return not self.errors

    def list_inputs(self) -> dict[str, list[forms.BoundField]]:
        """Return the inputs by group: "common" to every format of two sides, "counts" of groups, then one group for
        each format."""
        groups = {"common": COMMON_FIELDS, "counts": GROUP_COUNTS, **FORMAT_FIELDS}
        return {group: [self[name] for name in names] for group, names in groups.items()}

    def build_phase(self, format: str) -> Phase:
        """Build the phase of this format from what was typed, with the defaults of `Phase` for the rest; its first
        round is 0, as it is not known yet."""
        typed = {SETTINGS.get(name, name): self.cleaned_data[name] for name in list_field_names(format)}
        return Phase(format, 0, **{setting: value for setting, value in typed.items() if value not in ("", None)})


def list_field_names(format: str) -> tuple[str, ...]:
    """Return the names of the fields that concern this format."""
    counts = GROUP_COUNTS if format == Tournament.Format.GROUPS else ()
    return (*COMMON_FIELDS, *counts, *FORMAT_FIELDS.get(format, ()))


def build_phase_initial(phase: Phase) -> dict[str, Any]:
    """Return the form's initial values for an existing phase."""
    return {name: getattr(phase, SETTINGS.get(name, name)) for name in PhaseForm.base_fields}


Mix = tuple[int, ...]
MOST_SHOWN = 5  # divisions into tables, before the others are shown on demand
SMALLER = 6  # times worse is a table that lacks a player than one that has one more


def describe_mix(mix: Mix, players: int) -> str:
    """Return a division of players into tables in words: «3 tables de 4 et 1 table de 3, 1 joueur sans place»."""
    phrases = []
    for size in sorted(set(mix), reverse=True):
        n = mix.count(size)
        phrases.append(ngettext("%(n)s table de %(size)s", "%(n)s tables de %(size)s", n) % {"n": n, "size": size})
    words = join_texts(phrases)
    out = players - sum(mix)
    if out:
        words += ngettext(", %(n)s joueur sans place", ", %(n)s joueurs sans place", out) % {"n": out}
    return words


def describe_usual_mix(players: int, sizes: Sequence[int]) -> str:
    """Return in words the tables proposed first for this number of `players` who sit freely; "" if they are too few for
    a table. `sizes`: the sizes that the game has."""
    proposed = [one.sizes for one in propose_divisions(players, sizes)]
    return describe_mix(choose_usual_mix(proposed, sizes), players) if proposed else ""


def choose_usual_mix(proposed: Sequence[Mix], sizes: Sequence[int], before: Sequence[int] = ()) -> Mix:
    """Return the table sizes to propose first: with the fewest players left over, then the same as `before`, then
    nearest to the usual size; a player more at a table is better than one fewer (4 and 4 before 3, 3 and 2)."""
    middle = mode(before) if before else sorted(sizes)[(len(sizes) - 1) // 2]

    def cost(size: int) -> int:
        """Return how bad a table of this size is: the squared distance from the usual size, six times that if it is
        smaller."""
        return (size - middle) ** 2 * (SMALLER if size < middle else 1)

    return min(proposed, key=lambda mix: (-sum(mix), sorted(mix) != sorted(before), sum(map(cost, mix))))


class TablesField(forms.ChoiceField):
    """A choice between divisions into tables; a page shows the first `shown` of them, and the others on demand."""

    shown = 0

    def sort_divisions(self, usual: Sequence[Division], others: Sequence[Division]) -> list[Division]:
        """Return all divisions in the order in which the page lists them. First come the `usual` ones, all if they are
        at most five, else four; the rest of these and the `others` follow in a natural order, shown on demand."""
        self.shown = len(usual) if len(usual) <= MOST_SHOWN else MOST_SHOWN - 1
        return [*usual[: self.shown], *sorted([*usual[self.shown :], *others], key=rank_division)]


class SizesForm(forms.Form):
    """Table sizes for a draw, chosen or typed. `allowed`: the sizes that the game has."""

    mix = TablesField(label=_("Quelles tables ?"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Taille de chaque table"),
        help_text=_("Par exemple « 4 4 3 » : deux tables de quatre et une de trois."),
        required=False,
        max_length=1000,
    )

    def __init__(
        self, allowed: Sequence[int], players: int, proposed: Sequence[Division], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.allowed, self.players = allowed, players
        field = get_field(self, "mix", TablesField)
        others = [each for each in list_divisions(players, allowed) if each not in proposed]
        self.offered = [each.sizes for each in field.sort_divisions(proposed, others)]
        field.choices = [("-".join(map(str, mix)), describe_mix(mix, players)) for mix in self.offered]
        if proposed:
            usual = choose_usual_mix([each.sizes for each in proposed], allowed)
            field.initial = "-".join(map(str, usual))

    def propose_mix(self, sizes: Sequence[int]) -> None:
        """Preselect these table sizes instead of the usual ones, if they are among the choices."""
        same = (mix for mix in self.offered if sorted(mix) == sorted(sizes))
        if drawn := next(same, None):
            self.initial["mix"] = "-".join(map(str, drawn))

    def clean_typed(self) -> Mix:
        words = re.split(r"[\s,;+]+", self.cleaned_data["typed"].strip())
        if words == [""]:
            return ()
        wrong = [word for word in words if word not in map(str, self.allowed)]
        if wrong:
            sizes = join_with_or([str(size) for size in self.allowed])
            raise ValidationError(
                _("« %(word)s » : les tables de ce jeu ont %(sizes)s joueurs."),
                "size",
                {"word": wrong[0][:20], "sizes": sizes},
            )
        return tuple(map(int, words))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("typed") and not data.get("mix"):
            self.add_error("mix", _("Choisissez les tables."))
        return data

    def sizes(self) -> Mix:
        """Return the size of each table, as typed or else as chosen."""
        typed: Mix = self.cleaned_data["typed"]
        return typed or tuple(map(int, self.cleaned_data["mix"].split("-")))
