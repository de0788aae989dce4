"""The lawyer's own reading and the rules agree on what is fired, flown and sailed at Midway and Leyte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from ironbottom.bots import as_run, make_player, offer_in
from ironbottom.engine.dice import SeededDice
from ironbottom.engine.position import load_position
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SHIPS_OF, WAVES
from tests.games.war_in_the_pacific import lawyer_sea as lawyer
from tests.games.war_in_the_pacific.burma_table import GAME
from tests.kit.games import SAVED

SIDES = ("japan", "allies")
BY_GUNS = ("gunnery", "light_gunnery", "torpedoes")
BY_AIR = ("bombs", "air_torpedoes", "kamikazes")
Told = Sequence[Mapping[str, Any]]


class Lockstep:
    """A game whose fire, flak and movement are reckoned anew; ``seen`` counts what was compared."""

    def __init__(self, state: State, seed: int, hands: tuple[str, str]) -> None:
        self.state, self.dice = state, SeededDice(seed)
        rules = state.rules
        self.players = {side: make_player(rules, hand, side, seed) for side, hand in zip(SIDES, hands, strict=True)}
        self.seen: Counter[str] = Counter()
        self.differ: list[str] = []
        self.aimed: Counter[tuple[str, str, str]] = Counter()
        self.down: Counter[str] = Counter()
        self.impulse, self.sailed = 0, Counter[str]()

    def play(self, most: int) -> Counter[str]:
        """Plays so many choices at most, comparing what comes of each."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_run(self.players[side].choose(offer_in(self.state, open_to[0]))):
                before = lawyer.Before(self.state)
                events = self.state.apply(side, action, self.dice)
                self.happened(before, self.state.rules.told(events, "all"))
                most -= 1
        if not self.state.decisions():
            self.ended()
        return self.seen

    def agree(self, what: str, right: bool, *of: object) -> None:
        """Both say the same."""
        self.seen[what] += 1
        if not right:
            self.differ.append(f"{what}: {of}")

    def happened(self, before: lawyer.Before, told: Told) -> None:
        """Reckons what was told; what guns fired first, before the hits that they made count."""
        self.guns(before, told)
        for event in told:
            name = event["event"]
            if name in ("impulse_opened", "phase_opened", "step_opened"):
                self.down.clear()
            if name in LOOKED_AT:
                LOOKED_AT[name](self, before, event)
        if any(event["event"] in ("ship_hit", "impulse_opened", "step_opened") for event in told):
            self.aimed.clear()

    def aim(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """20.11 Points are aimed."""
        self.aimed[event["stack"], event["role"], event["ship"]] += event["points"]

    def hit(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """11.5, 12.1, 12.3, 20.13, 39.43"""
        wrong = lawyer.struck(before, event)
        self.agree(event["weapon"], not wrong, wrong, event)
        mine = [
            lawyer.weapon_strength(before, self.aimed, event["ship"], event["weapon"], moves) for moves in (True, False)
        ]
        if event["weapon"] in BY_AIR and any(mine):
            self.agree("strength", event["strength"] in mine, mine, event, dict(self.aimed))

    def fought(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """7.11 What a patrol took out of a wave."""
        self.down[event["wave"]] += event["lost"][2] + event["aborted"][2]

    def flak(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """7.5, 12.2, 39.1 Strength and hits on a wave that had not attacked before."""
        wave, number = before.wave(event["wave"]), WAVES.index[event["wave"]]
        flown = sum(points for _, duty, points in wave if duty != "escort") - self.down.pop(event["wave"], 0)
        if not wave or any(duty in ("returning", "kamikaze") for _, duty, _ in wave):
            return
        if places.PREY.ids[before.kept[places.WAVE_TARGET][number]] == "force":
            mine = lawyer.flak_of_force(before, before.kept[places.WAVE_FORCE][number])
            self.agree("flak", event["strength"] in mine, mine, event)
        most = lawyer.flak_hits(event)
        self.agree("flak_hits", event["lost"] + event["aborted"] <= min(most, -(-flown // 2)), most, flown, event, wave)

    def guns(self, before: lawyer.Before, told: Told) -> None:
        """11.3 to 11.5 The sums on each target in a round, at long range or not."""
        fired = [event for event in told if event["event"] == "ship_hit" and event["weapon"] in BY_GUNS]
        if not fired:
            return
        dead = {event["ship"] for event in told if event["event"] == "ship_hit" and event["level"] >= 5}
        theirs = Counter({(event["ship"], event["weapon"]): event["strength"] for event in fired})
        mine = [lawyer.broadsides(before, before.aims, before.launches, far) for far in (False, True)]
        sums = [
            {key: found for key, found in each.items() if found and (key in theirs or key[0] not in dead)}
            for each in mine
        ]
        self.agree("round", dict(theirs) in sums, dict(theirs), sums)

    def open_impulse(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """4.12 An impulse opens."""
        self.impulse = event["impulse"]
        if self.impulse == 1:
            self.sailed.clear()

    def renumber(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """8.5 A force goes on under another number."""
        self.sailed[event["into"]] = self.sailed.pop(event["force"], 0)

    def sail(self, before: lawyer.Before, event: Mapping[str, Any]) -> None:
        """3.4, 10.3, 45.61 From hex to hex, never farther than the third of a phase allows an impulse."""
        way = event["way"]
        self.agree("way", all(lawyer.adjacent(one, other) for one, other in pairwise(way)), event)
        self.sailed[event["force"]] += sum(map(lawyer.cost_of, way))
        self.agree("sailed", self.sailed[event["force"]] <= 40 * self.impulse, self.sailed[event["force"]], event)

    def ended(self) -> None:
        """47.1, 47.23, 47.3 What ships score is no more than each side's score, and a lead breaks the campaign off."""
        score, levels = GAME.result(self.state)["score"], self.state.arrays[places.DAMAGE]
        for side, enemy in ((0, 1), (1, 0)):
            ships = sum(lawyer.ship_points(SHIPS.ids[ship], max(levels[ship], 0)) for ship in SHIPS_OF[enemy])
            units = ships + self.state.cells[places.LOSSES + enemy]
            self.agree("points", units <= score[SIDES[side]], ships, score)


LOOKED_AT = {
    "aimed": Lockstep.aim,
    "ship_hit": Lockstep.hit,
    "air_combat": Lockstep.fought,
    "flak": Lockstep.flak,
    "impulse_opened": Lockstep.open_impulse,
    "renumbered": Lockstep.renumber,
    "sailed": Lockstep.sail,
}


def compared(game: Lockstep, most: int) -> Counter[str]:
    """Plays a game under both; they agree on all that is compared."""
    game.play(most)
    assert game.differ == []
    return game.seen


@pytest.mark.clause("11.5", "12.1", "12.3", "7.5", "10.3", "20.13")
def test_two_referees_agree_on_fire_and_movement_at_leyte_from_a_saved_position() -> None:
    state = load_position(SAVED / "war_in_the_pacific" / "leyte_turn_2_after_landing.toml")
    found = compared(Lockstep(state, 1, ("ensign", "ensign")), 300)
    assert (found["bombs"], found["air_torpedoes"], found["strength"]) == (4, 2, 6)
    assert (found["flak"], found["sailed"]) == (6, 26)


@pytest.mark.thorough
@pytest.mark.clause("11.3", "11.4", "11.5", "12.1", "12.3", "7.5", "10.3", "20.13", "47.1")
@pytest.mark.parametrize("seed", [1, 2])
def test_two_referees_agree_over_games_of_midway(seed: int) -> None:
    found = compared(Lockstep(GAME.rules().new("midway"), seed, ("ensign", "ensign")), 10**6)
    assert found["sailed"] > 50
    assert found["points"] == 2


@pytest.mark.thorough
@pytest.mark.clause("39.43", "11.5", "12.1", "7.5")
@pytest.mark.parametrize("seed", range(1, 4))
def test_two_referees_agree_over_games_of_leyte(seed: int) -> None:
    found = compared(Lockstep(GAME.rules().new("leyte"), seed, ("ensign", "ensign")), 10**6)
    assert found["bombs"] + found["air_torpedoes"] > 10
    assert found["points"] == 2
