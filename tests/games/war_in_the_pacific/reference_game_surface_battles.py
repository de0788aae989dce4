"""Surface battles compared with the rules: contact, escape, targets, survivors, withdrawal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.dice.dice import NoDice, RecordingDice, SeededDice
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from tests.games.war_in_the_pacific.reference_screens import ROUNDS, Lines, Sea, toward_a_base
from tests.games.war_in_the_pacific.reference_search import SIDES

Events = Sequence[Mapping[str, Any]]
ASKED_FOR_FIRE = ("gunlaying", "laying")


class Battles:
    """Surface combat of an impulse, compared with the rules; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, impulse: int) -> None:
        self.state, self.dice, self.luck = state, RecordingDice(SeededDice(seed)), random.Random(seed)
        self.seen, self.differ = Counter[str](), list[str]()
        self.night = impulse == 2
        self.fighting, self.begun, self.round = list[str](), (0, 0), 0
        self.forces, self.met, self.named = list[str](), dict[str, list[str]](), ""
        self.wishes, self.leaving = dict[tuple[str, str], str](), set[str]()
        self.launched, self.surprised, self.left = set[str](), "", ""
        self.impulse = impulse

    def agree(self, what: str, mine: object, theirs: object, *of: object) -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        if mine != theirs:
            self.differ.append(f"{what}: the reference {mine}, the rules {theirs} {of}")

    def falls(self, why: Roll) -> list[int]:
        """The dice that this choice rolled for a given reason."""
        return [die.value for die in self.dice.rolled if die.why == why]

    # -- play ------------------------------------------------------------------------------------------------

    def play(self) -> Counter[str]:
        """Opens the surface combat of an impulse and plays it at random to its end."""
        before = self.state.copy()
        execution = Execution(self.state, self.dice)
        self.state.stack = (*self.state.stack, SurfaceCombat.opened(self.impulse))
        run(execution)
        self.check_events(before, self.state.rules.visible_events(execution.events, "all"))
        while open_to := self.state.decisions():
            decision = self.luck.choice(open_to)
            self.asked(decision)
            action = decision.choices.sample_by_argument(self.luck)
            if decision.procedure.name in ASKED_FOR_FIRE and action == ("done",) and self.luck.random() < 0.6:
                continue
            if (
                action == ("avoid",)
                and self.state.why_not(decision.side, ("fight",)) is None
                and self.luck.random() < 0.5
            ):
                action = ("fight",)
            self.chosen(decision, action)
            before = self.state.copy()
            self.dice.rolled.clear()
            self.check_events(
                before,
                self.state.rules.visible_events(
                    self.state.apply(decision.side, action, self.dice, trusted=True), "all"
                ),
            )
        self.agree("all_fought", set(), self.left_to_fight())
        return self.seen

    def chosen(self, decision: Decision, action: tuple[str, ...]) -> None:
        """The choice of a side."""
        here: Any = decision.procedure
        if action[0] in ("fight", "avoid"):
            self.wishes[HEXES.ids[here.where], decision.side] = action[0]
        if action[0] == "break_off":
            self.leaving.add(decision.side)
        if action[0] == "battle_at":
            self.named = action[1]

    # -- questions -------------------------------------------------------------------------------------------

    def asked(self, decision: Decision) -> None:
        """11.1 Whether a side may seek battle; 11.3 the possible targets of its ships, and whether it may leave."""
        side = SIDES.index(decision.side)
        if decision.procedure.name == "meeting":
            sea, here = Sea(self.state), self.met[HEXES.ids[decision.procedure.where]]  # type: ignore[attr-defined]
            mine = any(sea.may_fight(force) for force in here if force.startswith(decision.side))
            self.agree("may_fight", mine, self.state.why_not(decision.side, ("fight",)) is None, here)
        if decision.procedure.name == "next_battle":
            first = SIDES[max(self.state.cells[layout.FIRST_PLAYER], 0)]
            self.agree("first_player_orders", first, decision.side)
            offered = {choice[1] for choice in decision.choices}
            self.agree("battles_left", self.left_to_fight(), offered)
            self.agree("several_left", True, len(offered) > 1)
        if decision.procedure.name == "gunlaying":
            may_leave = self.state.why_not(decision.side, ("break_off",)) is None
            self.agree("may_leave", self.round == ROUNDS, may_leave, self.round)
            self.fire(decision.side, side)

    def fire(self, name: str, side: int) -> None:
        """11.3, 11.4 The ships that may still fire, with their targets and weapons."""
        lines = Lines(Sea(self.state), self.fighting, self.night)
        aim = self.state.arrays[layout.AIM]
        engaged = {SHIPS.ids[aim[SHIPS.index[ship]]] for ship in lines.of[side] if aim[SHIPS.index[ship]] >= 0}
        targets = lines.targets(1 - side)
        if len(engaged) >= lines.most(side):
            targets &= engaged
        mine = {}
        for ship in lines.of[side]:
            arms = lines.weapons(ship, self.round, ship in self.launched)
            if aim[SHIPS.index[ship]] < 0 and arms and targets:
                mine[ship] = {(target, arm) for target in targets for arm in arms}
        theirs = {}
        decision = self.state.decision(name)
        for verb, *rest in decision.choices if decision else ():
            if verb == "fire":
                theirs[rest[0]] = self.laid(name, rest[0])
        shown = {ship: mine.get(ship, set()) ^ theirs.get(ship, set()) for ship in mine.keys() | theirs.keys()}
        self.agree("fire", mine, theirs, self.night, lines.of, {k: v for k, v in shown.items() if v})

    def laid(self, name: str, ship: str) -> set[tuple[str, str]]:
        """The offered targets of a ship."""
        then = self.state.copy()
        then.apply(name, ("fire", ship), NoDice())
        decision = then.decision(name)
        if decision is not None and decision.procedure.name == "laying":
            return {(choice[1], choice[2]) for choice in decision.choices if choice[0] == "fire_at"}
        number = SHIPS.index[ship]
        arms = ("guns", "guns_and_torpedoes")[then.arrays[layout.LAUNCHES][number]]
        return {(SHIPS.ids[then.arrays[layout.AIM][number]], arms)}

    # -- events ----------------------------------------------------------------------------------------------

    def check_events(self, before: State, data: Events) -> None:
        """The events of a choice, in order."""
        away = self.falls(Roll.BREAK_OFF)
        if self.falls(Roll.SURFACE_CONTACT) or any(event["event"] in ("met", "dummy_removed") for event in data):
            self.meets(before, data)
        for event in data:
            name = event["event"]
            if name == "met":
                self.met[event["at"]] = list(event["forces"])
            elif name == "broke_off":
                self.breaks(before, event, away)
            elif name == "battle":
                self.opens(before, event)
            elif name == "surprise":
                self.surprised = event["surprised"] or ""
            elif name == "round":
                self.next_round(before, event)
            elif name == "left_battle":
                self.leaves(before, event)
            elif name == "battle_over":
                self.over(before, event, data)

    def meets(self, before: State, data: Events) -> None:
        """11.1 Each pair of forces in a hex rolls, if a ship is in one of them; a dummy in contact is removed."""
        sea, dice, found, gone = Sea(before), self.falls(Roll.SURFACE_CONTACT), dict[str, set[str]](), set[str]()
        for hex in self.hexes(sea):
            here = [force for force in FORCES.ids if force in sea.sky.at and sea.hex_of(force) == hex]
            pairs = [(one, other) for one in here for other in here if (one[0], other[0]) == ("j", "a")]
            for one, other in pairs:
                if {one, other} & gone or not (sea.ships(one) or sea.ships(other)):
                    continue
                roll = sea.roll(one, other, self.night)
                die = 0 if roll.automatic else dice.pop(0) if dice else -9
                if not roll.meets(die):
                    continue
                dummies = {force for force in (one, other) if not sea.ships(force)}
                gone |= dummies
                if not dummies:
                    found.setdefault(hex, set()).update((one, other))
        for hex, those in found.items():
            sides = {force[0] for force in those}
            here = [
                force for force in FORCES.ids if force in sea.sky.at and sea.hex_of(force) == hex and force[0] in sides
            ]
            those |= {force for force in here if sea.ships(force) and sea.mission(force) == "escort"}
        met = {event["at"]: set(event["forces"]) for event in data if event["event"] == "met"}
        self.agree("dice_of_contact", [], dice)
        self.agree("met", found, met)
        self.agree("dummies", gone, {event["force"] for event in data if event["event"] == "dummy_removed"})

    def hexes(self, sea: Sea) -> list[str]:
        """11.1 The hexes with forces of both sides."""
        sides = [{sea.hex_of(force) for force in sea.sky.at if force.startswith(side)} for side in SIDES]
        return sorted(sides[0] & sides[1], key=HEXES.index.__getitem__)

    def breaks(self, before: State, event: Mapping[str, Any], dice: list[int]) -> None:
        """11.1 A force tries to break off."""
        side = event["force"].partition("_")[0]
        hex, here = next((hex, here) for hex, here in self.met.items() if event["force"] in here)
        enemies = [force for force in here if not force.startswith(side)]
        mine = Sea(before).gets_away(event["force"], enemies, event["die"])
        self.agree("breaks_off", mine, bool(event["away"]), event, enemies)
        wishes = self.wishes[hex, side], self.wishes[hex, self.other(side)]
        self.agree("wished_away", ("avoid", "fight"), wishes)
        if mine:
            here.remove(event["force"])

    def other(self, side: str) -> str:
        """The enemy."""
        return SIDES[side == SIDES[0]]

    def left_to_fight(self) -> set[str]:
        """11.1 The hexes in which a side wants battle and both sides have stayed, without those already fought in."""
        asked = {hex for hex, _ in self.wishes}
        self.agree("all_meetings_asked", True, set(self.met) <= asked)
        wanted = [hex for hex in self.met if "fight" in (self.wishes[hex, side] for side in SIDES)]
        return {hex for hex in wanted if len({force[0] for force in self.met[hex]}) > 1}

    def opens(self, before: State, event: Mapping[str, Any]) -> None:
        """11.3 Checks that a battle begins with all ships of the forces in contact that did not escape."""
        sea, hex, left = Sea(before), event["at"], self.left_to_fight()
        self.agree("battle_by_order", {self.named} if len(left) > 1 else left, {hex}, left)
        self.forces = self.met.pop(hex)
        self.fighting = [ship for force in self.forces for ship in sea.ships(force)]
        self.agree("battle", set(self.fighting), set(event["ships"]))
        lines = Lines(sea, self.fighting, self.night)
        self.begun, self.round = (len(lines.of[0]), len(lines.of[1])), 0
        self.launched.clear()

    def next_round(self, before: State, event: Mapping[str, Any]) -> None:
        """11.3 A round begins: at most three, and both sides have ships that can fight."""
        self.round += 1
        self.launched |= {SHIPS.ids[n] for n, fires in enumerate(before.arrays[layout.LAUNCHES]) if fires}
        self.leaving.clear()
        self.agree("round", self.round, event["round"])
        lines = Lines(Sea(self.state), self.fighting, self.night)
        goes_on = self.round == 1 or (self.round <= ROUNDS and all(map(lines.able, (0, 1))))
        self.agree("goes_on", True, goes_on, lines.of)

    def leaves(self, before: State, event: Mapping[str, Any]) -> None:
        """11.3 A side leaves before the third round: without a die if it is faster, otherwise on a four."""
        faster = Lines(Sea(before), self.fighting, self.night).faster(SIDES.index(event["side"]))
        self.agree("left_without_die", faster, not event["die"], event)
        self.agree("left", faster or event["die"] >= 4, bool(event["away"]), event)
        self.agree("wished_to_leave", True, event["side"] in self.leaving)
        if event["away"]:
            self.left = event["side"]

    def over(self, before: State, event: Mapping[str, Any], data: Events) -> None:
        """11.6 A battle ends; a side that lost more than half of its ships withdraws a hex toward its base."""
        lines = Lines(Sea(self.state), self.fighting, self.night)
        done = self.round >= ROUNDS or bool(self.left) or not all(map(lines.able, (0, 1)))
        self.agree("may_end", True, done, self.round)
        for side, name in enumerate(SIDES):
            beaten = 2 * (self.begun[side] - len(lines.of[side])) > self.begun[side]
            alive = {force for force in self.forces if force.startswith(name) and Sea(self.state).ships(force)}
            gone = {e["force"]: e["to"] for e in data if e["event"] == "withdrew" and e["force"].startswith(name)}
            self.agree("withdraws", alive if beaten else set(), set(gone), event, self.begun)
            for force, to in gone.items():
                self.agree("towards_a_base", True, toward_a_base(before, force, event["at"], to), force, to)
        if all(after["event"] != "battle" for after in data[data.index(event) :]):
            self.agree("cleared", (0, -1, 0), self.swept())
        self.left, self.round = "", 0

    def swept(self) -> tuple[int, int, int]:
        """11.3 Targets are cleared after a battle."""
        arrays = self.state.arrays
        return self.state.cells[layout.BATTLING], max(arrays[layout.AIM]), max(arrays[layout.LAUNCHES])
