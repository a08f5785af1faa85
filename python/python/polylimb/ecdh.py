"""ECDH: keys, and agreement with rows of public keys.

>>> a, b = SecretKey.generate("P-384"), SecretKey.generate("P-384")
>>> agree_many(a, [b.public_key().to_bytes(), b"no key"]) == [b.agree(a.public_key()), None]
True
"""

from polylimb._polylimb import EcPublicKey as PublicKey
from polylimb._polylimb import EcSecretKey as SecretKey
from polylimb._polylimb import ecdh_agree_many as agree_many

__all__ = ["PublicKey", "SecretKey", "agree_many"]
