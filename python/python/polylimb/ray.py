"""Batch functions over a dataset of Ray Data.

>>> import hashlib, ray.data
>>> from polylimb import ecdsa
>>> from polylimb.ray import map_rows
>>> key = ecdsa.SecretKey.generate("P-256")
>>> digests = [hashlib.sha256(text).digest() for text in (b"one", b"two")]
>>> rows = [{"digest": d, "signature": s} for d, s in zip(digests, ecdsa.sign_many(key, digests))]
>>> def verify(columns):
...     keys = ecdsa.PublicKey.from_bytes("P-256", public)
...     return ecdsa.verify_many("P-256", keys, columns["digest"], columns["signature"])
>>> public = key.public_key().to_bytes()
>>> checked = map_rows(ray.data.from_items(rows), verify, result="valid")
>>> [row["valid"] for row in checked.take_all()]
[True, True]
"""

import uuid
from collections.abc import Callable
from typing import Any

import pyarrow as pa
from ray.data import Dataset, TaskPoolStrategy

__all__ = ["map_rows"]

#: Rows of a block, so that a task takes much longer than to start it.
BLOCK = 4096

# What this process has loaded, by the dataset it is for.
_loaded: dict[str, Any] = {}


def _load_once(token: str, load: Callable[[], Any]) -> Any:
    if token not in _loaded:
        _loaded[token] = load()
    return _loaded[token]


def map_rows(
    dataset: Dataset,
    function: Callable[..., Any],
    *,
    result: str,
    load: Callable[[], Any] | None = None,
    workers: int | None = None,
    block: int = BLOCK,
) -> Dataset:
    """The dataset with one column more: `function` of the columns of each block, as Arrow arrays by
    their names.

    `load` is called once in each worker, and what it returns is the function's second argument: a
    secret key from a file or the environment, which so never is in a column or in Ray's store. Each
    task has a core; at most `workers` run at a time. A worker that dies is replaced, and its block
    is computed again.
    """
    token = uuid.uuid4().hex

    def compute(table: pa.Table) -> pa.Table:
        columns = {name: table[name].combine_chunks() for name in table.column_names}
        loaded = () if load is None else (_load_once(token, load),)
        answer = function(columns, *loaded)
        return table.append_column(result, pa.array(answer))

    return dataset.map_batches(
        compute,
        batch_size=block,
        batch_format="pyarrow",
        zero_copy_batch=True,
        num_cpus=1,
        compute=TaskPoolStrategy(workers),
    )
