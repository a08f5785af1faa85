//! Products of the fixed fields with MULX, ADCX and ADOX.
//!
//! Primes of four words have kernels with product and reduction in registers (`four_words.rs`,
//! `fold.rs`); primes of six words come close (`six_words.rs`,
//! `p384.rs`); products of nine words go through memory (`many_words.rs`). The
//! compiler chooses, per prime.
//!
//! The macros expand to the text of the instructions, and a kernel is one `asm!` of such pieces.
//! Kernels of four words are inlined: out of line a product modulo P-256 took 13.6 ns and not 7.7,
//! because the result was copied by vector loads that had to wait for its four stores.
//!
//! **Cost.** Zen 5 runs these kernels as if it executed four operations a cycle, where `mulx`
//! counts as two, and `xor` of a register with itself, `mov` and memory operands as none: 109 for a
//! product modulo P-256, 28 cycles side by side and 32 one after another.

#[macro_use]
mod four_words;
mod fold;
#[macro_use]
mod many_words;
mod other;
mod p384;
mod six_words;
mod sums;

use super::kernel::{KernelSet, Portable, products, sealed::Products};
use super::parameters::{Derived, PrimeParameters, equal, from_hex};
use super::portable;
use crate::cpu::Features;
use crate::limb::{WORD_BITS, Word};

/// x86-64 with BMI2 and ADX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mulx(());

impl KernelSet for Mulx {
    const NAME: &'static str = "mulx";

    fn available(features: Features) -> Option<Self> {
        features.allows(Features::MULX).then_some(Self(()))
    }
}

/// Primes with a reduction of their own, and their bit lengths.
const P256: (&str, usize) =
    ("ffffffff00000001 0000000000000000 00000000ffffffff ffffffffffffffff", 256);
const P384: (&str, usize) = (
    "ffffffffffffffff ffffffffffffffff ffffffffffffffff \
     fffffffffffffffe ffffffff00000000 00000000ffffffff",
    384,
);

const fn is<P: PrimeParameters<N>, const N: usize>((prime, bits): (&str, usize)) -> bool {
    N * WORD_BITS == bits && equal(&P::MODULUS, &from_hex(prime))
}

/// The kernel that serves a prime.
enum Way {
    P256,
    FoldFour,
    MontgomeryFour,
    Other,
}

const fn way<P: PrimeParameters<N>, const N: usize>() -> Way {
    match N {
        4 if P::FOLDS => Way::FoldFour,
        4 if is::<P, N>(P256) => Way::P256,
        4 => Way::MontgomeryFour,
        _ => Way::Other,
    }
}

/// The same array; `N` and `M` must be equal.
#[inline(always)]
fn sized<const N: usize, const M: usize>(a: &[Word; N]) -> [Word; M] {
    *a.first_chunk().expect("equal lengths")
}

/// A reference to the same array; `N` must be 4.
#[inline(always)]
fn four<const N: usize>(a: &[Word; N]) -> &[Word; 4] {
    a.first_chunk().expect("four words")
}

/// A reference to the same array; `N` must be 6.
#[inline(always)]
fn six<const N: usize>(a: &[Word; N]) -> &[Word; 6] {
    a.first_chunk().expect("six words")
}

/// Whether `4 p < R`, so that factors of `F_p²` may be unreduced sums, and sums have kernels.
const fn has_free_bits<P: PrimeParameters<N>, const N: usize>() -> bool {
    !P::FOLDS && (N == 4 || N == 6) && P::BITS <= N * WORD_BITS - 2
}

/// The factors of a square of `F_p²`: `a₀ + a₁` and `a₀ - a₁ + p`, `2 a₀` and `a₁`. Only for primes
/// with free bits: the first two are below `2 p`, their product is below `p R`.
#[inline(always)]
fn factors_of_square<P: PrimeParameters<N>, const N: usize>(a: &[[Word; N]; 2]) -> [[Word; N]; 3] {
    let negative = sums::sub_words(&P::MODULUS, &a[1]).0;
    [
        sums::add_words(&a[0], &a[1]).0,
        sums::add_words(&a[0], &negative).0,
        sums::add_words(&a[0], &a[0]).0,
    ]
}

/// The kernel for a prime. SAFETY of all uses: a `Mulx` is only made where the CPU has BMI2 and
/// ADX.
macro_rules! by_way {
    ($P:ident, $N:ident, $function:ident($($argument:expr),*), $other:expr) => {
        // SAFETY: see the macro.
        unsafe {
            match const { way::<$P, $N>() } {
                Way::P256 => sized(&four_words::p256::$function($(four($argument)),*)),
                Way::FoldFour => sized(&fold::$function::<$P, $N>($(four($argument)),*)),
                Way::MontgomeryFour => sized(&four_words::montgomery::$function::<$P, $N>($(four($argument)),*)),
                Way::Other => $other,
            }
        }
    };
}

