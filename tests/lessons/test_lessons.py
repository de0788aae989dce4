"""Replays the page's lessons on the server: each required choice is offered, whatever the dice."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ironbottom.bots.player import as_choices, offer_for
from ironbottom.bots.registry import make_player
from ironbottom.engine.codecs.position import parse_position, read_position
from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

GAMES = Path(__file__).parents[2] / "page" / "src" / "games"
FIRST = sorted(GAMES.glob("*/lesson/lesson.json"))
LESSONS = [*FIRST, *sorted(GAMES.glob("*/lesson/*/lesson.json"))]
MAX_LETTERS = 260
"""The maximum length of a step that can be read beside the board."""


def of(file: Path) -> str:
    """The subject of a lesson: a game, or one of its scenarios."""
    return "_".join(part for part in file.relative_to(GAMES).parts[:-1] if part != "lesson")


def lesson(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def scenes(file: Path) -> list[tuple[dict[str, Any], State]]:
    """The scenes of a lesson, each with its first state."""
    found = []
    for scene in lesson(file)["scenes"]:
        text = (file.parent / f"{scene['position']}.toml").read_text(encoding="utf-8")
        found.append((scene, read_position(parse_position(text))))
    return found


def until_asked(state: State, side: str, dice: SeededDice, seed: int) -> None:
    """Lets the other side choose until the lesson's side must."""
    others = [other for other in state.rules.sides.ids if other != side]
    players = {other: make_player(state.rules, "ensign", other, seed) for other in others}
    while state.decisions() and all(decision.side != side for decision in state.decisions()):
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            state.apply(decision.side, action, dice, trusted=True)


def test_every_game_with_a_page_of_its_own_has_a_lesson() -> None:
    pages = {file.parent.name for file in GAMES.glob("*/play.ts")} - {"plain"}
    assert {file.parent.parent.name for file in FIRST} == pages
    assert all(lesson(file)["game"] == file.relative_to(GAMES).parts[0] for file in LESSONS)


@pytest.mark.parametrize("file", LESSONS, ids=of)
@pytest.mark.parametrize("seed", range(4))
def test_a_lesson_is_played_through_whatever_the_dice_do(file: Path, seed: int) -> None:
    drawn = random.Random(seed)
    for scene, state in scenes(file):
        dice, side = SeededDice(seed), scene.get("side", lesson(file)["side"])
        for step in scene["steps"]:
            asked = [tuple(choice) for choice in step["choose"]]
            drawn.shuffle(asked)
            while asked:
                until_asked(state, side, dice, seed)
                # Its consequences follow it: a unit is named before its destination.
                choice = next((one for one in asked if state.why_not(side, one) is None), None)
                assert choice is not None, (scene["title"], asked)
                state.apply(side, choice, dice)
                asked.remove(choice)


@pytest.mark.parametrize("file", LESSONS, ids=of)
def test_each_scene_of_a_lesson_begins_with_a_decision_of_its_side_and_cites_existing_clauses(file: Path) -> None:
    result = lesson(file)
    clauses: ClauseIndex = get_game(result["game"]).clauses()
    for scene, state in scenes(file):
        assert scene.get("side", result["side"]) in {decision.side for decision in state.decisions()}, scene["title"]
        assert scene["after"].endswith(".")
        for step in scene["steps"]:
            assert step["clause"] in clauses
            assert step["text"].endswith(".")
            assert len(step["text"]) <= MAX_LETTERS, step["text"]
            assert step["choose"]
