"""The jobs of the worker processes, and the loop that runs them there.

A worker reads one request after another from its standard input and writes a result for each. Its memory and CPU time
are limited, so a bad job ends only the worker and no match.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

import msgspec

from ironbottom.bots.decision_request import decode_request
from ironbottom.bots.player import Player, as_choices
from ironbottom.bots.registry import make_player
from ironbottom.bots.search_hints import HINT_SECONDS, hints_for
from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.replay import replay
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.on_file import open_record
from ironbottom.engine.record.record import read_lines
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.registry import game_from, get_game
from ironbottom.engine.text.wrong_values import describe_error
from ironbottom.lab.review.examine import ReviewTask, examine
from ironbottom.lab.review.tasks import read_tasks
from ironbottom.server.storage.match_files import read_match_file, require_same_replay
from ironbottom.server.views.game_text import pieces, side_title

LENGTH_BYTES = 8
CPU_TIMEOUT, WALL_TIMEOUT, EXITED, OUT_OF_MEMORY, NOT_STARTED = "late", "waited", "ended", "memory", "never begun"
"""The ways in which a job can fail besides an exception.

The first limit is for CPU time, the second for elapsed time.
"""
CPU_SIGNAL: int = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process at its CPU limit, if the system has one."""
MAX_INTEGER = 2**63
"""Integers of at least this size cannot be encoded in a message."""
MAX_PLAYERS = 256
"""The number of computer players that stay in a worker for their next choice."""
_log = logging.getLogger(__name__)


class JobRequest(msgspec.Struct, array_like=True):
    """One job: its name and arguments, its CPU limit, and the modules of the games."""

    job: str
    arguments: list[object]
    seconds: float
    games: list[tuple[str, str]] = []
    """The module and the id of each game that is not part of this package."""


class JobResult(msgspec.Struct, array_like=True):
    """The result of a job: its value, or an error message with its field.

    ``failure`` says how the job itself failed.
    """

    value: Any = None
    error: str = ""
    field: str = ""
    clause: str | None = None
    failure: str = ""


def ping() -> None:
    """Does nothing except show that the worker is running."""


def read_position_text(
    game: str, options: Mapping[str, str], corrections: Mapping[str, object], text: str
) -> list[object]:
    """Reads a position from text. Returns its options and the dump of its state."""
    state = read_position(parse_position(text), get_game(game).rules(options, corrections))
    return [state.rules.options, state.dump()]


def check_position_text(game: str, corrections: Mapping[str, object], text: str) -> dict[str, object]:
    """Checks a position, or with an empty text the start of a game. Returns its fields and the board, or an error.

    Without ``game``, the text must name the game. ``position`` contains the fields of the text; None if it cannot be
    parsed.
    """
    parsed: dict[str, object] | None = None
    try:
        parsed = parse_position(text) if text.strip() else None
        rules = get_game(str(parsed.get("game", game)) if parsed else game).rules({}, corrections)
        state = read_position(parsed, rules) if parsed else rules.begin(None, SeededDice(0)).state
    except IronbottomError as error:
        info = {"message": error.message, "field": error.field, "clause": error.clause}
        return {"position": _json_safe(parsed), "wrong": info, "text": "", "view": None, "pieces": None, "asked": []}
    board = {"view": state.rules.game.open_view(state), "pieces": pieces(state.rules)}
    asked = [side_title(state.rules, decision.side) for decision in state.decisions()]
    text = position_text(state)
    return {"position": write_position(state), "wrong": None, "text": text, "asked": asked, **board}


def _json_safe(parsed: object) -> object:
    """Returns the value with integers that are too large for a message as text."""
    if isinstance(parsed, dict):
        return {name: _json_safe(value) for name, value in parsed.items()}
    if isinstance(parsed, list):
        return [_json_safe(value) for value in parsed]
    return str(parsed) if isinstance(parsed, int) and abs(parsed) >= MAX_INTEGER else parsed


def read_match(data: bytes, key: bytes) -> list[object]:
    """Reads a match from a file. Returns lines, dice secrets, name, seats, root, number of acts, kind, seat holders."""
    imported = read_match_file(data, key)
    record = imported.record
    stored = [record.lines(), imported.secrets, imported.name, imported.seats, imported.root]
    return [*stored, len(record.acts), record.name, imported.holders]


def verify_import(lines: bytes, name: str) -> None:
    """Replays an imported match. Raises ``BadValue`` if it does not follow the rules."""
    record = read_lines(lines, name)
    require_same_replay(record, replay(record))


