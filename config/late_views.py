"""A view whose module is loaded when it is first asked for: for pages that are rarely wanted and slow to load."""

from functools import cached_property
from typing import Any

from django.utils.module_loading import import_string


class LateView:
    """The view of this dotted name, in its place in a list of addresses. What is asked of it loads it; its own name,
    under which Django keeps it, does not."""

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
