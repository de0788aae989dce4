"""Counts use singular and plural correctly: in sentences of the log, in choices, and on the board of the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.games.war_in_the_pacific.text.text import name, tell

SPENT: dict[str, Any] = {"event": "kamikazes_spent"}
LIFT: dict[str, Any] = {"event": "lift_lost", "way": "rail", "at": "A1715"}
NO_DECK: dict[str, Any] = {"event": "no_deck", "base": "us_cv6"}
ABOARD: dict[str, Any] = {"event": "aboard_lost", "ship": "us_cv6"}


@pytest.mark.parametrize(
    ("event", "points", "text"),
    [
        (ABOARD, 1, "1 air point aboard Enterprise (US CV6) is lost."),
        (ABOARD, 2, "2 air points aboard Enterprise (US CV6) are lost."),
        (NO_DECK, 1, "1 point from Enterprise (US CV6) finds nowhere to land."),
        (NO_DECK, 3, "3 points from Enterprise (US CV6) find nowhere to land."),
        (SPENT, 1, "1 kamikaze point is lost in the attack."),
        (SPENT, 2, "2 kamikaze points are lost in the attack."),
        (LIFT, 1, "1 point of lift by rail is lost at A1715 until the end of the Cycle."),
        (LIFT, 4, "4 points of lift by rail are lost at A1715 until the end of the Cycle."),
    ],
)
def test_12_5_39_44_24_71_points_that_are_lost_are_one_or_many(event: dict[str, Any], points: int, text: str) -> None:
    assert tell({**event, "points": points}) == text


def test_16_73_a_dummy_is_described_as_one_ship() -> None:
    dummy = {"event": "decoyed", "force": "japan_2", "at": "F1234"}
    assert tell({**dummy, "ships": 1}) == "Japanese Task Force 2 is a dummy at Midway (F1234), shown as 1 ship."
    assert tell({**dummy, "ships": 3}).endswith("shown as 3 ships.")


def test_31_1_each_number_of_points_hit_on_the_ground_is_listed_separately() -> None:
    result = tell({"event": "hit_on_ground", "base": "us_cv6", "lost": 1, "out": 0})
    assert result == "Air points on the ground at Enterprise (US CV6): 1 lost, 0 out of action."


@pytest.mark.parametrize(
    ("choice", "one", "many"),
    [
        (("fly_to", "us_cv6"), "Transfer 1 to Enterprise (US CV6)", "Transfer 2 to Enterprise (US CV6)"),
        (("base_at", "us_cv6"), "Start 1 at Enterprise (US CV6)", "Start 2 at Enterprise (US CV6)"),
        (("ferry_stores",), "Load 1 Supply Point", "Load 2 Supply Points"),
        (("put_out", "fleet"), "Put 1 fleet Sub Point to sea", "Put 2 fleet Sub Points to sea"),
    ],
)
def test_choices_agree_with_their_number(choice: tuple[str, ...], one: str, many: str) -> None:
    assert (name((*choice, "1")), name((*choice, "2"))) == (one, many)


@pytest.mark.parametrize(
    ("ship", "hit", "gone", "whole"),
    [
        (
            "us_cv5",
            "Yorktown (US CV5) is hit by gunnery",
            "Yorktown (US CV5) sinks.",
            "Yorktown (US CV5) is fully repaired.",
        ),
        (
            "jp_dd23",
            "Two destroyers (JP DD23) are hit by gunnery",
            "Two destroyers (JP DD23) sink.",
            "Two destroyers (JP DD23) are fully repaired.",
        ),
    ],
)
def test_11_5_12_1_18_1_a_counter_of_two_destroyers_has_a_plural_verb(
    ship: str, hit: str, gone: str, whole: str
) -> None:
    blow = {"weapon": "gunnery", "strength": 4, "added": 1, "dice": [5, 6], "points": 5, "levels": 4, "level": 4}
    assert tell({"event": "ship_hit", "ship": ship, "critical": [], **blow}).startswith(hit)
    assert tell({"event": "ship_sunk", "ship": ship, "at": "F1234", "bottomed": 0}) == gone
    assert tell({"event": "repaired", "ship": ship, "level": 0, "left": 0}) == whole
    assert (
        name(("fire", ship)) == f"Fire with {'two destroyers (JP DD23)' if ship == 'jp_dd23' else 'Yorktown (US CV5)'}"
    )
