//! Batches, and the same operations one at a time, compared with OpenSSL's single operations: key
//! agreement, public keys, signing and verification on the curves that have lanes, key agreement on
//! a few binary curves, and X25519. Both take bytes, and keys that were checked before.

use crate::curves::{CURVES, OpenSsl};
use crate::targets::Targets;
use crate::x25519::{Agreement, Key};
use core::ffi::{c_int, c_uchar, c_uint};
use openssl_sys::{EC_KEY, EC_KEY_set_public_key, EVP_PKEY_X25519};
use polylimb::protocol::Curve;
use polylimb::protocol::bip340::{self, SigningKey};
use polylimb::protocol::ecdsa::{self, Signer, verify_digest, verify_digests};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::{Alone, Split, x25519};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_core::RngCore;
use std::hint::black_box;
use std::time::Instant;

// openssl-sys does not have them.
unsafe extern "C" {
    fn ECDSA_verify(
        kind: c_int,
        digest: *const c_uchar,
        digest_len: c_int,
        signature: *const c_uchar,
        signature_len: c_int,
        key: *mut EC_KEY,
    ) -> c_int;
    fn ECDSA_sign(
        kind: c_int,
        digest: *const c_uchar,
        digest_len: c_int,
        signature: *mut c_uchar,
        signature_len: *mut c_uint,
        key: *mut EC_KEY,
    ) -> c_int;
}

/// The binary curves: batches on Koblitz curves use four lanes; on others each multiplication does.
const BINARY: [&str; 4] = ["K-163", "K-233", "B-233", "K-283"];
/// Jobs in a batch.
pub const BATCH: usize = 64;
/// The columns of [`row`].
pub const HEADER: &str = "\n| | openssl | one | to openssl | batch | to openssl | two threads | gain |\n|---|--:|--:|--:|--:|--:|--:|--:|";
/// A hash of SHA-256.
const DIGEST: usize = 32;
/// Room for a signature in DER.
const MOST_SIGNATURE: usize = 160;

impl OpenSsl {
    fn verify(&self, digest: &[u8; DIGEST], signature: &[u8]) -> bool {
        let (message, len) = (digest.as_ptr(), signature.len() as c_int);
        // SAFETY: reads the slices; the key is a valid object.
        unsafe { ECDSA_verify(0, message, DIGEST as c_int, signature.as_ptr(), len, self.key) == 1 }
    }

    fn sign(&self, digest: &[u8; DIGEST]) -> [u8; MOST_SIGNATURE] {
        let (mut signature, mut len) = ([0; MOST_SIGNATURE], 0);
        let (message, to) = (digest.as_ptr(), signature.as_mut_ptr());
        // SAFETY: a signature of at most 521 bits has 139 bytes; the key is a valid object.
        let signed = unsafe { ECDSA_sign(0, message, DIGEST as c_int, to, &raw mut len, self.key) };
        assert_eq!(signed, 1);
        signature
    }
}

/// Minimum and median µs of one operation for each work, which has several operations; all in turn.
fn times(rounds: usize, work: &mut [(usize, &mut dyn FnMut())]) -> Vec<[f64; 2]> {
    let mut times = vec![Vec::new(); work.len()];
    for round in 0..rounds + 3 {
        for ((count, work), times) in work.iter_mut().zip(&mut times) {
            // About a millisecond each.
            let start = Instant::now();
            let mut calls = 0;
            while start.elapsed().as_micros() < 1000 {
                work();
                calls += *count;
            }
            if round >= 3 {
                times.push(start.elapsed().as_secs_f64() * 1e6 / calls as f64);
            }
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[0], times[times.len() / 2]]
        })
        .collect()
}

