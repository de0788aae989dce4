"""A match in the store: each earlier state is restored, and the match can be restored at any time, even after undo."""

import random
from collections.abc import Iterator

import pytest

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.history import History
from ironbottom.engine.match.match import Match
from ironbottom.engine.match.replay import replay
from ironbottom.engine.record.record import ChoiceMade, Damaged, MatchRecord
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from ironbottom.server.match.history_states import HistoryStates
from ironbottom.server.storage.database import Store, StoredMatch
from ironbottom.server.storage.match_storage import StoredRecord, store_snapshot
from tests.engine.lanterns import LANTERNS
from tests.kit.thorough_cases import further

MATCH_ID = "stored"


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(":memory:") as store:
        store.add_match(StoredMatch(MATCH_ID, "Stored", "pacific_fury", {}, "", "", {}))
        yield store


def some_act(match: Match, rng: random.Random) -> None:
    """Makes a choice, or takes one back: the last one, an earlier one, or one beyond the undo barrier with consent."""
    side = rng.choice(match.rules.sides.ids)
    others = [other for other in match.rules.sides.ids if other != side]
    kind = rng.random()
    try:
        if kind < 0.15:
            match.undo(side, rng.randint(1, 3))
        elif kind < 0.35:
            match.withdraw(side, max(1, match.seq(side) - rng.randint(0, 5)))
        elif kind < 0.38:
            match.undo(side, rng.choice((1, 4, 40)), others)
        elif kind < 0.40:
            rng.choice((match.offer_draw, match.decline_draw))(side)
        else:
            decision = rng.choice(match.decisions())
            match.submit(decision.side, decision.choices.sample_by_argument(rng))
    except Refused:
        pass


