"""Everything that can be reached from an object."""

import gc
from types import FunctionType, ModuleType
from typing import Any


def reachable(*items: Any) -> list[Any]:
    """Returns all objects that can be reached from the given objects, other than through modules, types and
    functions.
    """
    seen: dict[int, Any] = {}
    waiting = list(items)
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | FunctionType):
            continue
        seen[id(found)] = found
        waiting += gc.get_referents(found)
    return list(seen.values())
