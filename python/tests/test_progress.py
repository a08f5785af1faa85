"""Each batch function shows a bar of tqdm if asked, and computes the same."""

import re
from collections.abc import Callable
from typing import Any

import polylimb
import pytest
from polylimb import bip340, bls, ecdh, ecdsa, ed25519, paillier, rsa, x25519

EC = ecdsa.SecretKey.generate("secp256k1")
RSA = rsa.SecretKey.generate(2048)
PAILLIER = paillier.SecretKey.generate(2048)
M, PUBLIC = polylimb.Modulus(101), PAILLIER.public_key()
ROWS = [bytes(32)] * 20
THREE = ROWS, ROWS, ROWS


@pytest.mark.parametrize(
    ("batch", "arguments"),
    [
        (polylimb.powmod_base_list, (range(20), 3, 101)),
        (polylimb.powmod_exp_list, (3, range(20), 101)),
        (M.pow_many, (range(20), 3)),
        (M.multi_pow, (range(20), 3)),
        (polylimb.FixedBase(101, 3, 8).pow_many, (range(20),)),
        (polylimb.CrtModulus([11, 17], 3).private_many, (range(20),)),
        (ecdsa.verify_many, ("P-256", *THREE)),
        (ecdsa.sign_many, (EC, ROWS)),
        (ecdsa.recover_many, ("P-256", ROWS, ROWS, [0] * 20)),
        (ecdh.agree_many, (EC, ROWS)),
        (ed25519.verify_many, THREE),
        (ed25519.sign_many, (ed25519.SecretKey.generate(), ROWS)),
        (x25519.agree_many, (x25519.SecretKey.generate(), ROWS)),
        (bip340.verify_many, THREE),
        (rsa.verify_many, THREE),
        (rsa.sign_many, (RSA, ROWS)),
        (bls.Bls().verify_many, THREE),
        (PUBLIC.encrypt_many, (range(20),)),
        (PUBLIC.add_many, (range(20), range(20))),
        (PUBLIC.multiply_many, (range(20), range(20))),
        (PAILLIER.decrypt_many, (range(20),)),
        (paillier.ShortExponents(PUBLIC).encrypt_many, (range(20),)),
    ],
)
def test_a_bar(
    batch: Callable[..., Any], arguments: tuple[Any, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    batch(*arguments)
    assert capsys.readouterr().err == ""
    batch(*arguments, progress=True)
    assert re.search(r"100%\|.*\| 20/20 \[.*row/s\]\n", capsys.readouterr().err)


def test_a_bar_ends_with_its_batch(capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tqdm.auto.tqdm.update", stop)
        with pytest.raises(KeyboardInterrupt):
            M.pow_many(range(9), 3, progress=True)
    assert "0/9" in capsys.readouterr().err
