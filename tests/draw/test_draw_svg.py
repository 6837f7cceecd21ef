"""Pictures: complete, clickable, the right way round, and legible without colour."""

import re
import runpy
from itertools import combinations
from math import cos, radians, sin
from pathlib import Path
from timeit import timeit
from xml.etree import ElementTree as ET

import pytest
from draw_toys import Comb, Dice, Scattered, Strange, Web

from tabuleiro.core import Piece
from tabuleiro.core.errors import BadOption
from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names
from tabuleiro.draw.figures import FIGURES, figure
from tabuleiro.draw.glyphs import ARROWS, FACES, MARKS, SHAPES, glyph
from tabuleiro.draw.svg import hull, live, svg
from tabuleiro.draw.theme import LOOKS, THEMES, contrast

GAMES = [*map(find, names()), find("campo-bello:players=4"), Comb(), Web(), Scattered(), Dice(), Strange()]
SPACE = "{http://www.w3.org/2000/svg}"
BOARDS = Path(__file__).parents[2] / "docs" / "boards"
LIGHT = LOOKS["light"]


def every_piece(game):
    count = len(game.pieces)
    return Comb().with_board(bytes(cell % count for cell in game.board))


def cells(picture):
    """The group of every cell by name, in the order of the board; what it uses is put in its place."""
    root = ET.fromstring(picture)
    known = {part.get("id"): part for part in root.iter() if part.get("id")}
    found = {group.get("data-cell"): group for group in root.iter(SPACE + "g") if group.get("data-cell")}
    for group in found.values():
        for used in list(group):
            if used.tag == SPACE + "use":
                used.append(known[used.get("href").removeprefix("#")])
    return found


def place(group):
    found = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform"))
    return float(found[1]), float(found[2])


def drawings(group):
    """How many shapes there are in a group."""
    return sum(
        part.tag.removeprefix(SPACE) in {"rect", "circle", "ellipse", "polygon", "path"} for part in group.iter()
    )


def facing(group):
    """The angle to which the arrows of a cell are turned."""
    (turned,) = [part for part in group.iter(SPACE + "g") if part.get("class") == "facing"]
    return int(re.search(r"rotate\((\d+)\)", turned.get("transform"))[1])


def art(piece, look, angle=None):
    """A piece without its definitions."""
    return glyph(piece, look, angle) if look.flat else figure(piece, look, angle).art


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("theme", LOOKS)
@pytest.mark.parametrize("flip", [False, True])
def test_every_cell_and_piece_is_drawn(game, theme, flip):
    state = every_piece(game)
    found = cells(svg(game, state, theme=theme, flip=flip))
    assert sorted(found) == sorted(game.board.names)
    for cell, name in enumerate(game.board.names):
        group, piece = found[name], game.pieces[state.board[cell]]
        assert group.find(SPACE + "title").text == f"{game.board.names[cell]}: {piece.name}"
        figured = ET.fromstring(f"<g>{art(piece, LOOKS[theme])}</g>")
        assert drawings(group) >= drawings(figured)
        assert bool(state.board[cell]) == bool(drawings(group))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_picture_says_what_it_is(game):
    root = ET.fromstring(svg(game, every_piece(game)))
    assert root.tag == SPACE + "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label").startswith(game.title)
    assert game.pieces[1].name in root.get("aria-label")


def test_the_title_is_written_and_told():
    root = ET.fromstring(svg(Web(), Web().start(), title="Ann < Ben & co."))
    assert root.get("aria-label") == "Ann < Ben & co."
    assert "Ann < Ben & co." in [item.text for item in root.iter(SPACE + "text")]


def test_width_scales_the_whole_picture():
    root = ET.fromstring(svg(Dice(), Dice().start(), width=200))
    _, _, across, down = map(float, root.get("viewBox").split())
    assert root.get("width") == "200"
    assert float(root.get("height")) == pytest.approx(200 * down / across, abs=0.5)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("coordinates", [False, True])
