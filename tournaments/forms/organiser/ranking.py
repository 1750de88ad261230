"""Forms about the standings: the figures that rank, bonuses and penalties."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.evenings.adjustments import RULE_LENGTH
from tournaments.forms.fields import WholeNumberField, get_field
from tournaments.models import Entry
from tournaments.presentation.text.metric_text import METRIC_TEXTS, ORDER_TEXTS, UNPLAYED_WORTH_TEXTS
from tournaments.standings.ranking_orders import (
    BOUNDS,
    MAX_METRICS,
    MAX_PLACES,
    MOST_TABLES,
    PRESETS,
    RankingOrder,
    find_preset,
    list_metric_choices,
    list_preset_choices,
)
from tournaments.standings.tournament_results import Scales

OWN_ORDER = "own"
NUMBER = _("Un nombre entier entre −10 000 et 10 000.")
NUMBERS = _("Des nombres séparés par des espaces, du plus grand au plus petit : dix au plus.")
AWAY_HELP = _("Une ronde où l’on n’est pas là, arrivé après elle ou parti avant, ne compte rien.")
WORTHS = {
    "win": _("Table gagnée"),
    "draw": _("Table gagnée à égalité"),
    "loss": _("Table perdue"),
    "rest": _("Points de victoire d’une ronde de repos"),
    "flat": _("Gain compté pour une ronde de repos"),
    "seed": _("Numéro du tirage au sort"),
}
LEAST = _("Combien de tables sont assez, où cela compte")
IDLE_LABELS = {
    "exempt": _("Ronde de repos, ou table exemptée"),
    "forfeit": _("Table gagnée par forfait (qui n’est pas venu n’a rien)"),
    "adjourned": _("Table remise, tant qu’elle n’est pas jouée"),
    "annulled": _("Table annulée"),
}
SCALES = (*WORTHS, "least_tables", *IDLE_LABELS)


class RankingForm(forms.Form):
    """The form of how a tournament is ranked: the criteria in order, and the points that tables are worth; in a valid
    form `cleaned_data["ranking"]` is the chosen `RankingOrder`."""

    order = forms.ChoiceField(label=_("Ordre des critères"), widget=forms.RadioSelect)
    places = forms.CharField(
        label=_("Points du premier, du deuxième… de chaque table"), required=False, max_length=80, help_text=NUMBERS
    )

    def __init__(self, now: RankingOrder, data: Any = None, *, game: str, statistics: Collection[str]) -> None:
        self.usual = list_preset_choices(game, statistics)
        super().__init__(data, initial=_build_initial(now, self.usual))
        get_field(self, "order", forms.ChoiceField).choices = [
            *((key, ORDER_TEXTS[key][0]) for key in self.usual),
            (OWN_ORDER, _("Notre ordre à nous")),
        ]
        offered = [
            ("", "—"),
            *((key, METRIC_TEXTS[key].name) for key in list_metric_choices(statistics)),
        ]
        for n in range(1, MAX_METRICS + 1):
            label = _("Critère %(n)s") % {"n": n}
            self.fields[f"metric{n}"] = forms.ChoiceField(label=label, choices=offered, required=False)
        low, high = BOUNDS
        for key, name in WORTHS.items():
            wrong = dict.fromkeys(("invalid", "min_value", "max_value"), NUMBER)
            field = forms.IntegerField(label=name, min_value=low, max_value=high, required=False, error_messages=wrong)
            field.widget.attrs["inputmode"] = "numeric"
            self.fields[key] = field
        self.fields["least_tables"] = WholeNumberField(1, MOST_TABLES, label=LEAST, required=False)
        for key, name in IDLE_LABELS.items():
            self.fields[key] = forms.ChoiceField(label=name, choices=list(UNPLAYED_WORTH_TEXTS.items()), required=False)
        self.fields["exempt"].help_text = AWAY_HELP

    def orders(self) -> list[tuple[BoundWidget, Any]]:
        """Return each usual order of criteria as (radio button, description), the club's own order last."""
        about = [ORDER_TEXTS[key][1] for key in self.usual]
        return list(zip(self["order"], [*about, _("Vos critères, dans l’ordre où ils départagent.")], strict=True))

    def metrics(self) -> list[forms.BoundField]:
        """Return the inputs of the criteria, from the first to the last."""
        return [self[f"metric{n}"] for n in range(1, MAX_METRICS + 1)]

    def worths(self) -> list[forms.BoundField]:
        """Return the inputs that say what a table, a rest or an unplayed table is worth."""
        return [self["places"], *(self[key] for key in SCALES)]

    def clean_places(self) -> tuple[int, ...]:
        words = self.cleaned_data["places"].replace(",", " ").replace(";", " ").split()
        try:
            places = tuple(int(word) for word in words[: MAX_PLACES + 1])
        except ValueError:
            raise forms.ValidationError(NUMBERS) from None
        return places or Scales().places

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        given = {key: data[key] for key in SCALES if data[key] not in (None, "")}
        scales = Scales(places=data["places"], **given)
        chosen = [data[f"metric{n}"] for n in range(1, MAX_METRICS + 1) if data[f"metric{n}"]]
        if data["order"] == OWN_ORDER or (chosen and self._criteria_alone_changed()):
            data["ranking"] = RankingOrder(("left", *chosen), scales)
        else:
            data["ranking"] = RankingOrder(PRESETS[data["order"]].precedence, scales)
        return data

    def _criteria_alone_changed(self) -> bool:
        """True if a criterion was changed but no other usual order chosen, so that the criteria count as the club's own
        order."""
        return "order" not in self.changed_data and any(key.startswith("metric") for key in self.changed_data)

    def find_field(self, path: str) -> str | None:
        """Return the name of the input at which to show that a criterion is refused. `path`: the name of an input; or
        the key of a criterion, shown at the input that chose it, the second one if two did; or "" for a missing
        criterion, shown at the first empty input. None for any other path."""
        at = {str(field.value()): field.name for field in self.metrics() if field.value()}
        at[""] = next((field.name for field in self.metrics() if not field.value()), "metric1")
        return path if path in self.fields else at.get(path)


