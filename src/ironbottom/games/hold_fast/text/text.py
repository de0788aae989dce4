"""Hold Fast in words: the log, the names of the choices, and what the terminal needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.text.sentences import count, joined
from ironbottom.games.hold_fast.pieces import ADJECTIVES, AREAS
from ironbottom.games.hold_fast.text.board import board
from ironbottom.games.hold_fast.text.names import listed, name_of, sea, side_does, side_of_unit, spot

__all__ = ["ALIASES", "TEXT", "board", "examples", "name", "needs_secrets", "story", "tell"]

Told = Mapping[str, Any]
AN = {"japan": "A", "allies": "An"}
WHOSE = {"japan": "Japan's", "allies": "The Allies'"}

# -- the log -------------------------------------------------------------------------------------------


def block_of(e: Told) -> str:
    """The unit where it is known, else the block, else a block of the side."""
    if e.get("unit"):
        return name_of(e["unit"])
    if e.get("block"):
        return name_of(e["block"])
    return f"{AN[e['side']]} {ADJECTIVES[e['side']]} block"


def _air_unit(e: Told) -> str:
    return name_of(e["unit"]) if e.get("unit") else f"{block_of(e)}, land based air,"


def _mixed(e: Told) -> str:
    areas = [f"in {sea(place)}" for place in e["spots"] if place in AREAS.index]
    ports = joined([spot(place) for place in e["spots"] if place not in AREAS.index])
    where = [f"at {ports}"] * (len(areas) < len(e["spots"])) + areas + ["off board"] * e["off_board"]
    return f"{WHOSE[e['side']]} blocks {joined(where)} are shuffled."


def _arrived(e: Told) -> str:
    where = f"at {spot(e['place'])}" if e["place"] else "off board"
    return f"{name_of(e['unit'])} arrives {where}."


def _rebuilt(e: Told) -> str:
    where = f"at {spot(e['place'])}" if e["place"] else "off board"
    return f"{name_of(e['unit'])} is back {where} with 1 strength point, for 1 RP."


def _force_opened(e: Told) -> str:
    where = f"{name_of(e['force'])} in {sea(e['area'])}"
    return f"{where} is revealed: {count(e['count'], 'ship')}." if e["count"] else f"{where} was a decoy."


def _repaired(e: Told) -> str:
    if "unit" in e:
        return f"{name_of(e['unit'])} is repaired to {e['strength']} SP."
    return f"{side_does(e['side'], 'spends')} 1 RP on repairs."


def _revealed(e: Told) -> str:
    each = joined([f"{name_of(u)} ({s} SP)" for u, s in zip(e["units"], e["strengths"], strict=True)])
    return f"{side_does(e['side'], 'reveals')} {each}."


def _way_rolled(e: Told) -> str:
    lead = e["japan_total"] - e["allies_total"]
    ends = "Japan wins the roll" if lead > 0 else "the Allies win the roll" if lead else "a tie, so both roll again"
    return f"Japan {_total(e, 'japan')}, Allies {_total(e, 'allies')}: {ends}."


def _total(e: Told, side: str) -> str:
    """A die and what is added to it: ``4 + 1 = 5``."""
    added = e[f"{side}_total"] - e[side]
    return f"{e[side]} + {added} = {e[f'{side}_total']}" if added else f"{e[side]}"


def _ways_named(e: Told) -> str:
    if e["japan"] == e["allies"]:
        return f"Both sides choose {e['japan']} combat."
    return f"Japan wants {e['japan']} combat, the Allies want {e['allies']} combat."


def _dice(e: Told) -> str:
    return " ".join(map(str, e["dice"]))


def _fired(e: Told) -> str:
    said = [count(e["hits"], "hit")] if e["hits"] or not e["disabled"] else []
    effect = ", ".join([*said, *["disabled"] * bool(e["disabled"]), f"{e['strength']} SP left"])
    return f"{name_of(e['unit'])} fires at {name_of(e['target'])} and rolls {_dice(e)}: {effect}."


def _left_disabled(e: Told) -> str:
    where = f"for {spot(e['place'])}" if e["place"] else "the board"
    return f"{name_of(e['unit'])} is disabled and leaves {where}."


def _went_home(e: Told) -> str:
    return f"{name_of(e['unit'])} withdraws {'to ' + spot(e['place']) if e['place'] else 'off board'}."


def _evicted(e: Told) -> str:
    where = f"to {spot(e['place'])}" if e["place"] else "and finds no port"
    return f"{block_of(e)} is driven out of {spot(e['origin'])} {where}."


def _area_controlled(e: Told) -> str:
    if e["side"] is None:
        return f"Nobody controls {sea(e['area'])} any more."
    return f"{side_does(e['side'], 'controls')} {sea(e['area'])}."


def _points_scored(e: Told) -> str:
    lead = e["points"]
    leads = f"The Allies lead by {lead}" if lead > 0 else f"Japan leads by {-lead}" if lead < 0 else "The score is even"
    return f"Japan scores {e['japan']} VP, the Allies {e['allies']} VP. {leads}."


def _game_ended(e: Told) -> str:
    return f"The war is over. {side_does('allies' if e['points'] > 0 else 'japan', 'wins')}."


STEPS = {
    "rebuilding": "rebuilding",
    "moves": "moving",
    "repairs": "repairing",
    "landing": "landing",
    "defence": "defending",
    "pursuit": "pursuing",
}
SENTENCES: dict[str, Callable[[Told], str]] = {
    "turn_opened": lambda e: f"Turn {e['turn']}.",
    "finished": lambda e: f"{side_does(e['side'], 'has')} finished {STEPS[e['step']]}.",
    "arrived": _arrived,
    "delayed": lambda e: f"{listed(e['units'])} must wait a turn for a port.",
    "returned": lambda e: f"{name_of(e['unit'])} is back at {spot(e['place'])}.",
    "rebuilt": _rebuilt,
    "mixed": _mixed,
    "moved": lambda e: f"{block_of(e)} moves from {spot(e['origin'])} to {sea(e['area'])}.",
    "formed": lambda e: f"{name_of(e['force'])} forms at {spot(e['place'])}.",
    "joined": lambda e: f"{name_of(e['unit'])} joins {name_of(e['force'])}.",
    "sailed": lambda e: f"{name_of(e['force'])} sails to {sea(e['area'])}.",
    "submerged": lambda e: f"{side_does(e['side'], 'places')} a submarine in {sea(e['area'])}.",
    "air_placed": lambda e: f"{_air_unit(e)} is placed in {sea(e['area'])}.",
    "raid_placed": lambda e: f"{_air_unit(e)} is sent to raid {spot(e['port'])}.",
    "submarine_kept": lambda e: f"{side_does(e['side'], 'keeps')} the submarine off board.",
    "passed": lambda e: f"{side_does(e['side'], 'passes')}: no more air units this turn.",
    "raided": lambda e: f"The raid on {spot(e['port'])} rolls {_dice(e)}: {count(e['hits'], 'hit')}.",
    "repaired": _repaired,
    "combat_opened": lambda e: f"Combat in {sea(e['area'])}.",
    "force_opened": _force_opened,
    "revealed": _revealed,
    "ways_named": _ways_named,
    "way_rolled": _way_rolled,
    "way_chosen": lambda e: (
        f"Only {e['way']} combat is possible here." if e["alone"] else f"A round of {e['way']} combat."
    ),
    "aimed": lambda e: f"{name_of(e['unit'])} aims at {name_of(e['target'])}.",
    "fired": _fired,
    "sunk": lambda e: f"{name_of(e['unit'])} is lost.",
    "no_way_home": lambda e: f"{name_of(e['unit'])} has no port or base to go to.",
    "disabled_home": _left_disabled,
    "submarine_left": lambda e: f"The {ADJECTIVES[e['side']]} submarine leaves the board.",
    "stayed": lambda e: f"{side_does(e['side'], 'stays')}.",
    "withdrew": lambda e: f"{side_does(e['side'], 'withdraws')}.",
    "went_home": _went_home,
    "combat_ended": lambda e: f"The combat in {sea(e['area'])} is over{', and both sides remain' * e['contested']}.",
    "landing": lambda e: f"{name_of(e['unit'])} attacks {spot(e['place'])}.",
    "defending": lambda e: f"{name_of(e['unit'])} defends {spot(e['place'])}.",
    "land_aimed": lambda e: f"{_fighter(e['unit'])} aims at {name_of(e['target'])}.",
    "land_fired": lambda e: (
        f"{_fighter(e['unit'])} fights {name_of(e['target'])} and rolls {_dice(e)}: {count(e['hits'], 'hit')}."
    ),
    "garrison_lost": lambda e: f"The garrison of {spot(e['place'])} is destroyed.",
    "base_taken": lambda e: f"{side_does(e['side'], 'takes')} {spot(e['place'])}.",
    "base_held": lambda e: f"{side_does(e['side'], 'holds')} {spot(e['place'])}.",
    "pursued": lambda e: f"{name_of(e['unit'])} pursues {name_of(e['target'])}.",
    "area_controlled": _area_controlled,
    "place_taken": lambda e: f"{side_does(e['side'], 'takes')} {spot(e['place'])} by control of the sea around it.",
    "evicted": _evicted,
    "points_scored": _points_scored,
    "came_back": lambda e: f"{block_of(e)} returns from {sea(e['area'])} to {spot(e['place'])}.",
    "went_off_board": lambda e: f"{block_of(e)} goes off board.",
    "game_ended": _game_ended,
}


def _fighter(fighter: str) -> str:
    return "The garrison" if fighter == "garrison" else name_of(fighter)


def tell(event: Told) -> str:
    """An event as its audience is told it, in a sentence.

    >>> tell({"event": "moved", "side": "japan", "block": "japan_4", "origin": "truk", "area": "solomon_sea"})
    'Japanese block 4 moves from Truk to the Solomon Sea.'
    """
    return SENTENCES[event["event"]](event)


# -- the choices ---------------------------------------------------------------------------------------

CHOICES: dict[str, Callable[..., str]] = {
    "return": lambda unit, place: f"Return {name_of(unit)} to {spot(place)}",
    "rebuild": lambda unit, place: f"Rebuild {name_of(unit)} at {spot(place)}",
    "refit": lambda unit: f"Refit {name_of(unit)}",
    "move": lambda unit, area: f"Move {name_of(unit)} to {sea(area)}",
    "form": lambda force, place: f"Form {name_of(force)} at {spot(place)}",
    "join": lambda unit, force: f"Add {name_of(unit)} to {name_of(force)}",
    "sail": lambda force, area: f"Sail {name_of(force)} to {sea(area)}",
    "submerge": lambda area: f"Place the submarine in {sea(area)}",
    "deploy": lambda unit, area: f"Place {name_of(unit)} in {sea(area)}",
    "raid": lambda unit, port: f"Raid {spot(port)} with {name_of(unit)}",
    "repair": lambda unit: f"Repair {name_of(unit)}",
    "done": lambda: "Done",
    "pass": lambda: "Pass",
    "fight": lambda area: f"Fight in {sea(area)}",
    "air": lambda: "Air combat",
    "surface": lambda: "Surface combat",
    "fire": lambda unit, target: f"{name_of(unit)} fires at {name_of(target)}",
    "stay": lambda: "Stay",
    "withdraw": lambda: "Withdraw",
    "land": lambda unit, base: f"Attack {spot(base)} with {name_of(unit)}",
    "defend": lambda unit, base: f"Defend {spot(base)} with {name_of(unit)}",
    "aim": lambda unit, target: f"{_fighter(unit)} fights {name_of(target)}",
    "pursue": lambda unit, target: f"{name_of(unit)} pursues {name_of(target)}",
    "reply": lambda unit, target: f"{name_of(unit)} fires back at {name_of(target)}",
    "go": lambda unit, place: f"Send {name_of(unit)} to {spot(place)}",
    "dock": lambda unit, place: f"Return {name_of(unit)} to {spot(place)}",
}


def name(action: Sequence[str]) -> str:
    """An action in words, for a button or a line in a list.

    >>> name(("move", "j_akagi", "solomon_sea"))
    'Move Akagi to the Solomon Sea'
    """
    return CHOICES[action[0]](*action[1:])


# -- what the terminal needs to know -------------------------------------------------------------------

REPEATS = {"fire": "fired"}
"""What units may be told to do as before, and the event that tells of it."""
ALIASES = {"submarine": "submerge", "place": "deploy", "return_to_port": "dock", "home": "dock", "attack": "land"}
"""Further words for verbs."""
OPEN_STEPS = frozenset(("combat", "stay_or_withdraw", "targeting", "pursuit", "return_fire", "land_fight"))
"""What is chosen with all blocks in play face up; all else is decided with an eye on one's own hidden blocks."""


