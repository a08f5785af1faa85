"""BLS signatures on BLS12-381: a ciphersuite, and verification over rows.

>>> bls, keys = Bls(), [SecretKey.generate() for _ in range(2)]
>>> public = [bls.public_key(key) for key in keys]
>>> signatures = [bls.sign(key, b"one") for key in keys]
>>> bls.verify_many(public, [b"one", b"two"], signatures)
[True, False]
>>> bls.fast_aggregate_verify(public, b"one", bls.aggregate(signatures))
"""

from polylimb._polylimb import Bls
from polylimb._polylimb import BlsSecretKey as SecretKey

__all__ = ["Bls", "SecretKey"]
