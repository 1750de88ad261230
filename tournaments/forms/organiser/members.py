"""Forms about the people who run a club: an invitation's role, a member's role, the password that hands a club over."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import NameField
from tournaments.models.rights import Role


class RoleForm(forms.Form):
    """The role of a member, or of who is invited."""

    role = forms.ChoiceField(label=_("Rôle"), choices=Role)


class HandOverForm(forms.Form):
    """The owner's password again; whether the installation goes with the club is asked of whom it belongs to."""

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
