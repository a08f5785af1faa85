//! The kernel `ifma`: products in 52-bit digits on AVX-512 lanes, everything else as in `mulx`.
//!
//! The conversion costs little compared with a product, which takes `L/4` cycles for each of its
//! `L` digits. It pays from [`FROM`] words on.

use super::{linear, multiply, square};
use crate::limb::Word;
use crate::limb::radix52::{MOST_WORDS, high_product, product};
use crate::limb::simd::{Ifma, compiled_for};
use crate::limb::{look_up, portable};

/// Words of the shorter operand from which the detour pays.
const FROM: usize = 22;
/// The same for squares, for which the scalar loops need only half the products.
const SQUARE_FROM: usize = 40;

/// `r = a * b`, `r.len() == a.len() + b.len()`, neither empty.
pub(super) fn schoolbook(r: &mut [Word], a: &[Word], b: &[Word]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let n = short.len();
    if !(FROM..=MOST_WORDS).contains(&n) {
        return multiply::schoolbook(r, a, b);
    }
    assert!(r.len() == long.len() + n);
    for (i, block) in long.chunks(MOST_WORDS).enumerate() {
        let r = &mut r[i * MOST_WORDS..][..block.len() + n];
        if i == 0 {
            checked_product(r, block, short);
            continue;
        }
        let mut product = [0; 2 * MOST_WORDS];
        let product = &mut product[..r.len()];
        checked_product(product, block, short);
        // The first n words meet the top of the block before, the others are new.
        let carry = linear::add_assign(&mut product[..n], &r[..n]);
        let carry = portable::add_word(&mut product[n..], carry);
        debug_assert!(carry == 0);
        r.copy_from_slice(product);
    }
}

/// `r = a * b mod 2^(words of r)`, all the same length, not empty.
pub(super) fn schoolbook_low(r: &mut [Word], a: &[Word], b: &[Word]) {
    if !(FROM..=MOST_WORDS).contains(&r.len()) {
        return multiply::schoolbook_low(r, a, b);
    }
    assert!(a.len() == r.len() && b.len() == r.len());
    checked_product(r, a, b);
}

/// See [`crate::limb::Kernel::mul_high`]; at most [`MOST_WORDS`] words.
pub(super) fn schoolbook_high(r: &mut [Word], a: &[Word], b: &[Word]) {
    if a.len() < FROM {
        return multiply::schoolbook_high(r, a, b);
    }
    assert!(a.len() <= MOST_WORDS && b.len() == a.len() && r.len() == a.len() + 2);
    checked_high_product(r, a, b);
}

/// `r = a²`, `r` twice as long as `a`, which is not empty.
pub(super) fn schoolbook_square(r: &mut [Word], a: &[Word]) {
    if !(SQUARE_FROM..=MOST_WORDS).contains(&a.len()) {
        return square::schoolbook(r, a);
    }
    assert!(r.len() == 2 * a.len());
    checked_product(r, a, a);
}

// Only the kernel's table leads here, and it is only offered where the features of the roots are.
compiled_for! {
    "avx512f,avx512ifma", root:
    fn checked_product[][](r: &mut [Word], a: &[Word], b: &[Word]) = product::<Ifma>(r, a, b)
}
compiled_for! {
    "avx512f,avx512ifma", root:
    fn checked_high_product[][](r: &mut [Word], a: &[Word], b: &[Word]) = high_product::<Ifma>(r, a, b)
}

/// See [`crate::limb::Kernel::look_up`].
pub(super) fn look_up(r: &mut [Word], table: &[Word], index: Word) {
    // SAFETY: only the kernel's table leads here, and it is only offered where the features are.
    unsafe { look_up_root(r, table, index) };
}

/// Plain code that the compiler vectorises with 512 bits. Entries of one vector, the points of
/// 256-bit curves, are written out.
#[target_feature(enable = "avx512f")]
fn look_up_root(r: &mut [Word], table: &[Word], index: Word) {
    if let (Ok(r), (entries, [])) = (<&mut [Word; 8]>::try_from(&mut *r), table.as_chunks()) {
        *r = look_up_vector(entries, index);
    } else {
        look_up::by_blocks::<64>(r, table, index);
    }
}

/// The entry of that index, of at most [`look_up::MOST_ENTRIES`]. Four sums, so that the time
/// follows the loads, two for each entry, and not their latencies.
#[target_feature(enable = "avx512f")]
fn look_up_vector(entries: &[[Word; 8]], index: Word) -> [Word; 8] {
    use core::arch::x86_64::{
        __m512i, _mm512_loadu_si512, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512,
        _mm512_storeu_si512, _mm512_ternarylogic_epi64,
    };
    /// `sum | (entry & mask)`
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(sum: __m512i, entry: &[Word; 8], mask: Word) -> __m512i {
        // SAFETY: reads the eight words of `entry`.
        let entry = unsafe { _mm512_loadu_si512(entry.as_ptr().cast()) };
        _mm512_ternarylogic_epi64::<0xf8>(sum, entry, _mm512_set1_epi64(mask.cast_signed()))
    }
    let mut masks = [0; look_up::MOST_ENTRIES];
    let masks = look_up::fill_masks(&mut masks[..entries.len()], index);
    let (fours, rest) = entries.as_chunks::<4>();
    let (masks_of_fours, masks_of_rest) = masks.as_chunks::<4>();
    let mut sums = [_mm512_setzero_si512(); 4];
    for (entries, masks) in fours.iter().zip(masks_of_fours) {
        for i in 0..4 {
            sums[i] = add(sums[i], &entries[i], masks[i]);
        }
    }
    for (entry, mask) in rest.iter().zip(masks_of_rest) {
        sums[0] = add(sums[0], entry, *mask);
    }
    let [a, b, c, d] = sums;
    let sum = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
    let mut r = [0; 8];
    // SAFETY: writes the eight words of `r`.
    unsafe { _mm512_storeu_si512(r.as_mut_ptr().cast(), sum) };
    r
}
