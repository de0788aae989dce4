"""8.1.3, 8.5.3, 8.8.1, 8.11.1 The odds of choices in battle: losses, submerging, pressing on, intercepting a raid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Procedure
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific.counts import nonzero
from ironbottom.games.axis_allies_pacific.odds.battle_solver import NEITHER, OURS, THEIRS, BattleTerms
from ironbottom.games.axis_allies_pacific.odds.calculator import small_enough
from ironbottom.games.axis_allies_pacific.odds.counters import BattleUnits, force_of, price_with_load, units_of
from ironbottom.games.axis_allies_pacific.odds.last_hits import OUTCOMES, BattleInRound, Units, chances
from ironbottom.games.axis_allies_pacific.odds.on_board import (
    BoardBattle,
    land_battle_under_way,
    raid_odds,
    raids_planned,
    sea_battle,
)
from ironbottom.games.axis_allies_pacific.rules.battle import RetreatDecision
from ironbottom.games.axis_allies_pacific.rules.land_battle import LandBattle
from ironbottom.games.axis_allies_pacific.rules.losses import (
    CHEAPEST,
    Losses,
    defenders,
    hit_unit,
    landed_beside_others,
    take_in_order,
    targets,
)
from ironbottom.games.axis_allies_pacific.rules.raid import Intercept
from ironbottom.games.axis_allies_pacific.rules.sea_battle import SeaBattle, Submerging, submarines
from ironbottom.games.axis_allies_pacific.state_types import Execution, State
from ironbottom.odds.tables import OddsRow, OddsTable

SHORT = {"japan": "Japan", "uk": "Britain", "usa": "U.S.", "china": "China"}
MAX_ROWS = 8
"""The largest number of choices whose odds are computed, the cheapest losses first; more would take too long."""
AFTER_STRIKE, AFTER_BACK, AFTER_FIRE, DIVED, AFTER_ANSWER = 3, 6, 8, 9, 10
"""8.4.1 The next stages of a sea battle after each fire, and after the defender's submarines may submerge."""
AFTER_AA, AFTER_SHELLS, AFTER_ATTACK = 1, 2, 4
"""8.2.1 The next stages of a land battle: after AA fire, the bombardment, and the attackers' fire."""
BY_PRICE = "all other hits are taken by price, and the battle is fought to its end"
PAID = (("nothing", 0, 0), ("1 to 5", 1, 5), ("6 to 10", 6, 10), ("11 to 15", 11, 15), ("16 or more", 16, 10**6))


def tables(state: State, side: str) -> list[OddsTable]:
    """The exact result of each choice in a battle; none if there is no battle, or it is too large."""
    number = pieces.SIDES.index[side]
    here = next((found for asked, found in state.pending() if asked == number), None)
    writer = next((WRITERS[kind] for kind in WRITERS if isinstance(here, kind)), None)
    if writer is None:
        return []
    try:
        return writer(state, here)
    except BadValue:
        return []


# -- losses (8.1.3) --------------------------------------------------------------------------------------------------


def of_losses(state: State, frame: Losses) -> list[OddsTable]:
    """8.1.3 The result of losing each possible unit next."""
    figures = state.rules.pieces
    may = [unit for force in targets(state, frame) for unit in units_of(force.power, force.counts)]
    may.sort(key=lambda unit: (price_with_load(figures, unit.piece), -unit.power, unit.piece))
    several = len({unit.power for unit in may}) > 1
    mixed = {(power, piece) for power, counts in landed_beside_others(state, frame) for piece, _ in nonzero(counts)}
    rows = []
    for unit in may[:MAX_ROWS]:
        for landed in (False, True) if unit[:2] in mixed else (False,):
            after = with_loss(state, frame, unit, landed=landed)
            midway = within_round(after)
            if midway is None:
                return []
            result = chances(figures, sized(state, midway), terms_of(state))
            came = "" if unit[:2] not in mixed else ", landed" if landed else ", overland"
            whose = f" of {SHORT[pieces.POWERS.ids[unit.power]]}" if several else ""
            name = f"{pieces.PIECES.titles[unit.piece]}{came}{whose}"
            key = f"{pieces.POWERS.ids[unit.power]} {pieces.PIECES.ids[unit.piece]}{' landed' if landed else ''}"
            rows.append(OddsRow(key, f"{name[:1].upper()}{name[1:]}", list(result.values())))
    hits = sum(below.hits for below in remaining_hits(state))
    title = "The last hit" if hits == 1 else f"The next of {hits} hits"
    return [without_impossible(state, title, rows, BY_PRICE, frame.place)] if rows else []


