"""The speed of the page: ``python -m tests.browser.speed [ROW ...] [--acts NUMBER]`` (``make speed``).

``page.act``: from the press that completes a choice, in a game of two people on one screen, to the first painted frame
with its result, including its log line, timed in the page over acts of all kinds in the order of play. The limits are
for *Victory in the Pacific*; each scenario of *War in the Pacific* has its own row. The work of the page's thread for
an act, including presses, is printed too; it does not depend on the load of the machine. The size of the first load of
the page is counted as received, in compressed form.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Response

from tests.browser.conftest import Api, context_of, new_context
from tests.browser.match_setup import open_match, open_position, quiet, table
from tests.browser.whole_games import player

ROWS: dict[str, dict[str, str]] = {
    "vitp": {"game": "vitp"},
    "midway": {"game": "witp", "scenario": "midway"},
    "leyte": {"game": "witp", "scenario": "leyte"},
    "burma": {"game": "witp", "scenario": "burma"},
    "guadalcanal": {"game": "witp", "scenario": "guadalcanal"},
    "midway_advanced": {"game": "witp", "scenario": "midway_advanced"},
}
"""The timed games, by the name of their row."""
ACTS = 200
GOALS = {"vitp": {"median": 60, "95th percentile": 150}}
GOAL = {"median": 100}
"""The limits in milliseconds; the second one is for rows without limits of their own."""
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
  const in_log = ({ target }) => (target.closest ? target : target.parentElement)?.closest('#log')
  const seen = (changes) => {
    if (!answered || !changes.some(in_log)) return
    answered = false
    painted()
  }
  const all = { subtree: true, childList: true, attributes: true, characterData: true }
  addEventListener('DOMContentLoaded', () => new MutationObserver(seen).observe(document, all))
})()"""


Parts = tuple[float, float, float, float]
"""The milliseconds of an act: in total, until the request, until the response, and until the painted frame."""


class Timed(NamedTuple):
    """The acts of a row, and the milliseconds of work of the page's thread."""

    acts: list[Parts]
    worked: float


def acts(browser: Browser, address: str, api: Api, row: str = "vitp", wanted: int = ACTS) -> Timed:
    """The duration of each act of a row."""
    times: list[Parts] = []
    worked, seed = 0.0, 1
    while len(times) < wanted:
        with context_of(browser, pace="skip") as context:
            page = context.new_page()
            page.add_init_script(TIMED)
            open_match(page, address, api.begin(**ROWS[row])["id"])
            quiet(page)
            meter = context.new_cdp_session(page)
            meter.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = busy(meter)
            times += play_acts(page, wanted - len(times), seed, ROWS[row]["game"])
            worked += busy(meter) - before
        seed += 1
    return Timed(times, worked)


def busy(meter: CDPSession) -> float:
    """The processor time of the page's thread, in milliseconds."""
    answer = {one["name"]: one["value"] for one in meter.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(answer["TaskDuration"])


def play_acts(page: Page, wanted: int, seed: int, game: str) -> list[Parts]:
    """Plays until a number of acts have been made, or none remain."""
    user = player(game, page, seed)
    idle = 0
    while len(measured_acts(page)) < wanted and idle < 100:
        data: dict[str, Any] = user.read()
        if user.over(data):
            break
        idle = 0 if user.go_on(data) else idle + 1
        quiet(page)
    return measured_acts(page)


def measured_acts(page: Page) -> list[Parts]:
    """The acts that the page has timed so far."""
    return [(whole, to_ask, to_answer, to_paint) for whole, to_ask, to_answer, to_paint in page.evaluate("window.acts")]


def log_line(data: Timed, row: str = "vitp") -> str:
    """The median, 95th percentile and maximum of the total time, the medians of its parts, and the page's own work."""
    whole, *parts = ([act[part] for act in data.acts] for part in range(4))
    late = statistics.quantiles(whole, n=20)[-1]
    share = ", ".join(f"{statistics.median(part):.0f}" for part in parts)
    return (
        f"page.act {row}: median {statistics.median(whole):.0f} ms (to the request, the answer, the frame: {share}), "
        f"95th percentile {late:.0f} ms, slowest {max(whole):.0f} ms of {len(whole)} acts; "
        f"the page worked {data.worked / len(whole):.0f} ms an act; "
        f"wanted {' and '.join(map(str, GOALS.get(row, GOAL).values()))}"
    )


def weigh(browser: Browser, address: str, api: Api) -> dict[str, int]:
    """The number of bytes transferred in a first visit to a match, by kind."""
    with new_context(browser) as context:
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
    read = argparse.ArgumentParser(prog="python -m tests.browser.speed", description=__doc__)
    read.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(ROWS)}; all of them by default")
    read.add_argument("--acts", type=int, default=ACTS)
    asked = read.parse_args()
    unknown = set(asked.rows) - set(ROWS)
    if unknown:
        read.error(f"no row {', '.join(sorted(unknown))}; choose one of {', '.join(ROWS)}")
    with table() as (address, api, browser):
        for row in asked.rows or ROWS:
            print(log_line(acts(browser, address, api, row, asked.acts), row), flush=True)
        weight = {} if asked.rows else weigh(browser, address, api)
    if weight:
        parts = ", ".join(f"{kind} {size / 1000:.0f}" for kind, size in sorted(weight.items()))
        print(f"first visit to a match: {sum(weight.values()) / 1000:.0f} kB compressed ({parts})")


if __name__ == "__main__":
    main()
