//! Safe faces of GMP's integers: owned ones for the judge, borrowed ones for what is timed.

use super::ffi::{self, Limb, Mpz};
use core::ffi::c_int;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use polylimb::limb::{WORD_BITS, Word};

/// Whether the library's words can serve GMP as limbs where they lie.
pub(super) const WORDS_ARE_LIMBS: bool = size_of::<Word>() == size_of::<Limb>();

/// The most words an operand may have, so that twice as many still fit GMP's `int`.
pub(super) const MOST_WORDS: usize = 1 << 28;

/// A number whose memory is GMP's.
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

    /// The number with these words, the lowest first.
    pub(super) fn from_words(words: &[Word]) -> Self {
        let mut x = Self::new();
        // SAFETY: reads `words.len()` items of a word's size, least significant first (-1), in native
        // byte order (0), without unused bits.
        unsafe {
            let from = words.as_ptr().cast();
            ffi::mpz_import(&raw mut x.0, words.len(), -1, size_of::<Word>(), 0, 0, from);
        }
        x
    }

    /// Its words, padded with zeros to `len`.
    ///
    /// # Panics
    /// If it has more.
    pub(super) fn to_words(&self, len: usize) -> Vec<Word> {
        let mut words = vec![0; len];
        // SAFETY: `mpz_sizeinbase` only reads; base 2 gives the exact number of bits, and 1 for 0.
        let bits = unsafe { ffi::mpz_sizeinbase(&raw const self.0, 2) };
        assert!(bits <= len * WORD_BITS, "{bits} bits do not fit {len} words");
        // SAFETY: it writes the `bits.div_ceil(WORD_BITS) <= len` words that the number has, none for 0; the
        // count is not wanted.
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

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: initialised by `new`, and not used again.
        unsafe { ffi::mpz_clear(&raw mut self.0) }
    }
}

/// An operand whose limbs are somebody's words: what `mpz_roinit_n` makes, without the call.
struct Operand<'a>(Mpz, PhantomData<&'a [Word]>);

impl<'a> Operand<'a> {
    fn new(words: &'a [Word]) -> Self {
        let used = words.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1);
        // No room (alloc 0) marks it as read-only, as GMP's own macro MPZ_ROINIT_N does.
        Self(
            Mpz { alloc: 0, size: to_int(used), limbs: words.as_ptr().cast_mut().cast() },
            PhantomData,
        )
    }
}

/// A result whose limbs are somebody's words. GMP moves a result to new memory only when it needs more room
/// than `alloc`, so whoever passes one to GMP shows that it does not.
struct Target<'a>(Mpz, PhantomData<&'a mut [Word]>);

impl<'a> Target<'a> {
    fn new(words: &'a mut [Word]) -> Self {
        let limbs = words.as_mut_ptr().cast();
        Self(Mpz { alloc: to_int(words.len()), size: 0, limbs }, PhantomData)
    }
}

fn to_int(words: usize) -> c_int {
    c_int::try_from(words).expect("at most 2 * MOST_WORDS")
}

/// `r = a * b mod m` with `mpz_mul` and `mpz_mod`, on the caller's words where they lie: nothing is
/// converted or copied, and only GMP's own temporaries are allocated, so its time is GMP's.
///
/// # Panics
/// If the lengths are not those of `m`, twice that for `product`; if the highest word of `m` is 0; if words
/// are not limbs.
pub(super) fn mul_mod_in_place(
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    m: &[Word],
    product: &mut [Word],
) {
    const { assert!(align_of::<Word>() <= align_of::<Limb>()) }
    let n = m.len();
    assert!(WORDS_ARE_LIMBS && n <= MOST_WORDS && n > 0 && m[n - 1] != 0);
    assert!(r.len() == n && a.len() == n && b.len() == n && product.len() == 2 * n);
    let (a, b, m) = (Operand::new(a), Operand::new(b), Operand::new(m));
    let mut target = Target::new(product);
    // SAFETY: words are limbs, so all pointers are valid and aligned for their sizes. The product has at
    // most 2n limbs, the room that its target has, and does not overlap the operands (one is `&mut`).
    unsafe { ffi::mpz_mul(&raw mut target.0, &raw const a.0, &raw const b.0) };
    let product = target.0;
    let mut target = Target::new(&mut *r);
    // SAFETY: as above; the remainder has at most the divisor's n limbs, or the product's where that is the
    // smaller; the divisor is not 0.
    unsafe { ffi::mpz_mod(&raw mut target.0, &raw const product, &raw const m.0) };
    let used = usize::try_from(target.0.size).expect("a remainder is not negative");
    r[used..].fill(0);
}
