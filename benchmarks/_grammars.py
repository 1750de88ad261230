"""Grammars of what strangers send: HTTP requests, JSON documents, forms, lists of players, tournament reports. Each is
right in most of its parts and odd in some, so that it gets as far into the program as it can."""

import copy
import json
from random import Random
from typing import Any
from urllib.parse import quote

ODD_TEXTS = (
    *("", " ", "\0", "\u202e", "\ud800", "é" * 300, "=cmd()", "<script>", "../../x", "%00", "😀" * 50, "\r\nX: y"),
    *("9" * 400, "-1", "0", "1e999", "NaN", "٣", "1.5", "true", "null", "[]", "2026-02-30", "9999-99-99", "A♠"),
)
ODD_VALUES = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2**31,
        2**63,
        10**30,
        1.5,
        -0.0,
        float("inf"),
        float("nan"),
        "",
        [],
        {},
        [[]],
        [None],
    ),
    *({"": None}, [0] * 2000, {"a": {"b": {"c": []}}}, *ODD_TEXTS),
)


def spoil_json(document: Any, random: Random) -> Any:
    """Return a copy of the document with up to three of its parts exchanged, doubled, taken out or put elsewhere."""
    changed = copy.deepcopy(document)
    for _time in range(random.randint(0, 3)):
        places = list(list_places(changed))
        if not places:
            return copy.deepcopy(random.choice(ODD_VALUES))
        parent, key = random.choice(places)
        kind = random.randrange(5)
        if kind == 0:
            del parent[key]
        elif kind == 1 and isinstance(parent, list):
            parent[key:key] = [parent[key]] * random.choice((1, 3, 200))
        elif kind == 1:
            parent[random.choice(ODD_TEXTS)] = parent[key]
        elif kind == 2:
            other, at = random.choice(places)
            parent[key] = copy.deepcopy(
                other[at] if at in (other if isinstance(other, dict) else range(len(other))) else 1
            )
        else:
            parent[key] = copy.deepcopy(random.choice(ODD_VALUES))
    return changed


def list_places(part: Any) -> Any:
    """Yield (holder, key or index) of every value within a document."""
    pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in pairs:
        yield part, key
        yield from list_places(value)


