"""Views, positions, checks and sampling: everything is public except secret picks."""
