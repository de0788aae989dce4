"""``ironbottom games``, ``rules`` and ``data``."""

import json
from pathlib import Path
from typing import get_args

import pytest

from ironbottom.engine.data.clauses import Status
from tests.cli.running import one_line, run


def test_games_lists_sides_options_and_opponents() -> None:
    output = one_line(run("games").out)
    for words in ("Pacific Fury: Guadalcanal 1942 (pacific_fury, or pf)", "Sides: japan, allies", "factor_set: A"):
        assert words in output
    assert "Opponent random: Picks among all legal choices" in output


def test_games_as_json() -> None:
    (game,) = [game for game in json.loads(run("games", "--json").out) if game["id"] == "pacific_fury"]
    assert game["sides"] == ["japan", "allies"]
    assert {option["name"] for option in game["options"]} == {
        "factor_set",
        "tokyo_express_combat",
        "forced_return_timing",
        "hidden_counts",
    }


def test_players_lists_the_levels_and_the_longest_time() -> None:
    output = one_line(run("players", "hf").out)
    assert "ensign (new player, at most 1 second a decision): Plays by rules of thumb" in output
    assert "captain (club, at most 2 seconds a decision): Compares six plans" in output
    assert "Pacific Fury" not in output
    assert "Pacific Fury" in one_line(run("players").out)


def test_players_as_json() -> None:
    listed = {game["game"]: game["players"] for game in json.loads(run("players", "--json").out)}
    assert len(listed) == 5
    assert [player["id"] for player in listed["hold_fast"]] == ["ensign", "captain", "random"]
    (one,) = json.loads(run("players", "vitp", "--json").out)
    assert one["players"][0]["level"] == "new player"
    assert all(player["level"] and player["seconds"] >= 1 and player["text"] for player in one["players"])


@pytest.mark.build
def test_rules_as_json_have_a_row_for_every_clause() -> None:
    rows = json.loads(run("rules", "pf", "--json").out)
    assert all(list(row) == ["clause", "paraphrase", "status", "code", "tests"] for row in rows)
    assert {row["status"] for row in rows} <= set(get_args(Status))
    named = {row["clause"]: row for row in rows}
    assert len(named) == len(rows) > 90
    assert {"1.0", "8.2.b", "10.7.c", "Notes"} <= set(named)
    assert any("task_forces.py" in place for place in named["8.2.b"]["code"])


def test_rules_prints_a_section_and_requires_a_game() -> None:
    output = run("rules", "pf", "10.6").out
    assert [line for line in output.splitlines() if line.startswith("10.6.")] != []
    assert "10.5.a" not in [line.split()[0] for line in output.splitlines() if line and line[0].isdigit()]
    unnamed = run("rules", "10.6")
    assert unnamed.code == 1
    assert (
        "axis_allies_pacific (aap), hold_fast (hf), pacific_fury (pf), victory_in_the_pacific (vitp), war"
        in unnamed.err
    )


def test_rules_searches_words() -> None:
    output = run("rules", "pf", "--search", "tokyo", "express").out
    assert "9.6." in output
    assert "3.4 " not in output


def test_data_json_has_every_figure_with_its_mark() -> None:
    figures = json.loads(run("data", "pf", "--json").out)
    assert all(list(figure) == ["id", "field", "value", "mark", "source"] for figure in figures)
    found = {(figure["id"], figure["field"]): figure for figure in figures}
    yamato = found["ijn_yamato", "combat_factor"]
    assert (yamato["value"], yamato["mark"]) == (5, "reconstructed")
    assert found["us_hornet", "defence_factor"]["mark"] == "rules"
    assert {figure["mark"] for figure in figures} <= {"rules", "found", "derived", "recalled", "reconstructed"}


