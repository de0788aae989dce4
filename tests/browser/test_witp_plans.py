"""37 The press budgets on the real page: a fixed plan carried out by presses takes as many as the script counts.

Both play the same match: the script says what is ordered, the page is pressed, and the match is read after each order.
A plan that is counted from its second Game-Turn starts at the position which its first one leads to.
"""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from ironbottom.games.war_in_the_pacific.pieces import SIDES
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import open_match
from tests.browser.seeded_server import seeded_server
from tests.browser.simulated_player import no_errors
from tests.browser.witp_plan import PlanOnPage
from tests.games.war_in_the_pacific.scripted_player import plan_of, position_of

AGREES = 0.05
"""The largest difference between the presses on the page and those of the script, as a part of the latter."""


@pytest.mark.thorough
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", ["midway"])
def test_a_plan_takes_as_many_presses_on_the_page_as_the_script_counts(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    plan = plan_of(name)
    side = str(plan["side"])
    seats = {**dict.fromkeys(SIDES.ids, "ensign"), side: "person"}
    start = position_of(name)
    begun = {"position": start} if start else {"scenario": plan["scenario"]}
    with (
        seeded_server(tmp_path) as address,
        httpx.Client(base_url=address, timeout=120) as client,
        context_of(browser, pace="whole", dice="wait", routine="pass", viewport={"width": 1280, "height": 720}) as own,
    ):
        api, page = Api(client), own.new_page()
        wrong = no_errors(page)
        match = api.begin(game="witp", seats=seats, **begun)["id"]
        orders = {"side": side, "orders": plan.get("standing", {}), "plans": plan.get("voyages", {})}
        api.client.post(f"/api/matches/{match}/standing", json=orders).raise_for_status()
        open_match(page, address, match)
        user = PlanOnPage(plan, page, tmp_path, match)
        counts = user.play()
        sys.stdout.write("\n".join(["", name, *counts.lines(), *user.lines_of_page(), ""]))
        script, pressed = sum(counts.presses.values()), sum(user.pressed.values())
        assert abs(pressed - script) <= AGREES * script, user.story
        assert wrong == []
