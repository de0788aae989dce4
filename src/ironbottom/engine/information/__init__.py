"""Hidden information: draws random states that are consistent with what a side knows."""
