//! The instruction set of a binary field, as a type.

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::Clmul as Fastest;
#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::Pmull as Fastest;
use super::{Binary, DefaultProduct, Double, Polynomial, quadratic, reduce, square};
use crate::cpu::Features;
use crate::limb::{WORD_BITS, Word};

/// Products, squares and reductions of polynomials over `F_2`, written for one instruction set. A
/// value of the type proves that this CPU has the instructions; pass it to
/// [`Binary::with`](super::Binary::with).
pub trait Product: Copy + Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;

    /// `a b`, unreduced.
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N>;

    /// `a²`, unreduced.
    #[inline(always)]
    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        square::square(a)
    }

    /// `a` modulo `P`.
    #[inline(always)]
    fn reduce<const N: usize, P: Polynomial>(self, a: &Double<N>) -> [Word; N] {
        reduce::reduce::<N, P>(a)
    }

    /// `a b` modulo `P`.
    fn mul<const N: usize, P: Polynomial>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.reduce::<N, P>(&self.product(a, b))
    }

    /// `a²` modulo `P`.
    fn sqr<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        self.reduce::<N, P>(&self.square(a))
    }

    /// `a^(2^n)` modulo `P`; n is public.
    fn frobenius<const N: usize, P: Polynomial>(self, a: &[Word; N], n: usize) -> [Word; N] {
        let mut r = *a;
        for _ in 0..n {
            r = self.sqr::<N, P>(&r);
        }
        r
    }

    /// `Σ a^(4^i)`, `i` up to m / 2, modulo `P`; m is odd.
    fn half_trace<const N: usize, P: Polynomial>(self, a: &[Word; N]) -> [Word; N] {
        quadratic::half_trace(&Binary::<N, P, Self>::with(self), P::DEGREE, a)
    }
}

/// A [`Product`] in plain Rust, for every CPU.
pub trait Everywhere: Product {
    /// Its value.
    const HERE: Self;
}

/// A computation that is compiled for every constant-time product; see [`with_best`].
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::binary::{
///     Binary, F233, Product, WithProduct, with_best, words_for
/// };
/// use polylimb::cpu::Features;
///
/// struct Cube;
/// impl WithProduct for Cube {
///     type Out = bool;
///     fn call<K: Product>(self, kernel: K) -> bool {
///         let f = Binary::<{ words_for(233) }, F233, K>::with(kernel);
///         let x = f.from_bit(1);
///         f.equal(&f.mul(&f.sqr(&x), &x), &f.from_bit(3)).to_bool_vartime()
///     }
/// }
/// assert!(with_best(Features::detect(), Cube));
/// ```
pub trait WithProduct {
    /// The computation's result.
    type Out;
    /// Computes with the fields over `kernel`.
    fn call<K: Product>(self, kernel: K) -> Self::Out;
}

/// Runs `work` on the fastest constant-time product whose features are in `features` and on this
/// CPU. Call it once per operation of a protocol, not per product: all of `work` is compiled for
/// each product.
pub fn with_best<W: WithProduct>(features: Features, work: W) -> W::Out {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ))]
    if let Some(kernel) = Fastest::available(features) {
        return work.call(kernel);
    }
    let _ = features;
    work.call(super::DefaultProduct::HERE)
}

// The fastest constant-time product of this CPU, chosen at run time for each product.

/// `Clmul` or `Pmull` where the CPU has it, `DefaultProduct` elsewhere. Formulas over it are
/// compiled once for both, where [`with_best`] compiles them for each; the choice costs a predicted
/// branch.
#[derive(Debug, Clone, Copy)]
pub struct Best(
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ))]
    Option<Fastest>,
);

impl Best {
    /// The fastest product within `features`; features that this CPU lacks are ignored.
    ///
    /// ```
    /// use polylimb::authors::field::Field;
    /// use polylimb::authors::field::binary::{AnyBinary, Best, Sparse};
    /// use polylimb::cpu::Features;
    /// let (product, polynomial) = (Best::of(Features::detect()), Sparse::new(7, &[1, 0])?);
    /// let f: AnyBinary<4, _> = AnyBinary::with(product, polynomial)?;
    /// assert_eq!(f.mul(&f.from_bit(1), &f.from_bit(6)), f.add(&f.from_bit(1), &f.one()));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    #[must_use]
    pub fn of(features: Features) -> Self {
        #[cfg(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        return Self(Fastest::available(features));
        #[cfg(not(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(polylimb_word = "8", polylimb_word = "32"))
        )))]
        {
            let _ = features;
            Self()
        }
    }
}

