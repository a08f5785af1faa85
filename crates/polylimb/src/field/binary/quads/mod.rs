//! Four elements of one binary field side by side, each in a 128-bit lane of a vector unit.
//!
//! **Representation.** An element is `[V; D]`: words 2 j and 2 j + 1 of all four polynomials in
//! vector j, always reduced. A product takes the instructions that one polynomial takes in vectors
//! of 128 bits (`../pairs/`): four products in little more time than one. The lanes hold the four
//! parts of one computation; one instruction exchanges them ([`BinaryQuads::permute`]).
//!
//! The vectors come from [`lanes`](crate::field::lanes):
//! [`Ifma`](crate::field::lanes::Ifma), a register of AVX-512, here with VPCLMULQDQ, and
//! [`Portable`](crate::field::lanes::Portable), the same in plain Rust. Constant time.

use super::{Binary, Polynomial, words_for};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::lanes::LaneMask;
use crate::field::ranges::{verified, verify};
use crate::field::{Field, Op, Truth, invert_all, wide_values_are_elements};
use crate::limb::Word;
use core::mem::MaybeUninit;

mod vector;
#[cfg(target_arch = "x86_64")]
mod vpclmul;

pub use vector::Quad;

/// Four copies of `F_2[x]` modulo `P`: `N` = [`words_for`]`(P::DEGREE)` words of each in `D` = ⌈N /
/// 2⌉ vectors. A truth value is two bits of the [`LaneMask`] per lane.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::binary::{BinaryQuads, F233};
/// use polylimb::authors::field::lanes::Portable;
/// use polylimb::cpu::Features;
/// let f = BinaryQuads::<Portable, 4, 2, F233>::new(Features::detect())?;
/// let a = f.enter(&[[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0]]);
/// assert_eq!(f.leave(&f.sqr(&a)).map(|lane| lane[0]), [1, 4, 5, 16]);
/// assert_eq!(f.leave(&f.permute::<0b00_01_10_11>(&a)).map(|lane| lane[0]), [4, 3, 2, 1]);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct BinaryQuads<V: Quad, const N: usize, const D: usize, P> {
    single: Binary<N, P, V::Single>,
}

impl<V: Quad, const N: usize, const D: usize, P> Clone for BinaryQuads<V, N, D, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Quad, const N: usize, const D: usize, P> Copy for BinaryQuads<V, N, D, P> {}

/// Fewest words for which a product is a function of its own. Shorter products are inlined, so that
/// elements stay in registers.
const OUT_OF_LINE_FROM: usize = 5;

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> BinaryQuads<V, N, D, P> {
    /// The field. An `N` or `D` that does not match `P` is a compile-time error.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if this CPU or the mask `features` lacks a feature of the vectors.
    pub fn new(features: Features) -> Result<Self> {
        const {
            assert!(N == words_for(P::DEGREE), "N is not the number of words of an element");
            assert!(D == N.div_ceil(2), "D is not the number of vectors of an element");
        }
        match V::single() {
            Some(kernel) if features.allows(V::FEATURES) => {
                Ok(Self { single: Binary::with(kernel) })
            }
            _ => Err(Error::MissingFeature { kernel: V::TITLE, needs: V::FEATURE_NAMES }),
        }
    }

    /// The element with these reduced polynomials in its lanes.
    #[inline(always)]
    pub fn enter(&self, polynomials: &[[Word; N]; 4]) -> [V; D] {
        let mut r = [V::zero(); D];
        for (j, r) in r.iter_mut().enumerate() {
            let mut pairs = [[0; 2]; 4];
            for (pair, words) in pairs.iter_mut().zip(polynomials) {
                pair[0] = words[2 * j];
                pair[1] = if 2 * j + 1 < N { words[2 * j + 1] } else { 0 };
            }
            *r = V::from_pairs(pairs);
        }
        r
    }

    /// The polynomials in the lanes of `a`.
    #[inline(always)]
    pub fn leave(&self, a: &[V; D]) -> [[Word; N]; 4] {
        let mut r = [[0; N]; 4];
        for (j, &a) in a.iter().enumerate() {
            for (words, pair) in r.iter_mut().zip(a.to_pairs()) {
                words[2 * j] = pair[0];
                if 2 * j + 1 < N {
                    words[2 * j + 1] = pair[1];
                }
            }
        }
        r
    }

    /// Checks in debug builds that each lane is an element, followed by zeros.
    #[inline(never)]
    fn verify(elements: &[&[V; D]]) {
        for a in elements {
            let pairs = a.map(V::to_pairs);
            let word = |lane: usize, j: usize| pairs[j / 2][lane][j % 2];
            for lane in 0..4 {
                Binary::<N, P, V::Single>::verify(&[&core::array::from_fn(|j| word(lane, j))]);
                assert!((N..2 * D).all(|j| word(lane, j) == 0), "words beyond");
            }
        }
    }

    /// Lane i becomes the lane whose number is bits 2 i and 2 i + 1 of `ORDER`.
    #[inline(always)]
    pub fn permute<const ORDER: i32>(&self, a: &[V; D]) -> [V; D] {
        let mut r = *a;
        for r in &mut r {
            *r = r.permute::<ORDER>();
        }
        r
    }
}

