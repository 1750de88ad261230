"""The form of the message on every screen."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.rounds.clock import MOST_MINUTES
from tournaments.forms.fields import WholeNumberField
from tournaments.models.clubs import NAME_LENGTH

USUAL_MINUTES = 20


class HallMessageForm(forms.Form):
    """What is said to the hall, and for how long."""

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
