"""Commands of the docs run in a separate folder, like those of the command line."""

from tests.cli.conftest import games_folder

__all__ = ["games_folder"]
