"""How the arguments of the commands are written, and what stands for their values in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Options = Annotated[list[str] | None, Parameter(metavar="NAME=VALUE", consume_multiple=True)]
"""Options of a game, each under a flag of its own or several under one."""
Words = Annotated[list[str] | None, Parameter(metavar="WORDS", consume_multiple=True)]
Name = Annotated[str, Parameter(metavar="NAME")]
Named = Annotated[str | None, Parameter(metavar="NAME")]
Side = Annotated[str | None, Parameter(metavar="SIDE")]
Eyes = Annotated[str | None, Parameter(name="--as", metavar="EYES")]
Seed = Annotated[int | None, Parameter(metavar="NUMBER")]
Count = Annotated[int, Parameter(metavar="NUMBER")]
Workers = Annotated[int | None, Parameter(metavar="NUMBER")]
Turns = Annotated[list[int] | None, Parameter(metavar="TURNS", consume_multiple=True)]
Duration = Annotated[float, Parameter(metavar="SECONDS")]
Pace = Annotated[float | None, Parameter(metavar="SECONDS")]
Link = Annotated[str | None, Parameter(metavar="LINK")]
File = Annotated[Path | None, Parameter(metavar="FILE")]
Seal = Annotated[str | None, Parameter(metavar="HASH")]
Json = Annotated[bool, Parameter(name="--json", help="Write one JSON document, for programs.")]
All = Annotated[bool, Parameter(name="--all")]
Open = Annotated[bool, Parameter(name="--open")]
