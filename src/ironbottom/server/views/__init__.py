"""What a side sees: game text, log text, lookahead and a cache of views."""
