"""Ray with two workers, one of which dies."""

import hashlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import ray
import ray.data
from polylimb import Modulus, ecdsa
from polylimb.ray import map_rows

ROWS = int(os.environ.get("POLYLIMB_RAY_ROWS", "4000"))


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


def test_powers_with_a_worker_killed(tmp_path: Path) -> None:
    """No row is lost, doubled or wrong."""
    n, once = 2**2048 - 1942289, tmp_path / "died"

    def power(columns: dict[str, pa.Array], modulus: Modulus) -> Any:
        if len(columns["id"]) and columns["id"][0].as_py() >= ROWS // 2 and not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return modulus.pow_many(columns["base"], 65537)

    bases = [hashlib.sha512(str(i).encode()).digest() for i in range(ROWS)]
    table = pa.table({"id": range(ROWS), "base": bases})
    dataset = ray.data.from_arrow(table).repartition(8)
    powers = map_rows(
        dataset, power, result="power", load=lambda: Modulus(n), workers=2, block=ROWS // 8
    )
    rows = sorted(powers.take_all(), key=lambda row: int(row["id"]))
    assert once.exists()
    assert [row["id"] for row in rows] == list(range(ROWS))
    for row in rows[:: max(1, ROWS // 500)]:
        expected = pow(int.from_bytes(bases[row["id"]], "big"), 65537, n)
        assert int.from_bytes(row["power"], "big") == expected


def test_a_key_that_workers_load(tmp_path: Path) -> None:
    key = ecdsa.SecretKey.generate("P-256")
    path = tmp_path / "key.pem"
    path.write_text(key.to_pem())
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
