"""Waves entered by hand have the exact odds of the game: patrols, fire, ships, airbases, lots."""

from __future__ import annotations

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.data.charts import BOMBARDMENT_EFFECTS
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.odds import melees
from ironbottom.games.war_in_the_pacific.odds.asking import read_ships
from ironbottom.games.war_in_the_pacific.odds.calculator import OddsAnswer, OddsQuestion, answer
from ironbottom.games.war_in_the_pacific.odds.manual_raids import parked_table
from ironbottom.games.war_in_the_pacific.odds.manual_state import OPEN_SEA, force_with_ships, with_forces
from ironbottom.games.war_in_the_pacific.odds.random_draws import BoundedLot, DrawTarget, ShipLot
from ironbottom.games.war_in_the_pacific.odds.wave_survival import come_through
from ironbottom.games.war_in_the_pacific.pieces import BASES, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import air_bombardment, air_combat, naval_strike, waves
from ironbottom.games.war_in_the_pacific.rules.air.air_combat import Flight
from ironbottom.games.war_in_the_pacific.rules.air_units import flights, parked_aircraft
from ironbottom.odds.distributions import mean
from ironbottom.odds.tables import OddsTable
from tests.games.war_in_the_pacific import air_states
from tests.games.war_in_the_pacific.air_states import act
from tests.games.war_in_the_pacific.battle_states import level
from tests.games.war_in_the_pacific.test_strike_at_sea import to_declarations, two_fleets

RULES: Rules = get_game("witp").rules()
CHARTS = RULES.pieces.charts


def answer_to(kind: str, **words: object) -> OddsAnswer:
    """The answer to a question."""
    return answer(RULES, OddsQuestion(kind=kind, **words))  # type: ignore[arg-type]


def chances(answer: OddsAnswer, title: str, row: str) -> list[float]:
    """A row of a table of an answer."""
    table: OddsTable = next(each for each in answer.tables if each.title.startswith(title))
    return next(each.chances for each in table.rows if each.id == row)


# -- 7.0 in the air ------------------------------------------------------------------------------------------


@pytest.mark.build
@pytest.mark.clause("7.11", "7.2", "6.21")
@pytest.mark.parametrize(
    ("patrol", "escorts", "number", "tired", "added"),
    [
        pytest.param((1, 1), 1, 1, False, (1, 1), marks=pytest.mark.thorough),
        ((1, 1), 0, 2, True, (1, 0)),
        ((2, 0), 1, 1, True, (0, 2)),
    ],
)
def test_7_11_a_mixed_patrol_loses_and_hits_as_all_dice_do(
    patrol: tuple[int, int], escorts: int, number: int, tired: bool, added: tuple[int, int]
) -> None:
    both = (Flight("nate", 3, 1, patrol[0], tired=tired), Flight("claude", 2, 1, patrol[1], tired=tired))
    guards = tuple(flight for flight in both if flight.number)
    wings = (Flight("f4f", 4, 1, escorts),) if escorts else ()
    strikers = (Flight("sbd", 2, 1, number),)

    def met(dice: Dice) -> tuple[int, int, int]:
        bounced = air_combat.bounce(dice, *added)
        melee = air_combat.fight(dice, CHARTS, guards, wings, strikers, bounced)
        begun = (guards, wings, strikers)
        left = [air_combat.points(fate.flights) for fate in melee]
        return tuple(air_combat.points(one) - now for one, now in zip(begun, left, strict=True))  # type: ignore[return-value]

    found = [[0.0] * 3, [0.0] * (escorts + 1), [0.0] * (number + 1)]
    for chance, _, gone in enumerate_rolls(met):
        assert isinstance(gone, tuple)
        for side, points in enumerate(gone):
            found[side][points] += chance
    for result, expected in zip(melees.melee_hits(CHARTS, guards, wings, strikers, added), found, strict=True):
        assert list(result) == pytest.approx(expected)


