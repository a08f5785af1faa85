//! The times of polylimb and of revm's default, in turns: medians in µs, and the median of the
//! ratios.
//!
//!     cargo run --release --example times --features revm-precompile/default,revm-precompile/gmp
//!
//! The second feature replaces the default's modexp; the rows `aurora` are the default without it.

use polylimb::authors::limb::{Bits, Natural};
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::Signer;
use polylimb::protocol::keys::SecretKey;
use polylimb_evm::Polylimb;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use revm_precompile::bls12_381::{G1Point, G2Point};
use revm_precompile::{Crypto, DefaultCrypto};
use sha2::Sha256;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time for a row.
const ROW: Duration = Duration::from_millis(1500);

fn seconds(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn row(name: &str, ours: impl Fn(), default: impl Fn()) {
    let (mut a, mut b, start) = (Vec::new(), Vec::new(), Instant::now());
    ours();
    default();
    while start.elapsed() < ROW || a.len() < 5 {
        a.push(seconds(&ours));
        b.push(seconds(&default));
    }
    let ratio = median(a.iter().zip(&b).map(|(a, b)| a / b).collect());
    let least = |times: &[f64]| 1e6 * times.iter().copied().fold(f64::INFINITY, f64::min);
    let (least_a, least_b) = (least(&a), least(&b));
    let (a, b) = (1e6 * median(a), 1e6 * median(b));
    println!("{name:34} {least_a:9.1} {a:9.1}  {least_b:9.1} {b:9.1}  {ratio:6.3}");
}

fn random(rng: &mut ChaCha20Rng, bytes: usize) -> Vec<u8> {
    let mut number = vec![0; bytes];
    rng.fill_bytes(&mut number);
    number
}

fn main() {
    let (ours, default) = (Polylimb::new(), DefaultCrypto);
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    println!("{:34} {:>19}  {:>19}  {:>6}", "", "polylimb, min med", "default, min med", "ratio");
    powers(&ours, &default, &mut rng);
    bn254(&ours, &default, &mut rng);
    bls12_381(&ours, &default, &mut rng);
    signatures(&ours, &default, &mut rng);
}

fn powers(ours: &Polylimb, default: &DefaultCrypto, rng: &mut ChaCha20Rng) {
    for bits in [256, 512, 1024, 2048, 4096, 8192] {
        let [mut base, exponent, mut odd] = [(); 3].map(|()| random(rng, bits / 8));
        // A power of an even base is soon 0 modulo a power of two.
        base[bits / 8 - 1] |= 1;
        odd[0] |= 0x80;
        odd[bits / 8 - 1] |= 1;
        let mut even = odd.clone();
        even[bits / 8 - 1] &= 0xf0;
        let mut half = odd.clone();
        half[bits / 16..].fill(0);
        let mut power = vec![0; bits / 8];
        power[0] = 0x80;
        for (kind, modulus) in [("odd", odd), ("even", even), ("half", half), ("2^n", power)] {
            let power = |crypto: &dyn Crypto| {
                let _ = black_box(crypto.modexp(&base, &exponent, &modulus));
            };
            row(&format!("modexp {bits} {kind}"), || power(ours), || power(default));
            let aurora = || {
                black_box(aurora_engine_modexp::modexp(&base, &exponent, &modulus));
            };
            row(&format!("modexp {bits} {kind}, aurora"), || power(ours), aurora);
        }
    }
}

fn bn254(ours: &Polylimb, default: &DefaultCrypto, rng: &mut ChaCha20Rng) {
    let engine = PairingName::Bn254Snark.engine(Features::detect());
    let points: Vec<_> = (0..8)
        .map(|_| {
            let k = Natural::from_be_bytes(&random(rng, 32));
            let k = Bits::new_vartime(k.words());
            let (p, q) = (engine.g1().multiply_generator(k), engine.g2().multiply_generator(k));
            (engine.g1().encode(&p).expect("a point"), engine.g2().encode(&q).expect("a point"))
        })
        .collect();
    for n in [1, 2, 4, 8] {
        let pairs: Vec<_> = points[..n].iter().map(|(p, q)| (&p[..], &q[..])).collect();
        let check = |crypto: &dyn Crypto| {
            let _ = black_box(crypto.bn254_pairing_check(&pairs));
        };
        row(&format!("bn254 pairings of {n}"), || check(ours), || check(default));
    }
    let (p, q, k) = (&points[0].0, &points[1].0, random(rng, 32));
    let add = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bn254_g1_add(p, q));
    };
    row("bn254 add", || add(ours), || add(default));
    let multiply = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bn254_g1_mul(p, &k));
    };
    row("bn254 multiply", || multiply(ours), || multiply(default));
}

