//! `F_2^163` in place, by the library's kernels or in plain Rust, whichever the build has.

/// 163 coefficients in 21 bytes.
pub type El = [u8; 21];

#[cfg(feature = "kernels")]
mod chosen {
    use super::El;
    use polylimb::field::Field;
    use polylimb::field::binary::avr::Avr163;

    /// r = a b.
    #[inline(always)]
    pub fn mul(r: &mut El, a: &El, b: &El) {
        Avr163::multiply(r, a, b);
    }

    /// r = a b for the `b` of the last product.
    #[inline(always)]
    pub fn mul_again(r: &mut El, a: &El, _b: &El) {
        Avr163::multiply_tabulated(r, a);
    }

    /// r = a².
    #[inline(always)]
    pub fn sqr(r: &mut El, a: &El) {
        Avr163::square(r, a);
    }

    /// 1 / a, 0 for 0.
    #[inline(never)]
    pub fn inv(a: &El) -> El {
        Avr163.inv0(a)
    }

    /// r += a.
    #[inline(always)]
    pub fn add(r: &mut El, a: &El) {
        Avr163.add_assign(r, a);
    }

    /// Clears the product's table.
    pub fn wipe() {
        Avr163::wipe();
    }
}

#[cfg(not(feature = "kernels"))]
mod chosen {
    use super::El;
    pub use crate::portable::{inv, mul, sqr, wipe};

    /// r = a b for the `b` of the last product.
    pub fn mul_again(r: &mut El, a: &El, b: &El) {
        mul(r, a, b);
    }

    /// r += a.
    #[inline(never)]
    pub fn add(r: &mut El, a: &El) {
        for (r, a) in r.iter_mut().zip(a) {
            *r ^= a;
        }
    }
}

pub use chosen::{add, inv, mul, mul_again, sqr, wipe};

/// r = r^(2^n).
#[inline(never)]
pub fn sqr_times(r: &mut El, n: u8) {
    let mut t = [0; 21];
    for _ in 0..n / 2 {
        sqr(&mut t, r);
        sqr(r, &t);
    }
    if n % 2 == 1 {
        t = *r;
        sqr(r, &t);
    }
}

/// Whether a = 0; the answer may be public.
pub fn is_zero_vartime(a: &El) -> bool {
    a.iter().fold(0, |r, a| r | a) == 0
}

/// The trace of `a`: a modulo x^163 + x^7 + x^6 + x^3 + 1 has the sum of coefficients 0 and 157.
pub fn trace(a: &El) -> u8 {
    (a[0] ^ (a[19] >> 5)) & 1
}
