//! `ladder`: a doubling and an addition for each bit, 0 or 1.
//!
//! **Source.** `[Montgomery1987]`; `[Joye2002]` for any group. **Idea.** Two points whose
//! difference stays `P`; the bit selects the one to double. **Cost.** `h` doublings and `h`
//! additions. **Constant time** in scalar and base over a constant-time group.

use polylimb::authors::curve::ConstantTimeGroup;
use polylimb::authors::limb::{Bits, Mask};

/// `k p`.
pub fn ladder<G: ConstantTimeGroup<Mask = Mask>>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point {
    let (mut low, mut high) = (group.neutral(), group.lift(p));
    let mut swapped = Mask::FALSE;
    for i in (0..k.len()).rev() {
        let bit = Mask::from_bit(k.bit(i));
        swap_if(group, bit ^ swapped, &mut low, &mut high);
        swapped = bit;
        high = group.add(&low, &high);
        low = group.double(&low);
    }
    group.select(swapped, &high, &low)
}

fn swap_if<G: ConstantTimeGroup>(
    group: &G,
    condition: G::Mask,
    a: &mut G::Point,
    b: &mut G::Point,
) {
    let new_a = group.select(condition, b, a);
    *b = group.select(!condition, b, a);
    *a = new_a;
}
