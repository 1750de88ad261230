"""The organiser's form of a tournament on one page: name, date, preset of rules, length, options, players."""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.fields import NameField, WholeNumberField, get_field
from tournaments.models import Club, ClubPreset, Player, Tournament
from tournaments.models.days import check_day
from tournaments.models.signing_up import PLACE_LENGTH, WORDS_LENGTH
from tournaments.presentation.text.elision import elide_article_of_day, format_day
from tournaments.presentation.text.option_text import describe_changes, localise
from tournaments.reading import preset_diff

from .options import OptionsMixin
from .players import PeopleField, PeopleForm

DATE_WIDGET = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
PROPOSED_NAME = _("Soirée du %(day)s")
CLUB_RULE = _("Règle du club, d’après « %(base)s ». Ce qui change : %(changes)s.")
MOST_ROUNDS = 100
DAY_ERROR = _("Choisissez un jour, par exemple 21/11/2026.")
DAY_ERRORS = {"required": DAY_ERROR, "invalid": DAY_ERROR}


class TournamentForm(OptionsMixin):
    """The form of the name, date, preset and options of a tournament, new or existing.

    Preset and options are those of `game`; `own` are the club's own presets, offered after the standard ones. The
    cleaned data holds `preset` (the key of the standard preset), `options` (those that differ from it) and `house_rule`
    (the name of the club's own preset, or empty).
    """

    name = NameField(label=_("Nom de la soirée"), help_text=_("Il paraît au tableau et en tête des feuilles."))
    date = forms.DateField(label=_("Jour"), widget=DATE_WIDGET, error_messages=DAY_ERRORS, validators=[check_day])
    preset = forms.ChoiceField(label=_("Règle"), widget=forms.RadioSelect)

    def __init__(
        self,
        game: scoring.Game,
        *args: Any,
        chosen: dict[str, Any] | None = None,
        own: Iterable[ClubPreset] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.own_presets = {f"{preset_diff.CLUB_KEY_PREFIX}{each.pk}": each for each in own}
        self.offered = (*game.presets, *map(preset_diff.to_preset, self.own_presets.values()))
        offered = [(preset.key, localise(preset.name)) for preset in self.offered]
        get_field(self, "preset", forms.ChoiceField).choices = offered
        self.add_options(chosen or {})

    def list_presets(self) -> list[tuple[BoundWidget, str]]:
        """Return each preset's radio button with its description; for a club's own preset, what it changes."""
        return [
            (radio, self.describe_preset(preset)) for radio, preset in zip(self["preset"], self.offered, strict=True)
        ]

    def describe_preset(self, preset: scoring.Preset) -> str:
        """Describe a preset; a club's own one by its standard preset and what it changes."""
        own = self.own_presets.get(preset.key)
        if own is None:
            return localise(preset.about)
        words = {
            "base": localise(preset_diff.find_standard_preset(self.game, own.base).name),
            "changes": describe_changes(preset_diff.list_option_changes(self.game, own.base, own.options)),
        }
        return str(CLUB_RULE % words)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        preset = next((p for p in self.offered if p.key == data.get("preset")), None)
        if preset is not None:
            own = self.own_presets.get(preset.key)
            base = preset_diff.find_standard_preset(self.game, own.base if own else preset.key)
            chosen = {**(own.options if own else {}), **self.get_chosen_options(preset)}
            data["options"] = preset_diff.find_differing_options(self.game, base, chosen)
            data["preset"], data["house_rule"] = base.key, own.name if own else ""
            self.check_options(base, data["options"])
        return data


class RulesForm(TournamentForm):
    """The rules alone, of a tournament in which something is already recorded."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["name"], self.fields["date"]


class LaterRulesForm(RulesForm):
    """The form of the rules that hold from a later round of a tournament on."""

    since = WholeNumberField(2, MOST_ROUNDS, label=_("À partir de la ronde"))


class NewTournamentForm(TournamentForm, PeopleForm):
    """The form of a new tournament with its players, ticked in the club's list or typed. `seating`: whether tables stay
    together or change from round to round; it decides which page follows, and is not stored."""

    ONE_TABLE, ROUNDS = "one", "rounds"
    seating = forms.ChoiceField(
        label=_("Comment se passe la soirée ?"),
        choices=((ONE_TABLE, _("Chacun garde sa table")), (ROUNDS, _("Plusieurs rondes : on change de table"))),
        widget=forms.RadioSelect,
        initial=ONE_TABLE,
        required=False,
    )

    def __init__(self, club: Club, game: scoring.Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        get_field(self, "players", PeopleField).offer_players(Player.objects.filter(club=club, active=True))

    @property
    def has_players(self) -> bool:
        """True if the form, which must be valid, names at least one player."""
        return bool(self.cleaned_data["players"] or self.cleaned_data["typed"])


def build_tournament_initial(tournament: Tournament, own: Iterable[ClubPreset]) -> dict[str, Any]:
    """Return the form's initial values for an existing tournament. `own`: the club's own presets."""
    return {"name": tournament.name, "date": tournament.date, "preset": find_followed_preset(tournament, own).key}


def find_followed_preset(tournament: Tournament, own: Iterable[ClubPreset]) -> scoring.Preset:
    """Return the preset that a tournament was made from: the club's own of that name if it still exists, else the
    standard one."""
    same = (each for each in own if (each.name, each.base) == (tournament.house_rule, tournament.preset))
    preset = next(same, None)
    return (
        preset_diff.to_preset(preset)
        if preset
        else preset_diff.find_standard_preset(scoring.get_game(tournament.game), tournament.preset)
    )


def get_changed_options(tournament: Tournament, own: Iterable[ClubPreset]) -> dict[str, Any]:
    """Return the tournament's options that differ from the preset it was made from. `own`: the club's own presets."""
    game = scoring.get_game(tournament.game)
    return preset_diff.find_differing_options(
        game,
        find_followed_preset(tournament, own),
        preset_diff.resolve_options(game, tournament.preset, tournament.options),
    )


def propose_name(club: Club, day: datetime.date) -> str:
    """Return the name proposed for a tournament of the club on that day, e.g. «Soirée du 21 novembre»; with a number
    where a tournament of the club has that name, «Soirée du 21 novembre (2)»."""
    name = elide_article_of_day(str(PROPOSED_NAME % {"day": format_day(day, "j F")}))
    taken = set(Tournament.objects.filter(club=club, name__startswith=name).values_list("name", flat=True))
    numbered = (name if n == 1 else f"{name} ({n})" for n in range(1, len(taken) + 2))
    return next(each for each in numbered if each not in taken)


class AnnouncementForm(forms.Form):
    """The form of what an evening's posters say beside its name, day and fee."""

    place = forms.CharField(
        label=_("Où"),
        max_length=PLACE_LENGTH,
        required=False,
        help_text=_("« Salle des fêtes, 3 rue de l’Église, Saint-Rémy »."),
    )
    starts_at = forms.TimeField(
        label=_("À quelle heure"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S", "%Hh%M", "%H h %M", "%Hh"],
        error_messages={"invalid": _("Écrivez l’heure comme 20:30.")},
    )
    words = forms.CharField(
        label=_("Une phrase"),
        max_length=WORDS_LENGTH,
        required=False,
        help_text=_("« Ouvert à tous, débutants bienvenus. »"),
    )
