//! `blst_scalar`, `blst_sk`, `blst_fr`: numbers of 256 bits, secret keys, numbers modulo the order.
//! Constant time.

use crate::border::{c, hexadecimal, slice};
use crate::field::fr;
use crate::layout::{blst_fr, blst_scalar, byte};
use polylimb::authors::field::Field;
use polylimb::authors::limb::{Mask, Word, less_than};
use zeroize::Zeroizing;

type El = [Word; 4];

/// The number in these bytes, least significant first.
fn words(bytes: &[u8; 32]) -> Zeroizing<El> {
    let mut words = Zeroizing::new([0; 4]);
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | Word::from(*byte));
    }
    words
}

fn scalar(words: &El) -> blst_scalar {
    let mut scalar = blst_scalar::default();
    for (bytes, word) in scalar.b.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    scalar
}

/// The element for this number modulo the order.
pub(crate) fn enter(a: &blst_scalar) -> Zeroizing<El> {
    Zeroizing::new(fr().enter_mod(&words(&a.b)))
}

pub(crate) fn leave(a: &El) -> blst_scalar {
    scalar(&Zeroizing::new(fr().leave(a)))
}

fn is_zero(words: &El) -> Mask {
    Mask::is_zero(words.iter().fold(0, |or, word| or | word))
}

fn is_below_order(a: &blst_scalar) -> Mask {
    less_than(&*words(&a.b), fr().modulus())
}

/// Whether it is a secret key: a number from 1 to the order less one.
pub(crate) fn is_key(a: &blst_scalar) -> bool {
    (is_below_order(a) & !is_zero(&words(&a.b))).to_bool_vartime()
}

/// Whether it is 0 or below the order.
pub(crate) fn is_reduced(a: &blst_scalar) -> bool {
    is_below_order(a).to_bool_vartime()
}

/// The number in these bytes modulo the order, most significant byte first.
fn reduced(bytes: impl Iterator<Item = u8>) -> Zeroizing<El> {
    let f = fr();
    let byte = f.small(1 << 8);
    let mut sum = Zeroizing::new(f.zero());
    for b in bytes {
        *sum = f.add(&f.mul(&sum, &byte), &f.small(b.into()));
    }
    sum
}

/// The number in these bytes modulo the order, most significant first.
pub(crate) fn scalar_of_be(bytes: &[u8]) -> blst_scalar {
    leave(&reduced(bytes.iter().copied()))
}

/// Writes a number, and says whether it is not 0.
fn checked(out: *mut blst_scalar, r: &El) -> bool {
    let number = leave(r);
    let is_key = is_key(&number);
    // SAFETY: as blst.h says, `out` is a scalar.
    unsafe { *out = number };
    is_key
}

