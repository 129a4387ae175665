"""What people hand over: which of it is one puzzle, and how many become a list or a block of bytes.

No library is imported here. Whoever hands over a column of pandas has pandas; it is known by the name of
the module that its type comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

#: Where a puzzle stands in a data frame.
COLUMN = "puzzle"


@dataclass(frozen=True)
class Given:
    """Puzzles as the native half takes them."""

    #: The one puzzle, if it is one.
    one: str | None
    #: Many: a list of texts, or bytes of which each puzzle takes `width`.
    many: list[Any] | bytes
    width: int
    #: What the answers are given in unless somebody says otherwise.
    as_: str


def given(puzzles: object) -> Given:
    """Tells one puzzle from many."""
    if isinstance(puzzles, str):
        return Given(str(puzzles), [], 0, "dict")
    if isinstance(puzzles, (bytes, bytearray)):
        return Given(bytes(puzzles).decode("utf-8", "replace"), [], 0, "dict")
    library = type(puzzles).__module__.partition(".")[0]
    if library == "numpy":
        return _numpy(puzzles)
    if library in ("pandas", "polars", "pyarrow"):
        return _frame(puzzles, library)
    if not isinstance(puzzles, Iterable):
        raise TypeError(f"expected a puzzle or many, not {type(puzzles).__name__}")
    return Given(None, [_text(puzzle) for puzzle in puzzles], 0, "dict")


def _text(puzzle: object) -> object:
    """Texts as they are; a missing one (None, NaN) is None."""
    if puzzle is None or puzzle != puzzle:
        return None
    if isinstance(puzzle, (bytes, bytearray)):
        return bytes(puzzle).decode("utf-8", "replace")
    return puzzle


def _frame(puzzles: Any, library: str) -> Given:
    as_ = "arrow" if library == "pyarrow" else library
    kind = type(puzzles).__name__
    if kind in ("DataFrame", "Table", "RecordBatch"):
        puzzles = puzzles[COLUMN]
    elif kind == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet: use .collect() or .map_batches()")
    if library == "pandas":
        return Given(None, [_text(puzzle) for puzzle in puzzles.tolist()], 0, as_)
    rows = puzzles.to_list() if library == "polars" else puzzles.to_pylist()
    return Given(None, rows, 0, as_)


def _numpy(array: Any) -> Given:
    kind, shape = array.dtype.kind, tuple(array.shape)
    if kind == "S" and len(shape) == 1:
        # Short texts are filled up with zeros, which would be read as empty cells.
        return Given(None, array.tobytes().replace(b"\0", b" "), int(array.dtype.itemsize), "dict")
    if kind in "UO" and len(shape) == 1:
        return Given(None, [_text(puzzle) for puzzle in array.tolist()], 0, "dict")
    if kind in "ui":
        if shape in ((81,), (9, 9)):
            return Given("".join(str(int(cell)) for cell in array.ravel()), [], 0, "dict")
        if shape[1:] in ((81,), (9, 9)):
            if array.size and (int(array.min()) < 0 or int(array.max()) > 255):
                raise ValueError("cells are the numbers from 0 to 9, or the signs for them")
            return Given(None, array.astype("uint8").tobytes(), 81, "dict")
    raise TypeError(
        f"an array of {array.dtype} with the shape {shape} holds no puzzles; expected texts, or "
        "uint8 with the shape (n, 81) or (n, 9, 9)"
    )
