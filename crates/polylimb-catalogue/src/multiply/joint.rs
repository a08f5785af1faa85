//! `shamir-jsf`: `k P + l Q` in one pass of doublings.
//!
//! **Source.** `[Straus1964]`, known as Shamir's trick (`[ElGamal1985]`); `[Solinas2001]` for the
//! digits. **Cost.** A table of `P ± Q` (2 additions, one inversion), `h` doublings, `h / 2` mixed
//! additions. **Time** tells the scalars: for verification.

use crate::recoding::joint_sparse_vartime;
use polylimb::authors::curve::Group;
use polylimb::authors::limb::Bits;
use polylimb::authors::recoding::{Digit, digits_needed};

/// `scalars[0] points[0] + scalars[1] points[1]`.
pub fn shamir_vartime<G: Group>(
    group: &G,
    scalars: [Bits<'_>; 2],
    points: [&G::Entry; 2],
) -> G::Point {
    let [p, q] = points;
    let lifted = group.lift(p);
    let sums = [group.add_entry(&lifted, q), group.add_entry(&lifted, &group.neg_entry(q))];
    let mut table = [*p; 2];
    group.normalise(&sums, &mut table);
    let [sum, difference] = table;

    let room = digits_needed(scalars[0].len().max(scalars[1].len()));
    let mut rows: [Vec<Digit>; 2] = [vec![0; room], vec![0; room]];
    let [first, second] = &mut rows;
    let used = joint_sparse_vartime([first, second], scalars);
    let mut r = group.neutral();
    for i in (0..used).rev() {
        r = group.double(&r);
        let digits = [rows[0][i], rows[1][i]];
        let (entry, negative) = match digits {
            [0, 0] => continue,
            [d, 0] => (p, d < 0),
            [0, d] => (q, d < 0),
            [d, e] if d == e => (&sum, d < 0),
            [d, _] => (&difference, d < 0),
        };
        r = if negative {
            group.add_entry(&r, &group.neg_entry(entry))
        } else {
            group.add_entry(&r, entry)
        };
    }
    r
}
