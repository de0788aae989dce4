"""The odds compared with all dice results in the game."""

from collections import defaultdict

import pytest

from ironbottom.engine.dice.dice import Dice, enumerate_rolls
from ironbottom.games.victory_in_the_pacific.odds import fights as odds
from ironbottom.games.victory_in_the_pacific.pieces import DAY, NIGHT, UNITS
from ironbottom.odds.distributions import mean
from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick
from tests.games.victory_in_the_pacific.rule_tester import RuleTester, flags

Names = tuple[str, ...]


def number(unit: str) -> int:
    return UNITS.index[unit]


def becomes(table: RuleTester, side: str, act: Names, target: str) -> dict[str, float]:
    """The probability of each fate of a target, over all dice of an act and of the end of the action."""
    start = table.match.state
    chances: dict[str, float] = defaultdict(float)

    def trial(dice: Dice) -> str:
        state = start.copy()
        events = state.apply(side, act, dice)
        while state.decisions() and state.decisions()[0].procedure.name == "targeting":
            events += state.apply(state.decisions()[0].side, ("done",), dice)
        happened = {e["event"] for e in state.rules.visible_events(events, "public") if e.get("unit") == target}
        fates = (("lost", "sunk"), ("was_disabled", "disabled"), ("damaged", "damaged"))
        return next((fate for event, fate in fates if event in happened), "unharmed")

    for chance, _, fell in enumerate_rolls(trial):
        chances[str(fell)] += chance
    return chances


@pytest.mark.build
@pytest.mark.clause("7.53", "7.535", "7.6", "7.64")
@pytest.mark.parametrize(
    ("firer", "target", "action"),
    [
        ("ryujo", "lexington:1", DAY),
        ("takao:1", "chicago", NIGHT),
        ("mogami", "washington:2", NIGHT),
        ("kitakami", "1st_marines:3", NIGHT),
        ("ryujo", "7th_af:2", DAY),
        ("soryu", "portland", DAY),
    ],
)
def test_a_round_of_one_attacker_matches_every_die_result(firer: str, target: str, action: int) -> None:
    table = at_sea("CPO", f"{firer}|{target}", places={"midway": "allies"})
    pick(table, "day" if action == DAY else "night", "day" if action == DAY else "night")
    while table.to_act == "allies":
        table.act("allies", "done")
    unit, prey = firer.partition(":")[0], target.partition(":")[0]
    state = table.match.state
    result = odds.round_fates(state.rules.pieces, state.cells, action, [(number(unit), number(prey))])[number(prey)]
    found = becomes(table, "japan", ("fire", unit, prey), prey)
    assert found["sunk"] == pytest.approx(result.sunk)
    assert found["disabled"] == pytest.approx(result.disabled)
    assert found["damaged"] == pytest.approx(result.damaged)
    assert found["unharmed"] == pytest.approx(result.unharmed)


@pytest.mark.clause("7.43")
def test_attackers_of_one_target_add_up_and_targets_do_not_depend_on_each_other() -> None:
    table = at_sea("CPO", "hosho|mogami|tone|chicago|portland")
    state = table.match.state
    aims = [(number("mogami"), number("chicago")), (number("tone"), number("chicago"))]
    both = odds.round_fates(state.rules.pieces, state.cells, NIGHT, [*aims, (number("mogami"), number("portland"))])
    alone = odds.round_fates(state.rules.pieces, state.cells, NIGHT, aims)
    assert both[number("chicago")] == alone[number("chicago")]
    pick(table, "night", "night")
    table.act("japan", "fire", "mogami", "chicago")
    found = becomes(table, "japan", ("fire", "tone", "chicago"), "chicago")
    assert found["sunk"] == pytest.approx(alone[number("chicago")].sunk)
    assert found["disabled"] == pytest.approx(alone[number("chicago")].disabled)


@pytest.mark.clause("9.13", "9.14", "9.4")
def test_two_rounds_of_a_raid_sink_above_double_armor_and_disable_none() -> None:
    pieces = at_sea("CPO", "kongo").match.rules.pieces
    fire = odds.volley_chances(4, True)
    result = odds.raid_fate(pieces, number("kongo"), 0, [fire])
    damage = odds.volley_chances(8, True).damage
    assert result.disabled == 0
    assert result.sunk == pytest.approx(sum(damage[7:]))
    assert result.bottom == pytest.approx(sum(damage[4:7]))
    assert result.damage == pytest.approx(8 * 3.5 / 3)


@pytest.mark.clause("7.32", "7.33")
@pytest.mark.parametrize("flag", ["", "japan", "allies"])
@pytest.mark.parametrize(("japan", "allies"), [("day", "night"), ("night", "day")])
def test_day_or_night_matches_the_dice(flag: str, japan: str, allies: str) -> None:
    shown = flags(**{flag: "CPO"}) if flag else flags()
    table = at_sea("CPO", "kongo|chicago", flags=shown)
    table.act("japan", japan)
    start = table.match.state
    found: dict[str, float] = defaultdict(float)

    def trial(dice: Dice) -> str:
        state = start.copy()
        events = state.rules.visible_events(state.apply("allies", (allies,), dice), "public")
        settled = next(e for e in events if e["event"] == "action_settled")
        return "both" if settled["both"] else str(settled["action"])

    for chance, _, fell in enumerate_rolls(trial):
        found[str(fell)] += chance
    result = odds.day_or_night(
        ("day", "night").index(japan), ("day", "night").index(allies), {"": -1, "japan": 0, "allies": 1}[flag]
    )
    assert (found["day"], found["both"], found["night"]) == pytest.approx(tuple(result))


@pytest.mark.clause("6.4")
def test_speed_rolls_match_the_dice() -> None:
    for speed in range(1, 9):
        falls = sum(speed > die for die in range(1, 7)) / 6
        assert odds.speed_roll_chance(speed) == pytest.approx(falls)


def test_the_mean_of_a_volley() -> None:
    assert mean(odds.volley_chances(5, False).damage) == pytest.approx(5 / 6 * 3.5)
    assert odds.volley_chances(0, True).damage == (1.0,)