def test_everything_is_inside_the_picture(game, flip, coordinates):
    picture = svg(game, every_piece(game), flip=flip, coordinates=coordinates)
    root = ET.fromstring(picture)
    left, top, across, down = map(float, root.get("viewBox").split())
    for x, y in map(place, cells(picture).values()):
        assert left + 50 <= x <= left + across - 50
        assert top + 50 <= y <= top + down - 50
    for label in root.iter(SPACE + "text"):
        if label.get("x"):  # letters on pieces are where the pieces are
            assert left + 10 < float(label.get("x")) < left + across - 10
            assert top + 10 < float(label.get("y")) < top + down - 2


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_cells_do_not_overlap(game):
    places = [place(group) for group in cells(svg(game, game.start())).values()]
    for (x, y), (to_x, to_y) in combinations(places, 2):
        assert (x - to_x) ** 2 + (y - to_y) ** 2 > 99**2


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_labels_are_written_unless_told_otherwise(game):
    with_labels = ET.fromstring(svg(game, game.start()))
    without = ET.fromstring(svg(game, game.start(), coordinates=False))
    written = {item.text for item in with_labels.iter(SPACE + "text")}
    assert written >= {label for label, _, _ in game.board.labels}
    if game.board.outline != "square":
        assert written >= {name for name, piece in zip(game.board.names, game.start().board, strict=True) if not piece}
    assert not list(without.iter(SPACE + "text"))


def test_a_name_is_not_written_below_a_piece_or_a_target():
    state = Web().with_board(bytes([1, 0, 0, 0, 0]))
    root = ET.fromstring(svg(Web(), state, targets=[1]))
    assert {item.text for item in root.iter(SPACE + "text")} == {"<&>", "sw", "se"}


# ── Turned round ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_flip_turns_the_board_by_180_degrees(game):
    plain, flipped = (cells(svg(game, game.start(), flip=flip)) for flip in (False, True))
    sums = {
        tuple(round(a + b) for a, b in zip(place(plain[name]), place(flipped[name]), strict=True)) for name in plain
    }
    assert len(sums) == 1


def test_labels_stay_on_their_side_and_beside_their_cells():
    root = ET.fromstring(svg(Dice(), Dice().start(), flip=True))
    labels = {item.text: (float(item.get("x")), float(item.get("y"))) for item in root.iter(SPACE + "text")}
    found = cells(svg(Dice(), Dice().start(), flip=True))
    assert labels["a"][0] == place(found["a1"])[0]
    assert labels["a"][1] > max(place(group)[1] for group in found.values())
    assert labels["1"][1] == pytest.approx(place(found["a1"])[1], abs=12)
    assert labels["1"][0] < min(place(group)[0] for group in found.values())


def test_flipped_faces_point_at_the_same_cells():
    """The cell that a one-way arrow points at is the same from both sides."""
    game = Dice()
    centre = game.board.cells["c3"]
    for number, piece in enumerate(game.pieces):
        if piece.glyph != "one-way":
            continue
        board = bytearray(25)
        board[centre] = number
        aimed = []
        for flip in (False, True):
            found = cells(svg(game, game.with_board(bytes(board)), flip=flip))
            angle, (x, y) = radians(facing(found["c3"])), place(found["c3"])
            ahead = (round(x + 100 * sin(angle)), round(y - 100 * cos(angle)))
            aimed.append([name for name, group in found.items() if place(group) == ahead])
        assert aimed[0] == aimed[1]
        assert aimed[0] == [{"OT": "c2", "OR": "d3", "OB": "c4", "OL": "b3"}[piece.symbol]]


