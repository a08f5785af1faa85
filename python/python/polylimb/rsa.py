"""RSA: keys, encryption, and signatures over rows of digests.

>>> import hashlib
>>> key = SecretKey.generate(2048)
>>> digests = [hashlib.sha256(text).digest() for text in (b"one", b"two")]
>>> verify_many(key.public_key(), digests, sign_many(key, digests))
[True, True]
"""

from polylimb._polylimb import RsaPublicKey as PublicKey
from polylimb._polylimb import RsaSecretKey as SecretKey
from polylimb._polylimb import rsa_sign_many as sign_many
from polylimb._polylimb import rsa_verify_many as verify_many

__all__ = ["PublicKey", "SecretKey", "sign_many", "verify_many"]
