"""What a closing choice gives up is marked: wasted choices need confirmation, postponed ones do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.fields import Domain, IdField
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.actions import Verb
from ironbottom.engine.rules.procedures import Decision, Execution, Procedure, prepare
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from tests.games.axis_allies_pacific.rule_tester import RuleTester
from tests.kit.thorough_cases import in_build

POSITIONS = Path(__file__).parent.parent / "browser" / "positions"
NOD = Verb("nod", clause="4.0", ends_list="never")


class Ask(Question):
    """A question that may be left without confirmation."""

    number, name, clause, question = 0, "ask", "4.0", "Well?"
    verbs = (NOD,)
    optional_verbs = frozenset({"nod"})
    side: Annotated[int, IdField(Domain("side", ("red", "blue")))]

    def nod(self, execution: Execution) -> None:
        execution.pop()


class AskTwice(Ask):
    """A question with a verb that it does not have."""

    optional_verbs = frozenset({"nod", "bow"})


def test_a_procedure_may_leave_only_its_own_verbs_unused() -> None:
    prepare(Ask, 0)
    with pytest.raises(TypeError, match="AskTwice has no verb bow that may be left unused"):
        prepare(AskTwice, 0)


def losses_of_done(state: State) -> tuple[set[str], list[str]]:
    """The choices that *done* gives up, and those that need confirmation."""
    decision: Decision = state.decisions()[0]
    lost = decision.gives_up("done")
    return set(lost), decision.verbs_to_confirm(lost)


def test_aap_8_1_3_standing_orders_may_be_left_and_purchases_must_be_asked_about() -> None:
    state = get_game("aap").rules().new("printed")
    found: dict[str, tuple[set[str], list[str]]] = {}
    while "purchase" not in found:
        decision = state.decisions()[0]
        if decision.procedure.name in ("standing", "purchase"):
            found[decision.procedure.name] = losses_of_done(state)
        closing = ("done",) in decision.choices
        state.apply(decision.side, ("done",) if closing else decision.choices.at(0), SeededDice(1))
    assert found["standing"] == ({"standing_order"}, [])
    assert found["purchase"] == ({"buy", "standing_order"}, ["buy"])


@pytest.mark.parametrize(("ipc", "must"), [(0, []), (2, []), (3, ["buy"])])
def test_aap_5_1_an_empty_purse_promises_no_purchase(ipc: int, must: list[str]) -> None:
    """An infantry unit costs 3: with less, no unit can be bought."""
    state = RuleTester(active="uk", step="purchase", round=2, ipc={"india": ipc}).match.state
    assert losses_of_done(state) == ({"standing_order", *must}, must)


WITP = {
    "marching": {"break_down", "form_up", "pack"},
    "burma_marching": {"break_down", "form_up", "pack"},
    "transfers": {"transfer"},
}


@pytest.mark.parametrize("name", in_build(WITP, "marching", "transfers"))
def test_witp_21_4_5_5_what_can_be_done_in_any_later_phase_may_be_left(name: str) -> None:
    """Six Base Forces that could only pack up used to need confirmation at the end of each Ground Phase."""
    state = load_position(POSITIONS / "war_in_the_pacific" / f"{name}.toml")
    lost, must = losses_of_done(state)
    assert lost
    assert set(must) == lost - WITP[name]
    assert lost & WITP[name]


def test_every_verb_is_searched_unless_a_procedure_says_otherwise() -> None:
    assert Procedure.optional_verbs == frozenset()
    state = get_game("hf").rules().new()
    for _ in range(40):
        decision = state.decisions()[0]
        for closing in decision.choices.verbs():
            lost = decision.gives_up(closing)
            assert decision.verbs_to_confirm(lost) == list(lost)
        state.apply(decision.side, decision.choices.at(0), SeededDice(1))
