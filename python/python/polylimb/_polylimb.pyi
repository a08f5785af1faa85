"""The compiled module. Its parts are named in `polylimb`, `polylimb.ecdsa` and so on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import (
    Any,
    Literal,
    Protocol,
    SupportsIndex,
    TypeAlias,
    final,
    overload,
    type_check_only,
)

from typing_extensions import Buffer, CapsuleType

__all__ = [
    "Bip340PublicKey",
    "Bip340SecretKey",
    "Bls",
    "BlsSecretKey",
    "Column",
    "CrtModulus",
    "EcPublicKey",
    "EcSecretKey",
    "Ed25519PublicKey",
    "Ed25519SecretKey",
    "FixedBase",
    "InvalidSignature",
    "Modulus",
    "PaillierPublicKey",
    "PaillierSecretKey",
    "PaillierShortExponents",
    "RsaPublicKey",
    "RsaSecretKey",
    "X25519PublicKey",
    "X25519SecretKey",
    "bip340_verify_many",
    "ecdh_agree_many",
    "ecdsa_recover_many",
    "ecdsa_sign_many",
    "ecdsa_verify_many",
    "ed25519_sign_many",
    "ed25519_verify_many",
    "is_probable_prime_vartime",
    "next_prime_vartime",
    "random_prime",
    "random_safe_prime",
    "rsa_sign_many",
    "rsa_verify_many",
    "x25519_agree_many",
]

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

# Lists, or one value for all rows: the answer is a list.
_Bytes: TypeAlias = bytes | bytearray | Sequence[bytes | None]
_Integers: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
_Rows: TypeAlias = SupportsIndex | Sequence[SupportsIndex | None]
# At least one buffer of shape (n, k) or Arrow array: the answer is a column.
_Columns: TypeAlias = _Bytes | Buffer | _ArrowArray | _ArrowStream
_Numbers: TypeAlias = _Columns | _Integers | Sequence[SupportsIndex | bytes | None]

_Hash: TypeAlias = Literal["sha224", "sha256", "sha384", "sha512"]
_Encoding: TypeAlias = Literal["raw", "der"]
_Scheme: TypeAlias = Literal["pss", "pkcs1v15"]
_Reasons: TypeAlias = list[str | None] | Column

class InvalidSignature(ValueError): ...

@final
class Column:
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(
        self, requested_schema: object = None
    ) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __release_buffer__(self, buffer: memoryview, /) -> None: ...

@final
class Modulus:
    def __new__(cls, n: SupportsIndex) -> Modulus: ...
    @property
    def n(self) -> int: ...
    def pow(self, base: SupportsIndex, exponent: SupportsIndex) -> int: ...
    def pow_vartime(self, base: SupportsIndex, exponent: SupportsIndex) -> int: ...
    def mul(self, a: SupportsIndex, b: SupportsIndex) -> int: ...
    def inverse(self, a: SupportsIndex) -> int: ...
    def multi_pow(
        self, bases: _Numbers, exponents: _Numbers, *, threads: int = 1, progress: bool = False
    ) -> int: ...
    def multi_pow_vartime(self, bases: _Numbers, exponents: _Numbers) -> int: ...
    @overload
    def pow_many(
        self,
        bases: _Integers,
        exponents: _Integers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int]: ...
    @overload
    def pow_many(
        self,
        bases: _Bytes,
        exponents: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def pow_many(
        self,
        bases: _Numbers,
        exponents: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def pow_many(
        self,
        bases: _Numbers,
        exponents: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int] | Column, _Reasons]: ...

@final
class FixedBase:
    def __new__(cls, n: SupportsIndex, g: SupportsIndex, bits: int) -> FixedBase: ...
    def pow(self, exponent: SupportsIndex) -> int: ...
    @overload
    def pow_many(
        self,
        exponents: _Integers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def pow_many(
        self,
        exponents: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def pow_many(
        self,
        exponents: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def pow_many(
        self,
        exponents: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...

@final
class CrtModulus:
    def __new__(cls, primes: Iterable[SupportsIndex], e: SupportsIndex) -> CrtModulus: ...
    @property
    def n(self) -> int: ...
    def private(self, x: SupportsIndex) -> int: ...
    def public(self, y: SupportsIndex) -> int: ...
    @overload
    def private_many(
        self,
        rows: _Integers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def private_many(
        self,
        rows: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def private_many(
        self,
        rows: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def private_many(
        self, rows: _Numbers, *, threads: int = 1, progress: bool = False, reasons: Literal[True]
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...

def is_probable_prime_vartime(n: SupportsIndex) -> bool: ...
def next_prime_vartime(n: SupportsIndex) -> int: ...
def random_prime(bits: int) -> int: ...
def random_safe_prime(bits: int) -> int: ...

@final
class EcSecretKey:
    @staticmethod
    def generate(curve: str) -> EcSecretKey: ...
    @staticmethod
    def from_bytes(curve: str, data: bytes) -> EcSecretKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> EcSecretKey: ...
    @staticmethod
    def from_der(data: bytes) -> EcSecretKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def public_key(self) -> EcPublicKey: ...
    @property
    def curve(self) -> str: ...
    def sign(
        self, message: bytes, *, hash: _Hash = "sha256", encoding: _Encoding = "der"
    ) -> bytes: ...
    def agree(self, other: EcPublicKey) -> bytes: ...

@final
class EcPublicKey:
    @staticmethod
    def from_bytes(curve: str, data: bytes) -> EcPublicKey: ...
    def to_bytes(self, *, compressed: bool = True) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> EcPublicKey: ...
    @staticmethod
    def from_der(data: bytes) -> EcPublicKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    @property
    def curve(self) -> str: ...
    def verify(
        self,
        message: bytes,
        signature: bytes,
        *,
        hash: _Hash = "sha256",
        encoding: _Encoding = "der",
    ) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@overload
def ecdsa_verify_many(
    curve: str,
    keys: _Bytes | EcPublicKey,
    digests: _Bytes,
    signatures: _Bytes,
    *,
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bool | None]: ...
@overload
def ecdsa_verify_many(
    curve: str,
    keys: _Columns | EcPublicKey,
    digests: _Columns,
    signatures: _Columns,
    *,
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def ecdsa_verify_many(
    curve: str,
    keys: _Columns | EcPublicKey,
    digests: _Columns,
    signatures: _Columns,
    *,
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bool | None] | Column, _Reasons]: ...
@overload
def ecdsa_sign_many(
    key: EcSecretKey,
    digests: _Bytes,
    *,
    hash: _Hash = "sha256",
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bytes | None]: ...
@overload
def ecdsa_sign_many(
    key: EcSecretKey,
    digests: _Columns,
    *,
    hash: _Hash = "sha256",
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def ecdsa_sign_many(
    key: EcSecretKey,
    digests: _Columns,
    *,
    hash: _Hash = "sha256",
    encoding: _Encoding = "raw",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bytes | None] | Column, _Reasons]: ...
@overload
def ecdsa_recover_many(
    curve: str,
    digests: _Bytes,
    signatures: _Bytes,
    ids: _Numbers,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bytes | None]: ...
@overload
def ecdsa_recover_many(
    curve: str,
    digests: _Columns,
    signatures: _Columns,
    ids: _Numbers,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def ecdsa_recover_many(
    curve: str,
    digests: _Columns,
    signatures: _Columns,
    ids: _Numbers,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bytes | None] | Column, _Reasons]: ...
@overload
def ecdh_agree_many(
    key: EcSecretKey,
    keys: _Bytes,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bytes | None]: ...
@overload
def ecdh_agree_many(
    key: EcSecretKey,
    keys: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def ecdh_agree_many(
    key: EcSecretKey,
    keys: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bytes | None] | Column, _Reasons]: ...

@final
class Ed25519SecretKey:
    @staticmethod
    def generate() -> Ed25519SecretKey: ...
    @staticmethod
    def from_bytes(data: bytes) -> Ed25519SecretKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> Ed25519SecretKey: ...
    @staticmethod
    def from_der(data: bytes) -> Ed25519SecretKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def public_key(self) -> Ed25519PublicKey: ...
    def sign(self, message: bytes) -> bytes: ...

@final
class Ed25519PublicKey:
    @staticmethod
    def from_bytes(data: bytes) -> Ed25519PublicKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> Ed25519PublicKey: ...
    @staticmethod
    def from_der(data: bytes) -> Ed25519PublicKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def verify(self, message: bytes, signature: bytes) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@overload
def ed25519_verify_many(
    keys: _Bytes,
    messages: _Bytes,
    signatures: _Bytes,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bool | None]: ...
@overload
def ed25519_verify_many(
    keys: _Columns,
    messages: _Columns,
    signatures: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def ed25519_verify_many(
    keys: _Columns,
    messages: _Columns,
    signatures: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bool | None] | Column, _Reasons]: ...
@overload
def ed25519_sign_many(
    key: Ed25519SecretKey, messages: _Bytes, *, threads: int = 1, progress: bool = False
) -> list[bytes | None]: ...
@overload
def ed25519_sign_many(
    key: Ed25519SecretKey, messages: _Columns, *, threads: int = 1, progress: bool = False
) -> Column: ...

@final
class X25519SecretKey:
    @staticmethod
    def generate() -> X25519SecretKey: ...
    @staticmethod
    def from_bytes(data: bytes) -> X25519SecretKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> X25519SecretKey: ...
    @staticmethod
    def from_der(data: bytes) -> X25519SecretKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def public_key(self) -> X25519PublicKey: ...
    def agree(self, other: X25519PublicKey) -> bytes: ...

@final
class X25519PublicKey:
    @staticmethod
    def from_bytes(data: bytes) -> X25519PublicKey: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_pem(data: str) -> X25519PublicKey: ...
    @staticmethod
    def from_der(data: bytes) -> X25519PublicKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@overload
def x25519_agree_many(
    key: X25519SecretKey,
    keys: _Bytes,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bytes | None]: ...
@overload
def x25519_agree_many(
    key: X25519SecretKey,
    keys: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def x25519_agree_many(
    key: X25519SecretKey,
    keys: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bytes | None] | Column, _Reasons]: ...

@final
class Bip340SecretKey:
    @staticmethod
    def generate() -> Bip340SecretKey: ...
    @staticmethod
    def from_bytes(data: bytes) -> Bip340SecretKey: ...
    @staticmethod
    def from_ec(key: EcSecretKey) -> Bip340SecretKey: ...
    def to_bytes(self) -> bytes: ...
    def public_key(self) -> Bip340PublicKey: ...
    def sign(self, message: bytes, *, aux: bytes | None = None) -> bytes: ...

@final
class Bip340PublicKey:
    @staticmethod
    def from_bytes(data: bytes) -> Bip340PublicKey: ...
    @staticmethod
    def from_ec(key: EcPublicKey) -> Bip340PublicKey: ...
    def to_bytes(self) -> bytes: ...
    def verify(self, message: bytes, signature: bytes) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@overload
def bip340_verify_many(
    keys: _Bytes,
    messages: _Bytes,
    signatures: _Bytes,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bool | None]: ...
@overload
def bip340_verify_many(
    keys: _Columns,
    messages: _Columns,
    signatures: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def bip340_verify_many(
    keys: _Columns,
    messages: _Columns,
    signatures: _Columns,
    *,
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bool | None] | Column, _Reasons]: ...

@final
class RsaSecretKey:
    @staticmethod
    def generate(bits: int = 3072, *, primes: int = 2) -> RsaSecretKey: ...
    @staticmethod
    def from_pem(data: str) -> RsaSecretKey: ...
    @staticmethod
    def from_der(data: bytes) -> RsaSecretKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def public_key(self) -> RsaPublicKey: ...
    def sign(self, message: bytes, *, scheme: _Scheme = "pss", hash: _Hash = "sha256") -> bytes: ...
    def decrypt(
        self, ciphertext: bytes, *, hash: _Hash = "sha256", label: bytes | None = None
    ) -> bytes: ...

@final
class RsaPublicKey:
    @staticmethod
    def from_pem(data: str) -> RsaPublicKey: ...
    @staticmethod
    def from_der(data: bytes) -> RsaPublicKey: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    @property
    def bits(self) -> int: ...
    def verify(
        self, message: bytes, signature: bytes, *, scheme: _Scheme = "pss", hash: _Hash = "sha256"
    ) -> None: ...
    def encrypt(
        self, message: bytes, *, hash: _Hash = "sha256", label: bytes | None = None
    ) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@overload
def rsa_verify_many(
    keys: _Bytes | RsaPublicKey,
    digests: _Bytes,
    signatures: _Bytes,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bool | None]: ...
@overload
def rsa_verify_many(
    keys: _Columns | RsaPublicKey,
    digests: _Columns,
    signatures: _Columns,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def rsa_verify_many(
    keys: _Columns | RsaPublicKey,
    digests: _Columns,
    signatures: _Columns,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bool | None] | Column, _Reasons]: ...
@overload
def rsa_sign_many(
    key: RsaSecretKey,
    digests: _Bytes,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> list[bytes | None]: ...
@overload
def rsa_sign_many(
    key: RsaSecretKey,
    digests: _Columns,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[False] = False,
) -> Column: ...
@overload
def rsa_sign_many(
    key: RsaSecretKey,
    digests: _Columns,
    *,
    scheme: _Scheme = "pss",
    hash: _Hash = "sha256",
    threads: int = 1,
    progress: bool = False,
    reasons: Literal[True],
) -> tuple[list[bytes | None] | Column, _Reasons]: ...

@final
class BlsSecretKey:
    @staticmethod
    def generate() -> BlsSecretKey: ...
    @staticmethod
    def from_seed(seed: bytes, info: bytes | None = None) -> BlsSecretKey: ...
    @staticmethod
    def from_bytes(data: bytes) -> BlsSecretKey: ...
    def to_bytes(self) -> bytes: ...

@final
class Bls:
    def __new__(
        cls,
        variant: Literal["minimal-pubkey-size", "minimal-signature-size"] = "minimal-pubkey-size",
        scheme: Literal["pop", "aug", "basic"] = "pop",
    ) -> Bls: ...
    @property
    def name(self) -> str: ...
    def public_key(self, key: BlsSecretKey) -> bytes: ...
    def sign(self, key: BlsSecretKey, message: bytes) -> bytes: ...
    def prove_possession(self, key: BlsSecretKey) -> bytes: ...
    def verify_possession(self, key: bytes, proof: bytes) -> None: ...
    def verify(self, key: bytes, message: bytes, signature: bytes) -> None: ...
    def aggregate(self, signatures: _Columns) -> bytes: ...
    def aggregate_verify(self, keys: _Columns, messages: _Columns, signature: bytes) -> None: ...
    def fast_aggregate_verify(self, keys: _Columns, message: bytes, signature: bytes) -> None: ...
    @overload
    def verify_many(
        self,
        keys: _Bytes,
        messages: _Bytes,
        signatures: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bool | None]: ...
    @overload
    def verify_many(
        self,
        keys: _Columns,
        messages: _Columns,
        signatures: _Columns,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def verify_many(
        self,
        keys: _Columns,
        messages: _Columns,
        signatures: _Columns,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bool | None] | Column, _Reasons]: ...

@final
class PaillierPublicKey:
    def __new__(cls, n: SupportsIndex) -> PaillierPublicKey: ...
    @property
    def n(self) -> int: ...
    def encrypt(self, message: SupportsIndex, *, r: SupportsIndex | None = None) -> int: ...
    @overload
    def encrypt_many(
        self,
        messages: _Rows,
        *,
        r: _Numbers | None = None,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def encrypt_many(
        self,
        messages: _Bytes,
        *,
        r: _Numbers | None = None,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def encrypt_many(
        self,
        messages: _Numbers,
        *,
        r: _Numbers | None = None,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def encrypt_many(
        self,
        messages: _Numbers,
        *,
        r: _Numbers | None = None,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...
    def add(self, a: SupportsIndex, b: SupportsIndex) -> int: ...
    def add_message(self, ciphertext: SupportsIndex, message: SupportsIndex) -> int: ...
    @overload
    def add_many(
        self,
        a: _Rows,
        b: _Rows,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def add_many(
        self,
        a: _Bytes,
        b: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def add_many(
        self,
        a: _Numbers,
        b: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def add_many(
        self,
        a: _Numbers,
        b: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...
    def sum(self, ciphertexts: _Numbers) -> int: ...
    def multiply(self, ciphertext: SupportsIndex, factor: SupportsIndex) -> int: ...
    @overload
    def multiply_many(
        self,
        ciphertexts: _Rows,
        factors: _Rows,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def multiply_many(
        self,
        ciphertexts: _Bytes,
        factors: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def multiply_many(
        self,
        ciphertexts: _Numbers,
        factors: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def multiply_many(
        self,
        ciphertexts: _Numbers,
        factors: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class PaillierSecretKey:
    @staticmethod
    def generate(bits: int = 3072) -> PaillierSecretKey: ...
    @staticmethod
    def from_primes(p: SupportsIndex, q: SupportsIndex) -> PaillierSecretKey: ...
    @property
    def primes(self) -> tuple[int, int]: ...
    def public_key(self) -> PaillierPublicKey: ...
    def decrypt(self, ciphertext: SupportsIndex) -> int: ...
    @overload
    def decrypt_many(
        self,
        ciphertexts: _Rows,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def decrypt_many(
        self,
        ciphertexts: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def decrypt_many(
        self,
        ciphertexts: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def decrypt_many(
        self,
        ciphertexts: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...

@final
class PaillierShortExponents:
    def __new__(cls, key: PaillierPublicKey) -> PaillierShortExponents: ...
    @property
    def exponent_bits(self) -> int: ...
    @overload
    def encrypt_many(
        self,
        messages: _Rows,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[int | None]: ...
    @overload
    def encrypt_many(
        self,
        messages: _Bytes,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> list[bytes | None]: ...
    @overload
    def encrypt_many(
        self,
        messages: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[False] = False,
    ) -> Column: ...
    @overload
    def encrypt_many(
        self,
        messages: _Numbers,
        *,
        threads: int = 1,
        progress: bool = False,
        reasons: Literal[True],
    ) -> tuple[list[bytes | None] | list[int | None] | Column, _Reasons]: ...
