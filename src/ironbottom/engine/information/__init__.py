"""Hidden information: drawing worlds that agree with what a side knows."""
