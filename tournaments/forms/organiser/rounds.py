"""Forms about rounds: format and plan of the tournament, table sizes, check-in, who plays when, pairs, teams and
exclusions."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.book.sheet import build_setting, needs_sides
from tournaments.draws.bounds import Bound
from tournaments.draws.divisions import Division
from tournaments.forms.fields import NameField, SeveralRowsField, WholeNumberField, get_field
from tournaments.models import Entry, Team, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.reading.kept_ratings import GameRatings

from .phases import TablesField, choose_usual_mix, describe_mix
from .players import sort_by_name

MOST_ROUNDS = 100
MOST_MINUTES = 600
USUAL_MINUTES = 20  # of a message to the hall
MOST_TABLES = 999

FORMATS = (
    (Tournament.Format.FREE, _("Tables libres : on se place, on joue, on change de table quand on veut")),
    (Tournament.Format.FIXED, _("Rondes tirées d’avance : tout le monde sait dès le début où il jouera")),
    (Tournament.Format.RANDOM, _("Rondes tirées au sort l’une après l’autre : on peut arriver et partir")),
    (Tournament.Format.STANDING, _("Rondes d’après le classement : on joue contre ses voisins de rang")),
    (Tournament.Format.SWISS, _("Suisse, à deux : contre quelqu’un de même score, jamais deux fois le même")),
    (Tournament.Format.ALL, _("Toutes rondes, à deux : chacun rencontre chacun")),
    (Tournament.Format.KNOCKOUT, _("Élimination directe, à deux : qui perd sort, jusqu’à la finale")),
    (Tournament.Format.GROUPS, _("Poules puis finales, à deux : toutes rondes par poule, puis un tableau")),
)
PAIRINGS = (
    (
        Tournament.Pairing.SINGLE,
        _("Chacun pour soi"),
    ),
    (Tournament.Pairing.FIXED, _("Deux contre deux, toujours avec le même partenaire")),
    (
        Tournament.Pairing.DRAWN,
        _("Deux contre deux, avec un partenaire tiré à chaque ronde ; chacun a son propre total"),
    ),
)
WITH_WHOM_ONE_SITS = _("Deux contre deux, avec qui est assis en face ; chacun a son propre total")
BY_TEAMS = (
    (Tournament.Pairing.SINGLE, _("Chacun pour soi")),
    (
        Tournament.Pairing.TEAMS,
        _("Équipe contre équipe, en suisse ou en toutes rondes : le premier de l’une contre le premier de l’autre"),
    ),
)


class PlanForm(forms.Form):
    """The plan of a tournament: format, pairs where the game has them, number of rounds, minutes a round."""

    format = forms.ChoiceField(label=_("Comment se joue la soirée ?"), choices=FORMATS, widget=forms.RadioSelect)
    pairing = forms.ChoiceField(label=_("Qui joue avec qui ?"), choices=PAIRINGS, widget=forms.RadioSelect)
    rounds = WholeNumberField(
        1, MOST_ROUNDS, label=_("Nombre de rondes"), help_text=_("Il se change en cours de soirée.")
    )
    minutes = WholeNumberField(
        1,
        MOST_MINUTES,
        label=_("Minutes par ronde"),
        help_text=_("Pour la pendule de la salle. Laissez vide pour jouer sans pendule."),
        required=False,
    )
    by_rating = forms.BooleanField(
        label=_("Première ronde d’après l’adresse au jeu : on joue contre ses voisins"),
        help_text=_("Qui n’a pas d’estimation compte comme un joueur du milieu."),
        required=False,
    )

    def __init__(
        self, tournament: Tournament, pairs: bool, *args: Any, ratings: GameRatings | None = None, **kwargs: Any
    ) -> None:
        """Build the form. `ratings`: those of the game (None if there are none); a first round by rating is offered
        only if they say something of skill."""
        initial = {
            "format": tournament.format,
            "pairing": tournament.pairing,
            "rounds": tournament.planned_rounds,
            "minutes": tournament.minutes,
            "by_rating": bool(tournament.seeding.get("wanted")),
        }
        super().__init__(*args, **{"initial": initial, **kwargs})
        if not (ratings and ratings.is_rated) and not initial["by_rating"]:
            del self.fields["by_rating"]
        in_teams = BY_TEAMS if tournament.team_score and 2 in tournament.table_sizes else ()
        pairing = get_field(self, "pairing", forms.ChoiceField)
        pairing.choices = [*PAIRINGS, *in_teams[1:]] if pairs else in_teams
        setting, _problems = build_setting(tournament, ("1", "2", "3", "4"), needs_sides(tournament))
        if pairs and setting and setting.sides:
            pairing.choices = [(Tournament.Pairing.SINGLE, WITH_WHOM_ONE_SITS), *PAIRINGS[1:], *in_teams[1:]]
        if not pairs:
            if not in_teams:
                del self.fields["pairing"]
            if 2 not in tournament.table_sizes:
                field = get_field(self, "format", forms.ChoiceField)
                field.choices = [each for each in FORMATS if each[0] not in Tournament.DUELS]

    def clean(self) -> dict[str, Any]:
        """Ignore the typed number of rounds where the format sets it."""
        data = super().clean() or self.cleaned_data
        if data.get("format") in Tournament.FIXED_ENDS:
            self.errors.pop("rounds", None)
            data["rounds"] = data.get("rounds") or self.initial["rounds"]
        return data

    def get_plan(self) -> dict[str, Any]:
        """Return the plan as keyword arguments of the action that writes it."""
        return {"pairing": Tournament.Pairing.SINGLE} | self.cleaned_data


class DivisionForm(forms.Form):
    """The form of a choice between divisions of the players into tables («3 tables de 4 et 1 table de 3»)."""

    sizes_of = TablesField(label=_("Quelles tables ?"), widget=forms.RadioSelect)

    def __init__(
        self,
        divisions: Sequence[tuple[Division, Bound]],
        data: Any = None,
        *,
        others: Sequence[tuple[Division, Bound]] = (),
        unit: int,
        allowed: Sequence[int],
        before: Sequence[int],
    ) -> None:
        """Build the form. `divisions`: those to choose from, each with the least that its repeated meetings can be.
        Preselected is one at least as good as the first, with tables like those of the round before or else usual ones.

        `others`: more divisions, shown on demand. `allowed`: the sizes that tables may have. `before`: the size of each
        table of the round before. `unit`: how many people one player of the draw stands for (2 where fixed pairs are
        drawn)."""
        super().__init__(data)
        keys = {each: get_division_key(each) for each, _least in divisions}
        words = {each: describe_division(each, unit) + describe_repeats(least) for each, least in (*divisions, *others)}
        field = get_field(self, "sizes_of", TablesField)
        order = field.sort_divisions([*keys], [each for each, _least in others])
        field.initial = get_usual_key(divisions, allowed, before) if keys else None
        choices = [(keys.get(each, "-".join(map(str, each.sizes))), words[each]) for each in order]
        field.choices = sorted(choices, key=lambda choice: choice[0] != field.initial)  # the usual one is the first
        field.error_messages["required"] = _("Choisissez les tables.")

    def sizes(self) -> tuple[int, ...]:
        """Return the table sizes that the chosen division stands for: each size once in ascending order, as (3, 4); for
        one of the `others` the size of every table, the largest first, as (4, 4, 3)."""
        return tuple(map(int, self.cleaned_data["sizes_of"].split("-")))


def get_usual_key(divisions: Sequence[tuple[Division, Bound]], allowed: Sequence[int], before: Sequence[int]) -> str:
    """Return the form value («3-4») of the division to preselect, among those at least as good as the first one.
    `divisions`: each with the least that its repeated meetings can be; `allowed`: the sizes that tables may have;
    `before`: the size of each table of the round before."""
    first, least = divisions[0][0].resting, divisions[0][1].repeats
    good = [each.sizes for each, bound in divisions if each.resting == first and bound.repeats <= least]
    return "-".join(map(str, sorted(set(choose_usual_mix(good, allowed, before)))))


def get_division_key(division: Division) -> str:
    """Return the form value of a division: the sizes of its tables, each once, as «3-4»."""
    return "-".join(map(str, sorted(set(division.sizes))))


def describe_division(division: Division, unit: int) -> str:
    """Return a division in words: «3 tables de 4 et 1 table de 3 ; tout le monde joue». `unit`: how many people one
    player of the draw stands for (2 for fixed pairs)."""
    words = describe_mix(tuple(size * unit for size in division.sizes), unit * sum(division.sizes))
    if not division.resting:
        return words + (_(" ; tout le monde joue") if unit == 1 else _(" ; toutes les paires jouent"))
    n = division.resting * unit
    return words + ngettext(" ; %(n)s personne se repose", " ; %(n)s personnes se reposent", n) % {"n": n}


def describe_repeats(least: Bound) -> str:
    """Return the words « ; au moins 3 rencontres répétées» for these least repeated meetings, with their cost if it is
    higher, as a third meeting of two people costs double; "" if none must repeat."""
    if not least.repeats:
        return ""
    words = ngettext(" ; au moins %(n)s rencontre répétée", " ; au moins %(n)s rencontres répétées", least.repeats)
    if least.pair_cost > least.repeats:
        words += _(" (%(cost)s, si une troisième fois compte double)")
    return words % {"n": least.repeats, "cost": least.pair_cost}


PRESENCE_WORDS = (
    (Entry.Presence.PRESENT, _("là")),
    (Entry.Presence.EXPECTED, _("attendu")),
    (Entry.Presence.ABSENT, _("ne joue pas")),
)


class CheckInForm(forms.Form):
    """The form of each player's presence: here, still expected, or not playing. `seen`: what the page showed,
    "ID=PRESENCE" for each; only a choice that differs from it is a change."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, entries: Sequence[Entry], data: Any = None) -> None:
        super().__init__(data)
        self.entries = entries
        self.fields["seen"].initial = " ".join(f"{entry.pk}={entry.presence}" for entry in entries)
        for entry in entries:
            self.fields[f"presence-{entry.pk}"] = forms.ChoiceField(
                choices=PRESENCE_WORDS,
                widget=forms.RadioSelect,
                initial=entry.presence,
                required=False,
                error_messages={"invalid_choice": _("Choisissez ce qu’il en est.")},
            )

    def list_rows(self) -> list[tuple[Entry, BoundField]]:
        """Return each player's entry with the input of his presence."""
        return [(entry, self[f"presence-{entry.pk}"]) for entry in self.entries]

    def list_changes(self) -> dict[str, list[Entry]]:
        """Return the entries whose presence was changed, by the new presence; those left as the page showed them, or
        not on it, are left out."""
        known = dict(each.split("=", 1) for each in self.cleaned_data["seen"].split() if "=" in each)
        changes: dict[str, list[Entry]] = {}
        for entry in self.entries:
            chosen = self.cleaned_data[f"presence-{entry.pk}"]
            if chosen and chosen != known.get(str(entry.pk), entry.presence):
                changes.setdefault(chosen, []).append(entry)
        return changes


