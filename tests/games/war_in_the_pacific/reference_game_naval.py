"""A game of Midway or Leyte with recomputed fire, flights, searches and movement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.dice.dice import RecordingDice, SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS, SHIPS_OF, UNITS, WAVES
from ironbottom.games.war_in_the_pacific.rolls import Roll
from tests.games.war_in_the_pacific import reference_sea as reference
from tests.games.war_in_the_pacific import reference_shore as shore
from tests.games.war_in_the_pacific.burma_states import GAME
from tests.games.war_in_the_pacific.reference_air import FIX, Meeting, added, bombs_hit
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_search import SIDES, Looked, SearchState, chit, chit_text

BY_GUNS = ("gunnery", "light_gunnery", "torpedoes")
BY_AIR = ("bombs", "air_torpedoes", "kamikazes")
Events = Sequence[Mapping[str, Any]]


class Lockstep:
    """A game whose fire, flak and movement are recomputed; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hands: tuple[str, str]) -> None:
        self.state, self.dice = state, RecordingDice(SeededDice(seed))
        rules = state.rules
        self.players = {side: make_player(rules, hand, side, seed) for side, hand in zip(SIDES, hands, strict=True)}
        self.seen: Counter[str] = Counter()
        self.differ: list[str] = []
        self.aimed: Counter[tuple[str, str, str]] = Counter()
        self.down: Counter[str] = Counter()
        self.impulse, self.sailed = 0, Counter[str]()
        self.was, self.struck, self.met = state, "", set[str]()
        self.below: Mapping[str, Any] = {}
        self.landing = set[int]()

    def play(self, most: int) -> Counter[str]:
        """Plays a limited number of choices, comparing the results."""
        while (open_to := self.state.decisions()) and most > 0:
            side = open_to[0].side
            for action in as_choices(self.players[side].choose(offer_for(self.state, open_to[0]))):
                before, self.was = reference.Before(self.state), self.state.copy()
                self.dice.rolled.clear()
                events = self.state.apply(side, action, self.dice, trusted=True)
                self.happened(before, self.state.rules.visible_events(events, "all"))
                most -= 1
        if not self.state.decisions():
            self.ended()
        return self.seen

    def agree(self, what: str, right: bool, *of: object) -> None:
        """Checks that both agree."""
        self.seen[what] += 1
        if not right:
            self.differ.append(f"{what}: {of}")

    def happened(self, before: reference.Before, data: Events) -> None:
        """Checks the events; fire precedes the hits that it causes."""
        self.guns(before, data)
        self.search(data)
        self.patrols(data)
        for event in data:
            name = event["event"]
            if name in ("impulse_opened", "phase_opened", "step_opened"):
                self.down.clear()
                self.met.clear()
            if name in LOOKED_AT:
                LOOKED_AT[name](self, before, event)
        if any(event["event"] in ("ship_hit", "impulse_opened", "step_opened") for event in data):
            self.aimed.clear()

    def falls(self, *why: Roll) -> list[int]:
        """The dice that this choice rolled for a given reason."""
        return [die.value for die in self.dice.rolled if die.why in why]

    # -- 8.0 -------------------------------------------------------------------------------------------------

    def search(self, data: Events) -> None:
        """8.1 to 8.31 The searches in a Search Segment or an impulse, the found forces, and the reports."""
        segment = any(event["event"] == "step_opened" and event["step"] == "second_declaration" for event in data)
        sailed = {event["force"] for event in data if event["event"] == "sailed"}
        if not segment and not sailed:
            return
        contacted = self.was.cells[layout.IN_CONTACT]
        state = self.state.copy() if segment else self.after_sailing(data)
        if segment:
            for block, size in ((layout.FORCE_AT, len(FORCES)), (layout.DUMMY_SHIPS, len(FORCES))):
                state.cells[block : block + size] = self.was.cells[block : block + size]
        sky, looks, first = (
            SearchState(state, contacted, moving=not segment),
            list[Looked](),
            state.cells[layout.FIRST_PLAYER],
        )
        for side in (first, 1 - first):
            forces = [force for force in sky.at if not force.startswith(SIDES[side])]
            if not segment:
                forces = [f for f in forces if f in sailed and not contacted >> FORCES.index[f] & 1]
            looks += sky.looks(side, forces)
        dice = self.falls(Roll.SEARCH)
        self.agree("looked", 2 * len(looks) == len(dice), looks, dice)
        found = [each for each in looks if dice and each.contact(dice.pop(0), dice.pop(0))]
        self.reports(sky, data, found)

    def after_sailing(self, data: Events) -> State:
        """8.21, 8.3, 13.7 The state in which forces are searched for in an impulse.

        They have sailed. No dummy has been removed yet, and no submarine has hit a ship.
        """
        state, was = self.state.copy(), self.was
        sailed = {n: event for n, event in enumerate(data) if event["event"] == "sailed"}
        for event in sailed.values():
            force = FORCES.index[event["force"]]
            state.cells[layout.FORCE_AT + force] = HEXES.index[event["way"][-1]]
            for block in (layout.DUMMY_SHIPS, layout.FORCE_SPEED):
                state.cells[block + force] = state.cells[block + force] or was.cells[block + force]
        for event in data[max(sailed) :]:
            if event["event"] == "ship_hit":
                for array in (layout.SHIP_AT, layout.DAMAGE, layout.SLOWED):
                    state.arrays[array][SHIPS.index[event["ship"]]] = was.arrays[array][SHIPS.index[event["ship"]]]
                state.arrays[layout.SEARCHING][:] = was.arrays[layout.SEARCHING]
        return state

    def reports(self, sky: SearchState, data: Events, found: list[Looked]) -> None:
        """8.3, 8.31 The drawn chits, and the contents of the reports."""
        drawn, errors, cells = self.falls(Roll.SEARCH_CHIT), self.falls(Roll.REPORT), self.state.cells
        theirs = {event["force"]: event for event in data if event["event"] == "contact"}
        mine = [chit(each.row["cup"], die) for each, die in zip(found, drawn, strict=False)]
        right = len(found) == len(drawn) and all(
            each.force in theirs and theirs[each.force]["chit"] == name for each, name in zip(found, mine, strict=True)
        )
        self.agree("contacts", right, found, mine, theirs)
        for each, name in zip(found, mine, strict=False):
            force = FORCES.index[each.force]
            types = [SHIP[ROW[ship]]["type"] for ship in sky.ships.get(each.force, ())]
            types = types or ["DD"] * sky.cells[layout.DUMMY_SHIPS + force]
            report = chit_text(name, errors, types, HEXES.ids[sky.cells[layout.FORCE_AT + force]])
            if cells[layout.FORCE_AT + force] >= 0:  # 9.1 Information about a dissolved force is dropped.
                blocks = (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL, layout.REPORTED_CARRIER, layout.REPORTED_SIZE)
                hex = reference.place_of(HEXES.ids[cells[layout.CONTACT_AT + force]])
                self.agree("reports", report == (*(cells[b + force] for b in blocks), hex), report, each)

    # -- 7.0 -------------------------------------------------------------------------------------------------

    def patrols(self, data: Events) -> None:
        """7.1, 7.11, 7.2 The first combat of a wave with patrols in this choice; later ones depend on its result."""
        fought = [event for event in data if event["event"] == "air_combat"]
        known = {event["wave"] for event in data if event["event"] == "joins"} | self.met
        if not fought or fought[0]["wave"] in known:
            return
        names = [event["event"] for event in data if event.get("wave") == fought[0]["wave"]]
        if "flak" in names[: names.index("air_combat")]:
            return
        event, meeting = fought[0], Meeting(self.was, fought[0]["wave"])
        if not meeting.strikers and not meeting.escorts:
            return
        self.agree("totals", meeting.totals() == tuple(event["strengths"]), meeting.totals(), event, meeting.guard)
        self.agree("bounce", meeting.bounce(SearchState(self.was)) == tuple(event["added"]), event, meeting.guard)
        dice = {str(why): self.falls(why) for why in (Roll.PATROL, Roll.ESCORT)}
        if len(fought) == 1 and event["bounce"] == "nobody":
            hits = tuple(lost + out for lost, out in zip(event["lost"], event["aborted"], strict=True))
            self.agree("melee", meeting.hits(dice) == hits, meeting.totals(), event, dice)

    def bombed(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """31.1, 7.6 The hits of a bombardment at the given strength."""
        self.agree("bombed", bombs_hit(event) == event["hits"], event)

    def sought(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """8.4 A wave finds its force by the fix of the report; it has met no patrol yet."""
        self.met.discard(event["wave"])
        if not event["die"]:
            return
        force = self.was.arrays[layout.WAVE_FORCE][WAVES.index[event["wave"]]]
        if force >= 0 and event["fix"] < 6:
            fix = FIX[layout.CHITS.ids[self.was.cells[layout.CONTACT + force]]]
            self.agree("fix", event["fix"] == fix, fix, event)
        self.agree("found", (event["event"] == "force_found") == (event["die"] <= event["fix"]), event)

    # -- 13.0, 16.0 to 18.0, 38.7 --------------------------------------------------------------------------------

    def attacked(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """16.4 An attack is declared: the strength of each unit, by how it landed."""
        landed = {name: self.was.arrays[layout.LANDED][UNITS.index[name]] for name in event["units"]}
        self.landing = shore.attack(self.was, event["units"], landed)

    def grounded(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """24.1, 16.4 The strength of an attack."""
        self.agree("attack", event["attacker"] in self.landing, self.landing, event)

    def bombarded(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """17.1 Bombardment: the strength is that of a force in the hex, the hits those of the die."""
        hex = HEXES.index[event["at"]]
        forces = [force for n, force in enumerate(FORCES.ids) if self.was.cells[layout.FORCE_AT + n] == hex]
        mine = [shore.shells(before, force) for force in forces]
        self.agree("shells", any(event["strength"] in each for each in mine), mine, event)
        self.agree("shelled", shore.shelled(event["strength"], event["die"]) == event["hits"], event)

    def sub_attack(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """13.7 Submarines attack a force."""
        self.below = event

    def asw(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """13.8 The hunt after an attack, by the escorts before it."""
        if self.below:
            skies = (SearchState(self.was), SearchState(self.state))  # Forces sail, and some sink, in the same choice.
            mine = {shore.hunters(self.was, sky, self.below["force"], self.below["at"]) for sky in skies}
            self.agree("hunters", event["strength"] in mine, mine, event, self.below)
        lost = min(shore.hunted(event["strength"], event["die"]), self.below["points"] if self.below else 12)
        self.agree("hunted", lost == event["lost"], lost, event)

    def mended(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """18.1, 18.2 The duration of a repair."""
        dice, damage = self.falls(Roll.REPAIR), before.of_ships(layout.DAMAGE)[event["ship"]]
        if len(dice) == 1 and event["turns"]:
            self.agree("repair", event["turns"] == shore.weeks(damage, dice[0]), damage, dice, event)

    def burnt(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """10.5 The fuel used in a phase at a speed."""
        speed = before.cells[layout.FORCE_SPEED][FORCES.index[event["force"]]]
        self.agree("fuel", event["fuel"] == shore.BURNT[speed], speed, event)

    def aim(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """20.11 Points are aimed."""
        self.aimed[event["stack"], event["role"], event["ship"]] += event["points"]
        self.struck = event["wave"]

    def hit(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """11.5, 12.1, 12.3, 20.13, 39.43"""
        wrong = reference.struck(before, event)
        self.agree(event["weapon"], not wrong, wrong, event)
        mine = [
            reference.weapon_strength(before, self.aimed, event["ship"], event["weapon"], moves)
            for moves in (True, False)
        ]
        if event["weapon"] in BY_AIR and any(mine):
            self.agree("strength", event["strength"] in mine, mine, event, dict(self.aimed))
            meeting = Meeting(self.was, self.struck)
            may = added(self.was, meeting, event["ship"], event["weapon"], self.struck in self.met)
            self.agree("added", not may or event["added"] in may, may, event, self.struck in self.met)

    def fought(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """7.11 The losses of a wave to a patrol."""
        self.met.add(event["wave"])
        self.down[event["wave"]] += event["lost"][2] + event["aborted"][2]

    def flak(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """7.5, 12.2, 39.1 Strength and hits on a wave that had not attacked before."""
        wave, number = before.wave(event["wave"]), WAVES.index[event["wave"]]
        flown = sum(points for _, duty, points in wave if duty != "escort") - self.down.pop(event["wave"], 0)
        if not wave or any(duty in ("returning", "kamikaze") for _, duty, _ in wave):
            return
        if layout.STRIKE_TARGETS.ids[before.kept[layout.WAVE_TARGET][number]] == "force":
            mine = reference.flak_of_force(before, before.kept[layout.WAVE_FORCE][number])
            self.agree("flak", event["strength"] in mine, mine, event)
        most = reference.flak_hits(event)
        self.agree("flak_hits", event["lost"] + event["aborted"] <= min(most, -(-flown // 2)), most, flown, event, wave)

    def guns(self, before: reference.Before, data: Events) -> None:
        """11.3 to 11.5 The sums on each target in a round, at long range or not."""
        fired = [event for event in data if event["event"] == "ship_hit" and event["weapon"] in BY_GUNS]
        if not fired:
            return
        if any(event["event"] == "left_battle" and not event["away"] for event in data):
            return
        dead = {event["ship"] for event in data if event["event"] == "ship_hit" and event["level"] >= 5}
        theirs = Counter({(event["ship"], event["weapon"]): event["strength"] for event in fired})
        mine = [reference.broadsides(before, before.aims, before.launches, far) for far in (False, True)]
        sums = [
            {key: found for key, found in each.items() if found and (key in theirs or key[0] not in dead)}
            for each in mine
        ]
        self.agree("round", dict(theirs) in sums, dict(theirs), sums)

    def open_impulse(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """4.12 An impulse opens."""
        self.impulse = event["impulse"]
        if self.impulse == 1:
            self.sailed.clear()

    def renumber(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """8.5 A force gets another number."""
        self.sailed[event["into"]] = self.sailed.pop(event["force"], 0)

    def sail(self, before: reference.Before, event: Mapping[str, Any]) -> None:
        """3.4, 10.3, 45.61 From hex to hex, never farther than the third of a phase that an impulse allows."""
        way = event["way"]
        self.agree("way", all(reference.adjacent(one, other) for one, other in pairwise(way)), event)
        self.sailed[event["force"]] += sum(map(reference.cost_of, way))
        self.agree("sailed", self.sailed[event["force"]] <= 40 * self.impulse, self.sailed[event["force"]], event)

    def ended(self) -> None:
        """47.1, 47.23, 47.3 Points for ships do not exceed each side's score, and a lead ends the campaign."""
        score, levels = GAME.result(self.state)["score"], self.state.arrays[layout.DAMAGE]
        for side, enemy in ((0, 1), (1, 0)):
            ships = sum(reference.ship_points(SHIPS.ids[ship], max(levels[ship], 0)) for ship in SHIPS_OF[enemy])
            units = ships + self.state.cells[layout.LOSSES + enemy]
            self.agree("points", units <= score[SIDES[side]], ships, score)


LOOKED_AT = {
    "attack": Lockstep.attacked,
    "ground_battle": Lockstep.grounded,
    "bombarded": Lockstep.bombarded,
    "sub_attack": Lockstep.sub_attack,
    "asw": Lockstep.asw,
    "repair_begun": Lockstep.mended,
    "burnt": Lockstep.burnt,
    "aimed": Lockstep.aim,
    "ship_hit": Lockstep.hit,
    "air_combat": Lockstep.fought,
    "bombed": Lockstep.bombed,
    "force_found": Lockstep.sought,
    "not_found": Lockstep.sought,
    "flak": Lockstep.flak,
    "impulse_opened": Lockstep.open_impulse,
    "renumbered": Lockstep.renumber,
    "sailed": Lockstep.sail,
}