@pytest.mark.parametrize("game", [Dice(), find("barragoon"), Strange()], ids=str)
def test_every_facing_is_turned_with_the_board(game):
    state = every_piece(game)
    plain, flipped = (cells(svg(game, state, flip=flip)) for flip in (False, True))
    for cell, name in enumerate(game.board.names):
        piece = game.pieces[state.board[cell]]
        if piece.glyph in FACES or piece.glyph == "wedge":
            assert facing(plain[name]) == piece.turn
            assert facing(flipped[name]) == (piece.turn + 180) % 360


def test_letters_stay_upright():
    for flip in (False, True):
        picture = svg(Strange(), every_piece(Strange()), flip=flip)
        for turned in ET.fromstring(picture).iter(SPACE + "g"):
            if "rotate" in turned.get("transform", ""):
                assert not list(turned.iter(SPACE + "text"))


def test_pieces_that_face_nowhere_are_not_turned():
    for look in LOOKS.values():
        for piece in Web().pieces:
            assert "rotate(180)" not in art(piece, look)
    assert "facing" not in svg(Web(), Web().with_board(bytes([1, 2, 1, 2, 1])), flip=True)


def shown(group):
    """A cell without the ids of its picture."""
    return re.sub(r"b[0-9a-f]{7}-", "", ET.tostring(group, "unicode"))


# ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(
    ("mark", "kind"), [("last", "last"), ("targets", "target"), ("selected", "selected"), ("hints", "hint")]
)
def test_marks_change_their_cell_and_no_other(game, mark, kind):
    state = every_piece(game)
    plain = cells(svg(game, state))
    for cell in (0, len(game.board) - 1):
        marked = cells(svg(game, state, **{mark: (cell,)}))
        changed = [name for name in plain if shown(plain[name]) != shown(marked[name])]
        assert changed == [game.board.names[cell]]
        assert marked[changed[0]].get("class") == f"cell {kind}"
        assert len(list(marked[changed[0]].iter())) >= len(list(plain[changed[0]].iter()))


def test_targets_are_dots_on_empty_cells_and_rings_around_pieces():
    game = Comb()
    found = cells(svg(game, game.with_board(bytes([1, 0, 0, 0, 0, 0, 0])), targets=[0, 1]))
    ring, dot = (list(found[name])[-1] for name in ("1.1", "1.2"))
    assert ring.get("fill") == "none" and float(ring.get("r")) > 36
    assert dot.get("fill") == THEMES["light"].mark and float(dot.get("r")) < 25


def test_a_piece_that_waits_is_seen_through():
    group = cells(svg(Comb(), Comb().start(), waiting={2: 3}))["2.1"]
    (used,) = group.iter(SPACE + "use")
    assert used.get("class") == "waiting" and 0 < float(used.get("opacity")) < 1
    assert used.get("href").endswith("p3")


def test_the_cursor_is_where_it_is_said_to_be():
    found = cells(svg(Comb(), Comb().start(), cursor=4))
    assert [name for name, group in found.items() if "cursor" in group.get("class").split()] == [Comb.board.names[4]]
    strokes = [part.get("stroke") for part in found[Comb.board.names[4]].iter(SPACE + "polygon")]
    assert strokes == [THEMES["light"].halo, THEMES["light"].focus]


def test_a_way_stops_short_of_what_it_captures():
    game = Dice()
    ends = []
    for board in (bytes(25), bytes([0, 0, 20, *bytes(22)])):
        root = ET.fromstring(svg(game, game.with_board(board), ways=[(0, 1, 2)]))
        (way,) = [part for part in root if part.get("class") == "way"]
        ends.append(float(next(way.iter(SPACE + "polygon")).get("points").split(",")[0]))
    assert ends == [200, 158]


def test_arrows_join_cells():
    game = Dice()
    root = ET.fromstring(svg(game, game.start(), arrows=[(0, 4), (7, 7)]))
    arrows = [item for item in root if item.get("class") == "arrow"]
    assert len(arrows) == 2
    for head in arrows[0].iter(SPACE + "polygon"):  # and the one around it
        assert head.get("points").split()[0] == "400.0,0.0"  # the middle of e1
    assert {part.tag for part in arrows[1]} == {SPACE + "circle"}  # from a cell to itself: a ring


