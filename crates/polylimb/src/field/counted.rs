//! A field that counts: the cost tables of the literature become tests.

use super::{Encoding, Field, Op, VartimeField};
use crate::error::Result;
use crate::limb::Mask;
use core::cell::Cell;
use core::mem::MaybeUninit;

/// How often each operation was called. Unreduced products count as products, and each reduction
/// beside them in `reductions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Products of two variables.
    pub mul: u32,
    /// Squares.
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
}

/// `F` with a counter of operations; for one thread at a time. A product inside a default method of
/// another (the squarings of an inversion) is not seen: what is counted is what the formula called.
pub struct Counted<F> {
    field: F,
    counts: Cell<Counts>,
}

impl<F> Counted<F> {
    /// `field`, nothing counted.
    pub const fn new(field: F) -> Self {
        Self {
            field,
            counts: Cell::new(Counts {
                mul: 0,
                sqr: 0,
                mul_constant: 0,
                add: 0,
                double: 0,
                halve: 0,
                neg: 0,
                inv: 0,
                reductions: 0,
            }),
        }
    }

    /// The counts so far, which are then set back to nothing.
    pub fn take(&self) -> Counts {
        self.counts.take()
    }

    /// The field that computes.
    pub const fn inner(&self) -> &F {
        &self.field
    }

    /// Counts `step`.
    #[inline(always)]
    pub(super) fn note(&self, step: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        step(&mut counts);
        self.counts.set(counts);
    }
}

impl<F: Field> Field for Counted<F> {
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
        self.note(|c| c.mul += 1);
        self.field.mul_into(r, a, b)
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El) -> &'r mut F::El {
        self.note(|c| c.sqr += 1);
        self.field.sqr_into(r, a)
    }

    #[inline(always)]
    fn mul_constant(&self, c: &F::El, a: &F::El) -> F::El {
        self.note(|c| c.mul_constant += 1);
        self.field.mul_constant(c, a)
    }

    #[inline(always)]
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&F::El, &F::El); M],
        s: [&F::El; S],
    ) -> ([F::El; M], [F::El; S]) {
        self.note(|c| {
            c.mul += M as u32;
            c.sqr += S as u32;
        });
        self.field.products(m, s)
    }

    #[inline(always)]
    fn add(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(|c| c.add += 1);
        self.field.add(a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(|c| c.add += 1);
        self.field.sub(a, b)
    }

    #[inline(always)]
    fn add_products(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(|c| c.add += 1);
        self.field.add_products(a, b)
    }

    #[inline(always)]
    fn sub_products(&self, a: &F::El, b: &F::El) -> F::El {
        self.note(|c| c.add += 1);
        self.field.sub_products(a, b)
    }

    #[inline(always)]
    fn neg(&self, a: &F::El) -> F::El {
        self.note(|c| c.neg += 1);
        self.field.neg(a)
    }

    #[inline(always)]
    fn double(&self, a: &F::El) -> F::El {
        self.note(|c| c.double += 1);
        self.field.double(a)
    }

    #[inline(always)]
    fn halve(&self, a: &F::El) -> F::El {
        self.note(|c| c.halve += 1);
        self.field.halve(a)
    }

    #[inline(always)]
    fn inv0(&self, a: &F::El) -> F::El {
        self.note(|c| c.inv += 1);
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
        self.note(|c| c.mul += 1);
        self.field.mul_wide(a, b)
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &F::El) -> F::Wide {
        self.note(|c| c.sqr += 1);
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
        self.note(|c| c.reductions += 1);
        self.field.reduce(a)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.field.run(op)
    }
}

impl<F: Field<Mask = Mask> + VartimeField> VartimeField for Counted<F> {}

impl<F: Encoding> Encoding for Counted<F> {
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
