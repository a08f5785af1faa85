//! `fixed-window`: `w` doublings and one addition for every `w` bits; the addend is read from a
//! table in constant time. The constant-time default.
//!
//! **Source.** `[Brauer1939]` with the signed digits of `[Booth1951]`; every entry is read and
//! masked. **Idea.** Signed digits, at most `2^(w-1)` in size, halve the table; a mask applies the
//! sign. The neutral element is an entry like the others, because the law is total. **Cost.**
//! `2^(w-1)` multiples, `h` doublings, `h / w + 1` additions. **Constant time** in scalar and base
//! over a constant-time group.

use crate::curve::ConstantTimeGroup;
use crate::limb::{Bits, Mask, Word};
use crate::recoding::signed_window_digit;
use zeroize::Zeroize;

/// `k p` with windows of `w` bits, 1 to 6; `MULTIPLES` is `2^(w-1)`.
///
/// # Panics
/// If `MULTIPLES` is not a power of 2 from 1 to 32.
pub fn fixed_window<const MULTIPLES: usize, G>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point
where
    G: ConstantTimeGroup<Mask = Mask>,
{
    const { assert!(MULTIPLES.is_power_of_two() && MULTIPLES <= 32) };
    let w = MULTIPLES.trailing_zeros() as usize + 1;
    let mut multiple = group.lift(p);
    let mut table = [multiple; MULTIPLES];
    for entry in &mut table[1..] {
        multiple = group.add_entry(&multiple, p);
        *entry = multiple;
    }
    let top = k.len() / w;
    let mut r = group.neutral();
    for i in (0..=top).rev() {
        if i < top {
            r = group.double_times(&r, w);
        }
        let (size, negative) = signed_window_digit(k, i, w);
        r = group.add(&r, &signed_point(group, group.neutral(), &table, size, negative));
    }
    table.iter_mut().for_each(Zeroize::zeroize);
    r
}

/// `± first` for index 0, else `± others[index - 1]`; all are read. Constant time. `index` is at
/// most `others.len()`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn signed_point<G: ConstantTimeGroup<Mask = Mask>>(
    group: &G,
    first: G::Point,
    others: &[G::Point],
    index: Word,
    negative: Mask,
) -> G::Point {
    let mut r = first;
    for (i, point) in (1..).zip(others) {
        r = group.select(Mask::equal(index, i), point, &r);
    }
    group.select(negative, &group.neg(&r), &r)
}
