"""Sheets read from photographs: a page's layout, where a picture shows it, and what is marked and written there.

Knows pictures and millimetres: no club, no database, no rule of a game. `read_photo` is the one door.
"""

from .layout import PageCode as PageCode
from .layout import SheetPage as SheetPage
from .pages import ReadPage as ReadPage
from .pages import RefusedPage as RefusedPage
from .pages import read_photo as read_photo
from .register import Reason as Reason
