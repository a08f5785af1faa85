//! Products modulo the other primes, from the rows of [`crate::limb`].

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::field::prime::fixed::portable;
use crate::limb::{Kernel, Word};

const LIMB: Kernel = Kernel::MULX;

/// `a b / R mod p`, or `a b mod p` where elements are folded.
#[inline]
pub(super) fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
) -> [Word; N] {
    if !P::FOLDS && LIMB.fuses_montgomery(N) {
        let mut r = [0; N];
        LIMB.montgomery_mul(&mut r, a, b, &P::MODULUS, P::M_INVERSE, &mut []);
        return r;
    }
    reduce::<P, N>(&mul_wide(a, b))
}

/// `a b`.
#[inline]
pub(super) fn mul_wide<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = [[0; N]; 2];
    LIMB.schoolbook(t.as_flattened_mut(), a, b);
    t
}

/// `a²`.
#[inline]
pub(super) fn sqr_wide<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = [[0; N]; 2];
    LIMB.schoolbook_square(t.as_flattened_mut(), a);
    t
}

/// `t / R mod p`, or `t mod p` where elements are folded.
#[inline]
pub(super) fn reduce<P: PrimeParameters<N>, const N: usize>(t: &[[Word; N]; 2]) -> [Word; N] {
    if P::FOLDS {
        return portable::reduce::<P, N>(*t);
    }
    let (mut t, mut r) = (*t, [0; N]);
    let above = LIMB.montgomery_reduce(t.as_flattened_mut(), &P::MODULUS, P::M_INVERSE);
    LIMB.subtract_once(&mut r, above, &t[1], &P::MODULUS);
    r
}
