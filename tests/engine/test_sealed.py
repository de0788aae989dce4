"""Sealed dice: the bytes as in docs/dice.md, rejection, the running number, joint secrets, and verify."""

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.dice.sealed import (
    JointDice,
    RemoteShares,
    SealedDice,
    SharesMissing,
    SideSecret,
    commitment,
    die_from_block,
    encode_words,
    new_secret,
    read_secret,
)
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.verify import NOT_PUBLISHED, OTHER_HOLDERS, unproved_parts, verify
from ironbottom.engine.record.record import ChoiceMade, MatchRecord, Reveal
from tests.engine.lanterns import LANTERNS, SCORE, Roll, acting, lanterns

SECRET = bytes(range(32))
WORDS = ["rain over Rabaul", "clear sky"]
DOC = Path(__file__).parents[2] / "docs" / "dice.md"


# -- the bytes -------------------------------------------------------------------------------------


def test_a_die_is_computed_as_documented() -> None:
    """The dice are computed by hand, and only compared with the engine's result."""
    message = b"\x00\x00\x00\x10rain over Rabaul\x00\x00\x00\x09clear sky" + bytes(7) + b"\x01" + bytes(4)
    first = hmac.new(SECRET, message, hashlib.sha256).digest()[0]
    assert first < 252
    assert SealedDice(SECRET, WORDS).roll(6, Roll.CATCH) == first % 6 + 1 == 1


def test_the_worked_example_of_the_page_is_right() -> None:
    text = DOC.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `([0-9a-f ]+) …` \| (\d+) \| (\d) \|$", text, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    for number, shown, byte, value in rows:
        message = encode_words(WORDS) + int(number).to_bytes(8, "big") + bytes(4)
        block = hmac.digest(SECRET, message, "sha256")
        assert block.hex(" ").startswith(shown)
        assert block[0] == int(byte)
        assert SealedDice(SECRET, WORDS).value_of(int(number), 6) == int(value)
    assert commitment(SECRET) in text
    assert f"// {', '.join(row[3] for row in rows)}" in text
    assert encode_words(WORDS).hex(" ") in " ".join(text.split())


@pytest.mark.parametrize(
    ("parts", "faces", "value"),
    [
        ([251], 6, 6), ([252, 0], 6, 1), ([255, 254, 253, 252, 5], 6, 6), ([252] * 32, 6, None),
        ([249], 10, 10), ([250, 9], 10, 10), ([255], 2, 2), ([255], 256, 256), ([0], 1, 1), ([255], 1, 1),
        ([1, 0], 257, 257), ([255, 255, 0, 5], 257, 6), ([254, 255], 257, 2), ([255, 0, 0, 7], 257, 3),
        ([3, 231], 1000, 1000), ([253, 232, 0, 0], 1000, 1), ([0, 0, 1], 70000, 2), ([], 6, None), ([1], 257, None),
    ],
)  # fmt: skip
def test_bytes_become_dice_by_rejection(parts: list[int], faces: int, value: int | None) -> None:
    assert die_from_block(bytes(parts), faces) == value


def test_when_a_whole_block_is_rejected_the_next_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = SealedDice(SECRET, WORDS)
    blocks = {(1, 0): bytes([255] * 32), (1, 1): bytes([255, 3] * 16)}
    monkeypatch.setattr(dice, "_block", lambda die, number: blocks[die, number])
    assert dice.roll(6, Roll.CATCH) == 4
    assert dice.counter == 1


@pytest.mark.build
@pytest.mark.parametrize("faces", [2, 3, 6, 7, 10, 36, 300])
def test_every_face_is_about_equally_frequent(faces: int) -> None:
    dice, rolls = SealedDice(SECRET), 600 * faces
    counted = [0] * faces
    for _ in range(rolls):
        counted[dice.roll(faces, Roll.CATCH) - 1] += 1
    squares = sum((count - 600) ** 2 / 600 for count in counted)
    assert squares < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5


