"""How fast, beside gmpy2, phe and `cryptography`, in one process: ratios only.

    python bench.py [ROUNDS]              one core, where nothing else is said
    python bench.py --ray [ROWS [ROUNDS]] powers of 2048 bits through Ray on two cores

The peers take turns, one round each; a row has the ratio of the fastest rounds and of the medians.
The last rows are what Python, Arrow and conversions cost a batch of 1024, in percent of the batch.
"""

import hashlib
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import gmpy2
import phe
import pyarrow as pa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from polylimb import Modulus, ecdsa, paillier

ROWS = 1024


def turns(rounds: int, *peers: Callable[[], object]) -> list[list[float]]:
    """The seconds of each peer's rounds, after one to warm up."""
    times: list[list[float]] = [[] for _ in peers]
    for _ in range(rounds + 1):
        for peer, seconds in zip(peers, times, strict=True):
            start = time.perf_counter()
            peer()
            seconds.append(time.perf_counter() - start)
    return [seconds[1:] for seconds in times]


def ratio(what: str, theirs: list[float], ours: list[float], scale: float = 1) -> None:
    fastest = min(theirs) / min(ours) * scale
    median = statistics.median(theirs) / statistics.median(ours) * scale
    print(f"{what:58} {fastest:8.2f} {median:8.2f}", flush=True)


def powers(rounds: int) -> None:
    rng = random.Random(1)
    n = rng.getrandbits(2048) | 1 << 2047 | 1
    bases, exponents = ([rng.randrange(n) for _ in range(ROWS)] for _ in range(2))
    modulus, few = Modulus(n), ROWS // 16
    ours, theirs = turns(
        rounds,
        lambda: modulus.pow_many(bases[:few], exponents[0]),
        lambda: gmpy2.powmod_base_list(bases[:few], exponents[0], n),
    )
    ratio("pow_many, 2048 bits, one exponent: times gmpy2", theirs, ours)
    ours, theirs = turns(
        rounds,
        lambda: modulus.pow_many(bases[0], exponents[:few]),
        lambda: gmpy2.powmod_exp_list(bases[0], exponents[:few], n),
    )
    ratio("pow_many, 2048 bits, one base: times gmpy2", theirs, ours)
    one, two = turns(
        rounds,
        lambda: modulus.pow_many(bases, exponents),
        lambda: modulus.pow_many(bases, exponents, threads=2),
    )
    ratio("pow_many, 2048 bits, two threads: times one", one, two)

    # Rows that the kernel answers at once cost everything but the kernel.
    rows = [pa.array([x.to_bytes(256) for x in xs]) for xs in (bases, exponents)]
    zeros = pa.array([bytes(1)] * ROWS)
    one_modulo = Modulus(1)
    whole, rest, integers = turns(
        rounds,
        lambda: pa.array(modulus.pow_many(*rows)),
        lambda: pa.array(one_modulo.pow_many(rows[0], zeros)),
        lambda: one_modulo.pow_many(bases, [0] * ROWS),
    )
    ratio("Python and Arrow, percent of powers of 2048 bits", rest, whole, 100)
    ratio("Python and integers, percent of powers of 2048 bits", integers, whole, 100)


def sums(rounds: int) -> None:
    public, private = phe.generate_paillier_keypair(n_length=2048)
    ours, n = paillier.SecretKey.from_primes(private.p, private.q), public.n
    assert phe.util.HAVE_GMP
    key, few = ours.public_key(), 8
    messages, r = ([random.randrange(1, n) for _ in range(64)] for _ in range(2))
    short = paillier.ShortExponents(key)
    many, brief, theirs = turns(
        rounds,
        lambda: key.encrypt_many(messages, r=r),
        lambda: short.encrypt_many(messages),
        lambda: [public.raw_encrypt(m, x) for m, x in zip(messages[:few], r[:few], strict=True)],
    )
    ratio("Paillier, 2048 bits, r^N: times phe", theirs, many, 64 / few)
    ratio(f"  exponents of {short.exponent_bits} bits: times phe", theirs, brief, 64 / few)
    sealed = key.encrypt_many(messages)
    opened, theirs = turns(
        rounds,
        lambda: ours.decrypt_many(sealed),
        lambda: [private.raw_decrypt(c) for c in sealed[:few]],
    )
    ratio("  decryption: times phe", theirs, opened, 64 / few)


def signatures(rounds: int) -> None:
    secrets = [ecdsa.SecretKey.generate("P-256") for _ in range(ROWS)]
    points = [key.public_key().to_bytes(compressed=False) for key in secrets]
    keys = [ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point) for point in points]
    digests = [hashlib.sha256(b"%d" % i).digest() for i in range(ROWS)]
    signed = [
        ecdsa.sign_many(key, [digest])[0] or b""
        for key, digest in zip(secrets, digests, strict=True)
    ]
    der = [encode_dss_signature(int.from_bytes(s[:32]), int.from_bytes(s[32:])) for s in signed]
    algorithm = ec.ECDSA(Prehashed(hashes.SHA256()))

    def verify() -> None:
        for key, digest, signature in zip(keys, digests, der, strict=True):
            key.verify(signature, digest, algorithm)

    def read_and_verify() -> None:
        curve = ec.SECP256R1()
        for point, digest, signature in zip(points, digests, der, strict=True):
            key = ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
            key.verify(signature, digest, algorithm)

    columns = [pa.array(rows) for rows in (points, digests, signed)]
    nothing = [pa.array([b""] * ROWS) for _ in range(3)]
    ours, rest, made, read = turns(
        rounds,
        lambda: pa.array(ecdsa.verify_many("P-256", *columns)),
        lambda: pa.array(ecdsa.verify_many("P-256", *nothing)),
        verify,
        read_and_verify,
    )
    ratio("verify_many, P-256: times cryptography, keys made before", made, ours)
    ratio("verify_many, P-256: times cryptography, keys read", read, ours)
    ratio("Python and Arrow, percent of 1024 P-256 verifications", rest, ours, 100)


def cluster(rows: int, rounds: int) -> None:
    import ray.data  # noqa: PLC0415  (what the other measurements do not need)
    from polylimb.ray import map_rows  # noqa: PLC0415

    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    rng = random.Random(1)
    n, exponent = rng.getrandbits(2048) | 1 << 2047 | 1, rng.getrandbits(2048)
    modulus = Modulus(n)

    def power(columns: dict[str, pa.Array], modulus: Modulus) -> Any:
        return modulus.pow_many(columns["base"], exponent)

    def blocks() -> Iterator[pa.Table]:
        for start in range(0, rows, 4096):
            count = min(4096, rows - start)
            yield pa.table({"base": pa.array([rng.randbytes(256) for _ in range(count)])})

    tables = list(blocks())
    bases = pa.concat_tables(tables)["base"]
    data = ray.data.from_arrow(tables)

    def by_ray() -> None:
        done = map_rows(data, power, result="power", load=lambda: Modulus(n)).materialize()
        assert done.count() == rows

    bare, rayed = turns(rounds, lambda: modulus.pow_many(bases, exponent, threads=2), by_ray)
    ratio(f"Ray, {rows} powers of 2048 bits: times the bare library", bare, rayed)


def main(arguments: list[str]) -> None:
    print(f"{'':58} {'fastest':>8} {'median':>8}")
    if arguments[:1] == ["--ray"]:
        given = [int(argument) for argument in arguments[1:]]
        cluster(*given, *(200_000, 3)[len(given) :])
        return
    rounds = int(arguments[0]) if arguments else 21
    powers(rounds)
    sums(rounds)
    signatures(rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
