"""``ironbottom play``: whole games and every command."""

import random
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import ParamSpec

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.cli.commands import play as playing
from ironbottom.cli.output.terminal import Terminal, UserExit
from ironbottom.cli.session.match import LocalMatch
from ironbottom.cli.session.session import Session
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import ChoiceMade, Draw, Resign, Undo, Withdraw, read_record
from ironbottom.engine.rules.offers import Offer
from tests.cli.running import Ran, one_line, run

AGAINST_RANDOM = ("--side", "japan", "--against", "random", "--seed", "5")
FORMED = "form 1: zuikaku shokaku tone; form 2: transports 1 transports 2; form 3: rest"


def play(*lines: str, arguments: tuple[str, ...] = AGAINST_RANDOM) -> Ran:
    """Plays a game with these lines of input."""
    ran = run("play", "pf", *arguments, typed="".join(f"{line}\n" for line in lines))
    assert "Traceback" not in ran.out + ran.err
    return ran


def output_of(*lines: str, arguments: tuple[str, ...] = AGAINST_RANDOM) -> str:
    """Returns the output on one line."""
    return one_line(play(*lines, arguments=arguments).out)


def answer_to(line: str, *before: str) -> str:
    """Returns the output between a line and the next question."""
    shown = output_of(*before, line, "quit")
    start = shown.rindex(f"> {one_line(line)} ") + len(one_line(line)) + 3
    return shown[start : shown.index("> quit", start)]


@pytest.fixture
def only_file(games_folder: Path) -> Callable[[], Path]:
    """Returns the file of the only game of the test."""

    def only() -> Path:
        (path,) = games_folder.glob("*.jsonl")
        return path

    return only


# -- whole games ---------------------------------------------------------------------------------------


def typed_at_random(source: random.Random) -> Generator[str, Offer, None]:
    """A player who sometimes asks and takes back, and chooses by number, by word and by whole lines."""
    asides = (
        *("undo", "undo 3", "undo all", "undo allies", "withdraw", "withdraw tone", "board", "log", "log 3", "choices"),
        *("help", "game", "?", "? 10.6", "? transports", "? zeppelin", "why pass", "why strike 1 henderson", "why"),
        *("zeppelin", "0", "9999", "form 9: tone", "hit: x", "form 1:", ":", ";", "²", "draw", "position", "save"),
    )
    while True:
        offer = yield ""
        action = offer.choices.sample_by_argument(source)
        roll = source.random()
        if roll < 0.1:
            yield source.choice(asides)
        elif roll < 0.5:
            yield str(list(offer.choices).index(action) + 1)
        elif len(action) == 3 and roll < 0.7:
            yield f"{action[0]} {action[2]}: {action[1]}"
        else:
            yield " ".join(action)


Given = ParamSpec("Given")


def remembered(set_up: Callable[Given, Session], sessions: list[Session]) -> Callable[Given, Session]:
    """Wraps the function so that each session it opens is added to ``sessions``."""

    def remember(*args: Given.args, **kwargs: Given.kwargs) -> Session:
        sessions.append(set_up(*args, **kwargs))
        return sessions[-1]

    return remember


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[Session]]:
    """Lets a random player type. Returns the sessions."""

    def sit(seed: int) -> list[Session]:
        sessions: list[Session] = []
        source = random.Random(seed)

        def ask(_: Terminal, prompt: str) -> str:
            session = sessions[-1]
            if session.offer is None or prompt != ">":
                return source.choice(("", "y", "n"))
            person = typed_at_random(source)
            next(person)
            return person.send(session.offer)

        monkeypatch.setattr(playing, "_open_session", remembered(playing._open_session, sessions))
        monkeypatch.setattr(Terminal, "ask", ask)
        return sessions

    return sit


@pytest.mark.build
@pytest.mark.parametrize("seed", range(4))
def test_two_people_play_a_whole_game_on_one_screen(
    seed: int, seated: Callable[[int], list[Session]], only_file: Callable[[], Path]
) -> None:
    sessions = seated(seed)
    ran = run("play", "pf", "--both", "--seed", str(seed))
    assert (ran.code, ran.err) == (0, "")
    assert sessions[0].match.over
    assert "ironbottom replay" in ran.out
    assert verify(only_file()).sound
    assert all(len(line) <= 80 for line in ran.out.splitlines() if str(only_file()) not in line)


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_one_person_plays_a_whole_game_against_the_computer(
    side: str, seated: Callable[[int], list[Session]], only_file: Callable[[], Path]
) -> None:
    seated(9)
    ran = run("play", "pf", "--side", side, "--against", "random", "--seed", "9")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"(Victory for|The game is a draw)", ran.out)
    assert verify(only_file()).sound


