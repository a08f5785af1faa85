//! Pairings with secret points, multiples in their groups, BLS signatures and decryption by
//! identities, on BLS12-381; the code is generic over the curve.
//!
//! **Shown, and no secret:** whether keys and numbers on the way are in their ranges, whether a
//! point is the neutral element, whether a ciphertext is valid. A range shows once for each
//! coefficient of a coordinate.

use super::memcheck::{hide, leaks, reveal, running};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::pairing::SourcePoint;
use polylimb::bls12_381 as bls;
use polylimb::bls12_381::{Bls, MinimalPubkeySize, MinimalSignatureSize, Variant};
use polylimb::pairing::{G1, G2, PairingEngine, PairingName};
use polylimb::protocol::ibe::{Authority, PrivateKey};
use rand_core::SeedableRng;

fn hidden<T: Clone>(plain: &[T]) -> Vec<T> {
    let mut copy = plain.to_vec();
    hide(&mut copy);
    copy
}

fn public(mut bytes: Vec<u8>) -> Vec<u8> {
    reveal(&mut bytes);
    bytes
}

/// The result of `work`, which may show at most `most` facts.
fn showing<T>(what: &str, most: usize, work: impl FnOnce() -> Option<T>) -> T {
    assert!(running());
    let mut made = None;
    let shown = leaks(|| made = work());
    assert!(shown <= most, "{what} showed {shown} things, not just validity");
    made.unwrap_or_else(|| panic!("{what}: nothing was made"))
}

/// The multiple `k` of the generator by the secret `k`, and the multiple of that one.
fn multiples<P: SourcePoint>(engine: &dyn PairingEngine, k: Bits<'_>, secret: Bits<'_>) -> [P; 2] {
    let group = P::group(engine);
    let expected = group.sum_of_multiples_vartime(&[(k, &group.generator())]).expect("a sum");
    let once = showing("a multiple of the generator", 1, || Some(group.multiply_generator(secret)));
    // Each of the point's coefficients in its range, and whether each of the two points is neutral.
    let coefficients = 2 * group.coordinate_bytes() / 48;
    let twice = showing("a multiple", 2 + coefficients, || group.multiply(secret, &once).ok());
    assert_eq!(
        public(group.encode(&once).expect("a point")),
        group.encode(&expected).expect("a point")
    );
    [once, twice]
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn pairings_and_multiples() {
    let engine = PairingName::engine(PairingName::Bls12381, crate::memcheck::features());
    let plain: Vec<Word> = engine.order().iter().map(|word| (word >> 1) ^ 0x35).collect();
    let (k, secret) = (Bits::new(&plain), hidden(&plain));
    let secret = Bits::with_len(&secret, engine.order_bits());
    let [p, _] = multiples::<G1>(&*engine, k, secret);
    let [q, _] = multiples::<G2>(&*engine, k, secret);
    // Six coefficients in their ranges, and whether each of the two points is neutral.
    let value = showing("a pairing", 8, || engine.pairing(&p, &q).ok());
    let (g, h) = (engine.g1().generator(), engine.g2().generator());
    let base = engine.pairing(&g, &h).expect("of this curve");
    let once = engine.power_vartime(&base, k).expect("of this curve");
    let expected = engine.power_vartime(&once, k).expect("of this curve");
    assert_eq!(public(value.as_bytes().to_vec()), expected.as_bytes());
}

fn signs<V: Variant>(name: &str) {
    let bls = Bls::<V>::new(bls::Scheme::ProofOfPossession);
    let plain = [0x5a; 32];
    let key = |bytes: &[u8]| bls::SecretKey::from_bytes(bytes).ok();
    let expected = bls.sign(&key(&plain).expect("a key"), b"message");
    let key = showing("reading a key", 1, || key(&hidden(&plain)));
    // Twice whether it is neutral, and at the compression each coefficient of the ordinate in its
    // range.
    let signature = showing(name, 4, || Some(bls.sign(&key, b"message")));
    assert_eq!(public(signature.as_bytes().to_vec()), expected.as_bytes());
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn bls_signs() {
    crate::memcheck::tell_features();
    signs::<MinimalPubkeySize>("signing in G2");
    signs::<MinimalSignatureSize>("signing in G1");
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn an_identity_decrypts() {
    crate::memcheck::tell_features();
    let plain = [0x5a; 32];
    let authority = Authority::from_bytes(&plain).expect("a key");
    let rng = &mut rand_chacha::ChaCha20Rng::seed_from_u64(3);
    let file = authority.public_key().encrypt(b"alice", b"message", rng);
    let file = file.expect("encrypts");
    let authority = showing("reading a key", 1, || Authority::from_bytes(&hidden(&plain)).ok());
    let key = showing("a key of an identity", 1, || Some(authority.extract(b"alice")));
    // Whether the key is neutral, its four coefficients and the exponent in their ranges; for its
    // multiple twice whether it is neutral, and the ordinate's range; validity, twice in some
    // builds.
    let message = showing("decrypting", 11, || key.decrypt(&file).ok());
    assert_eq!(public(message.to_vec()), b"message");
    // Its flags, the four coefficients in their ranges, whether they are a point of the curve and
    // of the group, and whether it is neutral.
    let bytes = public(key.to_bytes().to_vec());
    let read = || PrivateKey::from_bytes(&hidden(&bytes)).ok();
    let key = showing("reading the key of an identity", 12, read);
    assert_eq!(public(key.to_bytes().to_vec()), bytes);
}
