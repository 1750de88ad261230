"""The addresses of modules that take long to load, and are loaded when one of their pages is first asked for."""

from django.urls import path

from config.late_views import LateView


class LatePages:
    """The URL patterns of a module of views that is imported when one of its pages is first asked for. `module`: its
    dotted name; `pages`: (address, name of the view) by the page's URL name with _ for -, as
    `print_job=("event/<int:pk>/print/job/<slug:key>", "show_print_job")` for the page "print-job"."""

    def __init__(self, module: str, **pages: tuple[str, str]) -> None:
        self.urlpatterns = [
            path(address, LateView(f"{module}.{view}"), name=name.replace("_", "-"))
            for name, (address, view) in pages.items()
        ]
