"""Forms in which a table's code is typed: on a phone that has no camera, or by the organiser who holds a printed
sheet."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.book.table_keys import is_valid_code, normalise_code

EXAMPLE = "K7M4\u2060-\u2060P2XQ"  # joined: it stays on one line
OPENS_NOTHING = _("Ce code n’ouvre aucune table. Relisez-le signe par signe, ou demandez-le à l’organisateur.")
EVENING_CLOSED = _("Le code est juste, mais cette soirée est terminée : on n’y marque plus rien.")


class TableCodeForm(forms.Form):
    """The code printed beside a table's QR, typed on a phone."""

    code = forms.CharField(
        label=_("Le code de la table"),
        help_text=format_lazy(
            _("Huit lettres et chiffres, imprimés sur la feuille à côté du carré : par exemple {code}."), code=EXAMPLE
        ),
        error_messages={"required": _("Tapez le code écrit sur la feuille de la table.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code"}
        ),
    )

    def clean_code(self) -> str:
        """Return the table's code. Raises ValidationError if its check digit shows that it is mistyped."""
        code: str = self.cleaned_data["code"]
        if not is_valid_code(normalise_code(code)):
            raise forms.ValidationError(OPENS_NOTHING)
        return code


class SheetCodeForm(forms.Form):
    """The code printed at the top of a score sheet, typed by the organiser."""

    code = forms.CharField(
        label=_("Le code de la table"),
        help_text=format_lazy(
            _("Huit lettres et chiffres, en haut de la feuille de papier : par exemple {code}."), code=EXAMPLE
        ),
        error_messages={"required": _("Tapez le code écrit en haut de la feuille.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autofocus": True}),
    )
