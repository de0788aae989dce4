"""``hint``: what a computer player would choose, and why; with a number, its choices are made."""

from __future__ import annotations

from tests.cli.test_bulk_choices import output_of


def test_a_hint_lists_plans_with_their_reasons() -> None:
    output = output_of("operation", "", "hint")
    assert "Brings: " in output
    assert "`hint N` makes the choices of a plan." in output or "`hint 1` makes the choices of a plan." in output


def test_with_a_number_the_choices_of_the_plan_are_made() -> None:
    output = output_of("hold_fast/stay_or_withdraw", "hint", "hint 9", "hint 1", "log 3")
    assert "the plans are numbered 1 to " in output
    assert "stay" in output.lower()
