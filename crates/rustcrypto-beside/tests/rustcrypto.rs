//! The traits of `RustCrypto` over polylimb: the examples of `p256` and `k256` with both crates'
//! types, results compared with theirs, and every curve against num-bigint, its own law and the
//! library's protocols.

use elliptic_curve::bigint::{ArrayEncoding, ByteArray};
use elliptic_curve::common::getrandom::SysRng;
use elliptic_curve::ff::{Field, PrimeField};
use elliptic_curve::group::{Curve as _, Group, GroupEncoding};
use elliptic_curve::ops::{
    Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce, Retrieve,
};
use elliptic_curve::point::{AffineCoordinates, NonIdentity};
use elliptic_curve::scalar::IsHigh;
use elliptic_curve::sec1::{FromSec1Point, ToSec1Point};
use elliptic_curve::{Curve, CurveArithmetic, Generate};
use num_bigint::BigUint;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::Word;
use polylimb::protocol::ecdsa;
use polylimb::protocol::keys::SecretKey;
use polylimb::rustcrypto::ecdsa::EcdsaCurve;
use polylimb::rustcrypto::ecdsa::signature::hazmat::PrehashVerifier;
use polylimb::rustcrypto::ecdsa::signature::{
    DigestSigner, DigestVerifier, Keypair, MultipartSigner, RandomizedDigestSigner,
    RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding, Signer, Verifier,
};
use polylimb::rustcrypto::hash2curve::{GroupDigest, MapToCurve, hash_to_scalar};
use polylimb::rustcrypto::rsa as ours;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use rsa as theirs;
use rsa::pkcs8::{DecodePrivateKey, DecodePublicKey};
use sha2::Sha256;

/// The usage from the documentation of both crates: agreement and signatures.
macro_rules! usage {
    ($name:ident, $($path:ident)::+) => {
        #[test]
        fn $name() {
            use $($path)::+::ecdh::EphemeralSecret;
            use $($path)::+::ecdsa::signature::{Signer, Verifier};
            use $($path)::+::ecdsa::{DerSignature, Signature, SigningKey, VerifyingKey};
            use $($path)::+::elliptic_curve::Generate;
            use $($path)::+::{NonZeroScalar, ProjectivePoint, PublicKey, Sec1Point, SecretKey};

            let (mine, yours) = (EphemeralSecret::generate(), EphemeralSecret::generate());
            let [of_mine, of_yours] =
                [&mine, &yours].map(|secret| Sec1Point::from(secret.public_key()));
            let of_yours = PublicKey::from_sec1_bytes(of_yours.as_ref()).unwrap();
            let of_mine = PublicKey::from_sec1_bytes(of_mine.as_ref()).unwrap();
            let shared = mine.diffie_hellman(&of_yours);
            assert_eq!(shared.raw_secret_bytes(), yours.diffie_hellman(&of_mine).raw_secret_bytes());

            let key = SigningKey::generate();
            let sent = key.verifying_key().to_sec1_point(true);
            let signature: Signature = key.sign(b"one message");
            let received = VerifyingKey::from_sec1_bytes(sent.as_ref()).unwrap();
            received.verify(b"one message", &signature).unwrap();
            assert!(received.verify(b"another", &signature).is_err());
            let der: DerSignature = signature.to_der();
            received.verify(b"one message", &Signature::from_der(der.as_bytes()).unwrap()).unwrap();

            let secret = SecretKey::from(NonZeroScalar::generate());
            let point = ProjectivePoint::GENERATOR_OF(&secret);
            assert_eq!(secret.public_key().to_projective(), point);
        }
    };
}

/// The generator times a secret key, by one name for both crates.
trait OfKey<K> {
    #[allow(non_snake_case, reason = "reads as theirs")]
    fn GENERATOR_OF(key: &K) -> Self;
}

impl<C, P> OfKey<elliptic_curve::SecretKey<C>> for P
where
    C: CurveArithmetic<ProjectivePoint = P>,
    P: Group<Scalar = C::Scalar>,
{
    fn GENERATOR_OF(key: &elliptic_curve::SecretKey<C>) -> P {
        P::generator() * *key.to_nonzero_scalar()
    }
}

