"""Joint dice over the server: each side's page has its own secret, which contributes a share to every die."""

import hashlib
import random
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import commitment, die_block, encode_words
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import read_lines
from ironbottom.server.storage.database import Store
from tests.server.api_client import ApiClient, JsonObject, offered_choices, running_server

SECRETS = {"japan": bytes([1] * 32), "allies": bytes([2] * 32)}
WORDS = ["rain over Rabaul", "clear sky"]


def part(side: str, wanted: JsonObject) -> bytes:
    """Returns the share that a side's page computes for a die."""
    return die_block(SECRETS[side], encode_words(WORDS), wanted["die"], wanted["block"])


def answer(api: ApiClient, match: str, side: str, wanted: JsonObject) -> JsonObject:
    """Responds to a request for a share as a side's page does."""
    die = {"side": side, "die": wanted["die"], "block": wanted["block"]}
    own = part(side, wanted)
    promised = {"promise": hashlib.sha256(own).hexdigest()}
    given = promised if wanted["lacks"][side] == "promise" else {"part": own.hex()}
    response: JsonObject = api.post(f"/matches/{match}/part", **die, **given)
    return response


def wanted_of(response: JsonObject) -> JsonObject | None:
    found: JsonObject | None = response["wanted"] if "order" in response else response["dice"].get("wanted")
    return found


def roll(api: ApiClient, match: str) -> int:
    """Responds for both pages until no share is requested; returns how many dice were rolled."""
    dice = set()
    while wanted := wanted_of(api.view(match, "public")):
        assert wanted["lacks"]
        dice.add(wanted["die"])
        for side in wanted["lacks"]:
            answer(api, match, side, wanted)
    return len(dice)


def begin_match(api: ApiClient, game: str = "pf", **wanted: object) -> str:
    response = api.post("/matches", game=game, dice="joint", host="japan", **wanted)
    for side, words in zip(response["order"], WORDS, strict=True):
        response = api.post(
            f"/matches/{response['id']}/words", side=side, words=words, commitment=commitment(SECRETS[side])
        )
    return str(response["id"])


def play_to_a_die(api: ApiClient, match: str, seed: int = 1) -> tuple[JsonObject, list[str]]:
    """Plays until a choice needs a die; returns the view before it, and the choice."""
    rng = random.Random(seed)
    while True:
        match_view = next(one for side in SECRETS if (one := api.view(match, side))["decision"])
        choice = rng.choice(offered_choices(match_view))
        if api.act(match_view, choice)["dice"].get("wanted"):
            return match_view, choice


@pytest.fixture
def match(api: ApiClient) -> str:
    return begin_match(api)


def test_each_side_publishes_its_own_hash(api: ApiClient) -> None:
    response = api.post("/matches", game="pf", dice="joint", host="allies")
    assert (response["kind"], response["order"], response["host"]) == ("joint", ["allies", "japan"], "allies")
    give = partial(api.post, f"/matches/{response['id']}/words")
    seal = response["commitments"]["referee"]
    for error in ({}, {"commitment": "x"}, {"commitment": seal}):
        assert api.error_of(partial(give, side="allies", words="clear sky", **error)).status == 400
    response = give(side="allies", words="clear sky", commitment=commitment(SECRETS["allies"]))
    equal = api.error_of(partial(give, side="japan", words="rain", commitment=commitment(SECRETS["allies"])))
    assert "publish the same hash" in equal.error["message"]
    assert give(side="japan", words="rain", commitment=commitment(SECRETS["japan"]))["begun"]
    dice = api.view(response["id"], "public")["dice"]
    assert dice["kind"] == "joint"
    assert dice["commitments"] == {
        "referee": seal,
        **{side: commitment(SECRETS[side]) for side in dice["commitments"] if side != "referee"},
    }


def test_sealed_dice_accept_no_hash_of_a_side(api: ApiClient) -> None:
    response = api.post("/matches", game="pf", host="japan")
    give = partial(api.post, f"/matches/{response['id']}/words", side="japan", words="rain")
    error = api.error_of(partial(give, commitment="ab" * 32))
    assert error.error["field"] == "commitment"