class EntryField(forms.ModelChoiceField):
    """One player of the tournament, chosen in a list."""

    def __init__(self, label: Any) -> None:
        super().__init__(Entry.objects.none(), label=label, empty_label="—")
        self.error_messages["required"] = self.error_messages["invalid_choice"] = _("Choisissez quelqu’un.")

    def offer_entries(self, tournament: Tournament, entries: Iterable[Entry]) -> None:
        """Offer these entries of the tournament, in alphabetical order."""
        self.queryset = tournament.entries.all()
        self.choices = [("", "—"), *((entry.pk, entry.listed_name) for entry in sort_by_name(entries))]


class ParticipationForm(forms.Form):
    """The rounds from which and to which somebody plays, and the table at which he stays, if any."""

    entry = EntryField(_("Qui ?"))
    first = WholeNumberField(1, MOST_ROUNDS, label=_("Joue à partir de la ronde"), initial=1)
    last = WholeNumberField(
        0, MOST_ROUNDS, label=_("… et jusqu’à la ronde"), required=False, help_text=_("Vide : jusqu’au bout.")
    )
    table = WholeNumberField(
        1, MOST_TABLES, label=_("Reste à la table"), required=False, help_text=_("Pour qui se déplace difficilement.")
    )

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        get_field(self, "entry", EntryField).offer_entries(tournament, entries)


