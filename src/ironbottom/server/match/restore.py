"""Restores a stored match from its last snapshot, whatever the current rules would have played.

Without a usable snapshot the record is replayed. If the current rules diverge from it, the match is restored to the
last stored state.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import Dice, NoDice
from ironbottom.engine.dice.sealed import REFEREE, JointDice, SealedDice, read_secret
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import Replay, dice_of, dice_segments, dice_segments_of, replay, rules_of
from ironbottom.engine.record.audience_logs import LogEntry
from ironbottom.engine.record.files import Snapshot
from ironbottom.engine.record.formats import commitment_input_of_format
from ironbottom.engine.record.lines import AFTER_END
from ironbottom.engine.record.record import AnyAct, End, Header, MatchRecord, Reveal
from ironbottom.engine.rules.game import Rules
from ironbottom.server.match.dice_shares import RequestedShares, load_joint_dice
from ironbottom.server.match.open_match import SNAPSHOT_INTERVAL, OpenMatch
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord


def restore_match(store: Store, stored: StoredMatch, dice: Dice | None = None) -> OpenMatch | None:
    """Restores a match from the store; None if its record must be replayed first.

    ``dice`` replace the match's own.
    """
    if store.snapshot(stored.id, last := store.last_line(stored.id)) is None:
        return None
    record = StoredRecord.reopen(store, stored.id)
    header, snapshot = record.header, record.snapshot(last)
    rules = rules_of(header)
    if snapshot.act < last and (snapshot.rules, snapshot.data) != (rules.game.rules_version, rules.digest):
        return None
    if not snapshot.rules:
        return None
    since = [entry.act for entry in record.read(snapshot.act, last)]
    over = snapshot.result is not None or any(isinstance(act, End) for act in since)
    if dice is not None:
        own = dice
    elif over:
        own = _dice_after_end(store, stored.id, header, record, last)
    else:
        own = _next_dice(store, stored.id, snapshot, since, header)
    match = Match.restore(rules, header, record, last, own)
    open_match = OpenMatch(stored, match, store, record).restored_from(snapshot.act)
    open_match.dice_shares = RequestedShares(store, stored.id, own) if isinstance(own, JointDice) else None
    return open_match


def _next_dice(store: Store, match: str, snapshot: Snapshot, since: list[AnyAct], header: Header) -> Dice:
    """Returns the dice of a match in progress, at the number of the last die rolled."""
    stretches_since = dice_segments_of(header, since[1:], snapshot.copied)
    before = snapshot.dice if len(stretches_since) == 1 else 0
    last, held = stretches_since[-1], store.secrets(match)
    counter = before + last.count
    if last.heading.kind != JointDice.kind:
        return dice_of(last.heading, held, last.terms, counter)
    referee = msgspec.structs.replace(
        last.heading, kind=SealedDice.kind, commitments={REFEREE: last.heading.commitments.get(REFEREE, "")}
    )
    dice_of(referee, held, last.terms)
    return load_joint_dice(store, match, read_secret(held[REFEREE]), last.heading, last.terms, counter)


def _dice_after_end(store: Store, match: str, header: Header, record: StoredRecord, last: int) -> Dice:
    """Returns the dice of a finished match. Joint dice still accept the secrets that sides reveal."""
    heading = header.dice
    if heading.kind != JointDice.kind:
        return NoDice()
    shown: dict[str, str] = {}
    for number in range(last, 0, -1):
        (entry,) = record.read(number, number)
        if not isinstance(entry.act, AFTER_END):
            break
        shown = (entry.act.secrets if isinstance(entry.act, Reveal) else {}) | shown
    if REFEREE not in shown:
        return NoDice()
    terms = commitment_input_of_format(header, heading.kind)
    return load_joint_dice(store, match, read_secret(shown[REFEREE]), heading, terms, shown=shown)


@dataclass
class ReplayedRecord:
    """A replayed record: the rules, its lines with their notes, and snapshots along the way."""

    rules: Rules
    entries: list[LogEntry]
    snapshots: list[Snapshot]
    parted: bool = False
    """Whether the current rules would have played the match differently."""


def replay_record(record: MatchRecord, stored_state: tuple[bytes, str] | None = None) -> ReplayedRecord:
    """Replays a record. If the current rules replay it differently, restores its stored state, if there is one.

    ``stored_state`` is the dump of that state with the digest of its format.
    """
    snapshots: list[Snapshot] = []

    def take_snapshot(match: Match) -> None:
        if not snapshots or match.last >= snapshots[-1].act + SNAPSHOT_INTERVAL:
            snapshots.append(match.snapshot())

    replayed = replay(record, each=take_snapshot)
    match = replayed.match
    if replayed.divergence is not None:
        return ReplayedRecord(match.rules, *_restore_stored_state(record, replayed, stored_state), True)
    if snapshots[-1].act < match.last:
        snapshots.append(match.snapshot())
    return ReplayedRecord(match.rules, match.log_entries, snapshots)


def _restore_stored_state(
    record: MatchRecord, replayed: Replay, stored: tuple[bytes, str] | None
) -> tuple[list[LogEntry], list[Snapshot]]:
    match, parted, last = replayed.match, replayed.divergence, len(record.acts)
    assert parted is not None
    try:
        if stored is None:
            raise BadValue("there is no snapshot after the last act")
        match.restore_final(match.rules.restore(*stored), record.acts, parted.line - 2)
        match.view("public")
    except Exception as error:  # acts made under other rules may raise any exception under the current ones
        message = (
            f"this match was played under different rules ({parted.message}), and its current position is not stored"
        )
        raise BadValue(message, field=f"{record.name}, line {last + 1}") from error
    dice_used = dice_segments(record)[-1].count
    return match.log_entries, [msgspec.structs.replace(match.snapshot(), dice=dice_used, floor=True)]
