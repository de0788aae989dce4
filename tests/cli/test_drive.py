"""``ironbottom drive``: a program runs a game line by line."""

import io
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.cli.commands.drive import answer_lines
from ironbottom.cli.commands.drive_protocol import MAX_LINE_BYTES, REQUESTS, Driver
from ironbottom.engine.match.match import LIST_MUST_END_MESSAGE
from ironbottom.engine.rules.choices import expand_factored
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game

Answer = dict[str, Any]
PACIFIC_FURY = get_game("pf")
POSITIONS = Path(__file__).parents[1] / "browser" / "positions"


class Program:
    """A program that runs a game with lines of text."""

    def __init__(self, game: Game = PACIFIC_FURY, seed: int = 1, options: Mapping[str, str] | None = None) -> None:
        self.driven = Driver(game.rules(dict(options or {})), None, seed)

    def send(self, **request: Any) -> Answer:
        """Sends a request and returns the answer."""
        return self.line(json.dumps(request).encode() + b"\n")

    def line(self, line: bytes) -> Answer:
        """Sends a raw line and returns the answer."""
        sink = io.BytesIO()
        answer_lines(self.driven, io.BytesIO(line), sink)
        (answer,) = sink.getvalue().splitlines()
        data: Answer = json.loads(answer)
        return data

    def do(self, *act: str, dice: list[int] | None = None) -> Answer:
        """Makes a choice that must be accepted."""
        answer = self.send(act=list(act), **({} if dice is None else {"dice": dice}))
        assert "error" not in answer, answer
        return answer

    @property
    def hash(self) -> str:
        return str(self.send(hash=True)["hash"])

    @property
    def decisions(self) -> list[Answer]:
        found: list[Answer] = self.send(choices=True)["decisions"]
        return found


def names(answer: Answer) -> list[str]:
    return [event["event"] for event in answer["events"]]


def express_before_landing(options: Mapping[str, str] | None = None) -> Program:
    """Turn 1: the Tokyo Express waits in the Slot, Chester is in the Sound, and Japan has to choose."""
    program = Program(options=options)
    program.do("japan", "form_express", "1")
    program.do("japan", "done")
    program.do("allies", "assign", "us_chester", "1")
    program.do("allies", "done")
    program.do("allies", "sortie", "allies_1", "ironbottom_sound")
    program.do("japan", "sortie", "japan_1", "the_slot")
    program.do("allies", "pass")
    return program


# -- acts and dice -------------------------------------------------------------------------------------


def test_choices_lists_the_open_decision_with_prompt_clause_and_choices() -> None:
    (decision,) = Program().decisions
    assert list(decision) == ["side", "prompt", "clause", "choices"]
    assert (decision["side"], decision["clause"]) == ("japan", "8.2.a")
    assert ["assign", "ijn_shokaku", "1"] in expand_factored(decision["choices"])
    assert decision["choices"][-1] == {"verb": "done", "ends_list": "always"}
    assert "task forces" in decision["prompt"]


def test_next_answers_argument_by_argument() -> None:
    program = Program()
    assert "done" in program.send(next=["japan"])["next"]
    assert "ijn_shokaku" in program.send(next=["japan", "assign"])["next"]
    assert "1" in program.send(next=["japan", "assign", "ijn_shokaku"])["next"]
    assert program.send(next=["japan", "assign", "ijn_shokaku", "1"]) == {"next": []}
    assert program.send(next=["japan", "sortie"])["error"]["field"] == "verb"
    assert program.send(next=["japan", "assign", "us_wasp"])["error"]["message"] == "us_wasp is not offered for assign"
    assert program.send(next=["allies"])["error"]["message"] == "this side has nothing to choose now"


def test_gives_up_returns_what_done_gives_up() -> None:
    program = Program()
    lost = program.send(gives_up=["japan", "done"])["gives_up"]
    assert "ijn_shokaku" in lost["assign"]
    assert program.send(gives_up=["japan", "pass"])["error"]["message"] == "pass is not offered"