class SeatingExclusionForm(forms.Form):
    """People who should not sit at the same table."""

    people = SeveralRowsField(
        Entry.objects.none(), label=_("Qui ne devrait pas se rencontrer ?"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = get_field(self, "people", SeveralRowsField)
        field.queryset = tournament.entries.all()
        field.choices = [(entry.pk, entry.listed_name) for entry in sort_by_name(entries)]
        field.error_messages["required"] = _("Choisissez au moins deux personnes.")


class PairForm(forms.Form):
    """The form of two partners who play together for the whole tournament."""

    first = EntryField(_("Une personne"))
    second = EntryField(_("Son partenaire"))

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        get_field(self, "first", EntryField).offer_entries(tournament, entries)
        get_field(self, "second", EntryField).offer_entries(tournament, entries)


class HallMessageForm(forms.Form):
    """The form of a message shown on the hall's screens, and of how long it stays."""

    words = forms.CharField(
        label=_("Le message"),
        max_length=NAME_LENGTH,
        help_text=_("Par exemple « Entracte, 20 minutes ». Tout le monde le lit, aussi sur les pages publiques."),
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )
    minutes = WholeNumberField(
        1,
        MOST_MINUTES,
        label=_("Pendant combien de minutes"),
        initial=USUAL_MINUTES,
        help_text=_("Puis il disparaît tout seul."),
    )


class TeamForm(forms.Form):
    """A team: its name, and who plays for it."""

    name = NameField(label=_("Nom de l’équipe"))
    entries = SeveralRowsField(Entry.objects.none(), label=_("Ses joueurs"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = get_field(self, "entries", SeveralRowsField)
        field.queryset = tournament.entries.select_related("team")
        field.choices = [(entry.pk, entry.listed_name) for entry in sort_by_name(entries)]
        field.error_messages["required"] = _("Choisissez de deux à huit personnes.")


class TakeOverForm(forms.Form):
    """The form of a change in a team: who leaves it, and who takes his place."""

    entry = EntryField(_("Qui quitte son équipe"))
    newcomer = EntryField(_("Qui le remplace"))

    def __init__(self, tournament: Tournament, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, in_team in (("entry", True), ("newcomer", False)):
            offered = [entry for entry in entries if (entry.team_id is not None) == in_team]
            get_field(self, name, EntryField).offer_entries(tournament, offered)


class TeamRulesForm(forms.Form):
    """What ranks teams, and for how long people of one club are kept apart."""

    score = forms.ChoiceField(
        label=_("Ce qui classe une équipe"),
        choices=Tournament.TeamScore.choices,
        widget=forms.RadioSelect,
        required=False,
        error_messages={"invalid_choice": _("Choisissez ce qui classe les équipes.")},
    )
    best = WholeNumberField(
        1,
        Team.SIZES[-1],
        label=_("Combien de ses joueurs comptent"),
        help_text=_("Les meilleurs. Vide : tous."),
        required=False,
    )
    club_rounds = WholeNumberField(
        1,
        MOST_ROUNDS,
        label=_("Gens d’un même club séparés pendant tant de rondes"),
        help_text=_("Vide : on n’y regarde pas. Le club est celui de la liste des joueurs."),
        required=False,
    )
