//! The inner loops of one instruction set, chosen once.

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::aarch64;
use super::{Mask, Word, karatsuba, mulders, portable};
use crate::cpu::Features;
use crate::error::{Error, Result};
use core::fmt;

/// `r, a, b, m, -1/m`.
pub(super) type FusedMontgomery = fn(&mut [Word], &[Word], &[Word], &[Word], Word);

/// The inner loops. Every entry checks its lengths, so calling one is safe wherever the CPU has
/// `needs`; a [`Kernel`] is only made from a table whose `needs` are met.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) needs: Features,
    pub(super) needs_names: &'static str,
    /// `r = a + b`, equal lengths; the carry.
    pub(super) add: fn(&mut [Word], &[Word], &[Word]) -> Word,
    /// `r = a - b`, equal lengths; the borrow.
    pub(super) sub: fn(&mut [Word], &[Word], &[Word]) -> Word,
    /// `r += a`, equal lengths; the carry.
    pub(super) add_assign: fn(&mut [Word], &[Word]) -> Word,
    /// `r -= a`, equal lengths; the borrow.
    pub(super) sub_assign: fn(&mut [Word], &[Word]) -> Word,
    /// `r += a` where the mask is true, equal lengths; the carry.
    pub(super) add_assign_if: fn(&mut [Word], &[Word], Mask) -> Word,
    /// `r -= a` where the mask is true, equal lengths; the borrow.
    pub(super) sub_assign_if: fn(&mut [Word], &[Word], Mask) -> Word,
    /// `r = a * w`, equal lengths; the high word.
    pub(super) mul_1: fn(&mut [Word], &[Word], Word) -> Word,
    /// `r += a * w`, equal lengths; the carry word.
    pub(super) addmul_1: fn(&mut [Word], &[Word], Word) -> Word,
    /// `r -= a * w`, equal lengths; the borrow word.
    pub(super) submul_1: fn(&mut [Word], &[Word], Word) -> Word,
    /// `r = a * b` by operand scanning, `r.len() == a.len() + b.len()`, neither empty.
    pub(super) schoolbook: fn(&mut [Word], &[Word], &[Word]),
    /// The low half of `a * b` by operand scanning, equal lengths, not empty.
    pub(super) schoolbook_low: fn(&mut [Word], &[Word], &[Word]),
    /// The high half of `a * b` as [`Kernel::mul_high`] gives it, fewer than `high_from` words.
    pub(super) schoolbook_high: fn(&mut [Word], &[Word], &[Word]),
    /// `r = a²` by operand scanning, not empty.
    pub(super) schoolbook_square: fn(&mut [Word], &[Word]),
    /// See [`Kernel::montgomery_reduce`].
    pub(super) montgomery_reduce: fn(&mut [Word], &[Word], Word) -> Word,
    /// `r = a b / 2^(n words) mod m` in `[0, m)` for `a` and `b` below the odd `m`, product and
    /// reduction in one; `n` words each, at most `fused_to`.
    pub(super) montgomery_mul: FusedMontgomery,
    /// The most words for `montgomery_mul`; 0 if the kernel has none.
    pub(super) fused_to: usize,
    /// See [`Kernel::subtract_once`].
    pub(super) subtract_once: fn(&mut [Word], Word, &[Word], &[Word]),
    /// See [`Kernel::look_up`].
    pub(super) look_up: fn(&mut [Word], &[Word], Word),
    /// `r = -r mod 2^(words of r)` where the mask is true.
    pub(super) negate_if: fn(&mut [Word], Mask),
    /// Karatsuba's middle: `p = z0 + z2 - p` where the mask is true, else `z0 + z2 + p`, which must
    /// not be negative; `z0` as long as `p`, `z2` no longer. Returns the word above.
    pub(super) interpolate: fn(&mut [Word], &[Word], &[Word], Mask) -> Word,
    /// Fewest words for which Karatsuba multiplies faster than `schoolbook`.
    pub(super) karatsuba_from: usize,
    /// Fewest words for which Karatsuba squares faster than `schoolbook_square`.
    pub(super) karatsuba_square_from: usize,
    /// Fewest words for which Mulders' split is faster than `schoolbook_low`.
    pub(super) low_from: usize,
    /// Fewest words for which Mulders' split is faster than `schoolbook_high`; at least 20, which
    /// the split needs.
    pub(super) high_from: usize,
}

