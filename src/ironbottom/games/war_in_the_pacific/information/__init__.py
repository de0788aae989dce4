"""Views, positions, checks and sampling of hidden information for *War in the Pacific*."""
