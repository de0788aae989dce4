"""``ironbottom odds``: battles reckoned exactly, by hand or from a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter
from msgspec import to_builtins

from ironbottom.bots.registry import companion
from ironbottom.cli import manual, odds_witp
from ironbottom.cli.arguments import Eyes, File, Json, Options
from ironbottom.cli.choosing import options_of
from ironbottom.cli.odds_tables import tables_in_words
from ironbottom.cli.reading import read_match
from ironbottom.cli.terminal import Terminal, print_json, wants_plain
from ironbottom.engine.errors import BadValue
from ironbottom.engine.registry import get_game
from ironbottom.engine.replay import replay
from ironbottom.engine.rules import Game
from ironbottom.engine.wrong_values import in_words, words_of

Units = Annotated[str, Parameter(metavar="UNITS")]
Word = Annotated[str, Parameter(metavar="WORD")]
Number = Annotated[int | None, Parameter(metavar="NUMBER")]
ON_BOARD = ("cheapest", "dearest")
"""Which loads of like ships a recorded game may be asked to give up first."""
Chance = Annotated[float, Parameter(metavar="CHANCE")]


@Parameter(name="*")
@dataclass
class ByHand:
    """A battle by hand, as its flags are written."""

    attack: Units = ""
    """The attacking units, such as "3 infantry, 2 tanks"."""
    defend: Units = ""
    """The defending units."""
    sea: bool = False
    """The battle is at sea."""
    landing: bool = False
    """Units land from the sea."""
    raid: bool = False
    """Bombers raid an industrial complex."""
    fleet: Units = ""
    """The ships of a landing."""
    ashore: Units = ""
    """The units that land."""
    at_sea: Units = ""
    """The enemies at sea that must be beaten before the landing."""
    aa: bool = False
    """An AA gun stands in the land."""
    first_turn: bool = False
    """Japan's first turn: the Allies, but for China, hit on 1."""
    low_luck: bool = False
    """Every six pips are a hit, and one die decides about the rest."""
    rounds: Number = None
    """The attacker retreats after so many rounds."""
    retreat_at: Number = None
    """The attacker retreats with so many units or fewer."""
    save_aircraft: bool = False
    """The attacker breaks off once only aircraft are left."""
    attacker_losses: Word = "cheapest"
    """In which order: cheapest, aircraft_first, ships_first or as_written."""
    defender_losses: Word = "cheapest"
    """The same for the defender."""
    loads: Word = "cheapest"
    """Of like ships of a landing those are lost first that carry: cheapest, dearest or as_written."""
    attacker_submerges: Word = "never"
    """When submarines submerge: never, at_once or alone."""
    defender_submerges: Word = "never"
    """The same for the defender."""
    add: Units = ""
    """Units of which the cheapest are wanted that win."""
    adding_to: Word = "attacker"
    """Who adds them: attacker or defender."""
    purse: Number = None
    """What there is to pay for them."""
    wanted: Chance = 0.9
    """How likely the battle is to be won with them."""
    bank: Number = None
    """What the economy has that is raided."""


def odds(
    game: str,
    file: Path | None = None,
    /,
    *,
    asked: ByHand | None = None,
    option: Options = None,
    as_: Eyes = None,
    store: File = None,
    json: Json = False,
) -> None:
    """Reckons a battle, or those of a recorded game.

    Parameters
    ----------
    game
        The game, by name or short form.
    file
        The record of a game; all battles of the turn are reckoned.
    option
        A rules option, name=value; may be given several times.
    as_
        From whose eyes a record is read: a side or public.
    store
        The file in which the page keeps its games; without it, the usual one.
    """
    answer(get_game(game), file, asked or ByHand(), option, as_, store, json=json)


def odds_of_war(
    file: Path | None = None,
    /,
    *,
    asked: odds_witp.AskedByHand | None = None,
    option: Options = None,
    as_: Eyes = None,
    store: File = None,
    json: Json = False,
) -> None:
    """Reckons a fight or a search of War in the Pacific, or those at a decision of a recorded game.

    Parameters
    ----------
    file
        The record of a game; the odds at the decision of the side named with --as.
    option
        A rules option, name=value; may be given several times.
    as_
        From whose eyes a record is read: a side.
    store
        The file in which the page keeps its games; without it, the usual one.
    """
    answer(get_game("witp"), file, asked or odds_witp.AskedByHand(), option, as_, store, json=json)


app = App(name="odds", usage=manual.ODDS_USAGE, help_epilogue="")
"""The command, which has one of its own for a game whose fights are asked about in words of their own."""
app.default(odds)
app.command(
    odds_of_war,
    name=odds_witp.NAMES,
    usage=odds_witp.USAGE,
    help=odds_witp.HELP,
    help_epilogue="",
    group_parameters="Options",
)


