"""Trained nets as agents: what they play, for which game, and what is said of files and of numbers that are wrong."""

from __future__ import annotations

import os
from random import Random
from statistics import median
from time import process_time

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper, save

from nets import model_of, written
from tabuleiro.ai import policy
from tabuleiro.ai.agents import make, may_play
from tabuleiro.arena.match import Match, play, rooted
from tabuleiro.arena.parcel import Parcel, unpacked
from tabuleiro.arena.tournament import key, labels
from tabuleiro.cli.main import main
from tabuleiro.core.errors import AgentFailed, UnknownAgent
from tabuleiro.core.registry import find
from tabuleiro.home.saves import Autosave, resume
from tabuleiro.play import planes
from tabuleiro.play.agent import Limit, Spec
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.session import Session

GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
MOMENTUM = find("momentum")
ANY = np.zeros(99)


def wishes(**numbers):
    """Numbers for the codes of Momentum: these, and less for all others."""
    found = np.full(99, -1.0)
    for code, number in numbers.items():
        found[int(code[1:])] = number
    return found


# ── What is played ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_legal_step_with_the_highest_number_is_played(tmp_path):
    agent = make(written(tmp_path / "net.onnx", "momentum", wishes(c60=9, c24=5, c25=4)), MOMENTUM, Random(1))
    session = Session(MOMENTUM, Random(1))
    choice = agent.choose(session.view(0), Limit())
    assert MOMENTUM.board.names[choice.action.cell] == "4,4"  # the other's step, 60, is not legal
    assert choice.scores == ()
    session.play(0, choice.action)
    assert agent.choose(session.view(1), Limit()).action == MOMENTUM.space[60]


def test_of_equal_ones_any(tmp_path):
    agent = make(written(tmp_path / "net.onnx", "momentum", ANY), MOMENTUM, Random(1))
    view = Session(MOMENTUM, Random(1)).view(0)
    assert len({agent.choose(view, Limit()).action for _ in range(30)}) > 10


def test_a_value_says_what_is_expected(tmp_path):
    spec = written(tmp_path / "net.onnx", "meerkats:players=3", np.zeros(len(find("meerkats:players=3").space)), 0.5)
    game = find("meerkats:players=3")
    session = Session(game, Random(2))
    scores = make(spec, game, Random(1)).choose(session.view(session.player), Limit()).scores
    assert scores[session.player] == pytest.approx(2 / 3) and sum(scores) == pytest.approx(1)


def test_a_value_alone_is_asked_about_what_would_come(tmp_path):
    cells = np.zeros((6, 49), np.float32)
    cells[0, 10], cells[1] = 0.5, -0.1  # wants a marble there, and few of the other's
    agent = make(written(tmp_path / "net.onnx", "momentum", value=cells), MOMENTUM, Random(1))
    choice = agent.choose(Session(MOMENTUM, Random(1)).view(0), Limit())
    assert choice.action == MOMENTUM.space[10] and choice.scores == pytest.approx((0.75, 0.25))
    position = "1.....1/......./..1.1../......./..1.1../......./1.....2 1 20"  # seven marbles: one more wins
    state = MOMENTUM.read_position(position)
    session = Session(MOMENTUM, Random(1), start=state)
    choice = agent.choose(session.view(0), Limit())
    session.play(0, choice.action)
    assert session.outcome.scores == (1, 0) and choice.scores == (1, 0)


@pytest.mark.parametrize("kind", [TensorProto.FLOAT, TensorProto.INT8])
def test_whole_games_of_every_kind_end(tmp_path, kind):
    for spec in (*GAMES, "campo-bello:players=4", "meerkats:players=3"):
        game = find(spec)
        net = written(tmp_path / "net.onnx", spec, np.zeros(len(game.space)), 0.0, kind=kind)
        played = play(Match(spec, (net, *["random"] * (game.players - 1))), 1)
        assert played.forfeit is None and played.efforts[0].decisions > 2


def test_it_sees_its_view_and_never_the_truth():
    for spec in ("meerkats", "meerkats:players=3,stone=bag"):
        game = find(spec)
        session, rng = Session(game, Random(5)), Random(3)
        while session.player >= 0:
            view = session.view(session.player)
            assert planes.seen(game, view.state, view.seat) == planes.seen(game, session.state, view.seat)
            other = game.imagine(view.state, view.seat, rng)
            assert planes.seen(game, view.state, view.seat) == planes.seen(game, other, view.seat)
            session.play(session.player, rng.choice(view.actions))


@pytest.mark.parametrize("spec", GAMES)
def test_a_decision_takes_five_milliseconds_at_most(tmp_path, spec):
    game = find(spec)
    session, rng, times = Session(game, Random(1)), Random(2), []
    agent = make(written(tmp_path / "net.onnx", spec, np.zeros(len(game.space)), 0.0), game, rng)
    while session.player >= 0 and len(times) < 40:
        view = session.view(session.player)
        assert view.actions
        began = process_time()
        choice = agent.choose(view, Limit())
        times.append(process_time() - began)
        session.play(session.player, choice.action)
    assert median(times) < 0.005


