"""The pages that take photographs of filled sheets, and say what was read of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.body_limit import MAX_BODY_BYTES
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.forms.games.score_sheet import build_score_sheet
from tournaments.forms.paper_sheet import lay_out_readable_sheet
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.scanning.layout import PageCode, SheetPage
from tournaments.scanning.pages import ReadPage, RefusedPage, read_photo
from tournaments.scanning.register import Reason
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest

from .waiting_photos import WaitingPage, find_waiting_tables, keep_waiting_page

FORM_BYTES = 10_000  # of what is sent with a file, at most
WHAT_TO_DO: Mapping[Reason, Promise] = {
    Reason.NO_PICTURE: gettext_lazy(
        "Ce fichier n’est pas une image. Envoyez une photo (JPEG ou PNG) ou un PDF numérisé."
    ),
    Reason.NO_OPENCV: gettext_lazy("Ici, le programme n’est pas installé pour lire des photos : recopiez à la main."),
    Reason.NO_PAGE: gettext_lazy("Aucune feuille à cocher n’est vue. Prenez la page entière, avec ses quatre coins."),
    Reason.COVERED: gettext_lazy("Deux coins de la feuille sont cachés. Ôtez doigts et verres, et reprenez."),
    Reason.TOO_DARK: gettext_lazy("La photo est trop sombre. Reprenez-la près d’une lampe."),
    Reason.BLURRED: gettext_lazy("La photo est floue. Tenez le téléphone immobile, un peu plus loin, et reprenez."),
    Reason.NO_CODE: gettext_lazy("Le carré en haut à droite ne se lit pas. Dégagez-le, et reprenez."),
    Reason.OTHER_PRINT: gettext_lazy(
        "Cette feuille n’est pas celle que la table aurait maintenant : recopiez-la à la main."
    ),
    Reason.UNKNOWN: gettext_lazy("Cette feuille n’est pas de cette soirée."),
    Reason.BENT: gettext_lazy("La feuille n’est pas à plat. Aplatissez-la, et reprenez."),
    Reason.DOUBTFUL: gettext_lazy("Trop de cases se lisent mal. Reprenez de plus près, sans ombre."),
}
"""The advice for a photograph that cannot be read, by the reason."""


@dataclass(frozen=True)
class PhotoLine:
    """What came of one photograph of a sheet: the `table` whose sheet was read; else None, and `why` it was not."""

    file: str
    table: Table | None
    why: str


@require_right(Right.ARBITRATE, of=get_tournament)
def read_photographs(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for photographs; a POST reads those sent, one after the other, and says what each of them gave."""
    tables = Table.objects.filter(round__tournament=tournament).select_related("round").order_by("round__n", "n")
    by_pk = {each.pk: each for each in tables}
    lines = [line for file in request.FILES.getlist("photo") for line in read_file(file, by_pk)]
    if request.method == "POST" and not lines:
        lines = [PhotoLine("", None, _("Choisissez d’abord une photo."))]
    waiting = find_waiting_tables(by_pk)
    context = {
        "tournament": tournament,
        "lines": lines,
        "most_bytes": MAX_BODY_BYTES - FORM_BYTES,
        "by_round": len({each.round_id for each in tables}) > 1,
        "waiting": [(each, count_asked(waiting[each.pk])) for each in tables if each.pk in waiting],
    }
    failed = bool(lines) and not any(line.table for line in lines)
    return render(request, "organiser/photographs.html", context, status=422 if failed else 200)


def count_asked(pages: Mapping[int, WaitingPage]) -> int:
    """Return how many cells of these photographed pages a person must look at."""
    return sum(page.asked for page in pages.values())


def read_file(file: UploadedFile, tables: Mapping[int, Table]) -> list[PhotoLine]:
    """Read one file that was sent: a picture, or a PDF of several. What is read of these tables then waits."""
    data = file.read()
    name, digest = file.name or "", sha256(data).hexdigest()

    def find_page(code: PageCode) -> SheetPage | None:
        table = tables.get(code.table)
        pages = lay_out_sheet(load_sheet(table.pk)) if table and table.round.n == code.round else ()
        return pages[code.page - 1] if 0 < code.page <= len(pages) else None

    return [keep_page(each, digest, tables, name) for each in read_photo(data, find_page)]


def lay_out_sheet(sheet: Sheet) -> tuple[SheetPage, ...]:
    """Return the layout of the pages of a table's sheet as they are printed now; empty where it has no sheet that can
    be read."""
    score = build_score_sheet(sheet, filled=False)
    return lay_out_readable_sheet(score.setting, score.rows_planned) if score and score.paper.groups else ()


def keep_page(read: ReadPage | RefusedPage, digest: str, tables: Mapping[int, Table], file: str) -> PhotoLine:
    """Keep a page that was read until somebody has compared it with its paper, in place of an earlier picture of the
    same page; a refused page is not kept. Return the line on what became of it. `digest`: its picture's digest;
    `tables`: by id, those whose sheets may be read; `file`: the name of the file that was sent."""
    if isinstance(read, RefusedPage):
        return PhotoLine(file, None, str(WHAT_TO_DO[read.reason]))
    table = tables[read.code.table]
    keep_waiting_page(table.pk, WaitingPage(read, digest))
    return PhotoLine(file, table, "")
