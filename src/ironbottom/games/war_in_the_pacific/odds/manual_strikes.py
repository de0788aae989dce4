"""A strike on ships described by hand (6.5, 7.0, 8.4, 20.1): the surviving points, their targets, and the damage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import flight_duties
from ironbottom.games.war_in_the_pacific.odds import asking, manual_waves
from ironbottom.games.war_in_the_pacific.odds.answers import OddsAnswer, OddsQuestion, needed, numbers_table
from ironbottom.games.war_in_the_pacific.odds.asking import AskedShip
from ironbottom.games.war_in_the_pacific.odds.by_levels import as_it_was, number_sunk, ship_figures, ships_table
from ironbottom.games.war_in_the_pacific.odds.fights import WORST, level_after_all, sinks
from ironbottom.games.war_in_the_pacific.odds.manual_state import with_forces
from ironbottom.games.war_in_the_pacific.odds.manual_waves import AskedWave
from ironbottom.games.war_in_the_pacific.odds.planned_waves import AttackConditions, blow_in
from ironbottom.games.war_in_the_pacific.odds.random_draws import BoundedLot, DrawTarget, ShipLot, TooManyStates
from ironbottom.games.war_in_the_pacific.odds.strikes import FACES
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, SIDE_OF_SHIP, SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rules.air import naval_strike, naval_strike_tables, waves
from ironbottom.games.war_in_the_pacific.rules.naval.damage import Hull
from ironbottom.games.war_in_the_pacific.rules.naval.ship_losses import damage_control
from ironbottom.games.war_in_the_pacific.rules.search.detection import CARRIERS
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.odds.distributions import Distribution, mean

Counts = tuple[int, ...]
"""The number of points in each part of a wave."""
OF_SKY = ("overcast", "radar", "unwarned")


class TargetForce(NamedTuple):
    """The target force: its ships, the ships chosen as targets, in order, and how points are distributed."""

    ships: list[AskedShip]
    at_will: list[int]
    evenly: bool
    in_port: bool


class TooManyOutcomes(Exception):
    """The random assignment takes too long to compute exactly."""


class StrikeDamage:
    """20.1 The distribution of each ship's damage, summed over the possible survivors of the wave."""

    def __init__(self, state: State, wave: AskedWave, target: TargetForce, *, engaged: bool, overcast: bool) -> None:
        self.state, self.wave, self.target = state, wave, target
        self.engaged, self.overcast = engaged, overcast
        self.levels = {asked.ship: [0.0] * (WORST + 1) for asked in target.ships}
        self.sunk = [0.0] * (len(target.ships) + 1)
        self.by_lot, self.error = False, 0.0
        self.exactly = True
        self._known: dict[tuple[int, Counts, Counts], Sequence[float]] = {}
        self._lots: dict[tuple[int, tuple[int, ...]], ShipLot] = {}

    def add(self, left: Counts, chance: float) -> None:
        """20.11 Adds a case of survivors: points at chosen ships first, the others at random."""
        given = assigned_points(self.wave, left, self.target, self.room)
        rest = tuple(n - sum(one[k] for one in given.values()) for k, n in enumerate(left))
        fates, fates_by_kind = [], dict[object, Sequence[float]]()
        for asked in self.target.ships:
            kind = self.kind_of(asked, given)
            if kind not in fates_by_kind:
                fates_by_kind[kind] = self.fate_of(asked, given, rest, left)
            levels = fates_by_kind[kind]
            fates.append(sinks(tuple(levels)))
            for level, likely in enumerate(levels):
                self.levels[asked.ship][level] += chance * likely
        if any(rest):
            self.by_lot = True
        else:
            for number, likely in enumerate(number_sunk(fates)):
                self.sunk[number] += chance * likely

    def kind_of(self, asked: AskedShip, given: dict[int, Counts]) -> object:
        """Everything that affects a ship's damage; ships with equal values share results."""
        row = pieces_of(self.state).ships[asked.ship]
        rated = row.type, row.nation, row.defence, row.armoured, row.speed_class
        return *rated, asked.level, asked.loaded, given.get(asked.ship)

    def room(self, ship: int) -> int:
        """20.12 The largest number of points of a wave that may attack a ship."""
        return naval_strike_tables.most_on(pieces_of(self.state).ships[ship].type)

    def fate_of(self, asked: AskedShip, given: dict[int, Counts], rest: Counts, left: Counts) -> Sequence[float]:
        """12.1 The levels of a ship after its assigned points and its random share of the other points."""
        own = given.get(asked.ship, (0,) * len(left))
        if not any(rest):
            return self.blown(asked, own, left)
        result = [0.0] * (WORST + 1)
        for drawn, chance in self.drawn(asked, given, rest).items():
            both = tuple(a + b for a, b in zip(own, drawn, strict=True))
            for level, likely in enumerate(self.blown(asked, both, left)):
                result[level] += chance * likely
        return result

    def drawn(self, asked: AskedShip, given: dict[int, Counts], rest: Counts) -> dict[Counts, float]:
        """20.11 The points of each part that attack a ship at random; approximated if exact results take too long."""
        urns = {ship.ship: self.urn(ship.ship, given) for ship in self.target.ships}
        key = asked.ship, tuple(urn.room for urn in urns.values())
        mine, most = urns.pop(asked.ship), sum(part.points for part in self.wave.parts)
        if self.exactly:
            lot = self._lots.setdefault(key, ShipLot(mine, list(urns.values()), most))
            try:
                return lot.drawn(rest)
            except TooManyStates:
                raise TooManyOutcomes from None
        if key not in self._lots:
            self._lots[key] = BoundedLot(mine, list(urns.values()), most)
        bounded = self._lots[key]
        assert isinstance(bounded, BoundedLot)
        self.error = max(self.error, bounded.error)
        return bounded.drawn(rest)

    def urn(self, ship: int, given: dict[int, Counts]) -> DrawTarget:
        """20.11 A ship in the random draw."""
        return DrawTarget(pieces_of(self.state).ships[ship].defence, self.room(ship) - sum(given.get(ship, ())))

    def blown(self, asked: AskedShip, loads: Counts, left: Counts) -> Sequence[float]:
        """20.13, 20.16 The levels of a ship attacked by these points, given the survivors."""
        key = asked.ship, loads, left if self.wave.some_far else ()
        if key not in self._known:
            row = pieces_of(self.state).ships[asked.ship]
            hull = Hull(row.type, row.defence, asked.level)
            blows = []
            moving = not self.target.in_port and naval_strike.can_move(self.state, asked.ship)
            for role in naval_strike.WEAPON_OF:
                here = self.wave.in_role(role, loads)
                if here:
                    conditions = AttackConditions(moving, self.engaged, self.overcast)
                    side = SIDES.index[self.wave.side]
                    blow = blow_in(self.state, side, asked.ship, here, self.wave.in_role(role, left), conditions)
                    blows.append(blow._replace(loaded=asked.loaded))
            charts = pieces_of(self.state).charts
            self._known[key] = level_after_all(charts, hull, blows, damage_control(self.state, asked.ship))
        return self._known[key]


