"""Renews the screenshots of the README and the docs: ``make shots``, or ``python -m tests.browser.shots``."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api, context_of
from tests.browser.setting import table
from tests.browser.test_access import home, text_board
from tests.browser.test_reload import open_position

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def shoot(page: Page, name: str) -> None:
    page.wait_for_function("document.fonts.ready.then(() => true)")
    page.mouse.move(2, 2)
    page.wait_for_timeout(500)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png")


def wide(browser: Browser, address: str, api: Api) -> None:
    """The board in either light, a battle, forming task forces, the text board, the list of games."""
    for light in ("light", "dark"):
        with context_of(browser, color_scheme=light) as context:
            page = context.new_page()
            open_position(page, api, address, "operation")
            shoot(page, f"board_{light}")
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, "hits")
        page.get_by_role("button", name="Spread evenly").click()
        shoot(page, "battle")
        open_position(page, api, address, "forming")
        page.get_by_role("group", name="Carriers").get_by_role("button", name="All").click()
        shoot(page, "forming")
        home(page, api, address)
        shoot(page, "home")
        text_board(page, api, address)
        shoot(page, "text_board")


def phone(browser: Browser, address: str, api: Api) -> None:
    with context_of(browser, phone=True, device_scale_factor=2) as context:
        page = context.new_page()
        open_position(page, api, address, "operation")
        shoot(page, "board_phone")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with table() as (address, api, browser):
        wide(browser, address, api)
        phone(browser, address, api)


if __name__ == "__main__":
    main()
