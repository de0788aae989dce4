"""The additions of Burma to the text board: arrivals at Kunming, and the stores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ironbottom.engine.text.sentences import count, joined
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import BOXES, FIRST_BOX
from ironbottom.games.war_in_the_pacific.scenarios.burma import cases as burma
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.games.war_in_the_pacific.text.names import base


def board(view: View, supply: Mapping[str, int], rules: Rules) -> Iterator[tuple[str, str]]:
    """44.43, 25.2 The Supply Points that arrived at Kunming, with their score, and those at bases, as text lines."""
    pieces = rules.pieces
    came = supply[BOXES.ids[burma.TONNAGE - FIRST_BOX]]
    blocks = came // pieces.block
    score = blocks * int(pieces.figure("44.43", "per_block_kunming"))
    came_there, scored = count(came, "Supply Point"), count(score, "Victory Point")
    yield "allies", f"Kunming: {came_there} came, {scored} for the Allies."
    lying = sorted(((points, hex) for hex, points in supply.items() if points and hex.upper() in NUMBER), reverse=True)
    yield "", f"Stores: {joined([f'{points} at {base(hex)}' for points, hex in lying])}."
