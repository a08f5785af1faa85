"""Batch functions as functions of SQL, for the engines that take them.

A function gets one Arrow array for each argument and gives one. A null argument gives null; a bad
row gives false, or null where the result is bytes. Curves and moduli are constants of a query: the
function takes each row's, and computes rows with the same ones together.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from polylimb import Modulus, bip340, bls, ecdsa, ed25519, paillier

__all__ = ["FUNCTIONS", "Function"]


class Function(NamedTuple):
    """One function: its name in SQL, its arguments, its result, and how it is computed."""

    name: str
    arguments: Sequence[pa.DataType]
    result: pa.DataType
    compute: Callable[..., pa.Array]


def _array(values: Any) -> pa.Array:
    """One array of what an engine gives, not of views, from which pyarrow takes no rows."""
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    plain = {pa.binary_view(): pa.binary(), pa.string_view(): pa.string()}
    return values.cast(plain.get(values.type, values.type))


def _by_constant(
    constants: pa.Array, rows: Sequence[pa.Array], result: pa.DataType, compute: Callable[..., Any]
) -> pa.Array:
    """`compute(constant, *rows)` for the rows of each constant; null for the rows of none."""
    constants = _array(constants)
    arrays = [_array(row) for row in rows]
    distinct = [value for value in constants.unique() if value.is_valid]
    if len(distinct) == 1 and constants.null_count == 0:
        return pa.array(compute(distinct[0].as_py(), *arrays)).cast(result)
    places, found = [], []
    for value in distinct:
        index = pc.indices_nonzero(pc.equal(constants, value))
        places.append(index.cast(pa.int64()))
        found.append(
            pa.array(compute(value.as_py(), *(a.take(index) for a in arrays))).cast(result)
        )
    if not places:
        return pa.nulls(len(constants), result)
    order = pa.concat_arrays(places)
    back = pc.index_in(pa.array(range(len(constants)), pa.int64()), order)
    return pa.concat_arrays(found).take(back)


def _powmod(bases: pa.Array, exponents: pa.Array, moduli: pa.Array) -> pa.Array:
    def compute(n: bytes, *rows: pa.Array) -> Any:
        return Modulus(int.from_bytes(n, "big")).pow_many(*rows)

    return _by_constant(moduli, [bases, exponents], pa.binary(), compute)


def _ecdsa_verify(
    curves: pa.Array, keys: pa.Array, digests: pa.Array, signatures: pa.Array
) -> pa.Array:
    return _by_constant(curves, [keys, digests, signatures], pa.bool_(), ecdsa.verify_many)


def _rows(verify: Callable[..., Any]) -> Callable[..., pa.Array]:
    def compute(keys: Any, messages: Any, signatures: Any) -> pa.Array:
        columns = (_array(column) for column in (keys, messages, signatures))
        return pa.array(verify(*columns)).cast(pa.bool_())

    return compute


def _paillier_add(n: pa.Array, a: pa.Array, b: pa.Array) -> pa.Array:
    def compute(n: bytes, *rows: pa.Array) -> Any:
        return paillier.PublicKey(int.from_bytes(n, "big")).add_many(*rows)

    return _by_constant(n, [a, b], pa.binary(), compute)


_TEXT, _BYTES, _BOOL = pa.string(), pa.binary(), pa.bool_()

#: Every function, in the order of the guide.
FUNCTIONS = (
    Function("ecdsa_verify", [_TEXT, _BYTES, _BYTES, _BYTES], _BOOL, _ecdsa_verify),
    Function("ed25519_verify", [_BYTES] * 3, _BOOL, _rows(ed25519.verify_many)),
    Function("bip340_verify", [_BYTES] * 3, _BOOL, _rows(bip340.verify_many)),
    Function("bls_verify", [_BYTES] * 3, _BOOL, _rows(bls.Bls().verify_many)),
    Function("powmod", [_BYTES] * 3, _BYTES, _powmod),
    Function("paillier_add", [_BYTES] * 3, _BYTES, _paillier_add),
)
