"""The organiser's printing pages: the catalogue of what a tournament can print, each document as a PDF, several in one
PDF, and the progress of a document that takes a while."""

from collections.abc import Iterable
from dataclasses import asdict
from io import BytesIO
from typing import Any

from csp.constants import NONCE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _

from config import pango
from config.background.jobs import Job, JobState, open_jobs
from config.background.keeper import wake_keeper
from config.background.kinds import PRINT
from config.printers import list_printers, read_queue
from config.storage import troubles
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.qr import has_phone_address
from tournaments.presentation.text.option_text import join_label
from tournaments.printing.bundles import Bundle
from tournaments.printing.catalogue import CatalogueItem, choose_wanted, list_catalogue, list_categories, plan_document
from tournaments.printing.document import Document
from tournaments.printing.documents import (
    DOCUMENTS_BY_NAME,
    PRINTABLES_BY_NAME,
    find_document,
    list_printable,
)
from tournaments.printing.finishing import get_languages
from tournaments.printing.page_words import NotPrinted
from tournaments.printing.papers import A4_ONLY, ALL_LOOKS, BOOKLET, TWO_LANGUAGES, PrintOptions
from tournaments.printing.remainder import Remainder

from .access import READ, SEND, NotAllowed, require_right
from .download import show_pdf
from .numbers import parse_number
from .organiser.scoping import get_tournament
from .posted_forms import say_and_redirect
from .requests import MemberRequest

LOOK_COOKIE, PRINTER_COOKIE = "print_look", "print_printer"
"""The cookies in which a browser keeps how it prints, and on which of the hall's printers."""
A_YEAR = 365 * 24 * 3600  # seconds


