//! The fields `F_2^163` and `F_2^233` in place, by the library's kernels or in plain Rust,
//! depending on the build.

/// A field whose elements are the coefficients in `N` bytes, the lowest first.
pub trait Arithmetic<const N: usize>: Sized {
    /// m.
    const DEGREE: u8;
    /// r = a b.
    fn mul(r: &mut [u8; N], a: &[u8; N], b: &[u8; N]);
    /// r = a b for the `b` of the last product.
    fn mul_again(r: &mut [u8; N], a: &[u8; N], b: &[u8; N]) {
        Self::mul(r, a, b);
    }
    /// r = a².
    fn sqr(r: &mut [u8; N], a: &[u8; N]);
    /// 1 / a, 0 for 0.
    fn inv(a: &[u8; N]) -> [u8; N];
    /// r += a.
    fn add(r: &mut [u8; N], a: &[u8; N]);
    /// The trace of `a`.
    fn trace(a: &[u8; N]) -> u8;
    /// Clears the product's table.
    fn wipe();
}

/// `F_2^163`.
pub struct F163;
/// `F_2^233`.
pub struct F233;

#[cfg(feature = "kernels")]
mod chosen {
    use super::{Arithmetic, F163, F233};
    use polylimb::authors::field::Field;
    use polylimb::authors::field::binary::{Avr163, Avr233};

    impl Arithmetic<21> for F163 {
        const DEGREE: u8 = 163;

        #[inline(always)]
        fn mul(r: &mut [u8; 21], a: &[u8; 21], b: &[u8; 21]) {
            Avr163::multiply(r, a, b);
        }

        #[inline(always)]
        fn mul_again(r: &mut [u8; 21], a: &[u8; 21], _b: &[u8; 21]) {
            Avr163::multiply_tabulated(r, a);
        }

        #[inline(always)]
        fn sqr(r: &mut [u8; 21], a: &[u8; 21]) {
            Avr163::square(r, a);
        }

        #[inline(never)]
        fn inv(a: &[u8; 21]) -> [u8; 21] {
            Avr163.inv0(a)
        }

        #[inline(always)]
        fn add(r: &mut [u8; 21], a: &[u8; 21]) {
            Avr163.add_assign(r, a);
        }

        fn trace(a: &[u8; 21]) -> u8 {
            super::trace_163(a)
        }

        fn wipe() {
            Avr163::wipe();
        }
    }

    impl Arithmetic<30> for F233 {
        const DEGREE: u8 = 233;

        #[inline(always)]
        fn mul(r: &mut [u8; 30], a: &[u8; 30], b: &[u8; 30]) {
            Avr233::multiply(r, a, b);
        }

        #[inline(always)]
        fn sqr(r: &mut [u8; 30], a: &[u8; 30]) {
            Avr233::square(r, a);
        }

        #[inline(never)]
        fn inv(a: &[u8; 30]) -> [u8; 30] {
            Avr233.inv0(a)
        }

        #[inline(always)]
        fn add(r: &mut [u8; 30], a: &[u8; 30]) {
            Avr233.add_assign(r, a);
        }

        fn trace(a: &[u8; 30]) -> u8 {
            super::trace_233(a)
        }

        fn wipe() {
            Avr233::wipe();
        }
    }
}

#[cfg(not(feature = "kernels"))]
mod chosen {
    use super::{Arithmetic, F163, F233, xor};
    use crate::portable;
    use polylimb::authors::field::Field;
    use polylimb::authors::field::binary::{self, Binary};

    /// `F_2^233` in words of 8 bits, as the library has it for any word size.
    type Library = Binary<30, binary::F233>;

    impl Arithmetic<21> for F163 {
        const DEGREE: u8 = 163;

        #[inline(always)]
        fn mul(r: &mut [u8; 21], a: &[u8; 21], b: &[u8; 21]) {
            portable::mul(r, a, b);
        }

        #[inline(always)]
        fn sqr(r: &mut [u8; 21], a: &[u8; 21]) {
            portable::sqr(r, a);
        }

        fn inv(a: &[u8; 21]) -> [u8; 21] {
            super::itoh_tsujii::<21, Self>(a)
        }

        fn add(r: &mut [u8; 21], a: &[u8; 21]) {
            xor(r, a);
        }

        fn trace(a: &[u8; 21]) -> u8 {
            super::trace_163(a)
        }

        fn wipe() {
            portable::wipe();
        }
    }

    impl Arithmetic<30> for F233 {
        const DEGREE: u8 = 233;

        #[inline(never)]
        fn mul(r: &mut [u8; 30], a: &[u8; 30], b: &[u8; 30]) {
            *r = Library::new().mul(a, b);
        }

        #[inline(never)]
        fn sqr(r: &mut [u8; 30], a: &[u8; 30]) {
            *r = Library::new().sqr(a);
        }

        fn inv(a: &[u8; 30]) -> [u8; 30] {
            super::itoh_tsujii::<30, Self>(a)
        }

        fn add(r: &mut [u8; 30], a: &[u8; 30]) {
            xor(r, a);
        }

        fn trace(a: &[u8; 30]) -> u8 {
            super::trace_233(a)
        }

        /// The library keeps the table on the stack.
        fn wipe() {}
    }
}

/// r += a.
#[cfg(not(feature = "kernels"))]
#[inline(never)]
fn xor<const N: usize>(r: &mut [u8; N], a: &[u8; N]) {
    for (r, a) in r.iter_mut().zip(a) {
        *r ^= a;
    }
}

/// a^(2^m - 2) by `[ItohTsujii1988]` along the bits of m - 1: 1 / a, and 0 for 0.
#[cfg(not(feature = "kernels"))]
#[inline(never)]
fn itoh_tsujii<const N: usize, F: Arithmetic<N>>(a: &[u8; N]) -> [u8; N] {
    let target = F::DEGREE - 1;
    let (mut r, mut b, mut t, mut k) = (*a, *a, [0; N], 1);
    for i in (0..target.ilog2()).rev() {
        sqr_times::<N, F>(&mut r, k);
        F::mul(&mut t, &r, &b);
        k *= 2;
        if (target >> i) & 1 == 1 {
            F::sqr(&mut b, &t);
            F::mul(&mut r, &b, a);
            k += 1;
        } else {
            r = t;
        }
        b = r;
    }
    F::sqr(&mut b, &r);
    b
}

/// r = r^(2^n).
#[inline(never)]
pub fn sqr_times<const N: usize, F: Arithmetic<N>>(r: &mut [u8; N], n: u8) {
    let mut t = [0; N];
    for _ in 0..n / 2 {
        F::sqr(&mut t, r);
        F::sqr(r, &t);
    }
    if n % 2 == 1 {
        t = *r;
        F::sqr(r, &t);
    }
}

/// Whether a = 0; the answer may be public.
pub fn is_zero_vartime<const N: usize>(a: &[u8; N]) -> bool {
    a.iter().fold(0, |r, a| r | a) == 0
}

/// The trace modulo x^163 + x^7 + x^6 + x^3 + 1 is the sum of coefficients 0 and 157.
fn trace_163(a: &[u8; 21]) -> u8 {
    (a[0] ^ (a[19] >> 5)) & 1
}

/// The trace modulo x^233 + x^74 + 1 is the sum of coefficients 0 and 159.
fn trace_233(a: &[u8; 30]) -> u8 {
    (a[0] ^ (a[19] >> 7)) & 1
}
