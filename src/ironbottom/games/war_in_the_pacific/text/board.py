"""The board as text, by section of the map, from the view only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ironbottom.engine.text.sentences import capitalized, count, joined
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.array_codec import places_of
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import BOXES, SCENARIOS, SIDE_OF_SHIP, SIDES
from ironbottom.games.war_in_the_pacific.scenarios.burma.cases import BOTH
from ironbottom.games.war_in_the_pacific.state import (
    LAYOUT,
    NO_OBJECTIVE,
    OBJECTIVES,
    SHIP_AT,
    SUPPLY,
    UNIT_AT,
    UNIT_TYPE,
)
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text import names
from ironbottom.games.war_in_the_pacific.text.burma import board as burma_lines
from ironbottom.games.war_in_the_pacific.text.links import link_lines
from ironbottom.games.war_in_the_pacific.text.names import (
    aircraft_name,
    base,
    fleet,
    force,
    listed,
    place,
    ships_in_port_text,
)
from ironbottom.games.war_in_the_pacific.text.viewer_information import (
    air_found,
    base_owner,
    own_air,
    points_text,
    ports_seen,
    report_text,
    stores_text,
)

Line = tuple[str, str]
"""A style (a side, ``head``, ``dim`` or nothing) and a paragraph, indented as it begins."""


def board(view: View, rules: Rules) -> list[Line]:
    """The board as its viewer sees it, in paragraphs."""
    return [
        *_heading(view),
        *_forces(view, rules),
        *_reports(view, rules),
        *_subrons(view),
        *link_lines(view, rules),
        *(burma_lines(view, supply_in(view, rules), rules) if view["scenario"] in BOTH else ()),
        *_places(view, rules),
    ]


def _unordered(view: View, rules: Rules) -> Iterator[Line]:
    """10.1 The side's own Task Forces without a Mission."""
    ordered = {force(name) for name, mission in view["force_mission"].items() if mission}
    own = [line for line in _forces(view, rules) if line[0] in _own(view)]
    yield from (line for line in own if line[1].partition(" at ")[0].partition(" in ")[0] not in ordered)


def _ships(view: View, rules: Rules) -> Iterator[Line]:
    """Task Forces, and the side's own ships in port."""
    yield from _forces(view, rules)
    for hex, ships in sorted(_by_place(_own_ships(view, rules)).items()):
        if hex in NUMBER or hex in BOXES.index:
            lies = place(hex) if hex in NUMBER else capitalized(names.box(hex))
            yield "", f"{lies}. {'In port' if hex in NUMBER else 'Ships'}: {fleet(ships)}."


def _air(view: View, rules: Rules) -> Iterator[Line]:
    """5.1 The side's own air points, base by base."""
    for hex, points in own_air(view, rules).items():
        yield "", f"{base(hex)}: {points_text(points)}."


def _units_ashore(view: View, rules: Rules) -> Iterator[Line]:
    """21.1 The ground units, hex by hex."""
    for hex, sides in sorted(_units(view, rules).items()):
        if hex in NUMBER:
            yield "", f"{place(hex)}.{''.join(f' {side}: {_grouped(own)}.' for side, own in sides.items())}"


def _heading(view: View) -> Iterator[Line]:
    yield "head", f"{names.CALLED[view['scenario']]}. Game-Turn {names.turn(view['turn'])}."
    if view["first_player"]:
        yield "", f"{names.side_does(view['first_player'], 'is')} First Player."
    result = [hex for hex in view["announced"] if hex]
    if result:
        yield "", f"Announced assaults: {listed([place(hex) for hex in result])}."
    if view["objective"]:
        yield "", f"The Objective: {place(view['objective'])}."
    planned = [hex for hex in view["plan_at"].values() if hex]
    if planned:
        yield "", f"Assaults planned: {listed([place(hex) for hex in planned])}."
    for rank, written in view["arrays"].get("ranked_objectives", {}).items():
        if OBJECTIVES.index[written] != NO_OBJECTIVE:
            yield "japan", f"The {names.rank(rank)} objective: {names.objective(written)}."
    read = [hex for hex in view["arrays"].get("plan_read", {}).values() if hex in NUMBER]
    if read:
        yield "", f"Enemy assaults seen on cards: {listed([place(hex) for hex in read])}."
    if shortened := sum(view["arrays"].get("shortened", {}).values()):
        yield "japan", f"The war is shorter by {count(shortened, 'Game-Turn')}."
    if view["kamikazes"] and view["kamikazes_left"] is not None:
        yield "japan", f"{count(view['kamikazes_left'], 'point')} may fly as kamikazes before the next Air Phase."
    for side, points in view["losses"].items():
        if points:
            yield side, f"{names.side_does(side, 'has')} lost units worth {count(points, 'Victory Point')}."


