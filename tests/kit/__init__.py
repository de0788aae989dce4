"""Tests of the conformance kit, and the games that test the engine."""

import tests.kit.games  # noqa: F401  # the kit tests these games and positions too
