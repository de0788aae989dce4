"""Skirmish at the atoll: three sides, hidden ships at sea, visible companies on land; an example game.

The sections follow the order of a game's folder; ``data/skirmish_clauses.toml`` has the rules.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ironbottom.board.areas import AreaMap
from ironbottom.board.hexes import HexGrid
from ironbottom.board.plain_places import boxes, hexes, ring
from ironbottom.engine.codecs.layout_codec import LayoutCodec
from ironbottom.engine.codecs.record_codec import records
from ironbottom.engine.codecs.view_codec import PositionCodec, ViewCodec
from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import EventKind
from ironbottom.engine.core.fields import Domain, Flag, IdField, Number
from ironbottom.engine.core.layout import Layout
from ironbottom.engine.core.sets import IdSet
from ironbottom.engine.core.visibility import everybody
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.columns import Text, Whole
from ironbottom.engine.data.facts import Facts, Mark, Table, load_tables
from ironbottom.engine.dice.dice import DieReason
from ironbottom.engine.information.determinization import Container, Deal, possible_secret_answers
from ironbottom.engine.rules.about import GameInfo, Option
from ironbottom.engine.rules.actions import Argument, Verb, all_equivalent
from ironbottom.engine.rules.game import Game, Random, Rules
from ironbottom.engine.rules.plain_board import PlainBoard
from ironbottom.engine.rules.procedures import Execution, Procedure, SequenceOfPlay, SimultaneousFrame, Step, changed
from ironbottom.engine.rules.question import Question
from ironbottom.engine.rules.restrictions import restriction
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.teams import Team
from ironbottom.engine.rules.view_types import Result

# -- pieces (2.0): 1,980 companies, 18 ships, the round marker and the turn marker ---------------------

SIDES = Domain("side", ("red", "blue", "gold"))
TEAMS = (Team("settlers", "the Settlers", ("red", "gold")), Team("raiders", "the Raiders", ("blue",)))
RIM = ("north", "northeast", "southeast", "south", "southwest", "northwest")
SPOKES = [("lagoon", area) for area in RIM]
SEA = AreaMap(("lagoon", *RIM), [*SPOKES, *zip(RIM, RIM[1:] + RIM[:1], strict=True)])
WATERS = Domain("sea area", SEA.ids)
PLACES = Domain("place", (*WATERS.ids, "port", "sunk"))
PORT, SUNK = 7, 8
LAND = HexGrid(4)
HEXES = Domain("hex", LAND.ids)
MIDDLES = [LAND.index[text] for text in ("e5", "b3", "c6", "f7", "h4", "g2", "d2")]
NEXT_TO = [sum(1 << way for way in LAND.neighbours[place]) for place in range(61)]
SHORE_OF = [min(range(7), key=lambda area: LAND.distance(place, MIDDLES[area])) for place in range(61)]
COMPANIES = Domain("company", [f"{side}_{number}" for side in SIDES.ids for number in range(1, 661)])
FORCES = Domain("force", [f"{side}_{letter}" for side in SIDES.ids for letter in "abcdef"])
CLASSES = ("flagship", "cruiser", "destroyer", "gunboat", "trawler", "decoy")
SHIPS = Domain("ship", [f"{side}_{name}" for side in SIDES.ids for name in CLASSES])
OWN = tuple(range(6 * side, 6 * side + 6) for side in range(3))
"""The numbers of a side's ships, and of the letters that hide them (2.3)."""
FLEET_OF = tuple(63 << 6 * side for side in range(3))
"""The forces of each side, as sets."""
COMPANIES_OF = tuple(range(660 * side, 660 * side + 660) for side in range(3))
Side = Annotated[int, IdField(SIDES)]
Force = Annotated[int, IdField(FORCES)]


class ShipClass(msgspec.Struct, frozen=True):
    """The strength of the ships of a class (2.3)."""

    id: Annotated[str, Text()]
    strength: Annotated[int, Whole(0, 9), Mark("mark")]


DATA = Path(__file__).parent / "data"
STRENGTHS = Table("skirmish_ships.csv", ShipClass)
CLAUSES = ClauseIndex.load(DATA / "skirmish_clauses.toml")

