"""Battles of carriers as positions: Special Strikes of one day impulse against patrolled fleets (6.6, 6.20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution, SimultaneousFrame
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, WAVES
from ironbottom.games.war_in_the_pacific.rules.air import availability, naval_strike, special_strikes, waves
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import act
from tests.games.war_in_the_pacific.historical_actions import (
    Famous,
    Figure,
    apply_choice,
    came_through,
    level,
    lost_in,
    out,
)
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.two_step_choices import choose_in_two_steps

CORAL_SEA, MIDWAY = "1/5/42", "1/6/42"
SIDES = ("japan", "allies")
SENT_FROM, FOUND_AT = "F1229", ("F1230", "F1228")
READY_WITH = "kate_carrier"
CRIPPLED = 4
ALL_MAY = 6
"""6.11 A die of availability with which all points of a carrier may fly."""
VETERANS = "41.65: the two points that veterans add belong to scenario 41; the tables alone gave them"
FEWER_TORPEDOES = "7.5: in the fixed, public order the fire hits torpedo planes first; the tables alone drew by lot"

Sent = tuple[str, str, str, int]
"""The carrier, the stack, the Role and the number of flying points."""
Wave = tuple[str, tuple[Sent, ...]]
"""The target of a wave, and its points."""


@dataclass(frozen=True)
class Fleet:
    """A target force: its ships, and its patrolling fighters by carrier."""

    force: str
    at: str
    ships: tuple[str, ...]
    patrol: tuple[str, str, int]


@dataclass(frozen=True)
class Battle:
    """The strikes of one side, and the loaded decks of the other."""

    date: str
    side: str
    from_decks: tuple[str, ...]
    fleets: tuple[Fleet, ...]
    waves: tuple[Wave, ...]
    loaded: tuple[str, ...] = ()


def open_question(state: State, frame: type[SimultaneousFrame]) -> None:
    """Opens a question to both sides in a Naval Phase."""
    execution = Execution(state, ScriptedDice([]))
    state.stack = ()
    frame.start(execution)
    run(execution)


def laid_out(battle: Battle) -> State:
    """Sets up fleets in contact by True Reports, with strikes ready and patrols flying; both sides may strike now."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    state.cells[layout.TURN] = turn_number(battle.date)
    striker, other = battle.side, SIDES[1 - SIDES.index(battle.side)]
    forces = [*battle.fleets, Fleet(f"{striker}_1", SENT_FROM, battle.from_decks, ("", "", 0))]
    for fleet in forces:
        put_force(state, fleet.force, fleet.at, *fleet.ships)
        for ship in fleet.ships:
            for numbers in (layout.DAMAGE, layout.REPAIR_LEFT, layout.SLOWED, layout.DECK_SHUT):
                state.arrays[numbers][SHIPS.index[ship]] = 0
            state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    for deck, points in aboard(battle).items():
        midway_states.park(state, deck, **points)
    for fleet in battle.fleets:
        midway_states.contact(state, fleet.force, fleet.at)
    for number in range(len(SIDES)):
        availability.roll_availability(Execution(state, ScriptedDice([ALL_MAY] * len(forces))), number)
    open_question(state, special_strikes.ReadyDeclaration)
    for side in SIDES:
        get_ready(state, battle, side, striker, other)
        act(state, side, "done")
    open_question(state, special_strikes.SpecialStrikeDeclaration)
    return state


def aboard(battle: Battle) -> dict[str, dict[str, int]]:
    """The points on each deck: those that fly, and the loaded ones."""
    found: dict[str, dict[str, int]] = {}
    for _, wave in battle.waves:
        for deck, stack, _, points in wave:
            found.setdefault(deck, {})[stack] = found.get(deck, {}).get(stack, 0) + points
    for fleet in battle.fleets:
        deck, stack, points = fleet.patrol
        found.setdefault(deck, {})[stack] = found.get(deck, {}).get(stack, 0) + points
    for deck in battle.loaded:
        found.setdefault(deck, {})[READY_WITH] = 1
    return found


def get_ready(state: State, battle: Battle, side: str, striker: str, other: str) -> None:
    """6.6, 6.20 A side makes its strikes ready, or flies its patrols and leaves its decks loaded."""
    if side == striker:
        ready: dict[tuple[str, str], int] = {}
        for _, wave in battle.waves:
            for deck, stack, _, points in wave:
                ready[deck, stack] = ready.get((deck, stack), 0) + points
        for (deck, stack), points in ready.items():
            act(state, side, "make_ready", deck, stack, str(points))
        return
    assert side == other
    for fleet in battle.fleets:
        deck, stack, points = fleet.patrol
        choose_in_two_steps(state, side, "stay_over", deck, stack, fleet.force, str(points))
    for deck in battle.loaded:
        act(state, side, "make_ready", deck, READY_WITH, "1")


