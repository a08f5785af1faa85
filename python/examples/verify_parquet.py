"""Which signatures of a Parquet file are wrong? One question of SQL.

    python verify_parquet.py [FILE]

Without a file it makes one of a thousand signatures, ten of them wrong.
"""

import hashlib
import sys
from pathlib import Path

import duckdb
import polylimb.duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from polylimb import ecdsa


def make(path: Path, rows: int = 1000) -> None:
    """A file with the columns curve, key, digest and signature; each hundredth row is wrong."""
    keys = [ecdsa.SecretKey.generate("P-256") for _ in range(8)]
    digests = [hashlib.sha256(str(row).encode()).digest() for row in range(rows)]
    signatures = [b""] * rows
    for i, key in enumerate(keys):
        for row, signature in zip(
            range(i, rows, len(keys)), ecdsa.sign_many(key, digests[i :: len(keys)]), strict=True
        ):
            signatures[row] = signature or b""
    for row in range(0, rows, 100):
        digests[row] = bytes(32)
    public = [key.public_key().to_bytes() for key in keys]
    columns = {
        "curve": ["P-256"] * rows,
        "key": [public[row % len(keys)] for row in range(rows)],
        "digest": digests,
        "signature": signatures,
    }
    pq.write_table(pa.table(columns), path)


def wrong(path: Path) -> list[int]:
    """The numbers of the rows that are not valid."""
    connection = duckdb.connect()
    polylimb.duckdb.register(connection)
    query = """
        SELECT row FROM (SELECT *, row_number() OVER () - 1 AS row FROM read_parquet(?))
        WHERE NOT ecdsa_verify(curve, key, digest, signature) ORDER BY row
    """
    return [row for (row,) in connection.execute(query, [str(path)]).fetchall()]


def main() -> None:
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "signed.parquet")
    if not path.exists():
        make(path)
    print(f"{path}: wrong rows {wrong(path)}")


if __name__ == "__main__":
    main()
