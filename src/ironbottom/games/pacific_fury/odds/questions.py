"""The options of ``ironbottom odds pf``. Without a kind it computes a round of surface combat."""

from __future__ import annotations

from ironbottom.odds.questions import NUMBER, OddsFlag, OddsOptions

SHIPS = "SHIPS"
HELP = """Compute a fight of Pacific Fury exactly.

Ships are named in lists: "Kongo, Haruna". The answer shows the hits of both sides in one round, and the chance that
each unit sinks, by the hits on it.

    ironbottom odds pf --attack "Yamato, Kongo" --defend "Washington, South Dakota"
    ironbottom odds pf --strike --attack "Shokaku, Zuikaku" --defend "Enterprise, Hornet, Portland"
    ironbottom odds pf --bombardment --attack "Kongo, Haruna"
    ironbottom odds pf --field --attack "Shokaku, Zuikaku" --marker=-2

With a record instead of ships, computes the odds at the decision of the side named by --as, as that side sees them."""

FLAGS = (
    OddsFlag("strike", "Carriers attack task forces."),
    OddsFlag("bombardment", "Gun ships bombard Henderson Field."),
    OddsFlag("field", "Carriers strike Henderson Field."),
    OddsFlag("attack", "The ships that attack.", SHIPS),
    OddsFlag("defend", "The enemy ships.", SHIPS),
    OddsFlag("marker", "The box of the initiative marker, negative for Japan.", NUMBER),
)
QUESTIONS = OddsOptions(
    HELP,
    "A record; computes the odds at the decision of the side named by --as.",
    "The side whose view of the record is used.",
    FLAGS,
)
