"""What is read of a connection: one request, and the bytes behind it untouched."""

from waitress.parser import HTTPRequestParser, ParsingError

from config.server.limits import MAX_FIELD_BYTES, MAX_HEADER_LINES


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

    def parse_header(self, header_plus: bytes) -> None:
        """Read the request's line and its headers. Raises ParsingError, which is answered with 400, also where two
        programs could see another end of the request or another host in it: RFC 9112, 3.2 and 6.1."""
        if header_plus.count(b"\n") > MAX_HEADER_LINES:
            raise ParsingError("Too many header lines")
        has_encoding = b"\ntransfer-encoding:" in header_plus.lower()
        super().parse_header(header_plus)
        if has_encoding and ("CONTENT_LENGTH" in self.headers or self.version != "1.1"):
            raise ParsingError("The length of the body is said twice")
        host = self.headers.get("HOST")
        if "," in (host or "") or (host is None and self.version == "1.1"):
            raise ParsingError("A request names one host")
        bounded = [self.request_uri, *(value for name, value in self.headers.items() if name != "COOKIE")]
        if max(map(len, bounded)) > MAX_FIELD_BYTES:
            raise ParsingError("A header line is too long")
