"""Compares a reference implementation of kamikazes (39.4), written from the clauses, with their dives."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import STACKS
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.sequence import NavalPhase
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.leyte_states import new_game
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_game_kamikazes import Dives, Events
from tests.games.war_in_the_pacific.reference_kamikazes import calls
from tests.games.war_in_the_pacific.reference_sea import PLANE
from tests.games.war_in_the_pacific.reference_search import SIDES

AT_SEA, FIELDS = "B2150", ("B1948", "B2048", "B1940")
"""Off Luzon; Clark Field, Manila and Formosa."""
TARGETS = ("us_cv9", "us_cvl24", "us_cve20", "us_bb61", "us_bb35", "us_ca68", "us_cl60", "us_dd60", "us_apb1")
CLAUSES = ("39.41", "39.42", "39.43", "39.44", "39.45", "45.63", "20.12")


def off_luzon(seed: int) -> State:
    """An American force in contact off Luzon with or without patrols, Japanese points of all types ashore."""
    luck, state = random.Random(seed), new_game()
    state.cells[layout.FIRST_PLAYER] = luck.randrange(2)
    state.cells[layout.TURN] += 1
    state.cells[layout.KAMIKAZES] = luck.random() < 0.9
    air_states.nobody_flies(state)
    japanese = [stack for stack in STACKS.ids if PLANE[stack.rpartition("_")[0]]["side"] == "japan"]
    for field in FIELDS[: luck.randint(1, 3)]:
        air_states.park(state, field, **{stack: luck.randint(1, 30) for stack in luck.sample(japanese, 5)})
    ships = luck.sample(TARGETS, luck.randint(2, 6))
    put_force(state, "allies_1", AT_SEA, *ships)
    if "us_cv9" in ships and luck.random() < 0.5:
        air_states.park(state, "us_cv9", f6f_carrier=luck.randint(1, 8))
    air_states.contact(state, "allies_1", AT_SEA, luck.choice(("true_report", "good", "fair", "poor")))
    state.stack = (AirPhase(0),)
    return state


def dived(seeds: range) -> Counter[str]:
    """Air Phases in which both agree on all dives."""
    seen, differ = Counter[str](), []
    for seed in seeds:
        dives = Dives(off_luzon(seed), seed)
        seen += dives.play()
        differ += [f"{seed}: {each}" for each in dives.differ]
    assert differ == []
    return seen


class AtSea(Dives):
    """6.6, 45.63 The points rest in the Air Phase, and fly as Special Strikes in the Naval Phase after it."""

    def chosen(self, decision: Decision) -> tuple[str, ...]:
        """Neither side acts in the Air Phase; the force is in contact when points are made ready."""
        if any(isinstance(frame, AirPhase) for frame in self.state.stack):
            return ("done",) if ("done",) in decision.choices else super().chosen(decision)
        if decision.procedure.name == "ready_orders":
            air_states.contact(self.state, "allies_1", AT_SEA, "fair")
        if decision.procedure.name == "orders":
            return ("done",)
        return super().chosen(decision)

    def check_events(self, before: State, data: Events) -> None:
        """The results of dives by ready points are counted separately."""
        spent = self.seen["spent"]
        super().check_events(before, data)
        self.seen["special"] += self.seen["spent"] - spent


def special(seeds: range) -> Counter[str]:
    """Idle Air Phases, each with a Naval Phase after it, in which both agree on all dives."""
    seen, differ = Counter[str](), []
    for seed in seeds:
        state = off_luzon(seed)
        state.stack = (NavalPhase(0), AirPhase(0))
        dives = AtSea(state, seed)
        seen += dives.play()
        differ += [f"{seed}: {each}" for each in dives.differ]
    assert differ == []
    return seen


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
def test_two_references_agree_on_dives_off_luzon() -> None:
    seen = dived(range(20))
    assert min(seen["strength"], seen["spent"], seen["limit"]) > 5, seen


@pytest.mark.build
@pytest.mark.clause(*CLAUSES, "6.6")
def test_two_references_agree_on_dives_in_special_strikes() -> None:
    seen = special(range(30))
    assert min(seen["special"], seen["strength"], seen["limit"]) > 5, seen


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES, "6.6")
def test_two_references_agree_on_hundreds_of_special_strikes_with_dives() -> None:
    seen = special(range(1000, 1300))
    assert min(seen["special"], seen["strength"], seen["armoured"]) > 20, seen


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
def test_two_references_agree_on_hundreds_of_air_phases_with_dives() -> None:
    seen = dived(range(1000, 1220))
    assert min(seen["strength"], seen["spent"], seen["armoured"]) > 40, seen


@pytest.mark.thorough
@pytest.mark.clause("45.63", "39.4")
def test_two_references_agree_when_japan_is_asked_over_a_game_of_leyte() -> None:
    """45.63 Kamikazes may begin at the start of each turn after an Allied unit landed in certain places."""
    rules = GAME.rules()
    state, dice = rules.new("leyte"), SeededDice(3)
    players = {side: make_player(rules, "ensign", side, 3) for side in SIDES}
    called, asked, turns, most = False, 0, 0, 1800
    while (open_to := state.decisions()) and most > 0:
        most -= 1
        asks = open_to[0].procedure.name == "kamikaze_call"
        assert not asks or (called and not state.cells[layout.KAMIKAZES])
        asked += asks
        action = players[open_to[0].side].choose(offer_for(state, open_to[0]))
        for each in as_choices(action):
            events = rules.visible_events(state.apply(open_to[0].side, each, dice, trusted=True), "all")
            called |= any(calls(event) for event in events)
            turns += called and any(event["event"] == "turn_opened" for event in events)
            assert state.cells[layout.LANDED_WHERE_CALLED] == called
    assert (asked, turns > 0) == (1, True)
