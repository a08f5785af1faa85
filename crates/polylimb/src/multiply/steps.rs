//! The steps of a method whose sums meet no gap before the last one: here the steps of any total
//! law; formulas with gaps have theirs where they are used.

use crate::curve::Group;

/// Doublings, and additions of table entries.
pub(super) trait Steps {
    /// A sum.
    type Point;
    /// What is read from a table.
    type Entry;
    /// The point of an entry.
    fn lift(&self, e: Self::Entry) -> Self::Point;
    /// `2^times p`, `times > 0`.
    fn double_times(&self, p: &Self::Point, times: usize) -> Self::Point;
    /// `p + e` for operands that are neither equal nor opposite nor neutral.
    fn add(&self, p: &Self::Point, e: Self::Entry) -> Self::Point;
}

/// Reads the entry at a place. Closures implement it; but over lanes everything must be inlined
/// into a root, and a closure is not always inlined.
pub(super) trait Read<P, E> {
    /// The entry. Implementations are marked `#[inline(always)]`.
    fn read(&self, place: P) -> E;
}

impl<P, E, T: Fn(P) -> E> Read<P, E> for T {
    #[inline(always)]
    fn read(&self, place: P) -> E {
        self(place)
    }
}

/// A total law, with entries in the tables.
pub(super) struct Entries<'a, G>(pub(super) &'a G);

impl<G: Group> Steps for Entries<'_, G> {
    type Point = G::Point;
    type Entry = G::Entry;

    #[inline(always)]
    fn lift(&self, e: G::Entry) -> G::Point {
        self.0.lift(&e)
    }

    #[inline(always)]
    fn double_times(&self, p: &G::Point, times: usize) -> G::Point {
        self.0.double_times(p, times)
    }

    #[inline(always)]
    fn add(&self, p: &G::Point, e: G::Entry) -> G::Point {
        self.0.add_entry(p, &e)
    }
}