def visible_state(match: Match) -> list[object]:
    """Returns everything that can be read from a match."""
    sides = match.rules.sides.ids
    return [
        match.state.dump(),
        (match.last, match.over, match.result(), match.draw_offer, match.resigned),
        [(match.seq(side), match.log(side), match.log(side, match.seq(side) // 2)) for side in (*sides, "public")],
        [(match.can_undo(side), match.last_choice(side)) for side in sides],
        [[match.act_number_of_entry(side, entry) for entry in range(match.seq(side) + 2)] for side in sides],
        list(match.acts),
    ]


@pytest.mark.build
@pytest.mark.parametrize(
    ("game", "matches", "acts"),
    [("pf", 1, 200), ("lanterns", 4, 300), ("skirmish", 2, 60), *further(("lanterns", 12, 300))],
)
def test_a_restored_match_equals_one_kept_in_memory(
    game: str, matches: int, acts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match in memory is compared with one that is restored every few acts, from few snapshots."""
    monkeypatch.setattr(History, "WINDOW", 5)
    monkeypatch.setattr("ironbottom.engine.match.act_log.PAGE_SIZE", 7)
    found = {"lanterns": LANTERNS, "skirmish": SKIRMISH}.get(game) or get_game(game)
    taken_back = sum(check_restored(found, seed, acts) for seed in range(matches))
    assert taken_back > 10


def check_restored(game: Game, seed: int, acts: int) -> int:
    """Plays both with the same random choices, compares them and every earlier state; returns the number of undos."""
    with Store(":memory:") as store:
        store.add_match(StoredMatch(MATCH_ID, "Stored", game.id, {}, "", "", {}))
        in_memory = Match(game, dice=SeededDice(seed))
        dice = SeededDice(seed)
        restored, sink = Match(game, dice=dice, sink=StoredRecord(store, MATCH_ID)), StoredRecord(store, MATCH_ID)
        rngs, schedule_rng = (random.Random(seed), random.Random(seed)), random.Random(seed + 1)
        agreed, seen = None, {}
        while not in_memory.over and in_memory.last < acts:
            if restored.last == 1 or schedule_rng.random() < 0.05 or restored.agreements() != agreed:
                store_snapshot(store, MATCH_ID, restored.snapshot())
                agreed = restored.agreements()
            if schedule_rng.random() < 0.1:
                sink = StoredRecord.reopen(store, MATCH_ID)
                restored = Match.restore(in_memory.rules, sink.header, sink, restored.last, dice)
            some_act(in_memory, rngs[0])
            some_act(restored, rngs[1])
            assert (restored.last, restored.acts[-1], restored.state) == (
                in_memory.last,
                in_memory.acts[-1],
                in_memory.state,
            )
            if schedule_rng.random() < 0.1:
                assert visible_state(restored) == visible_state(in_memory)
            seen[in_memory.last] = in_memory.state
        check_earlier_states(in_memory.rules.game, store, seen, seed)
        divergence = replay(MatchRecord(in_memory.header, list(restored.acts)), game=game).divergence
        assert divergence is None
        return sum("taken" in type(act).__struct_fields__ for act in in_memory.acts)


def check_earlier_states(game: Game, store: Store, seen: dict[int, State], seed: int) -> None:
    """Checks each earlier state: in order, backwards, and at random."""
    sink = StoredRecord.reopen(store, MATCH_ID)
    numbers = sorted(seen)
    for order in (numbers, numbers[::-1], random.Random(seed).sample(numbers, len(numbers))):
        earlier_states = HistoryStates(next(iter(seen.values())).rules, sink.header, sink)
        assert all(earlier_states.after(number) == seen[number] for number in order)


def test_undo_by_consent_reaches_the_start(store: Store) -> None:
    """An invalid request is refused without looking back; a valid one leads to the start."""
    match = Match("pf", dice=SeededDice(1), sink=StoredRecord(store, MATCH_ID))
    rng = random.Random(1)
    store_snapshot(store, MATCH_ID, match.snapshot())
    while match.last < 150:
        decision = match.decisions()[0]
        match.submit(decision.side, decision.choices.sample(rng))
        if match.last % 10 == 0:
            store_snapshot(store, MATCH_ID, match.snapshot())
    assert not match._history.complete
    assert len(match._history.entries) <= 2 * History.WINDOW + 1
    side, other = match.rules.sides.ids
    made = sum(isinstance(act, ChoiceMade) and act.side == side and not act.auto for act in match.acts)
    with pytest.raises(Refused, match=f"made {made} choices, not 9999"):
        match.undo(side, 9999, [other])
    assert len(match._history.entries) <= 2 * History.WINDOW + 1
    assert len(match.undo(side, made, [other])) == made
    assert match.can_undo(side).steps == 0


def test_a_match_from_a_position_has_its_earlier_states(store: Store) -> None:
    start = get_game("pf").new()
    sink = StoredRecord(store, MATCH_ID)
    match = Match("pf", start=start, dice=SeededDice(1), sink=sink)
    store_snapshot(store, MATCH_ID, match.snapshot())
    offer = match.offer("japan")
    match.submit("japan", offer.choices.at(0))
    earlier_states = HistoryStates(match.rules, match.header, StoredRecord.reopen(store, MATCH_ID))
    assert earlier_states.after(1) == start
    assert earlier_states.after(2) == match.state


def test_a_changed_line_is_found_when_it_is_read(store: Store) -> None:
    match = Match("pf", dice=SeededDice(1), sink=StoredRecord(store, MATCH_ID))
    for _ in range(5):
        match.submit("japan", match.offer("japan").choices.at(0))
    store._sql.execute("update lines set line = cast(replace(line, 'ijn', 'usn') as blob) where number = 3")
    sink = StoredRecord.reopen(store, MATCH_ID)
    assert len(sink.read(4, 6)) == 3
    with pytest.raises(Damaged, match="stored, line 4: the line does not match its check"):
        sink.read(1, 6)


def test_few_states_of_a_large_game_are_cached(store: Store) -> None:
    """Sixteen states of War in the Pacific would take nine megabytes for each open match."""
    match = Match("witp", scenario="midway", dice=SeededDice(1), sink=StoredRecord(store, MATCH_ID))
    store_snapshot(store, MATCH_ID, match.snapshot())
    rng = random.Random(1)
    while match.last < 12:
        decision = match.decisions()[0]
        match.submit(decision.side, decision.choices.sample(rng))
    earlier_states = HistoryStates(match.rules, match.header, StoredRecord.reopen(store, MATCH_ID))
    assert [earlier_states.after(number).view("public") for number in (10, 11, 12)][-1] == match.view("public")
    for number in range(2, 13):
        earlier_states.after(number)
    assert len(earlier_states._cache) == 4
