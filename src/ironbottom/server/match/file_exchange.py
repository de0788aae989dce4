"""Writes and opens the files in which a match goes to the other player and back, or to another machine.

A file takes the match away: nobody can play here until a newer file is opened. A file that is opened is checked as if
nothing in it could be trusted: the record in it must begin with the record stored here, and every act and die in it
must follow from the rules and from the secret of the dice. Whatever is refused leaves the stored match as it was.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.core.fields import join_names
from ironbottom.engine.dice.sealed import REFEREE, SealedDice, random_words, read_secret
from ironbottom.engine.record.record import MatchRecord, read_lines
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.errors import DiceNotSeeded, Forbidden, NotFound
from ironbottom.server.match.claims import FORMER_PLAYER, HOST, Claims
from ironbottom.server.match.dice_seeding import seeding_of, seeding_summary
from ironbottom.server.match.export import stream_parts
from ironbottom.server.match.open_match import OpenMatch, time_text
from ironbottom.server.match.open_matches import START, OpenMatches
from ironbottom.server.match.restore import ReplayedRecord, replay_record
from ironbottom.server.match.seats import PERSON, persons
from ironbottom.server.messages.responses import Away, TurnFileKind
from ironbottom.server.network.clients import Client
from ironbottom.server.storage import turn_files
from ironbottom.server.storage.by_file import PEER_PREFIX, FileMatch, FileMatches
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import encode_notes, store_snapshot
from ironbottom.server.storage.standing_order_choices import StandingOrderChoices
from ironbottom.server.storage.turn_files import Invitation, TurnContents, TurnHeader, public_key, shared_secret

ORDERS_SECONDS = 30.0
"""How long a file waits for standing orders that are still answering."""
OLDER = "this file is older than the match here: it was opened before, or a newer one was"
NOT_HERE = "this file belongs to a match that is not here; it opens only where its invitation was accepted"
PARTED = "this file changes what was already played; nothing here was changed"


class WrittenFile(NamedTuple):
    """A file that was written: its kind, its name and its text, and the code of a file for another machine."""

    kind: TurnFileKind
    name: str
    data: bytes
    code: str = ""


class OpenedFile(NamedTuple):
    """What came of a file: the match if it is here now; the settings of an invitation that was not accepted; and the
    file to send back after it was accepted."""

    kind: TurnFileKind
    header: TurnHeader
    match: OpenMatch | None = None
    invitation: Invitation | None = None
    reply: WrittenFile | None = None


# -- writing ---------------------------------------------------------------------------------------


async def write_file(
    open_matches: OpenMatches, match: str, client: Client, *, offered: str = "", machine: bool = False
) -> WrittenFile:
    """Writes the next file of a match: an invitation, the match for the other player, or for another machine.

    While the match is away, returns the last file again. ``offered`` is the side that an invitation offers.
    """
    store = open_matches.store
    claim = Claims(store, match).claim_of(client)
    open_matches.find(match)
    if not claim.sides:
        raise Forbidden("only players of the match may write its file", field="match")
    known = FileMatches(store).find(match)
    if known is not None and known.away:
        if machine is not (known.away == "machine"):
            raise Refused("the match has moved away: its last file can only be written again unchanged", field="match")
        return _again(known)
    if machine:
        return await _write_move(open_matches, await open_matches.get(match), client, known)
    if known is None or not known.peer:
        return await _invite(open_matches, match, client, known, offered)
    return await _write_turn(open_matches, await open_matches.get(match), known)


def _again(known: FileMatch) -> WrittenFile:
    header = turn_files.read_turn_header(known.file)
    return WrittenFile(header.kind, _file_name(header), known.file, known.code)


async def _invite(
    open_matches: OpenMatches, match: str, client: Client, known: FileMatch | None, offered: str
) -> WrittenFile:
    """Writes the invitation to a seat, before the match begins or during it."""
    store, stored = open_matches.store, open_matches.find(match)
    if known is not None and known.file and not offered:
        return _again(known)
    game, mine = get_game(stored.game), Claims(store, match).claim_of(client).sides
    sides = _offered_sides(store, stored, game, mine, offered)
    try:
        open_match = await open_matches.get(match)
    except DiceNotSeeded:
        invitation = _begin_words(open_matches, stored, game, sides)
    else:
        _require_sealed(open_match)
        invitation = Invitation(
            name=stored.name,
            options=dict(open_match.match.header.options),
            scenario=open_match.match.header.scenario,
            begun=True,
            seal=open_match.match.header.dice.commitments.get(REFEREE, ""),
            words=list(open_match.match.header.dice.words),
            lot=store.drawn_by_lot(match),
            asked=[],
        )
    known = known or FileMatch(match, client.ensure_secret(), turn_files.new_private_key())
    first = TurnHeader(
        kind="invitation",
        match=match,
        game=game.id,
        number=known.number + 1,
        sender=public_key(known.private_key),
        sides=sides,
        salt=secrets.token_hex(32),
    )
    data = turn_files.write_invitation(first, invitation)
    with store.transaction():
        FileMatches(store).put(
            msgspec.structs.replace(known, offered=sides, number=first.number, file=data, seal=invitation.seal)
        )
    return WrittenFile("invitation", _file_name(first), data)


def _offered_sides(store: Store, stored: StoredMatch, game: Game, mine: Iterable[str], offered: str) -> list[str]:
    """Returns the sides that the other player gets: those that nobody holds, or one of this player's several sides."""
    mine, people, claimed = set(mine), persons(stored.seats), Claims(store, stored.id).claimed()
    if len(people) < len(stored.seats):
        raise Refused("a match by file needs two people and no computer players", field="match")
    free = [side for side in people if side not in claimed]
    if offered:
        game.sides.number(offered, "side")
        free = [*free, *([offered] if offered in mine else [])]
        if offered not in free:
            raise Refused("another player of this server holds this seat", field="side")
    if not free:
        raise Refused("choose the side that the other player gets", field="side")
    if not mine - set(free):
        raise Refused("you must keep at least one side", field="side")
    if others := [side for side in people if side not in mine and side not in free]:
        titles = join_names(game.sides.titles[game.sides.index[side]] for side in others)
        raise Refused(f"another player of this server holds the seat of {titles}", field="side")
    return free


