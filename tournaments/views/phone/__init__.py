"""The table's own pages, on a phone: no account, only the table's key. All views but the shell return parts of its
page."""

from django.urls import URLPattern, path

from . import calling, correcting, ending, paper_entry, recording, sheet, shell

urlpatterns: list[URLPattern] = [
    path("t", shell.show_shell, name="table-shell"),
    path("sw.js", shell.serve_worker, name="worker"),
    path("manifest.webmanifest", shell.serve_manifest, name="manifest"),
    path("t/tablet", shell.find_tablet_table, name="table-tablet"),
    path("t/sheet", sheet.show_table_sheet, name="table-sheet"),
    path("t/older/<int:line>", sheet.show_older_events, name="table-older"),
    path("t/preview", recording.preview_coup, name="table-preview"),
    path("t/coup", recording.record_coup, name="table-coup"),
    path("t/tricks", recording.record_tricks, name="table-tricks"),
    path("t/so-far", recording.preview_tricks, name="table-so-far"),
    path("t/foretell/<slug:kind>", recording.foretell_event, name="table-foretell"),
    path("t/undo", recording.undo_last_event, name="table-undo"),
    path("t/penalty", recording.record_penalty, name="table-penalty"),
    path("t/recave", recording.record_recave, name="table-recave"),
    path("t/void", recording.record_void, name="table-void"),
    path("t/leave", recording.record_leave, name="table-leave"),
    path("t/end", recording.record_end, name="table-end"),
    path("t/count", ending.save_counts, name="table-count"),
    path("t/debt", ending.note_debt, name="table-debt"),
    path("t/confirm", ending.confirm_sheet, name="table-confirm"),
    path("t/free", ending.wait_for_new_table, name="table-free"),
    path("t/call", calling.call_arbiter, name="table-call"),
    path("t/call/withdraw", calling.withdraw_call, name="table-call-withdraw"),
    path("t/paper", paper_entry.enter_paper_sheet, name="table-paper"),
    path("t/correct/<int:position>", correcting.correct_event, name="table-correct"),
    path("t/agree", calling.agree_to_event, name="table-agree"),
    path("t/dispute", calling.dispute_event, name="table-dispute"),
    path("<slug:code>/code", shell.enter_table_code, name="table-code"),
]