@pytest.mark.parametrize(("die", "found"), [(1, True), (2, True), (3, False), (6, False)])
def test_pf_11_the_express_uses_a_given_die(die: int, found: bool) -> None:
    result = express_before_landing().do("japan", "land", "japan_1", dice=[die])
    assert result["dice"] == [[die, 6, "finding_the_tokyo_express"]]
    assert ("express_landed" in names(result)) is not found
    (sought,) = [event for event in result["events"] if event["event"] == "express_sought"]
    assert (sought["die"], sought["found"]) == (die, found)


@pytest.mark.parametrize("dice", [[], [3, 3], [3, 4, 5], [0], [7], [-1]])
def test_too_many_or_too_few_dice_change_nothing(dice: list[int]) -> None:
    program = express_before_landing()
    before = program.hash
    answer = program.send(act=["japan", "land", "japan_1"], dice=dice)
    assert set(answer) == {"error"}
    assert answer["error"]["message"]
    assert program.hash == before
    assert "express_landed" in names(program.do("japan", "land", "japan_1", dice=[3]))


@pytest.mark.parametrize("dice", [3, "3", [3.0], [True], ["3"], {"1": 3}, [[3]], [3] * 10_001])
def test_dice_of_the_wrong_kind_are_refused_by_name(dice: Any) -> None:
    program = express_before_landing()
    before = program.hash
    assert program.send(act=["japan", "land", "japan_1"], dice=dice)["error"]["field"] == "dice"
    assert program.hash == before


def test_dice_are_refused_if_none_are_rolled_but_an_empty_list_is_accepted() -> None:
    program = Program()
    before = program.hash
    assert "error" in program.send(act=["japan", "done"], dice=[6])
    assert program.hash == before
    assert program.do("japan", "done", dice=[])["dice"] == []


def test_without_dice_the_seed_rolls_the_same_each_time() -> None:
    first, second, other = (
        express_before_landing_with(seed).do("japan", "land", "japan_1")["dice"] for seed in (4, 4, 5)
    )
    assert first == second == [[2, 6, "finding_the_tokyo_express"]]
    assert other != first


def express_before_landing_with(seed: int) -> Program:
    program = express_before_landing()
    fresh = Program(seed=seed)
    fresh.send(load=program.send(dump=True)["dump"])
    return fresh


def test_a_forced_choice_is_listed_before_its_events() -> None:
    program = Program()
    program.do("japan", "assign", "ijn_tone", "1")
    program.do("japan", "done")
    answer = program.do("allies", "done")
    assert names(answer) == ["forces_formed", "only_choice", "passed"]
    assert answer["events"][1] == {"event": "only_choice", "side": "allies", "action": ["pass"]}
    assert program.decisions[0]["side"] == "japan"


def test_as_returns_events_as_that_side_sees_them() -> None:
    for audience, expected in (("japan", ["assigned"]), ("allies", []), ("public", []), ("all", ["assigned"])):
        assert names(Program().send(act=["japan", "assign", "ijn_tone", "1"], **{"as": audience})) == expected
    assert names(Program().do("japan", "assign", "ijn_tone", "1")) == ["assigned"]


def test_an_unknown_audience_is_refused_and_changes_nothing() -> None:
    program = Program()
    before = program.hash
    for audience in ("germany", "open", 1, None, ["japan"]):
        answer = program.send(act=["japan", "assign", "ijn_tone", "1"], **{"as": audience})
        assert answer["error"]["field"] == "as"
    assert program.hash == before


def test_a_refused_act_returns_message_and_clause() -> None:
    program = Program()
    program.do("japan", "assign", "ijn_shokaku", "1")
    before = program.hash
    answer = program.send(act=["japan", "assign", "ijn_transports_1", "1"])
    assert answer["error"]["clause"] == "8.2.b"
    assert "Transports" in answer["error"]["message"]
    assert program.hash == before


