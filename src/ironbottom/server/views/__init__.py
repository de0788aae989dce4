"""The views of a side: game text, log text, lookahead and a cache of views."""
