//! Sums of many multiples beside blst's, and KZG commitments beside c-kzg's, on one thread.

use crate::curves::minima_and_medians;
use crate::targets::Targets;
use blst::{blst_p1, blst_p1_affine};
use c_kzg::{Blob, ethereum_kzg_settings};
use polylimb::Alone;
use polylimb::authors::limb::Bits;
use polylimb::cpu::Features;
use polylimb::kzg::{BLOB_BYTES, Setup};
use polylimb::pairing::{G1, PairingName};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::fmt::Write;
use std::hint::black_box;

/// Distinct points of a sum; blst and the library do not look for equal ones.
const DISTINCT: usize = 1 << 12;

/// blst's sum of the points times scalars of 255 bits, compressed.
fn blst_sum(points: &[blst_p1_affine], scalars: &[[u8; 32]]) -> [u8; 48] {
    // SAFETY: a size for any number of points.
    let bytes = unsafe { blst::blst_p1s_mult_pippenger_scratch_sizeof(points.len()) };
    let mut scratch = vec![0_u64; bytes.div_ceil(8)];
    // A null pointer after the first says that the others follow it in memory.
    let (of_points, of_scalars) =
        ([points.as_ptr(), std::ptr::null()], [scalars.as_ptr().cast(), std::ptr::null()]);
    let (mut sum, mut compressed) = (blst_p1::default(), [0; 48]);
    // SAFETY: as many points as scalars, scratch of blst's size, room for the results.
    unsafe {
        blst::blst_p1s_mult_pippenger(
            &raw mut sum,
            of_points.as_ptr(),
            points.len(),
            of_scalars.as_ptr(),
            255,
            scratch.as_mut_ptr(),
        );
        blst::blst_p1_compress(compressed.as_mut_ptr(), &raw const sum);
    }
    compressed
}

fn sums(rounds: usize, targets: &mut Targets) -> polylimb::Result<()> {
    let engine = PairingName::Bls12381.engine(Features::detect());
    let (g1, mut rng) = (engine.g1(), ChaCha8Rng::seed_from_u64(1));
    let points: Vec<G1> =
        (0..DISTINCT).map(|_| g1.multiply_generator(Bits::new(&[rng.next_u64()]))).collect();
    let mut others = Vec::with_capacity(DISTINCT);
    for point in &points {
        let (bytes, mut other) = (g1.compress(point)?, blst_p1_affine::default());
        // SAFETY: 48 bytes, and room for a point.
        unsafe { blst::blst_p1_uncompress(&raw mut other, bytes.as_ptr()) };
        others.push(other);
    }
    for log in [12, 16] {
        let words: Vec<[u64; 4]> =
            (0..1 << log).map(|_| [0, 0, 0, 2].map(|shift| rng.next_u64() >> shift)).collect();
        let bytes: Vec<[u8; 32]> = words
            .iter()
            .map(|words| {
                let mut bytes = [0; 32];
                for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
                bytes
            })
            .collect();
        let scalars = words.iter().map(|words| Bits::with_len(words, 255));
        let terms: Vec<_> = scalars.zip(points.iter().cycle()).collect();
        let others: Vec<_> = others.iter().copied().cycle().take(terms.len()).collect();
        let sum = g1.sum_of_multiples_on_vartime(&Alone, &terms)?;
        assert_eq!(g1.compress(&sum)?, blst_sum(&others, &bytes));
        let [ours, blst] = minima_and_medians(
            rounds,
            [&mut || drop(black_box(g1.sum_of_multiples_on_vartime(&Alone, &terms))), &mut || {
                black_box(blst_sum(&others, &bytes));
            }],
        );
        let ratio = ours[1] / blst[1];
        println!(
            "| sum of 2^{log} multiples in G1 | {:.0} | {:.0} | {:.0} | {ratio:.3} |",
            ours[0], ours[1], blst[1]
        );
        targets.measured(format!("sum of 2^{log} multiples in G1"), ratio);
    }
    Ok(())
}

/// The text of Ethereum's setup.
fn setup_text() -> String {
    let bytes = include_bytes!("../../crates/polylimb/tests/vectors/kzg_setup.bin");
    let (lagrange, rest) = bytes.split_at(4096 * 48);
    let (of_g2, powers) = rest.split_at(65 * 96);
    let mut text = String::from("4096\n65\n");
    for (points, length) in [(lagrange, 48), (of_g2, 96), (powers, 48)] {
        for point in points.chunks(length) {
            for byte in point {
                let _ = write!(text, "{byte:02x}");
            }
            text.push('\n');
        }
    }
    text
}

fn commitments(rounds: usize, targets: &mut Targets) -> polylimb::Result<()> {
    let setup = Setup::from_text(setup_text().as_bytes())?;
    let mut blob = vec![0; BLOB_BYTES];
    ChaCha8Rng::seed_from_u64(2).fill_bytes(&mut blob);
    // Below the order.
    blob.iter_mut().step_by(32).for_each(|byte| *byte &= 0x3f);
    let other = Blob::from_bytes(&blob).expect("as many bytes as a blob has");
    for precompute in [0, 8] {
        let settings = ethereum_kzg_settings(precompute);
        let theirs = || settings.blob_to_kzg_commitment(&other).expect("a blob");
        assert_eq!(setup.blob_to_commitment(&blob)?[..], theirs().to_bytes()[..]);
        let [ours, c_kzg] = minima_and_medians(
            rounds,
            [
                &mut || {
                    let _ = black_box(setup.blob_to_commitment(&blob));
                },
                &mut || {
                    black_box(theirs());
                },
            ],
        );
        let ratio = ours[1] / c_kzg[1];
        println!(
            "| KZG commitment, c-kzg with precompute {precompute} | {:.0} | {:.0} | {:.0} | {ratio:.3} |",
            ours[0], ours[1], c_kzg[1]
        );
        targets.measured(format!("KZG commitment, precompute {precompute}"), ratio);
    }
    Ok(())
}

/// Prints the table.
///
/// # Errors
/// None: all points belong to one curve.
///
/// # Panics
/// If a result is not the peer's.
pub fn print(rounds: usize, targets: &mut Targets) -> polylimb::Result<()> {
    println!("\n| work | min us | median us | the peer's | ratio |");
    println!("|---|--:|--:|--:|--:|");
    let rounds = rounds.min(25);
    sums(rounds, targets)?;
    commitments(rounds, targets)
}
