"""Addresses under which other machines in the house reach this one, found without asking anybody outside."""

from __future__ import annotations

import ipaddress
import socket

DOCUMENTATION = "192.0.2.1"
"""An address kept for examples (RFC 5737): a datagram socket turned to it sends nothing, and learns its own address."""


def house_address() -> str | None:
    """The address of this machine in its network, None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as turned:
        try:
            turned.connect((DOCUMENTATION, 9))
            own = turned.getsockname()[0]
        except OSError:
            own = ""
    return next((address for address in (own, *_named()) if _in_a_house(address)), None)


def _named() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in found]


def _in_a_house(address: str) -> bool:
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (read.is_loopback or read.is_unspecified)


def house_names() -> frozenset[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return frozenset((name, f"{name.split('.')[0]}.local"))
