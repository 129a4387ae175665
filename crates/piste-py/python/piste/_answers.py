"""The answers about one puzzle, as objects: those of docs/api.md, member by member."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from . import _show
from ._piste import draw_puzzle, draw_steps


class Puzzle(str):
    """A puzzle, a board or a full grid as its text; a notebook draws it.

    >>> Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[:5]
    '53..7'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return draw_puzzle(str(self)) if len(self) in (81, 729) else None


def _puzzle(text: str | None) -> Puzzle | None:
    return None if text is None else Puzzle(text)


@dataclass(frozen=True)
class Answer:
    """What every answer has."""

    #: The puzzle on one line.
    puzzle: Puzzle
    #: The whole answer, as the JSON API has it.
    raw: dict[str, Any] = field(repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        return self.puzzle._repr_svg_()


@dataclass(frozen=True)
class Solved(Answer):
    """The solution, or why there is none."""

    #: `unique`, `none`, `many` or `undecided`.
    verdict: str
    #: The solution, if it is the only one.
    solution: Puzzle | None
    #: Those that were found.
    solutions: tuple[Puzzle, ...]
    #: How many were found.
    count: int | None
    #: Whether there may be more.
    more: bool
    #: How often the search had to guess.
    guesses: int
    #: What is wrong with the puzzle, in a sentence.
    problem: str | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Solved:
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            raw["verdict"],
            _puzzle(raw["solution"]),
            tuple(Puzzle(text) for text in raw["solutions"]),
            raw["count"],
            raw["more"],
            raw["guesses"],
            raw["problem"],
        )

    def _repr_svg_(self) -> str | None:
        return (self.solution or self.puzzle)._repr_svg_()


@dataclass(frozen=True)
class Check(Answer):
    """Whether it is a proper puzzle, and what is wrong if it is not."""

    verdict: str
    #: Whether there is exactly one solution; None where that is not known.
    proper: bool | None
    solution: Puzzle | None
    #: It, or two that differ.
    solutions: tuple[Puzzle, ...]
    count: int | None
    #: Whether there may be more.
    more: bool
    givens: int | None
    #: Whether no given can be left out.
    minimal: bool | None
    #: The givens that can be left out, each alone.
    redundant: tuple[str, ...]
    #: The symmetries of the pattern of givens.
    symmetry: tuple[str, ...]
    #: Equal givens in one house: its name, the digit and the two cells.
    contradictions: tuple[dict[str, Any], ...] = field(hash=False)
    #: Givens without which there would be a solution.
    suspects: tuple[str, ...]
    #: Cells in which the two solutions differ.
    differences: tuple[str, ...]
    #: Cells of the player's board whose digit is not the solution's.
    mistakes: tuple[str, ...]
    #: Cells of the player's board with equal digits in one house.
    conflicts: tuple[str, ...]
    #: Whether the player's board is full and right; None if there is none.
    solved: bool | None
    problem: str | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Check:
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            raw["verdict"],
            raw["proper"],
            _puzzle(raw["solution"]),
            tuple(Puzzle(text) for text in raw["solutions"]),
            raw["count"],
            raw["more"],
            raw["givens"],
            raw["minimal"],
            tuple(raw["redundant"]),
            tuple(raw["symmetry"]),
            tuple(raw["contradictions"]),
            tuple(raw["suspects"]),
            tuple(raw["differences"]),
            tuple(raw["mistakes"]),
            tuple(raw["conflicts"]),
            raw["solved"],
            raw["problem"],
        )


@dataclass(frozen=True)
class Among:
    """How many of a hundred puzzles are easier, as far as a sample of them knows."""

    percentile: float
    #: In 95 of 100 cases it is at least that, and at most that.
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """What one metric says."""

    #: The slug of the metric.
    metric: str
    #: The main value; None where the scale has ended or there is no rating.
    value: float | str | None
    #: All values by name.
    values: dict[str, float | str | None]
    #: The words of scales that have ended.
    words: dict[str, str]
    band: str | None
    #: How many of a hundred puzzles of the collection are easier.
    percentile: float | None
    #: How many of a hundred minimal puzzles that exist are easier, with its interval.
    minimal: Among | None
    note: str | None
    #: Why there is no rating.
    problem: str | None

    @classmethod
    def of(cls, metric: str, raw: dict[str, Any]) -> Rating:
        told = ("value", "words", "band", "percentile", "minimal", "note", "problem")
        return cls(
            metric,
            raw["value"],
            {name: value for name, value in raw.items() if name not in told},
            raw["words"],
            raw["band"],
            raw["percentile"],
            None if raw["minimal"] is None else Among(**raw["minimal"]),
            raw["note"],
            raw["problem"],
        )

    def _repr_html_(self) -> str:
        return _show.ratings([self], "")


@dataclass(frozen=True)
class Summary:
    """All of it in short."""

    #: In a sentence or two.
    sentence: str
    #: What one must know, the hardest first: slugs of strategies.
    needs: tuple[str, ...]

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Summary:
        return cls(raw["sentence"], tuple(need["strategy"] for need in raw["needs"]))