def test_zones_are_stained():
    ground = svg(Web(), Web().start())
    assert len(set(re.findall(r'fill="(#[0-9a-f]{6})" stroke="\1" stroke-width="74"', ground))) == 3
    flat = ET.fromstring(svg(Web(), Web().start(), theme="plain"))
    fills = [part.get("stroke") for part in flat.iter(SPACE + "path") if part.get("stroke-width") == "72"]
    assert len(fills) == len(set(fills)) == 4  # a role's, a seat's, another, none


# ── Shapes ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("theme", LOOKS)
@pytest.mark.parametrize("name", [*SHAPES, *FACES])
def test_every_glyph_is_well_formed_and_its_own(name, theme):
    drawn = art(Piece("x", "thing", 0, "blue", name), LOOKS[theme])
    ET.fromstring(f"<g>{drawn}</g>")
    assert drawn not in [
        art(Piece("x", "thing", 0, "blue", other), LOOKS[theme]) for other in [*SHAPES, *FACES] if other != name
    ]


def test_every_shape_has_its_material():
    assert set(SHAPES) == set(FIGURES)


@pytest.mark.parametrize("theme", LOOKS)
def test_tiles_have_as_many_pips_as_they_say(theme):
    for count in (2, 3, 4):
        piece = next(piece for piece in Dice.pieces if piece.symbol == f"{count}W")
        pips = art(piece, LOOKS[theme]).count(f'd="{MARKS["light"]}"')
        assert pips == count * (1 if LOOKS[theme].flat else 2)  # a carved pip has an edge in the light


@pytest.mark.parametrize("theme", LOOKS)
def test_all_turns_has_eight_arrows(theme):
    piece = next(piece for piece in Dice.pieces if piece.symbol == "AT")
    drawn = ET.fromstring(f"<g>{art(piece, LOOKS[theme])}</g>")
    heads = "".join(part.get("d") for part in drawn.iter("path") if part.get("fill") != "none")
    assert heads.count("M") == 8


def test_turns_leave_on_the_named_side():
    """Both enter from the bottom; the head of a right turn is on the right, of a left turn on the left."""
    for name, side in (("right-turn", 1), ("left-turn", -1)):
        stroke, head = ARROWS[name]
        assert re.match(r"M-?\d+ 28V", stroke)
        assert head.startswith(f"M{30 * side}-10")


def test_an_unknown_glyph_is_a_disc_with_the_symbol():
    game = Strange()
    group = cells(svg(game, game.with_board(bytes([1, 0, 0, 0])), theme="plain"))["a2"]
    assert [item.text for item in group.iter(SPACE + "text")] == ["&"]
    assert THEMES["plain"].colour("heliotrope") in [part.get("fill") for part in group.iter(SPACE + "circle")]
    assert group.find(SPACE + "title").text == 'a2: a "strange" <thing>'


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("theme", LOOKS)
def test_pieces_differ_without_colour(game, theme):
    """Pictures of all kinds of piece are still different when every paint is the same."""
    shapes = [
        re.sub(r'(fill|stroke)(-opacity)?="[^"]*"', "", art(piece, LOOKS[theme], piece.turn or None))
        for piece in game.pieces
    ]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_flat_pieces_stand_out_from_their_cells(game):
    """The fill or the outline of every piece, on every ground of the board."""
    picture = ET.fromstring(svg(game, game.start(), theme="plain"))
    ground = next(part for part in picture.iter(SPACE + "g") if part.get("class") == "ground")
    look = THEMES["plain"]
    for piece in game.pieces[1:]:
        colours = (look.colour(piece.colour), look.rim(piece.colour))
        for part in ground.iter(SPACE + "path"):
            if fill := part.get("fill") or (part.get("stroke") if part.get("stroke-width") == "72" else ""):
                assert max(contrast(colour, fill) for colour in colours) >= 3