impl<V: Quad, const N: usize, const D: usize, P: Polynomial> Field for BinaryQuads<V, N, D, P> {
    type El = [V; D];
    type Mask = LaneMask;
    wide_values_are_elements!();

    #[inline(always)]
    fn zero(&self) -> [V; D] {
        [V::zero(); D]
    }

    #[inline(always)]
    fn one(&self) -> [V; D] {
        let mut r = self.zero();
        r[0] = V::new(1, 0);
        r
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[V; D]>,
        a: &[V; D],
        b: &[V; D],
    ) -> &'r mut [V; D] {
        let r = r.write(if N < OUT_OF_LINE_FROM {
            vector::mul::<V, N, D, P>(a, b)
        } else {
            V::mul_quads::<N, D, P>(a, b)
        });
        verify!(Self::verify(&[a, b, r]));
        r
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[V; D]>, a: &[V; D]) -> &'r mut [V; D] {
        r.write(verified!(Self::verify, [a], vector::sqr::<V, N, D, P>(a)))
    }

    #[inline(always)]
    fn add(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        verify!(Self::verify(&[a, b]));
        let mut r = *a;
        for (r, &b) in r.iter_mut().zip(b) {
            *r = r.xor(b);
        }
        r
    }

    two_is_zero!();

    /// By one inversion of the lanes' product, outside of the vectors.
    #[inline(always)]
    fn inv0(&self, a: &[V; D]) -> [V; D] {
        verify!(Self::verify(&[a]));
        self.enter(&inverses(&self.single, self.leave(a)))
    }

    #[inline(always)]
    fn equal(&self, a: &[V; D], b: &[V; D]) -> LaneMask {
        verify!(Self::verify(&[a, b]));
        let mut same = LaneMask::TRUE;
        for (a, &b) in a.iter().zip(b) {
            same = same & a.equal(b);
        }
        // Both words of a lane.
        let bits = same.bits();
        let both = bits & (bits >> 1) & 0b0101_0101;
        LaneMask::from_bits(both | both << 1)
    }

    #[inline(always)]
    fn select(&self, condition: LaneMask, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
        let mut r = *if_false;
        for (r, &t) in r.iter_mut().zip(if_true) {
            *r = V::select(condition, t, *r);
        }
        r
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        V::run_quads(op)
    }
}

/// The inverses of four elements; 0 for 0. A function of its own: it computes without vectors.
#[inline(never)]
fn inverses<const N: usize, F: Field<El = [Word; N]>>(
    f: &F,
    mut elements: [[Word; N]; 4],
) -> [[Word; N]; 4] {
    let mut scratch = elements;
    invert_all(f, &mut elements, &mut scratch);
    elements
}
