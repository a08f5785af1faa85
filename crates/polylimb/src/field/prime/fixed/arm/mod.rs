//! Products modulo primes of eight 32-bit words by the kernels of [`crate::limb::arm`]; 2^255 - 19
//! and P-256 have their own. With `UMAAL` primes of twelve words have kernels, too (BLS12-381,
//! P-384). All other primes use plain Rust.
//!
//! The kernels of [`Umaal`], and of [`Umlal`] for processors before Armv6, come each from one
//! paper. [`Neon`] computes independent products two at a time, and products of `F_p²` as a whole;
//! single products and sums are as in `umaal`.

use super::kernel::{KernelSet, products, sealed::Products};
use super::named::primes;
use super::parameters::{Derived, PrimeParameters, equal};
use super::portable;
use crate::cpu::Features;
use crate::limb::arm::{self, ShortDigits, f25519, p256};
use crate::limb::{Bits, Word};

/// The set `umaal`: operand caching and separated reduction, four rows at a time, with `UMAAL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Umaal(());

impl KernelSet for Umaal {
    const NAME: &'static str = "umaal";

    fn available(features: Features) -> Option<Self> {
        features.allows(Features::UMAAL).then_some(Self(()))
    }
}

/// The set `umlal`: operand caching and Montgomery's reduction in Comba's columns with `UMLAL`,
/// carries and sums delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Umlal(());

impl KernelSet for Umlal {
    const NAME: &'static str = "umlal";

    fn available(_features: Features) -> Option<Self> {
        Some(Self(()))
    }
}

/// The set `neon`: two products, or one product of `F_p²`, at once with NEON; all else as in
/// `umaal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neon(());

impl KernelSet for Neon {
    const NAME: &'static str = "neon";

    fn available(features: Features) -> Option<Self> {
        features.allows(Features::NEON.with(Features::UMAAL)).then_some(Self(()))
    }
}

impl Neon {
    /// Makes the value without detection, for targets without `std`.
    ///
    /// # Safety
    /// This processor must have NEON; it then has `UMAAL` too, as every Armv7-A processor.
    #[must_use]
    pub const unsafe fn assumed() -> Self {
        Self(())
    }
}

/// The kernels of a set.
trait Kernels: Copy {
    /// Whether this processor has NEON, so that two products are computed at once.
    const TWO_WAY: bool = false;
    /// Whether it has `UMAAL`.
    const UMAAL: bool = true;

    fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    fn reduce(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word);
}

impl Kernels for Umaal {
    #[inline(always)]
    fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]) {
        arm::umaal_operand_caching(r, a, b);
    }

    #[inline(always)]
    fn reduce(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word) {
        arm::umaal_sos_by_four(r, t, m, minus_inverse);
    }
}

impl Kernels for Neon {
    const TWO_WAY: bool = true;

    #[inline(always)]
    fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]) {
        <Umaal as Kernels>::multiply(r, a, b);
    }

    #[inline(always)]
    fn reduce(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word) {
        <Umaal as Kernels>::reduce(r, t, m, minus_inverse);
    }
}

impl Kernels for Umlal {
    const UMAAL: bool = false;

    #[inline(always)]
    fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]) {
        arm::operand_caching_delayed(r, a, b);
    }

    #[inline(always)]
    fn reduce(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word) {
        arm::comba_montgomery_delayed(r, t, m, minus_inverse);
    }
}

/// Whether the set has its own kernels for a prime: 2^255 - 19, the only one of 255 bits that
/// divides 2^256 - 38.
const fn is_25519<K: Kernels, P: PrimeParameters<N>, const N: usize>() -> bool {
    K::UMAAL && N == 8 && P::FOLDS && P::FOLD == 38 && P::BITS == 255
}

/// Or P-256.
const fn is_p256<K: Kernels, P: PrimeParameters<N>, const N: usize>() -> bool {
    K::UMAAL && N == 8 && equal::<8>(of(&P::MODULUS), of(&primes::P256::MODULUS))
}

/// The kernels that serve a prime.
enum Way {
    Eight,
    Twelve,
    Other,
}

const fn way<K: Kernels, P: PrimeParameters<N>, const N: usize>() -> Way {
    match N {
        8 if !P::FOLDS => Way::Eight,
        12 if K::UMAAL && !P::FOLDS => Way::Twelve,
        _ => Way::Other,
    }
}

/// Whether two products are computed at once.
const fn is_paired<K: Kernels, P: PrimeParameters<N>, const N: usize>() -> bool {
    K::TWO_WAY && matches!(way::<K, P, N>(), Way::Eight)
}

