"""Taking back beyond the fence: each person that is asked answers for itself, and everybody sees the offer."""

import random
import sqlite3
from pathlib import Path

import pytest

from ironbottom.server.storage.database import Store
from tests.server.asking import Asking, Told, offered, opened

POSITIONS = Path(__file__).parents[1] / "browser" / "positions"
DAY_OR_NIGHT = POSITIONS / "victory_in_the_pacific" / "combat.toml"


def until_dice_fell(asking: Asking, sight: Told) -> tuple[Told, Told]:
    """Plays until a choice of Japan has rolled dice: the sight before it, and after."""
    luck, match = random.Random(2), sight["id"]
    while True:
        side = next(one for one in ("japan", "allies") if asking.sight(match, one)["decision"])
        before = asking.sight(match, side)
        after = asking.act(before, luck.choice(offered(before)))
        if side == "japan" and any(entry["dice"] for entry in after["log"] if entry["act"] == "choice"):
            return before, after


def ask(asking: Asking, match: str, side: str = "japan", steps: int = 1) -> Told:
    """Asks to take back the last choices of a side."""
    told: Told = asking.post(f"/matches/{match}/undo", side=side, seq=asking.sight(match, side)["seq"], steps=steps)
    return told


def answer(asking: Asking, match: str, side: str, word: str) -> Told:
    told: Told = asking.post(f"/matches/{match}/undo_offer", side=side, word=word)
    return told


@pytest.fixture
def rolled(asking: Asking) -> tuple[Told, Told]:
    """A match between two persons in which dice fell for Japan's last choice: before it, and after."""
    return until_dice_fell(asking, asking.begin())


def test_the_computer_agrees_at_once(asking: Asking) -> None:
    sight = asking.begin(seats={"allies": "random"})
    luck = random.Random(2)
    while not any(entry["dice"] for entry in sight["log"] or () if entry["act"] == "choice"):
        before = sight
        sight = asking.act(sight, luck.choice(offered(sight)))
    back = ask(asking, sight["id"])
    assert (back["view"], back["decision"], back["undo_offer"]) == (before["view"], before["decision"], None)
    assert back["log"][0]["consent"] == ["allies"]
    assert back["log"][0]["text"].endswith("with the consent of the Allies.")


@pytest.mark.build
def test_a_person_is_asked_and_agrees(asking: Asking, rolled: tuple[Told, Told]) -> None:
    before, after = rolled
    match = after["id"]
    asked = ask(asking, match)
    offer = {"side": "japan", "steps": 1, "to_answer": ["allies"], "declined": "", "yours": 0}
    assert (asked["undo_offer"], asked["view"]) == (offer, after["view"])
    assert asking.sight(match, "public")["undo_offer"] == offer
    own = [entry for entry in asking.log(match, "allies", after["seq"]) if entry["act"] == "choice"]
    assert own == []
    assert asking.sight(match, "allies")["undo_offer"] == offer
    told = answer(asking, match, "allies", "accept")
    assert told["undo_offer"] is None
    assert told["log"][0]["text"].endswith("with the consent of the Allies.")
    back = asking.sight(match, "japan")
    assert (back["view"], back["decision"]) == (before["view"], before["decision"])


def test_who_answers_is_shown_what_it_would_lose_itself(asking: Asking) -> None:
    """Both sides form forces at the same time: six choices of the Allies came after Japan's last one."""
    match = asking.begin()["id"]
    sight = asking.act(asking.sight(match, "japan"), ["assign", "ijn_tone", "1"], ["done"])
    other = asking.sight(match, "allies")
    for _ in range(6):
        choices = [choice for choice in offered(other) if choice[0] == "assign"]
        other = asking.act(other, choices[0])
    asked = asking.post(f"/matches/{match}/undo", side="japan", seq=sight["seq"], steps=1)
    if asked["undo_offer"] is None:
        asked = ask(asking, match)
    assert asked["undo_offer"]["yours"] == 0, "what the other side chose in secret is not counted for Japan"
    assert asking.sight(match, "public")["undo_offer"]["yours"] == 0
    assert asking.sight(match, "allies")["undo_offer"]["yours"] == 6


@pytest.mark.build
@pytest.mark.parametrize(("side", "word"), [("allies", "decline"), ("japan", "cancel")])
def test_an_offer_is_declined_or_cancelled(asking: Asking, rolled: tuple[Told, Told], side: str, word: str) -> None:
    match = rolled[1]["id"]
    ask(asking, match)
    told = answer(asking, match, side, word)["undo_offer"]
    if word == "decline":
        assert told == {"side": "japan", "steps": 1, "to_answer": [], "declined": "allies", "yours": 0}
        assert asking.sight(match, "japan")["undo_offer"] == told, "the answer is shown to the side that asked"
        assert answer(asking, match, "japan", "cancel")["undo_offer"] is None
    else:
        assert told is None
    assert asking.sight(match, "japan")["view"] == rolled[1]["view"]
    wrong = asking.refused(lambda: answer(asking, match, "allies", "accept"))
    assert (wrong.status, wrong.error["field"]) == (422, "word")
    assert wrong.error["message"] == "there is no request for the Allies to answer"


