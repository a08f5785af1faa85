"""The cluster that several tests share."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def cluster() -> Iterator[None]:
    """Ray with two workers."""
    import ray  # noqa: PLC0415  (seconds, and most tests need none)
    import ray.data  # noqa: PLC0415

    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()