def _begin_words(open_matches: OpenMatches, stored: StoredMatch, game: Game, sides: Sequence[str]) -> Invitation:
    """Adds words of this player's sides, so that only those of the other player are missing."""
    store, seeding = open_matches.store, seeding_of(stored)
    assert seeding is not None
    if seeding.joint:
        raise Refused("joint dice need both players at the same time; choose sealed dice", field="dice")
    _require_no_clock(store, stored.id)
    mine = [side for side in seeding.order if side not in sides]
    if any(side in seeding.given for side in sides):
        raise Refused("the other player has joined on this server", field="side")
    host = seeding.host if seeding.host in mine else mine[0]
    seeding = msgspec.structs.replace(seeding, host=host, order=[*sorted(mine, key=lambda s: s != host), *sides])
    with store.transaction():
        store.set_summary(stored.id, time_text(), seeding_summary(seeding, game), START)
    for side in seeding.order[: len(mine)]:
        if side not in seeding.given:
            open_matches.add_seed_words(stored.id, side, random_words(), None, None)
    seeding = seeding_of(open_matches.find(stored.id)) or seeding
    return Invitation(
        name=stored.name,
        options=seeding.options,
        scenario=seeding.scenario,
        begun=False,
        seal=seeding.seal,
        words=[seeding.given[side] for side in mine],
        lot=seeding.lot,
        asked=list(sides),
    )


def _require_sealed(open_match: OpenMatch) -> None:
    if open_match.dice_shares is not None:
        raise Refused(
            "joint dice need both players at the same time: this match cannot be played by file", field="dice"
        )
    _require_no_clock(open_match.store, open_match.id)


def _require_no_clock(store: Store, match: str) -> None:
    clocks = store.clocks(match)
    if clocks is not None and '"kind":"none"' not in clocks[0]:
        raise Refused("a match with a clock cannot be played by file", field="pace")


