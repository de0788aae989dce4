"""When a player may be notified: the time zone, the quiet hours, and the time of the daily digest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue

Mode = Literal["never", "at_once", "digest"]
"""How a player is notified that a match waits: not at all, at once, or once a day."""
TimeOfDay = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
OptionalTimeOfDay = Annotated[str, Meta(pattern="^(([01][0-9]|2[0-3]):[0-5][0-9])?$")]


class Times(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The times at which a player may be notified. ``zone`` is an IANA name such as ``Europe/Berlin``.

    No message is sent from ``quiet_from`` until ``quiet_to``; if either is empty, there are no quiet hours.
    """

    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    quiet_from: OptionalTimeOfDay = ""
    quiet_to: OptionalTimeOfDay = ""
    digest: TimeOfDay = "08:00"


def zone_of(times: Times) -> ZoneInfo:
    """Returns the time zone. Raises ``BadValue`` if this machine does not know it."""
    try:
        return ZoneInfo(times.zone)
    except (KeyError, ValueError, OSError):
        raise BadValue(f"no time zone is called {times.zone!r}; an example is Europe/Berlin", field="zone") from None


def after_quiet_hours(times: Times, time: int) -> int:
    """Returns a time, or the end of the quiet hours if it is within them; both in milliseconds since 1970.

    >>> night = Times(quiet_from="22:00", quiet_to="07:00")
    >>> after_quiet_hours(night, 3_600_000) // 3_600_000, after_quiet_hours(night, 8 * 3_600_000) // 3_600_000
    (7, 8)
    """
    begin, end = times.quiet_from, times.quiet_to
    if not begin or not end or begin == end:
        return time
    local = _local(times, time)
    now = f"{local:%H:%M}"
    quiet = begin <= now < end if begin < end else now >= begin or now < end
    return _next(local, end) if quiet else time


def next_digest(times: Times, time: int) -> int:
    """Returns when the next digest is due after a time; both in milliseconds since 1970.

    >>> next_digest(Times(digest="08:00"), 9 * 3_600_000) // 3_600_000
    32
    """
    return _next(_local(times, time), times.digest)


def local_text(times: Times, time: int) -> str:
    """Returns a time in a player's time zone, in words.

    >>> local_text(Times(), 0)
    '1 January 1970 at 00:00 (UTC)'
    """
    local = _local(times, time)
    return f"{local.day} {local:%B %Y} at {local:%H:%M} ({times.zone})"


def _local(times: Times, time: int) -> datetime:
    return datetime.fromtimestamp(time / 1000, zone_of(times))


def _next(local: datetime, clock: str) -> int:
    """Returns when a local clock next shows a time of day."""
    hour, minute = map(int, clock.split(":"))
    found = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return round((found if found > local else found + timedelta(days=1)).timestamp() * 1000)
