"""13.7, 13.8 The odds of a submarine attack, entered by hand or before a choice, equal all dice results of the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import DRY_PHASES
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.calculator import OddsAnswer, OddsQuestion, answer, on_board
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.hunts import losses_to_hunters
from ironbottom.games.war_in_the_pacific.pieces import DECK_OF, FORCES, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks
from tests.games.war_in_the_pacific.battle_states import calm, level, mission, open_procedure
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.test_submarines import AT, NEAR, TORPEDOING, station, submarines

RULES: Rules = get_game("witp").rules()
CHARTS = RULES.pieces.charts
SUNK = 5


def answer_to(**words: object) -> OddsAnswer:
    """The answer to a question about a submarine attack."""
    return answer(RULES, OddsQuestion(kind="submarine", **words))  # type: ignore[arg-type]


def chances(found: OddsAnswer, title: str, row: str) -> list[float]:
    """A row of a table of an answer."""
    table = next(each for each in found.tables if each.title.startswith(title))
    return next(each.chances for each in table.rows if each.id == row)


def boats(state: State, subron: str) -> int:
    """The Sub Points of a Subron."""
    number = layout.SUBRONS.index[subron]
    return state.cells[layout.SUBRON_FLEET + number] + state.cells[layout.SUBRON_COASTAL + number]


def met(force: str, ships: tuple[str, ...], subron: str, hex: str, fleet: int, coastal: int) -> State:
    """A force that has sailed to a hex, and a Subron of the other side with all points ready."""
    state = calm()
    mission(state, put_force(state, force, AT, *ships), "transit")
    number = station(state, subron, hex, fleet, fleet + coastal)
    state.cells[layout.SUBRON_COASTAL + number] = coastal
    for ship in ships:
        empty_deck(state, SHIPS.index[ship])
    return state


def empty_deck(state: State, ship: int) -> None:
    """12.5 A carrier without aircraft, so that none are drawn by lot among the losses."""
    if ship in DECK_OF:
        for place in range(DECK_OF[ship] * len(STACKS), (DECK_OF[ship] + 1) * len(STACKS)):
            state.arrays[layout.AIR][place] = 0


def whole_attack(state: State, subron: str, ships: tuple[str, ...], target: str) -> Counter[tuple[int, ...]]:
    """Enumerates all dice: the levels of the ships, and the lost Sub Points."""
    side, before = subron.partition("_")[0], boats(state, subron)

    def attacked(dice: Dice) -> tuple[int, ...]:
        trial = state.copy()
        trial.stack = (SubmarineAttacks.opened(),)
        run(Execution(trial, dice))
        if trial.stack:
            trial.apply(side, ("torpedo", target), dice)
        return (*[min(level(trial, ship), SUNK) for ship in ships], before - boats(trial, subron))

    found: Counter[tuple[int, ...]] = Counter()
    for chance, _, outcome in enumerate_rolls(attacked):
        assert isinstance(outcome, tuple)
        found[outcome] += chance  # type: ignore[assignment]
    return found


def share(found: Counter[tuple[int, ...]], place: int, width: int) -> list[float]:
    """The probability of each number at one index of the outcomes."""
    return [sum(chance for outcome, chance in found.items() if outcome[place] == number) for number in range(width)]


@pytest.mark.build
@pytest.mark.clause("13.7", "13.8")
@pytest.mark.parametrize(
    ("force", "subron", "hex", "fleet", "coastal", "ships", "words", "contact"),
    [
        ("allies_1", "japan_subron_1", AT, 4, 0, ("us_apb1", "us_apb2"), {"boats": "4 fleet"}, 4 / 6),
        (
            *("japan_1", "allies_subron_1", NEAR, 0, 1, ("jp_dd37",)),
            *({"boats": "1 coastal", "modifiers": "next door"}, 2 / 6 * 1 / 6),
        ),
    ],
)
def test_13_7_13_8_a_submarine_attack_entered_by_hand_matches_that_of_a_game_die_by_die(
    force: str,
    subron: str,
    hex: str,
    fleet: int,
    coastal: int,
    ships: tuple[str, ...],
    words: dict[str, str],
    contact: float,
) -> None:
    """The odds cover everything from the die of contact to the hunt.

    Where the die lets the attacker choose, the last ship is chosen.
    """
    state = met(force, ships, subron, hex, fleet, coastal)
    dice = whole_attack(state, subron, ships, ships[-1])
    found = answer_to(ships=", ".join(ships), at=ships[-1], **words)
    assert found.figures["contact"] == pytest.approx(contact)
    assert found.lines[-1].startswith("Chance that no ship is damaged")
    assert found.lines[-1].endswith(f": {found.figures['nothing happens']:.1%}.")
    assert found.figures["nothing happens"] == pytest.approx(dice[(*[0] * len(ships), 0)])
    for place, ship in enumerate(ships):
        assert chances(found, "Outcome", ship) == pytest.approx(share(dice, place, SUNK + 1))
    lost = chances(found, "Sub Points lost", "overall")
    assert lost == pytest.approx(share(dice, len(ships), len(lost)))
    sunk = sum(chance for outcome, chance in dice.items() if SUNK in outcome[:-1])
    assert found.figures["a ship sunk"] == pytest.approx(sunk)
    assert found.figures["Sub Points lost"] == pytest.approx(sum(n * chance for n, chance in enumerate(lost)))


@pytest.mark.clause("11.5", "12.3", "13.7")
@pytest.mark.parametrize(("damage", "adrift"), [(0, False), (2, True)])
def test_13_7_each_of_the_largest_ships_is_hit_as_often_as_over_all_dice(damage: int, adrift: bool) -> None:
    """A carrier with its critical hits, undamaged and under way, or damaged and without fuel; the cruiser beside it."""
    ships = ("us_cv8", "us_ca32", "us_ca33")
    state = met("allies_1", ships, "japan_subron_1", AT, 3, 0)
    carrier = SHIPS.index["us_cv8"]
    state.arrays[layout.DAMAGE][carrier] = damage
    for ship in ("us_cv8", "us_ca32"):
        state.arrays[layout.DRY][SHIPS.index[ship]] = DRY_PHASES if adrift else 0
    said = f"us_cv8{f' D{damage}' if damage else ''}, us_ca32, us_ca33"
    found = answer_to(boats="3 fleet", ships=said, modifiers="adrift" if adrift else "")
    for target in ("us_cv8", "us_ca32"):

        def torpedoed(dice: Dice, target: str = target) -> int:
            trial = state.copy()
            number, force = layout.SUBRONS.index["japan_subron_1"], FORCES.index["allies_1"]
            submarine_attacks.torpedo(Execution(trial, dice), force, number, 3, SHIPS.index[target])
            return min(level(trial, target), SUNK)

        levels = [0.0] * (SUNK + 1)
        for chance, _, now in enumerate_rolls(torpedoed):
            assert isinstance(now, int)
            levels[now] += chance
        assert chances(found, "Each ship if it is attacked", target) == pytest.approx(levels)


@pytest.mark.clause("13.8")
@pytest.mark.parametrize("hunters", [0, 2, 5, 9, 10, 30])
@pytest.mark.parametrize("most", [1, 3])
def test_13_8_a_hunt_costs_what_its_six_dice_give_and_at_most_the_attackers(hunters: int, most: int) -> None:
    state, number = submarines("japan_subron_1", AT), layout.SUBRONS.index["japan_subron_1"]

    def hunted(dice: Dice) -> int:
        trial = state.copy()
        submarine_attacks.hunt(Execution(trial, dice), number, NUMBER[AT], hunters, most)
        return 6 - boats(trial, "japan_subron_1")

    lost = [0.0] * 4
    for chance, _, gone in enumerate_rolls(hunted):
        assert isinstance(gone, int)
        lost[gone] += chance
    result = losses_to_hunters(CHARTS, hunters, most)
    assert [*result, *[0.0] * (4 - len(result))] == pytest.approx(lost)


def test_13_8_planes_that_are_named_join_the_escorts() -> None:
    alone, more = (answer_to(boats="3 fleet", ships="us_cv8, us_dd14, us_dd15", points=planes) for planes in (0, 8))
    assert alone.lines[-2] == "Then 2 hunt."
    assert more.lines[-2] == "Then 10 hunt."
    assert chances(more, "Sub Points lost", "once they have attacked") == pytest.approx([2 / 6, 3 / 6, 1 / 6])
    later = answer_to(boats="3 fleet", ships="us_cv8, us_dd14, us_dd15", date="1/43")
    assert later.lines[-2] == "Then 4 hunt."


def test_13_7_many_escorts_stop_a_few_points() -> None:
    found = answer_to(boats="1 coastal", ships="us_cv8, 4 us DD")
    assert found.lines[0] == "The Subron cannot make contact: too few points are ready against the escorts."
    assert found.figures["nothing happens"] == pytest.approx(1)
    assert answer_to(boats="1 coastal", ships="us_cv8, 4 us DD", modifiers="stopped").figures["contact"] == 0
    assert answer_to(boats="2 coastal", ships="us_cv8, 4 us DD", modifiers="stopped").figures["contact"] == 1 / 6


# -- before the target is chosen -------------------------------------------------------------------------


@pytest.mark.build
@pytest.mark.clause("13.7", "13.8")
def test_13_7_13_8_before_the_choice_each_target_and_the_hunt_have_the_odds_of_all_dice() -> None:
    state = submarines("japan_subron_1", AT, 6, 4)
    open_procedure(state, SubmarineAttacks.opened(), 3, 5)
    at_one, hunt = tables(state, "japan")
    assert at_one.title == "3 Sub Points at one ship"
    assert [row.id for row in at_one.rows] == ["us_cv8", "us_ca32", "us_ca33"]
    assert tables(state, "allies") == []

    def torpedoed(dice: Dice) -> tuple[int, int]:
        trial = state.copy()
        trial.apply("japan", ("torpedo", "us_ca32"), dice)
        return level(trial, "us_ca32"), 6 - boats(trial, "japan_subron_1")

    gained, lost = [0.0] * 5, [0.0] * 2
    for chance, _, outcome in enumerate_rolls(torpedoed):
        assert isinstance(outcome, tuple)
        now, gone = outcome
        gained[4 if now > 4 else min(now, 3)] += chance
        lost[gone] += chance
    assert at_one.rows[1].chances == pytest.approx(gained)
    rows = {row.name: row.chances for row in hunt.rows}
    assert list(rows) == ["Nobody hunts", "1 to 2 hunt", "3 to 5 hunt", "6 to 9 hunt", "10 or more hunt"]
    assert rows["1 to 2 hunt"] == pytest.approx([*lost, 0.0])


def test_13_8_escorts_in_sight_are_counted_among_the_hunters() -> None:
    """Three destroyers of a force are visible, so at least these hunt."""
    state = calm()
    mission(state, put_force(state, "allies_1", AT, "us_dd14", "us_dd15", "us_dd16", "us_dd17"), "transit")
    station(state, "japan_subron_1", AT, 6, 4)
    open_procedure(state, SubmarineAttacks.opened(), 1, 5)
    assert [row.name for row in tables(state, "japan")[1].rows] == ["3 to 5 hunt", "6 to 9 hunt", "10 or more hunt"]


def test_1_31_before_the_choice_nothing_hidden_is_used() -> None:
    """The odds are equal in each world of the view, and with other escorts, tanks and planes of the enemy."""
    state = load_position(TORPEDOING, RULES)
    result = tables(state, "allies")
    (found,) = on_board(RULES, state.view("allies"))
    assert found.tables == result
    for seed in range(10):
        assert tables(RULES.game.resample(state.view("allies"), Random(seed)), "allies") == result
    for ship in ("jp_cl17", "jp_dd38", "jp_apb2"):
        state.arrays[layout.DRY][SHIPS.index[ship]] = DRY_PHASES
    assert tables(state, "allies") == result
    assert on_board(RULES, state.view("japan")) == []


def test_13_7_a_target_stopped_by_its_damage_is_easier_to_hit() -> None:
    state = met("allies_1", ("us_cv8", "us_ca32"), "japan_subron_1", AT, 6, 0)
    state.arrays[layout.DAMAGE][SHIPS.index["us_cv8"]] = 4
    open_procedure(state, SubmarineAttacks.opened(), 1, 5)
    crippled = tables(state, "japan")[0].rows[0].chances[-1]

    def torpedoed(dice: Dice) -> bool:
        trial = state.copy()
        trial.apply("japan", ("torpedo", "us_cv8"), dice)
        return level(trial, "us_cv8") > 4

    assert crippled == pytest.approx(sum(chance for chance, _, sunk in enumerate_rolls(torpedoed) if sunk))


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "field", "said"),
    [
        ({"ships": "Akagi"}, "boats", "name them, for example '4 fleet, 2 coastal'"),
        ({"boats": "4 fleet"}, "ships", "name them, for example 'Akagi, Kaga, 4 jp DD'"),
        (
            {"boats": "4 dogs", "ships": "Akagi"},
            "boats",
            "'dogs' is not a number of Sub Points; write it as '4 fleet, 2 coastal'",
        ),
        ({"boats": "9 fleet, 4 coastal", "ships": "Akagi"}, "boats", "a Subron can have 1 to 12 Sub Points, not 13"),
        ({"boats": "0 fleet", "ships": "Akagi"}, "boats", "a Subron can have 1 to 12 Sub Points, not 0"),
        ({"boats": "4 fleet", "ships": "Akagi, Kaga", "at": "Akagi, Kaga"}, "at", "submarines attack one ship"),
        (
            {"boats": "4 fleet", "ships": "Akagi, Kaga, Hiryu, jp_dd37", "at": "jp_dd37"},
            "at",
            "is not one of the three largest ships of the force",
        ),
        ({"boats": "4 fleet", "ships": "Akagi", "modifiers": "luck"}, "modifiers", "modifiers are next_door, stopped"),
        ({"boats": "4 fleet", "ships": "Akagi", "night": True}, "night", "night is not used for"),
    ],
)
def test_an_input_about_submarines_that_cannot_be_computed_is_reported_with_its_field(
    words: dict[str, object], field: str, said: str
) -> None:
    with pytest.raises(BadValue) as refused:
        answer_to(**words)
    assert refused.value.field == field
    assert said in refused.value.message
