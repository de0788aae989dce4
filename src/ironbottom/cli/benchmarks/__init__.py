"""The benchmarks of ``ironbottom bench``."""