@pytest.mark.clause("7.12", "7.5")
def test_7_12_lost_points_of_those_hit_follow_the_fragility() -> None:
    wave = (Flight("kate", 1, 3, 2), Flight("b_17", 4, 6, 2))

    def fired(dice: Dice) -> tuple[int, int]:
        fate = air_combat.anti_aircraft_fire(dice, CHARTS, 24, air_combat.result_without_attack(wave))
        return sum(fate.lost), sum(fate.lost) + sum(fate.aborted)

    lost, gone = [0.0] * 5, [0.0] * 5
    for chance, _, numbers in enumerate_rolls(fired):
        assert isinstance(numbers, tuple)
        lost[numbers[0]] += chance
        gone[numbers[1]] += chance
    left = come_through(CHARTS, (2, 2), (0, 1), (1.0,), 24)
    assert list(melees.loss_chances(wave, left)) == pytest.approx(lost)
    assert list(melees.points_gone(wave, left)) == pytest.approx(gone)


@pytest.mark.clause("7.1", "7.5")
def test_7_5_the_effect_of_a_patrol_and_fire_is_described_without_a_target() -> None:
    """The figures are those of a raid without a target; a wave may consist only of fighters."""
    air = answer_to("air", strikers="3 B-17", escort="1 P-38", patrol="2 Zero", fire=16)
    raid = answer_to("raid", strikers="3 B-17", escort="1 P-38", patrol="2 Zero", fire=16)
    for row in ("wave: lost", "escort: lost", "patrol: gone"):
        assert chances(air, "Air points", row) == chances(raid, "Air points", row)
    assert air.figures["all come through"] == chances(air, "Air points", "wave: gone")[0]
    sweep = answer_to("air", escort="2 F4F", patrol="2 Zero")
    assert [row.id for row in sweep.tables[0].rows if row.id.startswith("wave")] == []
    assert sweep.figures["patrol lost"] > 0


# -- 20.11 by lot ----------------------------------------------------------------------------------------------


@pytest.mark.clause("20.11", "20.12")
def test_20_11_points_allocated_by_lot_match_the_referee() -> None:
    """Two more points at a destroyer with room for one, and at a carrier and a cruiser with full room."""
    state = with_forces(RULES, 0, read_ships("jp_cv1, jp_ca13, jp_dd11", "ships"))
    names = ("jp_cv1", "jp_ca13", "jp_dd11")
    ships = [SHIPS.index[name] for name in names]
    wave = waves.begin_wave(state, ALLIES, waves.Aim(OPEN_SEA, strike_targets.FORCE, 1, force_with_ships(JAPAN)))
    stack = STACKS.index["sbd_carrier"]
    sortie = flights.Sortie(BASES.index["us_cv5"], stack, flight_duties.BOMB, wave)
    flights.launch(state, ALLIES, sortie, 5)
    before = (naval_strike.AttackPoints(ships[2], stack, flight_duties.BOMB, 3),)

    def lot(dice: Dice) -> tuple[int, ...]:
        loads = naval_strike.draw_targets(Execution(state, dice), ALLIES, wave, before)[1:]
        return tuple(sum(load.points for load in loads if load.ship == ship) for ship in ships)

    found: list[dict[tuple[int, ...], float]] = [{}, {}, {}]
    for chance, _, counts in enumerate_rolls(lot):
        assert isinstance(counts, tuple)
        for place, number in enumerate(counts):
            found[place][number,] = found[place].get((number,), 0.0) + chance
    urns = [DrawTarget(RULES.pieces.ships[ship].defence, room) for ship, room in zip(ships, (10, 10, 1), strict=True)]
    for place, urn in enumerate(urns):
        others = [other for number, other in enumerate(urns) if number != place]
        assert ShipLot(urn, others, 2).drawn((2,)) == pytest.approx(found[place])


def test_20_11_one_lot_for_all_is_equally_likely_for_equal_ships() -> None:
    result = answer_to("strike", strikers="3 SBD", ships="4 jp DD", choose="lot")
    rows = [chances(result, "Ships", f"jp_dd{number}") for number in (11, 12, 13, 14)]
    assert rows[0] == rows[1] == rows[2] == rows[3]
    assert sum(rows[0]) == pytest.approx(1)
    assert not any(table.title == "Ships sunk" for table in result.tables)