def with_loss(state: State, frame: Losses, unit: BattleUnits, *, landed: bool = False) -> State:
    """The board after a unit, ``landed`` or not, takes the next hit and the cheapest units take all others."""
    execution = Execution(state.copy(), NoDice())
    hit_unit(execution, frame, unit.power, unit.piece, landed=landed)
    take_in_order(execution, frame, frame.hits - 1, CHEAPEST)
    for below in reversed(remaining_hits(state)[:-1]):
        take_in_order(execution, below, below.hits, CHEAPEST)
    return execution.state


def remaining_hits(state: State) -> list[Losses]:
    """8.4.2 The remaining hits, class by class; the current class is last."""
    return [frame for frame in state.stack if isinstance(frame, Losses)]


def within_round(state: State) -> BattleInRound | None:
    """The battle on the stack within a round; None if the rest of the round cannot be computed."""
    sea = next((battle for battle in state.stack if isinstance(battle, SeaBattle)), None)
    if sea is not None:
        return at_sea(state, sea)
    land = next((battle for battle in state.stack if isinstance(battle, LandBattle)), None)
    return None if land is None else on_land(state, land)


def at_sea(state: State, sea: SeaBattle) -> BattleInRound | None:
    """8.4.1 A sea battle: after a first strike all others fire; after the attacker's fire the defender fires back."""
    left = sea_battle(state, sea.place)
    battle = BattleInRound(left.attacker, left.defender, surprised=left.surprised)
    if sea.next == AFTER_STRIKE:
        return None if sea.back else msgspec.structs.replace(battle, struck=OURS)
    if sea.next == AFTER_BACK:
        return msgspec.structs.replace(battle, struck=THEIRS | (OURS if sea.strike else NEITHER))
    if sea.next in (AFTER_FIRE, DIVED):
        answer = (unit for unit in all_defenders(state, sea.side, sea.place) if not sea.back or not submerges(unit))
        return msgspec.structs.replace(battle, their_fire=tuple(answer))
    return battle


def on_land(state: State, land: LandBattle) -> BattleInRound:
    """8.2.1 A land battle: units hit by bombardment and attack still fire."""
    left = land_battle_under_way(state, land)
    battle = BattleInRound(left.attacker, left.defender, shells=left.shells, surprised=left.surprised)
    answer = all_defenders(state, land.side, land.land)
    if land.next == AFTER_SHELLS:
        return msgspec.structs.replace(battle, our_fire=left.attacker, their_fire=answer)
    return msgspec.structs.replace(battle, their_fire=answer) if land.next == AFTER_ATTACK else battle


def all_defenders(state: State, side: int, place: int) -> Units:
    """8.1.2 All defenders of a place, including those hit in this round."""
    return tuple(unit for force in defenders(state.cells, side, place) for unit in units_of(force.power, force.counts))


def submerges(unit: BattleUnits) -> bool:
    """Whether these are submarines."""
    return unit.piece == pieces.SUBMARINE


# -- submerging (8.5.3) ----------------------------------------------------------------------------------------------


def of_submerging(state: State, frame: Submerging) -> list[OddsTable]:
    """8.5.3 The result if this many submarines submerge."""
    sea = next(below for below in state.stack if isinstance(below, SeaBattle))
    if sea.back:
        return []
    rows = []
    for number in range(submarines(state, frame) + 1)[:MAX_ROWS]:
        execution = Execution(state.copy(), NoDice())
        frame.submerge(execution, number)
        midway = within_round(execution.state)
        if midway is None:
            return []
        result = chances(state.rules.pieces, sized(state, midway), terms_of(state))
        rows.append(OddsRow(str(number), count_with_verb(number, "submerges", "submerge"), list(result.values())))
    return [without_impossible(state, "Submarines", rows, BY_PRICE, sea.place)]


