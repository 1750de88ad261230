"""A grid as a file to keep, of the kind that its address ends with."""

from django.http import Http404, HttpResponse

from tournaments.exports import KINDS, Grid

ENDING = rf"(?P<ending>{'|'.join(KINDS)})"


def download(grid: Grid, ending: str, name: str) -> HttpResponse:
    """`name`: the file's, without its ending; letters, digits and dashes. A kind that is none is missing (404)."""
    kind = KINDS.get(ending)
    if kind is None:
        raise Http404
    response = HttpResponse(kind.write(grid), content_type=kind.content_type)
    response["Content-Disposition"] = f'attachment; filename="corbillon-{name}.{ending}"'
    return response