# ── Numbers that are wrong lose ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("numbers", "value", "told"),
    [
        (wishes(c3=np.nan), None, "gave nan for a legal step"),
        (wishes(c3=np.inf), None, "gave inf for a legal step"),
        (ANY, np.nan, "gave nan for a legal step"),
        (None, np.nan, "gave nan for a legal step"),
        (np.zeros(98), None, "its policy is (1, 98), not (1, 99)"),
    ],
)
def test_what_is_no_number_loses_with_the_reason(tmp_path, numbers, value, told):
    spec = written(tmp_path / "net.onnx", "momentum", numbers, value)
    played = play(Match("momentum", (spec, "random"), opening=0), 1)
    assert played.forfeit == 0 and played.scores == (0, 1)
    assert told in played.reason and "net.onnx" in played.reason and "Traceback" not in played.reason


def test_numbers_for_what_is_not_legal_do_not_matter(tmp_path):
    agent = make(written(tmp_path / "net.onnx", "momentum", wishes(c60=np.nan, c7=1)), MOMENTUM, Random(1))
    assert agent.choose(Session(MOMENTUM, Random(1)).view(0), Limit()).action == MOMENTUM.space[7]


def test_sums_that_cannot_be_done_lose(tmp_path):
    """They can be done with an empty board, which is tried when the file is read, and with none that is seen."""
    model = model_of("momentum", ANY)
    more = {"thousand": np.array(1000, np.int64), "rows": np.zeros((1, 99), np.float32)}
    model.graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in more.items())
    del model.graph.node[-1]
    node = helper.make_node
    model.graph.node.extend(
        [
            node("ReduceMax", ["row"], ["largest"], axes=[1], keepdims=0),
            node("Cast", ["largest"], ["which"], to=TensorProto.INT64),
            node("Mul", ["which", "thousand"], ["number"]),
            node("Gather", ["rows", "number"], ["policy"]),
        ]
    )
    save(model, str(tmp_path / "net.onnx"))
    agent = make(f"policy:{tmp_path / 'net.onnx'}", MOMENTUM, Random(1))
    with pytest.raises(AgentFailed, match=r"net\.onnx"):
        agent.choose(Session(MOMENTUM, Random(1)).view(0), Limit())


# ── Files that are wrong ─────────────────────────────────────────────────────────────────────────────────────────


def refused(path, spec="momentum"):
    with pytest.raises(UnknownAgent) as error:
        make(f"policy:{path}", find(spec), Random(0))
    told = str(error.value)
    assert "\n" not in told and not may_play(f"policy:{path}", find(spec))
    return told


def test_a_net_for_another_game_is_refused_before_the_game(tmp_path, capsys):
    path = tmp_path / "net.onnx"
    spec = written(path, "momentum", ANY)
    assert may_play(spec, MOMENTUM)
    assert "trained for momentum, and this is eximo" in refused(path, "eximo")
    assert "trained for momentum, and this is momentum:size=8" in refused(path, "momentum:size=8")
    assert main(["match", "eximo", spec, "random", "--games", "2"]) == 2
    assert main(["play", "eximo", "--players", f"{spec},random"]) == 2
    said = capsys.readouterr().err
    assert said.count("trained for momentum") == said.count("\n") == 2
    for fact, text in (("edition", "99"), ("planes", "your marbles")):
        facts = policy.about(MOMENTUM) | {f"tabuleiro.{fact}": text}
        written(path, "momentum", ANY, facts=facts)
        assert f"trained for {text}" in refused(path)


def custom(model):
    model.graph.node[0].domain = "evil"


def endless(model):
    model.graph.node[0].op_type = "Loop"


def outside(model):
    tensor = model.graph.initializer[0]
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../../etc/passwd")


def nested(model):
    inner = helper.make_tensor("x", TensorProto.FLOAT, [1], [0])
    inner.external_data.add(key="location", value="secret")
    model.graph.node[0].attribute.add(name="value", type=4).t.CopyFrom(inner)


def function(model):
    model.functions.add(name="mine", domain="")


def second(model):
    model.graph.input.add().CopyFrom(helper.make_tensor_value_info("more", TensorProto.FLOAT, [1]))


def unnamed(model):
    model.graph.output[0].name = model.graph.node[-1].output[0] = "said"


def nameless(model):
    del model.metadata_props[:]


def flat(model):
    model.graph.initializer[0].CopyFrom(helper.make_tensor("flat", TensorProto.INT64, [2], [7, 293]))


def short(model):
    for tensor in model.graph.initializer[1:]:
        array = numpy_helper.to_array(tensor)[..., :98]
        tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))


def vast(model):
    """A file of a few hundred bytes, and numbers of three gigabytes."""
    name = model.graph.initializer[-1].name
    tensor = helper.make_tensor("many", TensorProto.INT64, [1], [750_000_000])
    model.graph.initializer.append(tensor)
    node = helper.make_node
    model.graph.node.extend(
        [
            node("ReduceMean", ["row"], ["one"], keepdims=0),
            node("Expand", ["one", "many"], ["all"]),
            node("ReduceMean", ["all"], [f"mean_{name}"], keepdims=0),
        ]
    )
    model.graph.output.append(helper.make_tensor_value_info(f"mean_{name}", TensorProto.FLOAT, []))


