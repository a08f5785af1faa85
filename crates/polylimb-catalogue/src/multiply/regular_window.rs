//! `regular-window`: `w` doublings and one addition for every `w` bits over any total law, never an
//! addition of the neutral element. The library has this method with Jacobian formulas, which are
//! not total.
//!
//! **Source.** `[Joye2009]`; `[Okeya2003]`. **Idea.** An odd scalar is written with odd digits
//! only, so no digit is 0. **Cost.** `h` doublings and `h / w` additions, a table of `2^(w-1)`
//! points. **Constant time** in scalar and point over a constant-time group.

use polylimb::authors::curve::ConstantTimeGroup;
use polylimb::authors::limb::{Bits, Mask};
use polylimb::authors::multiply::signed_point;
use polylimb::authors::recoding::regular_digit;
use zeroize::Zeroize;

/// `k p` over any total law with windows of `w` bits, 1 to 6; `MULTIPLES` is `2^(w-1)`. For an even
/// `k` it computes `(k + 1) p - p`.
///
/// # Panics
/// If `MULTIPLES` is not a power of 2 from 1 to 32.
pub fn regular_window<const MULTIPLES: usize, G>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point
where
    G: ConstantTimeGroup<Mask = Mask>,
{
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES <= 32) };
    let w = MULTIPLES.trailing_zeros() as usize + 1;
    let twice = group.double(&group.lift(p));
    let mut table = [group.lift(p); MULTIPLES];
    for i in 1..MULTIPLES {
        table[i] = group.add(&table[i - 1], &twice);
    }
    let digit = |i| {
        let (index, negative) = regular_digit(k, i, w);
        signed_point(group, table[0], &table[1..], index, negative)
    };
    let digits = k.len().div_ceil(w).max(1);
    let mut r = digit(digits - 1);
    for i in (0..digits - 1).rev() {
        r = group.add(&group.double_times(&r, w), &digit(i));
    }
    table.iter_mut().for_each(Zeroize::zeroize);
    let less = group.add_entry(&r, &group.neg_entry(p));
    group.select(Mask::from_bit(k.bit(0)), &r, &less)
}
