//! EC-SDSA: signatures of the standards and of other programs accepted, every change refused. A
//! signature that verifies is the one of its nonce: there is one `s` for an `r`.

use crate::protocol_common::{hex, least, lines, resized, rng};
use digest::common::BlockSizeUser;
use digest::{FixedOutput, HashMarker, Output, OutputSizeUser, Update};
use polylimb::Error;
use polylimb::protocol::Curve;
use polylimb::protocol::Hash;
use polylimb::protocol::ec_sdsa::{Form, sign, verify};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use rand_core::RngCore;
use sha2::{Sha224, Sha256, Sha384, Sha512};

fn check<D: Hash>(form: Form, public: &PublicKey, signature: &[u8]) -> usize {
    assert_eq!(verify::<D>(public, form, b"abc", signature), Ok(()), "{form:?} {public:?}");
    let mut refused = 0;
    for at in 0..signature.len() {
        let mut changed = signature.to_vec();
        changed[at] ^= 1 << (at % 8);
        assert!(verify::<D>(public, form, b"abc", &changed).is_err(), "{at}");
        refused += 1;
    }
    for other in Form::ALL.into_iter().filter(|&other| other != form) {
        assert!(verify::<D>(public, other, b"abc", signature).is_err());
        refused += 1;
    }
    for length in [0, 1, signature.len() - 1] {
        assert!(verify::<D>(public, form, b"abc", &signature[..length]).is_err());
    }
    assert!(verify::<D>(public, form, b"abd", signature).is_err());
    refused
}

#[test]
fn known_signatures() {
    let (mut accepted, mut refused) = (0, 0);
    for f in lines(include_str!("../vectors/ec_schnorr.txt")) {
        let curve = Curve::named(f[1]).unwrap();
        let n = curve.coordinate_bytes();
        let form = Form::ALL.into_iter().find(|form| form.name() == f[0]).unwrap();
        let point = [&[4][..], &resized(&hex(f[4]), n), &resized(&hex(f[5]), n)].concat();
        let public = PublicKey::from_sec1(&curve, &point).unwrap();
        let key = SecretKey::from_bytes(&curve, &resized(&hex(f[3]), curve.scalar_bytes()));
        assert_eq!(key.unwrap().public_key().unwrap(), public);
        let signature = [hex(f[7]), resized(&hex(f[8]), curve.scalar_bytes())].concat();
        refused += match f[2] {
            "sha224" => check::<Sha224>(form, &public, &signature),
            "sha256" => check::<Sha256>(form, &public, &signature),
            "sha384" => check::<Sha384>(form, &public, &signature),
            _ => check::<Sha512>(form, &public, &signature),
        };
        accepted += 1;
    }
    assert!(accepted >= least(15) && refused >= least(900), "{accepted} {refused}");
}

/// A hash function all of whose digests are 0.
#[derive(Clone, Default)]
struct Zeros;

impl HashMarker for Zeros {}

impl OutputSizeUser for Zeros {
    type OutputSize = <Sha256 as OutputSizeUser>::OutputSize;
}

impl BlockSizeUser for Zeros {
    type BlockSize = <Sha256 as BlockSizeUser>::BlockSize;
}

impl Update for Zeros {
    fn update(&mut self, _: &[u8]) {}
}

impl FixedOutput for Zeros {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.fill(0);
    }
}

/// Where the challenge is 0, anybody could sign for any key.
#[test]
fn a_challenge_of_zero_is_refused() {
    let curve = Curve::named("P-256").unwrap();
    let public = SecretKey::from_bytes(&curve, &[7; 32]).unwrap().public_key().unwrap();
    let signature = [[0; 32], [1; 32]].concat();
    for form in Form::ALL {
        let verdict = verify::<Zeros>(&public, form, b"a message", &signature);
        assert_eq!(verdict, Err(Error::Signature), "{form:?}");
    }
}

#[test]
fn what_is_signed_verifies_on_every_kind_of_curve() {
    let rng = &mut rng(95);
    let mut verified = 0;
    for name in
        ["P-256", "P-521", "secp256k1", "secp112r2", "brainpoolP160r1", "sect163k1", "sect409r1"]
    {
        let curve = Curve::named(name).unwrap();
        let [key, other] = [(); 2].map(|()| SecretKey::generate(&curve, rng).unwrap());
        for form in Form::ALL {
            for length in [0, 1, 200] {
                let mut message = vec![0; length];
                rng.fill_bytes(&mut message);
                let signature = sign::<Sha256>(&key, form, &message, b"").unwrap();
                assert_eq!(sign::<Sha256>(&key, form, &message, b"").unwrap(), signature);
                assert_ne!(sign::<Sha256>(&key, form, &message, b"x").unwrap(), signature);
                let by = |key: &SecretKey| {
                    verify::<Sha256>(&key.public_key().unwrap(), form, &message, &signature)
                };
                assert!(by(&key).is_ok() && by(&other).is_err(), "{name}");
                verified += 1;
            }
        }
    }
    assert_eq!(verified, 63);
}

#[test]
fn forms_and_extra_data_change_the_signature() {
    let key = SecretKey::from_bytes(&Curve::named("P-256").unwrap(), &[11; 32]).unwrap();
    let mut signatures = Vec::new();
    for form in Form::ALL {
        for extra in [&[][..], &[1]] {
            signatures.push(sign::<Sha256>(&key, form, b"message", extra).unwrap());
        }
    }
    signatures.sort();
    signatures.dedup();
    assert_eq!(signatures.len(), 6);
}
