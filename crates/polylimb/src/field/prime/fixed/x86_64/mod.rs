//! Products of the fixed fields with MULX, ADCX and ADOX.
//!
//! Four-word primes with a short reduction have kernels of their own, product and reduction in registers; the others
//! take the rows of [`crate::limb`]. The choice is made by the compiler, per prime.
//!
//! The macros of `four_words.rs`, `p256.rs` and `fold.rs` expand to the text of the instructions; each kernel is one
//! `asm!` of such pieces, so that the compiler saves only the registers that matter around it.

#[macro_use]
mod four_words;
mod fold;
mod montgomery;
mod other;
mod p256;
mod sums;
mod wide;

use super::constants::{equal, from_hex};
use super::kernel::{KernelSet, sealed::Products};
use super::parameters::{Derived, PrimeParameters};
use super::portable;
use crate::cpu::Features;
use crate::limb::Word;

/// x86-64 with BMI2 and ADX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mulx(());

impl KernelSet for Mulx {
    const NAME: &'static str = "mulx";

    fn available(features: Features) -> Option<Self> {
        let needs = Features::BMI2.with(Features::ADX);
        features.intersection(Features::detect()).contains(needs).then_some(Self(()))
    }
}

/// Which kernel serves a prime.
enum Way {
    P256,
    FoldFour,
    MontgomeryFour,
    Other,
}

const fn way<P: PrimeParameters<N>, const N: usize>() -> Way {
    if N == 4 && P::FOLDS {
        Way::FoldFour
    } else if N == 4 && equal(&P::MODULUS, &from_hex(p256::MODULUS)) {
        Way::P256
    } else if N == 4 {
        Way::MontgomeryFour
    } else {
        Way::Other
    }
}

/// The same array, whose length the caller has compared with 4.
#[inline(always)]
fn four<const N: usize>(a: &[Word; N]) -> &[Word; 4] {
    a.first_chunk().expect("four words")
}

/// The same array, its length given as a number again.
#[inline(always)]
fn generic<T: Copy, const N: usize>(r: [T; 4]) -> [T; N] {
    *r.first_chunk().expect("four words")
}

// SAFETY of all calls below: a `Mulx` is only made where the CPU has BMI2 and ADX.
macro_rules! by_way {
    ($P:ident, $N:ident, $function:ident($($argument:expr),*), $other:expr) => {
        match const { way::<$P, $N>() } {
            // SAFETY: see above.
            Way::P256 => generic(unsafe { p256::$function($(four($argument)),*) }),
            // SAFETY: see above.
            Way::FoldFour => generic(unsafe { fold::$function::<$P, $N>($(four($argument)),*) }),
            Way::MontgomeryFour => {
                // SAFETY: see above.
                generic(unsafe { montgomery::$function::<$P, $N>($(four($argument)),*) })
            }
            Way::Other => $other,
        }
    };
}

impl Products for Mulx {
    #[inline(always)]
    fn mul<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        by_way!(P, N, mul(a, b), other::mul::<P, N>(a, b))
    }

    #[inline(always)]
    fn sqr<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [Word; N] {
        by_way!(P, N, sqr(a), other::sqr::<P, N>(a))
    }

    #[inline(always)]
    fn mul_wide<P: PrimeParameters<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
    ) -> [[Word; N]; 2] {
        match const { N } {
            // SAFETY: see above.
            4 => unsafe { wide::mul(four(a), four(b)) }.map(generic),
            _ => other::mul_wide(a, b),
        }
    }

    #[inline(always)]
    fn sqr_wide<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [[Word; N]; 2] {
        match const { N } {
            // SAFETY: see above.
            4 => unsafe { wide::sqr(four(a)) }.map(generic),
            _ => other::sqr_wide(a),
        }
    }

    #[inline(always)]
    fn reduce<P: PrimeParameters<N>, const N: usize>(self, t: &[[Word; N]; 2]) -> [Word; N] {
        let [low, high] = t;
        match const { way::<P, N>() } {
            // SAFETY: see above.
            Way::P256 => generic(unsafe { p256::reduce(&[*four(low), *four(high)]) }),
            // SAFETY: see above.
            Way::FoldFour => generic(unsafe { fold::reduce::<P, N>(&[*four(low), *four(high)]) }),
            Way::MontgomeryFour => {
                // SAFETY: see above.
                generic(unsafe { montgomery::reduce::<P, N>(&[*four(low), *four(high)]) })
            }
            Way::Other => other::reduce::<P, N>(t),
        }
    }

    #[inline(always)]
    fn add<P: PrimeParameters<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
        carry: Word,
    ) -> [Word; N] {
        match const { way::<P, N>() } {
            Way::P256 | Way::MontgomeryFour => {
                generic(sums::add(four(a), four(b), carry, four(const { &P::MODULUS })))
            }
            _ => portable::add::<P, N>(a, b, carry),
        }
    }

    #[inline(always)]
    fn sub<P: PrimeParameters<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
        borrow: Word,
    ) -> [Word; N] {
        match const { way::<P, N>() } {
            Way::P256 | Way::MontgomeryFour => {
                generic(sums::sub(four(a), four(b), borrow, four(const { &P::MODULUS })))
            }
            _ => portable::sub::<P, N>(a, b, borrow),
        }
    }
}
