"""Emails and messages to chat rooms when a match waits for a player, sent to sinks on this machine."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.server import app
from ironbottom.server.configuration import Configuration, MailServer, Webhooks, read_configuration
from ironbottom.server.match import clocks, turn_notifications
from ironbottom.server.match.standing_orders import SeatOrders
from ironbottom.server.network.access import AccessRules
from ironbottom.server.notify import delivery, webhooks
from ironbottom.server.notify.delivery import BACK_OFF, Delivery
from ironbottom.server.notify.failures import DeliveryFailed
from ironbottom.server.notify.mail import clean_address, make_mail
from ironbottom.server.storage.database import Store
from tests.server.api_client import BASE_URL, Client, JsonObject, offered_choices, running_server
from tests.server.message_sinks import MailSink, RoomSink, links_in, mail_sink, room_sink, text_of
from tests.server.seated_players import JAPAN, Player, give_words, players, two_players
from tests.server.test_clocks import DAY, HOUR, MINUTE, START, Clock, finish_move, name_in_secret

ADDRESS = "https://games.example.org"
SENDER = "Ironbottom <games@example.org>"
MIKA, HANA = "mika@example.com", "hana@example.com"
STOP = re.compile(rf"{ADDRESS}/mail/([\w-]+)")


class Server:
    """A server with a mail server and a chat room, and a time that the tests set."""

    def __init__(self, path: Path, mail: MailSink, room: RoomSink, clock: Clock) -> None:
        self.path, self.mail, self.room, self.clock = path, mail, room, clock
        self.made: list[Delivery] = []
        self.store: Store | None = None
        self.access: AccessRules | None = None
        self.configuration = Configuration(
            ADDRESS,
            MailServer("127.0.0.1", SENDER, mail.port, "none", unconfirmed_a_day=7),
            Webhooks(private_addresses=True),
        )

    def deliver(self, client: Client, wait: int = 0) -> list[EmailMessage]:
        """Sends the messages that are due after a wait, and returns the emails."""
        self.clock.wait(wait)
        client.blocking_portal.call(self.made[-1].send_due)
        return self.mail.take()

    @contextmanager
    def opened(self) -> Iterator[Client]:
        """Yields a client of the running server."""
        with running_server(self.path, access=self.access, configuration=self.configuration) as client:
            yield client


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "now_ms", made)
    return made


@pytest.fixture
def server(store_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    async def never(delivery: Delivery) -> None:
        """Does nothing, since the tests call ``send_due``."""

    monkeypatch.setattr(Delivery, "run", never)
    with ExitStack() as stack:
        made = Server(store_path, stack.enter_context(mail_sink()), stack.enter_context(room_sink()), clock)

        def make(*given: Any) -> Delivery:
            made.store = given[0].store
            made.made.append(Delivery(*given))
            return made.made[-1]

        monkeypatch.setattr(app, "Delivery", make)
        yield made


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with server.opened() as client:
        yield client


def token_of(link: str) -> str:
    return link.rpartition("/")[2]


def confirm(server: Server, client: Client, player: Player, address: str, **more: Any) -> None:
    """Gives a client a confirmed address."""
    player.post("/contact", address=address, **more)
    (mail,) = server.deliver(client)
    player.post(f"/mail/{token_of(links_in(mail)[0])}", word="confirm")


def set_room(server: Server, client: Client, player: Player) -> None:
    """Gives a client the chat room."""
    player.post("/contact", webhook=server.room.url)
    server.deliver(client)
    assert server.room.take() == [{"text": "Ironbottom will post here when a match waits for a move."}]


def let_japan_move(match: str, japan: Player, allies: Player) -> None:
    """Plays until the match waits for Japan only."""
    while any(one["side"] != "japan" for one in japan.view(match, "public")["waiting"]):
        for side, player in (("japan", japan), ("allies", allies)):
            if side == "allies" or len(japan.view(match, "public")["waiting"]) > 1:
                finish_move(player, match, side)


def moved(match: str, japan: Player, allies: Player) -> None:
    """Lets the match wait for the Allies, and then for Japan again."""
    finish_move(japan, match, "japan")
    let_japan_move(match, japan, allies)


def wait_until_away(server: Server, match: str, player: Player) -> None:
    """Waits until the server has stored that the page of Japan's player was just closed."""
    assert server.store is not None
    while server.store.last_seen(match).get("japan") != server.clock.time:
        player.view(match, "public")


