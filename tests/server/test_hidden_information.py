"""Compares every byte sent to one side in a whole game against the computer with what that side may know.

The truth comes from the record in the store, replayed to each point, where the referee computes what the side may see.
Apart from the side's own view, log and choices, no response may name an enemy unit.
"""

import copy
import json
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.testing import TestClient

from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import MatchRecord, read_lines
from ironbottom.games.pacific_fury.pieces import UNITS, UNITS_OF_SIDE
from ironbottom.server.app import make_app
from ironbottom.server.storage.database import Store
from ironbottom.server.views.game_text import picture
from tests.kit.thorough_cases import in_build
from tests.server.api_client import BASE_URL, ApiClient, JsonObject, offered_choices

VIEW_FIELDS = {
    "stamp",
    "mark",
    "also",
    "changes",
    *("id", "name", "game", "side", "seats", "seq", "view", "over", "result", "decision", "waiting", "undo"),
    *(
        "draw_offer",
        "undo_offer",
        "hints",
        "clocks",
        "rematch",
        "asked",
        "resigned",
        "claimed",
        "players",
        "reissued",
        "watch_delay",
        "by_file",
        "away",
        "clause_now",
        "copied",
        "log_from",
        "trouble",
        "dice",
        "log",
    ),
}
REFEREE_FIELDS = ("view", "log", "decision")
LISTED = {
    *("id", "name", "game", "game_title", "sides", "seats", "created", "played", "turn_line", "waiting", "over"),
    *("result", "copied", "corrected", "picture", "claimed", "yours", "host", "take", "deadline", "by_file", "away"),
}


class ReceivedResponse(NamedTuple):
    """A response: its request, the viewer, and the bytes."""

    what: str
    viewer: str
    body: bytes


class Checkpoint(NamedTuple):
    """All responses at one point of the game, after this many acts."""

    acts: int
    responses: list[ReceivedResponse]


class RecordedGame(NamedTuple):
    """A whole game as one side saw it, its record, and the secret of its dice."""

    side: str
    points: list[Checkpoint]
    live_messages: list[JsonObject]
    record: MatchRecord
    secret: str

    @property
    def other(self) -> str:
        return "allies" if self.side == "japan" else "japan"


def play_and_listen(path: Path, side: str, against: str, seed: int, every: int = 1) -> RecordedGame:
    """Plays a whole game and requests everything after each act, or after every ``every`` acts."""
    rng, other = random.Random(seed), "allies" if side == "japan" else "japan"
    points: list[Checkpoint] = []
    live_messages: list[JsonObject] = []
    with Store(path) as store, TestClient(make_app(store), base_url=BASE_URL) as client:
        api = ApiClient(client)
        match_view = api.begin(seats={other: against})
        match = match_view["id"]
        (secret,) = store.secrets(match).values()
        with client.websocket_connect(f"/api/matches/{match}/live?side={side}") as socket:
            for act in count():
                if match_view["over"]:
                    break
                if not act % every:
                    request_everything(api, match, side, other, match_view["seq"])
                    points.append(
                        Checkpoint(store.last_line(match), [received(response) for response in api.responses])
                    )
                api.responses.clear()
                while not live_messages or live_messages[-1].get("seq", 0) < match_view["seq"]:
                    live_messages.append(socket.receive_json(timeout=180))
                choice = rng.choice(offered_choices(match_view))
                match_view = api.act(match_view, choice, message=f"m{match_view['seq']}", wait=30)
        record = read_lines(store.lines(match))
    return RecordedGame(side, points, live_messages, record, secret)


def received(response: httpx.Response) -> ReceivedResponse:
    url = response.request.url
    body = json.loads(response.request.content or b"{}") if response.request.method == "POST" else {}
    what = url.path.removeprefix("/api/matches").lstrip("/").partition("/")
    viewer = url.params.get("side") or body.get("side") or ""
    if response.status_code >= 400:
        return ReceivedResponse("refusal", viewer, response.content)
    name = what[2] or ("sight" if what[0] else "matches")
    if url.path == "/api/matches" and response.request.method == "POST":
        name, viewer = "sight", response.json()["side"]
    return ReceivedResponse("sight" if name == "act" else name, viewer, response.content)


