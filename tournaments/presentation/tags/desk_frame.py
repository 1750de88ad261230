"""The frame around every organiser's page of an evening: five tabs, and the menu «Plus» with the links most used at
this stage of the evening, each with its state; the other links are on a page of their own. One query a page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from tournaments.models import Tournament
from tournaments.models.querysets import DeskStates
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import get_metric_text
from tournaments.presentation.text.option_text import localise
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.ranking_orders import RankingOrder

register = template.Library()

TAB_PAGES = {
    "tables": (
        "tournament",
        "desk-table",
        "desk-story",
        "desk-mark",
        "desk-correct",
        "desk-count",
        "desk-confirm",
        "desk-undo",
        "tournament-arbiter",
        "round-results",
    ),
    "players": (
        *(
            "tournament-players",
            "tournament-players-import",
            "entry",
            "entry-rename",
            "entry-remove",
            "tournament-waiting",
        ),
        *("tournament-people", "people-check", "people-part", "people-apart", "people-pair", "waiting-touch"),
        *("tournament-teams", "teams-change", "teams-relay", "teams-rules"),
        *("tournament-sign-ups", "sign-ups-change"),
    ),
    "rounds": (
        *("tournament-rounds", "rounds-plan", "rounds-draw", "rounds-touch", "rounds-rules", "draw-job"),
        *(
            "round-publish",
            "round-withdraw",
            "round-calls",
            "tournament-tables",
            "tournament-draw",
            "tournament-place",
        ),
        *("round-clock", "clock-touch", "bracket"),
    ),
    "standings": (
        "standings",
        "tournament-standings",
        "cross-table",
        "teams",
        "team",
        "player",
        "tournament-what-if",
        "what-if",
    ),
    "prints": ("prints", "print-job", "print-check"),
}
"""The names of the addresses under each tab."""
BRACKET_LABELS: dict[str, Any] = {
    Tournament.Format.KNOCKOUT: gettext_lazy("Le tableau des rencontres"),
    Tournament.Format.GROUPS: gettext_lazy("Poules et finales"),
}
"""The label of the page of meetings in formats that have their own; elsewhere it is «Les rencontres»."""


NEAR: dict[str, tuple[str, ...]] = {
    Tournament.Status.DRAFT: (
        *("tournament-people", "tournament-sign-ups", "tournament-money", "tournament-setup"),
        *("tournament-ranking", "tournament-prizes"),
    ),
    Tournament.Status.OPEN: (
        *("tournament-arbiter", "tournament-waiting", "tournament-people", "round-clock"),
        *("tournament-paper", "round-results", "tournament-money"),
    ),
    Tournament.Status.CLOSED: (
        *("tournament-close", "tournament-settlement", "tournament-prizes", "tournament-adjustments"),
        *("tournament-copy", "board"),
    ),
}
"""The names of the addresses that «Plus» has while an evening is so; the others stand on a page of their own."""


@register.filter
def name_bracket_page(tournament: Tournament) -> str:
    """Return the name of the page with a tournament's bracket or groups, as links to it show it."""
    return str(BRACKET_LABELS.get(tournament.format, _("Les rencontres")))


@register.filter
def name_leading_score(tournament: Tournament) -> str:
    """Return the name of the score that ranks first in the tournament's standings."""
    leading = RankingOrder.from_json(tournament.ranking).leading
    return str(get_metric_text(leading, get_game_figures(tournament).unit).name)


NEEDED_RIGHTS: dict[str, tuple[Right, Right] | None] = {}
"""The rights that the view at each address (by name) needs, to read and to write. Filled as links are shown: a page has
some thirty, and to look up the view of one takes a third of a millisecond."""


@dataclass(frozen=True)
class DeskLink:
    """One link in the frame of an organiser's page: a tab or an entry of the menu «Plus». `name`: the URL name;
    `state`: a few words on how things stand there; `is_pressing`: somebody should act on it; `is_here`: the page
    belongs to this tab."""

    address: str
    label: str
    name: str = ""
    state: str = ""
    is_pressing: bool = False
    icon: str = ""
    is_here: bool = False


