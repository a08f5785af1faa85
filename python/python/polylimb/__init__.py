"""Fast public-key arithmetic: powers, keys and signatures in batches.

Numbers are Python integers, or rows of big-endian bytes: a list of `bytes`, a buffer of shape
(n, k) of uint8, or an Arrow array. Lists give lists; buffers and Arrow give a `Column`.
"""

from polylimb._polylimb import (
    Column,
    CrtModulus,
    FixedBase,
    InvalidSignature,
    Modulus,
    random_prime,
    random_safe_prime,
)
from polylimb.numbers import (
    invert,
    is_prime,
    next_prime,
    powmod,
    powmod_base_list,
    powmod_exp_list,
    powmod_sec,
)

__all__ = [
    "Column",
    "CrtModulus",
    "FixedBase",
    "InvalidSignature",
    "Modulus",
    "invert",
    "is_prime",
    "next_prime",
    "powmod",
    "powmod_base_list",
    "powmod_exp_list",
    "powmod_sec",
    "random_prime",
    "random_safe_prime",
]
