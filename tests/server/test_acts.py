"""The acts of a player: choosing, asking for a refusal's reason, undo, resigning, offering a draw."""

import random
from functools import partial
from pathlib import Path

import pytest

from tests.server.api_client import ApiClient, JsonObject, make_random_choice, offered_choices, play, views_of_persons

MOVES = Path(__file__).parents[1] / "browser" / "positions" / "hold_fast" / "moves.toml"


@pytest.fixture
def hot_seat(api: ApiClient) -> JsonObject:
    """A match between two human players, at Japan's first choice."""
    return api.begin()


@pytest.mark.build
def test_a_whole_game_against_the_computer(api: ApiClient) -> None:
    match_view = api.begin(seats={"allies": "random"})
    rng, seen = random.Random(3), match_view["seq"]
    while not match_view["over"]:
        assert match_view["decision"]["side"] == "japan"
        match_view = api.act(match_view, rng.choice(offered_choices(match_view)))
        assert [entry["seq"] for entry in match_view["log"]] == list(range(seen + 1, match_view["seq"] + 1))
        seen = match_view["seq"]
    assert match_view["decision"] is None
    assert match_view["waiting"] == []
    assert match_view["result"]["score"]["japan"] == -match_view["result"]["score"]["allies"]
    assert [entry["act"] for entry in match_view["log"][-2:]] == ["end", "reveal"]


def test_either_all_choices_are_made_or_none(api: ApiClient, hot_seat: JsonObject) -> None:
    units = [choice[1] for choice in offered_choices(hot_seat) if choice[0] == "assign"]
    formed = [["assign", unit, "1"] for unit in units[:3]]
    error = api.error_of(lambda: api.act(hot_seat, *formed, ["assign", "us_wasp", "1"]))
    assert (error.status, error.error["place"], error.error["field"]) == (422, 3, "choice 4 of 4")
    assert error.error["clause"]
    assert api.view(hot_seat["id"], "japan") == hot_seat | {"log": None}
    names = api.names(hot_seat, *formed)
    after = api.act(hot_seat, *formed)
    assert [entry["action"] for entry in after["log"]] == formed
    assert [entry["text"] for entry in after["log"]] == names
    assert after["log"][0]["events"][0]["text"].endswith("joins box 1.")
    assert after["log"][0]["events"][0]["clause"]


