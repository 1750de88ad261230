"""Files of a tournament for other programs, each with what it is for; a tournament taken over from a report."""

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.journals import JOURNAL_WRITERS, Journal, build_money_journal, build_token_journal
from tournaments.exchange.left_behind import LEFT_BEHIND
from tournaments.exchange.trf import (
    TrfReport,
    build_trf_report,
    import_report,
    list_remarks,
    read_trf,
    write_trf,
)
from tournaments.forms.organiser.files import ReportFileForm, pack_content
from tournaments.forms.organiser.tournament import propose_name
from tournaments.models import Club, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.calendars_and_cards import CARD_TYPE, list_card_players, write_cards
from tournaments.reading.game_figures import get_game_figures
from tournaments.views.access import READ, require_right
from tournaments.views.download import answer_file
from tournaments.views.organiser.scoping import get_asked_club, get_tournament
from tournaments.views.posted_forms import (
    carry_out,
    is_first_submission,
    read_post,
    render_form,
    say_and_redirect,
    take_file,
)
from tournaments.views.requests import MemberRequest

TEXT = "text/plain; charset=utf-8"
TABLE_ENDINGS = (("xlsx", "Excel"), ("ods", "LibreOffice"), ("csv", "CSV"), ("json", "JSON"))
JOURNAL_ENDINGS = (("journal", "hledger"), ("beancount", "beancount"))


@dataclass(frozen=True)
class OfferedFile:
    """A file that the page offers for download. `title`: what it holds; `purpose`: what it is for, in one line;
    `links`: (address, label) of each format; `left`: what it does not hold; `is_special`: few clubs have a program for
    it."""

    title: str | Promise
    purpose: str | Promise
    links: tuple[tuple[str, str], ...]
    left: tuple[Promise, ...] = ()
    is_special: bool = False


