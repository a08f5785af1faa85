//! Protocols with secret keys and nonces: ECDSA, ECDH, BIP 340.
//!
//! **Shown, and no secret:** whether inputs and numbers on the way are in their ranges, whether a point is the neutral element,
//! and what is computed from a public key.

use super::memcheck::{hide, leaks, reveal, running};
use polylimb::protocol::bip340::SigningKey;
use polylimb::protocol::ecdh::shared_secret;
use polylimb::protocol::ecdsa::Signer;
use polylimb::protocol::keys::SecretKey;
use polylimb::protocol::{Curve, ecdsa};
use sha2::{Digest, Sha256};

/// Two fixed fields, and one of any prime. Nearly all 256-bit numbers are below their orders: no nonce is thrown away, which would show.
const CURVES: [&str; 3] = ["P-256", "secp256k1", "SM2"];

fn key(curve: &Curve, hidden: bool) -> SecretKey {
    let mut bytes = [0x5a; 32];
    bytes[7] = 0x93;
    if hidden {
        hide(&mut bytes);
    }
    let mut key = None;
    let shown = leaks(|| key = SecretKey::from_bytes(curve, &bytes).ok());
    assert!(shown <= 1, "reading the key showed {shown} things, not just validity");
    key.expect("below the order")
}

fn public(mut bytes: Vec<u8>) -> Vec<u8> {
    reveal(&mut bytes);
    bytes
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ecdsa_signs() {
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let expected = ecdsa::sign::<Sha256>(&key(&curve, false), b"message").expect("signs");
        let (hidden, digest) = (key(&curve, true), Sha256::digest(b"message"));
        let mut signed = None;
        let shown = leaks(|| {
            signed = Signer::default().sign_digest::<Sha256>(&hidden, &digest).ok();
        });
        // The nonce in its range, its multiple a point; r, the key and 1/k below the order; r and s not 0.
        assert!(shown <= 6, "{name}: signing showed {shown} things, not just validity");
        let (signature, _) = signed.expect("signs");
        assert_eq!(public(signature.to_bytes()), expected.to_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ecdh_agrees() {
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let plain = key(&curve, false);
        let other = plain.public_key().expect("a point");
        let expected = shared_secret(&plain, &other).expect("agrees");
        let hidden = key(&curve, true);
        let mut shared = None;
        let shown = leaks(|| shared = shared_secret(&hidden, &other).ok());
        assert!(shown <= 1, "{name}: agreeing showed {shown} things, not just the neutral element");
        let shared = shared.expect("agrees");
        assert_eq!(public(shared.as_bytes().to_vec()), expected.as_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn bip_340_signs() {
    assert!(running());
    let curve = Curve::named("secp256k1").expect("named");
    let plain = SigningKey::new(&key(&curve, false)).expect("a key");
    let expected = plain.sign_with(b"message", &[3; 32]).expect("signs");
    let hidden = SigningKey::new(&key(&curve, true)).expect("a key");
    let mut signature = None;
    let shown = leaks(|| signature = hidden.sign_with(b"message", &[3; 32]).ok());
    // The nonce's multiple a point; challenge, key and nonce below the order.
    assert!(shown <= 4, "signing showed {shown} things, not just validity");
    assert_eq!(public(signature.expect("signs").to_vec()), expected);
}
