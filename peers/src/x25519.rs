//! X25519 and Ed25519 compared with OpenSSL: one key agreement with a fresh public key, one
//! signature, one verification.

use comfy_table::{CellAlignment, Table, presets};
use openssl_sys::{
    EVP_DigestSign, EVP_DigestSignInit, EVP_DigestVerify, EVP_DigestVerifyInit, EVP_MD_CTX,
    EVP_MD_CTX_free, EVP_MD_CTX_new, EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free, EVP_PKEY_CTX_new,
    EVP_PKEY_ED25519, EVP_PKEY_X25519, EVP_PKEY_derive, EVP_PKEY_derive_init,
    EVP_PKEY_derive_set_peer, EVP_PKEY_free, EVP_PKEY_new_raw_private_key,
    EVP_PKEY_new_raw_public_key,
};
use polylimb::ed25519::verify_rows;
use polylimb::{Alone, ed25519, x25519};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

/// Rounds run before the ones that count.
const WARM_UP: usize = 5;
/// Bytes that are signed.
const MESSAGE: &[u8] = &[0x5a; 64];
/// Signatures in a batch.
const BATCH: usize = 64;

/// One row: an operation, and the operation it is compared with.
struct Peer {
    operation: &'static str,
    name: &'static str,
    /// Operations in a call.
    operations: usize,
    run: Box<dyn FnMut()>,
}

/// A key of OpenSSL.
pub struct Key(*mut EVP_PKEY);

impl Key {
    fn private(kind: i32, bytes: &[u8; 32]) -> Self {
        // SAFETY: reads the 32 bytes.
        let key = unsafe { EVP_PKEY_new_raw_private_key(kind, null_mut(), bytes.as_ptr(), 32) };
        assert!(!key.is_null());
        Self(key)
    }

    pub fn public(kind: i32, bytes: &[u8; 32]) -> Self {
        // SAFETY: reads the 32 bytes.
        let key = unsafe { EVP_PKEY_new_raw_public_key(kind, null_mut(), bytes.as_ptr(), 32) };
        assert!(!key.is_null());
        Self(key)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: made by `EVP_PKEY_new_raw_…`, freed once.
        unsafe { EVP_PKEY_free(self.0) }
    }
}

/// A key's context for agreements.
pub struct Agreement {
    context: *mut EVP_PKEY_CTX,
    _key: Key,
}

impl Agreement {
    pub fn new(secret: &[u8; 32]) -> Self {
        let key = Key::private(EVP_PKEY_X25519, secret);
        // SAFETY: the key lives as long as the context.
        let context = unsafe { EVP_PKEY_CTX_new(key.0, null_mut()) };
        assert!(!context.is_null());
        // SAFETY: a context of a private key.
        assert_eq!(unsafe { EVP_PKEY_derive_init(context) }, 1);
        Self { context, _key: key }
    }

    pub fn agree(&mut self, public: &Key) -> [u8; 32] {
        let (mut shared, mut length) = ([0; 32], 32);
        // SAFETY: both keys are of the same kind, and there is room for the 32 bytes.
        unsafe {
            assert_eq!(EVP_PKEY_derive_set_peer(self.context, public.0), 1);
            assert_eq!(EVP_PKEY_derive(self.context, shared.as_mut_ptr(), &raw mut length), 1);
        }
        shared
    }
}

impl Drop for Agreement {
    fn drop(&mut self) {
        // SAFETY: made by `EVP_PKEY_CTX_new`, freed once.
        unsafe { EVP_PKEY_CTX_free(self.context) }
    }
}

/// A context for signing and verifying.
struct Digest(*mut EVP_MD_CTX);

impl Digest {
    fn new() -> Self {
        // SAFETY: no arguments.
        let context = unsafe { EVP_MD_CTX_new() };
        assert!(!context.is_null());
        Self(context)
    }