def ids_in(view: View, rules: Rules, array: int) -> dict[str, str]:
    """The ids in an array of a view, by the names of its entries; missing entries have their values from the start."""
    return {name: str(value or "") for name, value in _values_in(view, rules, array)}


def supply_in(view: View, rules: Rules) -> dict[str, int]:
    """25.2 The Supply Points of a view by base; missing entries have their values from the start."""
    return {base: points for base, points in _values_in(view, rules, SUPPLY) if isinstance(points, int)}


def _values_in(view: View, rules: Rules, array: int) -> Iterator[tuple[str, object]]:
    block = LAYOUT.arrays[array]
    start = at_start(rules.pieces, SCENARIOS.index[view["scenario"]]).arrays[array]
    result = view["arrays"].get(block.name)
    result = result if isinstance(result, dict) else {}
    return ((name, result.get(name, block.kind.write(start[n]))) for n, name in enumerate(places_of(block.length)))


def _own(view: View) -> tuple[str, ...]:
    if view["side"] == "open":
        return tuple(SIDES.ids)
    return (str(view["side"]),) if view["side"] in SIDES.ids else ()


def _forces(view: View, rules: Rules) -> Iterator[Line]:
    where, air = ids_in(view, rules, SHIP_AT), own_air(view, rules)
    for name in {**view["force_at"], **view["force_box"]}:
        hex = view["force_at"].get(name)
        ships = [ship for ship, lies in where.items() if lies == name]
        mission = view["force_mission"].get(name)
        plotted = f", on {mission.replace('_', ' ')}" if mission else ""
        goes = view["force_to"].get(name)
        bound = f", bound for {place(goes)}" if goes else ""
        lies = f"at {place(hex)}" if hex else f"in {names.box(view['force_box'][name] or '')}"
        crew = fleet(ships) if ships else "a dummy"
        decks = sum((air[ship] for ship in ships if ship in air), Counter[str]())
        flies = f" On deck: {points_text(decks, aircraft_name)}." if decks else ""
        yield name.partition("_")[0], f"{force(name)} {lies}{plotted}{bound}: {crew}.{flies}"


def _reports(view: View, rules: Rules) -> Iterator[Line]:
    """8.3, 8.41, 8.42 Reports on enemy forces, on ships in enemy ports, and on enemy air points."""
    for name, chit in view["contact"].items():
        if chit and (where := view["contact_at"].get(name)):
            fresh = "in contact" if name in view["in_contact"] else "stale"
            result, said = names.report_title(chit), report_text(view, name) or "nothing more"
            yield name.partition("_")[0], f"{force(name)}, {fresh}: {result} at {place(where)}: {said}."
    seen = ports_seen(view)
    for hex, found in seen.items():
        if any(found):
            yield base_owner(hex, view, rules), f"Seen in port at {place(hex)}: {ships_in_port_text(*found)}."
    if empty := [place(hex) for hex, found in seen.items() if not any(found)]:
        yield "dim", f"No capital ship or carrier in port at {joined(empty)}."
    for hex, points in air_found(view).items():
        yield base_owner(hex, view, rules), f"{base(hex)} searched in this Game-Turn: {count(points, 'air point')}."


