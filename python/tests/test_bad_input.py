"""Whatever comes in, an exception says what was wrong; the process never ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import polylimb
import pyarrow as pa
import pytest
from polylimb import CrtModulus, FixedBase, Modulus, bls, ecdsa, ed25519, rsa, x25519

M = Modulus((1 << 255) - 19)
ROWS = np.zeros((3, 32), np.uint8)
HUGE = 1 << 1_999_999_999
LONG = bytes(10**8)
SECRET = ecdsa.SecretKey.generate("P-256")


@pytest.mark.parametrize(
    ("kind", "words", "call"),
    [
        (ZeroDivisionError, "n is 0", lambda: Modulus(0)),
        (ValueError, "n is negative", lambda: Modulus(-7)),
        (TypeError, "n must be an integer, not str", lambda: Modulus("7")),
        (TypeError, "n must be an integer, not float", lambda: Modulus(7.0)),
        (ValueError, "n has 2000000000 bits; at most 1048576", lambda: Modulus(HUGE)),
        (ValueError, "exponent has 2000000000 bits", lambda: M.pow(3, HUGE)),
        (ValueError, "base has 2000000000 bits", lambda: M.pow(HUGE, 3)),
        (ValueError, r"bases\[1\] has 2000000000 bits", lambda: M.pow_many([2, HUGE], 3)),
        (ValueError, r"exponents\[1\] is negative", lambda: M.pow_many(2, [3, -3])),
        (TypeError, r"bases\[1\] must not be str", lambda: M.pow_many([2, "3"], 3)),
        (TypeError, r"bases\[0\] must not be float", lambda: M.pow_many([2.0], 3)),
        (TypeError, "bases, exponents must be a column", lambda: M.pow_many(2, 3)),
        (TypeError, "bases must be a list", lambda: M.pow_many(None, 3)),
        (TypeError, "bases must be a list", lambda: M.pow_many("23", 3)),
        (ValueError, "bases has 2 rows and exponents has 3", lambda: M.pow_many([1, 2], [1, 2, 3])),
        (ValueError, "two dimensions", lambda: M.pow_many(ROWS[0], 3)),
        (ValueError, "two dimensions", lambda: M.pow_many(ROWS.reshape(3, 8, 4), 3)),
        (ValueError, "two dimensions", lambda: M.pow_many(memoryview(b"123"), 3)),
        (TypeError, "uint8", lambda: M.pow_many(ROWS.astype(np.int64), 3)),
        (TypeError, "uint8", lambda: M.pow_many(ROWS.view(np.int8), 3)),
        (TypeError, "Arrow column of Int64", lambda: M.pow_many(pa.array([1, 2]), 3)),
        (TypeError, "Arrow column of Utf8", lambda: M.pow_many(pa.array(["1"]), 3)),
        (ValueError, "1 to 64 threads, not on 0", lambda: M.pow_many([2], 3, threads=0)),
        (ValueError, "1 to 64 threads, not on 65", lambda: M.pow_many([2], 3, threads=65)),
        (OverflowError, "negative", lambda: M.pow_many([2], 3, threads=-1)),
        (ZeroDivisionError, "no inverse", lambda: Modulus(10).inverse(4)),
        (ValueError, "row 1 is null", lambda: M.multi_pow([2, None], 3)),
        (ValueError, "row 0 is bad: the base is too", lambda: M.multi_pow([LONG], [b"\3"])),
        (ValueError, "the exponent is too", lambda: M.multi_pow_vartime([b"\3"], [LONG])),
        (ValueError, "at least 1", lambda: FixedBase(7, 3, 0)),
        (ValueError, "too large", lambda: FixedBase(7, 3, 4).pow(16)),
        (OverflowError, "too big", lambda: FixedBase(7, 3, HUGE)),
        (ValueError, "odd", lambda: CrtModulus([4, 6], 3)),
        (TypeError, "a prime must be an integer", lambda: CrtModulus(["7", 11], 3)),
        (ValueError, 'no curve "P-255"', lambda: ecdsa.SecretKey.generate("P-255")),
        (ValueError, 'no hash "md5"', lambda: SECRET.sign(b"", hash="md5")),
        (ValueError, 'no encoding "pem"', lambda: SECRET.sign(b"", encoding="pem")),
        (ValueError, "between 1 and the order", lambda: of_bytes(bytes(32))),
        (ValueError, "has length 5; it must have length 32", lambda: of_bytes(b"short")),
        (ValueError, "does not lie on the curve", lambda: point(b"\4" + bytes(63) + b"\1")),
        (ValueError, "expected a point", lambda: point(b"")),
        (ValueError, "malformed", lambda: ecdsa.SecretKey.from_pem("no key")),
        (ValueError, "another kind", lambda: rsa.SecretKey.from_der(SECRET.to_der())),
        (TypeError, "keys must be bytes, not an integer", lambda: verify(7, [b""], [b""])),
        (ValueError, "keys has 1 rows and digests has 2", lambda: verify([b""], [b"", b""], [b""])),
        (ValueError, "2048 to 16384", lambda: rsa.SecretKey.generate(512)),
        (ValueError, "no RSA scheme", lambda: rsa.verify_many([], [], [], scheme="raw")),
        (ValueError, "no BLS scheme", lambda: bls.Bls(scheme="x")),
        (ValueError, "a row is null", lambda: bls.Bls().aggregate([None])),
        (ValueError, "encoded point", lambda: bls.Bls().verify(bytes(48), b"", bytes(96))),
        (ValueError, "length 32", lambda: x25519.SecretKey.from_bytes(b"")),
        (TypeError, "X25519PublicKey", lambda: x25519.SecretKey.generate().agree(b"")),
        (polylimb.InvalidSignature, "do not trust", lambda: ed25519_public().verify(b"", b"")),
    ],
)
def test_what_it_says(kind: type[Exception], words: str, call: Any) -> None:
    with pytest.raises(kind, match=words):
        call()


def verify(*columns: Any) -> Any:
    return ecdsa.verify_many("P-256", *columns)


def of_bytes(data: bytes) -> Any:
    return ecdsa.SecretKey.from_bytes("P-256", data)


def point(data: bytes) -> Any:
    return ecdsa.PublicKey.from_bytes("P-256", data)


def ed25519_public() -> Any:
    return ed25519.SecretKey.generate().public_key()


def test_a_stream_that_fails() -> None:
    def batches() -> Any:
        yield pa.record_batch({"bases": [b"1"]})
        raise RuntimeError("the disk is full")

    schema = pa.schema({"bases": pa.binary()})
    reader = pa.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(ValueError, match=r"the Arrow stream failed: .*the disk is full"):
        M.pow_many(reader, 3)
    reader = pa.RecordBatchReader.from_batches(schema, [pa.record_batch({"bases": [b"\2"]})])
    assert list(M.pow_many(reader, 3)) == [bytes(31) + b"\x08"]


def test_rows_of_a_billion_bits() -> None:
    powers, reasons = M.pow_many([b"\2", LONG, b"\2"], [b"\3", b"\3", LONG], reasons=True)
    assert list(powers) == [bytes(31) + b"\x08", None, None]
    assert list(reasons) == [
        None,
        "the base is too large; at most 1048576 bits",
        "the exponent is too large; at most 1048576 bits",
    ]


def test_empty_columns() -> None:
    assert M.pow_many([], 3) == []
    assert len(M.pow_many(ROWS[:0], 3)) == 0
    assert len(M.pow_many(np.zeros((4, 0), np.uint8), 3)) == 4
    assert verify([], [], []) == []
    assert len(verify(pa.array([], pa.binary()), [], [])) == 0
    assert list(verify(pa.nulls(2), [b"", b""], [b"", b""])) == [None, None]


def test_ctrl_c_ends_a_long_batch() -> None:
    modulus = Modulus((1 << 4096) - 1)
    # A shell starts what runs in the background with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            modulus.pow_many(range(2, 10**5), (1 << 4096) - 3)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_no_bar_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match=r"pip install polylimb\[progress\]"):
        M.pow_many([2], 3, progress=True)


def test_threads_run_beside_a_batch() -> None:
    ticks, done = [], threading.Event()

    def count() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    Modulus((1 << 16383) + 1).pow(3, (1 << 16383) - 1)
    done.set()
    thread.join()
    assert len(ticks) > 10


def test_many_threads_at_once() -> None:
    n, results = (1 << 521) - 1, []

    def work() -> None:
        results.append(Modulus(n).pow_many(range(300), 65537, threads=2))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[pow(x, 65537, n) for x in range(300)]] * 4


def test_fork() -> None:
    """In a process of its own: threads of the test's libraries do not like forks."""
    program = """
import os
from polylimb import Modulus, ecdsa
m, key = Modulus(2**127 - 1), ecdsa.SecretKey.generate("P-256")
expected = m.pow_many(range(200), 65537, threads=2)
child = os.fork()
right = m.pow_many(range(200), 65537, threads=2) == expected
signatures = ecdsa.sign_many(key, [bytes(32)] * 99, threads=2)
right &= all(ecdsa.verify_many("P-256", key.public_key(), [bytes(32)] * 99, signatures))
if child == 0:
    os._exit(0 if right else 1)
assert right and os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60)
