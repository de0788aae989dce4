"""AAP-C1 to C10: data, map, phases, purchase."""

from collections import Counter

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.games.axis_allies_pacific.data.plausibility import KINDS, TOTALS
from ironbottom.games.axis_allies_pacific.pieces import JAPAN, LANDS, PLACES, ZONES
from ironbottom.games.axis_allies_pacific.rules.income import production
from ironbottom.games.axis_allies_pacific.rules.sequence import STEPS
from ironbottom.games.axis_allies_pacific.state import POOL
from tests.games.axis_allies_pacific.rule_tester import RuleTester, changed_units, game, printed


def totals(scenario: str, power: str) -> tuple[int, ...]:
    state = game().new(scenario)
    counted: Counter[str] = Counter()
    for counts in game().write_position(state)["units"][power].values():
        counted.update(counts)
    return tuple(counted[kind] for kind in KINDS)


def test_c1_production_and_totals_at_the_start() -> None:
    """2.11, 3.4, 9.4"""
    state = game().new("printed")
    levels = [production(state.rules.pieces, state.cells, economy) for economy in range(4)]
    assert levels == [19, 15, 20, 75]
    assert state.cells[POOL] == 12
    figures = state.rules.pieces
    own = [figures.value[land] for land in range(len(LANDS)) if figures.first_holder[land] == JAPAN]
    assert sum(own) == 19
    assert sum(value > 0 for value in own) == 8


@pytest.mark.parametrize("power", TOTALS)
def test_c1_totals_of_both_set_ups(power: str) -> None:
    """3.1, 16.1"""
    assert totals("printed", power) == TOTALS[power]
    revised = list(TOTALS[power])
    if power == "japan":
        revised[KINDS.index("fighter")], revised[KINDS.index("transport")] = 15, 11
    assert totals("setup_2003", power) == tuple(revised)


def test_c1_the_set_ups_differ_in_six_places() -> None:
    """16.1"""
    one, other = printed("printed")["units"]["japan"], printed("setup_2003")["units"]["japan"]
    assert {place for place in {*one, *other} if one.get(place) != other.get(place)} == {
        *("french_indo_china", "hainan", "sz37", "mariana", "sz20", "sz22")
    }
    assert printed("printed")["units"]["usa"] == printed("setup_2003")["units"]["usa"]


def test_c2_sz34_to_sz38_is_one_step() -> None:
    """7.3.1"""
    figures = game().rules().pieces
    assert figures.by_sea[ZONES.index["sz34"]] >> ZONES.index["sz38"] & 1


def test_c3_sz27_to_sz32_takes_two_steps() -> None:
    """2.4"""
    figures = game().rules().pieces
    assert figures.routes.steps[PLACES.index["sz27"]][PLACES.index["sz32"]] == 2
    assert figures.coast[LANDS.index["queensland"]] >> ZONES.index["sz32"] & 1
    assert not figures.by_sea[ZONES.index["sz14"]] >> ZONES.index["sz30"] & 1
    other = game().rules({"sz14_sz30": "yes"}).pieces
    assert other.by_sea[ZONES.index["sz14"]] >> ZONES.index["sz30"] & 1


@pytest.mark.parametrize(("one", "other"), [("guam", "mariana"), ("hainan", "formosa"), ("fiji", "new_hebrides")])
def test_c4_islands_in_one_zone_are_not_adjacent(one: str, other: str) -> None:
    """2.3"""
    figures = game().rules().pieces
    assert not figures.by_land[LANDS.index[one]] >> LANDS.index[other] & 1
    assert figures.routes.steps[PLACES.index[one]][PLACES.index[other]] == 2


def test_c4_a_friendly_base_saves_the_last_step() -> None:
    """2.3, 7.5.1"""
    ways, guam = game().rules().pieces.routes, PLACES.index["guam"]
    mariana = 1 << LANDS.index["mariana"]
    assert ways.landings(guam, 1, mariana, 0) == 0
    assert ways.landings(guam, 2, mariana, 0) == mariana
    assert ways.landings(guam, 1, mariana, mariana) == mariana


