"""Three sides in two teams at the terminal: who takes over a side that resigned, and who is asked."""

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.bots.random_player import RandomPlayer
from ironbottom.cli.output.terminal import Terminal
from ironbottom.cli.session.match import LocalMatch
from ironbottom.cli.session.session import Session
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match


def test_an_ally_takes_over_the_seat_and_only_opponents_are_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red plans and resigns, and the player of Gold continues for it; Blue is asked for a draw, and wins nothing."""
    match = Match(SKIRMISH, dice=SeededDice(3))
    session = Session(Terminal(SKIRMISH.sides.ids), LocalMatch(match), dict.fromkeys(SKIRMISH.sides.ids))
    typed = {"red": iter(["resign", "done"]), "blue": iter(["done"]), "gold": iter(["done"])}
    asked: list[str] = []

    def ask(_: Terminal, prompt: str) -> str:
        if session.offer is None:
            return ""
        return next(typed[session.offer.side], "draw" if session.offer.side == "red" else "pass")

    def agrees(_: Terminal, question: str, default: bool = False) -> bool:
        asked.append(question)
        return True

    monkeypatch.setattr(Terminal, "ask", ask)
    monkeypatch.setattr(Terminal, "confirm", agrees)
    assert session.run()
    shown = capsys.readouterr().out
    assert "Resigned: red. Gold takes over." in shown
    assert asked == ["Red resigns. Are you sure?", "Blue: a draw?"]
    assert match.draw_offer == "gold", "who leads Gold speaks for Red"
    assert "The game is a draw: a draw was agreed." in shown


def test_a_computer_ally_takes_over_the_seat() -> None:
    match = Match(SKIRMISH, players={"red": "person", "blue": "random", "gold": "random"}, dice=SeededDice(3))
    players = {"red": None, "blue": RandomPlayer(1), "gold": RandomPlayer(2)}
    session = Session(Terminal(SKIRMISH.sides.ids), LocalMatch(match), players)
    assert (session.people, session.viewer) == (["red"], "red")
    match.resign("red")
    session.update_seats()
    assert (session.people, session.viewer) == ([], "public")
    assert isinstance(session.players["red"], RandomPlayer)
