"""The web application: live matches, storage, accounts."""
