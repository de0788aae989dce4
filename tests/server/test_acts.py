"""What a person does at a table: choosing, asking why not, taking back, resigning, drawing."""

import random
from functools import partial

import pytest

from tests.server.asking import Asking, Told, persons, play, step


@pytest.fixture
def hot_seat(asking: Asking) -> Told:
    """A match between two persons, at Japan's first choice."""
    return asking.begin()


def test_a_whole_game_against_the_computer(asking: Asking) -> None:
    sight = asking.begin(seats={"allies": "random"})
    luck, seen = random.Random(3), sight["seq"]
    while not sight["over"]:
        assert sight["decision"]["side"] == "japan"
        assert len(sight["decision"]["names"]) == len(sight["decision"]["choices"])
        sight = asking.act(sight, luck.choice(sight["decision"]["choices"]))
        assert [entry["seq"] for entry in sight["log"]] == list(range(seen + 1, sight["seq"] + 1))
        seen = sight["seq"]
    assert sight["decision"] is None
    assert sight["waiting"] == []
    assert sight["result"]["score"]["japan"] == -sight["result"]["score"]["allies"]
    assert [entry["act"] for entry in sight["log"][-2:]] == ["end", "reveal"]


def test_several_choices_stand_together_or_not_at_all(asking: Asking, hot_seat: Told) -> None:
    units = [choice[1] for choice in hot_seat["decision"]["choices"] if choice[0] == "assign"]
    formed = [["assign", unit, "1"] for unit in units[:3]]
    wrong = asking.refused(lambda: asking.act(hot_seat, *formed, ["assign", "us_wasp", "1"]))
    assert (wrong.status, wrong.error["place"], wrong.error["field"]) == (422, 3, "choice 4 of 4")
    assert wrong.error["clause"]
    assert asking.sight(hot_seat["id"], "japan") == hot_seat | {"log": None}
    after = asking.act(hot_seat, *formed)
    assert [entry["action"] for entry in after["log"]] == formed
    assert [entry["text"] for entry in after["log"]] == [
        hot_seat["decision"]["names"][hot_seat["decision"]["choices"].index(choice)] for choice in formed
    ]
    assert after["log"][0]["events"][0]["text"].endswith("joins box 1.")
    assert after["log"][0]["events"][0]["clause"]


def test_the_position_that_a_choice_was_made_for_must_be_the_present_one(asking: Asking, hot_seat: Told) -> None:
    first, second = hot_seat["decision"]["choices"][:2]
    after = asking.act(hot_seat, first)
    wrong = asking.refused(lambda: asking.act(hot_seat, second))
    assert (wrong.status, wrong.told["seq"], wrong.error["field"]) == (409, after["seq"], "seq")
    assert asking.sight(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_of_two_pages_that_choose_at_once_one_is_stale(asking: Asking, hot_seat: Told) -> None:
    other = asking.sight(hot_seat["id"], "japan")
    asking.act(hot_seat, hot_seat["decision"]["choices"][0], message="tablet-1")
    wrong = asking.refused(lambda: asking.act(other, other["decision"]["choices"][0], message="desk-1"))
    assert wrong.status == 409
    again = asking.sight(hot_seat["id"], "japan", since=other["seq"])
    assert [entry["seq"] for entry in again["log"]] == [wrong.told["seq"]]
    assert asking.act(again, again["decision"]["choices"][0], message="desk-2")["seq"] == again["seq"] + 1


def test_a_message_is_taken_once(asking: Asking, hot_seat: Told) -> None:
    after = asking.act(hot_seat, hot_seat["decision"]["choices"][0], message="once")
    wrong = asking.refused(lambda: asking.act(after, after["decision"]["choices"][0], message="once"))
    assert (wrong.status, wrong.error["field"]) == (422, "message")
    assert asking.sight(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_why_not_tells_clause_and_reason(asking: Asking, hot_seat: Told) -> None:
    where = f"/matches/{hot_seat['id']}/why_not"
    assert asking.post(where, side="japan", action=hot_seat["decision"]["choices"][0]) == {"clause": None}
    refused = asking.post(where, side="japan", action=["sortie", "japan_1", "the_slot"])
    assert refused["clause"] == "5.0"
    waiting = asking.post(where, side="allies", action=["done"])
    assert (waiting["clause"], waiting["message"]) == ("5.0", "it is for Japan to choose now")
    unknown = asking.post(where, side="japan", action=["dive", "u_boat"])
    assert unknown["clause"] is None
    assert "dive" in unknown["message"]


def test_choices_are_taken_back_to_the_fence(asking: Asking, hot_seat: Told) -> None:
    first = hot_seat["decision"]["choices"][0]
    after = asking.act(hot_seat, first)
    assert after["undo"]["steps"] == 1
    back = asking.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=after["seq"])
    assert (back["view"], back["decision"]) == (hot_seat["view"], hot_seat["decision"])
    assert back["log"] == [
        {"seq": 3, "act": "undo", "side": "japan", "taken": [2], "text": "A choice was taken back by Japan."}
    ]
    wrong = asking.refused(lambda: asking.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=after["seq"]))
    assert wrong.status == 409
    wrong = asking.refused(lambda: asking.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=back["seq"]))
    assert (wrong.status, wrong.error["field"]) == (422, "steps")


