"""polylimb's functions in DuckDB's SQL.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register(connection)
>>> connection.sql("SELECT powmod('\\\\x02'::BLOB, '\\\\x64'::BLOB, '\\\\x65'::BLOB)").fetchone()
(b'\\x01',)
"""

import duckdb
import pyarrow as pa
from duckdb.func import PythonUDFType

from polylimb.sql import FUNCTIONS

__all__ = ["register"]

_TYPES = {pa.string(): "VARCHAR", pa.binary(): "BLOB", pa.bool_(): "BOOLEAN"}


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the functions of `polylimb.sql` known to `connection`."""
    for function in FUNCTIONS:
        connection.create_function(
            function.name,
            function.compute,
            [_TYPES[argument] for argument in function.arguments],
            _TYPES[function.result],
            type=PythonUDFType.ARROW,
        )
