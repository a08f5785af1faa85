//! Products modulo the other primes: from the rows of [`crate::limb`], or in plain Rust where a call would cost more
//! than the rows save (P-192: 7.8 ns inlined, 15.7 by rows).

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::field::prime::fixed::portable;
use crate::limb::{Kernel, Word};

const LIMB: Kernel = Kernel::MULX;
/// From this many words on rows are faster.
const ROWS_FROM: usize = 4;

/// `a b / R mod p`, or `a b mod p` where elements are folded.
#[inline]
pub(super) fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
) -> [Word; N] {
    if N < ROWS_FROM {
        return portable::reduce::<P, N>(portable::mul_wide(a, b));
    }
    if !P::FOLDS && LIMB.fuses_montgomery(N) {
        let mut r = [0; N];
        LIMB.montgomery_mul(&mut r, a, b, &P::MODULUS, P::M_INVERSE, &mut []);
        return r;
    }
    reduce::<P, N>(&mul_wide(a, b))
}

/// `a² / R mod p`, or `a² mod p` where elements are folded.
#[inline]
pub(super) fn sqr<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    if N < ROWS_FROM {
        return portable::reduce::<P, N>(portable::sqr_wide(a));
    }
    if !P::FOLDS && LIMB.fuses_montgomery(N) {
        return mul::<P, N>(a, a);
    }
    reduce::<P, N>(&sqr_wide(a))
}

/// `a b`.
#[inline]
pub(super) fn mul_wide<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    if N < ROWS_FROM {
        return portable::mul_wide(a, b);
    }
    let mut t = [[0; N]; 2];
    LIMB.schoolbook(t.as_flattened_mut(), a, b);
    t
}

/// `a²`.
#[inline]
pub(super) fn sqr_wide<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    if N < ROWS_FROM {
        return portable::sqr_wide(a);
    }
    let mut t = [[0; N]; 2];
    LIMB.schoolbook_square(t.as_flattened_mut(), a);
    t
}

/// `t / R mod p`, or `t mod p` where elements are folded.
#[inline]
pub(super) fn reduce<P: PrimeParameters<N>, const N: usize>(t: &[[Word; N]; 2]) -> [Word; N] {
    if P::FOLDS || N < ROWS_FROM {
        return portable::reduce::<P, N>(*t);
    }
    let (mut t, mut r) = (*t, [0; N]);
    let above = LIMB.montgomery_reduce(t.as_flattened_mut(), &P::MODULUS, P::M_INVERSE);
    LIMB.subtract_once(&mut r, above, &t[1], &P::MODULUS);
    r
}