def test_an_earlier_choice_is_withdrawn_and_the_later_kept(asking: Asking, hot_seat: Told) -> None:
    units = [choice[1] for choice in hot_seat["decision"]["choices"] if choice[0] == "assign"]
    after = asking.act(hot_seat, *[["assign", unit, "1"] for unit in units[:3]])
    back = asking.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=after["seq"])
    assert back["view"]["forces"]["japan_1"]["units"] == units[1:3]
    assert back["log"][0]["act"] == "withdraw"
    wrong = asking.refused(
        lambda: asking.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=back["seq"])
    )
    assert (wrong.status, wrong.error["field"]) == (422, "entry")


def test_beyond_the_fence_with_consent(asking: Asking) -> None:
    sight = asking.begin(seats={"allies": "random"})
    luck = random.Random(2)
    while not any(entry["dice"] for entry in sight["log"] or () if entry["act"] == "choice"):
        before = sight
        sight = asking.act(sight, luck.choice(sight["decision"]["choices"]))
    where = f"/matches/{sight['id']}/undo"
    wrong = asking.refused(lambda: asking.post(where, side="japan", seq=sight["seq"], steps=1))
    assert (wrong.status, wrong.error["field"]) == (422, "steps")
    back = asking.post(where, side="japan", seq=sight["seq"], steps=1, consent=["allies"])
    assert (back["view"], back["decision"]) == (before["view"], before["decision"])
    assert back["log"][0]["consent"] == ["allies"]
    assert back["log"][0]["text"].endswith("with the consent of the Allies.")


def test_giving_up_ends_the_match(asking: Asking, hot_seat: Told) -> None:
    sight = asking.post(f"/matches/{hot_seat['id']}/resign", side="japan")
    assert sight["over"]
    assert sight["result"]["winners"] == ["allies"]
    assert [entry["text"] for entry in sight["log"]] == [
        "The match is given up by Japan.",
        "The match is over: Japan resigned.",
        "The secret of the dice is revealed: every die can be checked.",
    ]
    wrong = asking.refused(lambda: asking.act(sight, ["done"]))
    assert (wrong.status, wrong.error["message"]) == (422, "the match is over")


def test_a_draw_between_persons(asking: Asking, hot_seat: Told) -> None:
    where = f"/matches/{hot_seat['id']}/draw"
    assert asking.post(where, side="japan", word="offer")["draw_offer"] == "japan"
    assert asking.sight(hot_seat["id"], "allies")["draw_offer"] == "japan"
    assert asking.post(where, side="allies", word="decline")["draw_offer"] is None
    asking.post(where, side="allies", word="offer")
    told = asking.post(where, side="japan", word="accept")
    assert (told["over"], told["result"]["winners"]) == (True, [])
    texts = [entry["text"] for entry in asking.log(hot_seat["id"], "public", 1)]
    assert texts[:3] == [
        "A draw is offered by Japan.",
        "The draw is declined by the Allies.",
        "A draw is offered by the Allies.",
    ]


def test_the_computer_declines_a_draw(asking: Asking) -> None:
    sight = asking.begin(seats={"allies": "random"})
    told = asking.post(f"/matches/{sight['id']}/draw", side="japan", word="offer")
    assert (told["draw_offer"], told["over"]) == (None, False)
    assert [entry.get("word") for entry in told["log"]] == ["offer", "decline"]


def test_nobody_acts_for_a_computer(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    bodies: tuple[tuple[str, Told], ...] = (
        ("act", {"seq": 1, "choices": [["done"]]}),
        ("why_not", {"action": ["done"]}),
        ("undo", {"seq": 1}),
        ("withdraw", {"seq": 1, "entry": 1}),
        ("resign", {}),
        ("draw", {"word": "offer"}),
    )
    for path, body in bodies:
        wrong = asking.refused(partial(asking.post, f"/matches/{match}/{path}", side="allies", **body))
        assert (wrong.status, wrong.error["field"]) == (403, "side")


def test_two_persons_on_one_screen(asking: Asking, hot_seat: Told) -> None:
    """The open board shows no more than everybody may see; each side sees its own and is asked in its turn."""
    luck = random.Random(7)
    match, secret, open_board = hot_seat["id"], 0, 0
    while step(asking, match, luck):
        public, japan, allies = (asking.sight(match, side) for side in ("public", "japan", "allies"))
        assert public["decision"] is None
        assert public["view"]["hidden"].keys() == {"japan", "allies"}
        assert not (japan["decision"] and allies["decision"])
        asked = japan["decision"] or allies["decision"]
        if asked:
            waiting = allies if japan["decision"] else japan
            assert [other["side"] for other in waiting["waiting"]] == [asked["side"]]
            assert public["waiting"] == waiting["waiting"]
            secret += asked["secret"]
            open_board += not asked["secret"]
    assert asking.sight(match, "public")["over"]
    assert secret > 10
    assert open_board > 10


def test_log_from_is_the_sides_own_last_choice(asking: Asking, hot_seat: Told) -> None:
    assert hot_seat["log_from"] == 0
    play(asking, hot_seat["id"], seed=4, acts=80)
    for sight in persons(asking, hot_seat["id"]):
        own = [e["seq"] for e in asking.log(hot_seat["id"], sight["side"]) if "action" in e and not e.get("auto")]
        assert sight["log_from"] == own[-1]
    assert asking.sight(hot_seat["id"], "public")["log_from"] == 0
