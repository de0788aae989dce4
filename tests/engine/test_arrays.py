"""Typed arrays beside the list of cells: their types, and the allowed contents of a dump."""

from __future__ import annotations

from array import array

import pytest

from ironbottom.engine.core.arrays import ArrayBlock, dumped_arrays, form_for, read_arrays
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import Domain, Flag, IdField, IdSetField, Number, TupleField
from ironbottom.engine.core.layout import Layout


@pytest.mark.parametrize(
    ("low", "high", "form"),
    [(0, 127, "b"), (-128, 127, "b"), (0, 128, "h"), (-1, 14_356, "h"), (0, 32_768, "i"), (-(2**31), 2**31 - 1, "i")],
)
def test_an_array_takes_the_smallest_form(low: int, high: int, form: str) -> None:
    assert form_for(low, high) == form
    assert list(array(form, [low, high])) == [low, high]


def test_a_value_that_does_not_fit_into_an_array_goes_to_the_list() -> None:
    with pytest.raises(TypeError, match="list of cells"):
        Layout().array("fleet", 3, IdSetField(Domain("ship", [f"ship_{number}" for number in range(40)])))
    with pytest.raises(TypeError, match="whole numbers"):
        Layout().array("orders", 3, TupleField(Flag()))


def test_arrays_are_part_of_the_width_and_not_of_the_list() -> None:
    layout = Layout()
    layout.block("turn", 2, Number(1, 4))
    assert [layout.array("at", 1_500, Number(-1, 14_356)), layout.array("tired", 1_500, Flag())] == [0, 1]
    assert (layout.size, layout.width) == (2, 3_002)
    assert [block.form for block in layout.arrays] == ["h", "b"]
    assert layout.arrays[0].blank(-1) == array("h", [-1] * 1_500)


HEXES = Domain("hex", ("a1", "a2"))
LAYOUT = Layout()
LAYOUT.array("at", 3, IdField(HEXES, none=True))
LAYOUT.array("tired", 2, Flag())


def test_values_that_an_array_cannot_hold_are_refused_by_index() -> None:
    assert read_arrays(LAYOUT.arrays, [[-1, 0, 1], [1, 0]]) == (array("b", [-1, 0, 1]), array("b", [1, 0]))


@pytest.mark.parametrize(
    ("plain", "text"),
    [
        (None, "arrays: this game's state has 2 arrays"),
        ([[-1, 0, 1]], "arrays: this game's state has 2 arrays"),
        ([[-1, 0], [1, 0]], "arrays.at: 2 values instead of 3"),
        (["abc", [1, 0]], "arrays.at: this is not a list of 3"),
        ([[-1, 2, 1], [1, 0]], "arrays.at[1]: 2 is not allowed here"),
        ([[-1, 0, True], [1, 0]], "arrays.at[2]: true is not allowed here"),
        ([[-1, 0, 1], [1, 0.0]], "arrays.tired[1]: 0.0 is not allowed here"),
        ([[-1, 0, 1], [1, 10**30]], f"arrays.tired[1]: {10**30} is not allowed here"),
        ([[-1, [0], 1], [1, 0]], "arrays.at[1]: [0] is not allowed here"),
    ],
)
def test_a_value_that_an_array_cannot_store_is_refused_by_place(plain: object, text: str) -> None:
    with pytest.raises(BadValue) as caught:
        read_arrays(LAYOUT.arrays, plain)
    assert str(caught.value) == text


def test_a_block_reads_back_what_it_wrote() -> None:
    block = ArrayBlock("count", 4, Number(0, 30), 0, 30)
    assert block.read([0, 30, 7, 7]).tolist() == [0, 30, 7, 7]


def with_late() -> Layout:
    layout = Layout()
    layout.array("at", 2, Number(-1, 9))
    layout.array("work", 3, Number(0, 9), late=True)
    return layout


def test_a_late_array_is_dumped_only_while_it_holds_something() -> None:
    blocks = with_late().arrays
    at, idle, busy = array("b", [0, 0]), array("b", [0, 0, 0]), array("b", [0, 4, 0])
    assert dumped_arrays(blocks, (at, idle)) == [[0, 0]]
    assert dumped_arrays(blocks, (at, busy)) == [[0, 0], [0, 4, 0]]
    assert read_arrays(blocks, [[0, 0]]) == (at, idle)
    assert read_arrays(blocks, [[0, 0], [0, 4, 0]]) == (at, busy)
    with pytest.raises(BadValue, match="has 2 arrays"):
        read_arrays(blocks, [])


def test_late_arrays_come_last_and_are_empty_at_zero() -> None:
    with pytest.raises(TypeError, match="late arrays come last"):
        with_late().array("tired", 2, Flag())
    with pytest.raises(TypeError, match="zero while they are empty"):
        Layout().array("turn", 2, Number(1, 4), late=True)
