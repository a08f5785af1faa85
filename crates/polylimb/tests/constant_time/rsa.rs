//! RSA: what follows the private operation, which `powm_known` checks.

use super::common::rng;
use super::memcheck::leaks;
use super::powm_known::SecretRng;
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
