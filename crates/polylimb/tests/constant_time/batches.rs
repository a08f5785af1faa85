//! Batches of agreements, signatures and public keys, and what is derived from secrets: hedged
//! nonces and cofactors.
//!
//! **Shown, and not secret:** as in `protocol`, once for each key of a batch.

use super::memcheck::{hide, leaks, reveal, running, tell_features};
use polylimb::Alone;
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{self, Signer};
use polylimb::protocol::keys::SecretKey;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

const KEYS: u8 = 8;

fn keys(curve: &Curve, hidden: bool) -> Vec<SecretKey> {
    let key = |i| {
        let mut bytes = [0x31 + i; 32];
        if hidden {
            hide(&mut bytes);
        }
        SecretKey::from_bytes(curve, &bytes).expect("below the order")
    };
    (0..KEYS).map(key).collect()
}

fn public(bytes: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    reveal(&mut copy);
    copy
}

/// What `work` makes, which may show `most` facts for each key.
fn showing<T>(what: &str, most: usize, work: impl FnOnce() -> Vec<T>) -> Vec<T> {
    assert!(running());
    let mut made = Vec::new();
    let shown = leaks(|| made = work());
    assert!(shown <= most * usize::from(KEYS), "{what} showed {shown} things, not just validity");
    made
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn agreements_signatures_and_keys() {
    tell_features();
    let curve = Curve::named("P-256").expect("named");
    // The generator's tables are made before.
    let plain = keys(&curve, false);
    let _ = SecretKey::public_keys(&plain.iter().collect::<Vec<_>>(), &Alone);
    let (hidden, other) = (keys(&curve, true), plain[0].public_key().expect("a point"));

    let jobs: Vec<_> = hidden.iter().map(|key| (key, &other)).collect();
    let shared = showing("agreeing", 2, || SecretKey::agree_all(&jobs, &Alone));
    for (shared, key) in shared.iter().zip(&plain) {
        let expected = key.agree(&other).expect("agrees");
        assert_eq!(public(shared.as_ref().expect("agrees").as_bytes()), expected.as_bytes());
    }

    let keys: Vec<_> = hidden.iter().collect();
    let made = showing("public keys", 3, || SecretKey::public_keys(&keys, &Alone));
    for (made, key) in made.iter().zip(&plain) {
        let expected = key.public_key().expect("a point");
        assert_eq!(public(&made.as_ref().expect("a point").to_sec1()), expected.to_sec1());
    }

    let digest = Sha256::digest(b"message");
    let jobs: Vec<_> = hidden.iter().map(|key| (key, &digest[..])).collect();
    let signer = Signer::default();
    let signed = showing("signing", 10, || signer.sign_digests::<Sha256>(&jobs, &Alone));
    for (signed, key) in signed.iter().zip(&plain) {
        let expected = ecdsa::sign::<Sha256>(key, b"message").expect("signs");
        assert_eq!(public(&signed.as_ref().expect("signs").0.to_bytes()), expected.to_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn derived_from_secrets() {
    tell_features();
    let curve = Curve::named("P-256").expect("named");
    let plain = keys(&curve, false).remove(1);
    let hidden = keys(&curve, true).remove(1);
    let other = plain.public_key().expect("a point");

    let expected = plain.agree_with_cofactor(&other).expect("agrees");
    // Cofactor and key below the order, whether the multiple is neutral.
    let shared = showing("a cofactor", 1, || vec![hidden.agree_with_cofactor(&other)]).remove(0);
    let shared = shared.expect("agrees");
    assert_eq!(public(shared.as_bytes()), expected.as_bytes());
    let rng = || rand_chacha::ChaCha20Rng::seed_from_u64(4);
    let expected = ecdsa::sign_hedged::<Sha256, _>(&plain, b"message", &mut rng()).expect("signs");
    let sign = || vec![ecdsa::sign_hedged::<Sha256, _>(&hidden, b"message", &mut rng())];
    let signature = showing("hedged signing", 1, sign).remove(0).expect("signs");
    assert_eq!(public(&signature.to_bytes()), expected.to_bytes());
}
