"""The data of the browser page: the map, the ships, the aircraft and the ground units under the options in force."""

from __future__ import annotations

from ironbottom.engine.data.facts import row_values
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.data import charts, tables
from ironbottom.games.war_in_the_pacific.data.chart_rows import ELIMINATED
from ironbottom.games.war_in_the_pacific.derived import lift_capacity
from ironbottom.games.war_in_the_pacific.derived.supply_reach import NEEDS_NONE
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER, latitude, longitude
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.measures import LEAD_IN
from ironbottom.games.war_in_the_pacific.pieces import (
    BOXES,
    FIRST_BOX,
    LIFT_AREAS,
    MAX_WAVES,
    SCENARIO_CASE,
    SCENARIOS,
    SHIPS,
    SIDE_OF_SHIP,
    SIDES,
)
from ironbottom.games.war_in_the_pacific.rules.land import combat_results
from ironbottom.games.war_in_the_pacific.scenario import ScenarioHooks
from ironbottom.games.war_in_the_pacific.scenarios import australia
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.scenarios.burma import derived as burma_derived
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import edges
from ironbottom.games.war_in_the_pacific.scenarios.leyte import cases as leyte
from ironbottom.games.war_in_the_pacific.scenarios.leyte import derived as leyte_derived
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import derived as midway_derived
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import objectives as midway_objectives
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced.scenario import TO_THE_COAST
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text import importance
from ironbottom.games.war_in_the_pacific.text.board import ids_in
from ironbottom.games.war_in_the_pacific.text.chart import chart, start
from ironbottom.games.war_in_the_pacific.text.names import name_of, objective
from ironbottom.games.war_in_the_pacific.turns import turn_name, turn_number

ADVANCED_MIDWAY = ("midway_advanced", "midway_advanced_freely")
"""42.0 The scenarios of the advanced game of Midway."""
FREELY = "_freely"
"""2.51 The suffix of the names of scenarios with Free Deployment."""
ROADS = ("major_road", "minor_road")
"""3.22 The kinds of road that a case adds to a hex."""


def pieces(rules: Rules) -> dict[str, object]:
    """2.0 The named hexes with their ports and airbases, the boxes, and the ratings of all units; 3.51 the sections.

    Grid hexes are not listed: they follow from their columns and rows by formula. ``starts`` is the start of each
    scenario, which a view's changes apply to; with Free Deployment it is listed only if it differs.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> data = pieces(WarInThePacific().rules())
    >>> [(place["port"], place["airbase"]) for place in data["places"] if place["name"] == "Midway"]
    [('minor', 2)]
    >>> [ship["air_capacity"] for ship in data["ships"] if ship["id"] == "us_cv6"], data["sections"]["midway"]
    ([9], ['D', 'F'])
    """
    facts, scenarios = rules.facts, rules.game.scenarios
    return {
        "sections": _sections(rules),
        "places": [_place(row) for row in facts.table(tables.PLACES).values()],
        "chart": chart(rules),
        "starts": _starts(rules),
        "begins": {
            name: first_turn_number(rules, number) for number, name in enumerate(SCENARIOS.ids) if name in scenarios
        },
        "turns": weeks(rules),
        "by_date": True,
        "importance": importance.for_page(),
        "lead_in": LEAD_IN,
        "boxes": list(BOXES.ids),
        "ships": _ships(rules),
        "aircraft": [_aircraft(row) for row in facts.table(tables.AIRCRAFT).values()],
        "ground": [_ground(row) for row in facts.table(tables.GROUND).values()],
        "weather": {str(row.die): [row.tropics, row.middle, row.north] for row in rules.pieces.charts.weather},
        "worth": dict(rules.pieces.charts.worth),
        "combat": combat_charts(rules),
        "waves": MAX_WAVES,
        "objectives": {name: _OBJECTIVES[name](rules) for name in scenarios if name in _OBJECTIVES},
        "closed": {name: hexes_out_of_play(rules, SCENARIOS.index[name]) for name in _CLOSED if name in scenarios},
        "roads": {name: roads(rules, name) for name in burma.BOTH if name in scenarios},
        "lift": {name: seacap(rules, SCENARIOS.index[name]) for name in _WITH_LIFT if name in scenarios},
        "works": {row.id: [row.supply_points, row.engineer_turns] for row in facts.table(charts.CONSTRUCTION).values()},
        "aims": {name: aims(rules) for name in burma.BOTH if name in scenarios},
        "links": {name: unlimited_supply(rules, name) for name in scenarios if any(_scenario(rules, name).link_edges)},
        "entries": {name: entries(rules) for name in _WITH_EDGES if name in scenarios},
        "coasts": {name: TO_THE_COAST for name in ADVANCED_MIDWAY if name in scenarios},
    }


