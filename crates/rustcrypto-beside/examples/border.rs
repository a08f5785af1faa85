//! What the traits cost: P-256 by the library's own interface, by the traits over it, and by the
//! crate `p256`, by turns; minima and medians in microseconds.
//!
//! `cargo run --release -p rustcrypto-beside --example border`

use elliptic_curve::Generate;
use elliptic_curve::group::{Curve as _, Group as _};
use polylimb::protocol::{Curve, keys};
use polylimb::rustcrypto::p256 as ours;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 301;
const CALLS: u32 = 4;

type Call<'a> = (&'a str, Box<dyn FnMut() + 'a>);

fn row(what: &str, mut calls: Vec<Call<'_>>) {
    let mut times = vec![Vec::with_capacity(ROUNDS); calls.len()];
    for _ in 0..ROUNDS {
        for (times, (_, call)) in times.iter_mut().zip(&mut calls) {
            let start = Instant::now();
            (0..CALLS).for_each(|_| call());
            times.push(start.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS));
        }
    }
    for (times, (name, _)) in times.iter_mut().zip(&calls) {
        times.sort_by(f64::total_cmp);
        println!("{what:<22} {name:<6} {:7.1} {:7.1}", times[0], times[ROUNDS / 2]);
    }
}

fn call<'a, R>(name: &'a str, mut work: impl FnMut() -> R + 'a) -> Call<'a> {
    (name, Box::new(move || drop(black_box(work()))))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (a, b) = (ours::SecretKey::generate(), ours::SecretKey::generate());
    let curve = Curve::named("P-256")?;
    let own = keys::SecretKey::from_bytes(&curve, &a.to_bytes())?;
    let peer = keys::SecretKey::from_bytes(&curve, &b.to_bytes())?.public_key()?;
    let [a2, b2] =
        [&a, &b].map(|key| p256::SecretKey::from_bytes(&key.to_bytes()).expect("a scalar"));
    let (public, public2) = (b.public_key(), b2.public_key());
    let (k, k2) = (a.to_nonzero_scalar(), a2.to_nonzero_scalar());
    row(
        "agreement",
        vec![
            call("own", || own.agree(&peer)),
            call("traits", || ours::ecdh::diffie_hellman(k, public.as_affine())),
            call("p256", || p256::ecdh::diffie_hellman(k2, public2.as_affine())),
        ],
    );
    row(
        "public key",
        vec![
            call("own", || own.public_key()),
            call("traits", || a.public_key()),
            call("p256", || a2.public_key()),
        ],
    );
    // Any point, and the sum stays as it is.
    let (p, p2) = (public.to_projective().double(), public2.to_projective().double());
    row("multiple, not affine", vec![call("traits", || p * *k), call("p256", || p2 * *k2)]);
    row(
        "to affine coordinates",
        vec![call("traits", || p.to_affine()), call("p256", || p2.to_affine())],
    );
    Ok(())
}