def test_a_game_is_watched_to_its_end(only_file: Callable[[], Path]) -> None:
    ran = run("play", "pf", "--watch", "--against", "random", "--seed", "3", "--pace", "0")
    assert ran.code == 0
    assert "The campaign ends" in ran.out
    assert "assign" not in ran.out
    assert read_record(only_file()).finished


def test_a_game_without_task_forces_takes_few_lines(only_file: Callable[[], Path]) -> None:
    """A side without forces can only pass, which happens automatically. Seed 12 brings one torpedo hit, on turn 4."""
    neither = ["", "done", "", "done"]
    ran = play(*neither * 3, "hit wasp", *neither, arguments=("--both", "--seed", "12"))
    assert "The campaign ends with the initiative marker at US:4. The Allies win." in one_line(ran.out)
    assert ran.out.count("> done") == 8
    assert "- Japan puts 1 hit on Wasp." in ran.out
    assert read_record(only_file()).finished


# -- choosing ------------------------------------------------------------------------------------------


def test_one_line_forms_a_task_force() -> None:
    answer = answer_to("form 1: Zuikaku, Shokaku, Tone")
    assert "- Box 1: Zuikaku, Shokaku and Tone." in answer
    assert "Box 1: Japanese task force 1 (TF-C, air strike 4, anti-air 1" in answer


def test_one_line_forms_the_whole_fleet() -> None:
    answer = answer_to(FORMED)
    assert "- Box 2: Transports 1 and Transports 2." in answer
    assert "Not allowed" in answer_to("form 1: zuikaku; form 2: rest; form 3: transports 1")


def test_the_tokyo_express_is_formed_like_any_force() -> None:
    assert "The Tokyo Express takes box 2" in answer_to("form 2: express", "form 1: tone")


def test_8_2_b_either_all_of_a_line_is_applied_or_nothing() -> None:
    shown = answer_to("form 1: zuikaku; form 1: transports 1")
    assert "carriers and Transports cannot sail together" in shown
    assert "(8.2.b)" in shown
    assert "Put Zuikaku in box 1" in output_of("form 1: zuikaku; form 1: transports 1", "choices", "quit")


def test_a_choice_is_made_by_number() -> None:
    assert "- Box 1: Shokaku." in answer_to("1")
    for number in ("0", "99"):
        assert "the choices are numbered 1 to 29" in answer_to(number)


def test_ambiguous_words_list_the_choices() -> None:
    assert "type a number, or more words: 2 Put Zuikaku in box 1 4 Put Zuiho in box 1" in answer_to("form zui 1")


def test_unknown_words_are_refused() -> None:
    assert "'zeppelin' is not a choice of this game" in answer_to("zeppelin")


def test_illegal_choices_are_refused_with_their_clause() -> None:
    assert "box 2 must wait" in answer_to("assign tone 2")
    assert "(8.2.b)" in answer_to("why assign tone 2")
    assert "you may choose this now" in answer_to("why assign tone 1")


# -- asking --------------------------------------------------------------------------------------------


def test_the_current_clause_and_another_one_are_printed() -> None:
    assert "8.2.a Forming task forces" in answer_to("?")
    assert "10.6.b" in answer_to("? 10.6")
    assert "Tokyo Express" in answer_to("? tokyo express")
    assert "no clause contains 'zeppelin'" in answer_to("? zeppelin")
    assert "there is no clause '99'" in answer_to("? 99")


def test_help_names_every_command() -> None:
    answer = answer_to("help")
    for command in ("undo [N]", "why WORDS", "withdraw", "resign", "draw", "position", "save", "quit", "? [CLAUSE]"):
        assert command in answer


def test_the_board_shows_only_what_the_side_may_see() -> None:
    answer = answer_to("board", "done")
    assert "Espiritu Santo, base of the Allies" in answer
    for ship in ("Enterprise", "Wasp", "Washington"):
        assert ship not in answer.replace("Turn track, due on turn 2: Hornet", "")