/// The prime and `-1/p mod 2^32` above it, for primes of twelve words.
const fn constants<P: PrimeParameters<N>, const N: usize>() -> [Word; 13] {
    let (mut words, mut i) = ([P::M_INVERSE; 13], 0);
    // The compiler evaluates this for primes of other lengths, too.
    while i < 12 && i < N {
        words[i] = P::MODULUS[i];
        i += 1;
    }
    words
}

/// The same array; `N` and `M` must be equal.
#[inline(always)]
const fn of<const N: usize, const M: usize>(a: &[Word; N]) -> &[Word; M] {
    a.first_chunk().expect("equal lengths")
}

#[inline(always)]
fn of_mut<const N: usize, const M: usize>(a: &mut [Word; N]) -> &mut [Word; M] {
    a.first_chunk_mut().expect("equal lengths")
}

/// The same array; `N` must be 8.
#[inline(always)]
fn any<const N: usize>(a: [Word; 8]) -> [Word; N] {
    *of(&a)
}

/// Both halves as one array; `BOTH` must be `2 N`.
#[inline(always)]
fn both<const N: usize, const BOTH: usize>(t: &[[Word; N]; 2]) -> &[Word; BOTH] {
    t.as_flattened().first_chunk().expect("twice as many words")
}

#[inline(always)]
fn both_mut<const N: usize, const BOTH: usize>(t: &mut [[Word; N]; 2]) -> &mut [Word; BOTH] {
    t.as_flattened_mut().first_chunk_mut().expect("twice as many words")
}

/// The constants of a prime for the kernels that compute two products at once.
const fn short_digits<P: PrimeParameters<N>, const N: usize>() -> ShortDigits {
    let (mut words, mut i) = ([Word::MAX; 8], 0);
    // The compiler evaluates this for primes of other lengths, too.
    while i < 8 && i < N {
        words[i] = P::MODULUS[i];
        i += 1;
    }
    ShortDigits::new(&words, P::M_INVERSE)
}

/// Two elements of eight words; `N` must be 8.
#[inline(always)]
fn two_of_eight<const N: usize>(a: &[[Word; N]; 2]) -> &[[Word; 8]; 2] {
    let (eights, _) = a.as_flattened().as_chunks();
    eights.first_chunk().expect("sixteen words")
}

#[inline(always)]
fn two_of_eight_mut<const N: usize>(a: &mut [[Word; N]; 2]) -> &mut [[Word; 8]; 2] {
    let (eights, _) = a.as_flattened_mut().as_chunks_mut();
    eights.first_chunk_mut().expect("sixteen words")
}

impl<K: Kernels> Products for K {
    const PAIRED_WORDS: usize = if K::TWO_WAY { 8 } else { 0 };

    #[inline(always)]
    fn mul_two<P: PrimeParameters<N>, const N: usize>(
        self,
        [a, b, c, d]: [&[Word; N]; 4],
    ) -> [[Word; N]; 2] {
        if const { !is_paired::<K, P, N>() } {
            return [self.mul::<P, N>(a, b), self.mul::<P, N>(c, d)];
        }
        let mut r = [[0; N]; 2];
        let operands = [of(a), of(b), of(c), of(d)];
        let m = const { &short_digits::<P, N>() };
        arm::neon_montgomery_mul(two_of_eight_mut(&mut r), &operands, m);
        r
    }

