"""Keys and signatures exchanged with `cryptography` and libsecp256k1, both ways."""

import hashlib
import os
import random
from collections.abc import Callable

import coincurve
import polylimb
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from polylimb import bip340, bls, ecdh, ecdsa
from polylimb import ed25519 as our_ed25519
from polylimb import rsa as our_rsa
from polylimb import x25519 as our_x25519

RAW = serialization.Encoding.Raw
PEM, DER = serialization.Encoding.PEM, serialization.Encoding.DER
PKCS8, SPKI = serialization.PrivateFormat.PKCS8, serialization.PublicFormat.SubjectPublicKeyInfo
PLAIN = serialization.NoEncryption()
CURVES: dict[str, tuple[ec.EllipticCurve, str]] = {
    "P-256": (ec.SECP256R1(), "sha256"),
    "P-384": (ec.SECP384R1(), "sha384"),
    "P-521": (ec.SECP521R1(), "sha512"),
    "secp256k1": (ec.SECP256K1(), "sha256"),
    "brainpoolP256r1": (ec.BrainpoolP256R1(), "sha256"),
}
CASES = int(os.environ.get("POLYLIMB_CASES", "10000"))
HASHES = {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}


def accepts(verify: Callable[[bytes, bytes], None], signature: bytes, message: bytes) -> bool:
    try:
        verify(signature, message)
    except InvalidSignature:
        return False
    return True


