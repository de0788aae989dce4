"""The values of a state: kinds of field, sets, arrays, layout and frames, events, and who may see what."""