def test_1_31_a_game_with_hidden_dice_refuses_joint_dice(api: ApiClient) -> None:
    """A search rolls a die for each fleet in range, so requests for shares would reveal the number of fleets."""
    error = api.error_of(partial(api.post, "/matches", game="witp", dice="joint", host="japan"))
    assert (error.status, error.error["field"]) == (400, "dice")
    assert "uses sealed dice only" in error.error["message"]
    assert {game["short"] for game in api.get("/games") if not game["joint"]} == {"witp"}


def test_joint_dice_need_a_person_in_every_seat(api: ApiClient, match: str) -> None:
    error = api.error_of(partial(api.post, "/matches", game="pf", dice="joint", seats={"allies": "random"}))
    assert (error.status, error.error["field"]) == (400, "dice")
    error = api.error_of(partial(api.post, f"/matches/{match}/seat", side="allies", player="random"))
    assert error.error["field"] == "dice"


def test_a_choice_that_needs_a_die_is_fixed_before_any_share_is_known(api: ApiClient, match: str) -> None:
    before, choice = play_to_a_die(api, match)
    side = before["side"]
    match_view = api.view(match, side)
    wanted = match_view["dice"].get("wanted")
    assert (wanted["side"], wanted["lacks"]) == (side, {"japan": "promise", "allies": "promise"})
    assert (match_view["seq"], match_view["view"]) == (before["seq"], before["view"]), "no die has fallen"
    other = next(one for one in offered_choices(before) if one != choice)
    for ask in (
        partial(api.act, match_view, other),
        partial(api.post, f"/matches/{match}/undo", side=side, seq=match_view["seq"]),
    ):
        refused = api.error_of(ask)
        assert (refused.status, "has already chosen" in refused.error["message"]) == (422, True)
    assert api.act(match_view, choice)["dice"].get("wanted") == wanted, "the same choice may be handed in again"
    answer(api, match, "japan", wanted)
    early = {"side": "japan", "die": wanted["die"], "block": wanted["block"], "part": part("japan", wanted).hex()}
    refused = api.error_of(partial(api.post, f"/matches/{match}/part", **early))
    assert "allies has not committed" in refused.error["message"]
    answer(api, match, "allies", wanted)
    wanted = api.view(match, side)["dice"].get("wanted")
    assert wanted["lacks"] == {"japan": "give", "allies": "give"}
    bent = {**early, "part": "00" * 32}
    assert "not the share" in api.error_of(partial(api.post, f"/matches/{match}/part", **bent)).error["message"]
    again = {**early, "part": None, "promise": "00" * 32}
    assert "already committed" in api.error_of(partial(api.post, f"/matches/{match}/part", **again)).error["message"]
    assert roll(api, match)
    after = api.view(match, side, since=before["seq"])
    assert after["seq"] > before["seq"]
    assert after["dice"].get("wanted") is None


@pytest.mark.parametrize(
    "given",
    [
        {"side": "japan", "die": 1},
        {"side": "japan", "die": 99, "part": "00" * 32},
        {"side": "public", "die": 1, "part": "00" * 32},
        {"side": "japan", "die": 1, "promise": "x"},
        {"side": "japan", "die": 1, "promise": "é" * 64},
        {"side": "japan", "die": 1, "part": "z" * 64},
        {"side": "japan", "die": 1, "block": 7, "part": "00" * 32},
        {"side": "japan", "die": -1, "part": "00" * 32},
    ],
)
def test_invalid_shares_are_refused(api: ApiClient, match: str, given: JsonObject) -> None:
    nothing_asked = api.error_of(partial(api.post, f"/matches/{match}/part", **{**given, "side": "japan"}))
    assert nothing_asked.status == 400
    play_to_a_die(api, match)
    before = api.view(match, "public")
    assert api.error_of(partial(api.post, f"/matches/{match}/part", **given)).status == 400
    assert api.view(match, "public") == before


