"""16.3, 16.4, 17.1, 24.3, 38.7 The odds of bombardments and landings before they are ordered.

``at_the_shore`` covers the orders that a side may give now, ``odds_on_course`` the hexes that a force with its Mission
can reach. A landing, and every number of hits of the bombardment before it, is carried out on a copy under the game's
own rules; the odds are those of the attack in the Ground Phase. Ground units and guns are public. Enemy ships in the
way are unknown, and none are assumed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.dice.dice import NoDice
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.derived import cargo_room, facilities, force_movement
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import hexes_to_attack, must_be_attacked
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS, effective_level
from ironbottom.games.war_in_the_pacific.derived.ships_in_port import formed
from ironbottom.games.war_in_the_pacific.odds.attacks import GROUND, attack_row
from ironbottom.games.war_in_the_pacific.odds.fights import level_after
from ironbottom.games.war_in_the_pacific.odds.previews import HIT_EFFECTS
from ironbottom.games.war_in_the_pacific.odds.strikes import hits
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, FORCES_A_SIDE, HEXES, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import AttackOrders, attackers_of
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, damage_control, has_loaded_decks
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, cargo, landings, shore_actions
from ironbottom.games.war_in_the_pacific.state_types import Execution, State
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, total
from ironbottom.odds.tables import HITS, OddsRow, OddsTable, hits_row

ON_SHIPS = ["no more", "one level", "two levels", "three or more", "sunk"]
MAX_ROWS = 24
"""The largest number of hexes within reach that are listed, planned hexes first."""
AT = ("the airbase", "the port", "ground units", "the guns", "Supply Points")
"""17.1 The kinds of target, in order."""
SHELLING, ASSAULT = layout.MISSIONS.index["bombardment"], layout.MISSIONS.index["assault"]


def at_the_shore(state: State, side: int) -> list[OddsTable]:
    """16.3, 17.1 The odds of a side's shore orders, and of landing all units that may land."""
    result = [bombardments(state, side)]
    landing = landing_now(state, side)
    hexes = sorted({state.cells[layout.FORCE_AT + force] for force in landing})
    result += landed_at(state, side, hexes, "All units that may land")
    result.append(coastal_gun_odds(state, side, landing))
    return [table for table in result if table.rows]


def odds_on_course(state: State, side: int, force: int, mission: int) -> list[OddsTable]:
    """10.1, 16.2, 17.1 The odds of a force on Bombardment or Assault in the hexes that it can reach."""
    if mission == SHELLING:
        return [bombardment_wherever(state, force)]
    if mission == ASSAULT:
        return [table for table in (landing_ahead(state, side, force),) if table.rows]
    return []


# -- 17.1 bombardment ----------------------------------------------------------------------------------------


def chances_of(state: State, force: int) -> Distribution:
    """17.1 The chances of each number of hits of a force's bombardment: a die on its strength.

    A ship that was sunk before does not fire; nothing else changes the roll.
    """
    strength, charts = bombardment.naval_strength(state, force), charts_of(state)
    return hits(charts.bombardment, strength) if strength else ALWAYS_ZERO


def bombardments(state: State, side: int) -> OddsTable:
    """17.1, 31.1 The hits of each force that bombards, or may bombard, on any kind of target in its hex."""
    free, rows, result = shore_actions.bombarding(state, side), list[OddsRow](), 0
    for force in formed(state, side):
        ordered, hex = state.cells[layout.SHELLS + force], state.cells[layout.FORCE_AT + force]
        open_to = bombardment.bombardment_targets(state, side, hex) if force in free else 0
        open_to |= 1 << ordered if ordered >= 0 else 0
        if open_to:
            aim = f" at {AT[ordered]}" if ordered >= 0 else ""
            name = f"{task_force(force)}{aim}, strength {bombardment_strength(state, force)}"
            rows.append(hits_row(f"{FORCES.ids[force]} bombards", name, chances_of(state, force)))
            result |= open_to
    targets = [target for target in range(len(layout.TARGETS)) if result >> target & 1]
    note = "; ".join(f"at {AT[target]} {hit_effect(target)}" for target in targets)
    return OddsTable("Bombardment", HITS, rows, note)


def bombardment_strength(state: State, force: int) -> int:
    """17.1 The Bombardment Strength of a force."""
    return bombardment.naval_strength(state, force)


def hit_effect(target: int) -> str:
    """31.1 The effect of a hit on a kind of target, by ships or aircraft."""
    return HIT_EFFECTS[layout.STRIKE_TARGETS.index[layout.TARGETS.ids[target]]]


def bombardment_wherever(state: State, force: int) -> OddsTable:
    """17.1 The hits of a force wherever it bombards; only its strength matters."""
    row = hits_row(FORCES.ids[force], f"Strength {bombardment_strength(state, force)}", chances_of(state, force))
    note = "at any target in the hex that it reaches; once in a Naval Phase; enemy guns there fire back (38.7)"
    return OddsTable(f"Bombardment by {task_force(force)}", HITS, [row], note)


