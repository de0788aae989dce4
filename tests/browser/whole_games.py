"""Whole games through the page against the computer, from set-up to the end, by mouse, touch or keyboard.

Run as ``python -m tests.browser.whole_games [GAME ...] [--hand HAND ...] [--side SIDE] [--seed NUMBER]``; a game takes
some minutes. It prints the duration of each, and fails if a page had errors, stopped or showed a wrong end.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.aap_user import AapUser, TypingAapUser
from tests.browser.actions import TITLES
from tests.browser.conftest import Api, context_of
from tests.browser.match_setup import SIDES, match_of, open_match, position_of, seats_against, table
from tests.browser.sea_area_user import SeaAreaUser, TypingSeaAreaUser
from tests.browser.simulated_player import KeyboardPlayer, SimulatedPlayer, no_errors
from tests.browser.witp_user import TypingWitpUser, WitpUser

SIDE_NAMES = {"japan": "Japan", "allies": "The Allies", "uk": "Britain", "usa": "The United States"}
HANDS = ("mouse", "finger", "keys")
PLAYERS: dict[str, tuple[type[SimulatedPlayer], type[KeyboardPlayer]]] = {
    "pf": (SimulatedPlayer, KeyboardPlayer),
    "hf": (SeaAreaUser, TypingSeaAreaUser),
    "vitp": (SeaAreaUser, TypingSeaAreaUser),
    "aap": (AapUser, TypingAapUser),
    "witp": (WitpUser, TypingWitpUser),
}
"""The players of each game, by pointer and by keyboard."""
FIRST = {"witp": 72}
"""The number of the first turn, if it is not 1: Game-Turns are counted over the whole war (42.53)."""
ENDS = {
    ("japan",): "Japan wins.",
    ("allies",): "The Allies win.",
    ("uk", "usa"): "Britain and the United States win.",
    (): "A draw.",
}
COUNT_POINTERS = (
    "window.pointed = 0;"
    "for (const kind of ['pointerdown', 'touchstart']) addEventListener(kind, () => window.pointed++, true)"
)


@dataclass(frozen=True)
class GameSetup:
    """The game to play: an input device for a side, from set-up or a position, to the end or for some turns."""

    game: str
    hand: str = "mouse"
    side: str = "japan"
    seed: int = 1
    position: str = ""
    turns: int = 0
    most: int = 6000
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Played:
    """The result of a game: questions answered, presses, clauses of the decisions, errors of the page."""

    questions: int
    presses: int
    kinds: set[str]
    wrong: list[str]


def player(game: str, page: Page, seed: int, hand: str = "mouse") -> SimulatedPlayer:
    """The player of this game with this input device."""
    pointing, typing = PLAYERS[game]
    return typing(page, seed) if hand == "keys" else pointing(page, seed, touch=hand == "finger")


def begin(user: SimulatedPlayer, api: Api, address: str, wanted: GameSetup) -> None:
    """Opens the page of a new game, or a position sent to the server."""
    if wanted.position:
        game, text = position_of(wanted.position)
        seats = seats_against(wanted.game, wanted.side, "ensign")
        open_match(user.page, address, api.begin(game=game, position=text, seats=seats)["id"])
    elif wanted.options:
        seats = seats_against(wanted.game, wanted.side, "ensign")
        options = dict(wanted.options)
        open_match(user.page, address, api.begin(game=wanted.game, options=options, seats=seats)["id"])
    else:
        user.new_game(address, side=SIDE_NAMES[wanted.side], game=TITLES[wanted.game])
        view = api.match_view(match_of(user.page), wanted.side)["view"]
        assert view.get("turn", view.get("round")) == FIRST.get(wanted.game, 1)


def check_ended(user: SimulatedPlayer, api: Api, side: str) -> dict[str, Any]:
    """The page shows the server's result; each act was legal, and each die came from the sealed secret."""
    match = match_of(user.page)
    match_view = api.match_view(match, side, since=0)
    assert match_view["over"]
    assert user.sentence() == ENDS[tuple(match_view["result"]["winners"])]
    assert match_view["result"]["why"].lower() in user.decision.locator(".subline").inner_text().lower()
    assert api.get(f"/matches/{match}/verify")["sound"]
    return match_view


def play(browser: Browser, api: Api, address: str, wanted: GameSetup) -> Played:
    """Plays the game, and compares the page with the server."""
    with context_of(browser, phone=wanted.hand == "finger") as context:
        page = context.new_page()
        wrong = no_errors(page)
        page.add_init_script(COUNT_POINTERS)
        user = player(wanted.game, page, wanted.seed, wanted.hand)
        begin(user, api, address, wanted)
        questions = user.play(most=wanted.most, turns=wanted.turns)
        if not wanted.turns:
            check_ended(user, api, wanted.side)
        if wanted.hand == "keys":
            assert page.evaluate("window.pointed") == 0, "a keyboard points at nothing"
        own = api.match_view(match_of(page), wanted.side, since=0)["log"]
        chosen = [entry for entry in own if entry["act"] == "choice" and entry.get("side") == wanted.side]
        assert len(chosen) >= questions // 8, f"{questions} questions, {len(chosen)} choices kept"
        return Played(questions, user.pressed, user.kinds, wrong)


def tell(wanted: GameSetup, played: Played, seconds: float) -> str:
    """One line about a game."""
    asked = ", ".join(sorted(played.kinds, key=lambda clause: [int(part) for part in re.findall(r"\d+", clause)]))
    return (
        f"{wanted.game} by {wanted.hand} for {wanted.side}, seed {wanted.seed}: {played.questions} questions, "
        f"{played.presses} presses, {seconds:.0f} s; asked by {asked}"
    )


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m tests.browser.whole_games", description=__doc__)
    read.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(TITLES)}; all of them by default")
    read.add_argument("--hand", nargs="+", choices=HANDS, default=HANDS)
    read.add_argument("--side", choices=SIDES, default="japan")
    read.add_argument("--seed", type=int, default=1)
    asked = read.parse_args()
    unknown = set(asked.games) - set(TITLES)
    if unknown:
        read.error(f"no game {', '.join(sorted(unknown))}; choose one of {', '.join(TITLES)}")
    failed = False
    with table() as (address, api, browser):
        for game in asked.games or TITLES:
            for hand in asked.hand:
                wanted = GameSetup(game, hand, asked.side, asked.seed)
                begun = time.monotonic()
                try:
                    played = play(browser, api, address, wanted)
                except AssertionError as wrong:
                    failed = True
                    print(f"{wanted}: {wrong}", flush=True)
                    continue
                failed |= bool(played.wrong)
                print("\n".join([tell(wanted, played, time.monotonic() - begun), *played.wrong]), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
