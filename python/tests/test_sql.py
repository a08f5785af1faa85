"""The functions of SQL in the real engines."""

import hashlib
from pathlib import Path

import datafusion
import duckdb
import polylimb.datafusion
import polylimb.duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from polylimb import bip340, bls, ecdsa, ed25519, paillier

ROWS = 40


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet file of signatures: row 7 has another digest, row 9 no signature."""
    messages = [f"message {i}".encode() for i in range(ROWS)]
    digests: list[bytes] = [hashlib.sha256(message).digest() for message in messages]
    keys = [ecdsa.SecretKey.generate("P-256" if i % 3 else "secp256k1") for i in range(ROWS)]
    signatures: list[bytes | None] = [
        ecdsa.sign_many(key, [digest])[0] for key, digest in zip(keys, digests, strict=True)
    ]
    digests[7], signatures[9] = digests[8], None
    ed, bip, b, suite = (
        ed25519.SecretKey.generate(),
        bip340.SecretKey.generate(),
        bls.SecretKey.generate(),
        bls.Bls(),
    )
    table = pa.table(
        {
            "id": pa.array(range(ROWS)),
            "curve": [key.curve for key in keys],
            "key": [key.public_key().to_bytes() for key in keys],
            "digest": digests,
            "signature": pa.array(signatures, pa.binary()),
            "message": [m if i != 5 else b"other" for i, m in enumerate(messages)],
            "ed_key": [ed.public_key().to_bytes()] * ROWS,
            "ed": [ed.sign(message) for message in messages],
            "bip_key": [bip.public_key().to_bytes()] * ROWS,
            "bip": [bip.sign(message) for message in messages],
            "bls_key": [suite.public_key(b)] * ROWS,
            "bls": [suite.sign(b, message) for message in messages],
        }
    )
    path = tmp_path_factory.mktemp("signed") / "signed.parquet"
    pq.write_table(table, path, row_group_size=16)
    return path


QUERY = """
SELECT id, ecdsa_verify(curve, key, digest, signature) AS ecdsa,
       ed25519_verify(ed_key, message, ed) AS ed25519,
       bip340_verify(bip_key, message, bip) AS bip340,
       bls_verify(bls_key, message, bls) AS bls
FROM signed ORDER BY id
"""


def check(table: pa.Table) -> None:
    assert table.num_rows == ROWS
    assert table["ecdsa"].to_pylist() == [{7: False, 9: None}.get(i, True) for i in range(ROWS)]
    for name in ("ed25519", "bip340", "bls"):
        assert table[name].to_pylist() == [i != 5 for i in range(ROWS)]


def test_datafusion(signed: Path) -> None:
    ctx = datafusion.SessionContext()
    polylimb.datafusion.register(ctx)
    ctx.register_parquet("signed", str(signed))
    check(ctx.sql(QUERY).to_arrow_table())


def test_duckdb(signed: Path) -> None:
    connection = duckdb.connect()
    polylimb.duckdb.register(connection)
    connection.sql(f"CREATE VIEW signed AS FROM '{signed}'")
    table = connection.sql(QUERY).to_arrow_table()
    check(table)


def test_powers_and_sums() -> None:
    key = paillier.SecretKey.generate(2048)
    public = key.public_key()
    n = public.n.to_bytes(256, "big")
    sealed = [row.to_bytes(512, "big") for row in public.encrypt_many([3, 4, 5]) if row]
    table = pa.table(
        {
            "n": pa.array([n, n, None], pa.binary()),
            "a": sealed,
            "b": sealed[::-1],
            "modulus": [b"\x65", b"\x67", b"\x65"],
        }
    )
    ctx = datafusion.SessionContext()
    polylimb.datafusion.register(ctx)
    ctx.from_arrow(table, "rows")
    found = ctx.sql(
        "SELECT paillier_add(n, a, b) AS sum, powmod(x'02', x'0a', modulus) AS power FROM rows"
    ).to_arrow_table()
    sums = found["sum"].to_pylist()
    assert sums[2] is None
    assert [key.decrypt(int.from_bytes(row, "big")) for row in sums[:2]] == [8, 8]
    powers = [1024 % m for m in (0x65, 0x67, 0x65)]
    assert [int.from_bytes(row, "big") for row in found["power"].to_pylist()] == powers