def test_game_shows_the_hash_and_the_file(only_file: Callable[[], Path]) -> None:
    answer = answer_to("game")
    assert read_record(only_file()).header.dice.commitments["referee"] in answer
    assert only_file().name in answer.replace(" ", "")


def test_position_requires_the_word_open() -> None:
    assert "a position shows the face-down units" in answer_to("position")
    assert "turn = 1" in answer_to("position open")


# -- taking back ---------------------------------------------------------------------------------------


def test_undo_takes_back_a_whole_line(only_file: Callable[[], Path]) -> None:
    shown = output_of("form 1: zuikaku tone", "undo", "board", "quit")
    assert "Taken back: Put Zuikaku in box 1, Put Tone in box 1." in shown
    assert "Japanese operation boxes: empty" in shown
    (undone,) = [act for act in read_record(only_file()).acts if isinstance(act, Undo)]
    assert undone.steps == 2


def test_undo_takes_back_n_choices() -> None:
    assert "Taken back: Put Tone in box 1." in output_of("form 1: zuikaku tone", "undo 1", "quit")
    assert "Put Zuikaku in box 1, Put Tone in box 1." in output_of("form 1: zuikaku tone", "undo all", "quit")


def test_undo_beyond_the_computers_choice_is_confirmed_and_recorded(only_file: Callable[[], Path]) -> None:
    refused = output_of("form 1: tone", "done", "undo", "n", "quit")
    assert "This goes back beyond what you may undo freely" in refused
    assert "Nothing is taken back" in refused


def test_undo_by_consent_of_the_computer(only_file: Callable[[], Path]) -> None:
    shown = output_of("form 1: tone", "done", "undo", "y", "quit")
    assert "Taken back: Done with task forces." in shown
    (undone,) = [act for act in read_record(only_file()).acts if isinstance(act, Undo)]
    assert undone.consent == ["allies"]


def test_undo_asks_the_other_person() -> None:
    at_table = ("--both", "--seed", "5")
    typed = ["", "form 1: tone", "done", "", "form 1: wasp", "undo japan"]
    assert "Nothing is taken back" in output_of(*typed, "n", "quit", arguments=at_table)
    agreed = output_of(*typed, "y", "", "quit", arguments=at_table)
    assert "The Allies: agreed? (y/N)" in agreed
    assert "Taken back: Done with task forces." in agreed


def test_withdraw_leaves_the_later_choices(only_file: Callable[[], Path]) -> None:
    shown = output_of("form 1: zuikaku tone chikuma", "withdraw tone", "board", "quit")
    assert "Withdrawn: Put Tone in box 1." in shown
    assert "anti-air 1, face down to the enemy): Zuikaku 4/2++, Chikuma 3/1" in shown
    assert any(isinstance(act, Withdraw) for act in read_record(only_file()).acts)


def test_withdraw_drops_what_no_longer_fits() -> None:
    shown = output_of("form 1: zuikaku", "form 2: tone", "withdraw zuikaku", "quit")
    assert "No longer possible and dropped: Put Tone in box 2." in shown


def test_withdraw_lists_ambiguous_choices() -> None:
    answer = answer_to("withdraw", "form 1: zuikaku tone")
    assert "Put Zuikaku in box 1" in answer
    assert "Put Tone in box 1" in answer
    assert "none of your choices can be withdrawn" in answer_to("withdraw")


# -- leaving, going on, ending -------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [(), (FORMED,), (FORMED, "done"), (FORMED, "done", "pass")])
def test_leaving_at_any_time_loses_nothing(typed: tuple[str, ...], only_file: Callable[[], Path]) -> None:
    left = play(*typed)
    assert f"ironbottom play {only_file()}" in left.out
    mine = [act.action for act in read_record(only_file()).acts if isinstance(act, ChoiceMade) and act.side == "japan"]
    again = run("play", str(only_file()), typed="game\nquit\n")
    assert again.code == 0
    assert "The Allies: random" in again.out
    if typed == (FORMED,):
        assert len(mine) == 27
        assert "Japanese task force 3 (TF-B" in run("play", str(only_file()), typed="board\n").out.replace(
            "TF-C", "TF-B"
        )


