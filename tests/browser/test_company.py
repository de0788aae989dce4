"""The company that the page keeps: the guide, the other side's moves, the log, the rules, words and settings."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Api, context_of, serving
from tests.browser.person import Person, no_errors
from tests.browser.test_reload import POSITIONS, open_position

SENTENCE = "#decision .sentence"


def test_the_guide_follows_the_decisions_of_the_first_turn(address: str, wide: Page) -> None:
    """A newcomer is told the aim, then what stands on the page; each step is read once, and the guide can be left."""
    wide.goto(f"{address}/#/new")
    wide.get_by_label("Japan", exact=True).check()
    wide.get_by_label("Ensign").check()
    expect(wide.get_by_label("Guide me through the first turn")).to_be_checked()
    wide.get_by_role("button", name="Begin").click()
    guide = wide.get_by_role("complementary", name="Guide")
    expect(guide).to_contain_text("Guadalcanal, August 1942")
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_contain_text("Mark ships")
    expect(wide.locator("[data-tour]")).to_have_class(re.compile("muster"))
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_have_count(0)
    person = Person(wide, seed=2)
    person.form()
    expect(guide).to_contain_text("Carriers or Transports")
    wide.reload()
    expect(guide).to_contain_text("Carriers or Transports")
    guide.get_by_role("button", name="Got it").click()
    wide.locator("#decision").get_by_role("button", name=re.compile("^Done")).click()
    expect(wide.locator("#decision").get_by_role("button", name=re.compile("^(Next|Go on)"))).to_be_visible()
    while wide.locator("#decision").get_by_role("button", name=re.compile("^(Next|Go on)")).count():
        wide.keyboard.press("n")
    expect(guide).to_contain_text("The first operation")
    guide.get_by_role("button", name="Leave the guide").click()
    expect(guide).to_have_count(0)
    wide.reload()
    expect(wide.locator(SENTENCE)).to_contain_text("Choose an operation")
    expect(guide).to_have_count(0)


def test_what_the_other_side_did_is_stepped_through_or_skipped(address: str, api: Api, wide: Page) -> None:
    """Entries of the other side wait: the first is shown, Next leads to the others, Go on to the present, once."""
    sight = open_position(wide, api, address, "operation")
    for _ in range(2):
        sight = api.act(api.sight(sight["id"], "japan"), ["pass"])
        wide.wait_for_timeout(400)
    decision = wide.locator("#decision")
    wide.reload()
    steps = [wide.locator(SENTENCE).inner_text()]
    expect(decision.get_by_role("button", name=re.compile("^Skip"))).to_be_visible()
    while decision.get_by_role("button", name=re.compile("^Next")).count():
        decision.get_by_role("button", name=re.compile("^Next")).click()
        expect(wide.locator(SENTENCE)).not_to_have_text(steps[-1])
        steps.append(wide.locator(SENTENCE).inner_text())
    assert len(steps) >= 2
    decision.get_by_role("button", name=re.compile("^Go on")).click()
    expect(wide.locator(SENTENCE)).not_to_have_text(steps[-1])
    wide.reload()
    expect(decision.get_by_role("button", name=re.compile("^(Next|Go on|Skip)"))).to_have_count(0)


def test_a_line_of_the_log_shows_its_place_and_its_clause(address: str, api: Api, wide: Page) -> None:
    match = api.begin(position=(POSITIONS / "operation.toml").read_text(encoding="utf-8"))["id"]
    api.act(api.sight(match, "japan"), ["move", "japan_1", "ironbottom_sound"])
    wide.goto(f"{address}/#/m/{match}")
    wide.locator("#log").get_by_role("button", name=re.compile("task force 1 moves")).click()
    expect(wide.locator("[data-pointed]").first).to_have_attribute("data-drop", "ironbottom_sound")
    wide.locator("#log").get_by_role("button", name=re.compile("^Rule 9.2")).first.click()
    expect(wide.get_by_role("article", name=re.compile("^Rule 9.2"))).to_be_visible()


def test_the_rules_browser_finds_clauses_and_leads_from_one_to_the_next(address: str, api: Api, wide: Page) -> None:
    open_position(wide, api, address, "operation")
    wide.get_by_role("tab", name="Rules").click()
    panel = wide.get_by_role("tabpanel")
    everything = len(api.get("/games/pacific_fury/clauses"))
    expect(panel.locator("ol li")).to_have_count(everything)
    expect(panel.locator("[aria-current]")).to_contain_text("9.0.a")
    panel.get_by_label("Search the rules").fill("carriers slot")
    found = panel.locator("ol li").all_inner_texts()
    assert 0 < len(found) < everything
    assert all("carriers" in line.lower() and "slot" in line.lower() for line in found)
    panel.get_by_label("Search the rules").fill("10.7.a")
    panel.get_by_role("button", name="Rule 10.7.a").click()
    rule = panel.get_by_role("article")
    expect(rule).to_contain_text("10.7.a")
    other = rule.locator(".see .clause").first.inner_text()
    rule.locator(".see .clause").first.click()
    expect(rule.get_by_role("heading")).to_contain_text(other)


def test_a_choice_is_made_on_the_text_board_alone(address: str, api: Api, wide: Page) -> None:
    """The form says what it will do; hits are filled in as numbers and handed in at once."""
    sight = open_position(wide, api, address, "operation")
    wide.get_by_role("button", name="Menu").click()
    wide.get_by_label("In place of the board").check()
    wide.keyboard.press("Escape")
    form = wide.get_by_role("form", name="Choose in words")
    form.get_by_label("What").select_option("Move")
    form.get_by_label("With").select_option("TF 1")
    form.get_by_label("Then").select_option("South Pacific Ocean")
    form.get_by_role("button", name="Move TF 1 to the South Pacific Ocean").click()
    expect(wide.locator("#log")).to_contain_text("Japanese task force 1 moves")
    assert api.sight(sight["id"], "japan")["view"]["forces"]["japan_1"]["where"] == "south_pacific_ocean"
    sight = open_position(wide, api, address, "hits")
    wide.get_by_label("Nagato").fill("2")
    wide.get_by_label("Kongo").fill("1")
    wide.get_by_role("button", name="Choose: 3").click()
    expect(wide.locator("#log")).to_contain_text("The Allies put 2 hits on Nagato and 1 hit on Kongo.")


def test_a_half_made_choice_outlives_a_reload(address: str, api: Api, wide: Page) -> None:
    open_position(wide, api, address, "hits")
    wide.get_by_role("button", name="One hit more on Nagato").click()
    expect(wide.locator("section.hits h2")).to_contain_text("2 still to give")
    wide.reload()
    expect(wide.locator("section.hits h2")).to_contain_text("2 still to give")
    open_position(wide, api, address, "operation")
    wide.get_by_role("button", name=re.compile("^Japan: task force 1")).click()
    asked = wide.locator(SENTENCE).inner_text()
    assert asked.startswith("TF 1: ")
    wide.reload()
    expect(wide.locator(SENTENCE)).to_have_text(asked)


def test_results_are_said_once_to_those_who_listen(address: str, api: Api, wide: Page) -> None:
    """Dice and results stand in a live region of their own; the question is another."""
    open_position(wide, api, address, "hits")
    said = wide.locator("p.for-readers[role=status]")
    expect(said).to_have_text("")
    wide.get_by_role("button", name="Finish the cripples").click()
    wide.keyboard.press("d")
    expect(said).to_contain_text(re.compile("Sunk|Damaged|hit"))
    expect(wide.locator(SENTENCE)).to_have_attribute("role", "status")


def test_light_motion_and_single_keys_are_set_and_kept(address: str, api: Api, wide: Page) -> None:
    wrong = no_errors(wide)
    open_position(wide, api, address, "operation")
    wide.get_by_role("button", name="Menu").click()
    wide.get_by_role("button", name="Settings").click()
    paper = "getComputedStyle(document.body).backgroundColor"
    light = wide.evaluate(paper)
    wide.get_by_label("Dark").check()
    assert wide.evaluate(paper) != light
    wide.get_by_role("group", name="Motion").get_by_label("Reduced").check()
    wide.get_by_role("group", name="Single keys").get_by_label("Off").check()
    wide.keyboard.press("Escape")
    dark = wide.evaluate(paper)
    wide.reload()
    sentence = wide.locator(SENTENCE).inner_text()
    assert wide.evaluate(paper) == dark
    wide.keyboard.press("1")
    wide.wait_for_timeout(100)
    assert wide.locator(SENTENCE).inner_text() == sentence, "single keys are off"
    wide.get_by_role("button", name=re.compile("^Sortie")).click()
    assert wide.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
    assert wrong == []


def test_a_tablet_in_the_house_opens_the_address_with_its_key(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, lan=True) as opened, context_of(browser, phone=True) as context:
        bare = opened.split("?")[0]
        assert "?key=" in opened
        assert context.request.get(bare).status == 403
        page = context.new_page()
        wrong = no_errors(page)
        page.goto(opened)
        person = Person(page, seed=1, touch=True)
        person.new_game(bare, side="Japan")
        assert "key" not in page.url
        person.form()
        expect(page.locator("section.muster h2")).not_to_contain_text("27 counters")
        assert wrong == []