def request_everything(api: ApiClient, match: str, side: str, other: str, seq: int) -> None:
    """Sends every request that is allowed, and those that must be refused."""
    match_view = api.view(match, side, since=0)
    if match_view["decision"]:
        closing = [choice for choice in offered_choices(match_view) if choice in (["done"], ["pass"])]
        api.post(f"/matches/{match}/names", side=side, choices=offered_choices(match_view)[:300])
        for choice in closing:
            api.post(f"/matches/{match}/gives_up", side=side, action=choice)
    api.error_of(lambda: api.post(f"/matches/{match}/names", side=other, choices=[["done"]]))
    api.error_of(lambda: api.post(f"/matches/{match}/gives_up", side=other, action=["done"]))
    for viewer in (side, "public"):
        api.view(match, viewer, since=0)
        api.log(match, viewer)
    api.past_view(match, side, seq)
    api.get("/matches")
    api.request("GET", f"/matches/{match}/export")
    api.post(f"/matches/{match}/why_not", side=side, action=["sortie", f"{other}_1", "the_slot"])
    api.error_of(lambda: api.act({"id": match, "side": side, "seq": seq}, ["target", f"{other}_1", "henderson"]))
    api.error_of(lambda: api.post(f"/matches/{match}/seat", side=other, player="person"))
    api.error_of(lambda: api.get(f"/matches/{match}/position", side=side))
    api.error_of(lambda: api.get(f"/matches/{match}/verify"))
    for path in ("", "/log", "/moment", "/position"):
        for viewer in (other, "open", "all"):
            api.error_of(partial(api.get, f"/matches/{match}{path}", side=viewer, seq=1))


# -- comparisons -----------------------------------------------------------------------------------------


class Check:
    """Compares the responses at one point with the truth."""

    def __init__(self, game: RecordedGame, acts: int, views: dict[tuple[str, int], JsonObject]) -> None:
        self.truth: Match = replay(game.record, until=acts).match
        assert len(self.truth.acts) == acts
        self.side, self.views = game.side, views
        self.never = [self.truth.state.hash(), json.dumps(self.truth.state.cells, separators=(",", ":")), game.secret]
        number = self.truth.rules.sides.index[game.other]
        units = [unit for unit in range(len(UNITS)) if UNITS_OF_SIDE[number] >> unit & 1]
        words = [*(UNITS.ids[unit] for unit in units), *(UNITS.titles[unit] for unit in units)]
        self.names = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words))

    def enemy_units_named(self, plain: Any) -> set[str]:
        """Returns the enemy units that a value names, by id or title."""
        return set(self.names.findall(plain if isinstance(plain, str) else json.dumps(plain)))

    def check_response(self, response: ReceivedResponse) -> None:
        text = response.body.decode()
        for never in self.never:
            assert never not in text, response.what
        checks: dict[str, Callable[[Any, str], None]] = {
            "sight": self.view,
            "log": self.log,
            "moment": self.past_view,
            "matches": self.matches,
            "names": self.check_names,
            "gives_up": self.given_up,
        }
        if response.what in checks:
            checks[response.what](json.loads(text), response.viewer)
        else:
            assert not self.enemy_units_named(text), response.what

    def view(self, match_view: JsonObject, viewer: str) -> None:
        assert set(match_view) == VIEW_FIELDS
        assert (match_view["side"], match_view["view"]) == (viewer, self.truth.view(viewer))
        self.views[viewer, match_view["seq"]] = match_view["view"]
        self.decision(match_view["decision"], viewer)
        self.log(match_view["log"] or [], viewer)
        assert not self.enemy_units_named(
            {name: match_view[name] for name in VIEW_FIELDS if name not in REFEREE_FIELDS}
        )

    def decision(self, decision: JsonObject | None, viewer: str) -> None:
        if decision is None:
            return
        assert viewer == self.side
        asked = self.truth.state.decision(viewer)
        assert asked is not None
        plain = {name: value for name, value in decision.items() if name not in ("secret", "gives_up", "must")}
        alone = [choice[0] for choice in asked.choices if len(choice) == 1]
        lost = {verb: {other: list(ids) for other, ids in asked.gives_up(verb).items()} for verb in alone}
        assert decision["gives_up"] == lost
        assert decision["must"] == {verb: asked.verbs_to_confirm(lost[verb]) for verb in alone}
        assert plain == json.loads(json.dumps(asked.as_dict()))

    def check_names(self, response: JsonObject, viewer: str) -> None:
        asked = self.truth.state.decision(self.side)
        assert viewer == self.side
        assert asked is not None
        name = self.truth.rules.game.describe_action
        assert response == {"names": [name(choice, self.truth.rules) for choice in list(asked.choices)[:300]]}

    def given_up(self, response: JsonObject, viewer: str) -> None:
        asked = self.truth.state.decision(self.side)
        assert viewer == self.side
        assert asked is not None
        closing = [verb for verb in asked.choices.verbs() if verb in ("done", "pass")]
        assert response["gives_up"] in [json.loads(json.dumps(asked.gives_up(verb))) for verb in closing]

    def log(self, entries: list[JsonObject], viewer: str) -> None:
        known = {entry["seq"]: entry for entry in self.truth.log(viewer)}
        rules = self.truth.rules
        for entry in entries:
            plain = {name: value for name, value in entry.items() if name != "text"}
            for event in plain.get("events", ()):
                event.pop("clause")
                assert event.pop("text") == rules.game.describe_event(event, rules)
            assert plain == json.loads(json.dumps(known[entry["seq"]]))
            assert self.enemy_units_named(entry.get("text", "")) <= self.enemy_units_named(
                rules.game.describe_action(entry["action"], rules) if "action" in entry else ""
            )

    def past_view(self, moment: JsonObject, viewer: str) -> None:
        assert moment == {"view": self.views[viewer, moment["seq"]], "seq": moment["seq"], "of": self.truth.seq(viewer)}

    def matches(self, listed: list[JsonObject], viewer: str) -> None:
        for match in listed:
            assert set(match) == LISTED
            public = picture(self.truth.rules, self.truth.view("public"))
            assert match["picture"] == json.loads(json.dumps(public)), "counters are drawn where everybody sees them"
        assert not self.enemy_units_named(listed)


