"""Files to download: a table, in the format that the address ends with, or a JSON document."""

import json
from typing import Any, cast

import django_tables2 as tables
from django.http import Http404, HttpRequest, HttpResponse

from tournaments.presentation.tables.export import EXPORT_FORMATS, as_csv, build_grid

from .requests import FileRequest

ENDING = rf"(?P<ending>{'|'.join(EXPORT_FORMATS)})"


def download_table(request: HttpRequest, table: tables.Table, ending: str, name: str, title: Any) -> HttpResponse:
    """Return the table as an attachment. `ending`: a key of EXPORT_FORMATS, else Http404. `name`: the file's name
    without its ending, of letters, digits and dashes; `title`: the name of the sheet."""
    kind = EXPORT_FORMATS.get(ending)
    if kind is None:
        raise Http404
    grid, separator = build_grid(table, str(title)), cast(FileRequest, request).separator
    content = as_csv(grid, separator=separator) if kind.write is as_csv else kind.write(grid)
    return answer_file(content, kind.content_type, f"{name}.{ending}")


def download_document(document: dict[str, Any], name: str) -> HttpResponse:
    """Return the document as an attachment, which an import reads again. `name`: the file's, without its ending."""
    content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"  # that people can read
    return answer_file(content, "application/json; charset=utf-8", f"{name}.json")


def answer_file(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    """Return the content as an attachment. `name`: the file's, of letters, digits and dashes, with its ending."""
    return HttpResponse(
        content, content_type, headers={"Content-Disposition": f'attachment; filename="corbillon-{name}"'}
    )


def show_pdf(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows; `name`: as for `answer_file`, without its ending."""
    headers = {"Content-Disposition": f'inline; filename="corbillon-{name}.pdf"'}
    return HttpResponse(content, "application/pdf", headers=headers)
