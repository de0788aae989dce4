"""Prints a game to the terminal: the board, events, the question and the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.parsing.choices import MAX_SEARCHED
from ironbottom.cli.parsing.words import contains_words, words_of
from ironbottom.engine.core.errors import IronbottomError, Refused
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Line
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.past_names import NameLookup
from ironbottom.engine.rules.view_types import LogEntryView, Result
from ironbottom.odds.tables import OddsTable

MAX_NUMBERED = 20
"""The maximum number of choices that are listed one by one without being asked for."""
MAX_SHORT_GROUP = 6
"""In a longer list, the choices of a verb are still listed individually if there are at most this many."""

MAX_MATCHES = 60
"""The maximum number of choices that a search lists."""
MAX_LISTED_PER_VERB = 100
"""A verb with more choices is listed one by one only in a search."""


class Screen:
    """Prints a game with the game's own texts."""

    def __init__(self, terminal: Terminal, text: GameText) -> None:
        self.terminal = terminal
        self.text = text
        self._shown: dict[str, frozenset[Line]] = {}
        """The paragraphs of the board that were printed last, by viewer."""

    def board(self, view: Mapping[str, object], words: Sequence[str] = ()) -> bool:
        """Prints the board, or only the paragraphs with these words. Returns False if there are none."""
        part = self.text.part(view, words[0]) if len(words) == 1 else None
        result = (
            self._paragraphs_with(view, words)
            if part is None
            else [*part] or [("dim", f"Nothing of this kind is on the board: {words[0]}.")]
        )
        if result:
            self.terminal.write_rule()
            for style, paragraph in result:
                self.terminal.write(paragraph, style, indent=6 if paragraph.startswith("  ") else 4)
            self.terminal.write_rule()
        return bool(result)

    def board_news(self, view: Mapping[str, object], viewer: str) -> bool:
        """Prints the board. If this viewer has seen a long board, prints only its changes.

        Returns False if there are none.
        """
        lines = list(self.text.board(view))
        before, self._shown[viewer] = self._shown.get(viewer), frozenset(lines)
        if before is None or not self.text.long_board:
            return self.board(view)
        changed = changed_lines(lines, before)
        if changed:
            self.terminal.write_rule()
            self.terminal.write("Changes on the board (`board` shows all of it):", "dim")
            for style, paragraph in changed:
                self.terminal.write(paragraph, style, indent=6 if paragraph.startswith("  ") else 4)
            self.terminal.write_rule()
        return bool(changed)

    def _paragraphs_with(self, view: Mapping[str, object], words: Sequence[str]) -> list[Line]:
        """Returns the paragraphs of the board with these words, and those under a heading with them."""
        result, below = list[Line](), False
        for style, paragraph in self.text.board(view):
            here = not words or contains_words(words_of(paragraph), words)
            below = here if style == "head" else below
            if here or below:
                result.append((style, paragraph))
        return result

    def progress(self, lines: Iterable[Line]) -> None:
        """Prints what has been entered so far of a long order."""
        for style, paragraph in lines:
            self.terminal.write(paragraph, style, indent=6)

    def story(self, entries: Sequence[LogEntryView]) -> None:
        """Prints log entries as sentences."""
        events: list[Mapping[str, object]] = []
        then: list[NameLookup | None] = []
        for entry in entries:
            if entry["act"] in ("choice", "begin"):
                events += entry["events"]
                then += self.text.then(entry)
                continue
            self._events(events, then)
            events, then = [], []
            self.terminal.write(f"- {describe_act(entry, self.text)}")
        self._events(events, then)

    def _events(self, events: Sequence[Mapping[str, object]], then: Sequence[NameLookup | None]) -> None:
        for sentence in self.text.story(events, then):
            self.terminal.write(f"- {sentence}", indent=2)

    def question(self, offer: Offer) -> None:
        """Prints the side, the question and its clause."""
        self.terminal.write()
        self.terminal.write(f"{self.text.side(offer.side)}: {offer.prompt} ({offer.clause})", offer.side)
        if about := self.text.subject(offer.view):
            self.terminal.write(f"  {about}", indent=4)

    def choices(self, offer: Offer, whole: bool = False) -> None:
        """Prints the choices with their numbers. Long lists are summarized unless ``whole`` is set."""
        choices = offer.choices
        everything = whole or len(choices) <= MAX_NUMBERED
        examples = self.text.examples(offer.side)
        place = 0
        for verb, size in sizes_by_verb(choices):
            if size <= (MAX_LISTED_PER_VERB if everything else MAX_SHORT_GROUP):
                for number in range(place + 1, place + size + 1):
                    self._print_numbered(offer, number)
                if size > MAX_SHORT_GROUP and verb in examples:
                    self.terminal.write(f"      In words, for example: {examples[verb]}", "dim", indent=8)
            else:
                self._print_summary(offer, verb, size, place, whole)
            place += size

    def fitting(self, offer: Offer, words: Sequence[str]) -> bool:
        """Prints the choices with these words and their numbers. Returns False if there are none."""
        choices = offer.choices
        if len(choices) > MAX_SEARCHED:
            raise Refused(f"there are {len(choices)} choices, too many to search")
        named = ((number, action[0], self.text.name(action)) for number, action in enumerate(choices, 1))
        result = [(number, name) for number, verb, name in named if contains_words(words_of(f"{verb} {name}"), words)]
        for number, name in result[:MAX_MATCHES]:
            self.terminal.write(f"{number:4}  {name}", indent=6)
        if len(result) > MAX_MATCHES:
            self.terminal.write(f"      and {len(result) - MAX_MATCHES} more: type more words", "dim", indent=6)
        return bool(result)

    def several(self, choices: Choices, actions: Sequence[Action]) -> None:
        """Prints some of the choices, with their numbers if they can be numbered."""
        wanted = frozenset(actions) if len(choices) <= MAX_SEARCHED else frozenset()
        numbers = {action: number for number, action in enumerate(choices, 1) if action in wanted} if wanted else {}
        for action in actions:
            number = numbers.get(action)
            line = self.text.name(action) if number else f"{self.text.name(action)}: type {' '.join(action)}"
            self.terminal.write(f"{number or '':4}  {line}", indent=6)

    def example(self, offer: Offer, verb: str) -> str:
        """Returns an example of how to type a choice of a verb: the game's own, or the first open choice."""
        own = self.text.examples(offer.side)
        if verb in own:
            return own[verb]
        if len(offer.choices) > MAX_SEARCHED:
            return f"{verb.replace('_', ' ')} and a name"
        sizes = sizes_by_verb(offer.choices)
        first = [one for one, _ in sizes].index(verb)
        return self.text.name(offer.choices.at(sum(size for _, size in sizes[:first])))

    def examples(self, offer: Offer) -> list[str]:
        """Returns examples of how to type choices: the game's own, or one for each open verb."""
        return list(self.text.examples(offer.side).values()) or [
            self.example(offer, verb) for verb in offer.choices.verbs()
        ]

    def _print_numbered(self, offer: Offer, number: int) -> None:
        self.terminal.write(f"{number:4}  {self.text.name(offer.choices.at(number - 1))}", indent=6)

    def _print_summary(self, offer: Offer, verb: str, size: int, before: int, whole: bool) -> None:
        """Prints a verb with many choices on one line."""
        line = f"{verb.replace('_', ' ')}. Type for example {self.example(offer, verb)}"
        self.terminal.write(f"{before + 1:4} to {before + size}: {line}", indent=6)
        if whole and MAX_LISTED_PER_VERB < len(offer.choices) <= MAX_SEARCHED:
            self.terminal.write(f"      Type `choices {verb}` and more words to list some of these.", "dim", indent=6)

    def odds(self, tables: Sequence[OddsTable]) -> None:
        """Prints tables of odds, one line for each row."""
        for table in tables:
            self.terminal.write(f"{table.title}{f' ({table.note})' if table.note else ''}:", "head")
            for row in table.rows:
                pairs = zip(table.outcomes, row.chances, strict=True)
                line = ", ".join(_format_outcome(outcome, chance) for outcome, chance in pairs)
                self.terminal.write(f"  {row.name}: {line}", indent=4)

    def hints(self, plans: Sequence[HintPlan]) -> None:
        """The plans of a hint, each with its reasons."""
        for number, plan in enumerate(plans, 1):
            self.terminal.write(f"{number}  {plan.title}", "head", indent=3)
            self.terminal.write(plan.why, indent=3)
            parts = (("Brings", plan.brings), ("Costs", plan.costs), ("Risk", plan.risk), ("Else", plan.otherwise))
            for name, text in parts:
                if text:
                    self.terminal.write(f"{name}: {text}", indent=5)
        by = f"Advice of {plans[0].by}. " if plans[0].by else ""
        self.terminal.write(f"{by}`hint {1 if len(plans) == 1 else 'N'}` makes the choices of a plan.", "dim")

    def refusal(self, error: IronbottomError) -> None:
        """Prints why a choice is refused."""
        clause = f" ({error.clause})" if error.clause else ""
        self.terminal.write(f"Not allowed: {self.text.with_names(error.message)}{clause}", "alert", indent=2)

    def result(self, result: Result) -> None:
        """Prints how the game ended."""
        winners = result["winners"]
        verdict = f"Victory for {' and '.join(map(self.text.title, winners))}" if winners else "The game is a draw"
        self.terminal.write(f"{verdict}: {result['why']}.", winners[0] if winners else "head")
        if result["score"]:
            score = ", ".join(f"{self.text.title(side)} {points}" for side, points in result["score"].items())
            self.terminal.write(f"Score: {score}.")


