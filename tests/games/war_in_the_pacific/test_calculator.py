"""Attacks on land, landings, bombardments, searches and battles entered by hand have the exact odds of the game."""

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
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.odds.asking import read_date, read_ships
from ironbottom.games.war_in_the_pacific.odds.calculator import OddsAnswer, OddsQuestion, answer, on_board
from ironbottom.games.war_in_the_pacific.odds.decisions import tables
from ironbottom.games.war_in_the_pacific.odds.manual_state import ASHORE, OPEN_SEA, force_with_ships, with_forces
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import surface_contact
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import Battle, fire_evenly, resolve_fire
from ironbottom.games.war_in_the_pacific.rules.search import detection
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.turns import turn_number
from ironbottom.odds.tables import OddsTable
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.test_ground_phase import CLEAR, NEXT, ROUGH, TOKYO, attacking
from tests.games.war_in_the_pacific.test_shore_odds import falls, laden, off_kiska
from tests.games.war_in_the_pacific.test_strike_previews import GOOD, declaring

RULES: Rules = get_game("witp").rules()
CHARTS = RULES.pieces.charts


def answer_to(kind: str = "ground", **words: object) -> OddsAnswer:
    """The answer to a question."""
    return answer(RULES, OddsQuestion(kind=kind, **words))  # type: ignore[arg-type]


def chances(found: OddsAnswer, title: str, row: str) -> list[float]:
    """A row of a table of an answer."""
    table: OddsTable = next(each for each in found.tables if each.title.startswith(title))
    return next(each.chances for each in table.rows if each.id == row)


# -- 24.0 on land --------------------------------------------------------------------------------------------

POSITIONS: list[tuple[list[tuple[str, str]], str, dict[str, object]]] = [
    (
        [("us_11_3", ROUGH), ("us_3_1", ROUGH), ("jp_3_1", NEXT)],
        NEXT,
        {"attack": "us 11-3, us 3-1", "defend": "jp 3-1", "terrain": "rough"},
    ),
    (
        [("us_11_3", ROUGH), ("us_2_1_eng", ROUGH), ("jp_7_3", NEXT), ("jp_entr", NEXT)],
        NEXT,
        {"attack": "us 11-3, us (2)-1", "defend": "jp 7-3, jp entrenchment", "terrain": "rough"},
    ),
    (
        [("us_4_1_mar", NEXT), ("jp_2_1", TOKYO), ("jp_bf", TOKYO)],
        TOKYO,
        {"attack": "marine", "defend": "jp 2-1, jp base force", "terrain": "city"},
    ),
    (
        [("us_11_3", NEXT), ("jp_1_1", CLEAR)],
        CLEAR,
        {"attack": "us 11-3", "defend": "jp 1-1", "terrain": "clear"},
    ),
]


@pytest.mark.clause("24.3", "24.4", "24.5", "24.9")
@pytest.mark.parametrize(("units", "target", "words"), POSITIONS)
@pytest.mark.parametrize("hits", [0, 2])
def test_24_3_an_attack_entered_by_hand_matches_that_of_a_game_die_by_die(
    units: list[tuple[str, str]], target: str, words: dict[str, object], hits: int
) -> None:
    state = attacking(*units)
    for unit in layout.units_in(state.arrays).units(NUMBER[target]):
        state.arrays[layout.DISRUPTED][unit] = hits
    choose(state, "allies", "attack", target)

    def fought(dice: Dice) -> tuple[int, int, int]:
        trial = state.copy()
        (battle,) = find_events(trial.apply("allies", ("all_in",), dice), "ground_battle")
        ours, theirs, fate = (battle[name] for name in ("attacker_loses", "defender_loses", "retreat"))
        return int(str(ours)), int(str(theirs)), int(str(fate))

    fates, ours, theirs = [0.0] * 3, 0.0, 0.0
    for chance, _, outcome in enumerate_rolls(fought):
        assert isinstance(outcome, tuple)
        fates[outcome[2]] += chance
        ours, theirs = ours + chance * outcome[0], theirs + chance * outcome[1]
    found = answer_to("ground", hits=hits, **words)
    assert chances(found, "The defender", "defender") == pytest.approx(fates)
    assert found.figures["attacker loses"] == pytest.approx(ours)
    assert found.figures["defender loses"] == pytest.approx(theirs)


