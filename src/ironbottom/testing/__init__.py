"""The conformance kit: the guarantees that each game must give, checked in random games.

``python -m ironbottom.testing GAME`` runs all checks for several minutes. In a test suite, each check is a test:

>>> from ironbottom import get_game
>>> from ironbottom.testing import CHECKS, check_game
>>> [check.name for check in CHECKS][:3]
['states', 'positions', 'offers']
>>> check_game(get_game("pf"), "memory", 0.02)
'6 decisions, 12 games'
"""

from ironbottom.testing.checks import CHECKS, KitCheck, check_game
from ironbottom.testing.games import add_positions
from ironbottom.testing.walks import ConformanceFault

__all__ = ["CHECKS", "ConformanceFault", "KitCheck", "add_positions", "check_game"]
