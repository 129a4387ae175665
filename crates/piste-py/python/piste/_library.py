"""Rated puzzles on disk, asked by conditions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from typing import Any

from . import _piste
from ._told import As, check_as, shaped


class Library:
    """A rated collection of puzzles in one file.

    Without a path it is the user's own, which the first use makes of the more than 100,000 puzzles that come
    with piste (some seconds, once).

    >>> import piste
    >>> library = piste.Library()                                      # doctest: +SKIP
    >>> library.query("level=hard and givens<=24", limit=3)["puzzle"]  # doctest: +SKIP
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self._library = _piste.Library(path)

    @property
    def path(self) -> str:
        """Where its file is."""
        return str(self._library.path)

    def __len__(self) -> int:
        return len(self._library)

    def __repr__(self) -> str:
        return f"piste.Library({self.path!r})"

    def count(self, where: str = "") -> int:
        """How many puzzles meet a condition."""
        return self._library.count(where)

    def query(
        self,
        where: str = "",
        *,
        limit: int | None = 20,
        offset: int = 0,
        order: str = "added",
        seed: int = 0,
        metrics: Sequence[str] = (),
        as_: As = "dict",
    ) -> Any:
        """The puzzles that meet a condition, with their ratings, as columns.

        `order` is `added`, `random` (by `seed`), or a column, from high to low with `-` before it.
        """
        check_as(as_)
        request = {
            "where": where,
            "limit": limit,
            "offset": offset,
            "order": order,
            "seed": seed,
            "metrics": list(metrics),
        }
        return shaped(self._library.query(json.dumps(request).encode()), as_)
