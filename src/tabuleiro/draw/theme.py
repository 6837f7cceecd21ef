"""Colours: what the roles that games speak of (light, yellow, seat2) look like on paper, on screens and in terminals.

The hues are those of Okabe and Ito, which people of every colour vision can tell apart, made darker or lighter
until they stand out from the board. Shapes and marks say the same once more (``draw.glyphs``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BRIGHT = 0.45  # luminance from which a colour is a bright one
DIM = 0.08  # and up to which it is dark wood
GLOW = "#e2a56d"  # light on dark wood
VISIBLE = 3.0  # contrast from which a shape stands out from its ground (WCAG 2.1, non-text contrast)
WHITE = "#ffffff"
INKS = (WHITE, "#1d1a17")  # what is written or engraved on a piece

# Roles in a terminal, as numbers of the 256 colours: all stand out from black and from white.
# Seats that have no pieces of their own (seat1 to seat4) have colours that no piece has.
# The light side has no number: it is bold, in the terminal's own colour.
TERMINAL = {
    "dark": 130,
    "yellow": 136,
    "blue": 32,
    "green": 29,
    "red": 166,
    "seat1": 102,
    "seat2": 133,
    "seat3": 137,
    "seat4": 67,
}


@dataclass(frozen=True)
class Theme:
    """Colours of a picture, as ``#rrggbb``.

    *board* is the colour of the cells and *shade* that of every other square; *frame* lies around them.
    *last* tints the cells of the last turn, *mark* is for selected cells, targets and arrows, *halo* surrounds what
    must be seen on any ground, *focus* is the keyboard's cursor. *grain* is the colour of the lines in wood,
    *sheen* that of light on the frame, and *depth* says how much is seen of them.
    *roles* are the colours of pieces, *spare* those that unknown roles share.
    """

    name: str
    background: str
    board: str
    shade: str
    frame: str
    label: str
    line: str
    text: str
    mark: str
    last: str
    halo: str
    focus: str
    grain: str
    sheen: str
    depth: float
    roles: Mapping[str, str] = field(hash=False)
    spare: tuple[str, ...]

    def colour(self, role: str) -> str:
        """The colour of *role*; a role this theme does not know always gets the same spare one."""
        return self.roles.get(role) or self.spare[sum(map(ord, role)) % len(self.spare)]

    def rim(self, role: str) -> str:
        """The outline of a piece: a darker shade of its colour, or ink where the colour alone would be lost."""
        return _rim(self.colour(role), self.board, self.shade, self.text)

    def ink(self, role: str) -> str:
        """What to write with on a piece of this *role*."""
        return _ink(self.colour(role))


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """How bright *colour* is, from 0 to 1 (WCAG's relative luminance)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """*one* with a *share* of *other*, from 0 to 1."""
    return "#" + "".join(
        f"{round(a + (b - a) * share):02x}" for a, b in zip(channels(one), channels(other), strict=True)
    )


@lru_cache(maxsize=256)
def _rim(colour: str, board: str, shade: str, text: str) -> str:
    clear = min(contrast(colour, board), contrast(colour, shade)) >= VISIBLE
    return mix(colour, "#000000", 0.35) if clear else text


@lru_cache(maxsize=256)
def _ink(colour: str) -> str:
    return max(INKS, key=lambda ink: contrast(ink, colour))


LIGHT = Theme(
    name="light",
    background="#fbf8f2",
    board="#ecd5a8",
    shade="#d3ad76",
    frame="#74462a",
    label="#fbefd9",
    line="#6d4423",
    text="#33261b",
    mark="#14532d",
    last="#d9920a",
    halo="#fff8e6",
    focus="#0b57d0",
    grain="#40210a",
    sheen=GLOW,
    depth=1.0,
    roles={
        "none": "#ecd5a8",
        "neutral": "#8b8378",
        "light": "#fffaf0",
        "dark": "#45291a",
        "yellow": "#f0d42c",
        "blue": "#0067a3",
        "green": "#00785a",
        "red": "#c04a00",
        "seat1": "#4a4f57",
        "seat2": "#94477b",
        "seat3": "#85623e",
        "seat4": "#7a8494",
    },
    spare=("#2f7fb0", "#9a6a00", "#a5527f", "#6b5b95"),
)
DARK = Theme(
    name="dark",
    background="#16181c",
    board="#3b414c",
    shade="#2c323b",
    frame="#242930",
    label="#b4bdca",
    line="#7c8798",
    text="#e9e6df",
    mark="#8fe3b4",
    last="#f2b53a",
    halo="#10151b",
    focus="#8ab4ff",
    grain="#cfd8e6",
    sheen="#8794a6",
    depth=0.3,
    roles={
        "none": "#3b414c",
        "neutral": "#a9a9a9",
        "light": "#f4efe4",
        "dark": "#2f1d13",
        "yellow": "#f0e442",
        "blue": "#56b4e9",
        "green": "#1fc796",
        "red": "#f0762b",
        "seat1": "#d5d9e0",
        "seat2": "#d98bb6",
        "seat3": "#c9a27a",
        "seat4": "#8f9bb0",
    },
    spare=("#7fc4ee", "#e69f00", "#d98bb6", "#b3a4d8"),
)
PLAIN = replace(
    LIGHT,
    name="plain",
    board="#f2e4c6",
    shade="#ead8b3",
    frame="#8a5a35",
    line="#a37e55",
    mark="#9b3d78",
    last="#d9a6c4",
    halo="#f2e4c6",
    roles={**LIGHT.roles, "none": "#f2e4c6"},
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PLAIN)}


