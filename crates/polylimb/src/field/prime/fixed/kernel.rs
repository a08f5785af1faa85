//! The instruction set of a fixed field, as a type.

use super::parameters::PrimeParameters;
use super::portable;
use crate::cpu::{DataIndependentTiming, Features};
use crate::limb::Word;

/// The products of every fixed field, written for one instruction set. A value of the type proves
/// that this CPU has the instructions; pass it to [`Fixed::new`](super::Fixed::new).
///
/// Sealed: only this crate implements it.
pub trait KernelSet: Copy + Send + Sync + 'static + sealed::Products {
    /// Its name.
    const NAME: &'static str;

    /// The kernel set, if `features` and this CPU have all that it needs.
    fn available(features: Features) -> Option<Self>;
}

/// Plain Rust, for every target and word size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable;

impl KernelSet for Portable {
    const NAME: &'static str = "portable";

    fn available(_features: Features) -> Option<Self> {
        Some(Self)
    }
}

/// Methods of [`Products`](sealed::Products), each generic over the prime `P` of `N` words.
macro_rules! products {
    ($($(#[$meta:meta])* fn $name:ident($this:ident $(, $argument:ident: $type:ty)+) -> $out:ty $body:block)+) => {$(
        $(#[$meta])*
        #[inline(always)]
        fn $name<P: PrimeParameters<N>, const N: usize>($this $(, $argument: $type)+) -> $out $body
    )+};
}
#[allow(unused_imports, reason = "some targets have plain Rust only")]
pub(super) use products;

pub(super) mod sealed {
    use super::{PrimeParameters, Word, portable};
    use crate::limb::{Bits, Mask};

    /// The operations of a kernel set; elements and ranges as in the folder's header.
    pub trait Products: Copy {
        /// `a b` for an `a` below `p`, or any where elements are folded, and any `b`.
        fn mul<P: PrimeParameters<N>, const N: usize>(
            self,
            a: &[Word; N],
            b: &[Word; N],
        ) -> [Word; N];
        /// `a²`.
        fn sqr<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [Word; N];
        /// The product of two numbers below `R`.
        fn mul_wide<P: PrimeParameters<N>, const N: usize>(
            self,
            a: &[Word; N],
            b: &[Word; N],
        ) -> [[Word; N]; 2];
        /// The square of a number below `R`.
        fn sqr_wide<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [[Word; N]; 2];
        /// The element of a wide number: `t / R mod p` for `t < p R` or, where elements are folded,
        /// `t mod p` for any `t`.
        fn reduce<P: PrimeParameters<N>, const N: usize>(self, t: &[[Word; N]; 2]) -> [Word; N];

        /// Number of words of the primes whose products are computed two at a time; 0 if no prime's
        /// are.
        const PAIRED_WORDS: usize = 0;

        /// `a b` and `c d` of the operands `a b c d`.
        #[inline(always)]
        fn mul_two<P: PrimeParameters<N>, const N: usize>(
            self,
            [a, b, c, d]: [&[Word; N]; 4],
        ) -> [[Word; N]; 2] {
            [self.mul::<P, N>(a, b), self.mul::<P, N>(c, d)]
        }

        /// `(a₀ + a₁ u)(b₀ + b₁ u)` for `u² = -1`; `None` where it is not faster than sums of
        /// products.
        #[inline(always)]
        fn complex_product<P: PrimeParameters<N>, const N: usize>(
            self,
            _a: &[[Word; N]; 2],
            _b: &[[Word; N]; 2],
        ) -> Option<[[Word; N]; 2]> {
            None
        }

        /// `(a₀ + a₁ u)²`, in the same way.
        #[inline(always)]
        fn complex_square<P: PrimeParameters<N>, const N: usize>(
            self,
            _a: &[[Word; N]; 2],
        ) -> Option<[[Word; N]; 2]> {
            None
        }

        /// The product, unreduced; `None` where the field's own way is as fast.
        #[inline(always)]
        fn complex_product_wide<P: PrimeParameters<N>, const N: usize>(
            self,
            _a: &[[Word; N]; 2],
            _b: &[[Word; N]; 2],
        ) -> Option<[[[Word; N]; 2]; 2]> {
            None
        }

        /// The square, unreduced, in the same way.
        #[inline(always)]
        fn complex_square_wide<P: PrimeParameters<N>, const N: usize>(
            self,
            _a: &[[Word; N]; 2],
        ) -> Option<[[[Word; N]; 2]; 2]> {
            None
        }

        products! {
            /// `a^(2^times)`.
            fn sqr_times(self, a: &[Word; N], times: usize) -> [Word; N] {
                (0..times).fold(*a, |r, _| self.sqr::<P, N>(&r))
            }
            /// `a + b + carry` as an element.
            fn add(self, a: &[Word; N], b: &[Word; N], carry: Word) -> [Word; N] {
                portable::add::<P, N>(a, b, carry)
            }
            /// `a - b - borrow` as an element.
            fn sub(self, a: &[Word; N], b: &[Word; N], borrow: Word) -> [Word; N] {
                portable::sub::<P, N>(a, b, borrow)
            }
            /// `a + b` of wide numbers. The high halves are added as elements are, which changes
            /// the sum by a multiple of `p R`.
            fn add_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
                let (low, carry) = portable::add_words(&a[0], &b[0], 0);
                [low, self.add::<P, N>(&a[1], &b[1], carry)]
            }
            /// `a - b` of wide numbers, in the same way.
            fn sub_wide(self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [[Word; N]; 2] {
                let (low, borrow) = portable::sub_words(&a[0], &b[0], 0);
                [low, self.sub::<P, N>(&a[1], &b[1], borrow)]
            }
            /// `a + b` as an element.
            fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                self.add::<P, N>(a, b, 0)
            }
            /// `a - b` as an element.
            fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                self.sub::<P, N>(a, b, 0)
            }
            /// `3 a + b` as an element, reduced once; `None` where that is not faster than two
            /// sums.
            fn triple_sum(self, _a: &[Word; N], _b: &[Word; N]) -> Option<[Word; N]> {
                None
            }
            /// `a - 2 b` as an element, reduced once; `None` where that is not faster than two
            /// differences.
            fn difference_of_double(self, _a: &[Word; N], _b: &[Word; N]) -> Option<[Word; N]> {
                None
            }
            /// `2 a - b` as an element, reduced once; `None` where that is not faster than a sum
            /// and a difference.
            fn double_difference(self, _a: &[Word; N], _b: &[Word; N]) -> Option<[Word; N]> {
                None
            }
            /// [`Products::sum`] of results of the kernel set's products and `mul_small_folded`, or
            /// of elements below `2^BITS`.
            fn sum_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                self.sum::<P, N>(a, b)
            }
            /// [`Products::difference`] of such elements.
            fn difference_of_products(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
                self.difference::<P, N>(a, b)
            }
            /// See [`Field::double_times`](crate::field::Field::double_times).
            fn double_times(self, _point: &mut [[Word; N]; 4], _times: usize) -> bool {
                false
            }
            /// See [`Field::add_affine`](crate::field::Field::add_affine).
            fn add_affine(self, _points: &mut [[Word; N]; 5]) -> bool {
                false
            }
            /// The ladder for `(A - 2) / 4 = a24` and a `u` below `2^BITS`, if there is a kernel.
            fn montgomery_ladder(self, _u: &[Word; N], _k: Bits<'_>, _a24: u32) -> Option<[[Word; N]; 2]> {
                None
            }
            /// `n a` where elements are folded.
            fn mul_small_folded(self, a: &[Word; N], n: Word) -> [Word; N] {
                portable::mul_small_folded::<P, N>(a, n)
            }
        }

        /// `a` where `c`, else `b`.
        #[inline(always)]
        fn select<const N: usize>(self, c: Mask, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            portable::select(c, a, b)
        }
    }
}

