//! A fixed prime as a [`Field`].

use super::kernel::KernelSet;
use super::parameters::{Derived, PrimeParameters};
use super::portable;
use crate::error::{Error, Result};
use crate::field::ranges::{apart, is_below, verified, verify};
use crate::field::square_root::{
    either_3_mod_4, power_vartime, ratio_5_mod_8, root_3_mod_4, tonelli_shanks,
};
use crate::field::{Encoding, Field, SquareRoot, VartimeField, arithmetic, bytes};
use crate::limb::{self, Bits, Mask, WORD_BYTES, Word, less_than};
use crate::modmul::inverse::{invert, invert_scratch, invert_vartime};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// The integers modulo the prime `P` of `N` words, computed with the kernel set `K`; the
/// folder's `mod.rs` states the range.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::{P256, Portable};
/// let f = P256::new(Portable);
/// let third = f.inv0(&f.small(3));
/// assert!(f.equal(&f.mul(&third, &f.small(12)), &f.small(4)).to_bool_vartime());
/// ```
pub struct Fixed<const N: usize, P, K> {
    kernel: K,
    prime: PhantomData<fn() -> P>,
}

impl<const N: usize, P, K: Copy> Clone for Fixed<N, P, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, P, K: Copy> Copy for Fixed<N, P, K> {}

/// An unreduced sum of products: a number below `p R`, or below `R²` where elements are folded.
#[derive(Clone, Copy)]
pub struct Wide<const N: usize>([[Word; N]; 2]);

impl<const N: usize> Zeroize for Wide<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Scratch of an inversion, in multiples of `N` words: the digits of five numbers; a digit is two
/// bits shorter than a word.
const INVERT_SCRATCH: usize = 13;

