//! The traits of `RustCrypto`: scalars, points, key agreement, ECDSA, hashes to curves, RSA. What
//! they show stands in `places.txt`.

use super::common::rng;
use super::memcheck::{hide, reveal, running};
use polylimb::rustcrypto::elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use polylimb::rustcrypto::{k256, p256, p384, rsa};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;
use sha2::{Digest, Sha256};
use std::convert::Infallible;

/// These bytes as a secret, where `hidden`.
fn bytes<const N: usize>(first: u8, hidden: bool) -> [u8; N] {
    let mut bytes = [0x5a; N];
    bytes[0] = first;
    if hidden {
        hide(&mut bytes);
    }
    bytes
}

fn public(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    reveal(&mut bytes);
    bytes
}

macro_rules! curve {
    ($name:ident, $module:ident, $curve:ident, $bytes:literal) => {
        #[test]
        #[ignore = "needs Valgrind: scripts/check constant-time"]
        fn $name() {
            use polylimb::rustcrypto::elliptic_curve::sec1::ToSec1Point;
            use polylimb::rustcrypto::elliptic_curve::subtle::{Choice, ConditionallySelectable};
            use polylimb::rustcrypto::elliptic_curve::{CurveGroup, Field, Group, PrimeField};
            use polylimb::rustcrypto::hash2curve::GroupDigest;
            use $module::ecdsa::signature::hazmat::PrehashSigner;
            use $module::ecdsa::{Signature, SigningKey};
            use $module::{ProjectivePoint, Scalar, SecretKey};

            crate::memcheck::tell_features();
            assert!(running());
            let scalar = |first, hidden| {
                let scalar = Scalar::from_repr(bytes::<$bytes>(first, hidden).into());
                scalar.expect("below the order")
            };
            let point = |p: ProjectivePoint| public(p.to_affine().to_sec1_point(false).as_bytes());
            let work = |hidden| {
                let (a, b) = (scalar(1, hidden), scalar(2, hidden));
                let mut choice = [1];
                if hidden {
                    hide(&mut choice);
                }
                let chosen = Scalar::conditional_select(&a, &b, Choice::from(choice[0]));
                let inverse = (a * b - chosen).square().invert().expect("not 0");
                let p = ProjectivePoint::mul_by_generator(&inverse);
                let sum = p * a + ProjectivePoint::generator() * b - p.double();
                let key = SecretKey::from_slice(&bytes::<$bytes>(3, hidden)).expect("a key");
                let other = SecretKey::from_slice(&bytes::<$bytes>(4, false)).expect("a key");
                let shared = $module::ecdh::diffie_hellman(
                    key.to_nonzero_scalar(),
                    other.public_key().as_affine(),
                );
                let signer = SigningKey::from(&key);
                let signature: Signature =
                    signer.sign_prehash(&Sha256::digest(b"message")).expect("signs");
                let message = bytes::<$bytes>(5, hidden);
                let hashed = $module::$curve::hash_from_bytes(&[&message], &[b"a tag"]);
                let shared = public(shared.raw_secret_bytes());
                let signature = public(&signature.to_bytes());
                (point(p), point(sum), shared, signature, point(hashed.expect("a tag")))
            };
            assert_eq!(work(true), work(false));
        }
    };
}

curve!(of_p256, p256, NistP256, 32);
curve!(of_p384, p384, NistP384, 48);
curve!(of_secp256k1, k256, Secp256k1, 32);

/// A generator whose numbers are secret.
struct Secrets(ChaCha8Rng);

impl TryRng for Secrets {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        hide(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Secrets {}

/// The blinding hides everything that follows it, as in `rsa::paddings`.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn of_rsa() {
    use polylimb::rustcrypto::ecdsa::signature::RandomizedSigner;
    use rsa::traits::RandomizedDecryptor;

    crate::memcheck::tell_features();
    assert!(running());
    let key = rsa::PrivateKey::generate(2048, 2, &mut rng(5)).expect("a key");
    let mut secrets = Secrets(rng(6));
    let signer = rsa::pss::SigningKey::<Sha256>::new(key.clone());
    assert!(signer.try_sign_with_rng(&mut secrets, b"a message").is_ok());
    let ciphertext =
        key.public_key().encrypt(&polylimb::rsa::Oaep::new::<Sha256>(), &[7; 100], &mut rng(7));
    // Another label: only the verdict shows.
    let opener = rsa::oaep::DecryptingKey::<Sha256>::new_with_label(key, &b"another"[..]);
    let ciphertext = ciphertext.expect("a short message");
    assert!(opener.decrypt_with_rng(&mut secrets, &ciphertext).is_err());
}
