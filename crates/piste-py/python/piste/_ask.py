"""The verbs: one puzzle or many, by the same call."""

from __future__ import annotations

import json
import secrets
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, overload

from . import _piste
from ._answers import (
    Canon,
    Check,
    Converted,
    Explanation,
    Hint,
    Made,
    Ratings,
    Solved,
    Transformed,
)
from ._given import given
from ._told import As, Progress, check_as, raise_first, shaped, watcher

if TYPE_CHECKING:
    from typing_extensions import Unpack

Errors = Literal["column", "raise"]
T = TypeVar("T")


class Many(TypedDict, total=False):
    """What can be said besides where there are many puzzles, to every verb."""

    #: What comes back: that of what was given, if nothing is said.
    as_: As | None
    #: How many work at once: as many as there are cores, if nothing is said.
    threads: int | None
    progress: Progress
    #: Whether what is wrong with a puzzle is a column, as usual, or the first one is raised.
    errors: Errors


def _answer(
    verb: str,
    puzzles: object,
    request: dict[str, Any],
    one: Callable[[dict[str, Any], dict[str, Any]], T],
    *,
    as_: As | None = None,
    threads: int | None = None,
    progress: Progress = None,
    errors: Errors = "column",
) -> Any:
    told = given(puzzles)
    if told.one is not None:
        asked = {**request, "puzzle": told.one}
        return one(json.loads(_piste.ask(verb, json.dumps(asked).encode())), asked)
    form = as_ or told.as_
    check_as(form)
    if errors not in ("column", "raise"):
        raise ValueError(f"errors: expected column or raise, not {errors!r}")
    body = json.dumps({**request, "puzzle": ""}).encode()
    columns = _piste.many(verb, body, told.many, told.width, threads, watcher(progress))
    if errors == "raise":
        raise_first(columns)
    return shaped(columns, form)


