//! Chains of operations in any field, behind one trait. A call runs a whole chain, so that the cost
//! of the call does not count.

use super::op::Op;
use crate::judge::field::Element;
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::authors::field::{Encoding, Field};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A field with two elements, in which chains run.
pub(super) trait Chain {
    /// Runs a chain of `count` operations. Returns its time and its result.
    fn run(&self, op: Op, count: usize) -> (Duration, Element);
}

/// An operation that only some fields have.
type Unary<F> = fn(&F, &<F as Field>::El) -> <F as Field>::El;

/// Converts an element to its coefficients.
type Numbers<F> = Box<dyn Fn(&F, &<F as Field>::El) -> Element>;

/// A chain in any field.
pub(super) struct Over<F: Field> {
    pub(super) field: F,
    /// The start of the chains.
    pub(super) start: F::El,
    /// The second operand.
    pub(super) operand: F::El,
    /// `√x`, or a root and its square.
    pub(super) sqrt: Unary<F>,
    pub(super) half_trace: Unary<F>,
    /// The coefficients of an element.
    pub(super) numbers: Numbers<F>,
}

/// For fields without this operation.
pub(super) fn none<F: Field>(_: &F, a: &F::El) -> F::El {
    *a
}

impl<F: Field> Chain for Over<F> {
    fn run(&self, op: Op, count: usize) -> (Duration, Element) {
        let (f, b) = (&self.field, black_box(&self.operand));
        let mut x = black_box(self.start);
        let start = Instant::now();
        match op {
            Op::Mul => (0..count).for_each(|_| x = f.mul(&x, b)),
            Op::Sqr => (0..count).for_each(|_| x = f.sqr(&x)),
            Op::Add => (0..count).for_each(|_| x = f.add(&x, b)),
            Op::Sub => (0..count).for_each(|_| x = f.sub(&x, b)),
            Op::Inv => (0..count).for_each(|_| x = f.add(&f.inv0(&x), b)),
            Op::Sqrt => (0..count).for_each(|_| x = (self.sqrt)(f, &x)),
            Op::HalfTrace => (0..count).for_each(|_| x = (self.half_trace)(f, &x)),
            // Only the published methods have these.
            Op::MulUnreduced | Op::SqrUnreduced | Op::Reduce => {}
        }
        let x = black_box(x);
        (start.elapsed(), (self.numbers)(f, &x))
    }
}

/// The element of a number.
pub(super) fn decoded<F: Encoding>(f: &F, number: &BigUint) -> Result<F::El> {
    let mut bytes = number.to_bytes_le();
    bytes.resize(f.encoded_bytes().max(bytes.len()), 0);
    f.decode(&bytes)
}

/// The number of an element.
pub(super) fn encoded<F: Encoding>(f: &F, a: &F::El) -> BigUint {
    let mut bytes = vec![0; f.encoded_bytes()];
    f.encode(&mut bytes, a).expect("the buffer has the length");
    BigUint::from_bytes_le(&bytes)
}