/// The signature of [`invert`]: the result, the number, the modulus, scratch.
type Inversion = fn(&mut [Word], &[Word], &[Word], &mut [Word]) -> Mask;

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> Fixed<N, P, K> {
    /// The prime.
    pub const MODULUS: [Word; N] = P::MODULUS;
    /// Bit length of the prime.
    pub const BITS: usize = P::BITS;
    /// Whether the kernel set computes products modulo this prime two at a time.
    const PAIRS: bool = N == K::PAIRED_WORDS && !P::FOLDS;
    /// Number of bytes of an encoded element.
    pub const BYTES: usize = P::BITS.div_ceil(8);
    /// The field's name.
    pub const NAME: &'static str = P::NAME;

    /// The field.
    #[must_use]
    pub const fn new(kernel: K) -> Self {
        const {
            assert!(invert_scratch(N) <= INVERT_SCRATCH * N);
        }
        Self { kernel, prime: PhantomData }
    }

    /// The prime.
    #[must_use]
    pub const fn modulus(&self) -> &'static [Word] {
        &P::MODULUS
    }

    /// The kernel set.
    #[must_use]
    pub const fn kernel(&self) -> K {
        self.kernel
    }

    /// The element for `number mod p`; any number of `N` words.
    #[must_use]
    pub fn enter_mod(&self, number: &[Word; N]) -> [Word; N] {
        if P::FOLDS {
            *number
        } else {
            verified!(Self::verify, [], self.kernel.mul::<P, N>(&P::R_SQUARED, number))
        }
    }

    /// The element for a number in `[0, p)`.
    ///
    /// # Errors
    /// [`Error::NotReduced`].
    pub fn enter(&self, number: &[Word; N]) -> Result<[Word; N]> {
        if less_than(number, &P::MODULUS).to_bool_vartime() {
            Ok(self.enter_mod(number))
        } else {
            Err(Error::NotReduced { operand: "number" })
        }
    }

    /// Checks in debug builds that these are elements, or upper halves of wide values: below `p`,
    /// or any numbers where elements are folded.
    #[inline(never)]
    fn verify(elements: &[&[Word; N]]) {
        let holds = P::FOLDS || elements.iter().all(|a| is_below(*a, &P::MODULUS));
        assert!(holds, "{}: a number is not below the prime", P::NAME);
    }

    /// A non-square to the power of the odd part of `p - 1`.
    fn root_of_unity(&self) -> [Word; N] {
        match P::ROOT_OF_UNITY {
            Some(c) => self.enter_mod(&c),
            None => power_vartime(self, &self.small(P::NON_SQUARE), &P::ODD_PART),
        }
    }

    /// `1/a` by an inversion of numbers: it turns `a R` into `1/(a R)`, and a Montgomery product
    /// with `R³` turns that into `R/a`.
    #[inline(always)]
    fn inverse(&self, a: &[Word; N], invert: Inversion) -> [Word; N] {
        let mut scratch = [[0; N]; INVERT_SCRATCH];
        let mut r = [0; N];
        let number = portable::canonical::<P, N>(a);
        invert(&mut r, &number, &P::MODULUS, scratch.as_flattened_mut());
        if P::FOLDS { r } else { self.kernel.mul::<P, N>(&r, &P::R_CUBED) }
    }

    /// Products, then squares, two at a time; an odd one alone.
    #[inline(always)]
    fn products_in_pairs<const M: usize, const S: usize>(
        &self,
        m: [(&[Word; N], &[Word; N]); M],
        s: [&[Word; N]; S],
    ) -> ([[Word; N]; M], [[Word; N]; S]) {
        let (mut products, mut squares) = ([[0; N]; M], [[0; N]; S]);
        let factors = |i: usize| if i < M { m[i] } else { (s[i - M], s[i - M]) };
        let mut put = |i: usize, r| {
            if i < M {
                products[i] = r;
            } else {
                squares[i - M] = r;
            }
        };
        for i in (1..M + S).step_by(2) {
            let ((a, b), (c, d)) = (factors(i - 1), factors(i));
            let [first, second] = self.kernel.mul_two::<P, N>([a, b, c, d]);
            put(i - 1, first);
            put(i, second);
        }
        if (M + S) % 2 == 1 {
            let (a, b) = factors(M + S - 1);
            put(M + S - 1, self.kernel.mul::<P, N>(a, b));
        }
        (products, squares)
    }

    /// The number in `[0, p)` that `a` stands for.
    #[must_use]
    pub fn leave(&self, a: &[Word; N]) -> [Word; N] {
        if P::FOLDS {
            portable::canonical::<P, N>(a)
        } else {
            verify!(Self::verify(&[a]));
            self.kernel.reduce::<P, N>(&[*a, [0; N]])
        }
    }
}

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> Field for Fixed<N, P, K> {
    type El = [Word; N];
    type Mask = Mask;
    type Wide = Wide<N>;
    /// Any number. Where products are computed two at a time, summing unreduced products would cost
    /// more than it saves.
    const WIDE_TERMS: usize = if Self::PAIRS { 1 } else { usize::MAX };

    #[inline(always)]
    fn zero(&self) -> [Word; N] {
        [0; N]
    }

    #[inline(always)]
    fn one(&self) -> [Word; N] {
        P::ONE
    }

    fn small(&self, n: u32) -> [Word; N] {
        let mut number = [0; N];
        for (i, byte) in n.to_le_bytes().into_iter().enumerate() {
            number[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
        }
        self.enter_mod(&number)
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[Word; N]>,
        a: &[Word; N],
        b: &[Word; N],
    ) -> &'r mut [Word; N] {
        r.write(verified!(Self::verify, [a, b], self.kernel.mul::<P, N>(a, b)))
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        r.write(verified!(Self::verify, [a], self.kernel.sqr::<P, N>(a)))
    }

    #[inline(always)]
    fn sqr_times(&self, a: &[Word; N], times: usize) -> [Word; N] {
        self.kernel.sqr_times::<P, N>(a, times)
    }

    #[inline(always)]
    fn mul_small(&self, a: &[Word; N], n: u32) -> [Word; N] {
        if P::FOLDS && n.checked_shr(Word::BITS).unwrap_or(0) == 0 {
            self.kernel.mul_small_folded::<P, N>(a, n as Word)
        } else {
            self.mul(&self.small(n), a)
        }
    }

    #[inline(always)]
    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a, b], self.kernel.sum::<P, N>(a, b))
    }

    #[inline(always)]
    fn sub(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a, b], self.kernel.difference::<P, N>(a, b))
    }

    #[inline(always)]
    fn triple_add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(
            Self::verify,
            [a, b],
            match self.kernel.triple_sum::<P, N>(a, b) {
                Some(sum) => sum,
                None => self.add(&self.add(&self.double(a), a), b),
            }
        )
    }

    #[inline(always)]
    fn sub_double(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(
            Self::verify,
            [a, b],
            match self.kernel.difference_of_double::<P, N>(a, b) {
                Some(difference) => difference,
                None => self.sub(a, &self.double(b)),
            }
        )
    }

    #[inline(always)]
    fn double_sub(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(
            Self::verify,
            [a, b],
            match self.kernel.double_difference::<P, N>(a, b) {
                Some(difference) => difference,
                None => self.sub(&self.double(a), b),
            }
        )
    }

    #[inline(always)]
    fn add_products(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a, b], self.kernel.sum_of_products::<P, N>(a, b))
    }

    #[inline(always)]
    fn sub_products(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a, b], self.kernel.difference_of_products::<P, N>(a, b))
    }

    #[inline(always)]
    fn halve(&self, a: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a], portable::halve::<P, N>(a))
    }

    /// By divsteps on the number itself. Never inlined: inlined into a caller with a frame of its
    /// own, the machine code for AVR was wrong (docs/internals/mote.md).
    #[inline(never)]
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        verified!(Self::verify, [a], self.inverse(a, invert))
    }

    /// One after another unless the kernel set computes two at a time. Written out, because
    /// closures around the kernels' assembly would not be inlined, and every product would go
    /// through memory twice.
    #[inline(always)]
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&[Word; N], &[Word; N]); M],
        s: [&[Word; N]; S],
    ) -> ([[Word; N]; M], [[Word; N]; S]) {
        if const { Self::PAIRS } {
            return self.products_in_pairs(m, s);
        }
        let (mut products, mut squares) = ([[0; N]; M], [[0; N]; S]);
        macro_rules! each {
            ($($i:literal)+) => {
                $(
                    if const { $i < M } {
                        products[$i] = self.mul(m[$i].0, m[$i].1);
                    }
                    if const { $i < S } {
                        squares[$i] = self.sqr(s[$i]);
                    }
                )+
                const MOST: usize = [$($i),+].len();
            };
        }
        each!(0 1 2 3 4 5 6 7);
        const { assert!(M <= MOST && S <= MOST, "more products than formulas have") };
        (products, squares)
    }

    #[inline(always)]
    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        verify!(Self::verify(&[a, b]));
        if P::FOLDS { self.is_zero(&self.sub(a, b)) } else { limb::equal(a, b) }
    }

    #[inline(always)]
    fn is_zero(&self, a: &[Word; N]) -> Mask {
        verify!(Self::verify(&[a]));
        limb::is_zero(&portable::canonical::<P, N>(a))
    }

    #[inline(always)]
    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        self.kernel.select(condition, if_true, if_false)
    }

    #[inline(always)]
    fn double_times(&self, point: &mut [[Word; N]; 4], times: usize) -> bool {
        self.kernel.double_times::<P, N>(point, times)
    }

    #[inline(always)]
    fn add_affine(&self, points: &mut [[Word; N]; 5]) -> bool {
        self.kernel.add_affine::<P, N>(points)
    }

    #[inline(always)]
    fn montgomery_ladder(&self, u: &[Word; N], k: Bits<'_>, a24: u32) -> Option<[[Word; N]; 2]> {
        self.kernel.montgomery_ladder::<P, N>(u, k, a24)
    }

    #[inline(always)]
    fn mul_wide(&self, a: &[Word; N], b: &[Word; N]) -> Wide<N> {
        verify!(Self::verify(&[a, b]));
        Wide(apart!(self.kernel.mul_wide::<P, N>(a, b)))
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &[Word; N]) -> Wide<N> {
        verify!(Self::verify(&[a]));
        Wide(apart!(self.kernel.sqr_wide::<P, N>(a)))
    }

    #[inline(always)]
    fn complex_product(&self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
        verify!(Self::verify(&[&a[0], &a[1], &b[0], &b[1]]));
        apart!(self.kernel.complex_product::<P, N>(a, b))
    }

    #[inline(always)]
    fn complex_square(&self, a: &[[Word; N]; 2]) -> Option<[[Word; N]; 2]> {
        verify!(Self::verify(&[&a[0], &a[1]]));
        apart!(self.kernel.complex_square::<P, N>(a))
    }

    #[inline(always)]
    fn complex_product_wide(&self, a: &[[Word; N]; 2], b: &[[Word; N]; 2]) -> [Wide<N>; 2] {
        verify!(Self::verify(&[&a[0], &a[1], &b[0], &b[1]]));
        match apart!(self.kernel.complex_product_wide::<P, N>(a, b)) {
            Some(parts) => parts.map(Wide),
            None => arithmetic::complex_product_wide(self, a, b),
        }
    }

    #[inline(always)]
    fn complex_square_wide(&self, a: &[[Word; N]; 2]) -> [Wide<N>; 2] {
        verify!(Self::verify(&[&a[0], &a[1]]));
        match apart!(self.kernel.complex_square_wide::<P, N>(a)) {
            Some(parts) => parts.map(Wide),
            None => arithmetic::complex_square_wide(self, a),
        }
    }

    #[inline(always)]
    fn add_wide(&self, a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        verify!(Self::verify(&[&a.0[1], &b.0[1]]));
        Wide(apart!(self.kernel.add_wide::<P, N>(&a.0, &b.0)))
    }

    #[inline(always)]
    fn sub_wide(&self, a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        verify!(Self::verify(&[&a.0[1], &b.0[1]]));
        Wide(apart!(self.kernel.sub_wide::<P, N>(&a.0, &b.0)))
    }

    #[inline(always)]
    fn reduce(&self, a: &Wide<N>) -> [Word; N] {
        verified!(Self::verify, [&a.0[1]], self.kernel.reduce::<P, N>(&a.0))
    }
}

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> SquareRoot for Fixed<N, P, K> {
    fn sqrt(&self, a: &[Word; N]) -> ([Word; N], Mask) {
        let root_of_unity = || self.root_of_unity();
        tonelli_shanks(self, a, &P::ROOT_EXPONENT, P::TWO_ADICITY, root_of_unity)
    }

    fn sqrt_ratio(&self, a: &[Word; N], b: &[Word; N]) -> ([Word; N], Mask) {
        if P::TWO_ADICITY == 2 {
            ratio_5_mod_8(self, a, b, &P::ROOT_EXPONENT, &self.root_of_unity())
        } else {
            self.sqrt(&self.mul(a, &self.inv0(b)))
        }
    }

    fn sqrt_and_inverse(&self, a: &[Word; N]) -> ([[Word; N]; 2], Mask) {
        if P::TWO_ADICITY == 1 {
            return root_3_mod_4(self, a, &P::ROOT_EXPONENT);
        }
        let (r, exists) = self.sqrt(a);
        ([r, self.inv0(&r)], exists)
    }

    fn inverse_sqrt_either(
        &self,
        a: &[Word; N],
        z: &[Word; N],
        root: &[Word; N],
    ) -> ([Word; N], Mask) {
        if P::TWO_ADICITY == 1 {
            return either_3_mod_4(self, a, root);
        }
        let ([_, r], exists) = self.sqrt_and_inverse(a);
        let other = self.mul(z, &self.sqrt_and_inverse(&self.mul(z, a)).0[1]);
        (self.select(exists, &r, &other), exists)
    }

    /// A root of `-z`.
    fn root_for(&self, z: &[Word; N]) -> [Word; N] {
        self.sqrt(&self.neg(z)).0
    }
}

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> VartimeField for Fixed<N, P, K> {
    #[inline(never)]
    fn inv0_vartime(&self, a: &[Word; N]) -> [Word; N] {
        self.inverse(a, invert_vartime)
    }
}

impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> Encoding for Fixed<N, P, K> {
    fn encoded_bytes(&self) -> usize {
        Self::BYTES
    }

    fn encode(&self, bytes: &mut [u8], a: &[Word; N]) -> Result<()> {
        bytes::write(bytes, Self::BYTES, &self.leave(a))
    }

    fn decode(&self, bytes: &[u8]) -> Result<[Word; N]> {
        self.enter(&bytes::read(bytes, Self::BYTES)?)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<[Word; N]> {
        self.enter(&bytes::read_be(bytes, Self::BYTES)?)
    }
}
