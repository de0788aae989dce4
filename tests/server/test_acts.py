"""What a person does at a table: choosing, asking why not, taking back, resigning, drawing."""

import random
from functools import partial
from pathlib import Path

import pytest

from tests.server.asking import Asking, Told, offered, persons, play, step

MOVES = Path(__file__).parents[1] / "browser" / "positions" / "hold_fast" / "moves.toml"


@pytest.fixture
def hot_seat(asking: Asking) -> Told:
    """A match between two persons, at Japan's first choice."""
    return asking.begin()


@pytest.mark.build
def test_a_whole_game_against_the_computer(asking: Asking) -> None:
    sight = asking.begin(seats={"allies": "random"})
    luck, seen = random.Random(3), sight["seq"]
    while not sight["over"]:
        assert sight["decision"]["side"] == "japan"
        sight = asking.act(sight, luck.choice(offered(sight)))
        assert [entry["seq"] for entry in sight["log"]] == list(range(seen + 1, sight["seq"] + 1))
        seen = sight["seq"]
    assert sight["decision"] is None
    assert sight["waiting"] == []
    assert sight["result"]["score"]["japan"] == -sight["result"]["score"]["allies"]
    assert [entry["act"] for entry in sight["log"][-2:]] == ["end", "reveal"]


def test_several_choices_stand_together_or_not_at_all(asking: Asking, hot_seat: Told) -> None:
    units = [choice[1] for choice in offered(hot_seat) if choice[0] == "assign"]
    formed = [["assign", unit, "1"] for unit in units[:3]]
    wrong = asking.refused(lambda: asking.act(hot_seat, *formed, ["assign", "us_wasp", "1"]))
    assert (wrong.status, wrong.error["place"], wrong.error["field"]) == (422, 3, "choice 4 of 4")
    assert wrong.error["clause"]
    assert asking.sight(hot_seat["id"], "japan") == hot_seat | {"log": None}
    names = asking.names(hot_seat, *formed)
    after = asking.act(hot_seat, *formed)
    assert [entry["action"] for entry in after["log"]] == formed
    assert [entry["text"] for entry in after["log"]] == names
    assert after["log"][0]["events"][0]["text"].endswith("joins box 1.")
    assert after["log"][0]["events"][0]["clause"]


