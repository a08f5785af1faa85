//! Products modulo primes of eight 32-bit words by the kernels of [`crate::limb::arm`]; 2^255 - 19
//! has its own. All other primes use plain Rust.
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
    K::UMAAL && N == 8 && equal(eight(&P::MODULUS), eight(&primes::P256::MODULUS))
}

/// Whether the kernels serve a prime.
const fn serves<P: PrimeParameters<N>, const N: usize>() -> bool {
    N == 8 && !P::FOLDS
}

/// The same array; `N` must be 8.
#[inline(always)]
const fn eight<const N: usize>(a: &[Word; N]) -> &[Word; 8] {
    a.first_chunk().expect("eight words")
}

#[inline(always)]
fn eight_mut<const N: usize>(a: &mut [Word; N]) -> &mut [Word; 8] {
    a.first_chunk_mut().expect("eight words")
}

/// The same array; `N` must be 8.
#[inline(always)]
fn any<const N: usize>(a: [Word; 8]) -> [Word; N] {
    *a.first_chunk().expect("eight words")
}

/// Both halves as one array.
#[inline(always)]
fn sixteen<const N: usize>(t: &[[Word; N]; 2]) -> &[Word; 16] {
    t.as_flattened().first_chunk().expect("sixteen words")
}

#[inline(always)]
fn sixteen_mut<const N: usize>(t: &mut [[Word; N]; 2]) -> &mut [Word; 16] {
    t.as_flattened_mut().first_chunk_mut().expect("sixteen words")
}

/// The constants of a prime for the kernels that compute two products at once.
const fn short_digits<P: PrimeParameters<N>, const N: usize>() -> ShortDigits {
    ShortDigits::new(eight(&P::MODULUS), P::M_INVERSE)
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
        if const { !(K::TWO_WAY && serves::<P, N>()) } {
            return [self.mul::<P, N>(a, b), self.mul::<P, N>(c, d)];
        }
        let mut r = [[0; N]; 2];
        let operands = [eight(a), eight(b), eight(c), eight(d)];
        let m = const { &short_digits::<P, N>() };
        arm::neon_montgomery_mul(two_of_eight_mut(&mut r), &operands, m);
        r
    }

    products! {
        fn complex_product(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
            // Sums of two products of numbers below 2^255 need only one subtraction.
            if const { !(K::TWO_WAY && serves::<P, N>() && P::BITS <= 255) } {
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
            Products::reduce::<P, N>(self, &self.mul_wide::<P, N>(a, b))
        }
        fn sqr(self, a: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::squared(a);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::squared(a);
            }
            Products::reduce::<P, N>(self, &self.sqr_wide::<P, N>(a))
        }
        fn mul_wide(self, a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
            if const { !serves::<P, N>() } {
                return portable::mul_wide(a, b);
            }
            let mut t = [[0; N]; 2];
            K::multiply(sixteen_mut(&mut t), eight(a), eight(b));
            t
        }
        fn sqr_wide(self, a: &[Word; N]) -> [[Word; N]; 2] {
            if const { !serves::<P, N>() } {
                return portable::sqr_wide(a);
            }
            self.mul_wide::<P, N>(a, a)
        }
        fn reduce(self, t: &[[Word; N]; 2]) -> [Word; N] {
            if const { !serves::<P, N>() } {
                return portable::reduce::<P, N>(*t);
            }
            let mut r = [0; N];
            K::reduce(eight_mut(&mut r), sixteen(t), eight(const { &P::MODULUS }), P::M_INVERSE);
            r
        }
        fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::sum(a, b);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::sum(a, b);
            }
            if const { !serves::<P, N>() } {
                return portable::add::<P, N>(a, b, 0);
            }
            let mut r = [0; N];
            arm::add(eight_mut(&mut r), eight(a), eight(b), eight(const { &P::MODULUS }));
            r
        }
        fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<Self, P, N>() } {
                return f25519::difference(a, b);
            }
            if const { is_p256::<Self, P, N>() } {
                return p256::difference(a, b);
            }
            if const { !serves::<P, N>() } {
                return portable::sub::<P, N>(a, b, 0);
            }
            let mut r = [0; N];
            arm::sub(eight_mut(&mut r), eight(a), eight(b), eight(const { &P::MODULUS }));
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
                .then(|| f25519::ladder(eight(u), k).map(any))
        }
        fn add_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            if const { !serves::<P, N>() } {
                let (low, carry) = portable::add_words(&a[0], &b[0], 0);
                return [low, portable::add::<P, N>(&a[1], &b[1], carry)];
            }
            let mut r = [[0; N]; 2];
            arm::add_wide(sixteen_mut(&mut r), sixteen(a), sixteen(b), eight(const { &P::MODULUS }));
            r
        }
        fn sub_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
            if const { !serves::<P, N>() } {
                let (low, borrow) = portable::sub_words(&a[0], &b[0], 0);
                return [low, portable::sub::<P, N>(&a[1], &b[1], borrow)];
            }
            let mut r = [[0; N]; 2];
            arm::sub_wide(sixteen_mut(&mut r), sixteen(a), sixteen(b), eight(const { &P::MODULUS }));
            r
        }
    }
}
