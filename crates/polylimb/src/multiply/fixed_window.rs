//! `fixed-window`: `w` doublings and one addition for every `w` bits, the addend read from a table without telling
//! which. The constant-time default.
//!
//! **Source.** Brauer 1939 with Booth's signed digits; every entry read and masked. **Idea.** Digits of size up to `2^(w-1)` halve the table, for the sign
//! is a negation by mask; 0 is an entry like the others, because the law is total. **Cost.** `2^(w-1)` multiples, `h` doublings,
//! `h / w + 1` additions. **Constant time** in scalar and base over a group that is.

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

/// `± first` for index 0, else `± others[index - 1]`; all are read. Constant time.
#[inline(always)]
pub(super) fn signed_point<G: ConstantTimeGroup<Mask = Mask>>(
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
