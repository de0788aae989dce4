"""Plots of simulated games as SVG files: win rates, measures turn by turn, and measures at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from ironbottom.engine.core.errors import BadValue
from ironbottom.lab.game_table import INSTALL_LAB
from ironbottom.lab.intervals import proportion_interval
from ironbottom.lab.simulation import SCORE, GameResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = (5, 25, 50, 75, 95)
"""The percentiles of a fan."""
INK, SHADES = "#1d3557", ("#cfdbe8", "#94b0cc")
"""The colour of lines, and of the bands of a fan from the outside in."""


class PlottedSeating(NamedTuple):
    """The games of one seating."""

    seats: dict[str, str]
    games: Sequence[GameResult]

    @property
    def name(self) -> str:
        """The players by side, such as ``japan ensign, allies random``."""
        return ", ".join(f"{side} {player}" for side, player in self.seats.items())


def check_plot_folder(folder: Path) -> None:
    """Checks, before any game is played, that plots can be written. ``BadValue`` says why they cannot."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        raise BadValue(f"plots need matplotlib: {INSTALL_LAB}", field="--plots") from None
    if folder.exists() and not folder.is_dir():
        raise BadValue(f"{folder} is not a folder", field="--plots")


def write_plots(title: str, seatings: Sequence[PlottedSeating], folder: Path) -> list[Path]:
    """Writes all plots of a simulation into a folder, replacing older ones, and returns the files.

    ``win_rates.svg``: each side's share of the games, counting a draw as half a win, with its 95 % interval.
    ``turns_MEASURE.svg``: a running measure by turn, a fan of percentiles for each seating. ``end_MEASURE.svg``:
    how often each value of a measure occurred at the end. ``BadValue`` if the folder cannot be written.
    """
    running = list(dict.fromkeys(name for seating in seatings for game in seating.games for name in game.turns[-1]))
    final = list(dict.fromkeys(name for seating in seatings for game in seating.games for name in game.measures))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [
            _plot(folder / "win_rates.svg", title, seatings, _win_rates),
            *(
                _plot(folder / f"turns_{_file_name(name)}.svg", title, seatings, _fan_of(name))
                for name in running
                if len(seatings[0].games[0].turns) > 1
            ),
            *(
                _plot(folder / f"end_{_file_name(name)}.svg", title, seatings, _histogram_of(name))
                for name in final
                if not (name.startswith(SCORE) and name != final[0])
            ),
        ]
    except OSError as error:
        raise BadValue(f"{folder} cannot be written: {error.strerror}", field="--plots") from None


class PlottedShare(NamedTuple):
    """A side's share of the games of one setting, from 0 to 1, with its 95 % interval."""

    name: str
    share: tuple[float, float, float]
    games: int


def write_share_plot(title: str, side: str, rows: Sequence[PlottedShare], folder: Path) -> Path:
    """Writes ``balance.svg`` into a folder: a side's share of the games in each setting.

    ``BadValue`` if it cannot be written.
    """
    from matplotlib.figure import Figure

    path = folder / "balance.svg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _style(path):
            figure = Figure(figsize=(7, 1.2 + 0.34 * len(rows)), layout="constrained")
            figure.suptitle(title)
            axes = figure.subplots()
            for place, row in enumerate(rows):
                _draw_share(axes, place, row.share)
            axes.set_yticks(range(len(rows)), [f"{row.name}: {row.games} games" for row in rows])
            axes.set_ylim(len(rows) - 0.4, -0.7)
            _percent_axis(axes, f"% of the games won by {side}, counting a draw as half a win; 95 % interval")
            figure.savefig(path, format="svg", metadata={"Date": None})
    except OSError as error:
        raise BadValue(f"{folder} cannot be written: {error.strerror}", field="--plots") from None
    return path


def percentiles(values: Sequence[float]) -> tuple[float, ...]:
    """Returns the percentiles of a fan, ``LEVELS``.

    >>> percentiles([float(value) for value in range(101)])
    (5.0, 25.0, 50.0, 75.0, 95.0)
    >>> percentiles([2.0])
    (2.0, 2.0, 2.0, 2.0, 2.0)
    """
    if len(values) == 1:
        return (values[0],) * len(LEVELS)
    cuts = quantiles(values, n=100, method="inclusive")
    return tuple(cuts[level - 1] for level in LEVELS)


Draw = Callable[["Axes", PlottedSeating], None]
"""Draws one seating."""


