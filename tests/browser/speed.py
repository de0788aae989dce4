"""How fast the page is: ``python -m tests.browser.speed``.

An act is timed in the page itself, from the press of its button to the first frame painted in which the question has
changed; what goes over the wire when the page is loaded for the first time is counted as it comes, compressed.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Browser, Page, Response

from tests.browser.conftest import Api, context_of
from tests.browser.setting import open_position, table

ACTS = 25
TIME = """async () => {
  const word = () => document.querySelector('section.muster h2').innerText
  const before = word()
  const ship = [...document.querySelectorAll('section.muster .ships button')].at(-1)
  ship.click()
  await new Promise((done) => requestAnimationFrame(done))
  const box = document.querySelector('section.muster .form button')
  const began = performance.now()
  box.click()
  while (word() === before) await new Promise((done) => requestAnimationFrame(done))
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  return performance.now() - began
}"""


def acts(browser: Browser, address: str, api: Api) -> list[float]:
    """Milliseconds from pressing a box to the page painted anew, for ships put into boxes one by one."""
    with context_of(browser) as context:
        page = context.new_page()
        open_position(page, api, address, "forming")
        return [float(page.evaluate(TIME)) for _ in range(ACTS)]


def weigh(browser: Browser, address: str, api: Api) -> dict[str, int]:
    """Bytes over the wire of a first visit to a match, by kind."""
    with context_of(browser) as context:
        page: Page = context.new_page()
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        open_position(page, api, address, "operation")
        page.wait_for_load_state("networkidle")
        weight: dict[str, int] = {}
        for answer in answers:
            kind = answer.request.resource_type
            weight[kind] = weight.get(kind, 0) + answer.request.sizes()["responseBodySize"]
        return weight


def main() -> None:
    with table() as (address, api, browser):
        times = acts(browser, address, api)
        weight = weigh(browser, address, api)
    print(
        f"act to the page painted anew: median {statistics.median(times):.0f} ms, slowest of {ACTS} {max(times):.0f} ms"
    )
    parts = ", ".join(f"{kind} {size / 1000:.0f}" for kind, size in sorted(weight.items()))
    print(f"first visit to a match: {sum(weight.values()) / 1000:.0f} kB compressed ({parts})")


if __name__ == "__main__":
    main()
