"""A view whose module is loaded when it is first asked for: for pages that are rarely wanted and slow to load."""

from functools import cached_property
from typing import Any

from django.utils.module_loading import import_string


class LateView:
    """A view, given by its dotted name in a list of addresses, whose module is loaded when the view is first called;
    reading its name, which Django does, does not load it."""

    def __init__(self, dotted: str) -> None:
        self._dotted = dotted
        self.__module__, _dot, self.__name__ = dotted.rpartition(".")
        self.__qualname__ = self.__name__

    @cached_property
    def _view(self) -> Any:
        return import_string(self._dotted)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._view(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name == "view_class":  # which Django looks for, in place of a name
            raise AttributeError(name)
        return getattr(self._view, name)