_WITH_EDGES = ("guadalcanal",)
"""43.64, 43.68 The scenario in which ships enter over the edges by its own terms."""


def entries(rules: Rules) -> dict[str, tuple[int, int]]:
    """43.64, 43.68 By box: the Speed Class of ships that enter from it, and the Movement Points that they have spent.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> entries(WarInThePacific().rules())
    {'japan': (2, 50), 'beyond_the_edge': (2, 0)}
    """
    return {BOXES.ids[box]: edges.entry_terms(rules.pieces, side) for side, box in enumerate(edges.BOX_OF_SIDE)}


def combat_charts(rules: Rules) -> dict[str, object]:
    """24.3, 17.1, 13.8, 11.5, 12.1 The charts that give the chances of a battle that is over.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> found = combat_charts(WarInThePacific().rules())
    >>> found["ground"][-1], found["bombardment"][0], found["damage"]
    (['6-1+', 5, 1], [5, 0, 0, 0, 0, 0, 1], [1, 3, 5, 7, 9, 11, 13, 15, 18])
    """
    found = rules.pieces.charts
    dice = range(MAX_DAMAGE_DIE + 1)
    return {
        "ground": [
            [combat_results.name_of(found, n), row.retreats.bit_count(), row.defender.count(ELIMINATED)]
            for n, row in enumerate(found.odds)
        ],
        "bombardment": [[row.high, *row.results] for row in found.bombardment.rows],
        "hunt": [[row.high, *row.results] for row in found.asw.rows],
        "damage": [next(row.per_ten for row in found.damage_points if row.low <= die <= row.high) for die in dice],
        "levels": [[row.numerator, row.denominator, *levels] for row, levels in found.naval_results],
    }


MAX_DAMAGE_DIE = 8
"""11.5 The highest modified die that the table of Damage Points distinguishes."""


def _starts(rules: Rules) -> dict[str, dict[str, object]]:
    """40.1 The starts of scenarios, each listed only if it differs."""
    every = {name: start(rules, SCENARIOS.index[name]) for name in SCENARIOS.ids if name in rules.game.scenarios}
    printed = {name: every.get(name.removesuffix(FREELY)) for name in every if name.endswith(FREELY)}
    return {name: begun for name, begun in every.items() if begun != printed.get(name)}


def first_turn_number(rules: Rules, scenario: int) -> int:
    """42.11, 44.11, 45.11 The number of the first Game-Turn of a scenario.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> first_turn_number(WarInThePacific().rules(), SCENARIOS.index["leyte"])
    196
    """
    return turn_number(rules.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[scenario]].first_turn)


def weeks(rules: Rules) -> list[dict[str, object]]:
    """4.1 The Game-Turns of all scenarios, with their dates.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> [week["date"] for week in weeks(WarInThePacific().rules()) if week["turn"] in (72, 199)]
    ['1/6/42', '4/11/44']
    """
    rows = [
        rules.facts.table(tables.SCENARIO_TABLE)[SCENARIO_CASE[SCENARIOS.index[name]]] for name in rules.game.scenarios
    ]
    played = {turn_number(row.first_turn) + n for row in rows for n in range(row.turns)}
    return [{"turn": turn, "date": turn_name(turn)} for turn in sorted(played)]


def hexes_out_of_play(rules: Rules, scenario: int) -> list[str]:
    """3.51, 44.66 The hexes that are out of play although they are in the sections of a scenario.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> {at[0] for at in hexes_out_of_play(WarInThePacific().rules(), SCENARIOS.index["burma"])}
    {'A'}
    """
    sections, opened = rules.pieces.sections(scenario), rules.pieces.in_play(scenario)
    return [hex for number, hex in enumerate(IDS) if hex[0] in sections and not opened[number]]


def seacap(rules: Rules, scenario: int) -> list[dict[str, object]]:
    """30.1, 30.5 The areas of Railcap and Seacap: regions, cities, full Seacap, and their holders at the start.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> data = seacap(WarInThePacific().rules(), SCENARIOS.index["leyte"])
    >>> [(row["name"], row["points"], row["began"]) for row in data if row["points"] > 2]
    [('burma', 3, 'allies'), ('philippines', 3, 'japan')]
    """
    pieces, names = rules.pieces, rules.pieces.atlas.regions
    row_of, began = rules.facts.table(charts.RAILCAP_SEACAP), pieces.holders(scenario)
    return [
        {
            "name": name,
            "regions": [names.index(region) for region in LIFT_AREAS[name]],
            "cities": [IDS[hex] for hex in lift_capacity.cities_of(pieces, area)],
            "points": row_of[name].seacap,
            "began": SIDES.ids[lift_capacity.began_with(pieces, area, began)],
        }
        for area, name in enumerate(lift_capacity.AREAS)
    ]


