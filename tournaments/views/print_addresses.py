"""The addresses of the printing pages, which are loaded with all that is printed when one is first asked for."""

from .late_pages import LatePages

urlpatterns = LatePages(
    "tournaments.views.prints",
    prints=("event/<int:pk>/print", "show_print_catalogue"),
    prints_bundle=("event/<int:pk>/print/together", "print_bundle"),
    print=("event/<int:pk>/print/<slug:name>.pdf", "print_document"),
    print_page=("event/<int:pk>/print/<slug:name>.html", "show_print_page"),
    print_in_hall=("event/<int:pk>/print/<slug:name>/printer", "print_in_hall"),
    print_job=("event/<int:pk>/print/job/<slug:key>", "show_print_job"),
    print_job_stop=("event/<int:pk>/print/job/<slug:key>/stop", "stop_print_job"),
    print_job_file=("event/<int:pk>/print/job/<slug:key>/document.pdf", "show_printed_file"),
).urlpatterns
