"""Air and Naval Phases at Leyte with kamikazes, and a reference implementation that computes each dive."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import IN_FORCE, SHIPS, STACKS, WAVES
from tests.games.war_in_the_pacific import reference_kamikazes as reference
from tests.games.war_in_the_pacific.reference_arrivals import gained
from tests.games.war_in_the_pacific.reference_sea import PLANE, ROW, SHIP

Events = Sequence[Mapping[str, Any]]
COME, DIVE = ("force_found", "raided"), layout.DUTIES.index["kamikaze"]


class Dives:
    """Random phases with frequent dives of Japan; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.dice, self.luck = state, SeededDice(seed), random.Random(seed)
        self.seen, self.differ = Counter[str](), list[str]()
        self.left, self.aimed = 0, Counter[tuple[str, str]]()
        self.by_choice = False

    def agree(self, what: str, mine: object, theirs: object, *of: object) -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        if mine != theirs:
            self.differ.append(f"{what}: the reference {mine}, the rules {theirs} {of}")

    def play(self, most: int = 400) -> Counter[str]:
        """Plays all open decisions."""
        execution, before = Execution(self.state, self.dice), self.state.copy()
        run(execution)
        self.check_events(before, self.state.rules.visible_events(execution.events, "all"))
        while (open_to := self.state.decisions()) and most > 0:
            decision, most = self.luck.choice(open_to), most - 1
            self.asked(decision)
            before = self.state.copy()
            events = self.state.apply(decision.side, self.chosen(decision), self.dice, trusted=True)
            self.check_events(before, self.state.rules.visible_events(events, "all"))
        return self.seen

    # -- choices ---------------------------------------------------------------------------------------------

    def asked(self, decision: Decision) -> None:
        """39.41, 39.45 The possible kamikazes: never more than are left, and no forbidden types."""
        dives = [choice for choice in decision.choices if "kamikaze" in choice and choice[0] == "send"]
        if any(choice[0] == "send" for choice in decision.choices):
            self.agree("offered", True, all(reference.may_dive(choice[2]) for choice in dives), dives)
            self.agree("most", True, all(int(choice[4]) <= self.left for choice in dives if len(choice) > 4), self.left)
            self.agree("begun", True, bool(self.left) or not dives, dives)

    def chosen(self, decision: Decision) -> tuple[str, ...]:
        """A random choice; Japan strikes and dives if it can, and the Allies sometimes patrol."""
        offered = decision.choices
        if (rest := self.makes_ready(decision)) and self.luck.random() < 0.8:
            return rest
        dives = [choice for choice in offered if "kamikaze" in choice or choice[0] == "allot"]
        if dives and self.luck.random() < 0.8:
            return tuple(self.luck.choice(dives))
        for verb in ("strike", "fly"):
            if decision.side == "japan" and self.luck.random() < 0.7:
                found = [choice for choice in offered if choice[0] == verb]
                if found and (verb == "strike" or self.luck.random() < 0.4):
                    return tuple(self.luck.choice(found))
        return tuple(offered.sample_by_argument(self.luck))

    def makes_ready(self, decision: Decision) -> tuple[str, ...]:
        """6.6 Japan makes points ready if it may, a few times per phase."""
        if decision.side != "japan" or decision.procedure.name != "ready_orders" or self.luck.random() < 0.2:
            return ()
        found = [choice for choice in decision.choices if choice[0] == "make_ready" and int(choice[3]) <= 10]
        return tuple(self.luck.choice(found)) if found else ()

    # -- events ----------------------------------------------------------------------------------------------

    def check_events(self, before: State, data: Events) -> None:
        """The events of a choice, in order."""
        hits = [event for event in data if event["event"] == "ship_hit" and event["weapon"] == "kamikazes"]
        spent = sum(event["points"] for event in data if event["event"] == "kamikazes_spent")
        self.by_choice = bool(hits) and spent == self.aimed.total()
        for event in data:
            name = event["event"]
            if name == "kamikazes_allotted":
                self.allotted(before, event)
            elif name == "aimed" and event["role"] == "kamikaze":
                self.aim(event)
            elif name == "ship_hit" and event["weapon"] == "kamikazes":
                self.hit(event)
            elif name == "kamikazes_spent":
                self.spent(before, event)
        self.sent(before, data)
        self.lost(before, data)

    def allotted(self, before: State, event: Mapping[str, Any]) -> None:
        """39.41 The allotment of an Air Phase, counted again; the rest of the last one has lapsed."""
        self.left = reference.allotment(before)
        self.agree("allotted", self.left, event["points"])

    def divers(self, state: State) -> dict[str, Counter[str]]:
        """39.42 The kamikazes in the air, by wave and stack."""
        arrays, found = state.arrays, dict[str, Counter[str]]()
        for flight, duty in enumerate(arrays[layout.FLIGHT_ROLE]):
            points, wave = arrays[layout.FLIGHT_POINTS][flight], arrays[layout.FLIGHT_WAVE][flight]
            if duty == DIVE and arrays[layout.FLIGHT_BASE][flight] >= 0 and points and wave >= 0:
                stack = STACKS.ids[arrays[layout.FLIGHT_STACK][flight]]
                found.setdefault(WAVES.ids[wave], Counter())[stack] += points
        return found

    def sent(self, before: State, data: Events) -> None:
        """39.41 Points that are sent are subtracted from the allotment; those that find no target are added back."""
        was, now = (sum(map(Counter.total, self.divers(each).values())) for each in (before, self.state))
        if now > was:
            self.left -= now - was
            self.agree("sent", True, self.left >= 0, self.left)
        self.agree("left", self.left, self.state.cells[layout.KAMIKAZES_LEFT], data)

    def aim(self, event: Mapping[str, Any]) -> None:
        """20.12 Points are aimed at a ship, no more than its type allows from a wave."""
        self.aimed[event["stack"], event["ship"]] += event["points"]
        here = sum(points for (_, ship), points in self.aimed.items() if ship == event["ship"])
        self.agree("limit", True, here <= reference.most_at(SHIP[ROW[event["ship"]]]["type"]), event, here)

    def hit(self, event: Mapping[str, Any]) -> None:
        """39.43, 39.45 A dive: its strength, and its Damage Points, which are not halved by armour."""
        if self.by_choice:
            self.agree("strength", reference.strength(self.aimed, event["ship"]), event["strength"], dict(self.aimed))
        self.agree("points", reference.points_of(event), event["points"], event)
        if SHIP[ROW[event["ship"]]]["type"] in ("BB", "BC", "XCV"):
            self.seen["armoured"] += 1

    def spent(self, before: State, event: Mapping[str, Any]) -> None:
        """39.44, 20.12 All points that attacked are lost: as many as the ships had room for."""
        force = before.arrays[layout.WAVE_FORCE][WAVES.index[event["wave"]]]
        ships = [
            SHIPS.ids[n] for n, position in enumerate(before.arrays[layout.SHIP_AT]) if position == IN_FORCE + force
        ]
        room = sum(reference.most_at(SHIP[ROW[ship]]["type"]) for ship in ships)
        self.agree("spent", True, self.aimed.total() <= event["points"] <= room, event, room)
        self.aimed.clear()

    def lost(self, before: State, data: Events) -> None:
        """39.42, 39.44, 47.1 Points of a wave that are gone: shot down and spent; every hit on a dive is a loss."""
        gone, down = Counter[str](), 0
        for stack, more in gained(before, self.state).items():
            if PLANE[reference.kind_of(stack)]["side"] == "japan":
                gone[stack] -= more
        for event in data:
            ours = event.get("wave", "").startswith("japan")
            if event["event"] == "air_combat":
                down += sum(event["lost"][1:]) if ours else event["lost"][0]
            elif event["event"] == "flak":
                down += event["lost"] * ours
            elif event["event"] == "hit_on_ground":
                down += event["lost"]
            elif event["event"] == "kamikazes_spent":
                down += event["points"]
        self.agree("lost", down, gone.total(), gone)
        losses = [each.cells[layout.LOSSES] for each in (self.state, before)]
        self.agree("worth", reference.worth(gone), losses[0] - losses[1], gone)
