"""``ironbottom play``: plays a game in the terminal."""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ironbottom.bots.player import Player
from ironbottom.bots.registry import all_bots, make_player
from ironbottom.cli.commands.arguments import parse_options, rules_in_force, split_game
from ironbottom.cli.commands.parameters import File, OptionalName, Options, Pace, Seed, Side
from ironbottom.cli.commands.story import print_story
from ironbottom.cli.output.terminal import Terminal, UserExit, wants_plain
from ironbottom.cli.session.match import LocalMatch
from ironbottom.cli.session.session import Session
from ironbottom.cli.storage.load_match import (
    MAY_HAVE_CONTINUED,
    PERSON,
    STILL_SECRET,
    LoadedMatch,
    copy_to_new_file,
    load_match,
)
from ironbottom.cli.storage.saved_games import NewGameFile, SavedGame, is_only_game, unfinished
from ironbottom.engine.codecs.position import game_named_in, load_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.fields import join_names
from ironbottom.engine.dice.sealed import REFEREE, SealedDice, new_secret, random_words
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.persistence import NOBODY, make_header
from ironbottom.engine.match.replay import resume
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State

FIRST = "pacific_fury"
MAX_CLAUSES = 20
"""Marks with fewer clauses are summed up as "known in other ways"."""
Seats = dict[str, str]
"""The player of each side: ``person``, or the name of a computer player."""


@dataclass
class PlayOptions:
    """The options of the command."""

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
        """Whether no option says who plays."""
        return self.side is None and self.against is None and not self.both and not self.watch