impl Product for Best {
    const NAME: &'static str = "best";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        #[cfg(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        if let Some(kernel) = self.0 {
            return kernel.product(a, b);
        }
        DefaultProduct::HERE.product(a, b)
    }

    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        #[cfg(all(
            any(target_arch = "x86_64", target_arch = "aarch64"),
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        if let Some(kernel) = self.0 {
            return kernel.square(a);
        }
        DefaultProduct::HERE.square(a)
    }
}

// The right-to-left comb without branches (`[LopezDahab2000]`; `[Hankerson2004]`, Algorithm 2.34).
//
// Bit k of every word of `a` selects the same multiple x^k b, so x^k b is computed once and added
// under a mask for each word. No table: constant time on every machine. Cost: `N² W` masked
// additions of a word, `N W` shifts of a word (W bits to a word).

/// Multiplies by masked additions of shifted operands; constant time everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Comb;

impl Everywhere for Comb {
    const HERE: Self = Self;
}

impl Product for Comb {
    const NAME: &'static str = "comb";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        let mut product = Double::<N>::ZERO;
        let r = product.words_mut();
        // x^k b: the words of `shifted`, then `top`.
        let (mut shifted, mut top) = (*b, 0);
        for k in 0..WORD_BITS {
            let mut i = 0;
            while i < N {
                // The barrier keeps the compiler from testing the bit with a branch.
                let mask = core::hint::black_box((0 as Word).wrapping_sub((a[i] >> k) & 1));
                // No iterators: debug builds call each of their steps, six times as slow.
                let (place, above) = r[i..].split_first_chunk_mut::<N>().expect("i < N");
                let mut j = 0;
                while j < N {
                    place[j] ^= shifted[j] & mask;
                    j += 1;
                }
                above[0] ^= top & mask;
                i += 1;
            }
            top = (top << 1) | (shifted[N - 1] >> (WORD_BITS - 1));
            for j in (1..N).rev() {
                shifted[j] = (shifted[j] << 1) | (shifted[j - 1] >> (WORD_BITS - 1));
            }
            shifted[0] <<= 1;
        }
        product
    }
}

// The López-Dahab product with windows of four bits (`[LopezDahab2000]`; `[Aranha2009]`, Algorithm
// 3).
//
// The sixteen multiples `u b`, deg u < 4, are tabulated. At each height the window of every word
// of `a` selects a multiple, which is added at that word; between heights the whole result is
// shifted by four bits. Cost: 14 multiples of `N + 1` words, `N W / 4` additions of `N + 1` words
// and `W / 4 - 1` shifts of `2 N` words. The look-ups follow the bits of `a`: constant time only
// without a data cache (`cacheless`).

/// Multiplies through a table of sixteen multiples; constant time only without a data cache.
#[derive(Debug, Clone, Copy)]
pub struct LopezDahab;

/// One multiple: `N` words and the few bits above them.
#[derive(Clone, Copy)]
struct Row<const N: usize> {
    low: [Word; N],
    high: Word,
}

impl<const N: usize> Row<N> {
    /// `x` times this.
    fn double(&self) -> Self {
        let mut carry = 0;
        let low = core::array::from_fn(|i| {
            let w = (self.low[i] << 1) | carry;
            carry = self.low[i] >> (WORD_BITS - 1);
            w
        });
        Self { low, high: (self.high << 1) | carry }
    }

    fn add(&self, b: &[Word; N]) -> Self {
        Self { low: core::array::from_fn(|i| self.low[i] ^ b[i]), high: self.high }
    }
}

/// `r <<= 4`. Out of line: on AVR, words in the caller's large frame take four times as long to
/// reach as words behind a pointer.
#[cfg_attr(target_arch = "avr", inline(never))]
fn shl_4(r: &mut [Word]) {
    let mut carry = 0;
    for r in r {
        let w = *r;
        *r = (w << 4) | carry;
        carry = w >> (WORD_BITS - 4);
    }
}

impl Everywhere for LopezDahab {
    const HERE: Self = Self;
}

impl Product for LopezDahab {
    const NAME: &'static str = "lopez-dahab";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        let mut table = [Row { low: [0; N], high: 0 }; 16];
        for u in 1..16 {
            table[u] = if u % 2 == 0 { table[u / 2].double() } else { table[u - 1].add(b) };
        }
        let mut product = Double::<N>::ZERO;
        let r = product.words_mut();
        for height in (0..WORD_BITS).step_by(4).rev() {
            for (i, &a) in a.iter().enumerate() {
                let row = &table[(a >> height) as usize & 15];
                // Arrays of known length: the loop over them unrolls, without bounds checks.
                let (place, above) = r[i..].split_first_chunk_mut::<N>().expect("i < N");
                for (r, &t) in place.iter_mut().zip(&row.low) {
                    *r ^= t;
                }
                above[0] ^= row.high;
            }
            if height > 0 {
                shl_4(r);
            }
        }
        product
    }
}