def test_24_4_each_modifier_may_be_named_and_moves_the_column() -> None:
    """The shifts of the chart, and the maximum of three hits that count."""
    plain = answer_to(attack="12", defend="4")
    assert plain.lines[0] == "12 to 4; shifts: none; column 3-1."
    named = answer_to(attack="12", defend="4", modifiers="across water, attacker unsupplied", terrain="jungle")
    assert named.lines[0].endswith("shifts: terrain -1, across water -1, attacker unsupplied -2; column 1-2.")
    assert answer_to(attack="12", defend="4", hits=5).lines[0].endswith("shifts: bombardment +3; column 6-1+.")
    assert (
        answer_to(attack="12", defend="4", hits=1, disrupted=2).lines[0].endswith("shifts: bombardment -1; column 2-1.")
    )
    early = answer_to(attack="jp 7-3", defend="cw 3-1", date="12/41")
    assert "first attack +1" in early.lines[0]
    assert "first attack" not in answer_to(attack="jp 7-3", defend="cw 3-1", date="5/42").lines[0]


def test_24_3_a_surrounded_defender_loses_twice_as_much_and_one_dug_in_a_tenth_more() -> None:
    open_field, closed = (answer_to(attack="12", defend="4", surrounded=shut) for shut in (False, True))
    assert open_field.figures["retreats"] == pytest.approx(4 / 6)
    assert closed.figures["retreats"] == 0
    assert closed.figures["defender loses"] == pytest.approx(open_field.figures["defender loses"] + 4 / 6)
    assert answer_to(attack="12", defend="4", modifiers="entrenched").figures["retreats"] == 0


# -- 16.4, 6.9 from the sea and the air ------------------------------------------------------------------------


@pytest.mark.clause("16.4", "17.1")
@pytest.mark.parametrize("garrison", [("us_11_3",), ("us_3_1", "us_3_1")])
def test_16_4_17_1_a_landing_entered_by_hand_matches_that_of_a_game_over_bombardment_and_attack(
    garrison: tuple[str, ...],
) -> None:
    state = off_kiska(*garrison)
    for unit in laden(state):
        choose(state, "japan", "land", unit)
    choose(state, "japan", "shell", "japan_2", "ground")
    expected = [0.0] * 5
    for chance, _, outcome in enumerate_rolls(lambda dice: falls(state, dice)):
        assert isinstance(outcome, tuple)
        expected = [so_far + chance * one for so_far, one in zip(expected, outcome, strict=True)]
    words = {"us_11_3": "us 11-3", "us_3_1": "us 3-1"}
    found = answer_to(
        "landing",
        attack="2 jp 2-1",
        defend=", ".join(words[kind] for kind in garrison),
        terrain="island",
        fleet="jp_bb1, jp_bb2",
    )
    all_chances = [
        *chances(found, "The defender", "defender"),
        found.figures["defender loses"],
        found.figures["attacker loses"],
    ]
    assert all_chances == pytest.approx(expected)


def test_31_1_the_third_hit_also_costs_the_garrison_a_step() -> None:
    """Four battleships score three hits.

    More hits would not shift the column further, but a 3-1 defends as its battlegroup.
    """
    fleet = "us bb55, us bb56, us bb57, us bb58, us bb59"
    found = answer_to("landing", attack="4 us 3-1", defend="2 jp 3-1", terrain="atoll", fleet=fleet)
    hits = chances(found, "Hits of the bombardment", "hits")
    assert len(hits) > 3
    whole = answer_to("landing", attack="4 us 3-1", defend="6", terrain="atoll", fleet=fleet)
    assert found.figures["defender loses"] != whole.figures["defender loses"]


