"""Forms about the club: what it is called and shows, who runs it, how the hall's phones reach it."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.forms.amounts import CurrencyField
from tournaments.forms.fields import NameField, get_field
from tournaments.models import Club
from tournaments.models.rights import Role
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.time_zones import list_zone_choices


class ClubForm(forms.Form):
    """The form of a club's name, card suits and currency, and of how its lists and public pages show players' names."""

    name = NameField(label=_("Nom du club"))
    cards = forms.ChoiceField(choices=Club.Cards, widget=forms.RadioSelect)
    currency = CurrencyField(
        label=_("Monnaie"),
        help_text=_("Celle des inscriptions et des lots des prochaines soirées : trois lettres, comme EUR ou CHF."),
    )
    family_first = forms.BooleanField(
        label=_("Ranger les listes par nom de famille"),
        help_text=_(
            "« Marchand Odile » au lieu d’« Odile Marchand » sur les listes alphabétiques, les badges et au pointage, "
            "là où le nom de famille est connu."
        ),
        required=False,
    )
    table_corrections = forms.BooleanField(
        label=_("Laisser les tables corriger leurs coups"),
        help_text=_(
            "Sur le téléphone, tant qu’on joue, avec l’accord d’un autre joueur : la correction se lit comme une des "
            "vôtres."
        ),
        required=False,
    )
    ratings_public = forms.BooleanField(
        label=_("Montrer l’adresse au jeu de chacun sur les pages publiques"),
        help_text=_(
            "Là où les soirées du club montrent qu’un jeu en demande, et pour ceux dont elles montrent le nom. Qui ne "
            "veut rien qu’on calcule de lui n’y est pas."
        ),
        required=False,
    )
    photos_kept = forms.BooleanField(
        label=_("Garder les photos des feuilles de papier"),
        help_text=_(
            "Avec la soirée, pour qui l’arbitre, et pour personne d’autre : on revoit le papier d’un coup. Une photo "
            "part dès qu’on efface le nom d’un joueur de sa table."
        ),
        required=False,
    )
    initials = forms.BooleanField(
        label=_("Montrer des initiales sur les pages publiques, au lieu des noms"), required=False
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        kept = {name: getattr(club, name) for name in self.base_fields}
        super().__init__(data, initial=kept | {"name": club.shown_name})
        self._club = club
        games = [localise(game.italian_cards) for game in scoring.list_games() if game.italian_cards]
        self.fields["cards"].label = _("Enseignes des cartes, %(games)s") % {"games": join_texts(games)}
        get_field(self, "currency", CurrencyField).kept = club.currency

    def clean_name(self) -> str:
        """Return the name to store. A name left as the page showed it is stored as it is in the club, which may differ
        from what was shown."""
        name: str = self.cleaned_data["name"]
        return self._club.name if name == self._club.shown_name else name


class TechnicalForm(forms.Form):
    """A club's time zone, and which programs and sites may show its public pages."""

    time_zone = forms.ChoiceField(
        label=_("Fuseau horaire"), help_text=_("L’heure des pages, et le jour auquel une soirée appartient.")
    )
    indexed = forms.BooleanField(
        label=_("Ouvrir nos pages publiques aux moteurs de recherche"),
        help_text=_("Sans cela, on leur demande de ne rien garder : qui cherche un nom ne tombe pas sur nos soirées."),
        required=False,
    )
    framers = forms.CharField(
        label=_("Sites qui peuvent montrer nos tableaux dans leurs pages"),
        help_text=_(
            "Un par ligne, comme https://www.exemple.fr. Leur cadre montre /CODE/embed/standings ou /CODE/embed/board, "
            "CODE étant celui de la soirée. Vide : aucun."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"}),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        initial = {"time_zone": club.time_zone, "indexed": club.indexed, "framers": "\n".join(club.framers.split())}
        super().__init__(data, initial=initial)
        get_field(self, "time_zone", forms.ChoiceField).choices = list_zone_choices(club.time_zone)


class RoleForm(forms.Form):
    """The form of the role of a member, or of somebody invited."""

    role = forms.ChoiceField(label=_("Rôle"), choices=Role)


class HandOverForm(forms.Form):
    """The form by which the owner hands a club over: his password again and, if the installation is his too, whether it
    goes with the club."""

    password = forms.CharField(
        label=_("Votre mot de passe"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Tapez votre mot de passe : c’est bien vous ?")},
    )
    with_installation = forms.BooleanField(
        label=_("Céder aussi l’ordinateur du club : réseau, copies, mises à jour"), required=False
    )

    def __init__(self, *args: Any, owns_installation: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not owns_installation:
            del self.fields["with_installation"]


class InvitationCodeForm(forms.Form):
    """The code of an invitation."""

    code = forms.CharField(
        label=_("Le code de l’invitation"),
        max_length=40,
        help_text=_("Douze lettres et chiffres, que montre l’écran de qui vous invite."),
        error_messages={"required": _("Tapez le code que montre l’écran de qui vous invite.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class InvitedAccountForm(InvitationCodeForm):
    """The name and the password of who was invited."""

    name = NameField(
        label=_("Votre nom"),
        help_text=_("Celui que le club verra, et sous lequel vous entrerez. 80 caractères au plus."),
    )
    password = forms.CharField(
        label=_("Un mot de passe"),
        strip=False,
        help_text=_("Douze caractères au moins : quelques mots de suite vont très bien."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _("Choisissez un mot de passe.")},
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password


HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*", re.ASCII)


MOST_NAME_BYTES = 32
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63


class AddressForm(forms.Form):
    """The form of the address that phones use to reach this computer: one of its own, or one typed in."""

    known = forms.ChoiceField(label=_("Adresses de cet ordinateur"), widget=forms.RadioSelect, required=False)
    typed = forms.CharField(
        label=_("Ou une autre adresse, ou un nom"),
        help_text=_("Sans « http:// » : par exemple 192.168.1.20, ou corbillon.local."),
        required=False,
    )

    def __init__(self, found: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        get_field(self, "known", forms.ChoiceField).choices = [(address, address) for address in found]

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"].strip()
        if typed and not HOST.fullmatch(typed):
            raise ValidationError(_("Écrivez l’adresse seule : des chiffres et des points, ou un nom sans espace."))
        return typed

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("typed") and not data.get("known"):
            self.add_error("typed", _("Choisissez une adresse, ou écrivez-en une."))
        return data

    def address(self) -> str:
        """Return the chosen address, an IPv4 address or a name; the typed one comes first."""
        return str(self.cleaned_data["typed"] or self.cleaned_data["known"])


class WifiForm(forms.Form):
    """The Wi-Fi of the hall: its name as phones list it, its password, and whether the poster shows them."""

    name = forms.CharField(
        label=_("Le nom du Wi-Fi"),
        help_text=_("Tel que les téléphones le montrent. Laissez vide pour ne plus rien dire du Wi-Fi."),
        required=False,
        max_length=32,
    )
    password = forms.CharField(
        label=_("Son mot de passe, si les invités peuvent le connaître"),
        help_text=_(
            "Laissez vide pour que le carré ne le donne pas. Il n’est gardé que sur cet ordinateur, hors des "
            "données du club et de leurs copies."
        ),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    on_poster = forms.BooleanField(
        label=_("Les imprimer sur l’affiche de la soirée, avec un carré pour s’y relier"), required=False
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if len(name.encode()) > MOST_NAME_BYTES:
            raise ValidationError(
                _("Ce nom de Wi-Fi est trop long : 32 caractères au plus, une lettre accentuée en valant deux.")
            )
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise ValidationError(_("Un mot de passe de Wi-Fi a de 8 à 63 caractères."))
        return password


class PictureForm(forms.Form):
    """The form of a picture for a club's pages: the file, whose it is, and whether it is the club's logo or a
    partner's."""

    LOGO, SPONSOR = "logo", "sponsor"

    file = forms.FileField(
        label=_("Une image"),
        help_text=_("PNG (2 Mo au plus) ou SVG (200 ko). D’un SVG, seul ce qui dessine est gardé."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/svg+xml,.png,.svg"}),
        error_messages={"required": _("Choisissez d’abord un fichier."), "empty": _("Ce fichier est vide.")},
    )
    name = NameField(
        label=_("De qui elle est"),
        help_text=_("Lu à qui ne la voit pas : « Cercle du Corbillon », « Café de la Gare »."),
    )
    place = forms.ChoiceField(
        label=_("Où elle se montre"),
        choices=[(LOGO, _("en tête : le logo du club")), (SPONSOR, _("au pied : un partenaire"))],
        widget=forms.RadioSelect,
        initial=LOGO,
    )