@require_right(Right.LOOK, READ, of=get_tournament)
def show_files(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show every file of the tournament that the member may have."""
    rights = request.club_rights[tournament.club_id]
    files = list(offer_files(tournament, rights))
    context = {"tournament": tournament, "files": files, "has_special": any(each.is_special for each in files)}
    return render(request, "organiser/exchange.html", context)


def offer_files(tournament: Tournament, rights: frozenset[Right]) -> Iterator[OfferedFile]:
    """Yield the files of the tournament that a member with these rights may download."""
    is_public = tournament.status != Tournament.Status.DRAFT and not tournament.hidden
    if Right.RUN in rights:
        links = ((reverse("tournament-export", args=[tournament.pk]), _("Télécharger")),)
        yield OfferedFile(
            _("La soirée entière"),
            _("Pour la reprendre sur un autre ordinateur, avec chaque coup, l’argent et qui a confirmé."),
            links,
            tuple(each.what for each in LEFT_BEHIND),
        )
    if is_public:
        yield OfferedFile(
            _("Le classement"),
            _("Pour un tableur, ou pour le site du club."),
            tuple((reverse("standings-file", args=[tournament.code, key]), name) for key, name in TABLE_ENDINGS),
        )
    yield OfferedFile(
        _("Les joueurs de la soirée"),
        _("Qui est là, et à quelle table."),
        list_links("tournament-players-file", tournament, TABLE_ENDINGS),
    )
    yield OfferedFile(
        _("Le journal de la soirée"),
        _("Ce qui a été fait, corrigé ou annulé, par qui et pourquoi."),
        list_links("log-file", tournament, TABLE_ENDINGS),
    )
    yield from offer_journals(tournament, rights)
    if tournament.has_duels and not tournament.has_team_matches:
        yield OfferedFile(
            _("Le rapport du tournoi (TRF)"),
            _("Pour un programme d’échecs : qui a rencontré qui, et avec quel résultat."),
            ((reverse("report-file", args=[tournament.pk]), "TRF"),),
            is_special=True,
        )
    if is_public:
        yield OfferedFile(
            _("Le calendrier"),
            _("La soirée et ses rondes dans l’agenda d’un téléphone, qui le relit de lui-même."),
            ((reverse("calendar", args=[tournament.code]), "iCalendar"),),
        )


def offer_journals(tournament: Tournament, rights: frozenset[Right]) -> Iterator[OfferedFile]:
    """Yield the accounts of the tournament's jetons, if its game has any, and of its money, for those who may see
    it."""
    if get_game_figures(tournament).in_jetons:
        yield OfferedFile(
            _("Le livre des jetons"),
            _("Chaque jeton qui a changé de mains, avec son article, pour un programme de comptes."),
            list_links("token-journal", tournament, JOURNAL_ENDINGS),
            is_special=True,
        )
    if Right.MONEY in rights:
        yield OfferedFile(
            _("Le livre de l’argent"),
            _("Inscriptions, paiements, lots et règlement, pour les comptes du club."),
            list_links("money-journal", tournament, JOURNAL_ENDINGS),
            is_special=True,
        )


def list_links(name: str, tournament: Tournament, endings: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return (address, label) of a file in each format. `name`: the name of its URL; `endings`: (ending, label) of each
    format."""
    return tuple((reverse(name, args=[tournament.pk, key]), label) for key, label in endings)


@require_right(Right.LOOK, READ, of=get_tournament)
def download_token_journal(request: MemberRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download all movements of jetons as a journal, for an accounting program."""
    return answer_journal(build_token_journal(tournament), ending, f"{tournament.code}-jetons")


@require_right(Right.MONEY, READ, of=get_tournament)
def download_money_journal(request: MemberRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download all movements of money as a journal, for an accounting program."""
    return answer_journal(build_money_journal(tournament), ending, f"{tournament.code}-argent")


def answer_journal(journal: Journal, ending: str, name: str) -> HttpResponse:
    """Return an accounting journal as a file in the syntax of this ending; raise Http404 for an unknown one."""
    write = JOURNAL_WRITERS.get(ending)
    if write is None:
        raise Http404
    return answer_file(write(journal), TEXT, f"{name}.{ending}")


@require_right(Right.LOOK, READ, of=get_tournament)
def download_report(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download a tournament of matches between two sides as a report for chess programs (TRF); 404 for any other
    tournament, and where teams meet."""
    if not tournament.has_duels or tournament.has_team_matches:
        raise Http404
    return answer_file(write_trf(build_trf_report(tournament)), TEXT, f"{tournament.code}.trf")


@require_right(Right.RUN, READ, of=get_asked_club)
def download_cards(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the club's players as address cards (vCard)."""
    return answer_file(write_cards(list_card_players(club)), CARD_TYPE, f"club-{club.pk}-joueurs.vcf")


@require_right(Right.RUN, of=get_asked_club)
def import_report_file(request: MemberRequest, club: Club) -> HttpResponse:
    """Make a tournament in preparation from another program's report (TRF); if some of it is not understood, show that
    first and ask again."""
    form = ReportFileForm(read_post(request), request.FILES or None)
    context = {"club": club, "clubs": request.clubs}
    read = take_file(form, read_trf, form.cleaned_data["content"]) if form.is_valid() else None
    if read and form.cleaned_data["file"] and (remarks := list_remarks(club, read.result)):
        shown = context | {"remarks": remarks, "kept": pack_content(form.cleaned_data["content"])}
        return render_form(request, "organiser/report_import.html", form, shown)
    if read and not is_first_submission(request):
        return redirect("organiser")
    if read and (taken := carry_out(form, take_report, club, read.result, form.cleaned_data["game"])):
        count = taken.result.entries.count()
        sentence = ngettext("%(n)s joueur est inscrit.", "%(n)s joueurs sont inscrits.", count) % {"n": count}
        return say_and_redirect(request, sentence, "tournament-rounds", taken.result.pk)
    return render_form(request, "organiser/report_import.html", form, context)


def take_report(club: Club, report: TrfReport, game: str) -> Tournament:
    """Make the tournament of a report. Raises Refused, NotNow."""
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    return import_report(club, report, game=game, name=propose_name(club, today), today=today)
