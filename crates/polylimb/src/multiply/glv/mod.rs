//! `glv`: the endomorphism of secp256k1 halves the doublings.
//!
//! **Source.** Gallant, Lambert, Vanstone 2001; rounding by constants of 384 bits after the decision, as libsecp256k1 has it since 2013. **Idea.** `φ(x, y) =
//! (β x, y)` is `λ` times the point, for cube roots of 1 `β` modulo the prime and `λ` modulo the order `n`. So `k = k₁ + k₂ λ` with halves of half
//! the length makes `k P` a sum of two multiples that share their doublings. **Cost** of a decomposition: six products of four 64-bit words.
//! **Domain.** secp256k1; the files beside this one say what becomes of the halves. **Constant time.**

mod interleaved;
mod window;

use crate::curve::AffineCodec;
use crate::error::{Error, Result};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, WORD_BYTES, Word, assign_if};
use alloc::vec;
use alloc::vec::Vec;
pub(super) use interleaved::{glv_interleaved_vartime, sum_vartime};
pub(super) use window::{glv_window, glv_window_jacobian};
use zeroize::Zeroize;

/// Words of a scalar.
const N: usize = words_for(256);
type Number = [Word; N];

/// The curve with this endomorphism.
pub(super) const CURVE: &str = "secp256k1";
/// Halves are below `2^HALF_BITS` in size.
const HALF_BITS: usize = 128;

const ORDER: Number =
    from_hex("ffffffffffffffff fffffffffffffffe baaedce6af48a03b bfd25e8cd0364141");
const BETA: Number =
    from_hex("7ae96a2b657c0710 6e64479eac3434e9 9cf0497512f58995 c1396c28719501ee");

// The basis (a₁, -b₁), (a₂, a₁) of the pairs (x, y) with x + y λ = 0 mod n, and ⌊2^384 a₁ / n⌉, ⌊2^384 b₁ / n⌉.
const A1: Number = from_hex("3086d221a7d46bcd e86c90e49284eb15");
const B1: Number = from_hex("e4437ed6010e8828 6f547fa90abfe4c3");
const A2: Number = from_hex("1 14ca50f7a8e2f3f6 57c1108d9d44cfd8");
const G1: Number = from_hex("3086d221a7d46bcd e86c90e49284eb15 3daa8a1471e8ca7f e893209a45dbb031");
const G2: Number = from_hex("e4437ed6010e8828 6f547fa90abfe4c4 221208ac9df506c6 1571b4ae8ac47f71");
/// The constants' scale.
const SCALE: usize = 384;

/// `β`, least significant byte first.
pub(super) fn beta() -> [u8; 32] {
    core::array::from_fn(|i| (BETA[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8)
}

/// The order.
pub(super) const fn order() -> &'static [Word] {
    &ORDER
}

/// `k = ± k₁ ± k₂ λ` modulo the order, wiped when dropped.
///
/// **Bounds.** For `k < 2^256` the quotients `c₁ = ⌊k a₁ / n⌉` and `c₂ = ⌊k b₁ / n⌉` are off by at most `e = 1/2 + 2^-129`, so that `k₁ = k - c₁ a₁ - c₂ a₂` is
/// at most `e (a₁ + a₂) < 0.636 2^128` in size and `k₂ = c₁ b₁ - c₂ a₁` at most `e (a₁ + b₁) < 0.541 2^128`.
struct Halves {
    sizes: [Number; 2],
    negative: [Mask; 2],
}

impl Halves {
    /// Of a number below `2^256`.
    fn new(k: &[Word]) -> Self {
        let kernel = Kernel::PORTABLE;
        let mut padded: Number = [0; N];
        padded[..k.len()].copy_from_slice(k);
        let (mut c1, mut c2) = (rounded(&padded, &G1), rounded(&padded, &G2));
        let product = |c: &Number, d: &Number| {
            let mut r: Number = [0; N];
            kernel.schoolbook_low(&mut r, c, d);
            r
        };
        // Modulo 2^256; the top bit is the sign.
        let mut sizes = [padded, product(&c1, &B1)];
        for mut less in [product(&c1, &A1), product(&c2, &A2)] {
            kernel.sub_assign(&mut sizes[0], &less);
            less.zeroize();
        }
        let mut less = product(&c2, &A1);
        kernel.sub_assign(&mut sizes[1], &less);
        let mut negative = [Mask::FALSE; 2];
        for (size, negative) in sizes.iter_mut().zip(&mut negative) {
            *negative = Mask::from_bit(size[N - 1] >> (WORD_BITS - 1));
            kernel.sub(&mut less, &[0; N], size);
            assign_if(size, &less, *negative);
        }
        for number in [&mut padded, &mut c1, &mut c2, &mut less] {
            number.zeroize();
        }
        Self { sizes, negative }
    }

    /// The size of a half.
    fn bits(&self, half: usize) -> Bits<'_> {
        Bits::with_len(&self.sizes[half], HALF_BITS)
    }
}

impl Drop for Halves {
    fn drop(&mut self) {
        self.sizes.zeroize();
    }
}

/// `⌊k g / 2^384⌉`.
fn rounded(k: &Number, g: &Number) -> Number {
    let mut product = [[0; N]; 2];
    Kernel::PORTABLE.schoolbook(product.as_flattened_mut(), k, g);
    let words = product.as_flattened();
    let mut c: Number = [0; N];
    let high = &words[SCALE / WORD_BITS..];
    c[..high.len()].copy_from_slice(high);
    let half = words[SCALE / WORD_BITS - 1] >> (WORD_BITS - 1);
    let mut one: Number = [0; N];
    one[0] = half;
    Kernel::PORTABLE.add_assign(&mut c, &one);
    product.zeroize();
    c
}

/// The image of an entry under the endomorphism.
///
/// # Errors
/// [`Error::Parameter`] on another curve than secp256k1.
pub(super) fn image<G: AffineCodec>(group: &G, e: &G::Entry) -> Result<G::Entry> {
    let another = Error::Parameter { expected: "the curve secp256k1, which has the endomorphism" };
    if is_secp256k1(group) { group.scale_abscissa(e, &beta()) } else { Err(another) }
}

/// Whether `G` and `φ(G)` lie on the curve, which makes `a = 0` and `b = 7`, and the ordinate of `-G` that of secp256k1, which makes the prime its.
fn is_secp256k1<G: AffineCodec>(group: &G) -> bool {
    let bytes = |hex: &str| -> Vec<u8> {
        let words: Number = from_hex(hex);
        (0..32).map(|i| (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8).collect()
    };
    let x = bytes("79be667ef9dcbbac 55a06295ce870b07 029bfcdb2dce28d9 59f2815b16f81798");
    let x_of_image = bytes("bcace2e99da01887 ab0102b696902325 872844067f15e98d a7bba04400b88fcb");
    let y = bytes("483ada7726a3c465 5da4fbfc0e1108a8 fd17b448a6855419 9c47d08ffb10d4b8");
    let minus_y = bytes("b7c52588d95c3b9a a25b0403f1eef757 02e84bb7597aabe6 63b82f6f04ef2777");
    if group.coordinate_bytes() != y.len() || group.decode(&x_of_image, &y).is_err() {
        return false;
    }
    let Ok(generator) = group.decode(&x, &y) else { return false };
    let (mut x, mut y) = (vec![0; 32], vec![0; 32]);
    let minus = group.neg_entry(&generator);
    matches!(group.encode_vartime(&minus, &mut x, &mut y), Ok(Some(()))) && y == minus_y
}

#[cfg(test)]
mod tests;