usage!(theirs_p256, p256);
usage!(ours_p256, polylimb::rustcrypto::p256);
usage!(theirs_k256, k256);
usage!(ours_k256, polylimb::rustcrypto::k256);

/// Recovery as in the documentation of `k256`, with its numbers.
macro_rules! recovery {
    ($name:ident, $($path:ident)::+) => {
        #[test]
        fn $name() {
            use $($path)::+::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
            use sha3::{Digest, Keccak256};

            let signature = "46c05b6368a44b8810d79859441d819b8e7cdc8bfd371e35c53196f4bcacdb51\
                             35c7facce2a97b95eacba8a586d87b7958aaf8368ab29cee481f76e871dbd9cb";
            let signature = Signature::from_slice(&hex(signature)).unwrap();
            let digest = || Keccak256::new_with_prefix(b"example message");
            let id = RecoveryId::try_from(1).unwrap();
            let key = VerifyingKey::recover_from_digest(digest(), &signature, id).unwrap();
            let expected = "0200866db99873b09fc2fb1e3ba549b156e96d1a567e3284f5f0e859a83320cb8b";
            assert_eq!(key.to_sec1_point(true).as_bytes(), hex(expected));
            let other = RecoveryId::try_from(0).unwrap();
            let other = VerifyingKey::recover_from_digest(digest(), &signature, other);
            assert_ne!(other.ok(), Some(key));

            let key = SigningKey::from_slice(&[9; 32]).unwrap();
            let (signature, id) = key.sign_digest_recoverable(digest());
            let recovered = VerifyingKey::recover_from_digest(digest(), &signature, id).unwrap();
            assert_eq!(recovered, *key.verifying_key());
        }
    };
}

recovery!(recovery_theirs, k256);
recovery!(recovery_ours, polylimb::rustcrypto::k256);