def vast_at_once(model):
    """The same, of what is known before anything is seen."""
    vast(model)
    del model.graph.node[-3:-1]
    model.graph.node.insert(len(model.graph.node) - 1, helper.make_node("ConstantOfShape", ["many"], ["all"]))


def unknown(model):
    model.graph.node[0].op_type = "Frobnicate"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (custom, "uses evil.Cast"),
        (endless, "uses Loop"),
        (outside, "in other files"),
        (nested, "in other files"),
        (function, "uses mine"),
        (second, "one input"),
        (unnamed, "outputs called policy, value or both"),
        (nameless, "does not say for which game"),
        (unknown, "onnxruntime does not take it"),
        (flat, "onnxruntime does not take it"),
        (short, "its policy is (1, 98), not (1, 99)"),
        (vast, "memory"),
        (vast_at_once, "memory"),
    ],
)
def test_what_reaches_beyond_the_file_is_refused(tmp_path, spoil, told):
    model = model_of("momentum", ANY)
    spoil(model)
    (tmp_path / "net.onnx").write_bytes(model.SerializeToString())
    assert told in refused(tmp_path / "net.onnx")


def test_files_that_are_none(tmp_path, monkeypatch):
    assert "there is no file" in refused(tmp_path / "nobody.onnx")
    with pytest.raises(UnknownAgent, match="policy:FILE"):
        policy.source_of("")
    (tmp_path / "text.onnx").write_text("import os", "utf-8")
    assert "no ONNX file" in refused(tmp_path / "text.onnx")
    (tmp_path / "empty.onnx").touch()
    assert "no ONNX file" in refused(tmp_path / "empty.onnx")
    refused(tmp_path)
    os.mkfifo(tmp_path / "pipe.onnx")
    assert "no ordinary file" in refused(tmp_path / "pipe.onnx")
    written(tmp_path / "net.onnx", "momentum", ANY)
    monkeypatch.setattr(policy, "LARGEST", 1000)
    assert "more than" in refused(tmp_path / "net.onnx")


def test_a_value_alone_is_not_enough_where_something_is_hidden(tmp_path):
    written(tmp_path / "net.onnx", "meerkats", value=0.0)
    assert "without secrets" in refused(tmp_path / "net.onnx", "meerkats")
    written(tmp_path / "one.onnx", "momentum", value=0.0, batch=1)
    assert "any number of sights" in refused(tmp_path / "one.onnx")


@pytest.mark.parametrize(("batch", "fits"), [("n", True), (1, True), (2, False)])
def test_it_has_to_take_one_sight(tmp_path, batch, fits):
    spec = written(tmp_path / "net.onnx", "momentum", ANY, batch=batch)
    assert may_play(spec, MOMENTUM) == fits


def test_numbers_of_another_kind_are_named(tmp_path):
    written(tmp_path / "net.onnx", "momentum", ANY, kind=TensorProto.FLOAT16)
    assert "as float or int8" in refused(tmp_path / "net.onnx")


def test_a_file_that_has_changed_is_read_again(tmp_path):
    path = tmp_path / "net.onnx"
    view = Session(MOMENTUM, Random(1)).view(0)
    for code in (3, 4):
        agent = make(written(path, "momentum", wishes(**{f"c{code}": 1})), MOMENTUM, Random(1))
        assert agent.choose(view, Limit()).action == MOMENTUM.space[code]
        os.utime(path, ns=(code, code))


# ── Only a person names one ──────────────────────────────────────────────────────────────────────────────────────


def test_a_kept_game_asks_before_it_reads_one():
    assert Spec.read("policy:net.onnx").foreign and not Spec.read("policy:net.onnx").program
    session = Session(MOMENTUM, Random(1))
    autosave = Autosave.begin(session, Party(MOMENTUM, (HUMAN, "policy:net.onnx"), ("", "")))
    session.play(0, "4,4")
    autosave.keep(session)
    path = autosave.path
    autosave.finish(session)
    again = resume(path)
    assert again.party.players == (HUMAN, HUMAN) and again.programs == {1: "policy:net.onnx"}


def test_matches_know_the_file_by_its_contents_and_take_it_along(tmp_path, monkeypatch):
    spec = written(tmp_path / "net.onnx", "momentum", ANY)
    monkeypatch.chdir(tmp_path)
    assert rooted("policy:net.onnx") == spec and labels([spec, "random"])[spec] == "policy:net.onnx"
    match = Match("momentum", (spec, "random"))
    before, name = match.identity(), key(spec)
    parcel = Parcel.of(match)
    written(tmp_path / "net.onnx", "momentum", wishes(c3=1))
    assert match.identity() != before and key(spec) != name
    here = unpacked(parcel, str(tmp_path / "there"))
    assert here[spec].startswith(f"policy:{tmp_path / 'there'}")
    make(here[spec], MOMENTUM, Random(0))
