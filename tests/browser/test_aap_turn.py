"""A turn of *Axis & Allies: Pacific* in detail: rerouted paths, flights, consequences of a battle, secret bids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.actions import drag, open_panel, press
from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES, Frame
from tests.browser.match_setup import THREE_SIDES, open_match, open_position, quiet
from tests.browser.seeded_server import seeded_server
from tests.browser.simulated_player import no_errors
from tests.browser.test_aap import LINES, count, counter, look_at, moves, place
from tests.kit.thorough_cases import in_build

pytestmark = pytest.mark.build

PERSONS = dict.fromkeys(THREE_SIDES, "person")
GARRISONS = """
[units.japan.japan]
infantry = 4
[units.usa.united_states]
infantry = 3
[units.uk.india]
infantry = 4
"""


def position(active: str, step: str, units: str) -> str:
    head = f'game = "axis_allies_pacific"\nround = 2\nactive = "{active}"\nstep = "{step}"\n'
    return head + GARRISONS + units


STRANDED = position(
    "japan",
    "combat_moves",
    "[units.japan.sz17]\nsubmarine = 1\n[units.japan.sz18]\ncarrier = 1\nfighter = 1\n[units.usa.sz9]\ndestroyer = 1\n",
)
OWING = position(
    "usa",
    "regroup",
    "[units.usa.sz20]\ncarrier = 1\n[units.usa.sz9]\ncarrier = 1\n[flying.own.sz24]\nfighter_attack_0 = 1\n",
)
LONG = position("usa", "combat_moves", "[units.usa.sz25]\nbattleship = 30\n[units.japan.sz26]\nbattleship = 30\n")
"""A sea battle with many rounds."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with context_of(browser, pace="skip") as context:
        page = context.new_page()
        page.add_init_script(
            "localStorage.setItem('ironbottom.comforts', JSON.stringify({pace: 'skip', dice: 'once', tour: 'done'}))"
        )
        wrong = no_errors(page)
        yield page
        assert wrong == []


def begin_match(api: Api, text: str, **seats: str) -> str:
    data: dict[str, Any] = api.begin(game="aap", position=text, seats=dict.fromkeys(THREE_SIDES, "random") | seats)
    return str(data["id"])


def japan_moves(page: Page, api: Api, address: str) -> str:
    match_view = moves(api, uk="random", usa="random")
    open_match(page, address, match_view["id"])
    return str(match_view["id"])


# -- paths -----------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_route_can_be_changed_and_is_drawn_as_chosen(page: Page, api: Api, address: str) -> None:
    """7.1.1, 7.3.1: the battleship of zone 45 goes to zone 43 by way of zone 44; zone 36 cannot be reached that way."""
    match = japan_moves(page, api, address)
    look_at(page, "sz45 japan")
    count(page, "Battleship to move")
    expect(place(page, "sz36")).to_have_attribute("data-legal", "true")
    way = page.get_by_label("By way of")
    assert way.locator("option").all_inner_texts() == ["the shortest way", "sea zone 37", "sea zone 44"]
    way.select_option("sz44")
    expect(place(page, "sz43")).to_have_attribute("data-legal", "true")
    expect(place(page, "sz36")).not_to_have_attribute("data-legal", "true")
    expect(place(page, "sz43")).to_have_attribute("aria-label", re.compile("legal, 2 steps"))
    page.reload()
    expect(page.get_by_label("By way of")).to_have_value("sz44")
    expect(place(page, "sz43")).to_have_attribute("data-legal", "true")
    place(page, "sz43").dispatch_event("click")
    expect(page.locator("#board [data-plan]")).to_have_count(1)
    ways = page.locator("#board [data-way]").evaluate_all("(all) => all.map((one) => one.dataset.way)")
    assert ways == ["sz44 sz43"]
    assert api.match_view(match, "japan")["view"]["acted"]["own"] == {"sz43": {"battleship": 1}}
    order = page.locator(".orders .order")
    expect(order).to_have_count(1)
    expect(order).to_contain_text("1 battleship from sea zone 45")
    order.click()
    expect(page.locator(".orders")).to_have_count(0)
    expect(counter(page, "Battleship to move")).to_have_attribute("aria-valuenow", "1")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert api.match_view(match, "japan")["view"]["acted"]["own"] == {}