def test_phrases_secret_and_number_all_affect_the_dice() -> None:
    rolls = [
        [dice.roll(100, Roll.CATCH) for _ in range(8)]
        for dice in (
            SealedDice(SECRET, ["ab", "c"]),
            SealedDice(SECRET, ["a", "bc"]),
            SealedDice(SECRET, ["abc"]),
            SealedDice(SECRET, ["abc", ""]),
            SealedDice(bytes(32), ["ab", "c"]),
        )
    ]
    assert len({tuple(row) for row in rolls}) == 5
    assert len(set(rolls[0])) > 4


def test_the_sequence_number_can_be_resumed() -> None:
    dice = SealedDice(SECRET, WORDS)
    rolled = [dice.roll(6, Roll.CATCH) for _ in range(10)]
    again = SealedDice(SECRET, WORDS, counter=4)
    assert [again.roll(6, Roll.CATCH) for _ in range(6)] == rolled[4:]


def test_secrets_are_32_random_bytes_and_read_from_hexadecimal_digits() -> None:
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()
    assert read_secret(SECRET.hex()) == SECRET
    for wrong in ("", "00", "zz" * 32, SECRET.hex() + "00"):
        with pytest.raises(BadValue, match="64 hexadecimal digits"):
            read_secret(wrong)
    with pytest.raises(BadValue, match="32 bytes, not 31"):
        SealedDice(bytes(31))
    with pytest.raises(BadValue, match="at most 1000 bytes"):
        SealedDice(SECRET, ["ä" * 501])


# -- joint dice ------------------------------------------------------------------------------------


def joint() -> JointDice:
    own = {side: SideSecret(bytes([n] * 32), WORDS) for n, side in enumerate(("red", "blue"), 1)}
    return JointDice(SECRET, WORDS, own)


def test_the_shares_of_joint_dice_are_combined_by_xor() -> None:
    message = encode_words(WORDS) + (1).to_bytes(8, "big") + bytes(4)
    firsts = [hmac.digest(secret, message, "sha256")[0] for secret in (SECRET, b"\x01" * 32, b"\x02" * 32)]
    byte = firsts[0] ^ firsts[1] ^ firsts[2]
    assert byte < 252
    assert joint().roll(6, Roll.CATCH) == byte % 6 + 1


def test_each_sides_secret_changes_the_dice() -> None:
    other = JointDice(SECRET, WORDS, {"red": SideSecret(bytes(32), WORDS), "blue": SideSecret(b"\x02" * 32, WORDS)})
    assert [joint().value_of(n, 100) for n in range(1, 9)] != [other.value_of(n, 100) for n in range(1, 9)]


def hashed(part: bytes) -> str:
    return hashlib.sha256(part).hexdigest()


def blue_elsewhere(secret: bytes = b"\x02" * 32) -> tuple[Match, RemoteShares, SideSecret]:
    """A match with joint dice in which blue has its own secret."""
    own = SideSecret(secret, WORDS)
    remote = RemoteShares("blue", own.commitment)
    return acting(JointDice(SECRET, WORDS, {"red": SideSecret(b"\x01" * 32, WORDS), "blue": remote})), remote, own


def fish_with_shared_die(match: Match, remote: RemoteShares, own: SideSecret) -> None:
    """Red's catch, with blue's share of its die."""
    for _ in range(2):
        with pytest.raises(SharesMissing) as caught:
            match.submit("red", ["fish"])
        missing = caught.value
        part = own(missing.die, missing.block)
        if missing.missing == "promise":
            remote.commit_share(missing.die, missing.block, hashed(part))
        else:
            remote.submit_share(missing.die, missing.block, part)
    match.submit("red", ["fish"])


def test_a_missing_share_stops_the_act_and_no_die_is_rolled() -> None:
    match, remote, own = blue_elsewhere()
    before = match.state.hash(), len(match.acts)
    with pytest.raises(SharesMissing, match="blue has not committed its share of die 1") as caught:
        match.submit("red", ["fish"])
    assert (caught.value.holder, caught.value.die, caught.value.block) == ("blue", 1, 0)
    remote.commit_share(1, 0, hashed(own(1, 0)))
    with pytest.raises(SharesMissing, match="blue has not given its share of die 1"):
        match.submit("red", ["fish"])
    assert before == (match.state.hash(), len(match.acts))
    remote.submit_share(1, 0, own(1, 0))
    match.submit("red", ["fish"])
    assert match.state.cells[SCORE] == joint().value_of(1, 6)