# -- state: for each ship its place, its orders, its letter at sea, and whether it is known to all ------


def ships_known(cells: list[int]) -> int:
    """2.3 The ships known to all sides: those sunk or revealed."""
    return sum(1 << ship for ship in range(18) if cells[PLACE + ship] == SUNK or cells[SHOWN + ship])


def ships_seen(state: State, viewer: int) -> int:
    """2.3 The ships known to a side: its own, and those known to all."""
    return ships_known(state.cells) | (FLEET_OF[viewer] if viewer >= 0 else 0)


LAYOUT = Layout()
ROUND = LAYOUT.cell("round", Number(1, 3), seen=everybody)
COMPANY = LAYOUT.block("companies", 1980, IdField(HEXES, none=True), seen=everybody)
PLACE = LAYOUT.block("place", 18, IdField(PLACES), seen=ships_seen, interchangeable=FLEET_OF)
PLAN = LAYOUT.block("plan", 18, IdField(WATERS, none=True), seen=ships_seen)
FORCE = LAYOUT.block("force", 18, IdField(FORCES, none=True), seen=ships_seen, interchangeable=FLEET_OF)
SHOWN = LAYOUT.block("shown", 18, Flag(), seen=ships_seen)
WORDS = LayoutCodec(LAYOUT)


def ship_of(cells: list[int], force: int) -> int:
    """The number of the ship behind a letter, or -1."""
    letters = cells[FORCE : FORCE + 18]
    return letters.index(force) if force in letters else -1


def at_sea(cells: list[int], force: int) -> int:
    """The sea area of a force, or -1."""
    ship = ship_of(cells, force)
    return cells[PLACE + ship] if ship >= 0 else -1


def forces_near(cells: list[int], force: int) -> int:
    """The forces at sea in the area of a force or in an adjacent area, as a set (4.2)."""
    here, found = at_sea(cells, force), 0
    for ship, letter in enumerate(cells[FORCE : FORCE + 18]):
        there = cells[PLACE + ship] if letter >= 0 else -1
        if min(here, there) >= 0 and (here == there or SEA.adjacent(here, there)):
            found |= 1 << letter
    return found


def blockaded(cells: list[int], side: int) -> set[int]:
    """The sea areas with ships of other sides but none of this side (4.1.a)."""
    held = [{cells[PLACE + ship] for ship in ships} for ships in OWN]
    return (held[side - 1] | held[side - 2]) - held[side]


# -- events ----------------------------------------------------------------------------------------------

_force, _ship, _water = IdField(FORCES), IdField(SHIPS), IdField(WATERS)


class Roll(DieReason):
    """The reason for a die roll."""

    LETTER = "letter"
    ATTACK = "attack"
    DEFENCE = "defence"


EVENTS = ORDERED, PLANNED, SAILED, PASSED, MARCHED, ATTACKED, CALLED, HELPED, TURNED_UP, FOUGHT, LEFT, FELL = (
    EventKind("ordered", "3.1", ship=_ship, to=_water),
    EventKind("planned", "3.2"),
    EventKind("sailed", "3.2", force=_force, to=_water),
    EventKind("passed", "4.0", side=IdField(SIDES)),
    EventKind("marched", "4.1", company=IdField(COMPANIES), to=IdField(HEXES)),
    EventKind("attacked", "4.2", force=_force, target=_force),
    EventKind("called", "5.2", force=_force),
    EventKind("helped", "5.2", force=_force),
    EventKind("turned_up", "5.3", force=_force, ship=_ship),
    EventKind("fought", "5.3", attack=Number(1, 11), defence=Number(1, 16)),
    EventKind("left", "5.4", ship=_ship, to=IdField(PLACES)),
    EventKind("fell", "5.5", company=IdField(COMPANIES)),
)

# -- 3.0 plans: all sides at once and in secret ----------------------------------------------------------


@restriction("3.1", "{ship} is not yours")
def mine(state: State, frame: Procedure, side: int) -> IdSet:
    return FLEET_OF[side]


@restriction("3.1", "{ship} is sunk")
def afloat(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << ship for ship in range(18) if state.cells[PLACE + ship] == PORT)


