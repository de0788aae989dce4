"""16.3, 16.4, 17.1, 24.3, 38.7 Bombardment and landing before they are ordered: hits, the guns that answer, the attack.

``at_the_shore`` computes what a side may order at the shore now, ``on_course`` what a force with its Mission would do
where it can sail. A landing is carried out on a copy by the referee's own rules, and so is every number of hits of the
bombardment before it: the odds are those of the attack that then follows in the Ground Phase. Ground units and guns
lie open to all; whether enemy ships bar the way is not known, and is taken for granted to be otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.odds.attacks import GROUND, attack_row
from ironbottom.games.war_in_the_pacific.odds.fights import level_after
from ironbottom.games.war_in_the_pacific.odds.previews import A_HIT
from ironbottom.games.war_in_the_pacific.odds.strikes import hits
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, FORCES, FORCES_A_SIDE, HEXES, UNITS_OF, Pieces
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import Attacking, attackers_of
from ironbottom.games.war_in_the_pacific.rules.land.ground_units import defended, strongholds
from ironbottom.games.war_in_the_pacific.rules.naval import sailing
from ironbottom.games.war_in_the_pacific.rules.naval.damage import FLOATS, Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import Blow, level_of, loaded, saved_by
from ironbottom.games.war_in_the_pacific.rules.naval.task_forces import formed
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment, cargo, landings, shore_actions
from ironbottom.odds.distributions import ALWAYS_ZERO, Distribution, total
from ironbottom.odds.tables import HITS, OddsRow, OddsTable, hits_row

ON_SHIPS = ["no more", "one level", "two levels", "three or more", "sunk"]
MOST_ROWS = 24
"""The most hexes in reach that are listed, the planned ones first."""
AT = ("the airbase", "the port", "ground units", "the guns", "Supply Points")
"""17.1 The kinds of target in their order, as they are shot at."""
SHELLING, ASSAULT = places.MISSIONS.index["bombardment"], places.MISSIONS.index["assault"]


def at_the_shore(state: State, side: int) -> list[OddsTable]:
    """16.3, 17.1 What the orders of a side at the shore would do, and what all that may land would do."""
    found = [bombardments(state, side)]
    landing = landing_now(state, side)
    hexes = sorted({state.cells[places.FORCE_AT + force] for force in landing})
    found += landed_at(state, side, hexes, "All that may land")
    found.append(guns_that_answer(state, side, landing))
    return [table for table in found if table.rows]


def on_course(state: State, side: int, force: int, mission: int) -> list[OddsTable]:
    """10.1, 16.2, 17.1 What a force on Bombardment or Assault would do in the hexes to which it can sail."""
    if mission == SHELLING:
        return [shelling_ahead(state, force)]
    if mission == ASSAULT:
        return [table for table in (landing_ahead(state, side, force),) if table.rows]
    return []


# -- 17.1 bombardment ----------------------------------------------------------------------------------------


def chances_of(state: State, force: int) -> Distribution:
    """17.1 How likely each number of hits of a force's bombardment is, a die on its strength.

    The guns of a ship that is sunk before are no more; nothing else changes the roll.
    """
    strength, charts = bombardment.naval_strength(state, force), charts_of(state)
    return hits(charts.bombardment, strength) if strength else ALWAYS_ZERO


def bombardments(state: State, side: int) -> OddsTable:
    """17.1, 31.1 The hits of each force that bombards, or may: at whatever kind of target in its hex."""
    free, rows, told = shore_actions.bombarding(state, side), list[OddsRow](), 0
    for force in formed(state, side):
        ordered, at = state.cells[places.SHELLS + force], state.cells[places.FORCE_AT + force]
        open_to = bombardment.targets_at(state, side, at) if force in free else 0
        open_to |= 1 << ordered if ordered >= 0 else 0
        if open_to:
            aim = f" at {AT[ordered]}" if ordered >= 0 else ""
            name = f"{task_force(force)}{aim}, strength {strength_of(state, force)}"
            rows.append(hits_row(f"{FORCES.ids[force]} bombards", name, chances_of(state, force)))
            told |= open_to
    targets = [target for target in range(len(places.TARGETS)) if told >> target & 1]
    note = "; ".join(f"at {AT[target]} {a_hit(target)}" for target in targets)
    return OddsTable("Bombardment", HITS, rows, note)


def strength_of(state: State, force: int) -> int:
    """17.1 The Bombardment Strength of a force."""
    return bombardment.naval_strength(state, force)


def a_hit(target: int) -> str:
    """31.1 What a hit does to a kind of target, from the sea as from the air."""
    return A_HIT[places.PREY.index[places.TARGETS.ids[target]]]


def shelling_ahead(state: State, force: int) -> OddsTable:
    """17.1 The hits of a force wherever it bombards: its strength alone counts."""
    row = hits_row(FORCES.ids[force], f"Strength {strength_of(state, force)}", chances_of(state, force))
    note = "at any target in the hex that it reaches; once in a Naval Phase; enemy guns there fire back (38.7)"
    return OddsTable(f"Bombardment by {task_force(force)}", HITS, [row], note)


# -- 38.7 the guns that answer ---------------------------------------------------------------------------------


def guns_that_answer(state: State, side: int, landing: Sequence[int]) -> OddsTable:
    """38.7 For each hex with guns, what they do to a ship of the largest force that bombards or lands there, by lot."""
    under: dict[int, set[int]] = {}
    shelling = [force for force in formed(state, side) if shells(state, side, force)]
    for force in (*landing, *shelling):
        under.setdefault(state.cells[places.FORCE_AT + force], set()).add(force)
    rows = []
    for at, forces in sorted(under.items()):
        strength = bombardment.guns_at(state, at)
        if strength and state.arrays[places.CONTROL][at] == 1 - side:
            largest = bombardment.under_fire(state, sorted(forces))
            name = f"{HEXES.titles[at]}, strength {strength}, at a ship of {task_force(largest)}"
            rows.append(OddsRow(HEXES.ids[at], name, by_lot(state, largest, strength)))
    return OddsTable("Coastal guns that answer", ON_SHIPS, rows, "at one ship of the largest force, by lot")


def shells(state: State, side: int, force: int) -> bool:
    """17.1 Whether a force bombards, or may."""
    at = state.cells[places.FORCE_AT + force]
    may = force in shore_actions.bombarding(state, side) and bool(bombardment.targets_at(state, side, at))
    return may or state.cells[places.SHELLS + force] >= 0


def by_lot(state: State, force: int, strength: int) -> list[float]:
    """38.7, 11.5 How likely a ship of a force drawn by lot gains each number of levels, or is sunk."""
    found, pieces = [0.0] * len(ON_SHIPS), pieces_of(state)
    ships = sailing.ships_of(state, force)
    for ship in ships:
        row, level = pieces.ships[ship], min(level_of(state, ship), FLOATS)
        hull = Hull(row.type, row.defence, level, loaded(state, ship))
        blow = Blow(log.WEAPONS.index["coastal_guns"], strength, loaded=loaded(state, ship))
        for after, chance in enumerate(level_after(pieces.charts, hull, blow, saved_by(state, ship))):
            place = len(ON_SHIPS) - 1 if after > FLOATS else min(after - level, len(ON_SHIPS) - 2)
            found[place] += chance / len(ships)
    return found


# -- 16.3, 24.3 landings ---------------------------------------------------------------------------------------


def landing_now(state: State, side: int) -> list[int]:
    """16.3, 16.4 The forces on Assault at a hex of the enemy with units that are ordered ashore, or may be."""
    may = set(may_land(state, side))
    bound = {unit for unit in UNITS_OF[side] if state.arrays[places.BOUND_FOR][unit] >= 0}
    found = dict[int, None]()
    for unit in sorted(may | bound):
        berth = berth_of(state, unit)
        if berth is not None and state.arrays[places.CONTROL][berth.at] != side:
            found[berth.force] = None
    return list(found)


def berth_of(state: State, unit: int) -> cargo.Berth | None:
    """16.3 Where a unit aboard would go ashore."""
    return cargo.berth_of(state, state.arrays[places.UNIT_AT][unit] - ABOARD) if cargo.is_aboard(state, unit) else None


def may_land(state: State, side: int) -> list[int]:
    """16.2, 16.3 The units that may be ordered ashore and are not."""
    found = []
    for unit in cargo.unit_aboard(state, side):
        berth = berth_of(state, unit)
        told = berth is not None and not shore_actions.must_be_told(state, side, berth.at)
        if told and state.arrays[places.BOUND_FOR][unit] < 0 and cargo.lands(state, side, unit):
            found.append(unit)
    return found


def order_all(state: State, side: int) -> None:
    """16.3 On a copy, every unit is ordered ashore that may be, the strongest first, as far as the beach takes them."""
    ground, kinds = pieces_of(state).ground, state.arrays[places.UNIT_TYPE]
    for unit in sorted(may_land(state, side), key=lambda unit: -ground[kinds[unit]].strength):
        if cargo.lands(state, side, unit):
            state.arrays[places.BOUND_FOR][unit] = state.arrays[places.UNIT_AT][unit] - ABOARD


def landed_at(state: State, side: int, hexes: Sequence[int], all_of: str) -> list[OddsTable]:
    """24.3 For each hex the attack that follows with what is ordered ashore, and with all that may be."""
    whole = state.copy()
    order_all(whole, side)
    rows, empty = list[OddsRow](), list[str]()
    for at in hexes:
        if not defended(state, 1 - side, at):
            empty.append(f"{HEXES.titles[at]} is empty and is captured when a unit lands")
            continue
        ordered = after_landing(state, side, at)
        both = [("What is ordered ashore", ordered)] if ordered else []
        rows += [renamed(row, at, said) for said, row in (*both, (all_of, after_landing(whole, side, at))) if row]
    note = "; ".join([*empty, *TAKEN_FOR_GRANTED] if rows else empty)
    return [OddsTable("Landing: the attack that follows", GROUND, rows, note)] if rows else taken(empty)


TAKEN_FOR_GRANTED = (
    "in the Ground Phase, by who is there now, with all who may attack",
    "no enemy warship bars the landing (16.4)",
    "no transport is hit first",
    "all dice of the bombardment ordered are included",
)


def taken(empty: Sequence[str]) -> list[OddsTable]:
    """16.4 Hexes that nobody defends, where nothing falls to chance."""
    rows = [OddsRow(said, said, [1.0]) for said in empty]
    return [OddsTable("Landing", ["taken"], rows, "if no enemy warship bars it (16.4)")] if rows else []


def renamed(row: OddsRow, at: int, said: str) -> OddsRow:
    """A row of an attack, with who makes it."""
    return OddsRow(f"{HEXES.ids[at]} {said}", f"{said}, {row.name}", row.chances)


def after_landing(state: State, side: int, at: int) -> OddsRow | None:
    """17.1, 24.3 The attack on a hex once the orders at the shore are carried out; none where nobody may attack.

    Each number of hits of the bombardment that is ordered there is carried out on a copy of its own.
    """
    shelling = [
        chances_of(state, force)
        for force in formed(state, side)
        if state.cells[places.SHELLS + force] == bombardment.GROUND and state.cells[places.FORCE_AT + force] == at
    ]
    parts = []
    for number, chance in enumerate(total(shelling)):
        if chance:
            trial = state.copy()
            bombardment.effects(Execution(trial, NoDice()), at, bombardment.GROUND, number)
            parts.append((chance, attack_after(trial, side, at)))
    rows = [(chance, row) for chance, row in parts if row is not None]
    if not rows:
        return None
    chances = [sum(chance * row.chances[n] for chance, row in rows) for n in range(len(GROUND))]
    return OddsRow(HEXES.ids[at], rows[0][1].name, chances)


def attack_after(trial: State, side: int, at: int) -> OddsRow | None:
    """16.4, 24.3 On a copy: the ordered units of a side land in a hex, and attack with all that may."""
    play, bound = Execution(trial, NoDice()), trial.arrays[places.BOUND_FOR]
    units = [unit for unit in UNITS_OF[side] if bound[unit] >= 0]
    berths = [(unit, berth) for unit in units if (berth := berth_of(trial, unit)) is not None and berth.at == at]
    if not berths or not defended(trial, 1 - side, at):
        return None
    for unit, berth in berths:
        landings.go_ashore(play, side, unit, berth, planned=shore_actions.planned(trial, side, at))
    attackers = attackers_of(trial, Attacking(side, 0, ()), side).get(at)
    return attack_row(trial, side, attackers, at) if attackers else None


def landing_ahead(state: State, side: int, force: int) -> OddsTable:
    """16.2, 16.3 For each defended hex to which a force can sail, the attack of all that it lands there in a phase."""
    reach = {*sailing.destinations(state, force, sailing.force_speed(state, force)), sailing.start_of(state, force)}
    held = [
        at for at in strongholds(state, 1 - side) if at in reach and not shore_actions.must_be_told(state, side, at)
    ]
    held.sort(key=lambda at: (not shore_actions.planned(state, side, at), at))
    rows = []
    for at in held[:MOST_ROWS]:
        trial = state.copy()
        trial.cells[places.FORCE_AT + force] = at
        trial.cells[places.FORCE_MISSION + force] = ASSAULT
        order_all(trial, side)
        row = after_landing(trial, side, at)
        if row is not None:
            rows.append(
                OddsRow(
                    row.id, f"{row.name}{'' if shore_actions.planned(state, side, at) else ', no plan'}", row.chances
                )
            )
    note = "as many as the beach can take in one phase, the strongest first; " + "; ".join(TAKEN_FOR_GRANTED[:3])
    return OddsTable(f"{task_force(force)} lands: the attack that follows", GROUND, rows, note)


def task_force(force: int) -> str:
    """A force as its owner calls it.

    >>> task_force(FORCES.index["allies_3"])
    'TF 3'
    """
    return f"TF {force % FORCES_A_SIDE + 1}"


def pieces_of(state: State) -> Pieces:
    """The pieces and charts in force."""
    found: Pieces = state.rules.pieces
    return found


def charts_of(state: State) -> Charts:
    """The charts in force."""
    return pieces_of(state).charts
