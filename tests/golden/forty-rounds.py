#!/usr/bin/env python3
"""forty-rounds.tsv: losses in forty rounds of 2d6 by a chart (1 at 7, 2 at 9, 3 at 11), as fractions."""
from fractions import Fraction

row = {0: Fraction(1)}
for _ in range(40):
    after = {}
    for losses, p in row.items():
        for a in range(1, 7):
            for b in range(1, 7):
                more = losses + sum(a + b >= at for at in (7, 9, 11))
                after[more] = after.get(more, 0) + p / 36
    row = after
for losses in sorted(row):
    print(f"{losses}\t{row[losses]}")