@dataclass(frozen=True)
class DeskFrame:
    """The frame around each organiser's page of a tournament: its tabs and the menu «Plus», for one member of the club.
    `here`: the URL name of the page."""

    tournament: Tournament
    states: DeskStates
    rights: frozenset[Right]
    here: str

    @property
    def is_public(self) -> bool:
        """True if the tournament's public pages can be opened: it is neither a draft nor hidden."""
        return self.tournament.status != Tournament.Status.DRAFT and not self.tournament.hidden

    def link(self, name: str, label: str, *args: Any, anchor: str = "", **more: Any) -> Iterator[DeskLink]:
        """Yield the link to the page with this URL name, unless the member may not open it. `args`: the URL's
        arguments, by default the tournament's id. `anchor`: added to the address, as «#tables»; `more`: further fields
        of the link."""
        address = reverse(name, args=args or [self.tournament.pk])
        if name not in NEEDED_RIGHTS:
            NEEDED_RIGHTS[name] = getattr(resolve(address).func, "rights", None)
        rights = NEEDED_RIGHTS[name]
        if rights is None or rights[0] in self.rights:
            yield DeskLink(address + anchor, label, name, **more)

    def list_tabs(self) -> list[DeskLink]:
        """Return the links of the tabs; `is_here` is True for the one that the page belongs to."""
        free = self.tournament.format == Tournament.Format.FREE
        places, rounds = (_("Places"), "tournament-tables"), (_("Rondes"), "tournament-rounds")
        return [
            *self._tab("tables", _("Tables"), "tournament", icon="table"),
            *self._tab("players", _("Joueurs"), "tournament-players", icon="people", state=str(self.states.entries)),
            *self._tab("rounds", *(places if free else rounds), icon="rounds"),
            *self._standings_tab(),
            *self._tab("prints", _("Imprimer"), "prints", icon="print"),
        ]

    def _tab(self, key: str, label: str, name: str, *args: Any, **more: Any) -> Iterator[DeskLink]:
        return self.link(name, label, *args, is_here=self.here in TAB_PAGES[key], **more)

    def _standings_tab(self) -> Iterator[DeskLink]:
        label = _("Classement")
        if self.is_public:
            return self._tab("standings", label, "standings", self.tournament.code, icon="rank")
        return self._tab("standings", label, "tournament-standings", icon="rank")

    def list_near(self) -> list[DeskLink]:
        """Return the links that the menu «Plus» shows: those most used at this stage of the evening."""
        links_by_name = {it.name: it for _title, links in reversed(self.list_groups()) for it in reversed(links)}
        return [links_by_name[name] for name in NEAR[self.tournament.status] if name in links_by_name]

    def list_others(self) -> list[tuple[str, list[DeskLink]]]:
        """Return all links that are neither tabs nor in the menu «Plus», in groups: (title, links)."""
        near = {it.address for it in self.list_near()}
        return [(title, [it for it in links if it.address not in near]) for title, links in self.list_groups()]

    def list_groups(self) -> list[tuple[str, list[DeskLink]]]:
        """Return all links that are no tabs, in groups: (title, links)."""
        groups: tuple[tuple[str, Callable[[], Iterator[DeskLink]]], ...] = (
            (_("Les gens"), self._list_people),
            (_("Le jeu"), self._list_game),
            (_("Les résultats"), self._list_end),
            (_("Garder, partager"), self._list_kept),
        )
        return [(title, list(build())) for title, build in groups]

    def _list_people(self) -> Iterator[DeskLink]:
        status, states = self.tournament.status, self.states
        if self.tournament.format == Tournament.Format.FREE:
            if status == Tournament.Status.OPEN:
                yield from self.link("tournament-waiting", _("Qui attend une table"))
        elif status != Tournament.Status.CLOSED:
            away = ngettext("%(n)s absent", "%(n)s absents", states.absent) % {"n": states.absent}
            there = away if states.absent else _("aucun absent")
            yield from self.link("tournament-people", _("Qui est là, qui arrive, qui part"), state=there)
        if status != Tournament.Status.CLOSED:
            apart = str(states.exclusions) if states.exclusions else _("aucune")
            yield from self.link("tournament-people", _("Rencontres à éviter"), anchor="#apart", state=apart)
            yield from self.link("tournament-teams", _("Équipes, clubs séparés"))
            yield from self.link("tournament-sign-ups", _("Les inscriptions"))
        due = ngettext("%(n)s à payer", "%(n)s à payer", states.unpaid) % {"n": states.unpaid}
        yield from self.link(
            "tournament-money",
            _("Les droits d’inscription"),
            state=due if states.unpaid else _("rien à payer"),
            is_pressing=states.unpaid > 0,
        )
        if status != Tournament.Status.DRAFT:
            calls = ngettext("%(n)s ouvert", "%(n)s ouverts", states.calls) % {"n": states.calls}
            state = calls if states.calls else _("aucun appel")
            words, pressing = _("Aux tables, pour l’arbitre"), states.calls > 0
            if status == Tournament.Status.OPEN:  # the page has its way to the calls
                yield from self.link("tournament-arbiter", words, state=state, is_pressing=pressing)
            else:
                yield from self.link(
                    "tournament-calls", _("Les appels de la soirée"), state=state, is_pressing=pressing
                )

    def _list_game(self) -> Iterator[DeskLink]:
        tournament, states = self.tournament, self.states
        if tournament.status == Tournament.Status.OPEN:
            tables = ngettext("%(n)s table", "%(n)s tables", states.tables) % {"n": states.tables}
            yield from self.link("tournament-codes", _("Cartes et codes des tables"), state=tables)
            if tournament.format != Tournament.Format.FREE and states.round:
                minutes = _("%(n)s min") % {"n": tournament.minutes} if tournament.minutes else _("sans durée")
                yield from self.link("round-clock", _("La pendule"), tournament.pk, states.round, state=minutes)
            yield from self.link("tournament-message", _("Un message sur tous les écrans"))
            sheets = str(states.paper) if states.paper else ""
            yield from self.link("tournament-paper", _("Recopier une feuille de papier"), state=sheets)
            if states.round:
                free = tournament.format == Tournament.Format.FREE
                whole = _("Taper toutes les tables") if free else _("Taper toute une ronde")
                yield from self.link("round-results", whole, tournament.pk, states.round)
        if self.is_public and tournament.has_bracket:
            yield from self.link("bracket", name_bracket_page(tournament), tournament.code)
        game = scoring.get_game(tournament.game)
        preset = next(localise(each.name) for each in game.presets if each.key == tournament.preset)
        yield from self.link("tournament-setup", _("Nom, jour et règle"), state=tournament.house_rule or preset)
        if self.is_public:
            yield from self.link("calendar", _("Dans un agenda"), tournament.code, state=_("fichier à ouvrir"))
        words, name, here = _("Le livre des règles"), localise(game.name), f"?evening={tournament.code}"
        yield from self.link("rule-book", words, tournament.game, anchor=here, state=name)
        if tournament.status != Tournament.Status.CLOSED:
            yield from self.link("tournament-ready", _("Après une panne de l’ordinateur"))

    def _list_end(self) -> Iterator[DeskLink]:
        tournament, states = self.tournament, self.states
        if tournament.status == Tournament.Status.CLOSED:
            yield from self.link("tournament-close", _("Le podium, la carte"))
        yield from self.link(
            "tournament-prizes", _("Les lots"), state=str(states.prizes) if states.prizes else _("aucun")
        )
        yield from self.link("tournament-tombola", _("Tombola"))
        if get_game_figures(tournament).in_jetons:
            if states.worths:
                yield from self.link("tournament-settlement", _("Règlement en argent"))
            else:
                yield from self.link("tournament-settlement", _("Ce que vaut un jeton"), state=_("pas d’argent"))
        if tournament.status != Tournament.Status.CLOSED:
            yield from self.link("tournament-what-if", _("Essayer une autre fin"))
        if tournament.status != Tournament.Status.DRAFT:
            yield from self.link("tournament-adjustments", _("Bonus et pénalités au classement"))
        order = _("ordre choisi") if tournament.ranking else _("ordre d’usage")
        yield from self.link("tournament-ranking", _("Comment on classe"), state=order)
        if tournament.status != Tournament.Status.DRAFT:
            yield from self.link("tournament-second-look", _("Relire les feuilles"))

    def _list_kept(self) -> Iterator[DeskLink]:
        tournament = self.tournament
        yield from self.link("tournament-log", _("Le journal de la soirée"))
        if self.is_public:
            public = _("La page publique") if tournament.has_bracket else _("Le tableau public")
            yield from self.link("board", public, tournament.code, state=tournament.code)
        is_over = tournament.status == Tournament.Status.CLOSED
        yield from self.link("tournament-share", _("Partager") if is_over else _("Partager : affiches et textes"))
        yield from self.link("tournament-copy", _("Refaire la même, un autre jour"))
        yield from self.link("tournament-files", _("Des fichiers à emporter"))

    def list_last_things(self) -> list[DeskLink]:
        """Return the links that end the evening (close or reopen it) and the one that hides it or shows it again."""
        tournament, links = self.tournament, list[DeskLink]()
        if tournament.status == Tournament.Status.OPEN:
            links += self.link("tournament-close", _("Clore la soirée"))
        if tournament.status == Tournament.Status.CLOSED:
            links += self.link("tournament-reopen", _("Rouvrir la soirée"))
        hide = _("Ne plus masquer cette soirée") if tournament.hidden else _("Masquer cette soirée")
        words = "" if tournament.hidden else _("Elle quitte les listes ; rien ne s’efface.")
        return [*links, *self.link("tournament-hide", hide, state=words)]