@restriction("3.1", "{ship} has its orders")
def without_orders(state: State, frame: Procedure, side: int) -> IdSet:
    return sum(1 << ship for ship in range(18) if state.cells[PLAN + ship] < 0)


SHIP_TO_SEND = Argument(SHIPS, mine, afloat, without_orders, equivalence=all_equivalent)
SEND = Verb("send", clause="3.1", ends_list="never", ship=SHIP_TO_SEND, to=Argument(WATERS))
DONE = Verb("done", clause="3.1", ends_list="always")


class Planning(Question):
    """3.1 One side's orders, until it chooses done."""

    number, name, clause, question = 2, "plan", "3.1", "Which ship puts to sea, and where?"
    verbs = (SEND, DONE)
    side: Side

    def send(self, execution: Execution, ship: int, to: int) -> None:
        execution.cells[PLAN + ship] = to
        execution.emit(ORDERED, ship, to)

    def done(self, execution: Execution) -> None:
        execution.pop()


class Plans(SimultaneousFrame):
    """3.2 When all sides are done, ships put to sea; a hidden draw gives each ship a free letter of its side."""

    number, name, clause = 1, "plans", "3.1"

    @classmethod
    def opening(cls, state: State, side: int) -> tuple[Procedure, ...]:
        return (Planning(side),)

    def finish(self, execution: Execution) -> None:
        cells = execution.cells
        execution.emit(PLANNED)
        for side, ships in enumerate(OWN):
            free = list(OWN[side])
            for ship in ships:
                if cells[PLAN + ship] >= 0:
                    cells[FORCE + ship] = free.pop(execution.roll(len(free), Roll.LETTER, 1 << side) - 1)
                    cells[PLACE + ship], cells[PLAN + ship] = cells[PLAN + ship], -1
        for force in range(18):
            if at_sea(cells, force) >= 0:
                execution.emit(SAILED, force, at_sea(cells, force))


# -- 4.0 operations ----------------------------------------------------------------------------------------


@restriction("4.1", "{company} is not yours")
def own_company(state: State, frame: Procedure, side: int) -> IdSet:
    return COMPANIES_OF[side]


@restriction("4.1", "{company} has fallen")
def lives(state: State, frame: Procedure, side: int) -> IdSet:
    cells = state.cells
    return tuple([company for company in COMPANIES_OF[side] if cells[COMPANY + company] >= 0])


@restriction("4.1", "{company} does not stand next to {to}")
def beside(state: State, frame: Procedure, side: int, company: int) -> IdSet:
    return NEXT_TO[state.cells[COMPANY + company]]


@restriction("4.1.a", "the shore of {to} is blockaded")
def unclosed(state: State, frame: Procedure, side: int, company: int) -> IdSet:
    closed = blockaded(state.cells, side)
    return sets.from_iterable([to for to in range(61) if SHORE_OF[to] not in closed], 61)


def by_hex(state: State, frame: Procedure, side: int, companies: IdSet) -> list[IdSet]:
    """Companies in the same hex march equivalently."""
    standing: dict[int, list[int]] = {}
    for company in sets.iterate(companies):
        standing.setdefault(state.cells[COMPANY + company], []).append(company)
    return [tuple(together) for together in standing.values()]


@restriction("4.2", "{force} is not yours")
def own_force(state: State, frame: Procedure, side: int) -> IdSet:
    return FLEET_OF[side]


