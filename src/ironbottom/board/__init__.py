"""Geography: areas, hex grids and projections."""
