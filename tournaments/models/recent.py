"""What a process used last and may need again soon, at most so much of it. Knows nothing of what that is."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentItems(Generic[T]):
    """The items used last, one for each id, at most `most`: the one that was asked for least lately goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[int, T] = OrderedDict()
        self._lock = Lock()

    def find(self, pk: int) -> T | None:
        """Return the item kept under this id; None if there is none."""
        with self._lock:
            item = self._items.get(pk)
            if item is not None:
                self._items.move_to_end(pk)
            return item

    def keep(self, pk: int, item: T) -> None:
        """Keep an item in place of an earlier one of its id."""
        with self._lock:
            self._items[pk] = item
            self._items.move_to_end(pk)
            while len(self._items) > self._most:
                self._items.popitem(last=False)

    def clear(self) -> None:
        """Forget all items."""
        with self._lock:
            self._items.clear()
