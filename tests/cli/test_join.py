"""``ironbottom join``: one player uses the API of a real server, the other the terminal."""

from __future__ import annotations

import os
import random
import re
import select
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from ironbottom.cli.commands import join as joining
from ironbottom.cli.commands.join import read_link
from ironbottom.cli.output.terminal import Terminal, UserExit
from ironbottom.cli.remote import session
from ironbottom.cli.remote.client import ServerClient, Unreachable
from ironbottom.cli.remote.match import read_choices
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.dice.sealed import commitment
from ironbottom.engine.rules.registry import all_games
from ironbottom.testing.waiting import MAX_WAIT_SECONDS
from tests.cli.running import Ran, one_line, run
from tests.cli.test_in_a_terminal import ESCAPE, RealTerminal
from tests.server.api_client import JsonObject, offered_choices
from tests.server.seated_players import ALLIES, JAPAN, Player
from tests.server.test_joint_dice import SECRETS, WORDS, answer
from tests.server.test_process import Server, serving

MAX_WAITS = 500
Step = str | Callable[[], object]
"""The input at a prompt, or an act of the other player before it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server for all tests of this module."""
    with serving(tmp_path_factory.mktemp("server") / "games.sqlite") as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=180) as client:
        yield client


class Invited:
    """A match of Pacific Fury started over the API by the player of the Allies, with a link to the other side."""

    def __init__(self, client: httpx.Client, game: str = "pf", side: str = "japan", **wanted: object) -> None:
        self.other, self.side = Player(client, ALLIES), side
        self.match: str = self.other.post("/matches", game=game, friends=[side], host="nobody", **wanted)["id"]
        self.link = self.invite()

    def invite(self) -> str:
        answer = self.other.post(f"/matches/{self.match}/invitations", side=self.side)
        return f"{str(self.other.client.base_url).rstrip('/')}{answer['path']}"

    @property
    def token(self) -> str:
        return self.link.rpartition("/")[2]

    def words(self, side: str = "allies") -> None:
        self.other.post(f"/matches/{self.match}/words", side=side, words=f"words of {side}")

    def view(self, side: str = "allies") -> JsonObject:
        return self.other.view(self.match, side)

    def act(self, *choices: list[str]) -> None:
        self.other.act(self.view(), *choices)


@pytest.fixture
def invited(client: httpx.Client) -> Invited:
    return Invited(client)