/// The sums of both kernel sets; every x86-64 has their instructions.
macro_rules! sums {
    () => {
        products! {
            fn add(self, a: &[Word; N], b: &[Word; N], carry: Word) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::P256 | Way::MontgomeryFour => {
                        sized(&sums::add(four(a), four(b), carry, four(const { &P::MODULUS })))
                    }
                    Way::Other if other::is_six::<P, N>() => {
                        sized(&sums::add_6(six(a), six(b), carry, six(const { &P::MODULUS })))
                    }
                    _ => portable::add::<P, N>(a, b, carry),
                }
            }
            fn sub(self, a: &[Word; N], b: &[Word; N], borrow: Word) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::P256 | Way::MontgomeryFour => {
                        sized(&sums::sub(four(a), four(b), borrow, four(const { &P::MODULUS })))
                    }
                    Way::Other if other::is_six::<P, N>() => {
                        sized(&sums::sub_6(six(a), six(b), borrow, six(const { &P::MODULUS })))
                    }
                    _ => portable::sub::<P, N>(a, b, borrow),
                }
            }
            fn add_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
                let (low, carry) = sums::add_words(&a[0], &b[0]);
                [low, self.add::<P, N>(&a[1], &b[1], carry)]
            }
            fn sub_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
                let (low, borrow) = sums::sub_words(&a[0], &b[0]);
                [low, self.sub::<P, N>(&a[1], &b[1], borrow)]
            }
            fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::FoldFour => sized(&sums::add_folded(four(a), four(b), P::FOLD)),
                    _ => self.add::<P, N>(a, b, 0),
                }
            }
            fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::FoldFour => sized(&sums::sub_folded(four(a), four(b), P::FOLD)),
                    _ => self.sub::<P, N>(a, b, 0),
                }
            }
            fn triple_sum(self, a: &[Word; N], b: &[Word; N]) -> Option<[Word; N]> {
                match const { way::<P, N>() } {
                    Way::P256 => Some(sized(&sums::triple_sum(four(a), four(b)))),
                    _ => None,
                }
            }
            fn difference_of_double(self, a: &[Word; N], b: &[Word; N]) -> Option<[Word; N]> {
                match const { way::<P, N>() } {
                    Way::P256 => Some(sized(&sums::difference_of_double(four(a), four(b)))),
                    _ => None,
                }
            }
            fn double_difference(self, a: &[Word; N], b: &[Word; N]) -> Option<[Word; N]> {
                match const { way::<P, N>() } {
                    Way::P256 => Some(sized(&sums::double_difference(four(a), four(b)))),
                    _ => None,
                }
            }
            fn sum_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::FoldFour if P::BITS == 255 => {
                        debug_assert!(sums::is_short(four(a)) && sums::is_short(four(b)));
                        sized(&sums::add_short(four(a), four(b), P::FOLD))
                    }
                    _ => self.sum::<P, N>(a, b),
                }
            }
            fn difference_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                match const { way::<P, N>() } {
                    Way::FoldFour if P::BITS == 255 => {
                        debug_assert!(sums::is_short(four(a)) && sums::is_short(four(b)));
                        sized(&sums::sub_short(four(a), four(b), P::FOLD))
                    }
                    _ => self.difference::<P, N>(a, b),
                }
            }
        }
    };
}

