"""The rules of a tournament: what it changes in the game's first rules, and all its options."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from .row_table import RowColumn, RowTable


class RuleChangesTable(RowTable):
    """The options whose values differ from the first preset of the game."""

    label = RowColumn(_("Ce qui se choisit"), names_row=True)
    usual = RowColumn(_("D’ordinaire"))
    value = RowColumn(_("Ce soir"))
    rules = RowColumn(_("Articles"))

    def render_value(self, row: Any) -> SafeString:
        """Return the value, with a tag if the tournament's preset gives it and no source settles it."""
        house = format_html(' <span class="tag">{}</span>', row.house) if row.house else ""
        return format_html("<strong>{}</strong>{}", row.value, house)

    def render_rules(self, row: Any) -> SafeString:
        """Return the ids of the rules that the option changes, as links within the page."""
        links = ((rule, rule) for rule in row.rules)
        return format_html_join("", '<a class="rule" href="#{}">{}</a> ', links)


class RuleOptionsTable(RowTable):
    """Every option of the game's rules with its value in the tournament, on paper."""

    style = "lines options"
    label = RowColumn(_("Option"), names_row=True)
    value = RowColumn(_("Ce soir"))
    rules = RowColumn(_("Article"), style="small", head_style="")

    def render_label(self, row: Any) -> SafeString:
        """Return the name of the option, and below it the text that explains it."""
        return format_html('{}<br><span class="small">{}</span>', row.label, row.help)

    def render_value(self, row: Any) -> SafeString | str:
        """Return the option's value, in bold and with a note if the organiser changed it for the evening."""
        if not row.differs:
            return str(row.value)
        return format_html('<strong>{}</strong> <span class="small">{}</span>', row.value, _("(choisi pour la soirée)"))

    def render_rules(self, row: Any) -> SafeString:
        """Return the ids of the option's rules, and below them the provenance of its usual value."""
        provenance = format_html('<span class="house">{}</span>', row.provenance) if row.is_house else row.provenance
        return format_html("{}<br>{}", row.rules, provenance)
