"""The files that pages need, read once: each under an address that changes with its content, so that browsers keep it."""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
MARK = 10  # letters of a hash in an address


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    kind: str
    body: bytes
    small: bytes
    mark: str


@cache
def assets() -> dict[str, Asset]:
    """All there are, by name."""
    found = {}
    for name in sorted(os.listdir(FOLDER)):
        kind = KINDS.get(os.path.splitext(name)[1])
        if kind:
            with open(os.path.join(FOLDER, name), "rb") as file:
                found[name] = file.read()
    # A script imports others by their plain names: one mark for all, so that a page never mixes two editions.
    mark = sha256(b"".join(found.values())).hexdigest()[:MARK]
    return {
        name: Asset(KINDS[os.path.splitext(name)[1]], body, gzip.compress(body, mtime=0), mark)
        for name, body in found.items()
    }


def packed(
    request: Request, body: bytes, kind: str, *, status: int = 200, small: bytes = b"", **headers: str
) -> Response:
    """*body* as small as the reader can take it; *small* is it already."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"vary": "accept-encoding, cookie"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        sent["content-encoding"] = "gzip"
        body = small or gzip.compress(body, 6, mtime=0)
    return Response(body, status, sent, kind)


def address(name: str) -> str:
    """Where a page finds the file *name*."""
    return f"/static/{assets()[name].mark}/{name}"
