"""BIP 340, Schnorr signatures on secp256k1: keys, and verification over rows.

>>> key = SecretKey.generate()
>>> signature = key.sign(b"one")
>>> verify_many(key.public_key().to_bytes(), [b"one", b"two"], signature)
[True, False]
"""

from polylimb._polylimb import Bip340PublicKey as PublicKey
from polylimb._polylimb import Bip340SecretKey as SecretKey
from polylimb._polylimb import bip340_verify_many as verify_many

__all__ = ["PublicKey", "SecretKey", "verify_many"]