/// The multi-precision arithmetic of one instruction set.
///
/// A `Kernel` is a value: a modulus, field or team takes one when it is made and keeps it. All
/// functions take words least significant first and run in constant time for given lengths.
///
/// ```
/// use polylimb::authors::limb::Kernel;
/// use polylimb::cpu::Features;
/// let kernel = Kernel::best(Features::detect());
/// let mut r = [0; 4];
/// kernel.schoolbook(&mut r, &[3, 1], &[5, 0]);
/// assert_eq!(r, [15, 5, 0, 0]);
/// ```
#[derive(Clone, Copy)]
pub struct Kernel(&'static Table);

/// `AArch64`, every core: strips of eight words. Karatsuba's sums cost more than they save up to 48
/// words. A square is a product: rows of uneven length would cost more than half of the products.
#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub(super) static UMULH: Table = Table {
    name: "umulh",
    needs: Features::UMULH,
    needs_names: "AArch64",
    addmul_1: aarch64::addmul_1,
    schoolbook: aarch64::multiply,
    schoolbook_square: aarch64::square,
    montgomery_reduce: aarch64::montgomery_reduce,
    karatsuba_from: 48,
    karatsuba_square_from: 48,
    ..portable::TABLE
};

/// Fastest last.
static TABLES: &[&Table] = &[
    &portable::TABLE,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    &super::x86_64::MULX,
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    &super::x86_64::IFMA,
    #[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    &UMULH,
    #[cfg(all(
        target_arch = "arm",
        any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
        not(polylimb_word = "8")
    ))]
    &super::arm::UMAAL,
];

impl Kernel {
    /// The kernel that serves every target and word size.
    pub const PORTABLE: Self = Self(&portable::TABLE);

    /// The kernel `mulx`, for callers that have checked that this CPU has BMI2 and ADX.
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    pub(crate) const MULX: Self = Self(&super::x86_64::MULX);

    /// The fastest kernel whose features are in `features` and on this CPU.
    #[must_use]
    pub fn best(features: Features) -> Self {
        Self::available(features).last().unwrap_or(Self::PORTABLE)
    }

    /// All kernels whose features are in `features`, fastest last. Features that this CPU does not
    /// have are ignored: a mask can only remove features.
    pub fn available(features: Features) -> impl Iterator<Item = Self> {
        TABLES.iter().filter(move |t| features.allows(t.needs)).map(|t| Self(t))
    }