def test_16_4_6_9_planned_landings_attack_at_half_strength_marines_in_full_drops_at_half() -> None:
    landing = answer_to("landing", attack="2 us 3-1, 1 marine", defend="jp 2-1")
    assert landing.lines[0].startswith("8 to 2; shifts: marines +1;")
    unplanned = answer_to("landing", attack="2 us 3-1", defend="jp 2-1", modifiers="unplanned landing")
    assert unplanned.lines[0].startswith("2 to 2; shifts: unplanned landing -2;")
    drop = answer_to("drop", attack="cw 3-1 airborne", defend="jp 2-1", terrain="jungle", date="3/44")
    assert drop.lines[0].startswith("2 to 2; shifts: terrain -1;")
    alone = answer_to("drop", attack="cw 3-1 airborne", defend="jp base force", date="3/44")
    assert alone.lines[0].startswith("3 to 1;")


# -- 17.1, 38.7 bombardment and guns ----------------------------------------------------------------------------


@pytest.mark.clause("38.7")
def test_38_7_guns_entered_by_hand_hit_each_ship_as_often_as_all_dice() -> None:
    state = with_forces(RULES, turn_number("1/6/42"), read_ships("jp_bb1, jp_dd1 D1", "fleet"))

    def fired(dice: Dice) -> tuple[int, ...]:
        trial = state.copy()
        bombardment.guns_fire(Execution(trial, dice), ASHORE, 12, [force_with_ships(JAPAN)])
        damage = trial.arrays[layout.DAMAGE]
        return tuple(min(damage[SHIPS.index[ship]], 5) for ship in ("jp_bb1", "jp_dd1"))

    levels = [[0.0] * 6, [0.0] * 6]
    for chance, _, now in enumerate_rolls(fired):
        assert isinstance(now, tuple)
        for row, level in zip(levels, now, strict=True):
            row[level] += chance
    found = answer_to("shelling", fleet="jp_bb1, jp_dd1 D1", guns=12, target="guns")
    for ship, row in zip(("jp_bb1", "jp_dd1"), levels, strict=True):
        assert chances(found, "Coastal guns", ship) == pytest.approx(row)


def test_17_1_shelling_counts_gunnery_by_type_and_date() -> None:
    found = answer_to("shelling", fleet="Nagato, Mutsu, 2 jp CA", target="port")
    state = with_forces(RULES, 0, read_ships("Nagato, Mutsu, 2 jp CA", "fleet"))
    strength = bombardment.naval_strength(state, force_with_ships(JAPAN))
    assert found.lines[0] == f"Bombardment Strength {strength}."
    by_die = [CHARTS.bombardment.read(strength, die) for die in range(1, 7)]
    assert found.figures["hits"] == pytest.approx(sum(by_die) / 6)


def test_ships_of_a_type_are_the_usual_ones_at_the_date() -> None:
    rated = RULES.pieces.ships
    for date, begun in (("11/42", {"start41"}), ("6/44", {"start41", "build", "prod46", "later"})):
        ships = read_ships("2 us CL, 3 us DD", "fleet", read_date(date))
        assert {rated[ship.ship].status for ship in ships} <= begun
        assert [rated[ship.ship].type for ship in ships] == ["CL", "CL", "DD", "DD", "DD"]
    early, late = (read_ships("2 us CL", "fleet", read_date(date)) for date in ("11/42", "6/44"))
    assert early != late
    assert read_ships("Raleigh, 1 CL", "fleet", read_date("11/42"))[0].ship == SHIPS.index["us_cl7"]


# -- 8.2 search ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("8.2", "8.3")
@pytest.mark.parametrize(
    ("points", "words", "added"), [(12, "overcast, ten ships", -1), (2, "", 0), (40, "in port", 2)]
)
def test_8_2_a_search_by_hand_has_the_chits_of_all_dice(points: int, words: str, added: int) -> None:
    def searched(dice: Dice) -> str:
        cup = detection.roll_for_contact(dice, CHARTS, points, added)
        return detection.draw_chit(dice, CHARTS, cup).id if cup else ""

    drawn: dict[str, float] = {}
    for chance, _, chit in enumerate_rolls(searched):
        drawn[str(chit)] = drawn.get(str(chit), 0.0) + chance
    found = answer_to("search", points=points, modifiers=words)
    assert found.figures["contact"] == pytest.approx(1 - drawn.get("", 0.0))
    for chit in layout.CHITS.ids:
        assert chances(found, "Reports", chit)[0] == pytest.approx(drawn.get(chit, 0.0))
    fixes = {chit.id: chit.fix / 6 for chit in CHARTS.search_chits}
    struck = sum(chance * fixes.get(chit, 0.0) for chit, chance in drawn.items())
    assert found.figures["found by a strike"] == pytest.approx(struck)


