"""Aides: what lives with the seats of a match, and the answers that standing orders give for a person.

An aide answers with choices that the person could make; they are handed in as such. It knows no more than the person's
side, and does not act for a person who has just taken something back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import uniform
from typing import TYPE_CHECKING, Any

from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.rules.features import Helpers, StandingOrderRules
from ironbottom.server.match.seats import PERSON, persons
from ironbottom.server.messages.dicts import StandingOrdersResponse

if TYPE_CHECKING:
    from ironbottom.server.match.open_match import MatchTable


class Aides:
    """The aides of one match: a person's standing orders and plans by side, and who is answered for."""

    pause = (0.8, 3.0)
    """So many seconds pass before an answer where another person plays: how soon it comes is to tell little."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table
        self._kept: dict[str, dict[str, Any]] | None = None
        self._left: dict[str, int] = {}
        """By side, the entry after which its orders left the answer to it."""
        self._held: set[str] = set()
        """The sides that took something back, until they choose again."""

    @property
    def standing(self) -> StandingOrderRules | None:
        """The game's standing orders, if it has any."""
        return self._table.match.rules.game.standing_orders()

    @property
    def helpers(self) -> Helpers | None:
        """The game's helpers, if it has any."""
        return self._table.match.rules.game.helpers()

    def kept(self, side: str) -> dict[str, Any]:
        """The standing orders and plans of a side."""
        if self._kept is None:
            rows = self._table.store.standing(self._table.id)
            self._kept = {side: self._sound(row) for side, row in rows.items()}
        found = self._kept.get(side, {})
        return {"orders": dict(found.get("orders") or {}), "plans": dict(found.get("plans") or {})}

    def _sound(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Of what was kept for a seat what can still be read: the file may be damaged, or of another version."""
        standing, helpers = self.standing, self.helpers
        orders, plans = (found if isinstance(found := row.get(name), dict) else {} for name in ("orders", "plans"))
        return {
            "orders": {name: value for name, value in orders.items() if standing and _reads(standing, name, value)},
            "plans": {unit: one for unit, one in plans.items() if helpers and _voyage(helpers, one)},
        }

    def plans(self, side: str) -> dict[str, Any]:
        """Of the plans of a side those that nothing has ended since."""
        kept, helpers = self.kept(side)["plans"], self.helpers
        if not kept or helpers is None:
            return {}
        still = helpers.remembered(self._table.match.log(side), kept).voyages
        return {unit: one for unit, one in kept.items() if unit in still}

    def told(self, side: str) -> StandingOrdersResponse:
        """What lives with a seat as its person is told it, and what orders there are."""
        known = self.standing.told() if self.standing else []
        return {"orders": self.kept(side)["orders"], "plans": self.plans(side), "known": known}

    def order(self, side: str, orders: Mapping[str, str]) -> None:
        """Gives standing orders, and takes back those that say "ask"."""
        standing = self.standing
        if standing is None:
            raise BadValue("this game has no standing orders of a seat", field="orders")
        kept = self.kept(side)
        self._keep(side, kept | {"orders": standing.read({**kept["orders"], **orders})})

    def plan(self, side: str, plans: Mapping[str, dict[str, Any] | None]) -> None:
        """Keeps where units are bound; nothing for those whose plan is dropped."""
        helpers = self.helpers
        if helpers is None:
            raise BadValue("this game has no plans of a seat", field="plans")
        kept, match = self.kept(side), self._table.match
        read = {
            unit: helpers.plan(match.state, side, unit, asked, match.seq(side))
            for unit, asked in plans.items()
            if asked is not None
        }
        left = {unit: one for unit, one in kept["plans"].items() if unit not in plans}
        self._keep(side, kept | {"plans": left | read})

    def _keep(self, side: str, kept: dict[str, Any]) -> None:
        self._table.store.stand_by(self._table.id, side, kept)
        assert self._kept is not None
        self._kept[side] = kept
        self._left.pop(side, None)

    def chose(self, side: str) -> None:
        """A person chose: its orders are in force again."""
        self._held.discard(side)

    def took_back(self, side: str) -> None:
        """A person took something back: it is asked until it has chosen."""
        self._held.add(side)

    def to_answer(self) -> str | None:
        """The side whose standing orders may answer now."""
        table, standing = self._table, self.standing
        if standing is None or table.closed or table.broken or table.match.over:
            return None
        for decision in table.match.decisions():
            side = decision.side
            if table.seats[side] != PERSON or side in self._held or self._left.get(side) == table.match.seq(side):
                continue
            if any(standing.applies(table.match.state, side, name) for name in self.kept(side)["orders"]):
                return side
        return None

    async def answer(self, side: str) -> None:
        """Lets the orders of a side answer; where they leave it to the person, they are not asked again."""
        table, match, standing = self._table, self._table.match, self.standing
        if len(persons(table.seats)) > 1:
            await asyncio.sleep(uniform(*self.pause))
        if standing is None or self.to_answer() != side:
            return
        seq, orders = match.seq(side), self.kept(side)["orders"]
        found = await asyncio.to_thread(standing.answer, match.state.copy(), side, orders)
        if match.seq(side) != seq or self.to_answer() != side or self.kept(side)["orders"] != orders:
            return
        if not found:
            self._left[side] = seq
            return
        try:
            table.submit(side, [list(action) for action in found], seq)
        except IronbottomError:
            self._left[side] = seq


def _reads(standing: StandingOrderRules, name: str, value: str) -> bool:
    """Whether a standing order can be read."""
    try:
        return bool(standing.read({name: value}))
    except BadValue:
        return False


def _voyage(helpers: Helpers, kept: object) -> bool:
    """Whether a plan can be read."""
    try:
        return isinstance(kept, dict) and isinstance(kept.get("since"), int) and bool(helpers.read_voyage(kept))
    except (BadValue, TypeError):
        return False
