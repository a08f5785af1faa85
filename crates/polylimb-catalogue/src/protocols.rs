//! All protocols of the library by name.

use polylimb::authors::entry::{ConstantTime, Domain, Entry, Threads};

/// All protocols of the library: what each works on, and whether its time is independent of
/// secrets.
pub static PROTOCOLS: &[Entry<()>] = &[
    Entry {
        name: "ecdh",
        source: "Diffie, Hellman 1976; SEC 1, 3.3.1; NIST SP 800-56A, 5.7.1.2",
        summary: "key agreement on any curve: the shared abscissa",
        domain: Domain::Any,
        ..PROTOCOL
    },
    Entry {
        name: "ecdsa",
        source: "FIPS 186-5, 6.4; SEC 1, 4.1; RFC 6979",
        summary: "signatures on any curve, deterministic or hedged; recovery of the public key",
        domain: Domain::Any,
        ..PROTOCOL
    },
    Entry {
        name: "bip340",
        source: "Schnorr 1989; BIP 340",
        summary: "Schnorr signatures on secp256k1 with keys of 32 bytes",
        domain: Domain::Curve("secp256k1"),
        ..PROTOCOL
    },
    Entry {
        name: "ecmqv",
        source: "Menezes, Qu, Vanstone 1995; SEC 1, 3.4; NIST SP 800-56A, 5.7.2.3",
        summary: "authenticated key agreement with two pairs of keys a side, or one (one-pass)",
        domain: Domain::Any,
        ..PROTOCOL
    },
    Entry {
        name: "ec-sdsa",
        source: "Schnorr 1989; ISO/IEC 14888-3; BSI TR-03111, 4.2.3",
        summary: "Schnorr signatures on any curve, in three forms",
        domain: Domain::Any,
        ..PROTOCOL
    },
    Entry {
        name: "ecies",
        source: "Abdalla, Bellare, Rogaway 2001; RFC 5869; RFC 8439",
        summary: "encryption of any message, authenticated: EC-ElGamal's shared point makes a key",
        domain: Domain::Any,
        ..PROTOCOL
    },
    Entry {
        name: "ec-elgamal",
        source: "ElGamal 1985; Koblitz 1987",
        summary: "encryption of blocks as points; malleable, for study",
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        ..PROTOCOL
    },
    Entry {
        name: "x25519",
        source: "Bernstein 2006; RFC 7748",
        summary: "key agreement on Curve25519 by abscissas alone",
        domain: Domain::Curve("Curve25519"),
        ..PROTOCOL
    },
    Entry {
        name: "ed25519",
        source: "Bernstein, Duif, Lange, Schwabe, Yang 2011; RFC 8032",
        summary: "signatures on the same curve in Edwards form; verification in batches",
        domain: Domain::Curve("Curve25519"),
        ..PROTOCOL
    },
    Entry {
        name: "bls",
        source: "Boneh, Lynn, Shacham 2001; draft-irtf-cfrg-bls-signature-05; RFC 9380",
        summary: "signatures on BLS12-381 that add up; proofs of possession, batches",
        domain: Domain::Curve("BLS12-381"),
        ..PROTOCOL
    },
    Entry {
        name: "boneh-franklin",
        source: "Boneh, Franklin 2001, FullIdent",
        summary: "encryption to an identity, against chosen ciphertexts",
        domain: Domain::Curve("BLS12-381"),
        ..PROTOCOL
    },
    Entry {
        name: "sakai-ohgishi-kasahara",
        source: "Sakai, Ohgishi, Kasahara 2000; Dupont, Enge 2006",
        summary: "key agreement by identities, without a message",
        domain: Domain::Curve("BLS12-381"),
        ..PROTOCOL
    },
    Entry {
        name: "joux",
        source: "Joux 2000",
        summary: "key agreement of three in one round",
        domain: Domain::Curve("BLS12-381"),
        ..PROTOCOL
    },
    Entry {
        name: "rsa-pss",
        source: "Rivest, Shamir, Adleman 1978; Bellare, Rogaway 1996; RFC 8017, 8.1",
        summary: "signatures with a random salt, by two and more primes",
        domain: RSA_KEYS,
        ..PROTOCOL
    },
    Entry {
        name: "rsa-pkcs1v15",
        source: "Rivest, Shamir, Adleman 1978; RFC 8017, 8.2",
        summary: "signatures that older programs know",
        domain: RSA_KEYS,
        ..PROTOCOL
    },
    Entry {
        name: "rsa-oaep",
        source: "Rivest, Shamir, Adleman 1978; Bellare, Rogaway 1994; RFC 8017, 7.1",
        summary: "encryption of a short message",
        domain: RSA_KEYS,
        ..PROTOCOL
    },
    Entry {
        name: "timelock",
        source: "Rivest, Shamir, Wagner 1996; Wesolowski 2019",
        summary: "files that open after a long chain of squarings; proofs of its result",
        domain: RSA_KEYS,
        ..PROTOCOL
    },
];

/// Moduli of RSA, and of time locks.
const RSA_KEYS: Domain = Domain::OddWithin { least_bits: 1024, most_bits: 16_384 };

/// What most entries have.
const PROTOCOL: Entry<()> = Entry {
    name: "",
    source: "",
    summary: "",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: (),
};
