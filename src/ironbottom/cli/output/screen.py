"""What a person at the terminal is shown: the board, what happened, the question and the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.parsing.choices import MOST_SEARCHED
from ironbottom.cli.parsing.words import holds, words_of
from ironbottom.engine.core.errors import IronbottomError, Refused
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Line
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.past_names import Then
from ironbottom.odds.tables import OddsTable

MOST_NUMBERED = 20
"""Up to so many choices are listed one by one unasked."""
FEW = 6
"""In a longer list, verbs with so many choices are still listed one by one."""

MOST_FITTING = 60
"""Of the choices that hold some words so many are listed."""
MOST_SHOWN = 100
"""A verb with more choices is listed one by one only as far as their words hold some."""


class Screen:
    """Writes a game to a terminal in the game's words."""

    def __init__(self, terminal: Terminal, text: GameText) -> None:
        self.terminal = terminal
        self.text = text
        self._shown: dict[str, frozenset[Line]] = {}
        """The paragraphs of the board as they were shown last, by who looked."""

    def board(self, view: Mapping[str, Any], words: Sequence[str] = ()) -> bool:
        """The board as its viewer sees it, or only its paragraphs that hold some words; False where none does."""
        part = self.text.part(view, words[0]) if len(words) == 1 else None
        found = (
            self._holding(view, words)
            if part is None
            else [*part] or [("dim", f"Nothing of this kind is on the board: {words[0]}.")]
        )
        if found:
            self.terminal.rule()
            for style, paragraph in found:
                self.terminal.say(paragraph, style, indent=6 if paragraph.startswith("  ") else 4)
            self.terminal.rule()
        return bool(found)

    def board_news(self, view: Mapping[str, Any], eyes: str) -> bool:
        """The board to somebody; of a long one shown to these eyes before only what has changed, False if nothing."""
        lines = list(self.text.board(view))
        before, self._shown[eyes] = self._shown.get(eyes), frozenset(lines)
        if before is None or not self.text.long_board:
            return self.board(view)
        changed = changed_lines(lines, before)
        if changed:
            self.terminal.rule()
            self.terminal.say("Changed on the board; `board` shows all of it:", "dim")
            for style, paragraph in changed:
                self.terminal.say(paragraph, style, indent=6 if paragraph.startswith("  ") else 4)
            self.terminal.rule()
        return bool(changed)

    def _holding(self, view: Mapping[str, Any], words: Sequence[str]) -> list[Line]:
        """The paragraphs of the board that hold some words, and what stands under a heading that does."""
        found, below = list[Line](), False
        for style, paragraph in self.text.board(view):
            here = not words or holds(words_of(paragraph), words)
            below = here if style == "head" else below
            if here or below:
                found.append((style, paragraph))
        return found

    def progress(self, lines: Iterable[Line]) -> None:
        """What is under way in a long order."""
        for style, paragraph in lines:
            self.terminal.say(paragraph, style, indent=6)

    def story(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Entries of a log in sentences."""
        events: list[Mapping[str, Any]] = []
        then: list[Then | None] = []
        for entry in entries:
            if entry["act"] in ("choice", "begin"):
                events += entry["events"]
                then += self.text.then(entry)
                continue
            self._events(events, then)
            events, then = [], []
            self.terminal.say(f"- {act_in_words(entry, self.text)}")
        self._events(events, then)

    def _events(self, events: Sequence[Mapping[str, Any]], then: Sequence[Then | None]) -> None:
        for sentence in self.text.story(events, then):
            self.terminal.say(f"- {sentence}", indent=2)

    def question(self, offer: Offer) -> None:
        """Who decides what, and the clause."""
        self.terminal.say()
        self.terminal.say(f"{self.text.side(offer.side)}: {offer.prompt} ({offer.clause})", offer.side)
        if about := self.text.concerning(offer.view):
            self.terminal.say(f"  {about}", indent=4)

    def choices(self, offer: Offer, whole: bool = False) -> None:
        """The choices by number and by word; long lists in short unless the whole is asked for."""
        choices = offer.choices
        everything = whole or len(choices) <= MOST_NUMBERED
        examples = self.text.examples(offer.side)
        place = 0
        for verb, size in by_verb(choices):
            if size <= (MOST_SHOWN if everything else FEW):
                for number in range(place + 1, place + size + 1):
                    self._numbered(offer, number)
                if size > FEW and verb in examples:
                    self.terminal.say(f"      In words, for example: {examples[verb]}", "dim", indent=8)
            else:
                self._many(offer, verb, size, place, whole)
            place += size

    def fitting(self, offer: Offer, words: Sequence[str]) -> bool:
        """The choices by number whose words hold some; False where there are none."""
        choices = offer.choices
        if len(choices) > MOST_SEARCHED:
            raise Refused(f"there are {len(choices)} choices, too many to look through")
        named = ((number, action[0], self.text.name(action)) for number, action in enumerate(choices, 1))
        found = [(number, name) for number, verb, name in named if holds(words_of(f"{verb} {name}"), words)]
        for number, name in found[:MOST_FITTING]:
            self.terminal.say(f"{number:4}  {name}", indent=6)
        if len(found) > MOST_FITTING:
            self.terminal.say(f"      and {len(found) - MOST_FITTING} more: say more words", "dim", indent=6)
        return bool(found)

    def several(self, choices: Choices, actions: Sequence[Action]) -> None:
        """Some of the choices, by number where they can be numbered."""
        wanted = frozenset(actions) if len(choices) <= MOST_SEARCHED else frozenset()
        numbers = {action: number for number, action in enumerate(choices, 1) if action in wanted} if wanted else {}
        for action in actions:
            number = numbers.get(action)
            told = self.text.name(action) if number else f"{self.text.name(action)}: say {' '.join(action)}"
            self.terminal.say(f"{number or '':4}  {told}", indent=6)

    def example(self, offer: Offer, verb: str) -> str:
        """How a choice of a verb may be typed: as the game says, else as the first one open is listed."""
        own = self.text.examples(offer.side)
        if verb in own:
            return own[verb]
        if len(offer.choices) > MOST_SEARCHED:
            return f"{verb.replace('_', ' ')} and a name"
        sizes = by_verb(offer.choices)
        first = [one for one, _ in sizes].index(verb)
        return self.text.name(offer.choices.at(sum(size for _, size in sizes[:first])))

    def examples(self, offer: Offer) -> list[str]:
        """How choices may be typed: as the game says, else one of each verb that is open."""
        return list(self.text.examples(offer.side).values()) or [
            self.example(offer, verb) for verb in offer.choices.verbs()
        ]

    def _numbered(self, offer: Offer, number: int) -> None:
        self.terminal.say(f"{number:4}  {self.text.name(offer.choices.at(number - 1))}", indent=6)

    def _many(self, offer: Offer, verb: str, size: int, before: int, whole: bool) -> None:
        """A verb with many choices, in one line."""
        told = f"{verb.replace('_', ' ')}. Say for example {self.example(offer, verb)}"
        self.terminal.say(f"{before + 1:4} to {before + size}: {told}", indent=6)
        if whole and MOST_SHOWN < len(offer.choices) <= MOST_SEARCHED:
            self.terminal.say(f"      `choices {verb}` and more words list some of these.", "dim", indent=6)

    def odds(self, tables: Sequence[OddsTable]) -> None:
        """Tables of odds, a line for each row: what it is of, and each outcome with its chance."""
        for table in tables:
            self.terminal.say(f"{table.title}{f' ({table.note})' if table.note else ''}:", "head")
            for row in table.rows:
                pairs = zip(table.outcomes, row.chances, strict=True)
                told = ", ".join(_outcome(outcome, chance) for outcome, chance in pairs)
                self.terminal.say(f"  {row.name}: {told}", indent=4)

    def refusal(self, wrong: IronbottomError) -> None:
        """Why something is not done."""
        clause = f" ({wrong.clause})" if wrong.clause else ""
        self.terminal.say(f"Not so: {self.text.called(wrong.message)}{clause}", "alert", indent=2)

    def result(self, result: Mapping[str, Any]) -> None:
        """How the game ended."""
        winners = result["winners"]
        verdict = f"Victory for {' and '.join(map(self.text.title, winners))}" if winners else "The game is a draw"
        self.terminal.say(f"{verdict}: {result['why']}.", winners[0] if winners else "head")
        if result["score"]:
            score = ", ".join(f"{self.text.title(side)} {points}" for side, points in result["score"].items())
            self.terminal.say(f"Score: {score}.")


def changed_lines(lines: Sequence[Line], before: frozenset[Line]) -> list[Line]:
    """The paragraphs that were not there before, each under its heading.

    >>> changed_lines([("head", "Section D"), ("", "Wake."), ("head", "Section F"), ("", "Midway.")], frozenset(
    ...     [("head", "Section D"), ("", "Wake."), ("head", "Section F")]))
    [('head', 'Section F'), ('', 'Midway.')]
    """
    found, heading = list[Line](), None
    for line in lines:
        if line[0] == "head":
            heading = line
        elif line not in before:
            found += [heading, line] if heading else [line]
            heading = None
    return found


ON_AVERAGE = ", on average"


def _outcome(outcome: str, number: float) -> str:
    """An outcome with its chance; what is lost on average is no chance.

    >>> _outcome("sunk", 0.25), _outcome("wave loses, on average", 5.17)
    ('sunk 25 %', 'wave loses 5.2 on average')
    """
    if outcome.endswith(ON_AVERAGE):
        return f"{outcome.removesuffix(ON_AVERAGE)} {number:.1f} on average"
    return f"{outcome} {percent(number)}"


def percent(chance: float) -> str:
    """A chance as one reads it; only what is certain or impossible is told so.

    >>> percent(0.5), percent(0.001), percent(0.9999), percent(1.0)
    ('50 %', '< 1 %', '> 99 %', '100 %')
    """
    whole = round(100 * chance)
    if chance > 0 and whole == 0:
        return "< 1 %"
    return "> 99 %" if chance < 1 and whole == 100 else f"{whole} %"


def by_verb(choices: Choices) -> list[tuple[str, int]]:
    """The verbs of the choices in order, each with how many choices follow each other."""
    return list(zip(choices.verbs(), choices.sizes, strict=True))


def act_in_words(entry: Mapping[str, Any], text: GameText) -> str:
    """An act of the match, other than a choice, in a sentence."""
    side = text.title(entry["side"]) if "side" in entry else ""
    match entry["act"]:
        case "undo" | "withdraw":
            agreed = [text.title(other) for other in entry.get("consent", ())]
            consent = f", with the consent of {' and '.join(agreed)}" if agreed else ""
            return f"Taken back by {side}{consent}: {_many(len(entry['taken']))}."
        case "resign":
            seat = f" {text.does(entry['to'], 'takes')} over." if "to" in entry else ""
            return f"Resigned: {side}.{seat}"
        case "draw":
            words = {"offer": "Draw offered by", "accept": "Draw accepted by", "decline": "Draw declined by"}
            return f"{words[entry['word']]} {side}."
        case "copy":
            return "From here on this is a copy of another game, with dice of its own."
        case "end":
            return f"The game is over: {entry['result']['why']}."
        case _:
            return "The secret of the dice is revealed."


def _many(count: int) -> str:
    return "one choice" if count == 1 else f"{count} choices"
