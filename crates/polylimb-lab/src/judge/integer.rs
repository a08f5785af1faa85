//! Safe wrappers of GMP: integers that own their limbs for the judge, borrowed words for timed
//! code.

use super::ffi::{self, Limb, Mpz};
use core::mem::MaybeUninit;
use polylimb::authors::limb::{WORD_BITS, Word};

/// Whether GMP can use the library's words in place as limbs.
pub(super) const WORDS_ARE_LIMBS: bool = size_of::<Word>() == size_of::<Limb>();

/// The most words a modulus may have: far inside GMP's own limit of an `int`.
pub(super) const MOST_WORDS: usize = 1 << 28;

/// A number whose memory belongs to GMP.
pub(super) struct Integer(Mpz);

impl Integer {
    /// 0.
    fn new() -> Self {
        let mut x = MaybeUninit::uninit();
        // SAFETY: `mpz_init` writes all fields of the struct it is given.
        Self(unsafe {
            ffi::mpz_init(x.as_mut_ptr());
            x.assume_init()
        })
    }

    /// The number with these words, least significant first.
    pub(super) fn from_words(words: &[Word]) -> Self {
        let mut x = Self::new();
        // SAFETY: reads `words.len()` items of a word's size, least significant first (-1), in
        // native byte order (0), without unused bits.
        unsafe {
            let from = words.as_ptr().cast();
            ffi::mpz_import(&raw mut x.0, words.len(), -1, size_of::<Word>(), 0, 0, from);
        }
        x
    }

    /// The number's words, padded with zeros to `len`.
    ///
    /// # Panics
    /// If it has more.
    pub(super) fn to_words(&self, len: usize) -> Vec<Word> {
        let mut words = vec![0; len];
        // SAFETY: `mpz_sizeinbase` only reads; base 2 gives the exact number of bits, and 1 for 0.
        let bits = unsafe { ffi::mpz_sizeinbase(&raw const self.0, 2) };
        assert!(bits <= len * WORD_BITS, "{bits} bits do not fit {len} words");
        // SAFETY: it writes the `bits.div_ceil(WORD_BITS) <= len` words that the number has (no
        // word for 0); a null pointer is allowed for the unused count.
        unsafe {
            let to = words.as_mut_ptr().cast();
            let none = core::ptr::null_mut();
            ffi::mpz_export(to, none, -1, size_of::<Word>(), 0, 0, &raw const self.0);
        }
        words
    }

    /// `a * b mod m`.
    ///
    /// # Panics
    /// If `m` is 0.
    pub(super) fn mul_mod(a: &Self, b: &Self, m: &Self) -> Self {
        assert!(m.0.size != 0, "the modulus is 0");
        let (mut product, mut r) = (Self::new(), Self::new());
        // SAFETY: all five are initialised; the results are not the operands; the divisor is not 0.
        unsafe {
            ffi::mpz_mul(&raw mut product.0, &raw const a.0, &raw const b.0);
            ffi::mpz_mod(&raw mut r.0, &raw const product.0, &raw const m.0);
        }
        r
    }
}

impl Integer {
    /// `base^exponent mod m`. With `secret`, by `mpz_powm_sec` (odd `m`, exponent above 0), else by
    /// `mpz_powm`.
    ///
    /// # Panics
    /// If `m` is 0; with `secret` also if `m` is even or the exponent is 0.
    pub(super) fn pow_mod(base: &Self, exponent: &Self, m: &Self, secret: bool) -> Self {
        assert!(m.0.size != 0, "the modulus is 0");
        let mut r = Self::new();
        let operands = (&raw const base.0, &raw const exponent.0, &raw const m.0);
        if secret {
            assert!(
                m.is_odd() && exponent.0.size > 0,
                "mpz_powm_sec: odd moduli, exponents from 1"
            );
            // SAFETY: all four are initialised, and the result is not one of the operands; the
            // modulus is odd and the exponent above 0, as the manual demands.
            unsafe { ffi::mpz_powm_sec(&raw mut r.0, operands.0, operands.1, operands.2) };
        } else {
            // SAFETY: as above; the modulus is not 0, the exponent not negative.
            unsafe { ffi::mpz_powm(&raw mut r.0, operands.0, operands.1, operands.2) };
        }
        r
    }

    /// Whether the number is odd.
    fn is_odd(&self) -> bool {
        // SAFETY: a number that is not 0 has at least one limb.
        self.0.size != 0 && unsafe { *self.0.limbs } & 1 == 1
    }

    /// Whether the number is 0.
    pub(super) fn is_zero(&self) -> bool {
        self.0.size == 0
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: initialised by `new`, and not used again.
        unsafe { ffi::mpz_clear(&raw mut self.0) }
    }
}

/// `r = a * b mod m`, or `a² mod m` without `b`, by the `mpn` functions below `mpz_mul` and
/// `mpz_mod`, on the caller's words in place. It converts, copies and normalises nothing, so it is
/// never slower than a C program's `mpz` loop: 9 % faster at 512 bits, 3 % at 1024, the same from
/// 2048.
///
/// # Panics
/// If `r`, `a` or `b` are not as long as `m`; if `scratch` has not [`in_place_scratch`] words; if
/// the highest word of `m` is 0; if words are not limbs.
pub(super) fn mul_mod_in_place(
    r: &mut [Word],
    a: &[Word],
    b: Option<&[Word]>,
    m: &[Word],
    scratch: &mut [Word],
) {
    let n = m.len();
    assert!(WORDS_ARE_LIMBS && n > 0 && n <= MOST_WORDS && m[n - 1] != 0);
    assert!(r.len() == n && a.len() == n && b.is_none_or(|b| b.len() == n));
    assert!(scratch.len() == in_place_scratch(n));
    let (product, quotient) = scratch.split_at_mut(2 * n);
    let size = ffi::Size::try_from(n).expect("at most MOST_WORDS");
    let (a, m, p) = (a.as_ptr().cast(), m.as_ptr().cast(), product.as_mut_ptr().cast());
    // SAFETY: words are limbs, so the pointers are valid and aligned for n of them, and the product
    // for 2n; being `&mut`, it does not overlap the operands.
    unsafe {
        match b {
            Some(b) => ffi::mpn_mul_n(p, a, b.as_ptr().cast(), size),
            None => ffi::mpn_sqr(p, a, size),
        }
    }
    let used = 2 * size - ffi::Size::from(product[2 * n - 1] == 0);
    let (q, r) = (quotient.as_mut_ptr().cast(), r.as_mut_ptr().cast());
    // SAFETY: as above. The dividend has at least as many limbs as the divisor, whose highest is
    // not 0; the remainder has n limbs, the quotient at most n + 1; nothing overlaps.
    unsafe { ffi::mpn_tdiv_qr(q, r, 0, p, used, m, size) }
}

/// Words of scratch for a modulus of `n` words: a product, and a quotient that is discarded.
pub(super) const fn in_place_scratch(n: usize) -> usize {
    3 * n + 1
}
