"""For those who model: features of puzzles as a matrix, and how long people take, with intervals.

The classes have the shape that scikit-learn expects of a transformer and of an estimator, and need neither it
nor NumPy; where NumPy is installed, matrices are its arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from . import _piste
from ._given import given


def feature_names() -> list[str]:
    """The names of all features. Each also exists as its logarithm, ln(1 + x): `log:givens`.

    >>> "givens" in feature_names()
    True
    """
    return _piste.feature_names()


def features(puzzles: object, names: Sequence[str] | None = None) -> Any:
    """A matrix: a row for each puzzle, a column for each feature (all that there are, unless named).

    Every puzzle must be proper: a matrix has no place for a reason why a row is missing. A value that a puzzle has not,
    because a metric does not rate it or its scale has ended, is NaN, as scikit-learn has it.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [list(map(float, row)) for row in features([easy], ["givens", "technique.hidden-single"])]
    [[30.0, 51.0]]
    """
    chosen = feature_names() if names is None else list(names)
    rows, width = _rows(puzzles)
    return _matrix(_piste.features(chosen, rows, width), len(chosen))


class Features:
    """The same as a transformer of scikit-learn: it goes into a pipeline.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> table = Features(["givens"]).fit_transform([easy])
    >>> float(table[0][0])
    30.0
    """

    def __init__(self, names: Sequence[str] | None = None) -> None:
        self.names = names

    def fit(self, puzzles: object = None, y: object = None) -> Features:
        """There is nothing to learn."""
        return self

    def transform(self, puzzles: object) -> Any:
        """The matrix of the features."""
        return features(puzzles, self.names)

    def fit_transform(self, puzzles: object, y: object = None) -> Any:
        """The same."""
        return self.transform(puzzles)

    def get_feature_names_out(self, input_features: object = None) -> list[str]:
        """The names of the columns."""
        return feature_names() if self.names is None else list(self.names)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """What it was made with."""
        return {"names": self.names}

    def set_params(self, **params: Any) -> Features:
        """Changes what it was made with."""
        for name, value in params.items():
            if name != "names":
                raise ValueError(f"there is no parameter {name}, only names")
            self.names = value
        return self


class TimeModel:
    """How long people take: the model that ships with piste, or one that `piste fit` has written.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> minutes, low, high = TimeModel().predict([easy], interval=True)
    >>> float(low[0]) < float(minutes[0]) < float(high[0])
    True
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self.path = path
        self._text = None if path is None else Path(path).read_text(encoding="utf-8")

    def fit(self, puzzles: object = None, y: object = None) -> TimeModel:
        """It has been learnt already: `piste fit` is what learns one."""
        return self

    def predict(self, puzzles: object, interval: bool = False) -> Any:
        """Minutes for each puzzle; with `interval` also where the interval begins and ends."""
        rows, width = _rows(puzzles)
        table = _piste.predict(self._text, rows, width)
        minutes, low, high = (_vector([row[at] for row in table]) for at in range(3))
        return (minutes, low, high) if interval else minutes


def _rows(puzzles: object) -> tuple[list[Any] | bytes, int]:
    told = given(puzzles)
    return ([told.one], 0) if told.one is not None else (told.many, told.width)


def _matrix(rows: list[list[float | None]], width: int) -> Any:
    told = [[float("nan") if value is None else value for value in row] for row in rows]
    try:
        import numpy
    except ImportError:
        return told
    return numpy.asarray(told, dtype=float).reshape(len(told), width)


def _vector(values: list[float]) -> Any:
    try:
        import numpy
    except ImportError:
        return values
    return numpy.asarray(values, dtype=float)
