"""polylimb's functions in DuckDB's SQL.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register(connection)
>>> query = "SELECT powmod(from_hex('02'), from_hex('64'), from_hex('65'))"
>>> connection.execute(query).fetchall()
[(b'\\x01',)]
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