@overload
def solve(
    puzzles: str, *, count: int = ..., seed: int | None = ..., shape: str | None = ...
) -> Solved: ...
@overload
def solve(
    puzzles: object,
    *,
    count: int = ...,
    seed: int | None = ...,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def solve(
    puzzles: object,
    *,
    count: int = 2,
    seed: int | None = None,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """The solution, and whether it is the only one.

    The search goes on until it has found `count` solutions: 2 decides whether there is exactly one. `seed`
    looks for them in a random order. `shape` is for boards other than 9×9: `6x6`, `9x9+x`, `any`.

    Many are answered with the columns puzzle, solution, verdict, count, guesses and problem.

    >>> solve("1.....3..2.....4", shape="any").solution
    '1342243142133124'
    """
    request = {"count": count, "seed": seed, "shape": shape}
    return _answer("solve", puzzles, request, lambda raw, _: Solved.of(raw), **many)


@overload
def check(
    puzzles: str,
    *,
    count: int = ...,
    values: str | None = ...,
    solution: str | None = ...,
    shape: str | None = ...,
) -> Check: ...
@overload
def check(
    puzzles: object,
    *,
    count: int = ...,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def check(
    puzzles: object,
    *,
    count: int = 2,
    values: str | None = None,
    solution: str | None = None,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """Whether it is a proper puzzle, minimal, symmetric; and whether what a player wrote is right.

    >>> check("5" * 81).proper
    False
    """
    request = {"count": count, "values": values, "solution": solution, "shape": shape}
    return _answer("check", puzzles, request, lambda raw, _: Check.of(raw), **many)


@overload
def rate(
    puzzles: str,
    *,
    metrics: Sequence[str] = ...,
    seed: int = ...,
    options: Mapping[str, object] | None = ...,
    bands: int | None = ...,
    work: int | None = ...,
) -> Ratings: ...
@overload
def rate(
    puzzles: object,
    *,
    metrics: Sequence[str] = ...,
    seed: int = ...,
    options: Mapping[str, object] | None = ...,
    bands: int | None = ...,
    work: int | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def rate(
    puzzles: object,
    *,
    metrics: Sequence[str] = (),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    bands: int | None = None,
    work: int | None = None,
    **many: Unpack[Many],
) -> Any:
    """How hard it is, by every metric or those that are named.

    `work` limits metrics that look for long, in counted work, so that the same request has the same answer
    everywhere; a limit that was reached leaves its columns empty. Many are answered with the columns of
    docs/rate-format.md, with verdict and level behind the puzzle. Numbers are floats.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rate([easy], metrics=["se"])["level"]
    ['beginner']
    """
    if isinstance(metrics, str):
        metrics = [metrics]
    request = {
        "metrics": list(metrics),
        "seed": seed,
        "options": dict(options or {}),
        "bands": bands,
        "work": work,
    }
    return _answer("rate", puzzles, request, lambda raw, _: Ratings.of(raw), **many)


@overload
def explain(
    puzzles: str,
    *,
    ladder: str | None = ...,
    method: str | None = ...,
    uniqueness: bool = ...,
    upto: int | None = ...,
    work: int | None = ...,
    shape: str | None = ...,
) -> Explanation: ...
@overload
def explain(
    puzzles: object,
    *,
    ladder: str | None = ...,
    method: str | None = ...,
    uniqueness: bool = ...,
    upto: int | None = ...,
    work: int | None = ...,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def explain(
    puzzles: object,
    *,
    ladder: str | None = None,
    method: str | None = None,
    uniqueness: bool = True,
    upto: int | None = None,
    work: int | None = None,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """The solve, step by step, each with its reason.

    Many are answered with lists in the columns strategies, changes and texts: one entry a step.
    """
    request = {
        "ladder": ladder,
        "method": method,
        "uniqueness": uniqueness,
        "upto": upto,
        "work": work,
        "shape": shape,
    }
    return _answer("explain", puzzles, request, Explanation.of, **many)


@overload
def hint(
    puzzles: str,
    *,
    values: str | None = ...,
    marks: str | None = ...,
    grade: int = ...,
    ladder: str | None = ...,
    uniqueness: bool = ...,
) -> Hint: ...
@overload
def hint(
    puzzles: object,
    *,
    grade: int = ...,
    ladder: str | None = ...,
    uniqueness: bool = ...,
    **many: Unpack[Many],
) -> Any: ...
def hint(
    puzzles: object,
    *,
    values: str | None = None,
    marks: str | None = None,
    grade: int = 3,
    ladder: str | None = None,
    uniqueness: bool = True,
    **many: Unpack[Many],
) -> Any:
    """What to do next: where to look (grade 1), which strategy (2), the whole step (3).

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> len(hint(easy, grade=2).grades)
    2
    """
    request = {
        "values": values,
        "marks": marks,
        "grade": grade,
        "ladder": ladder,
        "uniqueness": uniqueness,
    }
    return _answer("hint", puzzles, request, lambda raw, _: Hint.of(raw), **many)


@overload
def canon(puzzles: str, *, other: str | None = ..., shape: str | None = ...) -> Canon: ...
@overload
def canon(
    puzzles: object,
    *,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def canon(
    puzzles: object,
    *,
    other: str | None = None,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """The canonical form: two puzzles are the same up to symmetry exactly when theirs are equal.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canon(easy, other=easy[::-1]).same
    True
    """
    request = {"other": other, "shape": shape}
    return _answer("canon", puzzles, request, lambda raw, _: Canon.of(raw), **many)


@overload
def transform(
    puzzles: str,
    by: str | None = ...,
    *,
    seed: int | None = ...,
    undo: bool = ...,
    shape: str | None = ...,
) -> Transformed: ...
@overload
def transform(
    puzzles: object,
    by: str | None = ...,
    *,
    seed: int | None = ...,
    undo: bool = ...,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def transform(
    puzzles: object,
    by: str | None = None,
    *,
    seed: int | None = None,
    undo: bool = False,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """The same puzzle in another way: turned, mirrored, shuffled, renamed.

    `by` is a transformation or its name, `half-turn`; `seed` draws one at random, the same one for each of
    many puzzles.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> transform(easy, "half-turn").transformed == easy[::-1]
    True
    """
    request = {"by": by, "seed": seed, "undo": undo, "shape": shape}
    return _answer("transform", puzzles, request, lambda raw, _: Transformed.of(raw), **many)


@overload
def convert(puzzles: str, to: str = ..., *, shape: str | None = ...) -> Converted: ...
@overload
def convert(
    puzzles: object,
    to: str = ...,
    *,
    shape: str | None = ...,
    **many: Unpack[Many],
) -> Any: ...
def convert(
    puzzles: object,
    to: str = "line",
    *,
    shape: str | None = None,
    **many: Unpack[Many],
) -> Any:
    """The same puzzle in another form of text: line, grid, marks, sdm, sdk, ss, hodoku.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> convert(easy, "sdm").text[:9]
    '530070000'
    """
    request = {"to": to, "shape": shape}
    return _answer("convert", puzzles, request, lambda raw, _: Converted.of(raw), **many)


@overload
def make(count: None = ..., *, threads: int | None = ..., **brief: Any) -> Made: ...
@overload
def make(
    count: int,
    *,
    as_: As = ...,
    threads: int | None = ...,
    progress: Progress = ...,
    **brief: Any,
) -> Any: ...
def make(
    count: int | None = None,
    *,
    as_: As = "dict",
    threads: int | None = None,
    progress: Progress = None,
    **brief: Any,
) -> Any:
    """Puzzles to order: one, or `count` of them as columns.

    The brief is that of the API: level, target, symmetry, pattern, givens, minimal, must_use, hardest_is, avoid,
    solution, start, method, seed, metrics, tries, work, options. The same seed makes the same puzzles; without one
    a seed is drawn, and is told with each puzzle. If fewer can be made than were ordered, a warning
    says why.

    >>> make(level="easy", seed=7).level
    'easy'
    """
    check_as(as_)
    seed = brief.get("seed")
    request = {**brief, "count": 1 if count is None else count}
    drawn = secrets.randbits(32) if seed is None else int(seed)
    body = json.dumps(request).encode()
    if count is None:
        raw = json.loads(_piste.make(body, drawn, threads))
        if not raw["puzzles"]:
            raise _piste.PisteError(raw["problem"])
        return Made.of(raw["puzzles"][0])
    columns, problem = _piste.make_many(body, drawn, threads, watcher(progress))
    if problem is not None:
        warnings.warn(problem, stacklevel=2)
    return shaped(columns, as_)


def info() -> dict[str, Any]:
    """What there is: metrics, levels, symmetries, generators, strategies, ladders.

    >>> [level["slug"] for level in info()["levels"]][0]
    'beginner'
    """
    answer: dict[str, Any] = json.loads(_piste.ask("info", b"{}"))
    return answer