    fn sign(&mut self, key: &Key, message: &[u8]) -> [u8; 64] {
        let (mut signature, mut length) = ([0; 64], 64);
        // SAFETY: the context and the key live; there is room for the 64 bytes.
        unsafe {
            assert_eq!(EVP_DigestSignInit(self.0, null_mut(), null(), null_mut(), key.0), 1);
            let (to, from) = (signature.as_mut_ptr(), message.as_ptr());
            assert_eq!(EVP_DigestSign(self.0, to, &raw mut length, from, message.len()), 1);
        }
        signature
    }

    fn verify(&mut self, key: &Key, message: &[u8], signature: &[u8; 64]) -> bool {
        // SAFETY: the context and the key live; reads the slices.
        unsafe {
            assert_eq!(EVP_DigestVerifyInit(self.0, null_mut(), null(), null_mut(), key.0), 1);
            let (signature, from) = (signature.as_ptr(), message.as_ptr());
            EVP_DigestVerify(self.0, signature, 64, from, message.len()) == 1
        }
    }
}

impl Measurement {
    /// The work's name among the targets, and its ratio.
    pub fn target(&self) -> Option<(&'static str, f64)> {
        (self.peer == ROWS).then_some(("Ed25519 verify, batch of 64", self.to_openssl))
    }
}

impl Drop for Digest {
    fn drop(&mut self) {
        // SAFETY: made by `EVP_MD_CTX_new`, freed once.
        unsafe { EVP_MD_CTX_free(self.0) }
    }
}

const AGREEMENT: &str = "X25519";
const PUBLIC: &str = "X25519 public key";
const SIGN: &str = "Ed25519 sign";
const VERIFY: &str = "Ed25519 verify";
/// The rows whose ratio is a target.
const ROWS: &str = "polylimb, 64 rows";

/// All rows; an operation's OpenSSL comes first.
///
/// # Panics
/// If the libraries do not agree.
fn peers() -> Vec<Peer> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut peers = Vec::new();
    let mut add = |operation, name, operations, run| {
        peers.push(Peer { operation, name, operations, run });
    };

    let (mine, theirs) =
        (x25519::SecretKey::generate(&mut rng), x25519::SecretKey::generate(&mut rng));
    let public = theirs.public_key();
    let mut agreement = Agreement::new(mine.as_bytes());
    let of_openssl = Key::public(EVP_PKEY_X25519, public.as_bytes());
    assert_eq!(&agreement.agree(&of_openssl), mine.agree(&public).expect("valid").as_bytes());
    let run = Box::new(move || _ = black_box(agreement.agree(black_box(&of_openssl))));
    add(AGREEMENT, "openssl", 1, run as Box<dyn FnMut()>);
    let secret = mine.clone();
    add(AGREEMENT, "polylimb", 1, Box::new(move || _ = black_box(mine.agree(black_box(&public)))));
    let bytes = *secret.as_bytes();
    let run = Box::new(move || _ = black_box(Key::private(EVP_PKEY_X25519, black_box(&bytes))));
    add(PUBLIC, "openssl", 1, run);
    add(PUBLIC, "polylimb", 1, Box::new(move || _ = black_box(black_box(&secret).public_key())));

    let key = ed25519::SecretKey::generate(&mut rng);
    let signed = key.sign(MESSAGE);
    let signature = signed.to_bytes();
    let (mut digest, of_openssl) = (Digest::new(), Key::private(EVP_PKEY_ED25519, key.as_bytes()));
    assert_eq!(digest.sign(&of_openssl, MESSAGE), signature);
    let run = Box::new(move || _ = black_box(digest.sign(&of_openssl, black_box(MESSAGE))));
    add(SIGN, "openssl", 1, run);
    let signer = key.clone();
    add(SIGN, "polylimb", 1, Box::new(move || _ = black_box(signer.sign(black_box(MESSAGE)))));

    let bytes = *key.public_bytes();
    let (mut digest, of_openssl) = (Digest::new(), Key::public(EVP_PKEY_ED25519, &bytes));
    let run = Box::new(move || {
        assert!(digest.verify(&of_openssl, black_box(MESSAGE), black_box(&signature)));
    });
    add(VERIFY, "openssl", 1, run);
    let run = Box::new(move || {
        let key = ed25519::PublicKey::from_bytes(black_box(&bytes)).expect("valid");
        let signature = ed25519::Signature::from_bytes(black_box(&signature)).expect("valid");
        key.verify(black_box(MESSAGE), &signature).expect("valid");
    });
    add(VERIFY, "polylimb, key and signature as bytes", 1, run);
    let public = key.public_key();
    let run = Box::new(move || public.verify(black_box(MESSAGE), &signed).expect("valid"));
    add(VERIFY, "polylimb, key as point", 1, run);
    let signed: Vec<_> = (0..BATCH)
        .map(|_| {
            let key = ed25519::SecretKey::generate(&mut rng);
            (key.public_key(), key.sign(MESSAGE))
        })
        .collect();
    let keys: Vec<u8> = signed.iter().flat_map(|(key, _)| *key.as_bytes()).collect();
    let signatures: Vec<u8> = signed.iter().flat_map(|(_, s)| s.to_bytes()).collect();
    let run = Box::new(move || {
        let items: Vec<_> = signed.iter().map(|(key, s)| (key, MESSAGE, s)).collect();
        polylimb::ed25519::PublicKey::verify_batch(&items, &mut rng).expect("valid");
    });
    add(VERIFY, "polylimb, batch of 64", BATCH, run);
    let run = Box::new(move || {
        let mask = verify_rows(&keys, &[MESSAGE; BATCH], black_box(&signatures), &Alone);
        assert!(mask.is_ok_and(|mask| mask.iter().all(|byte| *byte == 0xff)));
    });
    add(VERIFY, ROWS, BATCH, run);
    peers
}

