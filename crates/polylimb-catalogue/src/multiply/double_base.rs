//! `double-base-chain` and `multi-base-chain`: one pass of doublings, triplings and quintuplings.
//!
//! **Source.** `[Dimitrov2005]`; `[Mishra2007]`. **Idea.** The scalar is a short sum of
//! `± 2^a 3^b 5^c` whose exponents fall; by Horner's rule each factor is applied once to everything
//! above. **Cost.** One addition less than there are terms, and as many doublings, triplings and
//! quintuplings as the largest term's exponents say. **Time** tells the scalar.

use crate::recoding::Term;
use polylimb::authors::curve::Group;

/// The sum of `terms` times `p`; the exponents of the terms fall, as in a chain.
pub fn chain_vartime<G: Group>(group: &G, terms: &[Term], p: &G::Entry) -> G::Point {
    let mut r = group.neutral();
    for (i, term) in terms.iter().enumerate() {
        let addend = if term.negative { group.neg_entry(p) } else { *p };
        r = group.add_entry(&r, &addend);
        let next = terms.get(i + 1).map_or([0; 3], |t| t.exponents);
        let [twos, threes, fives] = [0, 1, 2].map(|j| term.exponents[j] - next[j]);
        r = group.double_times(&r, twos);
        for _ in 0..threes {
            r = group.add(&group.double(&r), &r);
        }
        for _ in 0..fives {
            r = group.add(&group.double_times(&r, 2), &r);
        }
    }
    r
}