def test_8_21_in_an_impulse_half_the_points_search() -> None:
    assert answer_to("search", points=11, halved=True).lines[0].startswith("6 Search Points")


@pytest.mark.clause("8.3", "8.31")
def test_8_31_for_named_ships_the_content_of_each_report_is_listed() -> None:
    found = answer_to("search", points=12, ships="Akagi, Kaga, 2 jp BB, 6 jp DD")
    assert "modifiers: ten ships +1" in found.lines[0]
    reports = {line.partition(" shows ")[0]: line.partition(" shows ")[2] for line in found.lines[2:]}
    assert reports == {
        "A true report": "2 CV + 2 BB + 6 DD.",
        "A good report": "8 ships, 4 of them carriers and capital ships (2 of 6), "
        "10 ships, 4 of them carriers and capital ships (2 of 6), "
        "12 ships, 4 of them carriers and capital ships (2 of 6).",
        "A fair report": "6 to 15 ships, a carrier among them.",
        "A poor report": "1 to 5 ships (2 of 6), 6 to 15 ships (2 of 6), 16 ships or more (2 of 6).",
        "A misread report": "2 SF + 2 BB + 6 CL.",
        "A false position report": "6 to 15 ships.",
    }


# -- 11.0 on the surface -------------------------------------------------------------------------------------------


def battle(ships: str, others: str, surprised: int) -> State:
    """A battle in its first round by night: one side is surprised, and the fire of the other is spread evenly."""
    state = with_forces(RULES, turn_number("1/6/42"), read_ships(ships, "fleet"), read_ships(others, "ships"))
    both = [asked_ship.ship for asked_ship in (*read_ships(ships, "fleet"), *read_ships(others, "ships"))]
    state.cells[layout.BATTLING] = sum(1 << ship for ship in both)
    here = Battle(OPEN_SEA, surface_contact.NIGHT, 1, 0, 0, surprised, 0, (0, 0), 0)
    fire_evenly(state, 1 - surprised, here)
    state.stack = (here,)
    return state


@pytest.mark.build
@pytest.mark.clause("11.2", "11.3", "11.5")
def test_11_3_the_first_fire_by_hand_matches_all_dice_of_surprise_and_of_the_round() -> None:
    """A destroyer with torpedoes meets a cruiser: with surprise, then fire, then without."""
    state = with_forces(RULES, turn_number("1/6/42"))

    def rolled(dice: Dice) -> int:
        return surface_contact.surprised(Execution(state.copy(), dice), OPEN_SEA, (2, 0))

    surprises = dict.fromkeys((-1, JAPAN, ALLIES), 0.0)
    for chance, _, who in enumerate_rolls(rolled):
        assert isinstance(who, int)
        surprises[who] += chance
    found = answer_to("surface", fleet="jp_dd37", ships="us_dd14", night=True)
    assert found.figures["enemy surprised"] == pytest.approx(surprises[ALLIES])
    assert found.figures["own surprised"] == pytest.approx(surprises[JAPAN])
    rows = {}
    for firing, target in ((JAPAN, "us_dd14"), (ALLIES, "jp_dd37")):
        levels = [0.0] * 6
        for surprised in (-1, 1 - firing):
            ready = battle("jp_dd37", "us_dd14", 1 - firing)

            def fired(dice: Dice, ready: State = ready, surprised: int = surprised, target: str = target) -> int:
                trial = ready.copy()
                here = Battle(OPEN_SEA, surface_contact.NIGHT, 1, 0, 0, surprised, 0, (0, 0), 0)
                resolve_fire(Execution(trial, dice), here)
                return min(trial.arrays[layout.DAMAGE][SHIPS.index[target]], 5)

            for chance, _, level in enumerate_rolls(fired):
                assert isinstance(level, int)
                levels[level] += surprises[surprised] * chance
        levels[0] += surprises[firing]
        rows[target] = levels
    for title, ship in (("Your ships", "jp_dd37"), ("The enemy's", "us_dd14")):
        assert chances(found, title, ship) == pytest.approx(rows[ship])


