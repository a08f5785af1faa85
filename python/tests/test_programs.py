"""The programs of `examples/`, run small."""

import importlib.util
from pathlib import Path
from types import ModuleType

import nbclient
import nbformat

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


def test_notebook(tmp_path: Path) -> None:
    """Runs in a kernel of its own. The lab's report stands in it, then rows that are wrong."""
    notebook = nbformat.read(EXAMPLES / "polylimb.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [html for output in outputs if (html := output.get("data", {}).get("text/html"))]
    assert "iframe" in pages[0]
    assert "Modular multiplication" in pages[0]
    texts = [text for output in outputs if (text := output.get("data", {}).get("text/plain"))]
    assert "[0, 100, 200]" in texts
    # The bar of a long call.
    assert any("100%" in output.get("text", "") for output in outputs)