Through = dict[tuple[str, str], int]
"""The points that got through, by stack and Role."""
Share = tuple[str, str, str, int]
"""The attackers of a ship: ship, stack, Role, number of points."""
Shares = Callable[[State, int, Through], list[Share]]
"""The assignment of a wave's points, by its index, to ships."""


def fly_all_waves(state: State, battle: Battle, seed: int, shares: Shares) -> list[float]:
    """All waves fly; returns the losses of each."""
    dice, side = SeededDice(seed), battle.side
    for force, wave in battle.waves:
        act(state, side, "strike", force)
        for deck, stack, role, points in sorted(wave, key=lambda sent: sent[2] == "escort"):
            act(state, side, "send", deck, stack, role, str(points))
        act(state, side, "fly")
    events: list[Event] = []
    for name in SIDES:
        events += apply_choice(state, name, ("done",), dice)
    first = waves.wave_numbers(SIDES.index(side)).start
    while open_now := state.decisions():
        here = open_now[0].procedure
        assert isinstance(here, naval_strike.TargetAssignment)
        for ship, stack, role, points in shares(state, here.wave - first, came_through(state)):
            if points:
                events += apply_choice(state, side, ("allot", ship), dice)
                events += apply_choice(state, side, ("strike_with", stack, role, str(points)), dice)
        events += apply_choice(state, side, ("drop",), dice)
    named = WAVES.ids[first : first + len(battle.waves)]
    return [lost_in(events, wave) for wave in named]


# -- the actions -------------------------------------------------------------------------------------------------

SHOKAKU = Battle(
    CORAL_SEA,
    "allies",
    ("us_cv2",),
    (
        Fleet(
            *("japan_1", "F1230"),
            ("jp_cv6", *[f"jp_ca{n}" for n in range(1, 6)], *[f"jp_dd{n}" for n in range(1, 5)]),
            ("jp_cv6", "zero_carrier", 1),
        ),
    ),
    (
        (
            "japan_1",
            (
                ("us_cv2", "f4f_carrier", "escort", 1),
                ("us_cv2", "sbd_carrier", "bomb", 4),
                ("us_cv2", "tbd_carrier", "torpedo", 2),
            ),
        ),
    ),
)
LEXINGTON = Battle(
    CORAL_SEA,
    "japan",
    ("jp_cv5",),
    (
        Fleet(
            *("allies_1", "F1230"),
            ("us_cv2", "us_cv5", *[f"us_ca{n}" for n in (24, 26, 32, 33, 34)], *[f"us_dd{n}" for n in range(13, 20)]),
            ("us_cv2", "f4f_carrier", 2),
        ),
    ),
    (
        (
            "allies_1",
            (
                ("jp_cv5", "zero_carrier", "escort", 2),
                ("jp_cv5", "val_carrier", "bomb", 3),
                ("jp_cv5", "kate_carrier", "torpedo", 2),
            ),
        ),
    ),
)
FOUR = ("jp_cv1", "jp_cv2", "jp_cv3", "jp_cv4")
AT_MIDWAY = Battle(
    MIDWAY,
    "allies",
    ("us_cv8", "us_cv6", "us_cv5"),
    (
        Fleet(
            *("japan_1", "F1230"),
            (*FOUR[:3], *[f"jp_ca{n}" for n in range(1, 7)], *[f"jp_dd{n}" for n in range(1, 6)]),
            ("jp_cv1", "zero_carrier", 4),
        ),
        Fleet(
            *("japan_2", "F1228"),
            (FOUR[3], "jp_bc3", "jp_bc4", "jp_ca17", "jp_ca18", "jp_dd6"),
            ("jp_cv4", "zero_carrier", 1),
        ),
    ),
    (
        ("japan_1", (("us_cv8", "f4f_carrier", "escort", 1), ("us_cv8", "tbd_carrier", "torpedo", 4))),
        ("japan_1", (("us_cv6", "sbd_carrier", "bomb", 5),)),
        ("japan_2", (("us_cv5", "sbd_carrier", "bomb", 4),)),
    ),
    FOUR,
)
YORKTOWN = Battle(
    MIDWAY,
    "japan",
    ("jp_cv4",),
    (
        Fleet(
            *("allies_1", "F1230"),
            ("us_cv5", "us_ca24", "us_ca26", *[f"us_dd{n}" for n in range(13, 18)]),
            ("us_cv5", "f4f_carrier", 2),
        ),
    ),
    (
        ("allies_1", (("jp_cv4", "zero_carrier", "escort", 1), ("jp_cv4", "val_carrier", "bomb", 2))),
        ("allies_1", (("jp_cv4", "zero_carrier", "escort", 1), ("jp_cv4", "kate_carrier", "torpedo", 1))),
    ),
)
shokaku, lexington, at_midway, yorktown = (
    cache(partial(laid_out, battle)) for battle in (SHOKAKU, LEXINGTON, AT_MIDWAY, YORKTOWN)
)