async def _write_turn(open_matches: OpenMatches, open_match: OpenMatch, known: FileMatch) -> WrittenFile:
    """Writes the match for the other player, once only that player can choose."""
    await open_match.computer_players.wait_until_idle(ORDERS_SECONDS)
    match, peers = open_match.match, _peer_sides(open_match.claims)
    mine = [side for side in persons(open_match.seats) if side not in peers]
    if not match.over and not _has_offer(open_match, mine):
        if open_match.seat_orders.side_to_answer() is not None:
            raise Refused("standing orders are still being carried out; try again in a moment", field="match")
        if asked := [one.side for one in match.decisions() if one.side in mine]:
            titles = match.rules.sides.titles
            names = join_names(titles[match.rules.sides.index[side]] for side in asked)
            raise Refused(f"first choose for {names}: the other player is asked only after that", field="match")
    header = TurnHeader(
        kind="turn",
        match=open_match.id,
        game=match.rules.game.id,
        number=known.number + 1,
        sender=public_key(known.private_key),
        receiver=known.peer,
        sides=peers,
        salt=secrets.token_hex(32),
    )
    shared = shared_secret(known.private_key, known.peer)
    data = await _packed(open_match, header, shared, _contents(open_match, mine))
    return _sent(open_matches.store, open_match, known, header, data, "friend")


def _has_offer(open_match: OpenMatch, mine: Sequence[str]) -> bool:
    """Returns whether this player waits for an answer to an offer."""
    undo = open_match.undo_offers.offer
    return open_match.match.draw_offer in mine or (undo is not None and not undo.declined and undo.side in mine)


async def _write_move(
    open_matches: OpenMatches, open_match: OpenMatch, client: Client, known: FileMatch | None
) -> WrittenFile:
    """Writes the match with all seats of this player, for another machine."""
    if open_match.match.over:
        raise Refused("the match is over: export its record", field="match")
    _require_sealed(open_match)
    peers = _peer_sides(open_match.claims)
    mine = open_match.claims.claim_of(client).sides
    if others := [side for side in persons(open_match.seats) if side not in mine and side not in peers]:
        titles = join_names(open_match.match.rules.sides.titles[open_match.match.rules.sides.index[s]] for s in others)
        raise Refused(
            f"the seat of {titles} is not yours: only a match in which every seat is yours can be moved to "
            "another machine",
            field="match",
        )
    if known is None:
        known = FileMatch(open_match.id, client.ensure_secret(), turn_files.new_private_key())
    await open_match.computer_players.wait_until_idle(ORDERS_SECONDS)
    code = turn_files.new_code()
    header = TurnHeader(
        kind="move",
        match=open_match.id,
        game=open_match.match.rules.game.id,
        number=known.number + 1,
        sender=public_key(known.private_key),
        sides=sorted(mine),
        salt=secrets.token_hex(32),
    )
    contents = _contents(open_match, open_match.seats)
    contents.sides = peers
    contents.private_key, contents.peer = known.private_key, known.peer
    contents.notes = {side: open_match.store.notes(open_match.id, side) for side in mine}
    data = await _packed(open_match, header, turn_files.code_secret(code), contents)
    return _sent(open_matches.store, open_match, known, header, data, "machine", code)


def _contents(open_match: OpenMatch, mine: Iterable[str]) -> TurnContents:
    """Returns what a file contains besides the record."""
    store, match, sides = open_match.store, open_match.match, list(mine)
    stored_orders = store.standing_orders(open_match.id)
    answers = StandingOrderChoices(store, open_match.id).between(1, match.last)
    return TurnContents(
        name=open_match.name,
        seats=open_match.seats,
        created=open_match.created,
        sides=sides,
        secrets=store.secrets(open_match.id),
        lot=store.drawn_by_lot(open_match.id),
        orders={side: stored_orders[side] for side in sides if side in stored_orders},
        order_answers=[(number, name, value) for number, (name, value) in answers.items()],
        undo_offer=store.undo_offer(open_match.id),
    )


