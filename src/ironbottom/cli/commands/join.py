"""``ironbottom join``: takes a seat of a match on a server and plays it in the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import sleep
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from ironbottom.cli.commands.parameters import Link
from ironbottom.cli.output.terminal import Terminal, UserExit, wants_plain
from ironbottom.cli.remote.client import OTHER_VERSION, ServerClient, Unreachable, decode_response
from ironbottom.cli.remote.credentials import CredentialStore, ServerCredentials
from ironbottom.cli.remote.dice_shares import DiceShares
from ironbottom.cli.remote.match import PERSON, PUBLIC, RemoteMatch
from ironbottom.cli.remote.session import POLL_SECONDS, RemoteSession
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.dice.sealed import JointDice, random_words
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import capitalized
from ironbottom.server.messages.responses import DiceSeedingResponse, SeatsResponse

SEAT_LINK = re.compile(r"/?join/([0-9A-Za-z_-]+)/([0-9A-Za-z_-]+)/?")
MATCH_LINK = re.compile(r"/?m/([0-9A-Za-z_-]+)(?:[/?].*)?")
EXAMPLE = "http://192.168.0.7:1942/?key=…#/join/…"
LINK_INVALID = "this link has been used, replaced or withdrawn, or has expired; ask for a new one"


class LinkParts(NamedTuple):
    """The parts of a link: a server, its access key, a match, and a seat token."""

    address: str
    key: str = ""
    match: str = ""
    token: str = ""


def read_link(link: str) -> LinkParts:
    """Parses a link to a seat, or the address of a match or a server.

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
        raise BadValue(f"this is not a link to a seat or a match, such as {EXAMPLE}", field="LINK")
    host = f"[{name}]" if ":" in name else name
    address = f"{parts.scheme}://{host}{f':{port}' if port else ''}"
    key = parse_qs(parts.query).get("key", [""])[-1]
    if seat := SEAT_LINK.fullmatch(parts.fragment):
        return LinkParts(address, key, seat[1], seat[2])
    if match := MATCH_LINK.fullmatch(parts.fragment):
        return LinkParts(address, key, match[1])
    if parts.fragment.strip("/"):
        raise BadValue(f"the end of this link is incomplete; a complete link looks like {EXAMPLE}", field="LINK")
    return LinkParts(address, key)


def join(link: Link = None, /, *, plain: bool = False) -> None:
    """Play a seat of a match on a server.

    Parameters
    ----------
    link
        A link to a seat, in quotes, or the address of a match in which you have one. Default: choose among the
        matches that you joined before.
    plain
        Print no colours and no dividing lines, for screen readers.
    """
    plain = plain or wants_plain()
    terminal = Terminal(plain=plain)
    credentials = CredentialStore()
    try:
        place = read_link(link) if link else LinkParts("")
        if not place.match:
            place = _choose(terminal, credentials, place)
        server = credentials.server(place.address, place.key)
        client = ServerClient(place.address, server.secret, server.key)
        info = _seats(client, place.match, place.token)
        if place.token:
            if not _take(terminal, credentials, place, server, client, info):
                return
            info = _seats(client, place.match)
        mine = [seat.side for seat in info.seats if seat.yours and seat.player == PERSON]
        if not mine:
            raise BadValue("you have no seat in this match; ask one of its players for a link")
        _store_match(credentials, place, server)
        shares = DiceShares(credentials, place.address, server, place.match)
        _give_words(terminal, client, place.match, mine, shares)
        match = remote_match(client, info, mine, shares)
        in_game = Terminal(match.rules.sides.ids, plain=plain)
    except (UserExit, KeyboardInterrupt):
        return
    terminal.write("help lists the commands, ? shows the current rule, quit leaves.")
    RemoteSession(in_game, match).run()


# -- which match -----------------------------------------------------------------------------------


def _choose(terminal: Terminal, credentials: CredentialStore, asked: LinkParts) -> LinkParts:
    """Asks which of the user's matches to play, on the given server or on any."""
    result: list[tuple[LinkParts, str]] = []
    for address, server in credentials.servers.items():
        if asked.address in ("", address):
            client = ServerClient(address, server.secret, asked.key or server.key)
            try:
                result += _open_matches(terminal, client, server)
            except Unreachable as error:
                terminal.write(f"{capitalized(error.message)}", "alert", indent=2)
    if not result:
        where = f" at {asked.address}" if asked.address else ""
        raise BadValue(f"you have no seat in an open match{where}; take one with `ironbottom join LINK`")
    if len(result) == 1:
        return result[0][0]._replace(key=asked.key)
    terminal.write("Your matches:")
    for number, (_, words) in enumerate(result, 1):
        terminal.write(f"{number:4}  {words}", indent=6)
    while True:
        answer = terminal.ask("Which one?")
        if answer in {str(number) for number in range(1, len(result) + 1)}:
            return result[int(answer) - 1][0]._replace(key=asked.key)
        terminal.write(f"Type a number from 1 to {len(result)}.")


