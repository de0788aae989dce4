"""``ironbottom odds``: battles from options and from a record, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ironbottom.engine.match.match import Match
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.rules.registry import get_game
from tests.cli.running import one_line, run


def test_a_battle_from_options_as_text_and_json() -> None:
    asked = ("odds", "aap", "--attack", "1 infantry", "--defend", "1 infantry")
    output = one_line(run(*asked).out)
    assert "The attacker wins: 25.0%" in output
    assert "average losses: attacker 2.25 IPC, defender 1.12 IPC; net gain of the attacker: -1.13" in output
    (plain,) = json.loads(run(*asked, "--json").out)
    assert (plain["won"], plain["swing"]) == pytest.approx((0.25, -1.125))


def test_the_chance_of_no_loss_and_what_may_be_left_are_printed_for_both_sides() -> None:
    output = run("odds", "aap", "--attack", "1 infantry", "--defend", "1 infantry").out
    lines = [line.strip() for line in output.splitlines()]
    attacker = lines.index("chance that the attacker loses nothing: 25.0%")
    assert lines[attacker + 1 : attacker + 3] == ["25.0% 1 infantry", "75.0% nothing"]
    defender = lines.index("chance that the defender loses nothing: 62.5%")
    assert lines[defender + 1 : defender + 3] == ["62.5% 1 infantry", "37.5% nothing"]


def test_ships_are_printed_with_their_loads() -> None:
    fleet = ("--fleet", "2 transports, 1 battleship", "--ashore", "3 infantry, 1 artillery", "--at-sea", "1 destroyer")
    output = " ".join(run("odds", "aap", "--landing", *fleet, "--defend", "2 infantry").out.split())
    assert "transports with 2 infantry" in output
    assert "transports with infantry and artillery" in output
    assert "transport_" not in output


def test_8_1_3_the_owner_chooses_which_loads_are_lost_first() -> None:
    fleet = ("--fleet", "2 transports, 1 battleship", "--ashore", "1 tank, 2 infantry", "--at-sea", "2 submarines")
    for loads, taken in (((), "73.3%"), (("--loads", "dearest"), "68.5%"), (("--loads", "as_written"), "73.3%")):
        output = one_line(run("odds", "aap", "--landing", *fleet, "--defend", "1 infantry", *loads).out)
        assert f"The attacker wins: {taken}" in output


def test_the_cheapest_addition_is_named() -> None:
    result = run("odds", "aap", "--attack", "2 infantry", "--defend", "3 infantry", "--add", "tank", "--purse", "20")
    assert "cheapest: 3 tanks, for 15 IPC" in one_line(result.out)
    poor = run("odds", "aap", "--attack", "2 infantry", "--defend", "3 infantry", "--add", "tank", "--purse", "5")
    assert "No purchase for that many IPC is enough." in poor.out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("pf", "--attack", "1 tank"), "attack: there is no unit '1 tank'"),
        (("aap", "--attack", "1 tank"), "defend: name the units"),
        (("aap", "--attack", "1 dog", "--defend", "1 tank"), "'dog' is not a unit"),
        (("aap", "--sea", "--raid", "--attack", "1 bomber"), "use only one of --sea, --landing, --raid"),
        (("aap", "--attack", "1 tank", "--defend", "1 tank", "--rounds", "0"), "--rounds"),
        (("aap", "--attack", "1 tank", "--defend", "1 tank", "--attacker-losses", "dear"), "--attacker-losses"),
        (("aap", "--attack", "1 tank", "--defend", "1 tank", "--loads", "dearest"), "loads applies only to a landing"),
        (("aap", "--attack", "1 tank", "--defend", "1 tank", "--loads", "best"), "cheapest, dearest, as_written"),
        (("aap", "--attack", "1 tank", "--defend", "1 tank", "--option", "x=y"), "no option 'x'"),
        (("aap", "/nowhere.jsonl"), "/nowhere.jsonl"),
    ],
)
def test_impossible_battles_are_refused_with_a_reason(arguments: tuple[str, ...], text: str) -> None:
    ran = run("odds", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert text in ran.err


def test_odds_of_the_battles_in_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    match = Match(get_game("aap").rules(), sink=RecordFile(file))
    for choices in (
        [("uk", ("split", "6")), ("usa", ("done",))],
        [("japan", ("done",))],
        [("japan", ("move", "manchuria", "infantry")), ("japan", ("go", "suiyuan", "6"))],
    ):
        for side, choice in choices:
            match.submit(side, choice)
    output = one_line(run("odds", "aap", str(file)).out)
    assert "Suiyuan, land" in output
    assert "wrong game" not in output
    assert "this is a game of Axis & Allies: Pacific" in run("odds", "pf", str(file)).err
    refused = run("odds", "aap", str(file), "--loads", "as_written")
    assert (refused.code, refused.out) == (1, "")
    assert "--loads: for a recorded game this is cheapest or dearest, not 'as_written'" in one_line(refused.err)


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (
            ["--attacker-losses", "dearest"],
            "'dearest' is not a value; allowed: cheapest, aircraft_first, ships_first",
        ),
        (["--adding-to", "both"], "'both' is not a value; allowed: attacker, defender"),
        (["--rounds", "0"], "--rounds: a whole number of at least 1 is needed"),
        (["--bank", "-5"], "--bank: a whole number of at least 0 is needed"),
        (["--wanted", "1.5"], "--wanted: a number below 1.0 is needed"),
    ],
)
def test_a_wrong_option_is_refused_with_a_reason(flags: list[str], text: str) -> None:
    ran = run("odds", "aap", "--attack", "2 infantry", "--defend", "1 infantry", *flags)
    assert ran.code != 0
    assert text in ran.err


# -- War in the Pacific ------------------------------------------------------------------------------------------


def test_a_war_in_the_pacific_strike_as_tables_and_json() -> None:
    force = ("--ships", "Akagi, Kaga", "--at", "Kaga", "--report", "fair")
    asked = ("odds", "witp", "--strike", "--strikers", "4 SBD", *force)
    output = run(*asked).out
    assert "The wave: 4 SBD (carrier-trained) with bombs." in output
    head, akagi, kaga = [line for line in output.splitlines() if line.startswith("  ")][:3]
    assert head.split() == ["unhurt", "D1", "D2", "D3", "D4", "sunk"]
    assert akagi.split()[3:5] == ["100.0", "%"]
    (plain,) = json.loads(run(*asked, "--json").out)
    assert (plain["kind"], plain["exact"]) == ("strike", True)
    assert plain["figures"]["found"] == pytest.approx(4 / 6)
    assert f"{100 * plain['figures']['jp_cv2 sunk']:.1f} %" in kaga
    assert "Assumptions: the eras of 6/42; points at Kaga (JP CV2)" in one_line(output)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--attack", "2 jp 7-3", "--defend", "cw 3-1", "--date", "12/41"), "14 to 3; shifts: first attack +1"),
        (("--landing", "--attack", "2 marines", "--defend", "jp 3-1", "--fleet", "us bb36"), "Hits of the bombardment"),
        (("--drop", "--attack", "cw 3-1 airborne", "--defend", "jp 2-1"), "2 to 2"),
        (("--raid", "--strikers", "9 B-17", "--parked", "20 Zero", "--fire", "9"), "Parked points (one in ten"),
        (("--air", "--escort", "4 F4F", "--patrol", "3 Zero"), "The wave: no strikers, escorted by 4 F4F."),
        (("--shelling", "--fleet", "Nagato, Mutsu", "--guns", "8"), "Coastal guns of strength 8"),
        (("--search", "--points", "12", "--modifiers", "overcast"), "Contact on 10 or more with two dice: 16.7%."),
        (
            ("--submarine", "--boats", "6 fleet", "--ships", "Akagi, 4 jp DD", "--points", "2"),
            "The Subron makes contact on a roll of 2 or less: 33.3%.",
        ),
        (("--surface", "--fleet", "Hiei", "--ships", "San Francisco", "--night"), "Surprised: the enemy 41.7%"),
    ],
)
def test_every_kind_of_war_in_the_pacific_battle_is_answered(words: tuple[str, ...], text: str) -> None:
    ran = run("odds", "witp", *words)
    assert (ran.code, ran.err) == (0, "")
    assert text in one_line(ran.out)
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            ("--strike", "--strikers", "4 dogs", "--ships", "Kaga"),
            "strikers: 'dogs' is not a type of aircraft; the types are",
        ),
        (("--strike", "--raid"), "--raid: use only one of --landing, --drop, --strike, --raid"),
        (("--search", "--points", "-3"), "--points: a whole number of at least 0 is needed"),
        (("--strike", "--strikers", "4 SBD", "--ships", "Kaga", "--choose", "best"), "allowed: one_by_one, evenly"),
        (("--surface", "--fleet", "Hiei", "--ships", "us CA24", "--points", "3"), "points is not used for"),
        (("--attack", "9", "--defend", "3", "--option", "x=y"), "no option 'x'"),
        (("/nowhere.jsonl",), "/nowhere.jsonl"),
    ],
)
def test_impossible_war_in_the_pacific_battles_are_refused_with_a_reason(words: tuple[str, ...], text: str) -> None:
    ran = run("odds", "witp", *words)
    assert (ran.code, ran.out) == (1, "")
    assert text in one_line(ran.err)


def test_plain_output_has_one_sentence_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRONBOTTOM_PLAIN", "1")
    output = one_line(run("odds", "witp", "--search", "--points", "12").out)
    assert "this search: no 58.3 %, yes 41.7 %" in output


def test_each_game_has_its_own_options_and_help() -> None:
    assert run("odds", "witp", "--low-luck").code == 2
    assert run("odds", "aap", "--strikers", "4 SBD").code == 2
    output = one_line(run("odds", "witp", "--help").out)
    assert "Usage: ironbottom odds witp" in output
    assert "--strikers FORCES The points that strike" in output
    assert "Options:" in output
    assert "ironbottom serve" not in output
    output = one_line(run("odds", "aap", "--help").out).partition("Options:")[2]
    assert "--at-sea UNITS The enemies at sea that must be beaten before the landing." in output
    assert (
        output.index("--attack UNITS") < output.index("--sea ") < output.index("--bank NUMBER") < output.index("--json")
    )
    assert "Games with a battle calculator: aap, hf, pf, vitp, witp." in run("odds", "--help").out


def test_the_odds_at_the_decision_of_a_side_in_a_record_of_war_in_the_pacific(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    match = Match(get_game("witp").rules(), sink=RecordFile(file))
    match.submit("japan", ("announce", "F3342"))
    output = one_line(run("odds", "witp", str(file), "--as", "japan").out)
    assert "Place your submarines" in output
    assert "Pearl Harbor (Oahu): 4 to 24, all aboard, planned" in output
    assert "No battle is planned or in progress." in run("odds", "witp", str(file), "--as", "allies").out
    assert "--as: these odds are only for the side that decides; choose japan or allies" in one_line(
        run("odds", "witp", str(file)).err
    )
