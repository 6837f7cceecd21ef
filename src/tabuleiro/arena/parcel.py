"""The files that a person named, games, bots and nets, as they go along with jobs to another machine."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass

from tabuleiro.ai.agents import look_for
from tabuleiro.ai.bots import parts
from tabuleiro.ai.policy import read as read_policy
from tabuleiro.core import later
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.registry import digest, find, origin_of
from tabuleiro.home.files import LARGEST, open_file, write_bytes
from tabuleiro.play.agent import BOT, POLICY, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.arena.executor import Work

NAMED = re.compile(r"([A-Za-z_]\w*):\w+")  # a module that a game names: its twin


@dataclass(frozen=True)
class Parcel:
    """By spelling, the digest of the file that it names and the sources that this needs, itself first, by file name."""

    files: tuple[tuple[str, str, tuple[tuple[str, bytes], ...]], ...] = ()

    @classmethod
    def of(cls, match: Work) -> Parcel:
        """What *match* needs of this machine's files; a program must be where it is on every machine."""
        paths = {match.game: origin_of(find(match.game)).path}
        for spec in match.agents:
            if Spec.read(spec).kind == BOT:
                look_for(spec)
                paths[spec] = parts(spec)[0]
        sources = {spec: gathered(path) for spec, path in paths.items() if path}
        for spec in match.agents:
            read = Spec.read(spec)
            if read.net:
                with open_file(read.net) as file:
                    sources[spec] = (("judge.net", file.read(LARGEST)),)
            elif read.kind == POLICY:
                sources[spec] = (("policy.onnx", read_policy(read.argument)),)
        packed = [(spec, digest(found[0][1]), found) for spec, found in sources.items()]
        return cls(tuple(packed))


def gathered(path: str) -> tuple[tuple[str, bytes], ...]:
    """The file *path* and the modules beside it that it imports or names, and those that these do."""
    folder, found, due = os.path.dirname(os.path.abspath(path)), dict[str, bytes](), [os.path.basename(path)]
    while due:
        name = due.pop(0)
        if name not in found:
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
            due += [beside for beside in _needed(found[name]) if os.path.isfile(os.path.join(folder, beside))]
    return tuple(found.items())


def _needed(source: bytes) -> list[str]:
    """Files that may be meant by what a module imports and names."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []  # whoever runs it will say so
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            names.append(node.value.partition(":")[0])
    return sorted({f"{name.partition('.')[0]}.py" for name in names})


def unpacked(parcel: Parcel, folder: str) -> dict[str, str]:
    """Write the files below *folder*, where those of every digest have a place; how they are spelled there."""
    found = {}
    for spec, known, sources in parcel.files:
        if any(os.path.basename(name) != name or not name.endswith((".py", ".net", ".onnx")) for name, _ in sources):
            raise UnknownAgent(later("what came for {spec} names places outside its folder", spec=spec))
        everything = digest(b"\0".join(name.encode() + b"\0" + data for name, data in sources))
        place = os.path.join(folder, everything.rpartition(":")[2][:16])
        os.makedirs(place, mode=0o700, exist_ok=True)
        for name, data in sources:
            write_bytes(os.path.join(place, name), data)
        first, data = sources[0]
        if digest(data) != known:
            raise UnknownAgent(later("{path} came damaged to this machine", path=first))
        path, read = os.path.join(place, first), Spec.read(spec)
        if read.kind == POLICY:
            found[spec] = str(Spec(POLICY, path))
        else:
            found[spec] = str(read.with_net(path)) if read.net else path + spec[spec.rfind(".py") + 3 :]
    return found
