//! BLS signatures on BLS12-381 with keys in `G1`, and their parts, beside blst's, on one thread.

use crate::curves::minima_and_medians;
use crate::targets::Targets;
use blst::min_pk::{PublicKey, SecretKey, Signature};
use blst::{BLST_ERROR, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine, blst_scalar};
use polylimb::Alone;
use polylimb::authors::limb::Bits;
use polylimb::bls12_381::{self, Bls, MinimalPubkeySize, Scheme};
use polylimb::cpu::Features;
use polylimb::pairing::{G2, PairingName};
use polylimb::protocol::hash_to_curve::{hash_to_group, hash_to_group_batch};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::hint::black_box;

/// Signatures of a batch.
const SIGNATURES: usize = 64;
/// Points of a batch; blst has no batches of these.
const BATCH: usize = 8;
/// Bits of blst's random coefficients; the library's have 128.
const RANDOM_BITS: usize = 64;

/// Prints a row and takes note of it; `ours` is the time of `count` works.
fn row(targets: &mut Targets, work: &str, count: usize, [ours, blst]: [[f64; 2]; 2]) {
    let ours = ours.map(|time| time / count as f64);
    let ratio = ours[1] / blst[1];
    println!("| {work} | {:.1} | {:.1} | {:.1} | {ratio:.3} |", ours[0], ours[1], blst[1]);
    targets.measured(work, ratio);
}

fn blst_hash(message: &[u8], tag: &[u8]) -> blst_p2 {
    let mut point = blst_p2::default();
    // SAFETY: as many bytes as are said, none of a third input, and room for the point.
    unsafe {
        blst::blst_hash_to_g2(
            &raw mut point,
            message.as_ptr(),
            message.len(),
            tag.as_ptr(),
            tag.len(),
            std::ptr::null(),
            0,
        );
    }
    point
}

fn blst_affine_of_g2(point: &blst_p2) -> blst_p2_affine {
    let mut affine = blst_p2_affine::default();
    // SAFETY: a point, and room for one.
    unsafe { blst::blst_p2_to_affine(&raw mut affine, point) };
    affine
}

/// The constant-time multiple in `G1`.
fn blst_multiple_in_g1(point: &blst_p1, key: &blst_scalar) -> blst_p1_affine {
    let (mut multiple, mut affine) = (blst_p1::default(), blst_p1_affine::default());
    // SAFETY: points, a scalar, and room for the results.
    unsafe {
        blst::blst_sign_pk_in_g2(&raw mut multiple, point, key);
        blst::blst_p1_to_affine(&raw mut affine, &raw const multiple);
    }
    affine
}

/// The constant-time multiple in `G2`.
fn blst_multiple_in_g2(point: &blst_p2, key: &blst_scalar) -> blst_p2_affine {
    let mut multiple = blst_p2::default();
    // SAFETY: a point, a scalar, and room for the result.
    unsafe { blst::blst_sign_pk_in_g1(&raw mut multiple, point, key) };
    blst_affine_of_g2(&multiple)
}

fn compressed_g1(point: &blst_p1_affine) -> [u8; 48] {
    let mut bytes = [0; 48];
    // SAFETY: a point, and as many bytes as it has.
    unsafe { blst::blst_p1_affine_compress(bytes.as_mut_ptr(), point) };
    bytes
}

fn compressed_g2(point: &blst_p2_affine) -> [u8; 96] {
    let mut bytes = [0; 96];
    // SAFETY: a point, and as many bytes as it has.
    unsafe { blst::blst_p2_affine_compress(bytes.as_mut_ptr(), point) };
    bytes
}

