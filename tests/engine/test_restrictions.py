"""Restrictions: which of several failing restrictions a refusal cites."""

from typing import Any, cast

from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.actions import Argument, Verb
from ironbottom.engine.rules.legality import deciding_failure, failing_restrictions, first_failure
from ironbottom.engine.rules.restrictions import Restriction

SHIPS, PORTS = Domain("ship", ("akagi", "kaga", "soryu")), Domain("port", ("kure", "truk"))


def rule(name: str, allowed: int | bool, *, alone: bool = True, fallback: bool = False) -> Restriction:
    """A restriction that allows the same values in every state."""
    if alone:
        return Restriction(name, "1.0", name, lambda state, frame, side: allowed, fallback=fallback)
    return Restriction(name, "1.0", name, lambda state, frame, side, *earlier: allowed, fallback=fallback)


def decided(verb: Verb, *numbers: int) -> tuple[str | None, str | None, list[str]]:
    """The first restriction that a choice fails, the one that a refusal cites, and all that fail."""
    verb.number = 0
    asked: tuple[Any, ...] = (verb, cast("Any", None), cast("Any", None), 0, (0, *numbers))
    first, deciding = first_failure(*asked), deciding_failure(*asked)
    names = [named.name if named else None for named in (first, deciding)]
    return names[0], names[1], [named.name for named in failing_restrictions(*asked)]


def test_a_refusal_cites_a_fallback_only_if_no_other_restriction_fails() -> None:
    ship = Argument(SHIPS, rule("somewhere", 0b001, fallback=True), rule("afloat", 0b011))
    verb = Verb("sail", clause="1.0", ends_list="never", ship=ship)
    assert decided(verb, 0) == (None, None, [])
    assert decided(verb, 1) == ("somewhere", "somewhere", ["somewhere"])
    assert decided(verb, 2) == ("somewhere", "afloat", ["somewhere", "afloat"])


def test_of_fallbacks_and_of_others_the_first_is_cited() -> None:
    ship = Argument(SHIPS, rule("here", 0b010), rule("afloat", 0b100), rule("any", 0b010, fallback=True))
    verb = Verb("sail", clause="1.0", ends_list="never", when=(rule("open", False, fallback=True),), ship=ship)
    assert decided(verb, 0) == ("open", "here", ["open", "here", "afloat", "any"])
    assert decided(Verb("wait", clause="1.0", ends_list="never", when=verb.when)) == ("open", "open", ["open"])


def test_after_a_wrong_argument_only_restrictions_without_earlier_arguments_are_checked() -> None:
    ship = Argument(SHIPS, rule("somewhere", 0b001, fallback=True))
    beyond = Argument(PORTS, rule("in reach", False, alone=False), rule("open", 0b01))
    verb = Verb("sail", clause="1.0", ends_list="never", ship=ship, port=beyond)
    assert decided(verb, 1, 0) == ("somewhere", "somewhere", ["somewhere"])
    assert decided(verb, 1, 1) == ("somewhere", "open", ["somewhere", "open"])
    assert decided(verb, 0, 0) == ("in reach", "in reach", ["in reach"])
    assert decided(verb, 1) == ("somewhere", "somewhere", ["somewhere"])


def test_a_refusal_cites_the_clause_of_the_scenario_if_there_is_one() -> None:
    def case(state: str, side: int) -> str:
        return "44.65" if (state, side) == ("burma", 0) else ""

    stay = Restriction("stay", "22.1", "it must stay", lambda state, frame, side: False, case=case)
    assert [stay.cited_clause("burma", side) for side in (0, 1)] == ["44.65", "22.1"]
    assert stay.cited_clause("leyte", 0) == "22.1"
    assert rule("stay", False).cited_clause("burma", 0) == "1.0"
