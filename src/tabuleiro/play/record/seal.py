"""Seals: what tells a secret of a game that still goes on, hidden from a glance at the file.

There is no key, so that the game goes on anywhere: whoever wants to open a seal can. It keeps honest people from reading
by accident what they should not know, and nobody else.
"""

from __future__ import annotations

from tabuleiro.core import later
from tabuleiro.core.errors import BadRecord
from tabuleiro.core.words import one_line

SEAL = "sealed "
LARGEST = 1 << 20  # bytes that all seals of a record may hold: a few of a file's could else fill the memory


def sealed(text: str) -> str:
    """``sealed BASE64``, of a *text* in one line."""
    from base64 import b64encode
    from zlib import compress

    return SEAL + b64encode(compress(one_line(text).encode(), 9)).decode()


def hidden(text: str, hide: bool) -> str:
    """*text*, sealed if it is to be hidden; also if it looks like a seal, which it would be taken for."""
    return sealed(text) if text and (hide or text.startswith(SEAL)) else text


def opened(text: str, room: int) -> str:
    """What is under the seal *text*, in at most *room* bytes; raises BadRecord when it is damaged or holds more."""
    import zlib
    from base64 import b64decode

    unzip = zlib.decompressobj()
    try:
        found = unzip.decompress(b64decode(text.removeprefix(SEAL), validate=True), max(room, 1))
        if unzip.eof and not unzip.unused_data:
            return found.decode()
    except (ValueError, zlib.error):  # not base64, not compressed, no text
        found = b""
    if len(found) >= room:
        raise BadRecord(
            later("the seal {text} holds too much; {most} MB is the most", text=text[:40], most=LARGEST >> 20)
        )
    raise BadRecord(later("the seal {text} is damaged", text=text[:40]))