def answer(
    played: Game,
    file: Path | None,
    asked: Any,
    option: list[str] | None,
    eyes: str | None,
    store: Path | None,
    *,
    json: bool,
) -> None:
    """Writes the answer to what was asked by hand, or of a record."""
    if file is not None:
        told = from_record(played, file, eyes, store, getattr(asked, "loads", ON_BOARD[0]))
    else:
        told = [by_hand(played, asdict(asked), options_of(option))]
    if json:
        print_json(to_builtins(told))
        return
    terminal = Terminal(plain=wants_plain())
    for one in map(to_builtins, told):
        if "tables" in one:
            tables_in_words(terminal, one)
            continue
        for line in lines(one, calculator(played).amount):
            terminal.say(line, indent=4)
    if not told:
        terminal.say("No battle is planned or under way.")


def calculator(game: Game) -> Any:
    """The calculator that a game brings; ``BadValue`` where there is none."""
    name = companion(game, "odds.calculator")
    if name is None:
        raise BadValue(f"{game.title} brings no calculator of battles; its page tells the odds of each fight")
    return import_module(name)


def by_hand(game: Game, given: Mapping[str, Any], options: Mapping[str, str]) -> Any:
    """The answer to the flags that were given."""
    desk, rules = calculator(game), game.rules(options)
    usual, *others = words_of(desk.OddsQuestion, "kind")
    kinds = [kind for kind in others if given.get(kind)]
    if len(kinds) > 1:
        told = ", ".join(f"--{kind}" for kind in others)
        raise BadValue(f"of {told} a battle is one of them", field=f"--{kinds[1]}")
    known = set(desk.OddsQuestion.__struct_fields__)
    plain = {name: value for name, value in given.items() if name in known and value is not None}
    plain["kind"] = kinds[0] if kinds else usual
    try:
        asked = msgspec.convert(plain, desk.OddsQuestion)
    except msgspec.ValidationError as wrong:
        said, name = in_words(wrong, desk.OddsQuestion)
        raise BadValue(said, field="--" + name.replace("_", "-")) from None
    return desk.answer(rules, asked)


def from_record(game: Game, file: Path, as_: str | None, store: Path | None, loads: str) -> list[Any]:
    """The battles of a recorded game where it stands, as a side or the public sees it."""
    if loads not in ON_BOARD:
        raise BadValue(f"of a recorded game the {' or the '.join(ON_BOARD)} loads are given up first", field="--loads")
    read = read_match(file, store)
    match = replay(read.record).match
    if match.rules.game.id != game.id:
        raise BadValue(f"that is a game of {match.rules.game.title}", field="FILE")
    eyes = as_ or "public"
    if eyes not in (*match.rules.sides.ids, "public"):
        raise BadValue(f"{eyes!r} is nobody's eyes; there are {', '.join(match.rules.sides.ids)}, public", field="--as")
    read.check_eyes(eyes)
    told: list[Any] = calculator(game).on_board(match.rules, match.state.view(eyes), loads)
    return told


# -- for people --------------------------------------------------------------------------------------------------

NAMES = {
    "won": "The attacker wins",
    "lost": "The attacker is beaten",
    "emptied": "Nobody is left who could hold the place",
    "standing": "Both are left",
}


LEAST_TOLD = 0.0005
"""What is less likely would be told as 0.0 %."""


def lines(told: Mapping[str, Any], amount: Callable[[str, str], str]) -> Iterator[str]:
    """An answer in lines to read; ``amount`` says so many of a kind of unit in the game's words."""
    yield f"{told['place'] or 'By hand'}, {told['kind']}"
    if told["paid"] is not None:
        yield f"  paid {told['paid']:.2f} IPC on average; it may cost {told['points']:.2f} victory points"
    else:
        for name, said in NAMES.items():
            if told[name] >= LEAST_TOLD:
                yield f"  {said}: {told[name]:.1%}"
    losses = told["attacker_losses"], told["defender_losses"]
    yield f"  losses {losses[0]:.2f} and {losses[1]:.2f} IPC, swing {told['swing']:+.2f}"
    for side in ("attacker", "defender"):
        left = ", ".join(
            amount(f"{number:.2f}", unit) for unit, number in told[f"{side}_left"].items() if number > 0.004
        )
        if told[f"{side}_left"]:
            yield f"  left to the {side}: {left or 'nothing'}"
    for sea in told["seas"]:
        yield from (f"  {line}" for line in lines(sea | {"place": "First at sea"}, amount))
    if told["enough"] is False:
        yield "  No purchase from that purse is enough."
    if told["addition"]:
        added = ", ".join(amount(str(number), unit) for unit, number in told["addition"]["units"].items()) or "nothing"
        yield f"  cheapest: {added}, for {told['addition']['cost']} IPC, wins with {told['addition']['won']:.1%}"
