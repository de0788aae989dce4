"""Commands of the docs are run in a folder of their own, as those of the command line are."""

from tests.cli.conftest import games_folder

__all__ = ["games_folder"]
