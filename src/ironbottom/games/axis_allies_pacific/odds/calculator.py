"""The odds of battles described by hand, without a game.

>>> from ironbottom import get_game
>>> answer = answer(get_game("aap").rules(), OddsQuestion(attack="3 infantry, 2 tanks", defend="2 infantry"))
>>> round(answer.won, 3), round(answer.swing, 2)
(0.997, 3.07)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.information.position import read_board
from ironbottom.games.axis_allies_pacific.odds import unit_parser
from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.counters import (
    BattleUnits,
    CargoLossOrder,
    Loads,
    Order,
    combatant,
    force_of,
    price_with_load,
)
from ironbottom.games.axis_allies_pacific.odds.fights import Odds, fight
from ironbottom.games.axis_allies_pacific.odds.force_states import Submerge
from ironbottom.games.axis_allies_pacific.odds.forces import BattleForce
from ironbottom.games.axis_allies_pacific.odds.landings import AssaultOdds
from ironbottom.games.axis_allies_pacific.odds.on_board import (
    ANY_PURSE,
    BoardBattle,
    LandingWave,
    LossOrders,
    ShipLoad,
    battles,
    odds_on_board,
    raid_odds,
)
from ironbottom.games.axis_allies_pacific.odds.raids import RaidOdds
from ironbottom.games.axis_allies_pacific.odds.reinforcing import cheapest_addition
from ironbottom.games.axis_allies_pacific.pieces import (
    BOMBER_KIND,
    DESTROYER,
    FIGHTER_KIND,
    JAPAN,
    PIECES,
    PLACES,
    TRANSPORT,
    UK,
)
from ironbottom.games.axis_allies_pacific.state_types import Rules

MAX_PAIRS = 40_000
"""The largest number of pairs of survivors of both sides that are computed; a battle on land reaches it with about 200
units.
"""
Units = Annotated[str, Meta(max_length=400)]
Rounds = Annotated[int, Meta(ge=1, le=50)]
Money = Annotated[int, Meta(ge=0, le=ANY_PURSE)]


class OddsQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A battle to compute, with its units in words.

    ``kind``: where it is fought. In a ``landing``, ``fleet`` carries ``ashore``, ``at_sea`` must be beaten first, and
    ``attack`` joins overland or from the air. ``loads``: which of several equal ships are lost first (8.1.3): those
    with the cheapest loads, with the most expensive, or with those named first in ``ashore``. ``add`` names units from
    which the cheapest reinforcement is chosen that wins with probability ``wanted`` within ``purse``. ``bank``: the
    treasury of a raided economy.
    """

    attack: Units = ""
    defend: Units = ""
    kind: Literal["land", "sea", "landing", "raid"] = "land"
    fleet: Units = ""
    ashore: Units = ""
    at_sea: Units = ""
    aa: bool = False
    first_turn: bool = False
    low_luck: bool = False
    rounds: Rounds | None = None
    retreat_at: Annotated[int, Meta(ge=0, le=200)] = 0
    save_aircraft: bool = False
    attacker_losses: Order = "cheapest"
    defender_losses: Order = "cheapest"
    loads: Loads = "cheapest"
    attacker_submerges: Submerge = "never"
    defender_submerges: Submerge = "never"
    add: Units = ""
    purse: Money = 0
    wanted: Annotated[float, Meta(gt=0, lt=1)] = 0.9
    adding_to: Literal["attacker", "defender"] = "attacker"
    bank: Money = ANY_PURSE


LARGE_BATTLE = OddsQuestion(
    kind="sea",
    attack="2 transports, 2 submarines, 2 destroyers, 4 fighters, 1 carrier, 1 battleship",
    defend="2 transports, 2 submarines, 2 destroyers, 2 fighters, 1 carrier, 1 battleship",
)
"""The battle used for speed measurements: 12 against 10 with submarines and aircraft on both sides."""


class AdditionInfo(msgspec.Struct):
    """The cheapest reinforcement: its units, its price, and the probability of winning with it."""

    units: dict[str, int]
    cost: int
    won: float