@pytest.mark.thorough
def test_an_undone_move_can_be_made_again(page: Page, api: Api, address: str) -> None:
    """7.1.1: one more press sends the unit elsewhere, along the server's direct path."""
    match = japan_moves(page, api, address)
    look_at(page, "sz45 japan")
    count(page, "Transports to move", 2)
    place(page, "sz39").dispatch_event("click")
    drawn = page.locator("#board [data-way]")
    expect(drawn).to_have_count(1)
    assert drawn.get_attribute("data-way") == "sz44 sz39"
    page.locator(".orders .order").click()
    expect(page.locator("#decision .sentence")).to_have_text("2 transports: choose a destination.")
    expect(counter(page, "Transports to move")).to_have_attribute("aria-valuenow", "2")
    place(page, "sz44").dispatch_event("click")
    expect(page.locator(".orders .order")).to_have_count(1)
    assert api.match_view(match, "japan")["view"]["acted"]["own"] == {"sz44": {"transport": 2}}


@pytest.mark.thorough
def test_a_stack_is_taken_back_as_a_whole_or_in_part_and_an_earlier_move_is_withdrawn(
    page: Page, api: Api, address: str
) -> None:
    """Units are dragged like a fleet of the other games: first a battleship, then a stack of four kinds in one act."""
    match_view = open_position(page, api, address, "axis_allies_pacific/combat_moves")

    orders = page.locator(".orders .order")

    def sent() -> dict[str, dict[str, int]]:
        acted: dict[str, dict[str, int]] = api.match_view(match_view["id"], "japan")["view"]["acted"]["own"]
        return acted

    drag(page, "sz46 japan", "sz45")
    expect(orders).to_have_count(1)
    drag(page, "sz38 japan", "sz39")
    expect(orders).to_have_count(5)
    assert sent()["sz39"] == {"submarine": 2, "destroyer": 3, "battleship": 2, "transport": 3}
    press(page, "Take back all 8")
    expect(orders).to_have_count(1)
    assert sent() == {"sz45": {"battleship": 1}}
    drag(page, "sz38 japan", "sz39")
    expect(orders).to_have_count(5)
    press(page, "3 transports from sea zone 38")
    expect(orders).to_have_count(4)
    assert sent()["sz39"] == {"submarine": 2, "destroyer": 3, "battleship": 2}
    press(page, "1 battleship from sea zone 46")
    expect(orders).to_have_count(3)
    assert sent() == {"sz39": {"submarine": 2, "destroyer": 3, "battleship": 2}}


# -- flights ---------------------------------------------------------------------------------------------


def test_places_where_flights_can_land_are_listed_and_marked(page: Page, api: Api, address: str) -> None:
    """7.4.2: before the flight, the landing is shown beside the steps.

    Then a dotted line leads to the nearest place.
    """
    japan_moves(page, api, address)
    look_at(page, "formosa japan")
    count(page, "Fighters to move", 2)
    page.get_by_role("tab", name="Choices", exact=True).click()
    row = page.locator("#choices").get_by_role("button", name=re.compile("^Philippine"))
    expect(row).to_contain_text("lands at")
    row.click()
    expect(page.locator("#board [data-landing]")).to_have_count(1)
    home = page.locator("#board [data-landing]").get_attribute("data-landing")
    assert home
    expect(page.locator(f'#board [data-lands="{home.split()[1]}"]')).to_have_count(1)
    expect(place(page, "philippines")).to_have_attribute(
        "aria-label", re.compile("In the air: 2 fighters, .*: lands at")
    )


def test_a_change_that_strands_a_flight_drops_it_and_names_it(page: Page, api: Api, address: str) -> None:
    """7.4.2: without the submarine the carrier cannot pass zone 9, so the fighter has no carrier to land on."""
    match = begin_match(api, STRANDED, japan="person")
    match_view = api.match_view(match, "japan")
    acts = [
        ["move", "sz17", "submarine"],
        ["go", "sz9", "1"],
        ["move", "sz18", "fighter"],
        ["fly", "sz7", "attack", "1"],
    ]
    api.act(match_view, *acts)
    open_match(page, address, match)
    page.get_by_role("button", name=re.compile("^1 submarine from sea zone 17.*take back")).click()
    expect(page.get_by_role("alert")).to_contain_text("1 fighter from sea zone 18 to sea zone 7")
    assert not api.match_view(match, "japan")["view"]["flying"]["own"]
    expect(page.locator("#log")).to_contain_text("No longer possible and dropped")


