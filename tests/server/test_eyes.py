"""Who may see what, and when; moments that are past, as they were then."""

import random
from itertools import count

import pytest

from tests.kit.further import in_build
from tests.server.asking import Asking, Told, Wrong, persons, play, step

READ = ("", "/log", "/moment", "/position")


def look(asking: Asking, match: str, path: str, side: str) -> Told:
    told: Told = asking.get(f"/matches/{match}{path}", side=side, seq=1)
    return told


@pytest.mark.build
@pytest.mark.parametrize("side", ["allies", "open"])
@pytest.mark.parametrize("path", READ)
def test_what_the_computer_sees_is_shown_after_the_end(asking: Asking, path: str, side: str) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    wrong = asking.refused(lambda: look(asking, match, path, side))
    assert (wrong.status, wrong.error["field"]) == (403, "side")
    play(asking, match)
    assert look(asking, match, path, side)


@pytest.mark.build
def test_a_position_with_the_computers_secrets_is_written_after_the_end(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    assert asking.refused(lambda: look(asking, match, "/position", "japan")).status == 403
    play(asking, match)
    assert "turn = 4" in look(asking, match, "/position", "japan")["text"]


@pytest.mark.build
def test_dice_are_checked_after_the_end(asking: Asking) -> None:
    match = asking.begin(seats={"allies": "random"})["id"]
    assert asking.refused(lambda: asking.get(f"/matches/{match}/verify")).status == 403
    play(asking, match)
    report = asking.get(f"/matches/{match}/verify")
    assert report["sound"]
    assert any("all" in sentence and "dice are theirs" in sentence for sentence in report["proved"])


@pytest.mark.parametrize("side", ["", "britain", "JAPAN", "japan ", "all"])
@pytest.mark.parametrize("path", READ)
def test_eyes_that_are_not_there(asking: Asking, path: str, side: str) -> None:
    match = asking.begin()["id"]
    wrong = asking.refused(lambda: look(asking, match, path, side))
    assert (wrong.status, wrong.error["field"]) == (400, "side")


@pytest.mark.build
@pytest.mark.parametrize("every", in_build([1, 5, 15], 15))
def test_every_moment_is_shown_as_it_was(asking: Asking, every: int) -> None:
    """Hot seat with choices taken back and withdrawn: each view that is looked at comes back as it was."""
    match = asking.begin()["id"]
    luck = random.Random(11)
    seen: dict[tuple[str, int], Told] = {}
    steps = count()
    while step(asking, match, luck):
        take_back(asking, match, luck)
        if next(steps) % every:
            continue
        for side in ("japan", "allies", "public"):
            sight = asking.sight(match, side)
            seen[side, sight["seq"]] = sight["view"]
    assert sum(entry["act"] in ("undo", "withdraw") for entry in asking.log(match, "open")) > 10
    for (side, seq), view in seen.items():
        told = asking.moment(match, side, seq)
        assert told["view"] == view, (side, seq)
        assert (told["seq"], told["of"]) == (seq, asking.sight(match, side)["seq"])
    opened = asking.sight(match, "open")
    assert asking.moment(match, "open", opened["seq"])["view"] == opened["view"]
    assert asking.moment(match, "open", 1)["view"]["turn"] == 1


def take_back(asking: Asking, match: str, luck: random.Random) -> None:
    """Now and then takes back a choice, or withdraws an earlier one."""
    for sight in persons(asking, match):
        if sight["undo"]["steps"] and luck.random() < 0.15:
            asking.post(f"/matches/{match}/undo", side=sight["side"], seq=sight["seq"])
        elif sight["undo"]["steps"] > 1 and luck.random() < 0.2:
            own = [entry["seq"] for entry in asking.log(match, sight["side"]) if "action" in entry]
            body = {"side": sight["side"], "seq": sight["seq"], "entry": luck.choice(own[-sight["undo"]["steps"] :])}
            try:
                asking.post(f"/matches/{match}/withdraw", **body)
            except Wrong as wrong:
                if wrong.status != 422:
                    raise


@pytest.mark.parametrize("seq", [0, 2, 10**6, 10**12, -1])
def test_a_moment_that_is_not_there(asking: Asking, seq: int) -> None:
    match = asking.begin()["id"]
    wrong = asking.refused(lambda: asking.moment(match, "japan", seq))
    assert (wrong.status, wrong.error["field"]) == (400, "seq")


def test_a_log_begins_after_the_entry_that_is_known(asking: Asking) -> None:
    match = asking.begin()["id"]
    play(asking, match, acts=10)
    whole = asking.log(match, "japan")
    assert [entry["seq"] for entry in whole] == list(range(1, len(whole) + 1))
    assert asking.log(match, "japan", 4) == whole[4:]
    assert asking.log(match, "japan", 1000) == []
    assert asking.sight(match, "japan", since=4)["log"] == whole[4:]
