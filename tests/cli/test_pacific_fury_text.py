"""The texts of Pacific Fury: a sentence for every event, a name for every choice, a board of the view."""

import random
from typing import Any

import pytest

from ironbottom.engine.core.events import ALL, EventKind
from ironbottom.engine.core.fields import Domain, FieldType, Flag, IdField, IdSetField, Number, TupleField
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.information.view_types import Event, read_view
from ironbottom.games.pacific_fury.text import text
from ironbottom.games.pacific_fury.text.names import NAMES

GAME = get_game("pf")
RULES = GAME.rules()


def some_value(kind: FieldType, low: bool) -> object:
    """Returns the lowest or the highest raw value of a field."""
    match kind:
        case Number():
            return kind.low if low else kind.high
        case Flag():
            return int(not low)
        case IdField():
            return 0 if low else len(kind.domain) - 1
        case IdSetField():
            return 1 if low else kind.full
        case TupleField():
            return () if low else (some_value(kind.item, low),) * (kind.length or 2)
    raise AssertionError(f"no value for {kind}")


@pytest.mark.parametrize("kind", log.KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("low", [True, False], ids=["least", "greatest"])
def test_every_event_has_a_sentence(kind: EventKind, low: bool) -> None:
    values = tuple(some_value(field, low) for field in kind.fields.values())
    result = kind.visible((kind.number, ALL, *values), ALL)
    assert result is not None
    alone: list[Any] = [result]
    for sentence in (text.event_text(result), GAME.describe_event(result, RULES), *text.story(alone)):
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert "_" not in sentence
        assert "  " not in sentence
        assert "!" not in sentence


def test_every_verb_has_a_name() -> None:
    for verb in GAME.vocabulary.verbs:
        for place in (0, -1):
            name = GAME.describe_action((verb.name, *(domain.ids[place] for domain in verb.domains)), RULES)
            assert name[0].isupper()
            assert "_" not in name


def test_every_unit_has_a_name_other_than_its_id() -> None:
    for name in NAMES.values():
        assert "_" not in name
        assert not name.startswith(("us ", "ijn "))


def test_examples_use_only_existing_names() -> None:
    known = {word for name in NAMES.values() for word in name.split()}
    for side in GAME.sides.ids:
        for example in text.examples(side).values():
            words = {word.strip(",:") for word in example.split()}
            assert {word for word in words if word[0].isupper()} <= known


def test_fire_in_a_round_is_one_sentence_per_side() -> None:
    def fired(unit: str, die: int, hits: int) -> Event:
        return {"event": "fired", "unit": unit, "factor": 3, "die": die, "hits": hits}

    found = [fired("ijn_hiei", 3, 3), fired("ijn_kirishima", 5, 0), fired("us_washington", 4, 1)]
    assert list(text.story(found)) == [
        "Japanese fire, combat factor and die: Hiei (3) 3, 3 hits; Kirishima (3) 5, miss. Total: 3 hits.",
        "US fire, combat factor and die: Washington (3) 4, 1 hit. Total: 1 hit.",
    ]


@pytest.mark.build
@pytest.mark.parametrize("hidden", ["off", "on"], ids=["counted", "uncounted"])
def test_the_board_names_only_ships_in_the_view(hidden: str) -> None:
    domain: Domain = log.REVEALED.fields["units"].domain  # type: ignore[attr-defined]
    state, source, dice = GAME.new(None, {"hidden_counts": hidden}), random.Random(4), SeededDice(4)
    boards = 0
    while decisions := state.decisions():
        for eyes in ("japan", "allies", "public"):
            view = state.view(eyes)
            shown = "\n".join(
                paragraph.replace("\xa0", " ") for _, paragraph in text.board(read_view(view), state.rules)
            )
            named = {unit for unit in domain.ids if f"{NAMES[unit]} " in shown.replace(",", " ").replace(".", " ")}
            view.pop("hidden")
            assert named <= {unit for unit in domain.ids if f"'{unit}'" in str(view) or "transports" in unit}
            boards += 1
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    assert boards > 300
    assert "Truk" in shown


def test_the_open_board_at_the_end_shows_everything() -> None:
    state, source, dice = GAME.new(), random.Random(4), SeededDice(4)
    while decisions := state.decisions():
        state.apply(decisions[0].side, decisions[0].choices.sample(source), dice, trusted=True)
    assert "face down" not in str(text.board(read_view(state.view("open")), state.rules))
