"""What the trials on clusters share: the puzzles, the rows of one process, and how a worker is killed."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import pyarrow

import piste

METRICS = ["se", "hsolve", "colour"]

#: Workers leave their process ids here when they begin with a part.
TRACES = Path(tempfile.gettempdir()) / "piste-cluster"


def puzzles(count: int = 400) -> list[str]:
    """Puzzles that take some milliseconds each, and one that is none."""
    made: list[str] = piste.make(count, level="hard", seed=3)["puzzle"]
    made[17] = "nonsense"
    return made


def alone(some: list[str]) -> pyarrow.Table:
    """The rows of one process."""
    return piste.rate(some, metrics=METRICS, as_="arrow")


def rate(part: pyarrow.Table) -> pyarrow.Table:
    """What a worker does with a part. Which worker it was is left where the killer finds it."""
    TRACES.mkdir(exist_ok=True)
    (TRACES / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    return piste.rate(part["puzzle"], metrics=METRICS, as_="arrow", threads=1)


class Killer:
    """Kills the first worker that has begun with its second part."""

    def __init__(self) -> None:
        TRACES.mkdir(exist_ok=True)
        for trace in TRACES.iterdir():
            trace.unlink()
        self.killed: int | None = None
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        while self.killed is None:
            pids = [int(trace.name.partition("-")[0]) for trace in TRACES.iterdir()]
            for pid in pids:
                if pids.count(pid) >= 2:
                    os.kill(pid, signal.SIGKILL)
                    self.killed = pid
                    return
            time.sleep(0.005)

    def check(self, table: pyarrow.Table, whole: pyarrow.Table) -> str:
        """Says that all is well, or fails."""
        assert self.killed is not None, "no worker was killed"
        pids = {int(trace.name.partition("-")[0]) for trace in TRACES.iterdir()}
        after = sorted(trace.name for trace in TRACES.iterdir())
        assert len(pids) >= 2, f"only one worker did anything: {pids}"
        assert table.to_pydict() == whole.to_pydict(), "the rows differ from those of one process"
        return f"{table.num_rows} rows of {len(after)} parts by {len(pids)} workers, one of them killed: the same as alone"