impl sealed::Products for Portable {
    #[inline]
    fn mul<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        portable::reduce::<P, N>(portable::mul_wide(a, b))
    }

    #[inline]
    fn sqr<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [Word; N] {
        portable::reduce::<P, N>(portable::sqr_wide(a))
    }

    #[inline]
    fn mul_wide<P: PrimeParameters<N>, const N: usize>(
        self,
        a: &[Word; N],
        b: &[Word; N],
    ) -> [[Word; N]; 2] {
        portable::mul_wide(a, b)
    }

    #[inline]
    fn sqr_wide<P: PrimeParameters<N>, const N: usize>(self, a: &[Word; N]) -> [[Word; N]; 2] {
        portable::sqr_wide(a)
    }

    #[inline]
    fn reduce<P: PrimeParameters<N>, const N: usize>(self, t: &[[Word; N]; 2]) -> [Word; N] {
        portable::reduce::<P, N>(*t)
    }
}

/// A computation that is compiled for every kernel set; see [`with_best`].
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::{KernelSet, P256, WithKernel, with_best};
///
/// struct Cube(u32);
/// impl WithKernel for Cube {
///     type Out = bool;
///     fn call<K: KernelSet>(self, kernel: K) -> bool {
///         let f = P256::new(kernel);
///         let a = f.small(self.0);
///         f.equal(&f.mul(&f.sqr(&a), &a), &f.small(self.0.pow(3))).to_bool_vartime()
///     }
/// }
/// assert!(with_best(Features::detect(), Cube(7)));
/// ```
pub trait WithKernel {
    /// The computation's result.
    type Out;
    /// Computes with the fields over `kernel`.
    fn call<K: KernelSet>(self, kernel: K) -> Self::Out;
}

/// Runs `work` on the fastest kernel set whose features are in `features` and on this CPU. Call it
/// once per operation of a protocol, not per product: all of `work` is compiled for each kernel
/// set. Begins [`DataIndependentTiming`].
pub fn with_best<W: WithKernel>(features: Features, work: W) -> W::Out {
    let _timing = DataIndependentTiming::begin();
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = super::Mulx::available(features) {
        return work.call(kernel);
    }
    #[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = super::Umulh::available(features) {
        return work.call(kernel);
    }
    #[cfg(all(
        target_arch = "arm",
        any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
        not(polylimb_word = "8")
    ))]
    {
        if let Some(kernel) = super::Neon::available(features) {
            return work.call(kernel);
        }
        if let Some(kernel) = super::Umaal::available(features) {
            return work.call(kernel);
        }
    }
    let _ = features;
    #[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
    return work.call(super::Muls);
    #[cfg(not(all(
        target_arch = "arm",
        not(target_has_atomic = "ptr"),
        not(polylimb_word = "8")
    )))]
    work.call(Portable)
}

/// As [`with_best`], for large `work` and products that take much longer than a branch: on x86-64
/// it is compiled once, and each product chooses its kernel.
pub(crate) fn with_best_compiled_once<W: WithKernel>(features: Features, work: W) -> W::Out {
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    return work.call(super::MulxIfAvailable::new(features));
    #[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
    with_best(features, work)
}

#[cfg(all(test, feature = "std", target_arch = "aarch64"))]
#[path = "../../../../tests/field/timing.rs"]
mod timing;
