//! Products of the fixed fields with `MUL`, `UMULH` and `ADCS`, which every `AArch64` has.
//!
//! Schoolbook products without Karatsuba, for cores that start a `mul` or `umulh` every cycle or
//! two (Neoverse V1 and later, Apple). Primes of four words are inlined, product and reduction in
//! registers (`four_words.rs`); primes of six and nine words are functions (`six_words.rs`,
//! `nine_words.rs`, where 2^521 - 1 has its reduction); products of complex numbers save reductions
//! (`complex.rs`); all others use plain Rust. Read `limb/aarch64/text.rs` first. The compiler
//! chooses, per prime, and places the registers; it never sees a carry, which lives inside one
//! `asm!`.
//!
//! Narrow cores take three cycles for a `mul`. There products are functions by Karatsuba's method
//! (`narrow.rs`), and NEON squares words (`narrow_squares.rs`). One kernel set has both, so that
//! everything above it is compiled once.

#[allow(clippy::duplicate_mod, reason = "limb has the same macros")]
#[macro_use]
#[path = "../../../../limb/aarch64/text.rs"]
mod text;
mod complex;
mod four_words;
mod narrow;
mod narrow_squares;
mod nine_words;
mod six_words;
mod sums;

use super::kernel::{KernelSet, products, sealed::Products};
#[cfg(target_feature = "neon")]
use super::ladder_25519;
use super::parameters::{Derived, PrimeParameters, equal, from_hex};
use super::portable;
use crate::cpu::Features;
use crate::limb::{Bits, Mask, WORD_BITS, Word};

/// `AArch64`, every core: products for wide ones, or for narrow ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Umulh {
    narrow: bool,
}

impl Umulh {
    /// For cores that start a product of words each cycle or two.
    pub const WIDE: Self = Self { narrow: false };
    /// For cores with [`Features::NARROW`]. It computes the same on all.
    pub const NARROW: Self = Self { narrow: true };
}

impl KernelSet for Umulh {
    const NAME: &'static str = "umulh";

    fn available(features: Features) -> Option<Self> {
        let narrow = features.allows(Features::NARROW);
        features.allows(Features::UMULH).then_some(Self { narrow })
    }
}

/// Primes with a reduction of their own, and their bit lengths.
const P256: (&str, usize) =
    ("ffffffff00000001 0000000000000000 00000000ffffffff ffffffffffffffff", 256);
const F25519: (&str, usize) =
    ("7fffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffed", 256);
const P384: (&str, usize) = (
    "ffffffffffffffff ffffffffffffffff ffffffffffffffff \
     fffffffffffffffe ffffffff00000000 00000000ffffffff",
    384,
);
const P521: (&str, usize) = (
    "1ff ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff \
     ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff",
    576,
);

const fn is<P: PrimeParameters<N>, const N: usize>((prime, bits): (&str, usize)) -> bool {
    N * WORD_BITS == bits && equal(&P::MODULUS, &from_hex(prime))
}

/// Whether elements are folded to 255 bits and a little.
const fn is_short<P: PrimeParameters<N>, const N: usize>() -> bool {
    N == 4 && P::FOLDS && P::BITS == 255 && P::FOLD >> 32 == 0
}

/// The kernel that serves a prime.
enum Way {
    P256,
    FoldFour,
    MontgomeryFour,
    P384,
    MontgomerySix,
    P521,
    Other,
}

const fn way<P: PrimeParameters<N>, const N: usize>() -> Way {
    match N {
        4 if P::FOLDS => Way::FoldFour,
        4 if is::<P, N>(P256) => Way::P256,
        4 => Way::MontgomeryFour,
        6 if is::<P, N>(P384) => Way::P384,
        6 if !P::FOLDS => Way::MontgomerySix,
        9 if is::<P, N>(P521) => Way::P521,
        _ => Way::Other,
    }
}

