//! A field that counts: the cost tables of the literature become tests.
//!
//! ```
//! use polylimb::authors::field::Field;
//! use polylimb::authors::field::prime::Toy;
//! use polylimb_catalogue::counted::Counted;
//! // A formula over any field; this one counts.
//! fn cube<F: Field>(f: &F, a: &F::El) -> F::El {
//!     f.mul(&f.sqr(a), a)
//! }
//! let f = Counted::new(Toy::new(29)?);
//! assert_eq!(cube(&f, &5), 125 % 29);
//! let counts = f.take();
//! assert_eq!((counts.mul, counts.sqr), (1, 1));
//! # Ok::<(), polylimb::Error>(())
//! ```

mod shared_counts;

pub use shared_counts::SharedCounts;

use core::cell::Cell;
use core::mem::MaybeUninit;
use polylimb::Result;
use polylimb::authors::field::{Encoding, Field, Op, SquareRoot, VartimeField, binary, extension};

/// How often each operation was called. Unreduced products count as products; their reductions are
/// counted in `reductions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Products of two variables.
    pub mul: u32,
    /// Squares; a power `a^(2^n)` counts as n squares, however it is computed.
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
    /// Half-traces; each solution of a quadratic equation in a binary field is one.
    pub half_trace: u32,
}

/// The kinds of operations in [`Counts`], in the order of its fields.
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

impl Counting {
    /// All kinds, in their order.
    pub const ALL: [Self; 11] = [
        Self::Mul,
        Self::Sqr,
        Self::MulConstant,
        Self::Add,
        Self::Double,
        Self::Halve,
        Self::Neg,
        Self::Inv,
        Self::Reduction,
        Self::Sqrt,
        Self::HalfTrace,
    ];
}

impl Counts {
    /// The count of operations of this kind.
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

/// Where a [`Counted`] field records its operations.
pub trait Counter {
    /// Adds `n` to the count of this kind.
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

/// `F` with a counter of operations; for one thread at a time, unless the counter `C` serves
/// several. It counts the calls that the formula makes; it does not see a product inside a default
/// method of another field (the squarings of an inversion).
#[derive(Clone)]
pub struct Counted<F, C = Cell<Counts>> {
    field: F,
    counter: C,
}

impl<F> Counted<F> {
    /// `field` with all counts 0.
    #[must_use]
    pub fn new(field: F) -> Self {
        Self { field, counter: Cell::default() }
    }

    /// Returns the counts so far and sets them to 0.
    pub fn take(&self) -> Counts {
        self.counter.take()
    }
}

impl<F, C: Counter> Counted<F, C> {
    /// `field`, counted by `counter`.
    pub const fn with(field: F, counter: C) -> Self {
        Self { field, counter }
    }

    /// The wrapped field.
    pub const fn inner(&self) -> &F {
        &self.field
    }

    /// Counts one.
    #[inline(always)]
    fn note(&self, kind: Counting) {
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

impl<F: binary::Quadratic, C: Counter> binary::Quadratic for Counted<F, C> {
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

/// A product by `ξ` counts as one with a constant. What the base does, a counting base counts.
impl<Q: extension::Quadratic, C: Counter> extension::Quadratic for Counted<Q, C> {
    type Base = Q::Base;

    fn base(&self) -> &Q::Base {
        self.field.base()
    }

    fn element(&self, c: [<Q::Base as Field>::El; 2]) -> Q::El {
        self.field.element(c)
    }

    fn coefficients(&self, a: &Q::El) -> [<Q::Base as Field>::El; 2] {
        self.field.coefficients(a)
    }

    fn conjugate(&self, a: &Q::El) -> Q::El {
        self.field.conjugate(a)
    }

    fn scale(&self, s: &<Q::Base as Field>::El, a: &Q::El) -> Q::El {
        self.field.scale(s, a)
    }

    fn mul_xi(&self, a: &Q::El) -> Q::El {
        self.note(Counting::MulConstant);
        self.field.mul_xi(a)
    }

    fn mul_xi_wide(&self, a: &Q::Wide) -> Q::Wide {
        self.note(Counting::MulConstant);
        self.field.mul_xi_wide(a)
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