def all_at(state: State, ship: str, there: Through) -> list[Share]:
    """All points attack one ship as long as it is afloat."""
    if level(state, ship) > FLOATS:
        return []
    return [(ship, stack, role, points) for (stack, role), points in there.items()]


def play_shokaku(state: State, seed: int) -> list[float]:
    """All points of the one wave attack the only carrier."""
    lost = fly_all_waves(state, SHOKAKU, seed, lambda now, wave, there: all_at(now, "jp_cv6", there))
    return [level(state, "jp_cv6"), out(state, ("jp_cv6",)), sum(lost)]


def play_lexington(state: State, seed: int) -> list[float]:
    """One wave: the torpedoes and the larger half of the bombs are aimed at Lexington, the rest at Yorktown."""

    def shares(now: State, wave: int, there: Through) -> list[Share]:
        found: list[Share] = []
        for (stack, role), points in there.items():
            first = points if role == "torpedo" else (points + 1) // 2
            found += [("us_cv2", stack, role, first), ("us_cv5", stack, role, points - first)]
        return found

    lost = fly_all_waves(state, LEXINGTON, seed, shares)
    return [level(state, "us_cv2"), level(state, "us_cv5"), out(state, ("us_cv2",)), sum(lost)]


def play_midway(state: State, seed: int) -> list[float]:
    """Torpedoes attack Akagi, bombs the three carriers that are together, and another group Hiryu."""

    def shares(now: State, wave: int, there: Through) -> list[Share]:
        if wave != 1:
            return all_at(now, FOUR[0] if wave == 0 else FOUR[3], there)
        afloat = [ship for ship in FOUR[:3] if level(now, ship) <= FLOATS]
        each = len(afloat) or 1
        return [
            (ship, stack, role, points // each + (place < points % each))
            for (stack, role), points in there.items()
            for place, ship in enumerate(afloat)
        ]

    torpedoes, bombs, later = fly_all_waves(state, AT_MIDWAY, seed, shares)
    crippled = sum(level(state, ship) >= CRIPPLED for ship in FOUR)
    return [out(state, FOUR), float(crippled), torpedoes, bombs + later]


def play_yorktown(state: State, seed: int) -> list[float]:
    """A wave of dive bombers, then one of torpedo planes."""
    lost = fly_all_waves(state, YORKTOWN, seed, lambda now, wave, there: all_at(now, "us_cv5", there))
    return [level(state, "us_cv5"), out(state, ("us_cv5",)), sum(lost)]


CARRIERS = (
    Famous(
        "Coral Sea, 8 May 1942, on Shokaku",
        shokaku,
        play_shokaku,
        (
            Figure("damage of Shokaku", 3.93, "3"),
            Figure("Shokaku sunk", 0.50, "not sunk"),
            Figure("air points lost", 0.42, "little", FEWER_TORPEDOES),
        ),
    ),
    Famous(
        "Coral Sea, 8 May 1942, on Lexington and Yorktown",
        lexington,
        play_lexington,
        (
            Figure("damage of Lexington", 3.41, "lost", VETERANS),
            Figure("damage of Yorktown", 1.45, "2", VETERANS),
            Figure("Lexington sunk", 0.38, "lost", VETERANS),
            Figure("air points lost", 0.99, "1 to 2"),
        ),
    ),
    Famous(
        "Midway, 4 June 1942, on the Japanese carriers",
        at_midway,
        play_midway,
        (
            Figure("carriers sunk", 1.95, "4"),
            Figure("carriers at D4 or sunk", 2.65, "4"),
            Figure("torpedo planes lost, in points", 2.04, "4"),
            Figure("dive bombers lost, in points", 0.94, "2 to 3"),
        ),
    ),
    Famous(
        "Midway, 4 June 1942, on Yorktown",
        yorktown,
        play_yorktown,
        (
            Figure("damage of Yorktown", 2.55, "4, later sunk", VETERANS),
            Figure("Yorktown sunk", 0.20, "later sunk", VETERANS),
            Figure("air points lost", 1.04, "2"),
        ),
    ),
)