def test_no_share_is_accepted_before_a_choice_is_fixed() -> None:
    _, remote, own = blue_elsewhere()
    with pytest.raises(BadValue, match="no fixed choice needs die 1"):
        remote.commit_share(1, 0, hashed(own(1, 0)))
    with pytest.raises(BadValue, match="no fixed choice needs die 1"):
        remote.submit_share(1, 0, own(1, 0))


def test_a_choice_whose_die_waits_for_its_shares_cannot_be_replaced() -> None:
    """The attack is to request the shares, compute the die, and choose accordingly, or undo something first."""
    match, remote, own = blue_elsewhere()
    with pytest.raises(SharesMissing):
        match.submit("red", ["fish"])
    remote.commit_share(1, 0, hashed(own(1, 0)))
    for other in (["done"], ["fish", "x"], [["fish"], ["done"]]):
        with pytest.raises(Refused, match="red has already chosen; its dice are waiting for shares"):
            match.submit("red", other)
    with pytest.raises(Refused, match="has already chosen"):
        match.submit("red", ["fish"], dice=[6])
    with pytest.raises(Refused, match="has already chosen"):
        match.submit("blue", ["done"])
    with pytest.raises(Refused, match="has already chosen"):
        match.undo("red", consent=["blue"])
    with pytest.raises(Refused, match="has already chosen"):
        match.withdraw("red", 1)
    with pytest.raises(SharesMissing):
        match.submit("red", ["fish"])
    remote.submit_share(1, 0, own(1, 0))
    match.submit("red", ["fish"])
    match.submit("red", ["done"])


def test_the_last_side_to_contribute_cannot_choose_a_die() -> None:
    """A side that has seen the other shares may give the promised share, or none; no other share is accepted."""
    secrets = {"red": b"\x01" * 32, "blue": b"\x02" * 32}
    own = {side: SideSecret(secret, WORDS) for side, secret in secrets.items()}
    red, blue = (RemoteShares(side, own[side].commitment) for side in secrets)
    dice = JointDice(SECRET, WORDS, {"red": red, "blue": blue})
    match = acting(dice)
    with pytest.raises(SharesMissing, match="red has not committed"):
        match.submit("red", ["fish"])
    red.commit_share(1, 0, hashed(own["red"](1, 0)))
    with pytest.raises(SharesMissing, match="blue has not committed"):
        match.submit("red", ["fish"])
    with pytest.raises(BadValue, match="blue has not committed its share of die 1"):
        red.submit_share(1, 0, own["red"](1, 0))
    blue.commit_share(1, 0, hashed(own["blue"](1, 0)))
    red.submit_share(1, 0, own["red"](1, 0))
    referee = hmac.digest(SECRET, encode_words(WORDS) + bytes(7) + b"\x01" + bytes(4), "sha256")
    assert dice.promise(1) == hashed(referee)
    known = int.from_bytes(referee, "big") ^ int.from_bytes(own["red"](1, 0), "big")
    bent = (known ^ int.from_bytes(bytes([5]) + bytes(31), "big")).to_bytes(32, "big")
    assert die_from_block((known ^ int.from_bytes(bent, "big")).to_bytes(32, "big"), 6) == 6
    with pytest.raises(BadValue, match="this is not the share of die 1 that was committed"):
        blue.submit_share(1, 0, bent)
    with pytest.raises(BadValue, match="already committed"):
        blue.commit_share(1, 0, hashed(bent))
    blue.submit_share(1, 0, own["blue"](1, 0))
    match.submit("red", ["fish"])
    assert match.state.cells[SCORE] == joint().value_of(1, 6)


def test_malformed_promises_and_shares_are_refused() -> None:
    match, remote, own = blue_elsewhere()
    with pytest.raises(SharesMissing):
        match.submit("red", ["fish"])
    for wrong in ("", "x" * 64, own.commitment.upper()):
        with pytest.raises(BadValue, match="64 hexadecimal digits"):
            remote.commit_share(1, 0, wrong)
    remote.commit_share(1, 0, hashed(own(1, 0)))
    with pytest.raises(BadValue, match="32 bytes"):
        remote.submit_share(1, 0, b"")


