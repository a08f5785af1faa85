"""ECDSA: keys, and signatures over rows of digests.

>>> import hashlib
>>> key = SecretKey.generate("P-256")
>>> digests = [hashlib.sha256(text).digest() for text in (b"one", b"two")]
>>> signatures = sign_many(key, digests)
>>> verify_many("P-256", key.public_key(), digests, signatures)
[True, True]
>>> verify_many("P-256", key.public_key(), digests, [signatures[0], b""], reasons=True)[1]
[None, 'the signature has length 0; it must have length 64']
"""

from polylimb._polylimb import EcPublicKey as PublicKey
from polylimb._polylimb import EcSecretKey as SecretKey
from polylimb._polylimb import ecdsa_recover_many as recover_many
from polylimb._polylimb import ecdsa_sign_many as sign_many
from polylimb._polylimb import ecdsa_verify_many as verify_many

__all__ = ["PublicKey", "SecretKey", "recover_many", "sign_many", "verify_many"]
