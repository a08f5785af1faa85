"""The programs of `examples/`, run small."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_verify_parquet(tmp_path: Path) -> None:
    module, path = load("verify_parquet"), tmp_path / "signed.parquet"
    module.make(path, rows=300)
    assert module.wrong(path) == [0, 100, 200]


def test_paillier_sum() -> None:
    assert load("paillier_sum").main(rows=16) > 0


def test_election() -> None:
    assert load("election").main(ballots=6, bits=256) == 2


def test_intersection(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", os.environ.get("RAY_AUTH_MODE", "disabled"))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        common = load("intersection").main(rows=30)
    finally:
        ray.shutdown()
    assert common == [f"person {i}" for i in range(0, 30, 3)]