def test_either_all_acts_are_applied_or_none() -> None:
    program = Program()
    before = program.hash
    good = [["assign", "ijn_tone", "1"], ["assign", "ijn_chikuma", "1"], ["done"]]
    bad = [*good[:2], ["assign", "ijn_tone", "2"], ["done"]]
    refused = program.send(acts=["japan", bad])
    assert refused["error"]["clause"] == "8.2.a"
    assert refused["error"]["field"] == "choice 3 of 4"
    assert program.hash == before
    answer = program.send(acts=["japan", good])
    assert names(answer) == ["assigned", "assigned", "forces_formed"]
    assert program.decisions[0]["side"] == "allies"


def test_acts_equal_the_same_acts_one_by_one() -> None:
    one, many = Program(), Program()
    choices: list[list[str | int]] = [["assign", "ijn_tone", 1], ["form_express", "2"], ["done"]]
    for choice in choices:
        assert "error" not in one.send(act=["japan", *choice])
    assert "error" not in many.send(acts=["japan", choices], dice=[])
    assert one.hash == many.hash


def test_7_3_a_list_after_a_choice_that_ends_it_is_refused_alike_in_every_world() -> None:
    """The other side has chosen day, night, or nothing: the answer is the same, and nothing changes."""
    position = (POSITIONS / "victory_in_the_pacific" / "naming.toml").read_text(encoding="utf-8")
    answers = []
    for chosen in ("day", "night", None):
        program = Program(get_game("vitp"))
        assert "error" not in program.send(position=position)
        if chosen:
            program.do("allies", chosen)
        for run in ([["day"], ["x"]], [["night"], ["day"]], [["day"], ["fire", "akagi", "wasp"]]):
            before = program.hash
            answers.append(program.send(acts=["japan", run]))
            assert program.hash == before
    assert all(answer == answers[0] for answer in answers)
    assert (answers[0]["error"]["message"], answers[0]["error"]["field"]) == (LIST_MUST_END_MESSAGE, "choice 1 of 2")


# -- questions -----------------------------------------------------------------------------------------


def test_why_not_returns_clause_and_message_or_no_clause() -> None:
    program = Program()
    assert program.send(why_not=["japan", "assign", "ijn_tone", "1"]) == {"clause": None}
    answer = program.send(why_not=["japan", "assign", "ijn_tone", "2"])
    assert set(answer) == {"clause", "message"}
    assert answer["clause"] == "8.2.b"
    assert program.send(why_not=["allies", "pass"])["clause"] == "5.0"


@pytest.mark.parametrize(
    "action", [["japan", "fly"], ["japan", "assign"], ["japan", "assign", "us_x", "1"], ["x", "done"], ["japan"]]
)
def test_why_not_of_an_unknown_action_is_an_error(action: list[str]) -> None:
    answer = Program().send(why_not=action)
    assert set(answer) == {"error"}
    assert answer["error"]["field"]


def test_views_contain_what_the_side_has_seen() -> None:
    program = Program()
    program.do("japan", "assign", "ijn_tone", "1")
    assert "ijn_tone" in json.dumps(program.send(view="japan")["view"]["forces"])
    for audience in ("allies", "public"):
        assert program.send(view=audience)["view"]["forces"] == {}
    for wrong in ("open", "germany", ["japan"], True):
        assert "error" in program.send(view=wrong)


def test_result_is_null_until_the_end_and_then_winners_score_and_why() -> None:
    program = Program()
    assert program.send(result=True) == {"result": None}
    play_out(program, random.Random(3))
    result = program.send(result=True)["result"]
    assert set(result) == {"winners", "score", "why"}
    assert program.decisions == []
    assert program.send(view="open")["view"]["side"] == "open"
    assert program.send(act=["japan", "pass"])["error"]["clause"] == "5.0"


def play_out(program: Program, source: random.Random) -> None:
    while decisions := program.decisions:
        decision = source.choice(decisions)
        program.do(decision["side"], *source.choice(expand_factored(decision["choices"])))


# -- the state -----------------------------------------------------------------------------------------


def test_load_restores_a_dump() -> None:
    program = express_before_landing()
    dump, before = program.send(dump=True)["dump"], program.hash
    program.do("japan", "land", "japan_1", dice=[3])
    assert program.hash != before
    assert program.send(load=dump) == {"hash": before}
    assert program.hash == before
    assert program.send(dump=True)["dump"] == dump