async def _packed(open_match: OpenMatch, header: TurnHeader, shared: bytes, contents: TurnContents) -> bytes:
    last = open_match.match.last
    record = open_match.store.line_chunks(open_match.id, last)
    lines = chain.from_iterable(part.splitlines() for part in record)
    data = b"".join([part async for part in stream_parts(turn_files.write_turn(header, shared, contents, lines))])
    if open_match.match.last != last or open_match.away:
        raise Refused("the match has continued meanwhile; try again", field="match")
    return data


def _sent(
    store: Store, open_match: OpenMatch, known: FileMatch, header: TurnHeader, data: bytes, away: Away, code: str = ""
) -> WrittenFile:
    """Stores that the match has left with a file."""
    written = msgspec.structs.replace(known, number=header.number, away=away, file=data, code=code)
    with store.transaction():
        FileMatches(store).put(written)
    open_match.away = away
    open_match.subscribers.notify()
    return WrittenFile(header.kind, _file_name(header), data, code)


def _file_name(header: TurnHeader) -> str:
    whom = {"invitation": "invitation", "acceptance": "accepted", "move": "to-another-machine"}
    kind = whom.get(header.kind) or f"to-{'-and-'.join(header.sides)}".replace("_", "-")
    return f"{header.game}-{header.match[:6]}-{header.number:03}-{kind}.turn"


def _peer_sides(claims: Claims) -> list[str]:
    return sorted(side for side, holder in claims.rows() if holder.startswith(PEER_PREFIX))


# -- opening ---------------------------------------------------------------------------------------


async def open_file(
    open_matches: OpenMatches, data: bytes, client: Client, *, accept: bool = False, code: str = ""
) -> OpenedFile:
    """Opens a file. An invitation is only shown, unless ``accept`` is true; a file that moved needs its ``code``."""
    header = turn_files.read_turn_header(data)
    get_game(header.game)
    known = FileMatches(open_matches.store).find(header.match)
    if header.kind == "invitation":
        return _open_invitation(open_matches, header, data, client, known, accept)
    if header.kind == "move":
        return await _open_move(open_matches, header, data, client, known, code)
    if known is None:
        raise NotFound(NOT_HERE, field="file")
    own = public_key(known.private_key)
    if header.sender == own:
        raise BadValue("you wrote this file yourself: send it to the other player", field="file")
    if header.receiver != own:
        raise BadValue("this file is for another seat: it does not open here", field="file")
    if header.number <= known.number:
        raise Refused(OLDER, field="file")
    if known.peer and header.sender != known.peer:
        raise BadValue("this file is not from the other player of this match", field="file")
    shared = shared_secret(known.private_key, header.sender)
    contents, lines = await asyncio.to_thread(turn_files.read_turn, data, shared)
    if header.kind == "acceptance":
        return await _open_acceptance(open_matches, header, contents, known)
    if known.away == "machine":
        raise Refused("this match continues on another machine: open the file there", field="file")
    if known.away != "friend":
        raise Refused("the match is here: first send it to the other player", field="file")
    holders = [known.holder] if open_matches.store.find(header.match) is None else []
    return await _take_up(open_matches, header, contents, lines, known, holders)


def _open_invitation(
    open_matches: OpenMatches,
    header: TurnHeader,
    data: bytes,
    client: Client,
    known: FileMatch | None,
    accept: bool,
) -> OpenedFile:
    invitation, store = turn_files.read_invitation(data), open_matches.store
    _require_offer(header, invitation)
    if known is not None and header.sender == public_key(known.private_key):
        raise BadValue("you wrote this invitation yourself: send it to the other player", field="file")
    if known is None and store.find(header.match) is not None:
        raise Refused("this match is on this server: its player can give you a link", field="file")
    if known is not None:
        if known.peer != header.sender or not known.file:
            raise Refused(OLDER, field="file")
        return OpenedFile("invitation", header, None, invitation, _again(known))
    if not accept:
        return OpenedFile("invitation", header, None, invitation)
    private = turn_files.new_private_key()
    words = {side: random_words() for side in invitation.asked}
    own = TurnHeader(
        kind="acceptance",
        match=header.match,
        game=header.game,
        number=header.number + 1,
        sender=public_key(private),
        receiver=header.sender,
        sides=[],
        salt=secrets.token_hex(32),
    )
    text = b"".join(turn_files.write_turn(own, shared_secret(private, header.sender), TurnContents(words=words), ()))
    with store.transaction():
        FileMatches(store).put(
            FileMatch(
                header.match,
                client.ensure_secret(),
                private,
                header.sender,
                header.sides,
                own.number,
                "friend",
                invitation.seal,
                words,
                text,
            )
        )
    return OpenedFile("invitation", header, None, invitation, WrittenFile("acceptance", _file_name(own), text))


