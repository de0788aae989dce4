"""A match on a server, played from the terminal. The client receives views and logs, never the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ironbottom.cli.remote.client import OTHER_VERSION, ChoiceRefused, NotAllowed, ServerClient, decode_response
from ironbottom.cli.remote.dice_shares import DiceShares
from ironbottom.cli.session.bulk_choices import last_targets
from ironbottom.cli.session.standing_orders import ASK, ListedOrder, StandingOrders
from ironbottom.cli.session.voyages import Plans, Voyages
from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.match.match import CanUndo
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import FilledHelper
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.engine.rules.state import Refusal
from ironbottom.engine.rules.view_types import LogEntryView, Result
from ironbottom.odds.tables import OddsTable
from ironbottom.server.messages.responses import MatchViewResponse, SeatsResponse

PERSON = "person"
PUBLIC = "public"


class LostSeat(BadValue):
    """Raised if this client no longer holds a seat in the match."""


class RemoteMatch:
    """A match on a server, for a client that holds one or more of its seats.

    Fetched data stays valid until ``refresh`` finds a change.
    """

    players_elsewhere = True

    def __init__(
        self, client: ServerClient, match: str, rules: Rules, sides: Sequence[str], dice_shares: DiceShares
    ) -> None:
        self.client, self.id, self.rules, self._dice_shares = client, match, rules, dice_shares
        self.sides = list(sides)
        """The sides that this client holds."""
        self._views: dict[str, MatchViewResponse] = {}
        self._logs: dict[str, list[LogEntryView]] = {}
        self.refresh()

    # -- the connection ----------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Fetches the views of this client's sides and sends shares of joint dice. Returns whether anything changed."""
        changed = self._fetch_all()
        while self.send_dice_shares(self.own):
            changed = self._fetch_all() or changed
        return changed

    def send_dice_shares(self, match_view: MatchViewResponse) -> bool:
        """Sends this terminal's shares of a joint die, or its secrets after the end. Returns whether it sent any."""
        dice = match_view.dice
        if match_view.over:
            return bool(dice.hidden) and self._dice_shares.reveal(self.client, dice.hidden)
        return dice.wanted is not None and self._dice_shares.send(self.client, dice.words, dice.wanted)

    def _fetch_all(self) -> bool:
        self._must_play()
        changed = False
        for side in list(self.sides):
            try:
                changed = self._fetch_if_changed(side) or changed
            except NotAllowed:
                self._find_seats()
                return True
        if changed:
            self._views = {side: match_view for side, match_view in self._views.items() if side in self.sides}
        return changed

    def _fetch_if_changed(self, side: str) -> bool:
        """Fetches the view of a side if it changed."""
        before = self._views.get(side)
        if before is not None:
            now = decode_response(self.client.get(self._path(), side=side, held=before.stamp), MatchViewResponse)
            if now.mark == before.mark:
                return False
            if now.view is not None:
                self._views[side] = now
                return True
        self._views[side] = self._fetch(side)
        return True

    def _fetch(self, side: str) -> MatchViewResponse:
        return decode_response(self.client.get(self._path(), side=side), MatchViewResponse)

    def peek(self, side: str) -> MatchViewResponse:
        """Fetches what changed for a side, without its view. Does not replace stored data."""
        before = self._views[side]
        return decode_response(self.client.get(self._path(), side=side, held=before.stamp), MatchViewResponse)

    def _find_seats(self) -> None:
        """Fetches the seats that this client holds, after one was lost or exchanged."""
        response = decode_response(self.client.get(f"{self._path()}/seats"), SeatsResponse)
        self.sides = [seat.side for seat in response.seats if seat.yours and seat.player == PERSON]
        self._views.clear()
        self._must_play()
        for side in self.sides:
            self._fetch_if_changed(side)

    def _must_play(self) -> None:
        if not self.sides:
            message = "this terminal no longer holds a seat in the match"
            raise LostSeat(f"{message}; if you did not give it up, ask the host for a new link")

    def match_view(self, side: str) -> MatchViewResponse:
        """Returns the view of a side, or ``public``, at the last refresh."""
        if side not in self._views:
            self._views[side] = self._fetch(side)
        return self._views[side]

    @property
    def own(self) -> MatchViewResponse:
        """The view of this client's first side."""
        self._must_play()
        return self.match_view(self.sides[0])

    def _path(self) -> str:
        return f"/matches/{self.id}"

    def _act(self, what: str, side: str, **more: Any) -> None:
        """Sends an act of a side and refreshes, even if it failed."""
        try:
            self.client.post(f"{self._path()}/{what}", side=side, **more)
        finally:
            self.refresh()

    # -- the match ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.own.over

    @property
    def resigned(self) -> Sequence[str]:
        """The sides that resigned."""
        return self.own.resigned

    @property
    def players(self) -> Mapping[str, str]:
        """The player of each side."""
        return self.own.seats

    @property
    def commitments(self) -> Mapping[str, str]:
        """The published hashes of the secrets of the dice, by holder."""
        return self.own.dice.commitments

    @property
    def place(self) -> str:
        """The address of the match."""
        return f"{self.client.address}/#/m/{self.id}"

    def result(self) -> Result | None:
        """Returns how the match ended."""
        result: Any = self.own.result
        ended: Result | None = result
        return ended

    def deciding(self) -> list[str]:
        """Returns the sides of this client that have something to choose; none while a die waits for its shares."""
        if self.own.dice.wanted is not None:
            return []
        return [side for side in self.sides if self.match_view(side).decision is not None]

    def question(self, side: str) -> str:
        """Returns the kind of question that a side is asked."""
        decision = self.match_view(side).decision
        return decision.prompt if decision else ""

    def offer(self, side: str) -> Offer:
        """Returns what a side sees and may choose; no choices while it has to wait."""
        match_view = self.match_view(side)
        if match_view.decision is None:
            return Offer(
                side,
                match_view.seq,
                self.view(side),
                "",
                match_view.clause_now or "",
                Choices(self.rules.vocabulary, ()),
            )
        choices = read_choices(self.rules.vocabulary, match_view.decision.choices)
        return Offer(
            side, match_view.seq, self.view(side), match_view.decision.prompt, match_view.decision.clause, choices
        )

    def view(self, side: str) -> dict[str, Any]:
        """Returns the view of a side, or ``public``; ``open`` shows everything after the end."""
        view = self.match_view(side).view
        assert view is not None
        return view

    def log(self, side: str, since: int = 0) -> list[LogEntryView]:
        """Returns the log of a side after an entry, up to the last refresh."""
        result, last = self._logs.setdefault(side, []), self.seq(side)
        while len(result) < last:
            more = self.client.get(f"{self._path()}/log", side=side, since=len(result))
            result += more
            if not more:
                break
        return result[since:last]

    def seq(self, side: str) -> int:
        """Returns the length of a side's log."""
        return self.match_view(side).seq

    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None:
        """Returns why a side may not choose an action now, or None if it may."""
        response = self.client.post(f"{self._path()}/why_not", side=side, action=list(action))
        message = response.get("message")
        return None if message is None else Refusal(response.get("clause"), message)

    def odds(self, side: str) -> list[OddsTable]:
        """Returns the exact odds of a side's choices."""
        result: list[OddsTable] = decode_response(
            self.client.get(f"{self._path()}/decision_odds", side=side), list[OddsTable]
        )
        return result

    def hints(self, side: str) -> list[HintPlan]:
        """The ensign's choices for a side, with the reasons; the server says whether hints are off."""
        result = self.client.get(f"{self._path()}/hints", side=side)
        plans: list[HintPlan] = decode_response(result["plans"], list[HintPlan])
        if not plans:
            raise Refused(result["why"])
        return plans

    def repeat_count(self, side: str, before: Sequence[Action], action: Action) -> int:
        """Raises ``Refused``: only the server can compute this."""
        raise Refused("`fully` does not work in a match on a server: give a number", field="order")

    def repeat_fire(
        self, side: str, choices: Choices, log: Sequence[LogEntryView], repeated: Mapping[str, str]
    ) -> list[Action]:
        """Repeats each unit's last fire where it is offered now."""
        return [
            action
            for verb, kind in repeated.items()
            for unit, target in last_targets(log, kind).items()
            if (action := (verb, unit, target)) in choices
        ]

    def has_helpers(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> bool:
        """Returns whether one line can make many of a side's choices."""
        return self.rules.game.helpers() is not None and bool(self.helpers(side, planned))

    def helpers(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> list[FilledHelper]:
        """Returns the sets of choices that one command line can fill in. Voyages are stored on the server."""
        response = self.client.get(f"{self._path()}/helpers", side=side)
        return [
            FilledHelper(one["id"], one["label"], one["note"], [tuple(action) for action in one["choices"]])
            for one in response
        ]

    def standing_orders(self) -> StandingOrders:
        """Returns the standing orders, which the server stores and applies."""
        return RemoteOrders(self)

    def voyages(self) -> Voyages:
        """Returns no voyages: they are planned on the page."""
        return NoVoyages()

    # -- acts --------------------------------------------------------------------------------------

    def submittable_prefix(self, side: str, actions: Sequence[Action]) -> list[Action]:
        """Returns all choices; the server decides which of them must come later."""
        return list(actions)

    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None:
        """Submits choices, all or none."""
        try:
            self._act("act", side, seq=seq, choices=[list(action) for action in actions])
        except ChoiceRefused as error:
            if len(actions) > 1 and 0 <= error.place < len(actions):
                message = f"choice {error.place + 1} of {len(actions)}: {error.message}"
                raise Refused(message, clause=error.clause) from None
            raise

    def can_undo(self, side: str) -> CanUndo:
        """Returns how many choices a side may take back freely, and the reason for the limit."""
        undo = self.match_view(side).undo
        return CanUndo(undo.steps, undo.why)

    def consenting_sides(self, side: str) -> list[str]:
        """Returns the opponents who must agree to a draw or an undo."""
        return self.match_view(side).asked

    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """Takes choices back, or asks the others and returns None."""
        before = self.seq(side)
        self._act("undo", side, seq=before, steps=steps)
        return self._taken(side, before)

    def _taken(self, side: str, before: int) -> list[Action] | None:
        """Returns the choices of a side that were taken back after a log entry, or None if there are none."""
        gone = [
            seq
            for entry in self.log(side, before)
            if entry["act"] in ("undo", "withdraw") and entry["side"] == side
            for seq in entry["taken"]
        ]
        own = {entry["seq"]: entry for entry in self.log(side) if entry["act"] == "choice"}
        found = [own[seq] for seq in gone if seq in own]
        mine = [tuple(entry["action"]) for entry in found if entry["side"] == side and not entry.get("auto")]
        return mine if gone else None

    def withdraw(self, side: str, entry: int) -> list[Action]:
        """Takes back one earlier choice. Returns the later ones that were dropped with it."""
        before = self.seq(side)
        self._act("withdraw", side, seq=before, entry=entry)
        return [tuple(action) for act in self.log(side, before) for action in act.get("dropped", ())]

    def holder(self, side: str) -> str:
        """Returns the side: its holder plays it."""
        return side

    def resign(self, side: str) -> None:
        """Resigns."""
        self._act("resign", side)

    def offer_draw(self, side: str) -> None:
        """Offers a draw."""
        self._act("draw", side, word="offer")

    def accept_draw(self, side: str) -> None:
        """Accepts a draw."""
        self._act("draw", side, word="accept")

    def decline_draw(self, side: str) -> None:
        """Declines a draw."""
        self._act("draw", side, word="decline")

    def answer_undo(self, side: str, agree: bool) -> None:
        """Answers another side's request to take back."""
        self._act("undo_offer", side, word="accept" if agree else "decline")

    def position(self, side: str) -> str:
        """Returns the position as text; before the end only for a client that holds every seat."""
        text: str = self.client.get(f"{self._path()}/position", side=side)["text"]
        return text

    def save(self, path: str) -> None:
        """Saves the match as the server exports it."""
        data = self.client.read("GET", f"{self._path()}/export")
        try:
            with Path(path).open("xb") as file:
                file.write(data)
        except OSError as error:
            raise BadValue(f"this file cannot be written: {error.strerror}", field=path) from None


class RemoteOrders(StandingOrders):
    """Standing orders that the server stores and applies."""

    def __init__(self, match: RemoteMatch) -> None:
        self._remote = match
        self._has_any = match.rules.game.standing_orders() is not None

    @property
    def available(self) -> bool:
        """Whether the game has standing orders."""
        return self._has_any

    def _of(self, side: str) -> Any:
        if not self._has_any:
            raise Refused("this game has no standing orders")
        return self._remote.client.get(f"/matches/{self._remote.id}/standing", side=side)

    def number_of(self, order: str) -> int:
        """Returns the number under which an order is listed; 0 if it is not."""
        known = [one["id"] for one in self._of(self._remote.sides[0])["known"]] if self._has_any else []
        return known.index(order) + 1 if order in known else 0

    def listed(self, side: str) -> list[ListedOrder]:
        """Returns the available orders, with the values a side has given."""
        result = self._of(side)
        return [
            ListedOrder(one["id"], one["label"], one["values"], one["words"], result["orders"].get(one["id"], ASK))
            for one in result["known"]
        ]

    def give(self, side: str, orders: Mapping[str, str]) -> None:
        """Sets standing orders, and removes those with the value "ask". The others do not change."""
        self._remote.client.post(f"/matches/{self._remote.id}/standing", side=side, orders=dict(orders))

    def resume(self, side: str) -> None:
        """Does nothing, since the server tracks this."""

    def suspend(self, side: str) -> None:
        """Does nothing, since the server tracks this."""

    def answer(self, side: str) -> list[Action]:
        """Always empty: the server applies standing orders itself."""
        return []


class NoVoyages(Voyages):
    """Voyages of a match on a server, which are planned on the page."""

    def __init__(self) -> None:
        pass

    @property
    def available(self) -> bool:
        """Whether voyages can be planned here."""
        return False

    @property
    def has_landings(self) -> bool:
        """Whether landings can be ordered here."""
        return False

    def landings(self) -> NoReturn:
        raise Refused("for a match on a server, order landings on its page")

    def active(self, side: str) -> Plans:
        """Returns no voyages."""
        return {}

    def answer(self, side: str) -> list[Action]:
        """Returns nothing: the server answers."""
        return []

    def resume(self, side: str) -> None:
        """Does nothing: the server tracks this."""

    def suspend(self, side: str) -> None:
        """Does nothing: the server tracks this."""

    def _open(self) -> NoReturn:
        raise Refused("for a match on a server, plan voyages on its page")


def read_choices(vocabulary: Vocabulary, factored: Sequence[Mapping[str, Any]]) -> Choices:
    """Decodes choices from the server. They have the same numbers as on the server."""
    try:
        groups = [
            (verb, _branches(verb, group.get("then", ()), 0))
            for group in factored
            for verb in (vocabulary.by_name[group["verb"]],)
        ]
    except (KeyError, IndexError, BadValue):
        raise BadValue(OTHER_VERSION) from None
    return Choices(vocabulary, groups)


def _branches(verb: Verb, then: Sequence[Any], place: int) -> Branches:
    if not then:
        return ()
    domain = verb.arguments[place].domain
    return tuple(
        (sets.from_iterable(map(domain.number, ids), domain.width), _branches(verb, after, place + 1))
        for ids, after in then
    )