def _style(path: Path) -> AbstractContextManager[None]:
    """The style of all plots. A file depends only on its plot, so the same games give the same file."""
    import matplotlib as mpl

    return mpl.rc_context(
        {"svg.hashsalt": path.name, "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    )


def _plot(path: Path, title: str, seatings: Sequence[PlottedSeating], draw: Draw) -> Path:
    """Draws one file: a row for each seating, all with the same scale."""
    from matplotlib.figure import Figure

    with _style(path):
        figure = Figure(figsize=(7, 0.6 + 2.2 * len(seatings)), layout="constrained")
        figure.suptitle(title)
        rows = figure.subplots(len(seatings), 1, sharex=True, squeeze=False)
        for axes, seating in zip(rows.flat, seatings, strict=True):
            many = "1 game" if len(seating.games) == 1 else f"{len(seating.games)} games"
            axes.set_title(f"{seating.name}: {many}", fontsize=9, loc="left")
            draw(axes, seating)
            axes.label_outer()
        figure.savefig(path, format="svg", metadata={"Date": None})
    return path


def _win_rates(axes: Axes, seating: PlottedSeating) -> None:
    draws = sum(not game.winners for game in seating.games)
    for place, side in enumerate(seating.seats):
        wins = sum(side in game.winners for game in seating.games)
        _draw_share(axes, place, proportion_interval(wins + draws / 2, len(seating.games)))
    axes.set_yticks(range(len(seating.seats)), list(seating.seats))
    axes.set_ylim(len(seating.seats) - 0.4, -0.7)
    _percent_axis(axes, "% of the games won, counting a draw as half a win; 95 % interval")


def _draw_share(axes: Axes, place: int, interval: tuple[float, float, float]) -> None:
    """A share with its interval, on its own line."""
    share, low, high = (100 * value for value in interval)
    axes.plot([low, high], [place, place], color=INK, linewidth=2)
    axes.plot([share], [place], "o", color=INK)
    words = f"{share:.0f} % ({low:.0f} to {high:.0f})"
    aligned = "left" if share < NEAR_END else "right" if share > 100 - NEAR_END else "center"
    axes.annotate(words, (share, place), xytext=(0, 6), textcoords="offset points", ha=aligned)


def _percent_axis(axes: Axes, label: str) -> None:
    axes.set_xlim(-2, 102)
    axes.axvline(50, color="#999999", linewidth=0.8, linestyle="dashed")
    axes.set_xlabel(label)


NEAR_END = 20
"""The figures of a share this close to 0 or 100 % are written on its inner side."""


def _fan_of(name: str) -> Draw:
    def draw(axes: Axes, seating: PlottedSeating) -> None:
        last = max(len(game.turns) for game in seating.games)
        # A game that ended earlier counts with its final value.
        rows = [
            percentiles([game.turns[min(turn, len(game.turns)) - 1][name] for game in seating.games])
            for turn in range(1, last + 1)
        ]
        turns = range(1, last + 1)
        levels = list(zip(*rows, strict=True))
        outside = [(levels[0], levels[-1]), (levels[1], levels[-2])]
        for (low, high), shade, (least, most) in zip(
            outside, SHADES, ((LEVELS[0], LEVELS[-1]), (LEVELS[1], LEVELS[-2])), strict=True
        ):
            axes.fill_between(turns, low, high, color=shade, linewidth=0, label=f"{most - least} % of the games")
        axes.plot(turns, levels[2], color=INK, marker="o", markersize=3, label="median")
        axes.set_xticks(turns if last <= 12 else range(1, last + 1, -(-last // 12)))
        axes.set_xlabel("after turn")
        axes.set_ylabel(name)
        axes.legend(loc="upper left", frameon=False, fontsize=8)

    return draw


def _histogram_of(name: str) -> Draw:
    from matplotlib.ticker import MaxNLocator

    def draw(axes: Axes, seating: PlottedSeating) -> None:
        values = [game.measures[name] for game in seating.games if name in game.measures]
        if values:
            axes.hist(values, bins=_bins(values), color=SHADES[1], edgecolor="white")
        axes.set_xlabel(f"{name} at the end")
        axes.set_ylabel("games")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))

    return draw


MAX_BINS = 30


def _bins(values: Sequence[float]) -> list[float]:
    """The edges of the bars: one bar for each whole number if there are few, otherwise equal steps.

    >>> _bins([0.0, 2.0])
    [-0.5, 0.5, 1.5, 2.5]
    """
    low, high = min(values), max(values)
    step = max(1, -(-int(high - low + 1) // MAX_BINS))
    edges = [low - 0.5]
    while edges[-1] <= high:
        edges.append(edges[-1] + step)
    return edges


def _file_name(name: str) -> str:
    """The name of a measure as part of a file name.

    >>> _file_name("ships of japan sunk")
    'ships_of_japan_sunk'
    """
    return re.sub(r"\W+", "_", name.lower()).strip("_")
