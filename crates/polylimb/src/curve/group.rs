//! The interface of a curve for scalar multiplications.

use crate::field::Truth;
use zeroize::Zeroize;

/// A group with a **total** law: correct for any two points, including equal, opposite and neutral
/// ones.
///
/// A [`Group::Point`] is in the coordinates of the law, a [`Group::Entry`] in the form that is
/// cheapest to add (affine), for bases and tables. Both are plain data, meaningless without their
/// group.
pub trait Group {
    /// A point in the coordinates of the law.
    type Point: Copy + Zeroize;
    /// A point in the form that is cheapest to add.
    type Entry: Copy + Zeroize;
    /// The result of a comparison: one bit, or one per lane.
    type Mask: Truth;

    /// The neutral element.
    fn neutral(&self) -> Self::Point;

    /// Whether `p` is neutral.
    fn is_neutral(&self, p: &Self::Point) -> Self::Mask;

    /// Whether `p` and `q` are the same point.
    fn equal(&self, p: &Self::Point, q: &Self::Point) -> Self::Mask;

    /// `2 p`.
    fn double(&self, p: &Self::Point) -> Self::Point;

    /// `p + q`.
    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point;

    /// `-p`.
    fn neg(&self, p: &Self::Point) -> Self::Point;

    /// The point of an entry.
    fn lift(&self, e: &Self::Entry) -> Self::Point;

    /// `p + e`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_entry(&self, p: &Self::Point, e: &Self::Entry) -> Self::Point {
        self.add(p, &self.lift(e))
    }

    /// `-e`.
    fn neg_entry(&self, e: &Self::Entry) -> Self::Entry;

    /// Writes the entries of `points`; both slices have the same length. One inversion for all.
    fn normalise(&self, points: &[Self::Point], entries: &mut [Self::Entry]);

    /// `if_true` where `condition`, else `if_false`.
    fn select(
        &self,
        condition: Self::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point;

    /// `if_true` where `condition`, else `if_false`.
    fn select_entry(
        &self,
        condition: Self::Mask,
        if_true: &Self::Entry,
        if_false: &Self::Entry,
    ) -> Self::Entry;

    /// `2^times p`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_times(&self, p: &Self::Point, times: usize) -> Self::Point {
        let mut r = *p;
        for _ in 0..times {
            r = self.double(&r);
        }
        r
    }
}

/// A group whose law takes the same steps for all points, so the points may be secret.
pub trait ConstantTimeGroup: Group {}