def build_frame(request: Any, tournament: Tournament) -> DeskFrame:
    """Return what stands around the tournament's pages (its tabs and the menu «Plus») for the member who
    makes the request."""
    return DeskFrame(tournament, tournament.desk_states, request.rights, request.resolver_match.url_name)


@register.inclusion_tag("organiser/_frame.html", takes_context=True)
def desk_frame(context: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the template tag that shows the frame around an organiser's page: the `tournament` of the
    page, its `tabs`, the links of the menu «Plus» (`near`, `last`), and `screen`, whether its public pages can be
    opened."""
    request, tournament = context["request"], context["tournament"]
    frame = build_frame(request, tournament)
    return {
        "tournament": tournament,
        "tabs": frame.list_tabs(),
        "near": frame.list_near(),
        "last": [it for it in frame.list_last_things() if it.name != "tournament-hide"],
        "screen": frame.is_public,
    }


@register.inclusion_tag("organiser/_everything.html", takes_context=True)
def desk_links(context: dict[str, Any]) -> dict[str, Any]:
    """Return {groups, last}, the context of the template tag that lists all that can be done with a tournament and is
    neither a tab nor in the menu «Plus»; `last`: the links that close or reopen the evening, and hide it or show it
    again."""
    frame = build_frame(context["request"], context["tournament"])
    return {"groups": frame.list_others(), "last": frame.list_last_things()}
