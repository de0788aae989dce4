"""The players' protocol and the opponents that know no game."""
