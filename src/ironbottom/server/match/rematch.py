"""The offer to play again after the end, with sides swapped: the next match begins once every player has accepted."""

from __future__ import annotations

from typing import Literal

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.sealed import JointDice
from ironbottom.engine.rules.state import State
from ironbottom.server.match.claims import FORMER_PLAYER, HOST, Claims
from ironbottom.server.match.dice_seeding import DiceSeeding, seeding_order
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.match.seats import Seats, default_name, persons
from ironbottom.server.storage.database import StoredRematch

Answer = Literal["offer", "accept", "decline", "cancel"]


def is_offered(open_match: OpenMatch) -> bool:
    """Whether a rematch needs an offer: the match is over, and several players hold all seats of people."""
    people, claims = persons(open_match.seats), open_match.claims
    return (
        not open_match.by_file
        and open_match.match.over
        and len(claims.players()) > 1
        and set(people) <= set(claims.claimed())
    )


def pending_answers(open_match: OpenMatch, rematch: StoredRematch) -> list[str]:
    """Returns the sides of human players who have not agreed yet; a player with several sides answers once."""
    players = [sides for sides in open_match.claims.players() if sides]
    agreed = {side for sides in players if set(sides) & set(rematch.accepted) for side in sides}
    return [side for side in persons(open_match.seats) if side not in agreed]


def answer_offer(open_match: OpenMatch, side: str, word: Answer) -> bool:
    """Offers, accepts, declines or cancels a rematch for a side. Returns whether all players have now agreed."""
    if not is_offered(open_match):
        raise Refused(
            "a rematch can be offered only after the end, and only to another player of the match", field="word"
        )
    current = open_match.store.rematch(open_match.id) or StoredRematch()
    if current.next:
        raise Refused("the rematch has already begun", field="word")
    own = next(sides for sides in open_match.claims.players() if side in sides)
    accepted = [one for one in current.accepted if one not in own]
    if word in ("accept", "decline") and not accepted:
        raise Refused("there is no rematch offer to answer", field="word")
    if word in ("offer", "accept"):
        updated: StoredRematch | None = StoredRematch((*accepted, side))
    elif word == "decline":
        updated = StoredRematch((), side)
    else:
        updated = StoredRematch(tuple(accepted)) if accepted else None
    open_match.store.store_rematch(open_match.id, updated)
    open_match.subscribers.notify()
    return updated is not None and bool(updated.accepted) and not pending_answers(open_match, updated)


class Rematch:
    """The match that follows another one: the same game, scenario, options, dice and pace, with sides swapped."""

    def __init__(self, open_match: OpenMatch) -> None:
        match = open_match.match
        header, self.game = match.header, match.rules.game
        first, second, *_ = (team.sides[0] for team in self.game.alliances.teams)
        self.former = open_match.former_sides(first, second)
        """The former side of each side that changes its player."""
        self.seats: Seats = {side: open_match.seats[self.former.get(side, side)] for side in open_match.seats}
        self.name = default_name(self.game, self.seats, persons(self.seats)[1:])
        self.options, self.scenario, self.position = dict(header.options), header.scenario, header.position
        self.pace = open_match.clocks.pace
        self._joint = header.dice.kind == JointDice.kind
        new_sides = {old: new for new, old in self.former.items()}
        self.host = new_sides.get(header.host, header.host) or None
        self._rows = open_match.claims.rows()

    def start(self, corrections: dict[str, object]) -> State | None:
        """Returns the state from which the match begins; None if it begins from a scenario."""
        if self.position is None:
            return None
        return read_position(self.position, self.game.rules(self.options, corrections))

    def seeding(self) -> DiceSeeding:
        """Returns the seeding of its dice, before any words."""
        order = seeding_order(persons(self.seats), self.host)
        return DiceSeeding(order, self.options, self.scenario, {}, self.host, self._joint)

    def claim(self, claims: Claims) -> None:
        """Gives the seats to the players, with all their devices."""
        held = [(side, holder) for side, holder in self._rows if side in (HOST, FORMER_PLAYER)]
        for side in self.seats:
            held += [(side, holder) for old, holder in self._rows if old == self.former.get(side, side)]
        claims.restore(held)
