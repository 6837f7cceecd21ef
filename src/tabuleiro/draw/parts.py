"""Drawings with definitions: what a picture is put together from, and ids that no other picture on a page has."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OWN = "\ue000"  # stands for the prefix of a picture's own ids until its content is known
Stop = tuple[float, str, float]  # where, in which colour, how opaque


@dataclass(frozen=True)
class Part:
    """A piece of a picture, and the definitions that it uses, by id."""

    art: str
    defs: Mapping[str, str]


def radial(key: str, stops: Iterable[Stop], at: str) -> dict[str, str]:
    """A definition of light that falls on something round; *at* are the attributes that place it."""
    return {key: f'<radialGradient id="{OWN}{key}" {at}>{_stops(stops)}</radialGradient>'}


def linear(key: str, stops: Iterable[Stop], at: str) -> dict[str, str]:
    return {key: f'<linearGradient id="{OWN}{key}" {at}>{_stops(stops)}</linearGradient>'}


def _stops(stops: Iterable[Stop]) -> str:
    return "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}"'
        + (f' stop-opacity="{opacity:g}"' if opacity < 1 else "")
        + "/>"
        for offset, colour, opacity in stops
    )


def paint(key: str) -> str:
    """The value of an attribute that paints with a definition."""
    return f"url(#{OWN}{key})"


def own(picture: str) -> str:
    """The *picture* with a prefix before its ids that is made from all it shows."""
    return picture.replace(OWN, "b" + sha256(picture.encode()).hexdigest()[:7] + "-")
