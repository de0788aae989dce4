"""Undo beyond the undo barrier: each person that is asked answers, and everybody sees the offer."""

import random
import sqlite3
from pathlib import Path

import pytest

from ironbottom.server.storage.database import Store
from tests.server.api_client import ApiClient, JsonObject, offered_choices, running_server, wait_for_choice

POSITIONS = Path(__file__).parents[1] / "browser" / "positions"
DAY_OR_NIGHT = POSITIONS / "victory_in_the_pacific" / "combat.toml"


def until_dice_fell(api: ApiClient, match_view: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Plays until a choice of Japan rolled dice; returns the views before and after it."""
    rng, match = random.Random(2), match_view["id"]
    while True:
        side = next(one for one in ("japan", "allies") if api.view(match, one)["decision"])
        before = api.view(match, side)
        after = api.act(before, rng.choice(offered_choices(before)))
        if side == "japan" and any(entry["dice"] for entry in after["log"] if entry["act"] == "choice"):
            return before, after


def rolled_dice(api: ApiClient, before: JsonObject) -> bool:
    """Whether dice were rolled for the choice that the side of this view made next."""
    log = api.log(before["id"], before["side"], before["seq"])
    own = next(entry for entry in log if entry["act"] == "choice" and entry["side"] == before["side"])
    return bool(own["dice"])


def ask(api: ApiClient, match: str, side: str = "japan", steps: int = 1) -> JsonObject:
    """Asks to take back the last choices of a side."""
    response: JsonObject = api.post(f"/matches/{match}/undo", side=side, seq=api.view(match, side)["seq"], steps=steps)
    return response


def answer(api: ApiClient, match: str, side: str, word: str) -> JsonObject:
    response: JsonObject = api.post(f"/matches/{match}/undo_offer", side=side, word=word)
    return response


@pytest.fixture
def views_around_roll(api: ApiClient) -> tuple[JsonObject, JsonObject]:
    """A match between two human players in which Japan's last choice rolled dice: the views before and after it."""
    return until_dice_fell(api, api.begin())


def test_the_computer_agrees_at_once(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    rng, before = random.Random(2), None
    while before is None or not rolled_dice(api, before):
        before = wait_for_choice(api, match)
        assert before is not None, "the match is not over"
        api.act(before, rng.choice(offered_choices(before)))
    wait_for_choice(api, match)
    back = ask(api, match)
    assert (back["view"], back["decision"], back["undo_offer"]) == (before["view"], before["decision"], None)
    assert back["log"][0]["consent"] == ["allies"]
    assert back["log"][0]["text"].endswith("with the consent of the Allies.")


@pytest.mark.build
def test_a_person_is_asked_and_agrees(api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject]) -> None:
    before, after = views_around_roll
    match = after["id"]
    asked = ask(api, match)
    offer = {"side": "japan", "steps": 1, "to_answer": ["allies"], "declined": "", "yours": 0}
    assert (asked["undo_offer"], asked["view"]) == (offer, after["view"])
    assert api.view(match, "public")["undo_offer"] == offer
    own = [entry for entry in api.log(match, "allies", after["seq"]) if entry["act"] == "choice"]
    assert own == []
    assert api.view(match, "allies")["undo_offer"] == offer
    response = answer(api, match, "allies", "accept")
    assert response["undo_offer"] is None
    assert response["log"][0]["text"].endswith("with the consent of the Allies.")
    back = api.view(match, "japan")
    assert (back["view"], back["decision"]) == (before["view"], before["decision"])


@pytest.mark.parametrize("agreed", [True, False])
def test_a_match_with_an_agreed_correction_does_not_count(
    api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject], agreed: bool
) -> None:
    match = views_around_roll[1]["id"]
    if agreed:
        ask(api, match)
        answer(api, match, "allies", "accept")
    assert not api.get("/matches")[0]["corrected"], "the match is not over"
    api.post(f"/matches/{match}/resign", side="allies")
    assert api.get("/matches")[0]["corrected"] is agreed
    assert [one["played"] for one in api.get("/statistics")] == ([] if agreed else [1])


def test_the_side_that_answers_sees_what_it_would_lose(api: ApiClient) -> None:
    """Both sides form forces at the same time: six choices of the Allies came after Japan's last one."""
    match = api.begin()["id"]
    match_view = api.act(api.view(match, "japan"), ["assign", "ijn_tone", "1"], ["done"])
    other = api.view(match, "allies")
    for _ in range(6):
        choices = [choice for choice in offered_choices(other) if choice[0] == "assign"]
        other = api.act(other, choices[0])
    asked = api.post(f"/matches/{match}/undo", side="japan", seq=match_view["seq"], steps=1)
    if asked["undo_offer"] is None:
        asked = ask(api, match)
    assert asked["undo_offer"]["yours"] == 0, "what the other side chose in secret is not counted for Japan"
    assert api.view(match, "public")["undo_offer"]["yours"] == 0
    assert api.view(match, "allies")["undo_offer"]["yours"] == 6