def verify_turn(lines: bytes, secrets: Mapping[str, str]) -> None:
    """Checks a match that another installation played: every act, and every die against its secret.

    Raises ``BadValue`` if anything is wrong.
    """
    report = verify(read_lines(lines, "file"), held=secrets)
    if report.failed:
        raise BadValue(f"the match in this file was not played by the rules: {report.failed[0]}", field="file")


def verify_record(path: str, name: str, commitment: str) -> dict[str, object]:
    """Returns what a record proves; ``commitment`` is the hash that a player noted when the match began."""
    return verify(open_record(path, name), shown=commitment).as_dict()


def choose(data: bytes, player: str, affinity: str, seed: int) -> list[Action]:
    """Returns the choices of a computer player.

    If this worker still has the player with this ``affinity``, that player continues.
    """
    rules, offer = decode_request(data)
    found = _players.pop(affinity, None) or make_player(rules, player, offer.side, seed)
    choices = as_choices(found.choose(offer))
    _players[affinity] = found
    if len(_players) > MAX_PLAYERS:
        del _players[next(iter(_players))]
    return choices


_players: dict[str, Player] = {}
"""The computer players of this process by their affinity; a player that failed is created again."""


def hint_plans(data: bytes) -> list[object]:
    """Returns the plans of a hint for a decision; empty if the game has no hints."""
    plans: list[object] = msgspec.to_builtins(hints_for(*decode_request(data), HINT_SECONDS))
    return plans


def review_tasks(path: str, name: str, seed: int, sides: list[str] | None) -> list[object]:
    """Returns the decisions of a record that a review examines, for some sides or all, and the rest of the course of
    the match.
    """
    found = read_tasks(open_record(path, name), seed, sides=sides)
    return [[list(task) for task in found.tasks], *found[2:]]


def review_decision(task: Sequence[object], states: int) -> object:
    """Returns the findings about a decision, examined with at most this many random states."""
    found: object = msgspec.to_builtins(examine(msgspec.convert(task, ReviewTask), states))
    return found


def battle_odds(game: str, options: Mapping[str, str], battle: Mapping[str, object]) -> Any:
    """Returns the odds of a battle that was entered by hand, in the format of the game's calculator."""
    result = get_game(game)
    calculator = result.odds_calculator()
    assert calculator is not None
    try:
        return msgspec.to_builtins(calculator.answer_to(result.rules(options), battle))
    except msgspec.ValidationError as error:
        message, field = describe_error(error, calculator.OddsQuestion)
        raise BadValue(message, field=f"battle.{field}".rstrip(".")) from None


JOBS: dict[str, Callable[..., object]] = {
    job.__name__: job
    for job in (
        ping,
        read_position_text,
        battle_odds,
        hint_plans,
        review_tasks,
        review_decision,
        check_position_text,
        read_match,
        verify_import,
        verify_turn,
        verify_record,
        choose,
    )
}


def run_job(request: JobRequest) -> JobResult:
    """Runs a job and turns every exception into a result."""
    try:
        for module, name in request.games:
            game_from(module, name)
        return JobResult(JOBS[request.job](*request.arguments))
    except IronbottomError as error:
        return JobResult(None, error.message, error.field, error.clause)
    except MemoryError:
        return JobResult(failure=OUT_OF_MEMORY)
    except Exception as fault:
        # Only the exception's type is returned: its message may contain hidden information.
        _log.exception("%s failed", request.job)
        return JobResult(failure=type(fault).__name__)


def serve_jobs(memory: int, nice: int = 0) -> None:
    """Runs jobs until the input ends."""
    requests, results = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed output must not get into the results
    limit_memory(memory)
    with suppress(AttributeError, OSError):
        os.nice(nice)
    write_message(results, b"")  # the worker has started; the time of the first job counts from here
    while (read := read_message(requests)) is not None:
        request = msgspec.msgpack.decode(read, type=JobRequest)
        limit_seconds(request.seconds)
        result = msgspec.msgpack.encode(run_job(request))
        limit_seconds(0)
        write_message(results, result)


def limit_memory(limit: int) -> None:
    """Limits the memory of this process, if the system supports that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_seconds(seconds: float) -> None:
    """Limits the further CPU time of this process, if the system supports that; 0 removes the limit.

    At the limit the process ends, even if its parent is gone. Waiting does not count.
    """
    with suppress(AttributeError, ValueError):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def read_message(source: IO[bytes]) -> bytes | None:
    """Returns the next message, or None if there is no complete one."""
    head = source.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    body = source.read(length)
    return body if len(body) == length else None


def write_message(target: IO[bytes], body: bytes) -> None:
    """Writes a whole message."""
    target.write(len(body).to_bytes(LENGTH_BYTES, "big"))
    target.write(body)
    target.flush()