@pytest.mark.build
def test_20_11_a_large_lot_states_its_margin_of_error() -> None:
    """For a few points, both the bound and the exact odds are computed, and the bound is correct."""
    own, others = DrawTarget(11, 10), [DrawTarget(3, 4), DrawTarget(3, 4), DrawTarget(11, 10)]
    exact, bounded = ShipLot(own, others, 9).drawn((9,)), BoundedLot(own, others, 9)
    apart = sum(abs(exact.get(count, 0.0) - chance) for count, chance in bounded.drawn((9,)).items()) / 2
    assert 0 < apart < bounded.error < 0.5
    result = answer_to(
        "strike", strikers="16 SBD, 14 TBD", ships="Akagi, Kaga, Soryu, Hiryu, 2 BB, 3 CA, 9 DD", choose="lot"
    )
    assert not result.exact
    assert "no ship's chance is off by more than" in result.notes[-2]


# -- 8.4, 20.13 at ships -----------------------------------------------------------------------------------------


@pytest.mark.build
@pytest.mark.clause("8.4", "20.13", "12.1")
def test_8_4_20_13_a_strike_by_hand_matches_that_of_a_game_over_all_dice() -> None:
    """One Kate at the Hornet in her force, through finding, fire and the torpedo, choice by choice."""
    state = two_fleets(jp_cv1={"kate_carrier": 1})
    air_states.contact(state, "allies_1", "F1628", "good")
    to_declarations(state, commands=1)
    act(state, "allies", "done")
    act(state, "japan", "strike", "allies_1")
    act(state, "japan", "send", "jp_cv1", "kate_carrier", "torpedo", "1")
    act(state, "japan", "fly")

    def come(dice: Dice) -> State | None:
        trial = state.copy()
        trial.apply("japan", ("done",), dice)
        here = trial.decision("japan")
        return trial if here is not None and here.procedure.name == "aiming" else None

    arrived, there = 0.0, None
    for chance, _, after in enumerate_rolls(come):
        if isinstance(after, State):
            arrived, there = arrived + chance, after
    assert there is not None
    act(there, "japan", "allot", "us_cv8")

    def dropped(dice: Dice) -> int:
        trial = there.copy()
        if trial.decision("japan").procedure.name == "allotting":  # type: ignore[union-attr]
            trial.apply("japan", ("strike_with", "kate_carrier", "torpedo", "1"), dice)
        trial.apply("japan", ("drop",), dice)
        return min(level(trial, "us_cv8"), 5)

    levels = [0.0] * 6
    levels[0] = 1 - arrived
    for chance, _, now in enumerate_rolls(dropped):
        assert isinstance(now, int)
        levels[now] += arrived * chance
    fleet = "us_cv8, us_cv5, us_ca24, us_ca26, us_cl51"
    result = answer_to("strike", strikers="1 Kate", ships=fleet, at="us_cv8", report="good")
    assert chances(result, "Ships", "us_cv8") == pytest.approx(levels)
    assert result.figures["us_cv8 sunk"] == pytest.approx(levels[5])
    assert result.figures["us_cv5 sunk"] == 0


def test_20_12_points_for_which_a_ship_has_no_room_go_to_the_next() -> None:
    result = answer_to("strike", strikers="6 SBD", ships="2 jp DD", fire=0)
    first, second = chances(result, "Ships", "jp_dd11"), chances(result, "Ships", "jp_dd12")
    assert first == chances(answer_to("strike", strikers="4 SBD", ships="2 jp DD", fire=0), "Ships", "jp_dd11")
    assert second == chances(answer_to("strike", strikers="2 SBD", ships="2 jp DD", fire=0), "Ships", "jp_dd11")
    evenly = answer_to("strike", strikers="6 SBD", ships="2 jp DD", fire=0, choose="evenly")
    assert chances(evenly, "Ships", "jp_dd11") == chances(evenly, "Ships", "jp_dd12")
    assert sum(chances(result, "Ships sunk", "number")) == pytest.approx(1)