@dataclass(frozen=True)
class Look:
    """One theme whose colours are written as they are, or two of which the reader's colour scheme chooses.

    A *flat* one has neither grain nor gloss: for print, and for boards as small as a stamp.
    """

    themes: tuple[Theme, ...]
    flat: bool = False

    def __call__(self, colour: Callable[[Theme], str]) -> str:
        """A colour of every theme, as it stands in an attribute."""
        found = tuple(colour(theme) for theme in self.themes)
        return found[0] if len(set(found)) == 1 else f"light-dark({','.join(found)})"


class Tones:
    """The colours of one role: lit and in the shade, its outline and its ink."""

    def __init__(self, role: str, look: Look) -> None:
        self.role, self.look = role, look

    @property
    def fill(self) -> str:
        return self.look(lambda theme: theme.colour(self.role))

    @property
    def rim(self) -> str:
        """The outline, seen on every cell."""
        return self.look(lambda theme: theme.rim(self.role))

    @property
    def edge(self) -> str:
        """The outline of something round, softer than a drawn one."""
        return self.look(lambda theme: mix(theme.rim(self.role), theme.colour(self.role), 0.35))

    @property
    def ink(self) -> str:
        return self.look(lambda theme: theme.ink(self.role))

    @property
    def inlay(self) -> str:
        """What is let into the piece: ink, a little warmer."""
        return self.look(lambda theme: mix(ink := theme.ink(self.role), GLOW, 0.2 if ink == WHITE else 0.06))

    def lit(self, share: float) -> str:
        return self.look(lambda theme: light(theme.colour(self.role), share))

    def worked(self, share: float, bright: float) -> str:
        """On the lathe: dark wood catches light, bright wood shows its shade."""

        def tone(theme: Theme) -> str:
            colour = theme.colour(self.role)
            return shade(colour, bright) if luminance(colour) > BRIGHT else light(colour, share)

        return self.look(tone)

    def inked(self, share: float) -> str:
        """The colour with a *share* of its ink."""
        return self.look(lambda theme: mix(theme.colour(self.role), theme.ink(self.role), share))

    def shaded(self, share: float, bright: float | None = None) -> str:
        """In the shade; a bright colour may take another share."""

        def tone(theme: Theme) -> str:
            colour = theme.colour(self.role)
            return shade(colour, bright if bright is not None and luminance(colour) > BRIGHT else share)

        return self.look(tone)

    def either(self, bright: str, other: str) -> str:
        """One of two, by how bright the colour is."""
        return self.look(lambda theme: bright if luminance(theme.colour(self.role)) > BRIGHT else other)


def light(colour: str, share: float) -> str:
    """*colour* in the light: dark wood shines warm, whatever has a colour of its own turns white."""
    return mix(colour, GLOW if luminance(colour) < DIM else WHITE, share)


def shade(colour: str, share: float) -> str:
    """*colour* in the shade: bright ones turn brown, since black would make them olive or grey."""
    return mix(colour, "#8a5a0c" if luminance(colour) > BRIGHT else "#000000", share)


AUTO = "auto"  # light and dark in one picture
LOOKS = {
    AUTO: Look((LIGHT, DARK)),
    "light": Look((LIGHT,)),
    "dark": Look((DARK,)),
    "plain": Look((PLAIN,), flat=True),
}