def roads(rules: Rules, scenario: str) -> list[list[str]]:
    """44.22, 44.35 The hexes to which a case adds a road, each with its kind.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> ["A2912", "major_road"] in roads(WarInThePacific().rules(), "burma")
    True
    """
    case = SCENARIO_CASE[SCENARIOS.index[scenario]]
    rows = rules.facts.table(tables.DEPLOYMENT).values()
    return [[hex, row.unit] for row in rows if row.scenario == case and row.unit in ROADS for hex in row.hexes]


def aims(rules: Rules) -> dict[str, object]:
    """44.42, 44.43, 44.65 The scoring of Burma, and the hexes that Japan has to guard.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> data = aims(WarInThePacific().rules())
    >>> data["towns"]["A3014"], data["per_block"], data["guarded"]
    (500, 10, ['A3019', 'A3219'])
    """
    pieces = rules.pieces
    return {
        "towns": {town: int(pieces.figure("44.43", town.lower())) for town in burma.TOWNS},
        "kunming": burma_derived.KUNMING,
        "counted": BOXES.ids[burma.TONNAGE - FIRST_BOX],
        "block": pieces.block,
        "per_block": int(pieces.figure("44.43", "per_block_kunming")),
        "no_line": int(pieces.figure("44.42", "no_allied_loc_in_burma")),
        "per_point": int(pieces.figure("44.42", "per_csp_in_india")),
        "guarded": pieces.figure("44.65", "hexes").split("|"),
        "homeland": [rules.pieces.atlas.regions.index(region) for region in burma_derived.BURMA],
        "india": [rules.pieces.atlas.regions.index(region) for region in burma_derived.INDIA],
    }


def objective_points(rules: Rules) -> list[dict[str, object]]:
    """42.42 The points for hexes that ground units control: Midway for either side, and the Aleutians for Japan.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> [(row["name"], row["points"], row["sides"]) for row in objective_points(WarInThePacific().rules())]
    [('Midway', 200, ['japan', 'allies']), ('a hex of the Aleutians', 50, ['japan'])]
    """
    pieces = rules.pieces
    midway, points, aleutians = (pieces.figure("42.42", name) for name in ("hex", "vp", "aleutians_japan"))
    region = pieces.atlas.regions.index("aleutians")
    hexes = [IDS[hex] for hex, here in enumerate(pieces.atlas.region) if here == region]
    return [
        {"case": "42.42", "name": "Midway", "points": int(points), "sides": list(SIDES.ids), "hexes": [midway]},
        {
            "case": "42.42",
            "name": "a hex of the Aleutians",
            "points": int(aleutians),
            "sides": [SIDES.ids[JAPAN]],
            "hexes": hexes,
        },
    ]


def possible_objectives(rules: Rules) -> list[dict[str, object]]:
    """45.42 The hexes from which the Allies secretly choose their Objective, with the points for its holder.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> rows = possible_objectives(WarInThePacific().rules())
    >>> [(row["name"], row["points"]) for row in rows if row["hexes"] == ["B2452"]], len(rows)
    ([('Leyte (Tacloban)', 500)], 12)
    """
    places = rules.pieces.atlas.places
    return [
        {"case": "45.42", "name": places[hex].name, "points": points, "sides": list(SIDES.ids), "hexes": [IDS[hex]]}
        for hex, points in leyte_derived.possible_objectives(rules.pieces).items()
    ]


def airfield_objective(rules: Rules) -> list[dict[str, object]]:
    """43.42 The points for Guadalcanal, to a side with a ground unit in control of it at the end.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> [(row["name"], row["points"], row["hexes"]) for row in airfield_objective(WarInThePacific().rules())]
    [('Guadalcanal-Tulagi', 200, ['E2519'])]
    """
    hex, points = (rules.pieces.figure("43.42", name) for name in ("hex", "vp"))
    name = rules.pieces.atlas.places[NUMBER[hex]].name
    return [{"case": "43.42", "name": name, "points": int(points), "sides": list(SIDES.ids), "hexes": [hex]}]


def unlimited_supply(rules: Rules, scenario: str) -> dict[str, list[str]]:
    """15.31, 25.2 Where the links of each side find unlimited supply: edges of the map, and home sources.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> unlimited_supply(WarInThePacific().rules(), "guadalcanal")
    {'japan': ['north_edge'], 'allies': ['east_edge', 'E1544', 'E0848']}
    """
    edges, pieces, number = _scenario(rules, scenario).link_edges, rules.pieces, SCENARIOS.index[scenario]
    japan = midway_derived.home_ports(pieces, number) if scenario in ADVANCED_MIDWAY else ()
    homes = [IDS[hex] for hex in sorted(japan)], australia.HOME_PORTS
    return {side: [*edges[number], *homes[number]] for number, side in enumerate(SIDES.ids)}


