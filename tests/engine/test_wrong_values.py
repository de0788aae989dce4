"""Messages for invalid values of requests."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from ironbottom.engine.text.wrong_values import describe_error


class SampleRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request of a test."""

    colour: Literal["red", "blue"] = "red"
    shade: Literal["light", "dark"] | None = None
    many: Annotated[int, msgspec.Meta(ge=1)] | None = 1
    share: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.5
    word: Annotated[str, msgspec.Meta(max_length=3)] = ""


@pytest.mark.parametrize(
    ("plain", "data"),
    [
        ({"colour": "green"}, ("'green' is not a value; allowed: red, blue", "colour")),
        ({"shade": "grey"}, ("'grey' is not a value; allowed: light, dark", "shade")),
        ({"many": 0}, ("a whole number of at least 1 is needed", "many")),
        ({"many": "two"}, ("a whole number is needed, not a text", "many")),
        ({"share": 1.5}, ("a number below 1.0 is needed", "share")),
        ({"word": "longer"}, ("a text with a length of at most 3 is needed", "word")),
        ({"size": 1}, ("there is no field size", "")),
    ],
)
def test_a_value_is_refused_with_what_is_allowed(plain: dict[str, Any], data: tuple[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(plain, SampleRequest)
    assert describe_error(wrong.value, SampleRequest) == data
