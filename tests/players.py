"""The browsers of tests, as the server identifies them."""

SEATS_COOKIE = "ironbottom_seats"
PLAYER = "a-browser-of-the-tests-that-holds-every-seat-it-begins"
"""The secret of the tests' browser in tests where seat holders do not matter."""
