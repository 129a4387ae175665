"""Daft over Ray: two workers, one killed in the middle, the same rows as one process."""

import os

import common
import daft
import pyarrow
import ray

if __name__ == "__main__":
    puzzles = common.puzzles()
    whole = common.alone(puzzles)
    kind = daft.DataType.from_arrow_type(pyarrow.struct(whole.schema))

    @daft.udf(return_dtype=kind)
    def rate(puzzle: daft.Series) -> pyarrow.Array:
        part = common.rate(pyarrow.table({"puzzle": puzzle.to_arrow()}))
        return pyarrow.StructArray.from_arrays(
            [column.combine_chunks() for column in part.columns], names=part.column_names
        )

    here = os.path.dirname(os.path.abspath(__file__))
    path = {"PYTHONPATH": here + ":" + os.environ.get("PYTHONPATH", "")}
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": path})
    daft.set_runner_ray(noop_if_initialized=True)
    numbered = daft.from_pydict({"number": list(range(len(puzzles))), "puzzle": puzzles})
    killer = common.Killer()
    rated = numbered.into_partitions(40).select("number", rate(daft.col("puzzle")).alias("rated"))
    table = rated.sort("number").to_arrow()
    rows = pyarrow.Table.from_struct_array(table["rated"].combine_chunks())
    print("daft:", killer.check(rows, whole))
