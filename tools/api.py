"""Writes docs/api.md from the code: every public name with its signature, its fields and what its docstring says."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"
PUBLIC = {  # names by module, None for all that it says are its own
    "tabuleiro": None,
    "tabuleiro.core": None,
    "tabuleiro.core.notation": ["turns", "Turn", "read_turn", "Reading", "read_position"],
    "tabuleiro.core.select": ["select", "click", "Selection"],
    "tabuleiro.core.option": ["options", "Option"],
    "tabuleiro.core.words": ["later", "tell", "speak"],
    "tabuleiro.core.errors": None,
    "tabuleiro.play.agent": ["Agent", "Choice", "Limit", "Status", "Spec"],
    "tabuleiro.play.history": ["Step"],
    "tabuleiro.play.run": ["run", "step"],
    "tabuleiro.play.record": ["read_record", "Variation"],
    "tabuleiro.play.replay": ["replay"],
    "tabuleiro.play.clock": ["Clock", "TimeControl"],
    "tabuleiro.home.languages": ["choose", "languages", "spoken"],
    "tabuleiro.ai": None,
    "tabuleiro.ai.profiles": ["Profile", "Style", "Manner"],
    "tabuleiro.draw.text": ["text"],
    "tabuleiro.draw.svg": ["svg"],
    "tabuleiro.testing.laws": ["check", "Violation"],
    "tabuleiro.testing.perft": ["perft", "divide"],
    "tabuleiro.testing.playthrough": ["playthrough"],
    "tabuleiro.testing.bots": ["check", "Result"],
}
HEAD = """# Public names

What programs may rely on, made from the code by `make api`. Everything is immutable but `Session` and `Clock`. A seat is a
number from 0, a cell is a number in `Game.board`, and a piece is a number in `Game.pieces`. A name in *italics* is an argument
or a field. [bots.md](bots.md) and [add-a-game.md](add-a-game.md) lead through what a bot and a game need,
[json.md](json.md) and [records.md](records.md) tell what views and records look like outside Python.
"""


@dataclass(frozen=True)
class Named:
    """Where a name is defined: the syntax tree of its definition, and the lines of that file."""

    name: str
    node: ast.stmt
    lines: list[str]

    def remark(self, node: ast.stmt | None = None) -> str:
        """The comment at the end of the line of *node*."""
        line = self.lines[((node or self.node).end_lineno or 1) - 1][(node or self.node).end_col_offset :]
        return line.partition("# ")[2].strip()


@cache
def parsed(module: str) -> tuple[ast.Module, list[str]]:
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    return ast.parse(text), text.splitlines()


def find(module: str, name: str) -> Named:
    """The definition of *name*, wherever *module* has it from."""
    tree, lines = parsed(module)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any((item.asname or item.name) == name for item in node.names):
            return find(str(node.module), name)
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in map(ast.unparse, targets(node)):
            return Named(name, node, lines)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return Named(name, node, lines)
    homes = value_of(tree, "_HOMES")
    assert isinstance(homes, dict), f"{module} has no {name}"
    return find(homes[name], name)


def targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def value_of(tree: ast.Module, name: str) -> object:
    for node in tree.body:
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets):
            return ast.literal_eval(node.value)
    return None


def names(module: str) -> list[str]:
    """The public names of *module*."""
    if PUBLIC[module] is not None:
        return PUBLIC[module]
    tree, _ = parsed(module)
    listed = value_of(tree, "__all__")
    if isinstance(listed, list):
        return listed
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name != "Ended"]


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def page() -> str:
    return "\n".join([HEAD, *(part for module in PUBLIC for part in section(module))]).rstrip() + "\n"


def section(module: str) -> list[str]:
    tree, _ = parsed(module)
    about = first_paragraph(ast.get_docstring(tree))
    return [
        f"## `{module}`\n",
        *([about + "\n"] if about else []),
        *(entry(find(module, name)) for name in names(module)),
    ]


def entry(named: Named) -> str:
    node = named.node
    if isinstance(node, ast.ClassDef):
        return class_entry(named, node)
    if isinstance(node, ast.FunctionDef):
        return f"**`{signature(node)}`**\n{text_of(node)}\n"
    about = named.remark()
    return f"**`{ast.unparse(node)}`**{f': {about}' if about else ''}\n"


def class_entry(named: Named, node: ast.ClassDef) -> str:
    bases = [ast.unparse(base) for base in node.bases if "Generic" not in ast.unparse(base)]
    kind = f"({', '.join(bases)})" if bases and bases != ["ABC"] else ""
    lines = [f"### `{node.name}`{f' {kind}' if kind else ''}", text_of(node), ""]
    made = next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"), None)
    fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
    if made:
        lines += [f"- `{signature(made, node.name)}`", *own_names(named, made)]
    lines += [field(named, item) for item in fields if not ast.unparse(item.target).startswith("_")]
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            lines.append(member(item))
    return "\n".join(lines).rstrip() + "\n"


def field(named: Named, node: ast.AnnAssign) -> str:
    value = default(node.value)
    about = named.remark(node).removeprefix("noqa")
    kind = re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(node.annotation))
    return f"- `{ast.unparse(node.target)}: {kind}{f' = {value}' if value else ''}`{f': {about}' if about else ''}"


def default(value: ast.expr | None) -> str:
    """What a field is if nobody says; of ``field(...)``, what it says."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        said = {item.arg: item.value for item in value.keywords}
        return ast.unparse(said["default"]) if "default" in said else "..." if "default_factory" in said else ""
    return ast.unparse(value) if value is not None else ""


def own_names(named: Named, made: ast.FunctionDef) -> list[str]:
    """What a constructor keeps under a public name."""
    found = {}
    for node in ast.walk(made):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in targets(node):
                name = ast.unparse(target).removeprefix("self.")
                if ast.unparse(target).startswith("self.") and name.isidentifier() and not name.startswith("_"):
                    kind = f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
                    about = named.remark(node)
                    found.setdefault(name, f"- `{name}{kind}`{f': {about}' if about else ''}")
    return list(found.values())


def member(node: ast.FunctionDef) -> str:
    marks = {ast.unparse(mark) for mark in node.decorator_list}
    about = first_paragraph(ast.get_docstring(node))
    if marks & {"property", "once", "cached_property"}:
        head = f"{node.name}: {ast.unparse(node.returns) if node.returns else ''}"
    else:
        head = signature(node)
    must = " *(a subclass writes it)*" if "abstractmethod" in marks else ""
    return f"- `{head}`{must}{f': {about}' if about else ''}"


def signature(node: ast.FunctionDef, name: str = "") -> str:
    args = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    gives = (
        f" -> {ast.unparse(node.returns)}" if node.returns and not name and ast.unparse(node.returns) != "None" else ""
    )
    return f"{name or node.name}({args}){gives}"


def text_of(node: ast.ClassDef | ast.FunctionDef) -> str:
    return tidy(ast.get_docstring(node) or "")


def first_paragraph(text: str | None) -> str:
    return " ".join(tidy(text or "").partition("\n\n")[0].split())


def tidy(text: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r"``(.*?)``", r"`\1`", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
