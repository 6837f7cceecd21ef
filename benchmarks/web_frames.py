"""How smoothly a browser animates turns: ``python -m benchmarks.web_frames`` prints the worst frame of every game.

It starts a site of its own, plays some turns of each game by random legal steps, opens the game in Debian's chromium without a
graphics card, and lets the page show turn after turn, chains, pushes and captures included. A frame is the time between two
calls of ``requestAnimationFrame`` while pieces move. ``--trace FILE`` keeps what the browser did in that time, as its developer
tools read it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import tempfile
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.web_load import start
from tabuleiro.core.registry import names, registered
from tabuleiro.web.client import Seat, Site

WATCHED = """async () => {
  const { page } = window, { board } = page, times = [];
  const shown = board.play.bind(board);
  let done = Promise.resolve();
  board.play = (...all) => (done = shown(...all));
  const turns = page.view.turns.length;
  page.look(0);
  await done;
  for (let turn = 1; turn <= turns; turn++) {
    let going = true, last = 0;
    const look = (now) => { if (last) times.push([now - last, turn]); last = now; if (going) requestAnimationFrame(look); };
    requestAnimationFrame(look);
    page.look(turn);
    await done;
    going = false;
    await new Promise((go) => setTimeout(go, 60));
  }
  return times;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=30, help="turns of each game")
    parser.add_argument("--games", default=",".join(names()))
    parser.add_argument("--theme", default="light", choices=("light", "dark", "plain"))
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--trace", default="", help="a file for what the browser did")
    args = parser.parse_args()
    print("load average before:", os.getloadavg()[0])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server, url = start(f"sqlite:///{folder}/site.db")
        found = shutil.which("chromium") or shutil.which("google-chrome")
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        try:
            for game in args.games.split(","):
                measure(browser, url, game, played(url, game, args.turns), args)
        finally:
            browser.close()
            server.send_signal(signal.SIGINT)
            server.wait(20)


def played(url: str, game: str, turns: int) -> str:
    """A game with so many random turns; its id."""
    seats = Site(url).create(game, [{"kind": "human"}] * registered(game).players)
    rng, made = Random(1), seats[0].id
    for _ in range(turns * 3):  # steps
        data = Seat(Site(url), made, 0, "").data()
        if data["outcome"] or len(data["turns"]) >= turns:
            break
        legal = seats[data["player"]].data()["legal"]
        seats[data["player"]].play(rng.choice([step[1] for _, *steps in legal for step in steps]))
    return made


def measure(browser: Browser, url: str, game: str, made: str, args: argparse.Namespace) -> None:
    page: Page = browser.new_page(viewport={"width": args.width, "height": args.height})
    page.context.add_cookies([{"name": "theme", "value": args.theme, "url": url}])
    page.goto(f"{url}/game/{made}")
    page.wait_for_selector("body[data-v]")
    page.wait_for_timeout(1000)
    if args.trace:
        browser.start_tracing(page=page, path=f"{args.trace}.{game}")
    times = page.evaluate(WATCHED)
    if args.trace:
        browser.stop_tracing()
    frames = sorted(length for length, _ in times)
    slow = [(round(length), turn) for length, turn in times if length > 50]
    print(
        f"{game:12} {len(frames):5} frames, median {statistics.median(frames):.1f}, 99th percentile "
        f"{frames[int(0.99 * (len(frames) - 1))]:.1f}, worst {frames[-1]:.1f} ms; over 50 ms (with the turn): {slow}"
    )
    page.close()


if __name__ == "__main__":
    main()
