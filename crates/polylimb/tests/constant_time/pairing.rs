//! Pairings with secret points, multiples in their groups, BLS signatures and decryption by
//! identities, on BLS12-381; the code is generic over the curve.
//!
//! **Shown, and no secret:** whether keys and numbers on the way are in their ranges, whether a
//! point is the neutral element, whether a ciphertext is valid. A range shows once for each
//! coefficient of a coordinate.

use super::memcheck::{hide, leaks, reveal, running};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::pairing::SourcePoint;
use polylimb::authors::twins;
use polylimb::bls12_381 as bls;
use polylimb::bls12_381::{Bls, MinimalPubkeySize, MinimalSignatureSize, Variant};
use polylimb::pairing::{G1, G2, PairingEngine, PairingName};
use polylimb::protocol::ibe::{Authority, PrivateKey};
use polylimb::protocol::{joux, sok};
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
    // Eight lanes or one point after another. Four points, each neutral or not, entered by its
    // coefficients over words.
    let jobs = [(secret, &once); 4];
    let batch = showing("multiples", 4 * (2 + coefficients), || group.multiply_batch(&jobs).ok());
    for multiple in batch {
        assert_eq!(
            public(group.encode(&multiple).expect("a point")),
            public(group.encode(&twice).expect("a point"))
        );
    }
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

/// Across lanes, in plain Rust.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn multiples_across_lanes() {
    let engine = twins::pairing_engine(PairingName::Bls12381, crate::memcheck::features());
    let plain: Vec<Word> = engine.order().iter().map(|word| (word >> 1) ^ 0x35).collect();
    let (k, secret) = (Bits::new(&plain), hidden(&plain));
    let secret = Bits::with_len(&secret, engine.order_bits());
    multiples::<G1>(&*engine, k, secret);
    multiples::<G2>(&*engine, k, secret);
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
    let rows = showing(name, 4 * 4, || {
        Some(bls.sign_rows(&[(&key, &b"message"[..]); 4], &polylimb::Alone))
    });
    assert_eq!(public(rows), expected.as_bytes().repeat(4));
    // As a signature; the public key, a multiple of the generator, is neutral or not, and its
    // ordinate is compressed.
    let proof = showing("a proof of possession", 8, || bls.prove_possession(&key).ok());
    let plain = bls::SecretKey::from_bytes(&plain).expect("a key");
    let expected = bls.prove_possession(&plain).expect("of this scheme");
    assert_eq!(public(proof.as_bytes().to_vec()), expected.as_bytes());
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

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn identities_and_three_agree() {
    crate::memcheck::tell_features();
    let plain = [0x5a; 32];
    let read = |bytes: &[u8]| sok::Authority::from_bytes(bytes).ok();
    let expected = read(&plain).expect("a key").extract(b"bob").agree(b"alice").expect("agrees");
    let authority = showing("reading a key", 1, || read(&hidden(&plain)));
    // A point in each group, neutral or not; then what a pairing shows.
    let key = showing("a key of an identity", 2, || Some(authority.extract(b"bob")));
    let shared = showing("agreeing by identities", 8, || key.agree(b"alice").ok());
    assert_eq!(public(shared.to_vec()), *expected);

    let read = |bytes: &[u8]| joux::SecretKey::from_bytes(bytes).ok();
    let [one, other] = [[0x31; 32], [0x32; 32]].map(|bytes| read(&bytes).expect("a key").share());
    let expected = read(&plain).expect("a key").agree(&one, &other);
    let key = showing("reading a key", 1, || read(&hidden(&plain)));
    // What a multiple and a pairing show, the own share, and its place among the others.
    let shared = showing("agreeing of three", 24, || Some(key.agree(&one, &other)));
    assert_eq!(public(shared.to_vec()), *expected);
}
