"""The register of documents, a file for each kind: every document's name, title, reading function and template, when it
can be printed and when it is worth printing. Knows no page's layout."""

from tournaments.models import Tournament

DRAFT, OPEN, CLOSED = Tournament.Status.DRAFT, Tournament.Status.OPEN, Tournament.Status.CLOSED
