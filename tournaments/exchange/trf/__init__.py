"""Tournaments of two sides as FIDE's Tournament Report File, edition of 2026, and back (docs/formats.md)."""

from .report import TrfGame, TrfPlayer, TrfReport
from .trf_export import build_trf_report
from .trf_import import import_report, list_remarks
from .trf_reader import read_trf
from .trf_text import write_trf

__all__ = [
    "TrfGame",
    "TrfPlayer",
    "TrfReport",
    "build_trf_report",
    "import_report",
    "list_remarks",
    "read_trf",
    "write_trf",
]
