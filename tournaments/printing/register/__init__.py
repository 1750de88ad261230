"""The register, a file for each kind of paper: every document's name, title, what it reads, its template, when it can
be printed and when it is worth it. Knows no page's layout.
"""

from tournaments.models import Event

DRAFT, OPEN, CLOSED = Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CLOSED
