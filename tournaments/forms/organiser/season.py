"""The forms of a season: its name, its tournaments, and how each counts."""

import re
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.fields import NameField, SeveralRowsField, WholeNumberField, get_field
from tournaments.models import Season, Tournament
from tournaments.presentation.text.elision import format_day
from tournaments.presentation.text.option_text import localise
from tournaments.standings.seasons import BOUNDS, FACTORS, MOST_EVENINGS, PER_CENT, SeasonRule

NUMBERS = _("Des nombres entiers séparés par des espaces, du plus grand au plus petit.")
SCORING_WAYS = [
    ("places", _("Des points selon la place à chaque soirée")),
    ("total", _("La somme des gains")),
    ("beaten", _("La part des autres joueurs que l’on devance : de 0, dernier, à 100, premier")),
    ("card_points", _("Les points de cartes")),
]


class NewSeasonForm(forms.Form):
    """The name of a new season."""

    name = NameField(label=_("Nom de la saison"), help_text=_("Par exemple « Saison 2026–2027 »."))


class InviteClubForm(forms.Form):
    """The form of an invitation: the club that is asked to play the season too."""

    club = forms.CharField(
        label=_("Nom du club, ou adresse de sa page"),
        max_length=200,
        help_text=_("Un club d’ici, tel que ses pages publiques le nomment. Seul son responsable voit l’invitation."),
    )


class TournamentsField(SeveralRowsField):
    """Tournaments to tick, the latest first."""

    widget = forms.CheckboxSelectMultiple

    def label_from_instance(self, tournament: Tournament) -> str:  # type: ignore[override]
        game = localise(scoring.get_game(tournament.game).name)
        return f"{format_day(tournament.date)} · {tournament.name} · {game}"


class JoinedSeasonForm(forms.Form):
    """The form of which tournaments of a club count for a season that another club holds."""

    events = TournamentsField(Tournament.objects.none(), label=_("Vos soirées qui y comptent"), required=False)

    def __init__(self, season: Season, tournaments: QuerySet[Tournament], data: Any = None) -> None:
        super().__init__(data, initial={"events": list(season.tournaments.values_list("pk", flat=True))})
        get_field(self, "events", TournamentsField).queryset = tournaments


class SeasonForm(forms.Form):
    """The form of a season's name, tournaments and scoring; in a valid form `cleaned_data["rule"]` is the chosen
    `SeasonRule`."""

    name = NameField(label=_("Nom de la saison"))
    way = forms.ChoiceField(label=_("Une soirée rapporte"), choices=SCORING_WAYS, widget=forms.RadioSelect)
    places = forms.CharField(
        label=_("Points du premier, du deuxième… de la soirée"), required=False, max_length=300, help_text=NUMBERS
    )
    best = WholeNumberField(
        1,
        MOST_EVENINGS,
        label=_("Combien de soirées comptent, les meilleures"),
        required=False,
        help_text=_("Rien : toutes."),
    )
    average = forms.BooleanField(label=_("Compter la moyenne de ces soirées, non leur somme"), required=False)
    least = WholeNumberField(
        1, MOST_EVENINGS, label=_("Combien de soirées il faut avoir jouées pour être classé"), required=False
    )
    presence = WholeNumberField(*BOUNDS, label=_("Points de présence, à chaque soirée"), required=False)
    in_draws = forms.BooleanField(
        label=_("Les tirages tiennent compte de la saison : qui a déjà rencontré qui, qui s’est déjà reposé"),
        required=False,
    )
    events = TournamentsField(Tournament.objects.none(), label=_("Les soirées de la saison"), required=False)

    def __init__(
        self, season: Season, tournaments: QuerySet[Tournament], data: Any = None, *, ticks_all: bool = False
    ) -> None:
        rule = SeasonRule.from_json(season.rule)
        counted = dict(season.tournaments.values_list("pk", "game"))
        self.games = sorted({tournament.game for tournament in tournaments} | set(rule.factors) | set(counted.values()))
        initial = _build_initial(season, rule, self.games) | {"events": list(counted)}
        if ticks_all:
            initial["events"] = [tournament.pk for tournament in tournaments]
        super().__init__(data, initial=initial)
        get_field(self, "events", TournamentsField).queryset = tournaments
        for game in self.games:
            label = _("%(game)s : taux, en pour cent") % {"game": localise(scoring.get_game(game).name)}
            self.fields[f"factor-{game}"] = WholeNumberField(*FACTORS, label=label, required=False)

    def rates(self) -> list[forms.BoundField]:
        """Return the inputs of how much each game counts, in per cent."""
        return [self[f"factor-{game}"] for game in self.games]

    def counts_unusually(self) -> bool:
        """True if a rarely changed setting has an unusual value or an error, so that the page must show these settings
        unfolded."""
        usual = {
            "best": {"", "None"},
            "average": {"False", "None"},
            "least": {"1", "", "None"},
            "presence": {"0", "", "None"},
        }
        return any(self[name].errors or str(self[name].value()) not in values for name, values in usual.items())

    def clean_places(self) -> tuple[int, ...]:
        words = self.cleaned_data["places"].replace("−", "-").replace(",", " ").replace(";", " ").split()
        if wrong := next((word for word in words if not re.fullmatch(r"[+-]?\d+", word)), ""):
            raise forms.ValidationError(_("« %(word)s » n’est pas un nombre entier."), params={"word": wrong})
        return tuple(map(int, words)) or SeasonRule().places

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        given = {game: data[f"factor-{game}"] for game in self.games}
        factors = {game: rate for game, rate in given.items() if rate not in (None, PER_CENT)}
        data["rule"] = SeasonRule(
            data["way"],
            data["places"],
            factors,
            data["best"],
            data["least"] or 1,
            data["presence"] or 0,
            data["average"],
        )
        return data

    def get_season(self) -> dict[str, Any]:
        """Return the season as keyword arguments of `change_season`; the form must be valid."""
        data = self.cleaned_data
        return {key: data[key] for key in ("name", "rule", "in_draws")} | {"tournaments": data["events"]}


def _build_initial(season: Season, rule: SeasonRule, games: list[str]) -> dict[str, Any]:
    """Return the form's initial values for an existing season. `games`: the keys of those that may each have a
    factor."""
    return {
        "name": season.name,
        "way": rule.way,
        "places": " ".join(map(str, rule.places)),
        "best": rule.best,
        "average": rule.average,
        "least": rule.least,
        "presence": rule.presence,
        "in_draws": season.in_draws,
        **{f"factor-{game}": rule.factors.get(game, PER_CENT) for game in games},
    }
