"""Compares a reference implementation of air combat, guns, submarines, tanks and Misreads with the rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import interception, waves
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_air import LOW_DOWN
from tests.games.war_in_the_pacific.reference_comparison import rules_for
from tests.games.war_in_the_pacific.reference_game_fights import Fights
from tests.games.war_in_the_pacific.reference_melee import Air, differs
from tests.kit.games import SAVED
from tests.kit.thorough_cases import further

NEAR, FAR_OFF = "F1230", "F0833"
"""Twenty and forty-five Movement Points from the struck force."""
STRIKERS = ("kate", "val", "zero", "betty", "judy")
FIGHTERS = ("f4f", "f2a", "p_40", "f6f")
TRAININGS = ("carrier", "trained", "untrained")
ROLES = (flight_duties.BOMB, flight_duties.TORPEDO, flight_duties.ESCORT)


def compared(game: Fights, most: int) -> Counter[str]:
    """Plays a game with both implementations; they agree in all comparisons."""
    game.play(most)
    assert game.differ == []
    return game.seen


def meeting(seed: int) -> tuple[State, int]:
    """A wave of all types at an American force, and patrols of all types above it: some tired, some low."""
    luck, state = random.Random(seed), midway_states.midway()
    midway_states.nobody_flies(state)
    hex = luck.choice((NEAR, FAR_OFF))
    put_force(state, "japan_1", hex, "jp_cv1", "jp_cv2")
    put_force(state, "allies_1", "F1628", "us_cv8", "us_ca32", "us_dd14")
    midway_states.contact(state, "allies_1", "F1628", luck.choice(("true_report", "misread")))
    state.stack, state.cells[layout.FIRST_PLAYER] = (), luck.randrange(2)
    covers = FORCES.index["allies_1"]
    guard = [f"{kind}_{luck.choice(TRAININGS)}" for kind in luck.sample(FIGHTERS, luck.randint(1, 3))]
    midway_states.park(state, "us_cv8", **dict.fromkeys(guard, 9))
    over, deck = NUMBER["F1628"], midway_states.base("us_cv8")
    for stack in guard:
        what = flights.Sortie(deck, STACKS.index[stack], flight_duties.PATROL, over=over, covers=covers)
        flight = flights.launch(state, ALLIES, what, luck.randint(1, 6))
        state.arrays[layout.FLIGHT_FOUGHT][flight] = luck.choice((0, 0, 1, 2))
    altitude = luck.randrange(len(layout.ALTITUDES))
    number = waves.begin_wave(state, JAPAN, waves.Aim(NUMBER["F1628"], strike_targets.FORCE, altitude, covers))
    roles = luck.choice((ROLES, (flight_duties.BOMB, flight_duties.ESCORT), (flight_duties.BOMB,)))
    for ship in ("jp_cv1", "jp_cv2"):
        parked = {f"{kind}_{luck.choice(TRAININGS)}": 9 for kind in luck.sample(STRIKERS, 3)}
        midway_states.park(state, ship, **parked)
        for stack in parked:
            role = luck.choice(roles)
            what = flights.Sortie(midway_states.base(ship), STACKS.index[stack], role, wave=number)
            flights.launch(state, JAPAN, what, luck.randint(1, 3))
    return state, number


def fly(seed: int) -> Counter[str]:
    """A wave flies without attack, there and back; each combat is recomputed with the same dice."""
    state, number = meeting(seed)
    air, execution = Air(state), Execution(state, SeededDice(seed))
    name = f"japan_wave_{number + 1}"
    came, seen = air.came_low(name), Counter[str]()
    waves.begin_flight(state, JAPAN, number)
    for home in (False, True):
        execution.events.clear()
        interception.resolve_patrol(execution, JAPAN, number, home=home)
        interception.fire_at_wave(execution, JAPAN, number, home=home)
        met = midway_states.find_events(execution.events, "japan", "air_combat")
        assert bool(met) == bool(who_meets(air, name, home, came[0])), seed
        for event in met:
            assert differs(air.melee(event, home, *came), event) == [], seed
            seen[event["bounce"] + "_home" * home] += 1
        for event in midway_states.find_events(execution.events, "japan", "flak"):
            assert differs(air.flak(event, home), event) == [], seed
            seen["flak" + "_home" * home] += 1
    return seen


def who_meets(air: Air, wave: str, home: bool, bombs: bool) -> bool:
    """7.1, 6.12, 6.21 Whether a wave meets patrols, there or on its way home."""
    flown = [flight for flight in air.flights(wave) if not home or air.far(wave, flight)]
    return bool(flown and air.guards(wave, bombs))


@pytest.mark.build
@pytest.mark.clause("7.1", "7.11", "7.12", "7.2", "7.5", "6.12", "6.21", "5.11")
def test_two_references_agree_on_hand_made_waves_and_patrols_there_and_back() -> None:
    seen = sum((fly(seed) for seed in range(80)), Counter[str]())
    assert min(seen[bounce + home] for bounce in ("nobody", "patrol", "escort") for home in ("", "_home")) >= 4, seen
    assert seen["flak_home"] > 20
    assert set(LOW_DOWN) == {"torpedo", "kamikaze"}


@pytest.mark.thorough
@pytest.mark.clause("7.2", "13.7", "8.31", "11.2", "11.5")
def test_two_references_agree_on_fights_at_leyte_from_a_saved_position() -> None:
    state = load_position(SAVED / "war_in_the_pacific" / "leyte_turn_2_after_landing.toml")
    sailing.stop_forces(state)
    found = compared(Fights(state, 1, ("ensign", "ensign")), 250)
    assert min(found["flak"], found["flak_home"]) > 0, found


@pytest.mark.thorough
@pytest.mark.clause("7.1", "7.2", "7.11", "6.12", "13.7", "8.31", "10.5", "11.2", "11.5")
@pytest.mark.parametrize(("scenario", "seed"), [("midway", 1), ("leyte", 1), *further(("midway", 6), ("leyte", 4))])
def test_two_references_agree_on_fights_over_whole_games(scenario: str, seed: int) -> None:
    found = compared(Fights(GAME.rules().new(scenario), seed, ("ensign", "ensign")), 10**6)
    assert found["flak"] > 5
    assert found["refuelled"] > 10


@pytest.mark.thorough
@pytest.mark.clause("7.1", "7.2", "6.4", "13.7", "8.31", "10.5", "11.2", "11.5")
@pytest.mark.parametrize("scenario", ["midway", "leyte"])
@pytest.mark.parametrize("hands", [("random", "random"), *further((("ensign", "random"),), (("random", "ensign"),))])
def test_two_references_agree_on_fights_against_random_play(scenario: str, hands: tuple[str, str]) -> None:
    assert compared(Fights(rules_for("random").new(scenario), 7, hands), 4000)