def test_12_4_loaded_decks_and_damage_count_and_so_does_lying_in_port() -> None:
    plain = answer_to("strike", strikers="4 SBD", ships="Kaga").figures["jp_cv2 sunk"]
    assert answer_to("strike", strikers="4 SBD", ships="Kaga loaded").figures["jp_cv2 sunk"] > plain
    assert answer_to("strike", strikers="4 SBD", ships="Kaga D2").figures["jp_cv2 sunk"] > plain
    assert answer_to("strike", strikers="4 SBD", ships="Kaga", port=True).figures["jp_cv2 sunk"] > plain
    assert answer_to("strike", strikers="4 SBD", ships="Kaga", modifiers="overcast").figures["jp_cv2 sunk"] < plain


def test_39_1_torpedoes_and_fire_depend_on_the_date() -> None:
    early, late = (answer_to("strike", strikers="4 TBF", ships="Kaga", date=date) for date in ("6/42", "1/44"))
    assert early.figures["jp_cv2 sunk"] < late.figures["jp_cv2 sunk"]
    assert "anti-aircraft fire 3." in early.lines[-1]
    assert "anti-aircraft fire 5." in late.lines[-1]


# -- 31.1 at targets on the ground -------------------------------------------------------------------------------


@pytest.mark.clause("31.1", "7.5")
@pytest.mark.parametrize(("altitude", "fire"), [("medium", 16), ("high", 16), ("low", 9)])
def test_31_1_a_raid_by_hand_has_the_hits_of_all_dice(altitude: str, fire: int) -> None:
    kind, flies = ("b_25", "B-25") if altitude == "low" else ("b_17", "B-17")
    row = next(row for row in RULES.pieces.air if row.id == kind)
    high, low = altitude == "high", altitude == "low"

    def flown(dice: Dice) -> int:
        wave = air_combat.result_without_attack((Flight(kind, row.air_to_air, row.fragility, 3),))
        left = air_combat.points(air_combat.anti_aircraft_fire(dice, CHARTS, fire, wave, high=high, low=low).flights)
        shift = air_bombardment.row_shift(layout.ALTITUDES.index[altitude])
        return air_bombardment.rolled(dice, CHARTS.bombardment, left * row.bombardment, shift, 0)  # type: ignore[arg-type]

    found = [0.0] * 6
    for chance, _, hits in enumerate_rolls(flown):
        assert isinstance(hits, int)
        found[hits] += chance
    result = answer_to("raid", strikers=f"3 {flies}", altitude=altitude, fire=fire, target="port")
    assert result.figures["hits"] == pytest.approx(mean(tuple(found)))
    assert chances(result, "Hits", "hits") == pytest.approx(found[: len(chances(result, "Hits", "hits"))])


@pytest.mark.clause("31.1", "31.2")
@pytest.mark.parametrize(("surprised", "hits"), [(False, 1), (False, 2), (True, 1)])
def test_31_1_parked_points_are_struck_as_often_as_over_all_dice(surprised: bool, hits: int) -> None:
    state = air_states.midway()
    air_states.nobody_flies(state)
    air_states.park(state, "F1234", f4f_trained=11 if not surprised else 4)
    base = BASES.index["F1234"]
    state.arrays[layout.SEARCHING][base * len(STACKS) + STACKS.index["f4f_trained"]] = 0 if surprised else 1
    row = RULES.pieces.facts.table(BOMBARDMENT_EFFECTS)["airbase"]

    def struck(dice: Dice) -> tuple[int, int]:
        trial = state.copy()
        parked_aircraft.hit_airbase(Execution(trial, dice), ALLIES, base, row, hits)
        left = air_states.parked(trial, "F1234", "f4f_trained")
        out = sum(
            trial.arrays[layout.FLIGHT_POINTS][flight]
            for flight in flight_duties.flying(trial, ALLIES)
            if trial.arrays[layout.FLIGHT_ROLE][flight] == flight_duties.GROUNDED
        )
        return air_states.parked(state, "F1234", "f4f_trained") - left, out

    lost = out = 0.0
    for chance, _, numbers in enumerate_rolls(struck):
        assert isinstance(numbers, tuple)
        lost, out = lost + chance * numbers[0], out + chance * numbers[1]
    question = OddsQuestion(kind="raid", parked=f"{4 if surprised else 11} trained F4F", surprised=surprised)
    table = parked_table(RULES.pieces, question, tuple(float(number == hits) for number in range(hits + 1)))
    assert table.rows[-1].chances[1:] == pytest.approx([lost, out])


