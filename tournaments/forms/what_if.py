"""What is asked about the rest of a tournament: which places, and how one table might end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.book.table_cards import TableCard
from tournaments.presentation.text.numbers import format_signed
from tournaments.reading.projected_tables import find_missing_gain, find_wrong_seats
from tournaments.reading.races import bound_table, list_gains
from tournaments.standings.score_pools import UNBOUNDED

from .fields import WholeNumberField

MOST = 100_000  # of a gain at one table


class PlacesForm(forms.Form):
    """The form of how many first places to look at, up to `most`; `usual` if nothing is typed."""

    def __init__(self, data: Any, *, most: int, usual: int) -> None:
        super().__init__(data if "places" in data else None, initial={"places": usual}, auto_id="what-if-%s")
        self.fields["places"] = WholeNumberField(1, most, label=_("Combien de premiers ?"))
        self.usual = usual

    @property
    def chosen(self) -> int:
        """The number of first places typed; the usual one if it is missing or wrong."""
        return int(self.cleaned_data["places"]) if self.is_valid() else self.usual


class GainsForm(forms.Form):
    """The form of a supposition: what each player of a table still being played will have won at its end. `names`: by
    entry id."""

    def __init__(self, card: TableCard, names: Mapping[int, str], data: Any) -> None:
        self.card = card
        self.names = [names[seat.entry_id] for seat in card.seats]
        super().__init__(data if "gain1" in data else None, auto_id="what-if-%s")
        for n, (name, now) in enumerate(zip(self.names, list_gains(card), strict=True), 1):
            # no keypad of digits: those of some phones have no minus
            widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
            initial = format_signed(now)
            self.fields[f"gain{n}"] = WholeNumberField(-MOST, MOST, label=name, widget=widget, initial=initial)

    @property
    def gains(self) -> Sequence[int]:
        """The typed gains, in seat order; the form must be valid."""
        return [self.cleaned_data[f"gain{n}"] for n in range(1, len(self.names) + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            self._check_bounds()
        return data

    def _check_bounds(self) -> None:
        """Add an error to each gain that the coups left cannot bring, or to all of them if their sum is impossible."""
        spans, _total = bound_table(self.card)
        now, then = list_gains(self.card), self.gains
        for position in find_wrong_seats(self.card, then):
            span, gain = spans[position - 1], now[position - 1]
            low, high = format_signed(gain + span.low), format_signed(gain + span.high)
            text = _("Avec les coups qui restent, de %(low)s à %(high)s.") % {"low": low, "high": high}
            if span.high >= UNBOUNDED:
                text = _("Pas moins que %(low)s : les points ne baissent pas.") % {"low": low}
            self.add_error(f"gain{position}", text)
        missing = find_missing_gain(self.card, then)
        if missing and not self.errors:
            text = _("Ensemble, ces gains ne sont pas possibles : il s’en faut de %(missing)s.")
            self.add_error(None, text % {"missing": format_signed(missing)})
