"""What people get: columns in the library of their choice, progress, exceptions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Literal, Union

from ._piste import Columns, PisteError

#: What the answers about many puzzles can be.
As = Literal["arrow", "polars", "pandas", "dict", "columns"]
#: Nothing, a bar, or something that is called with how many are done, and of how many.
Progress = Union[bool, Callable[[int, int], object], None]


def shaped(columns: Columns | dict[str, list[Any]], as_: str) -> Any:
    """The columns in the library that is asked for."""
    if as_ == "dict":
        return columns.to_dict() if isinstance(columns, Columns) else columns
    if as_ == "columns":
        return columns
    if as_ == "polars":
        import polars

        return polars.DataFrame(columns)
    if as_ == "arrow":
        import pyarrow

        return pyarrow.table(columns)
    if as_ == "pandas":
        import pandas

        try:
            import pyarrow
        except ImportError:
            return pandas.DataFrame(shaped(columns, "dict"))
        return pyarrow.table(columns).to_pandas()
    raise ValueError(f"as_: expected arrow, polars, pandas, dict or columns, not {as_!r}")


def check_as(as_: str) -> None:
    """Refuses what is no form of columns before any work is done."""
    if as_ not in ("arrow", "polars", "pandas", "dict", "columns"):
        raise ValueError(f"as_: expected arrow, polars, pandas, dict or columns, not {as_!r}")


def raise_first(columns: Columns) -> None:
    """Raises the first problem, with its row."""
    for row, problem in enumerate(columns.to_dict()["problem"]):
        if problem is not None:
            error = PisteError(f"row {row}: {problem}")
            error.code, error.member, error.place = "bad-puzzle", "puzzles", f"row {row}"
            raise error


def watcher(progress: Progress) -> Callable[[int, int], object] | None:
    """What is called now and then with how many are done, and of how many."""
    if not progress:
        return None
    if callable(progress):
        return progress
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line
    bar = tqdm(unit=" puzzles")

    def told(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return told


def _line(done: int, total: int) -> None:
    end = "\n" if done >= total else ""
    sys.stderr.write(f"\r{done:,} of {total:,} puzzles{end}")
    sys.stderr.flush()
