"""``ironbottom join``: a seat of a match on a server, taken by a link and played in the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import sleep
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from ironbottom.cli.commands.parameters import Link
from ironbottom.cli.output.terminal import Left, Terminal, wants_plain
from ironbottom.cli.remote.client import OTHER_VERSION, ServerClient, Unreachable, read_told
from ironbottom.cli.remote.credentials import KnownServer, SeatBook
from ironbottom.cli.remote.dice_shares import OwnParts
from ironbottom.cli.remote.match import PERSON, PUBLIC, RemoteMatch
from ironbottom.cli.remote.session import PAUSE, JoinedSession
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.sealed import JointDice, random_words
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import opening
from ironbottom.server.wire import SeatsTold, WordsAsked

SEAT_LINK = re.compile(r"/?join/([0-9A-Za-z_-]+)/([0-9A-Za-z_-]+)/?")
MATCH_LINK = re.compile(r"/?m/([0-9A-Za-z_-]+)(?:[/?].*)?")
EXAMPLE = "http://192.168.0.7:1942/?key=…#/join/…"
VOID = "this link was used, replaced or withdrawn, or it has expired; ask for a new one"


class LinkParts(NamedTuple):
    """The parts of a link: a server, its access key, a match, and the token of a seat."""

    address: str
    key: str = ""
    match: str = ""
    token: str = ""


def read_link(link: str) -> LinkParts:
    """Parses a link that the page or the API made, or the address of a match or a server.

    >>> read_link("http://127.0.0.1:1942/#/join/8f/abc-1")
    LinkParts(address='http://127.0.0.1:1942', key='', match='8f', token='abc-1')
    >>> read_link("192.168.0.7:1942/?key=123#/m/8f")
    LinkParts(address='http://192.168.0.7:1942', key='123', match='8f', token='')
    """
    text = link.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        name, port = parts.hostname, parts.port
    except ValueError:
        name, port = None, None
    if not name or parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.username:
        raise BadValue(f"this is not a link to a seat or a match; one looks like {EXAMPLE}", field="LINK")
    host = f"[{name}]" if ":" in name else name
    address = f"{parts.scheme}://{host}{f':{port}' if port else ''}"
    key = parse_qs(parts.query).get("key", [""])[-1]
    if seat := SEAT_LINK.fullmatch(parts.fragment):
        return LinkParts(address, key, seat[1], seat[2])
    if match := MATCH_LINK.fullmatch(parts.fragment):
        return LinkParts(address, key, match[1])
    if parts.fragment.strip("/"):
        raise BadValue(f"the end of this link is incomplete; a link to a seat looks like {EXAMPLE}", field="LINK")
    return LinkParts(address, key)


def join(link: Link = None, /, *, plain: bool = False) -> None:
    """Plays a seat of a match on a server.

    Parameters
    ----------
    link
        The link to a seat, in quotes, or the address of a match in which you hold one. Without it you choose among
        the seats that you took before.
    plain
        No colours and no lines across: for screen readers.
    """
    plain = plain or wants_plain()
    terminal = Terminal(plain=plain)
    book = SeatBook()
    try:
        place = read_link(link) if link else LinkParts("")
        if not place.match:
            place = _choose(terminal, book, place)
        server = book.server(place.address, place.key)
        client = ServerClient(place.address, server.secret, server.key)
        told = _seats(client, place.match, place.token)
        if place.token:
            if not _take(terminal, book, place, server, client, told):
                return
            told = _seats(client, place.match)
        mine = [seat.side for seat in told.seats if seat.yours and seat.player == PERSON]
        if not mine:
            raise BadValue("you hold no seat of this match: ask one of its players for a link")
        _note(book, place, server)
        parts = OwnParts(book, place.address, server, place.match)
        _give_words(terminal, client, place.match, mine, parts)
        match = _remote_match(client, told, mine, parts)
        in_game = Terminal(match.rules.sides.ids, plain=plain)
    except (Left, KeyboardInterrupt):
        return
    terminal.say("help lists the commands, ? shows the rule in force, quit leaves.")
    JoinedSession(in_game, match).run()


# -- which match -----------------------------------------------------------------------------------


def _choose(terminal: Terminal, book: SeatBook, asked: LinkParts) -> LinkParts:
    """Chooses a match in which this user holds a seat, on the given server or on any."""
    found: list[tuple[LinkParts, str]] = []
    for address, server in book.servers.items():
        if asked.address in ("", address):
            client = ServerClient(address, server.secret, asked.key or server.key)
            try:
                found += _open_matches(terminal, client, server)
            except Unreachable as wrong:
                terminal.say(f"{opening(wrong.message)}", "alert", indent=2)
    if not found:
        where = f" at {asked.address}" if asked.address else ""
        raise BadValue(f"you have no seat in an open match{where}; `ironbottom join LINK` takes one")
    if len(found) == 1:
        return found[0][0]._replace(key=asked.key)
    terminal.say("Your matches:")
    for number, (_, words) in enumerate(found, 1):
        terminal.say(f"{number:4}  {words}", indent=6)
    while True:
        answer = terminal.ask("Which one?")
        if answer in {str(number) for number in range(1, len(found) + 1)}:
            return found[int(answer) - 1][0]._replace(key=asked.key)
        terminal.say(f"Type a number from 1 to {len(found)}.")


def _open_matches(terminal: Terminal, client: ServerClient, server: KnownServer) -> list[tuple[LinkParts, str]]:
    """The unfinished matches on a server in which this client holds a seat, each with a description."""
    found = []
    for match in server.matches:
        try:
            told = _seats(client, match)
        except Unreachable:
            raise
        except IronbottomError as wrong:
            terminal.say(f"{client.address}: {wrong.message}", "dim", indent=2)
            continue
        mine = [seat.title for seat in told.seats if seat.yours and seat.player == PERSON]
        if mine and not told.over:
            found.append(
                (LinkParts(client.address, "", match), f"{told.name}: {' and '.join(mine)}, at {client.address}")
            )
    return found


# -- taking a seat ---------------------------------------------------------------------------------


def _take(
    terminal: Terminal, book: SeatBook, place: LinkParts, server: KnownServer, client: ServerClient, told: SeatsTold
) -> bool:
    """Shows what is agreed and which seat a link gives, and takes the seat if the user confirms."""
    mine = {seat.side for seat in told.seats if seat.yours}
    if told.link == "void" and mine:
        return True  # the link was used here
    if told.link == "void":
        raise BadValue(VOID)
    offered = [seat.title for seat in told.seats if seat.side in told.offered]
    terminal.say(get_game(told.game).title, "head")
    for one in told.agreed:
        terminal.say(f"{one.title}: {one.text}", indent=2)
    if mine.issuperset(told.offered):
        terminal.say("You already hold this seat.")
        return True
    terminal.say(f"This link gives the seat of {' and '.join(offered)}. You take it only if you confirm.")
    if not terminal.agrees("Take the seat?", unsaid=True):
        terminal.say("You did not take the seat. You can still use the link.")
        return False
    _note(book, place, server)  # before the claim: without the secret the seat would be lost
    client.post(f"/matches/{place.match}/claim", token=place.token)
    terminal.say(f"You play {' and '.join(offered)}. If you leave, `ironbottom join` continues the match.")
    return True


def _note(book: SeatBook, place: LinkParts, server: KnownServer) -> None:
    """Stores the match and the user's secret on its server."""
    if place.match not in server.matches:
        server.matches = [*server.matches, place.match]
    if book.servers.get(place.address) != server:
        book.store(place.address, server)