def test_data_marks_corrected_figures(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[pacific_fury.units.ijn_yamato]\ncombat_factor = 6\n", encoding="utf-8")
    figures = json.loads(run("data", "pf", "--json", "--corrections", str(path)).out)
    (yamato,) = [f for f in figures if (f["id"], f["field"]) == ("ijn_yamato", "combat_factor")]
    assert (yamato["value"], yamato["mark"]) == (6, "corrected")
    assert "corrected" in run("data", "pf", "--table", "units", "--corrections", str(path)).out


def test_data_filters_by_table_place_and_mark() -> None:
    figures = json.loads(run("data", "witp", "--table", "coastal_guns", "--mark", "rules", "--json").out)
    assert [(figure["id"], figure["field"], figure["value"]) for figure in figures] == [
        ("corregidor", "hex", "B1949"),
        ("corregidor", "strength", 20),
    ]
    named = json.loads(run("data", "witp", "--table", "places", "--place", "Midway", "--json").out)
    assert {figure["id"] for figure in named} == {"F1234"}
    standing = json.loads(run("data", "witp", "--table", "deployment", "--place", "f1234", "--json").out)
    assert {figure["id"][:2] for figure in standing} == {"41", "42"}
    assert "F1234" in [figure["value"] for figure in standing if figure["field"] == "hex"]


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (("--mark", "heard"), "there is no mark 'heard'; allowed: rules, found, derived"),
        (("--place", "Atlantis"), "nothing has the id or name 'Atlantis'"),
        (("--table", "weapons"), "there is no table 'weapons'; similar names are regions; --table list lists all"),
    ],
)
def test_a_filter_without_matches_is_refused(flags: tuple[str, str], text: str) -> None:
    refused = run("data", "witp", *flags)
    assert refused.code == 1
    assert text in " ".join(refused.err.split())


@pytest.mark.thorough
def test_clauses_show_their_marks() -> None:
    output = one_line(run("rules", "witp", "32.4").out)
    assert "Planned, with scenario 46." in output
    assert "How it is known: rules." in output
    rows = json.loads(run("rules", "witp", "--json").out)
    assert len(rows) == 541
    assert all(row["marks"] for row in rows)


@pytest.mark.build
def test_rules_filters_by_mark() -> None:
    rows = json.loads(run("rules", "witp", "--mark", "found", "--json").out)
    assert len(rows) == 9
    assert {row["clause"] for row in rows} >= {"2.1", "5.3", "5.7"}
    assert all("found" in row["marks"] for row in rows)
    output = run("rules", "witp", "--mark", "found").out.splitlines()
    assert output[0] == "War in the Pacific, after the 1978 scenario booklet: 9 clauses, in our own"
    assert [line.split()[0] for line in output[2:-2]] == [row["clause"] for row in rows]
    one = json.loads(run("rules", "witp", rows[0]["clause"], "--mark", "found", "--json").out)
    assert [row["clause"] for row in one] == [rows[0]["clause"]]
    assert run("rules", "witp", "32.4", "--mark", "found").code == 1


@pytest.mark.parametrize(
    ("game", "mark", "text"),
    [
        ("witp", "heard", "--mark: there is no mark 'heard'; allowed: rules, found, derived, recalled"),
        ("witp", "recalled", "no clause found in War in the Pacific, after the 1978 scenario booklet has the mark"),
        ("pf", "rules", "has the mark 'rules', because its rulebook is complete"),
    ],
)
def test_a_mark_without_clauses_is_refused(game: str, mark: str, text: str) -> None:
    refused = run("rules", game, "--mark", mark)
    assert (refused.code, refused.out) == (1, "")
    assert text in one_line(refused.err)


@pytest.mark.build
def test_corrections_affect_only_their_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[war_in_the_pacific.places.F1234]\ncargo = 3\n", encoding="utf-8")
    message = ("--table", "places", "--mark", "corrected", "--json", "--corrections", str(path))
    assert [figure["value"] for figure in json.loads(run("data", "witp", *message).out)] == [3]
    assert json.loads(run("data", "pf", "--json", "--corrections", str(path)).out)
    spoken_of = run("data", "witp", "--mark", "corrected", "--corrections", str(path)).out.splitlines()[0]
    assert spoken_of == "War in the Pacific, after the 1978 scenario booklet: 1 figure."


@pytest.mark.parametrize("command", [["games"], ["rules", "pf"], ["rules", "pf", "8.2"], ["data", "pf"]])
def test_lines_wrap_at_the_terminal_width(command: list[str]) -> None:
    assert max(len(line) for line in run(*command).out.splitlines()) <= 80
