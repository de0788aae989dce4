"""The standing orders and plans of a match's seats. Standing orders answer for a person.

The answers are choices that the person could make, submitted as such. They depend only on what the person's side knows.
Standing orders do not answer for a person who has just taken something back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import uniform
from typing import Protocol, TypedDict

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.record.record import ChoiceMade
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Helpers, LandingOrders, StandingOrderRules
from ironbottom.engine.rules.state import State
from ironbottom.server.match.open_match_protocol import OpenMatchProtocol
from ironbottom.server.match.seats import PERSON, persons
from ironbottom.server.messages.dicts import StandingOrdersResponse
from ironbottom.server.storage.standing_order_choices import StandingOrderChoices

LANDING, LANDING_LABEL = "landing", "Landing order"
"""The name under which the choices of landing orders are stored, and its words."""


class StoredOrders(TypedDict):
    """The standing orders and plans of a side."""

    orders: dict[str, str]
    plans: dict[str, dict[str, object]]


class SeatOrders:
    """The standing orders and plans of one match, by side."""

    pause = (0.8, 3.0)
    """The range of the delay in seconds before an answer in a match with other people; it must reveal little."""

    def __init__(self, open_match: OpenMatchProtocol) -> None:
        self._open_match = open_match
        self._answers = StandingOrderChoices(open_match.store, open_match.id)
        self._cache: dict[str, StoredOrders] | None = None
        self._unanswered: dict[str, int] = {}
        """For each side, the log entry at which its orders left the answer to the person."""
        self._suspended: set[str] = set()
        """The sides that have taken something back and not chosen since."""

    @property
    def rules(self) -> StandingOrderRules | None:
        """The game's rules for standing orders, if it has any."""
        return self._open_match.match.rules.game.standing_orders()

    @property
    def helpers(self) -> Helpers | None:
        """The game's helpers, if it has any."""
        return self._open_match.match.rules.game.helpers()

    @property
    def landings(self) -> LandingOrders | None:
        """The game's landing orders, if it has any."""
        return self._open_match.match.rules.game.landing_orders()

    def stored(self, side: str) -> StoredOrders:
        """Returns the standing orders and plans of a side."""
        if self._cache is None:
            rows = self._open_match.store.standing_orders(self._open_match.id)
            self._cache = {side: self._readable(row) for side, row in rows.items()}
        result = self._cache.get(side)
        return (
            {"orders": dict(result["orders"]), "plans": dict(result["plans"])}
            if result
            else {"orders": {}, "plans": {}}
        )

    def _readable(self, row: Mapping[str, object]) -> StoredOrders:
        """Returns the readable part of a stored row; the file may be damaged, or written by another version."""
        rules, helpers = self.rules, self.helpers
        orders, plans = (found if isinstance(found := row.get(name), dict) else {} for name in ("orders", "plans"))
        return {
            "orders": {
                name: value for name, value in orders.items() if rules and _is_readable_order(rules, name, value)
            },
            "plans": {unit: one for unit, one in plans.items() if helpers and _is_readable_plan(helpers, one)},
        }

    def plans(self, side: str) -> dict[str, dict[str, object]]:
        """Returns the plans of a side that are still in force."""
        stored, helpers = self.stored(side)["plans"], self.helpers
        if not stored or helpers is None:
            return {}
        current = helpers.remembered(self._open_match.match.log(side), stored).voyages
        return {unit: one for unit, one in stored.items() if unit in current}

    def response(self, side: str) -> StandingOrdersResponse:
        """Returns the standing orders and plans of a seat for its player, and the orders that the game offers."""
        known = self.rules.infos() if self.rules else []
        plans = {unit: one | self._landing_status(side, unit, one) for unit, one in self.plans(side).items()}
        return {"orders": self.stored(side)["orders"], "plans": plans, "known": known}

    def _landing_status(self, side: str, unit: str, plan: Mapping[str, object]) -> dict[str, object]:
        """Returns how far a landing has come, in words; nothing for other plans."""
        landings, helpers = self.landings, self.helpers
        if landings is None or helpers is None or not plan.get("landing"):
            return {}
        return {"status": landings.status(self._open_match.match.state, side, unit, helpers.read_voyage(plan))}

    def set_orders(self, side: str, orders: Mapping[str, str]) -> None:
        """Sets standing orders; the value "ask" removes one."""
        rules = self.rules
        if rules is None:
            raise BadValue("this game has no standing orders", field="orders")
        stored = self.stored(side)
        self._save(side, {**stored, "orders": rules.read({**stored["orders"], **orders})})

    def set_plans(self, side: str, plans: Mapping[str, dict[str, object] | None]) -> None:
        """Stores the plans of units; None removes a plan."""
        helpers = self.helpers
        if helpers is None:
            raise BadValue("this game has no plans", field="plans")
        stored, match = self.stored(side), self._open_match.match
        read = {
            unit: helpers.plan(match.state, side, unit, asked, match.seq(side))
            for unit, asked in plans.items()
            if asked is not None
        }
        left = {unit: one for unit, one in stored["plans"].items() if unit not in plans}
        self._save(side, {**stored, "plans": left | read})

    def _save(self, side: str, stored: StoredOrders) -> None:
        self._open_match.store.store_standing_orders(self._open_match.id, side, dict(stored))
        assert self._cache is not None
        self._cache[side] = stored
        self._unanswered.pop(side, None)

    def resume(self, side: str) -> None:
        """Resumes a person's orders after a choice."""
        self._suspended.discard(side)

    def suspend(self, side: str) -> None:
        """Suspends a person's orders after an undo, until the person chooses."""
        self._suspended.add(side)

    def side_to_answer(self) -> str | None:
        """Returns the side whose standing orders may answer now."""
        open_match = self._open_match
        if self.rules is None or open_match.closed or open_match.broken or open_match.away or open_match.match.over:
            return None
        sides = [decision.side for decision in open_match.match.decisions()]
        return next((side for side in sides if self.may_answer(side)), None)

    def may_answer(self, side: str) -> bool:
        """Returns whether a person's orders may answer the open question of a side."""
        rules, open_match = self.rules, self._open_match
        if (
            rules is None
            or open_match.seats[side] != PERSON
            or side in self._suspended
            or self._unanswered.get(side) == open_match.match.seq(side)
        ):
            return False
        if any(rules.applies(open_match.match.state, side, name) for name in self.stored(side)["orders"]):
            return True
        decision, landings = open_match.match.state.decision(side), self.landings
        asked = landings is not None and decision is not None and decision.procedure.name in landings.QUESTIONS
        return asked and any(_is_landing(plan) for plan in self.stored(side)["plans"].values())

    async def answer(self, side: str) -> None:
        """Lets the orders of a side answer once. If they leave the answer to the person, they are not tried again."""
        open_match, match, rules = self._open_match, self._open_match.match, self.rules
        if len(persons(open_match.seats)) > 1 and not open_match.by_file:
            await asyncio.sleep(uniform(*self.pause))
        if rules is None or self.side_to_answer() != side:
            return
        seq, stored = match.seq(side), self.stored(side)
        name, found = LANDING, await self._landing_answer(side, stored)
        orders = stored["orders"]
        if not found:
            name, found = await asyncio.to_thread(_first_answer, rules, match.state.copy(), side, orders)
        current = self.stored(side)
        if match.seq(side) != seq or self.side_to_answer() != side or current["orders"] != orders:
            return
        if name == LANDING and current["plans"] != stored["plans"]:
            return
        if not found:
            self._unanswered[side] = seq
            return
        first = match.last + 1
        try:
            open_match.submit(side, [list(action) for action in found], seq)
        except IronbottomError:
            self._unanswered[side] = seq
        else:
            self._store_answer(side, first, name, orders.get(name, ""))

    async def _landing_answer(self, side: str, stored: StoredOrders) -> list[Action]:
        """Returns the next choices of a side's landings, and stores which of them an event has ended."""
        match, helpers, landings = self._open_match.match, self.helpers, self.landings
        if helpers is None or landings is None or not any(_is_landing(plan) for plan in stored["plans"].values()):
            return []
        seq, memory = match.seq(side), helpers.remembered(match.log(side), stored["plans"])
        choices, ended = await asyncio.to_thread(landings.answer, match.state.copy(), side, memory)
        if ended and match.seq(side) == seq and self.stored(side)["plans"] == stored["plans"]:
            for unit, event in ended.items():
                plan = stored["plans"][unit]
                stored["plans"][unit] = {**plan, "landing": {**_landing_of(plan), "ended": event}, "since": seq}
            self._save(side, stored)
        return choices

    def _store_answer(self, side: str, first: int, name: str, value: str) -> None:
        """Stores that an order made the choices of a side, starting with an act."""
        acts = self._open_match.match.acts[first - 1 :]
        own = [act.seq for act in acts if isinstance(act, ChoiceMade) and act.side == side and not act.auto]
        with self._open_match.store.transaction():
            self._answers.add(own, name, value)

    def answers(self, first: int, last: int) -> dict[int, str]:
        """Returns the choices among these acts that standing orders made, each with its order in words."""
        found = self._answers.between(first, last)
        infos = {one["id"]: one for one in self.rules.infos()} if found and self.rules else {}
        result = dict[int, str]()
        for number, (name, value) in found.items():
            if name == LANDING:
                result[number] = LANDING_LABEL
            info = infos.get(name)
            if info is not None and value in info["values"]:
                result[number] = f"{info['label']}: {info['words'][info['values'].index(value)]}"
        return result


