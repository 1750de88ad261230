"""What anybody may look at: an evening’s board, its standings, its tables and players."""

from .pages import urlpatterns

__all__ = ["urlpatterns"]
