//! The kernels as a [`Field`].

use super::super::{Binary, Double, F163};
use super::{euclid, multiply, reduce, square, sum};
use crate::error::Result;
use crate::field::{Encoding, Field, VartimeField};
use crate::limb::Mask;
use core::mem::MaybeUninit;

/// 163 coefficients in 21 bytes.
pub type Element = [u8; 21];

/// The same field from portable code: what the kernels leave to it.
type Portable = Binary<21, F163>;

/// `F_2^163` by the kernels of this folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Avr163;

impl Avr163 {
    /// `r = a b`.
    #[inline(always)]
    pub fn multiply(r: &mut Element, a: &Element, b: &Element) {
        // SAFETY: the kernel reads two elements and writes one.
        unsafe { call!(all multiply::multiply, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a b` for the `b` of the last [`Avr163::multiply`], whose table is still there; with no product before, 0.
    #[inline(always)]
    pub fn multiply_tabulated(r: &mut Element, a: &Element) {
        // SAFETY: the kernel reads an element and the static table and writes an element.
        unsafe { call!(all multiply::multiply_tabulated, &raw mut *r, &raw const *a, 0_usize) }
    }

    /// `r *= b`.
    #[inline(always)]
    pub fn multiply_assign(r: &mut Element, b: &Element) {
        let r = &raw mut *r;
        // SAFETY: the kernel reads two elements and then writes the first.
        unsafe { call!(all multiply::multiply, r, r, &raw const *b) }
    }

    /// `r = a²`.
    #[inline(always)]
    pub fn square(r: &mut Element, a: &Element) {
        // SAFETY: the kernel reads one element and writes another.
        unsafe { call!(few square::sqr, &raw mut *r, &raw const *a) }
    }

    /// `r = a b`, unreduced.
    #[inline(always)]
    pub fn product(r: &mut Double<21>, a: &Element, b: &Element) {
        // SAFETY: the kernel reads two elements and writes 42 bytes, a `Double` of bytes.
        unsafe { call!(all multiply::product, &raw mut *r, &raw const *a, &raw const *b) }
    }

    /// `r = a²`, unreduced.
    #[inline(always)]
    pub fn square_wide(r: &mut Double<21>, a: &Element) {
        // SAFETY: the kernel reads one element and writes 42 bytes, a `Double` of bytes.
        unsafe { call!(few square::square, &raw mut *r, &raw const *a) }
    }

    /// `r = c`, reduced.
    #[inline(always)]
    pub fn reduce_to(r: &mut Element, c: &Double<21>) {
        // SAFETY: the kernel reads 42 bytes, a `Double` of bytes, and writes an element.
        unsafe { call!(few reduce::reduce, &raw mut *r, &raw const *c) }
    }

    /// `r = 1 / a`, and 0 for 0 or what is not reduced; the time depends on `a`. Overwrites the table.
    pub fn invert_vartime(r: &mut Element, a: &Element) {
        *r = [0; 21];
        if *a != *r && a[20] < 8 {
            // SAFETY: the kernel reads an element and writes one; it ends, because the element is prime to f.
            unsafe { call!(few euclid::euclid_vartime, &raw mut *r, &raw const *a) }
        }
    }

    /// Clears the static table, which holds multiples of the last operand.
    pub fn wipe() {
        // SAFETY: nothing else uses the table now; every value is a table's.
        unsafe { (&raw mut multiply::MEMORY).write_volatile([0; 406]) }
    }
}

/// r = a^(2^n).
#[inline(never)]
fn square_times(r: &mut Element, n: usize) {
    let mut t = [0; 21];
    for _ in 0..n / 2 {
        Avr163::square(&mut t, r);
        Avr163::square(r, &t);
    }
    if n % 2 == 1 {
        t = *r;
        Avr163::square(r, &t);
    }
}

impl Field for Avr163 {
    type El = Element;
    type Mask = Mask;
    type Wide = Double<21>;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> Element {
        [0; 21]
    }

    fn one(&self) -> Element {
        let mut r = [0; 21];
        r[0] = 1;
        r
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<Element>,
        a: &Element,
        b: &Element,
    ) -> &'r mut Element {
        // SAFETY: the kernel reads two elements and writes one, all of it.
        unsafe {
            call!(all multiply::multiply, r.as_mut_ptr(), &raw const *a, &raw const *b);
            r.assume_init_mut()
        }
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<Element>, a: &Element) -> &'r mut Element {
        // SAFETY: the kernel reads one element and writes another, all of it.
        unsafe {
            call!(few square::sqr, r.as_mut_ptr(), &raw const *a);
            r.assume_init_mut()
        }
    }

    fn add(&self, a: &Element, b: &Element) -> Element {
        let mut r = *a;
        self.add_assign(&mut r, b);
        r
    }

    fn sub(&self, a: &Element, b: &Element) -> Element {
        self.add(a, b)
    }

    fn neg(&self, a: &Element) -> Element {
        *a
    }

    fn double(&self, _a: &Element) -> Element {
        [0; 21]
    }

    fn halve(&self, _a: &Element) -> Element {
        [0; 21]
    }

    fn add_assign(&self, a: &mut Element, b: &Element) {
        // SAFETY: the kernel reads two elements and writes the first.
        unsafe { call!(few sum::add_assign, &raw mut *a, &raw const *b) }
    }

    /// `a^(2^m - 2)` by Itoh, Tsujii 1988 along the bits of 162, as the portable field does.
    fn inv0(&self, a: &Element) -> Element {
        let (mut r, mut b, mut k) = (*a, *a, 1);
        for add_one in [false, true, false, false, false, true, false] {
            square_times(&mut r, k);
            Self::multiply_assign(&mut r, &b);
            k *= 2;
            if add_one {
                Self::square(&mut b, &r);
                Self::multiply_assign(&mut b, a);
                r = b;
                k += 1;
            } else {
                b = r;
            }
        }
        Self::square(&mut b, &r);
        b
    }

    fn equal(&self, a: &Element, b: &Element) -> Mask {
        Portable::new().equal(a, b)
    }

    fn is_zero(&self, a: &Element) -> Mask {
        Portable::new().is_zero(a)
    }

    fn select(&self, condition: Mask, if_true: &Element, if_false: &Element) -> Element {
        Portable::new().select(condition, if_true, if_false)
    }

    fn mul_wide(&self, a: &Element, b: &Element) -> Double<21> {
        let mut r = Double::ZERO;
        Self::product(&mut r, a, b);
        r
    }

    fn sqr_wide(&self, a: &Element) -> Double<21> {
        let mut r = Double::ZERO;
        Self::square_wide(&mut r, a);
        r
    }

    fn add_wide(&self, a: &Double<21>, b: &Double<21>) -> Double<21> {
        Portable::new().add_wide(a, b)
    }

    fn sub_wide(&self, a: &Double<21>, b: &Double<21>) -> Double<21> {
        self.add_wide(a, b)
    }

    fn reduce(&self, a: &Double<21>) -> Element {
        let mut r = [0; 21];
        Self::reduce_to(&mut r, a);
        r
    }
}

impl VartimeField for Avr163 {}

impl Encoding for Avr163 {
    fn encoded_bytes(&self) -> usize {
        21
    }

    fn encode(&self, bytes: &mut [u8], a: &Element) -> Result<()> {
        Portable::new().encode(bytes, a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Element> {
        Portable::new().decode(bytes)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<Element> {
        Portable::new().decode_be(bytes)
    }
}
