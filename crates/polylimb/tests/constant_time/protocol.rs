//! Protocols with secret keys and nonces: ECDSA, ECDH, BIP 340, ECMQV, EC-SDSA, ECIES, EC-ElGamal.
//!
//! **Shown, and not secret:** whether inputs and intermediate numbers are in their ranges, whether
//! a point is the neutral element, and everything computed from a public key.

use super::files::{bits_of, hidden, hidden_text};
use super::memcheck::{hide, leaks, quiet, reveal, running};
use polylimb::authors::curve::NamedCurve;
use polylimb::compact;
use polylimb::protocol::bip340::SigningKey;
use polylimb::protocol::ec_sdsa::{self, Form};
use polylimb::protocol::ecdsa::{self, Signer};
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::keys::{PairingScheme, PairingSecretKey, SecretKey};
use polylimb::protocol::{Confirmation, Curve, Role, ecies, elgamal};
use polylimb::{ed25519, x25519};
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// Two fixed fields, and one for any prime. Nearly all 256-bit numbers are below their orders: no
/// nonce is rejected, which would show.
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
    crate::memcheck::tell_features();
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let expected = ecdsa::sign::<Sha256>(&key(&curve, false), b"message").expect("signs");
        let (hidden, digest) = (key(&curve, true), Sha256::digest(b"message"));
        let mut signed = None;
        let shown = leaks(|| {
            signed = Signer::default().sign_digest::<Sha256>(&hidden, &digest).ok();
        });
        // The nonce in its range, its multiple a point; r, the key and 1/k below the order; r and s
        // not 0.
        assert!(shown <= 6, "{name}: signing showed {shown} things, not just validity");
        let (signature, _) = signed.expect("signs");
        assert_eq!(public(signature.to_bytes()), expected.to_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ecdh_agrees() {
    crate::memcheck::tell_features();
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let plain = key(&curve, false);
        let other = plain.public_key().expect("a point");
        let expected = SecretKey::agree(&plain, &other).expect("agrees");
        let hidden = key(&curve, true);
        let mut shared = None;
        let shown = leaks(|| shared = SecretKey::agree(&hidden, &other).ok());
        assert!(shown <= 1, "{name}: agreeing showed {shown} things, not just the neutral element");
        let shared = shared.expect("agrees");
        assert_eq!(public(shared.as_bytes().to_vec()), expected.as_bytes());
    }
}