def test_11_1_contact_by_hand_counts_the_named_forces_and_the_night() -> None:
    quiet = answer_to("surface", fleet="jp_dd37", ships="us_dd14", night=True)
    assert quiet.figures["contact"] == pytest.approx(2 / 6)
    known = answer_to("surface", fleet="jp_dd37", ships="us_dd14", night=True, modifiers="enemy contacted")
    assert known.figures["contact"] == pytest.approx(4 / 6)
    assert known.figures["enemy surprised"] > quiet.figures["enemy surprised"]


# -- at a decision -----------------------------------------------------------------------------------------------


def test_1_31_at_a_decision_the_odds_use_only_the_view_of_the_side() -> None:
    at_table = declaring(GOOD)
    state = State(RULES, at_table.cells, at_table.stack, at_table.arrays)
    (found,) = on_board(RULES, state.view("japan"))
    assert found.kind == "decision"
    assert found.tables == tables(state, "japan")
    assert on_board(RULES, state.view("allies")) == []
    with pytest.raises(BadValue, match="these odds are only for the side that decides; choose japan or allies"):
        on_board(RULES, state.view("public"))


# -- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words", "field", "said"),
    [
        ("ground", {"attack": "", "defend": "3"}, "attack", "name them, for example "),
        ("ground", {"attack": "3-1", "defend": "jp 2-1"}, "attack", "choose one of these: jp 3-1 or us 3-1 or cw 3-1"),
        ("ground", {"attack": "us 9-9", "defend": "3"}, "attack", "'us 9-9' is not a ground unit; the types are 7-3"),
        ("ground", {"attack": "9999", "defend": "3"}, "attack", "a strength must be a number from 1 to 999"),
        ("ground", {"attack": "9", "defend": "0"}, "defend", "a strength must be a number from 1 to 999"),
        ("ground", {"attack": "60 us 3-1, 60 us 11-3, 1 marine", "defend": "3"}, "attack", "121 units are too many"),
        ("ground", {"attack": "us 3-1", "defend": "us 3-1"}, "defend", "both belong to the same side"),
        ("ground", {"attack": "jp base force", "defend": "3"}, "attack", "Base Force never attacks"),
        (
            "ground",
            {"attack": "9", "defend": "3", "terrain": "moon"},
            "terrain",
            "'moon' is not a terrain; the terrains are clear",
        ),
        ("ground", {"attack": "9", "defend": "3", "modifiers": "luck"}, "modifiers", "'luck' is not a modifier here"),
        ("ground", {"attack": "9", "defend": "3", "modifiers": "engineer"}, "modifiers", "an entrenchment or a city"),
        ("ground", {"attack": "9", "defend": "3", "fleet": "Nagato"}, "fleet", "fleet is not used for"),
        ("landing", {"attack": "9", "defend": "3", "guns": 4}, "fleet", "name the ships at which the guns fire"),
        ("drop", {"attack": "us 3-1", "defend": "3"}, "attack", "3-1 is not airborne"),
        ("shelling", {"fleet": "Nagato", "target": "railcap"}, "target", "only aircraft can attack railcap"),
        ("search", {}, "points", "give the number of Search Points"),
        ("surface", {"fleet": "Nagato", "ships": "Mutsu"}, "ships", "both forces belong to the same side"),
    ],
)
def test_an_input_that_cannot_be_computed_is_reported_with_its_field(
    kind: str, words: dict[str, object], field: str, said: str
) -> None:
    with pytest.raises(BadValue) as refused:
        answer_to(kind, **words)
    assert refused.value.field == field
    assert said in refused.value.message
