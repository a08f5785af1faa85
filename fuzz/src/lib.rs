//! What is tried on any bytes. No input may cause a panic, a hang or a wrong result; bad ones are
//! refused. What is accepted and written again must be accepted again, as the same.
//!
//! The first byte of an input chooses the decoder or the operation. `scripts/fuzz` searches inputs;
//! the test program `face` of the library tries the inputs of `fuzz/corpus`.

use num_bigint::BigUint;
use polylimb::authors::limb::{Natural, Word};
use polylimb::authors::modmul::ALGORITHMS;
use polylimb::bls12_381::{self, Bls, G1, G2, MinimalPubkeySize, Scheme};
use polylimb::modmul::{Modulus, Options, Profile};
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::{Curve, bip340, ecdsa, ecies, ibe, joux, keys, sok};
use polylimb::timelock::{Chain, Proof, Puzzle};
use polylimb::{Error, Result, ed25519, kzg, rsa};
use sha2::{Digest, Sha256};

/// The curves whose points, keys and signatures are read.
pub const CURVES: [&str; 6] = ["P-256", "secp256k1", "P-521", "SM2", "K-163", "B-283"];

/// The secret key of those who receive ciphertexts.
pub const RECEIVER: [u8; 32] = [1; 32];

/// Reads bytes; whether it accepts them.
type Decoder = fn(&[u8]) -> bool;

/// All that read bytes from outside, by the names that the files of the corpus begin with.
pub const DECODERS: [(&str, Decoder); 32] = [
    ("secret-key", |bytes| {
        again(bytes, keys::AnySecretKey::decode, |key| key.to_der().expect("written").to_vec())
    }),
    ("public-key", |bytes| {
        again(bytes, keys::AnyPublicKey::decode, |key| key.to_der().expect("written"))
    }),
    ("ec-pkcs8", |bytes| {
        again(bytes, keys::SecretKey::from_pkcs8_der, |key| {
            key.to_pkcs8_der().expect("written").to_vec()
        })
    }),
    ("ec-sec1", |bytes| {
        again(bytes, keys::SecretKey::from_sec1_der, |key| {
            key.to_sec1_der().expect("written").to_vec()
        })
    }),
    ("ec-spki", |bytes| {
        again(bytes, keys::PublicKey::from_spki_der, |key| key.to_spki_der().expect("written"))
    }),
    ("pem", |bytes| text(bytes, pem)),
    ("rsa-pkcs8", |bytes| {
        again(bytes, rsa::SecretKey::from_pkcs8_der, |key| {
            key.to_pkcs8_der().expect("written").to_vec()
        })
    }),
    ("rsa-pkcs1", |bytes| {
        again(bytes, rsa::SecretKey::from_pkcs1_der, |key| {
            key.to_pkcs1_der().expect("written").to_vec()
        })
    }),
    ("rsa-spki", |bytes| {
        again(bytes, rsa::PublicKey::from_spki_der, |key| key.to_spki_der().expect("written"))
    }),
    ("rsa-public-pkcs1", |bytes| {
        again(bytes, rsa::PublicKey::from_pkcs1_der, |key| key.to_pkcs1_der().expect("written"))
    }),
    ("scalar", |bytes| {
        on_curve(bytes, |curve, bytes| {
            one_form(bytes, |b| keys::SecretKey::from_bytes(curve, b), |k| k.to_bytes().to_vec())
        })
    }),
    ("point", |bytes| on_curve(bytes, point)),
    ("ecdsa", |bytes| {
        on_curve(bytes, |curve, bytes| {
            one_form(bytes, |b| ecdsa::Signature::from_bytes(curve, b), ecdsa::Signature::to_bytes)
        })
    }),
    ("ecdsa-der", |bytes| {
        on_curve(bytes, |curve, bytes| {
            one_form(bytes, |b| ecdsa::Signature::from_der(curve, b), ecdsa::Signature::to_der)
        })
    }),
    ("bip340-key", |bytes| {
        let curve = Curve::named("secp256k1").expect("named");
        one_form(
            bytes,
            |b| bip340::VerifyingKey::from_bytes(&curve, b),
            bip340::VerifyingKey::to_bytes,
        )
    }),
    ("ed25519-key", |bytes| {
        one_form(
            bytes,
            |b| ed25519::PublicKey::from_bytes(array(b)?),
            |key| key.as_bytes().to_vec(),
        )
    }),
    ("ed25519-signature", |bytes| {
        one_form(bytes, ed25519::Signature::from_bytes, |s| s.to_bytes().to_vec())
    }),
    ("pairing-scalar", pairing_scalar),
    ("joux-share", |bytes| one_form(bytes, joux::Share::from_bytes, joux::Share::to_bytes)),
    ("sok-key", |bytes| {
        one_form(bytes, |b| sok::PrivateKey::from_bytes(b"a", b), |key| key.to_bytes().to_vec())
    }),
    ("ibe-public-key", |bytes| {
        one_form(bytes, ibe::PublicKey::from_bytes, |key| key.as_bytes().to_vec())
    }),
    ("ibe-key", |bytes| {
        one_form(bytes, ibe::PrivateKey::from_bytes, |key| key.to_bytes().to_vec())
    }),
    ("ibe-file", |bytes| {
        let authority = ibe::Authority::from_bytes(&RECEIVER).expect("below the order");
        authority.extract(b"a").open(bytes).is_ok()
    }),
    ("ecies-file", |bytes| ecies::decrypt(&receiver(), bytes).is_ok()),
    ("elgamal-file", |bytes| Dedicated::new(receiver()).decrypt(bytes).is_ok()),
    ("bls12-381-point", bls12_381_point),
    ("kzg-setup", |bytes| kzg::Setup::from_text(bytes).is_ok()),
    ("timelock-file", |bytes| {
        Puzzle::of_file(bytes).is_ok_and(|p| (1024..=16384).contains(&p.bits()))
    }),
    ("timelock-proof", |bytes| {
        let puzzle = puzzle();
        one_form(bytes, |b| Proof::from_bytes(&puzzle, b), |proof| proof.to_bytes(&puzzle))
    }),
    ("timelock-state", timelock_state),
    ("profile", |bytes| {
        text(bytes, |text| {
            again(
                text.as_bytes(),
                |b| Profile::parse(str::from_utf8(b).expect("text"), ALGORITHMS.iter()),
                |profile| profile.to_string().into_bytes(),
            )
        })
    }),
    ("natural", |bytes| text(bytes, natural)),
];