def examples(side: str) -> dict[str, str]:
    """How an order of a verb may be typed, with units of the side or of its enemy."""
    if side == "japan":
        return {"move": "move Akagi marshall", "fire": "fire Kongo Tennessee", "dock": "dock Akagi truk"}
    return {"move": "move Enterprise central", "fire": "fire Tennessee Kongo", "dock": "dock Enterprise pearl"}


def needs_secrets(view: Told) -> bool:
    """Whether the decision at hand is made with blocks that the other side does not see."""
    return not view["frames"] or view["frames"][-1]["procedure"] not in OPEN_STEPS


def story(events: Sequence[Told]) -> Iterator[str]:
    """Events as sentences, those of one kind that follow each other drawn together.

    >>> moved = [{"event": "moved", "side": "japan", "unit": unit, "block": None, "origin": "truk", "area": "coral_sea"}
    ...     for unit in ("j_akagi", "j_kaga")]
    >>> list(story(moved))
    ['Truk to the Coral Sea: Akagi and Kaga.']
    """
    for (kind, way), group in groupby(events, key=_drawn_together):
        told = list(group)
        if kind in ("moved", "came_back") and len(told) > 1:
            yield f"{way}: {_blocks(told)}."
        elif kind == "arrived" and len(told) > 1:
            yield f"Reinforcements {way}: {listed([e['unit'] for e in told])}."
        elif kind == "aimed":
            continue
        else:
            yield from map(tell, told)


def _drawn_together(e: Told) -> tuple[str, str]:
    kind = e["event"]
    if kind == "moved":
        return kind, f"{name_of(e['origin'])} to {sea(e['area'])}"
    if kind == "came_back":
        return kind, f"Back from {sea(e['area'])} to {spot(e['place'])}"
    if kind == "arrived":
        return kind, f"at {spot(e['place'])}" if e["place"] else f"off board for {name_of(side_of_unit(e['unit']))}"
    return kind, ""


def _blocks(told: Sequence[Told]) -> str:
    if all(e.get("unit") for e in told):
        return listed([e["unit"] for e in told])
    if all(e.get("block") for e in told):
        return listed([e["block"] for e in told])
    return count(len(told), "block")


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, repeats=REPEATS, story=story)