def assigned_points(
    wave: AskedWave, left: Counts, target: TargetForce, room: Callable[[int], int]
) -> dict[int, Counts]:
    """20.11, 20.12 The points assigned to chosen ships, torpedoes first, either ship after ship or evenly."""
    given = {ship: [0] * len(left) for ship in target.at_will}
    free = {ship: room(ship) for ship in target.at_will}
    turn = 0
    for role in naval_strike.WEAPON_OF:
        for place, part in enumerate(wave.parts):
            for _ in range(left[place] if part.role == role else 0):
                open_to = [ship for ship in target.at_will if free[ship]]
                if not open_to:
                    break
                ship = open_to[0]
                if target.evenly:
                    order = [
                        *target.at_will[turn % len(target.at_will) :],
                        *target.at_will[: turn % len(target.at_will)],
                    ]
                    ship = next(one for one in order if free[one])
                    turn = target.at_will.index(ship) + 1
                given[ship][place] += 1
                free[ship] -= 1
    return {ship: tuple(points) for ship, points in given.items()}


def pieces_of(state: State) -> Pieces:
    """The pieces and charts in force."""
    return state.rules.pieces


# -- the question ------------------------------------------------------------------------------------------------


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """8.4, 7.0, 20.1 The odds of a strike on ships."""
    needed(question, strikers="'12 SBD, 6 TBD'", ships="'Akagi, Kaga, 3 jp DD'")
    turn = asking.read_date(question.date)
    ships = asking.read_ships(question.ships, "ships", turn)
    state = with_forces(rules, turn, ships)
    wave = manual_waves.read_wave(rules, question, manual_waves.AT_SHIPS)
    side = SIDES.index[wave.side]
    if SIDE_OF_SHIP[ships[0].ship] == side:
        raise BadValue(f"{SHIPS.titles[ships[0].ship]} belongs to the side that strikes", field="ships")
    target = target_force(rules, question, ships)
    if target.in_port and any(part.role == flight_duties.TORPEDO for part in wave.parts):
        raise BadValue("torpedoes cannot be dropped in port", field="strikers", clause="20.14")
    fire = waves.ships_fire(state, [ship.ship for ship in ships]) if question.fire is None else question.fire
    passage = manual_waves.passage(rules, question, wave, fire, OF_SKY)
    overcast = "overcast" in passage.named
    struck = total_damage(StrikeDamage(state, wave, target, engaged=passage.engaged, overcast=overcast), passage)
    fix = FACES if question.port else rules.pieces.charts.search_chits[layout.CHITS.index[question.report]].fix
    return strike_answer(question, wave, struck, passage, fix / FACES)