# ── Pages ────────────────────────────────────────────────────────────────────────────────────────────────────────


def ids(picture):
    return [part.get("id") for part in ET.fromstring(picture).iter() if part.get("id")]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("theme", LOOKS)
def test_whatever_is_used_is_defined_once(game, theme):
    for picture in (svg(game, every_piece(game), theme=theme, waiting={0: 1}), live(game, theme)):
        known = ids(picture)
        assert len(known) == len(set(known))
        assert set(re.findall(r"""(?:url\(|href=")#([^)"]+)""", picture)) <= set(known)
        assert "<script" not in picture and "<filter" not in picture


def test_several_pictures_share_a_page():
    """No two different pictures have an id in common, whatever differs."""
    game, other = find("barragoon"), find("eximo")
    pictures = [
        svg(game, game.start()),
        svg(game, every_piece(game)),
        svg(game, game.start(), last=[3]),
        svg(game, game.start(), flip=True),
        svg(game, game.start(), theme="dark"),
        svg(game, game.start(), theme="auto"),
        svg(other, other.start()),
        live(other),
    ]
    known = [one for picture in pictures for one in ids(picture)]
    assert len(known) == len(set(known))


@pytest.mark.parametrize("theme", ["light", "dark", "plain"])
def test_one_theme_has_literal_colours(theme):
    """Programs that know no style sheets show it too."""
    picture = svg(find("barragoon"), find("barragoon").start(), theme=theme)
    assert "light-dark" not in picture and "var(" not in picture and "style=" not in picture


def test_auto_has_both_themes_in_one_picture():
    picture = svg(find("eximo"), find("eximo").start(), theme="auto", last=[3])
    assert f"light-dark({THEMES['light'].last},{THEMES['dark'].last})" in picture
    assert 'style="color-scheme:light dark"' in picture


@pytest.mark.parametrize("name", names())
def test_pictures_are_small(name):
    game = find(name)
    for theme in LOOKS:
        assert len(svg(game, game.start(), theme=theme, last=[0], targets=[1, 2]).encode()) < 32_000


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.svg")), ids=lambda path: path.stem)
def test_positions_in_mid_game_are_small(path):
    assert len(path.read_bytes()) < 32_000


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_mini_boards_show_every_piece_in_few_bytes(game):
    state = every_piece(game)
    picture = svg(game, state, theme="auto", mini=True, last=[0])
    used = re.findall(r'<use href="#b[0-9a-f]{7}-p(\d+)"', picture)
    assert sorted(map(int, used)) == sorted(piece for piece in state.board if piece)
    assert len(svg(game, game.start(), theme="auto", mini=True).encode()) < 7_000
    assert not list(ET.fromstring(picture).iter(SPACE + "title"))


def option_sets():
    """Every value of every option of every game, one option at a time."""
    for name in names():
        for option in options(find(name)):
            for value in option.values or (option.least, min(option.most, 12)):
                yield f"{name}:{option.name}={value}"


@pytest.mark.parametrize("spec", list(option_sets()))
def test_every_option_can_be_drawn(spec):
    try:
        game = find(spec)
    except BadOption:
        return  # this value wants another option beside it
    for theme in ("auto", "plain"):
        ET.fromstring(live(game, theme))
        picture = svg(game, every_piece(game), theme=theme)
        assert sorted(cells(picture)) == sorted(game.board.names)


# ── Boards that a page moves ─────────────────────────────────────────────────────────────────────────────────────


def layer(root, name):
    return next(part for part in root if part.get("class") == name)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("theme", LOOKS)