    /// The names of all kernels compiled for this target, whether or not this CPU can run them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|t| t.name)
    }

    /// The kernel named `name`.
    ///
    /// # Errors
    /// [`Error::UnknownName`], or [`Error::MissingFeature`] if it needs more than `features`.
    pub fn by_name(name: &str, features: Features) -> Result<Self> {
        let table =
            TABLES.iter().find(|t| t.name == name).ok_or(Error::UnknownName { kind: "kernel" })?;
        if features.allows(table.needs) {
            Ok(Self(table))
        } else {
            Err(Error::MissingFeature { kernel: table.name, needs: table.needs_names })
        }
    }

    /// The kernel's name, for instance `mulx`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether the CPU's AVX-512 IFMA may be used.
    #[cfg(feature = "alloc")]
    pub(crate) fn has_ifma(self) -> bool {
        self.0.needs.contains(Features::IFMA)
    }

    /// `r = a + b`; all the same length. Returns the carry, 0 or 1.
    #[inline]
    pub fn add(self, r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
        (self.0.add)(r, a, b)
    }

    /// `r = a - b`; all the same length. Returns the borrow, 0 or 1.
    #[inline]
    pub fn sub(self, r: &mut [Word], a: &[Word], b: &[Word]) -> Word {
        (self.0.sub)(r, a, b)
    }

    /// `r += a`, `a` no longer than `r`; the carry runs through all of `r`. Returns the carry.
    #[inline]
    pub fn add_assign(self, r: &mut [Word], a: &[Word]) -> Word {
        let (low, high) = r.split_at_mut(a.len());
        let carry = (self.0.add_assign)(low, a);
        self.add_word(high, carry)
    }

    /// `r -= a`, `a` no longer than `r`; the borrow runs through all of `r`. Returns the borrow.
    #[inline]
    pub fn sub_assign(self, r: &mut [Word], a: &[Word]) -> Word {
        let (low, high) = r.split_at_mut(a.len());
        let borrow = (self.0.sub_assign)(low, a);
        self.sub_word(high, borrow)
    }

    /// `r += a` where `condition`, in the same time otherwise; same length. Returns the carry.
    #[inline]
    pub fn add_assign_if(self, r: &mut [Word], a: &[Word], condition: Mask) -> Word {
        (self.0.add_assign_if)(r, a, condition)
    }

    /// `r -= a` where `condition`, in the same time otherwise; same length. Returns the borrow.
    #[inline]
    pub fn sub_assign_if(self, r: &mut [Word], a: &[Word], condition: Mask) -> Word {
        (self.0.sub_assign_if)(r, a, condition)
    }

    /// `r = a * w`, same length. Returns the high word.
    #[inline]
    pub fn mul_1(self, r: &mut [Word], a: &[Word], w: Word) -> Word {
        (self.0.mul_1)(r, a, w)
    }

    /// `r += a * w`, same length. Returns the carry word.
    #[inline]
    pub fn addmul_1(self, r: &mut [Word], a: &[Word], w: Word) -> Word {
        (self.0.addmul_1)(r, a, w)
    }

    /// `r -= a * w`, same length. Returns the borrow word.
    #[inline]
    pub fn submul_1(self, r: &mut [Word], a: &[Word], w: Word) -> Word {
        (self.0.submul_1)(r, a, w)
    }

    /// `r = a * b` by operand scanning; `r` as long as both together, neither empty.
    #[inline]
    pub fn schoolbook(self, r: &mut [Word], a: &[Word], b: &[Word]) {
        (self.0.schoolbook)(r, a, b);
    }

    /// `r = a * b mod 2^(words of r)` by operand scanning; all the same length, not empty.
    #[inline]
    pub fn schoolbook_low(self, r: &mut [Word], a: &[Word], b: &[Word]) {
        (self.0.schoolbook_low)(r, a, b);
    }

    /// `r = a²` by operand scanning; `r` twice as long as `a`, which is not empty.
    #[inline]
    pub fn schoolbook_square(self, r: &mut [Word], a: &[Word]) {
        (self.0.schoolbook_square)(r, a);
    }

    /// `r = a * b` by the fastest method for the lengths (schoolbook, then Karatsuba); any lengths
    /// but 0, `r` as long as both together. `scratch` has at least [`Kernel::mul_scratch`] words.
    pub fn mul(self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        karatsuba::mul(self, r, a, b, scratch);
    }

    /// Words of scratch that [`Kernel::mul`] needs for operands of `a_words` and `b_words`.
    #[must_use]
    pub fn mul_scratch(self, a_words: usize, b_words: usize) -> usize {
        karatsuba::scratch(self, a_words, b_words)
    }

    /// `r` = entry `index` of `table`, whose entries are as long as `r`; 0 if there is no such
    /// entry. Every entry is read: `index` stays secret. At most 128 entries, not empty.
    pub fn look_up(self, r: &mut [Word], table: &[Word], index: Word) {
        (self.0.look_up)(r, table, index);
    }

    /// `r = a²` by the fastest method for the length; `r` twice as long as `a`, which is not empty.
    /// `scratch` has at least [`Kernel::sqr_scratch`] words.
    pub fn sqr(self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        karatsuba::sqr(self, r, a, scratch);
    }

    /// Words of scratch that [`Kernel::sqr`] needs for an operand of `words`.
    #[must_use]
    pub fn sqr_scratch(self, words: usize) -> usize {
        karatsuba::sqr_scratch(self, words)
    }

    /// `r = a * b mod 2^(words of r)`: the low half of a product; all the same length, not empty.
    /// `scratch` has at least [`Kernel::mul_low_scratch`] words.
    pub fn mul_low(self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        mulders::mul_low(self, r, a, b, scratch);
    }

    /// Words of scratch that [`Kernel::mul_low`] needs for operands of `words`.
    #[must_use]
    pub fn mul_low_scratch(self, words: usize) -> usize {
        mulders::mul_low_scratch(self, words)
    }

    /// The high half of a product and two words below it, rounded down a little too far:
    /// `r = ⌊a b / β^(n-2)⌋ - ε` for `a` and `b` of `n` words, not empty, `r` of `n + 2`, `β` =
    /// 2^[`super::WORD_BITS`]. `scratch` has at least [`Kernel::mul_high_scratch`] words.
    ///
    /// The error `0 <= ε < (n - 2) β` comes from the omitted columns (`ε = 0` for `n <= 2`). So
    /// - `r[1..]` is `⌊a b / β^(n-1)⌋` or at most `n - 2` less;
    /// - `r[2..]`, the high half proper, is exact or one too small, for `n <= β + 2`: as the
    ///   estimate of a quotient (Barrett) it costs one more correction;
    /// - where word `n - 1` of the product is known (Montgomery's `q m` ends in the negative of the
    ///   words that it clears), adding `known - r[1]` modulo `β` to `r[1..]` makes it exact, for
    ///   `n <= β + 1`.
    ///
    /// ```
    /// use polylimb::authors::limb::{Kernel, Word};
    /// let (kernel, ones) = (Kernel::PORTABLE, [Word::MAX; 4]);
    /// let mut r = [0; 6];
    /// kernel.mul_high(&mut r, &ones, &ones, &mut []);
    /// // (β^4 - 1)² = β^8 - 2 β^4 + 1, whose word 3 is 0.
    /// let error = (0 as Word).wrapping_sub(r[1]);
    /// assert!(error <= 2);
    /// assert_eq!(kernel.add_assign(&mut r[1..], &[error]), 0);
    /// assert_eq!(r[1..], [0, Word::MAX - 1, Word::MAX, Word::MAX, Word::MAX]);
    /// ```
    pub fn mul_high(self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        mulders::mul_high(self, r, a, b, scratch);
    }

    /// Words of scratch that [`Kernel::mul_high`] needs for operands of `words`.
    #[must_use]
    pub fn mul_high_scratch(self, words: usize) -> usize {
        mulders::mul_high_scratch(self, words)
    }

    /// Montgomery reduction word by word, in place, of the low `k` words (the reduction half of the
    /// SOS method, `[Koc1996]`). `t` has `n + k` words, `0 <= k <= n`, for the `n` words of the odd
    /// `m`. Afterwards the returned carry (0 or 1) and `t[k..]` are `(t + q m) / 2^(k words)` for
    /// the one `q < 2^(k words)` that makes the division exact, and `t[..k]` is unspecified.
    /// `m_inverse` is `-1/m` modulo 2^[`super::WORD_BITS`].
    #[inline]
    pub fn montgomery_reduce(self, t: &mut [Word], m: &[Word], m_inverse: Word) -> Word {
        (self.0.montgomery_reduce)(t, m, m_inverse)
    }

    /// Montgomery multiplication: `r = a b / 2^(n words) mod m` in `[0, m)`, for `a` and `b` below
    /// the odd `m`, all of `n` words; `m_inverse` is `-1/m` modulo 2^[`super::WORD_BITS`].
    /// `scratch` has at least [`Kernel::montgomery_mul_scratch`] words. By [`Kernel::mul`] and
    /// [`Kernel::montgomery_reduce`], or by one fused function where the kernel has one for this
    /// length.
    pub fn montgomery_mul(
        self,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        m: &[Word],
        m_inverse: Word,
        scratch: &mut [Word],
    ) {
        let n = m.len();
        if self.fuses_montgomery(n) {
            return (self.0.montgomery_mul)(r, a, b, m, m_inverse);
        }
        let (t, scratch) = scratch.split_at_mut(2 * n);
        self.mul(t, a, b, scratch);
        let carry = self.montgomery_reduce(t, m, m_inverse);
        self.subtract_once(r, carry, &t[n..], m);
    }

    /// Whether [`Kernel::montgomery_mul`] interleaves product and reduction for a modulus of
    /// `words`.
    pub(crate) fn fuses_montgomery(self, words: usize) -> bool {
        words <= self.0.fused_to
    }

    /// Words of scratch that [`Kernel::montgomery_mul`] needs for a modulus of `words`.
    #[must_use]
    pub fn montgomery_mul_scratch(self, words: usize) -> usize {
        if self.fuses_montgomery(words) { 0 } else { 2 * words + self.mul_scratch(words, words) }
    }

    /// The correction at the end of a reduction: `r = z mod m` for a `z < 2 m` given as the words
    /// of `z` and the word `high` above them; all the same length.
    #[inline]
    pub fn subtract_once(self, r: &mut [Word], high: Word, z: &[Word], m: &[Word]) {
        (self.0.subtract_once)(r, high, z, m);
    }

    /// `r += w`, through all of `r`; returns the carry.
    #[inline]
    #[allow(clippy::unused_self, reason = "beside its siblings")]
    pub(super) fn add_word(self, r: &mut [Word], w: Word) -> Word {
        portable::add_word(r, w)
    }

    /// `r -= w`, through all of `r`; returns the borrow.
    #[inline]
    #[allow(clippy::unused_self, reason = "beside its siblings")]
    pub(super) fn sub_word(self, r: &mut [Word], w: Word) -> Word {
        portable::sub_word(r, w)
    }

    /// `r = -r mod 2^(words of r)` where `condition`.
    #[inline]
    pub(super) fn negate_if(self, r: &mut [Word], condition: Mask) {
        (self.0.negate_if)(r, condition);
    }

    /// See [`Table::interpolate`].
    #[inline]
    pub(super) fn interpolate(
        self,
        p: &mut [Word],
        z0: &[Word],
        z2: &[Word],
        subtract: Mask,
    ) -> Word {
        (self.0.interpolate)(p, z0, z2, subtract)
    }

    /// Fewest words for which [`Kernel::mul`] uses Karatsuba.
    #[must_use]
    pub(super) const fn karatsuba_from(self) -> usize {
        self.0.karatsuba_from
    }

    /// Fewest words for which [`Kernel::sqr`] uses Karatsuba.
    #[must_use]
    pub(super) const fn karatsuba_square_from(self) -> usize {
        self.0.karatsuba_square_from
    }

    /// Fewest words for which [`Kernel::mul_low`] uses Mulders' split.
    #[must_use]
    pub(super) const fn low_from(self) -> usize {
        self.0.low_from
    }

    /// See [`Table::high_from`].
    #[must_use]
    pub(super) const fn high_from(self) -> usize {
        self.0.high_from
    }

    /// As [`Kernel::mul_high`] without a split, for fewer than `high_from` words.
    pub(super) fn schoolbook_high(self, r: &mut [Word], a: &[Word], b: &[Word]) {
        (self.0.schoolbook_high)(r, a, b);
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.0.name)
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Kernel {}
