"""Joint dice over the server: each side's page holds a secret of its own, whose part joins every die."""

import hashlib
import random
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import block, commitment, salt
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import read_lines
from ironbottom.server.storage.database import Store
from tests.server.asking import Asking, Told, offered, opened

SECRETS = {"japan": bytes([1] * 32), "allies": bytes([2] * 32)}
WORDS = ["rain over Rabaul", "clear sky"]


def part(side: str, wanted: Told) -> bytes:
    """What the page of a side works out for a die."""
    return block(SECRETS[side], salt(WORDS), wanted["die"], wanted["block"])


def answer(asking: Asking, match: str, side: str, wanted: Told) -> Told:
    """What the page of a side answers to what it is asked for."""
    die = {"side": side, "die": wanted["die"], "block": wanted["block"]}
    own = part(side, wanted)
    promised = {"promise": hashlib.sha256(own).hexdigest()}
    given = promised if wanted["lacks"][side] == "promise" else {"part": own.hex()}
    told: Told = asking.post(f"/matches/{match}/part", **die, **given)
    return told


def wanted_of(told: Told) -> Told | None:
    found: Told | None = told["wanted"] if "order" in told else told["dice"].get("wanted")
    return found


def roll(asking: Asking, match: str) -> int:
    """Both pages answer until no part is asked for any more; how many dice have fallen."""
    dice = set()
    while wanted := wanted_of(asking.sight(match, "public")):
        assert wanted["lacks"]
        dice.add(wanted["die"])
        for side in wanted["lacks"]:
            answer(asking, match, side, wanted)
    return len(dice)


def begun(asking: Asking, game: str = "pf", **wanted: object) -> str:
    told = asking.post("/matches", game=game, dice="joint", host="japan", **wanted)
    for side, words in zip(told["order"], WORDS, strict=True):
        told = asking.post(f"/matches/{told['id']}/words", side=side, words=words, commitment=commitment(SECRETS[side]))
    return str(told["id"])


def to_a_die(asking: Asking, match: str, seed: int = 1) -> tuple[Told, list[str]]:
    """Plays until a choice calls for a die: the sight before, and the choice."""
    luck = random.Random(seed)
    while True:
        sight = next(one for side in SECRETS if (one := asking.sight(match, side))["decision"])
        choice = luck.choice(offered(sight))
        if asking.act(sight, choice)["dice"].get("wanted"):
            return sight, choice


@pytest.fixture
def match(asking: Asking) -> str:
    return begun(asking)


def test_each_side_publishes_a_hash_of_its_own(asking: Asking) -> None:
    told = asking.post("/matches", game="pf", dice="joint", host="allies")
    assert (told["kind"], told["order"], told["host"]) == ("joint", ["allies", "japan"], "allies")
    give = partial(asking.post, f"/matches/{told['id']}/words")
    seal = told["commitments"]["referee"]
    for wrong in ({}, {"commitment": "x"}, {"commitment": seal}):
        assert asking.refused(partial(give, side="allies", words="clear sky", **wrong)).status == 400
    told = give(side="allies", words="clear sky", commitment=commitment(SECRETS["allies"]))
    equal = asking.refused(partial(give, side="japan", words="rain", commitment=commitment(SECRETS["allies"])))
    assert "publish the same hash" in equal.error["message"]
    assert give(side="japan", words="rain", commitment=commitment(SECRETS["japan"]))["begun"]
    dice = asking.sight(told["id"], "public")["dice"]
    assert dice["kind"] == "joint"
    assert dice["commitments"] == {
        "referee": seal,
        **{side: commitment(SECRETS[side]) for side in dice["commitments"] if side != "referee"},
    }


def test_sealed_dice_take_no_hash_of_a_side(asking: Asking) -> None:
    told = asking.post("/matches", game="pf", host="japan")
    give = partial(asking.post, f"/matches/{told['id']}/words", side="japan", words="rain")
    wrong = asking.refused(partial(give, commitment="ab" * 32))
    assert wrong.error["field"] == "commitment"


