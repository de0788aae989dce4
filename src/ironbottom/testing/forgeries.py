"""The forgeries check: changed or forged records with valid checksums are handled quickly, with plain messages."""

from __future__ import annotations

import json
import re
from random import Random

from ironbottom.engine.core.errors import IronbottomError
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import MatchRecord, line_checksum, read_lines
from ironbottom.engine.rules.game import Game
from ironbottom.testing import plain_data
from ironbottom.testing.budget import CheckBudget
from ironbottom.testing.games import GameSetUp, every_value
from ironbottom.testing.waiting import cpu_time_limit
from ironbottom.testing.walks import STYLES, ConformanceFault

MAX_SECONDS = 30
CHOICES = 12
FORGED = 8
"""The number of choices that are played, and the number of records that are forged from them, before the next match."""

BAD_VALUES: tuple[object, ...] = (
    *(None, "", "x", 0, -1, 1, 99, 2**62, 1.5, True, [], {}, ["x"], {"x": 1}, "\x1b[2J", "referee", "sealed"),
    *("\u202e", "0" * 64, [[1, 0, "x"]], [[6, 6, "\x07"]], "x" * 5_000, [[]] * 50, {"": {"": []}}),
)


def check_forgeries(game: Game, budget: CheckBudget, setups: list[GameSetUp] | None = None, seed: int = 9) -> None:
    """Forges matches with sealed dice line by line; every message must be plain, and none may take long."""
    setups, chance = setups or every_value(game), Random(seed)
    turn = 0
    while budget.left:
        setup = setups[turn % len(setups)]
        turn += 1
        lines = plain_lines(_short_match(setup, chance))
        for _ in range(FORGED):
            budget.count["decisions"] += 1
            budget.count["forgeries"] += 1
            data = mutate_lines(lines, chance)
            try:
                check_forgery(data, game)
            except Exception as error:
                raise ConformanceFault(
                    f"forged in {setup}: {type(error).__name__}: {error}\n  {data[:3_000]!r}"
                ) from error


def _short_match(setup: GameSetUp, chance: Random) -> MatchRecord:
    match = Match(setup.rules, setup.scenario, dice=SealedDice(chance.randbytes(32), ["forged"]), start=setup.start())
    style = chance.choice(STYLES)
    for _ in range(CHOICES):
        decisions = match.decisions()
        if not decisions:
            break
        offer = match.offer(chance.choice(decisions).side)
        match.submit(offer.side, style(offer.choices, chance), seq=offer.seq)
    if not match.over:
        match.resign(chance.choice(setup.rules.sides.ids))
    return MatchRecord(match.header, [*match.acts])


def plain_lines(record: MatchRecord) -> list[str]:
    """The lines of a record without their checksums."""
    return [re.sub(r',"check":"[0-9a-f]+"\}$', "}", line) for line in record.lines().decode().splitlines()]


def with_checksums(lines: list[str]) -> bytes:
    """Lines of JSON as a record, each with a valid checksum."""
    written, check = b"", ""
    for line in lines:
        body = line.encode()
        check = line_checksum(check, body)
        written += body[:-1] + b',"check":"' + check.encode() + b'"}\n'
    return written


def mutate_value(data: object, chance: Random) -> None:
    """Replaces, removes or duplicates one value of plain data."""
    plain, key = plain_data.random_place(data, chance, 0.2)
    if chance.random() < 0.2:
        plain_data.remove(plain, key)
    elif isinstance(plain, list) and isinstance(key, int) and chance.random() < 0.2:
        plain.insert(key, plain[key])
    else:
        plain_data.put(plain, key, chance.choice(BAD_VALUES))


def mutate_lines(lines: list[str], chance: Random) -> bytes:
    """A record with one to three of its lines changed, removed, duplicated or exchanged, and valid checksums."""
    lines = list(lines)
    for _ in range(chance.randint(1, 3)):
        place = 0 if chance.random() < 0.3 else chance.randrange(len(lines))
        what = chance.random()
        if what < 0.1 and len(lines) > 2:
            del lines[place]
        elif what < 0.15:
            lines.insert(place, lines[chance.randrange(len(lines))])
        else:
            data = json.loads(lines[place])
            mutate_value(data, chance)
            lines[place] = json.dumps(data)
    for number, line in enumerate(lines[1:], 1):
        data = json.loads(line)
        if isinstance(data, dict) and isinstance(data.get("seq"), int) and chance.random() < 0.9:
            lines[number] = json.dumps({**data, "seq": number})
    return with_checksums([line if line.endswith("}") else "{}" for line in lines])


def check_forgery(data: bytes, game: Game | None = None) -> str:
    """Checks and replays a forged record; the message must be a plain sentence, and must come quickly."""
    with cpu_time_limit(MAX_SECONDS):
        try:
            record = read_lines(data)
            messages = [str(verify(record, game)), str(replay(record, game=game).divergence)]
        except IronbottomError as refused:
            messages = [str(refused)]
    assert all(sentence.strip() and "Traceback" not in sentence for sentence in messages), messages
    return messages[0]