fn bls12_381(ours: &Polylimb, default: &DefaultCrypto, rng: &mut ChaCha20Rng) {
    let number = |rng: &mut ChaCha20Rng| -> [u8; 48] {
        let mut number: [u8; 48] = random(rng, 48).try_into().expect("48 bytes");
        number[0] = 0;
        number
    };
    let at = |bytes: &[u8], i: usize| bytes[48 * i..][..48].try_into().expect("48 bytes");
    let points: Vec<(G1Point, G2Point)> = (0..128)
        .map(|_| {
            let p = ours.bls12_381_fp_to_g1(&number(rng)).expect("a point");
            let q = ours.bls12_381_fp2_to_g2((number(rng), number(rng))).expect("a point");
            ((at(&p, 0), at(&p, 1)), (at(&q, 0), at(&q, 1), at(&q, 2), at(&q, 3)))
        })
        .collect();
    let scalars: Vec<[u8; 32]> =
        points.iter().map(|_| random(rng, 32).try_into().expect("32 bytes")).collect();
    for n in [1, 2, 8] {
        let check = |crypto: &dyn Crypto| {
            let _ = black_box(crypto.bls12_381_pairing_check(&points[..n]));
        };
        row(&format!("bls12-381 pairings of {n}"), || check(ours), || check(default));
    }
    let (p, q) = (points[0], points[1]);
    let add = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bls12_381_g1_add(p.0, q.0));
    };
    row("bls12-381 add in G1", || add(ours), || add(default));
    let add = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bls12_381_g2_add(p.1, q.1));
    };
    row("bls12-381 add in G2", || add(ours), || add(default));
    for n in [1, 2, 16, 128] {
        let sum = |crypto: &dyn Crypto| {
            let mut pairs = points.iter().zip(&scalars).take(n).map(|(p, k)| Ok((p.0, *k)));
            let _ = black_box(crypto.bls12_381_g1_msm(&mut pairs));
        };
        row(&format!("bls12-381 sum of {n} in G1"), || sum(ours), || sum(default));
        let sum = |crypto: &dyn Crypto| {
            let mut pairs = points.iter().zip(&scalars).take(n).map(|(p, k)| Ok((p.1, *k)));
            let _ = black_box(crypto.bls12_381_g2_msm(&mut pairs));
        };
        row(&format!("bls12-381 sum of {n} in G2"), || sum(ours), || sum(default));
    }
    let (a, b) = (number(rng), number(rng));
    let map = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bls12_381_fp_to_g1(&a));
    };
    row("bls12-381 map to G1", || map(ours), || map(default));
    let map = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.bls12_381_fp2_to_g2((a, b)));
    };
    row("bls12-381 map to G2", || map(ours), || map(default));
    // The polynomial 5: its proof is the neutral element, so take a wrong one, which costs the
    // same.
    let engine = PairingName::Bls12381.engine(Features::detect());
    let five = engine.g1().multiply_generator(Bits::new_vartime(&[5]));
    let five: [u8; 48] =
        engine.g1().compress(&five).expect("a point").try_into().expect("48 bytes");
    let (mut z, mut y) = (scalars[0], scalars[1]);
    (z[0], y[0]) = (0, 0);
    let evaluate = |crypto: &dyn Crypto| {
        let _ = black_box(crypto.verify_kzg_proof(&z, &y, &five, &five));
    };
    row("kzg evaluation", || evaluate(ours), || evaluate(default));
}

fn signatures(ours: &Polylimb, default: &DefaultCrypto, rng: &mut ChaCha20Rng) {
    for name in ["secp256k1", "P-256"] {
        let curve = Curve::named(name).expect("a curve");
        let key = SecretKey::from_bytes(&curve, &random(rng, 32)).expect("a scalar");
        let digest: [u8; 32] = random(rng, 32).try_into().expect("32 bytes");
        let (signature, id) =
            Signer::default().sign_digest::<Sha256>(&key, &digest).expect("signs");
        let signature: [u8; 64] = signature.to_bytes().try_into().expect("r and s");
        let public = key.public_key().expect("a key").to_sec1();
        let public: [u8; 64] = public[1..].try_into().expect("x and y");
        if name == "secp256k1" {
            let recover = |crypto: &dyn Crypto| {
                let _ = black_box(crypto.secp256k1_ecrecover(&signature, id.to_byte(), &digest));
            };
            row("secp256k1 recover", || recover(ours), || recover(default));
        } else {
            let verify = |crypto: &dyn Crypto| {
                black_box(crypto.secp256r1_verify_signature(&digest, &signature, &public));
            };
            row("P-256 verify", || verify(ours), || verify(default));
        }
    }
}
