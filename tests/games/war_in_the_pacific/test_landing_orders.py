"""16.0 Troops loaded, carried and landed by one order: drafted beforehand, carried out, ended by named events."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ironbottom.bots import as_choices, make_player
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, longest_valid_prefix
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import LandingAdvice, Memory, Voyage
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import helpers, landing_orders
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.turns import turn_number

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"
SIDE, SAIPAN, MIDWAY = "japan", "D0948", "F1234"
WORLDS = 3


def orders_of_japan() -> State:
    """Midway, Naval Phase 1 of 2/6/42: both sides form and plot their forces."""
    return load_position(POSITIONS / "orders.toml", RULES)


def with_troops_ashore() -> State:
    """The same, with the troops at Saipan ashore."""
    state = orders_of_japan()
    for unit in troops_at(state, SAIPAN):
        layout.units_in(state.arrays).put(UNITS.index[unit], NUMBER[SAIPAN])
    return state


def troops_at(state: State, at: str) -> list[str]:
    """The units that may board in a port."""
    (source,) = [one for one in landing_orders.options(state, SIDE).sources if one.at == at]
    return [unit.id for unit in source.units]


def advice(state: State, **asked: object) -> LandingAdvice:
    """The order for the troops at Saipan, to Midway unless another place is given."""
    return landing_orders.advice(state, SIDE, {"units": troops_at(state, SAIPAN), "to": MIDWAY, **asked})


def ships_of_kind(state: State, *kinds: str) -> list[str]:
    """The ships at Saipan of the given types."""
    (source,) = [one for one in landing_orders.options(state, SIDE).sources if one.at == SAIPAN]
    return [ship.id for ship in source.ships if ship.kind in kinds]


# -- worked out beforehand -----------------------------------------------------------------------------


def test_16_1_the_usual_ships_carry_the_troops_with_an_escort() -> None:
    found = advice(with_troops_ashore())
    assert found.schedule == [
        "7 ships: 1 CL, 5 DD, 1 APB.",
        "Loads 3 Load Points at Saipan (D0948) in 1 Naval Phase.",
        "Sails 3 Naval Phases at Speed 2, with fuel 30 of which it burns 30.",
        "Arrives at Midway (F1234) in 3/6/42, Naval Phase 1.",
        "Lands 3 Load Points in 1 Naval Phase.",
    ]
    assert found.lacking == ["No fuel to return: 0 left, 15 needed to reach Kwajalein (D3354)."]
    assert (found.choices, found.force) == ([["form", SAIPAN]], "")
    laden = advice(orders_of_japan())
    assert [line.partition(" ")[0] for line in laden.schedule] == ["7", "Sails", "Arrives", "Lands"]
    assert laden.schedule[2] == "Arrives at Midway (F1234) in 2/6/42, Naval Phase 3."


def test_15_6_room_and_escorts_that_are_missing_are_named() -> None:
    state = with_troops_ashore()
    assert (
        "No escort: no warship sails with the transports." in advice(state, ships=ships_of_kind(state, "APB")).lacking
    )
    found = advice(state, ships=ships_of_kind(state, "DD")[:1]).lacking
    assert "No ship has room for Japanese infantry regiment (2-1), 2 Load Points." in found
    left = advice(orders_of_japan(), ships=ships_of_kind(state, "DD")[:1]).lacking
    assert any("is aboard" in line and line.endswith("which stays behind.") for line in left)
    assert "These ships land 0.25 Load Points a phase: too few for Japanese infantry regiment (2-1)." in found


def test_10_5_the_place_where_the_fuel_ends_is_named() -> None:
    state = orders_of_japan()
    for ship in range(len(SHIPS)):
        state.arrays[layout.FUEL][ship] = min(state.arrays[layout.FUEL][ship], 10)
    found = advice(state, ships=ships_of_kind(state, "APB", "CL"))
    assert found.lacking[0] == "Fuel for 2 of 4 Naval Phases; it runs out at D2938."


def test_4_1_a_game_turn_that_is_too_early_is_named() -> None:
    state = with_troops_ashore()
    assert "It cannot arrive before 3/6/42." in advice(state, week=turn_number("2/6/42")).lacking
    assert advice(state, week=turn_number("4/6/42")).schedule[3] == "Arrives at Midway (F1234) in 4/6/42, as ordered."


def test_16_2_places_where_troops_cannot_land_as_planned_are_named() -> None:
    state = orders_of_japan()
    assert any(
        "No assault on Kiska (F0604) was announced before play" in one for one in advice(state, to="F0604").lacking
    )
    inland = next(hex for hex in ("F1230", "D3020") if hex in NUMBER)
    assert any(one.startswith("No landing is possible at") for one in advice(state, to=inland).lacking)


@pytest.mark.parametrize(
    ("part", "value"),
    [("to", "nowhere"), ("units", ["allies_unit_1"]), ("units", []), ("ships", ["us_cv6"]), ("week", -1)],
)
def test_a_wrong_part_of_an_order_is_refused(part: str, value: object) -> None:
    state = orders_of_japan()
    asked: dict[str, object] = {"units": troops_at(state, SAIPAN), "to": MIDWAY, part: value}
    with pytest.raises(BadValue) as refused:
        landing_orders.advice(state, SIDE, asked)
    assert refused.value.field == part


def test_an_order_is_read_as_it_is_typed() -> None:
    state = orders_of_japan()
    read = landing_orders.read(state, SIDE, "2 3 to midway week 3/6/42")
    assert read == {"units": troops_at(state, SAIPAN), "to": MIDWAY, "week": turn_number("3/6/42")}
    for typed in ("2 3", "1 2 to Midway", "9 to Midway", "2 to Midway week 9", "2 to mars"):
        with pytest.raises(Refused):
            landing_orders.read(state, SIDE, typed)


# -- carried out ---------------------------------------------------------------------------------------


class Landing:
    """A match in which Japan gives one landing order; everything else is played by computer players."""

    def __init__(self, week: int = 0) -> None:
        self.match = Match("witp", scenario="midway", dice=SeededDice(7))
        self.players = {side: make_player(self.match.rules, "ensign", side, 7) for side in self.match.rules.sides.ids}
        self.week, self.asked, self.plans = week, dict[str, object](), dict[str, dict[str, object]]()
        self.made: list[tuple[int, list[Action]]] = []
        """The Game-Turn of each answer, and its choices."""
        self.ended = ""

    @property
    def turn(self) -> int:
        """The Game-Turn."""
        return self.match.state.cells[layout.TURN]

    def memory(self) -> Memory:
        """What Japan has ordered."""
        return helpers.remembered(self.match.log(SIDE), self.plans)

    def play(self) -> None:
        """Plays until the order has ended."""
        while not self.ended and not self.match.over:
            decision = self.match.decisions()[0]
            side, name = decision.side, decision.procedure.name
            if side == SIDE and not self.plans and name in ("orders", "gathering"):
                self._give()
                continue
            if side == SIDE and name in landing_orders.QUESTIONS:
                choices, ended = landing_orders.answer(self.match.state.copy(), SIDE, self.memory())
                self.ended = next(iter(ended.values()), "")
                if choices:
                    self.made.append((self.turn, choices))
                    self.match.submit(SIDE, choices)
                else:
                    self.match.submit(SIDE, [("done",)])
                continue
            run = as_choices(self.players[side].choose(self.match.offer(side)))
            self.match.submit(side, longest_valid_prefix(self.match.state, side, run))

    def _give(self) -> None:
        """Submits the next choices that begin the order, and stores its plan with the last ones."""
        state = self.match.state.copy()
        self.asked = self.asked or {"units": troops_at(state, SAIPAN), "to": MIDWAY, "week": self.week}
        found = landing_orders.advice(state, SIDE, self.asked)
        self.asked = {**self.asked, "ships": found.ships}
        self.match.submit(SIDE, [tuple(choice) for choice in found.choices])
        if found.force:
            landing = {"units": self.asked["units"], "week": self.week}
            asked = {"mission": "assault", "to": MIDWAY, "off": 0, "speed": found.speed, "landing": landing}
            plan = helpers.plan(self.match.state, SIDE, found.force, asked, self.match.seq(SIDE))
            self.plans = {found.force: plan}


@pytest.mark.build
def test_16_1_16_3_the_force_loads_sails_and_lands() -> None:
    """It arrives in the Game-Turn that was ordered and not earlier; then the order is over."""
    landing = Landing(week=turn_number("3/6/42"))
    landing.play()
    verbs = [[action[0] for action in choices] for _, choices in landing.made]
    assert verbs[0] == ["embark", "embark"], "in the phase of the order, at the end"
    assert verbs[-1] == ["land", "land"]
    assert landing.made[-1][0] == turn_number("3/6/42")
    assert [choices[0][2] for _, choices in landing.made if choices[0][0] == "plot"].count("assault") == 3
    assert landing.ended == "every unit has landed"
    units = landing.asked["units"]
    assert isinstance(units, list)
    places = {landing.match.state.arrays[layout.UNIT_AT][UNITS.index[unit]] for unit in units}
    assert places == {NUMBER[MIDWAY]}


def begun() -> tuple[State, str, Voyage]:
    """A state in which the troops are aboard at Saipan and their force waits for its plot, with its order."""
    landing = Landing()
    while not landing.made:
        decision = landing.match.decisions()[0]
        if decision.side == SIDE and not landing.plans and decision.procedure.name in ("orders", "gathering"):
            landing._give()
        elif decision.side == SIDE and decision.procedure.name == "at_the_shore":
            choices, _ = landing_orders.answer(landing.match.state.copy(), SIDE, landing.memory())
            landing.made.append((landing.turn, choices))
            landing.match.submit(SIDE, choices)
        elif decision.side == SIDE and decision.procedure.name == "orders":
            landing.match.submit(SIDE, [("done",)])
        else:
            run = as_choices(landing.players[decision.side].choose(landing.match.offer(decision.side)))
            landing.match.submit(decision.side, longest_valid_prefix(landing.match.state, decision.side, run))
    while (decision := landing.match.decisions()[0]).procedure.name != "orders" or decision.side != SIDE:
        run = as_choices(landing.players[decision.side].choose(landing.match.offer(decision.side)))
        landing.match.submit(decision.side, longest_valid_prefix(landing.match.state, decision.side, run))
    ((force, voyage),) = landing.memory().voyages.items()
    return landing.match.state.copy(), force, voyage


@pytest.mark.build
def test_the_named_events_end_an_order() -> None:
    """8.5 a contact nearby, 12.1 damage, 9.2 a ship less, 10.5 fuel; an ended order answers nothing."""
    state, force, voyage = begun()
    number = FORCES.index[force]
    assert landing_orders.answer(state, SIDE, Memory(voyages={force: voyage})).choices[0] == ("plot", force, "assault")
    ship = next(
        ship for ship in range(len(SHIPS)) if state.arrays[layout.SHIP_AT][ship] >= 0 and SHIPS.ids[ship] == "jp_apb2"
    )

    def ended(changed: State) -> str:
        found = landing_orders.answer(changed, SIDE, Memory(voyages={force: voyage}))
        assert not found.choices
        return found.ended[force]

    damaged = state.copy()
    damaged.arrays[layout.DAMAGE][ship] = 1
    assert ended(damaged) == "a ship is damaged"
    empty = state.copy()
    for each in range(len(SHIPS)):
        empty.arrays[layout.FUEL][each] = 5
    assert ended(empty) == "the fuel does not last long enough"
    seen, enemy = state.copy(), FORCES.index["allies_2"]
    seen.cells[layout.IN_CONTACT] |= 1 << enemy
    seen.cells[layout.CONTACT_AT + enemy] = state.cells[layout.FORCE_AT + number]
    assert ended(seen) == f"an enemy reported at {SAIPAN}"
    assert voyage.landing is not None
    over = voyage._replace(landing=voyage.landing._replace(ended="a ship is damaged"))
    assert landing_orders.answer(state, SIDE, Memory(voyages={force: over})) == ([], {})
    assert "ended, a ship is damaged" in landing_orders.status(state, SIDE, force, over)
    assert landing_orders.status(state, SIDE, force, voyage).endswith("2 of 2 units aboard, waits at Saipan (D0948).")


@pytest.mark.build
def test_an_order_reads_only_what_its_side_may_know() -> None:
    """1.31 In worlds drawn from the view of the side, everything that is said and done is the same."""
    state, force, voyage = begun()
    asked = {"units": ["japan_unit_7"], "to": "D3903"}
    for world in range(WORLDS):
        other = GAME.resample(state.view(SIDE), Random(world))
        assert landing_orders.options(other, SIDE) == landing_orders.options(state, SIDE)
        assert landing_orders.advice(other, SIDE, asked) == landing_orders.advice(state, SIDE, asked)
        memory = Memory(voyages={force: voyage})
        assert landing_orders.answer(other, SIDE, memory) == landing_orders.answer(state, SIDE, memory)
        assert landing_orders.status(other, SIDE, force, voyage) == landing_orders.status(state, SIDE, force, voyage)


def test_other_orders_end_a_landing() -> None:
    """10.1 With another Mission, or a course away from the beach, the order is dropped."""
    landing = {"units": ["japan_unit_8"], "port": SAIPAN, "week": 0, "ships": 1, "damage": 0, "ended": ""}
    plan = {"mission": "assault", "to": MIDWAY, "off": 0, "speed": 2, "contacts": [], "landing": landing, "since": 4}

    def is_followed(*plots: tuple[int, str, str | None]) -> bool:
        events = [
            {"seq": seq, "events": [{"event": "plotted", "force": "japan_5", "mission": mission, "to": to}]}
            for seq, mission, to in plots
        ]
        return "japan_5" in helpers.remembered(events, {"japan_5": plan}).voyages  # type: ignore[arg-type]

    assert is_followed((3, "patrol", None), (5, "transport", None), (6, "assault", "D2440"))
    assert not is_followed((5, "patrol", None))
    assert not is_followed((5, "assault", "D2440"), (6, "assault", SAIPAN))
    landing["ended"] = "a ship is damaged"
    assert is_followed((3, "transport", None))
    assert not is_followed((5, "transport", None))
