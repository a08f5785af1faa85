//! `precomputed-doublings`: the multiples `2^i P` from a table, then additions only.
//!
//! **Source.** `[Arruda2014]`, Algorithm 4. **Idea.** For a base known beforehand all doublings are
//! done once. **Cost.** A table of `h` entries, made with `h` doublings and one inversion; then
//! `h / 2` mixed additions per scalar. **Time** tells the scalar.

use polylimb::authors::curve::Group;
use polylimb::authors::limb::Bits;

/// The doublings of one base.
pub struct Doublings<G: Group> {
    entries: Vec<G::Entry>,
}

impl<G: Group> Doublings<G> {
    /// The doublings of `p` for scalars of `bits` bits.
    pub fn new(group: &G, p: &G::Entry, bits: usize) -> Self {
        let mut multiple = group.lift(p);
        let mut points = Vec::with_capacity(bits);
        for _ in 0..bits {
            points.push(multiple);
            multiple = group.double(&multiple);
        }
        let mut entries = vec![*p; bits];
        group.normalise(&points, &mut entries);
        Self { entries }
    }

    /// `2^i p`.
    pub(super) fn entry(&self, i: usize) -> &G::Entry {
        &self.entries[i]
    }

    /// `k p` for the low bits of `k`, as many as there are entries.
    pub fn multiply_vartime(&self, group: &G, k: Bits<'_>) -> G::Point {
        let mut r = group.neutral();
        for (i, entry) in self.entries.iter().enumerate() {
            if k.bit(i) == 1 {
                r = group.add_entry(&r, entry);
            }
        }
        r
    }
}
