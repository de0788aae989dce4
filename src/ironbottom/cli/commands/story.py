"""``ironbottom story``: summarizes how a recorded game went."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import to_builtins

from ironbottom.cli.commands.parameters import File, Json, Viewer
from ironbottom.cli.output.terminal import print_json
from ironbottom.cli.storage.load_match import LoadedMatch, load_match
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.features import EventReader
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.state import State
from ironbottom.engine.text.sentences import count
from ironbottom.lab import story as stories
from ironbottom.lab.story import BattleSummary, LuckSummary, RollSummary, Story, event_reader


def story(file: Path, /, *, as_: Viewer = None, store: File = None, json: Json = False) -> None:
    """Summarize how a game went: the lead by turn, losses, turning points, and the luck of the dice.

    Parameters
    ----------
    file
        A record, or a match in progress saved by the page.
    as_
        The view: a side, public, or open (everything, after the end).
        Default: open for a finished game, otherwise public.
    store
        The file in which the page stores its games. Default: the usual file.
    """
    print_story(load_match(file, store), as_, json=json)


def print_story(loaded: LoadedMatch, as_: str | None = None, *, json: bool = False) -> None:
    """Prints the story of a match that was read from a file."""
    loaded.check_viewer(as_)
    turns = TurnStates()
    match = replay(loaded.record, each=turns.collect).match
    audience = as_ or ("open" if match.over else "public")
    known = (*match.rules.sides.ids, "public", "open")
    if audience not in known:
        raise BadValue(f"there is no view {audience!r}; choose one of {', '.join(known)}", field="--as")
    if audience == "open" and not match.over:
        raise BadValue("open is available only after the end; use public or a side", field="--as")
    view = match.view("public")
    log, turn = match.log(audience), view.get("turn", view.get("round", 1))
    leads = turns.leads(match, audience, stories.lead_entries(match.rules, log, turn))
    found = stories.story(match.rules, log, turn, leads)
    if json:
        print_json(to_builtins(found))
        return
    reader = event_reader(match.rules)
    if reader is None:
        raise BadValue(f"{match.rules.game.title} does not support stories", field="GAME")
    result = match.result()
    print(match.rules.game.title)
    print(f"Over: {result['why']}." if result else "Not over yet.")
    for line in story_lines(found, match.rules, reader):
        print(line)


class TurnStates:
    """Collects the states at the start of each turn while a record is replayed."""

    def __init__(self) -> None:
        self._reader: EventReader | None = None
        self._seen = 0
        self._states: dict[int, State] = {}

    def collect(self, match: Match) -> None:
        """Stores the state after the first act and after each act that begins a turn."""
        self._reader = self._reader or event_reader(match.rules)
        fresh = match.acts[self._seen :]
        self._seen = match.last
        if self._reader is None:
            return
        events = [event for act in fresh if isinstance(act, ChoiceMade) for event in act.events]
        if not self._states or any(self._reader.opened(event) for event in events):
            self._states[match.last] = match.state

    def leads(self, match: Match, audience: str, entries: list[int]) -> dict[int, float]:
        """Returns the lead after each of these log entries, as far as the audience knew it."""
        result = {}
        for entry in entries:
            number = match.act_number_of_entry(audience, entry) or match.last
            after = min((act for act in self._states if act >= number), default=match.last)
            view = view_of(self._states.get(after, match.state), audience)
            result[entry] = stories.lead_in_view(match.rules, view)
        return result


def view_of(state: State, audience: str) -> dict[str, object]:
    """Returns an audience's view of a state."""
    return state.rules.game.open_view(state) if audience == "open" else state.view(audience)


def story_lines(story: Story, rules: Rules, reader: EventReader) -> Iterator[str]:
    """Yields a story as lines of text."""
    titles = dict(zip(rules.sides.ids, rules.sides.titles, strict=True))
    yield f"Lead of {titles[rules.sides.ids[0]]}{stories.lead_unit(reader)} by turn: " + ", ".join(
        f"{stories.turn_name(reader, turn.turn)}: {turn.lead:+g}" for turn in story.turns
    )
    for side, title in titles.items():
        lost = [story.names[loss.unit] for loss in story.losses if loss.side == side]
        yield f"{title[0].upper()}{title[1:]} lost {len(lost)}" + (f": {', '.join(lost)}" if lost else "")
    if story.swings:
        yield "Turning points:"
    yield from (
        f"  {turning_point_line(one, titles, stories.turn_name(reader, one.turn), story.names)}" for one in story.swings
    )
    rolled = [luck for luck in story.luck if luck.dice]
    if rolled:
        yield "Luck of the dice:"
    for luck in rolled:
        title = titles[luck.side]
        yield f"  {title[0].upper()}{title[1:]}: {luck_line(luck)}"
        for word, roll in (("best", luck.best), ("worst", luck.worst)):
            if roll:
                yield f"    {word}: {roll_line(roll, story.names)}"


def turning_point_line(one: BattleSummary, titles: dict[str, str], turn: str, names: dict[str, str]) -> str:
    """Returns a turning point as one line: when, where, and who lost what or how the lead changed."""
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
    """Returns a lead in words.

    >>> lead_line(3, "Japan", "the Allies"), lead_line(-2.5, "Japan", "the Allies"), lead_line(0, "Japan", "the Allies")
    ('Japan +3', 'the Allies +2.5', 'even')
    """
    return f"{first if points > 0 else second} +{abs(points):g}" if points else "even"


def luck_line(luck: LuckSummary) -> str:
    """Returns the luck of a side as one line.

    >>> luck_line(LuckSummary("japan", 12, 9, 6.5, 2.0, 0.1234, None, None, 30))
    '9 hits, 6.5 expected from 30 dice: luckier than 88 % of games'
    """
    return (
        f"{count(luck.hits, 'hit')}, {luck.expected:.1f} expected "
        f"from {luck.dice} {'die' if luck.dice == 1 else 'dice'}: "
        f"luckier than {100 - luck.share * 100:.0f} % of games"
    )


def roll_line(roll: RollSummary, names: dict[str, str]) -> str:
    """Returns one roll as one line."""
    return f"{names[roll.unit]}: {count(roll.hits, 'hit')}, {roll.expected:.1f} expected (entry {roll.seq})"