/// One row: the operation and the batch compared with OpenSSL's operation, and the batch on two
/// threads. Returns the medians of OpenSSL and of the batch.
pub fn row(
    rounds: usize,
    what: &str,
    openssl: &mut dyn FnMut(),
    one: &mut dyn FnMut(),
    batch: &mut dyn FnMut(&dyn Split),
    (team, targets): (&dyn Split, &mut Targets),
) -> [f64; 2] {
    let batch = core::cell::RefCell::new(batch);
    let (mut alone, mut both) = (|| batch.borrow_mut()(&Alone), || batch.borrow_mut()(team));
    let mut measured = Vec::new();
    team.hold(&mut || {
        let mut work: [(usize, &mut dyn FnMut()); 4] =
            [(1, openssl), (1, one), (BATCH, &mut alone), (BATCH, &mut both)];
        measured = times(rounds, &mut work);
    });
    let [theirs, one, batch, two] = measured[..] else { return [f64::NAN; 2] };
    targets.measured(format!("{what}, one"), one[1] / theirs[1]);
    targets.measured(format!("{what}, batch"), batch[1] / theirs[1]);
    let both = |[least, median]: [f64; 2]| format!("{least:.2} / {median:.2}");
    let to = |own: [f64; 2]| format!("{:.3} / {:.3}", own[0] / theirs[0], own[1] / theirs[1]);
    println!(
        "| {what} | {} | {} | {} | {} | {} | {} | {:.2} / {:.2} |",
        both(theirs),
        both(one),
        to(one),
        both(batch),
        to(batch),
        both(two),
        batch[0] / two[0],
        batch[1] / two[1]
    );
    [theirs[1], batch[1]]
}

