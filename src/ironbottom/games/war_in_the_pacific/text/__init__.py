"""The words of *War in the Pacific*: events, choices, counters."""