def test_a_choice_for_an_earlier_position_is_refused(api: ApiClient, hot_seat: JsonObject) -> None:
    first, second = offered_choices(hot_seat)[:2]
    after = api.act(hot_seat, first)
    error = api.error_of(lambda: api.act(hot_seat, second))
    assert (error.status, error.body["seq"], error.error["field"]) == (409, after["seq"], "seq")
    assert api.view(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_of_two_pages_that_choose_at_once_one_is_refused(api: ApiClient, hot_seat: JsonObject) -> None:
    other = api.view(hot_seat["id"], "japan")
    api.act(hot_seat, offered_choices(hot_seat)[0], message="tablet-1")
    error = api.error_of(lambda: api.act(other, offered_choices(other)[0], message="desk-1"))
    assert error.status == 409
    again = api.view(hot_seat["id"], "japan", since=other["seq"])
    assert [entry["seq"] for entry in again["log"]] == [error.body["seq"]]
    assert api.act(again, offered_choices(again)[0], message="desk-2")["seq"] == again["seq"] + 1


def test_a_message_is_accepted_once(api: ApiClient, hot_seat: JsonObject) -> None:
    after = api.act(hot_seat, offered_choices(hot_seat)[0], message="once")
    error = api.error_of(lambda: api.act(after, offered_choices(after)[0], message="once"))
    assert (error.status, error.error["field"]) == (422, "message")
    assert api.view(hot_seat["id"], "japan")["seq"] == after["seq"]


def test_why_not_returns_clause_and_reason(api: ApiClient, hot_seat: JsonObject) -> None:
    where = f"/matches/{hot_seat['id']}/why_not"
    assert api.post(where, side="japan", action=offered_choices(hot_seat)[0]) == {"clause": None}
    refused = api.post(where, side="japan", action=["sortie", "japan_1", "the_slot"])
    assert refused["clause"] == "5.0"
    waiting = api.post(where, side="allies", action=["done"])
    assert (waiting["clause"], waiting["message"]) == ("5.0", "it is for Japan to choose now")
    unknown = api.post(where, side="japan", action=["dive", "u_boat"])
    assert unknown["clause"] is None
    assert "dive" in unknown["message"]


def test_offered_choices_are_named_in_the_requested_order(api: ApiClient, hot_seat: JsonObject) -> None:
    asked = [["assign", "ijn_shokaku", "1"], ["done"], ["assign", "ijn_zuikaku", "1"]]
    assert api.names(hot_seat, *asked) == ["Put Shokaku in box 1", "Done with task forces", "Put Zuikaku in box 1"]
    assert api.names(hot_seat) == []


def test_what_is_not_offered_has_no_name(api: ApiClient, hot_seat: JsonObject) -> None:
    """Neither a later choice nor an unknown one has a name, so a late request of the page gets no error."""
    response = api.names(hot_seat, ["done"], ["sortie", "japan_1", "the_slot"], ["dive", "u_boat"])
    assert (response[0] is not None, response[1:]) == (True, [None, None])
    error = api.error_of(lambda: api.names(hot_seat, *[["done"]] * 301))
    assert (error.status, error.error["field"]) == (400, "choices")
    assert len(api.names(hot_seat, *[["done"]] * 300)) == 300


@pytest.mark.parametrize("what", [{"choices": [["done"]]}, {"action": ["done"]}])
def test_names_and_given_up_choices_are_only_for_persons_seats(
    api: ApiClient, hot_seat: JsonObject, what: JsonObject
) -> None:
    path = f"/matches/{hot_seat['id']}/{'names' if 'choices' in what else 'gives_up'}"
    for side in ("public", "open", "germany"):
        error = api.error_of(partial(api.post, path, side=side, **what))
        assert (error.status, error.error["field"]) == (400, "side")


def test_names_are_only_for_the_seat_that_chooses(api: ApiClient, hot_seat: JsonObject) -> None:
    path = f"/matches/{hot_seat['id']}/names"
    assert api.post(path, side="allies", choices=[["done"]]) == {"names": [None]}
    api.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert api.post(path, side="japan", choices=[["done"]]) == {"names": [None]}


def test_given_up_choices_are_only_for_the_seat_that_chooses(api: ApiClient, hot_seat: JsonObject) -> None:
    path = f"/matches/{hot_seat['id']}/gives_up"
    assert api.post(path, side="allies", action=["done"]) == {"gives_up": None}
    api.post(f"/matches/{hot_seat['id']}/resign", side="allies")
    assert api.post(path, side="japan", action=["done"]) == {"gives_up": None}


def test_done_lists_the_ships_that_could_still_move(api: ApiClient) -> None:
    """Hold Fast 7.0.1, 7.0.4: names every ship in port that may sail, and the submarine placed with them."""
    position = MOVES.read_text(encoding="utf-8").replace('"after_all_moves"', '"with_own_moves"')
    match_view = api.begin(game="hf", position=position)
    ships = {choice[1] for choice in offered_choices(match_view) if choice[0] == "move"}
    lost = api.gives_up(match_view, "done") or {}
    assert {"j_akagi", "j_yamato", "j_cruiser_1", "j_transport_2"} <= ships
    assert (set(lost), set(lost["move"]), lost["submerge"]) == ({"move", "submerge"}, ships, ["j_submarine"])
    goal = next(choice for choice in offered_choices(match_view) if choice[:2] == ["move", "j_yamato"])
    match_view = api.act(match_view, goal, ["submerge", "coral_sea"])
    lost = api.gives_up(match_view, "done") or {}
    assert (set(lost), set(lost["move"])) == ({"move"}, ships - {"j_yamato"})
    assert (
        api.gives_up(match_view, *next(choice for choice in offered_choices(match_view) if choice[0] == "move")) == {}
    )
    assert api.gives_up(match_view, *goal) is None


def test_a_decision_lists_what_its_verbs_give_up(api: ApiClient) -> None:
    """A decision lists what ``done`` leaves undone, but not for a verb that has arguments."""
    match_view = api.begin(game="hf", position=MOVES.read_text(encoding="utf-8"))
    alone = {choice[0] for choice in offered_choices(match_view) if len(choice) == 1}
    assert match_view["decision"]["gives_up"].keys() == alone == {"done"}
    assert match_view["decision"]["gives_up"]["done"] == api.gives_up(match_view, "done") != {}
    assert match_view["decision"]["must"] == {"done": list(match_view["decision"]["gives_up"]["done"])}


def test_the_response_to_an_act_has_the_other_views_of_the_page(api: ApiClient, hot_seat: JsonObject) -> None:
    """Two people on one screen: one response contains all three views, as if each had been requested."""
    match = hot_seat["id"]
    held = api.view(match, "public")
    body = {"side": "japan", "seq": hot_seat["seq"], "choices": [offered_choices(hot_seat)[0]]}
    also = [{"side": "public", "since": held["seq"], "held": held["stamp"]}, {"side": "allies", "since": 0}]
    response = api.post(f"/matches/{match}/act", **body, also=also)
    public, allies = response["also"]
    assert public == api.view(match, "public", since=held["seq"], held=held["stamp"])
    assert allies == api.view(match, "allies", since=0)
    body = {"side": "japan", "seq": response["seq"], "choices": [["done"]], "also": [{"side": "open", "since": 0}]}
    error = api.error_of(partial(api.post, f"/matches/{match}/act", **body))
    assert (error.status, api.view(match, "japan")["seq"]) == (403, response["seq"]), "nothing was done"


def test_choices_are_taken_back_to_the_undo_barrier(api: ApiClient, hot_seat: JsonObject) -> None:
    first = offered_choices(hot_seat)[0]
    after = api.act(hot_seat, first)
    assert after["undo"]["steps"] == 1
    back = api.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=after["seq"])
    assert (back["view"], back["decision"]) == (hot_seat["view"], hot_seat["decision"])
    assert back["log"] == [
        {"seq": 3, "act": "undo", "side": "japan", "taken": [2], "text": "A choice was taken back by Japan."}
    ]
    error = api.error_of(lambda: api.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=after["seq"]))
    assert error.status == 409
    error = api.error_of(lambda: api.post(f"/matches/{hot_seat['id']}/undo", side="japan", seq=back["seq"]))
    assert (error.status, error.error["field"]) == (422, "steps")


