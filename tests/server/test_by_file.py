"""A match goes back and forth as a file between two servers, each with its own store, or moves to another machine."""

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.record.record import AnyLine, ChoiceMade, Header, encode_each, read_lines
from ironbottom.server.storage import sealed_saves, turn_files
from ironbottom.server.storage.save_lines import SaveDamaged
from ironbottom.server.storage.turn_files import TurnContents
from tests.server.api_client import JsonObject, offered_choices, running_server
from tests.server.seated_players import ALLIES, JAPAN, STRANGER, Player

pytest.importorskip("cryptography")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Player, Player]]:
    """Japan's player and the Allies' player, each on a server with a store of its own."""
    with ExitStack() as running:
        stores = [running.enter_context(running_server(tmp_path / name)) for name in ("japan.sqlite", "allies.sqlite")]
        yield Player(stores[0], JAPAN), Player(stores[1], ALLIES)


def send(player: Player, match: str, **wanted: Any) -> bytes:
    """Writes the next file and returns its bytes."""
    text: str = player.post(f"/matches/{match}/turn_file", **wanted)["text"]
    return text.encode()


def receive(player: Player, data: bytes, **query: Any) -> JsonObject:
    """Opens a file."""
    found: JsonObject = player.request("POST", "/turn_files", content=data, params=query).json()
    return found


def refused(player: Player, data: bytes, **query: Any) -> str:
    """Returns the message of a file that must be refused."""
    error = player.error_of(lambda: receive(player, data, **query))
    assert error.status < 500, error
    message: str = error.error["message"]
    return message


def begin(japan: Player, allies: Player, game: str = "pf", **wanted: Any) -> str:
    """Begins a match by file: an invitation and its acceptance. It is then with Japan's player."""
    sides = {"pf": "allies", "vitp": "allies", "hf": "allies"}
    match: str = japan.post("/matches", game=game, friends=[sides[game]], **wanted)["id"]
    accepted = receive(allies, send(japan, match), accept=True)
    opened = receive(japan, accepted["reply"]["text"].encode())
    assert (opened["kind"], opened["match"]) == ("acceptance", match)
    return match


def choose_all(player: Player, match: str, side: str, rng: random.Random) -> None:
    """Makes random choices for a side until it has none."""
    while (view := player.view(match, side))["decision"]:
        player.act(view, rng.choice(offered_choices(view)))


def choose_some(player: Player, match: str, side: str, rng: random.Random) -> None:
    """Makes five random choices for a side."""
    for _ in range(5):
        view = player.view(match, side)
        player.act(view, rng.choice(offered_choices(view)), wait=30)


def play_by_file(players: dict[str, Player], match: str, rng: random.Random, most: int = 10_000) -> list[bytes]:
    """Plays and sends files until the match is over, up to a maximum number of files; returns them."""
    files = list[bytes]()
    here, there = "japan", "allies"
    while len(files) < most:
        choose_all(players[here], match, here, rng)
        files.append(send(players[here], match))
        receive(players[there], files[-1])
        if players[there].view(match, there)["over"]:
            break
        here, there = there, here
    return files


def everything_shown(player: Player, match: str, side: str) -> list[Any]:
    """Returns all that a player is shown of a match."""
    return [player.view(match, side), player.log(match, side), player.get("/matches"), player.seats(match)]


def forge(
    monkeypatch: pytest.MonkeyPatch, player: Player, match: str, change: Callable[[list[AnyLine]], None]
) -> bytes:
    """Writes the next file as a modified program would.

    ``change`` changes header and acts, and the checksums are recomputed.
    """
    write = turn_files.write_turn

    def write_changed(header: Any, shared: bytes, contents: TurnContents, lines: Iterable[bytes]) -> Iterator[bytes]:
        record = read_lines(b"".join(line + b"\n" for line in lines))
        changed: list[AnyLine] = [record.header, *record.acts]
        change(changed)
        return write(header, shared, contents, [line.rstrip() for line in encode_each(changed)[0]])

    with monkeypatch.context() as patched:
        patched.setattr(turn_files, "write_turn", write_changed)
        return send(player, match)