def check_game(game: RecordedGame) -> None:
    views: dict[tuple[str, int], JsonObject] = {}
    for point in game.points:
        check = Check(game, point.acts, views)
        for response in point.responses:
            check.check_response(response)
    assert all(message.keys() == {"seq"} for message in game.live_messages)


@pytest.fixture(scope="module")
def played_game(tmp_path_factory: pytest.TempPathFactory) -> RecordedGame:
    """Japan's game against the ensign."""
    return play_and_listen(tmp_path_factory.mktemp("leak") / "games.sqlite", "japan", "ensign", 1, every=3)


@pytest.mark.build
def test_japan_gets_no_hidden_information(played_game: RecordedGame) -> None:
    assert len(played_game.points) > 13
    check_game(played_game)


@pytest.mark.thorough
def test_japan_gets_no_hidden_information_after_any_act(tmp_path: Path) -> None:
    game = play_and_listen(tmp_path / "games.sqlite", "japan", "ensign", 1)
    assert len(game.points) > 40
    check_game(game)


@pytest.mark.build
@pytest.mark.parametrize("every", in_build([1, 6], 6))
def test_the_allies_get_no_hidden_information(tmp_path: Path, every: int) -> None:
    check_game(play_and_listen(tmp_path / "games.sqlite", "allies", "random", 2, every))


LEAKS = {
    "a unit in the view": lambda match_view, unit: match_view["view"]["bases"]["espiritu_santo"]["units"].append(unit),
    "a unit in a name": lambda match_view, unit: match_view.update(name=f"Hunting {unit}"),
    "a field of its own": lambda match_view, unit: match_view.update(hash="0"),
    "who waits for what": lambda match_view, unit: match_view["waiting"].append({"side": "allies", "title": unit}),
    "another prompt": lambda match_view, unit: match_view["decision"].update(prompt=f"{unit} is near"),
    "a choice too many": lambda match_view, unit: match_view["decision"]["choices"].append(
        {"verb": "hit", "then": [[[unit], []]]}
    ),
    "an entry too many": lambda match_view, unit: match_view["log"].append(
        {**match_view["log"][-1], "events": [{"unit": unit}]}
    ),
    "words in the log": lambda match_view, unit: match_view["log"][-1].update(text=f"{unit} joins box 1."),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(played_game: RecordedGame, leak: str) -> None:
    """The same check fails on a response to which hidden information was added."""
    point = next(point for point in played_game.points if point.acts > 3)
    check = Check(played_game, point.acts, {})
    response = next(found for found in point.responses if (found.what, found.viewer) == ("sight", "japan"))
    check.check_response(response)
    spoiled = copy.deepcopy(json.loads(response.body))
    LEAKS[leak](spoiled, "us_wasp")
    with pytest.raises((AssertionError, KeyError)):
        check.check_response(response._replace(body=json.dumps(spoiled).encode()))


@pytest.mark.parametrize("what", ["refusal", "why_not", "export", "matches"])
def test_a_leak_outside_the_views_is_found(played_game: RecordedGame, what: str) -> None:
    point = next(point for point in played_game.points if point.acts > 3)
    check = Check(played_game, point.acts, {})
    for text in ("us_wasp", "Wasp", check.never[0], check.never[1], played_game.secret):
        body = json.dumps([{"name": text}] if what == "matches" else {"error": {"message": text}}).encode()
        with pytest.raises(AssertionError):
            check.check_response(ReceivedResponse(what, "japan", body))


@pytest.mark.parametrize(("what", "leak"), [("names", ["us_wasp"]), ("gives_up", {"assign": ["us_wasp"]})])
def test_a_leak_in_other_responses_is_found(played_game: RecordedGame, what: str, leak: Any) -> None:
    point, response = next(
        (point, found)
        for point in played_game.points
        for found in point.responses
        if found.what == what and point.acts > 3
    )
    check = Check(played_game, point.acts, {})
    check.check_response(response)
    with pytest.raises(AssertionError):
        check.check_response(response._replace(body=json.dumps({what: leak}).encode()))


@pytest.mark.build
def test_the_game_does_have_hidden_information(played_game: RecordedGame) -> None:
    """Enemy counters are usually face down, and the pool of counters that they may be does contain their names."""
    record = played_game.record
    hidden = [replay(record, until=point.acts).match.view("japan")["hidden"]["allies"] for point in played_game.points]
    assert sum(bool(pool) for pool in hidden) > len(hidden) / 2
