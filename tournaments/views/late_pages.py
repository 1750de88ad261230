"""The addresses of modules that take long to load, and are loaded when one of their pages is first asked for."""

from django.urls import path

from config.late_views import LateView


class LatePages:
    """In a list of addresses, in the place of a module of views. `pages`: the address and the view of each, by its name
    with _ for -."""

    def __init__(self, module: str, **pages: tuple[str, str]) -> None:
        self.urlpatterns = [
            path(address, LateView(f"{module}.{view}"), name=name.replace("_", "-"))
            for name, (address, view) in pages.items()
        ]