def searching(seed: int = 8) -> Program:
    """A match of War in the Pacific during its searches, whose dice no side may see."""
    program = Program(get_game("witp"), seed)
    path = Path(__file__).parents[1] / "fixtures" / "positions" / "war_in_the_pacific" / "midway_turn_3_search.toml"
    assert "error" not in program.send(position=path.read_text(encoding="utf-8"))
    return program


def moves(program: Program, luck: random.Random, count: int) -> Iterator[tuple[list[str], list[list[Any]]]]:
    """Plays at random with the seeded dice. Yields each choice with the dice listed in the answer."""
    for _ in range(count):
        match = program.driven.match
        decision = match.decisions()[0]
        choice = [decision.side, *decision.choices.sample(luck)]
        yield choice, program.do(*choice)["dice"]


@pytest.mark.build
def test_the_dice_of_an_answer_reproduce_the_result() -> None:
    program, again = searching(), searching()
    seen = 0
    for choice, dice in moves(program, random.Random(3), 40):
        answer = again.send(act=choice, dice=[value for value, _, _ in dice])
        assert answer.get("dice") == dice, (choice, answer)
        assert again.hash == program.hash
        seen += any(why == "search" for _, _, why in dice)
    assert seen


def test_as_a_side_hidden_dice_are_not_listed() -> None:
    program = searching()
    dump = program.send(dump=True)["dump"]
    for choice, dice in moves(program, random.Random(3), 40):
        if any(why == "search" for _, _, why in dice):
            for audience in ("japan", "allies", "public"):
                program.send(load=dump)
                answer = program.send(act=choice, dice=[value for value, _, _ in dice], **{"as": audience})
                assert "search" not in [why for _, _, why in answer["dice"]]
            return
        dump = program.send(dump=True)["dump"]
    raise AssertionError("nobody searched")


def test_a_dump_with_dice_resumes_a_run_exactly() -> None:
    program = searching()
    luck = random.Random(5)
    for _ in moves(program, luck, 30):
        pass
    kept = program.send(dump=True, dice=True)
    assert set(kept) == {"dump", "dice"}
    first = [(answer, program.hash) for answer in moves(program, random.Random(6), 30)]
    assert any(dice for (_, dice), _ in first)
    other = searching(seed=9)
    assert other.send(load=kept["dump"], dice=kept["dice"]) == program.send(load=kept["dump"])
    assert [(answer, other.hash) for answer in moves(other, random.Random(6), 30)] == first


def test_loading_a_dump_without_dice_continues_the_sequence() -> None:
    program = express_before_landing()
    kept = program.send(dump=True, dice=True)
    assert program.send(dump=True) == program.send(dump=True, dice=False) == {"dump": kept["dump"]}
    first = program.do("japan", "land", "japan_1")["dice"]
    after = program.send(dump=True, dice=True)["dice"]
    assert after != kept["dice"]
    program.send(load=kept["dump"])
    assert program.send(dump=True, dice=True) == {"dump": kept["dump"], "dice": after}
    program.send(load=kept["dump"], dice=kept["dice"])
    assert program.do("japan", "land", "japan_1")["dice"] == first


@pytest.mark.parametrize("dice", ["", "x", "AAAA", 4, None, ["a"], "=" * 3336, "é"])
def test_an_invalid_dice_state_is_refused_and_changes_nothing(dice: Any) -> None:
    program = express_before_landing()
    before, kept = program.hash, program.send(dump=True, dice=True)
    assert program.send(load=Program().send(dump=True)["dump"], dice=dice)["error"]["field"] == "dice"
    assert program.hash == before
    assert program.send(dump=True, dice=True) == kept
    assert program.send(dump=True, dice=1)["error"] == {
        "message": "1 is not true or false",
        "clause": None,
        "field": "dice",
    }


def test_a_position_is_restored() -> None:
    program = express_before_landing()
    before, position = program.hash, program.send(position=True)["position"]
    other = Program()
    assert "error" not in other.send(position=position)
    assert other.hash == before
    assert other.decisions == program.decisions