class While(str):
    """A line that is typed while others have to choose."""


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs ``join`` with scripted input and then leaves. Returns the output on one line."""

    def typed(
        arguments: Sequence[str],
        *steps: Step,
        pause: Callable[[float], None] = lambda _: None,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> str:
        left, waits = list(steps), 0

        def others_act() -> None:
            while left and callable(left[0]):
                left.pop(0)()  # type: ignore[operator]

        def ask(_: Terminal, prompt: str) -> str:
            others_act()
            if not left:
                raise UserExit
            assert not isinstance(left[0], While), f"asked {prompt!r} where the others were to choose"
            line = str(left.pop(0))
            sys.stdout.write(f"{prompt} {line}\n")
            return line

        def read_line_within(_: Terminal, seconds: float) -> str:
            nonlocal waits
            waits += 1
            assert waits < MAX_WAITS, "nothing happens any more"
            meanwhile()
            if left and callable(left[0]):
                left.pop(0)()  # type: ignore[operator]
                return ""
            if not left:
                raise UserExit
            if isinstance(left[0], While):
                return str(left.pop(0))
            return ""

        monkeypatch.setattr(Terminal, "ask", ask)
        monkeypatch.setattr(Terminal, "read_line_within", read_line_within)
        monkeypatch.setattr(joining, "sleep", lambda _: read_line_within(Terminal(), 0))
        monkeypatch.setattr(session, "sleep", pause)
        ran = run("join", *arguments)
        assert ran.code == 0, ran.err
        assert not ran.err
        return one_line(ran.out)

    return typed


def left(ran: Ran) -> str:
    """Returns the message of a command that failed."""
    assert ran.code == 1
    assert "Traceback" not in ran.out + ran.err
    return one_line(ran.err)


# -- links ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("ftp://here/#/join/a/b", "this is not a link to a seat or a match"),
        ("http://here:port/#/join/a/b", "this is not a link to a seat or a match"),
        ("http://here:1/#/join/a", "the end of this link is incomplete"),
        ("http://127.0.0.1:1/#/join/a/b", "no server answers at http://127.0.0.1:1 (Connection refused)"),
        ("", "you have no seat in an open match; take one with `ironbottom join LINK`"),
    ],
)
def test_bad_links_and_unreachable_servers_are_explained(link: str, text: str) -> None:
    assert text in left(run("join", *([link] if link else [])))


def test_a_link_may_have_a_key_and_an_ipv6_address() -> None:
    assert read_link("http://[::1]:1942/?key=12#/join/m/t") == ("http://[::1]:1942", "12", "m", "t")
    with pytest.raises(BadValue):
        read_link("http://user@host/#/join/m/t")


def test_a_void_link_and_an_unknown_match_are_refused(invited: Invited) -> None:
    void, invited.link = invited.link, invited.invite()
    void_link = "this link has been used, replaced or withdrawn, or has expired; ask for a new one"
    assert left(run("join", void)) == f"ironbottom: {void_link}"
    assert "match" in left(run("join", void.replace(invited.match, "nowhere")))
    assert "you have no seat in this match" in left(run("join", void.partition("#")[0] + f"#/m/{invited.match}"))


# -- a seat is taken -----------------------------------------------------------------------------------


def test_declining_does_not_take_the_seat(invited: Invited, typing: Callable[..., str], games_folder: Path) -> None:
    shown = typing([invited.link], "n")
    assert "Pacific Fury: Guadalcanal 1942" in shown
    assert "Rules: Standard." in shown
    assert "This link gives the seat of Japan. You take it only if you confirm." in shown
    assert invited.other.seats(invited.match, invited.token)["link"] == "invitation"
    assert not games_folder.exists()


def test_a_match_from_the_link_to_the_end(invited: Invited, typing: Callable[..., str]) -> None:
    """Each side gives words, Japan first. One choice is made and one refused; Japan resigns."""
    shown = typing(
        [invited.link],
        "",
        "words of mine",
        invited.words,
        "form 1: zuikaku shokaku tone",
        "sortie 1",
        "undo",
        "resign",
        "y",
    )
    assert "You play Japan." in shown
    assert "Japan, your phrase (Enter takes a random one): words of mine" in shown
    assert "Waiting for the phrase of the Allies." in shown
    assert "Japan: Form task forces: put ships into boxes. (8.2.a)" in shown
    assert re.search(r"Not allowed: .*\(8\.\d", shown), "a refusal names its clause"
    assert "Taken back: " in shown
    assert "Victory for the Allies: Japan resigned." in shown
    match_view = invited.view()
    assert match_view["result"]["why"] == "Japan resigned"
    assert match_view["dice"]["words"] == ["words of mine", "words of allies"]


def test_a_player_leaves_and_returns_without_a_link(
    invited: Invited, typing: Callable[..., str], games_folder: Path
) -> None:
    """The user keeps the seat and returns without a link, by the match's address, and by the used link."""
    shown = typing([invited.link], "", "mine", invited.words, "form 1: tone", "quit")
    assert "You keep your seat. To continue the match:" in shown
    book = games_folder / "seats.json"
    assert stat.S_IMODE(book.stat().st_mode) == 0o600
    ((address, kept),) = msgspec.json.decode(book.read_bytes()).items()
    assert invited.link.startswith(f"{address}/")
    assert kept["matches"] == [invited.match]
    again = typing([], "log")
    assert "The Tone joins" in again or "Tone" in again
    assert "Japan: Form task forces" in again
    assert "Japan: Form task forces" in typing([f"{address}/#/m/{invited.match}"], "quit")
    assert "Japan: Form task forces" in typing([invited.link], "quit")
    for secret in (kept["secret"], invited.token):
        assert secret not in shown + again


