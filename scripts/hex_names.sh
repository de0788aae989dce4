#!/bin/bash
# Calls a hex of a map hex, and gives classes that were called after participles nouns. Run from the root; may run again.
set -e
python scripts/rename_names.py scripts/class_names.toml
python scripts/rename_hexes.py
python scripts/rename_words.py scripts/last_words.toml
python scripts/rename_locals.py scripts/hex_names.toml
python scripts/rename_locals.py scripts/index_names.toml
ruff check -q --fix --select I .
ruff format -q .
