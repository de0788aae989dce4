"""A match: a game in progress, with its rules, its dice, its record, submissions and undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Literal, NamedTuple

from ironbottom.engine.core.errors import DiceError, Refused
from ironbottom.engine.core.fields import truncated_list
from ironbottom.engine.dice.dice import Dice, Die, RecordingDice, ScriptedDice
from ironbottom.engine.dice.sealed import JointDice, SealedDice, new_secret
from ironbottom.engine.match.act_log import NOTHING, ActLog, EventsAndDice, dice_values
from ironbottom.engine.match.agreement import Agreement
from ironbottom.engine.match.history import (
    BARRIER_DICE,
    AppliedChoice,
    BarrierReached,
    ChoiceBatch,
    History,
    extended_history,
    history_since,
    visible_to,
)
from ironbottom.engine.match.persistence import MatchPersistence, make_header, rules_in_force
from ironbottom.engine.match.undo import BarrierNotInMemory, UndoBarrier, own_choices, take_back, undo_barrier
from ironbottom.engine.record.audience_logs import visible_dice
from ironbottom.engine.record.files import ActStore, NullSink, RecordSink
from ironbottom.engine.record.record import (
    AnyAct,
    Begin,
    ChoiceMade,
    Comment,
    Copy,
    Draw,
    End,
    Header,
    Resign,
    Reveal,
    Undo,
    Withdraw,
)
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.game_events import EventList
from ironbottom.engine.rules.offers import Offer, make_offer, read_submission
from ironbottom.engine.rules.procedures import Decision, Execution
from ironbottom.engine.rules.state import Refusal, State, default_viewer, has_map, returns_of, stage_summary, svg_of
from ironbottom.engine.rules.view_types import LogEntryView, Result


class Outcome(NamedTuple):
    """The outcome of a submission, in full, for the referee."""

    rules: Rules
    events: EventList
    dice: list[Die]

    def __repr__(self) -> str:
        return f"<Outcome: dice {[die.value for die in self.dice]}, events {self.events!r}>"

    def visible(self, side: str = "all") -> dict[str, list[Any]]:
        """The outcome for a side, ``public`` or ``all``: ``{"events": […], "dice": [[value, faces, why], …]}``."""
        return {
            "events": self.rules.visible_events(self.events, side),
            "dice": visible_dice(self.rules, self.dice, side),
        }


class CanUndo(NamedTuple):
    """How many of its own latest choices a side may take back freely, and the reason for the limit."""

    steps: int
    why: str


class RefusedChoice(Refused):
    """A choice that is not accepted; ``place`` is its index in the submitted list, from 0."""

    def __init__(self, message: str, clause: str | None, place: int, count: int) -> None:
        super().__init__(message, field=f"choice {place + 1} of {count}" if count > 1 else "", clause=clause)
        self.place = place


MAX_MESSAGES = 4096


class AcceptedMessageIds:
    """The ids of the latest submissions; each is accepted only once."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], None] = {}

    def must_be_new(self, side: str, message: str | None) -> None:
        """Refuses an id that has already been accepted."""
        if message is not None and (side, message) in self._taken:
            raise Refused(f"the message {message!r} was already accepted", field="message")

    def take(self, side: str, message: str | None) -> None:
        """Stores the id of an accepted submission."""
        if message is not None:
            self._taken[side, message] = None
            if len(self._taken) > MAX_MESSAGES:
                del self._taken[next(iter(self._taken))]


@contextmanager
def rollback_on_error(source: Dice, side: str, act: object) -> Iterator[None]:
    """Takes back the dice of an act if the act fails."""
    drawn = getattr(source, "counter", None)
    if isinstance(source, JointDice):
        source.begin_act(side, act)
    try:
        yield
    except BaseException:
        if drawn is not None:
            source.counter = drawn  # type: ignore[attr-defined]
        raise
    if isinstance(source, JointDice):
        source.end_act()


def given_dice(dice: Sequence[int]) -> ScriptedDice:
    """The dice supplied with a choice."""
    if not isinstance(dice, (list, tuple)):
        raise DiceError("give the dice as a list of numbers", field="dice")
    return ScriptedDice(dice)


LIST_MUST_END_MESSAGE = (
    "this choice could roll a die, reveal something or finish a step that the sides take at the same time, "
    "so it must be the last of its list; submit the others afterwards"
)
"""The message for a list that continues after a choice that must be its last.

It is always the same, so that it reveals no outcome.
"""