/// What is shown stands in `places.txt`: how much it is differs from curve to curve.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn every_curve() {
    crate::memcheck::tell_features();
    assert!(running());
    let mut checked = 0;
    for named in NamedCurve::all() {
        let curve = Curve::named(named.name).expect("named");
        let length = curve.scalar_bytes();
        let other = SecretKey::from_bytes(&curve, &[vec![0; length - 1], vec![3]].concat());
        let other = other.and_then(|key| key.public_key()).expect("a point");
        let work = |hidden: bool| {
            // Below every order.
            let mut bytes = vec![0x5a; length];
            bytes[0] = 0;
            if hidden {
                hide(&mut bytes);
            }
            let key = SecretKey::from_bytes(&curve, &bytes).expect("below the order");
            let shared = SecretKey::agree(&key, &other).expect("agrees");
            let signature = ecdsa::sign::<Sha256>(&key, b"message").expect("signs");
            let public_key = key.public_key().expect("a point");
            let results = [shared.as_bytes(), &signature.to_bytes(), &public_key.to_sec1()];
            results.map(|bytes| public(bytes.to_vec()))
        };
        assert_eq!(work(true), work(false), "{}", named.name);
        checked += 1;
    }
    assert_eq!(checked, 56);
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn compact_agrees_and_signs() {
    use compact::{k233, p256};
    crate::memcheck::tell_features();
    assert!(running());
    let (plain, mut hidden) = ([0x5a; 32], [0x5a; 32]);
    let theirs = p256::public_key(&[7; 32]).expect("a key");
    let expected =
        (p256::agree(&plain, &theirs).expect("a point"), p256::sign(&plain, b"m").expect("signs"));
    hide(&mut hidden);
    let mut results = None;
    let shown = leaks(|| {
        results = Some((p256::agree(&hidden, &theirs), p256::sign(&hidden, b"m")));
    });
    // The key and the nonce in their range, twice; a point neutral, twice; r and s not 0.
    assert!(shown <= 7, "P-256 showed {shown} things, not just validity");
    let (shared, signature) = results.expect("computed");
    let (mut shared, mut signature) = (*shared.expect("agrees"), signature.expect("signs"));
    reveal(&mut shared);
    reveal(&mut signature);
    assert_eq!((shared, signature), (*expected.0, expected.1));

    let theirs = k233::public_key(&[7; 29]).expect("a key");
    let expected = k233::agree(&[0x5a; 29], &theirs).expect("a point");
    let hidden: &[u8; 29] = hidden[..29].try_into().expect("29 bytes");
    let mut result = None;
    let shown = leaks(|| result = k233::agree(hidden, &theirs).ok());
    assert!(shown <= 1, "K-233 showed {shown} things, not just validity");
    let mut shared = *result.expect("agrees");
    reveal(&mut shared);
    assert_eq!(shared, *expected);
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn bip_340_signs() {
    crate::memcheck::tell_features();
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

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ecmqv_agrees() {
    crate::memcheck::tell_features();
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let (plain, other) = (key(&curve, false), SecretKey::from_bytes(&curve, &[0x31; 32]));
        let other = other.expect("below the order");
        let [own_public, other_public] =
            [&plain, &other].map(|key| key.public_key().expect("a point"));
        let theirs = Pair { fixed: &other_public, ephemeral: &own_public };
        let expected = polylimb::protocol::ecmqv::Pair::agree(
            Pair { fixed: &other, ephemeral: &plain },
            Pair { fixed: &own_public, ephemeral: &other_public },
        );
        let (fixed, ephemeral) = (key(&curve, true), other.clone());
        let own = Pair { fixed: &fixed, ephemeral: &ephemeral };
        let mut shared = None;
        let shown = leaks(|| shared = polylimb::protocol::ecmqv::Pair::agree(own, theirs).ok());
        assert!(shown <= 3, "{name}: agreeing showed {shown} things, not just validity");
        let shared = shared.expect("agrees");
        assert_eq!(public(shared.as_bytes().to_vec()), expected.expect("agrees").as_bytes());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ec_sdsa_signs() {
    crate::memcheck::tell_features();
    assert!(running());
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let sign = |key: &SecretKey| ec_sdsa::sign::<Sha256>(key, Form::Iso, b"message", &[]);
        let expected = sign(&key(&curve, false)).expect("signs");
        let hidden = key(&curve, true);
        let mut signature = None;
        let shown = leaks(|| signature = sign(&hidden).ok());
        assert!(shown <= 6, "{name}: signing showed {shown} things, not just validity");
        assert_eq!(public(signature.expect("signs")), expected);
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn ecies_and_elgamal_decrypt() {
    crate::memcheck::tell_features();
    assert!(running());
    let rng = &mut rand_chacha::ChaCha20Rng::seed_from_u64(2);
    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let to = key(&curve, false).public_key().expect("a point");
        let hidden = key(&curve, true);
        let file = ecies::encrypt(&to, b"message", rng).expect("encrypts");
        let mut message = None;
        let shown = leaks(|| message = ecies::decrypt(&hidden, &file).ok());
        // Whether the shared point and the public key are neutral, and twice whether the tag is
        // right.
        assert!(shown <= 4, "{name}: decrypting showed {shown} things, not just validity");
        assert_eq!(public(message.expect("decrypts").to_vec()), b"message");

        let block = vec![0x42; elgamal::block_bytes(&curve).expect("large enough")];
        let point = elgamal::embed_vartime(&curve, &block).expect("a point");
        let (to, hidden) = (elgamal::Dedicated::new(to), elgamal::Dedicated::new(hidden));
        let pair = to.encrypt_point(&point, rng).expect("encrypts");
        let mut back = None;
        let shown = leaks(|| back = hidden.decrypt_point(pair.each_ref()).ok());
        // Whether the mask is neutral; for its sum with the second point the four answers of
        // `multiples.rs`.
        assert!(shown <= 5, "{name}: decrypting showed {shown} things, not just validity");
        assert_eq!(public(back.expect("decrypts").to_sec1()), point.to_sec1());
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn keys_are_confirmed_and_written() {
    crate::memcheck::tell_features();
    assert!(running());
    let confirmation = Confirmation {
        role: Role::Initiator,
        sender: b"alice",
        recipient: b"bob",
        ephemeral: [b"one", b"two"],
        text: b"",
    };
    let mut secret = [0x5a; 32];
    let expected = confirmation.tag::<Sha256>(&secret);
    hide(&mut secret);
    let mut tag = None;
    quiet("a tag", || tag = Some(confirmation.tag::<Sha256>(&secret)));
    assert_eq!(public(tag.expect("made").to_vec()), *expected);

    for name in CURVES {
        let curve = Curve::named(name).expect("named");
        let expected = key(&curve, false).to_pkcs8_der().expect("a known curve");
        let hidden = key(&curve, true);
        let mut written = None;
        let shown = leaks(|| written = hidden.to_pkcs8_der().ok());
        // Whether the public key is neutral.
        assert!(shown <= 1, "{name}: writing a key showed {shown} things");
        assert_eq!(public(written.expect("written").to_vec()), *expected);
    }
    // In DER and in base64.
    let plain = x25519::SecretKey::from_bytes([0x5a; 32]);
    let (expected, text) = (plain.to_pkcs8_der(), plain.to_pkcs8_pem());
    let mut file = expected.to_vec();
    let at = file.len() - 32;
    hide(&mut file[at..]);
    let (mut read, mut pem) = (None, None);
    quiet("reading a key", || read = x25519::SecretKey::from_pkcs8_der(&file).ok());
    let read = read.expect("a key");
    // Whether the text is ASCII, for several bytes at a time.
    let shown = leaks(|| pem = Some(read.to_pkcs8_pem()));
    assert!(shown <= 64, "writing a key as text showed {shown} things");
    assert_eq!(public(read.to_pkcs8_der().to_vec()), *expected);
    assert_eq!(public(pem.expect("written").as_bytes().to_vec()), text.as_bytes());
}

/// A key file whose parts other than `secret` are public.
fn file(plain: &[u8], secret: &[u8]) -> Vec<u8> {
    hidden(plain, &bits_of(plain, secret))
}

/// What is shown stands in `places.txt`: that a key is valid, and its public key, which the file
/// has, too.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn key_files() {
    crate::memcheck::tell_features();
    assert!(running());
    type Form = (fn(&SecretKey) -> Vec<u8>, fn(&[u8]) -> SecretKey);
    let forms: [Form; 3] = [
        (
            |key| key.to_pkcs8_der().expect("named").to_vec(),
            |file| SecretKey::from_pkcs8_der(file).expect("a key"),
        ),
        (
            |key| key.to_sec1_der().expect("named").to_vec(),
            |file| SecretKey::from_sec1_der(file).expect("a key"),
        ),
        (
            |key| elgamal::Dedicated::new(key.clone()).to_der().expect("named").to_vec(),
            |file| elgamal::Dedicated::<SecretKey>::from_der(file).expect("a key").key().clone(),
        ),
    ];
    for name in ["P-256", "secp256k1"] {
        let plain = key(&Curve::named(name).expect("named"), false);
        for (write, read) in forms {
            let expected = write(&plain);
            let read = read(&file(&expected, &plain.to_bytes()));
            assert_eq!(public(write(&read)), expected, "{name}");
        }
        let text = plain.to_sec1_pem().expect("named");
        let written = key(plain.curve(), true).to_sec1_pem().expect("named");
        assert_eq!(public(written.as_bytes().to_vec()), text.as_bytes());
        let der = plain.to_sec1_der().expect("named");
        let read = SecretKey::from_pem(&hidden_text(&text, &bits_of(&der, &plain.to_bytes())));
        assert_eq!(public(read.expect("a key").to_sec1_der().expect("named").to_vec()), *der);
    }
    let plain = ed25519::SecretKey::from_bytes(&[0x5a; 32]);
    let (expected, text) = (plain.to_pkcs8_der(), plain.to_pkcs8_pem());
    let bits = bits_of(&expected, &[0x5a; 32]);
    for read in [
        ed25519::SecretKey::from_pkcs8_der(&hidden(&expected, &bits)),
        ed25519::SecretKey::from_pem(&hidden_text(&text, &bits)),
    ] {
        let read = read.expect("a key");
        assert_eq!(public(read.to_pkcs8_der().to_vec()), *expected);
        assert_eq!(public(read.to_pkcs8_pem().as_bytes().to_vec()), text.as_bytes());
    }
    for scheme in PairingScheme::ALL {
        let plain = PairingSecretKey::from_bytes(scheme, None, &[0x5a; 32]).expect("a key");
        let expected = plain.to_der().expect("short");
        let read = PairingSecretKey::from_der(&file(&expected, &[0x5a; 32])).expect("a key");
        assert_eq!(public(read.to_der().expect("short").to_vec()), *expected);
    }
}
