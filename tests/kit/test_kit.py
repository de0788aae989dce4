"""The kit finds faults: Skirmish is broken in one place at a time, and a check must report it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish import game as skirmish
from examples.skirmish.skirmish.game import FORCE, SKIRMISH, Operation, Planning, Roll, Sampler, Skirmish
from ironbottom.engine.cache import cached
from ironbottom.engine.match.history import History
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import read_record
from ironbottom.engine.rules.actions import all_equivalent
from ironbottom.engine.rules.game import Random, Rules
from ironbottom.engine.rules.legality import expand
from ironbottom.engine.rules.procedures import Decision, Execution, Procedure
from ironbottom.engine.rules.restrictions import Branches, product_of
from ironbottom.engine.rules.state import State
from ironbottom.testing import walks
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.checks import CHECKS
from ironbottom.testing.coverage import Coverage, check_coverage
from ironbottom.testing.games import every_pair, every_value, named
from ironbottom.testing.hidden_information import UnobservableActs
from ironbottom.testing.walk_checks import WalkCheck, run_walk_checks
from ironbottom.testing.walks import DECISIONS_IN_SLICE, Walk, walks_from_positions
from ironbottom.testing.worlds import LeakTest
from tests.kit import fixtures
from tests.kit.archipelago import ARCHIPELAGO
from tests.kit.archipelago.game import Archipelago
from tests.kit.archipelago.pieces import SHIPS_OF
from tests.kit.archipelago.rules.searches import Searching
from tests.kit.archipelago.state import AT

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def nothing_saved(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(walks, "FAILURES", tmp_path)
    monkeypatch.setattr("ironbottom.testing.matches.FAILURES", tmp_path)


def finds(check: str, text: str, decisions: int = 200) -> None:
    """The check raises a fault with this message."""
    run = next(each.run for each in CHECKS if each.name == check)
    with pytest.raises(AssertionError, match=text):
        run(SKIRMISH, CheckBudget(decisions), None, 1)


# -- states and positions --------------------------------------------------------------------------


def test_a_copy_that_shares_cells_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(State, "copy", lambda state: State(state.rules, state.cells, state.stack))
    finds("states", "changed the state it was copied from|a different state")


def test_a_view_that_changes_the_state_is_found(monkeypatch: Patch) -> None:
    honest = Skirmish.view

    def busy(game: Skirmish, state: State, side: int) -> dict[str, Any]:
        state.cells[skirmish.PLAN] = -1 if state.cells[skirmish.PLAN] >= 0 else 3
        return honest(game, state, side)

    monkeypatch.setattr(Skirmish, "view", busy)
    finds("states", "changed it|changes after dump and load")


def test_a_result_before_the_end_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(State, "result", lambda state: state.rules.result(state))
    finds("states", "a result before the end")


def test_a_game_that_never_ends_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(walks, "MAX_DECISIONS", 30)
    finds("states", "not over after 30")


@pytest.mark.build
def test_a_position_that_forgets_is_found(monkeypatch: Patch) -> None:
    honest = skirmish.POSITION.write

    def forgetful(state: State) -> dict[str, Any]:
        result = honest(state)
        for ship in result["ships"].values():
            ship["shown"] = False
        return result

    monkeypatch.setattr(skirmish.POSITION, "write", forgetful)
    finds("positions", "a different state")


# -- flips: what the layout says of secrets ----------------------------------------------------------


def leaking(monkeypatch: Patch, hint: Callable[[list[int]], int]) -> None:
    """Skirmish with a view that reveals one number too many."""
    honest = Skirmish.view
    monkeypatch.setattr(
        Skirmish, "view", lambda game, state, side: {**honest(game, state, side), "hint": hint(state.cells)}
    )


def test_a_view_that_reveals_a_hidden_letter_is_found(monkeypatch: Patch) -> None:
    leaking(monkeypatch, lambda cells: skirmish.ship_of(cells, 7))
    finds("flips", "the view of (red|gold|public) changes with place of .*, exchanged", 60)


def test_a_view_that_counts_the_orders_of_others_is_found(monkeypatch: Patch) -> None:
    leaking(monkeypatch, lambda cells: sum(orders >= 0 for orders in cells[skirmish.PLAN : FORCE]))
    finds("flips", r"the view of \w+ changes with plan", 60)


@pytest.mark.build
def test_choices_that_depend_on_what_is_hidden_are_found(monkeypatch: Patch) -> None:
    honest = skirmish.forces_near

    def without_decoys(cells: list[int], force: int) -> int:
        return honest(cells, force) & ~sum(1 << force for force in range(18) if skirmish.ship_of(cells, force) % 6 == 5)

    monkeypatch.setattr(skirmish, "forces_near", without_decoys)
    finds("flips", r"the choices of \w+ changes with", 200)


@pytest.mark.build
def test_a_cell_declared_as_seen_but_not_shown_is_found(monkeypatch: Patch) -> None:
    writers = [field for field in skirmish.VIEW._writers if field[0] != "round"]
    monkeypatch.setattr(skirmish.VIEW, "_writers", writers)
    finds("flips", "no change of it is ever seen: round to red, round to blue, round to gold, round to public", 20)


# -- offers ----------------------------------------------------------------------------------------


def test_a_lawful_choice_that_is_not_offered_is_found(monkeypatch: Patch) -> None:
    honest = skirmish.SEND

    def short(state: State, frame: Procedure, side: int) -> Branches:
        return [(int(ships) & int(ships) - 1, after) for ships, after in expand(honest, state, frame, side, ())]  # type: ignore[arg-type]

    monkeypatch.setattr(honest, "offer", short)
    finds("offers", "meets every restriction, but is not offered")


def test_an_offer_against_a_restriction_is_found(monkeypatch: Patch) -> None:
    def open_marches(state: State, frame: Procedure, side: int) -> Branches:
        first = skirmish.LAND.neighbours[state.cells[skirmish.COMPANY + 660 * side]][0]
        return product_of((660 * side,), 1 << first)

    monkeypatch.setattr(skirmish, "blockaded", lambda cells, side: set(range(7)))
    monkeypatch.setattr(skirmish.MARCH, "offer", open_marches)
    finds("offers", "is offered, but violates unclosed")


def test_values_declared_as_equivalent_that_differ_are_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(skirmish.MARCH.arguments[0], "equivalence", all_equivalent)
    finds("offers", "is not offered|is offered, but violates beside")


def test_a_value_in_two_sets_is_found(monkeypatch: Patch) -> None:
    honest = skirmish.SEND
    monkeypatch.setattr(
        honest,
        "offer",
        lambda state, frame, side: (branches := expand(honest, state, frame, side, ())) and (*branches, *branches),
    )
    finds("offers", "is in two sets")


def test_a_refusal_by_the_sequence_on_an_open_verb_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(skirmish.mine, "clause", "1.0")
    finds("offers", "the verb is open, but the refusal cites the sequence clause: ")


def test_a_refusal_without_a_known_clause_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(skirmish.mine, "clause", "9.9")
    finds("offers", "there is no clause 9.9")


# -- secrets ---------------------------------------------------------------------------------------


def leak(monkeypatch: Patch, add: Callable[[State], Any]) -> None:
    honest = Skirmish.view
    monkeypatch.setattr(Skirmish, "view", lambda game, state, side: honest(game, state, side) | {"x": add(state)})


@pytest.mark.build
def test_a_view_that_shows_a_secret_is_found(monkeypatch: Patch) -> None:
    leak(monkeypatch, lambda state: state.cells[FORCE])
    finds("secrets", "differs for|sees x", 20)


def test_a_view_that_shows_which_side_is_done_is_found(monkeypatch: Patch) -> None:
    leak(monkeypatch, lambda state: list(state.to_act()))
    finds("silence", "in secret, but|the view differs")


@pytest.mark.parametrize("left", ["each verb", "acts of the game"])
def test_each_verb_and_every_silent_act_of_a_game_are_compared(monkeypatch: Patch, left: str) -> None:
    """Either check finds a view that shows who is done, even without the decisions that the check looks at."""
    monkeypatch.setattr(UnobservableActs, "check_decision", lambda check, walk, decisions: None)
    monkeypatch.setattr(UnobservableActs, "COMPARED" if left == "each verb" else "TRIED", 0)
    leak(monkeypatch, lambda state: list(state.to_act()))
    finds("silence", "in secret, but .* sees x")


@pytest.mark.build
def test_choices_that_depend_on_a_secret_are_found(monkeypatch: Patch) -> None:
    honest = skirmish.near_it.allow

    def knowing(state: State, frame: Procedure, side: int, force: int) -> int:
        flagships = [foe for foe in range(18) if skirmish.ship_of(state.cells, foe) % 6 == 0]
        return int(honest(state, frame, side, force)) & ~sum(1 << foe for foe in flagships)  # type: ignore[arg-type]

    monkeypatch.setattr(skirmish.near_it, "allow", knowing)
    finds("secrets", "choices differ| gives ", 40)


def test_a_prompt_that_depends_on_a_secret_is_found(monkeypatch: Patch) -> None:
    honest = State.decision

    def decision(state: State, side: str) -> Decision | None:
        found = honest(state, side)
        if found is not None:
            spoken = f"Which ship? {state.cells[skirmish.PLAN : skirmish.PLAN + 18]}"
            found.__class__ = type("Talkative", (Decision,), {"__slots__": (), "prompt": spoken})
        return found

    monkeypatch.setattr(State, "decision", decision)
    finds("secrets", "the prompt is", 20)


def test_an_event_that_reveals_a_plan_is_found(monkeypatch: Patch) -> None:
    def tell(execution: Execution, kind: Any, *values: Any) -> None:
        execution.events.append((kind.number, -1, *values))

    monkeypatch.setattr(Execution, "emit", tell)
    finds("silence", "in secret, but .* receives")


def test_a_die_that_all_see_is_found(monkeypatch: Patch) -> None:
    def send(frame: Planning, execution: Execution, ship: int, to: int) -> None:
        execution.dice.roll(6, Roll.ATTACK)
        honest(frame, execution, ship, to)

    honest = Planning.send
    monkeypatch.setitem(Planning.handlers, skirmish.SEND.number, send)
    finds("silence", "in secret, but .* sees dice")


def test_a_draw_that_forgets_what_was_shown_is_found(monkeypatch: Patch) -> None:
    honest = Skirmish.sampler
    monkeypatch.setattr(Skirmish, "sampler", lambda game, view: honest(game, {**view, "ships": {}}))
    finds("secrets", "resample for|the view differs", 20)


# -- worlds ----------------------------------------------------------------------------------------


def test_draws_that_never_vary_are_found(monkeypatch: Patch) -> None:
    honest = Sampler.draw
    monkeypatch.setattr(Sampler, "draw", lambda sampler, chance: honest(sampler, random.Random(1)))
    monkeypatch.setattr("ironbottom.testing.worlds.MAX_DRAWS", 200)
    finds("worlds", "cannot exclude it, but in 200 draws never", 20)


@pytest.mark.build
def test_draws_that_know_the_truth_are_found(monkeypatch: Patch) -> None:
    """Draws that take the true state every third time, which no single draw reveals."""
    begun = Walk.take
    truth: list[State] = [SKIRMISH.new()]

    def take(walk: Walk, side: str, action: tuple[str, ...]) -> Any:
        result = begun(walk, side, action)
        truth[0] = walk.state.copy()
        return result

    class Knowing(Sampler):
        def __init__(self, rules: Rules, view: Mapping[str, Any]) -> None:
            super().__init__(rules, view)
            self.knows = truth[0].view(view["side"]) == view

        def draw(self, chance: Random) -> State:
            drawn, peeks = super().draw(chance), chance.randrange(3) == 0
            return truth[0].copy() if peeks and self.knows else drawn

    monkeypatch.setattr(Walk, "take", take)
    monkeypatch.setattr(skirmish, "Sampler", Knowing)
    finds("worlds", "draws contain hidden information", 12)


def test_fair_draws_pass_the_leak_test() -> None:
    chance, leak_test = random.Random(1), LeakTest()
    for _ in range(60):
        worlds = [{(str(place), str(chance.randrange(4))) for place in range(6)} for _ in range(21)]
        leak_test.add(worlds[0], worlds[1:], chance)
    leak_test.check(SKIRMISH)
    assert leak_test.verdict


# -- matches ---------------------------------------------------------------------------------------


def test_an_undo_that_goes_too_far_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(History, "before", lambda course, place: course.start)
    finds("undo", "made again, led to a different state|did not restore the first state")


def test_an_undo_barrier_that_reveals_a_silent_choice_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Searching, "unobservable", False)
    run = next(each.run for each in CHECKS if each.name == "undo")
    with pytest.raises(AssertionError, match="saw no event, but what it can take back has changed"):
        run(ARCHIPELAGO, CheckBudget(400), None, 1)


def test_a_number_of_an_array_that_shows_is_found(monkeypatch: Patch) -> None:
    honest = Archipelago.view

    def leaky(game: Archipelago, state: State, side: int) -> dict[str, Any]:
        ships = SHIPS_OF[1 - side] if side >= 0 else SHIPS_OF[0]
        return honest(game, state, side) | {"x": state.arrays[AT][ships.start : ships.stop].tolist()}

    monkeypatch.setattr(Archipelago, "view", leaky)
    run = next(each.run for each in CHECKS if each.name == "flips")
    with pytest.raises(AssertionError, match=r"changes with at\[\d+\], which it may not see"):
        run(ARCHIPELAGO, CheckBudget(10), None, 1)


def test_a_match_that_takes_what_is_not_offered_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr("ironbottom.engine.match.history.ChoiceBatch.advance_to", lambda draft, side, action, **_: True)
    finds("hostile", "accepted|not refused")


def test_a_match_that_takes_stale_numbers_is_found(monkeypatch: Patch) -> None:
    honest = Match._check_may_act
    monkeypatch.setattr(Match, "_check_may_act", lambda match, side, seq: honest(match, side, None))
    finds("hostile", "a stale sequence number: accepted")


def test_a_state_in_an_offer_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr("ironbottom.engine.rules.choices.OpenChoices.detached", lambda choices: choices)
    finds("reach", "gives access to more: Offer > ")


# -- the common walk -------------------------------------------------------------------------------


class Noting(WalkCheck):
    """Records the decisions that it is shown, and draws a random number each time."""

    name = "noting"

    def __init__(self, decisions: int) -> None:
        super().__init__(SKIRMISH, CheckBudget(decisions))
        self.noted: list[tuple[int, int, str, float]] = []

    def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        self.noted.append((walk.seed, len(walk.moves), walk.state.hash(), walk.check_rng.random()))


class Wasting(Noting):
    """Looks at other decisions, and draws random numbers at each."""

    name = "wasting"

    def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
        walk.check_rng.random()


def test_a_search_sees_the_same_with_and_without_company() -> None:
    alone, together = Noting(50), Noting(50)
    run_walk_checks(SKIRMISH, [alone])
    run_walk_checks(SKIRMISH, [Wasting(20), together, Wasting(90)])
    assert len(alone.noted) == 50
    assert together.noted == alone.noted


def test_checks_are_spread_over_all_set_ups_and_whole_games() -> None:
    noting = Noting(120)
    run_walk_checks(SKIRMISH, [noting])
    seeds = [seed for seed, *_ in noting.noted]
    assert set(seeds) >= set(range(1, 13))
    longest = max(seeds, key=lambda seed: max(place for at, place, *_ in noting.noted if at == seed))
    places = [place for seed, place, *_ in noting.noted if seed == longest]
    assert places == sorted(set(places))
    assert places[0] < places[-1] / 3


def test_a_check_that_changes_how_the_game_goes_is_found() -> None:
    class Meddling(Noting):
        def before_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
            walk.dice.roll(6, Roll.ATTACK)

    with pytest.raises(AssertionError, match="continues differently when it is observed"):
        run_walk_checks(SKIRMISH, [Meddling(1)])


def test_a_fault_names_the_check_that_found_it() -> None:
    class Complaining(Noting):
        def check_decision(self, walk: Walk, decisions: tuple[Decision, ...]) -> None:
            walk.require(False, "no")

    with pytest.raises(AssertionError, match=r"no\n.*\n  found by noting"):
        run_walk_checks(SKIRMISH, [Complaining(1)])


# -- memory ----------------------------------------------------------------------------------------


def test_a_cache_with_an_incomplete_key_is_found(monkeypatch: Patch) -> None:
    honest = Skirmish.view
    asked: list[tuple[Skirmish, State]] = []

    @cached(8)
    def by_side(side: int) -> dict[str, Any]:
        game, state = asked[-1]
        return honest(game, state, side)

    def view(game: Skirmish, state: State, side: int) -> dict[str, Any]:
        asked.append((game, state))
        return by_side(side)

    monkeypatch.setattr(Skirmish, "view", view)
    finds("memory", "depend on cached values")


# -- the rest --------------------------------------------------------------------------------------


def test_rules_that_are_never_used_are_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Coverage, "min_share", 1.0)
    with pytest.raises(AssertionError, match=r"never used in 12 games: .*restriction lives"):
        check_coverage(SKIRMISH, CheckBudget(0), None, 1)


def test_a_changed_rule_is_found_in_a_recorded_game(monkeypatch: Patch) -> None:
    path = sorted((fixtures.FIXTURES / "skirmish").glob("*atoll*"))[0]
    fixtures.check_fixture(path)
    monkeypatch.setitem(
        Operation.handlers, skirmish.MARCH.number, lambda frame, execution, company, to: execution.pop()
    )
    with pytest.raises(AssertionError, match="line "):
        fixtures.check_fixture(path)


def test_a_fault_is_saved_as_a_record_that_plays_again(tmp_path: Path) -> None:
    walk = Walk(every_value(SKIRMISH)[0], 3)
    for _ in walk.decisions():
        if len(walk.moves) == 12:
            break
    fault = walk.fault("something is wrong")
    assert "something is wrong" in str(fault)
    (path,) = tmp_path.glob("*.jsonl")
    again = replay(read_record(path), game=SKIRMISH)
    assert again.divergence is None
    assert again.match.state == walk.state


@pytest.mark.build
def test_slices_continue_for_a_few_decisions_from_rare_states(tmp_path: Path) -> None:
    """Faults in these games are saved as records that begin with the position."""
    found = list(walks_from_positions(named("aap"), 1))
    asked = {walk.state.decisions()[0].procedure.name for walk in found}
    assert {"naming", "diverting", "bombarding", "landing_lost", "submerging", "kamikaze"} <= asked
    walk = next(walk for walk in found if walk.setup.position and walk.setup.position.stem == "two_powers_meet_a_raid")
    last, again = walk.play_to_end(), walk.replay()
    assert len(walk.moves) == DECISIONS_IN_SLICE
    assert again.play_to_end() == last
    assert walk.start is not None
    assert walk.start.decisions()[0].procedure.name == "combat_moves"
    walk.fault("something is wrong")
    (path,) = tmp_path.glob("*.jsonl")
    played = replay(read_record(path))
    assert played.divergence is None
    assert played.match.state == last


def test_walks_are_the_same_for_the_same_seed() -> None:
    setup = every_value(SKIRMISH)[1]
    first, second = Walk(setup, 8), Walk(setup, 8)
    second.check_rng.random()
    assert first.play_to_end() == second.play_to_end()


def test_every_value_and_every_pair_occur() -> None:
    values = [(setup.scenario, *setup.options.values()) for setup in every_value(SKIRMISH)]
    assert {value for row in values for value in row} == {"atoll", "raid", "3", "2", "1", "none_sinks", "both_sink"}
    campaigns = [setup.options for setup in every_value(named("vitp")) if setup.scenario == "campaign"]
    one_by_one = {(options["turn_one"], options["cpo_withdrawal"]) for options in campaigns}
    assert {("standard", "off"), ("menzel", "on")} <= one_by_one, "only with the other scenario"
    product_of = every_pair(SKIRMISH)
    both = {(setup.options["rounds"], setup.options["ties"]) for setup in product_of}
    assert len(both) == 6
    assert len({(setup.scenario, setup.options["rounds"]) for setup in product_of}) == 6