c! {
    fn blst_scalar_from_uint32(out: *mut blst_scalar, a: *const u32) {
        blst_scalar_from_lendian(out, a.cast());
    }
    fn blst_uint32_from_scalar(out: *mut u32, a: *const blst_scalar) {
        blst_lendian_from_scalar(out.cast(), a);
    }
    fn blst_scalar_from_uint64(out: *mut blst_scalar, a: *const u64) {
        blst_scalar_from_lendian(out, a.cast());
    }
    fn blst_uint64_from_scalar(out: *mut u64, a: *const blst_scalar) {
        blst_lendian_from_scalar(out.cast(), a);
    }
    fn blst_scalar_from_lendian(out: *mut blst_scalar, a: *const byte) {
        core::ptr::copy(a, out.cast(), 32);
    }
    fn blst_lendian_from_scalar(out: *mut byte, a: *const blst_scalar) {
        core::ptr::copy(a.cast(), out, 32);
    }
    fn blst_scalar_from_bendian(out: *mut blst_scalar, a: *const byte) {
        core::ptr::copy(a, out.cast(), 32);
        (*out).b.reverse();
    }
    fn blst_bendian_from_scalar(out: *mut byte, a: *const blst_scalar) {
        core::ptr::copy(a.cast(), out, 32);
        core::slice::from_raw_parts_mut(out, 32).reverse();
    }
    fn blst_scalar_fr_check(a: *const blst_scalar) -> bool {
        is_reduced(&*a)
    }
    fn blst_sk_check(a: *const blst_scalar) -> bool {
        is_key(&*a)
    }
    fn blst_sk_add_n_check(out: *mut blst_scalar, a: *const blst_scalar, b: *const blst_scalar) -> bool {
        checked(out, &Zeroizing::new(fr().add(&enter(&*a), &enter(&*b))))
    }
    fn blst_sk_sub_n_check(out: *mut blst_scalar, a: *const blst_scalar, b: *const blst_scalar) -> bool {
        checked(out, &Zeroizing::new(fr().sub(&enter(&*a), &enter(&*b))))
    }
    fn blst_sk_mul_n_check(out: *mut blst_scalar, a: *const blst_scalar, b: *const blst_scalar) -> bool {
        checked(out, &Zeroizing::new(fr().mul(&enter(&*a), &enter(&*b))))
    }
    fn blst_sk_inverse(out: *mut blst_scalar, a: *const blst_scalar) {
        checked(out, &Zeroizing::new(fr().inv0(&enter(&*a))));
    }
    fn blst_scalar_from_le_bytes(out: *mut blst_scalar, bytes: *const byte, n: usize) -> bool {
        checked(out, &reduced(slice(bytes, n).iter().copied().rev()))
    }
    fn blst_scalar_from_be_bytes(out: *mut blst_scalar, bytes: *const byte, n: usize) -> bool {
        checked(out, &reduced(slice(bytes, n).iter().copied()))
    }

    fn blst_fr_add(ret: *mut blst_fr, a: *const blst_fr, b: *const blst_fr) {
        *ret = blst_fr::of(&fr().add(&(*a).el(), &(*b).el()));
    }
    fn blst_fr_sub(ret: *mut blst_fr, a: *const blst_fr, b: *const blst_fr) {
        *ret = blst_fr::of(&fr().sub(&(*a).el(), &(*b).el()));
    }
    fn blst_fr_mul_by_3(ret: *mut blst_fr, a: *const blst_fr) {
        *ret = blst_fr::of(&fr().triple_add(&(*a).el(), &fr().zero()));
    }
    fn blst_fr_lshift(ret: *mut blst_fr, a: *const blst_fr, count: usize) {
        *ret = blst_fr::of(&(0..count).fold((*a).el(), |a, _| fr().double(&a)));
    }
    fn blst_fr_rshift(ret: *mut blst_fr, a: *const blst_fr, count: usize) {
        *ret = blst_fr::of(&(0..count).fold((*a).el(), |a, _| fr().halve(&a)));
    }
    fn blst_fr_mul(ret: *mut blst_fr, a: *const blst_fr, b: *const blst_fr) {
        *ret = blst_fr::of(&fr().mul(&(*a).el(), &(*b).el()));
    }
    fn blst_fr_sqr(ret: *mut blst_fr, a: *const blst_fr) {
        *ret = blst_fr::of(&fr().sqr(&(*a).el()));
    }
    fn blst_fr_cneg(ret: *mut blst_fr, a: *const blst_fr, flag: bool) {
        let a = (*a).el();
        *ret = blst_fr::of(&fr().select(Mask::from_bit(flag.into()), &fr().neg(&a), &a));
    }
    fn blst_fr_eucl_inverse(ret: *mut blst_fr, a: *const blst_fr) {
        *ret = blst_fr::of(&fr().inv0(&(*a).el()));
    }
    fn blst_fr_inverse(ret: *mut blst_fr, a: *const blst_fr) {
        blst_fr_eucl_inverse(ret, a);
    }
    fn blst_fr_from_uint64(ret: *mut blst_fr, a: *const u64) {
        *ret = blst_fr::of(&fr().enter_mod(&*a.cast()));
    }
    fn blst_uint64_from_fr(ret: *mut u64, a: *const blst_fr) {
        *ret.cast() = fr().leave(&(*a).el());
    }
    fn blst_fr_from_scalar(ret: *mut blst_fr, a: *const blst_scalar) {
        *ret = blst_fr::of(&enter(&*a));
    }
    fn blst_scalar_from_fr(ret: *mut blst_scalar, a: *const blst_fr) {
        *ret = leave(&(*a).el());
    }
    fn blst_scalar_from_hexascii(out: *mut blst_scalar, hex: *const byte) {
        *out = blst_scalar { b: hexadecimal(hex) };
    }
    fn blst_fr_from_hexascii(ret: *mut blst_fr, hex: *const byte) {
        *ret = blst_fr::of(&enter(&blst_scalar { b: hexadecimal(hex) }));
    }
    fn blst_fr_to(ret: *mut blst_fr, a: *const blst_fr) {
        *ret = blst_fr::of(&fr().enter_mod(&(*a).l));
    }
    fn blst_fr_from(ret: *mut blst_fr, a: *const blst_fr) {
        *ret = blst_fr::of(&fr().leave(&(*a).el()));
    }
    fn blst_fr_ct_bfly(x0: *mut blst_fr, x1: *mut blst_fr, twiddle: *const blst_fr) {
        let (a, b) = ((*x0).el(), fr().mul(&(*x1).el(), &(*twiddle).el()));
        (*x0, *x1) = (blst_fr::of(&fr().add(&a, &b)), blst_fr::of(&fr().sub(&a, &b)));
    }
    fn blst_fr_gs_bfly(x0: *mut blst_fr, x1: *mut blst_fr, twiddle: *const blst_fr) {
        let (a, b) = ((*x0).el(), (*x1).el());
        *x0 = blst_fr::of(&fr().add(&a, &b));
        *x1 = blst_fr::of(&fr().mul(&fr().sub(&a, &b), &(*twiddle).el()));
    }
}