def test_a_live_board_has_its_layers_its_pieces_and_its_cells(game, theme):
    picture = live(game, theme)
    root = ET.fromstring(picture)
    assert [part.get("class") for part in root[1:]] == ["ground", "marks", "names", "pieces", "above", "cells"]
    assert "style" not in picture
    symbols = {part.get("id"): part for part in root.iter(SPACE + "symbol")}
    assert {f"p{number}" for number in range(1, len(game.pieces))} <= set(symbols)
    assert {part.get("data-flip") for part in symbols.values()} <= set(symbols)
    plain = cells(svg(game, game.start(), theme=theme))
    for cell, part in enumerate(layer(root, "cells")):
        assert part.get("data-cell") == str(cell)
        assert (float(part.get("data-x")), float(part.get("data-y"))) == place(plain[game.board.names[cell]])
        assert place(part) == place(plain[game.board.names[cell]])


def test_names_on_a_live_board_tell_their_cell():
    """Once for each side: a page hides those below a piece."""
    written = [
        (int(item.get("data-of")), item.text)
        for item in layer(ET.fromstring(live(Web())), "names").iter(SPACE + "text")
    ]
    assert sorted(written) == sorted([*enumerate(Web.board.names)] * 2)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_tiles_of_a_live_board_lie_on_its_cells(game):
    """What is drawn for the far side as well must not take the place of what lies on the near one."""
    paths = [
        {
            part.get("d")
            for part in ET.fromstring(picture).iter(SPACE + "path")
            if (part.get("id") or "").endswith("tiles")
        }
        for picture in (live(game), svg(game, game.start(), theme="auto"))
    ]
    assert paths[0] == paths[1]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_live_board_can_be_turned_round(game):
    """Cells mirrored about the centre stand where a flipped picture has them, up to one shift of the whole."""
    root = ET.fromstring(live(game))
    centre = float(root.get("data-cx")), float(root.get("data-cy"))
    flipped = cells(svg(game, game.start(), flip=True))
    shifts = set()
    for part, name in zip(layer(root, "cells"), game.board.names, strict=True):
        x, y = place(flipped[name])
        shifts.add(
            (round(2 * centre[0] - float(part.get("data-x")) - x), round(2 * centre[1] - float(part.get("data-y")) - y))
        )
    assert len(shifts) == 1
    far = [part.get("transform") for part in root.iter(SPACE + "g") if part.get("class") == "far"]
    moved = [tuple(map(float, text.removeprefix("translate(").rstrip(")").split())) for text in far]
    assert [(round(x), round(y)) for x, y in moved] == list(shifts) * len(far)


@pytest.mark.parametrize("game", [Dice(), find("barragoon"), Strange()], ids=str)
def test_turned_symbols_face_the_other_way(game):
    symbols = {part.get("id"): part for part in ET.fromstring(live(game)).iter(SPACE + "symbol")}
    for number, piece in enumerate(game.pieces):
        if piece.glyph == "one-way" or piece.glyph == "wedge":
            one = symbols[f"p{number}"]
            assert (facing(one) + 180) % 360 == facing(symbols[one.get("data-flip")])


def test_the_hull_is_the_tightest_outline():
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert sorted(hull([*square, (1.0, 1.0), (1.0, 0.0)])) == sorted(square)
    assert hull([(3.0, 4.0)]) == [(3.0, 4.0)]


@pytest.mark.parametrize("game", GAMES[: len(names())], ids=str)
def test_svg_is_quick(game):
    state = every_piece(game)
    once = min(timeit(lambda: svg(game, state, targets=range(9)), number=3) / 3 for _ in range(5))
    assert once < 0.010


def test_the_documented_boards_are_what_is_drawn():
    pictures = runpy.run_path(str(BOARDS / "make.py"))["boards"]()
    assert sorted(pictures) == sorted(path.name for path in BOARDS.glob("*.svg")) == [f"{name}.svg" for name in names()]
    for name, picture in pictures.items():
        assert (BOARDS / name).read_text(encoding="utf-8") == picture, f"run python docs/boards/make.py for {name}"