/// The prime and `-1/p mod 2^64` above it, in one place in memory, for primes of four and six
/// words.
const fn constants<P: PrimeParameters<N>, const N: usize>() -> [Word; 7] {
    let (mut words, mut i) = ([P::M_INVERSE; 7], 0);
    // The compiler evaluates this for other primes, too.
    while i < 6 && i < N {
        words[i] = P::MODULUS[i];
        i += 1;
    }
    words
}

/// The same array; `N` and `M` must be equal.
#[inline(always)]
const fn sized<const N: usize, const M: usize>(a: &[Word; N]) -> [Word; M] {
    *a.first_chunk().expect("equal lengths")
}

/// A reference to the same array; `N` and `M` must be equal.
#[inline(always)]
const fn of<const N: usize, const M: usize>(a: &[Word; N]) -> &[Word; M] {
    a.first_chunk().expect("equal lengths")
}

/// Both halves; `N` and `M` must be equal.
#[inline(always)]
fn halves<const N: usize, const M: usize>(t: &[[Word; N]; 2]) -> [[Word; M]; 2] {
    [sized(&t[0]), sized(&t[1])]
}

/// Both numbers in one place; `BOTH` must be `2 N`.
#[inline(always)]
const fn both<const N: usize, const BOTH: usize>(a: &[[Word; N]; 2]) -> &[Word; BOTH] {
    a.as_flattened().first_chunk().expect("twice as many words")
}

/// Whether `4 p < R`, so that sums of two elements can be factors, and there are kernels.
const fn has_free_bits<P: PrimeParameters<N>, const N: usize>() -> bool {
    !P::FOLDS && (N == 4 || N == 6) && P::BITS <= N * WORD_BITS - 2
}

/// Products of six words are functions: inlined, the products of a point addition would
/// fill the instruction cache.
#[inline(never)]
fn mul_six<P: PrimeParameters<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    reduce_six::<P, N>(&six_words::mul(of(a), of(b)))
}

/// Products on narrow cores, of four, six or nine words. Functions, too: they are longer.
#[inline(never)]
fn mul_narrow<P: PrimeParameters<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    Umulh::NARROW.reduce::<P, N>(&wide_narrow(a, b))
}

#[inline(always)]
fn wide_narrow<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    match const { N } {
        4 => narrow::mul_four(of(a), of(b)).map(|half| sized(&half)),
        9 => narrow::mul_nine(of(a), of(b)).map(|half| sized(&half)),
        _ => narrow::mul_six(of(a), of(b)).map(|half| sized(&half)),
    }
}

/// Squares on narrow cores.
#[inline(never)]
fn sqr_narrow<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    Umulh::NARROW.reduce::<P, N>(&square_narrow(a))
}

#[inline(always)]
fn square_narrow<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    match const { N } {
        4 => narrow_squares::sqr_four(of(a)).map(|half| sized(&half)),
        9 => narrow_squares::sqr_nine(of(a)).map(|half| sized(&half)),
        _ => narrow_squares::sqr_six(of(a)).map(|half| sized(&half)),
    }
}

#[inline(never)]
fn sqr_wide_narrow<const N: usize>(a: &[Word; N]) -> [[Word; N]; 2] {
    square_narrow(a)
}

#[inline(never)]
fn mul_wide_narrow<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
    wide_narrow(a, b)
}

/// `a + b`, which has no carry.
#[inline(always)]
fn plain_sum<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    portable::add_words(a, b, 0).0
}

/// A product of complex numbers, as in `complex.rs`, by narrow products.
#[inline(never)]
fn complex_product_narrow<P: PrimeParameters<N>, const N: usize>(
    a: &[[Word; N]; 2],
    b: &[[Word; N]; 2],
) -> [[[Word; N]; 2]; 2] {
    let this = Umulh::NARROW;
    let v = [mul_wide_narrow(&a[0], &b[0]), mul_wide_narrow(&a[1], &b[1])];
    let all = mul_wide_narrow(&plain_sum(&a[0], &a[1]), &plain_sum(&b[0], &b[1]));
    // The middle is not negative: no multiple of the prime is added.
    let middle = this.sub_wide::<P, N>(&this.sub_wide::<P, N>(&all, &v[0]), &v[1]);
    [this.sub_wide::<P, N>(&v[0], &v[1]), middle]
}

