"""The options of ``ironbottom odds vitp``. Without a kind it computes a day action."""

from __future__ import annotations

from ironbottom.odds.questions import NUMBER, OddsFlag, OddsOptions

UNITS = "UNITS"
HELP = """Compute an action of Victory in the Pacific exactly.

Units are named in lists, with their damage if they have any: "Akagi 2, Kaga". The answer shows what happens to each
target if all fire at it, and if the shots are spread evenly.

    ironbottom odds vitp --attack "Akagi, Kaga" --defend "Lexington, Saratoga"
    ironbottom odds vitp --night --attack "Kongo, Hiei" --defend "Washington"
    ironbottom odds vitp --raid --attack "Akagi, Kaga, Soryu" --defend "Arizona, Nevada"
    ironbottom odds vitp --speed --attack "Yamato, Kongo 1"

With a record instead of units, computes the odds at the decision of the side named by --as, as that side sees them."""

FLAGS = (
    OddsFlag("night", "A night action: guns fire."),
    OddsFlag("raid", "Airstrikes against units in a port, in both rounds."),
    OddsFlag("speed", "Speed rolls of the ships in --attack."),
    OddsFlag("attack", "The units that fire.", UNITS),
    OddsFlag("defend", "Their targets.", UNITS),
    OddsFlag("turn", "The turn, for bonuses that begin later.", NUMBER),
)
QUESTIONS = OddsOptions(
    HELP,
    "A record; computes the odds at the decision of the side named by --as.",
    "The side whose view of the record is used.",
    FLAGS,
)