class OddsAnswer(msgspec.Struct):
    """The outcome of a battle: chances are 0 to 1, losses and swing in IPC, ``left`` in units on average.

    ``no_loss``: the chance that a side loses no unit. ``remains``: the possible survivors of a side with their chances,
    the most valuable first; for a landing those on land, while ``seas`` have those at sea.

    ``at``: the id of the place. ``swings``: each swing with its chance. ``lands``: the chance of a battle on land.
    ``paid``: the average loss of IPC in a raid, and ``points`` the victory points that Japan loses.
    """

    kind: str
    place: str = ""
    at: str = ""
    won: float = 0.0
    lost: float = 0.0
    emptied: float = 0.0
    standing: float = 0.0
    attacker_losses: float = 0.0
    defender_losses: float = 0.0
    swing: float = 0.0
    swings: list[tuple[int, float]] = []
    attacker_left: dict[str, float] = {}
    defender_left: dict[str, float] = {}
    attacker_no_loss: float = 0.0
    defender_no_loss: float = 0.0
    attacker_remains: list[tuple[dict[str, int], float]] = []
    defender_remains: list[tuple[dict[str, int], float]] = []
    lands: float | None = None
    seas: list[OddsAnswer] = []
    paid: float | None = None
    points: float | None = None
    addition: AdditionInfo | None = None
    enough: bool | None = None
    """Whether a requested reinforcement was found."""
    too_large: bool = False
    """Whether the battle has too many units to compute."""


# -- by hand ------------------------------------------------------------------------------------------------------


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """The odds of a battle by hand; ``BadValue`` names the field that is wrong."""
    battle = read_battle(rules, question)
    orders = LossOrders(
        question.attacker_losses, question.defender_losses, named_land_units(question), cargo_loss_order_of(question)
    )
    result = battle_answer(rules, battle, battle_odds(rules, battle, terms_of(rules, question), orders))
    if question.add:
        add_cheapest(rules, question, battle, orders, result)
    return result


def answer_to(rules: Rules, battle: Mapping[str, object]) -> OddsAnswer:
    """The answer to a battle that must first be converted to an ``OddsQuestion``."""
    return answer(rules, msgspec.convert(battle, OddsQuestion))


def terms_of(rules: Rules, question: OddsQuestion) -> BattleTerms:
    """The rules of the battle, by the question and the options in force."""
    return BattleTerms(
        question.rounds,
        question.retreat_at,
        question.save_aircraft,
        question.attacker_submerges,
        question.defender_submerges,
        rules.options["defending_first_strike"] == "yes",
        question.low_luck,
    )


def read_battle(rules: Rules, question: OddsQuestion) -> BoardBattle:
    """The battle of a question."""
    enemy = UK if question.first_turn else JAPAN
    own = JAPAN if question.first_turn else UK
    needed = {"attack": question.attack, "defend": question.defend}
    if question.kind == "landing":
        needed = {"fleet": question.fleet, "ashore": question.ashore, "defend": question.defend}
    elif question.kind == "raid":
        needed = {"attack": question.attack}
    for field, text in needed.items():
        if not text.strip():
            raise BadValue("name the units, such as '3 infantry, 2 tanks'", field=field)
    other = {"fleet": question.fleet, "ashore": question.ashore, "at_sea": question.at_sea}
    if question.kind != "landing" and any(other.values()):
        field = next(name for name, text in other.items() if text)
        raise BadValue(f"{field} applies only to a landing", field=field)
    allowed, where = {
        "sea": (unit_parser.AT_SEA, "at sea"),
        "raid": (unit_parser.IN_THE_AIR, "in a raid"),
    }.get(question.kind, (unit_parser.ON_LAND, "on land"))
    ours = unit_parser.require_only(unit_parser.read_units(question.attack, "attack", own), allowed, where, "attack")
    theirs = unit_parser.require_only(
        unit_parser.read_units(question.defend, "defend", enemy), allowed, where, "defend"
    )
    waves = (read_wave(rules, question, own, enemy),) if question.kind == "landing" else ()
    return BoardBattle(
        question.kind,
        -1,
        tuple(ours),
        tuple(theirs),
        waves,
        question.aa,
        purse=question.bank,
        surprised=question.first_turn,
    )


