"""The browsers of tests, as the server knows them."""

SEATS_COOKIE = "ironbottom_seats"
PLAYER = "a-browser-of-the-tests-that-holds-every-seat-it-begins"
"""The secret of the browser that tests use where they are not about who holds a seat."""