def test_a_position_may_be_text_and_set_options() -> None:
    position = express_before_landing({"tokyo_express_combat": "on"}).send(position=True)["position"]
    program = Program()
    assert "error" not in program.send(position=json.dumps(position))
    assert program.send(view="public")["view"]["options"]["tokyo_express_combat"] == "on"


def test_options_missing_in_a_position_have_their_defaults() -> None:
    program = Program(options={"factor_set": "B"})
    for named in ({}, {"tokyo_express_combat": "on"}, {}):
        assert "error" not in program.send(position={"options": named})
        assert program.send(view="public")["view"]["options"] == PACIFIC_FURY.rules().options | named


@pytest.mark.parametrize(
    "position", [{"game": "chess"}, {"turn": 9}, {"ships": 1}, {"format": 2}, "turn = ", "{", [], 4, False, None]
)
def test_an_invalid_position_is_refused_and_changes_nothing(position: Any) -> None:
    program = Program()
    before = program.hash
    answer = program.send(position=position)
    assert set(answer) == {"error"}
    assert answer["error"]["field"]
    assert program.hash == before


@pytest.mark.parametrize("dump", ["", "[]", "nonsense", '["pacific_fury",1,{},[],[]]', 5, None, ["a"]])
def test_an_invalid_dump_is_refused_and_changes_nothing(dump: Any) -> None:
    program = Program()
    before = program.hash
    assert set(program.send(load=dump)) == {"error"}
    assert program.hash == before


def test_resample_changes_only_what_the_side_cannot_see() -> None:
    program = express_before_landing()
    dump = program.send(dump=True)["dump"]
    seen, hashes = program.send(view="allies"), set()
    for seed in range(8):
        program.send(load=dump)
        hashes.add(program.send(resample={"side": "allies", "seed": seed})["hash"])
        assert program.send(view="allies") == seen
    assert len(hashes) > 1
    program.send(load=dump)
    again = program.send(resample={"side": "allies", "seed": 0})["hash"]
    program.send(load=dump)
    assert program.send(resample={"side": "allies", "seed": 0})["hash"] == again


def test_undo_beyond_the_barrier_requires_consent() -> None:
    program = express_before_landing()
    before = program.hash
    program.do("japan", "land", "japan_1", dice=[3])
    refused = program.send(undo={"side": "japan", "steps": 1})
    assert "consent" in refused["error"]["message"]
    answer = program.send(undo={"side": "japan", "steps": 1, "consent": ["allies"]})
    assert answer == {"undone": [["land", "japan_1"]]}
    assert program.hash == before
    assert "error" in program.send(undo={"side": "japan", "steps": 99, "consent": ["allies"]})


@pytest.mark.parametrize(
    "undo",
    [
        {},
        {"side": "x"},
        {"side": "japan", "steps": 0},
        {"side": "japan", "steps": "1"},
        {"side": "japan", "consent": "allies"},
        {"side": "japan", "consent": ["x"]},
        {"side": "japan", "step": 1},
        "japan",
        True,
    ],
)
def test_an_invalid_undo_is_refused_with_its_field(undo: Any) -> None:
    program = Program()
    program.do("japan", "assign", "ijn_tone", "1")
    before = program.hash
    answer = program.send(undo=undo)
    assert set(answer) == {"error"}
    assert answer["error"]["field"].startswith("undo")
    assert program.hash == before


