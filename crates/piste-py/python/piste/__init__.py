"""How hard is a Sudoku for people, why, and more of the same kind.

One puzzle or many, by the same call:

>>> import piste
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> piste.solve(easy).solution[:9]
'534678912'
>>> piste.rate(easy, metrics=["se"]).level
'beginner'
>>> piste.rate([easy, "nonsense"], metrics=["givens"])["givens"]
[30.0, None]

A text is one puzzle, and is answered with an object. Anything else is many: a list, a NumPy array, a column of
pandas, polars or pyarrow. They are answered with columns, in the library that they came from or that
``as_`` names. The work is done on all cores, without holding Python's lock; Ctrl-C ends it at once.

What cannot be answered is a :class:`PisteError` for one puzzle, and a text in the column ``problem``
for many.
"""

from ._answers import (
    Canon,
    Check,
    Converted,
    Explanation,
    Hint,
    Made,
    Puzzle,
    Rating,
    Ratings,
    Solved,
    Step,
    Summary,
    Transformed,
)
from ._ask import canon, check, convert, explain, hint, info, make, rate, solve, transform
from ._library import Library
from ._model import Features, TimeModel, feature_names, features
from ._piste import Columns, PisteError
from ._piste import version as __version__

__all__ = [
    "Canon",
    "Check",
    "Columns",
    "Converted",
    "Explanation",
    "Features",
    "Hint",
    "Library",
    "Made",
    "PisteError",
    "Puzzle",
    "Rating",
    "Ratings",
    "Solved",
    "Step",
    "Summary",
    "TimeModel",
    "Transformed",
    "__version__",
    "canon",
    "check",
    "convert",
    "explain",
    "feature_names",
    "features",
    "hint",
    "info",
    "make",
    "rate",
    "solve",
    "transform",
]
