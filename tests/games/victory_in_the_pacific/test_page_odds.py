"""The odds that the page's tests compare with are those that the game reckons now."""

import json
import runpy
from pathlib import Path

WEB = Path(__file__).parents[3] / "page" / "tests"


def test_the_odds_kept_for_the_page_are_up_to_date() -> None:
    told = runpy.run_path(str(WEB / "make_odds.py"))["written"]()
    assert json.loads((WEB / "vitp_odds.json").read_text()) == json.loads(json.dumps(told)), (
        "run python tests/make_odds.py in the web folder"
    )
