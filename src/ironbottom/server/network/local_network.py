"""Finds the addresses and names of this machine in the local network, without contacting another machine."""

from __future__ import annotations

import ipaddress
import socket

DOCUMENTATION_ADDRESS = "192.0.2.1"
"""An address reserved for examples (RFC 5737). A datagram socket connected to it sends nothing, but has a local
address."""


def lan_address() -> str | None:
    """Returns the address of this machine in its network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((DOCUMENTATION_ADDRESS, 9))
            own = probe.getsockname()[0]
        except OSError:
            own = ""
    return next((address for address in (own, *_addresses_by_name()) if _is_lan_address(address)), None)


def _addresses_by_name() -> list[str]:
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in entries]


def _is_lan_address(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (parsed.is_loopback or parsed.is_unspecified)


def lan_names() -> frozenset[str]:
    """Returns the names of this machine in its network."""
    name = socket.gethostname().lower()
    return frozenset((name, f"{name.split('.')[0]}.local"))
