"""The form of a key for another program."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.tokens import MOST_DAYS, TOKEN_ROLES
from tournaments.forms.fields import NameField
from tournaments.rights import Right, Role

SCOPES = (Right.LOOK, Right.ARBITRATE, Right.RUN)
"""What the interface for programs does."""


class ApiKeyForm(forms.Form):
    """What a key is for, what it permits, and for how long."""

    name = NameField(label=_("À quel programme"), help_text=_("Le journal le nommera : « Site du club »."))
    role = forms.ChoiceField(
        label=_("Rôle"), choices=[(role.value, role.label) for role in TOKEN_ROLES], initial=Role.READER
    )
    scopes = forms.MultipleChoiceField(
        label=_("Ce que la clé permet"),
        choices=[(right.value, right.label) for right in SCOPES],
        initial=[Right.LOOK],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Rien de plus que ce que permet son rôle."),
        error_messages={"required": _("Choisissez ce que la clé permet, parmi ce que permet son rôle.")},
    )
    days = forms.IntegerField(
        label=_("Pour combien de jours"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=90,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("De 1 à 366 jours.")),
    )

    def clean_role(self) -> Role:
        """Return the role."""
        return Role(self.cleaned_data["role"])

    def clean_scopes(self) -> Any:
        """Return the rights."""
        return [Right(scope) for scope in self.cleaned_data["scopes"]]
