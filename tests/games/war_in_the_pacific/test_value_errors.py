"""Wrong null and boolean values in a position get messages without terms of a programming language."""

from __future__ import annotations

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import BadValue

BAD = [
    ({"turn": None}, "turn", "nothing is not a whole number from 0 to 260"),
    ({"turn": True}, "turn", "true is not a whole number from 0 to 260"),
    ({"turn": "x"}, "turn", "'x' is not a whole number from 0 to 260"),
    ({"scenario": False}, "scenario", "no scenario is called false; allowed: midway"),
    ({"force_at": {"japan_1": True}}, "force_at.japan_1", "no hex is called true; allowed: A0101"),
    ({"arrays": 3}, "arrays", "3 is not a table"),
]


@pytest.mark.parametrize(("spoilt", "field", "message"), BAD)
def test_4_1_a_value_of_a_wrong_kind_is_reported_in_plain_words(
    spoilt: dict[str, object], field: str, message: str
) -> None:
    with pytest.raises(BadValue) as error:
        read_position({"game": "war_in_the_pacific", "scenario": "leyte", **spoilt})
    assert error.value.field == field
    assert error.value.message.startswith(message)
