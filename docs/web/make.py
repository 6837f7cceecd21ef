"""Takes the pictures beside this file from a site that runs: ``python docs/web/make.py http://127.0.0.1:8000``."""  # noqa: INP001 (a script)

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

HERE = Path(__file__).parent
WIDE, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)


def taken(
    browser: Browser,
    url: str,
    name: str,
    view: ViewportSize,
    scheme: Literal["light", "dark"],
    show: Callable[[Page, str], None],
) -> None:
    context = browser.new_context(viewport=view, color_scheme=scheme, locale="en-GB", has_touch=view is PHONE)
    page = context.new_page()
    show(page, url)
    page.wait_for_timeout(1500)
    page.screenshot(path=HERE / f"{name}.jpg", type="jpeg", quality=82)
    context.close()


def home(page: Page, url: str) -> None:
    page.goto(url)


def setup(page: Page, url: str) -> None:
    page.goto(f"{url}/new/momentum")


def rules(page: Page, url: str) -> None:
    page.goto(f"{url}/rules/barragoon")


def begun(page: Page, url: str, game: str, mode: str = "computer") -> None:
    page.goto(f"{url}/new/{game}?mode={mode}")
    page.click("#setup button.main")
    page.wait_for_selector("body[data-v]")


def played(page: Page, count: int) -> None:
    """Some turns, always the first that is possible in the middle of the list."""
    for _ in range(count):
        page.wait_for_function("() => document.body.dataset.due === 'yes'")
        page.evaluate(
            "() => { const steps = window.page.steps; window.page.send(steps[Math.floor(steps.length / 2)]); }"
        )
        page.wait_for_timeout(900)
    page.wait_for_function("() => document.body.dataset.due !== 'no'")


def barragoon(page: Page, url: str) -> None:
    begun(page, url, "barragoon")
    played(page, 6)
    page.locator(".over .cell[data-target]").nth(2).click()


def campo_bello(page: Page, url: str) -> None:
    begun(page, url, "campo-bello")
    played(page, 7)


def meerkats(page: Page, url: str) -> None:
    begun(page, url, "meerkats")
    played(page, 12)


def main() -> None:
    url = sys.argv[1].rstrip("/")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, view, scheme, show in (
            ("home", WIDE, "light", home),
            ("setup", WIDE, "light", setup),
            ("rules", WIDE, "light", rules),
            ("barragoon", WIDE, "light", barragoon),
            ("campo-bello", WIDE, "dark", campo_bello),
            ("meerkats-phone", PHONE, "dark", meerkats),
        ):
            taken(browser, url, name, view, scheme, show)
        browser.close()


if __name__ == "__main__":
    main()
