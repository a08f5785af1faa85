//! Montgomery's multiplication modulo two numbers: `crates/polylimb/src/powm/crt/two_lanes`. Values
//! of up to six blocks, as in keys of 2048 bits.

use super::super::vector::{Block, HALF, K, MASK, Pairwise, RADIX};
use super::{Moduli, WITHOUT_FOLD, carry_of_multiple, multiply};
use crate::field::lanes::proofs::{Abstract, Montgomery, Number, Polynomial, prove, prove_ranges};
use crate::limb::simd::Lanewise;
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

/// The twin: both lanes hold the same value.
#[derive(Clone, Copy)]
struct Twin(Abstract);

impl Pairwise for Twin {
    type Word = u64;
    type Column = Abstract;

    fn load([p, q]: &[u64; 2]) -> Self {
        assert_eq!(p, q);
        Self(Abstract::splat(*p))
    }
    fn column(n: i64) -> Abstract {
        Abstract::splat(n.cast_unsigned())
    }
    fn add(a: Abstract, b: Abstract) -> Abstract {
        a.add(b)
    }
    fn add_digit(sum: Abstract, a: Self) -> Abstract {
        sum.add(a.0)
    }
    fn add_product(sum: Abstract, a: Self, b: Self) -> Abstract {
        sum.add(a.0.signed_product(b.0))
    }
    fn add_carry(sum: Abstract, other: Abstract) -> Abstract {
        sum.add(other.sar(RADIX as u32))
    }
    fn low_bits(column: Abstract) -> Abstract {
        column.and(Self::column(MASK))
    }
    fn store(to: &mut Block<u64>, columns: [Abstract; K]) {
        *to = columns.map(|column| [Self::low_bits(column).sub(Self::column(HALF)).word(); 2]);
    }
}

/// Any number of `n` blocks, the same digit in each place.
fn number(n: usize) -> Vec<Block<u64>> {
    vec![[[Abstract::variable(-HALF, HALF - 1).word(); 2]; K]; n]
}

/// Any number of `n` blocks, digit by digit.
fn any(n: usize) -> Vec<Block<u64>> {
    (0..n).map(|_| core::array::from_fn(|_| number(1)[0][0])).collect()
}

fn digits(blocks: &[Block<u64>]) -> Vec<Abstract> {
    blocks.as_flattened().iter().map(|word| Twin::load(word).0).collect()
}

/// No column exceeds its lane, and results are digits.
fn ranges(n: usize, squared: bool) {
    let what = if squared { "a²" } else { "a b" };
    prove_ranges(&std::format!("two lanes: {what} / R of {n} blocks"), || {
        let [m, h, kappa, mut r, b] = [number(n), number(n), number(1), number(n), number(n)];
        let moduli = Moduli { m: &m, h: &h, kappa: &kappa[0] };
        multiply::<Twin>(&moduli, &mut r, (!squared).then_some(&b), &mut number(n));
        for digit in digits(&r) {
            digit.add(Twin::column(HALF)).verify(0, MASK.cast_unsigned());
        }
    });
}

/// Up to 2085 bits.
#[test]
fn every_length() {
    const { assert!(WITHOUT_FOLD < 12) };
    for n in 1..=12 {
        ranges(n, false);
        ranges(n, true);
    }
}

/// `R r` is the number plus multiples of `B^K h - 1` and of `m`, modulo `R²`: beyond it, the last
/// carry is dropped, which the bound of `r` makes 0.
fn values(n: usize, squared: bool) {
    let what = if squared { "a²" } else { "a b" };
    prove(&std::format!("two lanes: {what} / R of {n} blocks"), false, || {
        let [m, h, kappa, a, b] = [any(n), any(n), any(1), any(n), any(n)];
        let (mut r, mut q) = (a.clone(), number(n));
        let moduli = Moduli { m: &m, h: &h, kappa: &kappa[0] };
        multiply::<Twin>(&moduli, &mut r, (!squared).then_some(&b), &mut q);
        let radix = RADIX as u32;
        let value = |x: &[Block<u64>]| -> Polynomial { Number::new(&digits(x), radix).value() };
        let product = &value(&a) * &value(if squared { &a } else { &b });
        let mut low = [[0; 2]; K];
        for (word, digit) in low.iter_mut().zip(Montgomery::low(K * n, K)) {
            *word = [digit.word(); 2];
        }
        let carry = carry_of_multiple::<Twin>(&low, &q[n - 1], &m[0]);
        let (m, h, kappa) = (digits(&m), digits(&h), digits(&kappa));
        let theorem = Montgomery { radix, block: K, m: &m, h: &h, kappa: &kappa, carry };
        theorem
            .rest(&value(&r), &product)
            .verify_multiple_of(&(BigInt::from(1) << (2 * RADIX * K * n)));
    });
}

#[test]
fn values_of_short_numbers() {
    for n in 1..=6 {
        values(n, false);
        values(n, true);
    }
}
