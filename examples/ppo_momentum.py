"""Learn Momentum by PPO against oneself: ``python examples/ppo_momentum.py momentum-ppo.onnx``; needs ``tabuleiro[rl,sb3]``.

sb3-contrib's MaskablePPO chooses the drops. One seat of many games learns; at the other sits whom the pool has: random play,
and the learner as it was. What a drop does happens along the eight lines from its cell, so the net looks up what stands there,
cell after cell with the same weights, and needs no more layers than two to say how good each cell is. The file that is written
plays: ``tabuleiro match momentum policy:momentum-ppo.onnx greedy``.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from tabuleiro.ai.policy import about
from tabuleiro.core.registry import find
from tabuleiro.rl.sb3 import SelfPlay, frozen
from tabuleiro.rl.vector import luck

GAME = find("momentum")
CELLS, WIDTH = len(GAME.board), 48
NEAR, FAR = 3, 6  # cells of a line that are looked up together
GAMES, STEPS = 128, 48  # side by side; of the learner in each before it learns
POOL, EVERY = 6, 8  # earlier selves in the pool; so many rounds until the next
TOLD, OPENING = 15, 4  # seconds of CPU time between two lines; drops of a game that is told of which are any


def lines() -> torch.Tensor:
    """The cells onward from each cell in each direction, and CELLS for what is off the board."""
    rays = [[[*ray, *[CELLS] * FAR][:FAR] for ray in GAME.board.rays[cell]] for cell in GAME.board]
    return torch.tensor(rays)


class Lines(BaseFeaturesExtractor):
    """How good a drop on each cell is, how good it is to take over the first marble, and how good the position is."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, CELLS + 2)
        self.bags = True  # a sum of looked-up rows in one go, which is quick, but ONNX does not know it
        self.register_buffer("rays", lines())
        self.register_buffer("powers", 4 ** torch.arange(FAR))
        self.seen = nn.EmbeddingBag(4**FAR + 4**NEAR, WIDTH, mode="sum")
        nn.init.normal_(self.seen.weight, std=0.1)
        self.state = nn.Linear(22, WIDTH)
        self.cell = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.drop = nn.Linear(WIDTH, 1)
        self.whole = nn.Sequential(nn.Linear(2 * WIDTH, 64), nn.ReLU(), nn.Linear(64, 2))
        nn.init.zeros_(self.drop.weight)
        nn.init.zeros_(self.whole[2].weight)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        marbles = planes[:, 0] + 2 * planes[:, 1]
        marbles = nn.functional.pad(marbles, (0, 1), value=3.0).long()
        line = marbles[:, self.rays.flatten()].reshape(-1, CELLS * 8, FAR) * self.powers
        far = line.sum(2).reshape(-1, CELLS, 8)
        near = 4**FAR + line[:, :, :NEAR].sum(2).reshape(-1, CELLS, 8)
        found = torch.cat([near, far], 2).reshape(-1, 16)
        seen = self.seen(found) if self.bags else self.seen.weight[found].sum(1)
        state = self.state(told(planes))
        cells = self.cell(seen.reshape(-1, CELLS, WIDTH) + state[:, None])
        whole = self.whole(torch.cat([cells.mean(1), state], 1))
        free = self.drop(cells)[:, :, 0]
        return torch.cat([free, whole], 1)


def told(planes: torch.Tensor) -> torch.Tensor:
    """What has no place on the board: marbles in both hands, whether the first can be taken over, the turns that are left."""
    hands = planes[:, 2:4, 0].long().clamp(0, 9)
    hands = torch.nn.functional.one_hot(hands, 10).flatten(1).float()
    return torch.cat([hands, planes[:, 4:5, 0], planes[:, 5:6, 0] / 60], 1)


class Drops(nn.Module):
    """The numbers of all codes: a cell is as good for a blue marble as for a red one, for the planes are seat by seat."""

    def forward(self, found: torch.Tensor) -> torch.Tensor:
        return torch.cat([found[:, :CELLS], found[:, :CELLS], found[:, CELLS : CELLS + 1]], 1)