/// Prints the table.
///
/// # Errors
/// If a key cannot be made.
///
/// # Panics
/// If the two libraries disagree.
pub fn print(
    rounds: usize,
    team: &dyn Split,
    targets: &mut Targets,
) -> Result<(), Box<dyn std::error::Error>> {
    println!("\nOne and batches of {BATCH}, µs for one, minimum / median of all");
    println!("{HEADER}");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // Of OpenSSL's P-256 ECDH: what works on secp256k1, for which OpenSSL has no fast code, are
    // compared with.
    let mut yardstick = f64::NAN;
    for (name, nid) in CURVES {
        let curve = Curve::named(name)?;
        let is_binary = curve.parameters().is_binary();
        if is_binary && !BINARY.contains(&name) {
            continue;
        }
        let mut keys = Vec::new();
        for _ in 0..BATCH + 1 {
            keys.push(SecretKey::generate(&curve, &mut rng)?);
        }
        let other = keys.pop().ok_or("no key")?;
        let public = keys.iter().map(SecretKey::public_key).collect::<Result<Vec<_>, _>>()?;
        let words = |key: &SecretKey| -> Vec<u64> {
            let bytes = key.to_bytes();
            bytes.rchunks(8).map(|c| c.iter().fold(0, |w, b| w << 8 | u64::from(*b))).collect()
        };
        // OpenSSL has the first key and the other's point.
        let peer = OpenSsl::new(nid, &words(&keys[0]), &words(&other), curve.coordinate_bytes());
        let pairs: Vec<_> = keys.iter().zip(&public).map(|(key, _)| key).collect();
        let of_other = other.public_key()?;
        let jobs: Vec<_> = pairs.iter().map(|key| (*key, &of_other)).collect();
        let first = SecretKey::agree_all(&jobs, &Alone).swap_remove(0)?;
        assert_eq!(first.as_bytes(), peer.shared(), "{name}");
        let [ecdh, _] = row(
            rounds,
            &format!("{name} ECDH"),
            &mut || drop(black_box(peer.shared())),
            &mut || drop(black_box(SecretKey::agree(jobs[0].0, jobs[0].1))),
            &mut |split| {
                drop(black_box(SecretKey::agree_all(&jobs, split)));
            },
            (team, targets),
        );
        if name == "P-256" {
            yardstick = ecdh;
        }
        if is_binary {
            continue;
        }
        row(
            rounds,
            &format!("{name} public key"),
            &mut || drop(black_box(peer.sum(false))),
            &mut || drop(black_box(keys[0].public_key())),
            &mut |split| {
                drop(black_box(SecretKey::public_keys(&pairs, split)));
            },
            (team, targets),
        );

        let digests: Vec<[u8; DIGEST]> = keys
            .iter()
            .map(|_| {
                let mut digest = [0; DIGEST];
                rng.fill_bytes(&mut digest);
                digest
            })
            .collect();
        let to_sign: Vec<_> = keys.iter().zip(&digests).map(|(k, d)| (k, &d[..])).collect();
        let sign =
            |split: &dyn Split| Signer::default().sign_digests::<sha2::Sha256>(&to_sign, split);
        let signed = sign(&Alone).into_iter().collect::<Result<Vec<_>, _>>()?;
        let to_verify: Vec<(&PublicKey, &[u8], &ecdsa::Signature)> =
            public.iter().zip(&digests).zip(&signed).map(|((k, d), s)| (k, &d[..], &s.0)).collect();
        assert!(verify_digests(&to_verify, &Alone).iter().all(Result::is_ok), "{name}");
        peer.take_public_key();
        let der = signed[0].0.to_der();
        assert!(peer.verify(&digests[0], &der) && !peer.verify(&digests[1], &der), "{name}");
        row(
            rounds,
            &format!("{name} ECDSA sign"),
            &mut || _ = black_box(peer.sign(&digests[0])),
            &mut || {
                let (key, digest) = to_sign[0];
                drop(black_box(Signer::default().sign_digest::<sha2::Sha256>(key, digest)));
            },
            &mut |split| {
                drop(black_box(sign(split)));
            },
            (team, targets),
        );
        let [_, verified] = row(
            rounds,
            &format!("{name} ECDSA verify"),
            &mut || assert!(peer.verify(&digests[0], &der)),
            &mut || {
                let (key, digest, signature) = to_verify[0];
                assert!(verify_digest(key, digest, signature).is_ok());
            },
            &mut |split| {
                drop(black_box(verify_digests(&to_verify, split)));
            },
            (team, targets),
        );
        if name == "secp256k1" {
            targets.measured("secp256k1 ECDSA verify, batch, / P-256 ECDH", verified / yardstick);
            let signers: Vec<_> = keys.iter().map(SigningKey::new).collect::<Result<_, _>>()?;
            let rows: Vec<u8> = signers.iter().flat_map(|k| k.verifying_key().to_bytes()).collect();
            let messages: Vec<&[u8]> = digests.iter().map(|d| &d[..]).collect();
            let signed = signers.iter().zip(&messages).map(|(k, m)| k.sign_with(m, &[0; 32]));
            let signed = signed.collect::<Result<Vec<_>, _>>()?.concat();
            let key = signers[0].verifying_key();
            let verify = |split: &dyn Split| {
                let mask = bip340::verify_rows(&curve, &rows, &messages, &signed, split);
                assert!(mask.is_ok_and(|mask| mask.iter().all(|byte| *byte == 0xff)));
            };
            let [_, verified] = row(
                rounds,
                "BIP 340 verify (/ secp256k1 ECDSA)",
                &mut || assert!(peer.verify(&digests[0], &der)),
                &mut || assert!(key.verify(messages[0], &signed[..64]).is_ok()),
                &mut |split| verify(split),
                (team, targets),
            );
            targets.measured("BIP 340 verify, batch, / P-256 ECDH", verified / yardstick);
        }
    }
    let keys: Vec<_> = (0..BATCH).map(|_| x25519::SecretKey::generate(&mut rng)).collect();
    let public: Vec<_> = keys.iter().map(x25519::SecretKey::public_key).collect();
    let jobs: Vec<_> = keys.iter().zip(public.iter().rev()).collect();
    let mut agreement = Agreement::new(keys[0].as_bytes());
    let theirs = Key::public(EVP_PKEY_X25519, jobs[0].1.as_bytes());
    let first = x25519::SecretKey::agree_all(&jobs, &Alone).swap_remove(0)?;
    assert_eq!(first.as_bytes(), &agreement.agree(&theirs));
    row(
        rounds,
        "X25519",
        &mut || _ = black_box(agreement.agree(&theirs)),
        &mut || drop(black_box(jobs[0].0.agree(jobs[0].1))),
        &mut |split| {
            drop(black_box(x25519::SecretKey::agree_all(&jobs, split)));
        },
        (team, targets),
    );
    Ok(())
}

impl OpenSsl {
    /// Makes the key's own point its public key.
    fn take_public_key(&self) {
        let _ = self.sum(false);
        // SAFETY: valid objects; `sum` left the key's multiple of the generator in `result`.
        assert_eq!(unsafe { EC_KEY_set_public_key(self.key, self.result) }, 1);
    }
}