def play(
    game: str | None = None,
    /,
    *,
    side: Side = None,
    against: OptionalName = None,
    both: bool = False,
    watch: bool = False,
    scenario: OptionalName = None,
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
    """Play a game in the terminal.

    Parameters
    ----------
    game
        The game, by name or short name (default: Pacific Fury), or the file of a saved game.
    side
        The side you play. The computer plays the others.
    against
        Who plays the other side: a computer player (`ironbottom games` lists them), or person.
    both
        Two people play on one screen.
    watch
        Watch the computer play against itself.
    scenario
        The scenario. Default: the game's first.
    option
        An option of the rules, name=value. May be repeated.
    position
        A file with the position to start from. It also names the game.
    save
        The file to save the game in. Default: a new file in your folder of games.
    seed
        The seed of the dice, for practice: the same seed gives the same dice.
    words
        Let each player contribute words to the dice seed, once the hash of the dice is published.
    corrections
        A file with your corrections to the game's figures.
    pace
        Seconds between the steps that you watch. Default: press Enter for each step.
    plain
        Print no colours and no dividing lines, for screen readers.
    store
        The file in which the page stores its games, to continue one of them. Default: the usual file.
    """
    settings = PlayOptions(side, against, both, watch, plain, seed, words, pace, store)
    game, options = split_game(game, option)
    if game is None and position is not None:
        game = game_named_in(position)
    try:
        session = _open_session(
            game or FIRST, settings, scenario, parse_options(options, game or FIRST), position, save, corrections
        )
    except UserExit:
        return
    session.run()


def _open_session(
    game: str,
    settings: PlayOptions,
    scenario: str | None,
    options: Mapping[str, str],
    position: Path | None,
    save: Path | None,
    corrections: Path | None,
) -> Session:
    """Starts a new game or resumes an old one."""
    if _is_file(game):
        return _resume(Path(game), settings)
    rules = rules_in_force(game, options, corrections)
    if scenario:
        rules.new(scenario)
    terminal = _terminal(rules, settings)
    start = load_position(position, rules) if position else None
    plain_start = not (start or scenario or options or save or corrections)
    if settings.open and plain_start and (kept := _offer_unfinished(terminal, rules.game)) is not None:
        return _resume(kept.path, settings)
    seats = _seats(terminal, rules.game, settings)
    sink = RecordFile(save) if save else NewGameFile(rules.game.id)
    people = [side for side, name in seats.items() if name == PERSON]
    match = Match(
        rules,
        scenario,
        players=seats,
        dice=_dice(terminal, rules, scenario, start, people, settings),
        start=start,
        sink=sink,
        host=people[0] if len(people) == 1 else "" if people else NOBODY,
    )
    _greet(terminal, match, sink.path)
    return _session(terminal, match, seats, settings, sink.path)


def _is_file(game: str) -> bool:
    return game.endswith(".jsonl") or "/" in game or Path(game).is_file()


def _terminal(rules: Rules, settings: PlayOptions) -> Terminal:
    return Terminal(rules.sides.ids, plain=settings.plain or wants_plain())


def _dice(
    terminal: Terminal,
    rules: Rules,
    scenario: str | None,
    start: State | None,
    people: Sequence[str],
    settings: PlayOptions,
) -> SealedDice:
    """Makes sealed dice from a new secret, or from the seed. With ``--words`` the people add their words."""
    secret = new_secret()
    if settings.seed is not None:
        secret = hashlib.sha256(f"practice dice {settings.seed}".encode()).digest()
    if settings.words:
        in_force = rules if start is None else start.rules
        terminal.write("The dice are sealed. To prove them fair, each player may add a phrase:")
        terminal.write_verbatim(
            f"  {make_header(in_force, SealedDice(secret), scenario, start=start).dice.commitments[REFEREE]}"
        )
        words = [terminal.ask(f"{_title(rules.game, side)}, your words:") for side in people]
        return SealedDice(secret, words, words_by=people)
    return SealedDice(secret) if settings.seed is not None else SealedDice(secret, [random_words()], words_by=[REFEREE])


# -- who plays -------------------------------------------------------------------------------------


def _seats(terminal: Terminal, game: Game, settings: PlayOptions) -> Seats:
    """Returns who plays each side, from the options or by asking."""
    if settings.watch + settings.both + (settings.side is not None) > 1:
        raise BadValue("--side, --both and --watch cannot be combined")
    opponent = settings.against or next(iter(all_bots(game)))
    if opponent != PERSON and opponent not in all_bots(game):
        known = ", ".join((*all_bots(game), PERSON))
        raise BadValue(f"there is no opponent {opponent!r}; choose one of {known}", field="--against")
    sides = game.sides.ids
    if settings.both or opponent == PERSON:
        return dict.fromkeys(sides, PERSON)
    if settings.watch:
        return dict.fromkeys(sides, opponent)
    if settings.side is not None:
        game.sides.number(settings.side, "--side")
        return {side: PERSON if side == settings.side else opponent for side in sides}
    return _ask_seats(terminal, game, opponent)


def _ask_seats(terminal: Terminal, game: Game, opponent: str) -> Seats:
    """Asks which side the user plays."""
    sides = game.sides.ids
    offers: list[tuple[str, Seats]] = [
        (f"{_title(game, mine)}, against {opponent}", {s: PERSON if s == mine else opponent for s in sides})
        for mine in sides
    ]
    offers.append(("All sides, people on one screen", dict.fromkeys(sides, PERSON)))
    offers.append((f"None: watch {opponent} play itself", dict.fromkeys(sides, opponent)))
    terminal.write(game.title, "head")
    terminal.write("Which side do you play?")
    for number, (text, _) in enumerate(offers, 1):
        terminal.write(f"{number:4}  {text}")
    while True:
        answer = terminal.ask(">")
        if answer in {str(number) for number in range(1, len(offers) + 1)}:
            return offers[int(answer) - 1][1]
        terminal.write(f"A number from 1 to {len(offers)}, please.")


def _title(game: Game, side: str) -> str:
    title = game.sides.titles[game.sides.index[side]]
    return f"{title[:1].upper()}{title[1:]}"


def _greet(terminal: Terminal, match: Match, path: Path) -> None:
    """Prints the information that a player needs before the first choice."""
    seal = next(iter(match.dice.commitments.values()), "")
    terminal.write(match.rules.game.title, "head")
    terminal.write("Hash of the dice, published before the first roll (for verify --commitment):")
    terminal.write_verbatim(f"  {seal}")
    if match.dice.words:
        terminal.write(f"Players' phrases: {'; '.join(match.dice.words)}.", indent=2)
    terminal.write_verbatim(f"The game is stored in {path}")
    for warning in match.rules.facts.warnings:
        terminal.write(f"Your corrections are implausible: {warning}", "alert", indent=2)
    if is_only_game(match.rules.game.id, path) and (known := match.rules.game.clause_source_counts()):
        most = {words: count for words, count in known.items() if count >= MAX_CLAUSES}
        most["known in other ways"] = sum(known.values()) - sum(most.values())
        counts = "; ".join(f"{count} {words}" for words, count in most.items())
        terminal.write(
            f"Before the first game: the rulebook is incomplete. Of its clauses: {counts}.", "alert", indent=2
        )
        terminal.write("Each rule and each refusal says where it comes from.", indent=2)
    terminal.write("help lists the commands, ? shows the current rule, quit leaves.")


# -- resuming --------------------------------------------------------------------------------------


def _offer_unfinished(terminal: Terminal, game: Game) -> SavedGame | None:
    """Returns the last unfinished game if the user wants to resume it."""
    found = unfinished(game.id)
    if not found:
        return None
    kept = found[0]
    players = kept.record.header.players
    seats = join_names((f"{_title(game, side)}: {players[side]}" for side in game.sides.ids if side in players), ", ")
    terminal.write(f"Unfinished game: {kept.path.name} ({seats}).", indent=2)
    return kept if terminal.confirm("Continue it?", default=True) else None


def _resume(path: Path, settings: PlayOptions) -> Session:
    """Resumes a saved game with its players, unless options name others. Prints the story of a finished game."""
    loaded = load_match(path, settings.store)
    record = loaded.record
    if record.finished:
        print_story(loaded)
        print("This game is over. `ironbottom replay` steps through it.")
        raise UserExit
    if loaded.saved:
        return _resume_saved_by_page(loaded, settings)
    match = resume(path)
    game = match.rules.game
    terminal = _terminal(match.rules, settings)
    if settings.open and set(match.header.players) == set(game.sides.ids):
        seats = dict(match.header.players)
    else:
        seats = _seats(terminal, game, settings)
    _check_opponents(game, seats, str(path))
    if record.cut:
        terminal.write(f"Note: {record.cut}", "alert")
    session = _session(terminal, match, seats, settings, path)
    session.resumed()
    return session


def _check_opponents(game: Game, seats: Seats, field: str) -> None:
    for side, name in seats.items():
        if name != PERSON and name not in all_bots(game):
            raise BadValue(f"{name!r} played {side}, but there is no such computer player; use --against", field=field)


def _resume_saved_by_page(loaded: LoadedMatch, settings: PlayOptions) -> Session:
    """Resumes a match saved by the page in a new file. A side played by the computer there cannot be taken over."""
    saved = dict(loaded.seats or {})
    game = get_game(loaded.record.header.game)
    terminal = Terminal(game.sides.ids, plain=settings.plain or wants_plain())
    seats = saved if settings.open else _seats(terminal, game, settings)
    for side, name in seats.items():
        if name == PERSON and saved.get(side) != PERSON:
            raise BadValue(
                f"{side} was played by {saved.get(side)}, so nobody sees its view before the end", field="--side"
            )
    _check_opponents(game, seats, "--against")
    path = copy_to_new_file(loaded)
    match = resume(path)
    terminal.write(f"Note: {STILL_SECRET}. It is also not known here {MAY_HAVE_CONTINUED} on the page.", "alert")
    terminal.write_verbatim(f"It continues separately from the page, in {path}")
    session = _session(terminal, match, seats, settings, path)
    session.resumed()
    return session


def _session(terminal: Terminal, match: Match, seats: Seats, settings: PlayOptions, path: Path) -> Session:
    seed = secrets.randbits(32) if settings.seed is None else settings.seed
    players: dict[str, Player | None] = {
        side: None if name == PERSON else make_player(match.rules, name, side, seed + place)
        for place, (side, name) in enumerate(seats.items())
    }
    pace = settings.pace if settings.pace is not None or sys.stdin.isatty() else 0.0
    return Session(terminal, LocalMatch(match, path), players, pace=pace)