class WithSeatOrders(OpenMatchProtocol, Protocol):
    """An open match whose seats have standing orders."""

    seat_orders: SeatOrders


def _first_answer(
    rules: StandingOrderRules, state: State, side: str, orders: Mapping[str, str]
) -> tuple[str, list[Action]]:
    """Returns the first order that answers the open question of a side, and its choices; none if the side is asked."""
    for name, value in orders.items():
        if rules.applies(state, side, name) and (found := rules.choices_of_order(state, side, name, value)):
            return name, found
    return "", []


def _landing_of(plan: Mapping[str, object]) -> Mapping[str, object]:
    """Returns the landing of a stored plan; empty if it is another plan."""
    landing = plan.get("landing")
    return landing if isinstance(landing, dict) else {}


def _is_landing(plan: Mapping[str, object]) -> bool:
    """Returns whether a stored plan is a landing in force."""
    return bool(_landing_of(plan)) and not _landing_of(plan).get("ended")


def _is_readable_order(rules: StandingOrderRules, name: str, value: str) -> bool:
    """Returns whether a stored standing order is valid."""
    try:
        return bool(rules.read({name: value}))
    except BadValue:
        return False


def _is_readable_plan(helpers: Helpers, stored: object) -> bool:
    """Returns whether a stored plan is valid."""
    try:
        return isinstance(stored, dict) and isinstance(stored.get("since"), int) and bool(helpers.read_voyage(stored))
    except (BadValue, TypeError):
        return False
