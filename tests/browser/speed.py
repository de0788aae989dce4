"""How fast the page is: ``python -m tests.browser.speed`` (``make speed``).

``page.act``: from the press that makes a choice whole, in *Victory in the Pacific* played by two people on one
screen, to the first frame painted that shows what came of it, its line of the log with it, timed in the page itself
over 200 acts of all kinds as they come. What goes over the wire when the page is loaded for the first time is counted
as it comes, compressed.
"""

from __future__ import annotations

import statistics
from typing import Any

from playwright.sync_api import Browser, Page, Response

from tests.browser.conftest import Api, context_of
from tests.browser.setting import open_match, open_position, quiet, table
from tests.browser.whole import player

ACTS = 200
GOAL = {"median": 60, "95th percentile": 150}
"""Milliseconds."""
TIMED = r"""(() => {
  window.acts = []
  let pressed = 0, asked = 0, came = 0, answered = false, told = 0
  const press = () => (pressed = performance.now())
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, press, true)
  const ask = window.fetch
  window.fetch = async (...all) => {
    const act = /\/act$/.test(String(all[0]?.url ?? all[0]).split('?')[0])
    const [from, begun] = [pressed, performance.now()]
    const answer = await ask(...all)
    if (act && answer.ok) [answered, told, asked, came] = [true, from, begun, performance.now()]
    return answer
  }
  const end = () => window.acts.push([performance.now() - told, asked - told, came - asked, performance.now() - came])
  const painted = () => requestAnimationFrame(() => setTimeout(end))
  const told_of = ({ target }) => (target.closest ? target : target.parentElement)?.closest('#log')
  const seen = (changes) => {
    if (!answered || !changes.some(told_of)) return
    answered = false
    painted()
  }
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  addEventListener('DOMContentLoaded', () => new MutationObserver(seen).observe(document, all))
})()"""


Parts = tuple[float, float, float, float]
"""Milliseconds of an act: all of it; to the request, to the answer, to the frame painted."""


def acts(browser: Browser, address: str, api: Api, wanted: int = ACTS) -> list[Parts]:
    """How long each act took."""
    times: list[Parts] = []
    seed = 1
    while len(times) < wanted:
        with context_of(browser, pace="skip") as context:
            page = context.new_page()
            page.add_init_script(TIMED)
            open_match(page, address, api.begin(game="vitp")["id"])
            times += played(page, wanted - len(times), seed)
        seed += 1
    return times[:wanted]


def played(page: Page, wanted: int, seed: int) -> list[Parts]:
    """Plays on until so many acts were made, or none is made any more."""
    person = player("vitp", page, seed)
    idle = 0
    while len(timed(page)) < wanted and idle < 100:
        told: dict[str, Any] = person.read()
        if person.over(told):
            break
        idle = 0 if person.go_on(told) else idle + 1
        quiet(page)
    return timed(page)


def timed(page: Page) -> list[Parts]:
    """What the page has timed so far."""
    return [(whole, to_ask, to_answer, to_paint) for whole, to_ask, to_answer, to_paint in page.evaluate("window.acts")]


def told_of(times: list[Parts]) -> str:
    """Median, 95th percentile and worst of the whole, and the medians of its parts."""
    whole, *parts = ([act[part] for act in times] for part in range(4))
    late = statistics.quantiles(whole, n=20)[-1]
    share = ", ".join(f"{statistics.median(part):.0f}" for part in parts)
    return (
        f"page.act: median {statistics.median(whole):.0f} ms (to the request, the answer, the frame: {share}), "
        f"95th percentile {late:.0f} ms, slowest {max(whole):.0f} ms of {len(times)} acts; "
        f"wanted {GOAL['median']} and {GOAL['95th percentile']}"
    )


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
    print(told_of(times))
    parts = ", ".join(f"{kind} {size / 1000:.0f}" for kind, size in sorted(weight.items()))
    print(f"first visit to a match: {sum(weight.values()) / 1000:.0f} kB compressed ({parts})")


if __name__ == "__main__":
    main()