def test_a_carrier_that_fighters_need_is_marked(page: Page, api: Api, address: str) -> None:
    """7.4.3: the warning is on the map, in the text for screen readers and in the rail.

    It disappears once the carrier has arrived.
    """
    match = begin_match(api, OWING, usa="person")
    open_match(page, address, match)
    mark = page.locator('#board [data-owes="sz20"]')
    expect(mark).to_have_count(1)
    expect(place(page, "sz20")).to_have_attribute("aria-label", re.compile("carrier here must still sail"))
    expect(page.locator(".space")).to_contain_text("Carriers that must still move: sea zone 20")
    api.act(api.match_view(match, "usa"), ["move", "sz20", "carrier"], ["go", "sz24", "1"])
    expect(mark).to_have_count(0)


# -- battles ---------------------------------------------------------------------------------------------


def test_the_consequences_of_a_battle_are_shown_next_to_it(page: Page, api: Api, address: str) -> None:
    """9.1, 8.8.3: Hong Kong is attacked from Kwangsi's side; its new holder, the income, and the retreats are shown."""
    text = position(
        "japan",
        "combat_moves",
        '[units.japan.kwangsi]\ninfantry = 6\n[units.uk.hong_kong]\ninfantry = 6\n[control]\nkwangsi = "japan"\n',
    )
    match = begin_match(api, text, japan="person")
    match_view = api.act(api.match_view(match, "japan"), ["move", "kwangsi", "infantry"], ["go", "hong_kong", "6"])
    api.act(match_view, ["done"])
    open_match(page, address, match)
    if page.locator("#decision .sentence").inner_text().startswith("Which battle"):
        page.get_by_role("button", name=re.compile("Hong Kong")).first.click()
    after = page.get_by_role("region", name="After this battle")
    expect(after).to_contain_text("Japan gets Hong Kong, 2 IPC")
    expect(after).to_contain_text(re.compile(r"Income: Japan \d+ to \d+ and India \d+ to \d+"))
    expect(after).to_contain_text("Japan may retreat to Kwangsi after each round.")
    expect(after).to_contain_text("India keeps Hong Kong.")
    after.get_by_role("button", name="Rule 8.8.3").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("8.8.3")


def losses_named(page: Page) -> None:
    """When hits must be assigned, the cheapest units are lost; then the attacker can press on."""
    question = page.locator("#decision .sentence")
    expect(question).to_have_text(re.compile("choose the losses|Retreat, or press on"))
    if "losses" in question.inner_text():
        page.keyboard.press("x")
    expect(question).to_have_text("Retreat, or press on?")


def rolled_to_its_end(page: Page) -> None:
    """Rolls a battle to its end, continuing after each pause for Japan's answer."""
    over, button = page.locator("body:not(:has(.battle))"), page.get_by_role("button", name="Keep rolling", exact=True)
    while not over.count():
        losses_named(page)
        button.click()
        expect(over.or_(button).first).to_be_attached(timeout=60_000)


def test_a_battle_rolls_on_pauses_and_continues_after_a_reload(page: Page, api: Api, address: str) -> None:
    """8.1.4: a battle that is paused between two rounds keeps its state, and ends when the rolling continues.

    The first choice is on its way to the server when the rolling is paused, however quick both are.
    """
    match = begin_match(api, LONG, usa="person")
    match_view = api.act(api.match_view(match, "usa"), ["move", "sz25", "battleship"], ["go", "sz26", "30"])
    api.act(match_view, ["done"])
    open_match(page, address, match)
    losses_named(page)
    asked, on_its_way = api.match_view(match, "usa"), list[Route]()
    page.route("**/act", lambda route: on_its_way.append(route))
    with page.expect_request("**/act"):
        page.get_by_role("button", name="Keep rolling", exact=True).click()
    page.get_by_role("button", name="Pause", exact=True).click()
    page.route("**/act", lambda route: route.continue_())
    for route in on_its_way:
        route.continue_()
    expect(page.get_by_role("button", name="Keep rolling", exact=True)).to_be_visible()
    paused = api.match_view(match, "usa")
    assert paused["seq"] > asked["seq"]
    page.reload()
    expect(page.locator(".battle")).to_be_visible()
    page.wait_for_timeout(1500)
    assert api.match_view(match, "usa")["seq"] == paused["seq"], "nothing rolls by itself"
    rolled_to_its_end(page)


