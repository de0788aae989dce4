"""Bombardment described by hand (17.1), the coastal guns (38.7), and the first fire of a battle (11.0)."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.odds import asking
from ironbottom.games.war_in_the_pacific.odds.answers import OddsAnswer, OddsQuestion, needed, numbers_table
from ironbottom.games.war_in_the_pacific.odds.asking import AskedShip
from ironbottom.games.war_in_the_pacific.odds.by_levels import ship_figures, ships_table
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, level_after, sinks
from ironbottom.games.war_in_the_pacific.odds.manual_state import force_with_ships, with_forces
from ironbottom.games.war_in_the_pacific.odds.previews import HIT_EFFECTS
from ironbottom.games.war_in_the_pacific.odds.shore import bombardment_strength, chances_of
from ironbottom.games.war_in_the_pacific.pieces import SIDE_OF_SHIP
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import ShipAttack, damage_control
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.odds.distributions import Distribution, mean

BY_AIR_ALONE = ("railcap", "seacap")
"""31.1 Targets that ships cannot bombard."""


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """17.1, 38.7 The odds of a bombardment by ships."""
    needed(question, fleet="'Nagato, Mutsu, 3 jp DD'")
    if question.target in BY_AIR_ALONE:
        raise BadValue(f"only aircraft can attack {question.target}", field="target", clause="17.1")
    turn = asking.read_date(question.date)
    ships = asking.read_ships(question.fleet, "fleet", turn)
    state = with_forces(rules, turn, ships)
    force = force_with_ships(SIDE_OF_SHIP[ships[0].ship])
    hits = chances_of(state, force)
    result = OddsAnswer("shelling", [f"Bombardment Strength {bombardment_strength(state, force)}."], notes=[])
    result.figures |= {"hits": mean(hits), "any hit": 1 - hits[0]}
    note = HIT_EFFECTS[layout.STRIKE_TARGETS.index[question.target]]
    result.tables.append(numbers_table(f"Hits on {question.target}", [("hits", hits)], note))
    add_guns(result, state, ships, question.guns)
    result.notes += ["a force bombards only once in a Naval Phase (17.2)", *no_guns(question)]
    return result


def no_guns(question: OddsQuestion) -> list[str]:
    """The assumption if no coastal guns were given."""
    return [] if question.guns else ["no coastal guns fire back: none were given"]


def add_guns(answer: OddsAnswer, state: State, ships: Sequence[AskedShip], strength: int) -> None:
    """38.7 Adds the effect of coastal guns on the force, with a random ship as target."""
    if not strength:
        return
    levels = {asked.ship: levels_under_guns(state, asked, strength, len(ships)) for asked in ships}
    answer.tables.append(ships_table(f"Coastal guns of strength {strength}", levels, "at one ship, chosen at random"))
    answer.figures["a ship sunk by the guns"] = sum(sinks(tuple(chances)) for chances in levels.values())
    answer.figures |= ship_figures(levels)


def levels_under_guns(state: State, asked: AskedShip, strength: int, among: int) -> list[float]:
    """38.7, 11.5 The levels of a ship that is one of this many possible targets."""
    row = state.rules.pieces.ships[asked.ship]
    blow = ShipAttack(log.WEAPONS.index["coastal_guns"], strength, loaded=asked.loaded)
    hull = Hull(row.type, row.defence, asked.level, asked.loaded)
    hit: Distribution = level_after(state.rules.pieces.charts, hull, blow, damage_control(state, asked.ship))
    result = [chance / among for chance in hit]
    result[asked.level] += 1 - 1 / among
    assert len(result) == WORST + 1
    return result
