//! RSA: what follows the private operation, which `powm_known` checks; keys, and their files.
//!
//! The tests `new_*` make public keys of secrets. Valgrind does not know that these are public:
//! `scripts/machine-code` only.

use super::common::rng;
use super::files::{bits_of_rsa, hidden, hidden_text, public};
use super::memcheck::{is_secret, leaks, reveal, running};
use super::modmul::secret_modulus;
use super::powm_known::SecretRng;
use polylimb::Error;
use polylimb::authors::limb::{Natural, WORD_BITS};
use polylimb::authors::modmul::is_probable_prime_vartime;
use polylimb::powm::{BatchOptions, random_prime, random_safe_prime};
use polylimb::rsa::{Oaep, Scheme, SecretKey};
use sha2::Sha256;
use std::hint::black_box;

/// The blinding hides everything that follows it.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn paddings() {
    crate::memcheck::tell_features();
    let key = SecretKey::generate(2048, 2, &mut rng(5)).expect("a key");
    let mut secret_rng = SecretRng(rng(6));
    // As in `powm_known`: validities of the private operation.
    let valid = 4 + 4 * key.primes();
    let shown = leaks(|| {
        let signature = key.sign(&Scheme::pkcs1v15::<Sha256>(), b"a message", &mut secret_rng);
        assert!(signature.is_ok());
    });
    assert!(shown <= valid, "a signature showed {shown} things, not just validity");

    let ciphertext = key.public_key().encrypt(&Oaep::new::<Sha256>(), &[7; 100], &mut rng(7));
    let ciphertext = ciphertext.expect("a short message");
    // Another label: the padding is scanned to its end, and only the verdict shows.
    let oaep = Oaep::new::<Sha256>().labelled(b"another");
    let mut refused = false;
    let shown = leaks(|| {
        refused = key.decrypt(&oaep, &ciphertext, &mut secret_rng) == Err(Error::Ciphertext);
    });
    assert!(shown <= valid + 1, "a decryption showed {shown} things, not just validity");
    assert!(refused);
}

/// Primes and public exponents: two primes, and three whose sizes differ.
fn known() -> Vec<(Vec<Vec<u8>>, Vec<u8>)> {
    let lines = include_str!("../vectors/rsa.txt").lines().filter(|line| !line.starts_with('#'));
    let bytes = |text: &str| Natural::parse(&format!("0x{text}")).expect("hex").to_be_bytes();
    let key = |line: &str| {
        let fields: Vec<_> = line.split(' ').collect();
        (fields[1].split(',').map(bytes).collect(), bytes(fields[0]))
    };
    [lines.clone().next(), lines.clone().next_back()].into_iter().flatten().map(key).collect()
}

fn of_primes(primes: &[Vec<u8>], e: &[u8]) -> SecretKey {
    let primes: Vec<&[u8]> = primes.iter().map(|prime| &prime[..]).collect();
    SecretKey::from_primes(&primes, e).expect("a key")
}

fn der(key: &SecretKey) -> Vec<u8> {
    key.to_pkcs1_der().expect("short").to_vec()
}

/// A secret key signs as the same key does that is public.
fn signs_like(key: &SecretKey, plain: &SecretKey) {
    let scheme = Scheme::pkcs1v15::<Sha256>();
    let expected = plain.sign(&scheme, b"a message", &mut rng(6));
    let signature = key.sign(&scheme, b"a message", &mut SecretRng(rng(6)));
    assert_eq!(public(&signature.expect("signed")), expected.expect("signed"));
}

/// What is shown stands in `places.txt`: that a key is valid, and the lengths of its numbers.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn key_files() {
    crate::memcheck::tell_features();
    assert!(running());
    type Form = [fn(&SecretKey) -> Vec<u8>; 2];
    let forms: [(Form, fn(&[u8]) -> Result<SecretKey, Error>); 2] = [
        (
            [der, |key| key.to_pkcs1_pem().expect("short").as_bytes().to_vec()],
            SecretKey::from_pkcs1_der,
        ),
        (
            [
                |key| key.to_pkcs8_der().expect("short").to_vec(),
                |key| key.to_pkcs8_pem().expect("short").as_bytes().to_vec(),
            ],
            SecretKey::from_pkcs8_der,
        ),
    ];
    for (primes, e) in known() {
        let plain = of_primes(&primes, &e);
        for ([der, text], read) in forms {
            let (file, lines) = (der(&plain), text(&plain));
            let bits = bits_of_rsa(&file, plain.primes());
            let lines_hidden = hidden_text(str::from_utf8(&lines).expect("text"), &bits);
            let keys = [read(&hidden(&file, &bits)), SecretKey::from_pem(&lines_hidden)];
            for key in keys.map(|key| key.expect("a key")) {
                assert_eq!(public(&der(&key)), file);
                assert_eq!(public(&text(&key)), lines);
                signs_like(&key, &plain);
            }
        }
    }
}

#[test]
#[ignore = "needs AVX-512: scripts/machine-code"]
fn new_keys_of_primes() {
    for (primes, e) in known() {
        let hide = |prime: &Vec<u8>| {
            let mut bits = vec![0xff; prime.len()];
            // The length, and that it is odd.
            bits[0] = 0x7f >> prime[0].leading_zeros();
            bits[prime.len() - 1] = 0xfe;
            hidden(prime, &bits)
        };
        let plain = of_primes(&primes, &e);
        signs_like(&of_primes(&primes.iter().map(hide).collect::<Vec<_>>(), &e), &plain);
    }
}

#[test]
#[ignore = "needs AVX-512: scripts/machine-code"]
fn new_keys() {
    let plain = SecretKey::generate(2048, 2, &mut rng(5)).expect("a key");
    signs_like(&SecretKey::generate(2048, 2, &mut SecretRng(rng(5))).expect("a key"), &plain);
}

#[test]
#[ignore = "needs AVX-512: scripts/machine-code"]
fn new_primes() {
    let options = BatchOptions::default();
    for (bits, make) in
        [(320, random_prime::<SecretRng> as fn(_, &_, &mut _) -> _), (128, random_safe_prime)]
    {
        // Not inlined: places are allowed by the functions' names.
        let mut prime = black_box(make)(bits, &options, &mut SecretRng(rng(9))).expect("a prime");
        assert!(is_secret(&prime), "the prime was taken for public");
        reveal(&mut prime);
        assert!(is_probable_prime_vartime(&prime));
    }
}

/// The check can fail for a key, too.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn leaks_are_seen_of_primes() {
    let (primes, _) = known().remove(0);
    let prime = Natural::from_be_bytes(&primes[0]);
    let prime = secret_modulus(prime.words(), prime.words().len() * WORD_BITS);
    let shown = leaks(|| assert!(is_probable_prime_vartime(&prime)));
    assert!(shown > 0, "a test of variable time was not reported");
}
