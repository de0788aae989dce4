"""What the server's workshops do: the side of them that runs in processes of their own.

Such a process takes one order after the other from its input and answers each; what it holds and how long it computes
is limited, so that it is this process that ends, and no match with it.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import IO, Any

import msgspec

from ironbottom.bots.decision_request import decode_request
from ironbottom.bots.player import Player, as_choices
from ironbottom.bots.registry import make_player
from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.replay import replay
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import read_lines
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import game_from, get_game
from ironbottom.engine.text.wrong_values import in_words
from ironbottom.server.storage.match_files import must_agree, read_file
from ironbottom.server.views.game_text import pieces, side_title

HEAD_BYTES = 8
LATE, WAITED, ENDED, MEMORY, NEVER_BEGUN = "late", "waited", "ended", "memory", "never begun"
"""How a job may fail, beside the kind of fault that it ended with: the first computed, the second took too long."""
OUT_OF_TIME: int = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process that has computed for too long, where the system knows of such."""
MOST_NUMBER = 2**63
"""From here on a message takes no whole number."""
MOST_PLAYERS = 256
"""So many players stay in a process, for their next choice."""
_log = logging.getLogger(__name__)


class Order(msgspec.Struct, array_like=True):
    """One job: its name and what it is given, how long it may compute, and where the games come from."""

    job: str
    given: list[Any]
    seconds: float
    games: list[tuple[str, str]] = []
    """The module and the id of each game, for those that are not installed."""


class Answer(msgspec.Struct, array_like=True):
    """What came of a job: its value, or the sentence with its place that says why there is none.

    ``failed`` tells how the job itself came to nothing.
    """

    value: Any = None
    wrong: str = ""
    field: str = ""
    clause: str | None = None
    failed: str = ""


def begin() -> None:
    """Nothing: the process is there."""


def read_text(game: str, options: Mapping[str, str], corrections: Mapping[str, Any], text: str) -> list[Any]:
    """The position in a text: the options in force and the dump of its state."""
    state = read_position(parse_position(text), get_game(game).rules(options, corrections))
    return [state.rules.options, state.dump()]


def look_at_text(game: str, corrections: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A position being set up, or with an empty text the start of a game: what it says, and what is not lawful in it.

    Without ``game`` the text names it. ``position``: what the text says; None where it cannot be read as one at all.
    """
    said: dict[str, Any] | None = None
    try:
        said = parse_position(text) if text.strip() else None
        rules = get_game(str(said.get("game", game)) if said else game).rules({}, corrections)
        state = read_position(said, rules) if said else rules.begin(None, SeededDice(0)).state
    except IronbottomError as wrong:
        told = {"message": wrong.message, "field": wrong.field, "clause": wrong.clause}
        return {"position": _sendable(said), "wrong": told, "text": "", "view": None, "pieces": None, "asked": []}
    shown = {"view": state.rules.game.open_view(state), "pieces": pieces(state.rules)}
    asked = [side_title(state.rules, decision.side) for decision in state.decisions()]
    text = position_text(state)
    return {"position": write_position(state), "wrong": None, "text": text, "asked": asked, **shown}


def _sendable(said: Any) -> Any:
    """What a text says, with a whole number too large for a message as a text."""
    if isinstance(said, dict):
        return {name: _sendable(value) for name, value in said.items()}
    if isinstance(said, list):
        return [_sendable(value) for value in said]
    return str(said) if isinstance(said, int) and abs(said) >= MOST_NUMBER else said


def read_match(data: bytes, key: bytes) -> list[Any]:
    """The match in a file: lines, secrets of the dice, name, seats, root, how many acts, its kind, holders of seats."""
    brought = read_file(data, key)
    record = brought.record
    kept = [record.lines(), brought.secrets, brought.name, brought.seats, brought.root]
    return [*kept, len(record.acts), record.name, brought.holders]


def check_match(lines: bytes, name: str) -> None:
    """Replays a match from elsewhere; refuses one that does not follow the rules."""
    record = read_lines(lines, name)
    must_agree(record, replay(record))


def check_record(path: str, name: str, shown: str) -> dict[str, Any]:
    """What the record in a file proves; ``shown`` is the hash that somebody noted when the match began."""
    return verify(open_record(path, name), shown=shown).as_dict()


def think(asked: bytes, player: str, kin: str, seed: int) -> list[Action]:
    """The choices of a computer player of this kind; one of this kin that has chosen here before goes on."""
    rules, offer = decode_request(asked)
    found = _players.pop(kin, None) or make_player(rules, player, offer.side, seed)
    run = as_choices(found.choose(offer))
    _players[kin] = found
    if len(_players) > MOST_PLAYERS:
        del _players[next(iter(_players))]
    return run


_players: dict[str, Player] = {}
"""The players of this process by their kin; one that failed is created again."""


def reckon_battle(game: str, options: Mapping[str, str], battle: Mapping[str, Any]) -> Any:
    """The odds of a battle by hand, in the words of the game's calculator."""
    found = get_game(game)
    calculator = found.odds_calculator()
    assert calculator is not None
    try:
        return msgspec.to_builtins(calculator.answer_to(found.rules(options), battle))
    except msgspec.ValidationError as wrong:
        said, where = in_words(wrong, calculator.OddsQuestion)
        raise BadValue(said, field=f"battle.{where}".rstrip(".")) from None


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (begin, read_text, reckon_battle, look_at_text, read_match, check_match, check_record, think)
}


def done(order: Order) -> Answer:
    """A job carried out; whatever goes wrong is told in a sentence."""
    try:
        for module, name in order.games:
            game_from(module, name)
        return Answer(JOBS[order.job](*order.given))
    except IronbottomError as wrong:
        return Answer(None, wrong.message, wrong.field, wrong.clause)
    except MemoryError:
        return Answer(failed=MEMORY)
    except Exception as fault:
        # Only the kind of fault is told: its words may hold what not everybody may know.
        _log.exception("%s failed", order.job)
        return Answer(failed=type(fault).__name__)


def work(memory: int, modest: int = 0) -> None:
    """Takes orders until there are none."""
    orders, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not speak into the answers
    limit_memory(memory)
    with suppress(AttributeError, OSError):
        os.nice(modest)
    write_message(answers, b"")  # begun: the time of a job counts from here
    while (read := read_message(orders)) is not None:
        order = msgspec.msgpack.decode(read, type=Order)
        limit_seconds(order.seconds)
        answer = msgspec.msgpack.encode(done(order))
        limit_seconds(0)
        write_message(answers, answer)


def limit_memory(most: int) -> None:
    """Lets the process hold at most so many bytes, where the system can hold it to that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_seconds(more: float) -> None:
    """Lets the process compute for so many seconds more, or as long as it likes for 0, where the system can time it.

    Past them it ends by itself, and so even when nobody is left to end it. What it waits does not count.
    """
    with suppress(AttributeError, ValueError):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, more)


def read_message(source: IO[bytes]) -> bytes | None:
    """The next message; None where there is no whole one."""
    head = source.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES:
        return None
    length = int.from_bytes(head, "big")
    body = source.read(length)
    return body if len(body) == length else None


def write_message(target: IO[bytes], body: bytes) -> None:
    """Writes a message whole."""
    target.write(len(body).to_bytes(HEAD_BYTES, "big"))
    target.write(body)
    target.flush()
