"""Checks all sentences in walks through games: number and verb, names, punctuation, no raw ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from ironbottom.engine.core.fields import Numbers
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.sentences import capitalized
from ironbottom.testing.texts import wrong_number

GAMES = ("pf", "hf", "vitp", "aap")
KIND = r"(?:damaged )?[A-Za-z]+(?: gun)?(?: on patrol)?(?: with [a-z0-9 ]+?)?"
COUNTED = (
    "hit|shot|point|factor|counter|ship|block|unit|task force|airstrike|step|turn|round|area|port|base|carrier"
    "|fighter|bomber|destroyer|submarine|tank|transport|marine|battleship|AA gun"
)
WRONG = {
    "a raw id": re.compile(r"_"),
    "a value of the program": re.compile(r"[{}]|\b(None|True|False)\b"),
    "a mark out of place": re.compile(r"  | [,.;:]|\.\.|,,|:\.|\(\)"),
    "many where there is one": re.compile(rf"(?<![\d.,])(?<!\d )\b1 ({COUNTED}|dice)s\b"),
    "one where there are many": re.compile(rf"(?<![.\d])\b([2-9]|\d\d+) ({COUNTED})\b(?! of)"),
    "a double word": re.compile(r"\b([A-Za-z]{2,}(?: [A-Za-z]+)?) \1\b"),
    "the Allies with a verb for one": re.compile(r"\b[Tt]he Allies (has|is|was|does|\w+[^s\W]s)\b"),
    "Japan with a verb for many": re.compile(
        r"(?<!of )\bJapan "
        r"(have|are|were|do|pass|hold|take|win|stay|leave|want|fight|decline|keep|place|flee|form|set|attack)\b"
    ),
    "two with a verb for one": re.compile(
        r"[A-Z]\w+ and [A-Z][\w.]+ "
        r"(aims|holds|pursues|leaves|arrives|is|was|has|goes|retreats|gives|joins|sails|fires)\b"
    ),
    "one with a verb for many": re.compile(
        rf"(?<![\d.,])(?<!and )(?<!zone )\b1 {KIND}(?: (?:of|from|in|over) [A-Za-z0-9 -]+?)? "
        r"(?<!to )(?<!cannot )(?<!will )(are|land|go|submerge|patrol|bombard|meet|find|lose|sail|board)\b(?! at \d| of)"
    ),
    "many with a word for one": re.compile(r"\bThe (Allies|United States)\b(?! and)[^.:;]* its\b"),
    "a list without its and": re.compile(r"\b(sea zone \d+), sea zone \d+[.]"),
    "two of a kind not counted": re.compile(r"\b(infantry|artillery|marine) and \1\b"),
    "a number after a number": re.compile(r"(Cruiser|Transport|Submarine|Air|[Bb]lock|force) \d+ \d+\b"),
    "the wrong article": re.compile(r"\b[Aa] (?!US\b|one\b)[AEIOaeio]\w+|\b[Aa]n (?![AEIOUaeiou]|hour)\w+"),
    "no hit where something was hit": re.compile(r"no hit, disabled|no hits"),
}
WHOLE = re.compile(r"^[A-Z0-9].*[.?]$", re.DOTALL)
"""The form of a complete sentence; refusals and choices are parts of sentences."""


def faults(text: str, *, whole: bool) -> list[str]:
    """The faults of a sentence."""
    found = [name for name, rule in WRONG.items() if rule.search(text)]
    return found + ["no sentence"] * (whole and not WHOLE.match(text))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Akagi fires: 1 shots.", "many where there is one"),
        ("Akagi fires: 2 shot.", "one where there are many"),
        ("The Allies passes.", "the Allies with a verb for one"),
        ("Japan pass.", "Japan with a verb for many"),
        ("Akagi and Kaga aims at Wasp.", "two with a verb for one"),
        ("Hit: Cruiser 1 3.", "a number after a number"),
        ("It takes join_raid, done.", "a raw id"),
        ("A Allied block moves.", "the wrong article"),
        ("Hosho fires: no hit, disabled.", "no hit where something was hit"),
        ("Home to the the Marianas.", "a double word"),
        ("no Allied carrier fires.", "no sentence"),
        ("1 fighter of Japan land at Siam.", "one with a verb for many"),
        ("1 infantry in sea zone 45 are to land at Kwangsi.", "one with a verb for many"),
        ("The United States are done with its battles.", "many with a word for one"),
        ("An infantry boards a transport with infantry and infantry.", "two of a kind not counted"),
        ("Submarines surface in sea zone 3, sea zone 4.", "a list without its and"),
    ],
)
def test_each_rule_finds_its_fault(text: str, fault: str) -> None:
    assert faults(text, whole=True) == [fault]


def met(game: Game, state: State, seed: int, most: int) -> Iterator[tuple[str, bool]]:
    """The sentences of a walk with random choices: prompts, choices, refusals, visible events, and stories."""
    drawn, dice, text = random.Random(seed), SeededDice(seed), game.text()
    assert text
    assert text.story
    for _ in range(most):
        decisions = state.decisions()
        if not decisions:
            result = state.result()
            assert result is not None
            yield f"{capitalized(result['why'])}.", True
            return
        for decision in decisions:
            yield decision.prompt, True
        decision = decisions[0]
        action = decision.choices.sample(drawn)
        yield game.describe_action(action, state.rules), False
        verb = drawn.choice(game.vocabulary.verbs)
        tried = (verb.name, *(drawn.choice(domain.ids) for domain in verb.domains))
        refused = state.why_not(decision.side, tried)
        if refused:
            yield str(refused.message), False
        events = state.apply(decision.side, action, dice, trusted=True)
        for audience in ("public", *game.sides.ids):
            found = state.rules.visible_events(events, audience)
            yield from ((game.describe_event(event, state.rules), True) for event in found)
            yield from ((line, True) for line in text.story(found))


def walk(name: str, seed: int, most: int, options: dict[str, str] | None = None) -> list[tuple[str, list[str]]]:
    """The faults in the sentences of a walk, each once."""
    game = get_game(name)
    sentences = dict.fromkeys(met(game, game.rules(options or {}).new(), seed, most))
    assert len(sentences) > 100
    bare = without_article(game)
    found = [(text, faults(text, whole=whole) + bare.findall(text)) for text, whole in sentences]
    return [(text, wrong) for text, wrong in found if wrong]


def without_article(game: Game) -> re.Pattern[str]:
    """A place whose name needs an article, without it."""
    domains = {domain for verb in game.vocabulary.verbs for domain in verb.domains}
    pairs = {pair for domain in domains for pair in zip(domain.titles, domain.within, strict=True)}
    names = sorted(re.escape(title) for title, within in pairs if within == f"the {title}")
    assert names
    return re.compile(rf"(?<![Tt]he )\b({'|'.join(names)})\b")


@pytest.mark.build
@pytest.mark.parametrize("name", GAMES)
def test_the_sentences_of_whole_games_are_right_under_every_option(name: str) -> None:
    options = get_game(name).options
    assert walk(name, 1, 4000) == []
    assert walk(name, 2, 4000, {option.name: option.values[-1] for option in options}) == []


def numbered_refusals(game: Game) -> Iterator[str]:
    """The messages of all restrictions that name a number, each with 0, 1 and 2."""
    for verb in game.vocabulary.verbs:
        numbers = [argument.name for argument in verb.arguments if isinstance(argument.domain, Numbers)]
        for named in verb.restrictions:
            for name in numbers:
                if f"{{{name}}}" in named.message:
                    yield from (named.message.replace(f"{{{name}}}", number) for number in "012")


def test_refusals_that_name_a_number_use_singular_and_plural_correctly() -> None:
    found = [sentence for game in all_games() for sentence in numbered_refusals(game)]
    assert found
    assert [sentence for sentence in found if wrong_number(sentence)] == []


def test_the_day_and_night_prompt_explains_the_effect_of_the_wish() -> None:
    """7.32 The side that wants day adds one to its die if the sides want different things."""
    game = get_game("vitp")
    drawn, dice, state = random.Random(3), SeededDice(3), game.new()
    for _ in range(600):
        asked = [decision for decision in state.decisions() if decision.prompt.startswith("Day or night")]
        if asked:
            assert asked[0].prompt == "Day or night? If you differ, dice decide; day gets +1."
            return
        decision = state.decisions()[0]
        state.apply(decision.side, decision.choices.sample(drawn), dice, trusted=True)
    raise AssertionError("no battle was met")
