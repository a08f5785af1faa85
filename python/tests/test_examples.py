"""The examples of all docstrings; `pytest --doctest-modules` sees none of a compiled module."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    ("module", "least"),
    [
        ("_polylimb", 35),
        ("numbers", 7),
        ("ecdsa", 6),
        ("ecdh", 2),
        ("ed25519", 3),
        ("x25519", 2),
        ("bip340", 3),
        ("rsa", 4),
        ("bls", 5),
        ("paillier", 5),
        ("phe", 2),
        ("datafusion", 4),
        ("duckdb", 4),
        ("ray", 10),
    ],
)
def test_examples(module: str, least: int, request: pytest.FixtureRequest) -> None:
    if module == "ray":
        request.getfixturevalue("cluster")
    results = doctest.testmod(importlib.import_module(f"polylimb.{module}"))
    assert results.failed == 0
    assert results.attempted >= least
