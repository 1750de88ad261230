"""A club's own game: its form on the phone, its score sheet on paper, its random player. Its lesson is the club's."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.games.marque.config import DeclaredMark, MarqueConfig
from tournaments.forms.events.scoring_sides import ScoringSide
from tournaments.forms.games.parts import GameParts
from tournaments.forms.phone.coup import PointsForm

from .paper import PAPER
from .player import play_next_event


class MarqueCoupForm(PointsForm):
    """The form of a coup of a club's own game: the points that the table counted, and a tap for each bonus (mark)
    won."""

    key = "marque"
    template = "phone/coup_marque.html"
    preview_sentences = slice(-2, None)  # what each marks and the totals: the marks stand ticked above, whole
    wrong_parts = ("points", "marks")
    who_deals = _("tiré au sort")

    def build_coup(self) -> None:
        setting = self.sheet.setting
        config: MarqueConfig | None = setting.config if setting else None
        self.marks = tuple(config.marks.values()) if config else ()
        if setting is not None and config is not None:
            self.totals = {} if config.sum is None else {"points": config.sum}
            self.share_bounds = config.bound_points(len(setting.list_scoring_sides()))
        super().build_coup()
        for mark in self.marks:
            for side in self.sides:
                self.fields[name_input(mark, side)] = forms.BooleanField(required=False)

    def list_mark_rows(self) -> list[tuple[DeclaredMark, list[tuple[ScoringSide, forms.BoundField]]]]:
        """Return for each mark (a bonus that the club declared): the mark, and for each player or side that may have
        it, his input."""
        return [(mark, [(side, self[name_input(mark, side)]) for side in self.sides]) for mark in self.marks]

    def build_coup_keys(self) -> dict[str, Any]:
        typed = [
            {"mark": mark.key, "player": side.names[0]}
            for mark in self.marks
            for side in self.sides
            if self.cleaned_data.get(name_input(mark, side))
        ]
        return super().build_coup_keys() | ({"marks": typed} if typed else {})

    def map_problem_paths(self) -> dict[str, str]:
        return super().map_problem_paths() | {"marks": "marks"}

    def name_part(self, part: str) -> str:
        return str(_("les primes")) if part == "marks" else super().name_part(part)


def name_input(mark: DeclaredMark, side: ScoringSide) -> str:
    """Return the name of the input that says whether this player, or side, has the mark."""
    return f"marks.{side.position}.{mark.key}"


PARTS = GameParts(
    MarqueCoupForm,
    PAPER,
    play_next_event,
    summary=_("Belote, tarot ou un autre : la table compte ses coups, le club dit la règle."),
    scorer="games/score_marque.js",
)
