"""Arrow arrays of every layout, buffers, nulls, slices and chunks."""

import hashlib
import random
from typing import Any

import datafusion
import duckdb
import numpy as np
import polars as pl
import polylimb
import pyarrow as pa
import pytest
from polylimb import Modulus, ecdsa, ed25519

N = 40
KEY = ecdsa.SecretKey.from_bytes("P-256", bytes(31) + b"\7")
PUBLIC = KEY.public_key().to_bytes()
DIGESTS = [hashlib.sha256(b"%d" % i).digest() for i in range(N)]
SIGNATURES = [signature or b"" for signature in ecdsa.sign_many(KEY, DIGESTS)]
SIGNATURES[9] = bytes(64)
EXPECTED: list[bool | None] = [i != 9 for i in range(N)]
BINARY = {
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "fixed": None,
}


def array(rows: list[Any], layout: str) -> Any:
    width = max(len(row) for row in rows if row is not None)
    return pa.array(rows, BINARY[layout] or pa.binary(width))


@pytest.mark.parametrize("layout", BINARY)
def test_each_layout(layout: str) -> None:
    columns = [array(rows, layout) for rows in (DIGESTS, SIGNATURES)]
    found = ecdsa.verify_many("P-256", PUBLIC, *columns)
    assert isinstance(found, polylimb.Column)
    assert pa.array(found).to_pylist() == EXPECTED
    # Slices have offsets, of bits in the nulls and of rows in the values.
    for start, length in [(0, N), (1, 20), (7, 0), (9, 31), (3, 9)]:
        sliced = [column.slice(start, length) for column in columns]
        found = ecdsa.verify_many("P-256", PUBLIC, *sliced, threads=2)
        assert pa.array(found).to_pylist() == EXPECTED[start : start + length]
    # Chunks that do not agree.
    chunks = [
        pa.chunked_array([column.slice(0, cut), column.slice(cut, 0), column.slice(cut)])
        for column, cut in zip(columns, (5, 11), strict=True)
    ]
    assert pa.array(ecdsa.verify_many("P-256", PUBLIC, *chunks)).to_pylist() == EXPECTED


@pytest.mark.parametrize("layout", BINARY)
def test_nulls_stay_nulls(layout: str) -> None:
    digests: list[Any] = list(DIGESTS)
    signatures: list[Any] = list(SIGNATURES)
    expected = list(EXPECTED)
    for i in (0, 8, 9, 39):
        (digests if i % 2 else signatures)[i] = expected[i] = None
    columns = array(digests, layout), array(signatures, layout)
    found, reasons = ecdsa.verify_many("P-256", PUBLIC, *columns, reasons=True)
    assert pa.array(found).to_pylist() == expected
    texts = pa.array(reasons).to_pylist()
    assert texts[0] == "the row is null"
    assert texts[1] is None
    shifted = [column.slice(7, 5) for column in columns]
    assert list(ecdsa.verify_many("P-256", PUBLIC, *shifted)) == expected[7:12]
    with pytest.raises(BufferError, match="nulls"):
        np.asarray(memoryview(found))  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", BINARY)
def test_answers_have_the_layout_of_the_question(layout: str) -> None:
    rng, n = random.Random(1), (1 << 256) - 189
    rows = [rng.randbytes(32) for _ in range(N)]
    rows_and_null = [*rows, None]
    powers = pa.array(Modulus(n).pow_many(array(rows_and_null, layout), 3))
    expected = [pow(int.from_bytes(row), 3, n).to_bytes(32) for row in rows]
    assert powers.to_pylist() == [*expected, None]
    kind = {"fixed": pa.binary(32), "binary_view": pa.large_binary()}.get(layout, BINARY[layout])
    assert powers.type == kind
    # What comes out goes in.
    again = Modulus(n).pow_many(Modulus(n).pow_many(array(rows, layout), 3), 1)
    assert pa.array(again).to_pylist() == expected


