"""Ray Data: two workers, one killed in the middle, the same rows as one process."""

import os

import common
import pyarrow
import ray

if __name__ == "__main__":
    puzzles = common.puzzles()
    here = os.path.dirname(os.path.abspath(__file__))
    path = {"PYTHONPATH": here + ":" + os.environ.get("PYTHONPATH", "")}
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": path})
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    killer = common.Killer()
    parts = ray.data.from_arrow(pyarrow.table({"puzzle": puzzles})).repartition(40)
    rated = parts.map_batches(common.rate, batch_format="pyarrow", batch_size=None)
    table = pyarrow.concat_tables(ray.get(rated.to_arrow_refs()))
    print("ray:", killer.check(table, common.alone(puzzles)))