def test_1_31_where_dice_fall_unheard_there_are_no_joint_ones(asking: Asking) -> None:
    """Search rolls for each fleet in reach: parts that are asked for would count the fleets."""
    wrong = asking.refused(partial(asking.post, "/matches", game="witp", dice="joint", host="japan"))
    assert (wrong.status, wrong.error["field"]) == (400, "dice")
    assert "takes sealed dice alone" in wrong.error["message"]
    assert {game["short"] for game in asking.get("/games") if not game["joint"]} == {"witp"}


def test_joint_dice_are_for_people_in_every_seat(asking: Asking, match: str) -> None:
    wrong = asking.refused(partial(asking.post, "/matches", game="pf", dice="joint", seats={"allies": "random"}))
    assert (wrong.status, wrong.error["field"]) == (400, "dice")
    wrong = asking.refused(partial(asking.post, f"/matches/{match}/seat", side="allies", player="random"))
    assert wrong.error["field"] == "dice"


def test_a_choice_that_calls_for_a_die_is_fixed_before_any_part_is_known(asking: Asking, match: str) -> None:
    before, choice = to_a_die(asking, match)
    side = before["side"]
    sight = asking.sight(match, side)
    wanted = sight["dice"].get("wanted")
    assert (wanted["side"], wanted["lacks"]) == (side, {"japan": "promise", "allies": "promise"})
    assert (sight["seq"], sight["view"]) == (before["seq"], before["view"]), "no die has fallen"
    other = next(one for one in offered(before) if one != choice)
    for ask in (
        partial(asking.act, sight, other),
        partial(asking.post, f"/matches/{match}/undo", side=side, seq=sight["seq"]),
    ):
        refused = asking.refused(ask)
        assert (refused.status, "is fixed" in refused.error["message"]) == (422, True)
    assert asking.act(sight, choice)["dice"].get("wanted") == wanted, "the same choice may be handed in again"
    answer(asking, match, "japan", wanted)
    early = {"side": "japan", "die": wanted["die"], "block": wanted["block"], "part": part("japan", wanted).hex()}
    refused = asking.refused(partial(asking.post, f"/matches/{match}/part", **early))
    assert "allies has yet to promise" in refused.error["message"]
    answer(asking, match, "allies", wanted)
    wanted = asking.sight(match, side)["dice"].get("wanted")
    assert wanted["lacks"] == {"japan": "give", "allies": "give"}
    bent = {**early, "part": "00" * 32}
    assert "not the part" in asking.refused(partial(asking.post, f"/matches/{match}/part", **bent)).error["message"]
    again = {**early, "part": None, "promise": "00" * 32}
    assert (
        "promised already" in asking.refused(partial(asking.post, f"/matches/{match}/part", **again)).error["message"]
    )
    assert roll(asking, match)
    after = asking.sight(match, side, since=before["seq"])
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
def test_parts_that_are_none_are_refused(asking: Asking, match: str, given: Told) -> None:
    nothing_asked = asking.refused(partial(asking.post, f"/matches/{match}/part", **{**given, "side": "japan"}))
    assert nothing_asked.status == 400
    to_a_die(asking, match)
    before = asking.sight(match, "public")
    assert asking.refused(partial(asking.post, f"/matches/{match}/part", **given)).status == 400
    assert asking.sight(match, "public") == before


@pytest.mark.build
def test_at_the_end_every_side_shows_its_secret_and_every_die_is_checked(asking: Asking, match: str) -> None:
    for seed in range(3):
        to_a_die(asking, match, seed)
        roll(asking, match)
    asking.post(f"/matches/{match}/resign", side="japan")
    assert asking.sight(match, "public")["dice"]["hidden"] == ["japan", "allies"]
    told = asking.get(f"/matches/{match}/verify")
    assert any("the secret of japan and allies is not yet revealed" in one for one in told["open"])
    for side, secret in SECRETS.items():
        show = partial(asking.post, f"/matches/{match}/secret", side=side)
        assert asking.refused(partial(show, secret="00" * 32)).error["field"] == f"secrets.{side}"
        show(secret=secret.hex())
    assert asking.sight(match, "public")["dice"].get("hidden", []) == []
    record = read_lines(asking.ask("GET", f"/matches/{match}/export").content)
    told = verify(record)
    assert told.sound, told.failed
    assert any("no die was changed" in one for one in told.proved)
    rolled = [die for act in record.acts for die in getattr(act, "dice", ())]
    assert len(rolled) >= 3


