//! The published methods of binary fields, on the words of this machine.
//!
//! Each reports its memory accesses to a [`Plain`] machine. That call is part of the time, as in
//! the catalogue's counting tests.

use super::op::Op;
use super::{Chain, Way};
use crate::judge::field::Element;
use crate::study::draw::to_words;
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::authors::field::binary::Sparse;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;
use polylimb_catalogue::binary_field::{Entry, METHODS, Plain, Rows, apply};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The published methods for which this processor has the instructions.
///
/// # Errors
/// Never: the polynomial is one of the library's.
pub(super) fn ways(degree: usize, lower: &[usize]) -> Result<Vec<Way>> {
    let polynomial = Sparse::new(degree, lower)?;
    let features = Features::detect();
    let runs = |m: &&Entry| features.contains(m.make.needs);
    Ok(METHODS.iter().filter(runs).map(|method| way(method, polynomial)).collect())
}

fn way(method: &'static Entry, polynomial: Sparse) -> Way {
    let words = polynomial.words();
    Way {
        algorithm: method.name.into(),
        kernel: "plain",
        constant_time: method.constant_time,
        ops: vec![Op::of(&method.make)],
        make: Box::new(move |operands| {
            let [start, operand] = [&operands.start, &operands.b].map(|a| to_words(&a[0], words));
            Ok(Box::new(OfWords { method, polynomial, start, operand }))
        }),
    }
}

struct OfWords {
    method: &'static Entry,
    polynomial: Sparse,
    start: Vec<Word>,
    operand: Vec<Word>,
}

impl OfWords {
    /// One step of the chain: `x`, and the working words of the method.
    fn step(&self, op: Op, x: &mut [Word], r: &mut [Word], from: &mut [Word], mask: &[Word]) {
        let n = x.len();
        let apply = |r: &mut [Word], a: &[Word]| {
            apply(self.method, &mut Plain, r, a, &self.operand, &self.polynomial, Rows::Full)
        };
        match op {
            Op::Reduce => {
                from[..n].copy_from_slice(x);
                for ((upper, x), mask) in from[n..].iter_mut().zip(&*x).zip(mask) {
                    *upper = x & mask;
                }
                let _ = apply(r, from);
                x.copy_from_slice(&r[..n]);
            }
            Op::Inv => {
                // 0 has no inverse; the chain continues with 0.
                if apply(&mut r[..n], x).is_err() {
                    r[..n].fill(0);
                }
                for ((x, r), b) in x.iter_mut().zip(&*r).zip(&self.operand) {
                    *x = r ^ b;
                }
            }
            _ => {
                let _ = apply(r, x);
                let (low, high) = r.split_at(n);
                for ((x, low), high) in x.iter_mut().zip(low).zip(high) {
                    *x = low ^ high;
                }
            }
        }
    }
}

impl Chain for OfWords {
    fn run(&self, op: Op, count: usize) -> (Duration, Element) {
        let n = self.start.len();
        let mut x = black_box(self.start.clone());
        let (mut r, mut from) = (vec![0; 2 * n], vec![0; 2 * n]);
        // A product's degree is at most 2 m - 2.
        let upper = (2 * self.polynomial.degree() - 1).saturating_sub(n * WORD_BITS);
        let mask = to_words(&((BigUint::from(1u8) << upper) - 1u8), n);
        let start = Instant::now();
        for _ in 0..count {
            self.step(op, &mut x, &mut r, &mut from, &mask);
        }
        let x = black_box(x);
        let time = start.elapsed();
        let bytes: Vec<u8> = x.iter().flat_map(|w| w.to_le_bytes()).collect();
        (time, vec![BigUint::from_bytes_le(&bytes)])
    }
}
