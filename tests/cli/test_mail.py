"""``ironbottom mail``: two terminals, each with its own store, play by mail; the commands are those of the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Ran, one_line, run

pytest.importorskip("cryptography")

PAGE = Path(__file__).parents[2] / "docs" / "by_file.md"


class Seat:
    """A player with a folder of files and a store."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self._environment = home, monkeypatch
        self.out = home / "files"

    def mail(self, *words: str, typed: str = "") -> Ran:
        """Runs the command as this player."""
        for name, value in {"IRONBOTTOM_GAMES": "games", "IRONBOTTOM_STORE": "games.sqlite"}.items():
            self._environment.setenv(name, str(self.home / value))
        return run("mail", *words, "--folder", str(self.out), typed=typed)

    def newest(self) -> Path:
        """Returns the file that this player wrote last."""
        return max(self.out.glob("*.turn"))


@pytest.fixture
def seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Seat, Seat]:
    """The first player and the friend."""
    return Seat(tmp_path / "first", monkeypatch), Seat(tmp_path / "second", monkeypatch)


def commands_of_page() -> list[list[str]]:
    """Returns the words after ``ironbottom mail`` in the code blocks of the page."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("ironbottom mail")]
    return [line.split()[2:] for line in lines]


ALWAYS_FIRST = "1\n" * 400
"""Takes the first choice of every question."""


@pytest.mark.build
def test_the_commands_of_the_page_play_by_mail(seats: tuple[Seat, Seat]) -> None:
    """The invitation, the acceptance, a file each way, the last file again, and a move to another machine."""
    first, second = seats
    begin, open_file, again, move, with_code = commands_of_page()
    assert begin == ["vitp", "--side", "japan"]
    assert first.mail("pf", *begin[1:]).code == 0
    (placeholder,) = open_file
    assert placeholder == "FILE"
    accepted = second.mail(str(first.newest()), typed="y\n")
    assert "You are invited to play The Allies by mail." in one_line(accepted.out)
    played = first.mail(str(second.newest()), typed=ALWAYS_FIRST)
    assert (played.code, played.err) == (0, "")
    assert first.newest().name.endswith("003-to-allies.turn")
    sent = first.newest().read_bytes()
    first.newest().unlink()
    assert "with the other player" in first.mail(*again).out
    assert first.newest().read_bytes() == sent
    answered = second.mail(str(first.newest()), typed=ALWAYS_FIRST)
    assert (answered.code, answered.err) == (0, "")
    assert second.newest().name.endswith("004-to-japan.turn")
    solo = first.mail(str(second.newest()))  # the input ends before the first choice
    assert "Nothing is lost." in solo.out
    moved = first.mail(*move)
    assert moved.code == 0
    (code,) = re.findall(r"--code (\S+)", moved.out)
    laptop = Seat(first.home.with_name("laptop"), first._environment)
    words = [{"FILE": str(first.newest()), "CODE": code}.get(word, word) for word in with_code]
    opened = laptop.mail(*words, typed=ALWAYS_FIRST)
    assert (opened.code, opened.err) == (0, "")
    assert laptop.newest().name.endswith("to-allies.turn")


def test_a_refused_file_is_explained(seats: tuple[Seat, Seat], tmp_path: Path) -> None:
    first, second = seats
    first.mail("pf")
    invitation = first.newest().read_bytes()
    cut = tmp_path / "cut.turn"
    cut.write_bytes(invitation[:-40])
    assert "this file is damaged or incomplete: ask for it again" in second.mail(str(cut)).err
    assert "you wrote this invitation yourself" in first.mail(str(first.newest())).err
    assert "there is no such file" in second.mail("nothing.turn").err
    declined = second.mail(str(first.newest()), typed="n\n")
    assert "Nothing was written." in declined.out
    assert not second.out.exists()
    assert "you have no match to continue here" in second.mail().err