def apply_all(
    batch: ChoiceBatch,
    side: str,
    choices: Sequence[Action],
    source: Dice,
    handed: bool = False,
    *,
    recorded: bool = False,
) -> None:
    """Carries out the choices on a batch; a choice that ends a list (``Verb.ends_list``) must be the last of them.

    ``recorded``: the list was accepted before, perhaps when its verbs did not end lists, so it is not checked again.
    """
    count = len(choices)
    for index, choice in enumerate(choices):
        try:
            is_open = batch.advance_to(side, choice, recorded=recorded)
        except BarrierReached:  # the forced decisions after the previous choice
            refused = index if recorded else index - 1
            raise RefusedChoice(LIST_MUST_END_MESSAGE, batch.state.rules.sequence_clause, refused, count) from None
        if not is_open:
            refusal = batch.state.why_not(side, choice)
            assert refusal is not None
            raise RefusedChoice(refusal.message, refusal.clause, index, count)
        auto = count > 1 and batch.is_forced()
        if index == count - 1:
            batch.choose(side, choice, source, auto=auto, handed=handed)
            break
        try:
            if recorded:
                batch.choose(side, choice, BARRIER_DICE, auto=auto, handed=handed)
            else:
                batch.choose_within(side, choice, auto=auto, handed=handed)
        except BarrierReached:
            raise RefusedChoice(LIST_MUST_END_MESSAGE, batch.state.rules.sequence_clause, index, count) from None
    batch.apply_forced(source, handed=handed)


def longest_valid_prefix(state: State, side: str, choices: Sequence[Action]) -> list[Action]:
    """The longest prefix of these choices that may be submitted as one list."""
    batch = ChoiceBatch(state)
    for index, choice in enumerate(choices[:-1]):
        try:
            if not batch.advance_to(side, choice):
                return list(choices)  # submitting this choice returns the reason
            batch.choose_within(side, choice)
        except BarrierReached:
            return list(choices[: index + 1])
    return list(choices)


__all__ = ["CanUndo", "Match", "Offer", "Outcome", "RefusedChoice"]