def test_a_part_that_is_not_of_the_secret_is_found_at_the_end(asking: Asking, match: str) -> None:
    to_a_die(asking, match)
    while wanted := wanted_of(asking.sight(match, "public")):
        for side, lack in wanted["lacks"].items():
            own = b"\x07" * 32 if side == "allies" else part(side, wanted)
            die = {"side": side, "die": wanted["die"], "block": wanted["block"]}
            given = {"promise": hashlib.sha256(own).hexdigest()} if lack == "promise" else {"part": own.hex()}
            asking.post(f"/matches/{match}/part", **die, **given)
    asking.post(f"/matches/{match}/resign", side="japan")
    show = partial(asking.post, f"/matches/{match}/secret", side="allies", secret=SECRETS["allies"].hex())
    assert "is not of its secret" in asking.refused(show).error["message"]


@pytest.mark.build
def test_what_is_fixed_and_promised_outlives_a_restart(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        match = begun(asking)
        before, choice = to_a_die(asking, match)
        answer(asking, match, "japan", asking.sight(match, "public")["dice"]["wanted"])
    with Store(store_path) as store:
        assert store.fixed(match) is not None
    with opened(store_path) as client:
        asking = Asking(client)
        sight = asking.sight(match, before["side"])
        assert sight["dice"].get("wanted")["lacks"] == {"allies": "promise"}
        other = next(one for one in offered(sight) if one != choice)
        assert asking.refused(partial(asking.act, sight, other)).status == 422
        roll(asking, match)
        assert asking.sight(match, before["side"])["seq"] > before["seq"]
    with Store(store_path) as store:
        assert store.fixed(match) is None
    with opened(store_path) as client:
        asking = Asking(client)
        to_a_die(asking, match)
        roll(asking, match)
        asking.post(f"/matches/{match}/resign", side="allies")
        asking.post(f"/matches/{match}/secret", side="japan", secret=SECRETS["japan"].hex())
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "public")["dice"]["hidden"] == ["allies"]
        asking.post(f"/matches/{match}/secret", side="allies", secret=SECRETS["allies"].hex())
        assert asking.get(f"/matches/{match}/verify")["sound"]


@pytest.mark.build
def test_dice_of_the_beginning_are_joint_too(store_path: Path) -> None:
    """Hold Fast deals before the first choice."""
    with opened(store_path) as client:
        asking = Asking(client)
        match = begun(asking, "hf")
        told = asking.sight(match, "japan")
        assert (told["begun"], told["asked"], told["wanted"]["side"]) == (False, None, "")
        answer(asking, match, "japan", told["wanted"])
        assert asking.refused(partial(asking.post, f"/matches/{match}/resign", side="japan")).status == 409
    with opened(store_path) as client:
        asking = Asking(client)
        assert asking.sight(match, "japan")["wanted"]["lacks"] == {"allies": "promise"}
        assert asking.get("/matches")[0]["turn_line"] == "Not begun: the first dice wait for the part of each side"
        assert roll(asking, match)
        assert asking.sight(match, "japan")["decision"] or asking.sight(match, "allies")["decision"]


def test_a_copy_of_a_match_with_joint_dice_has_sealed_dice_of_its_own(asking: Asking, match: str) -> None:
    to_a_die(asking, match)
    roll(asking, match)
    data = asking.ask("GET", f"/matches/{match}/export").content
    copy = asking.ask("POST", "/matches/import", content=data).json()["id"]
    dice = asking.sight(copy, "japan")["dice"]
    assert (dice["kind"], "wanted" in dice) == ("sealed", False)