def test_c5_nothing_flies_over_the_himalayas() -> None:
    """2.2"""
    ways = game().rules().pieces.routes
    himalayas = PLACES.index["himalayas"]
    assert all(steps[himalayas] > 50 for place, steps in enumerate(ways.steps) if place != himalayas)
    assert ways.steps[PLACES.index["india"]][PLACES.index["tsinghai"]] == 5


def test_c6_fighters_at_sea_need_decks() -> None:
    """3.2, 7.6.1"""
    units = printed()["units"]
    aboard = {
        place: counts["fighter"]
        for own in units.values()
        for place, counts in own.items()
        if place[2:].isdigit() and "fighter" in counts
    }
    assert aboard == {"sz5": 1, "sz11": 2, "sz20": 6, "sz45": 2, "sz50": 1}
    for own in units.values():
        for place, counts in own.items():
            if place[2:].isdigit():
                assert counts.get("fighter", 0) <= 2 * counts.get("carrier", 0)


def test_c7_the_order_of_turns_and_phases() -> None:
    """4.1, 4.2, 4.3"""
    state, dice, seen = game().new("printed", {"last_round": "1"}), SeededDice(1), []
    while state.stack:
        decision = state.decisions()[0]
        asked = decision.procedure.name
        if asked in ("purchase", "combat_moves", "regroup"):
            seen.append((decision.side, asked))
        closing = [verb for verb in ("done", "finish") if verb in decision.choices.verbs()]
        state.apply(decision.side, (closing[0],) if closing else decision.choices.at(0), dice, trusted=True)
    phases = ("purchase", "combat_moves", "regroup")
    assert seen == [(side, phase) for side in ("japan", "uk", "usa") for phase in phases]
    clauses = [step.clause for step in STEPS[1:-2]]
    assert clauses == ["4.2", "6.1", "7.1.1", "8.12.1", "8.1.1", "9.1", "10.1", "11.1", "12.1", "13.1"]
    both = RuleTester(**printed() | {"active": "uk", "pool": 0}, step="purchase")
    assert {action[1] for action in both.offered("buy")} == {"india", "australia"}


def test_c8_the_british_player_splits_the_pool_first() -> None:
    """3.4"""
    state = game().new()
    assert state.decisions()[0].side == "uk"
    assert len(state.decisions()[0].choices.next("split")) == 13
    assert ("split", "12") in state.decisions()[0].choices
    refusal = state.why_not("uk", ("split", "13"))
    assert refusal is not None
    assert refusal.clause == "3.4"
    state.apply("uk", ("split", "7"), SeededDice(0))
    assert game().write_position(state)["ipc"] == {"japan": 19, "india": 22, "australia": 25, "usa": 75}
    assert (state.decisions()[0].side, state.decisions()[0].procedure.name) == ("usa", "standing")
    state.apply("usa", ("done",), SeededDice(0))
    assert (state.decisions()[0].side, state.decisions()[0].procedure.name) == ("japan", "purchase")


@pytest.mark.parametrize("kind", ["industrial_complex", "marine"])
def test_c9_only_the_usa_buys_complexes_and_marines(kind: str) -> None:
    """5.2"""
    japan = RuleTester(**printed() | {"pool": 0}, step="purchase")
    assert japan.clause("japan", "buy", "japan", kind, "1") == "5.2"
    usa = RuleTester(**printed() | {"active": "usa", "pool": 0}, step="purchase")
    assert usa.clause("usa", "buy", "usa", kind, "1") is None
    assert usa.match.why_not("usa", ("buy", "china", "infantry", "1")) is not None


def test_c10_each_economy_places_at_its_own_complexes() -> None:
    """5.3, 11.5"""
    position = printed() | {"active": "uk", "pool": 0, "bought": {"australia": {"infantry": 2}}}
    table = RuleTester(**position, step="placement")
    assert table.clause("uk", "place", "australia", "infantry", "india", "india", "1") == "11.5"
    assert table.clause("uk", "place", "australia", "infantry", "new_south_wales", "new_south_wales", "1") is None


def test_a_position_with_too_many_tanks_is_refused() -> None:
    """1.4"""
    with pytest.raises(Exception, match=r"units.usa.wake.tank: 300 is not a whole number from 1 to 255"):
        RuleTester(**changed_units(printed(), usa={"wake": {"tank": 300}}))
