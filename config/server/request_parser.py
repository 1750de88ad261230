"""What is read of a connection: one request, and the bytes behind it untouched."""

from waitress.parser import HTTPRequestParser


class SingleRequestParser(HTTPRequestParser):
    """waitress's parser of a request. It takes all bytes that it is given, and keeps in `unparsed` those that came
    after the request: the next one is not looked at before this one is answered."""

    unparsed = b""

    def received(self, data: bytes) -> int:
        """Read some bytes. Return how many are dealt with: all of them once there is a request."""
        used: int = super().received(data)
        if self.completed and not self.empty:
            self.unparsed = data[used:]
            self.expect_continue = False  # there is no more to wait for
            return len(data)
        return used