    products! {
        fn complex_product(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            // Sums of two products of numbers below 2^255 need only one subtraction.
            if const { !(is_paired::<K, P, N>() && P::BITS <= 255) } {
                return None;
            }
            let mut r = [[0; N]; 2];
            let m = const { &short_digits::<P, N>() };
            arm::neon_complex_product(two_of_eight_mut(&mut r), two_of_eight(a), two_of_eight(b), m);
            Some(r)
        }
        fn complex_square(self, a: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            self.complex_product::<P, N>(a, a)
        }
        fn mul(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::product(a, b);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::product(a, b);
            }
            if const { matches!(way::<K, P, N>(), Way::Twelve) } {
                let (mut r, m) = ([0; N], const { &constants::<P, N>() });
                arm::umaal_montgomery_twelve(of_mut(&mut r), of(a), of(b), m);
                return r;
            }
            Products::reduce::<P, N>(self, &self.mul_wide::<P, N>(a, b))
        }
        fn sqr(self, a: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::squared(a);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::squared(a);
            }
            if const { matches!(way::<K, P, N>(), Way::Twelve) } {
                return self.mul::<P, N>(a, a);
            }
            Products::reduce::<P, N>(self, &self.sqr_wide::<P, N>(a))
        }
        fn mul_wide(self, a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
            let mut t = [[0; N]; 2];
            match const { way::<K, P, N>() } {
                Way::Eight => K::multiply(both_mut(&mut t), of(a), of(b)),
                Way::Twelve => arm::umaal_twelve(both_mut(&mut t), of(a), of(b)),
                Way::Other => return portable::mul_wide(a, b),
            }
            t
        }
        fn sqr_wide(self, a: &[Word; N]) -> [[Word; N]; 2] {
            match const { way::<K, P, N>() } {
                Way::Other => portable::sqr_wide(a),
                _ => self.mul_wide::<P, N>(a, a),
            }
        }
        fn reduce(self, t: &[[Word; N]; 2]) -> [Word; N] {
            let (mut r, m) = ([0; N], const { &P::MODULUS });
            match const { way::<K, P, N>() } {
                Way::Eight => K::reduce(of_mut(&mut r), both(t), of(m), P::M_INVERSE),
                Way::Twelve => {
                    arm::umaal_reduce_twelve(of_mut(&mut r), both(t), of(m), P::M_INVERSE);
                }
                Way::Other => return portable::reduce::<P, N>(*t),
            }
            r
        }
        fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::sum(a, b);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::sum(a, b);
            }
            let (mut r, m) = ([0; N], const { &P::MODULUS });
            match const { way::<K, P, N>() } {
                Way::Eight => arm::add(of_mut(&mut r), of(a), of(b), of(m)),
                Way::Twelve => arm::add_twelve(of_mut(&mut r), of(a), of(b), of(m)),
                Way::Other => return portable::add::<P, N>(a, b, 0),
            }
            r
        }
        fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::difference(a, b);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::difference(a, b);
            }
            let (mut r, m) = ([0; N], const { &P::MODULUS });
            match const { way::<K, P, N>() } {
                Way::Eight => arm::sub(of_mut(&mut r), of(a), of(b), of(m)),
                Way::Twelve => arm::sub_twelve(of_mut(&mut r), of(a), of(b), of(m)),
                Way::Other => return portable::sub::<P, N>(a, b, 0),
            }
            r
        }
        fn double_times(self, point: &mut [[Word; N]; 4], times: usize) -> bool {
            if const { !is_p256::<Self, P, N>() } {
                return false;
            }
            let (point, _) = point.as_flattened_mut().as_chunks_mut();
            p256::double_times(point.first_chunk_mut().expect("four elements"), times);
            true
        }
        fn add_affine(self, points: &mut [[Word; N]; 5]) -> bool {
            if const { !is_p256::<Self, P, N>() } {
                return false;
            }
            let (points, _) = points.as_flattened_mut().as_chunks_mut();
            p256::add_affine(points.first_chunk_mut().expect("five elements"));
            true
        }
        fn montgomery_ladder(self, u: &[Word; N], k: Bits<'_>, a24: u32) -> Option<[[Word; N]; 2]> {
            (is_25519::<Self, P, N>() && a24 == 121_665)
                .then(|| f25519::ladder(of(u), k).map(any))
        }
        fn add_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            let (mut r, m) = ([[0; N]; 2], const { &P::MODULUS });
            match const { way::<K, P, N>() } {
                Way::Eight => arm::add_wide(both_mut(&mut r), both(a), both(b), of(m)),
                Way::Twelve => arm::add_wide_twelve(both_mut(&mut r), both(a), both(b), of(m)),
                Way::Other => {
                    let (low, carry) = portable::add_words(&a[0], &b[0], 0);
                    return [low, portable::add::<P, N>(&a[1], &b[1], carry)];
                }
            }
            r
        }
        fn sub_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            let (mut r, m) = ([[0; N]; 2], const { &P::MODULUS });
            match const { way::<K, P, N>() } {
                Way::Eight => arm::sub_wide(both_mut(&mut r), both(a), both(b), of(m)),
                Way::Twelve => arm::sub_wide_twelve(both_mut(&mut r), both(a), both(b), of(m)),
                Way::Other => {
                    let (low, borrow) = portable::sub_words(&a[0], &b[0], 0);
                    return [low, portable::sub::<P, N>(&a[1], &b[1], borrow)];
                }
            }
            r
        }
    }
}
