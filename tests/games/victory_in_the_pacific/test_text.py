"""Victory in the Pacific as text: the board, the log, and the names of the choices."""

from typing import Any

import pytest

from ironbottom.engine.codecs.position import read_position
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.information.view_types import Event, read_view
from ironbottom.games.victory_in_the_pacific.text import page, text
from ironbottom.games.victory_in_the_pacific.text.names import place_name
from ironbottom.games.victory_in_the_pacific.text.phrasing import PHRASING

GAME = get_game("vitp")


def board(**fields: object) -> str:
    state = read_position({"game": "vitp", **fields})
    return "\n".join(line.replace("\xa0", " ") for _, line in text.board(read_view(state.view("japan")), state.rules))


def test_the_board_lists_areas_places_and_units() -> None:
    result = board(
        turn=2,
        points_of_control=7,
        units={
            "coral_sea": ["akagi", "mogami"],
            "truk": ["kongo"],
            "pearl_harbor": ["Arizona"],
            "indonesia": ["5th_af"],
            "san_diego": ["nevada"],
        },
        raiding=["mogami"],
        damage={"kongo": 2, "arizona": 5},
        flags={"coral_sea": None},
    )
    assert result.startswith("Turn 2 of 8, May 1942. Points of control: the marker stands at 7 for Japan.")
    assert (
        "Coral Sea (CS): no flag, worth 1 to Japan, 2 to the Allies\n  Akagi 1-4-6(4+), Mogami 1+-1-8 raiding" in result
    )
    assert "Truk, Japanese port on MAR, MRN, SPO\n  Kongo 4-3-6 damage 2" in result
    assert "Pearl Harbor, Allied port on HI, 3 of 3 repair points left" in result
    assert "  Arizona 4-4-3 damage 5, on the bottom" in result
    assert "  5th A.F. 2/4" in result
    assert "San Diego\n  Nevada 4-4-3" in result
    assert "Due on turn 4: Musashi, South Dakota, Indiana, 1st M.A.W., 2nd M.A.W. and Shropshire." in result


def test_moves_of_one_kind_share_a_sentence() -> None:
    moves: list[Event] = [
        {"event": "patrolled", "unit": unit, "area": "coral_sea", "rolls": False} for unit in ("tone", "oi")
    ]
    assert list(text.story(moves)) == ["Patrols to the Coral Sea: Tone and Oi."]
    assert list(text.story(moves[:1])) == ["Tone patrols the Coral Sea."]
    fast: list[Event] = [
        {"event": kind, "unit": unit, "area": "coral_sea", "rolls": True}
        for kind, units in (("patrolled", ("tone", "kongo")), ("raided", ("hiei",)))
        for unit in units
    ]
    assert [*text.story(fast[:1]), *text.story(fast)] == [
        "Tone patrols the Coral Sea, if fast enough.",
        "Patrols to the Coral Sea, if fast enough: Tone and Kongo.",
        "Hiei raids the Coral Sea, if fast enough.",
    ]
    rolls: list[Event] = [
        {
            "event": "speed_rolled",
            "unit": unit,
            "area": "coral_sea",
            "speed": speed,
            "die": die,
            "passes": die < speed,
            "patrols": unit != "haruna",
        }
        for unit, speed, die in (("tone", 8, 0), ("oi", 7, 0), ("kongo", 6, 5), ("hiei", 6, 6), ("haruna", 6, 6))
    ]
    assert list(text.story(rolls)) == [
        "Fast enough for the Coral Sea, no roll needed: Tone and Oi.",
        "Kongo (speed 6) rolls 5 and reaches the Coral Sea.",
        "Hiei (speed 6) rolls 6 and fails, so it raids there instead.",
        "Haruna (speed 6) rolls 6 and fails.",
    ]