# -- 38.7 coastal guns -----------------------------------------------------------------------------------------


def coastal_gun_odds(state: State, side: int, landing: Sequence[int]) -> OddsTable:
    """38.7 For each hex with guns, their effect on a random ship of the largest force that bombards or lands there."""
    under: dict[int, set[int]] = {}
    shelling = [force for force in formed(state, side) if bombards(state, side, force)]
    for force in (*landing, *shelling):
        under.setdefault(state.cells[layout.FORCE_AT + force], set()).add(force)
    rows = []
    for hex, forces in sorted(under.items()):
        strength = facilities.guns_at(state, hex)
        if strength and state.arrays[layout.CONTROL][hex] == 1 - side:
            largest = bombardment.under_fire(state, sorted(forces))
            name = f"{HEXES.titles[hex]}, strength {strength}, at a ship of {task_force(largest)}"
            rows.append(OddsRow(HEXES.ids[hex], name, random_ship_chances(state, largest, strength)))
    return OddsTable("Coastal guns that fire back", ON_SHIPS, rows, "at a random ship of the largest force")


def bombards(state: State, side: int, force: int) -> bool:
    """17.1 Whether a force bombards, or may bombard."""
    hex = state.cells[layout.FORCE_AT + force]
    may = force in shore_actions.bombarding(state, side) and bool(bombardment.bombardment_targets(state, side, hex))
    return may or state.cells[layout.SHELLS + force] >= 0


def random_ship_chances(state: State, force: int, strength: int) -> list[float]:
    """38.7, 11.5 The chances that a random ship of a force takes each number of levels, or sinks."""
    result, pieces = [0.0] * len(ON_SHIPS), pieces_of(state)
    ships = force_movement.ships_of(state, force)
    for ship in ships:
        row, level = pieces.ships[ship], min(effective_level(state, ship), FLOATS)
        hull = Hull(row.type, row.defence, level, has_loaded_decks(state, ship))
        blow = ShipAttack(log.WEAPONS.index["coastal_guns"], strength, loaded=has_loaded_decks(state, ship))
        for after, chance in enumerate(level_after(pieces.charts, hull, blow, damage_control(state, ship))):
            place = len(ON_SHIPS) - 1 if after > FLOATS else min(after - level, len(ON_SHIPS) - 2)
            result[place] += chance / len(ships)
    return result


# -- 16.3, 24.3 landings ---------------------------------------------------------------------------------------


def landing_now(state: State, side: int) -> list[int]:
    """16.3, 16.4 The forces on Assault at an enemy hex with units that are, or may be, ordered ashore."""
    may = set(units_to_land(state, side))
    bound = {unit for unit in UNITS_OF[side] if state.arrays[layout.BOUND_FOR][unit] >= 0}
    result = dict[int, None]()
    for unit in sorted(may | bound):
        berth = landing_hex(state, unit)
        if berth is not None and state.arrays[layout.CONTROL][berth.hex] != side:
            result[berth.force] = None
    return list(result)


def landing_hex(state: State, unit: int) -> cargo_room.Berth | None:
    """16.3 The hex where a unit aboard would land."""
    return (
        cargo_room.berth_of(state, state.arrays[layout.UNIT_AT][unit] - ABOARD)
        if cargo_room.is_aboard(state, unit)
        else None
    )


def units_to_land(state: State, side: int) -> list[int]:
    """16.2, 16.3 The units that may be ordered ashore but are not yet."""
    found = []
    for unit in cargo.units_on_cargo_ships(state, side):
        berth = landing_hex(state, unit)
        result = berth is not None and not shore_actions.needs_announcement(state, side, berth.hex)
        if result and state.arrays[layout.BOUND_FOR][unit] < 0 and cargo.may_go_ashore(state, side, unit):
            found.append(unit)
    return found


def order_all(state: State, side: int) -> None:
    """16.3 On a copy, orders all units ashore that may land, the strongest first, up to the capacity of the beach."""
    ground, kinds = pieces_of(state).ground, state.arrays[layout.UNIT_TYPE]
    for unit in sorted(units_to_land(state, side), key=lambda unit: -ground[kinds[unit]].strength):
        if cargo.may_go_ashore(state, side, unit):
            state.arrays[layout.BOUND_FOR][unit] = state.arrays[layout.UNIT_AT][unit] - ABOARD


