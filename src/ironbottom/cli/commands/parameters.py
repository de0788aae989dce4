"""Annotated parameter types, shared by the commands: option names and the placeholders shown in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Options = Annotated[list[str] | None, Parameter(metavar="NAME=VALUE", consume_multiple=True)]
"""Options of a game; ``--option`` may be repeated or take several values."""
GameNames = Annotated[list[str] | None, Parameter(metavar="GAME", consume_multiple=True)]
Words = Annotated[list[str] | None, Parameter(metavar="WORDS", consume_multiple=True)]
Name = Annotated[str, Parameter(metavar="NAME")]
OptionalName = Annotated[str | None, Parameter(metavar="NAME")]
Side = Annotated[str | None, Parameter(metavar="SIDE")]
ReviewedSide = Annotated[str | None, Parameter(name="--as", metavar="SIDE")]
Viewer = Annotated[str | None, Parameter(name="--as", metavar="VIEW")]
Seed = Annotated[int | None, Parameter(metavar="NUMBER")]
Count = Annotated[int, Parameter(metavar="NUMBER")]
FirstTurns = Annotated[int | None, Parameter(metavar="NUMBER")]
Workers = Annotated[int | None, Parameter(metavar="NUMBER")]
Turns = Annotated[list[int] | None, Parameter(metavar="TURNS", consume_multiple=True)]
Duration = Annotated[float, Parameter(metavar="SECONDS")]
Minutes = Annotated[float, Parameter(metavar="MINUTES")]
Pace = Annotated[float | None, Parameter(metavar="SECONDS")]
Link = Annotated[str | None, Parameter(metavar="LINK")]
File = Annotated[Path | None, Parameter(metavar="FILE")]
Folder = Annotated[Path | None, Parameter(metavar="FOLDER")]
PartText = Annotated[str | None, Parameter(metavar="PART")]
CommitmentHash = Annotated[str | None, Parameter(metavar="HASH")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON, for programs.")]
Html = Annotated[bool, Parameter(name="--html", help="Print a page of HTML.")]
All = Annotated[bool, Parameter(name="--all")]
Code = Annotated[str, Parameter(metavar="CODE")]
Open = Annotated[bool, Parameter(name="--open")]
