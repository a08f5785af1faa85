//! Products modulo primes that do not have four words.
//!
//! Six words have kernels of their own; products of six and nine words come from `many_words.rs`.
//! All others come from the rows of [`crate::limb`], or from plain Rust where a call would cost
//! more than the rows save (P-192: 7.8 ns inlined, 15.7 by rows).

use super::{P384, many_words, p384, six_words, sized};
use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::field::prime::fixed::portable;
use crate::limb::{Kernel, Word};
use core::mem::MaybeUninit;

const LIMB: Kernel = Kernel::MULX;
/// Fewest words for which rows are faster.
const ROWS_FROM: usize = 4;

/// Whether the kernels of six words serve the prime.
pub(super) const fn is_six<P: PrimeParameters<N>, const N: usize>() -> bool {
    !P::FOLDS && N == 6 && P::BITS <= 382
}

/// Whether product and reduction are one function of `limb`.
const fn is_fused<P: PrimeParameters<N>, const N: usize>() -> bool {
    !P::FOLDS && N >= ROWS_FROM && N <= 8 && !super::is::<P, N>(P384)
}

/// `a b / R mod p`, or `a b mod p` where elements are folded.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
) -> [Word; N] {
    // SAFETY: as the caller's.
    unsafe { mul_out_of_line::<P, N>(a, b) }
}

/// `a² / R mod p`, or `a² mod p` where elements are folded.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn sqr<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    // SAFETY: the caller's contract is the same.
    unsafe { sqr_out_of_line::<P, N>(a) }
}

/// Inlined, the products of a point addition would fill the instruction cache: 1.3 KiB each for six
/// words, 2 KiB for nine; inlined products of three words would take a third of the compile time of
/// all prime fields.
#[inline(never)]
unsafe fn mul_out_of_line<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    b: &[Word; N],
) -> [Word; N] {
    if N < ROWS_FROM {
        return portable::reduce::<P, N>(portable::mul_wide(a, b));
    }
    if const { is_six::<P, N>() } {
        // SAFETY: the caller's contract is the same; both have six words.
        return sized(&unsafe { six_words::mul::<P, N>(a.as_ptr(), b.as_ptr()) });
    }
    if const { is_fused::<P, N>() } {
        let mut r = [0; N];
        LIMB.montgomery_mul(&mut r, a, b, &P::MODULUS, P::M_INVERSE, &mut []);
        return r;
    }
    // SAFETY: the caller's contract is the same.
    unsafe { reduce::<P, N>(&mul_wide(a, b)) }
}

#[inline(never)]
unsafe fn sqr_out_of_line<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    // SAFETY: the caller's contract is the same.
    unsafe {
        if N < ROWS_FROM {
            portable::reduce::<P, N>(portable::sqr_wide(a))
        } else if const { is_fused::<P, N>() && !is_six::<P, N>() } {
            mul_out_of_line::<P, N>(a, a)
        } else {
            reduce::<P, N>(&sqr_wide(a))
        }
    }
}

/// `a^(2^times)` for six words. The result of a function is copied by loads that wait for its
/// stores, a sixth of the time of a power: here only the last one is.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(never)]
pub(super) unsafe fn sqr_times<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; N],
    times: usize,
) -> [Word; N] {
    let (mut r, mut t) = (*a, MaybeUninit::<[[Word; N]; 2]>::uninit());
    for _ in 0..times {
        // SAFETY: the caller's contract is the same; `r` has six words, and `t` twelve, which the
        // square writes.
        r = unsafe {
            many_words::sqr_6(t.as_mut_ptr().cast(), r.as_ptr());
            sized(&six_words::reduce::<P, N>(t.as_ptr().cast()))
        };
    }
    r
}

/// `(a₀ + a₁ u)(b₀ + b₁ u)` for `u² = -1`.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn complex_product<P: PrimeParameters<N>, const N: usize>(
    a: &[[Word; N]; 2],
    b: &[[Word; N]; 2],
) -> Option<[[Word; N]; 2]> {
    if const { !is_six::<P, N>() } {
        return None;
    }
    // p if b₁ is 0.
    let negative = portable::sub_words(&P::MODULUS, &b[1], 0).0;
    let (a, re, im) = (a.as_ptr().cast(), [b[0], negative], [b[1], b[0]]);
    // SAFETY: the caller's contract is the same; all have twelve words.
    unsafe {
        Some([
            sized(&six_words::sum_of_two::<P, N>(a, re.as_ptr().cast())),
            sized(&six_words::sum_of_two::<P, N>(a, im.as_ptr().cast())),
        ])
    }
}

/// `a b`.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn mul_wide<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = MaybeUninit::<[[Word; N]; 2]>::uninit();
    // SAFETY: all have `N` words, or twice as many; the kernels write all of `t`.
    unsafe {
        match const { N } {
            6 => many_words::mul_6(t.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr()),
            9 => many_words::mul_9(t.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr()),
            ..ROWS_FROM => return portable::mul_wide(a, b),
            _ => LIMB.schoolbook(t.write([[0; N]; 2]).as_flattened_mut(), a, b),
        }
        t.assume_init()
    }
}

/// `a²`.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn sqr_wide<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    let mut t = MaybeUninit::<[[Word; N]; 2]>::uninit();
    // SAFETY: all have `N` words, or twice as many; the kernels write all of `t`.
    unsafe {
        match const { N } {
            6 => many_words::sqr_6(t.as_mut_ptr().cast(), a.as_ptr()),
            9 => many_words::sqr_9(t.as_mut_ptr().cast(), a.as_ptr()),
            ..ROWS_FROM => return portable::sqr_wide(a),
            _ => LIMB.schoolbook_square(t.write([[0; N]; 2]).as_flattened_mut(), a),
        }
        t.assume_init()
    }
}

/// `t / R mod p`, or `t mod p` where elements are folded.
///
/// SAFETY: the CPU has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn reduce<P: PrimeParameters<N>, const N: usize>(
    t: &[[Word; N]; 2],
) -> [Word; N] {
    if P::FOLDS || N < ROWS_FROM {
        return portable::reduce::<P, N>(*t);
    }
    if const { super::is::<P, N>(P384) } {
        // SAFETY: the caller's contract is the same; `t` has twelve words.
        return sized(&unsafe { p384::reduce(t.as_ptr().cast()) });
    }
    if const { is_six::<P, N>() } {
        // SAFETY: the caller's contract is the same; `t` has twelve words.
        return sized(&unsafe { six_words::reduce::<P, N>(t.as_ptr().cast()) });
    }
    let (mut t, mut r) = (*t, [0; N]);
    let above = LIMB.montgomery_reduce(t.as_flattened_mut(), &P::MODULUS, P::M_INVERSE);
    LIMB.subtract_once(&mut r, above, &t[1], &P::MODULUS);
    r
}
