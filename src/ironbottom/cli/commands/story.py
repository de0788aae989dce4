"""``ironbottom story``: how a recorded game went, told from its record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from ironbottom.cli.commands.parameters import Eyes, File, Json
from ironbottom.cli.output.terminal import print_json
from ironbottom.cli.storage.load_match import Read, read_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.features import Chronicler
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.sentences import count
from ironbottom.lab import story as stories
from ironbottom.lab.story import BattleTold, LuckTold, RollTold, Story, chronicler


def story(file: Path, /, *, as_: Eyes = None, store: File = None, json: Json = False) -> None:
    """Tells how a game went: the lead by turn, losses, turning points, the luck of the dice.

    Parameters
    ----------
    file
        The record of a game, or what the page has written of a match under way.
    as_
        From whose eyes: a side, public, or open (everything, after the end).
        Without it: open for a finished game, else public.
    store
        The file in which the page keeps its games; without it, the usual one.
    """
    print_story(read_match(file, store), as_, json=json)


def print_story(read: Read, as_: str | None = None, *, json: bool = False) -> None:
    """Prints how a game went that has been read from a file."""
    read.check_eyes(as_)
    turns = Turns()
    match = replay(read.record, each=turns.look).match
    audience = as_ or ("open" if match.over else "public")
    known = (*match.rules.sides.ids, "public", "open")
    if audience not in known:
        raise BadValue(f"{audience!r} is nobody's eyes; there are {', '.join(known)}", field="--as")
    if audience == "open" and not match.over:
        raise BadValue("everything is shown only after the end; take public or a side", field="--as")
    view = match.view("public")
    log, turn = match.log(audience), view.get("turn", view.get("round", 1))
    leads = turns.leads(match, audience, stories.lead_entries(match.rules, log, turn))
    told = stories.story(match.rules, log, turn, leads)
    if json:
        print_json(to_builtins(told))
        return
    reader = chronicler(match.rules)
    if reader is None:
        raise BadValue(f"{match.rules.game.title} does not say how its events are read", field="GAME")
    result = match.result()
    print(match.rules.game.title)
    print(f"Over: {result['why']}." if result else "Not over yet.")
    for line in lines(told, match.rules, reader):
        print(line)


class Turns:
    """The states in which turns begin, collected while a record is replayed."""

    def __init__(self) -> None:
        self._reader: Chronicler | None = None
        self._seen = 0
        self._states: dict[int, State] = {}

    def look(self, match: Match) -> None:
        """Takes the state after the first act, and after each act with which a turn opens."""
        self._reader = self._reader or chronicler(match.rules)
        fresh = match.acts[self._seen :]
        self._seen = match.last
        if self._reader is None:
            return
        events = [event for act in fresh if isinstance(act, ChoiceMade) for event in act.events]
        if not self._states or any(self._reader.opened(event) for event in events):
            self._states[match.last] = match.state

    def leads(self, match: Match, audience: str, entries: list[int]) -> dict[int, float]:
        """The lead after each of these entries of the log of an audience, as far as that audience knew."""
        found = {}
        for entry in entries:
            number = match.number(audience, entry) or match.last
            after = min((act for act in self._states if act >= number), default=match.last)
            view = view_of(self._states.get(after, match.state), audience)
            found[entry] = stories.lead_in_view(match.rules, view)
        return found


def view_of(state: State, audience: str) -> dict[str, Any]:
    """What an audience sees of a state."""
    return state.rules.game.open_view(state) if audience == "open" else state.view(audience)


def lines(told: Story, rules: Rules, reader: Chronicler) -> Iterator[str]:
    """A story in lines to read."""
    titles = dict(zip(rules.sides.ids, rules.sides.titles, strict=True))
    yield f"Lead of {titles[rules.sides.ids[0]]}{stories.lead_called(reader)} by turn: " + ", ".join(
        f"{stories.turn_called(reader, turn.turn)}: {turn.lead:+g}" for turn in told.turns
    )
    for side, title in titles.items():
        lost = [told.names[loss.unit] for loss in told.losses if loss.side == side]
        yield f"{title[0].upper()}{title[1:]} lost {len(lost)}" + (f": {', '.join(lost)}" if lost else "")
    if told.swings:
        yield "Turning points:"
    yield from (
        f"  {turning_point_line(one, titles, stories.turn_called(reader, one.turn), told.names)}" for one in told.swings
    )
    rolled = [luck for luck in told.luck if luck.dice]
    if rolled:
        yield "Luck of the dice:"
    for luck in rolled:
        title = titles[luck.side]
        yield f"  {title[0].upper()}{title[1:]}: {luck_line(luck)}"
        for word, roll in (("best", luck.best), ("worst", luck.worst)):
            if roll:
                yield f"    {word}: {roll_line(roll, told.names)}"


def turning_point_line(one: BattleTold, titles: dict[str, str], turn: str, names: dict[str, str]) -> str:
    """A turning point in a line: when and where, and who lost what, or how the lead changed."""
    entries = f"entry {one.seq}" if one.seq == one.until else f"entries {one.seq} to {one.until}"
    if one.kind == "score":
        first, second = list(titles.values())[:2]
        lead = " to ".join(lead_line(points, first, second) for points in (one.before, one.after))
        return f"Turn {turn}: {f'{one.told} ' if one.told else ''}The lead changes from {lead} ({entries})"
    lost = [
        f"{titles[side]} lost {', '.join(names[unit] for unit in units)}" for side, units in one.lost.items() if units
    ]
    where = names[one.place] if one.kind == "battle" else "outside battles"
    return f"Turn {turn}, {where}: {'; '.join(lost)} ({entries})"


def lead_line(points: float, first: str, second: str) -> str:
    """A lead in words.

    >>> lead_line(3, "Japan", "the Allies"), lead_line(-2.5, "Japan", "the Allies"), lead_line(0, "Japan", "the Allies")
    ('Japan +3', 'the Allies +2.5', 'even')
    """
    return f"{first if points > 0 else second} +{abs(points):g}" if points else "even"


def luck_line(luck: LuckTold) -> str:
    """The fire of a side in a line.

    >>> luck_line(LuckTold("japan", 12, 9, 6.5, 2.0, 0.1234, None, None, 30))
    '9 hits where 6.5 were expected, with 30 dice; 12 % of such games do as well'
    """
    return (
        f"{count(luck.hits, 'hit')} where {luck.expected:.1f} were expected, "
        f"with {luck.dice} {'die' if luck.dice == 1 else 'dice'}; "
        f"{luck.share * 100:.0f} % of such games do as well"
    )


def roll_line(roll: RollTold, names: dict[str, str]) -> str:
    """One fire in a line."""
    return f"{names[roll.unit]}: {count(roll.hits, 'hit')} where {roll.expected:.1f} were expected (entry {roll.seq})"
