"""Taking up a match that is in the store: from its last snapshot; only where that is of no use, from its record."""

from __future__ import annotations

from dataclasses import dataclass

from ironbottom.engine.audience_logs import Noted
from ironbottom.engine.dice import Dice, NoDice
from ironbottom.engine.errors import BadValue
from ironbottom.engine.match import Match
from ironbottom.engine.record import End, Header, Record
from ironbottom.engine.record_files import Snapshot
from ironbottom.engine.replay import Replay, dice_at, drawn_in, replay, rules_of
from ironbottom.engine.rules import Rules
from ironbottom.server.keeping import StoreKeeper
from ironbottom.server.store import Kept, Store
from ironbottom.server.table import EVERY, Table


def take_up(store: Store, kept: Kept) -> Table | None:
    """The table of a match as it stands in the store; None where it has to be played again from its record first."""
    if store.snapshot(kept.id, last := store.last_line(kept.id)) is None:
        return None
    keeper = StoreKeeper.reopened(store, kept.id)
    header, snapshot = keeper.header, keeper.snapshot(last)
    rules = rules_of(header)
    since = keeper.read(snapshot.act, last)
    over = snapshot.result is not None or any(isinstance(noted.act, End) for noted in since)
    if not _of_these_rules(rules, snapshot, None if over else header):
        return None
    dice: Dice = NoDice()
    if not over:
        counter = snapshot.dice + len(drawn_in([noted.act for noted in since[1:]]))
        dice = dice_at(header, store.secrets(kept.id), counter)
    match = Match.taken_up(rules, header, keeper, last, dice)
    return Table(kept, match, store, keeper).taken_up(snapshot.act)


def _of_these_rules(rules: Rules, snapshot: Snapshot, header: Header | None) -> bool:
    """Whether a snapshot, and the record that is to go on, are of the rules and figures in force here."""
    here = rules.game.rules_version, rules.digest
    return (snapshot.rules, snapshot.data) == here and (header is None or (header.rules, header.data) == here)


@dataclass
class PlayedAgain:
    """A record that was played again: the rules, its lines with what is noted beside them, and snapshots on the way."""

    rules: Rules
    noted: list[Noted]
    snapshots: list[Snapshot]


def play_again(record: Record) -> PlayedAgain:
    """Plays a record again; refuses a match that these rules would not have played so."""
    snapshots: list[Snapshot] = []

    def keep(match: Match) -> None:
        if not snapshots or match.last >= snapshots[-1].act + EVERY:
            snapshots.append(match.snapshot())

    replayed = replay(record, each=keep)
    _must_agree(record, replayed)
    match = replayed.match
    if snapshots[-1].act < match.last:
        snapshots.append(match.snapshot())
    return PlayedAgain(match.rules, match.noted, snapshots)


def _must_agree(record: Record, replayed: Replay) -> None:
    if replayed.parted is not None:
        line = f"{record.name}, line {replayed.parted.line}"
        raise BadValue(f"the rules part from this match: {replayed.parted.message}", field=line)
    if replayed.notes and not record.finished:
        raise BadValue(f"this match cannot be played on: {'; '.join(replayed.notes)}", field=record.name)
