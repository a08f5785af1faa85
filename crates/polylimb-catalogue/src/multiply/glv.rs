//! `glv` and `glv-interleaved`: the endomorphism of secp256k1 halves the doublings, over any total
//! law.
//!
//! **Source.** `[Gallant2001]`; interleaved windows: `[Moller2001]`. **Idea.** [`Halves`] cuts the
//! scalar in two. `glv` takes regular windows of both halves, with digits that are never 0. For an
//! even half it takes the next odd number and subtracts the half's point at the end. **Cost** for
//! windows of `w` bits: 128 doublings and `2 · 128 / w` additions, two tables of `2^(w-1)` points;
//! interleaved `2 · 128 / (w + 1)` additions. **Domain.** secp256k1. `glv` is **constant time** in
//! scalar and point over a group that is; the time of `glv-interleaved` tells the scalar.

use crate::erased::AffineCodec;
use polylimb::authors::curve::{ConstantTimeGroup, Group};
use polylimb::authors::field::prime::{from_hex, words_for};
use polylimb::authors::limb::{Bits, Mask, WORD_BITS, Word};
use polylimb::authors::multiply::{Halves, signed_point, straus_vartime};
use polylimb::authors::recoding::regular_digit;
use polylimb::{Error, Result};
use zeroize::Zeroize;

type Number = [Word; words_for(256)];

/// The curve with this endomorphism.
pub(super) const CURVE: &str = "secp256k1";

/// The image of an entry under the endomorphism.
///
/// # Errors
/// [`Error::Parameter`] on a curve other than secp256k1.
pub(super) fn image<G: AffineCodec>(group: &G, e: &G::Entry) -> Result<G::Entry> {
    let another = Error::Parameter { expected: "the curve secp256k1, which has the endomorphism" };
    if is_secp256k1(group) { group.scale_abscissa(e, &Halves::beta()) } else { Err(another) }
}

/// Whether the curve is secp256k1. `G` and `φ(G)` lie on it only if `a = 0` and `b = 7`; the
/// ordinate of `-G` shows that the prime is the same.
fn is_secp256k1<G: AffineCodec>(group: &G) -> bool {
    let bytes = |hex: &str| -> Vec<u8> {
        let words: Number = from_hex(hex);
        (0..32).map(|i| (words[i / (WORD_BITS / 8)] >> (8 * (i % (WORD_BITS / 8)))) as u8).collect()
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

/// `k p` from `p` and its image, with windows of `w` bits; `MULTIPLES` is `2^(w-1)`.
pub(super) fn glv_window<const MULTIPLES: usize, G>(
    group: &G,
    k: Bits<'_>,
    p: &G::Entry,
    image: &G::Entry,
) -> G::Point
where
    G: ConstantTimeGroup<Mask = Mask>,
{
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES <= 32) };
    let w = MULTIPLES.trailing_zeros() as usize + 1;
    let halves = Halves::new(k);
    let mut tables = [p, image].map(|p| {
        let twice = group.double(&group.lift(p));
        let mut table = [group.lift(p); MULTIPLES];
        for i in 1..MULTIPLES {
            table[i] = group.add(&table[i - 1], &twice);
        }
        table
    });
    let digit = |half: usize, i| {
        let (index, negative) = regular_digit(halves.size(half), i, w);
        let (first, others) = (tables[half][0], &tables[half][1..]);
        signed_point(group, first, others, index, negative ^ halves.negative(half))
    };
    let top = halves.size(0).len().div_ceil(w) - 1;
    let mut r = group.add(&digit(0, top), &digit(1, top));
    for i in (0..top).rev() {
        r = group.double_times(&r, w);
        r = group.add(&group.add(&r, &digit(0, i)), &digit(1, i));
    }
    tables.as_flattened_mut().iter_mut().for_each(Zeroize::zeroize);
    for (half, point) in [p, image].into_iter().enumerate() {
        let less = group.select_entry(halves.negative(half), point, &group.neg_entry(point));
        let odd = Mask::from_bit(halves.size(half).bit(0));
        r = group.select(odd, &r, &group.add_entry(&r, &less));
    }
    r
}

/// `k P` from `P` and its image, by interleaved windows of `w` bits, 2 to 7.
pub(super) fn glv_interleaved_vartime<G: Group>(
    group: &G,
    k: Bits<'_>,
    points: [&G::Entry; 2],
    w: usize,
) -> G::Point {
    let halves = Halves::new(k);
    let signed = [0, 1].map(|half| {
        let negative = halves.negative(half).to_bool_vartime();
        if negative { group.neg_entry(points[half]) } else { *points[half] }
    });
    straus_vartime(group, &[0, 1].map(|half| (halves.size(half), &signed[half])), w)
}
