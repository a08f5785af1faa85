"""X25519: keys, and agreement with rows of public keys.

>>> a, b = SecretKey.generate(), SecretKey.generate()
>>> agree_many(a, [b.public_key().to_bytes(), bytes(32)]) == [b.agree(a.public_key()), None]
True
"""

from polylimb._polylimb import X25519PublicKey as PublicKey
from polylimb._polylimb import X25519SecretKey as SecretKey
from polylimb._polylimb import x25519_agree_many as agree_many

__all__ = ["PublicKey", "SecretKey", "agree_many"]