def landed_at(state: State, side: int, hexes: Sequence[int], all_of: str) -> list[OddsTable]:
    """24.3 For each hex, the attack that follows with the units ordered ashore, and with all units that may land."""
    whole = state.copy()
    order_all(whole, side)
    rows, empty = list[OddsRow](), list[str]()
    for hex in hexes:
        if not must_be_attacked(state, 1 - side, hex):
            empty.append(f"{HEXES.titles[hex]} is empty and is captured when a unit lands")
            continue
        ordered = after_landing(state, side, hex)
        both = [("Units ordered ashore", ordered)] if ordered else []
        rows += [renamed(row, hex, said) for said, row in (*both, (all_of, after_landing(whole, side, hex))) if row]
    note = "; ".join([*empty, *TAKEN_FOR_GRANTED] if rows else empty)
    return [OddsTable("Landing: the attack that follows", GROUND, rows, note)] if rows else free_captures(empty)


TAKEN_FOR_GRANTED = (
    "in the Ground Phase, with all units there now that may attack",
    "no enemy warship bars the landing (16.4)",
    "no transport is hit first",
    "all dice of the bombardment ordered are included",
)


def free_captures(empty: Sequence[str]) -> list[OddsTable]:
    """16.4 Undefended hexes, where nothing is left to chance."""
    rows = [OddsRow(said, said, [1.0]) for said in empty]
    return [OddsTable("Landing", ["taken"], rows, "if no enemy warship bars it (16.4)")] if rows else []


def renamed(row: OddsRow, hex: int, said: str) -> OddsRow:
    """A row of an attack, with words that say who attacks."""
    return OddsRow(f"{HEXES.ids[hex]} {said}", f"{said}, {row.name}", row.chances)


def after_landing(state: State, side: int, hex: int) -> OddsRow | None:
    """17.1, 24.3 The attack on a hex after the shore orders; None if no unit may attack.

    Each number of hits of the ordered bombardment is carried out on its own copy.
    """
    shelling = [
        chances_of(state, force)
        for force in formed(state, side)
        if state.cells[layout.SHELLS + force] == bombardment.GROUND and state.cells[layout.FORCE_AT + force] == hex
    ]
    parts = []
    for number, chance in enumerate(total(shelling)):
        if chance:
            trial = state.copy()
            bombardment.apply_hits(Execution(trial, NoDice()), hex, bombardment.GROUND, number)
            parts.append((chance, attack_after(trial, side, hex)))
    rows = [(chance, row) for chance, row in parts if row is not None]
    if not rows:
        return None
    chances = [sum(chance * row.chances[n] for chance, row in rows) for n in range(len(GROUND))]
    return OddsRow(HEXES.ids[hex], rows[0][1].name, chances)


def attack_after(trial: State, side: int, hex: int) -> OddsRow | None:
    """16.4, 24.3 On a copy, lands a side's ordered units in a hex, and attacks with all units that may attack."""
    execution, bound = Execution(trial, NoDice()), trial.arrays[layout.BOUND_FOR]
    units = [unit for unit in UNITS_OF[side] if bound[unit] >= 0]
    berths = [(unit, berth) for unit in units if (berth := landing_hex(trial, unit)) is not None and berth.hex == hex]
    if not berths or not must_be_attacked(trial, 1 - side, hex):
        return None
    for unit, berth in berths:
        landings.go_ashore(execution, side, unit, berth, planned=shore_actions.is_planned(trial, side, hex))
    attackers = attackers_of(trial, AttackOrders(side, 0, ()), side).get(hex)
    return attack_row(trial, side, attackers, hex) if attackers else None


def landing_ahead(state: State, side: int, force: int) -> OddsTable:
    """16.2, 16.3 For each defended hex within reach of a force, the attack of all units that it lands in a phase."""
    reach = {
        *sailing.destinations(state, force, force_movement.force_speed(state, force)),
        sailing.start_node(state, force),
    }
    held = [
        hex
        for hex in hexes_to_attack(state, 1 - side)
        if hex in reach and not shore_actions.needs_announcement(state, side, hex)
    ]
    held.sort(key=lambda hex: (not shore_actions.is_planned(state, side, hex), hex))
    rows = []
    for hex in held[:MAX_ROWS]:
        trial = state.copy()
        trial.cells[layout.FORCE_AT + force] = hex
        trial.cells[layout.FORCE_MISSION + force] = ASSAULT
        order_all(trial, side)
        row = after_landing(trial, side, hex)
        if row is not None:
            rows.append(
                OddsRow(
                    row.id,
                    f"{row.name}{'' if shore_actions.is_planned(state, side, hex) else ', no plan'}",
                    row.chances,
                )
            )
    note = "as many as the beach can take in one phase, the strongest first; " + "; ".join(TAKEN_FOR_GRANTED[:3])
    return OddsTable(f"{task_force(force)} lands: the attack that follows", GROUND, rows, note)


def task_force(force: int) -> str:
    """The name of a force for its owner.

    >>> task_force(FORCES.index["allies_3"])
    'TF 3'
    """
    return f"TF {force % FORCES_A_SIDE + 1}"


def pieces_of(state: State) -> Pieces:
    """The pieces and charts in force."""
    return state.rules.pieces


def charts_of(state: State) -> Charts:
    """The charts in force."""
    return pieces_of(state).charts