@pytest.mark.thorough
def test_a_battle_rolls_on_until_a_kind_would_be_lost(page: Page, tmp_path: Path) -> None:
    """8.1.3: two destroyers go first; one of three more hits would sink a battleship, so the user is asked."""
    text = position(
        "usa",
        "combat_moves",
        "[units.usa.sz25]\nbattleship = 2\ndestroyer = 4\n[units.japan.sz26]\nbattleship = 5\n",
    )
    with seeded_server(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        api = Api(client)
        match = begin_match(api, text, usa="person")
        match_view = api.act(
            api.match_view(match, "usa"),
            *(["move", "sz25", "battleship"], ["go", "sz26", "2"], ["move", "sz25", "destroyer"], ["go", "sz26", "4"]),
        )
        api.act(match_view, ["done"])
        open_match(page, address, match)
        question = page.locator("#decision .sentence")
        expect(question).to_have_text("4 hits on your force: choose losses.")
        page.keyboard.press("x")
        expect(question).to_have_text("Retreat, or press on?")
        page.get_by_label("Keep rolling until").select_option("unit battleship")
        page.get_by_role("button", name="Keep rolling", exact=True).click()
        expect(question).to_have_text("3 hits on your force: choose losses.")
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        log = api.get(f"/matches/{match}/log", side="usa", since=0)
    events = [event for entry in log for event in entry.get("events", [])]
    assert [(e["power"], e["piece"], e["number"]) for e in events if e["event"] == "lost"] == [("usa", "destroyer", 2)]


@pytest.mark.thorough
def test_a_press_chooses_which_of_several_equal_ships_gives_up_its_landing(page: Page, api: Api, address: str) -> None:
    """8.1.3: one of two transports is lost; Guam is given up, and the Marianas stay the target of the other."""
    match_view = open_position(page, api, address, "axis_allies_pacific/landing_lost")
    expect(page.locator(".steps [aria-current]")).to_have_text("Losses")
    odds = page.get_by_role("region", name="Odds")
    expect(odds.get_by_role("heading")).to_have_text("Landings planned")
    odds.get_by_role("button", name=re.compile("^Give up the landing of 2 infantry at Guam")).click()
    expect(page.locator("#decision .sentence")).to_have_text("Retreat, or press on?")
    expect(page.locator("#log")).to_contain_text("2 infantry in sea zone 25 go down on the way to Guam.")
    assert list(api.match_view(match_view["id"], "usa")["view"]["landing"]) == ["mariana_from_sz25"]


# -- bids ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bidding", "first", "second", "text"),
    [
        ("yes", "27 points", "23 points", "The players have swapped sides: the higher bid plays Japan."),
        ("units", "41 IPC", "17 IPC", None),
    ],
)
def test_bids_at_one_screen_are_made_behind_the_curtain(
    page: Page, api: Api, address: str, bidding: str, first: str, second: str, text: str | None
) -> None:
    """16.2: Britain bids, then Japan; until both have, the page shows neither, and spectators see nothing."""
    match = api.begin(game="aap", seats=PERSONS, options={"bidding": bidding})["id"]
    open_match(page, address, match)
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("A secret choice for Britain.")
    bids = {"uk": first, "japan": second}
    for side, title in (("uk", "Britain"), ("japan", "Japan")):
        expect(curtain).to_contain_text(f"A secret choice for {title}.")
        hung = page.locator("body").inner_text() + page.locator("body").aria_snapshot()
        assert not re.search(rf"\b{first.split()[0]}\b (points|IPC)", hung)
        page.get_by_role("button", name=re.compile("^Lift the curtain")).click()
        expect(curtain).to_have_count(0)
        assert f"bids {first.split()[0]}" not in page.locator("body").aria_snapshot(), (
            "Britain's bid is Britain's alone"
        )
        page.get_by_role("tab", name="Choices", exact=True).click()
        page.locator("#choices").get_by_role("button", name=re.compile(f"^{bids[side]}")).click()
    expect(curtain).to_have_count(0)
    expect(page.locator("#decision .sentence")).not_to_contain_text("bid")
    if text:
        expect(page.locator("#decision .subline")).to_contain_text(text)
    expect(page.locator("#log")).to_contain_text(first.split()[0])


