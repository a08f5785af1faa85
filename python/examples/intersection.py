"""Which identifiers do two parties have in common? Neither shows the others.

    python intersection.py

Each identifier becomes a point of Curve25519. Each party multiplies its own points by its secret,
and the other's by the same secret: points that both secrets have multiplied are equal if and only
if the identifiers are (Meadows 1986; Huberman, Franklin, Hogg 1999). Ray runs the multiplications.
Both parties must be honest about their own files.
"""

import hashlib
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import ray.data
from polylimb import powmod_base_list, x25519
from polylimb.ray import map_rows

P = 2**255 - 19


def points(identifiers: list[str]) -> list[bytes]:
    """The point of each identifier: the first of its hashes that is an abscissa of the curve."""
    found: dict[int, bytes] = {}
    counter = 0
    while len(found) < len(identifiers):
        left = [i for i in range(len(identifiers)) if i not in found]
        hashes = [hashlib.sha256(f"{counter}:{identifiers[i]}".encode()).digest() for i in left]
        u = [int.from_bytes(h, "little") % 2**255 % P for h in hashes]
        # y² = u³ + 486662 u² + u: a square, by Euler, eight at a time.
        right = [(x * x * x + 486662 * x * x + x) % P for x in u]
        squares = powmod_base_list(right, (P - 1) // 2, P)
        for i, x, square in zip(left, u, squares, strict=True):
            if square == 1:
                found[i] = x.to_bytes(32, "little")
        counter += 1
    return [found[i] for i in range(len(identifiers))]


def multiplied(rows: list[bytes], key: Path) -> list[bytes]:
    """Each point times the secret in this file, which only the workers read."""
    dataset = ray.data.from_arrow(pa.table({"point": rows, "row": range(len(rows))}))
    result = map_rows(
        dataset,
        lambda columns, secret: x25519.agree_many(secret, columns["point"]),
        result="product",
        load=lambda: x25519.SecretKey.from_pem(key.read_text()),
    )
    products = sorted(result.take_all(), key=lambda row: int(row["row"]))
    return [row["product"] for row in products]


def intersection(ours: Path, theirs: Path, our_key: Path, their_key: Path) -> list[str]:
    """What we learn: which of our identifiers they have, too."""
    identifiers = pq.read_table(ours)["id"].to_pylist()
    once = multiplied(points(identifiers), our_key)
    their_points = points(pq.read_table(theirs)["id"].to_pylist())
    # They multiply ours and send theirs, in another order; we multiply theirs.
    both_ours = multiplied(once, their_key)
    both_theirs = set(multiplied(sorted(multiplied(their_points, their_key)), our_key))
    return [i for i, product in zip(identifiers, both_ours, strict=True) if product in both_theirs]


def main(rows: int = 200) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("ours", "theirs", "our.pem", "their.pem")]
        pq.write_table(pa.table({"id": [f"person {i}" for i in range(rows)]}), paths[0])
        pq.write_table(pa.table({"id": [f"person {3 * i}" for i in range(rows)]}), paths[1])
        for key in paths[2:]:
            key.write_text(x25519.SecretKey.generate().to_pem())
        common = intersection(*paths)
    print(f"{len(common)} of {rows} in common, from {common[0]} to {common[-1]}")
    return common


if __name__ == "__main__":
    main()
