"""polylimb's functions in DataFusion's SQL.

>>> import datafusion
>>> ctx = datafusion.SessionContext()
>>> register(ctx)
>>> ctx.sql("SELECT powmod(x'02', x'64', x'65') AS r").to_pydict()
{'r': [b'\\x01']}
"""

import datafusion
import pyarrow as pa

from polylimb.sql import FUNCTIONS

__all__ = ["register"]

# DataFusion reads Parquet as views, and makes views of arrays, but not the reverse.
_VIEWS = {pa.string(): pa.string_view(), pa.binary(): pa.binary_view(), pa.bool_(): pa.bool_()}


def register(ctx: datafusion.SessionContext) -> None:
    """Makes `ecdsa_verify(curve, key, digest, signature)`, `ed25519_verify`, `bip340_verify`,
    `bls_verify`, `powmod(base, exponent, modulus)` and `paillier_add(n, a, b)` known to `ctx`.
    """
    for function in FUNCTIONS:
        made = datafusion.udf(
            function.compute,
            [_VIEWS[argument] for argument in function.arguments],
            function.result,
            "immutable",
            function.name,
        )
        ctx.register_udf(made)
