"""A grid as a file to keep, of the kind that its address ends with."""

from django.http import HttpResponse

from tournaments.exports import KINDS, Grid

ENDING = rf"(?P<ending>{'|'.join(KINDS)})"


def download(grid: Grid, ending: str, name: str) -> HttpResponse:
    """`name`: the file's, without its ending; letters, digits and dashes."""
    kind = KINDS[ending]
    response = HttpResponse(kind.write(grid), content_type=kind.content_type)
    response["Content-Disposition"] = f'attachment; filename="corbillon-{name}.{ending}"'
    return response
