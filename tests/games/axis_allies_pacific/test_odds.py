"""8 The battle calculator compared with all dice, with samples, and with cases computed by hand."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.axis_allies_pacific.odds.battle_solver import BattleTerms
from ironbottom.games.axis_allies_pacific.odds.fights import fight
from ironbottom.games.axis_allies_pacific.odds.forces import (
    AIR,
    GROUND,
    SHIP,
    SUBMARINE,
    Combatant,
    UnitsLeft,
    cheapest_first,
    force,
)
from ironbottom.games.axis_allies_pacific.odds.landings import Assault, Load, assault_odds
from ironbottom.games.axis_allies_pacific.odds.raids import raid
from ironbottom.games.axis_allies_pacific.odds.reinforcing import cheapest_addition, purchases
from tests.games.axis_allies_pacific import battle_by_hand as by_hand

INFANTRY = Combatant("infantry", GROUND, 1, 2, 3, paired=True)
ARTILLERY = Combatant("artillery", GROUND, 2, 2, 4, pairs=True)
TANK = Combatant("tank", GROUND, 3, 2, 5)
FIGHTER = Combatant("fighter", AIR, 3, 4, 12)
TRANSPORT = Combatant("transport", SHIP, 0, 1, 8)
BOAT = Combatant("submarine", SUBMARINE, 2, 2, 8)
DESTROYER = Combatant("destroyer", SHIP, 3, 3, 12, escorts=True, bombards=3)
CARRIER = Combatant("carrier", SHIP, 1, 3, 18)
BATTLESHIP = Combatant("battleship", SHIP, 4, 4, 24, hits=2, bombards=4)

Numbers = tuple[tuple[str, int], ...]

BATTLES = {
    "infantry and artillery": ([(INFANTRY, 2), (ARTILLERY, 1)], [(INFANTRY, 2)]),
    "fighters over a territory": ([(INFANTRY, 1), (FIGHTER, 1), (TANK, 1)], [(INFANTRY, 1), (FIGHTER, 1)]),
    "submarines strike first": ([(BOAT, 2)], [(CARRIER, 1), (FIGHTER, 1)]),
    "a destroyer forbids it": ([(BOAT, 2)], [(DESTROYER, 1), (CARRIER, 1)]),
    "fighters find no submarine": ([(FIGHTER, 1), (DESTROYER, 1)], [(BOAT, 2)]),
    "a hit of a submarine spares fighters": ([(DESTROYER, 1), (FIGHTER, 1)], [(BOAT, 1), (TRANSPORT, 1)]),
    "battleships take two": ([(TRANSPORT, 1), (BATTLESHIP, 1)], [(BATTLESHIP, 1), (BOAT, 1)]),
    "all sorts": ([(BOAT, 1), (FIGHTER, 1), (DESTROYER, 1)], [(TRANSPORT, 1), (BOAT, 1), (FIGHTER, 1)]),
}
TERMS = {
    "as ruled": BattleTerms(),
    "two rounds": BattleTerms(rounds=2),
    "retreat at one": BattleTerms(retreat_at=1),
    "defenders submerge": BattleTerms(defender_submerges="at_once"),
    "defenders submerge alone": BattleTerms(defender_submerges="alone"),
    "attackers submerge alone": BattleTerms(attacker_submerges="alone"),
    "attackers submerge": BattleTerms(attacker_submerges="at_once"),
}


def numbers(left: UnitsLeft) -> Numbers:
    """Remaining units by name, including submerged ones."""
    return tuple(sorted((unit.name, number) for unit, number in left.all))


def count_units(*sides: by_hand.Side) -> Numbers:
    found: dict[str, int] = defaultdict(int)
    for side in sides:
        for unit, _ in side:
            found[unit.name] += 1
    return tuple(sorted(found.items()))


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("battle", BATTLES)
def test_8_1_2_every_result_of_the_dice(battle: str, terms: str) -> None:
    attacker, defender = (force(units) for units in BATTLES[battle])
    counts: dict[tuple[Numbers, Numbers], float] = defaultdict(float)
    for ending in fight(attacker, defender, TERMS[terms]).endings:
        counts[numbers(ending.attacker), numbers(ending.defender)] += ending.chance
    played: dict[tuple[Numbers, Numbers], float] = defaultdict(float)
    for (ours, theirs, our_under, their_under), chance in by_hand.play(attacker, defender, TERMS[terms]).items():
        played[count_units(ours, our_under), count_units(theirs, their_under)] += chance
    for key in counts.keys() | played.keys():
        assert counts.get(key, 0) == pytest.approx(played.get(key, 0), abs=1e-9), key
    assert math.fsum(counts.values()) == pytest.approx(1)


def sampled(attacker: by_hand.Side, defender: by_hand.Side, random: Random) -> str:
    """One battle by the rules, die by die, to its end."""
    ours, theirs = attacker, defender
    while ours and theirs:
        first = not by_hand.has_destroyer(theirs)
        destroyers = by_hand.has_destroyer(ours), by_hand.has_destroyer(theirs)
        boats = roll(by_hand.split(ours, True), True, random)
        rest = roll(by_hand.split(ours, False), True, random)
        standing = by_hand.lose(theirs, boats if first else (), destroyers[0])
        back = roll([unit for unit, _ in standing], False, random)
        theirs = by_hand.lose(standing, rest if first else (*boats, *rest), destroyers[0])
        ours = by_hand.lose(ours, back, destroyers[1])
    return "won" if ours else "lost" if theirs else "emptied"


def roll(units: Sequence[Combatant], attacking: bool, random: Random) -> tuple[Combatant, ...]:
    return tuple(unit for unit in units if random.randrange(6) < (unit.attack if attacking else unit.defence))


@pytest.mark.build
def test_12_against_10_at_sea_matches_4000_battles() -> None:
    fleet = force([(TRANSPORT, 2), (BOAT, 2), (DESTROYER, 2), (FIGHTER, 4), (CARRIER, 1), (BATTLESHIP, 1)])
    enemy = force([(TRANSPORT, 2), (BOAT, 2), (DESTROYER, 2), (FIGHTER, 2), (CARRIER, 1), (BATTLESHIP, 1)])
    odds = fight(fleet, enemy)
    random, tries = Random(7), 4000
    counts = Counter(sampled(by_hand.units_of(fleet), by_hand.units_of(enemy), random) for _ in range(tries))
    for word, chance in (("won", odds.won), ("lost", odds.lost), ("emptied", odds.emptied)):
        assert counts[word] / tries == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / tries))
    assert odds.won == pytest.approx(0.68025, abs=5e-6)


def test_c37_two_submarines_strike_a_lone_carrier_first() -> None:
    """AAP-C37: units that they sink do not fire back; each round, they hit with probability 5/9."""
    odds = fight(force([(BOAT, 2)]), force([(CARRIER, 1)]))
    miss = (4 / 6) ** 2
    both_live = (1 / 2) * miss  # the carrier fires at 3 if it was missed
    assert odds.lost == pytest.approx(miss * 0.5 / (1 - both_live) * one_boat_loses(), abs=1e-9)


def one_boat_loses() -> float:
    """One submarine against the carrier: it hits first with probability 1/3; otherwise, the carrier hits with 1/2."""
    hits, sunk = 1 / 3, 2 / 3 * 1 / 2
    return sunk / (hits + sunk)


def test_c38_next_to_a_destroyer_a_hit_unit_fires_back() -> None:
    odds = fight(force([(BOAT, 1)]), force([(DESTROYER, 1)]))
    hit, back = 1 / 3, 1 / 2
    assert odds.emptied == pytest.approx(hit * back / (1 - (1 - hit) * (1 - back)))


def test_c39_a_destroyer_and_a_submarine_sink_each_other() -> None:
    odds = fight(force([(DESTROYER, 1)]), force([(BOAT, 1)]))
    assert odds.emptied == pytest.approx((1 / 2 * 1 / 3) / (1 - 1 / 2 * 2 / 3))
    first = fight(force([(DESTROYER, 1)]), force([(BOAT, 1)]), BattleTerms(defending_first_strike=True))
    assert first.emptied == odds.emptied, "a destroyer that attacks forbids it"
    lone = fight(force([(CARRIER, 1)]), force([(BOAT, 1)]), BattleTerms(defending_first_strike=True))
    assert lone.emptied == 0


def test_c43_fighters_without_other_units_do_not_find_a_submarine() -> None:
    odds = fight(force([(FIGHTER, 2)]), force([(BOAT, 1)]))
    assert (odds.standing, odds.won, odds.lost) == (1, 0, 0)


def test_c35_infantry_with_artillery_hits_on_two() -> None:
    odds = fight(force([(INFANTRY, 2), (ARTILLERY, 1)]), force([(INFANTRY, 1)]), BattleTerms(rounds=1))
    missed = math.fsum(ending.chance for ending in odds.endings if ending.defender.count)
    assert missed == pytest.approx(4 / 6 * 5 / 6 * 4 / 6)


def test_8_2_2_aircraft_without_ground_units_take_nothing() -> None:
    odds = fight(force([(FIGHTER, 3)]), force([(INFANTRY, 1)]))
    assert odds.won == 0
    assert odds.emptied > 0.9


def test_8_3_1_aa_fires_once_at_each_aircraft_before_round_1() -> None:
    without = fight(force([(TANK, 1)]), force([(INFANTRY, 1)]))
    with_two = fight(force([(TANK, 1), (FIGHTER, 1)]), force([(INFANTRY, 1)]))
    odds = fight(force([(TANK, 1), (FIGHTER, 1)]), force([(INFANTRY, 1)]), aa=True)
    assert odds.won == pytest.approx(without.won / 6 + with_two.won * 5 / 6)
    assert odds.attacker_losses == pytest.approx((without.attacker_losses + 12) / 6 + with_two.attacker_losses * 5 / 6)


def test_c46_what_a_bombardment_hits_still_fires_once() -> None:
    shells = force([(BATTLESHIP, 1)])
    odds = fight(force([(INFANTRY, 1)]), force([(INFANTRY, 1)]), BattleTerms(rounds=1), bombardment=shells)
    stands = math.fsum(ending.chance for ending in odds.endings if ending.defender.count)
    assert stands == pytest.approx(2 / 6 * 5 / 6)
    assert math.fsum(e.chance for e in odds.endings if not e.attacker.count) == pytest.approx(2 / 6)


def test_8_13_1_in_the_first_turn_defenders_hit_on_one() -> None:
    capped = Combatant("infantry", GROUND, 1, 1, 3, paired=True)
    attacker = force([(TANK, 1)])
    assert fight(attacker, force([(capped, 1)])).won > fight(attacker, force([(INFANTRY, 1)])).won


def test_low_luck_leaves_one_die() -> None:
    odds = fight(force([(TANK, 4)]), force([(INFANTRY, 3)]), BattleTerms(low_luck=True, rounds=1))
    assert {(ending.attacker.count, ending.defender.count): ending.chance for ending in odds.endings} == {(3, 1): 1.0}


def test_8_8_1_a_retreat_after_a_round_leaves_both() -> None:
    odds = fight(force([(INFANTRY, 3)]), force([(INFANTRY, 3)]), BattleTerms(rounds=1))
    assert odds.standing == pytest.approx(1 - (1 / 6) ** 3 - (2 / 6) ** 3 + (1 / 6) ** 3 * (2 / 6) ** 3)


def test_swings_sum_to_the_mean_and_to_one() -> None:
    odds = fight(force([(INFANTRY, 4), (TANK, 1)]), force([(INFANTRY, 3), (FIGHTER, 1)]))
    assert math.fsum(odds.swings.values()) == pytest.approx(1)
    assert math.fsum(swing * chance for swing, chance in odds.swings.items()) == pytest.approx(odds.swing)
    assert list(odds.swings) == sorted(odds.swings)


class TestRaids:
    """8.11 Strategic bombing."""

    def test_c52_each_hit_removes_one_of_three_aircraft(self) -> None:
        odds = raid(2, 60, escorts=1, interceptors=2, aa=True)
        aa = [math.comb(3, n) * (1 / 6) ** n * (5 / 6) ** (3 - n) for n in range(4)]
        met = [math.comb(2, n) * (1 / 3) ** n * (2 / 3) ** (2 - n) for n in range(3)]
        left = [0.0] * 3
        for shot, chance in enumerate(aa):
            for hit, likely in enumerate(met):
                left[min(2, 3 - min(3, shot + hit))] += chance * likely
        assert odds.mean == pytest.approx(3.5 * (left[1] + 2 * left[2]))

    def test_c55_a_raid_costs_no_more_than_the_purse(self) -> None:
        odds = raid(2, 3)
        assert odds.sums == pytest.approx({2: 1 / 36, 3: 35 / 36})
        assert odds.points == 0
        assert raid(2, 60).points == pytest.approx(6 / 36)

    def test_c53_escorts_hit_on_one_also_when_hit(self) -> None:
        assert raid(1, 60, escorts=1, interceptors=1).interceptors_lost == pytest.approx(1 / 6)

    def test_8_13_1_interceptors_are_capped_in_the_first_turn(self) -> None:
        assert raid(1, 60, interceptors=1, cap=1).bombers_lost == pytest.approx(1 / 6)
        assert raid(1, 60, interceptors=1).bombers_lost == pytest.approx(1 / 3)


class TestAssaults:
    """8.9 Landings."""

    LOAD = Load("transport", ((INFANTRY, 2),))

    def test_without_a_sea_battle_ships_bombard(self) -> None:
        plan = Assault(force([(TRANSPORT, 1), (BATTLESHIP, 1)]), (self.LOAD,), enemy_on_land=force([(INFANTRY, 1)]))
        shells = fight(force([(INFANTRY, 2)]), force([(INFANTRY, 1)]), bombardment=force([(BATTLESHIP, 1)]))
        assert assault_odds(plan).taken == pytest.approx(shells.won)

    def test_c47_after_a_sea_battle_no_ship_bombards_and_cargo_sinks(self) -> None:
        fleet, enemy = force([(TRANSPORT, 1), (DESTROYER, 1)]), force([(DESTROYER, 1)])
        plan = Assault(fleet, (self.LOAD,), enemy_at_sea=enemy, enemy_on_land=force([(INFANTRY, 1)]))
        result, sea = assault_odds(plan), fight(fleet, enemy)
        afloat = math.fsum(
            e.chance for e in sea.endings if not e.defender.count and dict(e.attacker.units).get(TRANSPORT)
        )
        assert result.lands == pytest.approx(afloat)
        assert result.taken == pytest.approx(afloat * fight(force([(INFANTRY, 2)]), force([(INFANTRY, 1)])).won)
        sunk = math.fsum(e.chance for e in sea.endings if not dict(e.attacker.units).get(TRANSPORT))
        assert result.cargo_lost == pytest.approx(6 * sunk)

    def test_the_first_of_two_transports_is_lost_first(self) -> None:
        loads = (Load("transport", ((TANK, 1),)), Load("transport", ((INFANTRY, 2),)))
        fleet, enemy = force([(TRANSPORT, 2), (BATTLESHIP, 1)]), force([(TRANSPORT, 1)])
        result = assault_odds(Assault(fleet, loads, enemy_at_sea=enemy, enemy_on_land=force([(INFANTRY, 1)])))
        names = {tuple(unit.name for unit, _ in odds.attacker.units) for _, odds in result.ashore}
        assert ("infantry", "tank") in names
        assert ("tank",) not in names


class TestAdditions:
    """The cheapest addition that wins often enough."""

    def test_the_addition_is_the_cheapest_possible(self) -> None:
        attacker, defender = force([(INFANTRY, 2)]), force([(INFANTRY, 2)])
        found = cheapest_addition(attacker, defender, [INFANTRY, ARTILLERY, TANK], 30)
        assert found is not None
        assert found.odds.won >= 0.9
        for numbers in purchases([3, 4, 5], found.cost - 1):
            bought = zip((INFANTRY, ARTILLERY, TANK), numbers, strict=True)
            more = dict(attacker.units)
            for unit, number in bought:
                more[unit] = more.get(unit, 0) + number
            assert fight(cheapest_first(more.items(), attacking=True), defender).won < 0.9

    def test_a_purse_may_be_too_small(self) -> None:
        assert cheapest_addition(force([(INFANTRY, 1)]), force([(TANK, 5)]), [INFANTRY], 6) is None

    def test_the_defender_can_also_ask_for_an_addition(self) -> None:
        found = cheapest_addition(force([(TANK, 2)]), force([(INFANTRY, 1)]), [INFANTRY], 30, attacking=False)
        assert found is not None
        assert found.odds.won <= 0.1

    @pytest.mark.parametrize("wanted", [0.0, 1.0, 2.0])
    def test_a_chance_is_between_0_and_1(self, wanted: float) -> None:
        with pytest.raises(BadValue, match="not a chance"):
            cheapest_addition(force([(TANK, 1)]), force([(TANK, 1)]), [TANK], 10, wanted)