def test_a_sentence_ends_in_one_full_stop() -> None:
    arrivals: list[Event] = [
        {"event": "arrived", "unit": unit, "place": "pearl_harbor"} for unit in ("10th_af", "11th_af")
    ]
    assert list(text.story(arrivals)) == ["Arrivals at Pearl Harbor: 10th A.F. and 11th A.F."]
    assert text.event_text({"event": "aimed", "side": "japan", "units": ["akagi"], "target": "7th_af"}) == (
        "Akagi aims at 7th A.F."
    )


@pytest.mark.clause("8.2")
def test_fleeing_groups_have_the_numbers_by_which_they_are_pursued() -> None:
    fled = {"event": "grouped", "side": "japan", "groups": [["nagato"], ["shokaku", "tone"]]}
    assert text.event_text(fled) == "Japan flees in 2 groups: group 1, Nagato; group 2, Shokaku and Tone."
    assert text.event_text({**fled, "groups": [["nagato", "mutsu"]]}) == "Japan flees in one group: Nagato and Mutsu."
    pursued = {"event": "pursued", "side": "allies", "units": ["iowa"], "group": "group_1"}
    assert text.event_text(pursued) == "Iowa pursues group 1."


@pytest.mark.clause("7.32")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((4, 3, 5, 4), "Japan 4 + 1 = 5, Allies 3 + 1 = 4: Japan decides."),
        ((2, 4, 2, 6), "Japan 2, Allies 4 + 2 = 6: the Allies decide."),
        ((3, 3, 4, 4), "Japan 3 + 1 = 4, Allies 3 + 1 = 4: a tie."),
    ],
)
def test_a_roll_off_shows_each_die_its_modifiers_and_the_side_that_decides(
    dice: tuple[int, ...], expected: str
) -> None:
    rolled = dict(zip(("japan", "allies", "japan_total", "allies_total"), dice, strict=True))
    assert text.event_text({"event": "action_rolled", **rolled}) == expected


def test_area_names_fit_within_a_sentence() -> None:
    assert [place_name(area) for area in ("bay_of_bengal", "us_mandate", "indonesia", "midway")] == [
        *("the Bay of Bengal", "the U.S. Mandate", "Indonesia", "Midway")
    ]


def test_only_the_choice_of_day_or_night_needs_a_screen() -> None:
    state = GAME.new()
    view = read_view(state.view("japan"))
    assert not text.needs_secrets(view)
    assert text.needs_secrets({**view, "naming": True})


def test_the_page_gets_counters_map_and_turns() -> None:
    result: dict[str, Any] = page.pieces(GAME.rules())
    assert {key: len(rows) for key, rows in result.items()} == {"units": 172, "areas": 13, "places": 22, "turns": 9}
    hermes = next(unit for unit in result["units"] if unit["id"] == "hermes")
    assert (hermes["nation"], hermes["airstrike"], hermes["place"], hermes["leaves"]) == (
        *("britain", 1, "bay_of_bengal", 0),
    )
    borders = {area["id"]: set(area["adjacent"]) for area in result["areas"]}
    assert all(area in borders[other] for area in borders for other in borders[area])


def test_every_step_and_reason_has_a_text() -> None:
    events = PHRASING.catalogue.words.events
    assert set(events["finished"]) == set(log.STEPS.ids)
    assert set(events["went_home"]) == {*log.REASONS.ids, "nowhere"}


@pytest.mark.parametrize("side", ["japan", "allies"])
def test_the_examples_can_be_typed(side: str) -> None:
    verbs = {verb.name: verb for verb in GAME.vocabulary.verbs}
    for verb, example in text.examples(side).items():
        domains = verbs[verb].domains
        words = example.removeprefix(f"{verb.replace('_', ' ')} ").lower()
        for domain in domains:
            ids = dict(zip(domain.ids, domain.titles, strict=True))
            found = [title for title in ids.values() if words.startswith(title.lower())]
            short = [title for title in ids.values() if title.lower().replace(".", "").startswith(words.split(" ")[0])]
            assert found or short, example
            words = words[len(found[0]) + 1 :] if found else ""
