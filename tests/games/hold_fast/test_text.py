"""Hold Fast in words: the board as each side sees it, and sentences that keep secrets."""

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.match import Match
from ironbottom.games.hold_fast import text
from ironbottom.games.hold_fast.log import KINDS
from tests.games.hold_fast.table import Table


def lines(table: Table, side: str) -> str:
    return "\n".join(line.replace("\xa0", " ") for _, line in text.board(table.view(side), table.match.rules))


def test_every_event_and_verb_has_its_words() -> None:
    assert set(text.SENTENCES) == {kind.name for kind in KINDS}
    verbs = Match("hf", dice=SeededDice(1)).rules.vocabulary.by_name
    assert set(text.CHOICES) == set(verbs)


def test_the_board_shows_own_units_and_enemy_blocks() -> None:
    table = Table(memory=True, turn=2, units={"truk": ["j_akagi", "j_yamato"], "coral_sea": ["a_idaho"]})
    mine, theirs = lines(table, "japan"), lines(table, "allies")
    assert "  Akagi 4d 3/3, Yamato 6d 4/4" in mine
    assert "Akagi" not in theirs.split("Due on turn")[0].replace("of Akagi and Yamato", "")
    assert "  Japanese blocks 1, 2 (of Akagi and Yamato)" in theirs
    assert "Turn 2 of 8, Jun 1942 - Nov 1942. Victory points: nobody leads." in mine


def test_without_memory_the_board_counts_blocks() -> None:
    table = Table(turn=2, units={"truk": ["j_akagi", "j_yamato"]})
    assert "  2 Japanese blocks" in lines(table, "allies")


def test_moves_of_others_name_blocks_or_nothing() -> None:
    for memory, told in ((True, "Japanese block 1 moves"), (False, "A Japanese block moves")):
        table = Table(memory=memory, units={"truk": ["j_akagi"]})
        events = table.match.submit("japan", ("move", "j_akagi", "solomon_sea")).told("allies")["events"]
        assert list(text.story(events)) == [f"{told} from Truk to the Solomon Sea."]


def test_what_is_chosen_with_hidden_blocks_in_mind_needs_a_screen() -> None:
    table = Table(units={"truk": ["j_akagi"]})
    assert text.needs_secrets(table.view("japan"))
    table = Table(step="combat", units={"coral_sea": ["j_nagato", "j_ise", "a_idaho", "a_maryland"]})
    assert not text.needs_secrets(table.view("japan"))


def test_who_is_done_is_told_by_the_clause_of_the_step() -> None:
    kinds = {kind.name: kind for kind in KINDS}
    steps = {"rebuilding": "3.2.2", "moves": "7.0.1", "repairs": "4.1.5", "landing": "8.8.1", "defence": "8.8.3"}
    steps["pursuit"] = "8.9.1"
    told = {step: kinds["finished"].cites({"event": "finished", "side": "japan", "step": step}) for step in steps}
    assert told == steps
    assert kinds["moved"].cites({"event": "moved", "side": "japan"}) == "7.0.6"
    nobody, japan = ({"event": "area_controlled", "area": "coral_sea", "side": side} for side in (None, "japan"))
    assert (kinds["area_controlled"].cites(nobody), kinds["area_controlled"].cites(japan)) == ("9.0.1", "9.0.2")
