"""A trained net as an agent: ``policy:FILE``, an ONNX file that onnxruntime reads. It is data, and nothing in it is run but sums.

It takes ``planes``, numbers for a batch of sights (see ``play.planes``), and gives ``policy``, for each a number for every code of
``Game.space``, or ``value``, for each the reward that is expected, or both. The legal step with the highest number is played; a
file that has a value alone is asked what would be seen after each legal step, all at once. Its metadata say for which game it was
trained: ``onnx.helper.set_model_props(model, about("momentum"))``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache

from tabuleiro.core import NOBODY, Game, later
from tabuleiro.core.errors import NetFailed, TabuleiroError, UnknownAgent
from tabuleiro.core.registry import digest, find
from tabuleiro.core.words import joined, shortened
from tabuleiro.home.files import open_file
from tabuleiro.home.languages import why
from tabuleiro.play import planes
from tabuleiro.play.agent import POLICY, Agent, Choice, Limit, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core.words import Said
    from tabuleiro.play.view import View

LARGEST = 64_000_000  # bytes of a file
ROOM = 512_000_000  # bytes that all nets of a process may use to work with: a small file can ask for any number of them
SIGHT, LOGITS, VALUE = "planes", "policy", "value"
TYPES = {"tensor(float)": "float32", "tensor(int8)": "int8"}
DOMAINS = ("", "ai.onnx", "ai.onnx.ml")  # whose operations everybody knows
ENDLESS = ("Loop", "Scan")
KEPT = 4  # nets that a process has loaded
KEY = "tabuleiro."


class Policy(Agent):
    """The net in the file *path*, which plays *game*; where several steps look best, any of them."""

    def __init__(self, path: str, game: Game[Any], rng: Random) -> None:
        self.name = str(Spec(POLICY, path))
        self._net, self._game, self._rng = net_of(path), game, rng
        self._net.fit(game)

    def choose(self, view: View, limit: Limit) -> Choice:
        legal = view.actions
        assert view.seat is not None and legal
        numbers, worth = self._asked(view) if LOGITS in self._net.outputs else self._ahead(view)
        best = max(numbers)
        action = self._rng.choice([action for action, number in zip(legal, numbers, strict=True) if number == best])
        return Choice(action, scores=self._scores(view.seat, worth), nodes=len(legal) if worth == best else 1)

    def _asked(self, view: View) -> tuple[list[float], float | None]:
        """The number of every legal step, and the value of the position, None if the net has none."""
        assert view.seat is not None
        found = self._run([planes.seen(self._game, view.state, view.seat)])
        codes = [self._game.space.index(action) for action in view.actions]
        numbers = self._finite(found[LOGITS][0][codes].tolist())
        return numbers, self._finite([float(found[VALUE][0])])[0] if VALUE in found else None

    def _ahead(self, view: View) -> tuple[list[float], float]:
        """What it thinks of the position after every legal step; what ends the game is known."""
        assert view.seat is not None
        game = self._game
        numbers: dict[int, float] = {}
        asked: dict[int, Any] = {}
        for number, action in enumerate(view.actions):
            after = game.apply(view.state, action)
            if after.player == NOBODY:
                share = game.outcome(after).scores[view.seat]
                numbers[number] = (game.players * share - 1) / (game.players - 1)
            else:
                asked[number] = planes.seen(game, after, view.seat)
        if asked:
            worths = self._finite(self._run(list(asked.values()))[VALUE].tolist())
            numbers |= dict(zip(asked, worths, strict=True))
        ordered = [numbers[number] for number in range(len(view.actions))]
        return ordered, max(ordered)

    def _run(self, sights: list[Any]) -> dict[str, Any]:
        try:
            return self._net.run(sights, len(self._game.space))
        except TabuleiroError as error:
            raise NetFailed(joined((self.name, error.words), ": ")) from error

    def _finite(self, numbers: list[float]) -> list[float]:
        from math import isfinite

        wrong = next((number for number in numbers if not isfinite(number)), None)
        if wrong is None:
            return numbers
        raise NetFailed(later("{name} gave {number} for a legal step", name=self.name, number=str(wrong)))

    def _scores(self, seat: int, worth: float | None) -> tuple[float, ...]:
        """The share of the win that a reward of *worth* means, and what is left for the others."""
        if worth is None:
            return ()
        count = self._game.players
        share = min(max((worth * (count - 1) + 1) / count, 0.0), 1.0)
        return tuple(share if other == seat else (1 - share) / (count - 1) for other in range(count))


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """None to propose: people know their files."""
    return ()


def make(argument: str, game: Game[Any], rng: Random) -> Policy:
    return Policy(argument, game, rng)


def look_for(argument: str) -> None:
    """Raise UnknownAgent unless the file is there and could be a policy."""
    net_of(argument)


def plays(argument: str, game: Game[Any]) -> bool:
    """Was the net in the file trained for *game*?"""
    try:
        net_of(argument).fit(game)
    except UnknownAgent:
        return False
    return True


def source_of(argument: str) -> str:
    """The digest of the file."""
    return digest(read(argument))


def about(game: Game[Any] | str) -> dict[str, str]:
    """The metadata of a file for *game*."""
    game = find(game) if isinstance(game, str) else game
    facts = {"game": str(game), "edition": str(game.edition), "planes": ", ".join(planes.names(game))}
    return {KEY + key: text for key, text in facts.items()}


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class Net:
    """What is in the file *path*: its metadata, and the session in which it is run."""

    path: str
    facts: dict[str, str]
    session: Any

    @property
    def outputs(self) -> list[str]:
        return [item.name for item in self.session.get_outputs()]

    def fit(self, game: Game[Any]) -> None:
        """Raise UnknownAgent unless it was trained for *game*, as it is now."""
        for key, ours in about(game).items():
            if (theirs := self.facts[key]) != ours:
                raise self._unfit(
                    later(
                        "it was trained for {theirs}, and this is {ours} ({key})",
                        key=key.removeprefix(KEY),
                        theirs=shortened(theirs, 80),
                        ours=shortened(ours, 80),
                    )
                )
        sight = self.session.get_inputs()[0]
        shape = [len(planes.names(game)), len(game.board)]
        if sight.shape[1:] != shape or sight.type not in TYPES:
            raise self._unfit(
                later(
                    "it takes {type} {shape}; there are {ours} planes and cells, as float or int8",
                    type=sight.type,
                    shape=sight.shape,
                    ours=shape,
                )
            )
        if LOGITS not in self.outputs and (game.has_secrets or isinstance(sight.shape[0], int)):
            raise self._unfit(later("with a value alone it must take any number of sights, of a game without secrets"))
        nothing = [[0] * shape[1]] * shape[0]
        self.run([nothing] * (1 if LOGITS in self.outputs else 2), len(game.space))

    def run(self, sights: list[Any], codes: int) -> dict[str, Any]:
        """What it says of all *sights*, checked: a row of *codes* numbers each, and a value each."""
        import numpy as np

        sight = self.session.get_inputs()[0]
        data = np.array(sights, TYPES[sight.type])
        try:
            found = dict(zip(self.outputs, self.session.run(None, {sight.name: data}), strict=True))
        except Exception as error:
            raise self._unfit(shortened(str(error), 200)) from error
        for name, shape in ((LOGITS, (len(sights), codes)), (VALUE, (len(sights),))):
            if name in found:
                given = found[name]
                if not isinstance(given, np.ndarray) or given.dtype.kind != "f" or given.size != np.prod(shape):
                    what = getattr(given, "shape", type(given).__name__)
                    raise self._unfit(
                        later("its {name} is {given}, not {shape}", name=name, given=str(what), shape=str(shape))
                    )
                found[name] = given.reshape(shape)
        return found

    def _unfit(self, what: str) -> UnknownAgent:
        return UnknownAgent(joined((self.path, what), ": "))


def net_of(path: str) -> Net:
    """The net in the file *path*; raises UnknownAgent. A file that has not changed is read once."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        raise UnknownAgent(later("there is no file {path}", path=path)) from error
    return _net(path, os.path.abspath(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=KEPT)
def _net(path: str, _full: str, _time: int, _size: int) -> Net:
    try:
        import onnx
        import onnxruntime
    except ImportError as error:
        raise UnknownAgent(later("policies need more parts; install them: pip install 'tabuleiro[rl]'")) from error
    data = read(path)
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:
        raise _bad(path, later("it is no ONNX file")) from error
    if not model.graph.node:
        raise _bad(path, later("it is no ONNX file"))
    if trouble := _trouble(model):
        raise _bad(path, trouble)
    facts = {item.key: item.value for item in model.metadata_props}
    if missing := [key for key in about("momentum") if key not in facts]:
        raise _bad(path, later("it does not say for which game it is: its metadata lack {key}", key=missing[0]))
    _bound()
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise _bad(path, later("onnxruntime does not take it: {error}", error=shortened(str(error), 200))) from error
    found = Net(path, facts, session)
    if len(session.get_inputs()) != 1 or not {LOGITS, VALUE} & set(found.outputs):
        raise _bad(path, later("it must have one input, and outputs called policy, value or both"))
    return found


@lru_cache(maxsize=1)
def _bound() -> None:
    """Let onnxruntime take no more than that for the numbers that nets work with."""
    import onnxruntime as ort

    place = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
    as_asked = {"max_mem": ROOM, "arena_extend_strategy": 1, "initial_chunk_size_bytes": -1}
    ort.create_and_register_allocator(place, ort.OrtArenaCfg(as_asked | {"max_dead_bytes_per_chunk": -1}))


def _trouble(part: Any) -> Said | None:
    """What in a part of a model could reach beyond the file or go on for ever, if anything does."""
    kind = part.DESCRIPTOR.name
    if kind == "TensorProto" and (part.external_data or part.data_location):
        return later("its numbers are in other files; write them into this one")
    if kind == "NodeProto" and (part.domain not in DOMAINS or part.op_type in ENDLESS):
        what = f"{part.domain}.{part.op_type}".strip(".")
        return later("it uses {operation}, which policies may not", operation=shortened(what, 80))
    if kind == "FunctionProto":
        return later("it uses {operation}, which policies may not", operation=shortened(part.name, 80))
    for field, value in part.ListFields():
        if field.message_type is not None:
            for each in value if field.is_repeated else (value,):
                if trouble := _trouble(each):
                    return trouble
    return None


def read(path: str) -> bytes:
    """What is in the file; raises UnknownAgent."""
    if not path:
        raise UnknownAgent(later("a policy needs the name of its file: policy:FILE"))
    try:
        with open_file(path) as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise _bad(path, why(error) if isinstance(error, OSError) else str(error)) from error
    if len(data) > LARGEST:
        raise _bad(path, later("it has more than {most} MB", most=LARGEST // 1_000_000))
    return data


def _bad(path: str, what: str) -> UnknownAgent:
    return UnknownAgent(joined((path, what), ": "))
