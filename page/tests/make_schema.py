"""Writes openapi.json, the server's OpenAPI schema, from which the page's types are generated.

Run by `make_fixtures.py` and by `make schema`.
"""

from __future__ import annotations

import json
from pathlib import Path

from ironbottom.server.app import make_litestar


def main() -> None:
    """Writes the schema with sorted keys, so that it changes only when the server's messages do."""
    schema = make_litestar().openapi_schema.to_schema()
    Path(__file__).with_name("openapi.json").write_text(json.dumps(schema, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