# -- pressing on (8.8.1) ---------------------------------------------------------------------------------------------


def of_aftermath(state: State, frame: RetreatDecision) -> list[OddsTable]:
    """8.8.1 The result if the battle continues: to its end, or for a round or two."""
    midway = within_round(state)
    if midway is None:
        return []
    midway = sized(state, midway)
    options = (("end", "To the end", None), ("1", "One more round", 1), ("2", "Two more rounds", 2))
    rows = [
        OddsRow(key, name, list(chances(state.rules.pieces, midway, terms_of(state, rounds)).values()))
        for key, name, rounds in options
    ]
    return [without_impossible(state, "If the battle continues", rows, "losses are taken by price", frame.place)]


# -- raids (8.11.1) --------------------------------------------------------------------------------------------------


def of_raid(state: State, frame: Intercept) -> list[OddsTable]:
    """8.11.1 The result of a raid if this many fighters intercept it."""
    planned = next((battle for battle in raids_planned(state) if battle.place == frame.land), None)
    if planned is None:
        return []
    most = sum(unit.number for unit in planned.defender)
    risen = sum(unit.number for unit in planned.defender if unit.piece == pieces.CAP)
    rows = []
    for number in range(most - risen + 1)[:MAX_ROWS]:
        sums = raid_odds(intercepted_by(planned, risen + number)).sums
        result = [sum(chance for ipc, chance in sums.items() if low <= ipc <= high) for _, low, high in PAID]
        rows.append(OddsRow(str(number), count_with_verb(number, "meets it", "meet it"), result))
    return [OddsTable("Cost of the raid in IPC", [name for name, _, _ in PAID], rows, "")]


def intercepted_by(planned: BoardBattle, number: int) -> BoardBattle:
    """A raid that this many fighters intercept."""
    power = planned.defender[0].power if planned.defender else pieces.JAPAN
    return msgspec.structs.replace(planned, defender=(BattleUnits(power, pieces.FIGHTER, number),) if number else ())


# -- tables ----------------------------------------------------------------------------------------------------------


def terms_of(state: State, rounds: int | None = None) -> BattleTerms:
    """The rules of the battle under the options in force."""
    return BattleTerms(rounds, defending_first_strike=state.rules.options["defending_first_strike"] == "yes")


def sized(state: State, battle: BattleInRound) -> BattleInRound:
    """Returns the battle; raises an error if it is too large."""
    small_enough(force_of(state.rules.pieces, battle.ours), force_of(state.rules.pieces, battle.theirs))
    return battle


def without_impossible(state: State, title: str, rows: Sequence[OddsRow], note: str, place: int) -> OddsTable:
    """A table without impossible outcomes."""
    attacker, defender = names(state, place)
    heads = dict(
        zip(OUTCOMES, (f"{attacker} wins", "Both destroyed", "Both survive", f"{defender} holds"), strict=True)
    )
    kept = [index for index in range(len(OUTCOMES)) if any(row.chances[index] > 0 for row in rows)]
    return OddsTable(
        title,
        [heads[OUTCOMES[index]] for index in kept],
        [OddsRow(row.id, row.name, [row.chances[index] for index in kept]) for row in rows],
        note,
    )


def count_with_verb(number: int, does: str, do: str) -> str:
    """A number of units with a verb.

    >>> count_with_verb(0, "dives", "dive"), count_with_verb(1, "dives", "dive"), count_with_verb(2, "dives", "dive")
    ('None dives', '1 dives', '2 dive')
    """
    return f"{number or 'None'} {does if number < 2 else do}"


def names(state: State, place: int) -> tuple[str, str]:
    """The short names of attacker and defender."""
    side = next(frame.side for frame in state.stack if isinstance(frame, (SeaBattle, LandBattle)))
    there = [force.power for force in defenders(state.cells, side, place)]
    other = SHORT[pieces.POWERS.ids[there[0]]] if len(there) == 1 else "Japan" if side else "Allies"
    return SHORT[pieces.SIDES.ids[side]], other


WRITERS: dict[type[Procedure], Callable[[State, Any], list[OddsTable]]] = {
    Losses: of_losses,
    Submerging: of_submerging,
    RetreatDecision: of_aftermath,
    Intercept: of_raid,
}