def _require_offer(header: TurnHeader, invitation: Invitation) -> None:
    """Raises ``BadValue`` if there can be no such match: the invitation was changed, or written by another program."""
    game = get_game(header.game)
    sides = set(game.sides.ids)
    if not 0 < len(header.sides) < len(sides) or not sides.issuperset(header.sides):
        raise BadValue("this invitation does not offer a seat of its game", field="file, line 1")
    if not sides.issuperset(invitation.asked):
        raise BadValue("this invitation asks for the words of a side that its game does not have", field="file, line 2")
    if invitation.scenario is not None and invitation.scenario not in game.scenarios:
        raise BadValue("this invitation is for a scenario that its game does not have", field="file, line 2")
    game.chosen(invitation.options)


async def _open_acceptance(
    open_matches: OpenMatches, header: TurnHeader, contents: TurnContents, known: FileMatch
) -> OpenedFile:
    """Gives the offered seats to the other player; a match that has not begun begins with the words."""
    store, match = open_matches.store, header.match
    if known.peer:
        raise Refused(OLDER, field="file")
    joined = msgspec.structs.replace(known, peer=header.sender, number=header.number, file=b"")
    _require_still_free(store, known)
    seeding = seeding_of(open_matches.find(match))
    asked = [side for side in seeding.order if side not in seeding.given] if seeding else []
    if sorted(contents.words) != sorted(asked):
        raise BadValue("this file does not have the words that the dice of this match still need", field="file")
    with store.transaction():
        FileMatches(store).put(joined)
        claims = Claims(store, match)
        claims.release(known.offered)
        for side in known.offered:
            store.hold_seat(match, side, joined.peer_holder)
    for side in asked:
        open_matches.add_seed_words(match, side, contents.words[side], None, None)
    return OpenedFile("acceptance", header, await open_matches.reload(match))


def _require_still_free(store: Store, known: FileMatch) -> None:
    """Raises ``Refused`` if an offered seat was taken on this server meanwhile."""
    rows = [row for row in store.seat_holders(known.match) if row[0] not in (HOST, FORMER_PLAYER)]
    own = {holder for side, holder in rows if side not in known.offered}
    if any(holder not in own for side, holder in rows if side in known.offered):
        raise Refused("somebody on this server has taken the seat that the invitation offered", field="file")


async def _open_move(
    open_matches: OpenMatches, header: TurnHeader, data: bytes, client: Client, known: FileMatch | None, code: str
) -> OpenedFile:
    """Continues a match that comes from another machine."""
    stored = open_matches.store.find(header.match)
    if not code:
        raise Refused("this file comes from another machine: type the code that was shown there", field="code")
    if known is not None and known.away == "machine" and header.number <= known.number:
        raise Refused(OLDER, field="file")
    if stored is not None and (known is None or known.away != "machine"):
        raise Refused("this match is already here, and has not moved away", field="file")
    try:
        contents, lines = await asyncio.to_thread(turn_files.read_turn, data, turn_files.code_secret(code))
    except BadValue as error:
        if error.field == "file":
            message = "the code does not open this file: it was mistyped, or the file is damaged"
            raise BadValue(message, field="code") from None
        raise
    holder = client.ensure_secret()
    arrived = FileMatch(header.match, holder, contents.private_key, contents.peer, number=header.number)
    return await _take_up(open_matches, header, contents, lines, arrived, [holder])


