"""``ironbottom play``: a game in the terminal."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ironbottom.bots.player import Player
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.cli.commands.arguments import game_among, options_of, rules_in_force
from ironbottom.cli.commands.parameters import File, Named, Options, Pace, Seed, Side
from ironbottom.cli.commands.story import print_story
from ironbottom.cli.output.terminal import Left, Terminal, wants_plain
from ironbottom.cli.session.match import LocalMatch
from ironbottom.cli.session.session import Session
from ironbottom.cli.storage.load_match import MAY_HAVE_GONE_ON, PERSON, STILL_SECRET, Read, kept_anew, read_match
from ironbottom.cli.storage.saved_games import FreshFile, SavedGame, is_first, unfinished
from ironbottom.engine.codecs.position import game_named_in, load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import names
from ironbottom.engine.dice.sealed import REFEREE, SealedDice, new_secret, random_words
from ironbottom.engine.match.header import NOBODY, heading
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import resume
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

FIRST = "pacific_fury"
FEW_CLAUSES = 20
"""Ways in which fewer clauses are known are not told one by one."""
Seats = dict[str, str]
"""For each side who leads it: ``person``, or the name of an opponent."""


@dataclass
class Wish:
    """What was asked for on the command line."""

    side: str | None
    against: str | None
    both: bool
    watch: bool
    plain: bool
    seed: int | None
    words: bool
    pace: float | None
    store: Path | None = None

    @property
    def open(self) -> bool:
        """Whether it was left open who plays."""
        return self.side is None and self.against is None and not self.both and not self.watch


def play(
    game: str | None = None,
    /,
    *,
    side: Side = None,
    against: Named = None,
    both: bool = False,
    watch: bool = False,
    scenario: Named = None,
    option: Options = None,
    position: File = None,
    save: File = None,
    seed: Seed = None,
    words: bool = False,
    corrections: File = None,
    pace: Pace = None,
    plain: bool = False,
    store: File = None,
) -> None:
    """Plays a game in the terminal.

    Parameters
    ----------
    game
        The game, by name or short form, Pacific Fury if you name none; or the file of a game to go on with.
    side
        The side you lead; the computer leads the others.
    against
        Who leads the other side: the name of an opponent (`ironbottom games` lists them), or person.
    both
        Two people on one screen.
    watch
        The computer plays against itself.
    scenario
        The scenario; without it the game's first.
    option
        A rules option, name=value; may be given several times.
    position
        A file with a position to start from; it names the game where you name none.
    save
        The file to keep the game in; without it, one in your folder of games.
    seed
        A number that the dice follow, for practice: the same number gives the same dice.
    words
        Every person adds words of their own to the dice, once the seal is shown and before the first die.
    corrections
        A file of your corrections to the game's figures.
    pace
        Seconds between the acts that you watch; without it the Enter key goes on.
    plain
        No colours and no lines across: for screen readers.
    store
        The file in which the page keeps its games, to go on with one that it saved; without it, the usual one.
    """
    wish = Wish(side, against, both, watch, plain, seed, words, pace, store)
    game, options = game_among(game, option)
    if game is None and position is not None:
        game = game_named_in(position)
    try:
        session = _set_up(
            game or FIRST, wish, scenario, options_of(options, game or FIRST), position, save, corrections
        )
    except Left:
        return
    session.run()


def _set_up(
    game: str,
    wish: Wish,
    scenario: str | None,
    options: Mapping[str, str],
    position: Path | None,
    save: Path | None,
    corrections: Path | None,
) -> Session:
    """The table as it was asked for: an old game, or a new one."""
    if _is_file(game):
        return _go_on(Path(game), wish)
    rules = rules_in_force(game, options, corrections)
    if scenario:
        rules.new(scenario)
    terminal = _terminal(rules, wish)
    start = load_position(position, rules) if position else None
    plain_start = not (start or scenario or options or save or corrections)
    if wish.open and plain_start and (kept := _offer_unfinished(terminal, rules.game)) is not None:
        return _go_on(kept.path, wish)
    seats = _seats(terminal, rules.game, wish)
    keeper = RecordFile(save) if save else FreshFile(rules.game.id)
    people = [side for side, name in seats.items() if name == PERSON]
    match = Match(
        rules,
        scenario,
        players=seats,
        dice=_dice(terminal, rules, scenario, start, people, wish),
        start=start,
        keeper=keeper,
        host=people[0] if len(people) == 1 else "" if people else NOBODY,
    )
    _greet(terminal, match, keeper.path)
    return _session(terminal, match, seats, wish, keeper.path)


def _is_file(game: str) -> bool:
    return game.endswith(".jsonl") or "/" in game or Path(game).is_file()


def _terminal(rules: Rules, wish: Wish) -> Terminal:
    return Terminal(rules.sides.ids, plain=wish.plain or wants_plain())


def _dice(
    terminal: Terminal, rules: Rules, scenario: str | None, start: State | None, people: Sequence[str], wish: Wish
) -> SealedDice:
    """Sealed dice: of a fresh secret or of one that follows from a number; with the words that people add."""
    secret = new_secret()
    if wish.seed is not None:
        secret = hashlib.sha256(f"practice dice {wish.seed}".encode()).digest()
    if wish.words:
        in_force = rules if start is None else start.rules
        terminal.say("The dice are sealed. Whatever words you add now are in every die:")
        terminal.copyable(f"  {heading(in_force, SealedDice(secret), scenario, start=start).dice.commitments[REFEREE]}")
        words = [terminal.ask(f"{_title(rules.game, side)}, your words:") for side in people]
        return SealedDice(secret, words, words_by=people)
    return SealedDice(secret) if wish.seed is not None else SealedDice(secret, [random_words()], words_by=[REFEREE])


# -- who plays -------------------------------------------------------------------------------------


def _seats(terminal: Terminal, game: Game, wish: Wish) -> Seats:
    """Who leads each side, as asked for or as answered."""
    if wish.watch + wish.both + (wish.side is not None) > 1:
        raise BadValue("--side, --both and --watch cannot stand together")
    opponent = wish.against or next(iter(all_bots(game)))
    if opponent != PERSON and opponent not in all_bots(game):
        known = ", ".join((*all_bots(game), PERSON))
        raise BadValue(f"no opponent is called {opponent!r}; there are {known}", field="--against")
    sides = game.sides.ids
    if wish.both or opponent == PERSON:
        return dict.fromkeys(sides, PERSON)
    if wish.watch:
        return dict.fromkeys(sides, opponent)
    if wish.side is not None:
        game.sides.number(wish.side, "--side")
        return {side: PERSON if side == wish.side else opponent for side in sides}
    return _ask_seats(terminal, game, opponent)


def _ask_seats(terminal: Terminal, game: Game, opponent: str) -> Seats:
    """The first question to a newcomer: which side?"""
    sides = game.sides.ids
    offers: list[tuple[str, Seats]] = [
        (f"{_title(game, mine)}, against {opponent}", {s: PERSON if s == mine else opponent for s in sides})
        for mine in sides
    ]
    offers.append(("All sides, by people on one screen", dict.fromkeys(sides, PERSON)))
    offers.append((f"None: watch {opponent} play itself", dict.fromkeys(sides, opponent)))
    terminal.say(game.title, "head")
    terminal.say("Which side will you lead?")
    for number, (text, _) in enumerate(offers, 1):
        terminal.say(f"{number:4}  {text}")
    while True:
        answer = terminal.ask(">")
        if answer in {str(number) for number in range(1, len(offers) + 1)}:
            return offers[int(answer) - 1][1]
        terminal.say(f"A number from 1 to {len(offers)}, please.")


def _title(game: Game, side: str) -> str:
    title = game.sides.titles[game.sides.index[side]]
    return f"{title[:1].upper()}{title[1:]}"


def _greet(terminal: Terminal, match: Match, path: Path) -> None:
    """What a player should know before the first choice."""
    seal = next(iter(match.dice.commitments.values()), "")
    terminal.say(match.rules.game.title, "head")
    terminal.say("The dice are sealed before the first is rolled, under this hash (verify takes it as --commitment):")
    terminal.copyable(f"  {seal}")
    if match.dice.words:
        terminal.say(f"Words that are in every die: {'; '.join(match.dice.words)}.", indent=2)
    terminal.copyable(f"Every choice is kept in {path}")
    for warning in match.rules.facts.warnings:
        terminal.say(f"Your corrections are hard to believe: {warning}", "alert", indent=2)
    if is_first(match.rules.game.id, path) and (known := match.rules.game.how_known()):
        most = {words: count for words, count in known.items() if count >= FEW_CLAUSES}
        most["known in other ways"] = sum(known.values()) - sum(most.values())
        told = "; ".join(f"{count} {words}" for words, count in most.items())
        terminal.say(f"Before the first game: the rulebook is not whole. Of its clauses: {told}.", "alert", indent=2)
        terminal.say("Every rule and every refusal says which it is.", indent=2)
    terminal.say("help lists what may be typed, ? shows the rule in force, quit leaves.")


# -- going on --------------------------------------------------------------------------------------


def _offer_unfinished(terminal: Terminal, game: Game) -> SavedGame | None:
    """The last unfinished game, if there is one and the person wants to go on with it."""
    found = unfinished(game.id)
    if not found:
        return None
    kept = found[0]
    players = kept.record.header.players
    seats = names((f"{_title(game, side)}: {players[side]}" for side in game.sides.ids if side in players), ", ")
    terminal.say(f"An unfinished game is kept: {kept.path.name} ({seats}).", indent=2)
    return kept if terminal.agrees("Go on with it?", unsaid=True) else None


def _go_on(path: Path, wish: Wish) -> Session:
    """An old game at the point where it was left, with the players it had unless others are asked for.

    A finished game opens as its story.
    """
    read = read_match(path, wish.store)
    record = read.record
    if record.finished:
        print_story(read)
        print("This game is over. `ironbottom replay` steps through it.")
        raise Left
    if read.saved:
        return _go_on_from_the_page(read, wish)
    match = resume(path)
    game = match.rules.game
    terminal = _terminal(match.rules, wish)
    if wish.open and set(match.header.players) == set(game.sides.ids):
        seats = dict(match.header.players)
    else:
        seats = _seats(terminal, game, wish)
    _check_opponents(game, seats, str(path))
    if record.cut:
        terminal.say(f"Note: {record.cut}", "alert")
    session = _session(terminal, match, seats, wish, path)
    session.resumed()
    return session


def _check_opponents(game: Game, seats: Seats, field: str) -> None:
    for side, name in seats.items():
        if name != PERSON and name not in all_bots(game):
            raise BadValue(f"{name!r} led {side}, but no such opponent is here; see --against", field=field)


def _go_on_from_the_page(read: Read, wish: Wish) -> Session:
    """A match that the page saved, played on in a file of its own; who led a side by computer does not look for it."""
    saved = dict(read.seats or {})
    game = get_game(read.record.header.game)
    terminal = Terminal(game.sides.ids, plain=wish.plain or wants_plain())
    seats = saved if wish.open else _seats(terminal, game, wish)
    for side, name in seats.items():
        if name == PERSON and saved.get(side) != PERSON:
            raise BadValue(f"{side} was led by {saved.get(side)}, whose eyes nobody has before the end", field="--side")
    _check_opponents(game, seats, "--against")
    path = kept_anew(read)
    match = resume(path)
    terminal.say(f"Note: {STILL_SECRET}. Nor is it known here {MAY_HAVE_GONE_ON} on the page.", "alert")
    terminal.copyable(f"It goes on apart from the page's, in {path}")
    session = _session(terminal, match, seats, wish, path)
    session.resumed()
    return session


def _session(terminal: Terminal, match: Match, seats: Seats, wish: Wish, path: Path) -> Session:
    seed = secrets.randbits(32) if wish.seed is None else wish.seed
    players: dict[str, Player | None] = {
        side: None if name == PERSON else make_player(match.rules, name, side, seed + place)
        for place, (side, name) in enumerate(seats.items())
    }
    pace = wish.pace if wish.pace is not None or sys.stdin.isatty() else 0.0
    return Session(terminal, LocalMatch(match, path), players, pace=pace)