@pytest.mark.build
def test_at_the_end_every_side_reveals_its_secret_and_every_die_is_checked(api: ApiClient, match: str) -> None:
    for seed in range(3):
        play_to_a_die(api, match, seed)
        roll(api, match)
    api.post(f"/matches/{match}/resign", side="japan")
    assert api.view(match, "public")["dice"]["hidden"] == ["japan", "allies"]
    response = api.get(f"/matches/{match}/verify")
    assert any("the secret of japan and allies is not yet revealed" in one for one in response["open"])
    for side, secret in SECRETS.items():
        show = partial(api.post, f"/matches/{match}/secret", side=side)
        assert api.error_of(partial(show, secret="00" * 32)).error["field"] == f"secrets.{side}"
        show(secret=secret.hex())
    assert api.view(match, "public")["dice"].get("hidden", []) == []
    record = read_lines(api.request("GET", f"/matches/{match}/export").content)
    report = verify(record)
    assert report.sound, report.failed
    assert any("no die was changed" in one for one in report.proved)
    rolled = [die for act in record.acts for die in getattr(act, "dice", ())]
    assert len(rolled) >= 3


def test_a_share_that_does_not_match_the_secret_is_found_at_the_end(api: ApiClient, match: str) -> None:
    play_to_a_die(api, match)
    while wanted := wanted_of(api.view(match, "public")):
        for side, lack in wanted["lacks"].items():
            own = b"\x07" * 32 if side == "allies" else part(side, wanted)
            die = {"side": side, "die": wanted["die"], "block": wanted["block"]}
            given = {"promise": hashlib.sha256(own).hexdigest()} if lack == "promise" else {"part": own.hex()}
            api.post(f"/matches/{match}/part", **die, **given)
    api.post(f"/matches/{match}/resign", side="japan")
    show = partial(api.post, f"/matches/{match}/secret", side="allies", secret=SECRETS["allies"].hex())
    assert "does not follow from its secret" in api.error_of(show).error["message"]


@pytest.mark.build
def test_fixed_choices_and_promises_survive_a_restart(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = begin_match(api)
        before, choice = play_to_a_die(api, match)
        answer(api, match, "japan", api.view(match, "public")["dice"]["wanted"])
    with Store(store_path) as store:
        assert store.fixed_choice(match) is not None
    with running_server(store_path) as client:
        api = ApiClient(client)
        match_view = api.view(match, before["side"])
        assert match_view["dice"].get("wanted")["lacks"] == {"allies": "promise"}
        other = next(one for one in offered_choices(match_view) if one != choice)
        assert api.error_of(partial(api.act, match_view, other)).status == 422
        roll(api, match)
        assert api.view(match, before["side"])["seq"] > before["seq"]
    with Store(store_path) as store:
        assert store.fixed_choice(match) is None
    with running_server(store_path) as client:
        api = ApiClient(client)
        play_to_a_die(api, match)
        roll(api, match)
        api.post(f"/matches/{match}/resign", side="allies")
        api.post(f"/matches/{match}/secret", side="japan", secret=SECRETS["japan"].hex())
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "public")["dice"]["hidden"] == ["allies"]
        api.post(f"/matches/{match}/secret", side="allies", secret=SECRETS["allies"].hex())
        assert api.get(f"/matches/{match}/verify")["sound"]


@pytest.mark.build
def test_the_first_dice_are_joint_too(store_path: Path) -> None:
    """Hold Fast deals before the first choice, so dice are needed at the start."""
    with running_server(store_path) as client:
        api = ApiClient(client)
        match = begin_match(api, "hf")
        response = api.view(match, "japan")
        assert (response["begun"], response["asked"], response["wanted"]["side"]) == (False, None, "")
        answer(api, match, "japan", response["wanted"])
        assert api.error_of(partial(api.post, f"/matches/{match}/resign", side="japan")).status == 409
    with running_server(store_path) as client:
        api = ApiClient(client)
        assert api.view(match, "japan")["wanted"]["lacks"] == {"allies": "promise"}
        assert api.get("/matches")[0]["turn_line"] == "Not begun: the first dice wait for the share of each side"
        assert roll(api, match)
        assert api.view(match, "japan")["decision"] or api.view(match, "allies")["decision"]


def test_a_copy_of_a_match_with_joint_dice_has_its_own_sealed_dice(api: ApiClient, match: str) -> None:
    play_to_a_die(api, match)
    roll(api, match)
    data = api.request("GET", f"/matches/{match}/export").content
    copy = api.request("POST", "/matches/import", content=data).json()["id"]
    dice = api.view(copy, "japan")["dice"]
    assert (dice["kind"], "wanted" in dice) == ("sealed", False)
