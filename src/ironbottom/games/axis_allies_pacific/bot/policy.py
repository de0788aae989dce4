"""The constants with which a computer player plans: what each economy buys, how boldly it attacks, and how it values
places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Mix = Mapping[str, float]
"""The desired share of each kind of unit in an economy's spending."""

JAPAN_MIX: Mix = {
    "infantry": 0.05,
    "artillery": 0.06,
    "transport": 0.2,
    "destroyer": 0.2,
    "fighter": 0.3,
    "submarine": 0.04,
    "carrier": 0.1,
}
INDIA_MIX: Mix = {"infantry": 0.65, "artillery": 0.2, "fighter": 0.15}
AUSTRALIA_MIX: Mix = {"infantry": 0.3, "submarine": 0.25, "destroyer": 0.15, "fighter": 0.2, "transport": 0.1}
USA_MIX: Mix = {
    "submarine": 0.2,
    "destroyer": 0.2,
    "carrier": 0.15,
    "fighter": 0.2,
    "transport": 0.1,
    "marine": 0.1,
    "artillery": 0.05,
}


class Policy(NamedTuple):
    """The constants of a player; by default those of the ensign."""

    mixes: Mapping[str, Mix] = {"japan": JAPAN_MIX, "india": INDIA_MIX, "australia": AUSTRALIA_MIX, "usa": USA_MIX}
    landing_mixes: Mapping[str, Mix] = {}
    """The mixes of economies that buy landing forces only once they have won the sea."""
    sea_won: float = 0.75
    """The sea is won once the enemy's fleet is worth less than this share of the team's."""
    counts_armies: bool = False
    """Whether ground units in the field count in a mix, not only those that wait in a production land. Otherwise units
    that have left it are bought again.
    """
    garrison: float = 0.5
    """The strength of a garrison relative to the threat, in pips."""
    capital_garrison: float = 1.1
    least: float = 0.62
    """A battle is not fought below this probability of winning."""
    turns: float = 4.0
    """The value of a territory in turns of its income."""
    turns_of_japan: float = 6.0
    """The value of a territory for Japan, whose income also gives victory points."""
    convoy_turns: float = 3.0
    """9.5 The value of a convoy in turns of its income."""
    spares_transports: bool = False
    """8.12.2 Whether kamikazes wait for warships."""


ENSIGN = Policy()
BOLD = ENSIGN._replace(
    mixes={
        **ENSIGN.mixes,
        "india": {"infantry": 0.3, "artillery": 0.3, "fighter": 0.4},
        "usa": {"submarine": 0.3, "destroyer": 0.25, "carrier": 0.15, "fighter": 0.3},
    },
    landing_mixes={
        "usa": {
            "submarine": 0.05,
            "destroyer": 0.1,
            "carrier": 0.1,
            "fighter": 0.25,
            "transport": 0.2,
            "marine": 0.15,
            "infantry": 0.1,
            "artillery": 0.05,
        }
    },
    counts_armies=True,
    garrison=0.2,
    capital_garrison=0.6,
    least=0.5,
    turns=8.0,
    convoy_turns=7.5,
)
"""The captain's constants for the Allies, who own more than Japan but arrive too late: ground units that attack, a
fleet, transports only once it has won the sea, small garrisons, and more value for convoys.
"""
BOLD_JAPAN = ENSIGN._replace(spares_transports=True)
"""The captain's constants for Japan."""