# -- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words", "field", "said"),
    [
        (
            "strike",
            {"strikers": "4 dogs", "ships": "Kaga"},
            "strikers",
            "'dogs' is not a type of aircraft; the types are",
        ),
        ("strike", {"strikers": "4 SBD", "ships": "Bismarck"}, "ships", "'bismarck' is not a ship; name it"),
        ("strike", {"strikers": "4 SBD", "ships": "Yorktown"}, "ships", "write us cv5 or us cv10"),
        ("strike", {"strikers": "4 SBD", "ships": "3 DD"}, "ships", "say which nation's DD these are: cw, jp, nl, us"),
        ("strike", {"strikers": "4 SBD", "ships": "us_cv5"}, "ships", "belongs to the side that strikes"),
        ("strike", {"strikers": "4 SBD", "ships": ""}, "ships", "name them, for example "),
        (
            "strike",
            {"strikers": "31 SBD", "ships": "Kaga"},
            "strikers",
            "31 points are too many for a wave; at most 30",
        ),
        ("strike", {"strikers": "6 SBD, 6 TBD, 6 TBF, 6 B-17, 6 B-25", "ships": "Kaga"}, "strikers", "too many types"),
        ("strike", {"strikers": "4 SBD, 2 Val", "ships": "Kaga"}, "escort", "points of different sides"),
        (
            "strike",
            {"strikers": "4 SBD with torpedoes", "ships": "Kaga"},
            "strikers",
            "SBD does not fly with",
        ),
        (
            "strike",
            {"strikers": "4 TBD", "ships": "Kaga", "port": True},
            "strikers",
            "torpedoes cannot be dropped",
        ),
        (
            "strike",
            {"strikers": "4 SBD", "ships": "Kaga", "patrol": "2 F4F"},
            "patrol",
            "belongs to the side that strikes",
        ),
        ("strike", {"strikers": "4 SBD", "ships": "Kaga", "escort": "2 SBD"}, "escort", "does not fly as a fighter"),
        (
            "strike",
            {"strikers": "4 SBD", "ships": "Kaga, Mogami", "at": "Mogami", "report": "good"},
            "at",
            "Mogami (JP CA13) was not seen well enough",
        ),
        (
            "strike",
            {"strikers": "4 SBD", "ships": "Kaga", "modifiers": "rain"},
            "modifiers",
            "the modifiers are overcast",
        ),
        ("strike", {"strikers": "4 SBD", "ships": "Kaga", "date": "14/42"}, "date", "'14/42' is not a Cycle"),
        ("strike", {"strikers": "4 SBD", "ships": "Kaga", "guns": 4}, "guns", "guns is not used for"),
        ("air", {"strikers": "4 B-25"}, "patrol", "name what the wave meets"),
        ("air", {}, "strikers", "name them, for example "),
        ("raid", {"strikers": "4 B-25", "altitude": "high"}, "altitude", "B-25 bombards from medium or low"),
        ("raid", {"strikers": "4 Zero"}, "strikers", "Zero does not fly with bombardment"),
    ],
)
def test_an_input_that_cannot_be_computed_is_reported_with_its_field(
    kind: str, words: dict[str, object], field: str, said: str
) -> None:
    with pytest.raises(BadValue) as refused:
        answer_to(kind, **words)
    assert refused.value.field == field
    assert said in refused.value.message
