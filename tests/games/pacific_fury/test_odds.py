"""The odds of fights compared with all dice results in the game, and with the figures of the facts (section 6)."""

from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import UNITS, Pieces
from ironbottom.odds.distributions import at_least, at_least_once, mean
from tests.games.pacific_fury.rule_tester import EASTERN, HENDERSON, SLOT, SOUND, SOUTH, at

RULES = get_game("pf").rules()
PIECES: Pieces = RULES.pieces


def units(*names: str) -> int:
    return sum(1 << UNITS.index[name] for name in names)


def japan_to_act(marker: int = 1, henderson: str = "operational", **forces: dict[str, Any]) -> State:
    """A position of turn 1 in which Japan, without the initiative, chooses its first operation."""
    fields = {"marker": marker, "initiative": "allies", "operations_done": 1, "henderson": henderson}
    return read_position({"game": "pacific_fury", **fields, "forces": forces}, RULES)


def tally(state: State, action: tuple[str, ...], count: Callable[[list[dict[str, Any]]], int]) -> dict[int, float]:
    """The probability of each number counted in the events of Japan's choice, over all dice."""

    def trial(dice: Dice) -> int:
        copy = state.copy()
        return count(RULES.visible_events(copy.apply("japan", action, dice), "all"))

    found: dict[int, float] = {}
    for chance, _, counted in enumerate_rolls(trial):
        assert isinstance(counted, int)
        found[counted] = found.get(counted, 0.0) + chance
    return found


def hits_in(kind: str) -> Callable[[list[dict[str, Any]]], int]:
    """The hits in the first event of a kind."""
    return lambda events: next(int(event["hits"]) for event in events if event["event"] == kind)


def fired_by(*names: str) -> Callable[[list[dict[str, Any]]], int]:
    """The hits scored by the given units together."""
    return lambda events: sum(event["hits"] for event in events if event["event"] == "fired" and event["unit"] in names)


def agree(chances: tuple[float, ...], found: dict[int, float]) -> None:
    assert {value: chance for value, chance in enumerate(chances) if chance} == pytest.approx(found)


# -- compared with all dice results --------------------------------------------------------------------


@pytest.mark.parametrize("marker", [1, 2, 3])
def test_a_bombardment_of_one_round(marker: int) -> None:
    state = japan_to_act(marker, japan_1=at(SLOT, "Kongo", "Haruna"))
    found = tally(state, ("bombard", "japan_1"), hits_in("bombarded"))
    ships = units("ijn_kongo", "ijn_haruna")
    agree(odds.gunfire(PIECES, ships), found)
    disrupted = sum(chance for hits, chance in found.items() if hits >= marker)
    assert odds.bombardment_disrupts(PIECES, ships, marker, 1) == pytest.approx(disrupted)
    assert odds.bombardment_disrupts(PIECES, ships, marker) == pytest.approx(at_least_once(2, disrupted))


@pytest.mark.parametrize("marker", [0, 1, 3])
def test_a_strike_on_henderson_field(marker: int) -> None:
    state = japan_to_act(marker, japan_1=at(EASTERN, "Shokaku", "Zuiho"))
    found = tally(state, ("strike", "japan_1", HENDERSON), hits_in("henderson_struck"))
    ships = units("ijn_shokaku", "ijn_zuiho")
    disrupted = sum(chance for hits, chance in found.items() if hits >= max(1, marker))
    assert odds.strike_disrupts(PIECES, ships, marker) == pytest.approx(disrupted)
    answer = tally(state, ("strike", "japan_1", HENDERSON), hits_in("henderson_fired"))
    agree(odds.field_fires(PIECES, ships, marker), answer)


@pytest.mark.parametrize("screen", [(), ("Chicago",), ("Chicago", "Chester", "Portland")])
def test_carriers_against_carriers_by_anti_air_and_cover(screen: tuple[str, ...]) -> None:
    state = japan_to_act(japan_1=at(EASTERN, "Shokaku"), allies_1=at(SOUTH, "Wasp", *screen))
    strike = ("strike", "japan_1", "allies_1")
    target = units("us_wasp", *(f"us_{name.lower()}" for name in screen))
    agree(odds.air_attack_on(PIECES, units("ijn_shokaku"), target), tally(state, strike, fired_by("ijn_shokaku")))
    agree(odds.air_attack_on(PIECES, target, units("ijn_shokaku")), tally(state, strike, fired_by("us_wasp")))


def test_a_round_of_surface_combat() -> None:
    state = japan_to_act(japan_1=at(SLOT, "Nagato", "Aoba"), allies_1=at(SOUND, "Washington"))
    found = tally(state, ("move", "japan_1", SOUND), fired_by("ijn_nagato", "ijn_aoba"))
    fire = odds.gunfire(PIECES, units("ijn_nagato", "ijn_aoba"))
    agree(fire, found)
    assert odds.clear_probability(fire, 1) == pytest.approx(1 - found[0])


