"""Paillier's encryption: ciphertexts that can be added.

>>> key = SecretKey.generate(2048)
>>> public = key.public_key()
>>> sealed = public.encrypt_many([1, 2, 39])
>>> key.decrypt(public.sum(sealed))
42
>>> key.decrypt_many(public.multiply_many(sealed, [10, 10, -1]))[:2]
[10, 20]
"""

from polylimb._polylimb import PaillierPublicKey as PublicKey
from polylimb._polylimb import PaillierSecretKey as SecretKey
from polylimb._polylimb import PaillierShortExponents as ShortExponents

__all__ = ["PublicKey", "SecretKey", "ShortExponents"]