def test_the_position_that_a_choice_was_made_for_must_be_the_present_one(asking: Asking, hot_seat: Told) -> None:
    first, second = offered(hot_seat)[:2]
    after = asking.act(hot_seat, first)
    wrong = asking.refused(lambda: asking.act(hot_seat, second))
    assert (wrong.status, wrong.told["seq"], wrong.error["field"]) == (409, after["seq"], "seq")
    assert asking.sight(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_of_two_pages_that_choose_at_once_one_is_stale(asking: Asking, hot_seat: Told) -> None:
    other = asking.sight(hot_seat["id"], "japan")
    asking.act(hot_seat, offered(hot_seat)[0], message="tablet-1")
    wrong = asking.refused(lambda: asking.act(other, offered(other)[0], message="desk-1"))
    assert wrong.status == 409
    again = asking.sight(hot_seat["id"], "japan", since=other["seq"])
    assert [entry["seq"] for entry in again["log"]] == [wrong.told["seq"]]
    assert asking.act(again, offered(again)[0], message="desk-2")["seq"] == again["seq"] + 1


def test_a_message_is_taken_once(asking: Asking, hot_seat: Told) -> None:
    after = asking.act(hot_seat, offered(hot_seat)[0], message="once")
    wrong = asking.refused(lambda: asking.act(after, offered(after)[0], message="once"))
    assert (wrong.status, wrong.error["field"]) == (422, "message")
    assert asking.sight(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_why_not_tells_clause_and_reason(asking: Asking, hot_seat: Told) -> None:
    where = f"/matches/{hot_seat['id']}/why_not"
    assert asking.post(where, side="japan", action=offered(hot_seat)[0]) == {"clause": None}
    refused = asking.post(where, side="japan", action=["sortie", "japan_1", "the_slot"])
    assert refused["clause"] == "5.0"
    waiting = asking.post(where, side="allies", action=["done"])
    assert (waiting["clause"], waiting["message"]) == ("5.0", "it is for Japan to choose now")
    unknown = asking.post(where, side="japan", action=["dive", "u_boat"])
    assert unknown["clause"] is None
    assert "dive" in unknown["message"]


def test_names_are_told_of_offered_choices_in_the_order_asked(asking: Asking, hot_seat: Told) -> None:
    asked = [["assign", "ijn_shokaku", "1"], ["done"], ["assign", "ijn_zuikaku", "1"]]
    assert asking.names(hot_seat, *asked) == ["Put Shokaku in box 1", "Done with task forces", "Put Zuikaku in box 1"]
    assert asking.names(hot_seat) == []


def test_what_is_not_offered_has_no_name(asking: Asking, hot_seat: Told) -> None:
    """Neither a choice for later nor one that nobody knows: a page that asks a moment too late hears no error."""
    told = asking.names(hot_seat, ["done"], ["sortie", "japan_1", "the_slot"], ["dive", "u_boat"])
    assert (told[0] is not None, told[1:]) == (True, [None, None])
    wrong = asking.refused(lambda: asking.names(hot_seat, *[["done"]] * 301))
    assert (wrong.status, wrong.error["field"]) == (400, "choices")
    assert len(asking.names(hot_seat, *[["done"]] * 300)) == 300


@pytest.mark.parametrize("what", [{"choices": [["done"]]}, {"action": ["done"]}])
def test_names_and_what_is_given_up_are_for_persons_seats(asking: Asking, hot_seat: Told, what: Told) -> None:
    path = f"/matches/{hot_seat['id']}/{'names' if 'choices' in what else 'gives_up'}"
    for side in ("public", "open", "germany"):
        wrong = asking.refused(partial(asking.post, path, side=side, **what))
        assert (wrong.status, wrong.error["field"]) == (400, "side")


def test_names_are_for_the_seat_that_chooses(asking: Asking, hot_seat: Told) -> None:
    path = f"/matches/{hot_seat['id']}/names"
    assert asking.post(path, side="allies", choices=[["done"]]) == {"names": [None]}
    asking.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert asking.post(path, side="japan", choices=[["done"]]) == {"names": [None]}


def test_what_is_given_up_is_told_the_seat_that_chooses(asking: Asking, hot_seat: Told) -> None:
    path = f"/matches/{hot_seat['id']}/gives_up"
    assert asking.post(path, side="allies", action=["done"]) == {"gives_up": None}
    asking.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert asking.post(path, side="japan", action=["done"]) == {"gives_up": None}


def test_done_says_which_ships_could_still_move(asking: Asking) -> None:
    """Hold Fast 7.0.1, 7.0.4: every ship in port that may, and the submarine where it is placed with them."""
    position = MOVES.read_text(encoding="utf-8").replace('"after_all_moves"', '"with_own_moves"')
    sight = asking.begin(game="hf", position=position)
    ships = {choice[1] for choice in offered(sight) if choice[0] == "move"}
    lost = asking.gives_up(sight, "done") or {}
    assert {"j_akagi", "j_yamato", "j_cruiser_1", "j_transport_2"} <= ships
    assert (set(lost), set(lost["move"]), lost["submerge"]) == ({"move", "submerge"}, ships, ["j_submarine"])
    goal = next(choice for choice in offered(sight) if choice[:2] == ["move", "j_yamato"])
    sight = asking.act(sight, goal, ["submerge", "coral_sea"])
    lost = asking.gives_up(sight, "done") or {}
    assert (set(lost), set(lost["move"])) == ({"move"}, ships - {"j_yamato"})
    assert asking.gives_up(sight, *next(choice for choice in offered(sight) if choice[0] == "move")) == {}
    assert asking.gives_up(sight, *goal) is None


def test_a_decision_comes_with_what_its_verbs_give_up(asking: Asking) -> None:
    """What ``done`` leaves undone needs no question of its own; a verb with choices of its own is not named."""
    sight = asking.begin(game="hf", position=MOVES.read_text(encoding="utf-8"))
    alone = {choice[0] for choice in offered(sight) if len(choice) == 1}
    assert sight["decision"]["gives_up"].keys() == alone == {"done"}
    assert sight["decision"]["gives_up"]["done"] == asking.gives_up(sight, "done") != {}
    assert sight["decision"]["must"] == {"done": list(sight["decision"]["gives_up"]["done"])}


def test_an_act_tells_other_eyes_at_the_same_page_too(asking: Asking, hot_seat: Told) -> None:
    """Two people on one screen: one answer tells all three what each may see, as if each had asked."""
    match = hot_seat["id"]
    held = asking.sight(match, "public")
    body = {"side": "japan", "seq": hot_seat["seq"], "choices": [offered(hot_seat)[0]]}
    also = [{"side": "public", "since": held["seq"], "held": held["stamp"]}, {"side": "allies", "since": 0}]
    told = asking.post(f"/matches/{match}/act", **body, also=also)
    public, allies = told["also"]
    assert public == asking.sight(match, "public", since=held["seq"], held=held["stamp"])
    assert allies == asking.sight(match, "allies", since=0)
    body = {"side": "japan", "seq": told["seq"], "choices": [["done"]], "also": [{"side": "open", "since": 0}]}
    wrong = asking.refused(partial(asking.post, f"/matches/{match}/act", **body))
    assert (wrong.status, asking.sight(match, "japan")["seq"]) == (403, told["seq"]), "nothing was done"


def test_choices_are_taken_back_to_the_fence(asking: Asking, hot_seat: Told) -> None:
    first = offered(hot_seat)[0]
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
    units = [choice[1] for choice in offered(hot_seat) if choice[0] == "assign"]
    after = asking.act(hot_seat, *[["assign", unit, "1"] for unit in units[:3]])
    back = asking.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=after["seq"])
    assert back["view"]["forces"]["japan_1"]["units"] == units[1:3]
    assert back["log"][0]["act"] == "withdraw"
    wrong = asking.refused(
        lambda: asking.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=back["seq"])
    )
    assert (wrong.status, wrong.error["field"]) == (422, "entry")


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
        ("names", {"choices": [["done"]]}),
        ("gives_up", {"action": ["done"]}),
        ("undo", {"seq": 1}),
        ("withdraw", {"seq": 1, "entry": 1}),
        ("resign", {}),
        ("draw", {"word": "offer"}),
    )
    for path, body in bodies:
        wrong = asking.refused(partial(asking.post, f"/matches/{match}/{path}", side="allies", **body))
        assert (wrong.status, wrong.error["field"]) == (403, "side")


@pytest.mark.build
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
    assert secret > 0  # the dice are sealed, so that how long a game lasts is not known
    assert open_board > 0


def test_log_from_is_the_sides_own_last_choice(asking: Asking, hot_seat: Told) -> None:
    assert hot_seat["log_from"] == 0
    play(asking, hot_seat["id"], seed=4, acts=80)
    for sight in persons(asking, hot_seat["id"]):
        own = [e["seq"] for e in asking.log(hot_seat["id"], sight["side"]) if "action" in e and not e.get("auto")]
        assert sight["log_from"] == own[-1]
    assert asking.sight(hot_seat["id"], "public")["log_from"] == 0