def test_one_of_several_matches_is_chosen_by_number(client: httpx.Client, typing: Callable[..., str]) -> None:
    first, second = Invited(client), Invited(client)
    for one in (first, second):
        typing([one.link], "", "mine", one.words, "quit")
    typing([], "3", "2", "resign", "y")
    assert (first.view()["over"], second.view()["over"]) == (False, True)


def test_a_link_to_a_further_device_gives_the_same_seat(client: httpx.Client, typing: Callable[..., str]) -> None:
    japan = Player(client, JAPAN)
    match = japan.post("/matches", game="pf", seats={"allies": "random"})["id"]
    path = japan.post(f"/matches/{match}/device_link")["path"]
    shown = typing([f"{str(client.base_url).rstrip('/')}{path}"], "", "form 1: tone", "quit")
    assert "This link gives the seat of Japan." in shown
    assert any("ijn_tone" in str(entry) for entry in japan.log(match, "japan"))


def test_a_reissued_seat_is_lost(invited: Invited, typing: Callable[..., str]) -> None:
    def reissue() -> None:
        invited.other.post(f"/matches/{invited.match}/reissue", side="japan")

    shown = typing([invited.link], "", "mine", invited.words, reissue, "form 1: tone")
    assert "This terminal no longer holds a seat in the match" in shown


def test_joint_dice_use_the_share_of_the_terminal(
    client: httpx.Client, typing: Callable[..., str], games_folder: Path
) -> None:
    """The terminal publishes its own hash, gives its share of each die, and reveals its secret at the end."""
    invited, rolled = Invited(client, dice="joint"), set[int]()

    def allies() -> None:
        """The next act of the other player: their words, their share of a die that waits for it, or nothing more."""
        match_view = invited.view()
        wanted = None if "order" in match_view else match_view["dice"].get("wanted")
        if "order" in match_view:
            path = f"/matches/{invited.match}/words"
            invited.other.post(path, side="allies", words=WORDS[1], commitment=commitment(SECRETS["allies"]))
        elif wanted and "allies" in wanted["lacks"]:
            rolled.add(wanted["die"])
            answer(invited.other, invited.match, "allies", wanted)
        elif match_view["decision"] and not wanted:
            invited.other.act(
                match_view, next(choice for choice in offered_choices(match_view) if choice in (["done"], ["pass"]))
            )

    formed = ("form 1: kongo haruna; done", "sortie 1 slot", "move 1 ironbottom")
    shown = typing([invited.link], "", WORDS[0], *formed, *["1"] * 6, "quit", meanwhile=allies)
    assert "Waiting for the share of the Allies in a die." in shown
    assert re.search(r"Japan rolls \d for the event", shown)
    (kept,) = msgspec.json.decode((games_folder / "seats.json").read_bytes()).values()
    secret = kept["dice"][invited.match]["japan"]
    assert secret not in shown
    assert rolled
    typing([], "resign", "y", meanwhile=allies)
    invited.other.post(f"/matches/{invited.match}/secret", side="allies", secret=SECRETS["allies"].hex())
    checked = invited.other.get(f"/matches/{invited.match}/verify")
    assert checked["sound"]
    assert any(f"all {len(rolled)} dice are theirs" in proved for proved in checked["proved"])


# -- the others ----------------------------------------------------------------------------------------


def undo_offer(invited: Invited) -> JsonObject | None:
    found: JsonObject | None = invited.view()["undo_offer"]
    return found


