"""The proofs of an election's ballots: powers of fixed bases, and products of powers.

    python election.py

A ballot is an ElGamal ciphertext (g^r, h^r g^vote) with a proof that its maker knows r (Schnorr,
made non-interactive by Fiat and Shamir). The prover's powers have fixed bases, so tables make them
fast; the verifier computes products of two powers, whose exponents are public.
"""

import hashlib
import secrets

from polylimb import FixedBase, Modulus, invert, random_safe_prime

BITS = 256


def challenge(*numbers: int) -> int:
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.sha256(text).digest(), "big")


def main(ballots: int = 16, bits: int = 512) -> int:
    p = random_safe_prime(bits)  # real elections use 3072 bits and standard groups
    q, modulus = (p - 1) // 2, Modulus(p)
    g_value = 4
    trustee = secrets.randbelow(q)
    h_value = modulus.pow(g_value, trustee)
    g, h = FixedBase(p, g_value, bits=bits), FixedBase(p, h_value, bits=bits)

    # Voters.
    r = [secrets.randbelow(q) for _ in range(ballots)]
    nonces = [secrets.randbelow(q) for _ in range(ballots)]
    votes = [i % 3 == 0 for i in range(ballots)]
    first = [int(a or 0) for a in g.pow_many(r)]
    hidden = [int(b or 0) for b in h.pow_many(r)]
    second = [modulus.mul(b, g_value) if v else b for b, v in zip(hidden, votes, strict=True)]
    commitments = [int(t or 0) for t in g.pow_many(nonces)]
    answers = [
        (nonce + challenge(a, b, t) * secret) % q
        for nonce, secret, a, b, t in zip(nonces, r, first, second, commitments, strict=True)
    ]

    # The verifier: g^answer = t a^challenge.
    for a, b, t, z in zip(first, second, commitments, answers, strict=True):
        c = challenge(a, b, t)
        assert modulus.multi_pow_vartime([g_value, invert(a, p)], [z, c]) == t

    # The trustee opens the product only: the number of votes.
    total_a, total_b = 1, 1
    for a, b in zip(first, second, strict=True):
        total_a, total_b = modulus.mul(total_a, a), modulus.mul(total_b, b)
    opened = modulus.mul(total_b, invert(modulus.pow(total_a, trustee), p))
    count = next(n for n in range(ballots + 1) if modulus.pow(g_value, n) == opened)
    print(f"{ballots} ballots verified, {count} votes")
    assert count == sum(votes)
    return count


if __name__ == "__main__":
    main()
