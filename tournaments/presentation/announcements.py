"""What announces an evening, and what tells of it afterwards: the facts of its posters, and texts to send on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import PosterText, SignUpTerms, Tournament
from tournaments.presentation.qr import find_fixed_address, get_sign_up_address, has_phone_address
from tournaments.presentation.tags.prints import long_date, number_day
from tournaments.presentation.text.elision import format_day
from tournaments.presentation.text.main_score import find_order_score
from tournaments.presentation.text.numbers import format_money
from tournaments.presentation.text.option_text import name_game
from tournaments.presentation.text.unit_text import UNIT_NAMES, format_total
from tournaments.reading.final_order import FinalOrder
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.prizes import get_account
from tournaments.standings.podium import build_podium

BESIDE_NUMBER = re.compile(r"(?<=\d) | (?=\d+$)")
"""The space after a number, or before the last one: no line ends with «du 21», and none is «2026» alone."""


@dataclass(frozen=True)
class PosterFacts:
    """The texts on a poster of one evening, in the active language; each is "" where it is not known. `sign_up`: the
    address that its QR leads to."""

    club: str
    name: str
    game: str
    weekday: str
    day: str
    month: str
    hour: str
    place: str
    fee: str
    words: str
    sign_up: str

    @property
    def figure(self) -> str:
        """The day's number alone: «1er» beside the weekday would read as the first Tuesday."""
        return self.day.removesuffix("er")

    @property
    def date(self) -> str:
        """The day of the evening in full: «Samedi 21 novembre 2026»."""
        return f"{self.weekday[:1].upper()}{self.weekday[1:]} {self.day}\u00a0{self.month}"

    @property
    def when(self) -> str:
        """The day of the evening, and its hour if that is known."""
        return f"{self.date}, {self.hour}" if self.hour else self.date


def read_announcement(tournament: Tournament) -> PosterText:
    """Return what the organiser wrote for the evening's posters. If nothing is saved, return an unsaved text with the
    place of the club's latest one."""
    poster_text = PosterText.objects.filter(tournament=tournament).first()
    if poster_text:
        return poster_text
    latest = PosterText.objects.filter(tournament__club=tournament.club_id).order_by("-tournament").first()
    return PosterText(tournament=tournament, place=latest.place if latest else "")


def build_poster_facts(tournament: Tournament) -> PosterFacts:
    """Gather the texts of the evening's posters from the tournament and from what the organiser wrote for them."""
    said, day = read_announcement(tournament), tournament.date
    fee_cents = get_account(tournament).fee_cents
    return PosterFacts(
        club=tournament.club.shown_name,
        name=BESIDE_NUMBER.sub("\u00a0", tournament.name),
        game=name_game(tournament),
        weekday=date_format(day, "l"),
        day=number_day(day),
        month=date_format(day, "F Y"),
        hour=time_format(said.starts_at, "TIME_FORMAT") if said.starts_at else "",
        place=said.place,
        fee=_("Inscription : %(amount)s") % {"amount": format_money(fee_cents, tournament.currency)}
        if fee_cents
        else "",
        words=said.words,
        sign_up=get_sign_up_address(tournament) if takes_names(tournament) and has_phone_address() else "",
    )


def takes_names(tournament: Tournament) -> bool:
    """True if players may still sign up for the tournament themselves, on its public page."""
    terms = SignUpTerms.objects.filter(tournament=tournament, is_open=True).first()
    is_in_time = terms is not None and (terms.closes_at is None or timezone.now() < terms.closes_at)
    return is_in_time and not tournament.hidden and tournament.status != Tournament.Status.CLOSED


def write_announcement(tournament: Tournament) -> str:
    """Return the text that invites to the evening, a line for each fact. It ends with the sign-up address where sign-up
    is open and the server has a fixed address."""
    facts = build_poster_facts(tournament)
    address = find_fixed_address(reverse("sign-up", args=[tournament.code])) if takes_names(tournament) else ""
    signing = _("On s’inscrit ici : %(address)s") % {"address": address} if address else ""
    title = facts.name if tournament.name == facts.club else f"{facts.club} · {facts.name}"
    lines = (title, facts.when, facts.place, facts.game, facts.fee, facts.words, signing)
    return "\n".join(line for line in lines if line)


def list_figures(tournament: Tournament, order: FinalOrder) -> Mapping[int, str]:
    """Return the figure that ranks each entry, as text by entry id: «+42 jetons». It is "" where won matches decide the
    order."""
    unit = get_game_figures(tournament).unit
    main = find_order_score(order, unit)
    totals = {row.tally.entry: f"{format_total(row.tally.total, unit)} {UNIT_NAMES[unit]}" for row in order.rows}
    return main.figures if main else totals


def write_results(tournament: Tournament, order: FinalOrder, provisional: str) -> str:
    """Return the text that reports the results of the evening: its podium and how many played. `order`: with public
    names; `provisional`: why it may change, or ""."""
    figures = list_figures(tournament, order)
    is_dated = format_day(tournament.date, "j F") in tournament.name
    lines = [tournament.name if is_dated else f"{tournament.name}, {long_date(tournament.date)}"]
    for step in build_podium(order.rows):
        lines += [f"{row.rank}. {row.tally.player} ({figures[row.tally.entry]})" for row in step.rows]
    played = sum(not row.waiting for row in order.rows)
    lines.append(ngettext("%(n)s joueur", "%(n)s joueurs", played) % {"n": played})
    if provisional:
        lines.append(f"{provisional[:1].upper()}{provisional[1:]}.")
    if address := find_fixed_address(reverse("standings", args=[tournament.code])):
        lines.append(_("Tout le classement : %(address)s") % {"address": address})
    return "\n".join(lines)