def read_wave(rules: Rules, question: OddsQuestion, own: int, enemy: int) -> LandingWave:
    """The landing of a question: units share the transports as they fit (7.7.1, 7.8.1)."""
    fleet = unit_parser.require_only(
        unit_parser.read_units(question.fleet, "fleet", own), unit_parser.AT_SEA, "at sea", "fleet"
    )
    cargo = unit_parser.read_units(question.ashore, "ashore", own)
    unit_parser.require_only(cargo, unit_parser.GROUND_ONLY, "as a landing force", "ashore")
    enemies = unit_parser.require_only(
        unit_parser.read_units(question.at_sea, "at_sea", enemy), unit_parser.AT_SEA, "at sea", "at_sea"
    )
    loaded, loads = load_ships(rules, fleet, cargo)
    return LandingWave(-1, tuple(loaded), tuple(loads), tuple(enemies), True)


def load_ships(
    rules: Rules, fleet: Sequence[BattleUnits], cargo: Sequence[BattleUnits]
) -> tuple[list[BattleUnits], list[ShipLoad]]:
    """7.7.1, 7.8.1 Ships with their loads: transports take the units that fit, and Japanese destroyers an infantry
    each.

    Equal ships that are named first carry the least, so that losses in the given order spare the most expensive loads.
    """
    next_load = rules.pieces.next_load
    carriers = [unit.piece for unit in fleet for _ in range(unit.number) if unit.piece in (TRANSPORT, DESTROYER)]
    carriers.sort(key=lambda piece: piece != TRANSPORT)
    ships = list(carriers)
    aboard: list[list[int]] = [[] for _ in ships]
    waiting = [unit.piece for unit in cargo for _ in range(unit.number)]
    for piece in sorted(waiting, key=lambda piece: (-rules.pieces.cost[piece], piece)):
        for index, ship in enumerate(ships):
            if (ship, piece) in next_load and (ship != DESTROYER or fleet[0].power == JAPAN):
                ships[index] = next_load[ship, piece]
                aboard[index].append(piece)
                break
        else:
            raise BadValue(
                "the ships cannot carry that much: a transport takes two light units or a tank, a Japanese "
                "destroyer one infantry",
                field="ashore",
                clause="7.7.1",
            )
    loads = [ShipLoad(ship, tuple(sorted(load))) for ship, load in zip(ships, aboard, strict=True) if load]
    return in_named_order(rules, fleet, list(zip(carriers, ships, strict=True))), loads


def in_named_order(rules: Rules, fleet: Sequence[BattleUnits], laden: list[tuple[int, int]]) -> list[BattleUnits]:
    """A fleet with its loaded ships, in the order in which they were named; equal ships are ordered by value, the least
    valuable first.
    """
    laden.sort(key=lambda pair: (price_with_load(rules.pieces, pair[1]), pair[1]))
    sailing = []
    for unit in fleet:
        own = [pair for pair in laden if pair[0] == unit.piece][: unit.number]
        for pair in own:
            laden.remove(pair)
        sailing += [BattleUnits(unit.power, ship, 1) for _, ship in own] or [unit]
    return sailing


def named_land_units(question: OddsQuestion) -> tuple[str, ...]:
    """The land units of a landing in the order in which they are named."""
    if question.kind != "landing":
        return ()
    named = (*unit_parser.read_units(question.ashore, "ashore"), *unit_parser.read_units(question.attack, "attack"))
    return tuple(PIECES.ids[unit.piece] for unit in named)


def cargo_loss_order_of(question: OddsQuestion) -> CargoLossOrder | None:
    """8.1.3 The loads that equal ships lose first in a landing; None for the default, the least valuable."""
    if question.loads == "cheapest":
        return None
    if question.kind != "landing":
        raise BadValue("loads applies only to a landing", field="loads", clause="8.1.3")
    return CargoLossOrder(
        question.loads, tuple(unit.piece for unit in unit_parser.read_units(question.ashore, "ashore"))
    )


