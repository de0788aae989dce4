"""What may be agreed before a match: the set-up, and a reading for each point on which the sources are in doubt."""

from __future__ import annotations

from ironbottom.engine.about import Option

EXTRA = tuple(str(ipc) for ipc in range(10))
NO_YES, YES_NO = ("no", "yes"), ("yes", "no")

OPTIONS = (
    Option(
        "vp_target",
        ("22", *(str(points) for points in (20, 21, *range(23, 31)))),
        "15.1",
        "The victory points with which Japan wins.",
        title="Points for a Japanese victory",
    ),
    Option(
        "bidding",
        ("no", "yes", "units"),
        "16.2",
        "Whether the players first bid in secret: the points that Japan needs, and the higher bid plays it; or units:"
        " the IPC of further units with which they would play the Allies, and the lower bid does.",
        title="Bidding",
    ),
    Option(
        "last_round",
        ("none", "12", "8", "5", "3", "1"),
        "15.3",
        "After which round the game is a draw.",
        title="The last round",
    ),
    Option(
        "sz14_sz30", NO_YES, "2.4", "Whether sea zones 14 and 30 border on each other.", title="Sea zones 14 and 30"
    ),
    Option(
        "szechwan_fighter_owner",
        ("usa", "china"),
        "3.3",
        "Whose the fighter in Szechwan is.",
        title="The fighter in Szechwan",
    ),
    Option(
        "sub_pass",
        ("destroyer_stops", "any_enemy_stops", "free"),
        "7.3.3",
        "What stops a submarine in combat movement: a destroyer, any enemy, or nothing.",
        title="What stops a submarine",
    ),
    Option(
        "transport_load",
        ("two_light_or_heavy", "aa_as_light", "tank_and_light"),
        "7.7.1",
        "What a transport carries: two light units or a heavy one; AA guns as light ones; or a tank with a light unit.",
        title="What a transport carries",
    ),
    Option(
        "unload_all",
        NO_YES,
        "7.7.3",
        "Whether a ship that unloads must unload all of its own side's load.",
        title="Unloading",
    ),
    Option(
        "loaded_destroyer_attack",
        ("0", "3"),
        "7.8.3",
        "The attack factor of a Japanese destroyer with infantry aboard.",
        title="A destroyer with infantry aboard",
    ),
    Option(
        "aa_overflight",
        YES_NO,
        "8.3.2",
        "Whether AA guns fire at aircraft that pass over them.",
        title="AA fire at aircraft that pass over",
    ),
    Option(
        "defending_first_strike",
        NO_YES,
        "8.5.2",
        "Whether defending submarines strike first, without enemy destroyers.",
        title="Defending submarines",
    ),
    Option(
        "destroyer_bombard",
        ("3", "2", "0"),
        "8.9.4",
        "The factor of a destroyer that bombards.",
        title="Bombarding destroyers",
    ),
    Option(
        "marine_artillery",
        ("3", "2"),
        "8.9.5",
        "The factor of a landing marine with artillery.",
        title="Marines with artillery",
    ),
    Option(
        "kamikaze_targets",
        ("all_but_submarines", "warships"),
        "8.12.2",
        "Which ships kamikazes may attack.",
        title="Targets of kamikazes",
    ),
    Option(
        "ic_limit",
        ("value", "none"),
        "11.2",
        "Whether captured and new complexes place as many units as their value.",
        title="New complexes",
    ),
    Option(
        "capital_hold",
        ("full_round", "at_once"),
        "15.2",
        "Whether Japan wins by a capital held through a round, or at the end of the turn in which it fell.",
        title="Winning by a capital",
    ),
    *(
        Option(
            f"extra_ipc_{economy}",
            EXTRA,
            "16.3",
            f"What {name} has more at the start than its purse, by agreement.",
            title=f"More at the start for {name}",
        )
        for economy, name in (
            ("japan", "Japan"),
            ("india", "India"),
            ("australia", "Australia"),
            ("usa", "the United States"),
        )
    ),
)