fn hex(text: &str) -> Vec<u8> {
    let byte = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).expect("hexadecimal");
    (0..text.len()).step_by(2).map(byte).collect()
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Random bytes below the order, and some special ones.
fn numbers(order: &BigUint, length: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<u8>> {
    let mut numbers: Vec<BigUint> = [0u8, 1, 2, 3].map(BigUint::from).to_vec();
    numbers.extend([1u8, 2].map(|i| order - i));
    numbers.push(order >> 1);
    for _ in 0..6 {
        let mut bytes = vec![0; length + 8];
        rng.fill_bytes(&mut bytes);
        numbers.push(BigUint::from_bytes_be(&bytes) % order);
    }
    numbers.iter().map(|n| padded(n, length)).collect()
}

fn padded(n: &BigUint, length: usize) -> Vec<u8> {
    let bytes = n.to_bytes_be();
    [&vec![0; length - bytes.len()][..], &bytes].concat()
}

/// The same operations on both crates' types, compared as bytes.
macro_rules! beside {
    ($name:ident, $theirs:ident, $seed:literal) => {
        #[test]
        fn $name() {
            use polylimb::rustcrypto::$theirs as ours;
            use $theirs as theirs;
            let order = BigUint::parse_bytes(
                theirs::Scalar::MODULUS.trim_start_matches("0x").as_bytes(),
                16,
            )
            .unwrap();
            let (mut rng, mut compared) = (rng($seed), 0);
            let numbers = numbers(&order, 32, &mut rng);
            macro_rules! same {
                ($left:expr, $right:expr) => {
                    assert_eq!(&$left[..], &$right[..]);
                    compared += 1;
                };
            }
            macro_rules! constants {
                ($constant:ident) => {
                    same!(ours::Scalar::$constant.to_repr(), theirs::Scalar::$constant.to_repr());
                };
            }
            constants!(ONE);
            constants!(TWO_INV);
            constants!(MULTIPLICATIVE_GENERATOR);
            constants!(ROOT_OF_UNITY);
            constants!(ROOT_OF_UNITY_INV);
            constants!(DELTA);
            assert_eq!(ours::Scalar::S, theirs::Scalar::S);
            assert_eq!(ours::Scalar::NUM_BITS, theirs::Scalar::NUM_BITS);
            for a in &numbers {
                let bytes = ours::FieldBytes::try_from(&a[..]).unwrap();
                let x = ours::Scalar::from_repr(bytes).unwrap();
                let y = theirs::Scalar::from_repr(bytes).unwrap();
                same!(
                    Field::invert(&x).unwrap_or(x).to_repr(),
                    Field::invert(&y).unwrap_or(y).to_repr()
                );
                assert_eq!(bool::from(x.sqrt().is_some()), bool::from(y.sqrt().is_some()));
                let generated = (
                    ours::ProjectivePoint::mul_by_generator(&x),
                    theirs::ProjectivePoint::mul_by_generator(&y),
                );
                same!(generated.0.to_bytes(), generated.1.to_bytes());
                for b in numbers.iter().rev().take(4) {
                    let bytes = ours::FieldBytes::try_from(&b[..]).unwrap();
                    let v = ours::Scalar::from_repr(bytes).unwrap();
                    let w = theirs::Scalar::from_repr(bytes).unwrap();
                    same!((generated.0 * v).to_bytes(), (generated.1 * w).to_bytes());
                    let g =
                        (ours::ProjectivePoint::generator(), theirs::ProjectivePoint::generator());
                    let sums = (
                        ours::ProjectivePoint::lincomb(&[(generated.0, v), (g.0, x)]),
                        theirs::ProjectivePoint::lincomb(&[(generated.1, w), (g.1, y)]),
                    );
                    same!(sums.0.to_bytes(), sums.1.to_bytes());
                }
            }
            // Above the order.
            for fill in [0x7f, 0xff] {
                let bytes = ours::FieldBytes::from([fill; 32]);
                let reduced = <ours::Scalar as Reduce<ours::FieldBytes>>::reduce(&bytes);
                let expected = <theirs::Scalar as Reduce<theirs::FieldBytes>>::reduce(&bytes);
                same!(reduced.to_repr(), expected.to_repr());
            }
            assert!(bool::from(ours::Scalar::from_repr([0xff; 32].into()).is_none()));
            // Keys and signatures: the nonces follow RFC 6979.
            for number in numbers.iter().filter(|n| n.iter().any(|b| *b != 0)) {
                use ours::ecdsa::signature::{Signer, Verifier};
                let mine = ours::ecdsa::SigningKey::from_slice(number).unwrap();
                let yours = theirs::ecdsa::SigningKey::from_slice(number).unwrap();
                let a: ours::ecdsa::Signature = mine.sign(number);
                let b: theirs::ecdsa::Signature = yours.sign(number);
                same!(a.to_bytes(), b.to_bytes());
                let b = ours::ecdsa::Signature::from_slice(&b.to_bytes()).unwrap();
                mine.verifying_key().verify(number, &b).unwrap();
                let a = theirs::ecdsa::Signature::from_slice(&a.to_bytes()).unwrap();
                yours.verifying_key().verify(number, &a).unwrap();
                let (public, of_yours) = (
                    mine.verifying_key().to_sec1_point(false),
                    yours.verifying_key().to_sec1_point(false),
                );
                same!(public.as_bytes(), of_yours.as_bytes());
                let agreed = ours::ecdh::diffie_hellman(
                    mine.as_nonzero_scalar(),
                    ours::PublicKey::from_sec1_bytes(public.as_bytes()).unwrap().as_affine(),
                );
                let expected = theirs::ecdh::diffie_hellman(
                    yours.as_nonzero_scalar(),
                    theirs::PublicKey::from_sec1_bytes(public.as_bytes()).unwrap().as_affine(),
                );
                same!(agreed.raw_secret_bytes(), expected.raw_secret_bytes());
            }
            println!("{compared} comparisons");
            assert!(compared >= 150, "{compared}");
        }
    };
}

beside!(beside_p256, p256, 1);
beside!(beside_k256, k256, 2);

/// `k p` by doublings and additions alone.
fn double_and_add<P: Group>(p: &P, k: &BigUint) -> P {
    (0..k.bits()).rev().fold(P::identity(), |sum, i| {
        let doubled = sum.double();
        if k.bit(i) { doubled + p } else { doubled }
    })
}

/// Converts a number of the library to num-bigint.
fn of_words(words: &[Word]) -> BigUint {
    BigUint::from_bytes_le(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>())
}

/// Every curve: scalars against num-bigint, multiples against the law of the group, signatures
/// against the library's own.
macro_rules! curve {
    ($name:ident, $module:ident, $curve:ident, $title:literal, $hash:ident) => {
        mod $name {
            use super::*;
            use polylimb::rustcrypto::$module::ecdsa::signature::{Signer, Verifier};
            use polylimb::rustcrypto::$module::ecdsa::{Signature, SigningKey};
            use polylimb::rustcrypto::$module::{
                AffinePoint, FieldBytes, ProjectivePoint, PublicKey, Scalar, $curve,
            };

            type Uint = <$curve as Curve>::Uint;

            fn parameters() -> Parameters {
                Parameters::named($title).unwrap()
            }

            fn length() -> usize {
                FieldBytes::default().len()
            }

            fn big(s: &Scalar) -> BigUint {
                BigUint::from_bytes_be(&s.to_repr())
            }

            fn read(n: &BigUint) -> Scalar {
                let bytes = padded(n, length());
                Scalar::from_repr(FieldBytes::try_from(&bytes[..]).unwrap()).unwrap()
            }

            fn samples(order: &BigUint, seed: u64) -> Vec<BigUint> {
                let samples = numbers(order, length(), &mut rng(seed));
                samples.iter().map(|n| BigUint::from_bytes_be(n)).collect()
            }

            #[test]
            fn constants() {
                let order = of_words(parameters().order());
                let text = BigUint::parse_bytes(Scalar::MODULUS.as_bytes(), 16).unwrap();
                assert_eq!((&text, u64::from(Scalar::NUM_BITS)), (&order, order.bits()));
                let of_trait = <$curve as Curve>::ORDER;
                assert_eq!(BigUint::from_bytes_be(&of_trait.to_be_byte_array()), order);
                let (one, two) = (BigUint::from(1u8), BigUint::from(2u8));
                let odd = (&order - &one) >> Scalar::S;
                assert!(odd.bit(0));
                let g = big(&Scalar::MULTIPLICATIVE_GENERATOR);
                assert_eq!(g.modpow(&((&order - &one) >> 1), &order), &order - &one);
                let root = big(&Scalar::ROOT_OF_UNITY);
                assert_eq!(root, g.modpow(&odd, &order));
                assert_eq!(big(&Scalar::ROOT_OF_UNITY_INV) * root % &order, one);
                assert_eq!(big(&Scalar::DELTA), g.modpow(&(&one << Scalar::S), &order));
                assert_eq!(big(&Scalar::TWO_INV) * two % &order, one);
            }

            #[test]
            fn scalars() {
                let order = of_words(parameters().order());
                let (one, two) = (BigUint::from(1u8), BigUint::from(2u8));
                let mut compared = 0;
                let mut same = |a: BigUint, b: BigUint| {
                    assert_eq!(a, b);
                    compared += 1;
                };
                let samples = samples(&order, 10);
                for a in &samples {
                    let x = read(a);
                    same(big(&-x), (&order - a) % &order);
                    same(big(&x.double()), a * &two % &order);
                    same(big(&x.square()), a * a % &order);
                    let inverse = a.modpow(&(&order - &two), &order);
                    same(big(&Field::invert(&x).unwrap_or(Scalar::ZERO)), inverse.clone());
                    same(big(&Invert::invert(&x).unwrap_or(Scalar::ZERO)), inverse);
                    if let Some(root) = Option::<Scalar>::from(x.sqrt()) {
                        same(big(&root.square()), a.clone());
                    } else {
                        same(a.modpow(&((&order - &one) >> 1), &order), &order - &one);
                    }
                    same(BigUint::from_bytes_be(&x.retrieve().to_be_byte_array()), a.clone());
                    assert_eq!(bool::from(x.is_high()), a > &(&order >> 1));
                    assert_eq!(bool::from(x.is_odd()), a.bit(0));
                    for b in &samples {
                        let y = read(b);
                        same(big(&(x + y)), (a + b) % &order);
                        same(big(&(x - y)), (a + &order - b) % &order);
                        same(big(&(x * y)), a * b % &order);
                        assert_eq!(x.cmp(&y), a.cmp(b));
                    }
                }
                let mut rng = rng(11);
                for _ in 0..8 {
                    let mut number = ByteArray::<Uint>::default();
                    rng.fill_bytes(&mut number);
                    let number = Uint::from_be_byte_array(number);
                    same(
                        big(&<Scalar as Reduce<Uint>>::reduce(&number)),
                        BigUint::from_bytes_be(&number.to_be_byte_array()) % &order,
                    );
                }
                let above = FieldBytes::try_from(&padded(&order, length())[..]).unwrap();
                assert!(bool::from(Scalar::from_repr(above).is_none()));
                println!("{compared} comparisons");
                assert!(compared >= 500);
            }

            /// By every method of multiplication.
            #[test]
            fn multiples() {
                let order = of_words(parameters().order());
                // Not affine, as sums are.
                let q = ProjectivePoint::generate();
                let p = ProjectivePoint::generate() + q;
                let g = ProjectivePoint::generator();
                let samples = samples(&order, 12);
                for (a, b) in samples.iter().zip(samples.iter().rev()) {
                    let (x, y) = (read(a), read(b));
                    let (ap, bq) = (double_and_add(&p, a), double_and_add(&q, b));
                    let (ag, bp) = (double_and_add(&g, a), double_and_add(&p, b));
                    assert_eq!([p * x, p.to_affine() * x, x * p.to_affine(), x * p], [ap; 4]);
                    assert_eq!(p.mul_vartime(&x), ap);
                    assert_eq!(ProjectivePoint::lincomb(&[(p, x), (q, y)]), ap + bq);
                    assert_eq!(ProjectivePoint::lincomb_vartime(&[(p, x), (q, y)]), ap + bq);
                    let three = [(p, x), (q, y), (p, y)];
                    assert_eq!(ProjectivePoint::lincomb_vartime(&three[..]), ap + bq + bp);
                    assert_eq!(ProjectivePoint::mul_by_generator(&x), ag);
                    assert_eq!(ProjectivePoint::mul_by_generator_vartime(&x), ag);
                    assert_eq!(ProjectivePoint::lincomb_vartime(&[(g, x), (q, y)]), ag + bq);
                    let sum = ProjectivePoint::mul_by_generator_and_mul_add_vartime(&x, &y, &q);
                    assert_eq!(sum, ag + bq);
                }
                let (none, one) = (ProjectivePoint::identity(), Scalar::ONE);
                assert_eq!(none * read(&samples[8]), none);
                let sum = ProjectivePoint::mul_by_generator_and_mul_add_vartime(&one, &one, &none);
                assert_eq!(sum, g);
                assert_eq!(ProjectivePoint::lincomb_vartime(&[(none, one), (q, one)]), q);
            }

            #[test]
            fn law_and_bytes() {
                let (p, q) = (ProjectivePoint::generate(), ProjectivePoint::generate());
                let (none, g) = (ProjectivePoint::identity(), ProjectivePoint::generator());
                assert_ne!(p, q);
                assert_eq!((p + none, p - p, p + p), (p, none, p.double()));
                assert_eq!((p + q.to_affine(), p - q.to_affine()), (q + p, -(q - p)));
                for point in [p, q, none, g] {
                    assert_eq!(ProjectivePoint::from_bytes(&point.to_bytes()).unwrap(), point);
                    for compressed in [false, true] {
                        let encoded = point.to_affine().to_sec1_point(compressed);
                        assert_eq!(ProjectivePoint::from_sec1_point(&encoded).unwrap(), point);
                    }
                    assert_eq!(point.to_affine(), AffinePoint::from(point));
                }
                let x = of_words(parameters().generator()[0]);
                assert_eq!(g.to_affine().x()[..], padded(&x, length()));
                assert!(bool::from(NonIdentity::new(none).is_none()));
                let mut affine = [AffinePoint::default(); 3];
                ProjectivePoint::batch_normalize(&[p, none, q], &mut affine);
                assert_eq!(affine.map(ProjectivePoint::from), [p, none, q]);
                let mut off = p.to_affine().to_sec1_point(false).as_bytes().to_vec();
                assert!(PublicKey::from_sec1_bytes(&off).is_ok());
                *off.last_mut().unwrap() ^= 1;
                assert!(PublicKey::from_sec1_bytes(&off).is_err());
                assert!(PublicKey::from_sec1_bytes(&[0]).is_err());
            }

            /// The same signatures as the library's own, whose generator of nonces is other code.
            #[test]
            fn signatures() {
                let curve = polylimb::protocol::Curve::named($title).unwrap();
                let order = of_words(parameters().order());
                for number in samples(&order, 13).iter().rev().take(3) {
                    let bytes = padded(number, length());
                    let key = SigningKey::from_slice(&bytes).unwrap();
                    let own = SecretKey::from_bytes(&curve, &bytes).unwrap();
                    let signature: Signature = key.sign(b"message");
                    let mut expected = ecdsa::sign::<sha2::$hash>(&own, b"message").unwrap();
                    if <$curve as EcdsaCurve>::NORMALIZE_S {
                        expected = expected.to_low_s();
                    }
                    assert_eq!(signature.to_bytes()[..], expected.to_bytes());
                    key.verifying_key().verify(b"message", &signature).unwrap();
                    assert!(key.verifying_key().verify(b"other", &signature).is_err());
                    let public = key.verifying_key().to_sec1_point(false);
                    assert_eq!(public.as_bytes(), own.public_key().unwrap().to_sec1());
                }
            }
        }
    };
}

curve!(on_p192, p192, NistP192, "P-192", Sha256);
curve!(on_p224, p224, NistP224, "P-224", Sha224);
curve!(on_p256, p256, NistP256, "P-256", Sha256);
curve!(on_p384, p384, NistP384, "P-384", Sha384);
curve!(on_p521, p521, NistP521, "P-521", Sha512);
curve!(on_k256, k256, Secp256k1, "secp256k1", Sha256);
curve!(on_bp256, bp256, BrainpoolP256r1, "brainpoolP256r1", Sha256);
curve!(on_bp384, bp384, BrainpoolP384r1, "brainpoolP384r1", Sha384);

/// Signatures and ciphertexts of either crate `rsa`, read by the other.
macro_rules! rsa_from_to {
    ($name:ident, $from:ident, $to:ident) => {
        #[test]
        fn $name() {
            use $from::traits::RandomizedEncryptor as _;
            use $to::traits::{Decryptor as _, RandomizedDecryptor as _};
            let key = ours::PrivateKey::generate(2048, 2, &mut rng(5)).unwrap();
            let keys = Both(&key);
            let random = &mut SysRng;
            let signature: $from::pkcs1v15::Signature =
                $from::pkcs1v15::SigningKey::<Sha256>::new(keys.secret()).sign(b"a message");
            let bytes = signature.to_bytes();
            let signature = $to::pkcs1v15::Signature::try_from(&*bytes).unwrap();
            let verifier = $to::pkcs1v15::SigningKey::<Sha256>::new(keys.secret()).verifying_key();
            verifier.verify(b"a message", &signature).unwrap();
            assert!(verifier.verify(b"another", &signature).is_err());
            // In parts and by a hash: the same signature.
            let feed = |hash: &mut Sha256| Ok(sha2::Digest::update(hash, b"a message"));
            let signer = $from::pkcs1v15::SigningKey::<Sha256>::new(keys.secret());
            let parts: &[&[u8]] = &[b"a ", b"message"];
            assert_eq!(signer.multipart_sign(parts).to_bytes(), bytes);
            assert_eq!(signer.try_sign_digest(feed).unwrap().to_bytes(), bytes);

            let signer = $from::pss::SigningKey::<Sha256>::new(keys.secret());
            let signature: $from::pss::Signature =
                signer.try_sign_with_rng(random, b"a message").unwrap();
            let signature = $to::pss::Signature::try_from(&*signature.to_bytes()).unwrap();
            let verifier = $to::pss::VerifyingKey::<Sha256>::new(keys.public());
            verifier.verify(b"a message", &signature).unwrap();
            assert!(verifier.verify(b"another", &signature).is_err());
            verifier.verify_digest(feed, &signature).unwrap();
            assert!(verifier.verify_digest(|_| Ok(()), &signature).is_err());
            for signature in [
                signer.try_multipart_sign_with_rng(random, parts).unwrap(),
                signer.try_sign_digest_with_rng(random, feed).unwrap(),
            ] {
                let signature = $to::pss::Signature::try_from(&*signature.to_bytes()).unwrap();
                verifier.verify(b"a message", &signature).unwrap();
                assert!(verifier.verify_prehash(&[7; 32], &signature).is_err());
            }

            let label = b"a label".as_slice();
            let sealed = $from::oaep::EncryptingKey::<Sha256>::new_with_label(keys.public(), label)
                .encrypt_with_rng(random, b"a secret")
                .unwrap();
            let opener = $to::oaep::DecryptingKey::<Sha256>::new_with_label(keys.secret(), label);
            assert_eq!(opener.decrypt_with_rng(random, &sealed).unwrap(), b"a secret");
            assert_eq!(opener.decrypt(&sealed).unwrap(), b"a secret");
            let other = $to::oaep::DecryptingKey::<Sha256>::new(keys.secret());
            assert!(other.decrypt_with_rng(random, &sealed).is_err());
        }
    };
}

/// A key as both crates have it.
struct Both<'a>(&'a ours::PrivateKey);