def ranked_objectives(rules: Rules) -> list[dict[str, object]]:
    """42.43 The objectives from which Japan secretly chooses two, with their points as the Primary objective for either
    side, and as the Secondary objective for Japan.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> rows = ranked_objectives(WarInThePacific().rules())
    >>> [(row["id"], row["points"], row["secondary"], row["hexes"]) for row in rows][:2]
    [('midway', 200, 50, ['F1234']), ('noumea', 200, 50, ['E3231'])]
    """
    pieces = rules.pieces
    secondary = int(pieces.figure("42.43", "secondary_japan"))
    return [
        {
            "case": "42.43",
            "id": name,
            "name": objective(name),
            "points": midway_objectives.primary_points(pieces, number),
            "secondary": secondary,
            "sides": list(SIDES.ids),
            "hexes": sorted(IDS[hex] for hex in midway_objectives.hexes_of(pieces, number)),
        }
        for number, name in enumerate(layout.OBJECTIVES.ids)
        if number != layout.NO_OBJECTIVE
    ]


def _scenario(rules: Rules, name: str) -> ScenarioHooks:
    return rules.pieces.scenarios[SCENARIOS.index[name]]


_OBJECTIVES = {
    "midway": objective_points,
    "leyte": possible_objectives,
    "guadalcanal": airfield_objective,
    **dict.fromkeys(ADVANCED_MIDWAY, ranked_objectives),
}
_CLOSED = (*burma.BOTH, "guadalcanal")
"""43.61, 44.66 The scenarios whose cases close hexes."""
_WITH_LIFT = (*burma.BOTH, *leyte.BOTH)
"""30.1 The scenarios in which units move by rail or Seacap."""


def picture(rules: Rules, view: View) -> list[tuple[float, float, str, int]]:
    """The positions of ships: longitude, latitude, side and number; each enemy contact counts as one.

    >>> from ironbottom.games.war_in_the_pacific.game import WarInThePacific
    >>> state = WarInThePacific().new()
    >>> max(picture(state.rules, state.view("allies")), key=lambda lying: lying[3])
    (-158.2, 21.1, 'allies', 21)
    """
    lying: dict[tuple[str, str], int] = {}
    for ship, position in ids_in(view, rules, layout.SHIP_AT).items():
        side = SIDES.ids[SIDE_OF_SHIP[SHIPS.index[ship]]]
        where = view["force_at"].get(position, position)
        if view["side"] in (side, "open") and where in NUMBER:
            lying[where, side] = lying.get((where, side), 0) + 1
    for force in view["in_contact"]:
        if where := view["contact_at"].get(force):
            side = force.partition("_")[0]
            lying[where, side] = lying.get((where, side), 0) + 1
    return [(*_degrees(where), side, number) for (where, side), number in lying.items()]


def _degrees(hex: str) -> tuple[float, float]:
    return round(longitude(NUMBER[hex]), 1), round(latitude(NUMBER[hex]), 1)


def _sections(rules: Rules) -> dict[str, list[str]]:
    return {
        name: list(rules.pieces.sections(number))
        for number, name in enumerate(SCENARIOS.ids)
        if name in rules.game.scenarios
    }


def _place(row: tables.NamedHex) -> dict[str, object]:
    here = row_values(row, "id", "name", "port", "cargo", "naval", "airbase", "guns", "holder", "city")
    return here | row_values(row, "industrial", "southern", "northern", "lon", "lat")


def _ships(rules: Rules) -> list[dict[str, object]]:
    return [
        {
            "id": ship,
            "name": name_of(ship),
            **row_values(row, "side", "nation", "type", "hulls", "anti_air", "gunnery", "torpedo", "defence"),
            **row_values(row, "speed_class", "air_capacity", "fuel", "load_quarters", "armoured"),
        }
        for ship, row in zip(SHIPS.ids, rules.pieces.ships, strict=True)
    ]


def _aircraft(row: tables.AirType) -> dict[str, object]:
    strengths = row_values(row, "air_to_air", "bomb", "torpedo", "bombardment", "strafing", "search")
    ranges = row_values(row, "range_mp", "extended_mp", "transfer_mp", "carrier_capable", "altitude")
    lift = row_values(row, "transport_quarters") if row.transport_quarters else {}
    return row_values(row, "id", "name", "side", "roles") | strengths | ranges | lift


def _ground(row: tables.GroundType) -> dict[str, object]:
    price = row_values(row, "rebuild_sp") if row.rebuild_sp else {}
    ratings = row_values(row, "printed", "kind", "strength", "defence_only", "load", "vp_each")
    thirds = {"supply_thirds": row.supply_thirds} if row.supply_thirds and row.id not in NEEDS_NONE else {}
    return row_values(row, "id", "name", "side", "nation") | ratings | price | thirds