def spoilt(rng: random.Random, rows: list[bytes]) -> None:
    """Changes a bit of each fourth row."""
    for i in rng.sample(range(len(rows)), len(rows) // 4):
        row = bytearray(rows[i])
        row[rng.randrange(len(row))] ^= 1 << rng.randrange(8)
        rows[i] = bytes(row)


def test_ecdsa_judged() -> None:
    rng, curve, algorithm = random.Random(1), ec.SECP256R1(), ec.ECDSA(Prehashed(hashes.SHA256()))
    theirs = [ec.derive_private_key(rng.getrandbits(250) + 1, curve) for _ in range(64)]
    digests = [rng.randbytes(32) for _ in range(CASES)]
    signatures = [theirs[i % 64].sign(digest, algorithm) for i, digest in enumerate(digests)]
    spoilt(rng, digests)
    spoilt(rng, signatures)
    public = [key.public_key() for key in theirs]
    expected = [
        accepts(lambda s, d, key=public[i % 64]: key.verify(s, d, algorithm), s, d)  # type: ignore[misc]
        for i, (s, d) in enumerate(zip(signatures, digests, strict=True))
    ]
    x962, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    points = [key.public_bytes(x962, form) for key in public]
    keys = [points[i % 64] for i in range(CASES)]
    found = ecdsa.verify_many("P-256", keys, digests, signatures, encoding="der", threads=2)
    assert found == expected
    assert CASES // 3 < sum(expected) < CASES * 2 // 3


def test_ed25519_judged() -> None:
    rng = random.Random(2)
    theirs = [ed25519.Ed25519PrivateKey.from_private_bytes(rng.randbytes(32)) for _ in range(64)]
    messages = [rng.randbytes(rng.randrange(1, 100)) for _ in range(CASES)]
    signatures = [theirs[i % 64].sign(message) for i, message in enumerate(messages)]
    spoilt(rng, messages)
    spoilt(rng, signatures)
    public = [key.public_key() for key in theirs]
    expected = [
        accepts(public[i % 64].verify, s, m)
        for i, (s, m) in enumerate(zip(signatures, messages, strict=True))
    ]
    keys = [public[i % 64].public_bytes_raw() for i in range(CASES)]
    assert our_ed25519.verify_many(keys, messages, signatures, threads=2) == expected
    assert CASES // 3 < sum(expected) < CASES * 2 // 3


def test_x25519_judged() -> None:
    rng = random.Random(3)
    key = x25519.X25519PrivateKey.from_private_bytes(rng.randbytes(32))
    rows = [rng.randbytes(32) for _ in range(CASES)]
    load = x25519.X25519PublicKey.from_public_bytes
    expected = [key.exchange(load(row)) for row in rows]
    ours = our_x25519.SecretKey.from_bytes(key.private_bytes_raw())
    assert our_x25519.agree_many(ours, rows, threads=2) == expected


@pytest.mark.parametrize("name", CURVES)
def test_ec(name: str) -> None:
    curve, hash_name = CURVES[name]
    theirs, digest = ec.generate_private_key(curve), HASHES[hash_name]
    for ours in (
        ecdsa.SecretKey.from_pem(theirs.private_bytes(PEM, PKCS8, PLAIN).decode()),
        ecdsa.SecretKey.from_der(theirs.private_bytes(DER, PKCS8, PLAIN)),
        ecdsa.SecretKey.from_bytes(
            name, theirs.private_numbers().private_value.to_bytes((curve.key_size + 7) // 8)
        ),
    ):
        assert ours.curve == ecdsa.SecretKey.generate(name).curve
        signature = ours.sign(b"message", hash=hash_name)  # type: ignore[arg-type]
        theirs.public_key().verify(signature, b"message", ec.ECDSA(digest))
    signature = theirs.sign(b"message", ec.ECDSA(digest))
    public = ecdsa.PublicKey.from_pem(theirs.public_key().public_bytes(PEM, SPKI).decode())
    assert public == ours.public_key()
    assert ecdsa.PublicKey.from_der(theirs.public_key().public_bytes(DER, SPKI)) == public
    public.verify(b"message", signature, hash=hash_name)  # type: ignore[arg-type]
    with pytest.raises(polylimb.InvalidSignature):
        public.verify(b"another", signature, hash=hash_name)  # type: ignore[arg-type]
    with pytest.raises(polylimb.InvalidSignature):
        public.verify(b"message", b"", hash=hash_name)  # type: ignore[arg-type]
    # What we write, they read.
    again = serialization.load_pem_private_key(ours.to_pem().encode(), None)
    assert isinstance(again, ec.EllipticCurvePrivateKey)
    assert again.private_numbers() == theirs.private_numbers()
    assert serialization.load_der_public_key(public.to_der()) == theirs.public_key()
    point = public.to_bytes(compressed=False)
    assert ec.EllipticCurvePublicKey.from_encoded_point(curve, point) == theirs.public_key()
    # Agreement.
    other = ec.generate_private_key(curve)
    other_point = other.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint
    )
    shared = theirs.exchange(ec.ECDH(), other.public_key())
    assert ours.agree(ecdsa.PublicKey.from_bytes(name, other_point)) == shared
    shared_rows, reasons = ecdh.agree_many(ours, [other_point, b"\2", None], reasons=True)
    assert list(shared_rows) == [shared, None, None]
    assert reasons[0] is None
    assert reasons[1]
    assert reasons[2] == "the row is null"


@pytest.mark.parametrize("name", CURVES)
@pytest.mark.parametrize("threads", [1, 2])
def test_ecdsa_rows(name: str, threads: int) -> None:
    curve, hash_name = CURVES[name]
    messages = [b"%d" % i for i in range(21)]
    theirs = [ec.generate_private_key(curve) for _ in messages]
    digests = [hashlib.new(hash_name, text).digest() for text in messages]
    encodings = [
        (serialization.PublicFormat.CompressedPoint, serialization.PublicFormat.UncompressedPoint)[
            i % 2
        ]
        for i in range(21)
    ]
    keys = [
        key.public_key().public_bytes(serialization.Encoding.X962, encoding)
        for key, encoding in zip(theirs, encodings, strict=True)
    ]
    signed = zip(theirs, messages, strict=True)
    signatures = [key.sign(text, ec.ECDSA(HASHES[hash_name])) for key, text in signed]
    keys[3], digests[5], signatures[7] = b"no key", digests[6], b"\x30\x00"
    expected = [i not in (3, 5, 7) for i in range(21)]
    found = ecdsa.verify_many(name, keys, digests, signatures, encoding="der", threads=threads)
    assert found == expected
    _, reasons = ecdsa.verify_many(name, keys, digests, signatures, encoding="der", reasons=True)
    assert [reason is None for reason in reasons] == expected

    ours = ecdsa.SecretKey.generate(name)
    hash_ = hash_name
    raw = ecdsa.sign_many(ours, digests, hash=hash_, threads=threads)  # type: ignore[call-overload]
    der = ecdsa.sign_many(ours, digests, hash=hash_, encoding="der")  # type: ignore[call-overload]
    public = ours.public_key()
    assert ecdsa.verify_many(name, public, digests, raw) == [True] * 21
    assert ecdsa.verify_many(name, public, digests, der, encoding="der") == [True] * 21
    point = serialization.load_der_public_key(public.to_der())
    assert isinstance(point, ec.EllipticCurvePublicKey)
    for digest, signature in zip(digests, der, strict=True):
        point.verify(signature, digest, ec.ECDSA(Prehashed(HASHES[hash_name])))


def test_recovery() -> None:
    digests = [hashlib.sha256(b"%d" % i).digest() for i in range(20)]
    keys = [coincurve.PrivateKey() for _ in digests]
    signed = [k.sign_recoverable(d, hasher=None) for k, d in zip(keys, digests, strict=True)]
    ids = bytearray(s[64] for s in signed)
    signatures = [s[:64] for s in signed]
    found = ecdsa.recover_many("secp256k1", digests, signatures, list(ids))
    assert found == [key.public_key.format() for key in keys]
    ids[4] = 9
    keys_again, reasons = ecdsa.recover_many(
        "secp256k1", digests, signatures, list(ids), reasons=True
    )
    assert keys_again[4] is None
    assert "0 to 3" in str(reasons[4])


def test_ed25519() -> None:
    theirs = ed25519.Ed25519PrivateKey.generate()
    ours = our_ed25519.SecretKey.from_pem(theirs.private_bytes(PEM, PKCS8, PLAIN).decode())
    assert ours.to_der() == theirs.private_bytes(DER, PKCS8, PLAIN)
    assert our_ed25519.SecretKey.from_bytes(ours.to_bytes()).sign(b"m") == theirs.sign(b"m")
    public = our_ed25519.PublicKey.from_der(theirs.public_key().public_bytes(DER, SPKI))
    assert public == ours.public_key()
    assert public.to_pem().encode() == theirs.public_key().public_bytes(PEM, SPKI)
    public.verify(b"m", theirs.sign(b"m"))
    for signature in (theirs.sign(b"n"), b"short", b"\xff" * 64):
        with pytest.raises(polylimb.InvalidSignature):
            public.verify(b"m", signature)
    messages = [b"%d" % i * i for i in range(30)]
    keys = [ed25519.Ed25519PrivateKey.generate() for _ in messages]
    signatures = [key.sign(text) for key, text in zip(keys, messages, strict=True)]
    rows = [key.public_key().public_bytes_raw() for key in keys]
    assert our_ed25519.verify_many(rows, messages, signatures, threads=2) == [True] * 30
    rows[2], messages[9], signatures[11] = bytes(32), b"x", b"short"
    rows[20] = None  # type: ignore[call-overload]
    found, reasons = our_ed25519.verify_many(rows, messages, signatures, reasons=True)
    expected = [i not in (2, 9, 11) if i != 20 else None for i in range(30)]
    assert list(found) == expected
    assert [r is None for r in reasons] == [v is True for v in expected]
    assert reasons[11] == "the signature has length 5; it must have length 64"
    for text, signed in zip(messages, our_ed25519.sign_many(ours, messages), strict=True):
        assert signed is not None
        theirs.public_key().verify(signed, text)


def test_x25519() -> None:
    a, b = x25519.X25519PrivateKey.generate(), x25519.X25519PrivateKey.generate()
    ours = our_x25519.SecretKey.from_der(a.private_bytes(DER, PKCS8, PLAIN))
    assert ours.to_bytes() == a.private_bytes_raw()
    assert ours.public_key().to_der() == a.public_key().public_bytes(DER, SPKI)
    shared = a.exchange(b.public_key())
    public = b.public_key().public_bytes_raw()
    assert ours.agree(our_x25519.PublicKey.from_bytes(public)) == shared
    assert (
        our_x25519.agree_many(ours, [public] * 9 + [bytes(32), b"1"]) == [shared] * 9 + [None] * 2
    )


def test_bip340() -> None:
    key = bip340.SecretKey.generate()
    theirs = coincurve.PrivateKey(key.to_bytes())
    assert key.public_key().to_bytes() == theirs.public_key_xonly.format()
    digests = [hashlib.sha256(b"%d" % i).digest() for i in range(20)]
    for digest in digests[:3]:
        assert coincurve.PublicKeyXOnly(key.public_key().to_bytes()).verify(
            key.sign(digest), digest
        )
        assert key.sign(digest, aux=bytes(32)) == theirs.sign_schnorr(digest, bytes(32))
    signatures = [theirs.sign_schnorr(digest) for digest in digests]
    signatures[4] = bytes(64)
    public = key.public_key()
    public.verify(digests[0], signatures[0])
    with pytest.raises(polylimb.InvalidSignature):
        public.verify(digests[4], signatures[4])
    found = bip340.verify_many(public.to_bytes(), digests, signatures)
    assert found == [i != 4 for i in range(20)]
    with pytest.raises(ValueError, match="secp256k1"):
        bip340.SecretKey.from_ec(ecdsa.SecretKey.generate("P-256"))


@pytest.mark.parametrize("scheme", ["pss", "pkcs1v15"])
def test_rsa(scheme: str) -> None:
    theirs = rsa.generate_private_key(65537, 2048)
    ours = our_rsa.SecretKey.from_pem(theirs.private_bytes(PEM, PKCS8, PLAIN).decode())
    public = our_rsa.PublicKey.from_der(theirs.public_key().public_bytes(DER, SPKI))
    assert public == ours.public_key()
    assert public.bits == 2048
    sha256 = hashes.SHA256()
    pad: padding.AsymmetricPadding = padding.PKCS1v15()
    if scheme == "pss":
        pad = padding.PSS(padding.MGF1(sha256), padding.PSS.DIGEST_LENGTH)
    signature = ours.sign(b"message", scheme=scheme)  # type: ignore[arg-type]
    theirs.public_key().verify(signature, b"message", pad, sha256)
    public.verify(b"message", theirs.sign(b"message", pad, sha256), scheme=scheme)  # type: ignore[arg-type]
    messages = [b"%d" % i for i in range(10)]
    digests = [hashlib.sha256(text).digest() for text in messages]
    signatures = our_rsa.sign_many(ours, digests, scheme=scheme)  # type: ignore[call-overload]
    for text, signature in zip(messages, signatures, strict=True):
        theirs.public_key().verify(signature, text, pad, sha256)
    signatures[3] = bytes(256)
    der = [public.to_der()] * 10
    der[5] = b"no key"
    found = our_rsa.verify_many(der, digests, signatures, scheme=scheme)  # type: ignore[call-overload]
    assert found == [i not in (3, 5) for i in range(10)]
    with pytest.raises(InvalidSignature):
        theirs.public_key().verify(signatures[3], messages[3], pad, sha256)
    oaep = padding.OAEP(padding.MGF1(sha256), sha256, b"label")
    ciphertext = public.encrypt(b"secret", label=b"label")
    assert theirs.decrypt(ciphertext, oaep) == b"secret"
    assert ours.decrypt(theirs.public_key().encrypt(b"secret", oaep), label=b"label") == b"secret"
    with pytest.raises(ValueError, match="ciphertext"):
        ours.decrypt(ciphertext, label=b"another")


@pytest.mark.parametrize("variant", ["minimal-pubkey-size", "minimal-signature-size"])
@pytest.mark.parametrize("scheme", ["pop", "aug", "basic"])
def test_bls(variant: str, scheme: str) -> None:
    suite = bls.Bls(variant, scheme)  # type: ignore[arg-type]
    keys = [bls.SecretKey.from_seed(bytes([i]) * 32) for i in range(6)]
    public, messages = [suite.public_key(key) for key in keys], [b"%d" % i for i in range(6)]
    signatures = [suite.sign(key, text) for key, text in zip(keys, messages, strict=True)]
    signatures[1], public[4] = signatures[2], bytes(48)
    found, reasons = suite.verify_many(public, messages, signatures, reasons=True)
    assert list(found) == [True, False, True, True, False, True]
    assert [reason is None for reason in reasons] == list(found)
    rest = [0, 2, 3, 5]
    aggregate = suite.aggregate([signatures[i] for i in rest])
    suite.aggregate_verify([public[i] for i in rest], [messages[i] for i in rest], aggregate)
    with pytest.raises(polylimb.InvalidSignature):
        suite.aggregate_verify([public[i] for i in rest], [b"a", b"b", b"c", b"d"], aggregate)
    if scheme == "pop":
        suite.verify_possession(public[0], suite.prove_possession(keys[0]))
        one = suite.aggregate([suite.sign(key, b"one") for key in keys[:2]])
        suite.fast_aggregate_verify(public[:2], b"one", one)
    else:
        with pytest.raises(ValueError, match="scheme"):
            suite.prove_possession(keys[0])
