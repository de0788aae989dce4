"""Every figure and every sentence of a story follows from the record of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom.cli.commands.story import story_lines
from ironbottom.engine.rules.features import EventReader
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.measures import sunk
from ironbottom.games.war_in_the_pacific.pieces import SHIPS as WITP_SHIPS
from ironbottom.lab.story import Story, event_reader, lead_entries, lead_in_view, story
from ironbottom.odds.distributions import mean
from ironbottom.odds.fire import Shots
from tests.kit.thorough_cases import further
from tests.lab.test_story import FIXTURES, MIDWAY, RECORDS, SCORE, Game, path_of, replayed, story_in, viewer_of

Event = dict[str, Any]


def latest(game: str) -> list[Path]:
    """Returns the recorded games under the latest rules."""
    paths = sorted((FIXTURES / game).glob("rules_*.jsonl"))
    rules = max(int(path.name.split("-")[0].removeprefix("rules_")) for path in paths)
    return [path for path in paths if path.name.startswith(f"rules_{rules}-")]


PLAYED = [
    Game("pacific_fury", "campaign", ("ensign", "random"), 1),
    Game("pacific_fury", "campaign", ("random", "ensign"), 2),
    Game("hold_fast", "campaign", ("ensign", "random"), 3),
    Game("victory_in_the_pacific", "campaign", ("ensign", "ensign"), 4),
    Game("victory_in_the_pacific", "open_turn_2", ("random", "ensign"), 5),
    Game("axis_allies_pacific", "printed", ("ensign", "random"), 6, 4_000),
    Game("axis_allies_pacific", "setup_2003", ("random", "ensign"), 7, 4_000),
    *(Game("war_in_the_pacific", scenario, ("ensign", "random"), 8, 2_000) for scenario in get_game("witp").scenarios),
]
"""Every scenario of every game, played by the computer."""
RECORDED = [
    *(pytest.param(path_of(game), id=game) for game in RECORDS),
    pytest.param(MIDWAY, id="war_in_the_pacific", marks=pytest.mark.build),
]
WHOLE = [
    pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=pytest.mark.thorough)
    for game in (*RECORDS, "war_in_the_pacific")
    for path in latest(game)
] + [
    pytest.param(game, id=f"played-{game.game}-{game.scenario}-{game.seed}", marks=pytest.mark.thorough)
    for game in PLAYED
]


def test_every_scenario_is_played() -> None:
    games = ("pf", "hf", "vitp", "aap", "witp")
    scenarios = {(get_game(game).id, scenario) for game in games for scenario in get_game(game).scenarios}
    assert {(game.game, game.scenario) for game in PLAYED} == scenarios


# -- losses and the lead imply turning points --------------------------------------------------------------


def has_turning_points(summary: Story) -> None:
    """43 Units lost, or a changed lead, imply a turning point of that kind."""
    lost = [one for one in summary.swings if any(one.lost.values())]
    assert bool(lost) == bool(summary.losses)
    leads = {turn.lead for turn in summary.turns}
    if len(leads) > 1:
        assert [one for one in summary.swings if one.kind == "score"]
    for one in summary.swings:
        assert any(one.lost.values()) != (one.before != one.after)


def cut(source: Path | Game, audience: str, parts: int) -> Iterator[Story]:
    """Yields the story that an audience has after each part of a game."""
    match, scores = replayed(source)
    log = match.log(audience)
    needed = lead_entries(match.rules, log)
    for part in range(1, parts):
        known = log[: len(log) * part // parts]
        entries = [entry for entry in needed if known and entry <= known[-1]["seq"]]
        yield story(match.rules, known, 1, scores.leads(match, audience, entries))


@pytest.mark.parametrize("source", RECORDED)
def test_losses_and_a_changed_lead_imply_a_turning_point_at_any_point(source: Path) -> None:
    """This also holds for a game that was resigned in its first turn."""
    for summary in (story_in(source), *cut(source, "japan", 4)):
        has_turning_points(summary)


@pytest.mark.parametrize("source", WHOLE)
def test_losses_and_a_changed_lead_imply_a_turning_point_for_each_audience(source: Path | Game) -> None:
    match = replayed(source)[0]
    for audience in (viewer_of(match), *match.rules.sides.ids):
        for summary in cut(source, audience, 9):
            has_turning_points(summary)


@pytest.mark.parametrize("source", [*RECORDED, *WHOLE])
def test_every_loss_is_in_one_battle_or_outside_battles(source: Path | Game) -> None:
    summary = story_in(source)
    fought = Counter(unit for battle in summary.battles for units in battle.lost.values() for unit in units)
    outside = Counter(loss.unit for loss in summary.losses) - fought
    assert fought <= Counter(loss.unit for loss in summary.losses)
    by_losses = [one for one in summary.swings if one.kind == "losses"]
    for one in by_losses:
        assert Counter(unit for units in one.lost.values() for unit in units) <= outside


OUT: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "pacific_fury": lambda view: view["sunk"],
    "hold_fast": lambda view: [unit for units in view["lost"].values() for unit in units],
    "victory_in_the_pacific": lambda view: [unit for at in view["units"].values() for unit in at.get("lost", ())],
    "war_in_the_pacific": lambda view: [ship for ships in sunk(read_view(view)).values() for ship in ships],
}
"""By game, the units that the open view lists as lost."""


@pytest.mark.parametrize("source", [one for one in RECORDED if one.id in OUT])
def test_every_unit_lost_at_the_end_is_in_the_story(source: Path) -> None:
    match = replayed(source)[0]
    lost = OUT[match.rules.game.id](match.view("open"))
    assert lost
    assert set(lost) <= {loss.unit for loss in story_in(source).losses}


def test_vitp_9_13_ships_lost_in_the_raid_on_pearl_harbor_are_a_turning_point() -> None:
    """Eleven ships were lost in the first turn, but the page used to say that no battle had cost anything."""
    rules = get_game("vitp").rules()
    raid = {"event": "raid_opened", "side": "japan", "place": "pearl_harbor", "units": ["akagi"]}
    log = [entry(1), entry(2, raid, *(lost(ship) for ship in ("arizona", "nevada")))]
    log += [entry(3, {"event": "action_settled", "area": "hawaiian_islands", "action": "day", "both": False})]
    log += [entry(4, lost("kaga"), lost("soryu")), entry(5, {"event": "points_scored", **points(0, 0)}, lost("hornet"))]
    summary = story(rules, log)
    first, battle, later = summary.swings
    assert (first.place, first.lost) == ("pearl_harbor", {"japan": [], "allies": ["arizona", "nevada"]})
    assert (battle.place, battle.lost["japan"]) == ("hawaiian_islands", ["kaga", "soryu"])
    assert (later.kind, later.lost["allies"]) == ("losses", ["hornet"])
    assert summary.names["pearl_harbor"] == "Pearl Harbor"


def test_a_battle_with_equal_losses_is_a_turning_point() -> None:
    """Two ships of the same value were lost, so neither side gained."""
    rules = get_game("vitp").rules()
    reader = reader_of(rules)
    assert reader.unit_value("soryu") == reader.unit_value("enterprise") > 0
    log = [entry(1), entry(2, {"event": "area_named", "area": "marianas_islands"}, lost("soryu"), lost("enterprise"))]
    [only] = story(rules, log).swings
    assert (only.lost, only.swing) == ({"japan": ["soryu"], "allies": ["enterprise"]}, 0.0)


def test_pf_9_3_d_a_landing_that_moves_the_marker_is_a_turning_point() -> None:
    rules = get_game("pf").rules()
    landed = {"event": "landed", "force": "japan_1", "units": ["ijn_transports_1"]}
    log = [entry(1), entry(2, landed, {"event": "marker_shifted", "origin": 0, "marker": -1})]
    [only] = story(rules, log).swings
    assert (only.kind, only.before, only.after) == ("score", 0.0, 1.0)
    assert only.told.endswith("on Guadalcanal. The initiative marker moves from 0 to J:1.")


def entry(seq: int, *events: Event) -> LogEntryView:
    return {"seq": seq, "act": "choice", "events": list(events)}


def lost(unit: str) -> Event:
    return {"event": "lost", "unit": unit, "back": 0}


def points(japan: int, allies: int) -> Event:
    return {"japan": japan, "allies": allies, "lead": japan - allies}


# -- the lead is the score that decides the game ------------------------------------------------------------


@pytest.mark.parametrize("source", [*RECORDED, *WHOLE])
def test_the_lead_after_each_turn_is_the_score_that_decides_the_game(source: Path | Game) -> None:
    match, scores = replayed(source)
    game = match.rules.game.id
    summary = story_in(source)
    if game == "war_in_the_pacific" and not match.over:
        assert summary.turns[-1].lead == lead_in_view(match.rules, match.view("public"))
        return
    ends = [*scores.scores(game)[1:], SCORE[game](match.state)]
    if summary.turns[0].seq == 1 and len(ends) > len(summary.turns):
        ends = ends[-len(summary.turns) :]
    assert [turn.lead for turn in summary.turns] == ends


def test_vitp_2_5_the_bid_of_japan_reduces_its_lead() -> None:
    rules = get_game("vitp").rules({"bid": "3", "bid_half": "yes"})
    assert lead_in_view(rules, {"points_of_control": 0}) == -3.5
    scored = {"event": "points_scored", "japan": 8, "allies": 2, "lead": 6}
    assert reader_of(rules).lead(scored, -3.5) == 2.5


def test_aap_8_11_4_japan_loses_points_it_had_before() -> None:
    reader = reader_of(get_game("aap").rules())
    assert reader.lead({"event": "vp_lost", "points": 2}, 9.0) == 7.0
    assert reader.lead({"event": "vp_lost", "points": 2}, 1.0) == 0.0


def test_witp_47_1_damage_of_the_enemy_counts_once_it_is_known() -> None:
    """A score of 375 points to 20 used to be reported as "neither side led"."""
    rules = get_game("witp").rules()
    state = rules.new("midway").copy()
    ship = WITP_SHIPS.index["jp_cv1"]
    before = {side: lead_in_view(rules, view(rules, state, side)) for side in ("open", "japan", "allies")}
    state.arrays[layout.DAMAGE][ship] += 2
    after = {side: lead_in_view(rules, view(rules, state, side)) for side in ("open", "japan", "allies")}
    assert after["open"] < before["open"]
    assert (before["japan"] - after["japan"]) == before["open"] - after["open"]
    assert after["allies"] == before["allies"]


def test_witp_1_3_initial_damage_does_not_count_while_hidden() -> None:
    """A damaged unit may have been repaired since."""
    rules = get_game("witp").rules()
    state = rules.new("midway").copy()
    hurt = {ship for ship, level in enumerate(state.arrays[layout.DAMAGE]) if level}
    assert hurt
    shown = {side: lead_in_view(rules, view(rules, state, side)) for side in ("open", "public", "japan", "allies")}
    assert shown["public"] != shown["open"]
    for ship in hurt:
        state.arrays[layout.DAMAGE][ship] = 0
    whole = {side: lead_in_view(rules, view(rules, state, side)) for side in ("open", "public")}
    assert whole["open"] == whole["public"] == shown["public"]


def view(rules: Rules, state: Any, side: str) -> dict[str, Any]:
    return rules.game.open_view(state) if side == "open" else rules.view(state, side)


@pytest.mark.parametrize("scenario", further(*list(get_game("witp").scenarios)[1:]))
def test_witp_47_1_every_audience_has_a_lead_from_the_start(scenario: str) -> None:
    """This also holds before the Objective is chosen, and while armies are being placed."""
    rules = get_game("witp").rules()
    state = rules.new(scenario)
    assert lead_in_view(rules, view(rules, state, "open")) == SCORE["war_in_the_pacific"](state)
    for audience in ("public", *rules.sides.ids):
        assert abs(lead_in_view(rules, view(rules, state, audience))) < 5_000


# -- the dice counted are the dice rolled ----------------------------------------------------------------------

ROLLED: dict[str, dict[str, dict[str, str]]] = {
    "pacific_fury": {"fire": {"fired": "die"}, "henderson_field_fires": {"henderson_fired": "die"}},
    "hold_fast": {
        "fire": {"fired": "dice"},
        "land_combat": {"land_fired": "dice"},
        "air_raid": {"raided": "dice"},
    },
    "victory_in_the_pacific": {
        "airstrike": {"fired": "dice"},
        "gunnery": {"fired": "dice"},
        "torpedo": {"torpedoed": "die"},
        "fire_at_an_airstrike": {"airstrike_hit": "dice"},
        "island_combat": {"island_fired": "dice"},
    },
    "axis_allies_pacific": {
        "fire": {"fired": "dice"},
        "bombardment": {"bombarded": "dice"},
        "aa_fire": {"aa_fired": "dice"},
        "overflight": {"overflown": "dice"},
        "kamikaze": {"kamikaze": "die"},
    },
    "war_in_the_pacific": {},
}
"""By game and reason, the events that report dice rolled to hit, with the field that has them."""
OTHERWISE = {
    "pacific_fury": {"event", "submarine_attack", "sinking", "finding_the_tokyo_express"},
    "hold_fast": {"dealing_blocks", "air_or_surface"},
    "victory_in_the_pacific": {"uncertain_location", "speed", "sighting", "day_or_night", "damage"},
    "axis_allies_pacific": {"equal_bids", "bombs"},
}
"""Reasons for dice that hit nobody."""


@pytest.mark.parametrize("game", RECORDS)
def test_every_dice_reason_is_fire_or_listed_as_not_fire(game: str) -> None:
    assert {reason.value for reason in get_game(game).rolls} == set(ROLLED[game]) | OTHERWISE[game]


@pytest.mark.parametrize("source", [*RECORDED, *WHOLE])
def test_counted_dice_equal_the_dice_rolled_by_side_and_unit(source: Path | Game) -> None:
    """The dice are compared entry by entry, and event by event for each unit."""
    match = replayed(source)[0]
    reader, game = reader_of(match.rules), match.rules.game.id
    fields = {event: field for events in ROLLED[game].values() for event, field in events.items()}
    by_side: Counter[str] = Counter()
    for one in match.log(viewer_of(match)):
        rolled = sum(die[2] in ROLLED[game] for die in one.get("dice", ()))
        counted = 0
        for event in one.get("events", ()):
            shots = reader.shots(event)
            assert (shots is None) == (event["event"] not in fields)
            if shots is not None:
                dice = event[fields[event["event"]]]
                assert shots.dice == (1 if isinstance(dice, int) else len(dice))
                assert "unit" not in event or shots.unit == event["unit"]
                if event["event"] == "fired" and "power" in event:
                    assert shots.unit.split()[0] == event["power"]
                by_side[shots.side] += shots.dice
                counted += shots.dice
        assert counted == rolled
    luck = story_in(source).luck
    assert {one.side: one.dice for one in luck} == {side: by_side[side] for side in match.rules.sides.ids}


def reader_of(rules: Rules) -> EventReader:
    reader = event_reader(rules)
    assert reader is not None
    return reader


@pytest.mark.parametrize(
    ("game", "event", "side", "unit", "dice", "hits", "expected"),
    [
        (
            "pf",
            {"event": "henderson_fired", "factor": 4, "die": 3, "hits": 1},
            "allies",
            "henderson_field",
            1,
            3,
            10 / 6,
        ),
        ("vitp", {"event": "torpedoed", "side": "japan", "damage_dice": [4]}, "japan", "i_boat", 1, 1, 2 / 6),
        (
            "vitp",
            {"event": "airstrike_hit", "unit": "hornet", "target": "akagi", "dice": [6, 1, 2], "hits": [5]},
            *("allies", "hornet", 3, 1, 0.5),
        ),
        (
            "vitp",
            {"event": "island_fired", "unit": "garrison", "target": "yokosuka_nlf", "dice": [6], "hits": 1},
            *("allies", "garrison", 1, 1, 1 / 6),
        ),
        (
            "hf",
            {"event": "raided", "side": "allies", "port": "truk", "dice": [4, 1, 1], "hits": 1},
            *("allies", "raid truk", 3, 1, 1.5),
        ),
        (
            "hf",
            {"event": "land_fired", "unit": "garrison", "target": "j_transport_1", "dice": [2], "hits": 0},
            *("allies", "garrison", 1, 0, None),
        ),
        (
            "aap",
            {"event": "bombarded", "power": "usa", "piece": "battleship", "dice": [4, 5], "hits": 1},
            *("usa", "usa battleship", 2, 1, 8 / 6),
        ),
        ("aap", {"event": "aa_fired", "land": "india", "dice": [1, 2], "hits": 1}, "uk", "uk aa_gun", 2, 1, 2 / 6),
        (
            "aap",
            {"event": "overflown", "land": "japan", "power": "usa", "piece": "bomber", "dice": [6], "lost": 0},
            *("japan", "japan aa_gun", 1, 0, 1 / 6),
        ),
        (
            "aap",
            {"event": "kamikaze", "zone": "sz10", "power": "usa", "piece": "carrier", "die": 2, "hit": True},
            *("japan", "japan kamikaze", 1, 1, 2 / 6),
        ),
    ],
)
def test_all_fire_is_counted_by_the_firing_unit(
    game: str, event: Event, side: str, unit: str, dice: int, hits: int, expected: float | None
) -> None:
    """The story used to say that Henderson Field had "not fired", and counted 66 dice as 18 shots."""
    reader = reader_of(get_game(game).rules())
    shots = reader.shots(event)
    assert isinstance(shots, Shots)
    assert (shots.side, shots.unit, shots.dice, shots.hits) == (side, unit, dice, hits)
    if expected is not None:
        assert mean(shots.chances) == pytest.approx(expected)
    assert "_" not in reader.title(shots.unit)


def test_vitp_19_2_kamikazes_have_the_bonus() -> None:
    """19.21 Japanese air units on the ninth turn, 19.22 and the named carriers, until the combat has ended."""
    reader = reader_of(get_game("vitp").rules({"last_turn": "9"}))

    def expected(unit: str, before: Event) -> float:
        reader.shots(before)
        shots = reader.shots({"event": "fired", "unit": unit, "target": "hornet", "dice": [5], "hits": []})
        assert shots is not None
        return mean(shots.chances)

    turns = [{"event": "turn_opened", "turn": turn} for turn in (8, 9)]
    assert expected("21_air_flotilla", turns[0]) == pytest.approx(1 / 6)
    assert expected("21_air_flotilla", turns[1]) == pytest.approx(2 / 6)
    assert expected("unryu", turns[1]) == pytest.approx(1 / 6)
    assert expected("unryu", {"event": "kamikazes", "units": ["unryu"]}) == pytest.approx(2 / 6)
    assert expected("unryu", {"event": "combat_ended", "area": "indonesia"}) == pytest.approx(1 / 6)


def test_aap_9_1_captured_guns_fire_for_their_new_owner() -> None:
    reader = reader_of(get_game("aap").rules())
    reader.shots({"event": "captured", "land": "india", "holder": "japan", "side": "japan"})
    shots = reader.shots({"event": "aa_fired", "land": "india", "dice": [1], "hits": 1})
    assert shots is not None
    assert shots.side == "japan"


# -- sentences ---------------------------------------------------------------------------------------------------


def test_a_turning_point_of_the_score_says_why_and_how_the_lead_changed() -> None:
    match, _ = replayed(path_of("hold_fast"))
    reader = reader_of(match.rules)
    summary = story_in(path_of("hold_fast"))
    said = list(story_lines(summary, match.rules, reader))
    score = max((one for one in summary.swings if one.kind == "score"), key=lambda one: one.after - one.before)
    [line] = [line for line in said if f"(entry {score.seq})" in line and "lead" in line]
    [event] = [
        event
        for entry in match.log("open")
        if entry["seq"] == score.seq
        for event in entry["events"]
        if event["event"] == "points_scored"
    ]
    assert f"Japan scores {event['japan']} VP, the Allies {event['allies']} VP" in line
    assert f"Japan +{-event['points']} (entry" in line


def test_one_hit_and_one_die_are_singular() -> None:
    rules = get_game("pf").rules()
    fired = {"event": "henderson_fired", "factor": 1, "die": 1, "hits": 1}
    said = list(story_lines(story(rules, [entry(1), entry(2, fired)]), rules, reader_of(rules)))
    assert any(line.endswith("1 hit, 0.2 expected from 1 die: luckier than 83 % of games") for line in said)
