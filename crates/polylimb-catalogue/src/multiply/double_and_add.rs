//! `double-and-add-left-to-right` and `-right-to-left`: a doubling for every bit, an addition where
//! it is 1.
//!
//! **Source.** `[Arruda2014]`, Algorithms 3 and 2. **Cost.** For `h` bits `h - 1` doublings, and
//! `(h - 1) / 2` additions on average: from the left of the base (mixed), from the right of a
//! running multiple. **Time** tells the scalar.

use polylimb::authors::curve::Group;
use polylimb::authors::limb::Bits;

/// `k p`, from the top bit down.
pub fn left_to_right_vartime<G: Group>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point {
    let mut r = group.neutral();
    for i in (0..k.len()).rev() {
        r = group.double(&r);
        if k.bit(i) == 1 {
            r = group.add_entry(&r, p);
        }
    }
    r
}

/// `k p`, from the lowest bit up.
pub fn right_to_left_vartime<G: Group>(group: &G, k: Bits<'_>, p: &G::Entry) -> G::Point {
    let (mut r, mut multiple) = (group.neutral(), group.lift(p));
    for i in 0..k.len() {
        if k.bit(i) == 1 {
            r = group.add(&r, &multiple);
        }
        if i + 1 < k.len() {
            multiple = group.double(&multiple);
        }
    }
    r
}