/// A square of a complex number in the same way.
#[inline(never)]
fn complex_square_narrow<P: PrimeParameters<N>, const N: usize>(
    a: &[[Word; N]; 2],
) -> [[[Word; N]; 2]; 2] {
    let difference = Umulh::NARROW.difference::<P, N>(&a[0], &a[1]);
    [
        mul_wide_narrow(&plain_sum(&a[0], &a[1]), &difference),
        mul_wide_narrow(&plain_sum(&a[0], &a[0]), &a[1]),
    ]
}

#[inline(never)]
fn sqr_six<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    reduce_six::<P, N>(&six_words::sqr(of(a)))
}

#[inline(always)]
fn reduce_six<P: PrimeParameters<N>, const N: usize>(t: &[[Word; 6]; 2]) -> [Word; N] {
    match const { way::<P, N>() } {
        Way::P384 => sized(&six_words::reduce_p384(t)),
        _ => sized(&six_words::reduce::<P, N>(t)),
    }
}

/// Products of nine words are functions, too.
#[inline(never)]
fn mul_nine<P: PrimeParameters<N>, const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
    Umulh::WIDE.reduce::<P, N>(&nine_words::mul(of(a), of(b)).map(|half| sized(&half)))
}

#[inline(never)]
fn sqr_nine<P: PrimeParameters<N>, const N: usize>(a: &[Word; N]) -> [Word; N] {
    Umulh::WIDE.reduce::<P, N>(&nine_words::sqr(of(a)).map(|half| sized(&half)))
}

