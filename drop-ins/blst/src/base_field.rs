//! `blst_fp` and `blst_fp2`: numbers modulo the prime, and its quadratic extension. Constant time.

use crate::border::{c, hexadecimal, slice};
use crate::field::{Coordinate, Fp, Quadratic, be_of_words, fp, fp2, words_of_be};
use crate::layout::{blst_fp, blst_fp2, byte};
use polylimb::authors::field::{Field, SquareRoot};
use polylimb::authors::limb::{Mask, Word};

/// The number in these bytes, most significant first, modulo the prime.
fn reduced(bytes: impl Iterator<Item = u8>) -> blst_fp {
    let (f, byte) = (fp(), fp().small(1 << 8));
    let sum = bytes.fold(f.zero(), |sum, b| f.add(&f.mul(&sum, &byte), &f.small(b.into())));
    blst_fp { l: sum }
}

/// The functions that both fields have.
macro_rules! field {
    (
        $el:ident $f:ident $field:ident: $add:ident $sub:ident $mul_by_3:ident $mul_by_8:ident $lshift:ident
        $mul:ident $sqr:ident $cneg:ident $eucl_inverse:ident $inverse:ident $sqrt:ident $is_square:ident
    ) => {
        c! {
            fn $add(ret: *mut $el, a: *const $el, b: *const $el) {
                *ret = $el::of(&$f().add(&(*a).el(), &(*b).el()));
            }
            fn $sub(ret: *mut $el, a: *const $el, b: *const $el) {
                *ret = $el::of(&$f().sub(&(*a).el(), &(*b).el()));
            }
            fn $mul_by_3(ret: *mut $el, a: *const $el) {
                *ret = $el::of(&$f().triple_add(&(*a).el(), &$f().zero()));
            }
            fn $mul_by_8(ret: *mut $el, a: *const $el) {
                $lshift(ret, a, 3);
            }
            fn $lshift(ret: *mut $el, a: *const $el, count: usize) {
                *ret = $el::of(&(0..count).fold((*a).el(), |a, _| $f().double(&a)));
            }
            fn $mul(ret: *mut $el, a: *const $el, b: *const $el) {
                *ret = $el::of(&$f().mul(&(*a).el(), &(*b).el()));
            }
            fn $sqr(ret: *mut $el, a: *const $el) {
                *ret = $el::of(&$f().sqr(&(*a).el()));
            }
            fn $cneg(ret: *mut $el, a: *const $el, flag: bool) {
                let a = (*a).el();
                *ret = $el::of(&$f().select(Mask::from_bit(flag.into()), &$f().neg(&a), &a));
            }
            fn $eucl_inverse(ret: *mut $el, a: *const $el) {
                *ret = $el::of(&$f().inv0(&(*a).el()));
            }
            fn $inverse(ret: *mut $el, a: *const $el) {
                $eucl_inverse(ret, a);
            }
            fn $sqrt(ret: *mut $el, a: *const $el) -> bool {
                let (root, exists) = $field::sqrt(&$f(), &(*a).el());
                *ret = $el::of(&root);
                exists.to_bool_vartime()
            }
            fn $is_square(a: *const $el) -> bool {
                $field::sqrt(&$f(), &(*a).el()).1.to_bool_vartime()
            }
        }
    };
}
field! {
    blst_fp fp Fp: blst_fp_add blst_fp_sub blst_fp_mul_by_3 blst_fp_mul_by_8 blst_fp_lshift
    blst_fp_mul blst_fp_sqr blst_fp_cneg blst_fp_eucl_inverse blst_fp_inverse blst_fp_sqrt blst_fp_is_square
}
field! {
    blst_fp2 fp2 Quadratic: blst_fp2_add blst_fp2_sub blst_fp2_mul_by_3 blst_fp2_mul_by_8 blst_fp2_lshift
    blst_fp2_mul blst_fp2_sqr blst_fp2_cneg blst_fp2_eucl_inverse blst_fp2_inverse blst_fp2_sqrt blst_fp2_is_square
}

c! {
    fn blst_fp_from_uint32(ret: *mut blst_fp, a: *const u32) {
        blst_fp_from_lendian(ret, a.cast());
    }
    fn blst_uint32_from_fp(ret: *mut u32, a: *const blst_fp) {
        blst_lendian_from_fp(ret.cast(), a);
    }
    fn blst_fp_from_uint64(ret: *mut blst_fp, a: *const u64) {
        blst_fp_from_lendian(ret, a.cast());
    }
    fn blst_uint64_from_fp(ret: *mut u64, a: *const blst_fp) {
        blst_lendian_from_fp(ret.cast(), a);
    }
    fn blst_fp_from_lendian(ret: *mut blst_fp, a: *const byte) {
        *ret = blst_fp { l: fp().enter_mod(&a.cast::<[Word; 6]>().read_unaligned()) };
    }
    fn blst_lendian_from_fp(ret: *mut byte, a: *const blst_fp) {
        ret.cast::<[Word; 6]>().write_unaligned(fp().leave(&(*a).el()));
    }
    fn blst_fp_from_bendian(ret: *mut blst_fp, a: *const byte) {
        *ret = blst_fp { l: fp().enter_mod(&words_of_be(slice(a, 48))) };
    }
    fn blst_bendian_from_fp(ret: *mut byte, a: *const blst_fp) {
        let number = fp().leave(&(*a).el());
        be_of_words(core::slice::from_raw_parts_mut(ret, 48), &number);
    }
    fn blst_fp_from_le_bytes(ret: *mut blst_fp, bytes: *const byte, n: usize) {
        *ret = reduced(slice(bytes, n).iter().rev().copied());
    }
    fn blst_fp_from_be_bytes(ret: *mut blst_fp, bytes: *const byte, n: usize) {
        *ret = reduced(slice(bytes, n).iter().copied());
    }
    fn blst_fp_from_hexascii(ret: *mut blst_fp, hex: *const byte) {
        blst_fp_from_lendian(ret, hexadecimal::<48>(hex).as_ptr());
    }
    fn blst_fp_to(ret: *mut blst_fp, a: *const blst_fp) {
        *ret = blst_fp { l: fp().enter_mod(&(*a).l) };
    }
    fn blst_fp_from(ret: *mut blst_fp, a: *const blst_fp) {
        *ret = blst_fp { l: fp().leave(&(*a).el()) };
    }
}