# -- a whole match ---------------------------------------------------------------------------------


@pytest.mark.build
def test_a_whole_match_by_file(servers: tuple[Player, Player]) -> None:
    """Both servers end with the same record, whose dice are proved."""
    japan, allies = servers
    match = begin(japan, allies)
    files = play_by_file({"japan": japan, "allies": allies}, match, random.Random(1))
    assert len(files) > 4
    records = [player.request("GET", f"/matches/{match}/export").content for player in servers]
    assert records[0] == records[1]
    assert all(player.get(f"/matches/{match}/verify")["sound"] for player in servers)
    header = json.loads(records[0].splitlines()[0])
    assert header["dice"]["words_by"] == ["japan", "allies"]


def test_each_player_sees_only_the_own_side(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = begin(japan, allies)
    play_by_file({"japan": japan, "allies": allies}, match, random.Random(2), 2)
    for player, own, other in ((japan, "japan", "allies"), (allies, "allies", "japan")):
        assert player.view(match, own)["side"] == own
        status, _ = player.refusal(partial(player.view, match, other))
        assert status == 403
        assert player.refusal(partial(player.view, match, "open"))[0] == 403
        assert player.refusal(partial(player.invite, match, other))[0] == 403
        seats = {seat["side"]: seat for seat in player.seats(match)["seats"]}
        assert (seats[own]["yours"], seats[other]["yours"]) == (True, False)
    assert japan.refusal(lambda: japan.post(f"/matches/{match}/reissue", side="allies"))[0] == 400
    assert japan.refusal(lambda: japan.post(f"/matches/{match}/chat", side="japan", text="hello"))[0] == 422


def test_no_file_shows_a_secret(servers: tuple[Player, Player], tmp_path: Path) -> None:
    """Neither a file nor the other store before the first turn file has the secret or an act in readable form."""
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    invitation = send(japan, match)
    reply = receive(allies, invitation, accept=True)["reply"]["text"].encode()
    receive(japan, reply)
    before = b"".join(path.read_bytes() for path in tmp_path.glob("allies.sqlite*"))
    files = play_by_file({"japan": japan, "allies": allies}, match, random.Random(3), 3)
    allies.post(f"/matches/{match}/resign", side="allies")
    *acts, reveal = allies.request("GET", f"/matches/{match}/export").content.splitlines()
    (secret,) = json.loads(reveal)["secrets"].values()
    for readable in (invitation, reply, before, *files):
        assert secret.encode() not in readable
        assert bytes.fromhex(secret) not in readable
    words = json.loads(acts[0])["dice"]["words"]
    assert words[1].encode() not in reply
    for file in files:
        assert not any(act in file for act in acts)
        assert not any(word in file for word in (b"assign", b"choice", words[0].encode(), words[1].encode()))


def test_files_show_their_size_only_in_steps(servers: tuple[Player, Player]) -> None:
    """The size of a file does not depend on the number of choices in it."""
    japan, allies = servers
    match = begin(japan, allies)
    files = play_by_file({"japan": japan, "allies": allies}, match, random.Random(4), 4)
    assert len({len(file) // 1000 for file in files}) <= 2, "seldom, the last files are one step larger"


# -- where the match is ----------------------------------------------------------------------------


def test_choices_come_before_the_file(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = begin(japan, allies)
    status, message = japan.refusal(lambda: send(japan, match))
    assert (status, message) == (422, "first choose for Japan: the other player is asked only after that")


def test_nobody_plays_while_the_match_is_away(servers: tuple[Player, Player]) -> None:
    """The last file is written again as it was, so that a lost mail loses nothing."""
    japan, allies = servers
    match = begin(japan, allies)
    choose_all(japan, match, "japan", random.Random(5))
    file, shown = send(japan, match), everything_shown(japan, match, "japan")
    assert (shown[0]["away"], shown[0]["decision"]) == ("friend", None)
    away = "the match is with the other player: open the file that comes back"
    seq = shown[0]["seq"]
    for path, body in {
        "resign": {},
        "undo": {"seq": seq},
        "draw": {"word": "offer"},
        "act": {"seq": seq, "choices": [["done"]]},
    }.items():
        _, message = japan.refusal(partial(japan.post, f"/matches/{match}/{path}", side="japan", **body))
        assert message == away
    assert send(japan, match) == file
    assert everything_shown(japan, match, "japan") == shown
    assert japan.refusal(lambda: send(japan, match, machine=True))[0] == 422
    receive(allies, file)
    assert allies.view(match, "allies")["away"] == ""


def test_another_browser_of_this_machine_takes_only_the_own_seat(servers: tuple[Player, Player]) -> None:
    """A match begun in the terminal continues on the page, without the seat of the other player."""
    japan, allies = servers
    match = begin(japan, allies)
    browser = Player(japan.client, STRANGER)
    assert browser.get("/matches")[0]["take"] == "this_machine"
    browser.post(f"/matches/{match}/claim")
    assert browser.view(match, "japan")["decision"]
    assert browser.refusal(lambda: browser.view(match, "allies"))[0] == 403
    choose_all(browser, match, "japan", random.Random(5))
    receive(allies, send(browser, match))
    assert allies.view(match, "allies")["decision"]


# -- what is refused -------------------------------------------------------------------------------


def test_refused_files_change_nothing(servers: tuple[Player, Player]) -> None:
    """Files that are damaged, cut off, older, already opened, the player's own, or not match files at all."""
    japan, allies = servers
    match = begin(japan, allies)
    first, second, third = play_by_file({"japan": japan, "allies": allies}, match, random.Random(6), 3)
    choose_all(allies, match, "allies", random.Random(6))
    fourth = send(allies, match)
    shown = [everything_shown(japan, match, "japan"), everything_shown(allies, match, "allies")]
    lines = fourth.splitlines(keepends=True)
    damaged = "this file is damaged or incomplete: ask for it again"
    middle = len(lines[4]) // 2
    flipped = lines[4][:middle] + (b"A" if lines[4][middle : middle + 1] != b"A" else b"B") + lines[4][middle + 1 :]
    for data, expected in {
        fourth[:40]: damaged,
        fourth[: len(fourth) // 2]: damaged,
        b"".join(lines[:-1]): damaged,
        b"".join([*lines[:4], flipped, *lines[5:]]): damaged,
        b"".join([*lines[:4], lines[5], lines[4], *lines[6:]]): damaged,
        fourth.replace(b'"number":6', b'"number":9', 1): damaged,
        fourth.replace(b'"sides":["japan"]', b'"sides":["allies"]', 1): damaged,
        first + b"": "you wrote this file yourself: send it to the other player",
        second: "this file is older than the match here: it was opened before, or a newer one was",
        b"not a file": "this is not a file of a match by mail",
        b"": "this is not a file of a match by mail",
    }.items():
        assert refused(japan, data).startswith(expected), data[:300]
    assert refused(allies, third).startswith("this file is older than the match here")
    assert shown == [everything_shown(japan, match, "japan"), everything_shown(allies, match, "allies")]
    assert receive(japan, fourth)["match"] == match
    assert refused(japan, fourth).startswith("this file is older")


def test_a_file_for_another_seat_is_refused(servers: tuple[Player, Player], tmp_path: Path) -> None:
    """Neither a server without the match, nor one with another match, nor another acceptor can open it."""
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    invitation = send(japan, match)
    with running_server(tmp_path / "third.sqlite") as client:
        third = Player(client, STRANGER)
        late = receive(third, invitation, accept=True)["reply"]["text"].encode()
        receive(japan, receive(allies, invitation, accept=True)["reply"]["text"].encode())
        assert refused(japan, late).startswith("this file is older")
        choose_all(japan, match, "japan", random.Random(7))
        turn = send(japan, match)
        assert refused(third, turn) == "this file is for another seat: it does not open here"
    with running_server(tmp_path / "fourth.sqlite") as client:
        message = "this file belongs to a match that is not here; it opens only where its invitation was accepted"
        assert refused(Player(client, STRANGER), turn) == message
    assert receive(allies, turn)["match"] == match


def test_a_changed_past_is_refused(servers: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored here may not differ in the file: neither the acts nor the start of the match."""

    def change_events(lines: list[AnyLine]) -> None:
        next(act for act in lines if isinstance(act, ChoiceMade)).events = []

    def change_words(lines: list[AnyLine]) -> None:
        assert isinstance(lines[0], Header)
        lines[0].dice.words[0] = "other words"

    def leave_out(lines: list[AnyLine]) -> None:
        del lines[3:]

    for change in (change_events, change_words, leave_out):
        match = begin(*servers)
        japan, allies = servers
        play_by_file({"japan": japan, "allies": allies}, match, random.Random(8), 2)
        choose_all(japan, match, "japan", random.Random(8))
        shown = everything_shown(allies, match, "allies")
        forged = forge(monkeypatch, japan, match, change)
        assert refused(allies, forged) == "this file changes what was already played; nothing here was changed"
        assert everything_shown(allies, match, "allies") == shown


def test_the_first_file_must_have_the_dice_of_the_invitation(
    servers: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    japan, allies = servers

    def change_hash(lines: list[AnyLine]) -> None:
        assert isinstance(lines[0], Header)
        lines[0].dice.commitments["referee"] = "0" * 64

    def change_words(lines: list[AnyLine]) -> None:
        assert isinstance(lines[0], Header)
        lines[0].dice.words[1] = "words that the other player did not choose"

    for change, message in {
        change_hash: "the dice in this file are not those of the invitation",
        change_words: "the words that you added are missing from the dice in this file",
    }.items():
        match = begin(japan, allies)
        choose_all(japan, match, "japan", random.Random(9))
        assert refused(allies, forge(monkeypatch, japan, match, change)) == message
        assert allies.get("/matches") == []


@pytest.mark.build
def test_a_changed_die_or_choice_is_refused(servers: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new act and die is checked by the rules and by the secret of the dice."""
    japan, allies = servers
    counts = [0]

    def new_acts(lines: list[AnyLine]) -> list[ChoiceMade]:
        new, counts[:] = lines[counts[0] :], [len(lines)]
        return [act for act in new if isinstance(act, ChoiceMade)]

    def change_die(lines: list[AnyLine]) -> bool:
        for act in new_acts(lines):
            if act.dice and act.dice[0][1] > 1:
                value, faces, why = act.dice[0]
                act.dice[0] = (value % faces + 1, faces, why)
                return True
        return False

    def change_choice(lines: list[AnyLine]) -> bool:
        act = new_acts(lines)[-1]
        act.action = ["scuttle", "everything"]
        return True

    def note(done: list[bool], change: Callable[[list[AnyLine]], bool], lines: list[AnyLine]) -> None:
        done.append(change(lines))

    for change in (change_die, change_choice):
        match = begin(japan, allies)
        here, there, names = japan, allies, ["japan", "allies"]
        done, counts[:] = list[bool](), [0]
        while not done or not done[-1]:
            choose_all(here, match, names[0], random.Random(10))
            file = forge(monkeypatch, here, match, partial(note, done, change))
            if done[-1]:
                assert refused(there, file).startswith("the match in this file was not played by the rules")
            else:
                receive(there, file)
                here, there = there, here
                names.reverse()


# -- orders and offers -----------------------------------------------------------------------------


@pytest.mark.build
def test_standing_orders_go_with_the_file(servers: tuple[Player, Player]) -> None:
    """Standing orders answer on the other server, whose player does not learn them before the end."""
    japan, allies = servers
    match = begin(japan, allies, "vitp")
    rng = random.Random(11)
    found = list[JsonObject]()
    for _ in range(12):
        play_by_file({"japan": japan, "allies": allies}, match, rng, 1)
        if not found:
            known = allies.get(f"/matches/{match}/standing", side="allies")["known"]
            allies.post(
                f"/matches/{match}/standing",
                side="allies",
                orders={info["id"]: info["values"][1] for info in known},
            )
        choose_all(allies, match, "allies", rng)
        if allies.view(match, "allies")["over"]:
            break
        receive(japan, send(allies, match))
        assert japan.refusal(lambda: japan.get(f"/matches/{match}/standing", side="allies"))[0] == 403
        found = [entry for entry in allies.log(match, "allies") if entry.get("order")]
        if found:
            break
    assert found
    assert not any(entry.get("order") for entry in japan.log(match, "japan"))


def test_offers_go_with_the_file(servers: tuple[Player, Player]) -> None:
    """An offer to take back a choice and an offer of a draw are answered on the other server."""
    japan, allies = servers
    match = begin(japan, allies)
    choose_all(japan, match, "japan", random.Random(12))
    receive(allies, send(japan, match))
    allies.post(f"/matches/{match}/draw", side="allies", word="offer")
    receive(japan, send(allies, match))
    assert japan.view(match, "japan")["draw_offer"] == "allies"
    japan.post(f"/matches/{match}/draw", side="japan", word="accept")
    assert receive(allies, send(japan, match))["over"]
    results = [player.view(match, "public")["result"] for player in servers]
    assert results[0] == results[1]
    assert [player.view(match, "public")["rematch"] for player in servers] == [None, None]


def test_an_offer_to_take_back_goes_with_the_file(servers: tuple[Player, Player]) -> None:
    """The other player takes the choice back for the one who asked, who then chooses again."""
    japan, allies = servers
    match = begin(japan, allies)
    sides, rng = {"japan": japan, "allies": allies}, random.Random(13)
    here, there = "japan", "allies"
    for _ in range(40):
        choose_all(sides[here], match, here, rng)
        view = sides[here].view(match, here)
        if view["log_from"] and not view["undo"]["steps"]:
            asked = sides[here].post(f"/matches/{match}/undo", side=here, seq=view["seq"], steps=1)
            assert asked["undo_offer"]
            break
        receive(sides[there], send(sides[here], match))
        here, there = there, here
    receive(sides[there], send(sides[here], match))
    view = sides[there].view(match, there)
    assert view["undo_offer"]["side"] == here
    sides[there].post(f"/matches/{match}/undo_offer", side=there, word="accept")
    receive(sides[here], send(sides[there], match))
    view = sides[here].view(match, here)
    assert view["decision"]
    assert view["undo_offer"] is None


def test_a_file_that_unpacks_to_too_much_or_to_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other player could write such a file with another program."""
    key, about = bytes(32), {"game": "pf", "name": "turn file", "seats": {}}
    file = b"".join(sealed_saves.write_sealed(key, about, [b"x" * 1000], "ab" * 7))
    assert sealed_saves.read_sealed(key, file)[1] == [b"x" * 1000]
    with monkeypatch.context() as patched:
        patched.setattr(sealed_saves, "MAX_UNPACKED_BYTES", 999)
        with pytest.raises(SaveDamaged, match="too large"):
            sealed_saves.read_sealed(key, file)
    for parts in ([], [(5).to_bytes(8, "big") + b"junk!"]):
        with monkeypatch.context() as patched:
            patched.setattr(sealed_saves, "_split", lambda *_, parts=parts: parts)
            file = b"".join(sealed_saves.write_sealed(key, about, [b"x"], "ab" * 7))
        with pytest.raises(SaveDamaged, match="cannot be unpacked"):
            sealed_saves.read_sealed(key, file)


# -- three sides -----------------------------------------------------------------------------------


def begin_with_three(japan: Player, allies: Player) -> str:
    """Begins a match of *Axis & Allies: Pacific*: one player has Britain and the United States."""
    match: str = japan.post("/matches", game="aap", friends=["uk", "usa"])["id"]
    receive(japan, receive(allies, send(japan, match), accept=True)["reply"]["text"].encode())
    return match


def answer_all(player: Player, match: str, sides: Iterable[str], rng: random.Random, most: int = 300) -> None:
    """Makes random choices for the sides of a player until none is asked; ends a phase where that is offered."""
    for _ in range(most):
        asked = [view for side in sides for view in [player.view(match, side)] if view["decision"]]
        if not asked:
            return
        offered = offered_choices(asked[0])
        ending = [one for one in offered if one[0] in ("done", "end", "stop", "cheapest")]
        player.act(asked[0], rng.choice(ending or offered))
    raise AssertionError("the sides are asked again and again")


def test_a_match_of_three_sides_goes_by_file(servers: tuple[Player, Player]) -> None:
    """One player holds two of the sides: each file leaves only when neither of them is asked."""
    japan, allies = servers
    match, rng = begin_with_three(japan, allies), random.Random(21)
    held = {"japan": (japan, ["japan"]), "allies": (allies, ["uk", "usa"])}
    for here, there in [("japan", "allies"), ("allies", "japan")] * 3:
        player, sides = held[here]
        answer_all(player, match, sides, rng)
        receive(held[there][0], send(player, match))
    logs = [player.log(match, "public") for player in servers]
    assert logs[0] == logs[1]
    assert {entry["side"] for entry in logs[0] if entry["act"] == "choice"} >= {"japan", "uk"}
    assert japan.view(match, "public")["view"] == allies.view(match, "public")["view"]
    for player, own in ((japan, ["japan"]), (allies, ["uk", "usa"])):
        assert [seat["side"] for seat in player.seats(match)["seats"] if seat["yours"]] == own
        for side in {"japan", "uk", "usa"} - set(own):
            assert player.refusal(partial(player.view, match, side))[0] == 403


def test_a_draw_of_three_sides_is_agreed_by_file(servers: tuple[Player, Player]) -> None:
    """Both sides of the other player must accept; if one declines, the offer is gone."""
    japan, allies = servers
    match = begin_with_three(japan, allies)
    japan.post(f"/matches/{match}/draw", side="japan", word="offer")
    receive(allies, send(japan, match))
    assert allies.view(match, "usa")["draw_offer"] == "japan"
    allies.post(f"/matches/{match}/draw", side="uk", word="decline")
    answer_all(allies, match, ["uk", "usa"], random.Random(22))
    receive(japan, send(allies, match))
    assert (japan.view(match, "japan")["draw_offer"], japan.view(match, "japan")["over"]) == (None, False)
    japan.post(f"/matches/{match}/draw", side="japan", word="offer")
    receive(allies, send(japan, match))
    for side in ("uk", "usa"):
        if not allies.view(match, side)["over"]:
            allies.post(f"/matches/{match}/draw", side=side, word="accept")
    assert receive(japan, send(allies, match))["over"]
    assert japan.view(match, "public")["result"] == allies.view(match, "public")["result"]


def test_a_side_that_resigns_is_continued_by_its_ally_by_file(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = begin_with_three(japan, allies)
    receive(allies, send(japan, match))
    allies.post(f"/matches/{match}/resign", side="uk")
    assert not allies.view(match, "usa")["over"]
    answer_all(allies, match, ["uk", "usa"], random.Random(23))
    receive(japan, send(allies, match))
    assert japan.view(match, "public")["resigned"] == ["uk"]
    assert [seat["side"] for seat in japan.seats(match)["seats"] if seat["yours"]] == ["japan"]
    japan.post(f"/matches/{match}/resign", side="japan")
    assert receive(allies, send(japan, match))["over"]
    assert sorted(allies.view(match, "public")["result"]["winners"]) == ["uk", "usa"]


# -- beginnings ------------------------------------------------------------------------------------


def test_an_invitation_shows_its_settings_and_is_accepted_once(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"], options={"hidden_counts": "on"})["id"]
    invitation = send(japan, match)
    shown = receive(allies, invitation)
    assert (shown["match"], shown["reply"], shown["invitation"]["sides"]) == ("", None, ["The Allies"])
    assert [setting["title"] for setting in shown["invitation"]["agreed"]][:2] == ["Game", "Rules"]
    reply = receive(allies, invitation, accept=True)["reply"]
    assert receive(allies, invitation)["reply"] == reply
    assert send(japan, match) == invitation
    assert refused(japan, invitation) == "you wrote this invitation yourself: send it to the other player"
    assert refused(allies, invitation[:-30]) == "this file is damaged or incomplete: ask for it again"
    assert receive(japan, reply["text"].encode())["match"] == match
    assert refused(japan, reply["text"].encode()).startswith("this file is older")


NO_SEAT = "this invitation does not offer a seat of its game"
NO_MATCH: list[tuple[int, JsonObject, str]] = [
    (0, {"sides": []}, NO_SEAT),
    (0, {"sides": ["japan", "allies"]}, NO_SEAT),
    (0, {"sides": ["<script>"]}, NO_SEAT),
    (0, {"game": "../games"}, "no game is called '../games'"),
    (1, {"asked": ["nobody"]}, "this invitation asks for the words of a side that its game does not have"),
    (1, {"asked": ["allies"] * 21}, "this file is damaged or incomplete"),
    (1, {"words": ["calm sea"] * 21}, "this file is damaged or incomplete"),
    (1, {"words": ["x" * 1001]}, "this file is damaged or incomplete"),
    (1, {"scenario": "nowhere"}, "this invitation is for a scenario that its game does not have"),
    (1, {"options": {"weather": "on"}}, "Pacific Fury"),
]
"""Invitations to a match that cannot be: the line that was changed, its new fields, and the refusal."""


@pytest.mark.parametrize(("line", "changed", "message"), NO_MATCH)
def test_an_invitation_to_no_match_is_refused(
    servers: tuple[Player, Player], line: int, changed: JsonObject, message: str
) -> None:
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    lines = [json.loads(one) for one in send(japan, match).splitlines()[:2]]
    lines[line] |= changed
    text = b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in lines)
    forged = text + json.dumps({"check": hashlib.sha256(text).hexdigest()}, separators=(",", ":")).encode() + b"\n"
    assert message in refused(allies, forged)
    assert message in refused(allies, forged, accept=True)


def test_the_import_of_the_page_says_where_such_a_file_is_opened(servers: tuple[Player, Player]) -> None:
    japan, _ = servers
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    error = japan.error_of(lambda: japan.request("POST", "/matches/import", content=send(japan, match)))
    assert error.error["message"] == "this file belongs to a match by mail; open it with `ironbottom mail FILE`"


def test_a_seat_that_was_taken_meanwhile_stays_taken(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    reply = receive(allies, send(japan, match), accept=True)["reply"]["text"].encode()
    Player(japan.client, STRANGER).claim(match, japan.invite(match, "allies"))
    assert refused(japan, reply) == "somebody on this server has taken the seat that the invitation offered"
    assert japan.refusal(lambda: send(japan, match, side="allies"))[0] == 422


def test_a_match_under_way_goes_on_by_file(servers: tuple[Player, Player]) -> None:
    """One of two sides on one screen is given to a player with another server."""
    japan, allies = servers
    match = japan.post("/matches", game="pf", host="japan")["id"]
    for side in ("japan", "allies"):
        japan.post(f"/matches/{match}/words", side=side, words=f"words of {side}")
    choose_all(japan, match, "japan", random.Random(13))
    assert japan.refusal(lambda: send(japan, match))[1] == "choose the side that the other player gets"
    receive(japan, receive(allies, send(japan, match, side="allies"), accept=True)["reply"]["text"].encode())
    assert japan.refusal(lambda: japan.view(match, "allies"))[0] == 403
    receive(allies, send(japan, match))
    assert allies.view(match, "allies")["decision"]
    assert allies.log(match, "public") == japan.log(match, "public")


def test_sides_by_lot_and_what_cannot_go_by_file(servers: tuple[Player, Player]) -> None:
    japan, allies = servers
    match = japan.post("/matches", game="pf", friends=["allies"], lot=True)["id"]
    receive(japan, receive(allies, send(japan, match), accept=True)["reply"]["text"].encode())
    (mine,) = [seat["side"] for seat in japan.seats(match)["seats"] if seat["yours"]]
    choose_all(japan, match, mine, random.Random(14))
    receive(allies, send(japan, match))
    assert [seat["side"] for seat in allies.seats(match)["seats"] if seat["yours"]] == [
        "japan" if mine == "allies" else "allies"
    ]
    for wanted, message in {
        ("dice", "joint"): "joint dice need both players at the same time; choose sealed dice",
        ("pace", '{"kind":"days","days":2,"reserve":3}'): "a match with a clock cannot be played by file",
    }.items():
        value = json.loads(wanted[1]) if wanted[0] == "pace" else wanted[1]
        other = japan.post("/matches", game="pf", friends=["allies"], **{wanted[0]: value})["id"]
        assert japan.refusal(partial(send, japan, other)) == (422, message)
    solo = japan.post("/matches", game="pf", seats={"allies": "random"})["id"]
    assert japan.refusal(lambda: send(japan, solo))[0] == 422


# -- to another machine ----------------------------------------------------------------------------


def test_a_match_moves_to_another_machine_and_back(servers: tuple[Player, Player]) -> None:
    """The match keeps its dice, computer player, orders and notes. The code is in no file."""
    first, second = servers
    match = first.post("/matches", game="pf", seats={"allies": "ensign"})["id"]
    first.post(f"/matches/{match}/notes", side="japan", text="look at Truk")
    choose_some(first, match, "japan", random.Random(15))
    before = first.view(match, "japan")
    written = first.post(f"/matches/{match}/turn_file", machine=True)
    file, code = written["text"].encode(), written["code"]
    assert code not in written["text"]
    assert first.view(match, "japan")["away"] == "machine"
    assert refused(second, file) == "this file comes from another machine: type the code that was shown there"
    wrong = "the code does not open this file: it was mistyped, or the file is damaged"
    assert refused(second, file, code="A" * 24) == wrong
    assert refused(second, file, code="A") == "a code has 24 letters and digits, such as ABCD-EFGH-…"
    assert receive(second, file, code=code.lower().replace("-", " "))["match"] == match
    after = second.view(match, "japan")
    assert after["view"] == before["view"]
    assert (after["dice"], after["copied"]) == (before["dice"], False)
    assert second.get(f"/matches/{match}/notes", side="japan")["text"] == "look at Truk"
    choose_some(second, match, "japan", random.Random(15))
    assert refused(second, file, code=code) == "this match is already here, and has not moved away"
    back = second.post(f"/matches/{match}/turn_file", machine=True)
    assert refused(first, file, code=code).startswith("this file is older")
    receive(first, back["text"].encode(), code=back["code"])
    assert first.view(match, "japan")["view"] == second.view(match, "japan")["view"]


def test_an_end_of_a_match_by_file_moves(servers: tuple[Player, Player], tmp_path: Path) -> None:
    """The other player notices nothing."""
    japan, allies = servers
    match = begin(japan, allies)
    choose_all(japan, match, "japan", random.Random(16))
    receive(allies, send(japan, match))
    moved = allies.post(f"/matches/{match}/turn_file", machine=True)
    with running_server(tmp_path / "laptop.sqlite") as client:
        laptop = Player(client, STRANGER)
        receive(laptop, moved["text"].encode(), code=moved["code"])
        choose_all(laptop, match, "allies", random.Random(16))
        receive(japan, send(laptop, match))
        choose_all(japan, match, "japan", random.Random(16))
        turn = send(japan, match)
        assert refused(allies, turn) == "this match continues on another machine: open the file there"
        assert receive(laptop, turn)["match"] == match


def test_only_a_match_that_is_all_yours_moves(servers: tuple[Player, Player]) -> None:
    japan, _ = servers
    other = Player(japan.client, STRANGER)
    match = japan.post("/matches", game="pf", friends=["allies"], host="nobody")["id"]
    other.claim(match, japan.invite(match, "allies"))
    for player, side in ((japan, "japan"), (other, "allies")):
        player.post(f"/matches/{match}/words", side=side, words="some words")
    assert japan.refusal(lambda: send(japan, match, machine=True))[0] == 422
    assert Player(japan.client, ALLIES).refusal(lambda: send(japan, match, machine=True))[0] == 422
