"""A match on a server, played from the terminal, which gets views and logs from the server but never a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ironbottom.cli.remote.client import OTHER_VERSION, NotAllowed, RefusedAt, ServerClient, read_told
from ironbottom.cli.remote.dice_shares import OwnParts
from ironbottom.cli.session.bulk_choices import last_targets
from ironbottom.cli.session.standing_orders import ASK, StandingOrders, Told
from ironbottom.cli.session.voyages import Plans, Voyages
from ironbottom.engine.core import sets
from ironbottom.engine.core.errors import BadValue, Refused
from ironbottom.engine.match.outcomes import CanUndo
from ironbottom.engine.rules.actions import Action, Verb, Vocabulary
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Filled
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.rules.restrictions import Branches
from ironbottom.engine.rules.state import Refusal
from ironbottom.odds.tables import OddsTable
from ironbottom.server.wire import SeatsTold, SightTold

PERSON = "person"
PUBLIC = "public"


class LostSeat(BadValue):
    """This client no longer holds a seat of the match."""


class RemoteMatch:
    """A match on a server, for a client that holds one or more of its seats.

    Fetched data stays valid until ``refresh`` finds a change.
    """

    elsewhere = True

    def __init__(self, client: ServerClient, match: str, rules: Rules, sides: Sequence[str], parts: OwnParts) -> None:
        self.client, self.id, self.rules, self._parts = client, match, rules, parts
        self.sides = list(sides)
        """The sides that this client holds."""
        self._sights: dict[str, SightTold] = {}
        self._logs: dict[str, list[dict[str, Any]]] = {}
        self.refresh()

    # -- the connection ----------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Fetches what its sides are shown now, and sends parts of joint dice; True if anything changed."""
        changed = self._look()
        while self.answer_parts(self.own):
            changed = self._look() or changed
        return changed

    def answer_parts(self, sight: SightTold) -> bool:
        """Sends this terminal's parts of a joint die, or its secrets after the end. Returns whether it sent any."""
        dice = sight.dice
        if sight.over:
            return bool(dice.hidden) and self._parts.show(self.client, dice.hidden)
        return dice.wanted is not None and self._parts.answer(self.client, dice.words, dice.wanted)

    def _look(self) -> bool:
        self._must_play()
        changed = False
        for side in list(self.sides):
            try:
                changed = self._renew(side) or changed
            except NotAllowed:
                self._find_seats()
                return True
        if changed:
            self._sights = {side: sight for side, sight in self._sights.items() if side in self.sides}
        return changed

    def _renew(self, side: str) -> bool:
        """Fetches the sight of a side if it has changed."""
        before = self._sights.get(side)
        if before is not None:
            now = read_told(self.client.get(self._path(), side=side, held=before.stamp), SightTold)
            if now.mark == before.mark:
                return False
            if now.view is not None:
                self._sights[side] = now
                return True
        self._sights[side] = self._fetch(side)
        return True

    def _fetch(self, side: str) -> SightTold:
        return read_told(self.client.get(self._path(), side=side), SightTold)

    def peek(self, side: str) -> SightTold:
        """What a side is shown now, without its view. Does not replace fetched data."""
        before = self._sights[side]
        return read_told(self.client.get(self._path(), side=side, held=before.stamp), SightTold)

    def _find_seats(self) -> None:
        """Fetches which seats this client holds, after one was lost or exchanged."""
        told = read_told(self.client.get(f"{self._path()}/seats"), SeatsTold)
        self.sides = [seat.side for seat in told.seats if seat.yours and seat.player == PERSON]
        self._sights.clear()
        self._must_play()
        for side in self.sides:
            self._renew(side)

    def _must_play(self) -> None:
        if not self.sides:
            told = "this terminal no longer holds a seat of the match"
            raise LostSeat(f"{told}; if you did not give it up, ask the host for a new link")

    def sight(self, side: str) -> SightTold:
        """What a side, or ``public``, was shown at the last refresh."""
        if side not in self._sights:
            self._sights[side] = self._fetch(side)
        return self._sights[side]

    @property
    def own(self) -> SightTold:
        """What the first side of this client is shown."""
        self._must_play()
        return self.sight(self.sides[0])

    def _path(self) -> str:
        return f"/matches/{self.id}"

    def _act(self, what: str, side: str, **more: Any) -> None:
        """Sends an act of a side. Even if it fails, the next refresh fetches the match."""
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
        """The sides that gave up."""
        return self.own.resigned

    @property
    def players(self) -> Mapping[str, str]:
        """Who leads each side."""
        return self.own.seats

    @property
    def commitments(self) -> Mapping[str, str]:
        """The published hashes of the secrets of the dice, by holder."""
        return self.own.dice.commitments

    @property
    def place(self) -> str:
        """Where the match is stored."""
        return f"{self.client.address}/#/m/{self.id}"

    def result(self) -> Mapping[str, Any] | None:
        """How the match ended."""
        return self.own.result

    def deciding(self) -> list[str]:
        """The sides of this client that have something to choose; none while a die waits for its parts."""
        if self.own.dice.wanted is not None:
            return []
        return [side for side in self.sides if self.sight(side).decision is not None]

    def question(self, side: str) -> str:
        """What kind of question a side is asked."""
        decision = self.sight(side).decision
        return decision.prompt if decision else ""

    def offer(self, side: str) -> Offer:
        """What a side sees and may choose; no choices while it has to wait."""
        sight = self.sight(side)
        if sight.decision is None:
            return Offer(
                side, sight.seq, self.view(side), "", sight.clause_now or "", Choices(self.rules.vocabulary, ())
            )
        choices = read_choices(self.rules.vocabulary, sight.decision.choices)
        return Offer(side, sight.seq, self.view(side), sight.decision.prompt, sight.decision.clause, choices)

    def view(self, side: str) -> dict[str, Any]:
        """All that a side, or ``public``, has been shown; ``open`` shows everything after the end."""
        view = self.sight(side).view
        assert view is not None
        return view

    def log(self, side: str, since: int = 0) -> list[dict[str, Any]]:
        """The log of a side after an entry, as far as the last refresh."""
        found, last = self._logs.setdefault(side, []), self.seq(side)
        while len(found) < last:
            more = self.client.get(f"{self._path()}/log", side=side, since=len(found))
            found += more
            if not more:
                break
        return found[since:last]

    def seq(self, side: str) -> int:
        """How many entries the log of a side has."""
        return self.sight(side).seq

    def why_not(self, side: str, action: Sequence[str]) -> Refusal | None:
        """Why a side may not choose an action now; None where it may."""
        told = self.client.post(f"{self._path()}/why_not", side=side, action=list(action))
        message = told.get("message")
        return None if message is None else Refusal(told.get("clause"), message)

    def odds(self, side: str) -> list[OddsTable]:
        """The exact odds of what a side may choose."""
        found: list[OddsTable] = read_told(self.client.get(f"{self._path()}/decision_odds", side=side), list[OddsTable])
        return found

    def as_often(self, side: str, before: Sequence[Action], action: Action) -> int:
        """Not available: only the referee can count this."""
        raise Refused("`fully` does not work in a match on a server: give a number", field="order")

    def fired_again(
        self, side: str, choices: Choices, log: Sequence[Mapping[str, Any]], repeated: Mapping[str, str]
    ) -> list[Action]:
        """Repeats each unit's last fire, as far as it is offered now."""
        return [
            action
            for verb, kind in repeated.items()
            for unit, target in last_targets(log, kind).items()
            if (action := (verb, unit, target)) in choices
        ]

    def may_be_filled(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether one line can make many of a side's choices."""
        return self.rules.game.helpers() is not None and bool(self.helpers(side, planned))

    def helpers(self, side: str, planned: Mapping[str, Mapping[str, Any]]) -> list[Filled]:
        """What one line may fill in; the server knows where the side's units are going."""
        told = self.client.get(f"{self._path()}/helpers", side=side)
        return [
            Filled(one["id"], one["label"], one["note"], [tuple(action) for action in one["choices"]]) for one in told
        ]

    def standing_orders(self) -> StandingOrders:
        """The standing orders, which the server stores and carries out."""
        return RemoteOrders(self)

    def voyages(self) -> Voyages:
        """None: voyages are planned on the page."""
        return NoVoyages()

    # -- acts --------------------------------------------------------------------------------------

    def first_part(self, side: str, actions: Sequence[Action]) -> list[Action]:
        """All of them: the server says which must come later."""
        return list(actions)

    def submit(self, side: str, actions: Sequence[Action], seq: int) -> None:
        """Submits choices, all or none."""
        try:
            self._act("act", side, seq=seq, choices=[list(action) for action in actions])
        except RefusedAt as wrong:
            if len(actions) > 1 and 0 <= wrong.place < len(actions):
                told = f"choice {wrong.place + 1} of {len(actions)}: {wrong.message}"
                raise Refused(told, clause=wrong.clause) from None
            raise

    def can_undo(self, side: str) -> CanUndo:
        """How far a side may go back freely, and why not further."""
        undo = self.sight(side).undo
        return CanUndo(undo.steps, undo.why)

    def asked(self, side: str) -> list[str]:
        """The opponents who are asked for a draw, and to agree when a side takes back beyond the fence."""
        return self.sight(side).asked

    def undo(self, side: str, steps: int, consent: Sequence[str] = ()) -> list[Action] | None:
        """Takes choices back; or asks the others and returns None."""
        before = self.seq(side)
        self._act("undo", side, seq=before, steps=steps)
        return self._taken(side, before)

    def _taken(self, side: str, before: int) -> list[Action] | None:
        """The choices of a side that were taken back after an entry of its log; None if nothing was."""
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
        """Takes one earlier choice back; the later ones that were dropped with it."""
        before = self.seq(side)
        self._act("withdraw", side, seq=before, entry=entry)
        return [tuple(action) for act in self.log(side, before) for action in act.get("dropped", ())]

    def holder(self, side: str) -> str:
        """The side itself: its holder plays it."""
        return side

    def resign(self, side: str) -> None:
        """Gives the match up."""
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

    def answer_undo(self, side: str, agrees: bool) -> None:
        """Answers another side's request to take back."""
        self._act("undo_offer", side, word="accept" if agrees else "decline")

    def position(self, side: str) -> str:
        """The position as a text; before the end only for a client that holds every seat."""
        text: str = self.client.get(f"{self._path()}/position", side=side)["text"]
        return text

    def save(self, path: str) -> None:
        """Writes the match as the server exports it."""
        data = self.client.read("GET", f"{self._path()}/export")
        try:
            with Path(path).open("xb") as file:
                file.write(data)
        except OSError as wrong:
            raise BadValue(f"this file cannot be written: {wrong.strerror}", field=path) from None


class RemoteOrders(StandingOrders):
    """Standing orders, which the server stores and carries out."""

    def __init__(self, match: RemoteMatch) -> None:
        self._remote = match
        self._has_any = match.rules.game.standing_orders() is not None

    @property
    def known(self) -> bool:
        """Whether the game has standing orders."""
        return self._has_any

    def _of(self, side: str) -> Any:
        if not self._has_any:
            raise Refused("this game has no standing orders of a seat")
        return self._remote.client.get(f"/matches/{self._remote.id}/standing", side=side)

    def place_of(self, order: str) -> int:
        """The number under which an order is listed; 0 for none."""
        known = [one["id"] for one in self._of(self._remote.sides[0])["known"]] if self._has_any else []
        return known.index(order) + 1 if order in known else 0

    def told(self, side: str) -> list[Told]:
        """The available orders, with those that a side has given."""
        found = self._of(side)
        return [
            Told(one["id"], one["label"], one["values"], one["words"], found["orders"].get(one["id"], ASK))
            for one in found["known"]
        ]

    def give(self, side: str, orders: Mapping[str, str]) -> None:
        """Gives standing orders, and takes back those that say "ask"; the others stay."""
        self._remote.client.post(f"/matches/{self._remote.id}/standing", side=side, orders=dict(orders))

    def chose(self, side: str) -> None:
        """The server notes this."""

    def took_back(self, side: str) -> None:
        """The server notes this."""

    def answer(self, side: str) -> list[Action]:
        """Nothing: the server answers."""
        return []


class NoVoyages(Voyages):
    """No voyages: in a match on a server the page plans them."""

    def __init__(self) -> None:
        pass

    @property
    def known(self) -> bool:
        """Whether voyages can be planned here."""
        return False

    def kept(self, side: str) -> Plans:
        """No plans."""
        return {}

    def _open(self) -> NoReturn:
        raise Refused("plan voyages of a match on a server on its page")


def read_choices(vocabulary: Vocabulary, factored: Sequence[Mapping[str, Any]]) -> Choices:
    """Decodes choices from the wire. They keep the numbers that they have on the server."""
    try:
        groups = [
            (verb, _branches(verb, told.get("then", ()), 0))
            for told in factored
            for verb in (vocabulary.by_name[told["verb"]],)
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
