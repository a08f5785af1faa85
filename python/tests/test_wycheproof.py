"""Project Wycheproof's tests through batches, from the library's own condensed files."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from polylimb import ecdh, ecdsa, ed25519, rsa, x25519

VECTORS = Path(__file__).parents[2] / "crates/polylimb/tests/vectors"


def lines(name: str) -> Iterator[list[str]]:
    for line in (VECTORS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def data(text: str) -> bytes:
    return b"" if text == "-" else bytes.fromhex(text)


def test_ecdsa() -> None:
    tested, wrong, curve, hash_name, form, key = 0, [], "", "", "", b""
    groups: dict[tuple[str, str], list[tuple[bytes, bytes, bytes, bool]]] = {}
    for first, *rest in lines("ecdsa_wycheproof.txt"):
        if first == "@":
            curve, hash_name, form = rest
        elif first == "=":
            key = data(rest[0])
        # "low" refuses signatures that are valid by ECDSA's own definition.
        elif form != "low":
            digest = hashlib.new(hash_name, data(rest[0])).digest()
            row = key, digest, data(rest[1]), rest[2] == "v"
            groups.setdefault((curve, form), []).append(row)
    for (curve, form), rows in groups.items():
        keys, digests, signatures, valid = (list(column) for column in zip(*rows, strict=True))
        arguments = curve, keys, digests, signatures
        found = ecdsa.verify_many(*arguments, encoding=form)  # type: ignore[call-overload]
        wrong += [(curve, form, i) for i, v in enumerate(valid) if found[i] is not v]
        tested += len(rows)
    assert wrong == []
    assert tested > 2000


def test_ecdh() -> None:
    tested, curve, form = 0, "", ""
    for first, *rest in lines("ecdh_wycheproof.txt"):
        if first == "@":
            curve, form = rest
        elif form == "point":
            length = {"secp224r1": 28, "secp256r1": 32, "secp384r1": 48, "secp521r1": 66}[curve]
            scalar = int.from_bytes(data(rest[1]))
            key = ecdh.SecretKey.from_bytes(curve, scalar.to_bytes(length))
            shared = ecdh.agree_many(key, [data(rest[0])])[0]
            assert shared == (None if rest[3] == "i" else data(rest[2])), (curve, first)
            tested += 1
    assert tested > 200


def test_ed25519() -> None:
    rows = list(lines("wycheproof_ed25519.txt"))
    keys, messages, signatures = ([data(row[i]) for row in rows] for i in (1, 2, 3))
    expected = [row[4] == "valid" for row in rows]
    found, reasons = ed25519.verify_many(keys, messages, signatures, reasons=True)
    assert list(found) == expected
    assert [reason is None for reason in reasons] == expected
    assert len(rows) > 140


def test_x25519() -> None:
    tested = 0
    for row in lines("wycheproof_x25519.txt"):
        key = x25519.SecretKey.from_bytes(data(row[1]))
        expected = None if "zero" in row else data(row[3])
        assert x25519.agree_many(key, [data(row[2])]) == [expected], row[0]
        tested += 1
    assert tested > 500


def test_rsa() -> None:
    """The tests with hashes and salts that this interface has."""
    tested, wrong, scheme, hash_name, key = 0, [], "", "", b""
    for first, *rest in lines("wycheproof_rsa.txt"):
        if first == "key":
            scheme, hash_name, mask, salt = rest[:4]
            known = hash_name in ("sha224", "sha256", "sha384", "sha512")
            pss = scheme == "pss" and mask == hash_name and salt == str(hash_size(hash_name))
            if not known or not (pss or scheme == "pkcs1v15"):
                scheme = ""
            key = data(rest[4])
        elif first != "file" and scheme:
            digest = hashlib.new(hash_name, data(rest[0])).digest()
            arguments = [key], [digest], [data(rest[2])]
            options = {"scheme": scheme, "hash": hash_name}
            valid = rsa.verify_many(*arguments, **options)[0]  # type: ignore[call-overload]
            if rest[3] != "a" and valid is not (rest[3] == "v"):
                wrong.append((scheme, hash_name, first))
            tested += 1
    assert wrong == []
    assert tested > 500


def hash_size(name: str) -> int:
    return {"sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64}.get(name, 0)