@dataclass(frozen=True)
class Ratings(Answer):
    """How hard a puzzle is, by every metric that was asked.

    >>> import piste
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rated = piste.rate(easy, metrics=["se", "givens"])
    >>> rated["givens"].value, rated["se"].values["er"]
    (30, 1.2)
    """

    verdict: str
    solution: Puzzle | None
    #: The named level it is on.
    level: str | None
    #: What each metric says, by slug.
    ratings: dict[str, Rating]
    #: In short, if the usual metrics were asked.
    summary: Summary | None
    problem: str | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Ratings:
        summary = raw["summary"]
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            raw["verdict"],
            _puzzle(raw["solution"]),
            raw["level"],
            {slug: Rating.of(slug, told) for slug, told in raw["ratings"].items()},
            None if summary is None else Summary.of(summary),
            raw["problem"],
        )

    def __getitem__(self, metric: str) -> Rating:
        return self.ratings[metric]

    def _repr_svg_(self) -> None:
        return None

    def _repr_html_(self) -> str:
        sentence = self.summary.sentence if self.summary else (self.problem or self.level or "")
        picture = self.puzzle._repr_svg_() or ""
        return _show.beside(picture, _show.ratings(list(self.ratings.values()), sentence))


@dataclass(frozen=True)
class Step:
    """A step of a solve; a notebook draws it."""

    #: Which step it is, from 1.
    number: int
    #: The slug of the strategy.
    strategy: str
    #: The name of the strategy in running text.
    name: str
    #: What it costs, where the path has prices.
    rating: float | None
    #: Why, in words.
    text: str
    #: Digits to write: `r5c2=7`.
    placements: tuple[str, ...]
    #: Marks to erase: `r5c2<>7`.
    eliminations: tuple[str, ...]
    #: What one must see.
    evidence: dict[str, Any] = field(repr=False)
    #: The digits written before the step.
    board: Puzzle = field(repr=False)
    #: The pencil marks before the step.
    marks: str = field(repr=False)
    #: What was asked, so that it can be drawn.
    request: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, raw: dict[str, Any], request: dict[str, Any]) -> Step:
        return cls(
            raw["number"],
            raw["strategy"],
            raw["name"],
            raw["rating"],
            raw["text"],
            tuple(raw["placements"]),
            tuple(raw["eliminations"]),
            raw["evidence"],
            Puzzle(raw["board"]),
            raw["marks"],
            request,
        )

    def _repr_svg_(self) -> str | None:
        request = {**self.request, "step": self.number, "upto": None}
        drawn = draw_steps(json.dumps(request).encode())
        return drawn[0] if drawn else None


@dataclass(frozen=True)
class Explanation(Answer):
    """A solve, step by step; a notebook shows it as a small player.

    >>> import piste
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> told = piste.explain(easy)
    >>> len(told), told.outcome, told[0].strategy
    (51, 'solved', 'hidden-single-box')
    """

    verdict: str
    solution: Puzzle | None
    #: `solved`, `stuck`, `contradiction` or `undecided`.
    outcome: str | None
    #: How many steps, or acts, there are in all.
    total: int
    #: How many cells are open at the end.
    left: int | None
    steps: tuple[Step, ...] = field(repr=False)
    #: The acts of a paper-and-pencil method, as the API has them.
    acts: tuple[dict[str, Any], ...] = field(repr=False)
    problem: str | None
    request: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, raw: dict[str, Any], request: dict[str, Any]) -> Explanation:
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            raw["verdict"],
            _puzzle(raw["solution"]),
            raw["outcome"],
            raw["total"],
            raw["left"],
            tuple(Step.of(step, request) for step in raw["steps"]),
            tuple(raw["acts"]),
            raw["problem"],
            request,
        )

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Step:
        return self.steps[index]

    def _repr_svg_(self) -> None:
        return None

    def _repr_html_(self) -> str:
        pictures = draw_steps(json.dumps(self.request).encode()) if self.steps else []
        words = [(f"{step.number}. {step.name}", step.text) for step in self.steps]
        return _show.player(pictures, words, self.problem or f"{self.outcome}, {self.total} steps")


@dataclass(frozen=True)
class Hint(Answer):
    """What to do next."""

    #: `next`, `mistakes`, `solved` or `stuck`; None if it is no proper puzzle.
    hint: str | None
    #: The hint in words, a text for each grade up to the one that was asked for.
    grades: tuple[str, ...]
    #: From grade 2 on: the slug of the strategy.
    strategy: str | None
    #: What is wrong on the board, in a sentence.
    mistake: str | None
    problem: str | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Hint:
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            raw["hint"],
            tuple(raw["grades"]),
            raw["strategy"],
            raw["mistake"],
            raw["problem"],
        )


@dataclass(frozen=True)
class Made(Ratings):
    """A puzzle that was made, and how to make it again."""

    method: str | None
    seed: int | None
    attempt: int | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Made:
        rated = Ratings.of(raw)
        told = {name: getattr(rated, name) for name in Ratings.__dataclass_fields__}
        return cls(**told, method=raw["method"], seed=raw["seed"], attempt=raw["attempt"])


@dataclass(frozen=True)
class Canon(Answer):
    """Of all the ways to write a sudoku, the first."""

    canonical: Puzzle
    #: The transformation that leads there.
    transformation: str
    #: In how many ways the puzzle is the same as itself.
    automorphisms: int | None
    #: Whether the other one is the same, if there is another one.
    same: bool | None
    #: The transformation that makes the other one of this one, if it is the same.
    to_other: str | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Canon:
        return cls(
            Puzzle(raw["puzzle"]),
            raw,
            Puzzle(raw["canonical"]),
            raw["transformation"],
            raw["automorphisms"],
            raw["same"],
            raw["to_other"],
        )


@dataclass(frozen=True)
class Transformed(Answer):
    """The same puzzle in another way."""

    transformed: Puzzle
    transformation: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Transformed:
        return cls(
            Puzzle(raw["puzzle"]), raw, Puzzle(raw["transformed"]), raw["transformation"]
        )


@dataclass(frozen=True)
class Converted(Answer):
    """The same puzzle in another form of text."""

    form: str
    text: str

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Converted:
        return cls(Puzzle(raw["puzzle"]), raw, raw["form"], raw["text"])
