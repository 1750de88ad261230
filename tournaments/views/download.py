"""A grid of figures as a file to download, in the format that the address ends with."""

from django.http import Http404, HttpResponse

from tournaments.tables.export import EXPORT_FORMATS, ExportGrid

ENDING = rf"(?P<ending>{'|'.join(EXPORT_FORMATS)})"


def build_download(grid: ExportGrid, ending: str, name: str) -> HttpResponse:
    """Return the grid as an attachment. `ending`: a key of exports.KINDS, else Http404. `name`: the file's name without
    its ending, of letters, digits and dashes."""
    kind = EXPORT_FORMATS.get(ending)
    if kind is None:
        raise Http404
    response = HttpResponse(kind.write(grid), content_type=kind.content_type)
    response["Content-Disposition"] = f'attachment; filename="corbillon-{name}.{ending}"'
    return response