def _build_initial(now: RankingOrder, offered: Collection[str]) -> dict[str, Any]:
    """Return the form's initial values for the order in force. `offered`: the usual orders, by key."""
    preset = find_preset(RankingOrder(now.precedence))
    usual = preset if preset in offered else OWN_ORDER
    metrics = {f"metric{n}": key for n, key in enumerate(now.precedence[1:], 1)}
    worths = {key: getattr(now.scales, key) for key in SCALES}
    return {"order": usual, "places": " ".join(map(str, now.scales.places)), **metrics, **worths}


class AdjustmentForm(forms.Form):
    """The form of a bonus or penalty for a player. `unit`: the name of the figure that it changes; `rounds`: the
    numbers of the rounds to choose from, 0 for none; the last of them is preselected. `asks_round`: False where players
    know no round numbers: the form then asks for no round, and 0 is chosen."""

    amount = WholeNumberField(
        *BOUNDS, label="", error_messages={"required": _("Écrivez un nombre, avec − pour une pénalité.")}
    )
    round = forms.TypedChoiceField(label=_("Dans quelle ronde ?"), coerce=int)
    rule = forms.CharField(
        label=_("D’après quelle règle ?"),
        max_length=RULE_LENGTH,
        help_text=_("Un article, ou quelques mots, que tout le monde lit : « Règlement du club, article 4 »."),
        error_messages={"required": _("Dites d’après quelle règle : un article, ou quelques mots.")},
    )
    reason = forms.CharField(
        label=_("Pourquoi ?"),
        max_length=300,
        help_text=_("Tout le monde le lit à côté du rang : « Deuxième retard, de vingt minutes »."),
        error_messages={"required": _("Dites pourquoi : tout le monde le lit à côté du rang.")},
    )

    def __init__(
        self,
        entries: Sequence[Entry],
        unit: Any,
        rounds: Sequence[int],
        *args: Any,
        asks_round: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        known = {str(entry.pk): entry for entry in entries}
        nobody = _("Choisissez quelqu’un.")
        self.fields["entry"] = forms.TypedChoiceField(
            label=_("À qui ?"),
            choices=[("", "—"), *((pk, entry.listed_name) for pk, entry in known.items())],
            coerce=known.get,
            error_messages={"required": nobody, "invalid_choice": nobody},
        )
        self.order_fields(["entry", "amount"])
        self.fields["amount"].label = gettext("Combien (%(unit)s) ?") % {"unit": unit}
        self.fields["amount"].help_text = gettext("Un bonus s’écrit 20, une pénalité −20.")
        names = {0: gettext("aucune : toute la soirée")}
        chosen = get_field(self, "round", forms.TypedChoiceField)
        chosen.choices = [(n, names.get(n) or gettext("Ronde %(n)s") % {"n": n}) for n in rounds]
        chosen.initial = rounds[-1] if asks_round else 0
        if not asks_round:
            chosen.widget = forms.HiddenInput()
