"""gmpy2's functions, by its names and with its meaning.

Two things differ. Results are Python integers, not `mpz`. Where gmpy2 ends the process (a base
of `powmod_base_list` without an inverse), there is an exception. `powmod` and its lists are
constant time for given lengths, as `powmod_sec` is; `is_prime` and `next_prime` are variable time,
for public numbers. `Modulus` is faster when many calls share a modulus.
"""

from collections.abc import Iterable
from typing import SupportsIndex

from polylimb._polylimb import Modulus, is_probable_prime_vartime, next_prime_vartime

__all__ = [
    "invert",
    "is_prime",
    "next_prime",
    "powmod",
    "powmod_base_list",
    "powmod_exp_list",
    "powmod_sec",
]


def _index(value: SupportsIndex) -> int:
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"an integer is required, not {type(value).__name__}") from None


def powmod(x: SupportsIndex, y: SupportsIndex, m: SupportsIndex) -> int:
    """`x**y mod m`; a negative `y` inverts `x`, and the result has the sign of `m`.

    >>> powmod(2, 10, 1000), powmod(2, -1, 5), powmod(2, 3, -5)
    (24, 3, -2)
    """
    x, y, m = _index(x), _index(y), _index(m)
    if m == 0:
        raise ValueError("m is 0; a modulus must not be 0")
    modulus = Modulus(abs(m))
    try:
        power = modulus.pow(x, y)
    except ZeroDivisionError:
        raise ValueError("x has no inverse modulo m, so it has no negative powers") from None
    return power + m if m < 0 and power else power


def powmod_sec(x: SupportsIndex, y: SupportsIndex, m: SupportsIndex) -> int:
    """`x**y mod m` for `y > 0` and an odd `m`, in constant time for given lengths.

    >>> powmod_sec(2, 100, 101)
    1
    """
    y, m = _index(y), _index(m)
    if y <= 0:
        raise ValueError("y must be above 0")
    if m % 2 == 0:
        raise ValueError("m must be odd; powmod takes even moduli")
    return Modulus(abs(m)).pow(x, y)


def _positive(m: SupportsIndex) -> Modulus:
    m = _index(m)
    if m <= 0:
        raise ValueError("m must be above 0")
    return Modulus(m)


def _inverse(modulus: Modulus, x: SupportsIndex) -> int:
    try:
        return modulus.inverse(x)
    except ZeroDivisionError:
        raise ValueError(f"{x} has no inverse modulo m, so it has no negative powers") from None


def powmod_base_list(
    x: Iterable[SupportsIndex],
    y: SupportsIndex,
    m: SupportsIndex,
    *,
    threads: int = 1,
    progress: bool = False,
) -> list[int]:
    """`b**y mod m` for each base `b`, eight at a time where the CPU can.

    >>> powmod_base_list([2, 3, -4], 5, 101)
    [32, 41, 87]
    """
    modulus, y = _positive(m), _index(y)
    bases = [_index(b) for b in x]
    if y < 0:
        bases = [_inverse(modulus, b) for b in bases]
    return modulus.pow_many(bases, abs(y), threads=threads, progress=progress)


def powmod_exp_list(
    x: SupportsIndex,
    y: Iterable[SupportsIndex],
    m: SupportsIndex,
    *,
    threads: int = 1,
    progress: bool = False,
) -> list[int]:
    """`x**e mod m` for each exponent `e`, eight at a time where the CPU can.

    >>> powmod_exp_list(3, [2, -3, 0], 7)
    [2, 6, 1]
    """
    modulus, x = _positive(m), _index(x)
    exponents = [_index(e) for e in y]
    if all(e >= 0 for e in exponents):
        return modulus.pow_many(x, exponents, threads=threads, progress=progress)
    inverse = _inverse(modulus, x)
    bases = [inverse if e < 0 else x for e in exponents]
    return modulus.pow_many(bases, [abs(e) for e in exponents], threads=threads, progress=progress)


def invert(x: SupportsIndex, m: SupportsIndex) -> int:
    """`1/x mod |m|`; `ZeroDivisionError` if there is no inverse.

    >>> invert(3, 7)
    5
    """
    return Modulus(abs(_index(m))).inverse(x)


def is_prime(x: SupportsIndex, n: int = 25) -> bool:
    """Whether `x` passes the Baillie-PSW test, whatever the number `n` of rounds.

    >>> is_prime(2**127 - 1), is_prime(-7)
    (True, False)
    """
    if n < 0:
        raise OverflowError("n must be at least 0")
    return is_probable_prime_vartime(_index(x))


def next_prime(x: SupportsIndex) -> int:
    """The least prime above `x`.

    >>> next_prime(13), next_prime(-5)
    (17, 2)
    """
    return next_prime_vartime(_index(x))