@restriction("4.2", "{target} is yours")
def foe(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    return (1 << 18) - 1 - FLEET_OF[side]


@restriction("4.2", "{target} is not near {force}")
def near_it(state: State, frame: Procedure, side: int, force: int) -> IdSet:
    return forces_near(state.cells, force)


MARCH = Verb(
    "march",
    clause="4.1",
    ends_list="never",
    company=Argument(COMPANIES, own_company, lives, equivalence=by_hex),
    to=Argument(HEXES, beside, unclosed),
)
ATTACK = Verb(
    "attack", clause="4.2", ends_list="never", force=Argument(FORCES, own_force), target=Argument(FORCES, foe, near_it)
)
PASS = Verb("pass", clause="4.0", ends_list="never")


class Operation(Question):
    """4.0 One of two operations; an attack is answered before the next (5.1)."""

    number, name, clause, question = 3, "operation", "4.0", "Your operation?"
    verbs = (MARCH, ATTACK, PASS)
    side: Side
    left: Annotated[int, Number(1, 2)]

    def march(self, execution: Execution, company: int, to: int) -> None:
        self.used(execution)
        execution.cells[COMPANY + company] = to
        execution.emit(MARCHED, company, to)

    def attack(self, execution: Execution, force: int, target: int) -> None:
        self.used(execution)
        execution.emit(ATTACKED, force, target)
        execution.push(Answer(target // 6, force, target, -1, 0))

    def pass_(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(PASSED, self.side)

    def used(self, execution: Execution) -> None:
        execution.pop()
        if self.left == 2:
            execution.push(changed(self, left=1))


# -- 5.0 battle: the answer interrupts the operation; the call for help interrupts the answer -------------------


@restriction("5.2", "help was called for already")
def once(state: State, frame: "Answer", side: int) -> bool:
    return not frame.called


@restriction("5.2", "no force of the third side is near")
def help_near(state: State, frame: "Answer", side: int) -> bool:
    return bool(forces_near(state.cells, frame.target) & FLEET_OF[third(frame)])


@restriction("5.2", "{force} is not yours")
def helper(state: State, frame: "Aid", side: int) -> IdSet:
    return FLEET_OF[side]


@restriction("5.2", "{force} is not near")
def close(state: State, frame: "Aid", side: int) -> IdSet:
    return forces_near(state.cells, frame.target)


STAND, WITHDRAW = Verb("stand", clause="5.3", ends_list="always"), Verb("withdraw", clause="5.4", ends_list="always")
CALL = Verb("call", clause="5.2", ends_list="never", when=(once, help_near))
REFUSE = Verb("refuse", clause="5.2", ends_list="never")
HELP = Verb("help", clause="5.2", ends_list="never", force=Argument(FORCES, helper, close))


class Answer(Question):
    """5.1 The defender stands, withdraws, or calls the third side."""

    number, name, clause, question = 4, "answer", "5.1", "You are attacked."
    verbs = (STAND, WITHDRAW, CALL)
    side: Side
    attacker: Force
    target: Force
    helper: Annotated[int, IdField(FORCES, none=True)]
    called: Annotated[int, Flag()]

    def stand(self, execution: Execution) -> None:
        execution.pop()
        fight(
            execution, [turn_up(execution, force) for force in (self.attacker, self.target, self.helper) if force >= 0]
        )

    def withdraw(self, execution: Execution) -> None:
        execution.pop()
        leave(execution, turn_up(execution, self.target), PORT)

    def call(self, execution: Execution) -> None:
        execution.emit(CALLED, self.target)
        execution.replace(changed(self, called=1))
        execution.push(Aid(third(self), self.attacker, self.target))


class Aid(Question):
    """5.2 The third side helps or refuses."""

    number, name, clause, question = 5, "aid", "5.2", "You are called for help."
    verbs = (HELP, REFUSE)
    side: Side
    attacker: Force
    target: Force

    def help(self, execution: Execution, force: int) -> None:
        execution.emit(HELPED, force)
        execution.pop()
        execution.replace(changed(execution.top(Answer), helper=force))

    def refuse(self, execution: Execution) -> None:
        execution.pop()
        execution.emit(PASSED, self.side)


def third(frame: Answer | Aid) -> int:
    """The side that is neither the attacker's nor the defender's."""
    return 3 - frame.attacker // 6 - frame.target // 6


def turn_up(execution: Execution, force: int) -> int:
    """5.3 A ship is revealed to all."""
    ship = ship_of(execution.cells, force)
    execution.cells[SHOWN + ship] = 1
    execution.emit(TURNED_UP, force, ship)
    return ship


def leave(execution: Execution, ship: int, place: int) -> None:
    """5.4 A ship loses its letter."""
    execution.cells[PLACE + ship], execution.cells[FORCE + ship] = place, -1
    execution.emit(LEFT, ship, place)


def fight(execution: Execution, ships: list[int]) -> None:
    """5.3 Each side adds a die to its strength; the lower ship sinks, with its first company on that shore (5.5)."""
    strength = [execution.rules.pieces[ship] for ship in ships]
    attack = strength[0] + execution.roll(6, Roll.ATTACK)
    defence = sum(strength[1:]) + execution.roll(6, Roll.DEFENCE)
    execution.emit(FOUGHT, attack, defence)
    both = attack == defence and execution.rules.options["ties"] == "both_sink"
    for ship in [ships[0]] * (both or attack < defence) + [ships[1]] * (both or attack > defence):
        first, water = COMPANY + ship // 6 * 660, execution.cells[PLACE + ship]
        leave(execution, ship, SUNK)
        shore = [
            execution.cells[cell] >= 0 and SHORE_OF[execution.cells[cell]] == water
            for cell in range(first, first + 660)
        ]
        if any(shore):
            execution.cells[first + shore.index(True)] = -1
            execution.emit(FELL, first + shore.index(True) - COMPANY)


# -- sequence of play (1.0) --------------------------------------------------------------------------------


def operations(execution: Execution) -> None:
    """4.0 Each side has two operations; the first side changes each round."""
    for turn in (2, 1, 0):
        execution.push(Operation((execution.cells[ROUND] - 1 + turn) % 3, 2))


def next_round(execution: Execution) -> None:
    """6.0 Forces return and are shuffled in secret; then the next round begins, or the game ends."""
    cells = execution.cells
    for ship in range(18):
        cells[PLACE + ship] = max(cells[PLACE + ship], PORT)
        cells[FORCE + ship], cells[SHOWN + ship] = -1, 0
    if cells[ROUND] < int(execution.rules.options["rounds"]):
        cells[ROUND] += 1
        execution.replace(ARound(0))


class ARound(SequenceOfPlay):
    """1.0 A round."""

    number, name, clause = 0, "round", "1.0"
    steps = (Step("plans", "3.1", Plans.start), Step("operations", "4.0", operations), Step("end", "6.0", next_round))


# -- view: the state as a side sees it; a position describes the whole state in the same words -------------------------


def forces(state: State, viewer: int) -> dict[str, str]:
    """2.3 The letters on the map, which are public."""
    there = ((FORCES.ids[force], at_sea(state.cells, force)) for force in range(18))
    return {force: WATERS.ids[water] for force, water in there if water >= 0}


FLEETS = records(WORDS, "ships", SHIPS, place=PLACE, plan=PLAN, force=FORCE, shown=SHOWN)
VIEW = ViewCodec(WORDS, ROUND, COMPANY, FLEETS, forces, simultaneous_field="planning")
POSITION = PositionCodec(WORDS, ROUND, COMPANY, FLEETS)


def check_ships(cells: list[int]) -> None:
    """Ships at sea have letters, ships in port may have orders."""
    letters = [force for force in cells[FORCE : FORCE + 18] if force >= 0]
    for ship, name in enumerate(SHIPS.ids):
        place, orders, force = cells[PLACE + ship :: 18][:3]
        lettered = force in OWN[ship // 6] and letters.count(force) == 1
        if (place < PORT) != lettered or (force >= 0) != lettered or (orders >= 0 and place != PORT):
            raise BadValue("a ship at sea has a letter of its own; orders wait in port", field=f"ships.{name}")


def check_stack(cells: list[int], stack: tuple[Procedure, ...]) -> None:
    """A round contains plans, or operations and the battles that interrupt them; each side decides separately."""
    lawful = re.fullmatch("|01|0(3{1,3}|3{0,3}45?)", "".join(str(here.number) for here in stack)) is not None
    for here in stack[1:]:
        if isinstance(here, Plans):
            lawful &= all(run in ((), (Planning(side),)) for side, run in enumerate(here.stacks))
        elif isinstance(here, Answer | Aid):
            right = here.target // 6 if isinstance(here, Answer) else third(here)
            near = forces_near(cells, here.attacker) >> here.target & 1
            lawful &= here.side == right and here.attacker // 6 != here.target // 6 and bool(near)
    if not lawful:
        raise BadValue("no round has these steps in this order", field="frames")


class Sampler:
    """The states that fit a view, all equally likely."""

    def __init__(self, rules: Rules, view: Mapping[str, Any]) -> None:
        self.seen = VIEW.read(rules, view)
        at_sea = {FORCES.index[force]: WATERS.index[water] for force, water in view["forces"].items()}
        unseen = sum(1 << ship for ship, name in enumerate(SHIPS.ids) if name not in view["ships"])
        letters = sorted(at_sea.keys() - set(self.seen.cells[FORCE : FORCE + 18]))
        self.places = [*[(PORT, -1)] * 3, *((at_sea[letter], letter) for letter in letters)]
        under_letters = [Container(FLEET_OF[letter // 6], 1, 1) for letter in letters]
        self.deal = Deal(unseen, [*map(Container, FLEET_OF), *under_letters])
        own = [-int(view["planning"] or 0) if side == view["side"] else None for side in SIDES.ids]
        self.planned = [] if view["planning"] is None else possible_secret_answers(1, own)

    def draw(self, random: Random) -> State:
        state = self.seen.copy()
        for ship, at in self.deal.draw(random):
            state.cells[PLACE + ship], state.cells[FORCE + ship] = self.places[at]
            if self.planned and at < 3:
                state.cells[PLAN + ship] = random.randrange(8) - 1
        if self.planned:
            done = enumerate(self.planned[random.randrange(len(self.planned))])
            state.stack += (Plans(tuple((Planning(side),) * -answer for side, answer in done)),)
        return state


class Skirmish(Game):
    """The game as the engine uses it."""

    id, short, title, rules_version, sequence_clause = "skirmish", "sk", "Skirmish at the atoll", "2", "1.0"
    sides, teams, layout, events, rolls = SIDES, TEAMS, LAYOUT, EVENTS, Roll
    procedures = (ARound, Plans, Planning, Operation, Answer, Aid)
    view_codec, position_codec = VIEW, POSITION
    scenarios = {"atoll": "All ships sail.", "raid": "Only the three strongest ships of each side sail."}
    about = GameInfo("Skirmish", "An atoll", "Three sides sail, hide and fight.", 3, 1998, 10, 1)
    options = (
        Option("rounds", ("3", "2", "1"), "1.0", "How many rounds are played."),
        Option("ties", ("none_sinks", "both_sink"), "5.3", "What becomes of ships that fight to a draw."),
    )

    def facts(self, corrections: Mapping[str, Any] | None = None) -> Facts:
        return load_tables(DATA, (STRENGTHS,), corrections, game=self.id)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> tuple[int, ...]:
        return tuple(facts.table(STRENGTHS)[name].strength for name in CLASSES) * 3

    def clauses(self) -> ClauseIndex:
        return CLAUSES

    def set_up(self, rules: Rules, scenario: str) -> State:
        places = [PORT if scenario == "atoll" or ship % 6 < 3 else SUNK for ship in range(18)]
        companies = [company * 7 % 61 for company in range(1980)]
        return State(rules, [1, *companies, *places, *[-1] * 36, *[0] * 18], (ARound(0),))

    def sampler(self, view: Mapping[str, Any]) -> Sampler:
        return Sampler(self.rules(view["options"], view["corrections"]), view)

    def knowledge(self, state: State) -> tuple[int, ...]:
        return tuple(ships_known(state.cells) & own for own in FLEET_OF)

    def check(self, state: State) -> None:
        check_ships(state.cells)
        check_stack(state.cells, state.stack)

    def result(self, state: State) -> Result:
        shores = [SHORE_OF[place] if place >= 0 else -1 for place in state.cells[COMPANY:PLACE]]
        most = [max(range(3), key=lambda side: shores[660 * side :][:660].count(water)) for water in range(7)]
        score = {SIDES.ids[side]: most.count(side) for side in range(3)}
        best = {self.alliances.team(side) for side, points in score.items() if points == max(score.values())}
        return {"winners": self.alliances.members(best) * (len(best) == 1), "score": score, "why": "most shores held"}

    def board(self, rules: Rules) -> PlainBoard:
        land, sea = hexes(LAND), [*ring(RIM, (17, 0), 6, 3.46), *ring(["lagoon"], (17, 0), 0, 3.46)]
        return PlainBoard([*land, *sea, *boxes(["port", "sunk"], (14, 11.5), 6, 3)], {"companies": COMPANIES.ids})


SKIRMISH = Skirmish()