def test_an_earlier_choice_is_withdrawn_and_later_ones_stay(api: ApiClient, hot_seat: JsonObject) -> None:
    units = [choice[1] for choice in offered_choices(hot_seat) if choice[0] == "assign"]
    after = api.act(hot_seat, *[["assign", unit, "1"] for unit in units[:3]])
    back = api.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=after["seq"])
    assert back["view"]["forces"]["japan_1"]["units"] == units[1:3]
    assert back["log"][0]["act"] == "withdraw"
    error = api.error_of(
        lambda: api.post(f"/matches/{hot_seat['id']}/withdraw", side="japan", entry=2, seq=back["seq"])
    )
    assert (error.status, error.error["field"]) == (422, "entry")


def test_resigning_ends_the_match(api: ApiClient, hot_seat: JsonObject) -> None:
    match_view = api.post(f"/matches/{hot_seat['id']}/resign", side="japan")
    assert match_view["over"]
    assert match_view["result"]["winners"] == ["allies"]
    assert [entry["text"] for entry in match_view["log"]] == [
        "Japan resigned.",
        "The match is over: Japan resigned.",
        "The secret of the dice is revealed: every die can be checked.",
    ]
    error = api.error_of(lambda: api.act(match_view, ["done"]))
    assert (error.status, error.error["message"]) == (422, "the match is over")


def test_a_draw_between_persons(api: ApiClient, hot_seat: JsonObject) -> None:
    where = f"/matches/{hot_seat['id']}/draw"
    assert api.post(where, side="japan", word="offer")["draw_offer"] == "japan"
    assert api.view(hot_seat["id"], "allies")["draw_offer"] == "japan"
    assert api.post(where, side="allies", word="decline")["draw_offer"] is None
    api.post(where, side="allies", word="offer")
    response = api.post(where, side="japan", word="accept")
    assert (response["over"], response["result"]["winners"]) == (True, [])
    texts = [entry["text"] for entry in api.log(hot_seat["id"], "public", 1)]
    assert texts[:3] == [
        "Japan offered a draw.",
        "The Allies declined the draw.",
        "The Allies offered a draw.",
    ]


def test_the_computer_declines_a_draw(api: ApiClient) -> None:
    match_view = api.begin(seats={"allies": "random"})
    response = api.post(f"/matches/{match_view['id']}/draw", side="japan", word="offer")
    assert (response["draw_offer"], response["over"]) == (None, False)
    assert [entry.get("word") for entry in response["log"]] == ["offer", "decline"]


def test_no_client_acts_for_a_computer_player(api: ApiClient) -> None:
    match = api.begin(seats={"allies": "random"})["id"]
    bodies: tuple[tuple[str, JsonObject], ...] = (
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
        error = api.error_of(partial(api.post, f"/matches/{match}/{path}", side="allies", **body))
        assert (error.status, error.error["field"]) == (403, "side")


@pytest.mark.build
def test_two_persons_on_one_screen(api: ApiClient, hot_seat: JsonObject) -> None:
    """The public view shows no more than everybody may see; each side sees its own view and chooses in its turn."""
    rng = random.Random(7)
    match, secret, open_board = hot_seat["id"], 0, 0
    while make_random_choice(api, match, rng):
        public, japan, allies = (api.view(match, side) for side in ("public", "japan", "allies"))
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
    assert api.view(match, "public")["over"]
    assert secret > 0  # the dice are sealed, so the length of a game is not known in advance
    assert open_board > 0


def test_the_log_starts_after_the_sides_own_last_choice(api: ApiClient, hot_seat: JsonObject) -> None:
    assert hot_seat["log_from"] == 0
    play(api, hot_seat["id"], seed=4, acts=80)
    for match_view in views_of_persons(api, hot_seat["id"]):
        own = [e["seq"] for e in api.log(hot_seat["id"], match_view["side"]) if "action" in e and not e.get("auto")]
        assert match_view["log_from"] == own[-1]
    assert api.view(hot_seat["id"], "public")["log_from"] == 0
