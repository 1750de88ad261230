"""The form that chooses how many players sit at each table of a draw: one of the proposed mixes, or sizes typed in."""

import re
from collections.abc import Sequence
from statistics import mode
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.draws.divisions import divide_around_each
from tournaments.forms.fields import get_field
from tournaments.presentation.text.metric_text import join_with_or

Mix = tuple[int, ...]
SMALLER = 6  # times worse is a table that lacks a player than one that has one more


def describe_mix(mix: Mix, players: int) -> str:
    """Describe a mix: «3 tables de 4 et 1 table de 3, 1 joueur sans place»."""
    told = []
    for size in sorted(set(mix), reverse=True):
        n = mix.count(size)
        told.append(ngettext("%(n)s table de %(size)s", "%(n)s tables de %(size)s", n) % {"n": n, "size": size})
    words = str(_(" et ")).join(told)
    out = players - sum(mix)
    if out:
        words += ngettext(", %(n)s joueur sans place", ", %(n)s joueurs sans place", out) % {"n": out}
    return words


def describe_usual_mix(players: int, sizes: Sequence[int]) -> str:
    """Describe the mix that is proposed first for so many players at free tables; "" if they make no table."""
    proposed = [one.sizes for one in divide_around_each(players, sizes)]
    return describe_mix(choose_usual_mix(proposed, sizes), players) if proposed else ""


def choose_usual_mix(proposed: Sequence[Mix], sizes: Sequence[int], before: Sequence[int] = ()) -> Mix:
    """Return the mix proposed first: the fewest players left over, then table sizes nearest that of most tables of the
    round before, else the game's middle size; a table with one more is better than one that lacks one: 4 and 4 before
    3, 3 and 2."""
    middle = mode(before) if before else sorted(sizes)[(len(sizes) - 1) // 2]

    def cost(size: int) -> int:
        """Return how far the size is from the middle one."""
        return (size - middle) ** 2 * (SMALLER if size < middle else 1)

    return min(proposed, key=lambda mix: (-sum(mix), sum(map(cost, mix))))


class SizesForm(forms.Form):
    """Table sizes for a draw, chosen or typed. `allowed`: the sizes that the game has."""

    mix = forms.ChoiceField(label=_("Quelles tables ?"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Taille de chaque table"),
        help_text=_("Par exemple « 4 4 3 » : deux tables de quatre et une de trois."),
        required=False,
        max_length=1000,
    )

    def __init__(
        self, allowed: Sequence[int], players: int, proposed: Sequence[Mix], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.allowed, self.players, self.proposed = allowed, players, proposed
        field = get_field(self, "mix", forms.ChoiceField)
        field.choices = [("-".join(map(str, mix)), describe_mix(mix, players)) for mix in proposed]
        if proposed:
            field.initial = "-".join(map(str, choose_usual_mix(proposed, allowed)))

    def propose_mix(self, sizes: Sequence[int]) -> None:
        """Choose these sizes of tables in place of the usual ones, where they are offered."""
        same = (mix for mix in self.proposed if sorted(mix) == sorted(sizes))
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
        """Return the size of each table; typed sizes come first."""
        typed: Mix = self.cleaned_data["typed"]
        return typed or tuple(map(int, self.cleaned_data["mix"].split("-")))