class Match(MatchPersistence):
    """A game in progress.

    >>> from ironbottom.engine.match.match import Match
    >>> from ironbottom.engine.dice.dice import SeededDice
    >>> match = Match("pf", dice=SeededDice(7))
    >>> offer = match.offer("japan")
    >>> outcome = match.submit("japan", offer.choices.at(0), seq=offer.seq)
    >>> match.undo("japan") == [offer.choices.at(0)]
    True

    ``offer``, ``view``, ``log``, ``why_not``, ``can_undo`` and ``result`` give a player what that side may know;
    ``state``, ``decisions``, ``acts`` and the outcome of ``submit`` are for the referee only.
    """

    def __init__(
        self,
        game: Game | Rules | str,
        scenario: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        corrections: Mapping[str, object] | None = None,
        players: Mapping[str, str] | None = None,
        dice: Dice | None = None,
        start: State | None = None,
        sink: RecordSink | None = None,
        host: str = "",
    ) -> None:
        """Starts a match from a scenario, by default the first, or from the state ``start``.

        The default ``dice`` are sealed, with a new secret. A ``sink`` (such as a ``RecordFile``) stores the record
        during play. ``host`` is the side whose player runs the program, or ``nobody``. ``BadValue`` names a wrong
        argument.
        """
        rules = rules_in_force(game, options, corrections) if start is None else start.rules
        source: Dice = SealedDice(new_secret()) if dice is None else dice
        header = make_header(rules, source, scenario, players, start, host)
        self._init_parts(rules, source, header, sink or NullSink())
        self._begin(header.scenario, start)

    def _init_parts(self, rules: Rules, source: Dice, header: Header, sink: RecordSink) -> None:
        self.rules, self.header = rules, header
        self._source = source
        self._agreement = Agreement(rules.alliances, self._eliminated)
        self._result: Result | None = None
        self.notes: list[str] = []
        """Messages to show to the person who resumes a match from its record."""
        self.copied: Copy | None = None
        """The last act that made this a copy of another match."""
        self.dice = header.dice
        self._messages = AcceptedMessageIds()
        self._act_log = ActLog(rules, header, sink)

    def _begin(self, scenario: str | None, start: State | None) -> None:
        watched = RecordingDice(self._source)
        execution = self.rules.begin(scenario, watched) if start is None else Execution(start.copy(), watched)
        batch = ChoiceBatch(execution.state)
        self._history = History(execution.state, execution.state, batch.known)
        batch.apply_forced(self._source)
        self._act_log.sink.begin(self.header, self._secrets())
        begin = Begin(1, dice_values(watched.rolled), self.rules.visible_events(execution.events, "all"))
        self._commit(batch, self._history, [begin], (execution.events, watched.rolled))

    @classmethod
    def restore(cls, rules: Rules, header: Header, store: ActStore, last: int, dice: Dice) -> Match:
        """Restores the match in a store with ``last`` acts, to continue with these dice. It is read, not replayed."""
        match = cls.__new__(cls)
        match._init_parts(rules, dice, header, store)
        snapshot = store.snapshot(last)
        recent = store.read(snapshot.act, last)
        match._agreement.restore(snapshot.resigned, snapshot.offer, snapshot.accepted)
        match._act_log.restore(recent, snapshot.chosen)
        match.copied = next((one.act for one in reversed(recent) if isinstance(one.act, Copy)), snapshot.copied)
        match.dice = match.copied.dice if match.copied else header.dice
        match._history = history_since(rules, store, last, last)
        result: Any = next((noted.act.result for noted in recent if isinstance(noted.act, End)), snapshot.result)
        match._result = result
        return match

    # -- for the referee ---------------------------------------------------------------------------

    @property
    def acts(self) -> Sequence[AnyAct]:
        """The lines of the record after its header; lines in a store are read on demand."""
        return self._act_log.acts

    @property
    def last(self) -> int:
        """The number of the last line of the record."""
        return self._act_log.last

    @property
    def state(self) -> State:
        """The current state; do not change it."""
        return self._history.state

    @property
    def draw_offer(self) -> str | None:
        """The side that has offered a draw."""
        return self._agreement.offer

    @property
    def resigned(self) -> tuple[str, ...]:
        """The sides that have resigned, in that order."""
        return tuple(self._agreement.resigned)

    def holder(self, side: str) -> str:
        """The side whose player makes a side's choices: the side itself, or the ally that replaced it."""
        self._check_side(side)
        return self._agreement.holder(side)

    def consenting_sides(self, side: str) -> list[str]:
        """The sides that a side asks for a draw or for an undo beyond the barrier: its opponents still in the match."""
        self._check_side(side)
        return self._agreement.consenting_sides(side)

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, one for each side that must choose now; empty if the match is over."""
        return () if self.over else self.state.decisions()

    def submit(
        self,
        side: str,
        action: Sequence[str] | Sequence[Sequence[str]],
        *,
        seq: int | None = None,
        dice: Sequence[int] | None = None,
        message: str | None = None,
        recorded: bool = False,
    ) -> Outcome:
        """Makes a choice, or a list of choices, all or none.

        Otherwise raises ``Refused`` with the reason; the match is then unchanged.

        A choice that ends a list (``Verb.ends_list``) must be its last: one that could roll a die, reveal something or
        finish the side's part of a simultaneous step. ``dice`` supplies the dice, exactly as many as are rolled
        (otherwise ``DiceError``). ``seq`` must be that of the side's last offer; a ``message`` (the id of a submission)
        is accepted only once. ``recorded``: the list was accepted before, so the rule for lists is not applied again.
        """
        self._check_may_act(side, seq)
        self._messages.must_be_new(side, message)
        choices = read_submission(action)
        batch = ChoiceBatch(self.state, self._history.known, self._agreement.absent)
        with rollback_on_error(self._source, side, (choices, dice)):
            if dice is None:
                apply_all(batch, side, choices, self._source, recorded=recorded)
            else:
                apply_all(batch, side, choices, script := given_dice(dice), handed=True, recorded=recorded)
                script.finish()
            self._commit(batch, self._history)
        self._messages.take(side, message)
        events = [event for entry in batch.entries for event in entry.events]
        return Outcome(
            self.rules, EventList(self.rules, events), [die for entry in batch.entries for die in entry.dice]
        )

    def undo(self, side: str, steps: int = 1, consent: Iterable[str] = (), *, seq: int | None = None) -> list[Action]:
        """Takes back the last choices of a side: freely up to the undo barrier, beyond it with the consent of its
        opponents.

        Returns the side's choices that were taken back, the last one first.
        """
        self._check_may_act(side, seq)
        agreed = self._consenting(side, consent)
        asked = self.consent_needed(side, steps)
        found = self._undo_barrier(side)
        free = steps <= len(found.free)
        if agreed != asked and not free:
            allowed = f"; {len(found.free)} can be taken back freely" if found.free else ""
            all_others = len(asked) == len(self.rules.sides) - 1
            whose = "every other side" if all_others else " and ".join(map(self._title, asked))
            raise Refused(f"{found.why}{allowed}; further back only with the consent of {whose}", field="steps")
        own = found.free if free else own_choices(self._history, side)
        while len(own) < steps:
            self._load_earlier()
            own = own_choices(self._history, side)
        places = own[-steps:]
        actions = [self._history.entries[index].action for index in reversed(places)]
        rebuilt = take_back(self._history, places, repeat_later=free, absent=self._agreement.absent)
        act = Undo(self._act_log.next, side, steps, rebuilt.taken, agreed)
        with rollback_on_error(self._source, side, "takes back"):
            rebuilt.batch.apply_forced(self._source)
            self._commit(rebuilt.batch, rebuilt.history, [act])
        return actions

    def withdraw(self, side: str, entry: int, *, seq: int | None = None) -> list[Action]:
        """Takes back one earlier choice of a side, by its number in the side's log, and keeps the later ones.

        Returns the later choices that were dropped because they are no longer legal.
        """
        self._check_may_act(side, seq)
        return self.withdraw_act(side, self.act_number_of_entry(side, entry) if type(entry) is int else None)

    def withdraw_act(
        self, side: str, number: int | None, recorded: Sequence[Sequence[str]] | None = None
    ) -> list[Action]:
        """Withdraws by the number of the act in the record; ``recorded`` are the choices that were dropped there."""
        self._check_may_act(side, None)
        self._check_dice_ready()
        found = self._undo_barrier(side)
        entries = self._history.entries
        index = next((index for index in own_choices(self._history, side) if entries[index].number == number), None)
        if index is None and not self._is_earlier_choice(side, number):
            raise Refused(f"{self._title(side)} has no such choice to withdraw", field="entry")
        if index is None or index not in found.free:
            raise Refused(found.why, field="entry")
        whole = self._history.linked_choices(index)
        rebuilt = take_back(self._history, whole, repeat_later=True, absent=self._agreement.absent)
        if recorded is not None and [list(entry.action) for entry in rebuilt.dropped] != [*map(list, recorded)]:
            rebuilt = take_back(self._history, whole, repeat_later=True, absent=self._agreement.absent, recorded=True)
        dropped = [entry.action for entry in rebuilt.dropped]
        named = [list(action) for action in dropped]
        act = Withdraw(self._act_log.next, side, entries[index].number, rebuilt.taken, named)
        self._commit(rebuilt.batch, rebuilt.history, [act])
        return dropped

    def resign(self, side: str, why: Literal["", "time"] = "") -> None:
        """Resigns for a side, or ends its part because its time ran out (``why`` = ``time``). An ally replaces it.

        A team is out when its last side resigns. The last remaining team wins. If the game lets several teams play on,
        the match makes the choices of the sides that have left.
        """
        self._check_may_act(side, None)
        self._agreement.check_playing(side)
        resigned = [*self.resigned, side]
        batch = ChoiceBatch(self.state, self._history.known, self.rules.alliances.eliminated(resigned))
        over = self.rules.game.result_after_resignation(self.state, resigned) is not None
        act = Resign(self._act_log.next, side, "" if over else self._agreement.successor(side), why)
        ending = f"{self._title(side)} ran out of time" if over and why else ""
        with rollback_on_error(self._source, side, "resigns") if batch.absent and not over else nullcontext():
            if not over:
                batch.apply_forced(self._source)
            self._commit(batch, self._history, [act], resigned=resigned, ending=ending)
        self._agreement.resign(side)

    def offer_draw(self, side: str) -> None:
        """Offers a draw; the offer lapses when an opponent chooses, or a side resigns."""
        self._check_may_act(side, None)
        self._agreement.check_playing(side)
        self._agreement.check_no_offer()
        self._record([Draw(self._act_log.next, side, "offer")])
        self._agreement.offer_draw(side)

    def accept_draw(self, side: str) -> None:
        """Accepts the draw on offer; once every opponent has, the match is drawn."""
        self._check_may_answer(side)
        drawn: Result = {"winners": [], "score": {}, "why": "a draw was agreed"}
        self._record([Draw(self._act_log.next, side, "accept")], drawn if self._agreement.is_settled_by(side) else None)
        self._agreement.accept(side)

    def decline_draw(self, side: str) -> None:
        """Declines the draw on offer."""
        self._check_may_answer(side)
        self._record([Draw(self._act_log.next, side, "decline")])
        self._agreement.offer = None

    def reveal(self, side: str, secret: bytes) -> None:
        """Accepts, after the end, the secret of a side that made its share of joint dice elsewhere."""
        shares = getattr(self._source, "shares", {})
        if not self.over or side not in shares:
            raise Refused("secrets are revealed only after the end, and only by sides whose own secret joins the dice")
        self._source.reveal(side, secret)  # type: ignore[attr-defined]
        self._act_log.append([Reveal(self._act_log.next, {side: secret.hex()})])

    def comment(self, on: int, text: str = "", choices: Sequence[Sequence[str]] = (), side: str = "") -> None:
        """Adds a comment on the choice of act ``on``, after the end; ``choices`` is a variation.

        The acts are numbered as in the open log. ``side`` is the writer's side. Whether a variation is legal is not
        checked here.
        """
        self._check_over("a comment")
        if side:
            self._check_side(side)
        if not 1 <= on <= self.last or not isinstance(self.acts[on - 1], ChoiceMade):
            raise Refused(f"act {on} is not a choice", field="on")
        if not text.strip() and not choices:
            raise Refused("a comment must have a text or choices", field="text")
        variation = [list(choice) for choice in choices]
        self._act_log.append([Comment(self._act_log.next, on, side, text.strip(), variation)])

    # -- for players -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        scenario = f" ({self.header.scenario})" if self.header.scenario else ""
        made = len(self.history)
        choices = f"{made or 'no'} choice{'' if made == 1 else 's'}{'' if made else ' yet'}"
        if self._result is not None:
            winners = " and ".join(self._result["winners"])
            stage = f"over, {f'won by {winners}' if winners else 'a draw'}"
        else:
            stage = stage_summary(self.state, self.view("public"))
        return f"<Match of {self.rules.game.title}{scenario}, {choices}, {stage}>"

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._result is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules, by resignation or by a draw; the same as ``over``."""
        return self.over

    @property
    def current_sides(self) -> tuple[str, ...]:
        """The sides that must choose now, in the game's order; none if the match is over."""
        return () if self.over else self.state.current_sides

    def legal_actions(self, side: str) -> Choices:
        """All choices that a side has now, as a sequence that stays readable; empty if it has none."""
        self._check_side(side)
        return Choices(self.rules.vocabulary, ()) if self.over else self.state.legal_actions(side)

    @property
    def returns(self) -> dict[str, float]:
        """For each side 1 for a win, -1 for a loss, 0 for a draw or before the end.

        >>> match = Match("pf")
        >>> match.resign("allies")
        >>> match.returns, match
        ({'japan': 1.0, 'allies': -1.0},
         <Match of Pacific Fury: Guadalcanal 1942 (campaign), no choices yet, over, won by japan>)
        """
        return returns_of(self.rules.sides.ids, self._result)

    def result(self) -> Result | None:
        """``{winners, score, why}``, or None before the end; ``winners`` is empty for a draw."""
        return self._result

    def offer(self, side: str) -> Offer:
        """The view and the choices of a side, as data that do not refer to the match."""
        self._check_side(side)
        decision = None if self.over else self.state.decision(side)
        return make_offer(side, self.seq(side), self.view(side), decision, self.rules.vocabulary)

    def view(self, side: str) -> dict[str, Any]:
        """The view of a side, or of the ``public``; ``open`` shows everything once the match is over."""
        if side == "open":
            self._check_over("the open view")
            return self.rules.game.open_view(self.state)
        return self.state.view(side)

    def to_svg(self, side: str | None = None) -> str:
        """Returns the board as an SVG image, drawn from the view of a side; without one, of the first side to decide.

        >>> Match("hf").to_svg("allies").count("seen by the Allies")
        2
        """
        return svg_of(self.rules, self.view(side or ("open" if self.over else default_viewer(self.state))))

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if has_map(self.rules) else None

    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None:
        """The reason, with its clause, why a side may not choose an action now; None if it may."""
        try:
            self._check_side(side)
            (choice,) = read_submission([action])
        except Refused as error:
            return Refusal(error.clause, error.message)
        if self.over:
            return Refusal(self.rules.sequence_clause, "the match is over")
        return self.state.why_not(side, choice)

    def can_undo(self, side: str) -> CanUndo:
        """How many of its choices a side may take back freely, and a sentence with the reason for the limit."""
        self._check_side(side)
        if self.over:
            return CanUndo(0, "the match is over")
        result = self._undo_barrier(side)
        return CanUndo(len(result.free), result.why)

    def consent_needed(self, side: str, steps: int) -> list[str]:
        """The sides that must consent before a side takes back its last ``steps`` choices; none up to the undo barrier.

        ``Refused`` if it has made fewer choices.
        """
        self._check_may_act(side, None)
        self._check_dice_ready()
        if type(steps) is not int or steps < 1:
            raise Refused(f"{steps!r} is not a number of choices to take back", field="steps")
        if steps <= len(self._undo_barrier(side).free):
            return []
        made = len(own_choices(self._history, side)) + self._history.earlier_choices.get(side, 0)
        if steps > made:
            raise Refused(f"{self._title(side)} made {made} choices, not {steps}", field="steps")
        return self._agreement.consenting_sides(side)

    def lost_by_undo(self, side: str, steps: int, other: str) -> int:
        """How many of its own choices ``other`` loses if ``side`` takes back its last ``steps`` choices."""
        while len(own := own_choices(self._history, side)) < steps:
            self._load_earlier()
        return sum(entry.side == other and not entry.auto for entry in self._history.entries[own[-steps] :])

    def seq(self, side: str) -> int:
        """The number of entries in a side's log."""
        return self._act_log.entries(self._audience(side))

    def act_number_of_entry(self, side: str, entry: int) -> int | None:
        """The record number of an entry in a side's log, for the referee only; None if there is none."""
        return self._act_log.number(self._audience(side), entry)

    def entry_of_act(self, side: str, number: int) -> int | None:
        """The entry in a side's log for an act, for the referee only; None if the side does not see it."""
        return self._act_log.entry(self._audience(side), number)

    def is_own_choice(self, side: str, entry: int) -> bool:
        """Whether an entry in a side's log is a choice that a player made, not an automatic one."""
        number = self.act_number_of_entry(side, entry)
        act = None if number is None else self.acts[number - 1]
        return isinstance(act, ChoiceMade) and not act.auto

    def last_choice(self, side: str) -> int:
        """The entry in a side's log for the last choice that it made itself; 0 if there is none."""
        number = self._act_log.last_choices.get(side, 0)
        return (self._act_log.entry(side, number) or 0) if number else 0

    def log(self, side: str, since: int = 0, most: int | None = None) -> list[LogEntryView]:
        """The log of a side (``public``; ``open`` after the end) after the entry ``since``, up to a limit.

        Each audience has its own numbers (``seq``), from 1, so that gaps reveal nothing. Shapes: ``{seq, act: "choice",
        side, action?, auto?, events, dice}`` (``action`` only for the side itself, or open), ``{seq, act: "begin",
        events, dice}``, ``{seq, act: "undo" | "withdraw", side, taken: [seq, …], consent?, dropped?}``, ``{seq, act:
        "resign", side, to?, why?}`` (``to``: the ally that replaces it, ``why``: ``time``), ``{seq, act: "draw", side,
        word}``, ``{seq, act: "end", result}``, ``{seq, act: "reveal", secrets}``, ``{seq, act: "comment", on, side?,
        comment, choices}``.
        """
        if type(since) is not int or since < 0:
            raise Refused(f"{since!r} is not the number of an entry", field="since")
        return self._act_log.log(self._audience(side), since, most)

    # -- making an act final -----------------------------------------------------------------------

    def _commit(
        self,
        batch: ChoiceBatch,
        history: History,
        before: Sequence[AnyAct] = (),
        events_and_dice: EventsAndDice = NOTHING,
        resigned: Sequence[str] | None = None,
        ending: str = "",
    ) -> None:
        """Appends the choices of a batch to a history, after the acts ``before``.

        ``resigned`` lists the sides that have resigned by then, by default those that had resigned before. ``ending``
        is the reason if the match ends; by default, the game gives it.
        """
        fresh = [entry for entry in batch.entries if not entry.number]
        numbered = list(enumerate(fresh, self._act_log.next + len(before)))
        lines = [*before, *(self._act_log.choice(entry, number) for number, entry in numbered)]
        all_events_and_dice = [events_and_dice for _ in before] + [(entry.events, entry.dice) for entry in fresh]
        result = self._agreement.result(batch.state, self.resigned if resigned is None else resigned)
        if result is not None and ending:
            result = {**result, "why": ending}
        self._record(lines, result, batch.state, all_events_and_dice)
        for number, entry in numbered:
            entry.number = number
        history.extend(batch)
        self._history = history
        if self._act_log.store is not None:
            history.shorten()
        if any(self._cancels_draw_offer(entry) for entry in fresh):
            self._agreement.offer = None

    def _record(
        self,
        lines: list[AnyAct],
        result: Result | None = None,
        state: State | None = None,
        events_and_dice: Sequence[EventsAndDice] = (),
    ) -> None:
        """Stores the lines of one act, and the end of the match if this is its result."""
        number = self._act_log.next + len(lines)
        if result is not None:
            lines.append(End(number, dict(result), (state or self.state).hash()))
            if self._secrets():
                lines.append(Reveal(number + 1, self._secrets()))
        self._act_log.append(lines, events_and_dice)
        self._result = result

    def _cancels_draw_offer(self, entry: AppliedChoice) -> bool:
        """Whether a choice makes an opponent's offer of a draw lapse; a secret choice does so when it is shown."""
        if entry.auto or not self._agreement.lapse_on_choice(entry.side):
            return False
        shown = not entry.simultaneous or entry.ends_simultaneous
        return shown and visible_to(self.rules, self._agreement.offer or entry.side, entry)

    # -- who may do what, and what each sees -----------------------------------------------------------------

    def _check_side(self, side: str) -> None:
        if not isinstance(side, str) or side not in self.rules.sides.index:
            raise Refused(f"no side is called {side!r}; allowed: {truncated_list(self.rules.sides.ids)}", field="side")

    def _check_may_act(self, side: str, seq: int | None) -> None:
        self._check_side(side)
        if self.over:
            raise Refused("the match is over", clause=self.rules.sequence_clause)
        if seq is not None and (type(seq) is not int or seq != self.seq(side)):
            raise Refused(f"{seq!r} is not the last entry seen, which is {self.seq(side)}", field="seq")

    def _consenting(self, side: str, consent: Iterable[str]) -> list[str]:
        """The named sides whose consent is needed. A side's own team and sides that have resigned are never asked."""
        named = [consent] if isinstance(consent, str) else list(consent)
        for other in named:
            self._check_side(other)
        return [other for other in self._agreement.consenting_sides(side) if other in named]

    def _check_may_answer(self, side: str) -> None:
        self._check_may_act(side, None)
        self._agreement.check_asked(side)

    def _check_dice_ready(self) -> None:
        if isinstance(self._source, JointDice) and self._source.pending_side:
            raise Refused(
                f"{self._title(self._source.pending_side)} has already chosen; its dice are waiting for shares"
            )

    def _check_over(self, what: str) -> None:
        if not self.over:
            raise Refused(f"{what} is available only after the end of the match")

    def _title(self, side: str) -> str:
        return self.rules.sides.titles[self.rules.sides.index[side]]

    def _audience(self, side: str) -> str:
        if side == "open":
            self._check_over("the open log")
            return "all"
        if side != "public":
            self._check_side(side)
        return side

    # -- how far back ------------------------------------------------------------------------------

    def _undo_barrier(self, side: str) -> UndoBarrier:
        """The undo barrier of a side, however far back it is."""
        while True:
            try:
                return undo_barrier(self._history, side)
            except BarrierNotInMemory:
                self._load_earlier()

    def _load_earlier(self) -> None:
        """Loads more of the earlier choices."""
        assert self._act_log.store is not None
        self._history = extended_history(self.rules, self._act_log.store, self._history, self._act_log.last)

    def _is_earlier_choice(self, side: str, number: int | None) -> bool:
        """Whether a side made this choice itself, before those in memory."""
        if self._history.complete or number is None or number > self._history.base:
            return False
        act = self.acts[number - 1]
        return isinstance(act, ChoiceMade) and act.side == side and not act.auto
