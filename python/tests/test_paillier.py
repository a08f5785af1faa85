"""Paillier's encryption beside `phe`, which also runs on our powers."""

import importlib.util
import os
import random
import secrets
import subprocess
import sys
from pathlib import Path

import phe
import phe.util
import polylimb.phe
import pyarrow as pa
import pytest
from polylimb import Column
from polylimb.paillier import PublicKey, SecretKey, ShortExponents

CASES = int(os.environ.get("POLYLIMB_CASES", "200"))


@pytest.fixture(scope="module")
def theirs() -> tuple[phe.PaillierPublicKey, phe.PaillierPrivateKey]:
    public, private = phe.generate_paillier_keypair(n_length=2048)
    return public, private


@pytest.fixture(scope="module")
def key(theirs: tuple[phe.PaillierPublicKey, phe.PaillierPrivateKey]) -> SecretKey:
    return SecretKey.from_primes(theirs[1].p, theirs[1].q)


def test_the_same_ciphertexts(
    theirs: tuple[phe.PaillierPublicKey, phe.PaillierPrivateKey], key: SecretKey
) -> None:
    public, private = theirs
    ours = key.public_key()
    assert ours == PublicKey(public.n)
    messages: list[int] = [0, 1, public.n - 1, *(secrets.randbelow(public.n) for _ in range(21))]
    r = [secrets.randbelow(public.n - 1) + 1 for _ in messages]
    expected = [public.raw_encrypt(m, r_value=x) for m, x in zip(messages, r, strict=True)]
    assert ours.encrypt_many(messages, r=r) == expected
    assert ours.encrypt(messages[3], r=r[3]) == expected[3]
    assert key.decrypt_many(expected) == messages
    assert [key.decrypt(c) for c in expected[:3]] == messages[:3]
    fresh = ours.encrypt_many(messages, threads=2)
    assert [private.raw_decrypt(c) for c in fresh if c is not None] == messages
    assert len(set(fresh)) == len(messages)
    short = ShortExponents(ours)
    assert short.exponent_bits == 1024
    assert key.decrypt_many(short.encrypt_many(messages)) == messages


def test_judged_by_phe() -> None:
    """Many cases under the shortest key that both take."""
    public, private = phe.generate_paillier_keypair(n_length=1024)
    rng, n = random.Random(1), public.n
    ours, key = PublicKey(n), SecretKey.from_primes(private.p, private.q)
    for _ in range(max(1, CASES // 1000)):
        count = min(CASES, 1000)
        messages, r = ([rng.randrange(1, n) for _ in range(count)] for _ in range(2))
        sealed = ours.encrypt_many(messages, r=r, threads=2)
        assert sealed == [public.raw_encrypt(m, x) for m, x in zip(messages, r, strict=True)]
        assert key.decrypt_many(sealed, threads=2) == messages
    sums = ours.add_many(sealed, sealed[1:] + sealed[:1])
    twice = zip(messages, messages[1:] + messages[:1], strict=True)
    assert [private.raw_decrypt(c) for c in sums] == [(a + b) % n for a, b in twice]


def test_arithmetic(key: SecretKey) -> None:
    public, n = key.public_key(), key.public_key().n
    messages = [random.Random(7).randrange(n) for _ in range(10)]
    sealed = public.encrypt_many(messages)
    assert key.decrypt(public.sum(sealed)) == sum(messages) % n
    factors = [-1, 0, 1, *range(2, 8), n - 1]
    products = [m * f % n for m, f in zip(messages, factors, strict=True)]
    assert key.decrypt_many(public.multiply_many(sealed, factors)) == products
    both = public.add_many(sealed, sealed[::-1])
    assert key.decrypt_many(both) == [
        (a + b) % n for a, b in zip(messages, messages[::-1], strict=True)
    ]
    one = public.encrypt(-5)
    assert key.decrypt(public.add_message(public.multiply(one, -2), -3)) == 7
    assert key.decrypt(public.add(one, one)) == n - 10


def test_columns(key: SecretKey) -> None:
    public = key.public_key()
    messages = pa.array([b"\x05", None, b"\x07"], pa.binary())
    sealed = public.encrypt_many(messages)
    assert isinstance(sealed, Column)
    assert pa.array(sealed).null_count == 1
    opened, reasons = key.decrypt_many(
        pa.array([sealed[0], None, bytes(512), sealed[2]], pa.binary()), reasons=True
    )
    assert isinstance(opened, Column)
    values = [row if row is None else int.from_bytes(row, "big") for row in opened]
    assert values == [5, None, None, 7]
    reasons = list(reasons)
    assert reasons[0] is None
    assert "ciphertext" in str(reasons[2])


def test_what_is_refused(key: SecretKey) -> None:
    public = key.public_key()
    with pytest.raises(ValueError, match="message"):
        public.encrypt(public.n)
    with pytest.raises(ValueError, match="randomness"):
        public.encrypt(1, r=0)
    with pytest.raises(ValueError, match="ciphertext"):
        key.decrypt(0)
    with pytest.raises(ValueError, match="1024 to 8192"):
        PublicKey(15)
    with pytest.raises(ValueError, match="null"):
        public.sum(pa.array([None], pa.binary()))
    with pytest.raises(ValueError, match="rows"):
        public.add_many([1, 2], [1])


def test_phe_on_our_powers() -> None:
    own = phe.util.powmod
    with polylimb.phe.installed():
        assert phe.util.powmod is not own
        public, private = phe.generate_paillier_keypair(n_length=1024)
        assert private.decrypt(public.encrypt(3.25) * 4 + public.encrypt(-1)) == 12
    assert phe.util.powmod is own


def test_phes_own_tests_pass(tmp_path: Path) -> None:
    """phe's unmodified tests, from its wheel, with our functions beneath them."""
    found = importlib.util.find_spec("phe.tests")
    assert found is not None
    assert found.submodule_search_locations
    folder = found.submodule_search_locations[0]
    (tmp_path / "conftest.py").write_text("import polylimb.phe\npolylimb.phe.install()\n")
    tests = [str(path) for path in Path(folder).glob("*_test.py")]
    assert len(tests) == 4
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", *tests],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert " passed" in run.stdout
