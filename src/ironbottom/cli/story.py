"""``ironbottom story``: how a recorded game went, from its record alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import to_builtins

from ironbottom.cli.arguments import Eyes, File, Json
from ironbottom.cli.reading import read_match
from ironbottom.cli.terminal import print_json
from ironbottom.engine.errors import BadValue
from ironbottom.engine.replay import replay
from ironbottom.engine.rules import Rules
from ironbottom.lab.story import (
    BattleTold,
    Chronicler,
    LuckTold,
    RollTold,
    Story,
    chronicler,
    lead_called,
    turn_called,
)
from ironbottom.lab.story import story as story_of


def story(file: Path, /, *, as_: Eyes = None, store: File = None, json: Json = False) -> None:
    """Tells how a game went: the lead by turn, losses, the largest swings, the luck of the dice.

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
    read = read_match(file, store)
    read.check_eyes(as_)
    match = replay(read.record).match
    audience = as_ or ("open" if match.over else "public")
    known = (*match.rules.sides.ids, "public", "open")
    if audience not in known:
        raise BadValue(f"{audience!r} is nobody's eyes; there are {', '.join(known)}", field="--as")
    if audience == "open" and not match.over:
        raise BadValue("everything is shown only after the end; take public or a side", field="--as")
    view = match.view("public")
    told = story_of(match.rules, match.log(audience), view.get("turn", view.get("round", 1)))
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


def lines(told: Story, rules: Rules, reader: Chronicler) -> Iterator[str]:
    """A story in lines to read."""
    titles = dict(zip(rules.sides.ids, rules.sides.titles, strict=True))
    yield f"Lead of {titles[rules.sides.ids[0]]}{lead_called(reader)} by turn: " + ", ".join(
        f"{turn_called(reader, turn.turn)}: {turn.lead:+g}" for turn in told.turns
    )
    for side, title in titles.items():
        lost = [told.names[loss.unit] for loss in told.losses if loss.side == side]
        yield f"{title[0].upper()}{title[1:]} lost {len(lost)}" + (f": {', '.join(lost)}" if lost else "")
    if told.swings:
        yield "Largest swings:"
    yield from (
        f"  {battle_line(battle, titles, turn_called(reader, battle.turn), told.names)}" for battle in told.swings
    )
    rolled = [luck for luck in told.luck if luck.shots]
    if rolled:
        yield "Luck of the dice:"
    for luck in rolled:
        title = titles[luck.side]
        yield f"  {title[0].upper()}{title[1:]}: {luck_line(luck)}"
        for word, roll in (("best", luck.best), ("worst", luck.worst)):
            if roll:
                yield f"    {word}: {roll_line(roll, told.names)}"


def battle_line(battle: BattleTold, titles: dict[str, str], turn: str, names: dict[str, str]) -> str:
    """A battle in a line: where, when, who lost what."""
    lost = [
        f"{titles[side]} lost {', '.join(names[unit] for unit in units)}"
        for side, units in battle.lost.items()
        if units
    ]
    when = f"Turn {turn}, {names[battle.place]}"
    return f"{when}: {'; '.join(lost)} (entries {battle.seq} to {battle.until})"


def luck_line(luck: LuckTold) -> str:
    """The fire of a side in a line.

    >>> luck_line(LuckTold("japan", 12, 9, 6.5, 2.0, 0.1234, None, None))
    '9 hits of 6.5 expected in 12 shots; 12 % of such games do as well'
    """
    return (
        f"{luck.hits} hits of {luck.expected:.1f} expected in {luck.shots} shots; "
        f"{luck.share * 100:.0f} % of such games do as well"
    )


def roll_line(roll: RollTold, names: dict[str, str]) -> str:
    """One fire in a line."""
    return f"{names[roll.unit]} with {roll.hits} hits of {roll.expected:.1f} expected (entry {roll.seq})"
