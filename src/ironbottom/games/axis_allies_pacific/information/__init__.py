"""Views, positions, checks, and sampling of hidden information."""
