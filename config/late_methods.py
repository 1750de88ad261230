"""Data classes whose methods are compiled when one is first called, not while their modules are loaded.

Python 3.11 and 3.12 compile each method of each data class on its own. Five of the six are rarely called, and took a
fifth of the time that a process takes to start. From 3.13 on they are compiled together.
"""

import dataclasses
import sys
from collections.abc import Callable
from typing import Any

LATE = {"__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"}  # not `__init__`, whose signature is read


def compile_methods_late() -> None:
    """Have the methods of all data classes declared from now on compiled when first called, not when declared."""
    create = getattr(dataclasses, "_create_fn", None)
    if sys.version_info < (3, 13) and create is not None and create.__module__ == "dataclasses":
        dataclasses._create_fn = _postpone(create)  # type: ignore[attr-defined]


def _postpone(create: Callable[..., Any]) -> Callable[..., Any]:
    """Return a replacement for `create`, the function that compiles a method of a data class from its text: it compiles
    the methods in LATE when they are first called."""

    def create_method(name: str, *text: Any, **known: Any) -> Callable[..., Any]:
        if name not in LATE:
            return create(name, *text, **known)
        compiled = None

        def method(self: Any, *others: Any) -> Any:
            nonlocal compiled
            if compiled is None:
                compiled = create(name, *text, **known)
                compiled.__qualname__ = method.__qualname__
            for each in type(self).__mro__:
                if each.__dict__.get(name) is method:  # calls after this one go straight to it
                    setattr(each, name, compiled)
            return compiled(self, *others)

        method.__name__ = name
        return method

    return create_method
