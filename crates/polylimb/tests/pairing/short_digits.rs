//! The pairing over sizes in place of short digits: no sum of its formulas exceeds 32 bits, no
//! column 64, for all inputs.

use polylimb::authors::field::Field;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::limb::Mask;
use polylimb::authors::pairing::{Homogeneous, Pair, PairingCurve};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::rc::Rc;
use zeroize::Zeroize;

/// The largest digit but the top one, in units of `2^27`, and the number in units of the prime.
#[derive(Clone, Copy)]
struct Size([f64; 2]);

/// The largest column in units of `2^54`, and the number in units of the prime's square.
#[derive(Clone, Copy)]
struct WideSize([f64; 2]);

impl Zeroize for Size {
    fn zeroize(&mut self) {}
}

impl Zeroize for WideSize {
    fn zeroize(&mut self) {}
}

/// What a factor may be, and what a sum of columns may be, so that `tests/proofs/short_digits.rs`
/// holds for it.
const MOST: Size = Size([15.0, 64.0]);
const MOST_WIDE: f64 = 506.0;
/// Of a product's columns: 26 products of digits, or 14.
const COMPLEX: f64 = 26.01;
const REAL: f64 = 14.01;

/// The field.
#[derive(Clone)]
struct Sizes(Rc<Cell<usize>>);

impl Sizes {
    fn within(&self, Size([digit, number]): Size) -> Size {
        self.0.set(self.0.get() + 1);
        assert!(digit <= MOST.0[0], "a digit of {digit}");
        assert!(number <= MOST.0[1], "a number of {number}");
        Size([digit, number])
    }

    fn product(&self, [a, b]: [Size; 2], columns: f64) -> WideSize {
        WideSize([columns, self.within(a).0[1] * self.within(b).0[1]])
    }
}

fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

impl Field for Sizes {
    type El = Size;
    type Mask = Mask;
    type Wide = WideSize;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> Size {
        Size([0.0; 2])
    }

    fn one(&self) -> Size {
        Size([1.0; 2])
    }

    fn small(&self, _: u32) -> Size {
        self.one()
    }

    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<Size>, a: &Size, b: &Size) -> &'r mut Size {
        r.write(self.reduce(&self.mul_wide(a, b)))
    }

    fn add(&self, a: &Size, b: &Size) -> Size {
        self.within(Size(sum(a.0, b.0)))
    }

    fn sub(&self, a: &Size, b: &Size) -> Size {
        self.add(a, b)
    }

    /// At most 12 times the prime is subtracted, in 32 bits.
    fn settle(&self, a: &Size) -> Size {
        assert!(self.within(*a).0[1] < 12.4, "a number of {}", a.0[1]);
        Size([1.01, 0.51])
    }

    fn halve(&self, a: &Size) -> Size {
        Size([2.01, f64::midpoint(self.within(*a).0[1], 1.0)])
    }

    fn inv0(&self, a: &Size) -> Size {
        self.within(*a);
        self.one()
    }

    fn equal(&self, a: &Size, b: &Size) -> Mask {
        let _ = self.sub(a, b);
        Mask::FALSE
    }

    /// Covers both.
    fn select(&self, _: Mask, a: &Size, b: &Size) -> Size {
        Size([a.0[0].max(b.0[0]), a.0[1].max(b.0[1])])
    }

    fn mul_wide(&self, a: &Size, b: &Size) -> WideSize {
        self.product([*a, *b], REAL)
    }

    fn complex_product_wide(&self, a: &[Size; 2], b: &[Size; 2]) -> [WideSize; 2] {
        let size = |a: Size, b: Size| self.product([a, b], COMPLEX).0[1];
        [
            WideSize([COMPLEX, size(a[0], b[0]) + size(a[1], b[1])]),
            WideSize([COMPLEX, size(a[0], b[1]) + size(a[1], b[0])]),
        ]
    }

    fn complex_square(&self, a: &[Size; 2]) -> Option<[Size; 2]> {
        Some(self.complex_square_wide(a).map(|wide| self.reduce(&wide)))
    }

    fn add_wide(&self, a: &WideSize, b: &WideSize) -> WideSize {
        WideSize(sum(a.0, b.0))
    }

    fn sub_wide(&self, a: &WideSize, b: &WideSize) -> WideSize {
        self.add_wide(a, b)
    }

    fn settle_wide(&self, a: &WideSize) -> WideSize {
        assert!(a.0[0] <= MOST_WIDE, "a column of {}", a.0[0]);
        WideSize([0.01, a.0[1]])
    }

    /// The prime is below `2^392 / 2500`.
    fn reduce(&self, a: &WideSize) -> Size {
        assert!(a.0[0] <= MOST_WIDE, "a column of {}", a.0[0]);
        self.within(Size([1.0, a.0[1] / 2500.0 + 0.76]))
    }
}

#[test]
fn sums_and_columns_stay_within_their_lanes() {
    let f = Sizes(Rc::default());
    let curve = PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(f.clone()));
    let pair = Pair { p: [f.one(); 2], q: [[f.one(); 2]; 2] };
    let value = curve.miller_loop::<Homogeneous>(&pair);
    let _ = curve.final_exponentiation(&value);
    let _ = curve.final_exponentiation_to_a_power(&value);
    let _ = curve.miller_loop_product::<Homogeneous>(&[pair; 3]);
    assert!(f.0.get() > 10_000, "{} sums", f.0.get());
}
