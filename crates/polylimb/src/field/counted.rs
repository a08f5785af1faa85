//! A field that counts: the cost tables of the literature become tests.

use super::binary::Quadratic;
use super::{Encoding, Field, Op, SquareRoot, VartimeField};
use crate::error::Result;
use core::cell::Cell;
use core::mem::MaybeUninit;

/// How often each operation was called. Unreduced products count as products, and each reduction
/// beside them in `reductions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Products of two variables.
    pub mul: u32,
    /// Squares; a power `a^(2^n)` counts as n of them, however it is computed.
    pub sqr: u32,
    /// Products with a public constant.
    pub mul_constant: u32,
    /// Additions and subtractions.
    pub add: u32,
    /// Doublings.
    pub double: u32,
    /// Halvings.
    pub halve: u32,
    /// Negations.
    pub neg: u32,
    /// Inversions.
    pub inv: u32,
    /// Reductions of wide values.
    pub reductions: u32,
    /// Square roots.
    pub sqrt: u32,
    /// Half-traces, and so quadratic equations of binary fields.
    pub half_trace: u32,
}

/// What [`Counts`] tells apart, in the order of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields of Counts say what they are")]
pub enum Counting {
    Mul,
    Sqr,
    MulConstant,
    Add,
    Double,
    Halve,
    Neg,
    Inv,
    Reduction,
    Sqrt,
    HalfTrace,
}

impl Counts {
    /// The count of that kind.
    #[inline(always)]
    pub fn of(&mut self, kind: Counting) -> &mut u32 {
        match kind {
            Counting::Mul => &mut self.mul,
            Counting::Sqr => &mut self.sqr,
            Counting::MulConstant => &mut self.mul_constant,
            Counting::Add => &mut self.add,
            Counting::Double => &mut self.double,
            Counting::Halve => &mut self.halve,
            Counting::Neg => &mut self.neg,
            Counting::Inv => &mut self.inv,
            Counting::Reduction => &mut self.reductions,
            Counting::Sqrt => &mut self.sqrt,
            Counting::HalfTrace => &mut self.half_trace,
        }
    }
}

/// Where a [`Counted`] field writes down what it was asked for.
pub trait Counter {
    /// `n` more of that kind.
    fn note(&self, kind: Counting, n: u32);
}

impl Counter for Cell<Counts> {
    #[inline(always)]
    fn note(&self, kind: Counting, n: u32) {
        let mut counts = self.get();
        *counts.of(kind) += n;
        self.set(counts);
    }
}

/// `F` with a counter of operations; for one thread at a time, unless the counter `C` is for several. A product inside a default method of
/// another (the squarings of an inversion) is not seen: what is counted is what the formula called.
#[derive(Clone)]
pub struct Counted<F, C = Cell<Counts>> {
    field: F,
    counter: C,
}

impl<F> Counted<F> {
    /// `field`, nothing counted.
    #[must_use]
    pub fn new(field: F) -> Self {
        Self { field, counter: Cell::default() }
    }

    /// The counts so far, which are then set back to nothing.
    pub fn take(&self) -> Counts {
        self.counter.take()
    }
}

impl<F, C: Counter> Counted<F, C> {
    /// `field`, counted by `counter`.
    pub const fn with(field: F, counter: C) -> Self {
        Self { field, counter }
    }

    /// The field that computes.
    pub const fn inner(&self) -> &F {
        &self.field
    }

    /// Counts one.
    #[inline(always)]
    pub(super) fn note(&self, kind: Counting) {
        self.counter.note(kind, 1);
    }
}

impl<F: Field, C: Counter> Field for Counted<F, C> {
    type El = F::El;
    type Mask = F::Mask;
    type Wide = F::Wide;
    const WIDE_TERMS: usize = F::WIDE_TERMS;

    #[inline(always)]
    fn zero(&self) -> F::El {
        self.field.zero()
    }

    #[inline(always)]
    fn one(&self) -> F::El {
        self.field.one()
    }

    #[inline(always)]
    fn small(&self, n: u32) -> F::El {
        self.field.small(n)
    }