impl Products for Umulh {
    products! {
        fn mul(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { N == 4 || N == 6 && !P::FOLDS || N == 9 } && self.narrow {
                return mul_narrow::<P, N>(a, b);
            }
            match const { way::<P, N>() } {
                Way::P256 | Way::FoldFour | Way::MontgomeryFour => {
                    self.reduce::<P, N>(&self.mul_wide::<P, N>(a, b))
                }
                Way::P384 | Way::MontgomerySix => mul_six::<P, N>(a, b),
                _ if const { N == 9 } => mul_nine::<P, N>(a, b),
                _ => portable::reduce::<P, N>(portable::mul_wide(a, b)),
            }
        }
        fn sqr(self, a: &[Word; N]) -> [Word; N] {
            if const { N == 4 || N == 6 && !P::FOLDS || N == 9 } && self.narrow {
                return sqr_narrow::<P, N>(a);
            }
            match const { way::<P, N>() } {
                Way::P256 | Way::FoldFour | Way::MontgomeryFour => {
                    self.reduce::<P, N>(&self.sqr_wide::<P, N>(a))
                }
                Way::P384 | Way::MontgomerySix => sqr_six::<P, N>(a),
                _ if const { N == 9 } => sqr_nine::<P, N>(a),
                _ => portable::reduce::<P, N>(portable::sqr_wide(a)),
            }
        }
        fn mul_wide(self, a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
            if const { N == 4 || N == 6 || N == 9 } && self.narrow {
                return mul_wide_narrow(a, b);
            }
            match const { N } {
                4 => four_words::mul(of(a), of(b)).map(|half| sized(&half)),
                6 => six_words::mul(of(a), of(b)).map(|half| sized(&half)),
                9 => nine_words::mul(of(a), of(b)).map(|half| sized(&half)),
                _ => portable::mul_wide(a, b),
            }
        }
        fn sqr_wide(self, a: &[Word; N]) -> [[Word; N]; 2] {
            if const { N == 4 || N == 6 || N == 9 } && self.narrow {
                return sqr_wide_narrow(a);
            }
            match const { N } {
                4 => four_words::sqr(of(a)).map(|half| sized(&half)),
                6 => six_words::sqr(of(a)).map(|half| sized(&half)),
                9 => nine_words::sqr(of(a)).map(|half| sized(&half)),
                _ => portable::sqr_wide(a),
            }
        }
        fn reduce(self, t: &[[Word; N]; 2]) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::P256 => sized(&four_words::reduce_p256(&halves(t))),
                Way::FoldFour => sized(&four_words::fold::<P, N>(&halves(t))),
                Way::MontgomeryFour => sized(&four_words::reduce::<P, N>(&halves(t))),
                Way::P384 | Way::MontgomerySix => reduce_six::<P, N>(&halves(t)),
                Way::P521 => sized(&nine_words::reduce_p521(&halves(t))),
                Way::Other => portable::reduce::<P, N>(*t),
            }
        }
        fn mul_small_folded(self, a: &[Word; N], n: Word) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::FoldFour => sized(&four_words::mul_small::<P, N>(of(a), n)),
                _ => portable::mul_small_folded::<P, N>(a, n),
            }
        }
        fn add(self, a: &[Word; N], b: &[Word; N], carry: Word) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::P256 | Way::MontgomeryFour => {
                    sized(&sums::add_four(of(a), of(b), carry, of(const { &P::MODULUS })))
                }
                Way::P384 | Way::MontgomerySix => {
                    sized(&sums::add_six(of(a), of(b), carry, of(const { &P::MODULUS })))
                }
                _ => portable::add::<P, N>(a, b, carry),
            }
        }
        fn sub(self, a: &[Word; N], b: &[Word; N], borrow: Word) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::P256 | Way::MontgomeryFour => {
                    sized(&sums::sub_four(of(a), of(b), borrow, of(const { &P::MODULUS })))
                }
                Way::P384 | Way::MontgomerySix => {
                    sized(&sums::sub_six(of(a), of(b), borrow, of(const { &P::MODULUS })))
                }
                _ => portable::sub::<P, N>(a, b, borrow),
            }
        }
        fn add_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            match const { way::<P, N>() } {
                Way::P256 | Way::MontgomeryFour => {
                    sums::add_wide_four(&halves(a), &halves(b), of(const { &P::MODULUS }))
                        .map(|half| sized(&half))
                }
                Way::P384 | Way::MontgomerySix => {
                    sums::add_wide_six(&halves(a), &halves(b), of(const { &P::MODULUS }))
                        .map(|half| sized(&half))
                }
                _ => {
                    let (low, carry) = portable::add_words(&a[0], &b[0], 0);
                    [low, self.add::<P, N>(&a[1], &b[1], carry)]
                }
            }
        }
        fn sub_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            match const { way::<P, N>() } {
                Way::P256 | Way::MontgomeryFour => {
                    sums::sub_wide_four(&halves(a), &halves(b), of(const { &P::MODULUS }))
                        .map(|half| sized(&half))
                }
                Way::P384 | Way::MontgomerySix => {
                    sums::sub_wide_six(&halves(a), &halves(b), of(const { &P::MODULUS }))
                        .map(|half| sized(&half))
                }
                _ => {
                    let (low, borrow) = portable::sub_words(&a[0], &b[0], 0);
                    [low, self.sub::<P, N>(&a[1], &b[1], borrow)]
                }
            }
        }
        fn complex_product(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            let parts = self.complex_product_wide::<P, N>(a, b)?;
            Some([self.reduce::<P, N>(&parts[0]), self.reduce::<P, N>(&parts[1])])
        }
        fn complex_square(self, a: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            let parts = self.complex_square_wide::<P, N>(a)?;
            Some([self.reduce::<P, N>(&parts[0]), self.reduce::<P, N>(&parts[1])])
        }
        fn complex_product_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]> {
            if const { !has_free_bits::<P, N>() } {
                return None;
            }
            if self.narrow {
                return Some(complex_product_narrow::<P, N>(a, b));
            }
            let p = const { &P::MODULUS };
            Some(if const { N } == 4 {
                let v = [
                    four_words::mul(of(&a[0]), of(&b[0])),
                    four_words::mul(of(&a[1]), of(&b[1])),
                ];
                [
                    halves(&sums::sub_wide_four(&v[0], &v[1], of(p))),
                    halves(&complex::middle_four(both(a), both(b), &v)),
                ]
            } else {
                let v = [
                    six_words::mul(of(&a[0]), of(&b[0])),
                    six_words::mul(of(&a[1]), of(&b[1])),
                ];
                [
                    halves(&sums::sub_wide_six(&v[0], &v[1], of(p))),
                    halves(&complex::middle_six(both(a), both(b), &v)),
                ]
            })
        }
        fn complex_square_wide(self, a: &[[Word; N]; 2]) -> Option<[[[Word; N]; 2]; 2]> {
            if const { !has_free_bits::<P, N>() } {
                return None;
            }
            if self.narrow {
                return Some(complex_square_narrow::<P, N>(a));
            }
            let p = const { &P::MODULUS };
            Some(if const { N } == 4 {
                [
                    halves(&complex::by_difference_four(both(a), of(p))),
                    halves(&complex::twice_four(both(a))),
                ]
            } else {
                [
                    halves(&complex::by_difference_six(both(a), of(p))),
                    halves(&complex::twice_six(both(a))),
                ]
            })
        }
        fn montgomery_ladder(self, u: &[Word; N], k: Bits<'_>, a24: u32) -> Option<[[Word; N]; 2]> {
            #[cfg(target_feature = "neon")]
            if const { is::<P, N>(F25519) } && self.narrow && a24 == ladder_25519::A24 {
                return Some(ladder_25519::ladder(of(u), k).map(|number| sized(&number)));
            }
            // The generic steps follow. After the branch above the compiler knows for 2^255 - 19
            // that the core is wide, and removes that test from each product.
            None
        }
        fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::FoldFour => sized(&sums::add_folded(of(a), of(b), P::FOLD)),
                Way::P256 | Way::MontgomeryFour => {
                    sized(&sums::sum_four(of(a), of(b), of(const { &P::MODULUS })))
                }
                Way::P384 | Way::MontgomerySix => {
                    sized(&sums::sum_six(of(a), of(b), of(const { &P::MODULUS })))
                }
                Way::P521 | Way::Other => portable::add::<P, N>(a, b, 0),
            }
        }
        fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            match const { way::<P, N>() } {
                Way::FoldFour => sized(&sums::sub_folded(of(a), of(b), P::FOLD)),
                Way::P256 | Way::MontgomeryFour => {
                    sized(&sums::difference_four(of(a), of(b), of(const { &P::MODULUS })))
                }
                Way::P384 | Way::MontgomerySix => {
                    sized(&sums::difference_six(of(a), of(b), of(const { &P::MODULUS })))
                }
                Way::P521 | Way::Other => portable::sub::<P, N>(a, b, 0),
            }
        }
        fn sum_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            match const { is_short::<P, N>() } {
                true => sized(&sums::add_short(of(a), of(b), P::FOLD)),
                false => self.sum::<P, N>(a, b),
            }
        }
        fn difference_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            match const { is_short::<P, N>() } {
                true => sized(&sums::sub_short(of(a), of(b), P::FOLD)),
                false => self.difference::<P, N>(a, b),
            }
        }
    }

    #[inline(always)]
    fn select<const N: usize>(self, c: Mask, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        if const { N == 4 } {
            return sized(&sums::select(c, of(a), of(b)));
        }
        portable::select(c, a, b)
    }
}

#[cfg(test)]
#[path = "../../../../../tests/proofs/fixed_assembly.rs"]
mod theorems;