/// Hashes and multiples.
fn parts(rounds: usize, targets: &mut Targets, tag: &[u8]) -> polylimb::Result<()> {
    let engine = PairingName::Bls12381.engine(Features::detect());
    let message = [7; 32];
    let key = SecretKey::key_gen(&[1; 32], &[]).expect("enough bytes");
    let scalar: &blst_scalar = (&key).into();
    let words: Vec<u64> = scalar
        .b
        .chunks_exact(8)
        .map(|bytes| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    let k = Bits::with_len(&words, 255);

    let hash = || hash_to_group::<G2>(&*engine, &message, tag);
    let point = hash()?;
    let other = blst_hash(&message, tag);
    assert_eq!(engine.g2().compress(&point)?, compressed_g2(&blst_affine_of_g2(&other)));
    let mut theirs = || {
        black_box(blst_affine_of_g2(&blst_hash(&message, tag)));
    };
    let times = minima_and_medians(rounds, [&mut || drop(black_box(hash())), &mut theirs]);
    row(targets, "hash to G2", 1, times);
    let mut eight =
        || drop(black_box(hash_to_group_batch::<G2>(&*engine, &[&message[..]; BATCH], tag)));
    let times = minima_and_medians(rounds, [&mut eight, &mut theirs]);
    row(targets, "hash to G2, each of 8", BATCH, times);

    let multiple = || engine.g2().multiply(k, &point);
    let expected = compressed_g2(&blst_multiple_in_g2(&other, scalar));
    assert_eq!(engine.g2().compress(&multiple()?)?, expected);
    let mut theirs = || {
        black_box(blst_multiple_in_g2(&other, scalar));
    };
    let times = minima_and_medians(rounds, [&mut || drop(black_box(multiple())), &mut theirs]);
    row(targets, "constant-time multiple in G2", 1, times);
    let mut eight = || drop(black_box(engine.g2().multiply_batch(&[(k, &point); BATCH])));
    let times = minima_and_medians(rounds, [&mut eight, &mut theirs]);
    row(targets, "constant-time multiple in G2, each of 8", BATCH, times);

    // SAFETY: a constant of the library.
    let other = unsafe { *blst::blst_p1_generator() };
    let point = engine.g1().generator();
    let multiple = || engine.g1().multiply(k, &point);
    let expected = compressed_g1(&blst_multiple_in_g1(&other, scalar));
    assert_eq!(engine.g1().compress(&multiple()?)?, expected);
    let mut theirs = || {
        black_box(blst_multiple_in_g1(&other, scalar));
    };
    let times = minima_and_medians(rounds, [&mut || drop(black_box(multiple())), &mut theirs]);
    row(targets, "constant-time multiple in G1", 1, times);
    let mut eight = || drop(black_box(engine.g1().multiply_batch(&[(k, &point); BATCH])));
    let times = minima_and_medians(rounds, [&mut eight, &mut theirs]);
    row(targets, "constant-time multiple in G1, each of 8", BATCH, times);
    Ok(())
}

fn ok(status: BLST_ERROR) {
    assert_eq!(status, BLST_ERROR::BLST_SUCCESS);
}

/// Prints the rows.
///
/// # Errors
/// None: all inputs are valid.
///
/// # Panics
/// If a result is not the peer's.
pub fn print(rounds: usize, targets: &mut Targets) -> polylimb::Result<()> {
    println!("\n| work | min us | median us | blst's | ratio |");
    println!("|---|--:|--:|--:|--:|");
    let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    let tag = bls.name().as_bytes();
    parts(rounds, targets, tag)?;

    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let secret = |i: usize| SecretKey::key_gen(&[i as u8 + 1; 32], &[]).expect("enough bytes");
    let theirs: Vec<_> = (0..SIGNATURES).map(secret).collect();
    let messages: Vec<_> = (0..SIGNATURES).map(|i| [i as u8; 32]).collect();
    let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
    let own = bls12_381::SecretKey::from_bytes(&theirs[0].to_bytes())?;
    let signature = bls.sign(&own, messages[0]);
    assert_eq!(signature.as_bytes(), theirs[0].sign(messages[0], tag, &[]).compress());
    let times = minima_and_medians(
        rounds,
        [&mut || drop(black_box(bls.sign(&own, messages[0]))), &mut || {
            black_box(theirs[0].sign(messages[0], tag, &[]).compress());
        }],
    );
    row(targets, "BLS signature", 1, times);
    let jobs: Vec<_> = messages.iter().map(|message| (&own, *message)).collect();
    let rows = bls.sign_rows(&jobs[..BATCH], &Alone);
    assert_eq!(rows[..96], theirs[0].sign(messages[0], tag, &[]).compress());
    let times = minima_and_medians(
        rounds,
        [&mut || drop(black_box(bls.sign_rows(&jobs[..BATCH], &Alone))), &mut || {
            black_box(theirs[0].sign(messages[0], tag, &[]).compress());
        }],
    );
    row(targets, "BLS signature, each of 8", BATCH, times);

    let keys: Vec<_> = theirs.iter().map(|key| key.sk_to_pk().compress()).collect();
    let sign = |(key, message): (&SecretKey, &&[u8])| key.sign(message, tag, &[]).compress();
    let signatures: Vec<_> = theirs.iter().zip(&messages).map(sign).collect();
    let ours = || {
        let key = bls.read_public_key(&keys[0])?;
        bls.verify(&key, messages[0], &bls.read_signature(&signatures[0])?)
    };
    let blst = || {
        let key = PublicKey::key_validate(&keys[0]).expect("a key");
        let signature = Signature::from_bytes(&signatures[0]).expect("a point");
        ok(signature.verify(true, messages[0], tag, &[], &key, false));
    };
    ours()?;
    let times = minima_and_medians(
        rounds,
        [
            &mut || {
                let _ = black_box(ours());
            },
            &mut || blst(),
        ],
    );
    row(targets, "BLS verification", 1, times);

    let random = (0..SIGNATURES).map(|_| {
        let mut scalar = blst_scalar::default();
        rng.fill_bytes(&mut scalar.b);
        scalar.b[0] |= 1;
        scalar
    });
    let random: Vec<_> = random.collect();
    let mut ours = || {
        let (keys, signatures) = (keys.as_flattened(), signatures.as_flattened());
        let valid = bls.verify_rows(keys, &messages, signatures, &Alone, &mut rng);
        assert_eq!(valid, Ok(vec![0xff; SIGNATURES / 8]));
    };
    let mut blst = || {
        let key = |bytes: &[u8; 48]| PublicKey::key_validate(bytes).expect("a key");
        let keys: Vec<_> = keys.iter().map(key).collect();
        let signature = |bytes: &[u8; 96]| Signature::from_bytes(bytes).expect("a point");
        let signatures: Vec<_> = signatures.iter().map(signature).collect();
        ok(Signature::verify_multiple_aggregate_signatures(
            &messages,
            tag,
            &keys.iter().collect::<Vec<_>>(),
            false,
            &signatures.iter().collect::<Vec<_>>(),
            true,
            &random,
            RANDOM_BITS,
        ));
    };
    let [ours, blst] = minima_and_medians(rounds.min(15), [&mut ours, &mut blst]);
    let each = blst.map(|time| time / SIGNATURES as f64);
    row(targets, "BLS verification, each of 64", SIGNATURES, [ours, each]);
    Ok(())
}