def rows(server: Server, query: str) -> list[tuple[Any, ...]]:
    assert server.store is not None
    return server.store.execute(query).fetchall()


# -- addresses -------------------------------------------------------------------------------------


def test_a_server_without_configuration_sends_nothing(store_path: Path) -> None:
    with running_server(store_path) as client:
        japan, *_ = players(client)
        contact = japan.get("/contact")
        assert (contact["mail"], contact["webhooks"], contact["address"]) == (False, False, "")
        assert japan.refusal(lambda: japan.post("/contact", address=MIKA)) == (422, "this server does not send mail")
        wrong = japan.refusal(lambda: japan.post("/contact", webhook="https://chat.example.com/x"))
        assert wrong == (422, "this server does not post to chat rooms")


def test_an_address_is_confirmed_before_the_first_other_mail(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    moved(match, japan, allies)
    asked = japan.post("/contact", address=f" {MIKA.replace('example', 'EXAMPLE')} ")
    assert (asked["address"], asked["unconfirmed"]) == ("", MIKA)
    moved(match, japan, allies)
    (mail,) = server.deliver(client)
    assert (mail["To"], mail["From"]) == (MIKA, SENDER)
    assert mail["Subject"] == "Confirm your address for Ironbottom"
    token = token_of(links_in(mail)[0])
    assert links_in(mail)[0] == f"{ADDRESS}/#/mail/{token}"
    nobody = players(client)[3]
    assert nobody.get(f"/mail/{token}") == {"kind": "confirm", "address": MIKA, "done": False}
    assert japan.get("/contact")["address"] == "", "opening the link confirms nothing"
    assert nobody.post(f"/mail/{token}", word="confirm")["done"], "the email may be read on another device"
    assert japan.get("/contact")["address"] == MIKA
    assert japan.refusal(lambda: japan.post(f"/mail/{token}", word="confirm"))[0] == 422
    assert [allies.get("/contact")[name] for name in ("address", "unconfirmed")] == ["", ""]
    assert token not in str(rows(server, "select * from outbox")), "a token is stored only until it is sent"


def test_a_confirmation_expires(server: Server, client: Client) -> None:
    japan, *_ = players(client)
    japan.post("/contact", address=MIKA)
    token = token_of(links_in(server.deliver(client)[0])[0])
    server.clock.wait(8 * DAY)
    assert japan.get(f"/mail/{token}")["kind"] == "void"
    assert japan.refusal(lambda: japan.post(f"/mail/{token}", word="confirm"))[0] == 422
    assert japan.get("/contact")["unconfirmed"] == ""


@pytest.mark.parametrize(
    "address", ["mika", "mika@", "@example.com", "a@b", "a b@example.com", "a@example.com\nBcc: x"]
)
def test_what_is_no_address_is_refused(client: Client, address: str) -> None:
    japan, *_ = players(client)
    assert japan.refusal(lambda: japan.post("/contact", address=address)) == (400, "this is not an email address")


@pytest.mark.parametrize(
    "address", ["a@example.com,b@example.com", "<a@example.com>", "ä@example.com", f"{'a' * 260}@x.de"]
)
def test_an_address_is_one_plain_address(address: str) -> None:
    with pytest.raises(BadValue, match="not an email address"):
        clean_address(address)


# -- your move -------------------------------------------------------------------------------------


def test_a_mail_says_that_the_match_waits(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client, name="Evenings", pace={"kind": "days", "days": 2})
    confirm(server, client, japan, MIKA, times={"zone": "Europe/Berlin"})
    moved(match, japan, allies)
    server.deliver(client)
    moved(match, japan, allies)
    (mail,) = server.deliver(client, turn_notifications.INTERVAL)
    assert (mail["To"], mail["Subject"]) == (MIKA, f"Your move in {_title(japan)}")
    text = text_of(mail)
    assert text.startswith(f"Evenings\n{_title(japan)}. ")
    assert "Japan must choose.\nYour time runs out on 17 January 2027 at 09:" in text
    link, stop = links_in(mail)
    assert link == f"{ADDRESS}/#/m/{match}?side=japan"
    assert mail["List-Unsubscribe"] == f"<{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert STOP.fullmatch(stop)
    assert server.deliver(client, DAY) == [], "once for each time that the match begins to wait"


def _title(player: Player) -> str:
    return str(next(game for game in player.get("/games") if game["id"] == "pacific_fury")["title"])


def test_nothing_is_sent_to_a_player_who_has_the_page_open(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    moved(match, japan, allies)
    server.deliver(client, DAY)
    with client.websocket_connect(f"/api/matches/{match}/live?side=japan", headers=japan.header) as line:
        line.receive_json()
        moved(match, japan, allies)
        assert server.deliver(client, turn_notifications.PRESENT_DELAY) == []
    wait_until_away(server, match, japan)
    server.clock.wait(DAY)
    with client.websocket_connect(f"/api/matches/{match}/live?side=japan", headers=japan.header) as line:
        line.receive_json()
        moved(match, japan, allies)
    wait_until_away(server, match, japan)
    assert server.deliver(client, MINUTE) == []
    assert len(server.deliver(client, turn_notifications.PRESENT_DELAY)) == 1, "the player has left without a move"


def test_a_match_has_its_own_mode(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    moved(match, japan, allies)
    server.deliver(client)
    assert japan.get(f"/matches/{match}/notify")["mode"] is None
    assert japan.post(f"/matches/{match}/notify", mode="never")["mode"] == "never"
    moved(match, japan, allies)
    assert server.deliver(client, DAY) == []
    japan.post(f"/matches/{match}/notify", mode=None)
    moved(match, japan, allies)
    assert len(server.deliver(client)) == 1
    japan.post("/contact", mode="never")
    moved(match, japan, allies)
    assert server.deliver(client, DAY) == []


def test_a_mode_that_changes_counts_for_queued_messages(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    moved(match, japan, allies)
    japan.post(f"/matches/{match}/notify", mode="never")
    assert server.deliver(client) == []


def test_a_digest_lists_all_matches_once_a_day(server: Server, client: Client) -> None:
    japan = players(client)[0]
    confirm(server, client, japan, MIKA, mode="digest", times={"zone": "Asia/Tokyo", "digest": "19:00"})
    matches = [two_players(client, name=f"Match {n}") for n in range(3)]
    for match, one, other in matches:
        let_japan_move(match, one, other)
    finish_move(japan, matches[2][0], "japan")
    assert server.deliver(client, HOUR) == [], "it is 18 hours in Tokyo"
    (mail,) = server.deliver(client, HOUR)
    assert mail["Subject"] == "2 matches wait for you"
    assert [token_of(link) for link in links_in(mail)[:2]] == [f"{match}?side=japan" for match, *_ in matches[:2]]
    assert "Match 2" not in text_of(mail)
    assert server.deliver(client, 3 * DAY) == []


@pytest.mark.parametrize(
    ("quiet_from", "quiet_to", "hours"),
    [("08:00", "12:00", 3), ("22:00", "09:30", 0.5), ("10:00", "08:00", 0), ("09:00", "09:00", 0), ("", "12:00", 0)],
)
def test_nothing_is_sent_in_quiet_hours(
    server: Server, client: Client, quiet_from: str, quiet_to: str, hours: float
) -> None:
    """The digest is due when it is nine o'clock in Berlin."""
    match, japan, allies = two_players(client)
    times = {"zone": "Europe/Berlin", "quiet_from": quiet_from, "quiet_to": quiet_to}
    confirm(server, client, japan, MIKA, times=times)
    moved(match, japan, allies)
    if hours:
        assert server.deliver(client, round(hours * HOUR) - MINUTE) == []
        server.clock.wait(MINUTE)
    assert len(server.deliver(client)) == 1


@pytest.mark.parametrize(
    "times", [{"zone": "Europe/Atlantis"}, {"zone": "../etc"}, {"zone": ""}, {"digest": "25:00"}, {"quiet_from": "8"}]
)
def test_unknown_times_are_refused(client: Client, times: JsonObject) -> None:
    japan, *_ = players(client)
    assert japan.error_of(lambda: japan.post("/contact", times=times)).status == 400


def test_a_match_that_was_deleted_sends_nothing(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    japan.post(f"/matches/{match}/notify", mode="at_once")
    moved(match, japan, allies)
    japan.request("DELETE", f"/matches/{match}")
    assert server.deliver(client) == []
    assert rows(server, "select * from contact_modes") == []


def test_a_former_player_is_not_notified(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, allies, HANA)
    moved(match, japan, allies)
    server.deliver(client)
    finish_move(japan, match, "japan")
    japan.post(f"/matches/{match}/reissue", side="allies")
    assert server.deliver(client, HOUR) == []


def test_only_players_set_how_they_are_notified(client: Client) -> None:
    match, *_ = two_players(client)
    stranger = players(client)[2]
    assert stranger.refusal(lambda: stranger.get(f"/matches/{match}/notify"))[0] == 403
    assert stranger.refusal(lambda: stranger.post(f"/matches/{match}/notify", mode="digest"))[0] == 403


def test_72_hours_of_correspondence(server: Server) -> None:
    """Two players who open the page only when an email arrives can play, although the server restarts each day."""
    sent: list[tuple[int, str]] = []
    match, played = "", 0
    quiet = {"zone": "UTC", "quiet_from": "22:00", "quiet_to": "07:00"}
    for _ in range(3):
        with server.opened() as client:
            japan, allies, *_ = players(client)
            if not match:
                confirm(server, client, japan, MIKA)
                confirm(server, client, allies, HANA, times=quiet)
            for _ in range(24):
                if not match or japan.view(match, "public")["over"]:
                    match, played = two_players(client, pace={"kind": "days", "days": 1})[0], played + 1
                for mail in server.deliver(client, HOUR):
                    link, side = links_in(mail)[0], {MIKA: "japan", HANA: "allies"}[mail["To"]]
                    assert link == f"{ADDRESS}/#/m/{match}?side={side}"
                    player = {"japan": japan, "allies": allies}[side]
                    assert player.view(match, side)["decision"]
                    finish_move(player, match, side)
                    sent.append(((server.clock.time - START) // HOUR + 8, side))
                assert len(rows(server, "select * from outbox where done is null")) <= 1, "nobody is asked twice"
            assert japan.view(match, "japan")["clocks"]["claim_from"] is None or server.clock.time < START + 4 * DAY
    quiet_hours = {*range(22, 24), *range(7)}
    assert {side for _, side in sent} == {"japan", "allies"}
    assert not [hour for hour, side in sent if side == "allies" and hour % 24 in quiet_hours]
    assert len(sent) > 20
    assert played > 0


# -- secrecy ---------------------------------------------------------------------------------------


def name(player: Player, match: str, side: str) -> None:
    match_view = player.view(match, side)
    player.act(match_view, offered_choices(match_view)[0])


def without_ids(found: list[Any]) -> str:
    """Messages without the parts that differ between any two matches or emails."""
    text = re.sub(r"m/[0-9a-f]{14}", "m/ID", "\n".join(str(one) for one in found))
    return re.sub(r"(Message-ID: <)[^>]*>", r"\1>", text)


def test_messages_of_a_secret_step_go_out_at_its_opening(server: Server, client: Client) -> None:
    """The Allies and the chat rooms receive the same messages, whether Japan has chosen or not."""
    seen: list[str] = []
    japan, allies, *_ = players(client)
    confirm(server, client, japan, MIKA)
    confirm(server, client, allies, HANA)
    set_room(server, client, japan)
    for japan_chooses in (False, True):
        match, _, _ = name_in_secret(client, {"kind": "days", "days": 2})
        if japan_chooses:
            name(japan, match, "japan")
        mails = server.deliver(client)
        assert sorted(mail["To"] for mail in mails) == sorted([HANA, *([] if japan_chooses else [MIKA])])
        room = server.room.take()
        assert len(room) == 1
        assert "Japan and the Allies must choose." in room[0]["text"]
        if not japan_chooses:
            name(japan, match, "japan")
        assert server.deliver(client, HOUR) == []
        assert server.room.take() == [], "a choice sends nothing"
        seen.append(without_ids([mail for mail in mails if mail["To"] == HANA] + room))
        server.clock.time = START
    assert seen[0] == seen[1]


def test_a_chat_room_reads_nothing_that_a_player_wrote(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client, name="<!channel> @everyone", pace={"kind": "days", "days": 2})
    set_room(server, client, japan)
    moved(match, japan, allies)
    server.deliver(client)
    moved(match, japan, allies)
    server.deliver(client, HOUR)
    *_, message = server.room.take()
    line = japan.get("/matches")[0]["turn_line"]
    assert message == {"text": f"{_title(japan)}, {line}: Japan must choose. {ADDRESS}/#/m/{match}"}


def test_two_players_of_one_room_cause_one_message(server: Server, client: Client) -> None:
    japan, allies, *_ = players(client)
    set_room(server, client, japan)
    set_room(server, client, allies)
    name_in_secret(client, {"kind": "none"})
    server.deliver(client, HOUR)
    assert len(server.room.take()) == 1


def test_only_mails_contain_the_key_of_the_server(server: Server) -> None:
    server.access = AccessRules("k" * 20)
    with server.opened() as client:
        client.cookies.set("ironbottom_key", "k" * 20)
        match, japan, allies = two_players(client)
        confirm(server, client, japan, MIKA)
        set_room(server, client, japan)
        moved(match, japan, allies)
        (mail,) = server.deliver(client)
        link, stop = links_in(mail)
        assert link == f"{ADDRESS}/?key={'k' * 20}#/m/{match}?side=japan"
        assert stop.endswith(f"?key={'k' * 20}")
        assert "kkkk" not in json.dumps(server.room.take())


# -- stopping and limits -----------------------------------------------------------------------------


def test_the_link_in_each_mail_stops_all_mail(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    moved(match, japan, allies)
    (mail,) = server.deliver(client)
    found = STOP.search(text_of(mail))
    assert found is not None
    token, path = found[1], found[0].removeprefix(ADDRESS)
    opened_page = client.get(path, follow_redirects=False)
    assert (opened_page.status_code, opened_page.headers["location"]) == (303, f"/#/mail/{token}")
    assert japan.get("/contact")["address"] == MIKA, "opening the link stops nothing"
    one_click = client.post(path, content="List-Unsubscribe=One-Click", headers={"content-type": "text/plain"})
    assert one_click.status_code == 200
    assert japan.get("/contact")["address"] == ""
    assert japan.get(f"/mail/{token}") == {"kind": "stop", "address": MIKA, "done": True}
    moved(match, japan, allies)
    japan.post("/contact", address=MIKA)
    japan.post(f"/matches/{match}/invitations/mail", side="japan", address=MIKA)
    assert server.deliver(client, DAY) == [], "neither is a confirmation or an invitation"
    assert japan.post(f"/mail/{token}", word="resume")["done"] is False
    japan.post("/contact", address=MIKA)
    assert len(server.deliver(client, DAY)) == 1


def test_a_client_asks_for_few_confirmations(server: Server, client: Client) -> None:
    japan, allies, *_ = players(client)
    for n in range(3):
        japan.post("/contact", address=f"{n}@example.com")
    wrong = japan.refusal(lambda: japan.post("/contact", address="3@example.com"))
    assert wrong == (422, "you have reached today's limit of 3 such emails; try again tomorrow")
    assert len(server.deliver(client)) == 3
    for player in (allies, players(client)[2], Player(client, "x" * 43)):
        player.post("/contact", address=MIKA)
    assert len(server.deliver(client)) == 2, "one address gets two such emails a day, from all clients"
    for n in range(2):
        allies.post("/contact", address=f"{n}@example.net")
    other = Player(client, "y" * 43)
    assert "this server has reached today's limit" in other.refusal(lambda: other.post("/contact", address=HANA))[1]
    server.clock.wait(DAY)
    assert japan.post("/contact", address="3@example.com")["unconfirmed"] == "3@example.com"


def test_a_friend_is_invited_by_mail(server: Server, client: Client) -> None:
    japan, allies, stranger, _ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"], host="nobody", name="Buy pills")["id"]
    path = f"/matches/{match}/invitations/mail"
    for who, side in ((stranger, "allies"), (allies, "japan")):
        assert who.refusal(partial(who.post, path, side=side, address=HANA))[0] == 403
    made = japan.post(path, side="allies", address=HANA)
    (mail,) = server.deliver(client)
    assert mail["To"] == HANA
    assert mail["Subject"] == f"An invitation to play {_title(japan)}"
    assert links_in(mail)[0] == f"{ADDRESS}/#/join/{match}/{made['token']}"
    assert "Buy pills" not in mail.as_string(), "an email to a stranger contains nothing that a player wrote"
    allies.claim(match, token_of(links_in(mail)[0]))
    give_words(match, *((japan, "japan"), (allies, "allies")))
    for n in range(4):
        japan.post(path, side="japan", address=f"{n}@example.com")
    wrong = japan.refusal(lambda: japan.post(path, side="japan", address="5@example.com"))
    assert wrong == (422, "you have reached today's limit of 5 such emails; try again tomorrow")
    japan.request("DELETE", f"/matches/{match}")
    other = japan.post("/matches", game="pf", friends=["allies"], host="nobody")["id"]
    again = partial(japan.post, f"/matches/{other}/invitations/mail", side="allies", address=MIKA)
    assert japan.refusal(again) == wrong, "deleting a match makes no room"


# -- delivery ----------------------------------------------------------------------------------------


def test_what_is_not_accepted_is_sent_later_also_by_the_next_server(server: Server) -> None:
    with server.opened() as client:
        match, japan, allies = two_players(client)
        confirm(server, client, japan, MIKA)
        moved(match, japan, allies)
        server.mail.refuse = 451
        assert server.deliver(client) == []
        assert rows(server, "select attempts, due from outbox where done is null") == [(1, server.clock.time + MINUTE)]
        assert server.deliver(client, MINUTE) == []
        server.mail.refuse = 0
        assert server.deliver(client, MINUTE) == [], "the next attempt is later"
    with server.opened() as client:
        assert len(server.deliver(client, BACK_OFF[1])) == 1
        assert server.deliver(client, DAY) == []
        assert players(client)[0].get("/contact")["problem"] == ""


@pytest.mark.parametrize(("status", "attempts"), [(550, 1), (451, len(BACK_OFF) + 1)])
def test_the_player_sees_that_a_mail_was_not_delivered(
    server: Server, client: Client, status: int, attempts: int
) -> None:
    match, japan, allies = two_players(client)
    confirm(server, client, japan, MIKA)
    moved(match, japan, allies)
    server.mail.refuse = status
    for _ in range(attempts):
        assert japan.get("/contact")["problem"] == ""
        server.deliver(client, 2 * DAY)
    problem = f"The last message was not delivered: the mail server refused the address ({status})."
    assert japan.get("/contact")["problem"] == problem
    server.mail.refuse = 0
    assert server.deliver(client, 2 * DAY) == []
    moved(match, japan, allies)
    assert len(server.deliver(client)) == 1
    assert japan.get("/contact")["problem"] == ""


def test_a_fault_of_one_message_does_not_stop_the_others(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    japan, allies, *_ = players(client)
    japan.post("/contact", address=MIKA)
    allies.post("/contact", address=HANA)
    send = make_mail

    def fails(given: MailServer, to: str, *rest: Any, **more: Any) -> EmailMessage:
        if to == MIKA:
            raise RuntimeError
        return send(given, to, *rest, **more)

    monkeypatch.setattr(delivery, "make_mail", fails)
    assert [mail["To"] for mail in server.deliver(client)] == [HANA]
    monkeypatch.setattr(delivery, "make_mail", send)
    assert [mail["To"] for mail in server.deliver(client, MINUTE)] == [MIKA]


def test_old_messages_are_deleted(server: Server, client: Client) -> None:
    confirm(server, client, players(client)[0], MIKA)
    assert len(rows(server, "select * from outbox")) == 1
    server.deliver(client, 31 * DAY)
    assert rows(server, "select * from outbox") == []


# -- chat rooms --------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [302, 404])
def test_a_room_that_refuses_is_removed(server: Server, client: Client, status: int) -> None:
    match, japan, allies = two_players(client)
    set_room(server, client, japan)
    server.room.status = status
    moved(match, japan, allies)
    server.deliver(client)
    assert len(server.room.take()) == 1, "redirects are not followed"
    contact = japan.get("/contact")
    assert contact["webhook"] == ""
    assert contact["problem"] == f"The last message was not delivered: 127.0.0.1 answered {status}."


def test_a_room_that_is_busy_gets_the_message_later(server: Server, client: Client) -> None:
    match, japan, allies = two_players(client)
    set_room(server, client, japan)
    server.room.status = 429
    moved(match, japan, allies)
    server.deliver(client)
    server.room.status = 204
    server.room.take()
    server.deliver(client, MINUTE)
    assert len(server.room.take()) == 1
    assert japan.get("/contact")["webhook"] == server.room.url


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://chat.example.com/x", "begin with https"),
        ("ftp://chat.example.com/x", "begin with https"),
        ("https://127.0.0.1/x", "not public"),
        ("https://[::1]/x", "not public"),
        ("https://[::ffff:10.0.0.1]/x", "not public"),
        ("https://169.254.169.254/latest", "not public"),
        ("https://chat.example.com:8443/x", "contain a port"),
        ("https://user:secret@chat.example.com/x", "contain a user name"),
        ("https://chat.example.com/x y", "have a host name"),
        ("https://[::1", "cannot be read"),
        ("nonsense", "have a host name"),
    ],
)
def test_a_room_on_the_server_s_own_network_is_refused(url: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        webhooks.check_url(url, private=False)
    with pytest.raises(DeliveryFailed) as failure:
        webhooks.post_json(url, {}, private=False)
    assert failure.value.permanent


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::a00:1", "ff02::1"),
    ],
)
def test_a_name_that_leads_to_a_private_address_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All addresses of the name are checked, and the connection goes to an address that was checked."""
    assert not webhooks.is_public(address)
    found = [(None, None, None, None, (one, 443)) for one in ("93.184.216.34", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("a connection was made"))
    with pytest.raises(DeliveryFailed, match="not a public address") as failure:
        webhooks.post_json("https://chat.example.com/hook", {}, private=False)
    assert failure.value.permanent


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    connected: list[Any] = []

    def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(None, None, None, None, ("93.184.216.34", 443))]

    def connect(address: Any, _: float) -> socket.socket:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(DeliveryFailed, match="cannot be reached"):
        webhooks.post_json("https://chat.example.com/hook", {}, private=False)
    assert (asked, connected) == (["chat.example.com"], [("93.184.216.34", 443)])


def test_discord_mentions_nobody() -> None:
    found = webhooks.payload_for("https://discord.com/api/webhooks/1/x", "Your move")
    assert found == {"content": "Your move", "allowed_mentions": {"parse": []}}
    assert "text" in webhooks.payload_for("https://notdiscord.com/x", "Your move")


def test_a_room_is_changed_seldom(server: Server, client: Client) -> None:
    japan, *_ = players(client)
    for n in range(5):
        japan.post("/contact", webhook=f"{server.room.url}&n={n}")
    wrong = japan.refusal(lambda: japan.post("/contact", webhook=server.room.url))
    assert wrong == (422, "the chat room was changed too often today; try again tomorrow")
    assert japan.post("/contact", webhook="")["webhook"] == ""


# -- the configuration -------------------------------------------------------------------------------

WHOLE = """
address = "https://games.example.org/"
[mail]
host = "smtp.example.org"
from = "Ironbottom <games@example.org>"
user = "games"
password_file = "secret"
[webhooks]
"""


def test_the_configuration_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_configuration() == Configuration()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("open sesame\n", encoding="utf-8")
    path = tmp_path / "config" / "ironbottom" / "server.toml"
    path.parent.mkdir(parents=True)
    path.write_text(WHOLE, encoding="utf-8")
    found = read_configuration()
    assert found.mail is not None
    assert (found.address, found.host) == (ADDRESS, "games.example.org")
    assert (found.mail.port, found.mail.security, found.mail.read_password()) == (587, "starttls", "open sesame")
    assert found.webhooks == Webhooks()
    monkeypatch.setenv("IRONBOTTOM_SERVER", str(tmp_path / "other.toml"))
    with pytest.raises(BadValue, match="cannot be read"):
        read_configuration()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[webhooks]", "require the address"),
        ('address = "games.example.org"', "a scheme and a host name"),
        ('address = "https://games.example.org/path"', "a scheme and a host name"),
        ('adress = "https://games.example.org"', "unknown field"),
        ('address = "https://x.org"\n[mail]\nhost = "smtp.x.org"', "`from`"),
        ("address = ", "cannot be read"),
    ],
)
def test_a_wrong_configuration_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "server.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadValue, match=message):
        read_configuration(path)


def test_the_configured_address_is_a_name_of_the_server(server: Server) -> None:
    server.access = AccessRules(names=frozenset({server.configuration.host}), addresses=(ADDRESS,))
    with server.opened() as client:
        japan = Player(client, JAPAN)
        headers = {"host": "games.example.org", "x-forwarded-for": "93.184.216.34"}
        assert japan.request("GET", "/matches", headers=headers).status_code == 200
        match = japan.post("/matches", game="pf", friends=["allies"], host="nobody")["id"]
        seats = japan.seats(match)
        assert (seats["here_only"], seats["addresses"]) == (False, [ADDRESS])
        assert client.get(f"{BASE_URL}/api/matches", headers={"host": "elsewhere.org"}).status_code == 403


def test_a_mail_waits_until_a_standing_order_has_had_time_to_answer(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeatOrders, "pause", (60.0, 60.0))
    position = Path(__file__).parents[1] / "browser" / "positions" / "victory_in_the_pacific" / "way_home.toml"
    confirm(server, client, players(client)[0], MIKA)
    match, japan, _ = two_players(client, game="vitp", position=position.read_text(encoding="utf-8"))
    japan.post(f"/matches/{match}/standing", side="japan", orders={"home": "main"})
    assert server.deliver(client) == []
    japan.post(f"/matches/{match}/standing", side="japan", orders={"home": "ask"})
    assert [mail["To"] for mail in server.deliver(client, MINUTE)] == [MIKA]