def test_undo_beyond_the_barrier_asks_the_other_player(invited: Invited, typing: Callable[..., str]) -> None:
    """First the Allies decline, then they agree."""

    def answer(word: str) -> Callable[[], object]:
        def answered() -> None:
            offer = undo_offer(invited)
            assert offer
            assert (offer["side"], offer["steps"], offer["to_answer"]) == ("japan", 2, ["allies"])
            invited.other.post(f"/matches/{invited.match}/undo_offer", side="allies", word=word)

        return answered

    shown = typing(
        [invited.link],
        "",
        "mine",
        invited.words,
        "form 1: tone",
        "done",
        While("help"),
        While("form 2: zuikaku"),
        lambda: invited.act(["done"]),
        "undo 2",
        "",
        answer("decline"),
        "undo 2",
        "",
        answer("accept"),
        "board",
        "quit",
    )
    assert "Waiting for the Allies." in shown
    assert "you have nothing to choose now" in shown
    assert "The others were asked. Nothing is taken back until they agree." in shown
    assert "Taken back by Japan, with the consent of the Allies:" in shown
    assert invited.view()["waiting"][0]["side"] == "japan"


def test_offers_of_the_other_player_are_answered(invited: Invited, typing: Callable[..., str]) -> None:
    """The Allies ask to take back (declined) and offer a draw (accepted)."""

    def ask_back() -> None:
        match_view = invited.view()
        invited.other.post(f"/matches/{invited.match}/undo", side="allies", seq=match_view["seq"], steps=1)
        assert undo_offer(invited) is not None

    def declined() -> None:
        offer = undo_offer(invited)
        assert offer
        assert offer["declined"] == "japan"
        invited.other.post(f"/matches/{invited.match}/draw", side="allies", word="offer")

    shown = typing(
        [invited.link],
        "",
        "mine",
        invited.words,
        "done",
        lambda: invited.act(["done"]),
        ask_back,
        "board",
        "n",
        declined,
        "board",
        "y",
    )
    assert "The match has moved on. Your input was not used." in shown
    assert "The Allies ask to take back one choice. Agree?" in shown
    assert "The Allies offer a draw. Accept it?" in shown
    assert "The game is a draw" in shown


def test_a_draw_is_offered_and_the_other_declines(invited: Invited, typing: Callable[..., str]) -> None:
    def decline() -> None:
        assert invited.view()["draw_offer"] == "japan"
        invited.other.post(f"/matches/{invited.match}/draw", side="allies", word="decline")

    shown = typing([invited.link], "", "mine", invited.words, "draw", decline, "board", "quit")
    assert "You offered a draw. The other players can answer it on their screens." in shown
    assert "Draw declined by the Allies." in shown


