"""The signatures of a folder of Parquet files, verified by a cluster of Dask.

    python verify_dask.py FOLDER [ADDRESS]

Without the address of a scheduler two workers start on this machine. A worker that dies is
replaced, and its partitions are computed again.
"""

import sys
from collections.abc import Callable

import dask.dataframe as dd
import pandas as pd
from distributed import Client
from polylimb import ecdsa


def verify(part: pd.DataFrame) -> pd.Series:
    """Whether each row of a partition is valid. Its columns are Arrow's, and are not copied."""
    valid = ecdsa.verify_many("P-256", part["key"], part["digest"], part["signature"])
    return pd.Series(list(valid), index=part.index, dtype="boolean")


def checked(folder: str, verify: Callable[[pd.DataFrame], pd.Series] = verify) -> dd.DataFrame:
    """The rows of all files with a column more, `valid`."""
    rows = dd.read_parquet(folder, dtype_backend="pyarrow")
    return rows.assign(valid=rows.map_partitions(verify, meta=("valid", "boolean")))


def main(folder: str, address: str | None = None) -> None:
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with Client(address) if address else Client(**options):
        rows = checked(folder)
        print(rows[~rows["valid"]].compute())


if __name__ == "__main__":
    main(*sys.argv[1:])