def changed_lines(lines: Sequence[Line], before: frozenset[Line]) -> list[Line]:
    """Returns the paragraphs that are new, each under its heading.

    >>> changed_lines([("head", "Section D"), ("", "Wake."), ("head", "Section F"), ("", "Midway.")], frozenset(
    ...     [("head", "Section D"), ("", "Wake."), ("head", "Section F")]))
    [('head', 'Section F'), ('', 'Midway.')]
    """
    result, heading = list[Line](), None
    for line in lines:
        if line[0] == "head":
            heading = line
        elif line not in before:
            result += [heading, line] if heading else [line]
            heading = None
    return result


ON_AVERAGE = ", on average"


def _format_outcome(outcome: str, number: float) -> str:
    """Returns an outcome with its chance, or with its average.

    >>> _format_outcome("sunk", 0.25), _format_outcome("wave loses, on average", 5.17)
    ('sunk 25 %', 'wave loses 5.2 on average')
    """
    if outcome.endswith(ON_AVERAGE):
        return f"{outcome.removesuffix(ON_AVERAGE)} {number:.1f} on average"
    return f"{outcome} {format_percent(number)}"


def format_percent(chance: float) -> str:
    """Formats a chance. Only certain and impossible outcomes are shown as 100 % and 0 %.

    >>> format_percent(0.5), format_percent(0.001), format_percent(0.9999), format_percent(1.0)
    ('50 %', '< 1 %', '> 99 %', '100 %')
    """
    whole = round(100 * chance)
    if chance > 0 and whole == 0:
        return "< 1 %"
    return "> 99 %" if chance < 1 and whole == 100 else f"{whole} %"


