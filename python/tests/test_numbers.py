"""Numbers, with gmpy2 and Python's own integers as judges."""

import os
import random
from collections.abc import Callable
from typing import Any

import gmpy2
import numpy as np
import polylimb
import pytest
from polylimb import CrtModulus, FixedBase, Modulus

CASES = int(os.environ.get("POLYLIMB_CASES", "100000"))


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result, or the kind of exception."""
    try:
        result = function(*arguments)
    except (ValueError, ZeroDivisionError, TypeError) as error:
        return type(error)
    return [int(x) for x in result] if isinstance(result, list) else int(result)


def test_single_functions_mean_what_gmpy2_means() -> None:
    rng, compared = random.Random(1), 0
    for _ in range(CASES // 10):
        bits = rng.choice([3, 8, 64, 130, 521])
        x, y, m = (rng.getrandbits(rng.randint(1, bits)) - (1 << (bits - 2)) for _ in range(3))
        assert outcome(polylimb.powmod, x, y, m) == outcome(gmpy2.powmod, x, y, m)
        assert outcome(polylimb.powmod_sec, x, y, m) == outcome(gmpy2.powmod_sec, x, y, m)
        assert outcome(polylimb.invert, x, m) == outcome(gmpy2.invert, x, m)
        compared += 3
    assert compared == CASES // 10 * 3


def test_edges_mean_what_gmpy2_means() -> None:
    edges = [-7, -2, -1, 0, 1, 2, 3, 4, 5]
    for x in edges:
        assert outcome(polylimb.is_prime, x) == outcome(gmpy2.is_prime, x)
        assert outcome(polylimb.next_prime, x) == outcome(gmpy2.next_prime, x)
        for m in edges:
            assert outcome(polylimb.invert, x, m) == outcome(gmpy2.invert, x, m), (x, m)
            for y in edges:
                assert outcome(polylimb.powmod, x, y, m) == outcome(gmpy2.powmod, x, y, m)
                sec = outcome(gmpy2.powmod_sec, x, y, m)
                assert outcome(polylimb.powmod_sec, x, y, m) == sec, (x, y, m)
    for bad in [2.0, "2", None]:
        with pytest.raises(TypeError):
            polylimb.powmod(bad, 3, 7)  # type: ignore[arg-type]


def test_lists_mean_what_gmpy2_means() -> None:
    rng, compared = random.Random(2), 0
    while compared < CASES:
        bits = rng.choices([2, 64, 127, 256, 512, 1024], [4, 4, 4, 4, 2, 1])[0]
        count = rng.choice([0, 1, 2, 3, 8, 9, 50, 200])
        m = rng.getrandbits(bits) | 1 << (bits - 1)
        numbers = [rng.getrandbits(bits + 3) for _ in range(count)]
        x = rng.getrandbits(bits)
        found = polylimb.powmod_base_list(numbers, x, m, threads=rng.choice([1, 2]))
        assert found == gmpy2.powmod_base_list(numbers, x, m)
        assert polylimb.powmod_exp_list(x, numbers, m) == gmpy2.powmod_exp_list(x, numbers, m)
        compared += 2 * count + 1


def test_negative_exponents_of_lists() -> None:
    assert polylimb.powmod_base_list([2, 3, -4], -3, 7) == [1, 6, 6]
    assert polylimb.powmod_exp_list(3, [2, -3, 0], 7) == [2, 6, 1]
    # Here gmpy2 ends the process.
    with pytest.raises(ValueError, match="7 has no inverse"):
        polylimb.powmod_base_list([2, 7], -3, 7)
    with pytest.raises(ValueError, match="above 0"):
        polylimb.powmod_exp_list(3, [2], -7)


def test_primes() -> None:
    rng = random.Random(3)
    for _ in range(CASES // 20):
        n = rng.getrandbits(rng.choice([4, 10, 20, 64, 100]))
        assert polylimb.is_prime(n) == gmpy2.is_prime(n)
        assert polylimb.next_prime(n) == gmpy2.next_prime(n)
    n = 0
    for _ in range(700):  # beyond the primes of the trial division
        n, m = polylimb.next_prime(n), n
        assert n == gmpy2.next_prime(m)
    for bits in [128, 500, 1024]:
        p = polylimb.random_prime(bits)
        assert p.bit_length() == bits
        assert gmpy2.is_prime(p)
    p = polylimb.random_safe_prime(256)
    assert p.bit_length() == 256
    assert gmpy2.is_prime(p)
    assert gmpy2.is_prime(p // 2)
    with pytest.raises(ValueError, match="128 to 16384"):
        polylimb.random_prime(64)


@pytest.mark.parametrize("bits", [1, 2, 63, 64, 65, 512, 2048, 4096])
def test_modulus_odd_and_even(bits: int) -> None:
    rng = random.Random(bits)
    for parity in [0, 1]:
        n = (rng.getrandbits(bits) | 1 << (bits - 1)) & ~1 | parity
        if n == 0:
            continue
        m = Modulus(n)
        a, b = rng.getrandbits(bits + 9), -rng.getrandbits(bits)
        e = rng.getrandbits(bits)
        assert m.n == n
        assert m.mul(a, b) == a * b % n
        assert m.pow(a, e) == m.pow_vartime(a, e) == pow(a, e, n)
        assert m.pow_many([a, b, 0, 1], e) == [pow(x, e, n) for x in (a, b, 0, 1)]
        product = pow(a, e, n) * pow(b, 3, n) % n
        assert m.multi_pow([a, b], [e, 3]) == m.multi_pow_vartime([a, b], [e, 3]) == product
        assert outcome(m.inverse, a) == outcome(gmpy2.invert, a, n)


def test_rows_are_big_endian() -> None:
    n = (1 << 512) - 569
    m, rng = Modulus(n), random.Random(4)
    bases, exponents = ([rng.randbytes(70) for _ in range(21)] for _ in range(2))
    expected = [
        pow(int.from_bytes(b), int.from_bytes(e), n).to_bytes(64)
        for b, e in zip(bases, exponents, strict=True)
    ]
    assert m.pow_many(bases, exponents) == expected
    rows = [np.frombuffer(b"".join(x), np.uint8).reshape(21, 70) for x in (bases, exponents)]
    powers = np.asarray(m.pow_many(rows[0], rows[1]))
    assert powers.shape == (21, 64)
    assert [row.tobytes() for row in powers] == expected


def test_fixed_base() -> None:
    rng = random.Random(5)
    n, g = rng.getrandbits(1024) | 1, rng.getrandbits(1000)
    base = FixedBase(n, g, 300)
    exponents = [rng.getrandbits(300) for _ in range(20)]
    expected = [pow(g, e, n) for e in exponents]
    assert [base.pow(e) for e in exponents] == expected
    assert base.pow_many(exponents, threads=2) == expected
    powers, reasons = base.pow_many([5, 1 << 300], reasons=True)
    assert list(powers) == [pow(g, 5, n), None]
    assert list(reasons) == [None, "the exponent is too large; at most 300 bits"]


def test_crt() -> None:
    p, q = polylimb.random_prime(512), polylimb.random_prime(512)
    while (p - 1) % 3 == 0 or (q - 1) % 3 == 0:
        p, q = polylimb.random_prime(512), polylimb.random_prime(512)
    key, rng = CrtModulus([p, q], 3), random.Random(6)
    assert key.n == p * q
    d = pow(3, -1, (p - 1) * (q - 1))
    numbers = [rng.randrange(key.n) for _ in range(20)]
    expected = [pow(x, d, key.n) for x in numbers]
    assert [key.private(x) for x in numbers[:3]] == expected[:3]
    assert key.private_many(numbers, threads=2) == expected
    assert [key.public(y) for y in expected] == numbers
    assert key.private_many([key.n, 1]) == [None, 1]