# -- the rail --------------------------------------------------------------------------------------------


TABS = (
    "Space",
    "Forces",
    "Income",
    "Odds",
    "Threats",
    "Swing",
    "Orders",
    "Notes",
    "Phases",
    "Turns",
    "Rules",
    "Choices",
)
SIDEWAYS = """() => Math.max(
  ...[...document.querySelectorAll('[data-frame=rail], [data-frame=rail] *')].map((e) => e.scrollLeft))"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", in_build([name for name in SIZES if name not in ("phone", "tablet")], "compact"))
def test_the_layout_holds_with_every_panel_open(page: Page, api: Api, address: str, size: str) -> None:
    """The tabs fit, no panel scrolls horizontally, and no part of the page moves."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    japan_moves(page, api, address)
    look_at(page, "sz45 japan")
    frame = Frame(page)
    frame.check()
    for tab in TABS:
        open_panel(page, tab)
        expect(page.get_by_role("tabpanel").locator("h2, h3, input, button").first).to_be_visible()
        frame.check()
        assert page.evaluate(SIDEWAYS) == 0, tab
        box = page.get_by_role("tab", name=tab, exact=True).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width, f"{tab} is cut"
        assert page.evaluate(LINES) == 1, f"the tabs beside {tab} stand in two lines"


@pytest.mark.thorough
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_every_part_of_a_narrow_screen_fits_it(browser: Browser, api: Api, address: str, size: str) -> None:
    width, height = SIZES[size]
    with context_of(
        browser, pace="skip", viewport={"width": width, "height": height}, has_touch=size == "phone"
    ) as context:
        page = context.new_page()
        japan_moves(page, api, address)
        frame = Frame(page)
        frame.check()
        parts = page.locator(".tabbar button") if size == "phone" else page.get_by_role("tab")
        for part in parts.all():
            if not part.is_visible():
                continue
            part.click()
            quiet(page)
            wide: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, part.inner_text()
            frame.check()


@pytest.mark.thorough
def test_convoys_are_charted_and_the_order_of_the_turn_is_shown(page: Page, api: Api, address: str) -> None:
    """9.5, 4.2: there are sixteen convoys, three of them Japan's; a press on a convoy shows its zone.

    The third phase is current.
    """
    japan_moves(page, api, address)
    page.get_by_role("tab", name="Income", exact=True).click()
    expect(page.locator("[data-convoy]")).to_have_count(16)
    expect(page.get_by_role("img", name="Chart of the convoys: 3 of 16 held by Japan.")).to_be_visible()
    open_panel(page, "Phases")
    expect(page.get_by_role("list", name="Phases of the turn").locator("[aria-current]")).to_contain_text(
        "Combat moves"
    )
    expect(page.get_by_role("list", name="Turns of the round").locator("[aria-current]")).to_have_text("Japan")


# -- a phone ---------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_tap_opens_the_sheet_of_a_place_and_lists_where_its_units_may_go(
    browser: Browser, api: Api, address: str
) -> None:
    with context_of(browser, phone=True, pace="skip", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        wrong = no_errors(page)
        match = japan_moves(page, api, address)
        page.locator('#board [data-stack="sz45 japan"] .press').tap()
        expect(page.locator(".space h2").first).to_have_text("Sea zone 45")
        page.locator(".space [data-row$='battleship'] button").last.tap()
        goals = page.get_by_role("list", name="Where to").get_by_role("button")
        assert goals.first.inner_text().startswith("Sea zone 37")
        low = goals.evaluate_all("(all) => all.filter((one) => one.getBoundingClientRect().height < 43).length")
        assert low == 0
        goals.filter(has_text="Sea zone 46").tap()
        expect(page.locator(".orders .order")).to_have_count(1)
        assert api.match_view(match, "japan")["view"]["acted"]["own"] == {"sz46": {"battleship": 1}}
        assert wrong == []
