//! Paillier's encryption: messages and randomness are secret. Decryption consists of powers,
//! divisions and products that are checked by themselves: N follows from the primes, so that here
//! its length would count as secret.

use super::common::rng;
use super::memcheck::{hide, leaks};
use super::powm_known::SecretRng;
use polylimb::paillier::{SecretKey, ShortExponents};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn messages_and_randomness() {
    crate::memcheck::tell_features();
    let key = SecretKey::generate(2048, &mut rng(5)).expect("a key");
    let public = key.public_key();
    let mut message = [7; 100];
    hide(&mut message);
    let mut secret_rng = SecretRng(rng(6));
    let mut sealed = Vec::new();
    let shown = leaks(|| sealed = public.encrypt(&message, &mut secret_rng).expect("a message"));
    // That message and randomness are below N, the latter not 0, and what follows from it below N².
    assert!(shown <= 8, "encryption showed {shown} things, not just validity");
    assert_eq!(sealed.len(), public.ciphertext_bytes());

    let fast = ShortExponents::new(public, &mut rng(7)).expect("a base");
    let shown = leaks(|| drop(fast.encrypt(&message, &mut secret_rng)));
    assert!(shown <= 6, "short exponents showed {shown} things, not just validity");
}
