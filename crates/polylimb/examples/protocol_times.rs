//! What the protocols cost: `cargo run --release -p polylimb --example protocol_times -- P-256 secp256k1`.
//!
//! Prints for each curve median microseconds of a multiple of the generator, of signing, verifying and recovering with ECDSA, and of ECDH.

use polylimb::limb::{Bits, Word};
use polylimb::protocol::ecdsa::{Signer, recover_digest, verify_digest};
use polylimb::protocol::{Curve, ecdh::shared_secret, keys::SecretKey};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 301;

fn main() -> polylimb::Result<()> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let digest = Sha256::digest(b"message");
    println!(
        "{:>16} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "curve", "k G", "sign", "verify", "recover", "ecdh"
    );
    for name in std::env::args().skip(1) {
        let curve = Curve::named(&name)?;
        let key = SecretKey::generate(&curve, &mut rng)?;
        let public = key.public_key()?;
        let (signature, id) = Signer::default().sign_digest::<Sha256>(&key, &digest)?;
        let scalar: Vec<Word> = curve.parameters().order().iter().map(|w| w >> 1).collect();
        println!(
            "{name:>16} {:>8.1} {:>8.1} {:>8.1} {:>8.1} {:>8.1}",
            median(|| drop(black_box(curve.engine().multiply_generator(Bits::new(&scalar))))),
            median(|| drop(Signer::default().sign_digest::<Sha256>(&key, &digest))),
            median(|| _ = black_box(verify_digest(&public, &digest, &signature))),
            median(|| drop(recover_digest(&digest, &signature, id))),
            median(|| drop(shared_secret(&key, &public))),
        );
    }
    Ok(())
}

/// The median of the samples, in microseconds.
fn median(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<_> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[SAMPLES / 2]
}