def test_polars_and_tables() -> None:
    frame = pl.DataFrame({"digest": DIGESTS, "signature": SIGNATURES})
    found = ecdsa.verify_many("P-256", PUBLIC, frame["digest"], frame["signature"])
    assert pl.Series(found).to_list() == EXPECTED
    table = pa.table({"digest": DIGESTS})
    found = ecdsa.verify_many("P-256", PUBLIC, table, SIGNATURES)
    assert list(found) == EXPECTED
    structs = pa.array([{"digest": digest} for digest in DIGESTS])
    found = ecdsa.verify_many("P-256", PUBLIC, structs.slice(3), SIGNATURES[3:])
    assert list(found) == EXPECTED[3:]
    with pytest.raises(ValueError, match="digests has null structs; give their field"):
        ecdsa.verify_many("P-256", PUBLIC, pa.array([{"digest": b""}, None]), SIGNATURES[:2])
    with pytest.raises(TypeError, match=r"digests is a table of 2 columns \(digest, signature\)"):
        ecdsa.verify_many("P-256", PUBLIC, frame, SIGNATURES)


class Stream:
    """Nothing but a stream, as an engine gives."""

    def __init__(self, column: polylimb.Column) -> None:
        self.column = column

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.column.__arrow_c_stream__(requested_schema)


def test_streams() -> None:
    column = ecdsa.sign_many(KEY, pa.array([*DIGESTS, None]))
    expected = pa.array(column).to_pylist()
    for _ in range(2):  # each call gives another stream
        assert pa.chunked_array(Stream(column)).to_pylist() == expected
        assert pl.Series(Stream(column)).to_list() == expected


def test_engines() -> None:
    """A column of an engine's answer, as the engine gives it."""
    table = pa.table({"digest": DIGESTS, "signature": SIGNATURES})
    connection, ctx = duckdb.connect(), datafusion.SessionContext()
    connection.register("rows", table)
    ctx.from_arrow(table, "rows")
    for ask in (connection.sql, ctx.sql):
        columns = [ask(f"SELECT {name} FROM rows") for name in table.column_names]
        assert list(ecdsa.verify_many("P-256", PUBLIC, *columns)) == EXPECTED


def test_rows_without_bytes() -> None:
    for layout in (pa.binary(), pa.binary(0), pa.binary_view()):
        assert list(Modulus(7).pow_many(pa.array([b"", None, b""], layout), 0)) == [
            b"\1",
            None,
            b"\1",
        ]


def test_buffers() -> None:
    digests = np.frombuffer(b"".join(DIGESTS), np.uint8).reshape(N, 32)
    signatures = np.frombuffer(b"".join(SIGNATURES), np.uint8).reshape(N, 64)
    for step in (1, 2, -1):  # strides
        found = np.asarray(
            ecdsa.verify_many("P-256", KEY.public_key(), digests[::step], signatures[::step])
        )
        assert found.dtype == np.bool_
        assert found.tolist() == EXPECTED[::step]
    rows = ecdsa.sign_many(KEY, digests[:, :])
    view = memoryview(rows)
    assert (view.shape, view.readonly, view.format) == ((N, 64), True, "B")
    del rows
    assert np.asarray(view)[0].tobytes() == SIGNATURES[0]


def test_a_column_is_a_sequence() -> None:
    column = ed25519.verify_many(*[pa.array([bytes(n), None]) for n in (32, 0, 64)])
    assert (len(column), column[0], column[-1], list(column)) == (2, False, None, [False, None])
    assert repr(column) == "<polylimb.Column of 2 Boolean>"
    for index in (2, -3):
        with pytest.raises(IndexError):
            column[index]


def test_nothing_is_copied_in_and_nothing_leaks() -> None:
    array = pa.array(DIGESTS, pa.binary(32))
    before = pa.total_allocated_bytes()
    for _ in range(100):
        pa.array(ecdsa.sign_many(KEY, array.slice(0, 4)))
        pa.chunked_array(Stream(ecdsa.sign_many(KEY, array.slice(0, 4))))
    assert pa.total_allocated_bytes() == before
    column = ecdsa.sign_many(KEY, array)
    places = [pa.array(column).buffers()[1].address for _ in range(2)]
    assert places[0] == places[1]
