"""One catalogue for each game: the page has no other labels, and a catalogue that does not fit its game is refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.core.events import ALL, REDACTED_FOR_OTHERS
from ironbottom.engine.core.fields import FieldType, Flag, IdField, IdSetField, Number, TupleField
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.games.pacific_fury.text import text as fury
from tests.docs.pages import ROOT

GAMES = list(all_games())
NARROW = 38
"""The number of letters of a prompt that fits on one line of a phone."""
LABEL = re.compile(r"""\b([a-z][a-z_]*): (?:\([^()]*\) => )?(?:\[)?(['`])((?:(?!\2).)*)\2""")
"""A text beside a name in an object of the page."""
_FIRE, _BATTLE = "a kind of fire", "a kind of battle, with its parts"
_FATE = "what became of a ship, in a list of losses"
_ORDER, _TASK = "a standing order", "what aircraft do"
OTHER = {
    "axis_allies_pacific": {
        "planned_battles.ts": {"land": "a kind of battle", "raid": "a kind of battle"},
        "play_input.ts": {"raid": _TASK},
        "play_prompts.ts": {"raid": _TASK, "submerge": _ORDER, "intercept": _ORDER, "losses": _ORDER, "move": _TASK},
    },
    "hold_fast": {"unit_text.ts": dict.fromkeys(("air", "surface", "land", "submarine"), _FIRE)},
    "pacific_fury": {
        "edit.ts": {"sunk": "a place of the editor"},
        "play_battle.ts": {"strike": _BATTLE, "bombardment": _BATTLE},
        "play_log.ts": {"out_of_time": _FATE},
    },
    "victory_in_the_pacific": {
        "play_log.ts": {"went_home": "several units in one line", "bottomed": _FATE},
        "play_summary.ts": dict.fromkeys(("to_the_yards", "sent_west", "withdrawn"), _FATE),
        "play_view.ts": {
            **dict.fromkeys(("san_diego", "withdrawn", "lost"), "a place"),
            "amphibious": "a kind of unit",
        },
    },
    "war_in_the_pacific": {
        "battle.ts": {"torpedo": "a Role of aircraft", "battle": "what tells a battle from every other"},
        "ground_signs.ts": {"base": "a path"},
    },
}
"""Texts beside a name that mean something different from the name's action, with the reason."""
IMPOSSIBLE = {"axis_allies_pacific": ("game_ended", "order_set", "order_shown", "retreated")}
"""Events whose lowest or highest values never occur together."""


def worded_again(game: Game) -> list[str]:
    """Labels on the page that are beside the name of a verb, a procedure or an event."""
    names = {verb.name for verb in game.vocabulary.verbs} | {kind.name for kind in game.events}
    names |= {procedure.name for procedure in game.procedures}
    folder = ROOT / "page" / "src" / "games" / game.id
    found = []
    for path in sorted(folder.rglob("*.ts")):
        if "lesson" in path.parts:
            continue
        for name, _, words in LABEL.findall(path.read_text(encoding="utf-8")):
            known = name in OTHER.get(game.id, {}).get(path.name, {})
            if name in names and not known and (re.search(r"\w \w", words) or words[:1].isupper()):
                found.append(f"{path.name}: {name}: {words}")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.short)
def test_the_page_repeats_no_words_of_the_catalogues(game: Game) -> None:
    assert worded_again(game) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.short)
def test_a_prompt_has_a_form_for_a_phone(game: Game) -> None:
    """Each prompt, or the short one beside it, has at most 38 letters."""
    path = ROOT / "src" / "ironbottom" / "games" / game.id / "text" / "catalogue.toml"
    long: dict[tuple[str, str], str] = {}
    for name, words in tomllib.loads(path.read_text(encoding="utf-8"))["procedures"].items():
        short, prompt = (forms(words.get(field)) for field in ("short", "prompt"))
        found = {which: short.get(which, short.get("", text)) for which, text in prompt.items()}
        long |= {(name, which): text for which, text in found.items() if len(text) > NARROW}
    assert long == {}


def forms(words: str | dict[str, str] | None) -> dict[str, str]:
    """A text by its forms; a text without forms is under an empty name."""
    return words if isinstance(words, dict) else {"": words} if words else {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.short)
def test_every_plural_is_used(game: Game) -> None:
    phrasing = game.phrasing()
    assert phrasing is not None
    ways = {way for _, text in phrasing.catalogue.texts() for way in re.findall(r"\{\w+:(\w+)\}", text)}
    folder = ROOT / "src" / "ironbottom" / "games" / game.id / "text"
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    unused = [name for name in phrasing.catalogue.words.plurals if name not in ways and f'"{name}"' not in code]
    assert unused == []


def some_value(kind: FieldType, *, low: bool) -> object:
    """The lowest or highest raw value of a field; for a collection, one of its values."""
    match kind:
        case Number():
            return kind.low if low else kind.high
        case Flag():
            return int(not low)
        case IdField():
            return (-1 if kind.none else 0) if low else len(kind.domain) - 1
        case IdSetField():
            return 1
        case TupleField():
            return (some_value(kind.item, low=low),) * (kind.length or 1)
    raise AssertionError(f"no value for {kind}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.short)
@pytest.mark.parametrize("low", [True, False], ids=["least", "greatest"])
def test_every_event_is_a_sentence_for_all_who_see_it(game: Game, *, low: bool) -> None:
    rules = game.rules()
    for kind in game.events:
        values = [some_value(field, low=low) for field in kind.fields.values()]
        for audience, bit in ((ALL, 1), (REDACTED_FOR_OTHERS | 1, 2)):
            event = kind.visible((kind.number, audience, *values), bit)
            if event is not None and kind.name not in IMPOSSIBLE.get(game.id, ()):
                sentence = game.describe_event(event, rules)
                assert re.fullmatch(r"[A-Z0-9][^_{}!]*[.?]", sentence), sentence


def changed_phrasing(folder: Path, now: str, then: str) -> Phrasing:
    """The phrases of Pacific Fury with a change in its catalogue."""
    file = folder / "catalogue.toml"
    text = Path(fury.PHRASING.catalogue.file).read_text(encoding="utf-8")
    assert now in text
    file.write_text(text.replace(now, then, 1), encoding="utf-8")
    changed = fury.phrasing(file)
    changed.bind(get_game("pf"))
    return changed


@pytest.mark.parametrize(
    ("now", "then", "message"),
    [
        (
            'label = "Sortie"',
            'lable = "Sortie"',
            "verbs.sortie: Object contains unknown field `lable`; keys are label, choice",
        ),
        ("[verbs.sortie]", "[verbs.sorty]", "verbs.sorty: the rules have no 'sorty'"),
        (
            'prompt = "Bombard again, or return to base?"',
            "",
            "procedures.bombardment: a procedure that asks must have a prompt",
        ),
        ('[verbs.pass]\nlabel = "Pass"', "", "verbs: 'pass' has no words"),
        ("to {zone:sea}.", "to {zoen:sea}.", "events.sortied: nothing fills in {zoen}; allowed: force, zone"),
        ("to {zone:sea}.", "to {zone:see}.", "events.sortied: there is no format 'see'; allowed:"),
        ("{force} returns to base.", "{force returns to base.", "events.went_home: this is not a phrase"),
        ('pass = { one = "passes", other', 'pass = { one = "passes", many', "plurals.pass: plural forms are"),
        (
            'round_opened = "Round {round}."',
            'round_opened = { a = "Round." }',
            "events.round_opened: one text is required",
        ),
        ('label = "Decline"', f'label = "{"Decline " * 6}"', "verbs.decline.label: this has at most 38 characters"),
    ],
)
def test_an_invalid_catalogue_is_refused_with_its_place(tmp_path: Path, now: str, then: str, message: str) -> None:
    with pytest.raises(IronbottomError) as refused:
        changed_phrasing(tmp_path, now, then)
    assert message in str(refused.value)
    assert "catalogue.toml" in str(refused.value)


def test_a_catalogue_in_another_language_is_read(tmp_path: Path) -> None:
    changed = changed_phrasing(tmp_path, 'label = "Pass"', 'label = "Passen"')
    assert changed.choice(("pass",)) == "Passen"
    assert changed.page()["verbs"]["pass"] == {"label": "Passen"}