def test_a_finished_game_opens_as_its_story(only_file: Callable[[], Path]) -> None:
    play("resign", "y")
    ran = run("play", str(only_file()))
    assert ran.code == 0
    assert ran.out == f"{run('story', str(only_file())).out}This game is over. `ironbottom replay` steps through it.\n"
    assert "Lead of Japan by turn: 1: -1" in ran.out


def test_a_line_cut_off_by_a_crash_is_dropped_with_a_note(only_file: Callable[[], Path]) -> None:
    play("form 1: tone", "form 1: chikuma")
    whole = only_file().read_bytes()
    only_file().write_bytes(whole[:-20])
    shown = run("play", str(only_file()), typed="board\nform 1: suzuya\nquit\n").out
    assert "Note:" in shown
    assert "Tone 3/1" in shown.split("> board")[1]
    assert "Chikuma 3/1" not in shown.split("> board")[1].split("Truk, base")[0]
    assert "- Box 1: Suzuya." in shown
    (spare,) = only_file().parent.glob("*.cut-1")
    assert spare.read_bytes() == whole[:-20]


def test_implausible_corrections_are_reported_and_used(tmp_path: Path, only_file: Callable[[], Path]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[pacific_fury.units.us_wasp]\ncombat_factor = 1\n", encoding="utf-8")
    shown = output_of("quit", arguments=(*AGAINST_RANDOM, "--corrections", str(mine)))
    assert "Your corrections are implausible:" in shown
    assert read_record(only_file()).header.corrections == {"units": {"us_wasp": {"combat_factor": 1}}}


def test_an_unfinished_game_is_offered_at_the_start(games_folder: Path) -> None:
    play("form 1: tone")
    shown = one_line(run("play", typed="\nboard\nquit\n").out)
    assert "Unfinished game: " in shown
    assert "Continue it? (Y/n)" in shown
    assert "Japanese task force 1" in shown
    fresh = one_line(run("play", typed="n\n2\nquit\n").out)
    assert "Which side do you play?" in fresh
    assert len(list(games_folder.glob("*.jsonl"))) == 2


def test_a_newcomer_chooses_a_side_by_number(only_file: Callable[[], Path]) -> None:
    shown = one_line(run("play", typed="7\n3\n").out)
    assert "A number from 1 to 4, please." in shown
    assert set(read_record(only_file()).header.players.values()) == {"person"}


def test_leaving_before_choosing_a_side_saves_no_game(games_folder: Path) -> None:
    assert run("play", typed="").code == 0
    assert list(games_folder.glob("*.jsonl")) == []


def test_resigning_ends_the_game(only_file: Callable[[], Path]) -> None:
    assert "The game is stored" in output_of("resign", "n", "quit")


def test_resigning_is_confirmed_once_and_recorded(only_file: Callable[[], Path]) -> None:
    shown = output_of("resign", "y")
    assert "Victory for the Allies: Japan resigned" in shown
    record = read_record(only_file())
    assert record.finished
    assert any(isinstance(act, Resign) for act in record.acts)


def test_the_computer_declines_a_draw_and_people_may_agree(only_file: Callable[[], Path]) -> None:
    assert "The Allies decline the draw." in output_of("draw", "quit")


def test_two_people_agree_on_a_draw(only_file: Callable[[], Path]) -> None:
    shown = output_of("", "draw", "y", arguments=("--both", "--seed", "5"))
    assert "The game is a draw: a draw was agreed" in shown
    assert [act.word for act in read_record(only_file()).acts if isinstance(act, Draw)] == ["offer", "accept"]


def test_save_writes_a_copy_but_overwrites_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    assert "A copy of the game so far is in" in output_of("form 1: tone", f"save {copy}", "quit")
    assert any(isinstance(act, ChoiceMade) for act in read_record(copy).acts)
    assert "a file with this name already exists" in output_of(f"save {copy}", "quit")


def test_save_option_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    assert play("form 1: tone", arguments=(*AGAINST_RANDOM, "--save", str(path))).code == 0
    assert read_record(path).acts
    again = run("play", "pf", *AGAINST_RANDOM, "--save", str(path))
    assert again.code == 1
    assert "a file with this name already exists" in again.err


def test_a_printed_position_can_be_loaded(tmp_path: Path) -> None:
    shown = play("form 1: tone; form 2: express", "position open", "quit").out
    text = shown[shown.index("game = ") : shown.rindex("> quit")]
    path = tmp_path / "position.toml"
    path.write_text(text, encoding="utf-8")
    again = output_of("board", "quit", arguments=(*AGAINST_RANDOM, "--position", str(path)))
    assert "Box 2: Japanese task force 2 (Tokyo Express" in again


def test_the_same_seed_gives_the_same_dice(games_folder: Path) -> None:
    arguments = ("--watch", "--against", "random", "--pace", "0", "--seed")
    for seed in ("8", "8", "9"):
        run("play", "pf", *arguments, seed)
    first, second, other = (
        [act.dice for act in read_record(path).acts if isinstance(act, ChoiceMade)]
        for path in sorted(games_folder.glob("*.jsonl"))
    )
    assert first == second != other


def test_players_add_words_after_the_hash_is_shown(only_file: Callable[[], Path]) -> None:
    shown = output_of("rain over Rabaul", "clear sky", "quit", arguments=("--both", "--words", "--seed", "5"))
    record = read_record(only_file())
    assert record.header.dice.words == ["rain over Rabaul", "clear sky"]
    seal, question = record.header.dice.commitments["referee"], "Japan, your words: rain over Rabaul"
    assert shown.index(seal) < shown.index(question) < shown.index("Turn 1, August 1942")


# -- the curtain ---------------------------------------------------------------------------------------


def test_between_two_people_each_sees_only_its_own_counters() -> None:
    typed = ["", "form 1: zuikaku tone", "done", "", "form 1: wasp chicago", "board", "done", ""]
    shown = play(*typed, arguments=("--both", "--seed", "5")).out
    screens = shown.split("Press Enter when only ")
    assert [screen.split(" can see")[0] for screen in screens[1:3]] == ["Japan", "the Allies"]
    before, japan, allies = screens[:3]
    assert "Zuikaku" not in before
    assert "Wasp" not in japan
    assert "Wasp" in allies
    assert "Zuikaku" not in allies.split("Allies form")[0].replace("form 1: zuikaku", "")


def test_the_screen_is_cleared_before_and_after_a_secret_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    say, ask = Terminal.write, Terminal.ask
    lines = iter(["", "form 1: tone", "done", ""])

    def typed(_: Terminal, prompt: str) -> str:
        order.append(prompt.split(" only")[0])
        try:
            return next(lines)
        except StopIteration:
            raise UserExit from None

    def spoke(terminal: Terminal, text: str = "", style: str = "", indent: int = 0) -> None:
        if "Tone" in text:
            order.append("Tone")
        say(terminal, text, style, indent)

    monkeypatch.setattr(Terminal, "ask", typed)
    monkeypatch.setattr(Terminal, "write", spoke)
    monkeypatch.setattr(Terminal, "clear", lambda _: order.append("wiped"))
    assert ask is not Terminal.ask
    run("play", "pf", "--both", "--seed", "5")
    last_seen = len(order) - order[::-1].index("Tone")
    assert order[:2] == ["Press Enter when", "wiped"]
    assert order[last_seen:] == [">", "wiped", "Press Enter when", "wiped", ">"]


@pytest.mark.build
def test_three_people_plan_in_secret_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Skirmish has no texts of its own, so the terminal prints its plain data."""
    match = Match(SKIRMISH, dice=SeededDice(3))
    session = Session(Terminal(SKIRMISH.sides.ids), LocalMatch(match), dict.fromkeys(SKIRMISH.sides.ids))
    source = random.Random(3)

    def typed(_: Terminal, prompt: str) -> str:
        return " ".join(session.offer.choices.sample_by_argument(source)) if session.offer is not None else ""

    monkeypatch.setattr(Terminal, "ask", typed)
    assert session.run()
    shown = capsys.readouterr().out
    for side in SKIRMISH.sides.ids:
        _, *screens = shown.split(f"The next choice is for {side}, with face-down counters.")
        assert screens
        planning = screens[0].split("The next choice is for")[0]
        assert not [other for other in SKIRMISH.sides.ids if other != side and f"ordered: ship {other}" in planning]
    assert "Victory for" in shown or "The game is a draw" in shown


# -- plain terminals -----------------------------------------------------------------------------------


def test_plain_output_has_no_escapes_and_no_rules() -> None:
    shown = play(FORMED, "done", "board", "help", arguments=(*AGAINST_RANDOM, "--plain")).out
    assert "\x1b" not in shown
    assert "----" not in shown
    assert shown.isascii()