@pytest.mark.parametrize(("side", "word"), [("japan", "accept"), ("japan", "decline"), ("allies", "cancel")])
def test_nobody_answers_for_another(asking: Asking, rolled: tuple[Told, Told], side: str, word: str) -> None:
    match = rolled[1]["id"]
    ask(asking, match)
    wrong = asking.refused(lambda: answer(asking, match, side, word))
    assert (wrong.status, wrong.error["field"]) == (422, "word")
    assert asking.sight(match, "public")["undo_offer"]


def test_consent_in_the_request_is_refused(asking: Asking, rolled: tuple[Told, Told]) -> None:
    where = f"/matches/{rolled[1]['id']}/undo"
    body = {"side": "japan", "seq": rolled[1]["seq"], "steps": 1}
    wrong = asking.refused(lambda: asking.post(where, **body, consent=["allies"]))
    assert wrong.status == 400
    assert "consent" in wrong.error["message"]


def test_more_than_was_chosen_is_refused_at_once(asking: Asking, rolled: tuple[Told, Told]) -> None:
    wrong = asking.refused(lambda: ask(asking, rolled[1]["id"], steps=9999))
    assert (wrong.status, wrong.error["field"]) == (422, "steps")
    assert asking.sight(rolled[1]["id"], "public")["undo_offer"] is None


def test_one_offer_at_a_time(asking: Asking, rolled: tuple[Told, Told]) -> None:
    """The same side may change how much it asks for; the other has to answer first."""
    match = rolled[1]["id"]
    ask(asking, match)
    assert ask(asking, match, steps=2)["undo_offer"]["steps"] == 2
    while not asking.sight(match, "allies")["decision"]:
        sight = asking.sight(match, "japan")
        asking.act(sight, offered(sight)[0])
    assert asking.sight(match, "public")["undo_offer"] is None, "Japan has chosen since"


def test_it_outlives_a_restart(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        before, after = until_dice_fell(asking, asking.begin())
        match = after["id"]
        ask(asking, match)
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "allies")["undo_offer"]["to_answer"] == ["allies"]
        answer(asking, match, "allies", "accept")
        assert asking.sight(match, "japan")["view"] == before["view"]
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "japan")["undo_offer"] is None
        asking.ask("DELETE", f"/matches/{match}")
    with Store(store_path) as store:
        assert store.undo_offer(match) is None


@pytest.mark.parametrize("damage", ["side = 'nobody', choice = 0", "accepted = 'x'", "steps = -1"])
def test_an_offer_that_is_damaged_stops_nothing(store_path: Path, damage: str) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = until_dice_fell(asking, asking.begin())[1]["id"]
        ask(asking, match)
    with sqlite3.connect(store_path) as sql:
        sql.execute(f"update undo_offers set {damage}")
    sql.close()
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "allies")["undo_offer"] is None


@pytest.mark.build
def test_once_its_seat_goes_to_the_computer_that_agrees(asking: Asking, rolled: tuple[Told, Told]) -> None:
    match = rolled[1]["id"]
    ask(asking, match)
    asking.post(f"/matches/{match}/seat", side="allies", player="random")
    back = asking.sight(match, "japan")
    assert (back["view"], back["undo_offer"]) == (rolled[0]["view"], None)


def test_a_choice_made_in_secret_leaves_the_offer_as_it_is(asking: Asking) -> None:
    """Victory in the Pacific: whether the Allies have chosen day or night shows nowhere in what Japan is told."""
    match = asking.begin(game="vitp", position=DAY_OR_NIGHT.read_text(encoding="utf-8"))["id"]
    luck = random.Random(1)
    for _ in range(400):
        open_now = [one for one in ("japan", "allies") if asking.sight(match, one)["decision"]]
        if len(open_now) == 2 and not asking.sight(match, "japan")["undo"]["steps"]:
            break
        sight = asking.sight(match, open_now[0])
        asking.act(sight, luck.choice(offered(sight)))
    asked = ask(asking, match)["undo_offer"]
    assert asked["to_answer"] == ["allies"]
    allies = asking.sight(match, "allies")
    assert ["night"] in offered(allies)
    asking.act(allies, ["night"])
    assert asking.sight(match, "japan")["undo_offer"] == asked
