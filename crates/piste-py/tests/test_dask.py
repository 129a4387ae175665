"""A cluster of two workers, one of which is killed in the middle: the same rows as in one process."""

import functools
import os
import signal
import time

import pytest

import piste

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
pyarrow = pytest.importorskip("pyarrow")

METRICS = ["se", "hsolve", "colour"]


def test_a_killed_worker_loses_no_row_and_doubles_none():
    puzzles = piste.make(200, level="hard", seed=3)["puzzle"]
    puzzles[17] = "nonsense"
    parts = [puzzles[at : at + 10] for at in range(0, len(puzzles), 10)]
    whole = piste.rate(puzzles, metrics=METRICS, as_="arrow")
    # The call itself is what is sent to the workers: it can be pickled and remembers nothing.
    rate = functools.partial(piste.rate, metrics=METRICS, as_="arrow", threads=1)
    dask.config.set({"distributed.comm.timeouts.connect": "60s"})
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        workers = client.run(os.getpid)
        assert len(set(workers.values())) == 2
        futures = client.map(rate, parts, pure=False, retries=5)
        while not any(future.done() for future in futures):
            time.sleep(0.005)
        os.kill(next(iter(workers.values())), signal.SIGKILL)
        unfinished = sum(not future.done() for future in futures)
        tables = client.gather(futures)
    assert unfinished > 0, "the worker was killed when all was done"
    assert pyarrow.concat_tables(tables).to_pydict() == whole.to_pydict()