def total_damage(struck: StrikeDamage, passage: manual_waves.Passage) -> StrikeDamage:
    """20.11 The damage over all possible survivors: exact, or with an error bound for the random draw."""
    try:
        for left, chance in passage.left.items():
            struck.add(left, chance)
    except TooManyOutcomes:
        again = StrikeDamage(struck.state, struck.wave, struck.target, engaged=struck.engaged, overcast=struck.overcast)
        again.exactly = False
        return total_damage(again, passage)
    return struck


def target_force(rules: Rules, question: OddsQuestion, ships: list[AskedShip]) -> TargetForce:
    """20.11 The target force, and the ships that the report lets the striker choose."""
    rows = rules.pieces.ships
    choice = naval_strike_tables.at_will(
        "good" if question.port else question.report, any(rows[ship.ship].type in CARRIERS for ship in ships)
    )
    types = naval_strike.KINDS.get(choice, ())
    wanted = (
        [ship.ship for ship in asking.read_ships(question.at, "at", asking.read_date(question.date))]
        if question.at.strip()
        else []
    )
    there = [ship.ship for ship in ships]
    for ship in wanted:
        if ship not in there:
            raise BadValue(f"{SHIPS.titles[ship]} is not among the ships", field="at")
        if rows[ship].type not in types:
            raise BadValue(
                f"{SHIPS.titles[ship]} was not seen well enough in such a report to be chosen as a target",
                field="at",
                clause="20.11",
            )
    chosen = wanted or [ship for ship in there if rows[ship].type in types]
    return TargetForce(ships, [] if question.choose == "lot" else chosen, question.choose == "evenly", question.port)


def strike_answer(
    question: OddsQuestion, wave: AskedWave, struck: StrikeDamage, passage: manual_waves.Passage, finds: float
) -> OddsAnswer:
    """The answer: the wave, its survivors, each ship, and the number sunk."""
    levels = {}
    for ship in struck.target.ships:
        kept = as_it_was(ship.level)
        levels[ship.ship] = [
            finds * one + (1 - finds) * other for one, other in zip(struck.levels[ship.ship], kept, strict=True)
        ]
    lines = [*manual_waves.wave_lines(wave, passage)]
    how = "found on any roll" if finds == 1 else f"found on a roll of {round(finds * FACES)} or less"
    lines.append(f"The force is {how}; anti-aircraft fire {passage.fire}.")
    answer = OddsAnswer("strike", lines, notes=notes_of(question, wave, struck), exact=not struck.error)
    answer.figures["found"] = finds
    answer.figures |= ship_figures(levels)
    answer.tables.append(ships_table("Ships", levels))
    if not struck.by_lot:
        sunk: Distribution = (1 - finds + finds * struck.sunk[0], *[finds * one for one in struck.sunk[1:]])
        answer.tables.append(numbers_table("Ships sunk", [("number", sunk)]))
        answer.figures["ships sunk"] = mean(sunk)
    manual_waves.add_losses(answer, wave, passage, finds)
    return answer


def notes_of(question: OddsQuestion, wave: AskedWave, struck: StrikeDamage) -> list[str]:
    """The assumptions about a strike on ships."""
    result = [f"the eras of {asking.cycle_written(asking.read_date(question.date))}"]
    if struck.target.at_will:
        how = "shared out evenly" if struck.target.evenly else "ship after ship, up to the limit of each"
        result.append(
            f"points at {', '.join(SHIPS.titles[ship] for ship in struck.target.at_will)}: {how}, torpedoes first"
        )
    if struck.by_lot:
        result.append(
            "points without a target get one at random (20.11); the number of ships sunk is then not computed"
        )
    if struck.error:
        text = "every point is assumed to find room at the ship that it draws: an exact result would take too long"
        result.append(f"{text}; no ship's chance is off by more than {struck.error:.1e}")
    if wave.some_far:
        result.append("the return flight of points at extended range is not included (6.12)")
    if question.port and question.fire is None:
        result.append("only the ships fire: no strength that includes the port's guns was given")
    if any(part.role == flight_duties.KAMIKAZE for part in wave.parts):
        result.append("all kamikazes that dive are lost in addition (39.44)")
    torpedoes = any(part.role == flight_duties.TORPEDO for part in wave.parts)
    if torpedoes and wave.side == SIDES.ids[ALLIES] and asking.early(asking.read_date(question.date), "9/43"):
        result.append("U.S. torpedoes of these years fail often (39.1)")
    return result
