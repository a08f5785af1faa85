"""How fast, beside gmpy2 and `cryptography`, in one process on one core: ratios only.

    python bench.py [ROUNDS]

The peers take turns, one round each; a row has the ratio of the fastest rounds and of the medians.
The last rows are what Python, Arrow and conversions cost a batch of 1024, in percent of the batch.
"""

import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable

import gmpy2
import pyarrow as pa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from polylimb import Modulus, ecdsa

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 21
ROWS = 1024


def turns(*peers: Callable[[], object]) -> list[list[float]]:
    """The seconds of each peer's rounds, after one to warm up."""
    times: list[list[float]] = [[] for _ in peers]
    for _ in range(ROUNDS + 1):
        for peer, seconds in zip(peers, times, strict=True):
            start = time.perf_counter()
            peer()
            seconds.append(time.perf_counter() - start)
    return [seconds[1:] for seconds in times]


def ratio(what: str, theirs: list[float], ours: list[float], scale: float = 1) -> None:
    fastest = min(theirs) / min(ours) * scale
    median = statistics.median(theirs) / statistics.median(ours) * scale
    print(f"{what:58} {fastest:8.2f} {median:8.2f}")


def main() -> None:
    rng = random.Random(1)
    n = rng.getrandbits(2048) | 1 << 2047 | 1
    bases, exponents = ([rng.randrange(n) for _ in range(ROWS)] for _ in range(2))
    modulus, few = Modulus(n), ROWS // 16
    print(f"{'':58} {'fastest':>8} {'median':>8}")
    ours, theirs = turns(
        lambda: modulus.pow_many(bases[:few], exponents[0]),
        lambda: gmpy2.powmod_base_list(bases[:few], exponents[0], n),
    )
    ratio("pow_many, 2048 bits, one exponent: times gmpy2", theirs, ours)
    ours, theirs = turns(
        lambda: modulus.pow_many(bases[0], exponents[:few]),
        lambda: gmpy2.powmod_exp_list(bases[0], exponents[:few], n),
    )
    ratio("pow_many, 2048 bits, one base: times gmpy2", theirs, ours)

    secrets = [ecdsa.SecretKey.generate("P-256") for _ in range(ROWS)]
    points = [key.public_key().to_bytes(compressed=False) for key in secrets]
    keys = [ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point) for point in points]
    digests = [hashlib.sha256(b"%d" % i).digest() for i in range(ROWS)]
    signatures = [
        ecdsa.sign_many(key, [digest])[0] or b""
        for key, digest in zip(secrets, digests, strict=True)
    ]
    der = [encode_dss_signature(int.from_bytes(s[:32]), int.from_bytes(s[32:])) for s in signatures]
    algorithm = ec.ECDSA(Prehashed(hashes.SHA256()))

    def verify() -> None:
        for key, digest, signature in zip(keys, digests, der, strict=True):
            key.verify(signature, digest, algorithm)

    def read_and_verify() -> None:
        curve = ec.SECP256R1()
        for point, digest, signature in zip(points, digests, der, strict=True):
            key = ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
            key.verify(signature, digest, algorithm)

    columns = [pa.array(rows) for rows in (points, digests, signatures)]
    ours, made, read = turns(lambda: ecdsa.verify_many("P-256", *columns), verify, read_and_verify)
    ratio("verify_many, P-256: times cryptography, keys made before", made, ours)
    ratio("verify_many, P-256: times cryptography, keys read", read, ours)

    # Rows that the kernel answers at once cost everything but the kernel.
    nothing = [pa.array([b""] * ROWS) for _ in range(3)]
    whole, rest = turns(
        lambda: pa.array(ecdsa.verify_many("P-256", *columns)),
        lambda: pa.array(ecdsa.verify_many("P-256", *nothing)),
    )
    ratio("Python and Arrow, percent of 1024 P-256 verifications", rest, whole, 100)
    width = 256
    rows = [pa.array([x.to_bytes(width) for x in xs]) for xs in (bases, exponents)]
    zeros = pa.array([bytes(1)] * ROWS)
    one = Modulus(1)
    whole, rest, integers = turns(
        lambda: pa.array(modulus.pow_many(rows[0][:128], rows[1][:128])),
        lambda: pa.array(one.pow_many(rows[0][:128], zeros[:128])),
        lambda: one.pow_many(bases[:128], zeros.to_pylist()[:128]),
    )
    ratio("Python and Arrow, percent of powers of 2048 bits", rest, whole, 100)
    ratio("Python and integers, percent of powers of 2048 bits", integers, whole, 100)


if __name__ == "__main__":
    main()
