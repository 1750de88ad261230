"""Forms about people: who joins a tournament or the club's list, a name changed, two players merged into one."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField, NamesField, SeveralRowsField, get_field, tidy_name
from tournaments.models import Entry, Merge, Player, PlayerDetails, Tournament
from tournaments.models.listed_names import split_name
from tournaments.presentation.text.namesake_text import tell_apart
from tournaments.standings.ranking import get_name_key

Person = TypeVar("Person", Player, Entry)


def sort_by_name(people: Iterable[Person]) -> list[Person]:
    """Return people of one club sorted by `listed_name`, as a reader expects: Élise between Denis and Fanny, capitals
    or not."""
    sorted_people = list(people)
    of_club = "tournament__club" if isinstance(next(iter(sorted_people), None), Entry) else "club"
    prefetch_related_objects(sorted_people, of_club)
    if any(isinstance(person, Entry) and person.tournament.club.family_first for person in sorted_people[:1]):
        prefetch_related_objects(sorted_people, "player")
    return sorted(sorted_people, key=lambda person: (get_name_key(person.listed_name), person.pk))


def list_namesakes(players: Iterable[Player], *known: Player) -> list[tuple[int, str, str]]:
    """Return (id, name, remark) of each of these players of one club, in alphabetical order. The remark tells namesakes
    apart, among these players and those of `known`; it is "" for a name that nobody shares."""
    sorted_players = sort_by_name(players)
    apart = tell_apart([*sorted_players, *known])
    return [(each.pk, each.listed_name, apart.get(each.pk, "")) for each in sorted_players]


def list_player_choices(players: QuerySet[Player], *known: Player) -> list[tuple[int, str]]:
    """Return players as choices (id, text). The text is the name, followed for namesakes by what tells them apart, also
    from the players of `known`."""
    rows = list_namesakes(players.select_related("club"), *known)
    return [(pk, f"{name} · {words}" if words else name) for pk, name, words in rows]


class PeopleField(SeveralRowsField):
    """Players to tick, in alphabetical order."""

    widget = forms.CheckboxSelectMultiple

    def offer_players(self, players: QuerySet[Player], entered: Tournament | None = None) -> None:
        """Set these players as the choices, without those who are entered in this tournament; what tells namesakes
        apart stands below the name."""
        there = Exists(Entry.objects.filter(tournament=entered, player=OuterRef("pk")))
        everybody = list(players.select_related("club").annotate(is_there=there))
        offered = [each for each in everybody if not each.is_there]
        rows = list_namesakes(offered, *(each for each in everybody if each.is_there))
        self.queryset = players.exclude(entries__tournament=entered) if entered else players
        self.choices = [
            (pk, format_html('{} <span class="small">{}</span>', name, words) if words else name)
            for pk, name, words in rows
        ]


ONE_NAME_A_LINE = _("Un nom par ligne.")
NAMES_OF_TONIGHT = _("Un nom par ligne, par exemple « Marie Petit ».")
NOBODY_CHOSEN = _("Cochez ou écrivez au moins un nom.")


class PeopleForm(forms.Form):
    """People ticked in the club's list (`players`) or typed in, one a line (`typed`)."""

    typed = NamesField(
        label=_("Joueurs"),
        help_text=ONE_NAME_A_LINE,
    )
    players = PeopleField(Player.objects.none(), label=_("Joueurs du club"), required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a typed name that several people of the list have, of whom nobody can say who is meant."""
        data = super().clean() or self.cleaned_data
        typed, known = Counter(data.get("typed") or ()), get_field(self, "players", PeopleField).queryset
        if not typed or known is None:
            return data
        others = known.filter(name__in=typed).exclude(pk__in=[player.pk for player in data.get("players") or ()])
        for name, n in Counter(others.values_list("name", flat=True)).items():
            if n > max(1, typed[name]):
                words = _("« %(name)s » : %(n)s personnes de la liste ont ce nom. Cochez la bonne dans la liste.")
                self.add_error("typed", words % {"name": name, "n": n})
        return data


class TournamentPlayersForm(PeopleForm):
    """Players to add to an existing tournament: the club's players who are not in it yet, and typed names."""

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = get_field(self, "players", PeopleField)
        people.offer_players(Player.objects.filter(club_id=tournament.club_id, active=True), tournament)
        self.fields["typed"].help_text = NAMES_OF_TONIGHT

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data["players"] and not data["typed"]:
            self.add_error("typed", NOBODY_CHOSEN)
        return data


class ClubPlayersForm(forms.Form):
    """The form of new players of a club: their names, one a line."""

    typed = NamesField(label=_("Nouveaux joueurs"), help_text=ONE_NAME_A_LINE)

    def clean_typed(self) -> list[str]:
        names: list[str] = self.cleaned_data["typed"]
        if not names:
            raise ValidationError(_("Écrivez au moins un nom."))
        return names


class RenameForm(forms.Form):
    """The form of a person's new name."""

    name = NameField(label=_("Nom"), max_length=None)


class PlayerNameForm(RenameForm):
    """The form of a player's name: the given name and the family name in two fields, or the whole name in the first. In
    a valid form `cleaned_data["whole"]` is the whole name."""

    family_name = forms.CharField(
        label=_("Nom de famille"), required=False, help_text=_("Vide : le nom reste d’une pièce, comme il est écrit.")
    )

    def __init__(self, player: Player, data: Any = None) -> None:
        given, family = split_name(player.name, player.family_name)
        super().__init__(data, initial={"name": given, "family_name": family})
        self.fields["name"].label = _("Prénom, ou nom entier")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                data["whole"] = tidy_name(f"{data['name']} {data['family_name']}")
            except ValidationError as wrong:
                self.add_error("name", wrong)
        return data


class PlayerDetailsForm(forms.ModelForm):
    """What the club keeps of a player beside his name; each is optional."""

    paid = forms.NullBooleanField(
        label=_("A payé sa cotisation"),
        required=False,
        widget=forms.Select(choices=[("", "—"), ("true", _("oui")), ("false", _("non"))]),
    )

    pictures = forms.NullBooleanField(
        label=_("Accepte les photos"),
        help_text=_("Être pris en photo à une soirée, et montré. « Non » se lit au pointage."),
        required=False,
        widget=forms.Select(choices=[("", "—"), ("true", _("oui")), ("false", _("non"))]),
    )

    class Meta:
        model = PlayerDetails
        fields = ("licence", "home_club", "email", "category", "note", "paid", "pictures")


class MergeForm(forms.Form):
    """The other player of the club who is the same person, so that the two are merged."""

    other = forms.ModelChoiceField(Player.objects.none(), label=_("Le même que"), empty_label="—")

    def __init__(self, player: Player, data: Any = None) -> None:
        super().__init__(data)
        others = Player.objects.filter(club=player.club_id, erasure=None).exclude(pk=player.pk)
        field = get_field(self, "other", forms.ModelChoiceField)
        field.queryset = others
        listed = others.exclude(pk__in=Merge.objects.filter(undone_at=None).values("gone"))
        field.choices = [("", "—"), *list_player_choices(listed, player)]
