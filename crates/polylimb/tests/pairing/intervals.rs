//! A field whose elements are intervals: they bound the numbers of lanes without reduced sums, for
//! all inputs.

use polylimb::authors::field::Field;
use polylimb::authors::field::lanes::LoosePrime;
use polylimb::authors::limb::Mask;
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::rc::Rc;
use zeroize::Zeroize;

/// The bounds of the lanes; numbers in units of the prime.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The largest absolute value of an element.
    pub limit: f64,
    /// Settled numbers lie between 0 and this.
    pub settled: f64,
    /// Factors lie between 0 and this.
    pub factor: f64,
    /// The reduction's result for the square of the prime.
    pub product: f64,
    /// The largest number of products whose columns may be added up, and subtracted.
    pub columns: f64,
}

/// The bounds of a prime's lanes: see `field/lanes/loose/mod.rs`.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap, reason = "small numbers, digits")]
pub fn bounds<P: LoosePrime<D>, const D: usize>() -> Bounds {
    let p = P::DIGITS.iter().rev().fold(0.0, |p, &digit| p * 2f64.powi(52) + digit as f64);
    let kept = 2f64.powi(52 * (D as i32 - 1) + P::KEPT as i32);
    let (most, settled, bias) = (8.0 * kept / p - 0.001, kept / p + 1.001, P::BIAS as f64);
    let (limit, factor) = if P::BIAS == 0 { (most, settled) } else { (bias.min(most), 2.0 * bias) };
    Bounds {
        limit,
        settled,
        factor,
        // p² / R in units of p.
        product: p / 2f64.powi(52 * D as i32),
        // Halves of digit products in a column; the reduction adds as many as one product does.
        columns: (2f64.powi(63 - 52) - 1.0) / (2.0 * D as f64) - 1.0,
    }
}

/// The least and the largest value.
#[derive(Clone, Copy)]
pub struct Interval(pub(super) f64, pub(super) f64);

/// The least and the largest value of a sum of products of factors, and the numbers of products
/// that are subtracted and added: the columns of a product are not negative.
#[derive(Clone, Copy)]
pub struct Columns(f64, f64, [f64; 2]);

impl Zeroize for Interval {
    fn zeroize(&mut self) {
        *self = Self(0.0, 0.0);
    }
}

impl Zeroize for Columns {
    fn zeroize(&mut self) {
        *self = Self(0.0, 0.0, [0.0; 2]);
    }
}

/// The field.
#[derive(Clone)]
pub struct Intervals {
    pub(super) bounds: Bounds,
    sums: Rc<Cell<usize>>,
}

impl Intervals {
    pub fn new(bounds: Bounds) -> Self {
        Self { bounds, sums: Rc::default() }
    }

    /// The number of sums found within the limit.
    pub fn sums(&self) -> usize {
        self.sums.get()
    }

    /// A fresh element of the field: a product.
    pub fn any(&self) -> Interval {
        self.mul(&Interval(0.0, 1.0), &Interval(0.0, 1.0))
    }

    pub(super) fn within(&self, a: Interval) -> Interval {
        self.sums.set(self.sums.get() + 1);
        let size = a.1.max(-a.0);
        assert!(size < self.bounds.limit, "{size} exceeds the limit {}", self.bounds.limit);
        a
    }

    fn wide(&self, a: Columns) -> Columns {
        let most = a.2[0].max(a.2[1]);
        assert!(most < self.bounds.columns, "{most} products exceed the limit of columns");
        a
    }
}

impl Field for Intervals {
    type El = Interval;
    type Mask = Mask;
    type Wide = Columns;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> Interval {
        Interval(0.0, 0.0)
    }

    fn one(&self) -> Interval {
        Interval(0.0, 1.0)
    }

    fn small(&self, _: u32) -> Interval {
        Interval(0.0, self.bounds.settled)
    }

    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<Interval>,
        a: &Interval,
        b: &Interval,
    ) -> &'r mut Interval {
        r.write(self.reduce(&self.mul_wide(a, b)))
    }

    fn add(&self, a: &Interval, b: &Interval) -> Interval {
        self.within(Interval(a.0 + b.0, a.1 + b.1))
    }

    fn sub(&self, a: &Interval, b: &Interval) -> Interval {
        self.within(Interval(a.0 - b.1, a.1 - b.0))
    }

    fn settle(&self, a: &Interval) -> Interval {
        self.within(*a);
        Interval(0.0, self.bounds.settled)
    }

    fn halve(&self, a: &Interval) -> Interval {
        Interval(a.0 / 2.0, f64::midpoint(a.1, 1.0))
    }

    /// A product.
    fn inv0(&self, a: &Interval) -> Interval {
        self.mul(a, a)
    }

    fn equal(&self, a: &Interval, b: &Interval) -> Mask {
        let _ = self.sub(a, b);
        Mask::FALSE
    }

    /// Covers both.
    fn select(&self, _: Mask, a: &Interval, b: &Interval) -> Interval {
        Interval(a.0.min(b.0), a.1.max(b.1))
    }

    fn mul_wide(&self, a: &Interval, b: &Interval) -> Columns {
        self.within(*a);
        self.within(*b);
        Columns(0.0, self.bounds.factor * self.bounds.factor, [0.0, 1.0])
    }

    /// The sums of factors in it are exact: real and imaginary part are sums of two products each.
    fn complex_product_wide(&self, a: &[Interval; 2], b: &[Interval; 2]) -> [Columns; 2] {
        let Columns(_, one, _) = self.mul_wide(&a[0], &b[0]);
        self.mul_wide(&a[1], &b[1]);
        [Columns(-one, one, [1.0; 2]), Columns(0.0, 2.0 * one, [2.0, 1.0])]
    }

    fn add_wide(&self, a: &Columns, b: &Columns) -> Columns {
        self.wide(Columns(a.0 + b.0, a.1 + b.1, [a.2[0] + b.2[0], a.2[1] + b.2[1]]))
    }

    fn sub_wide(&self, a: &Columns, b: &Columns) -> Columns {
        self.wide(Columns(a.0 - b.1, a.1 - b.0, [a.2[0] + b.2[1], a.2[1] + b.2[0]]))
    }

    /// The reduction adds less than once the prime.
    fn reduce(&self, a: &Columns) -> Interval {
        let product = self.bounds.product;
        self.within(Interval(a.0 * product, a.1 * product + 1.0))
    }
}
