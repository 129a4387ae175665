"""Spark: two workers, one killed in the middle, the same rows as one process."""

import os
import sys

import common
import pyarrow

if __name__ == "__main__":
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    puzzles = common.puzzles()
    here = os.path.dirname(os.path.abspath(__file__))
    path = here + ":" + os.environ.get("PYTHONPATH", "")
    spark = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.executorEnv.PYTHONPATH", path)
        .config("spark.python.worker.reuse", "true")
        .getOrCreate()
    )
    whole = common.alone(puzzles)
    numbered = list(enumerate(puzzles))
    frame = spark.createDataFrame(numbered, "number long, puzzle string").repartition(40, "number")

    def rate(batches):
        for batch in batches:
            part = common.rate(pyarrow.Table.from_batches([batch]))
            yield from part.append_column("number", batch.column("number")).to_batches()

    schema = ", ".join(
        f"`{field.name}` {'double' if field.type == pyarrow.float64() else 'string'}" for field in whole.schema
    )
    killer = common.Killer()
    table = frame.mapInArrow(rate, schema + ", number long").toArrow()
    table = table.sort_by("number").drop(["number"])
    print("spark:", killer.check(table, whole))
