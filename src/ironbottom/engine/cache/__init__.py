"""Bounded caches keyed by their inputs; only changed entries are recomputed.

A cache belongs to a module or to the facts in force, and all states share it. States hold no cached values, so caches
are never dumped, hashed, compared or sent. The conformance kit clears all caches and asks again: choices and views stay
the same.

========================================  ==========================================================================
caches by key                             ``cached``, ``CacheDict``, ``single_entry``, ``intern``
caches that depend on parts of a state    ``cached_by_fingerprint``, ``cached_by_fingerprint_per_key`` with
                                          ``depends_on``; ``FingerprintContext`` reads fingerprints once
caches updated entry by entry             ``incremental``, ``incremental_list``, ``incremental_map`` of a
                                          ``VersionedMap`` (``updated_from``, ``rows_as_map``), ``array_rows``
all caches                                ``cache_info``, ``cache_infos``, ``fingerprinted_functions``, ``clear_caches``
========================================  ==========================================================================
"""

from ironbottom.engine.cache.caches import CacheInfo
from ironbottom.engine.cache.fingerprints import Fingerprint, FingerprintContext, Runs, array_bytes, depends_on
from ironbottom.engine.cache.functions import (
    CacheDict,
    cached,
    cached_by_fingerprint,
    cached_by_fingerprint_per_key,
    intern,
    single_entry,
)
from ironbottom.engine.cache.registry import (
    FingerprintedFunction,
    cache_info,
    cache_infos,
    clear_caches,
    fingerprinted_functions,
)
from ironbottom.engine.cache.updating import array_rows, incremental, incremental_list, incremental_map, rows_as_map
from ironbottom.engine.cache.versioned import VersionedMap, changed_places, updated_from

__all__ = [
    "CacheDict",
    "CacheInfo",
    "Fingerprint",
    "FingerprintContext",
    "FingerprintedFunction",
    "Runs",
    "VersionedMap",
    "array_bytes",
    "array_rows",
    "cache_info",
    "cache_infos",
    "cached",
    "cached_by_fingerprint",
    "cached_by_fingerprint_per_key",
    "changed_places",
    "clear_caches",
    "depends_on",
    "fingerprinted_functions",
    "incremental",
    "incremental_list",
    "incremental_map",
    "intern",
    "rows_as_map",
    "single_entry",
    "updated_from",
]
