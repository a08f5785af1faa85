//! RSA: what follows the private operation, which `powm_known` checks; key files.

use super::common::rng;
use super::memcheck::{hide, leaks, reveal};
use super::powm_known::SecretRng;
use core::ops::Range;
use polylimb::Error;
use polylimb::rsa::{Oaep, Scheme, SecretKey};
use sha2::Sha256;

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

/// The contents of the numbers behind the public exponent, 65537, in a file of PKCS #1 or #8; their
/// lengths are public.
fn secret_numbers(file: &[u8]) -> Vec<Range<usize>> {
    let exponent = [2, 3, 1, 0, 1];
    let at = file.windows(exponent.len()).position(|bytes| bytes == exponent);
    let (mut at, mut found) = (at.expect("the public exponent") + exponent.len(), Vec::new());
    while at < file.len() {
        let (from, bytes) = match file[at + 1] {
            0x82 => (at + 4, usize::from(file[at + 2]) << 8 | usize::from(file[at + 3])),
            0x81 => (at + 3, usize::from(file[at + 2])),
            bytes => (at + 2, usize::from(bytes)),
        };
        // Not the zero in front of a highest bit.
        found.push(from + usize::from(file[from] == 0)..from + bytes);
        at = from + bytes;
    }
    found
}

/// What is shown stands in `places.txt`: that the numbers belong together, and their product, the
/// modulus.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn key_files() {
    crate::memcheck::tell_features();
    let plain = SecretKey::generate(2048, 2, &mut rng(8)).expect("a key");
    type Form = (fn(&SecretKey) -> Vec<u8>, fn(&[u8]) -> SecretKey);
    let forms: [Form; 2] = [
        (
            |key| key.to_pkcs1_der().expect("short").to_vec(),
            |file| SecretKey::from_pkcs1_der(file).expect("a key"),
        ),
        (
            |key| key.to_pkcs8_der().expect("short").to_vec(),
            |file| SecretKey::from_pkcs8_der(file).expect("a key"),
        ),
    ];
    for (write, read) in forms {
        let expected = write(&plain);
        let mut file = expected.clone();
        secret_numbers(&expected).into_iter().for_each(|range| hide(&mut file[range]));
        let mut written = write(&read(&file));
        reveal(&mut written);
        assert_eq!(written, expected);
    }
    // In base64 four characters are three bytes, and a line is sixteen times that.
    let (file, text) = (forms[1].0(&plain), plain.to_pkcs8_pem().expect("short"));
    let mut hidden = text.as_bytes().to_vec();
    let first = text.find('\n').expect("lines") + 1;
    for range in secret_numbers(&file) {
        for group in range.start.div_ceil(3)..range.end / 3 {
            let at = first + 4 * group + group / 16;
            hide(&mut hidden[at..at + 4]);
        }
    }
    // SAFETY: it is still text, though nobody may look.
    let hidden = unsafe { String::from_utf8_unchecked(hidden) };
    let mut written = forms[1].0(&SecretKey::from_pem(&hidden).expect("a key"));
    reveal(&mut written);
    assert_eq!(written, file);
}
