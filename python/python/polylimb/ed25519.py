"""Ed25519: keys, and signatures over rows of messages.

>>> key = SecretKey.generate()
>>> signatures = sign_many(key, [b"one", b"two"])
>>> verify_many(key.public_key().to_bytes(), [b"one", b"2"], signatures)
[True, False]
"""

from polylimb._polylimb import Ed25519PublicKey as PublicKey
from polylimb._polylimb import Ed25519SecretKey as SecretKey
from polylimb._polylimb import ed25519_sign_many as sign_many
from polylimb._polylimb import ed25519_verify_many as verify_many

__all__ = ["PublicKey", "SecretKey", "sign_many", "verify_many"]