    #[inline(always)]
    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El, b: &F::El) -> &'r mut F::El {
        self.note(Counting::Mul);
        self.field.mul_into(r, a, b)
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El) -> &'r mut F::El {
        self.note(Counting::Sqr);
        self.field.sqr_into(r, a)
    }

    #[inline(always)]
    fn mul_constant(&self, c: &F::El, a: &F::El) -> F::El {
        self.note(Counting::MulConstant);
        self.field.mul_constant(c, a)
    }

    #[inline(always)]
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&F::El, &F::El); M],
        s: [&F::El; S],
    ) -> ([F::El; M], [F::El; S]) {
        self.counter.note(Counting::Mul, M as u32);
        self.counter.note(Counting::Sqr, S as u32);
        self.field.products(m, s)
    }

    #[inline(always)]
    fn add(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(Counting::Add);
        self.field.add(a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(Counting::Add);
        self.field.sub(a, b)
    }

    #[inline(always)]
    fn add_products(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(Counting::Add);
        self.field.add_products(a, b)
    }

    #[inline(always)]
    fn sub_products(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(Counting::Add);
        self.field.sub_products(a, b)
    }

    #[inline(always)]
    fn neg(&self, a: &F::El) -> F::El {
        self.note(Counting::Neg);
        self.field.neg(a)
    }

    #[inline(always)]
    fn double(&self, a: &F::El) -> F::El {
        self.note(Counting::Double);
        self.field.double(a)
    }

    #[inline(always)]
    fn halve(&self, a: &F::El) -> F::El {
        self.note(Counting::Halve);
        self.field.halve(a)
    }

    #[inline(always)]
    fn inv0(&self, a: &F::El) -> F::El {
        self.note(Counting::Inv);
        self.field.inv0(a)
    }

    #[inline(always)]
    fn equal(&self, a: &F::El, b: &F::El) -> F::Mask {
        self.field.equal(a, b)
    }

    #[inline(always)]
    fn is_zero(&self, a: &F::El) -> F::Mask {
        self.field.is_zero(a)
    }

    #[inline(always)]
    fn select(&self, condition: F::Mask, if_true: &F::El, if_false: &F::El) -> F::El {
        self.field.select(condition, if_true, if_false)
    }

    #[inline(always)]
    fn settle(&self, a: &F::El) -> F::El {
        self.field.settle(a)
    }

    fn mul_wide(&self, a: &F::El, b: &F::El) -> F::Wide {
        self.note(Counting::Mul);
        self.field.mul_wide(a, b)
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &F::El) -> F::Wide {
        self.note(Counting::Sqr);
        self.field.sqr_wide(a)
    }

    #[inline(always)]
    fn add_wide(&self, a: &F::Wide, b: &F::Wide) -> F::Wide {
        self.field.add_wide(a, b)
    }

    #[inline(always)]
    fn sub_wide(&self, a: &F::Wide, b: &F::Wide) -> F::Wide {
        self.field.sub_wide(a, b)
    }

    #[inline(always)]
    fn reduce(&self, a: &F::Wide) -> F::El {
        self.note(Counting::Reduction);
        self.field.reduce(a)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.field.run(op)
    }
}

impl<F: VartimeField, C: Counter> VartimeField for Counted<F, C> {}

impl<F: SquareRoot, C: Counter> SquareRoot for Counted<F, C> {
    fn sqrt(&self, a: &F::El) -> (F::El, F::Mask) {
        self.note(Counting::Sqrt);
        self.field.sqrt(a)
    }
}

impl<F: Quadratic, C: Counter> Quadratic for Counted<F, C> {
    fn frobenius(&self, a: &F::El, n: usize) -> F::El {
        self.counter.note(Counting::Sqr, n as u32);
        self.field.frobenius(a, n)
    }

    fn trace(&self, a: &F::El) -> F::Mask {
        self.field.trace(a)
    }

    fn half_trace(&self, a: &F::El) -> F::El {
        self.note(Counting::HalfTrace);
        self.field.half_trace(a)
    }
}

impl<F: Encoding, C: Counter> Encoding for Counted<F, C> {
    fn encoded_bytes(&self) -> usize {
        self.field.encoded_bytes()
    }

    fn encode(&self, bytes: &mut [u8], a: &F::El) -> Result<()> {
        self.field.encode(bytes, a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<F::El> {
        self.field.decode(bytes)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<F::El> {
        self.field.decode_be(bytes)
    }
}
