//! One product over the lanes: `crates/polylimb/src/modmul/montgomery_ifma`. Ranges only.

use super::{Constants, Multiply, blocks, long, scratch, short};
use crate::field::lanes::proofs::{Abstract, prove_ranges, word_in};
use crate::limb::radix52::{PADDING, padded};
use crate::limb::simd::Row;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};
use std::vec;
use std::vec::Vec;
use zeroize::Zeroizing;

/// `l` digits of any number, and zeros up to whole vectors.
fn number(l: usize) -> Vec<u64> {
    let mut digits = vec![word_in(0, DIGIT_MASK); l];
    digits.resize(l.next_multiple_of(LANES), 0);
    digits
}

fn surrounded(l: usize) -> Zeroizing<Vec<u64>> {
    let mut digits = vec![0; padded(l.div_ceil(LANES))];
    digits[PADDING..PADDING + l].copy_from_slice(&number(l)[..l]);
    Zeroizing::new(digits)
}

/// The constants of any modulus of `l` digits, for every form.
fn constants(l: usize) -> Constants {
    let mut half = [0; LANES];
    half[(l - 1) % LANES] = 1 << (DIGIT_BITS - 1);
    let rows = LANES * (2 * l.div_ceil(LANES) + 3);
    let rows = vec![Row([word_in(0, DIGIT_MASK); LANES]); rows];
    Constants {
        length: l,
        modulus: surrounded(l),
        mu: surrounded(l),
        half,
        blocks: Zeroizing::new(rows),
    }
}

/// No column exceeds its lane, and the result is in digits, for any operands of `l` digits.
fn ranges(name: &str, l: usize, multiply: Multiply, add_half: bool) {
    prove_ranges(&std::format!("montgomery-ifma: {name} of {l} digits"), || {
        let (mut constants, a) = (constants(l), number(l));
        if !add_half {
            constants.half = [0; LANES];
        }
        let (mut r, mut room) = (vec![0; a.len()], vec![0; scratch(a.len() / LANES)]);
        multiply(&constants, &mut r, &a, &a, &mut room);
        for digits in r.as_chunks().0 {
            Abstract::load(digits).verify(0, DIGIT_MASK);
        }
    });
}

#[test]
fn products_in_registers() {
    macro_rules! short {
        ($($n:literal, $m:literal;)+) => {$(
            for l in [LANES * ($n - 1) + 1, LANES * $n] {
                ranges("a b / R", l, short::<Abstract, $n, $m>, true);
            }
        )+};
    }
    short! { 1, 2; 2, 3; }
    macro_rules! blocks {
        ($($n:literal, $w:literal;)+) => {$(
            let square: Multiply =
                |c, r, a, b, q| blocks::<Abstract, $n, $w, true>(&c.blocks, r, a, b, q);
            let product: Multiply =
                |c, r, a, b, q| blocks::<Abstract, $n, $w, false>(&c.blocks, r, a, b, q);
            ranges("a b / R in blocks", LANES * $n, product, true);
            ranges("a² / R in blocks", LANES * $n, square, true);
        )+};
    }
    blocks! { 3, 6; 4, 8; 5, 10; }
}

/// Up to the documented 26,000 bits. The half that `long` adds to a word in memory is left out: a
/// column has more room than that, as the next length shows.
#[test]
fn long_products() {
    for l in [40, 48, 64, 80, 160, 320, 26_000_usize.div_ceil(DIGIT_BITS), 504] {
        ranges("a b / R", l, long::<Abstract, false>, false);
        ranges("a² / R", l, long::<Abstract, true>, false);
    }
}
