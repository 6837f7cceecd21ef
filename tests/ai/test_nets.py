"""Agents that judge by a net of a person's: found by its file, told from others by its content, named by no data."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tabuleiro.ai import make
from tabuleiro.ai.agents import may_play
from tabuleiro.arena.match import Match, play, rooted
from tabuleiro.arena.parcel import Parcel, unpacked
from tabuleiro.core.errors import BadNet, UnknownAgent
from tabuleiro.core.registry import find
from tabuleiro.kernels.eximo import INPUTS
from tabuleiro.kernels.net import NETS, UNITS, Net, load
from tabuleiro.learn.recipe import recipe_for
from tabuleiro.play.agent import Limit, Spec
from tabuleiro.play.session import Session

EXIMO = find("eximo")


@pytest.fixture
def net(tmp_path):
    """A file with a net that likes its men on the left."""
    rows, out = np.zeros((INPUTS.rows, UNITS), np.int16), np.zeros(UNITS, np.int16)
    rows[:64, 0] = [8 * (8 - cell % 8) for cell in range(64)]
    out[0] = 300
    path = tmp_path / "left.net"
    path.write_bytes(Net("eximo", rows, out, 4096).write())
    return path


@pytest.mark.parametrize("kind", ["alphabeta", "mcts"])
def test_a_search_judges_by_the_net_that_it_is_given(net, kind):
    view = Session(EXIMO, Random(0)).view(0)
    chosen = {
        spec: make(f"{kind}:nodes=300{spec}", EXIMO, Random(0)).choose(view, Limit())
        for spec in (f",net={net}", ",net=none", "")
    }
    assert chosen[f",net={net}"] != chosen[",net=none"]


@pytest.mark.parametrize("kind", ["alphabeta", "mcts"])
def test_what_is_no_net_of_the_game_is_refused(net, kind, tmp_path):
    for spec, game in ((f"net={net}", "momentum"), (f"net={tmp_path}", "eximo"), ("net=missing", "eximo")):
        with pytest.raises(BadNet):
            make(f"{kind}:{spec}", find(game), Random(0))
    with pytest.raises(UnknownAgent, match="no compiled rules, so no net can judge it"):
        make(f"{kind}:net={net}", find("momentum:size=9"), Random(0))
    with pytest.raises(UnknownAgent, match="net=FILE"):
        make(f"{kind}:net=", EXIMO, Random(0))


def test_a_spelling_that_names_a_file_is_for_people_alone(net):
    spec = Spec.read(f"alphabeta:seconds=1, net={net}")
    assert spec.net == str(net) and spec.foreign and may_play(spec, EXIMO)
    assert str(spec.with_net("/other.net")) == "alphabeta:seconds=1, net=/other.net"
    for harmless in ("alphabeta:net=none", "alphabeta:seconds=1", "level:3", "engine:x net=y", "random"):
        assert not Spec.read(harmless).net
    assert not Spec.read("alphabeta:net=none").foreign


def test_a_match_is_another_when_the_net_has_changed(net, monkeypatch):
    match = Match("eximo", (f"alphabeta:net={net}", "alphabeta:net=none"))
    before = match.identity()
    monkeypatch.chdir(net.parent)
    assert rooted("mcts:nodes=5,net=left.net") == f"mcts:nodes=5,net={net}"
    assert rooted("mcts:net=none") == "mcts:net=none"
    assert Match("eximo", ("alphabeta:net=left.net", "alphabeta:net=none")).identity() == before
    changed = load(net, "eximo", INPUTS)
    net.write_bytes(replace(changed, bias=1).write())
    assert match.identity() != before


def test_a_net_goes_along_to_another_machine(net, tmp_path):
    match = Match("eximo", (f"alphabeta:nodes=20,net={net}", "alphabeta:nodes=20,net=none"))
    parcel, here = Parcel.of(match), tmp_path / "there"
    played = play(match, 1)
    net.unlink()
    spelled = unpacked(parcel, str(here))
    assert Spec.read(spelled[match.agents[0]]).net.startswith(str(here))
    turns = [[line.get("turn") for line in game.record] for game in (played, play(match, 1, spelled))]
    assert turns[0] == turns[1] and len(turns[0]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(NETS.glob("*.net")), ids=lambda path: path.stem)
def test_a_net_that_comes_with_a_game_beats_features_alone(path):
    """As many positions for both, a hundred games; the matches that it was taken for are in docs/training.md."""
    recipe = recipe_for(path.stem)
    match = Match(path.stem, (recipe.agent, f"{recipe.agent}:net=none"), nodes=recipe.match_nodes, seed=9, opening=6)
    scores = [play(match, number).scores[0] for number in range(1, 101)]
    print(path.stem, sum(scores))
    assert sum(scores) >= 60
