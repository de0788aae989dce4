"""What has changed is told instead of the view, and a sight is built once however many look."""

import random
from typing import Any

import msgspec
import pytest

from ironbottom.engine.match.match import Match
from ironbottom.server.views import log_text
from ironbottom.server.messages.view_diff import Changes, changed, changes
from tests.server.asking import Asking, Client, Told, offered


def whole(told: Told, before: Told | None) -> Any:
    """The view of a sight, made by a page out of the one that it holds."""
    if told["changes"] is None:
        return told["view"]
    assert before is not None
    assert told["view"] is None
    assert told["changes"]["base"] == before["stamp"]
    return changed(before["view"], msgspec.convert(told["changes"], Changes))


@pytest.mark.build
@pytest.mark.parametrize("game", ["pf", "hf", "vitp"])
def test_a_page_makes_the_view_out_of_the_one_it_holds(asking: Asking, game: str) -> None:
    luck, match = random.Random(4), asking.begin(game=game)["id"]
    held: dict[str, Told] = {}
    told_in_parts = 0
    for _ in range(40):
        waiting = asking.sight(match, "public")["waiting"]
        side = waiting[0]["side"]
        before = held.get(side)
        sight = asking.sight(match, side, **({"held": before["stamp"]} if before else {}))
        sight["view"] = whole(sight, before)
        after = asking.act(sight, luck.choice(offered(sight)), held=sight["stamp"])
        told_in_parts += after["changes"] is not None
        held[side] = {**after, "view": whole(after, sight)}
        assert held[side]["view"] == asking.sight(match, side)["view"]
    assert told_in_parts > 30


def test_a_view_that_is_not_known_here_is_told_whole(asking: Asking) -> None:
    sight = asking.begin()
    again = asking.sight(sight["id"], "japan", held="0123456789ab")
    assert (again["view"], again["changes"]) == (sight["view"], None)
    same = asking.sight(sight["id"], "japan", held=sight["stamp"])
    assert (same["view"], same["changes"]["set"], same["changes"]["drop"]) == (None, [], [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": [1, 2]}, {"a": [1]}),
        ({"a": [[1], {"b": 2}]}, {"a": [[1], {"c": 2}]}),
        ({"a": None}, {}),
        ({"a": {}}, {"a": []}),
        ({"a": [0, 1]}, {"a": [False, 1.0]}),
    ],
)
def test_changes_lead_from_any_view_to_any_other(before: Told, after: Told) -> None:
    assert msgspec.json.encode(changed(before, changes("x", before, after))) == msgspec.json.encode(after)


def test_a_sight_is_built_once_however_many_look(
    asking: Asking, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = asking.begin()["id"]
    built: list[str] = []
    honest = Match.view

    def noted(self: Match, side: str) -> Told:
        built.append(side)
        return honest(self, side)

    monkeypatch.setattr(Match, "view", noted)
    lines = [client.websocket_connect(f"/api/matches/{match}/live?side=japan&changes=1") for _ in range(10)]
    sockets = [line.__enter__() for line in lines]
    try:
        assert [socket.receive_json(timeout=180) for socket in sockets] == [{"seq": 1}] * 10
        before = asking.sight(match, "japan")
        asking.act(asking.sight(match, "japan"), ["assign", "ijn_tone", "1"])
        heard = [socket.receive_json(timeout=180) for socket in sockets]
        assert heard == [heard[0]] * 10
        built.clear()
        now = asking.sight(match, "japan")
        assert built == []
        assert (heard[0]["seq"], heard[0]["sight"]["seq"], len(heard[0]["sight"]["log"])) == (2, 2, 1)
        assert whole(heard[0]["sight"], before) == now["view"]
        assert asking.sight(match, "japan")["view"] == now["view"]
    finally:
        for line in lines:
            line.__exit__(None, None, None)


def test_a_long_log_is_told_in_parts(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_text, "MOST_ENTRIES", 3)
    sight = asking.begin()
    for unit in ("tone", "chikuma", "kongo", "haruna"):
        sight = asking.act(sight, ["assign", f"ijn_{unit}", "1"])
    match = sight["id"]
    assert [entry["seq"] for entry in asking.sight(match, "japan", since=0)["log"]] == [1, 2, 3]
    assert [entry["seq"] for entry in asking.log(match, "japan", since=3)] == [4, 5]
