"""Resumes a stored match from its last snapshot, whatever the current rules would have played.

Without a usable snapshot the record is played again. Where the current rules diverge from it, the match resumes from
the state that its referee had reached, as far as that is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice, NoDice
from ironbottom.engine.dice.sealed import REFEREE, JointDice, SealedDice, read_secret
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import Replay, dice_of, replay, rules_of, stretches, stretches_of
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import Snapshot
from ironbottom.engine.record.formats import terms_in
from ironbottom.engine.record.record import AnyAct, End, Header, MatchRecord, Reveal
from ironbottom.engine.rules.game import Rules
from ironbottom.server.match.dice_shares import JointParts, joint_dice
from ironbottom.server.storage.match_storage import StoreKeeper
from ironbottom.server.storage.database import Kept, Store
from ironbottom.server.match.open_match import EVERY, MatchTable


def take_up(store: Store, kept: Kept, dice: Dice | None = None) -> MatchTable | None:
    """The table of a match as it stands in the store; None where it has to be played again from its record first.

    ``dice`` stand in for its own.
    """
    if store.snapshot(kept.id, last := store.last_line(kept.id)) is None:
        return None
    keeper = StoreKeeper.reopened(store, kept.id)
    header, snapshot = keeper.header, keeper.snapshot(last)
    rules = rules_of(header)
    if snapshot.act < last and (snapshot.rules, snapshot.data) != (rules.game.rules_version, rules.digest):
        return None
    if not snapshot.rules:
        return None
    since = [noted.act for noted in keeper.read(snapshot.act, last)]
    over = snapshot.result is not None or any(isinstance(act, End) for act in since)
    if dice is not None:
        own = dice
    elif over:
        own = _dice_of_the_end(store, kept.id, header, keeper, last)
    else:
        own = _dice(store, kept.id, snapshot, since, header)
    match = Match.taken_up(rules, header, keeper, last, own)
    table = MatchTable(kept, match, store, keeper).taken_up(snapshot.act)
    table.joint = JointParts(store, kept.id, own) if isinstance(own, JointDice) else None
    return table


def _dice(store: Store, match: str, snapshot: Snapshot, since: list[AnyAct], header: Header) -> Dice:
    """The dice of a match that goes on, at the number of the last that fell."""
    found = stretches_of(header, since[1:], snapshot.copied)
    before = snapshot.dice if len(found) == 1 else 0
    last, held = found[-1], store.secrets(match)
    counter = before + last.count
    if last.heading.kind != JointDice.kind:
        return dice_of(last.heading, held, last.terms, counter)
    referee = msgspec.structs.replace(
        last.heading, kind=SealedDice.kind, commitments={REFEREE: last.heading.commitments.get(REFEREE, "")}
    )
    dice_of(referee, held, last.terms)
    return joint_dice(store, match, read_secret(held[REFEREE]), last.heading, last.terms, counter)


def _dice_of_the_end(store: Store, match: str, header: Header, keeper: StoreKeeper, last: int) -> Dice:
    """Joint dice take in the secrets of sides that are still to show them; of others nothing more is asked."""
    heading = header.dice
    if heading.kind != JointDice.kind:
        return NoDice()
    shown: dict[str, str] = {}
    for noted in keeper.read(max(1, last - len(heading.commitments)), last):
        shown |= noted.act.secrets if isinstance(noted.act, Reveal) else {}
    if REFEREE not in shown:
        return NoDice()
    terms = terms_in(header, heading.kind)
    return joint_dice(store, match, read_secret(shown[REFEREE]), heading, terms, shown=shown)


@dataclass
class PlayedAgain:
    """A record that was played again: the rules, its lines with what is noted beside them, and snapshots on the way."""

    rules: Rules
    noted: list[LogEntry]
    snapshots: list[Snapshot]
    parted: bool = False
    """Whether the current rules would have played it differently."""


def play_again(record: MatchRecord, where_it_stood: tuple[bytes, str] | None = None) -> PlayedAgain:
    """Replays a record. If the current rules replay it differently, restores its stored state, if there is one.

    ``where_it_stood`` is the dump of that state with the digest of its format.
    """
    snapshots: list[Snapshot] = []

    def keep(match: Match) -> None:
        if not snapshots or match.last >= snapshots[-1].act + EVERY:
            snapshots.append(match.snapshot())

    replayed = replay(record, each=keep)
    match = replayed.match
    if replayed.parted is not None:
        return PlayedAgain(match.rules, *_as_it_stood(record, replayed, where_it_stood), True)
    if snapshots[-1].act < match.last:
        snapshots.append(match.snapshot())
    return PlayedAgain(match.rules, match.noted, snapshots)


def _as_it_stood(
    record: MatchRecord, replayed: Replay, stored: tuple[bytes, str] | None
) -> tuple[list[LogEntry], list[Snapshot]]:
    match, parted, last = replayed.match, replayed.parted, len(record.acts)
    assert parted is not None
    try:
        if stored is None:
            raise BadValue("no snapshot stands after the last act")
        match.stand_at(match.rules.restore(*stored), record.acts, parted.line - 2)
        match.view("public")
    except Exception as wrong:  # acts of other rules may mean anything to the current rules
        told = f"this match was played under other rules ({parted.message}), and where it stands is not kept"
        raise BadValue(told, field=f"{record.name}, line {last + 1}") from wrong
    drawn = stretches(record)[-1].count
    return match.noted, [msgspec.structs.replace(match.snapshot(), dice=drawn, floor=True)]