def _seats(client: ServerClient, match: str, token: str = "") -> SeatsTold:
    """Who holds the seats, what is agreed, and what a link gives. Takes nothing."""
    told = client.get(f"/matches/{match}/seats", **({"token": token} if token else {}))
    return read_told(told, SeatsTold)


# -- before the first die --------------------------------------------------------------------------


def _give_words(terminal: Terminal, client: ServerClient, match: str, mine: list[str], parts: OwnParts) -> None:
    """Gives words for the dice when it is this user's turn, and waits for the other players' words."""
    waiting_for = shown = ""
    while True:
        told = client.get(f"/matches/{match}", side=PUBLIC)
        if "order" not in told:
            return
        words = read_told(told, WordsAsked)
        if words.wanted is not None and parts.answer(client, [words.given[side] for side in words.order], words.wanted):
            continue
        titles = {side.id: side.title for side in words.sides}
        if not shown:
            shown = "; ".join(words.commitments.values())
            terminal.say("This hash commits the server to the secret of the dice. Your words also go into every die.")
            terminal.copyable(f"  {shown}")
        if words.asked in mine:
            own = terminal.ask(f"{opening(titles[words.asked])}, your words (Enter takes random ones):")
            sealed = {"commitment": parts.seal(words.asked)} if words.kind == JointDice.kind else {}
            try:
                client.post(f"/matches/{match}/words", side=words.asked, words=own or random_words(), **sealed)
            except BadValue as wrong:
                terminal.say(f"Not so: {wrong.message}", "alert", indent=2)
            continue
        awaited = _awaited(words, titles)
        if awaited != waiting_for:
            waiting_for = awaited
            terminal.say(f"Waiting for {awaited}. Ctrl+C leaves; you keep your seat.", "dim")
        sleep(PAUSE)


def _awaited(words: WordsAsked, titles: Mapping[str, str]) -> str:
    """What a match that has not begun is waiting for."""
    if words.asked is not None:
        return f"the words of {titles[words.asked]}"
    if words.wanted is not None:
        return f"the part of {' and '.join(titles[side] for side in words.wanted.lacks)} in a die"
    return "the host to say who runs the server"


def _remote_match(client: ServerClient, told: SeatsTold, mine: list[str], parts: OwnParts) -> RemoteMatch:
    """The match as this terminal plays it."""
    try:
        rules = get_game(told.game).rules(told.options)
    except BadValue:
        raise BadValue(OTHER_VERSION) from None
    return RemoteMatch(client, told.id, rules, mine, parts)