def battle_odds(
    rules: Rules, battle: BoardBattle, terms: BattleTerms, orders: LossOrders
) -> Odds | AssaultOdds | RaidOdds:
    """The odds of a battle; refuses a battle that is too large."""
    figures = rules.pieces
    if battle.kind == "raid":
        return raid_odds(battle)
    small_enough(force_of(figures, battle.attacker), force_of(figures, battle.defender))
    for wave in battle.waves:
        small_enough(force_of(figures, wave.fleet), force_of(figures, wave.enemies))
    return odds_on_board(figures, battle, terms, orders)


def small_enough(ours: BattleForce, theirs: BattleForce) -> None:
    """Refuses a battle that would take many seconds."""
    pairs = survivor_count(ours, theirs) * survivor_count(theirs, ours)
    if pairs > MAX_PAIRS:
        message = f"both sides may be left in {pairs:,} ways, and at most {MAX_PAIRS:,} can be computed exactly"
        raise BadValue(f"{message}; name fewer units or kinds", field="attack")


def survivor_count(force: BattleForce, enemy: BattleForce) -> int:
    """The largest number of standings that a force may reach."""
    result, others = 1, 0
    for sort in ("submarine", "air"):
        there = sum(number for unit, number in force.units if unit.sort == sort)
        counted_apart = enemy.has("air") if sort == "submarine" else enemy.has("submarine")
        result *= there + 1 if counted_apart else 1
        others += 0 if counted_apart else there
    ships = sum(number * unit.hits for unit, number in force.units if unit.sort not in ("submarine", "air"))
    return result * (ships + others + 1)


def add_cheapest(
    rules: Rules, question: OddsQuestion, battle: BoardBattle, orders: LossOrders, answer: OddsAnswer
) -> None:
    """The cheapest reinforcement with which one side wins with the wanted probability."""
    if battle.kind in ("raid", "landing"):
        raise BadValue("reinforcements are compared only for battles on land or at sea", field="add")
    attacking = question.adding_to == "attacker"
    named = unit_parser.read_units(question.add.replace(" ", ", ") if "," not in question.add else question.add, "add")
    unit_parser.require_only(named, unit_parser.AT_SEA if battle.kind == "sea" else unit_parser.ON_LAND, "there", "add")
    surprised = battle.surprised and not attacking
    kinds = [combatant(rules.pieces, unit.piece, surprised=surprised) for unit in named]
    ours = force_of(rules.pieces, battle.attacker, orders.attacker)
    theirs = force_of(rules.pieces, battle.defender, orders.defender, surprised=battle.surprised)

    def compute(one: BattleForce, other: BattleForce, terms: BattleTerms) -> Odds:
        small_enough(one, other)
        return fight(one, other, terms, aa=battle.aa)

    found = cheapest_addition(
        ours,
        theirs,
        kinds,
        question.purse,
        question.wanted,
        attacking=attacking,
        compute=compute,
        terms=terms_of(rules, question),
    )
    answer.enough = found is not None
    if found:
        won = found.odds.won if attacking else 1 - found.odds.won
        answer.addition = AdditionInfo({unit.name: number for unit, number in found.units}, found.cost, won)


# -- from the board -------------------------------------------------------------------------------------------------


def on_board(rules: Rules, view: Mapping[str, object], loads: Loads = "cheapest") -> list[OddsAnswer]:
    """The odds of all planned and current battles of the turn, from the view of a side.

    ``loads``: the loads with which equal ships are lost first. ``as_written`` means the cheapest here, since nothing is
    written.
    """
    state = read_board(rules, view)
    terms = BattleTerms(defending_first_strike=rules.options["defending_first_strike"] == "yes")
    if not state.stack:
        return []
    orders = LossOrders(cargo_loss_order=CargoLossOrder("dearest") if loads == "dearest" else None)
    return [board_answer(rules, battle, terms, orders) for battle in battles(state, loads)]