class Worth(nn.Module):
    """The reward that is expected."""

    def forward(self, found: torch.Tensor) -> torch.Tensor:
        return torch.tanh(found[:, CELLS + 1 :])


class LinesPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """What ``Lines`` finds is the answer already."""

    def _build(self, lr_schedule: Any) -> None:
        self.ortho_init = False
        super()._build(lr_schedule)
        self.action_net, self.value_net = Drops(), Worth()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def score(model: MaskablePPO, opponent: str, count: int = 200) -> float:
    """The part of the points against *opponent*, each game once, who sits where being drawn; first drops are any, or all
    games might be the same.
    """
    games, rng = SelfPlay("momentum", count, [opponent], seeds=99), luck(range(count))
    seen, points, over = games.reset(), np.zeros(count), np.zeros(count, np.bool_)
    while not over.all():
        codes, _ = model.predict(seen, action_masks=games.action_masks(), deterministic=True)
        begins = games.games.ages < OPENING
        seen, rewards, done, _ = games.step(np.where(begins, games.games.choose(rng), codes))
        points[done & ~over] = rewards[done & ~over] / 2 + 0.5
        over |= done
    return float(points.mean())


class Pool(BaseCallback):  # type: ignore[misc]
    """Lets the learner into the pool from time to time, says how it does, and ends in time."""

    def __init__(self, games: SelfPlay, seconds: float) -> None:
        super().__init__()
        self.games, self.seconds, self.rounds, self.due = games, seconds, 0, 0.0

    def _on_step(self) -> bool:
        return process_time() < self.seconds

    def _on_rollout_end(self) -> None:
        self.rounds += 1
        if self.rounds % EVERY == 0:
            self.games.opponents[1:] = [*self.games.opponents[1:], frozen(self.model)][-POOL:]
        if process_time() >= self.due:
            self.due = process_time() + TOLD
            self.tell()

    def tell(self) -> None:
        used, steps = process_time(), self.num_timesteps
        print(f"{used:.0f},{steps},{score(self.model, 'random'):.4f},{score(self.model, 'hasty'):.4f}", flush=True)


class Answer(nn.Module):
    """Of a policy what ``policy:FILE`` asks."""

    def __init__(self, policy: LinesPolicy) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.policy.features_extractor(planes)
        return self.policy.action_net(found), self.policy.value_net(found)[:, 0]


def write(model: MaskablePPO, path: str) -> None:
    """The policy as an ONNX file that says what it is of."""
    import onnx

    model.policy.set_training_mode(mode=False)
    model.policy.features_extractor.bags = False
    torch.onnx.export(
        Answer(model.policy).eval(),
        (torch.zeros(2, 6, CELLS),),
        path,
        input_names=["planes"],
        output_names=["policy", "value"],
        dynamic_shapes=({0: torch.export.Dim("n")},),
        external_data=False,
        verbose=False,
    )
    net = onnx.load(path)
    onnx.helper.set_model_props(net, about("momentum"))
    onnx.save(net, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="momentum-ppo.onnx")
    parser.add_argument("--cpu-minutes", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:  # now, and not when all has been learnt
        with open(args.file, "ab"):
            pass
    except OSError as error:
        parser.error(f"{args.file}: {error.strerror}")
    torch.set_num_threads(1)
    games, seconds = SelfPlay("momentum", GAMES, ["random"], seeds=args.seed), 60 * args.cpu_minutes
    model = MaskablePPO(
        LinesPolicy,
        games,
        n_steps=STEPS,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda _: 2e-3 * max(0.05, 1 - process_time() / seconds),
        gamma=0.99,
        gae_lambda=0.9,
        ent_coef=0.01,
        seed=args.seed,
        device="cpu",
        policy_kwargs={"features_extractor_class": Lines, "net_arch": []},
    )
    print("cpu_seconds,steps,random,hasty")
    pool = Pool(games, seconds)
    try:
        model.learn(10**9, callback=pool)
        pool.tell()
    except KeyboardInterrupt:
        print("interrupted: what has been learnt is written")
    write(model, args.file)


if __name__ == "__main__":
    main()
