"""A whole game against the computer in a real terminal, with input chosen from the screen."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.cli.output.terminal import Terminal
from ironbottom.engine.match.verify import verify
from tests.cli.running import one_line, run

MAX_SECONDS = 180
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
NUMBERED = re.compile(r"^ *(\d+)  \S", re.MULTILINE)


class RealTerminal:
    """A process in a terminal of 80 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ironbottom", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            start_new_session=True,
            # In a background shell, child processes ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(follower)
        self.shown = ""

    def read(self) -> str:
        """Returns the output until the program waits for a line or ends."""
        text = ""
        while not ESCAPE.sub("", text).endswith(("> ", ") ")):
            ready, _, _ = select.select([self.leader], [], [], MAX_SECONDS)
            assert ready, f"the program is silent: {text[-500:]}"
            try:
                piece = os.read(self.leader, 65536).decode()
            except OSError:
                break
            if not piece:
                break
            text += piece
        self.shown += text
        return ESCAPE.sub("", text).replace("\r", "")

    def type(self, line: str) -> None:
        os.write(self.leader, f"{line}\n".encode())

    def press_control_c(self) -> None:
        """Presses Ctrl+C until there is output.

        Python misses a press at the moment when it starts to wait for a line.
        """
        for _ in range(MAX_SECONDS):
            os.killpg(self.process.pid, signal.SIGINT)
            if select.select([self.leader], [], [], 1.0)[0]:
                return

    def close(self) -> int:
        code = self.process.wait(MAX_SECONDS)
        os.close(self.leader)
        return code


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[RealTerminal]]:
    """Stops the processes that a test leaves running."""
    opened: list[RealTerminal] = []
    yield opened
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()


def answer(screen: str, source: random.Random) -> str:
    """Returns what a player who looks at the screen would type."""
    if "assign. Say" in screen or "Put " in screen:
        fleet = "form 1: zuikaku shokaku tone; form 2: transports 1 transports 2; form 3: rest; done"
        return "form 1: rest; done" if "box 1" not in screen else source.choice((fleet, "done"))
    numbers = NUMBERED.findall(screen)
    return source.choice(numbers) if numbers else "1"


@pytest.mark.build
@pytest.mark.parametrize("no_colour", ["", "1"], ids=["coloured", "no_color"])
def test_a_whole_game_in_a_real_terminal(no_colour: str, terminals: list[RealTerminal], games_folder: Path) -> None:
    colours = {"NO_COLOR": no_colour} if no_colour else {}
    terminal = RealTerminal("play", "pf", "--side", "japan", "--seed", "4", **colours)
    terminals.append(terminal)
    source = random.Random(4)
    screen = terminal.read()
    for _ in range(600):
        if terminal.process.poll() is not None or not screen:
            break
        terminal.type(answer(screen, source))
        screen = terminal.read()
    assert terminal.close() == 0
    plain = ESCAPE.sub("", terminal.shown)
    assert "The campaign ends with the initiative marker at" in " ".join(plain.split())
    assert "Traceback" not in plain
    (record,) = games_folder.glob("*.jsonl")
    assert verify(record).sound
    coloured = re.search(r"\x1b\[(?:3[0-8]|9[0-7])", terminal.shown)
    assert bool(coloured) is not bool(no_colour)


def test_ctrl_c_leaves_and_saves_the_game(terminals: list[RealTerminal], games_folder: Path) -> None:
    terminal = RealTerminal("play", "pf", "--side", "japan", "--seed", "4")
    terminals.append(terminal)
    terminal.read()
    terminal.type("form 1: tone")
    terminal.read()
    terminal.press_control_c()
    left = terminal.read()
    assert "The game is stored" in left
    assert terminal.close() == 0
    (record,) = games_folder.glob("*.jsonl")
    assert b"ijn_tone" in record.read_bytes()


def test_a_second_ctrl_c_does_not_cut_off_the_closing_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    say = Terminal.write

    def pressed_again(terminal: Terminal, text: str = "", style: str = "", indent: int = 0) -> None:
        if "The game is stored" in text:
            signal.raise_signal(signal.SIGINT)
        say(terminal, text, style, indent)

    monkeypatch.setattr(Terminal, "write", pressed_again)
    ran = run("play", "pf", "--side", "japan", "--seed", "4")
    assert (ran.code, ran.err) == (0, "")
    assert "The game is stored. To continue it" in one_line(ran.out)
    assert "ironbottom play " in ran.out
