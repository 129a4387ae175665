"""The speed of the package, in one run beside the command line and beside others.

    python crates/piste-py/bench/speed.py PISTE [N]

PISTE is the program, built with the same profile; N how many puzzles (2,000 unless it is said). The puzzles are
made by piste with a fixed seed: half of them easy, half hard. What is counted are seconds of a core, not of the
clock: so it does not matter who else uses the machine. Each row is repeated in turns, and the best counts. What is
not installed is left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import piste

METRICS = ["se", "hsolve", "minutes"]
TURNS = 3


def main() -> None:
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    easy = piste.make(count // 2, level="easy", seed=1)["puzzle"]
    hard = piste.make(count // 2, level="hard", seed=2)["puzzle"]
    puzzles = [puzzle for pair in zip(easy, hard) for puzzle in pair]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        # Enough of them that starting a program does not count.
        solved = puzzles * max(1, 200_000 // len(puzzles))
        file.write_text("\n".join(solved) + "\n")
        few = Path(folder) / "few.txt"
        few.write_text("\n".join(puzzles) + "\n")
        shell(program, "solve", file, solved, lambda: piste.solve(solved, threads=1, as_="columns"))
        shell(program, "rate", few, puzzles, lambda: rated(puzzles))
    others(puzzles)


def rated(puzzles: list[str]) -> object:
    return piste.rate(puzzles, metrics=METRICS, threads=1, as_="columns")


def shell(
    program: str, verb: str, file: Path, puzzles: list[str], here: Callable[[], object]
) -> None:
    options = ["--metrics", ",".join(METRICS), "--format", "tsv"] if verb == "rate" else []
    command = [program, verb, "--jobs", "1", "--quiet", *options, str(file)]
    there = lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: E731
    times = {"there": [], "here": []}
    for _ in range(TURNS):
        times["there"].append(taken(there))
        times["here"].append(taken(here))
    ours, theirs = min(times["here"]), min(times["there"])
    print(f"piste.{verb}, one thread: {len(puzzles) / ours:,.0f} a second of a core")
    print(f"piste {verb} --jobs 1: {len(puzzles) / theirs:,.0f} a second of a core")
    print(f"  ratio {theirs / ours:.2f}")


def others(puzzles: list[str]) -> None:
    for name, verb, make, few in RIVALS:
        try:
            ask = make()
        except ImportError:
            print(f"{name}: not installed")
            continue
        some = puzzles[:few]
        spent = taken(lambda: [ask(puzzle) for puzzle in some])  # noqa: B023
        print(f"{name} {verb}: {len(some) / spent:,.1f} a second of a core ({len(some)} puzzles)")


def taken(work: Callable[[], object]) -> float:
    """The seconds of a core that it takes, all threads and programs that it starts together."""
    began = os.times()
    work()
    return sum(after - before for after, before in zip(os.times()[:4], began[:4]))


def with_rustoku() -> Callable[[str], object]:
    import rustoku

    return rustoku.solve


def with_py_sudoku() -> Callable[[str], object]:
    from sudoku import Sudoku

    def solve(puzzle: str) -> object:
        cells = [int(sign) if sign != "." else 0 for sign in puzzle]
        return Sudoku(3, 3, board=[cells[at : at + 9] for at in range(0, 81, 9)]).solve()

    return solve


def with_dokusan() -> Callable[[str], object]:
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    return lambda puzzle: solvers.backtrack(
        Sudoku.from_string(puzzle.replace(".", "0"), box_size=BoxSize(3, 3))
    )


def dokusan_rank() -> Callable[[str], object]:
    from dokusan import stats
    from dokusan.boards import BoxSize, Sudoku

    return lambda puzzle: stats.rank(
        Sudoku.from_string(puzzle.replace(".", "0"), box_size=BoxSize(3, 3))
    )


def with_pencilmark() -> Callable[[str], object]:
    import pencilmark

    return pencilmark.rate


RIVALS = [
    ("rustoku", "solve", with_rustoku, 2000),
    ("py-sudoku", "solve", with_py_sudoku, 200),
    ("dokusan", "solve", with_dokusan, 20),
    ("dokusan", "rank", dokusan_rank, 20),
    ("pencilmark", "rate", with_pencilmark, 10),
]

if __name__ == "__main__":
    main()