def test_ships_sunk_in_a_round_where_all_hits_go_to_one() -> None:
    """Kirishima fights Australia alone and takes each hit, so the game leaves no choice."""
    state = japan_to_act(japan_1=at(SLOT, "Kirishima"), allies_1=at(SOUND, "Australia"))
    sunk = tally(
        state,
        ("move", "japan_1", SOUND),
        lambda events: sum(event["event"] == "sunk" and event["unit"] == "us_australia" for event in events),
    )
    fire = odds.gunfire(PIECES, units("ijn_kirishima"))
    assert odds.expected_sunk(PIECES, fire, units("us_australia")) == pytest.approx(sunk[1])


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("henderson", ["operational", "disrupted"])
def test_a_run_of_the_tokyo_express(guarded: bool, henderson: str) -> None:
    guard: dict[str, Any] = {"allies_1": at(SOUND, "Australia")} if guarded else {}
    state = japan_to_act(henderson=henderson, japan_1=at(SLOT, "Tokyo Express"), **guard)
    landed = tally(
        state, ("land", "japan_1"), lambda events: sum(event["event"] == "express_landed" for event in events)
    )
    assert odds.express_lands(guarded, henderson == "operational") == pytest.approx(landed[1])


# -- compared with the facts (section 6) ---------------------------------------------------------------


@pytest.mark.parametrize(("factor", "hits"), [(1, 0.17), (2, 0.5), (3, 1.0), (4, 1.67), (5, 2.5), (6, 3.5)])
def test_the_mean_hits_of_a_factor(factor: int, hits: float) -> None:
    assert mean(odds.shot(factor)) == pytest.approx(hits, abs=0.005)


@pytest.mark.parametrize(("marker", "percent"), [(1, 75), (2, 58), (3, 39)])
def test_kongo_and_haruna_bombard(marker: int, percent: int) -> None:
    chance = odds.bombardment_disrupts(PIECES, units("ijn_kongo", "ijn_haruna"), marker, 1)
    assert 100 * chance == pytest.approx(percent, abs=0.5)


BOX_4 = "nagato mutsu kongo haruna hiei kirishima myoko nachi haguro furutaka kinugasa aoba"
BOX_1 = "north_carolina washington new_orleans san_francisco louisville indianapolis pensacola"


@pytest.mark.parametrize(("factor_set", "japanese", "allied"), [("A", 11.8, 5.8), ("B", 14.5, 6.8)])
def test_the_hits_of_the_example_of_8_2(factor_set: str, japanese: float, allied: float) -> None:
    pieces = get_game("pf").rules({"factor_set": factor_set}).pieces
    attack = odds.gunfire(pieces, units(*(f"ijn_{name}" for name in BOX_4.split())))
    answer = odds.gunfire(pieces, units(*(f"us_{name}" for name in BOX_1.split())))
    assert mean(attack) == pytest.approx(japanese, abs=0.05)
    assert mean(answer) == pytest.approx(allied, abs=0.05)


def test_hits_are_spread_no_worse_than_in_list_order() -> None:
    """The facts assign DF+1 hits to a ship in list order and sink 3.3; an optimal assignment sinks more."""
    attack = odds.gunfire(PIECES, units(*(f"ijn_{name}" for name in BOX_4.split())))
    assert 3.3 < odds.expected_sunk(PIECES, attack, units(*(f"us_{name}" for name in BOX_1.split()))) < 4.5


def test_the_best_spread_is_the_best_of_all_spreads() -> None:
    rows = [(0.0, 0.2, 0.9), (0.0, 0.5), (0.0, 0.0, 0.1, 1.2)]
    for hits in range(8):
        spreads = [(a, b, c) for a in range(3) for b in range(2) for c in range(4) if a + b + c <= hits]
        best = max(sum(row[n] for row, n in zip(rows, spread, strict=True)) for spread in spreads)
        assert odds.best_spread(rows, hits)[hits] == pytest.approx(best)


def test_transports_and_the_express_sink_to_any_hit() -> None:
    for name in ("ijn_transports_1", "us_transports_2", "ijn_tokyo_express"):
        assert odds.sink_probability(PIECES, UNITS.index[name], 1) == 1
    wasp = UNITS.index["us_wasp"]
    assert [odds.sink_probability(PIECES, wasp, hits) for hits in range(4)] == pytest.approx([0, 1 / 2, 5 / 6, 5 / 6])


def test_a_volley_without_firers_never_hits() -> None:
    assert odds.gunfire(PIECES, 0) == (1.0,)
    assert at_least(odds.air_attack_on(PIECES, 0, units("us_wasp")), 1) == 0