def test_a_session_survives_a_restart_of_the_server(
    invited: Invited, typing: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal waits until the server answers again, and continues."""
    read, gone = ServerClient.read, list[bool]()

    def reached(client: ServerClient, *asked: Any, **query: Any) -> bytes:
        if gone:
            raise Unreachable("no server answers here")
        return read(client, *asked, **query)

    monkeypatch.setattr(ServerClient, "read", reached)
    shown = typing(
        [invited.link],
        "",
        "mine",
        invited.words,
        lambda: gone.append(True),
        "form 1: tone",
        "form 1: tone",
        "quit",
        pause=lambda _: gone.clear(),
    )
    assert "No server answers here. Trying again; Ctrl+C leaves. The server is responding again." in shown
    assert "Box 1: Japanese task force 1" in shown


@pytest.mark.build
def test_the_access_key_is_needed_once(tmp_path: Path, typing: Callable[..., str]) -> None:
    """The key comes with the link, is stored with the seat, and is not shown."""
    with serving(tmp_path / "games.sqlite", "lan") as server:
        parts = urlsplit(server.address)
        base = f"{parts.scheme}://{parts.netloc}"
        key = parts.query.removeprefix("key=")
        with httpx.Client(base_url=base, timeout=180, cookies={"ironbottom_key": key}) as client:
            invited = Invited(client)
            assert f"?key={key}#" in invited.link
            assert "this needs the key" in left(run("join", invited.link.replace(f"?key={key}", "")))
            shown = typing([invited.link], "", "mine", invited.words, "quit") + typing([], "game", "quit")
    assert key not in shown
    assert shown.count("Japan: Form task forces") == 2


@pytest.fixture
def in_a_terminal(invited: Invited, games_folder: Path) -> Iterator[RealTerminal]:
    terminal = RealTerminal("join", invited.link, "--plain", COLUMNS="100")
    yield terminal
    if terminal.process.poll() is None:
        terminal.process.kill()


def read_until(terminal: RealTerminal, words: str) -> None:
    """Reads the output of a terminal until it contains some words."""
    text = ""
    while words not in one_line(ESCAPE.sub("", text)):
        ready, _, _ = select.select([terminal.leader], [], [], MAX_WAIT_SECONDS)
        assert ready, f"{words!r} is not shown: {text[-500:]}"
        try:
            text += os.read(terminal.leader, 65536).decode()
        except OSError:  # the program has ended
            raise AssertionError(f"{words!r} is not shown before the end: {text[-500:]}") from None


@pytest.mark.thorough
def test_a_terminal_runs_commands_while_waiting_and_announces_requests(
    invited: Invited, in_a_terminal: RealTerminal
) -> None:
    """A command is typed without a prompt; what the Allies ask is announced under the prompt; Ctrl+C leaves."""
    screen = in_a_terminal
    for words, line in (("Take the seat?", ""), ("your phrase", "mine")):
        read_until(screen, words)
        screen.type(line)
    read_until(screen, "Waiting for the phrase of the Allies.")
    invited.words()
    read_until(screen, "Done with task forces")
    screen.type("done")
    read_until(screen, "Waiting for the Allies.")
    screen.type("? 10.6")
    read_until(screen, "10.6")
    invited.act(["done"])
    read_until(screen, "for example")  # Japan operates, or first assigns hits of an event, as the dice decide
    match_view = invited.view()
    invited.other.post(f"/matches/{invited.match}/undo", side="allies", seq=match_view["seq"], steps=1)
    read_until(screen, "The other side has a question for you: press Enter.")
    screen.type("")
    read_until(screen, "The Allies ask to take back one choice. Agree?")
    screen.type("y")
    read_until(screen, "Waiting for the Allies.")
    assert undo_offer(invited) is None
    screen.press_control_c()
    read_until(screen, "You keep your seat")
    assert screen.close() == 0


# -- all games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.short for game in all_games()])
def test_every_game_accepts_words_and_numbers(
    game: str, client: httpx.Client, typing: Callable[..., str], games_folder: Path
) -> None:
    """One client holds all sides; the terminal uses its device link."""
    host = Player(client, JAPAN)
    result = host.begin(game=game)
    match = result["id"]
    path = host.post(f"/matches/{match}/device_link")["path"]
    steps: list[Step] = [""]
    source = random.Random(game)
    steps += [str(source.randint(1, 3)) if place % 3 else "" for place in range(8)]
    before = sum(host.view(match, side)["seq"] for side in result["seats"])
    shown = typing([f"{str(client.base_url).rstrip('/')}{path}"], *steps, "log", "game", "why 1", "quit")
    after = sum(host.view(match, side)["seq"] for side in result["seats"])
    assert after > before
    assert "you may choose this now (" in shown


@pytest.mark.parametrize("game", [game.short for game in all_games()])
def test_choices_have_the_same_numbers_as_on_the_server(game: str) -> None:
    rules = next(one for one in all_games() if one.short == game).rules()
    state, source = rules.new(), random.Random(7)
    for _ in range(5):
        decision = state.decisions()[0]
        wire = msgspec.json.decode(msgspec.json.encode(decision.choices.factored()))
        read = read_choices(rules.vocabulary, wire)
        assert len(read) == len(decision.choices)
        for place in {0, len(read) - 1, len(read) // 2}:
            assert read.at(place) == decision.choices.at(place)
        state.apply(
            decision.side, decision.choices.sample_by_argument(source), SeededDice(source.randrange(100)), trusted=True
        )


def test_a_choice_of_another_version_is_refused() -> None:
    rules = next(iter(all_games())).rules()
    with pytest.raises(BadValue, match="another version"):
        read_choices(rules.vocabulary, [{"verb": "teleport"}])
