//! X25519 and Ed25519 on secret keys.
//!
//! **Public:** messages, public keys, and finished signatures.

use super::common::rng;
use crate::memcheck::{hide, leaks, reveal};
use crate::quiet;
use polylimb::{ed25519, x25519};
use rand_core::RngCore;

/// Bytes as words, which can be made public.
fn show(bytes: &mut [u8; 32]) {
    for chunk in bytes.chunks_exact_mut(size_of::<polylimb::authors::limb::Word>()) {
        let mut word =
            [polylimb::authors::limb::Word::from_le_bytes(chunk.try_into().expect("a word"))];
        reveal(&mut word);
        chunk.copy_from_slice(&word[0].to_le_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn agreements_and_signatures() {
    crate::memcheck::tell_features();
    let mut rng = rng(5);
    let mut plain = [0; 32];
    rng.fill_bytes(&mut plain);
    let mut secret = plain;
    hide(&mut secret);

    let mut shared = [0; 32];
    quiet("x25519", || shared = x25519::x25519(&secret, &x25519::BASE));
    let key = x25519::SecretKey::from_bytes(secret);
    let mut public = [0; 32];
    quiet("x25519 public key", || public = *key.public_key().as_bytes());
    let other = x25519::PublicKey::from_bytes(plain);
    // Whether the result is 0 is public.
    let shown = leaks(|| _ = std::hint::black_box(key.agree(&other).is_ok()));
    assert!(shown <= 1, "{shown}");
    show(&mut shared);
    show(&mut public);
    assert_eq!(shared, public);
    assert_eq!(shared, x25519::x25519(&plain, &x25519::BASE));

    let mut key = None;
    quiet("ed25519 key", || key = Some(ed25519::SecretKey::from_bytes(&secret)));
    let key = key.expect("made");
    let mut signature = None;
    quiet("ed25519 sign", || signature = Some(key.sign(b"message")));
    let mut halves = signature.expect("made").to_bytes();
    let (r, s) = halves.split_at_mut(32);
    show(r.try_into().expect("a half"));
    show(s.try_into().expect("a half"));
    assert_eq!(halves, ed25519::SecretKey::from_bytes(&plain).sign(b"message").to_bytes());
}
