"""The options of ``ironbottom odds hf``. Without a kind it computes a round of surface combat."""

from __future__ import annotations

from ironbottom.odds.questions import NUMBER, OddsFlag, OddsOptions

UNITS = "UNITS"
HELP = """Compute a round of combat of Hold Fast exactly.

Units are named in lists, with their strength if it is reduced: "Akagi 2, Kaga". The answer shows what happens to each
target if all fire at it, and if the dice are spread evenly.

    ironbottom odds hf --attack "Kongo, Hiei" --defend "Warspite"
    ironbottom odds hf --air --attack "Akagi, Kaga" --defend "Enterprise, Hornet 1"
    ironbottom odds hf --roll --ahead 2

With a record instead of units, computes the odds at the decision of the side named by --as, as that side sees them."""

FLAGS = (
    OddsFlag("air", "Carriers and air units fire."),
    OddsFlag("landing", "Transports land at a base that only its garrison defends."),
    OddsFlag("roll", "The roll for air or surface combat."),
    OddsFlag("attack", "The units that fire or land.", UNITS),
    OddsFlag("defend", "Their targets.", UNITS),
    OddsFlag("ahead", "The advantage on the roll.", NUMBER),
)
QUESTIONS = OddsOptions(
    HELP,
    "A record; computes the odds at the decision of the side named by --as.",
    "The side whose view of the record is used.",
    FLAGS,
)
