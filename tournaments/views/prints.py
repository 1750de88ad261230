"""The organiser's printing pages: the catalogue of what a tournament can print, each document as a PDF, several in one
PDF, and the progress of a document that takes a while."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Event
from tournaments.printing.documents import ALONE, BY_NAME, catalogue, printable
from tournaments.printing.papers import A4_ALONE, LOOKS, TWO, Asked
from tournaments.printing.print_jobs import Job, TooMany, begin, find
from tournaments.views.organiser.scoping import our_event

from .access import member
from .numbers import number


@member()
def prints(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the catalogue of documents that can be printed."""
    event = our_event(request, pk)
    rounds = list(event.rounds.published().order_by("n").values_list("n", flat=True))
    asked = asked_of(request)
    context = {
        "event": event,
        "shelves": catalogue(event),
        "rounds": rounds if len(rounds) > 1 else [],
        "look": asked.look,
        "query": "".join(f"&look={each}" for each in asked.look),
        "a4_alone": A4_ALONE if {"a5", TWO} & set(asked.look) else (),
    }
    return render(request, "prints/catalogue.html", context)


def asked_of(request: HttpRequest) -> Asked:
    """Read the print options of a request: `?round=` prints one round only, `?look=` asks for another look than plain
    A4."""
    given = request.POST if request.method == "POST" else request.GET
    looks = tuple(each for each in (*LOOKS, TWO) if each in given.getlist("look"))
    return Asked(number(given.get("round")), looks)


@member()
def print_document(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Show one document as a PDF, or the progress page if it takes a while to make. 404 if it cannot be printed now."""
    event = our_event(request, pk)
    document = BY_NAME.get(name)
    if document is None or document not in printable(event):
        raise Http404
    asked = asked_of(request)
    body = document.at_once(event, asked)
    if body is None:
        return begun(request, event, name, asked)
    response = HttpResponse(body, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="corbillon-{event.code}-{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


@member()
@require_POST
def prints_bundle(request: HttpRequest, pk: int) -> HttpResponse:
    """Print the ticked documents as one PDF."""
    event = our_event(request, pk)
    offered = {document.name for document in printable(event)}
    names = [name for name in request.POST.getlist("document") if name in ALONE and name in offered]
    if not names:
        messages.error(request, _("Cochez d’abord les documents à réunir."))
        return redirect("prints", event.pk)
    return begun(request, event, ",".join(names) if len(names) > 1 else names[0], asked_of(request))


def begun(request: HttpRequest, event: Event, names: str, asked: Asked) -> HttpResponse:
    """Begin a print job and redirect to its progress page, or to the catalogue if too many jobs run. `names`: the
    documents' names, separated by commas."""
    try:
        job = begin(event, names, asked)
    except TooMany:
        messages.error(request, _("Deux documents sont déjà en route : attendez que l’un d’eux soit prêt."))
        return redirect("prints", event.pk)
    return redirect("print-job", event.pk, job.key)


def our_job(request: HttpRequest, pk: int, key: str) -> tuple[Event, Job]:
    """Return the tournament and its print job; raise Http404 if it has none with this key, or is not of the user's
    clubs."""
    event = our_event(request, pk)
    job = find(event, key)
    if job is None:
        raise Http404
    return event, job


@member()
def print_job(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Show the progress of a print job; only its changing part for htmx."""
    event, job = our_job(request, pk, key)
    titles = [BY_NAME[name].title for name in job.names.split(",") if name in BY_NAME]
    done, steps = job.steps
    context = {"event": event, "job": job, "titles": titles, "done": done, "steps": steps}
    part = request.htmx  # type: ignore[attr-defined]
    response = render(request, "prints/_job.html" if part else "prints/job.html", context)
    response["Cache-Control"] = "no-store"
    return response


@member()
@require_POST
def print_job_stop(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Stop a print job."""
    event, job = our_job(request, pk, key)
    job.stop()
    messages.success(request, _("C’est arrêté : rien n’est imprimé."))
    return redirect("prints", event.pk)


@member()
def print_job_file(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Show the finished PDF of a print job; 404 while it is not ready."""
    event, job = our_job(request, pk, key)
    if not job.ready:
        raise Http404
    name = job.names if "," not in job.names else "documents"
    response = HttpResponse(job.file.read_bytes(), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="corbillon-{event.code}-{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


urlpatterns: list[URLPattern] = [
    path("event/<int:pk>/print", prints, name="prints"),
    path("event/<int:pk>/print/together", prints_bundle, name="prints-bundle"),
    path("event/<int:pk>/print/<slug:name>.pdf", print_document, name="print"),
    path("event/<int:pk>/print/job/<slug:key>", print_job, name="print-job"),
    path("event/<int:pk>/print/job/<slug:key>/stop", print_job_stop, name="print-job-stop"),
    path("event/<int:pk>/print/job/<slug:key>/document.pdf", print_job_file, name="print-job-file"),
]
