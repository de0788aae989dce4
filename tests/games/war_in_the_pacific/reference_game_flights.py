"""Random positions with random flights of both sides, compared with a reference implementation before each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    BASE_AT,
    BASES,
    FIRST_NEW,
    FORCES,
    HEXES,
    IN_FORCE,
    SHIPS,
    SHIPS_OF,
    STACKS,
)
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.air.air_phase import AirPhase
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from tests.games.war_in_the_pacific import air_states, burma_states, leyte_states
from tests.games.war_in_the_pacific.battle_states import put_unit
from tests.games.war_in_the_pacific.reference_land import LAND
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_sorties import MAX_IN_WAVE, PLANE_SIDE, Air, AirState
from tests.games.war_in_the_pacific.reference_transfers import MAX_HEXES, SECTIONS, SIDES, Bases, Key, boat, reach, ways

TABLES: Mapping[str, Callable[[], State]] = {
    "midway": air_states.midway,
    "leyte": leyte_states.new_game,
    "burma": burma_states.new_game,
}
STAFFS = (("jp_hq_group", "jp_hq_wing"), ("us_hq_group", "us_hq_wing", "cw_hq_group"))
CARRIERS = ("CV", "CVL", "CVE")
QUIET = ("fly_unit", "air_assault", "done", "fly")
NEAR = 60
"""The distance between forces that meet, in Movement Points."""
MAX_CHOICES = 14
"""The maximum number of choices of each side in a question."""
Offered = dict[Any, Any]


class Sorties:
    """A position and the records of both sides; ``seen`` counts the comparisons."""

    def __init__(self, scenario: str, seed: int, fields: int = 9) -> None:
        self.chance, self.dice, self.seen = Random(f"{scenario}-{seed}"), SeededDice(seed), Counter[str]()
        self.state, self.scenario = TABLES[scenario](), scenario
        self.state.stack, self.state.cells[layout.FIRST_PLAYER] = (), self.chance.randrange(2)
        air_states.nobody_flies(self.state)
        self.built()
        for side in range(2):
            self.ashore(side, fields)
            if scenario != "burma":
                self.afloat(side)
        self.books: list[AirState] = []
        self.made = 0
        self.asked = ""

    # -- a random position --------------------------------------------------------------------------------

    def built(self) -> None:
        """Airbases that were built in play, at unnamed hexes."""
        wild = [hex for hex in sorted(LAND) if hex[0] in SECTIONS[self.scenario] and NUMBER[hex] not in BASE_AT]
        for base, hex in enumerate(self.chance.sample(wild, 4), FIRST_NEW):
            self.state.cells[layout.NEW_BASE_AT + base - FIRST_NEW] = NUMBER[hex]
            self.state.arrays[layout.CONTROL][NUMBER[hex]] = base % 2
            self.state.arrays[layout.LEVEL][base] = self.chance.randint(0, 2)

    def ashore(self, side: int, fields: int) -> None:
        """Points at bases, some damaged, some without any Level, with headquarters at some."""
        state, chance, bases = self.state, self.chance, Bases(self.state, side)
        open_to = [base for base in bases.own if not bases.deck(base) and bases.opened(base)]
        working = [base for base in open_to if state.arrays[layout.LEVEL][BASES.index[base]]]
        there = chance.sample(open_to, min(fields, len(open_to))) + chance.sample(working, min(fields, len(working)))
        for base in dict.fromkeys(there):
            state.arrays[layout.HURT][BASES.index[base]] = chance.choice((0, 0, 0, 1))
            self.park(side, base, chance.randint(1, 4))
            if chance.random() < 0.4:
                put_unit(state, chance.choice(STAFFS[side]), bases.own[base])
        if side and self.scenario == "midway":
            for box in ("alaska", "canada", "west_coast_usa"):
                self.park(side, box, 1)

    def afloat(self, side: int) -> None:
        """Carriers in forces at sea and alone in ports.

        Some are damaged, and some carry more points than they can hold.
        """
        state, chance, bases = self.state, self.chance, Bases(self.state, side)
        ships = [ship for ship in SHIPS_OF[side] if SHIP[ROW[SHIPS.ids[ship]]]["type"] in CARRIERS]
        ships = chance.sample(ships, min(len(ships), 6))
        ports = [hex for base, hex in bases.own.items() if hex and bases.opened(base) and bases.holds(base, water=True)]
        waters = [hex for hex in HEXES.ids if hex[0] in SECTIONS[self.scenario] and hex not in LAND]
        near = [hex for hex in waters if any(not bases.far(port, hex, 60) for port in ports[:3])] or waters
        for number, ship in enumerate(ships):
            force = FORCES.index[f"{SIDES[side]}_{number // 2 + 9}"]
            if number < 4:
                if number % 2 == 0:
                    state.cells[layout.FORCE_AT + force] = NUMBER[chance.choice(near)]
                layout.ships_in(state.arrays).put(ship, IN_FORCE + force)
            else:
                layout.ships_in(state.arrays).put(ship, NUMBER[chance.choice(ports)])
            state.arrays[layout.DAMAGE][ship] = chance.choice((0, 0, 0, 0, 1, 2, 3))
            self.park(side, SHIPS.ids[ship], chance.randint(1, 3), aboard=True)
            if number < 4 and number % 2:
                self.contact(force)

    def contact(self, force: int) -> None:
        """8.5 A force is in contact, at its place."""
        cells = self.state.cells
        cells[layout.IN_CONTACT] |= 1 << force
        cells[layout.NAMED] |= 1 << force
        cells[layout.CONTACT + force] = layout.CHITS.index["true_report"]
        cells[layout.CONTACT_AT + force] = cells[layout.FORCE_AT + force]

    def park(self, side: int, base: str, kinds: int, *, aboard: bool = False) -> None:
        """Some stacks of a side at a base."""
        able = [s for s in range(len(STACKS)) if PLANE_SIDE[s] == SIDES[side]]
        able = [s for s in able if reach(STACKS.ids[s], "transfer_mp") <= MAX_HEXES]
        if aboard:
            able = [s for s in able if STACKS.ids[s].endswith("carrier") and not boat(STACKS.ids[s])]
            able = [s for s in able if self.chance.random() < 0.9 or s % 3] or able
        for stack in self.chance.sample(able, kinds):
            points = self.chance.choice((1, 2, 3) if aboard else (1, 3, 5, 8, 14))
            self.state.arrays[layout.AIR][BASES.index[base] * len(STACKS) + stack] = points

    # -- play --------------------------------------------------------------------------------------------------

    def play(self, rounds: int = 2) -> Counter[str]:
        """A Naval Phase before any Air Phase, then Air and Naval Phases in turn."""
        self.naval(diced=False)
        for _ in range(rounds):
            self.state.stack = (AirPhase(0),)
            self.books = []
            run(Execution(self.state, self.dice))
            self.choose()
            self.naval()
        return self.seen

    def naval(self, *, diced: bool = True) -> None:
        """The ready and patrolling points in a Naval Phase, and their Special Strikes."""
        flights.phase_begins(self.state)
        if self.scenario == "burma":
            return
        if not diced:
            self.books = [AirState(self.state, side, diced=False) for side in range(2)]
        self.state.stack = ()
        sequence.make_ready(Execution(self.state, self.dice))
        self.choose()
        self.state.stack = ()
        sequence.special_strikes(execution := Execution(self.state, self.dice), 1)
        run(execution)
        self.choose()

    def choose(self) -> None:
        """Chooses at random until nothing is open; compares both before each choice."""
        while decisions := self.state.decisions():
            decision = self.chance.choice(decisions)
            self.books = self.books or [AirState(self.state, side) for side in range(2)]
            name = decision.procedure.name
            self.made = self.made + 1 if self.asked == f"{name} {decision.side}" else 0
            self.asked = f"{name} {decision.side}"
            if name in COMPARED:
                air = Air(self.state, self.books[SIDES.index(decision.side)])
                COMPARED[name](self, air, decision)
            self.act(decision)

    def act(self, decision: Decision) -> None:
        """A random choice, recorded."""
        choices, chance = decision.choices, self.chance
        verbs = [verb for verb in choices.next() if verb not in QUIET]
        action: tuple[str, ...]
        if "done" in choices.next() and (not verbs or self.made > MAX_CHOICES or chance.random() < 0.08):
            action = ("done",)
        elif "fly" in choices.next() and (not verbs or chance.random() < 0.4):
            action = ("fly",)
        else:
            action = (chance.choice(verbs),)
            while more := choices.next(*action):
                action = (*action, chance.choice(list(more)))
        self.write(decision, action)
        self.state.apply(decision.side, action, self.dice, trusted=True)

    def write(self, decision: Decision, action: tuple[str, ...]) -> None:
        """Records the flights of an order."""
        book, here, verb = self.books[SIDES.index(decision.side)], decision.procedure, action[0]
        asked: Any = here
        if verb in ("search", "patrol"):
            (book.searched if verb == "search" else book.launched)[action[1], action[2]] += int(action[-1])
        elif verb == "send" and here.name == "wave_plan":
            book.launched[action[1], action[2]] += int(action[-1])
        elif verb in ("fly_over", "fly_to"):
            counted = book.launched if verb == "fly_over" else book.gone
            counted[BASES.ids[asked.base], STACKS.ids[asked.stack]] += int(action[-1])
        elif verb == "fly_stores":
            counted = book.gone if action[-1] == "stays" else book.carried
            counted[action[1], action[2]] += int(action[4])
        elif verb == "drop_stores":
            book.carried[action[1], action[2]] += int(action[-1])

    def meet_at_sea(self) -> Counter[str]:
        """6.6 Forces of both sides are near and in contact with each other at the start of a Naval Phase."""
        cells = self.state.cells
        forces = [force for force in range(len(FORCES)) if cells[layout.FORCE_AT + force] >= 0]
        middle = HEXES.ids[cells[layout.FORCE_AT + forces[0]]]
        costs = ways(middle, self.scenario == "leyte")
        seas = [hex for hex in costs if hex[0] in SECTIONS[self.scenario] and hex not in LAND]
        near = [hex for hex in seas if costs[hex] <= NEAR]
        for force in forces:
            cells[layout.FORCE_AT + force] = NUMBER[self.chance.choice(sorted(near))]
            if self.chance.random() < 0.9:
                self.contact(force)
        self.naval(diced=False)
        return self.seen

    # -- compared ----------------------------------------------------------------------------------------------

    def agree(self, what: str, mine: Offered, theirs: Offered) -> None:
        """Checks that both agree."""
        self.seen[what] += len(mine)
        differ = {key: (mine.get(key), theirs.get(key)) for key in {*mine, *theirs} if mine.get(key) != theirs.get(key)}
        assert not differ, (what, self.scenario, differ)

    def searches(self, air: Air, decision: Decision) -> None:
        """8.1, 6.11."""
        self.agree("search", air.search(), points_of(decision.choices, "search"))

    def declares(self, air: Air, decision: Decision) -> None:
        """6.2, 6.5, 6.3."""
        choices, able = decision.choices, air.patrols()
        self.agree("patrol", {k: (n, air.patrol(k)) for k, n in able.items() if air.patrol(k)}, over(choices, "patrol"))
        self.agree("cover", dict.fromkeys([k for k in able if air.fleets(k)], True), stacks_of(choices, "cover"))
        struck = set(choices.next("strike")) if "strike" in choices.next() else set()
        mine = {force for force, hex in self.in_contact(air.side) if air.senders(hex, "force", "medium", escorts=False)}
        self.agree("strike", dict.fromkeys(mine, True), dict.fromkeys(struck, True))
        self.airbases(air, choices)

    def in_contact(self, side: int) -> list[tuple[str, str]]:
        """6.5 The enemy's forces in contact outside storms, where they are reported."""
        cells, found, sky = self.state.cells, [], Bases(self.state, side)
        for number, force in enumerate(FORCES.ids):
            hex = cells[layout.CONTACT_AT + number]
            known = cells[layout.IN_CONTACT] >> number & 1 and hex >= 0 and not force.startswith(SIDES[side])
            if known and not sky.storm(HEXES.ids[hex]):
                found.append((force, HEXES.ids[hex]))
        return found

    def airbases(self, air: Air, choices: Choices) -> None:
        """6.3, 6.4 The enemy's airbases with Levels in range of free points."""
        enemy, mine = Bases(self.state, 1 - air.side), set()
        for base, hex in enemy.own.items():
            named = hex and not enemy.deck(base) and enemy.on_map(base) and not enemy.storm(hex)
            level = named and self.state.arrays[layout.LEVEL][BASES.index[base]]
            if level and any(air.senders(hex, "airbase", band, escorts=False) for band in ("medium", "high", "low")):
                mine.add(hex)
        theirs = set(choices.next("raid")) if "raid" in choices.next() else set()
        theirs = {hex for hex in theirs if "airbase" in choices.next("raid", hex)}
        self.agree("raid", dict.fromkeys(mine, True), dict.fromkeys(theirs, True))

    def covers(self, air: Air, decision: Decision) -> None:
        """6.2 The Task Forces over which fighters patrol, and their number."""
        key, verb = key_of(decision), decision.choices.next()[0]
        most = air.patrols() if verb == "fly_over" else air.guards()
        theirs = {force: len(decision.choices.next(verb, force)) for force in decision.choices.next(verb)}
        self.agree(verb, dict.fromkeys(air.fleets(key), most[key]), theirs)

    def waves(self, air: Air, decision: Decision) -> None:
        """5.2, 6.1, 6.12, 7.7 The points that join a wave."""
        asked: Any = decision.procedure
        arrays, choices = self.state.arrays, decision.choices
        inside = [n for n in range(len(arrays[layout.FLIGHT_WAVE])) if arrays[layout.FLIGHT_WAVE][n] == asked.wave]
        size = sum(arrays[layout.FLIGHT_POINTS][n] for n in inside)
        hex = HEXES.ids[arrays[layout.WAVE_AT][asked.wave]]
        target = layout.STRIKE_TARGETS.ids[arrays[layout.WAVE_TARGET][asked.wave]]
        attack = any(layout.DUTIES.ids[arrays[layout.FLIGHT_ROLE][n]] != "escort" for n in inside)
        band = layout.ALTITUDES.ids[arrays[layout.WAVE_ALTITUDE][asked.wave]]
        if asked.special:
            able = air.special(hex, escorts=attack)
            self.seen["escorts"] += sum(role == "escort" for _, _, role in able)
        else:
            able = air.senders(hex, target, band, escorts=attack)
        if self.kamikazes():
            return
        mine = {key: min(most, MAX_IN_WAVE - size) for key, most in able.items() if size < MAX_IN_WAVE}
        self.agree("send", mine, roles_of(choices, "send"))

    def specials(self, air: Air, decision: Decision) -> None:
        """6.6, 6.61 The forces in contact that ready points strike."""
        choices = decision.choices
        theirs = set(choices.next("strike")) if "strike" in choices.next() else set()
        mine = {force for force, hex in self.in_contact(air.side) if air.special(hex, escorts=False)}
        self.agree("special", dict.fromkeys(mine, True), dict.fromkeys(theirs, True))

    def kamikazes(self) -> bool:
        """39.41 Whether kamikazes may fly; another reference implementation covers them."""
        return bool(self.state.cells[layout.KAMIKAZES_LEFT])

    def transfers(self, air: Air, decision: Decision) -> None:
        """5.5, 5.6."""
        movers, choices = air.movers(), decision.choices
        mine = dict.fromkeys([key for key in movers if air.bases.transfers(*key)], True)
        self.agree("transfer", mine, stacks_of(choices, "transfer"))
        self.agree("divert", air.landed(), roles_of(choices, "divert"))

    def new_base(self, air: Air, decision: Decision) -> None:
        """5.4, 5.5, 19.3, 37.4 The possible new bases of points, and their number."""
        key, choices = key_of(decision), decision.choices
        mine = {to: min(air.movers()[key], room) for to, room in air.bases.transfers(*key).items()}
        self.agree("fly_to", mine, {to: len(choices.next("fly_to", to)) for to in choices.next("fly_to")})

    def ready(self, air: Air, decision: Decision) -> None:
        """6.6, 6.20."""
        choices, able = decision.choices, air.guards()
        self.agree("make_ready", air.readied(), points_of(choices, "make_ready"))
        self.agree("guard", {k: (n, air.patrol(k)) for k, n in able.items() if air.patrol(k)}, over(choices, "guard"))
        self.agree("shield", dict.fromkeys([k for k in able if air.fleets(k)], True), stacks_of(choices, "shield"))


