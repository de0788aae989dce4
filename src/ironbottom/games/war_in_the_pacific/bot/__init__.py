"""A computer opponent for *War in the Pacific* that plays by rules of thumb."""
