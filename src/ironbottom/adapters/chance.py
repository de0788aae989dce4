"""A game played token by token in which every die roll is a separate move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ironbottom.adapters.table import TokenPosition
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import DieNeeded, DieReason, GivenDice
from ironbottom.engine.rules.actions import Action


class ChanceGame(TokenPosition):
    """A game that rolls no dice itself: when a die must be rolled, it stops until ``set_die`` gives the value.

    ``faces`` is then the number of faces of the die, all equally likely, and ``why`` the reason for the roll. A copy
    holds no future dice, so a search can try every value. After each die, the choice that needs it is carried out again
    from the beginning, so a battle with n dice takes n passes.

    >>> game = ChanceGame("pf")
    >>> game.side, game.faces
    ('japan', 0)
    """

    def __init__(self, game: str, *, options: Mapping[str, str] | None = None, scenario: str | None = None) -> None:
        super().__init__(game, options, scenario)
        self.is_set_up = False
        """Whether all dice of the set-up have been rolled; until then there is no state to observe."""
        self.faces = 0
        self.why: DieReason | None = None
        self.rolled: tuple[int, ...] = ()
        """The dice rolled so far for the choice that needs more of them."""
        self._choice: tuple[str, Action] | None = None
        self._continue(None, ())

    def copy(self) -> ChanceGame:
        """An independent copy. It shares the state, which is never changed in place."""
        other = object.__new__(ChanceGame)
        vars(other).update(vars(self))
        other.chosen = self.chosen[:]
        return other

    def __deepcopy__(self, memo: object) -> ChanceGame:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        options = tuple(sorted(self.rules.options.items()))
        state = self.state.dump() if self.is_set_up else None
        unfinished = (self.choices_made, tuple(self.chosen), self._choice, self.rolled)
        return _unpickled, ((self.rules.game.id, options, self.scenario), state, *unfinished)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.side is None and not self.faces

    def play(self, token: int) -> None:
        """Adds a token to the choice of the side that chooses now, and makes the choice once it is complete.

        ``Refused`` if no side chooses or the token is not allowed.
        """
        if self.faces:
            raise Refused("a die must be rolled first")
        side = self.check(token)
        self.chosen.append(token)
        if self.tokens.is_complete(self.chosen):
            self._continue((side, self.tokens.action(self.chosen)), ())

    def set_die(self, value: int) -> None:
        """Gives the value of the die that must be rolled, from 1 to ``faces``; otherwise ``Refused``."""
        if not 1 <= value <= self.faces:
            raise Refused(f"no die with the value {value} can be rolled here", field="value")
        self._continue(self._choice, (*self.rolled, value))

    def _continue(self, choice: tuple[str, Action] | None, rolled: tuple[int, ...]) -> None:
        """Carries out a choice, or sets up the game if there is none, with the dice that were rolled so far."""
        dice = GivenDice(rolled)
        self._choice, self.rolled = choice, rolled
        try:
            if choice is None:
                state = self.rules.new(self.scenario, dice)
            else:
                state = self.state.copy()
                state.apply(*choice, dice, trusted=True)
        except DieNeeded as needed:
            self.faces, self.why = needed.faces, needed.why
            self.side, self._choices = None, None
            return
        self.state, self.is_set_up = state, True
        self.faces, self.why = 0, None
        self.choices_made += choice is not None
        self._choice, self.rolled = None, ()
        self._await_choice()


@lru_cache(maxsize=8)
def _first(game: str, options: tuple[tuple[str, str], ...], scenario: str | None) -> ChanceGame:
    return ChanceGame(game, options=dict(options), scenario=scenario)


def _unpickled(
    first: tuple[str, tuple[tuple[str, str], ...], str | None],
    state: bytes | None,
    choices_made: int,
    chosen: tuple[int, ...],
    choice: tuple[str, Action] | None,
    rolled: tuple[int, ...],
) -> ChanceGame:
    """Creates a game from its pickled form; the tables of recently unpickled games are reused."""
    position = _first(*first).copy()
    if state is not None:
        position.state, position.is_set_up = position.rules.load(state), True
    position.choices_made = choices_made
    if choice is not None or state is None:
        position._continue(choice, rolled)
    else:
        position._await_choice()
    position.chosen = list(chosen)
    return position