COMPARED: Mapping[str, Callable[[Sorties, Air, Decision], None]] = {
    "search_orders": Sorties.searches,
    "declaring": Sorties.declares,
    "covering": Sorties.covers,
    "shielding": Sorties.covers,
    "wave_plan": Sorties.waves,
    "transfers": Sorties.transfers,
    "new_base": Sorties.new_base,
    "ready_orders": Sorties.ready,
    "special_orders": Sorties.specials,
    "special_wave": Sorties.waves,
}


def key_of(decision: Decision) -> Key:
    """The base and stack of a question."""
    asked: Any = decision.procedure
    return BASES.ids[asked.base], STACKS.ids[asked.stack]


def pairs(choices: Choices, verb: str) -> list[Key]:
    """The bases and stacks named by a verb."""
    if verb not in choices.next():
        return []
    return [(base, stack) for base in choices.next(verb) for stack in choices.next(verb, base)]


def stacks_of(choices: Choices, verb: str) -> Offered:
    """The bases and stacks named by a verb."""
    return dict.fromkeys(pairs(choices, verb), True)


def points_of(choices: Choices, verb: str) -> Offered:
    """The maximum number of points of each stack."""
    return {key: len(choices.next(verb, *key)) for key in pairs(choices, verb)}


def roles_of(choices: Choices, verb: str) -> Offered:
    """The maximum number of points of each stack in each Role, or for each goal."""
    return {
        (*key, each): len(choices.next(verb, *key, each))
        for key in pairs(choices, verb)
        for each in choices.next(verb, *key)
    }


def over(choices: Choices, verb: str) -> Offered:
    """The maximum points of each that patrol, and their hexes."""
    found = {}
    for key in pairs(choices, verb):
        hexes = frozenset(choices.next(verb, *key))
        found[key] = len(choices.next(verb, *key, next(iter(hexes)))), hexes
    return found