def _open_matches(terminal: Terminal, client: ServerClient, server: ServerCredentials) -> list[tuple[LinkParts, str]]:
    """Returns the unfinished matches on a server in which this client holds a seat, each with a description."""
    result = []
    for match in server.matches:
        try:
            info = _seats(client, match)
        except Unreachable:
            raise
        except IronbottomError as error:
            terminal.write(f"{client.address}: {error.message}", "dim", indent=2)
            continue
        mine = [seat.title for seat in info.seats if seat.yours and seat.player == PERSON]
        if mine and not info.over:
            result.append(
                (LinkParts(client.address, "", match), f"{info.name}: {' and '.join(mine)}, at {client.address}")
            )
    return result


# -- taking a seat ---------------------------------------------------------------------------------


def _take(
    terminal: Terminal,
    credentials: CredentialStore,
    place: LinkParts,
    server: ServerCredentials,
    client: ServerClient,
    info: SeatsResponse,
) -> bool:
    """Shows the agreed settings and the offered seat. Takes the seat if the user confirms."""
    mine = {seat.side for seat in info.seats if seat.yours}
    if info.link == "void" and mine:
        return True  # this client has used the link
    if info.link == "void":
        raise BadValue(LINK_INVALID)
    offered = [seat.title for seat in info.seats if seat.side in info.offered]
    terminal.write(get_game(info.game).title, "head")
    for one in info.agreed:
        terminal.write(f"{one.title}: {one.text}", indent=2)
    if mine.issuperset(info.offered):
        terminal.write("You already hold this seat.")
        return True
    terminal.write(f"This link gives the seat of {' and '.join(offered)}. You take it only if you confirm.")
    if not terminal.confirm("Take the seat?", default=True):
        terminal.write("You did not take the seat. You can still use the link.")
        return False
    _store_match(credentials, place, server)  # before the claim, because the seat is lost without the secret
    client.post(f"/matches/{place.match}/claim", token=place.token)
    terminal.write(f"You play {' and '.join(offered)}. If you leave, `ironbottom join` continues the match.")
    return True


def _store_match(credentials: CredentialStore, place: LinkParts, server: ServerCredentials) -> None:
    """Stores the match and the user's secret for its server."""
    if place.match not in server.matches:
        server.matches = [*server.matches, place.match]
    if credentials.servers.get(place.address) != server:
        credentials.store(place.address, server)


def _seats(client: ServerClient, match: str, token: str = "") -> SeatsResponse:
    """Fetches who holds the seats, the agreed settings, and what a link offers. Does not take a seat."""
    response = client.get(f"/matches/{match}/seats", **({"token": token} if token else {}))
    return decode_response(response, SeatsResponse)


# -- before the first die --------------------------------------------------------------------------


def _give_words(terminal: Terminal, client: ServerClient, match: str, mine: list[str], shares: DiceShares) -> None:
    """Sends words for the dice when it is this user's turn, and waits for the other players' words."""
    waiting_for = shown = ""
    while True:
        response = client.get(f"/matches/{match}", side=PUBLIC)
        if "order" not in response:
            return
        words = decode_response(response, DiceSeedingResponse)
        if words.wanted is not None and shares.send(client, [words.given[side] for side in words.order], words.wanted):
            continue
        titles = {side.id: side.title for side in words.sides}
        if not shown:
            shown = "; ".join(words.commitments.values())
            terminal.write(
                "This hash commits the server to the secret of the dice. Your phrase also goes into every die."
            )
            terminal.write_verbatim(f"  {shown}")
        if words.asked in mine:
            own = terminal.ask(f"{capitalized(titles[words.asked])}, your phrase (Enter takes a random one):")
            sealed = {"commitment": shares.create_commitment(words.asked)} if words.kind == JointDice.kind else {}
            try:
                client.post(f"/matches/{match}/words", side=words.asked, words=own or random_words(), **sealed)
            except BadValue as error:
                terminal.write(f"Not allowed: {error.message}", "alert", indent=2)
            continue
        awaited = _awaited(words, titles)
        if awaited != waiting_for:
            waiting_for = awaited
            terminal.write(f"Waiting for {awaited}. Ctrl+C leaves; you keep your seat.", "dim")
        sleep(POLL_SECONDS)


def _awaited(words: DiceSeedingResponse, titles: Mapping[str, str]) -> str:
    """Describes what a match that has not begun is waiting for."""
    if words.asked is not None:
        return f"the phrase of {titles[words.asked]}"
    if words.wanted is not None:
        return f"the share of {' and '.join(titles[side] for side in words.wanted.lacks)} in a die"
    return "the host to say who runs the server"


def remote_match(client: ServerClient, info: SeatsResponse, mine: list[str], shares: DiceShares) -> RemoteMatch:
    """Returns the match as the terminal plays it."""
    try:
        rules = get_game(info.game).rules(info.options)
    except BadValue:
        raise BadValue(OTHER_VERSION) from None
    return RemoteMatch(client, info.id, rules, mine, shares)
