"""Middleware that gives the frames of a request one piece of memory to lie in. Knows no page.

CPython lays the frames of Python functions in pieces of 16 KiB. Whenever a call crosses from one piece into the next,
it takes that piece from the system, and gives it back when the call ends. A page whose loop stands just before such a
border crosses it with each call, and takes twice its time; whether it does depends on how deep the loop is called. A
frame that asks for more than a piece gets a larger one, and what it does not use is there for all the calls inside it;
memory that nobody touches costs nothing.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]
FRAME_VALUES = 20_000
"""How many values one frame has room for: 160 kB. The piece that holds it is of 256 KiB, and 96 kB are left: some six
hundred calls one inside the other."""


def keep_frames_together(get_response: GetResponse) -> GetResponse:
    """Return the middleware that makes a request faster: the stack frames of all calls lie in one piece of memory."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    answered.__code__ = answered.__code__.replace(co_stacksize=FRAME_VALUES)
    return answered