def test_a_side_reveals_its_own_secret_after_the_end() -> None:
    match, remote, own = blue_elsewhere()
    fish_with_shared_die(match, remote, own)
    with pytest.raises(Refused, match="after the end"):
        match.reveal("blue", b"\x02" * 32)
    match.resign("red")
    assert (
        "dice drawn: 1; the secret of blue is not yet revealed; until then no die can be checked"
        in verify(MatchRecord(match.header, list(match.acts)), LANTERNS).open
    )
    with pytest.raises(BadValue, match="not the secret whose hash blue published"):
        match.reveal("blue", bytes(32))
    match.reveal("blue", b"\x02" * 32)
    report = verify(MatchRecord(match.header, list(match.acts)), LANTERNS)
    assert report.sound
    assert "no die was changed, left out or rolled again" in report.proved
    assert NOT_PUBLISHED not in report.open


def test_a_share_that_does_not_match_the_published_secret_is_found() -> None:
    match, remote, _ = blue_elsewhere()
    fish_with_shared_die(match, remote, SideSecret(bytes(32), WORDS))
    match.resign("red")
    with pytest.raises(BadValue, match="the share that blue gave of die 1 does not follow from its secret"):
        match.reveal("blue", b"\x02" * 32)


# -- verify ----------------------------------------------------------------------------------------


NOT_ITS = (
    "the secret of referee is not the one whose hash is in the record, or the match is not the one that the hash covers"
)
HANDED = [6]
BY_HAND = [
    "dice supplied by a player, not rolled: 1; that player chose them",
    "line 6: dice taken back: 1, and others rolled in their place;"
    " the record says that blue agreed, which is not proved",
]


def unproved_lines(record: MatchRecord) -> list[str]:
    """What is never proved without the hash that was shown at the start."""
    return [
        *unproved_parts(record.header),
        "that this is the match that was watched, and not an invented one: compare the hash shown at its start "
        f"with {record.header.dice.commitments['referee']}",
    ]


def short_record(match: Match, handed: list[int] | None = HANDED) -> MatchRecord:
    """A short game with an undo of a die roll, so that one number belongs to an undone die."""
    match.submit("red", ["fish"])
    match.undo("red", consent=["blue"])
    match.submit("red", ["fish"])
    match.submit("red", ["fish"], dice=handed)
    match.submit("red", ["done"])
    match.submit("blue", ["done"])
    return MatchRecord(match.header, list(match.acts))


def test_a_sound_record_is_proved() -> None:
    record = short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))
    report = verify(record, LANTERNS)
    assert report.failed == []
    assert report.proved == [
        "the 11 acts fit their checks; no line is missing or accidentally changed",
        "it was played by rules version 1 with the standard figures",
        "every act was legal and led to what the record says",
        "the result: red; most points",
        "the secrets revealed are those whose hashes were in the header; all 2 dice are theirs",
        "no die was changed or left out",
    ]
    assert report.open == [NOT_PUBLISHED, *BY_HAND, *unproved_lines(record)]


def test_joint_dice_prove_that_no_side_looked_ahead() -> None:
    record = short_record(acting(joint(), rounds="1"))
    report = verify(record, LANTERNS)
    assert report.sound
    assert report.open == [OTHER_HOLDERS, *BY_HAND, *unproved_lines(record)]


def forge_record(place: int, **changed: object) -> MatchRecord:
    """A finished record with one changed act, with checksums and all later acts adjusted."""
    record = short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))
    act = record.acts[place]
    for name, value in changed.items():
        setattr(act, name, value)
    return record


def test_a_die_that_was_changed_is_found() -> None:
    better = [{"event": "scored", "side": "red", "points": 3}]
    report = verify(forge_record(3, dice=[(3, 6, "catch")], events=better), LANTERNS)
    assert report.failed == ["line 5: die 1 is 3 in the record; the secrets make it 1"]


def test_a_die_that_was_rolled_until_it_was_right_is_found() -> None:
    """The undone roll is removed from the record: the next die then has the wrong number."""
    record = short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))
    record.acts = [*record.acts[:3], *record.acts[5:]]
    for number, act in enumerate(record.acts, 1):
        act.seq = number
    assert verify(record, LANTERNS).failed == ["line 5: die 1 is 6 in the record; the secrets make it 1"]