@pytest.mark.build
@pytest.mark.parametrize(("side", "word"), [("allies", "decline"), ("japan", "cancel")])
def test_an_offer_is_declined_or_cancelled(
    api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject], side: str, word: str
) -> None:
    match = views_around_roll[1]["id"]
    ask(api, match)
    response = answer(api, match, side, word)["undo_offer"]
    if word == "decline":
        assert response == {"side": "japan", "steps": 1, "to_answer": [], "declined": "allies", "yours": 0}
        assert api.view(match, "japan")["undo_offer"] == response, "the answer is shown to the side that asked"
        assert answer(api, match, "japan", "cancel")["undo_offer"] is None
    else:
        assert response is None
    assert api.view(match, "japan")["view"] == views_around_roll[1]["view"]
    error = api.error_of(lambda: answer(api, match, "allies", "accept"))
    assert (error.status, error.error["field"]) == (422, "word")
    assert error.error["message"] == "there is no request for the Allies to answer"


@pytest.mark.parametrize(("side", "word"), [("japan", "accept"), ("japan", "decline"), ("allies", "cancel")])
def test_no_side_answers_for_another(
    api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject], side: str, word: str
) -> None:
    match = views_around_roll[1]["id"]
    ask(api, match)
    error = api.error_of(lambda: answer(api, match, side, word))
    assert (error.status, error.error["field"]) == (422, "word")
    assert api.view(match, "public")["undo_offer"]


def test_consent_in_the_request_is_refused(api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject]) -> None:
    where = f"/matches/{views_around_roll[1]['id']}/undo"
    body = {"side": "japan", "seq": views_around_roll[1]["seq"], "steps": 1}
    error = api.error_of(lambda: api.post(where, **body, consent=["allies"]))
    assert error.status == 400
    assert "consent" in error.error["message"]


def test_more_steps_than_choices_are_refused_at_once(
    api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject]
) -> None:
    error = api.error_of(lambda: ask(api, views_around_roll[1]["id"], steps=9999))
    assert (error.status, error.error["field"]) == (422, "steps")
    assert api.view(views_around_roll[1]["id"], "public")["undo_offer"] is None


def test_one_offer_at_a_time(api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject]) -> None:
    """The same side may change how much it asks for; the other has to answer first."""
    match = views_around_roll[1]["id"]
    ask(api, match)
    assert ask(api, match, steps=2)["undo_offer"]["steps"] == 2
    while not api.view(match, "allies")["decision"]:
        match_view = api.view(match, "japan")
        api.act(match_view, offered_choices(match_view)[0])
    assert api.view(match, "public")["undo_offer"] is None, "Japan has chosen since"


def test_an_offer_survives_a_restart(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        before, after = until_dice_fell(api, api.begin())
        match = after["id"]
        ask(api, match)
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "allies")["undo_offer"]["to_answer"] == ["allies"]
        answer(api, match, "allies", "accept")
        assert api.view(match, "japan")["view"] == before["view"]
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "japan")["undo_offer"] is None
        api.request("DELETE", f"/matches/{match}")
    with Store(store_path) as store:
        assert store.undo_offer(match) is None


@pytest.mark.parametrize("damage", ["side = 'nobody', choice = 0", "accepted = 'x'", "steps = -1"])
def test_a_damaged_offer_is_ignored(store_path: Path, damage: str) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = until_dice_fell(api, api.begin())[1]["id"]
        ask(api, match)
    with sqlite3.connect(store_path) as sql:
        sql.execute(f"update undo_offers set {damage}")
    sql.close()
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "allies")["undo_offer"] is None


@pytest.mark.build
def test_a_computer_that_gets_the_seat_agrees(api: ApiClient, views_around_roll: tuple[JsonObject, JsonObject]) -> None:
    match = views_around_roll[1]["id"]
    ask(api, match)
    api.post(f"/matches/{match}/seat", side="allies", player="random")
    back = api.view(match, "japan")
    assert (back["view"], back["undo_offer"]) == (views_around_roll[0]["view"], None)


def test_a_secret_choice_does_not_change_the_offer(api: ApiClient) -> None:
    """Victory in the Pacific: Japan's view does not show whether the Allies have chosen day or night."""
    match = api.begin(game="vitp", position=DAY_OR_NIGHT.read_text(encoding="utf-8"))["id"]
    rng = random.Random(1)
    for _ in range(400):
        open_now = [one for one in ("japan", "allies") if api.view(match, one)["decision"]]
        if len(open_now) == 2 and not api.view(match, "japan")["undo"]["steps"]:
            break
        match_view = api.view(match, open_now[0])
        api.act(match_view, rng.choice(offered_choices(match_view)))
    asked = ask(api, match)["undo_offer"]
    assert asked["to_answer"] == ["allies"]
    allies = api.view(match, "allies")
    assert ["night"] in offered_choices(allies)
    api.act(allies, ["night"])
    assert api.view(match, "japan")["undo_offer"] == asked
