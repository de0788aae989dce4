"""A match: a game being played, with its rules in force, its dice, its record, and who may take what back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ironbottom.engine.actions import Action
from ironbottom.engine.choices import Choices
from ironbottom.engine.dice import Dice, Die
from ironbottom.engine.events import Event
from ironbottom.engine.procedures import Decision
from ironbottom.engine.record import AnyAct, Header, Keeper
from ironbottom.engine.rules import Game, Rules
from ironbottom.engine.state import Refusal, State


class Outcome(NamedTuple):
    """What a submission led to, for the referee; ``told`` is what an audience may know of it."""

    rules: Rules
    events: list[Event]
    dice: list[Die]

    def told(self, side: str = "all") -> dict[str, Any]:
        """``{"events": [...], "dice": [[value, faces, why], ...]}`` for a side, ``public`` or ``all``."""
        raise NotImplementedError


class Offer(NamedTuple):
    """What a player gets: plain data and choices, from which no state can be reached.

    ``prompt``, ``clause`` and ``choices`` are empty where the side has nothing to choose now. ``seq`` is how many
    entries the side's log has; hand it back with the choice.
    """

    side: str
    seq: int
    view: dict[str, Any]
    prompt: str
    clause: str
    choices: Choices


class CanUndo(NamedTuple):
    """How many of its own last choices a side may take back freely, and why not more."""

    steps: int
    why: str


class Match:
    """A game being played.

    >>> from ironbottom.engine.match import Match
    >>> match = Match("pf", dice=SeededDice(7))
    >>> offer = match.offer("japan")
    >>> outcome = match.submit("japan", next(iter(offer.choices)), seq=offer.seq)

    Methods for players (``offer``, ``view``, ``log``, ``why_not``, ``can_undo``, ``result``) tell a side what it may
    know. ``state``, ``decisions``, ``acts`` and what ``submit`` returns are for the referee alone.
    """

    def __init__(
        self,
        game: Game | Rules | str,
        scenario: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        corrections: Mapping[str, Any] | None = None,
        players: Mapping[str, str] | None = None,
        dice: Dice | None = None,
        start: State | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        """Starts a match: from a scenario (the first if none is named), or from the state ``start``.

        ``dice`` are sealed dice of a fresh secret if none are given. ``keeper`` (a ``RecordFile``) keeps the record as
        it is played.
        """
        self.rules: Rules
        self.header: Header
        self.acts: list[AnyAct]

    # -- for the referee ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now; not to be changed."""
        raise NotImplementedError

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each side that must choose now; none: the match is over."""
        raise NotImplementedError

    def submit(
        self,
        side: str,
        action: Action | Sequence[str] | Sequence[Sequence[str]],
        *,
        seq: int | None = None,
        dice: Sequence[int] | None = None,
        message: str | None = None,
    ) -> Outcome:
        """Makes a choice, or a list of choices all or none; ``Refused`` says why not, and then nothing has changed.

        A list may meet a fence (a die, a reveal, a decision of another side) only with its last choice. ``dice`` hands
        in the dice, exactly as many as fall (``DiceError`` otherwise). ``seq`` must be that of the side's last offer;
        a ``message`` id is taken once.
        """
        raise NotImplementedError

    def undo(self, side: str, steps: int = 1, consent: Iterable[str] = (), *, seq: int | None = None) -> list[Action]:
        """Takes back the last choices of a side: freely to the fence, beyond it with the consent of every other side.

        Gives the actions of the side that were taken back, the last first.
        """
        raise NotImplementedError

    def withdraw(self, side: str, entry: int, *, seq: int | None = None) -> list[Action]:
        """Takes back one earlier choice of a side, by its number in that side's log, and keeps the later ones.

        Gives the later choices that no longer fit and were dropped.
        """
        raise NotImplementedError

    def resign(self, side: str) -> None:
        """A side gives up; with one side left, that one wins."""
        raise NotImplementedError

    def offer_draw(self, side: str) -> None:
        """Offers a draw; the offer lapses when another side chooses."""
        raise NotImplementedError

    def accept_draw(self, side: str) -> None:
        """Accepts the draw on offer; once every other side has, the match is drawn."""
        raise NotImplementedError

    def decline_draw(self, side: str) -> None:
        """Declines the draw on offer."""
        raise NotImplementedError

    def save(self, path: str) -> None:
        """Writes the record so far into a new file, with the secret of its dice beside it while unfinished."""
        raise NotImplementedError

    # -- for players -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        raise NotImplementedError

    def result(self) -> dict[str, Any] | None:
        """``{winner, score, why}``, or None before the end; ``winner`` is None for a draw."""
        raise NotImplementedError

    def offer(self, side: str) -> Offer:
        """What a side sees and may choose, detached from the match."""
        raise NotImplementedError

    def view(self, side: str) -> dict[str, Any]:
        """All that a side, or ``public``, has been shown; ``open`` shows everything once the match is over."""
        raise NotImplementedError

    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None:
        """None where the side may choose the action now, else the clause and the reason."""
        raise NotImplementedError

    def can_undo(self, side: str) -> CanUndo:
        """How far a side may go back freely, and in a sentence why not further."""
        raise NotImplementedError

    def seq(self, side: str) -> int:
        """How many entries the log of a side has."""
        raise NotImplementedError

    def log(self, side: str, since: int = 0) -> list[dict[str, Any]]:
        """What a side (``public``; ``open`` after the end) was told, by entry, after the entry ``since``.

        Entries have numbers of their own for each audience, ``seq`` from 1, so that a gap tells nothing. Shapes:
        ``{seq, act: "choice", side, action?, auto?, events, dice}`` (``action`` for one's own, or open),
        ``{seq, act: "begin", events, dice}``, ``{seq, act: "undo" | "withdraw", side, taken: [seq, …], consent?}``,
        ``{seq, act: "resign", side}``, ``{seq, act: "draw", side, word}``, ``{seq, act: "end", result}``,
        ``{seq, act: "reveal", secrets}``.
        """
        raise NotImplementedError
