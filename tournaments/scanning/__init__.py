"""Sheets read from photographs: a page's layout, where a picture shows it, and what is marked and written there.

Knows pictures and millimetres: no club, no database, no rule of a game. `pages.read_photo` is the one door, imported
where a picture is read: OpenCV and numpy take a second. `layout` alone is light.
"""

from importlib.util import find_spec


def can_read_photos() -> bool:
    """Say whether the program was installed with what reads photographs."""
    return find_spec("cv2") is not None