@require_right(Right.LOOK, READ, of=get_tournament)
def show_print_catalogue(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the catalogue of documents that can be printed."""
    rounds = list(tournament.rounds.published().order_by("n").values_list("n", flat=True))
    options = read_print_options(request)
    looks = options.look if "kept" in request.GET or options.look else read_kept_looks(request)
    printers = list_printers_to_choose(request)
    left = Remainder.of_open(tournament)
    items = list_catalogue(tournament, request.rights, left)
    moment = request.GET.get("moment", "")
    moment = moment if moment in Tournament.Status.values else tournament.status
    wanted = choose_wanted(items, moment)
    context = {
        "tournament": tournament,
        "items": items,
        "wanted": [
            (item, plan_document(tournament, item.document, PrintOptions(look=looks, left=item.is_left)))
            for item in wanted
        ],
        "first_names": {item.document.name for item in wanted},
        "categories": list_categories(items),
        "moment": moment,
        "moments": [("draft", _("Avant")), ("open", _("Pendant")), ("closed", _("Après"))],
        "jobs": list_print_jobs(request, tournament),
        "rounds": rounds if len(rounds) > 1 else [],
        "look": looks,
        "languages": [name_language(code) for code in get_languages()],
        "without_address": lacks_address(items, moment),
        "trouble": None if pango.is_installed() else troubles.build_pango_trouble(),
        "query": "".join(f"&look={each}" for each in looks),
        "printers": printers,
        "queue": read_queue(printers[0]) if printers else None,
        "a4_alone": A4_ONLY if {"a5", TWO_LANGUAGES} & set(looks) else (),
    }
    response = render(request, "prints/catalogue.html", context)
    if "kept" in request.GET:
        keep_choices(response, looks, printers)
    return response


def lacks_address(items: Iterable[CatalogueItem], moment: str) -> bool:
    """True if one of these papers would have QR codes, but phones have no address that the codes could lead to. False
    once the tournament is closed, when no phone aims at them any more."""
    aimed_at = moment != Tournament.Status.CLOSED and not has_phone_address()
    return aimed_at and any(item.ready and has_squares(item.document) for item in items)


def keep_choices(response: HttpResponse, looks: tuple[str, ...], printers: list[str]) -> None:
    """Have the browser remember, in cookies, the looks of its prints and its printer (the first of these), if there is
    one."""
    for cookie, value in ((LOOK_COOKIE, ".".join(looks)), (PRINTER_COOKIE, "".join(printers[:1]))):
        response.set_cookie(cookie, value, max_age=A_YEAR, httponly=True, samesite="Lax")


def list_printers_to_choose(request: MemberRequest) -> list[str]:
    """Return the names of the hall's printers, first the one that this browser asks for or remembers; none where there
    is no CUPS, or no Pango, without which no PDF is made."""
    wanted = request.GET.get("printer", request.COOKIES.get(PRINTER_COOKIE, ""))
    return sorted(list_printers() if pango.is_installed() else [], key=lambda name: name != wanted)


def has_squares(document: Document | Bundle) -> bool:
    """True if the document bears QR codes for phones to aim at."""
    return isinstance(document, Document) and document.has_address


def read_kept_looks(request: MemberRequest) -> tuple[str, ...]:
    """Return the looks of prints that this browser remembers in a cookie."""
    looks = request.COOKIES.get(LOOK_COOKIE, "").split(".")
    return tuple(each for each in ALL_LOOKS if each in looks)


def list_print_jobs(request: MemberRequest, tournament: Tournament) -> list[dict[str, Any]]:
    """Return {job, titles, pages, asked} for each of the tournament's documents that are being made or are finished, as
    far as the member may have them: the job, the documents' titles, the number of pages (0 before it is finished), and
    its options in words."""
    jobs = []
    wake_keeper(settings.VAR_DIR)
    for job in open_jobs(settings.VAR_DIR).list_jobs(PRINT):
        if job.tournament_id != tournament.pk or job.state is JobState.STOPPED:
            continue
        documents = [PRINTABLES_BY_NAME[name] for name in list_document_names(job) if name in PRINTABLES_BY_NAME]
        if documents and all(each.rights <= request.rights for each in documents):
            pages = count_pages(job) if job.state is JobState.DONE else 0
            titles = [each.title for each in documents]
            jobs.append({"job": job, "titles": titles, "pages": pages, "asked": describe_asked(job)})
    return jobs


def describe_asked(job: Job) -> str:
    """Return what sets a job apart from another one of the same document: its round, its looks, its language."""
    language, options = job.details["language"], PrintOptions(**job.details["options"])
    looks = {
        "a5": _("A5"),
        "large": _("gros caractères"),
        "contrast": _("sans gris"),
        TWO_LANGUAGES: _("en deux langues"),
        "duplex": _("recto verso"),
        BOOKLET: _("en livret"),
    }
    phrases = [_("ronde %(n)s seule") % {"n": options.n}] if options.n else []
    phrases += [_("seulement ce qui reste à jouer")] if options.left else []
    phrases += [looks[look] for look in options.look if look in looks]
    phrases += [name_language(language)] if language != (get_language() or "").partition("-")[0] else []
    return ", ".join(filter(None, phrases))


def name_language(code: str) -> str:
    """Return the name of a language, in that language; "" where it is none of the program's."""
    return str(get_language_info(code)["name_local"]) if code in dict(settings.LANGUAGES) else ""


def read_print_options(request: MemberRequest) -> PrintOptions:
    """Read the print options of a request: `?round=` prints one round only, `?left=` what is left to play, `?look=`
    asks for another look than plain A4."""
    given = request.POST if request.method == "POST" else request.GET
    looks = tuple(each for each in ALL_LOOKS if each in given.getlist("look"))
    return PrintOptions(parse_number(given.get("round")), looks, bool(given.get("left")))


@require_right(Right.LOOK, READ, of=get_tournament)
def print_document(request: MemberRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Show one document as a PDF, or the progress page if it takes a while to make. 404 if it cannot be printed now."""
    document = PRINTABLES_BY_NAME.get(name)
    if document is None or document not in list_printable(tournament):
        raise Http404
    check_document_rights(request, document)
    options = read_print_options(request)
    if not pango.is_installed():
        return redirect_to_browser(request, tournament, document, options)
    try:
        body = document.make_if_short(tournament, options)
    except NotPrinted as why:
        return tell_not_printed(request, tournament, document, why)
    if body is None:
        return begin_print_job(request, tournament, name, options)
    return show_pdf(body, f"{tournament.code}-{name}")


def tell_not_printed(
    request: MemberRequest, tournament: Tournament, document: Document | Bundle, why: NotPrinted
) -> HttpResponse:
    """Redirect to the catalogue, with a sentence on why the document is not made."""
    messages.error(request, join_label(document.title, str(why)))
    return redirect("prints", tournament.pk)


def check_document_rights(request: MemberRequest, document: Document | Bundle) -> None:
    """Raise NotAllowed where the member's role does not give what the document needs."""
    for right in sorted(document.rights - request.rights):
        request.needed = right
        raise NotAllowed


def redirect_to_browser(
    request: MemberRequest, tournament: Tournament, document: Document | Bundle, options: PrintOptions
) -> HttpResponse:
    """Redirect to the document as a page that the browser prints; for several in one, to the catalogue of them."""
    if isinstance(document, Bundle):
        messages.error(request, _("Sans Pango, imprimez ces documents un à un, depuis le navigateur."))
        return redirect("prints", tournament.pk)
    query = urlencode({"round": options.n or "", "look": options.look}, doseq=True)
    return redirect(f"{reverse('print-page', args=(tournament.pk, document.name))}?{query}")


@csp_update({"style-src": [NONCE]})  # parts of a drawing and long names have measures of their own
@require_right(Right.LOOK, READ, of=get_tournament)
def show_print_page(request: MemberRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Show one document as a page, which the browser prints. 404 if it cannot be printed now."""
    document = DOCUMENTS_BY_NAME.get(name)
    if document is None or document not in list_printable(tournament):
        raise Http404
    check_document_rights(request, document)
    try:
        return HttpResponse(
            document.build_paper(tournament, read_print_options(request)).render_page(str(request.csp_nonce))
        )
    except NotPrinted as why:
        return tell_not_printed(request, tournament, document, why)


@require_right(Right.LOOK, SEND, of=get_tournament)
def print_bundle(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Print the ticked documents as one PDF."""
    offered = {document.name for document in list_printable(tournament)}
    names = [name for name in request.POST.getlist("document") if name in DOCUMENTS_BY_NAME and name in offered]
    if not names:
        messages.error(request, _("Cochez d’abord les documents à réunir."))
        return redirect("prints", tournament.pk)
    joined, options = ",".join(names), read_print_options(request)
    check_document_rights(request, find_document(joined))
    if not pango.is_installed():
        return redirect_to_browser(request, tournament, find_document(joined), options)
    return begin_print_job(request, tournament, joined, options)


@require_right(Right.LOOK, SEND, of=get_tournament)
def print_in_hall(request: MemberRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Have one document made and printed by the hall's printer. 404 if it cannot be printed now."""
    document, printers = PRINTABLES_BY_NAME.get(name), list_printers_to_choose(request)
    if document is None or document not in list_printable(tournament):
        raise Http404
    check_document_rights(request, document)
    if not printers:
        messages.error(
            request, _("Aucune imprimante ne répond ici : ouvrez le PDF, et imprimez-le depuis votre appareil.")
        )
        return redirect("prints", tournament.pk)
    job = start_print_job(tournament, name, read_print_options(request), printers[0])
    return redirect("print-job", tournament.pk, job.key)


def begin_print_job(request: MemberRequest, tournament: Tournament, names: str, options: PrintOptions) -> HttpResponse:
    """Begin a print job and redirect to its progress page. `names`: the documents' names, separated by commas."""
    job = start_print_job(tournament, names, options)
    return redirect("print-job", tournament.pk, job.key)


def start_print_job(tournament: Tournament, names: str, options: PrintOptions, printer: str = "") -> Job:
    """Have the documents made in the active language, as soon as it is their turn, and sent to a printer if one is
    named. Return the job; if a job for the same documents waits already, that one. Raises OSError."""
    language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    given = [str(tournament.pk), names, "--language", language]
    given += ["--round", str(options.n)] if options.n else []
    given += ["--left"] if options.left else []
    given += [part for look in options.look for part in ("--look", look)]
    given += ["--printer", printer] if printer else []
    details = {"names": names, "language": language, "options": asdict(options), "printer": printer}
    job = open_jobs(settings.VAR_DIR).ask(PRINT, given, tournament_id=tournament.pk, details=details)
    wake_keeper(settings.VAR_DIR)
    return job


def list_document_names(job: Job) -> list[str]:
    """Return the names of the documents that the job makes."""
    return str(job.details["names"]).split(",")


def count_pages(job: Job) -> int:
    """Return how many pages the finished document has; 0 where it cannot be read."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        return len(PdfReader(BytesIO(open_jobs(settings.VAR_DIR).read_result(job))).pages)
    except (OSError, PyPdfError):
        return 0


def get_print_job(request: MemberRequest, tournament: Tournament, key: str) -> Job:
    """Return the tournament's print job with this key; raise Http404 if it has none, NotAllowed if the member may not
    see its documents."""
    wake_keeper(settings.VAR_DIR)
    job = open_jobs(settings.VAR_DIR).find(key)
    if job is None or (job.kind, job.tournament_id) != (PRINT, tournament.pk):
        raise Http404
    for name in list_document_names(job):
        if name in PRINTABLES_BY_NAME:
            check_document_rights(request, PRINTABLES_BY_NAME[name])
    return job


@require_right(Right.LOOK, READ, of=get_tournament)
def show_print_job(request: MemberRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Show the progress of a print job; only its changing part for htmx."""
    job = get_print_job(request, tournament, key)
    titles = [PRINTABLES_BY_NAME[name].title for name in list_document_names(job) if name in PRINTABLES_BY_NAME]
    done, steps = job.steps
    before = [each for each in open_jobs(settings.VAR_DIR).list_jobs(PRINT) if each.asked_at < job.asked_at]
    ahead = sum(not each.is_over for each in before) - PRINT.at_once
    context = {"tournament": tournament, "job": job, "titles": titles, "done": done, "steps": steps, "ahead": ahead}
    printer = job.details.get("printer", "")
    if printer and job.state is JobState.DONE:
        context["queue"] = read_queue(printer)
    part = request.htmx
    return render(request, "prints/_job.html" if part else "prints/job.html", context)


@require_right(Right.LOOK, SEND, of=get_tournament)
def stop_print_job(request: MemberRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Stop a print job."""
    job = get_print_job(request, tournament, key)
    open_jobs(settings.VAR_DIR).stop(job)
    wake_keeper(settings.VAR_DIR)
    return say_and_redirect(request, _("C’est arrêté : rien n’est imprimé."), "prints", tournament.pk)


@require_right(Right.LOOK, READ, of=get_tournament)
def show_printed_file(request: MemberRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Show the finished PDF of a print job; 404 while it is not ready."""
    job = get_print_job(request, tournament, key)
    if job.state is not JobState.DONE:
        raise Http404
    names = list_document_names(job)
    name = names[0] if len(names) == 1 else "documents"
    body = open_jobs(settings.VAR_DIR).read_result(job)
    return show_pdf(body, f"{tournament.code}-{name}")