def sizes_by_verb(choices: Choices) -> list[tuple[str, int]]:
    """Returns the verbs of the choices in order, each with its number of choices."""
    return list(zip(choices.verbs(), choices.sizes, strict=True))


def describe_act(entry: LogEntryView, text: GameText) -> str:
    """Describes an act of the match other than a choice."""
    side = text.title(entry["side"]) if "side" in entry else ""
    match entry["act"]:
        case "undo" | "withdraw":
            agreed = [text.title(other) for other in entry.get("consent", ())]
            consent = f", with the consent of {' and '.join(agreed)}" if agreed else ""
            return f"Taken back by {side}{consent}: {_count_choices(len(entry['taken']))}."
        case "resign":
            seat = f" {text.does(entry['to'], 'takes')} over." if "to" in entry else ""
            return f"{'Out of time' if 'why' in entry else 'Resigned'}: {side}.{seat}"
        case "draw":
            words = {"offer": "Draw offered by", "accept": "Draw accepted by", "decline": "Draw declined by"}
            return f"{words[entry['word']]} {side}."
        case "copy":
            return "This game is a copy from here on, with its own dice."
        case "end":
            return f"The game is over: {entry['result']['why']}."
        case "comment":
            return f"Comment on entry {entry['on']}: {entry['comment']}".rstrip(": ")
        case _:
            return "The secret of the dice is revealed."


def _count_choices(count: int) -> str:
    return "one choice" if count == 1 else f"{count} choices"
