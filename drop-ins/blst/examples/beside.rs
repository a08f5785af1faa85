//! Times this crate beside the crate blst, call by call in turn: minimum and median in
//! microseconds, and their ratios.
//!
//! `cargo run --release --example beside`; under `taskset -c 0` both have one core.

use std::time::{Duration, Instant};

const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const KEYS: usize = 64;

/// The same calls of either crate.
macro_rules! calls {
    ($name:ident $subject:ident) => {
        mod $name {
            use super::{KEYS, TAG};
            use $subject::min_pk::{
                AggregatePublicKey, AggregateSignature, PublicKey, SecretKey, Signature,
            };
            use $subject::*;

            type Call = (&'static str, Box<dyn Fn()>);

            pub fn calls() -> Vec<Call> {
                let secret = |i: usize| SecretKey::key_gen(&[i as u8; 32], &[]).unwrap();
                let secrets: Vec<_> = (1..=KEYS).map(secret).collect();
                let keys: Vec<_> = secrets.iter().map(SecretKey::sk_to_pk).collect();
                let messages: Vec<[u8; 32]> = (0..KEYS).map(|i| [i as u8; 32]).collect();
                let sign = |(k, m): (&SecretKey, &[u8; 32])| k.sign(m, TAG, &[]);
                let sigs: Vec<_> = secrets.iter().zip(&messages).map(sign).collect();
                let shared: Vec<_> = secrets.iter().map(|k| k.sign(b"shared", TAG, &[])).collect();
                let refs: Vec<_> = shared.iter().collect();
                let shared = AggregateSignature::aggregate(&refs, false).unwrap().to_signature();
                let rand = |i| blst_scalar { b: std::array::from_fn(|j| (i + 7 * j) as u8 | 1) };
                let rands: Vec<_> = (0..KEYS).map(rand).collect();
                let (one, message) = (secrets[0].clone(), messages[0]);
                let (key, sig) = (keys[0], sigs[0]);
                let (key_bytes, sig_bytes) = (key.compress(), sig.compress());
                let ok = |status| assert_eq!(status, BLST_ERROR::BLST_SUCCESS);
                let all = keys.clone();
                let scalar = secrets[1].clone();
                let hash_to_g2 = move || {
                    let mut q = blst_p2::default();
                    // SAFETY: as many bytes as are said, and a place for the point.
                    unsafe {
                        let (m, t) = (message.as_ptr(), TAG.as_ptr());
                        blst_hash_to_g2(&mut q, m, 32, t, TAG.len(), m, 0);
                    }
                    q
                };
                let (p, q) = (AggregatePublicKey::from_public_key(&key), hash_to_g2());
                let p = *<&blst_p1>::from(&p);
                let scalar = <&blst_scalar>::from(&scalar).b;
                vec![
                    (
                        "verify, points checked",
                        Box::new(move || ok(sig.verify(true, &message, TAG, &[], &key, true))),
                    ),
                    (
                        "verify, signature checked",
                        Box::new(move || ok(sig.verify(true, &message, TAG, &[], &key, false))),
                    ),
                    (
                        "sign",
                        Box::new(move || {
                            let _ = one.sign(&message, TAG, &[]);
                        }),
                    ),
                    (
                        "hash to G2",
                        Box::new(move || {
                            let _ = std::hint::black_box(hash_to_g2());
                        }),
                    ),
                    (
                        "secret multiple in G1",
                        Box::new(move || {
                            let mut r = blst_p1::default();
                            // SAFETY: points and a scalar.
                            unsafe { blst_sign_pk_in_g2(&mut r, &p, &blst_scalar { b: scalar }) };
                        }),
                    ),
                    (
                        "secret multiple in G2",
                        Box::new(move || {
                            let mut r = blst_p2::default();
                            // SAFETY: points and a scalar.
                            unsafe { blst_sign_pk_in_g1(&mut r, &q, &blst_scalar { b: scalar }) };
                        }),
                    ),
                    (
                        "read and check a key",
                        Box::new(move || {
                            let _ = PublicKey::key_validate(&key_bytes).unwrap();
                        }),
                    ),
                    (
                        "read and check a signature",
                        Box::new(move || {
                            let _ = Signature::sig_validate(&sig_bytes, true).unwrap();
                        }),
                    ),
                    (
                        "64 keys, one message",
                        Box::new(move || {
                            ok(shared.fast_aggregate_verify(
                                true,
                                b"shared",
                                TAG,
                                &all.iter().collect::<Vec<_>>(),
                            ));
                        }),
                    ),
                    (
                        "64 signatures together",
                        Box::new(move || {
                            let m: Vec<&[u8]> = messages.iter().map(|m| &m[..]).collect();
                            let (k, s): (Vec<_>, Vec<_>) =
                                (keys.iter().collect(), sigs.iter().collect());
                            ok(Signature::verify_multiple_aggregate_signatures(
                                &m, TAG, &k, false, &s, true, &rands, 64,
                            ));
                        }),
                    ),
                ]
            }
        }
    };
}
calls!(ours blst);
calls!(theirs blst_real);

fn time(call: &dyn Fn()) -> Duration {
    let start = Instant::now();
    call();
    start.elapsed()
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(60);
    println!("{:30} {:>17} {:>17} {:>11}", "us: min / median", "ours", "blst", "ratio");
    for ((name, ours), (_, theirs)) in ours::calls().into_iter().zip(theirs::calls()) {
        let mut times = [vec![], vec![]];
        for _ in 0..rounds {
            times[0].push(time(&ours));
            times[1].push(time(&theirs));
        }
        let [[a, b], [c, d]] = times.map(|mut times| {
            times.sort_unstable();
            [times[0], times[times.len() / 2]].map(|time| time.as_secs_f64() * 1e6)
        });
        println!("{name:30} {a:8.0} {b:8.0} {c:8.0} {d:8.0} {:5.2} {:5.2}", a / c, b / d);
    }
}
