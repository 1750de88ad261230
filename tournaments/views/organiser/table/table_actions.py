"""What an organiser may do at one table beside the next step: two or three things in sight, the rare ones in groups."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.book.sheet import Sheet
from tournaments.forms.paper_sheet import list_typed_fields
from tournaments.models import Tournament


@dataclass(frozen=True)
class TableAction:
    """A link from a table's page to something that may be done there: its address and its words."""

    url: str
    label: str


@dataclass(frozen=True)
class ActionGroup:
    """Links of a table's page to rarer things of one kind, behind their title. `help`: a sentence before them, or
    ""."""

    title: str
    actions: list[TableAction]
    help: str = ""
    has_paper: bool = False


@dataclass(frozen=True)
class TableActions:
    """What may be done at the table of this sheet, as links. `titles`: by kind, the title of each event form that may
    be used next; `main_url`: the address of the page's green button, which is not offered twice."""

    sheet: Sheet
    titles: Mapping[str, str]
    main_url: str

    @property
    def is_open(self) -> bool:
        """True if the evening is under way."""
        return self.sheet.tournament.status == Tournament.Status.OPEN

    @property
    def is_playing(self) -> bool:
        """True if the table may still play."""
        return self.is_open and self.sheet.state is not None and not self.sheet.state.complete

    @property
    def has_begun(self) -> bool:
        """True once a coup or another event of this table is in the book."""
        return bool(self.sheet.steps)

    def list_near(self) -> list[TableAction]:
        """Return the links that most tables need, without the one of the green button."""
        return self._skip_main(self._list_usual())

    def _skip_main(self, actions: Iterator[TableAction]) -> list[TableAction]:
        """Return these links without the one that leads where the green button does."""
        return [it for it in actions if it.url != self.main_url]

    def list_groups(self) -> list[ActionGroup]:
        """Return the groups of links to rarer things, without those that are empty."""
        moving = _(
            "Quelqu’un part ? Les places d’une table qui a commencé ne changent plus : qui part est remplacé, ou la "
            "partie s’arrête."
        )
        groups = (
            ActionGroup(_("Un coup à part, une faute"), list(self._list_coups())),
            ActionGroup(
                _("Quelqu’un part, ou s’est mal assis"),
                list(self._list_people()),
                moving if self.has_begun and "leave" in self.titles else "",
            ),
            ActionGroup(
                _("Papier, carte, arrêt de la table"), self._skip_main(self._list_whole()), has_paper=self.is_playing
            ),
        )
        return [each for each in groups if each.actions or each.has_paper]

    def _link(self, name: str, label: str, *args: str) -> TableAction:
        return TableAction(reverse(name, args=[self.sheet.table.pk, *args]), label)

    def _list_forms(self, *kinds: str) -> Iterator[TableAction]:
        for kind in kinds:
            if kind in self.titles:
                yield self._link("desk-mark", self.titles[kind], kind)

    def _list_usual(self) -> Iterator[TableAction]:
        state = self.sheet.state
        yield from self._list_forms("coup", *(["end"] if self.sheet.is_endless else []))
        if self.is_open and state and state.complete:
            if state.purses:
                yield self._link("desk-count", _("Les comptes de la fin"))
            if not self.sheet.is_confirmed:
                yield self._link("desk-confirm", _("Confirmer la feuille"))
        if self.has_begun:
            yield self._link("desk-undo", _("Annuler la dernière ligne"))

    def _list_coups(self) -> Iterator[TableAction]:
        yield from self._list_forms("tricks", "penalty", "recave", "void")

    def _list_people(self) -> Iterator[TableAction]:
        yield from self._list_forms("leave")
        if self.is_playing:
            yield self._link("desk-substitute", _("Remplacer un joueur"))
        if self.is_playing or self.has_begun:
            yield self._link("desk-seats", _("Mal assis"))

    def _list_whole(self) -> Iterator[TableAction]:
        if "coup" in self.titles and list_typed_fields(self.sheet.setting):
            yield self._link("desk-paper", _("Recopier la feuille de papier"))
        if self.is_open:
            codes = reverse("tournament-codes", args=[self.sheet.tournament.pk])
            yield TableAction(codes, _("Sa carte et son code"))
        if not self.sheet.unplayed:
            yield self._link("desk-unplayed", _("Elle ne se joue pas"))
        if not self.sheet.is_endless:
            yield from self._list_forms("end")
