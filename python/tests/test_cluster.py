"""Ray and Dask with two workers, one of which dies."""

import hashlib
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gmpy2
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray.data
from distributed import Client
from polylimb import Modulus, ecdsa
from polylimb.ray import map_rows
from test_programs import load

ROWS = int(os.environ.get("POLYLIMB_RAY_ROWS", "10000"))


def killer(marker: Path) -> Callable[[], None]:
    """Ends a worker as the system would for want of memory, the first time."""

    def die_once() -> None:
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    return die_once


@pytest.mark.usefixtures("cluster")
def test_powers_with_a_worker_killed(tmp_path: Path) -> None:
    """No row is lost, doubled or wrong."""
    rng, once = random.Random(2), tmp_path / "died"
    n, exponent, half, die_once = 2**2048 - 1942289, rng.getrandbits(2048), ROWS // 2, killer(once)

    def power(columns: dict[str, pa.Array], modulus: Modulus) -> Any:
        if len(columns["id"]) and columns["id"][0].as_py() >= half:
            die_once()
        return modulus.pow_many(columns["base"], exponent)

    bases = [rng.randbytes(256) for _ in range(ROWS)]
    table = pa.table({"id": range(ROWS), "base": bases})
    blocks = ray.data.from_arrow(table).repartition(max(8, ROWS // 4096))
    powers = map_rows(
        blocks, power, result="power", load=lambda: Modulus(n), block=min(ROWS // 8, 4096)
    )
    found: dict[int, bytes] = {}
    rows = 0
    batch: Any
    for batch in powers.iter_batches(batch_format="pyarrow"):
        found.update(zip(batch["id"].to_pylist(), batch["power"].to_pylist(), strict=True))
        rows += batch.num_rows
    assert once.exists()
    assert rows == ROWS
    assert sorted(found) == list(range(ROWS))
    # One equation of products with random exponents for all rows (Bellare, Garay, Rabin 1998), and
    # some rows by themselves.
    left = right = gmpy2.mpz(1)
    for i, base in enumerate(bases):
        weight = rng.getrandbits(20)
        left = left * gmpy2.powmod(int.from_bytes(base), weight, n) % n
        right = right * gmpy2.powmod(int.from_bytes(found[i]), weight, n) % n
    assert gmpy2.powmod(left, exponent, n) == right
    for i in range(0, ROWS, ROWS // 50):
        expected = gmpy2.powmod(int.from_bytes(bases[i]), exponent, n)
        assert int.from_bytes(found[i]) == expected


@pytest.mark.usefixtures("cluster")
def test_a_key_that_workers_load(tmp_path: Path) -> None:
    key = ecdsa.SecretKey.generate("P-256")
    path = tmp_path / "key.pem"
    path.write_text(key.to_pem())
    # It cannot get into Ray's store by mistake.
    with pytest.raises(TypeError, match="pickle"):
        ray.put(key)
    digests = [hashlib.sha256(bytes([i])).digest() for i in range(200)]
    dataset = ray.data.from_arrow(pa.table({"digest": digests}))
    signed = map_rows(
        dataset,
        lambda columns, key: ecdsa.sign_many(key, columns["digest"]),
        result="signature",
        load=lambda: ecdsa.SecretKey.from_pem(path.read_text()),
    )
    rows = signed.take_all()
    found = [row["signature"] for row in rows]
    assert all(ecdsa.verify_many("P-256", key.public_key(), [row["digest"] for row in rows], found))
    assert len(found) == 200


@pytest.mark.usefixtures("cluster")
def test_the_intersection() -> None:
    common = load("intersection").main(rows=30)
    assert common == [f"person {i}" for i in range(0, 30, 3)]


def test_dask_with_a_worker_killed(tmp_path: Path) -> None:
    module, files, once = load("verify_dask"), tmp_path / "signed", tmp_path / "died"
    files.mkdir()
    load("verify_parquet").make(tmp_path / "all.parquet", rows=600)
    table = pq.read_table(tmp_path / "all.parquet").append_column("id", pa.array(range(600)))
    for i in range(4):
        pq.write_table(table.slice(150 * i, 150), files / f"{i}.parquet")
    verify, die_once = module.verify, killer(once)

    def deadly(part: pd.DataFrame) -> pd.Series:
        if 300 in part["id"].values:
            die_once()
        return verify(part)

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with Client(**options, silence_logs=50):
        rows = module.checked(str(files), deadly).compute()
    assert once.exists()
    assert sorted(rows["id"]) == list(range(600))
    assert sorted(rows["id"][~rows["valid"]]) == list(range(0, 600, 100))
