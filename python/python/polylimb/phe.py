"""polylimb's powers beneath an unmodified `phe`.

>>> import polylimb.phe
>>> with polylimb.phe.installed():
...     import phe
...     public, private = phe.generate_paillier_keypair(n_length=1024)
...     private.decrypt(public.encrypt(20) + public.encrypt(22))
42
"""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import polylimb

__all__ = ["install", "installed", "uninstall"]

_MODULES = ("phe.util", "phe.paillier")
_replaced: list[tuple[ModuleType, str, Any]] = []


def _powmod(a: int, b: int, c: int) -> int:
    """`a**b mod c`, as `phe.util.powmod`. Constant time for given lengths."""
    if a == 1:
        return 1
    return polylimb.powmod(a, b, c)


def _invert(a: int, b: int) -> int:
    """`1/a mod b`, as `phe.util.invert`."""
    return polylimb.invert(a, b)


def install() -> None:
    """Puts polylimb's functions in place of phe's. What is installed already stays."""
    if _replaced:
        return
    for name in _MODULES:
        module = importlib.import_module(name)
        for function, ours in (("powmod", _powmod), ("invert", _invert)):
            if hasattr(module, function):
                _replaced.append((module, function, getattr(module, function)))
                setattr(module, function, ours)


def uninstall() -> None:
    """Puts phe's own functions back."""
    while _replaced:
        module, function, theirs = _replaced.pop()
        setattr(module, function, theirs)


@contextmanager
def installed() -> Iterator[None]:
    """`install` for a while."""
    install()
    try:
        yield
    finally:
        uninstall()
