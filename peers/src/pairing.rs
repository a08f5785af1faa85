//! Pairings compared with blst's on BLS12-381, and with OpenSSL's key agreement on P-256 as a unit
//! for other libraries. One pairing of mcl on `bn254` takes 3.67 of these with OpenSSL 3.0,
//! measured separately.

use crate::curves::{OpenSsl, minima_and_medians};
use crate::targets::Targets;
use blst::{blst_fp12, blst_p1_affine, blst_p2_affine};
use openssl_sys::NID_X9_62_prime256v1;
use polylimb::Split;
use polylimb::authors::limb::Bits;
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingName};
use std::hint::black_box;
use std::sync::Arc;

/// Pairs in a batch.
const BATCH: usize = 8;
/// mcl's pairing on `bn254` in key agreements of OpenSSL 3.0 on P-256.
const MCL: f64 = 3.67;
/// mcl's pairing on `bn254-snark` in pairings on `bn254`.
const MCL_SNARK: f64 = 1.87;

/// The pairing by blst.
fn blst_pairing(p: &blst_p1_affine, q: &blst_p2_affine) -> blst_fp12 {
    blst_fp12::miller_loop(q, p).final_exp()
}

/// Prints the table.
///
/// # Errors
/// None: all points belong to one curve.
///
/// # Panics
/// If a pairing is wrong.
pub fn print(
    rounds: usize,
    splits: &[Arc<dyn Split>],
    targets: &mut Targets,
) -> polylimb::Result<()> {
    let key = [0x1234_5678_9abc_def1, 2, 3, 0x7fff_ffff_0000_0000];
    let openssl = OpenSsl::new(NID_X9_62_prime256v1, &key, &[5, 6, 7, 8], 32);
    // SAFETY: pointers to constants of the library.
    let (g, h) = unsafe { (*blst::blst_p1_affine_generator(), *blst::blst_p2_affine_generator()) };
    println!("\n| curve | pairing | min us | median us | to P-256 ECDH | to mcl | to blst |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for name in PairingName::ALL {
        let engine = PairingName::engine(name, Features::detect());
        let words = PairingName::engine(name, Features::detect().without(Features::AVX512IFMA));
        let points: Vec<(G1, G2)> = (1..=BATCH as u64)
            .map(|k| {
                let (k, l) = ([k], [k + 1]);
                let p = engine.g1().multiply_generator(Bits::new(&k));
                (p, engine.g2().multiply_generator(Bits::new(&l)))
            })
            .collect();
        let pairs: Vec<(&G1, &G2)> = points.iter().map(|(p, q)| (p, q)).collect();
        let mut singles = Vec::new();
        for (p, q) in &pairs {
            singles.push(engine.pairing(p, q)?);
        }
        assert_eq!(engine.pair_batch(&pairs)?, singles, "{}", name.name());
        let mut one = || drop(black_box(engine.pairing(pairs[0].0, pairs[0].1)));
        let (p, q) = pairs[0];
        let mut over_words = || drop(black_box(words.pairing(p, q)));
        let mut eight = || drop(black_box(engine.pair_batch(&pairs)));
        let [ours, over_words, mut batch, yardstick, blst] = minima_and_medians(
            rounds,
            [
                &mut one,
                &mut over_words,
                &mut eight,
                &mut || drop(black_box(openssl.shared())),
                &mut || {
                    black_box(blst_pairing(&g, &h));
                },
            ],
        );
        batch = batch.map(|time| time / BATCH as f64);
        let mut rows =
            vec![("one", ours), ("one, without AVX-512", over_words), ("each of 8", batch)];
        if name == PairingName::Bls12381 {
            rows.push(("blst", blst));
        }
        for (row, [min, median]) in rows {
            let ratio = median / yardstick[1];
            let (mut to_mcl, mut to_blst) = (String::new(), String::new());
            match name {
                PairingName::Bn254 => {
                    targets.measured(format!("bn254 pairing, {row}"), ratio / MCL);
                    to_mcl = format!("{:.3}", ratio / MCL);
                }
                PairingName::Bn254Snark => {
                    let ratio = ratio / (MCL * MCL_SNARK);
                    targets.measured(format!("bn254-snark pairing, {row}"), ratio);
                    to_mcl = format!("{ratio:.3}");
                }
                PairingName::Bls12381 => {
                    targets.measured(format!("bls12-381 pairing, {row}"), median / blst[1]);
                    to_blst = format!("{:.3}", median / blst[1]);
                }
                _ => {}
            }
            let name = name.name();
            println!(
                "| {name} | {row} | {min:.1} | {median:.1} | {ratio:.3} | {to_mcl} | {to_blst} |"
            );
        }
        for split in splits.iter().filter(|split| split.threads() > 1) {
            let mut on_threads = || drop(black_box(engine.pairing_on(&**split, p, q)));
            let mut times = [[0.0; 2]; 2];
            // Both while the other threads are awake.
            split.hold(&mut || {
                times = minima_and_medians(rounds, [&mut one, &mut on_threads]);
            });
            let [[_, one], [min, median]] = times;
            let (name, threads, gain) = (name.name(), split.threads(), one / median);
            if threads == 2 {
                targets.measured(format!("{name} pairing, one, on two cores"), 1.0 / gain);
            }
            println!(
                "| {name} | {threads} threads, {gain:.2} times as fast as one beside | {min:.1} | {median:.1} | | | |"
            );
        }
        println!("| P-256 | openssl ECDH | {:.1} | {:.1} | 1 | | |", yardstick[0], yardstick[1]);
    }
    Ok(())
}