impl Products for Mulx {
    products! {
        fn mul(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            by_way!(P, N, mul(a, b), other::mul::<P, N>(a, b))
        }
        fn sqr(self, a: &[Word; N]) -> [Word; N] {
            by_way!(P, N, sqr(a), other::sqr::<P, N>(a))
        }
        fn sqr_times(self, a: &[Word; N], times: usize) -> [Word; N] {
            if const { other::is_six::<P, N>() } {
                // SAFETY: as in `by_way`.
                return unsafe { other::sqr_times::<P, N>(a, times) };
            }
            (0..times).fold(*a, |r, _| self.sqr::<P, N>(&r))
        }
        fn complex_product(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            // SAFETY: as in `by_way`.
            unsafe { other::complex_product::<P, N>(a, b) }
        }
        fn complex_square(self, a: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            if const { !has_free_bits::<P, N>() } {
                return None;
            }
            let [sum, difference, twice] = factors_of_square::<P, N>(a);
            Some([self.mul::<P, N>(&sum, &difference), self.mul::<P, N>(&twice, &a[1])])
        }
        // The sums are not reduced: `(a₀ + a₁)(b₀ + b₁) - a₀ b₀ - a₁ b₁` is exact and below `p R`.
        fn complex_product_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]> {
            if const { !has_free_bits::<P, N>() } {
                return None;
            }
            let (s, t) = (sums::add_words(&a[0], &a[1]).0, sums::add_words(&b[0], &b[1]).0);
            let low = self.mul_wide::<P, N>(&a[0], &b[0]);
            let high = self.mul_wide::<P, N>(&a[1], &b[1]);
            let cross = self.mul_wide::<P, N>(&s, &t);
            Some([self.sub_wide::<P, N>(&low, &high), sums::less_two(&cross, &low, &high)])
        }
        fn complex_square_wide(self, a: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]> {
            if const { !has_free_bits::<P, N>() } {
                return None;
            }
            let [sum, difference, twice] = factors_of_square::<P, N>(a);
            Some([self.mul_wide::<P, N>(&sum, &difference), self.mul_wide::<P, N>(&twice, &a[1])])
        }
        fn mul_wide(self, a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
            // SAFETY: as in `by_way`.
            unsafe {
                match const { N } {
                    4 => four_words::mul(four(a), four(b)).map(|half| sized(&half)),
                    _ => other::mul_wide(a, b),
                }
            }
        }
        fn sqr_wide(self, a: &[Word; N]) -> [[Word; N]; 2] {
            // SAFETY: as in `by_way`.
            unsafe {
                match const { N } {
                    4 => four_words::sqr(four(a)).map(|half| sized(&half)),
                    _ => other::sqr_wide(a),
                }
            }
        }
        fn reduce(self, t: &[[Word; N]; 2]) -> [Word; N] {
            by_way!(P, N, reduce(&t[0], &t[1]), other::reduce::<P, N>(t))
        }
        fn mul_small_folded(self, a: &[Word; N], n: Word) -> [Word; N] {
            match const { way::<P, N>() } {
                // SAFETY: as in `by_way`.
                Way::FoldFour => sized(&unsafe { fold::mul_small::<P, N>(four(a), n) }),
                _ => portable::mul_small_folded::<P, N>(a, n),
            }
        }
    }
    sums!();
}

/// [`Mulx`] where the CPU has it, else plain Rust. Every product chooses, by a branch that is
/// always predicted, so that large formulas are compiled once and not for each kernel set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MulxIfAvailable(Option<Mulx>);

impl MulxIfAvailable {
    /// The kernel set within `features`.
    pub(crate) fn new(features: Features) -> Self {
        Self(Mulx::available(features))
    }
}

impl KernelSet for MulxIfAvailable {
    const NAME: &'static str = "mulx-if-available";

    fn available(features: Features) -> Option<Self> {
        Some(Self::new(features))
    }
}

/// Methods by `Mulx`; otherwise by plain Rust, in functions of their own, apart from its code.
macro_rules! if_available {
    ($($name:ident($($argument:ident: $type:ty),+) -> $out:ty;)+) => {$(
        #[inline(always)]
        fn $name<P: PrimeParameters<N>, const N: usize>(self, $($argument: $type),+) -> $out {
            #[cold]
            #[inline(never)]
            fn otherwise<P: PrimeParameters<N>, const N: usize>($($argument: $type),+) -> $out {
                Portable.$name::<P, N>($($argument),+)
            }
            match self.0 {
                Some(mulx) => mulx.$name::<P, N>($($argument),+),
                None => otherwise::<P, N>($($argument),+),
            }
        }
    )+};
}

impl Products for MulxIfAvailable {
    if_available! {
        mul(a: &[Word; N], b: &[Word; N]) -> [Word; N];
        sqr(a: &[Word; N]) -> [Word; N];
        sqr_times(a: &[Word; N], times: usize) -> [Word; N];
        mul_wide(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2];
        sqr_wide(a: &[Word; N]) -> [[Word; N]; 2];
        reduce(t: &[[Word; N]; 2]) -> [Word; N];
        mul_small_folded(a: &[Word; N], n: Word) -> [Word; N];
        complex_product(a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]>;
        complex_square(a: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]>;
        complex_product_wide(a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]>;
        complex_square_wide(a: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]>;
    }
    sums!();
}

#[cfg(test)]
#[path = "../../../../../tests/proofs/fixed_assembly.rs"]
mod theorems;