def write_json(document: Any, random: Random) -> bytes:
    """Return the document as text, now and then one that is no JSON."""
    text = json.dumps(document, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    match random.randrange(12):
        case 0:
            return text[: random.randrange(len(text) + 1)]
        case 1:
            return b"\xef\xbb\xbf" + text
        case 2:
            return b"[" * 100_000 + text
        case 3:
            return text.replace(b":", b":" + b"9" * 5000, 1)
        case 4:
            return text.decode("utf-8", "replace").encode("utf-16")
        case 5 if text.startswith(b"{") and len(text) > 2:
            return text[:-1] + b"," + text[1:]
    return text


def spoil_form(fields: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return the fields of a form, some of them odd, missing, or come twice."""
    changed: dict[str, Any] = dict(fields)
    for _time in range(random.randint(0, 3)):
        name = random.choice([*changed, "x", "_method", "csrfmiddlewaretoken"]) if changed else "x"
        odd = random.choice(ODD_TEXTS).encode("utf-8", "replace").decode()
        match random.randrange(4):
            case 0:
                changed.pop(name, None)
            case 1:
                changed[name] = [odd, changed.get(name, "1")]
            case _:
                changed[name] = odd
    return changed


METHODS = ("GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "CONNECT", "get", "G\0T", "", "POST POST")
VERSIONS = ("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "http/1.1", "", "X")
ENDS = ("\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\n ", "\0\r\n")
LENGTHS = ("0", "4", "+4", "-1", "4, 4", "4,5", "0x4", "99999999999999999999", "", " 4 ", "４", "5000000")
CODINGS = ("chunked", "Chunked", "gzip, chunked", "chunked, chunked", "identity", "", "\x0bchunked", "chunked;q=1")
CHUNKS = (
    *(
        "0\r\n\r\n",
        "4\r\nabcd\r\n0\r\n\r\n",
        "4;x=y\r\nabcd\r\n0\r\n\r\n",
        "-1\r\nabcd\r\n",
        "ffffffffffffffff\r\na\r\n",
    ),
    *(
        "4\nabcd\n0\n\n",
        "0\r\nX: y\r\n\r\n",
        "4\r\nabcdefgh\r\n0\r\n\r\n",
        "g\r\n",
        "00000000000000000004\r\nabcd\r\n0\r\n\r\n",
    ),
)
ODD_HEADERS = (
    *("Host: y", "Host:", "Host : x", "Host: x, y", "Host: a b", "Host: [::1", "Host: " + "x" * 9000),
    *("Cookie: " + '\\"' * 2000, "Cookie: session=x; csrf=\xff", "Cookie: corbillon_session=" + "a" * 4000, "Cookie"),
    *("Range: bytes=0-", "Range: bytes=5-2,-1", 'If-None-Match: W/"', "If-Modified-Since: yesterday"),
    *(
        "Accept-Language: " + "fr;q=0.1," * 800,
        "Accept-Language: ../../x",
        "Accept: */*;q=\xff",
        "Accept-Encoding: br;q=2",
    ),
    *("Content-Type: multipart/form-data", 'Content-Type: multipart/form-data; boundary=""', "Content-Type: \xff/x"),
    *("Content-Type: application/x-www-form-urlencoded; charset=utf-99", "Content-Type: text/plain; charset=\0"),
    *("X-Forwarded-Proto: https", "X-Forwarded-For: 1.2.3.4, x", "X-Table-Key: \xff", "X-Table-Key: 1-" + "0" * 32),
    *("X-Table-Seat: 99999999999", "Authorization: Bearer \xe9", "Authorization: Basic eA==", "Upgrade: h2c"),
    *("Expect: 100-continue", "Expect: x", "Transfer-Encoding : chunked", "X_Table_Key: 1", ": x", "X", " folded: x"),
    *("Connection: close, keep-alive", "Connection: upgrade", "Trailer: Host", "HX-Request: true", "Origin: null"),
)


def build_request(paths: list[str], random: Random) -> bytes:
    """Return the bytes of one to three requests that come together."""
    return b"".join(build_one_request(paths, random) for _time in range(random.choice((1, 1, 1, 2, 3))))


def build_one_request(paths: list[str], random: Random) -> bytes:
    """Return the bytes of a request."""
    lines = [f"{random.choice(METHODS)} {build_target(paths, random)} {random.choice(VERSIONS)}", "Host: x"]
    if random.random() < 0.1:
        del lines[1]
    lines += random.sample(ODD_HEADERS, random.choice((0, 0, 1, 2, 5)))
    body = ""
    if random.random() < 0.4:
        body = random.choice(("", "abcd", "a=b&" * 20, "a=" + "%" * 50, "x" * 5000))
        lines.append(f"Content-Length: {random.choice((str(len(body)), random.choice(LENGTHS)))}")
    if random.random() < 0.2:
        body = random.choice(CHUNKS)
        lines.append(f"Transfer-Encoding: {random.choice(CODINGS)}")
    if random.random() < 0.05:
        lines += ["X: y"] * random.choice((100, 500))
    end = random.choice(ENDS) if random.random() < 0.2 else "\r\n"
    return (end.join(lines) + end + end + body).encode("latin-1", "replace")


def build_target(paths: list[str], random: Random) -> str:
    """Return what is asked for: an address of the program as it is, or spoilt."""
    path = random.choice(paths)
    match random.randrange(12):
        case 0:
            at = random.randrange(len(path) + 1)
            path = (
                path[:at] + random.choice(("%00", "%2e%2e/", "//", "%", "%zz", "\\", "\xff", "%ff", "..;/")) + path[at:]
            )
        case 1:
            path = random.choice(
                ("*", "http://x/", "https://evil.example" + path, "x:80", "", "?", "#", "/" * 3000, "/ x")
            )
        case 2:
            path += "?" + "&".join(
                f"{quote(odd, errors='replace')}={n}" for n, odd in enumerate(random.sample(ODD_TEXTS, 5))
            )
        case 3:
            path += "?page=" + quote(random.choice(ODD_TEXTS), errors="replace")
    return path


CELLS = (
    "Nom",
    "Prénom",
    "Club",
    "Licence",
    "E-mail",
    "Équipe",
    "Présent",
    "Payé",
    "Anne",
    "Ben\xad",
    "=1+1",
    '"',
    "12,5 €",
    "x@y",
)


def build_csv(random: Random) -> bytes:
    """Return a list of players as text, with its own idea of separators, quotes, ends of lines and encoding."""
    mark, end = random.choice(";,\t|  "), random.choice(("\n", "\r\n", "\r", "\n\n", "\x85", "\u2028"))
    rows = []
    for _row in range(random.choice((0, 1, 3, 40, 2100))):
        cells = [
            random.choice((*CELLS, random.choice(ODD_TEXTS))) for _cell in range(random.choice((0, 1, 4, 4, 4, 90)))
        ]
        rows.append(mark.join(f'"{cell}"' if random.random() < 0.3 else cell for cell in cells))
    text = random.choice(("", "sep=;\n", "\ufeff", "﻿sep=\n")) + end.join(rows)
    coding = random.choice(("utf-8", "utf-8", "cp1252", "latin-1", "utf-16", "utf-16-be", "utf-32", "mac-roman"))
    return text.encode(coding, "replace")


CARD_LINES = (
    *(
        "BEGIN:VCARD",
        "END:VCARD",
        "VERSION:2.1",
        "VERSION:4.0",
        "FN:Anne",
        "N:Roux;Anne;;;",
        "N:;;;;",
        "N",
        "FN;CHARSET=x:é",
    ),
    *(
        "FN;ENCODING=QUOTED-PRINTABLE:=C3=A9=",
        "=C3",
        " folded",
        "\tfolded",
        "ORG:Club;Équipe",
        "EMAIL;TYPE=x:a@b",
        "NOTE:\\n\\",
    ),
    *(
        "PHOTO;ENCODING=b:" + "A" * 3000,
        "FN;ENCODING=BASE64:!!",
        "item1.FN:B",
        "CATEGORIES:a,b",
        ":",
        ";",
        'N;X="a:b":c;d',
    ),
)


def build_cards(random: Random) -> bytes:
    """Return address cards whose lines may stand anywhere."""
    lines = []
    for _card in range(random.choice((1, 1, 3, 300))):
        lines += ["BEGIN:VCARD", *random.choices(CARD_LINES, k=random.randrange(8)), "END:VCARD"]
    if random.random() < 0.3:
        random.shuffle(lines)
    text = random.choice(("\r\n", "\n", "\r")).join(lines)
    return text.encode(random.choice(("utf-8", "cp1252", "utf-16")), "replace")


REPORT_LINES = (
    *(
        "012 Tournoi",
        "022 Paris",
        "042 2026/11/21",
        "042 31.02.2026",
        "052 x",
        "062 4",
        "062 -1",
        "092 Individual: Swiss-System",
    ),
    *(
        "092 Round Robin",
        "132 26/11/21",
        "XXR 3",
        "XXR 999999999",
        "XXC black1",
        "013 Équipe   1 2",
        "BBW 1",
        "240 F 1 2",
    ),
    *("250 1.0 2", "001", "001    1", "001 9999", "", " ", "\0", "001    1      Roux, Anne" + " " * 300, "###", "000"),
)


def build_report(sound: bytes, random: Random) -> bytes:
    """Return a tournament report: a sound one with lines of others between its own, or with letters exchanged."""
    lines = sound.decode().splitlines()
    for _time in range(random.randint(1, 6)):
        at = random.randrange(len(lines) + 1)
        match random.randrange(4):
            case 0:
                lines.insert(at, random.choice(REPORT_LINES))
            case 1 if at < len(lines):
                del lines[at]
            case 2 if at < len(lines):
                lines += [lines[at]] * random.choice((1, 50))
            case _ if at < len(lines) and lines[at]:
                place = random.randrange(len(lines[at]))
                lines[at] = lines[at][:place] + random.choice((*"0w=-+ 9Zé\t", "   ")) + lines[at][place + 1 :]
    return (
        random.choice(("\n", "\r\n", "\r")).join(lines).encode(random.choice(("utf-8", "cp1252", "utf-16")), "replace")
    )
