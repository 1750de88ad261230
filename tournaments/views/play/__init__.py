"""The table's own pages, on a phone: no account, only the table's key. All views but the shell return parts of its
page."""

from django.urls import URLPattern, path

from . import calling, cards, ending, entering, foresight, install, sheet, shell, writing

urlpatterns: list[URLPattern] = [
    path("t", shell.table_shell, name="table-shell"),
    path("sw.js", install.worker, name="worker"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("t/sheet", sheet.table_sheet, name="table-sheet"),
    path("t/preview", foresight.preview, name="table-preview"),
    path("t/coup", writing.coup, name="table-coup"),
    path("t/tricks", cards.tricks, name="table-tricks"),
    path("t/so-far", cards.so_far, name="table-so-far"),
    path("t/undo", writing.undo, name="table-undo"),
    path("t/penalty", writing.penalty, name="table-penalty"),
    path("t/recave", writing.recave, name="table-recave"),
    path("t/void", writing.void, name="table-void"),
    path("t/leave", writing.leave, name="table-leave"),
    path("t/end", writing.end, name="table-end"),
    path("t/count", ending.count, name="table-count"),
    path("t/confirm", ending.confirm, name="table-confirm"),
    path("t/free", ending.free, name="table-free"),
    path("t/call", calling.call, name="table-call"),
    path("t/call/withdraw", calling.withdraw, name="table-call-withdraw"),
    path("t/paper", entering.paper, name="table-paper"),
    path("t/agree", calling.agree, name="table-agree"),
    path("t/dispute", calling.dispute, name="table-dispute"),
    path("<slug:code>/code", shell.table_code, name="table-code"),
]