trait Keys<S, P> {
    fn secret(&self) -> S;
    fn public(&self) -> P;
}

impl Keys<ours::PrivateKey, ours::PublicKey> for Both<'_> {
    fn secret(&self) -> ours::PrivateKey {
        self.0.clone()
    }

    fn public(&self) -> ours::PublicKey {
        self.0.public_key().clone()
    }
}

impl Keys<theirs::PrivateKey, theirs::PublicKey> for Both<'_> {
    fn secret(&self) -> theirs::PrivateKey {
        theirs::PrivateKey::from_pkcs8_pem(&self.0.to_pkcs8_pem().unwrap()).unwrap()
    }

    fn public(&self) -> theirs::PublicKey {
        let der = self.0.public_key().to_spki_der().unwrap();
        theirs::PublicKey::from_public_key_der(&der).unwrap()
    }
}

rsa_from_to!(rsa_from_ours_to_theirs, ours, theirs);
rsa_from_to!(rsa_from_theirs_to_ours, theirs, ours);

/// The vectors of RFC 9380.
#[test]
fn hash_to_curve() {
    fn point<C>(suite: &str, message: &[u8], tag: &[u8]) -> Option<Vec<u8>>
    where
        C: GroupDigest + CurveArithmetic<AffinePoint: ToSec1Point<C>>,
        C::FieldBytesSize: elliptic_curve::sec1::ModulusSize,
        <C::ExpandMsg as polylimb::rustcrypto::hash2curve::ExpandMsg<C::SecurityLevel>>::Error:
            std::fmt::Debug,
    {
        let point = match suite.as_bytes() {
            id if id == C::HASH_TO_CURVE_ID => C::hash_from_bytes(&[message], &[tag]),
            id if id == C::ENCODE_TO_CURVE_ID => C::encode_from_bytes(&[message], &[tag]),
            _ => return None,
        };
        Some(point.unwrap().to_affine().to_sec1_point(false).as_bytes()[1..].to_vec())
    }
    use polylimb::rustcrypto::{k256, p256, p384, p521};
    let mut compared = 0;
    for line in include_str!("hash_to_curve.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let [suite, tag, message, x, y] = fields[..] else { panic!("{line}") };
        let (tag, message) = (hex(tag), hex(message.trim_start_matches('-')));
        let own = point::<p256::NistP256>(suite, &message, &tag)
            .or_else(|| point::<p384::NistP384>(suite, &message, &tag))
            .or_else(|| point::<p521::NistP521>(suite, &message, &tag))
            .or_else(|| point::<k256::Secp256k1>(suite, &message, &tag));
        assert_eq!(own.as_deref(), Some(&[hex(x), hex(y)].concat()[..]), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 32);
}

/// Hashes to points and scalars, and all that `serde` writes, beside both crates.
macro_rules! hashes_and_serde {
    ($name:ident, $curve:ident, $theirs:ident) => {
        #[test]
        fn $name() {
            use elliptic_curve::consts::U48;
            use polylimb::rustcrypto::$theirs as ours;
            use serde_json::{from_str, to_string};
            use sha2::Sha256;
            use $theirs as theirs;
            type Expand = polylimb::rustcrypto::hash2curve::ExpandMsgXmd<Sha256>;

            let tag = [&b"a tag"[..]];
            for message in (0..64u32).map(u32::to_be_bytes) {
                let message = [&message[..]];
                let a = ours::$curve::hash_from_bytes(&message, &tag).unwrap();
                let b = theirs::$curve::hash_from_bytes(&message, &tag).unwrap();
                assert_eq!(a.to_bytes(), b.to_bytes());
                let (x, y) = (
                    hash_to_scalar::<ours::$curve, Expand, U48>(&message, &tag).unwrap(),
                    hash_to_scalar::<theirs::$curve, Expand, U48>(&message, &tag).unwrap(),
                );
                assert_eq!(x.to_repr(), y.to_repr());

                let key = ours::ecdsa::SigningKey::from(ours::NonZeroScalar::new(x).unwrap());
                let other = theirs::ecdsa::SigningKey::from(theirs::NonZeroScalar::new(y).unwrap());
                let signed: ours::ecdsa::Signature = key.sign(b"a message");
                let by_other: theirs::ecdsa::Signature = other.sign(b"a message");
                macro_rules! same {
                    ($type:ty, $own:expr, $other:expr) => {
                        let (own, text): ($type, _) = ($own, to_string(&$other).unwrap());
                        assert_eq!(to_string(&own).unwrap(), text);
                        assert_eq!(from_str::<$type>(&text).unwrap(), own);
                    };
                }
                same!(ours::Scalar, x, y);
                same!(ours::ProjectivePoint, a, b.to_affine());
                same!(ours::AffinePoint, a.to_affine(), b.to_affine());
                same!(ours::ecdsa::Signature, signed, by_other);
                same!(ours::ecdsa::VerifyingKey, *key.verifying_key(), *other.verifying_key());
                same!(
                    ours::PublicKey,
                    key.verifying_key().into(),
                    theirs::PublicKey::from(other.verifying_key())
                );
            }
            // Zero is not in the kernel of the isogeny; ff… is above the order, and no abscissa.
            let zero = ours::$curve::map_to_curve(Default::default());
            let theirs = theirs::$curve::map_to_curve(Default::default());
            assert_eq!(zero.to_bytes(), theirs.to_bytes());
            assert!(from_str::<ours::Scalar>(&format!("\"{}\"", "FF".repeat(32))).is_err());
            assert!(from_str::<ours::AffinePoint>(&format!("\"02{}\"", "FF".repeat(32))).is_err());
        }
    };
}

hashes_and_serde!(hashes_and_serde_p256, NistP256, p256);
hashes_and_serde!(hashes_and_serde_k256, Secp256k1, k256);

#[test]
fn serde_of_rsa() {
    use serde_json::{from_str, to_string};
    type Own = ours::pkcs1v15::SigningKey<Sha256>;
    type Theirs = theirs::pkcs1v15::SigningKey<Sha256>;
    let key = ours::PrivateKey::generate(2048, 2, &mut rng(6)).unwrap();
    let secret: theirs::PrivateKey = Both(&key).secret();
    let text = to_string(&key).unwrap();
    assert_eq!(text, to_string(&secret).unwrap());
    assert_eq!(text, to_string(&Own::new(key.clone())).unwrap());
    assert_eq!(text, to_string(&Theirs::new(secret.clone())).unwrap());
    let read: Own = from_str(&text).unwrap();
    let signature = read.sign(b"a message");
    assert_eq!(from_str::<ours::PrivateKey>(&text).unwrap().public_key(), key.public_key());

    let text = to_string(&read.verifying_key()).unwrap();
    assert_eq!(text, to_string(&Theirs::new(secret).verifying_key()).unwrap());
    assert_eq!(text, to_string(key.public_key()).unwrap());
    assert_eq!(&from_str::<ours::PublicKey>(&text).unwrap(), key.public_key());
    let verifier: ours::pkcs1v15::VerifyingKey<Sha256> = from_str(&text).unwrap();

    let text = to_string(&signature).unwrap();
    let as_theirs = theirs::pkcs1v15::Signature::try_from(&*signature.to_bytes()).unwrap();
    assert_eq!(text, to_string(&as_theirs).unwrap());
    verifier.verify(b"a message", &from_str(&text).unwrap()).unwrap();
    assert!(from_str::<ours::PublicKey>("\"00\"").is_err());
}