def board_answer(rules: Rules, battle: BoardBattle, terms: BattleTerms, orders: LossOrders) -> OddsAnswer:
    """The odds of a battle in a position; a battle that is too large is listed without odds."""
    try:
        return battle_answer(rules, battle, battle_odds(rules, battle, terms, orders))
    except BadValue:
        return with_place(OddsAnswer(battle.kind, too_large=True), battle)


# -- answers --------------------------------------------------------------------------------------------------------


def battle_answer(rules: Rules, battle: BoardBattle, odds: Odds | AssaultOdds | RaidOdds) -> OddsAnswer:
    """The odds of a battle as an answer."""
    return with_place(raid_answer(rules, odds) if isinstance(odds, RaidOdds) else as_figures(battle.kind, odds), battle)


def with_place(answer: OddsAnswer, battle: BoardBattle) -> OddsAnswer:
    """An answer with the place of its battle."""
    if battle.place >= 0:
        answer.place, answer.at = PLACES.titles[battle.place], PLACES.ids[battle.place]
    return answer


def raid_answer(rules: Rules, odds: RaidOdds) -> OddsAnswer:
    """8.11 The odds of a raid; the payment counts as the enemy's loss."""
    cost = rules.pieces.cost
    lost = odds.bombers_lost * cost[BOMBER_KIND] + odds.escorts_lost * cost[FIGHTER_KIND]
    theirs = odds.mean + odds.interceptors_lost * cost[FIGHTER_KIND]
    swing = theirs - lost
    return OddsAnswer(
        "raid",
        attacker_losses=lost,
        defender_losses=theirs,
        swing=swing,
        attacker_no_loss=odds.raiders_left[0][1],
        defender_no_loss=next(iter(odds.interceptors_left.values()), 1.0),
        attacker_remains=odds.raiders_left,
        defender_remains=[({"fighter": n} if n else {}, chance) for n, chance in odds.interceptors_left.items()],
        paid=odds.mean,
        points=odds.points,
    )


def as_figures(kind: str, odds: Odds | AssaultOdds) -> OddsAnswer:
    """Converts odds to an ``OddsAnswer``."""
    if isinstance(odds, AssaultOdds):
        return landing_answer(kind, odds)
    return OddsAnswer(
        kind,
        won=odds.won,
        lost=odds.lost,
        emptied=odds.emptied,
        standing=odds.standing,
        attacker_losses=odds.attacker_losses,
        defender_losses=odds.defender_losses,
        swing=odds.swing,
        swings=list(odds.swings.items()),
        attacker_left=odds.survivors(True),
        defender_left=odds.survivors(False),
        attacker_no_loss=odds.no_loss(True),
        defender_no_loss=odds.no_loss(False),
        attacker_remains=odds.remains(True),
        defender_remains=odds.remains(False),
    )


def landing_answer(kind: str, odds: AssaultOdds) -> OddsAnswer:
    """A landing as a whole, with its sea battles separately."""

    def mean(what: Callable[[Odds], float]) -> float:
        return sum([chance * what(shore) for chance, shore in odds.ashore])

    return OddsAnswer(
        kind,
        won=odds.taken,
        lost=mean(lambda shore: shore.lost),
        emptied=mean(lambda shore: shore.emptied),
        standing=mean(lambda shore: shore.standing),
        attacker_losses=odds.cargo_lost
        + sum([sea.attacker_losses for sea in odds.seas])
        + mean(lambda shore: shore.attacker_losses),
        defender_losses=sum([sea.defender_losses for sea in odds.seas]) + mean(lambda shore: shore.defender_losses),
        swing=odds.swing,
        attacker_no_loss=odds.attacker_no_loss,
        defender_no_loss=odds.defender_no_loss,
        attacker_remains=odds.remains(True),
        defender_remains=odds.remains(False),
        lands=odds.lands,
        seas=[as_figures("sea", sea) for sea in odds.seas],
    )
