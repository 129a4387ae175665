"""What mypy and pyright check: that people who type their programs see the right types. It is never run."""

from typing_extensions import assert_type

import piste

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

assert_type(piste.solve(PUZZLE), piste.Solved)
assert_type(piste.rate(PUZZLE, metrics=["se"]), piste.Ratings)
assert_type(piste.rate(PUZZLE)["se"], piste.Rating)
assert_type(piste.explain(PUZZLE)[0], piste.Step)
assert_type(piste.make(level="easy"), piste.Made)
assert_type(piste.canon(PUZZLE).same, "bool | None")
frame = piste.rate([PUZZLE], as_="pandas")
piste.solve(PUZZLE).solution
