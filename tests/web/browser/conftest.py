"""A real browser, Debian's chromium, at a real site; what the machine lacks is installed where that can be done."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[3]
NODE = ROOT / "build" / "node"  # packages that only tests need
PLACES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


def _browser():
    return next(filter(None, map(shutil.which, PLACES)), None)


@pytest.fixture(scope="session")
def chromium():
    """The path of a browser."""
    if _browser() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-q"], check=False, capture_output=True)
        subprocess.run(["apt-get", "install", "-qy", "chromium"], check=False, capture_output=True)
    found = _browser()
    assert found, "these tests need a browser: install the package chromium (apt-get install chromium)"
    return found


@pytest.fixture(scope="module")
def engine(chromium):
    """A browser for the tests of one file: as long as it runs, its loop is in the way of other tests' loops."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def reader(engine):
    """Opens a browser of its own: ``reader(width, height)``; whatever its pages complain of fails the test."""
    opened, complaints = [], []

    def open_one(width=1280, height=800, **more):
        context = engine.new_context(viewport={"width": width, "height": height}, **{"locale": "en-GB"} | more)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.requests = []
        page.on("request", lambda request: page.requests.append(request.url))
        opened.append(context)
        return page

    yield open_one
    for context in opened:
        context.close()
    lost = ("WebSocket", "ERR_CONNECTION", "Failed to load resource")  # a server that was stopped on purpose
    assert [text for text in complaints if not any(part in text for part in lost)] == []


def package(name):
    """The folder of an npm package, fetched if it is not there yet."""
    folder = NODE / "node_modules" / name
    if not folder.exists():
        assert shutil.which("npm"), "these tests need npm: install the package npm (apt-get install npm)"
        NODE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--prefix", str(NODE), name], check=True)
    return folder


@pytest.fixture(scope="session")
def axe():
    """What finds faults of access in a page."""
    return (package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def tsc():
    """What checks the types of scripts."""
    return package("typescript") / "bin" / "tsc"