def test_another_secret_is_found() -> None:
    record = short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    reveal.secrets = {"referee": bytes(32).hex()}
    assert verify(record, LANTERNS).failed == [NOT_ITS]
    reveal.secrets = {"referee": "zz"}
    assert verify(record, LANTERNS).failed == ["secrets.referee: a secret must be 64 hexadecimal digits"]


def test_an_illegal_act_is_found() -> None:
    report = verify(forge_record(7, action=["hang", "z"]), LANTERNS)
    assert report.failed == [
        "the rules lead to something else: line 9: hang z: no pier is called 'z'; allowed: a, b, c"
    ]
    assert "every act before line 9 was legal and led to what the record says" in report.proved


def test_an_event_that_did_not_happen_is_found() -> None:
    report = verify(forge_record(5, events=[{"event": "scored", "side": "red", "points": 5}]), LANTERNS)
    (failed,) = report.failed
    assert failed.startswith("the rules lead to something else: line 7: the record says ")
    assert failed.endswith("(3.1)")


def test_another_result_is_found() -> None:
    report = verify(forge_record(9, result={"winners": ["blue"], "score": {}, "why": "most points"}), LANTERNS)
    assert report.failed[0].startswith("the rules lead to something else: line 11: the record has ")


def test_other_figures_and_other_rules_are_named() -> None:
    record = short_record(acting(SealedDice(SECRET, WORDS), rounds="1"))
    record.header.data = "0" * 64
    record.header.rules = "0"
    assert verify(record, LANTERNS).failed == [
        "the record was played under rules 0; these are rules 1",
        "the record was played with figures that differ from those in force here",
        NOT_ITS,
    ]


def test_an_unfinished_record_proves_only_its_acts() -> None:
    match = acting(SealedDice(SECRET, WORDS))
    match.submit("red", ["fish"])
    record = MatchRecord(match.header, list(match.acts))
    report = verify(record, LANTERNS)
    assert report.sound
    assert report.open == [
        "the match is not over",
        "whether it went on: lines after line 5 may have been left out",
        "dice drawn: 1; the secret of referee is not yet revealed",
        *unproved_lines(record),
    ]


def test_before_the_end_the_dice_are_checked_against_a_separate_secret() -> None:
    match = acting(SealedDice(SECRET, WORDS))
    match.submit("red", ["fish"])
    record = MatchRecord(match.header, list(match.acts))
    report = verify(record, LANTERNS, {"referee": SECRET.hex()})
    assert report.sound
    assert report.proved[-1] == "all 1 dice so far come from the secrets whose hashes are in the header"
    assert report.open == [
        "the match is not over",
        "whether it went on: lines after line 5 may have been left out",
        "the secrets of the dice, which are revealed at the end, and the dice still to come",
        *unproved_lines(record),
    ]
    assert SECRET.hex() not in str(report)
    other = verify(record, LANTERNS, {"referee": bytes(32).hex()})
    assert other.failed == [NOT_ITS]
    rolled = next(act for act in record.acts if isinstance(act, ChoiceMade) and act.dice)
    value, faces, why = rolled.dice[0]
    rolled.dice[0] = (value % faces + 1, faces, why)
    assert f"the secrets make it {value}" in verify(record, LANTERNS, {"referee": SECRET.hex()}).failed[-1]


def test_dice_of_another_kind_are_not_proved() -> None:
    record = short_record(acting(SeededDice(1), rounds="1"))
    report = verify(record, LANTERNS)
    assert report.sound
    assert report.open == ["dice drawn, but not sealed: 2", *BY_HAND, *unproved_parts(record.header)]
    assert json.loads(json.dumps(report.as_dict()))["sound"] is True
    assert str(report).splitlines()[-1] == "Not proved: who ran the match (the header says: not known)"


def test_dice_before_the_first_choice_count() -> None:
    match = lanterns("drawn", SealedDice(SECRET, WORDS), rounds="1")
    match.resign("red")
    assert "all 2 dice are theirs" in str(verify(MatchRecord(match.header, list(match.acts)), LANTERNS))
    assert not any(isinstance(act, ChoiceMade) for act in match.acts)