def _subrons(view: View) -> Iterator[Line]:
    for name, hex in view["subron_at"].items():
        points = view["subron_fleet"].get(name, 0) + view["subron_coastal"].get(name, 0)
        yield name.partition("_")[0], f"{names.subron(name)} at {place(hex or '')}: {count(points, 'Sub Point')}."
    for name, points in view["subron_told"].items():
        if name not in view["subron_at"]:
            yield name.partition("_")[0], f"{names.subron(name)}: {count(points, 'Sub Point')}, position unknown."


def _places(view: View, rules: Rules) -> Iterator[Line]:
    sections = rules.pieces.sections(SCENARIOS.index[view["scenario"]])
    ships, units, air = _by_place(_own_ships(view, rules)), _units(view, rules), own_air(view, rules)
    seen, searched = ports_seen(view), air_found(view)
    known = (ships, units, air, searched, {hex for hex, found in seen.items() if any(found)})
    for section in sections:
        yield "head", f"Section {section}"
        for hex in sorted({hex for result in known for hex in result if hex[0] == section and hex in NUMBER}):
            ashore = "".join(f" {side}: {_grouped(own)}." for side, own in units.get(hex, {}).items())
            based = f" Air: {points_text(air[hex])}." if hex in air else ""
            lying = f" In port: {fleet(ships[hex])}." if hex in ships else ""
            based += f" {count(searched[hex], 'air point')} found." if hex in searched else ""
            looked = f" Seen in port: {ships_in_port_text(*seen[hex])}." if hex in seen else ""
            # Burma shows its stores on a separate line.
            kept = "" if view["scenario"] in BOTH else stores_text(view, rules, hex)
            yield "", f"{place(hex)}.{ashore}{based}{lying}{looked}{kept}"
    boxes = [box for box in BOXES.ids if box in ships or box in air]
    if boxes:
        yield "head", "Off the map"
    for box in boxes:
        based = f" Air: {points_text(air[box])}." if box in air else ""
        lying = f" Ships: {fleet(ships[box])}." if box in ships else ""
        yield "", f"{capitalized(names.box(box))}.{based}{lying}"


def _grouped(own: Mapping[str, int]) -> str:
    return ", ".join(f"{many} x {kind}" if many > 1 else kind for kind, many in own.items())


def _own_ships(view: View, rules: Rules) -> dict[str, str]:
    """The ships whose places the viewer knows."""
    numbers = {SIDES.index[side] for side in _own(view)}
    where = ids_in(view, rules, SHIP_AT)
    return {ship: hex for number, (ship, hex) in enumerate(where.items()) if SIDE_OF_SHIP[number] in numbers}


def _by_place(where: Mapping[str, str]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for thing, hex in where.items():
        if hex:
            result.setdefault(hex, []).append(thing)
    return result


def _units(view: View, rules: Rules) -> dict[str, dict[str, dict[str, int]]]:
    """The ground units on the map by hex and side, as printed on their counters."""
    kinds = ids_in(view, rules, UNIT_TYPE)
    result: dict[str, dict[str, dict[str, int]]] = {}
    for unit, hex in ids_in(view, rules, UNIT_AT).items():
        if hex and unit not in view["out_of_sight"]:
            side = SIDES.titles[SIDES.index[unit.partition("_")[0]]]
            here = result.setdefault(hex, {}).setdefault(capitalized(side), {})
            kind = names.counter(kinds[unit])
            here[kind] = here.get(kind, 0) + 1
    return result


PARTS: Mapping[str, Callable[[View, Rules], Iterator[Line]]] = {
    "ships": _ships,
    "forces": lambda view, rules: _forces(view, rules),
    "unordered": _unordered,
    "air": _air,
    "aircraft": _air,
    "units": _units_ashore,
    "troops": _units_ashore,
    "reports": lambda view, rules: _reports(view, rules),
    "subrons": lambda view, rules: _subrons(view),
    "links": link_lines,
}
"""Parts of the board by the name that a player types."""
