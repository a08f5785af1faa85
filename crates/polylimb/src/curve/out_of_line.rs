//! A group whose operations are not inlined.
//!
//! Fields inline their products, so a formula for points fills kilobytes, at each place in a method
//! that adds. Methods that are compiled for many fields take the group in this form, where the cost
//! of a call is negligible: it needs a fifth of the machine code and of the compile time. Not for
//! vector lanes, whose operations must be inlined into their root.

use super::group::{ConstantTimeGroup, Group};

/// The same group with its operations out of line.
#[derive(Debug)]
pub(crate) struct OutOfLine<'a, G>(pub(crate) &'a G);

impl<G: Group> Group for OutOfLine<'_, G> {
    type Point = G::Point;
    type Entry = G::Entry;
    type Mask = G::Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(&self) -> G::Point {
        self.0.neutral()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(&self, p: &G::Point) -> G::Mask {
        self.0.is_neutral(p)
    }

    #[inline(never)]
    fn equal(&self, p: &G::Point, q: &G::Point) -> G::Mask {
        self.0.equal(p, q)
    }

    #[inline(never)]
    fn double(&self, p: &G::Point) -> G::Point {
        self.0.double(p)
    }

    #[inline(never)]
    fn add(&self, p: &G::Point, q: &G::Point) -> G::Point {
        self.0.add(p, q)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, p: &G::Point) -> G::Point {
        self.0.neg(p)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(&self, e: &G::Entry) -> G::Point {
        self.0.lift(e)
    }

    #[inline(never)]
    fn add_entry(&self, p: &G::Point, e: &G::Entry) -> G::Point {
        self.0.add_entry(p, e)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_entry(&self, e: &G::Entry) -> G::Entry {
        self.0.neg_entry(e)
    }

    #[inline(never)]
    fn normalise(&self, points: &[G::Point], entries: &mut [G::Entry]) {
        self.0.normalise(points, entries);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(&self, condition: G::Mask, if_true: &G::Point, if_false: &G::Point) -> G::Point {
        self.0.select(condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_entry(
        &self,
        condition: G::Mask,
        if_true: &G::Entry,
        if_false: &G::Entry,
    ) -> G::Entry {
        self.0.select_entry(condition, if_true, if_false)
    }
}

impl<G: ConstantTimeGroup> ConstantTimeGroup for OutOfLine<'_, G> {}
