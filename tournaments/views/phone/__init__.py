"""The table's own pages, on a phone: no account, only the table's key. All views but the shell return parts of its
page."""

from django.urls import URLPattern, path

from . import calling, coup_preview, ending, install, paper_entry, recording, sheet, shell, tricks

urlpatterns: list[URLPattern] = [
    path("t", shell.table_shell, name="table-shell"),
    path("sw.js", install.worker, name="worker"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("t/sheet", sheet.table_sheet, name="table-sheet"),
    path("t/preview", coup_preview.preview, name="table-preview"),
    path("t/coup", recording.coup, name="table-coup"),
    path("t/tricks", tricks.tricks, name="table-tricks"),
    path("t/so-far", tricks.so_far, name="table-so-far"),
    path("t/undo", recording.undo, name="table-undo"),
    path("t/penalty", recording.penalty, name="table-penalty"),
    path("t/recave", recording.recave, name="table-recave"),
    path("t/void", recording.void, name="table-void"),
    path("t/leave", recording.leave, name="table-leave"),
    path("t/end", recording.end, name="table-end"),
    path("t/count", ending.count, name="table-count"),
    path("t/confirm", ending.confirm, name="table-confirm"),
    path("t/free", ending.free, name="table-free"),
    path("t/call", calling.call, name="table-call"),
    path("t/call/withdraw", calling.withdraw, name="table-call-withdraw"),
    path("t/paper", paper_entry.paper, name="table-paper"),
    path("t/agree", calling.agree, name="table-agree"),
    path("t/dispute", calling.dispute, name="table-dispute"),
    path("<slug:code>/code", shell.table_code, name="table-code"),
]