/// A peer's time for one operation.
#[derive(Serialize)]
pub struct Measurement {
    kind: &'static str,
    operation: &'static str,
    peer: &'static str,
    rounds: usize,
    min_us: f64,
    median_us: f64,
    to_openssl: f64,
}

/// Measures each peer in turn, `rounds` times about `batch_time` or one call.
pub fn measure(rounds: usize, batch_time: Duration) -> Vec<Measurement> {
    let mut peers = peers();
    let calls: Vec<u32> = peers
        .iter_mut()
        .map(|peer| {
            (peer.run)();
            let start = Instant::now();
            (peer.run)();
            let time = start.elapsed().max(Duration::from_nanos(1));
            u32::try_from(batch_time.as_nanos() / time.as_nanos()).unwrap_or(u32::MAX).max(1)
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); peers.len()];
    for round in 0..WARM_UP + rounds {
        for ((peer, &calls), times) in peers.iter_mut().zip(&calls).zip(&mut times) {
            let start = Instant::now();
            (0..calls).for_each(|_| (peer.run)());
            if round >= WARM_UP {
                let operations = f64::from(calls) * peer.operations as f64;
                times.push(start.elapsed().as_secs_f64() * 1e6 / operations);
            }
        }
    }
    let mut openssl = f64::NAN;
    let mut measured = Vec::new();
    for (peer, times) in peers.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let median_us = times[rounds / 2];
        if peer.name == "openssl" {
            openssl = median_us;
        }
        measured.push(Measurement {
            kind: "protocol",
            operation: peer.operation,
            peer: peer.name,
            rounds,
            min_us: times[0],
            median_us,
            to_openssl: median_us / openssl,
        });
    }
    measured
}

/// The measurements as a table.
pub fn table(measured: &[Measurement]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["operation", "peer", "min us", "median us", "/ openssl"]);
    for m in measured {
        table.add_row([
            m.operation.to_owned(),
            m.peer.to_owned(),
            format!("{:.2}", m.min_us),
            format!("{:.2}", m.median_us),
            format!("{:.3}", m.to_openssl),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