/// What is accepted and written is accepted again, and written as before.
fn again<T>(
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> bool {
    let Ok(value) = read(bytes) else { return false };
    let written = write(&value);
    assert_eq!(write(&read(&written).expect("what it wrote")), written);
    true
}

/// Only one string of bytes is accepted for a value: the one that is written.
fn one_form<T>(
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> bool {
    read(bytes).is_ok_and(|value| {
        assert_eq!(write(&value), bytes, "a second form");
        true
    })
}

fn text(bytes: &[u8], read: impl Fn(&str) -> bool) -> bool {
    str::from_utf8(bytes).is_ok_and(read)
}

fn array<const N: usize>(bytes: &[u8]) -> Result<&[u8; N]> {
    let length = Error::Length { what: "the bytes", expected: N, got: bytes.len() };
    bytes.try_into().map_err(|_| length)
}

/// The first byte chooses the curve.
fn on_curve(bytes: &[u8], read: impl Fn(&Curve, &[u8]) -> bool) -> bool {
    let Some((first, rest)) = bytes.split_first() else { return false };
    let curve = Curve::named(CURVES[usize::from(*first) % CURVES.len()]).expect("named");
    read(&curve, rest)
}

fn receiver() -> keys::SecretKey {
    let curve = Curve::named("P-256").expect("named");
    keys::SecretKey::from_bytes(&curve, &RECEIVER).expect("below the order")
}

/// The puzzle that states and proofs belong to.
///
/// # Panics
/// Never.
pub fn puzzle() -> Puzzle {
    Puzzle::new(&[0xc1; 128], &[3], 50).expect("an odd modulus and a unit")
}

fn pem(text: &str) -> bool {
    let ec = keys::SecretKey::from_pem(text).is_ok() | keys::PublicKey::from_pem(text).is_ok();
    let rsa = rsa::SecretKey::from_pem(text).is_ok() | rsa::PublicKey::from_pem(text).is_ok();
    assert!(!(ec && rsa), "a key of two kinds");
    ec | rsa
}

/// A point has one uncompressed and one compressed form.
fn point(curve: &Curve, bytes: &[u8]) -> bool {
    let Ok(key) = keys::PublicKey::from_sec1(curve, bytes) else { return false };
    let (long, short) = (key.to_sec1(), key.to_sec1_compressed());
    for form in [&long, &short] {
        let again = keys::PublicKey::from_sec1(curve, form).expect("what it wrote");
        assert_eq!((again.to_sec1(), again.to_sec1_compressed()), (long.clone(), short.clone()));
    }
    assert!(bytes == long || bytes == short, "a second form");
    true
}

/// A number from 1 to the order less 1: all protocols agree on which these are.
fn pairing_scalar(bytes: &[u8]) -> bool {
    let accepted = [
        one_form(bytes, joux::SecretKey::from_bytes, |key| key.to_bytes().to_vec()),
        one_form(bytes, sok::Authority::from_bytes, |key| key.to_bytes().to_vec()),
        one_form(bytes, ibe::Authority::from_bytes, |key| key.to_bytes().to_vec()),
        one_form(bytes, bls12_381::SecretKey::from_bytes, |key| key.to_bytes().to_vec()),
    ];
    assert!(accepted.iter().all(|one| *one == accepted[0]), "{accepted:?}");
    accepted[0]
}

/// Points of both groups, and what is a key or a signature.
fn bls12_381_point(bytes: &[u8]) -> bool {
    let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    let key = again(bytes, |b| bls.read_public_key(b), |key| key.as_bytes().to_vec());
    let signature = again(bytes, |b| bls.read_signature(b), |s| s.as_bytes().to_vec());
    let first = one_form(bytes, |b| G1::from_bytes(array(b)?), |p| p.to_bytes().to_vec())
        | one_form(bytes, |b| G1::from_uncompressed(array(b)?), |p| p.to_uncompressed().to_vec());
    let second = one_form(bytes, |b| G2::from_bytes(array(b)?), |p| p.to_bytes().to_vec())
        | one_form(bytes, |b| G2::from_uncompressed(array(b)?), |p| p.to_uncompressed().to_vec());
    assert!((first || !key) && second == signature, "no point of the group");
    first | second
}

/// A state without the hash at its end, which this adds.
fn timelock_state(bytes: &[u8]) -> bool {
    let state = [bytes, &Sha256::digest(bytes)[..]].concat();
    let puzzle = puzzle();
    one_form(
        &state,
        |b| Chain::resume(&puzzle, b, &Options::default()),
        |chain| chain.state().expect("checked"),
    )
}

/// A number from text is what num-bigint reads.
fn natural(text: &str) -> bool {
    let Ok(number) = Natural::parse(text) else { return false };
    let hexadecimal = text.strip_prefix("0x");
    let (digits, radix) = hexadecimal.map_or((text, 10), |digits| (digits, 16));
    let expected = BigUint::parse_bytes(digits.as_bytes(), radix).expect("digits only");
    assert_eq!(big(number.words()), expected, "{text}");
    assert_eq!(number.to_decimal(), expected.to_string());
    true
}

/// Reads the bytes after the first one; whether they are accepted.
pub fn decoders(bytes: &[u8]) -> bool {
    let Some((first, rest)) = bytes.split_first() else { return false };
    DECODERS[usize::from(*first) % DECODERS.len()].1(rest)
}

fn big(words: &[Word]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |sum, word| (sum << Word::BITS) + *word)
}

/// The names of the operations, which files of the corpus begin with.
pub const OPERATIONS: [&str; 9] =
    ["mul", "add", "sub", "sqr", "neg", "pow", "pow-vartime", "invert", "gcd"];

/// Operations modulo any number, against num-bigint. Four numbers of equal length, 8 to 192 bytes,
/// follow the first byte: the modulus, two operands and an exponent, least significant byte first.
/// Whether there was something to compare.
///
/// # Panics
/// On a wrong result.
pub fn arithmetic(bytes: &[u8]) -> bool {
    const WORD: usize = size_of::<Word>();
    let Some((first, rest)) = bytes.split_first() else { return false };
    let length = (rest.len() / 4).min(192) / WORD * WORD;
    if length == 0 {
        return false;
    }
    let words = |i: usize| -> Vec<Word> {
        let number = &rest[i * length..(i + 1) * length];
        number.as_chunks().0.iter().map(|word| Word::from_le_bytes(*word)).collect()
    };
    let [m, a, b, mut e] = [0, 1, 2, 3].map(words);
    e.truncate(2);
    let Ok(modulus) = Modulus::new(&m, &Options::default()) else {
        assert_eq!(big(&m), BigUint::ZERO, "a modulus was refused");
        return false;
    };
    let reduced = |a: &[Word]| modulus.reduce(a).expect("a number");
    let residue = |a: &[Word]| modulus.residue(a).expect("reduced");
    let (a_words, b_words) = (reduced(&a), reduced(&b));
    let (x, y) = (residue(&a_words), residue(&b_words));
    let m = big(&m);
    let (a, b) = (big(&a) % &m, big(&b) % &m);
    assert_eq!((big(&a_words), big(&b_words)), (a.clone(), b.clone()), "reduce");
    let operation = OPERATIONS[usize::from(*first) % OPERATIONS.len()];
    let (result, expected) = match operation {
        "mul" => (x.mul(&y).expect("of one modulus"), &a * &b % &m),
        "add" => (x.add(&y).expect("of one modulus"), (&a + &b) % &m),
        "sub" => (x.sub(&y).expect("of one modulus"), (&a + &m - &b) % &m),
        "sqr" => (x.sqr(), &a * &a % &m),
        "neg" => (x.neg(), (&m - &a) % &m),
        "pow" => (x.pow(&e).expect("an exponent"), a.modpow(&big(&e), &m)),
        "pow-vartime" => (x.pow_vartime(&e).expect("an exponent"), a.modpow(&big(&e), &m)),
        "invert" => {
            let inverse =
                Natural::from_words(a_words).invert(&Natural::from_words(modulus.as_words()));
            assert_eq!(inverse.ok().map(|r| big(r.words())), a.modinv(&m), "invert");
            return true;
        }
        _ => {
            let gcd = Natural::from_words(a_words).gcd(&Natural::from_words(b_words));
            assert_eq!(big(gcd.words()), euclid(a, b), "gcd");
            return true;
        }
    };
    assert_eq!(big(&result.to_words()), expected, "{operation}");
    true
}

fn euclid(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}