# -- lines that are not requests ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"hello\n",
        b"{\n",
        b"[]\n",
        b"null\n",
        b'"choices"\n',
        b"{}\n",
        b'{"hash": false}\n',
        b'{"hash": 1}\n',
        b'{"hash": true, "dump": true}\n',
        b'{"hash": true, "as": "japan"}\n',
        b'{"Hash": true}\n',
        b'{"act": ["japan", "done"], "seed": 4}\n',
        b'{"act": "done"}\n',
        b'{"act": []}\n',
        b'{"act": ["japan"]}\n',
        b'{"act": ["japan", ["done"]]}\n',
        b'{"act": ["japan", null]}\n',
        b'{"act": {"side": "japan"}}\n',
        b'{"acts": ["japan"]}\n',
        b'{"acts": ["japan", []]}\n',
        b'{"acts": ["japan", ["done"]]}\n',
        b'{"acts": [["done"], "japan"]}\n',
        b'{"acts": ["japan", [["done"]], 1]}\n',
        b'{"resample": {"side": "japan"}}\n',
        b'{"resample": {"side": "japan", "seed": -1}}\n',
        b'{"resample": {"side": "japan", "seed": 1.5}}\n',
        b'{"resample": true}\n',
        b'{"load": true}\n',
        b"\xff\xfe\n",
        b'{"view": "\xff"}\n',
        b"[" * 100_000 + b"\n",
        b'{"position": ' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}\n",
        b'{"act": ["japan", "' + b"x" * 100_000 + b'"]}\n',
        b'{"hash": true} {"hash": true}\n',
    ],
)
def test_an_invalid_line_returns_an_error_and_the_next_is_answered(line: bytes) -> None:
    program = Program()
    before = program.hash
    answer = program.line(line)
    assert set(answer) == {"error"}
    assert answer["error"]["message"]
    assert "clause" in answer["error"]
    assert "failed" not in answer["error"]["message"], "this was no refusal but a fault"
    assert program.hash == before


def test_a_line_that_is_too_long_returns_one_error() -> None:
    sink = io.BytesIO()
    source = io.BytesIO(b'{"view": "' + b"x" * (2 * MAX_LINE_BYTES) + b'"}\n{"hash": true}\n')
    answer_lines(Driver(PACIFIC_FURY.rules(), None, 1), source, sink)
    first, second = map(json.loads, sink.getvalue().splitlines())
    assert "longer than" in first["error"]["message"]
    assert set(second) == {"hash"}


def test_an_internal_error_is_returned_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program()
    before = program.hash

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a plank is loose")

    monkeypatch.setattr(program.driven.match, "submit", broken)
    assert "a plank is loose" in program.send(act=["japan", "done"])["error"]["message"]
    assert program.hash == before


@pytest.mark.parametrize("name", REQUESTS)
def test_unknown_keys_in_a_request_are_refused(name: str) -> None:
    answer = Program().send(**{name: True, "please": 1})
    assert answer["error"]["field"] == "please"


# -- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [PACIFIC_FURY, SKIRMISH], ids=["pacific_fury", "skirmish"])
def test_a_game_replayed_with_its_dice_is_the_same(game: Game) -> None:
    first, again = Program(game, seed=11), Program(game, seed=12)
    source = random.Random(11)
    for _ in range(60):
        if not (decisions := first.decisions):
            break
        decision = source.choice(decisions)
        act = [decision["side"], *source.choice(expand_factored(decision["choices"]))]
        answer = first.do(*act)
        dice = [value for value, _, _ in answer["dice"]]
        for wrong in (dice[:-1], [*dice, 1]):
            if wrong != dice:
                before = again.hash
                assert "error" in again.send(act=act, dice=wrong)
                assert again.hash == before
        assert again.do(*act, dice=dice) == answer
        assert again.hash == first.hash


def test_a_private_die_is_shown_only_to_its_side() -> None:
    """In Skirmish each side draws the letters of its ships in private."""
    program, source = Program(SKIRMISH, seed=2), random.Random(2)
    drawn: list[list[Any]] = []
    while not drawn:
        decision = source.choice(program.decisions)
        act = [decision["side"], *source.choice(expand_factored(decision["choices"]))]
        dump = program.send(dump=True)["dump"]
        drawn = [die for die in program.do(*act)["dice"] if die[2] == "letter"]
    data: dict[str, list[list[Any]]] = {}
    for audience in (*SKIRMISH.sides.ids, "public"):
        program.send(load=dump)
        data[audience] = program.send(act=act, dice=[die[0] for die in drawn], **{"as": audience})["dice"]
    assert data.pop("public") == []
    assert [die for side in SKIRMISH.sides.ids for die in data[side]] == drawn
    assert sum(bool(dice) for dice in data.values()) > 1