async def _take_up(
    open_matches: OpenMatches,
    header: TurnHeader,
    contents: TurnContents,
    lines: Sequence[bytes],
    known: FileMatch,
    holders: Sequence[str],
) -> OpenedFile:
    """Checks the match in a file, stores it, and opens it.

    ``holders`` are the clients that get the seats of this player; none if they are held already.
    """
    store, match = open_matches.store, header.match
    data = b"".join(line + b"\n" for line in lines)
    record = await asyncio.to_thread(read_lines, data, "file")
    _require_agreed(record, header, known)
    stored = store.find(match)
    local = store.lines(match) if stored is not None else b""
    if not data.startswith(local):
        raise Refused(PARTED, field="file")
    before = local.count(b"\n")
    acts, size = len(record.acts), len(data)
    await open_matches.import_pool.call("verify_turn", data, contents.secrets, acts=acts, size=size)
    replayed = await asyncio.to_thread(replay_record, record)
    game = replayed.rules.game
    seats = {side: contents.seats.get(side, PERSON) for side in game.sides.ids}
    peers = [side for side in game.sides.ids if side in contents.sides]
    if known.peer and not (peers and len(peers) < len(seats)):
        raise BadValue("this file does not say who plays which side", field="file")
    with store.transaction():
        if stored is None:
            time = time_text()
            store.add_match(StoredMatch(match, contents.name, game.id, seats, contents.created or time, time, {}))
        added = lines[before:]
        notes: list[bytes | None] = [None, *encode_notes(replayed.entries)]
        store.add_lines(match, before, [line + b"\n" for line in added], notes[before:])
        _store_state(store, match, contents, replayed)
        store.set_seats(match, seats)
        _store_holders(store, match, known, seats, peers, holders)
        FileMatches(store).put(
            msgspec.structs.replace(known, number=header.number, away="", file=b"", code="", words={})
        )
    return OpenedFile(header.kind, header, await open_matches.reload(match))


def _require_agreed(record: MatchRecord, header: TurnHeader, known: FileMatch) -> None:
    """Raises ``BadValue`` for a record of another match than the one that was agreed."""
    if record.cut or record.header.game != header.game:
        raise BadValue(record.cut or "the record in this file is of another game", field="file")
    dice = record.header.dice
    if dice.kind != SealedDice.kind:
        raise BadValue("the dice in this file are not sealed", field="file")
    if known.seal and dice.commitments.get(REFEREE) != known.seal:
        raise BadValue("the dice in this file are not those of the invitation", field="file")
    if known.words and not set(known.words.values()) <= set(dice.words):
        raise BadValue("the words that you added are missing from the dice in this file", field="file")


def _store_state(store: Store, match: str, contents: TurnContents, replayed: ReplayedRecord) -> None:
    """Stores what belongs to the record: snapshots, the secret of the dice, orders and offers."""
    store.delete_snapshots(match)
    for snapshot in replayed.snapshots:
        store_snapshot(store, match, snapshot)
    store.delete_secrets(match)
    store.add_secrets(match, {holder: read_secret(one).hex() for holder, one in contents.secrets.items()})
    for side, orders in contents.orders.items():
        store.store_standing_orders(match, side, orders)
    answers = StandingOrderChoices(store, match)
    for number, name, value in contents.order_answers:
        answers.add([number], name, value)
    store.store_undo_offer(match, contents.undo_offer)
    if contents.lot:
        store.set_drawn_by_lot(match)
    for side, text in contents.notes.items():
        store.store_notes(match, side, text)


def _store_holders(
    store: Store, match: str, known: FileMatch, seats: Mapping[str, str], peers: Sequence[str], holders: Sequence[str]
) -> None:
    """Stores who plays which side; sides may have changed hands by a rule or after a resignation."""
    rows = store.seat_holders(match)
    held = [(side, one) for side, one in rows if side not in (HOST, FORMER_PLAYER)]
    own = list(holders) or sorted({one for _, one in held if not one.startswith(PEER_PREFIX)})
    for side in seats:
        store.release_seat(match, side)
        for holder in [known.peer_holder] if side in peers else own if seats[side] == PERSON else []:
            store.hold_seat(match, side, holder)
    for holder in holders:
        store.hold_seat(match, HOST, holder)
