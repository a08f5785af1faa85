//! What a scalar multiplication needs to know of a curve.

use crate::error::Result;
use crate::field::Truth;
use zeroize::Zeroize;

/// A group with a **total** law: right for every pair of points, equal, opposite and neutral ones included.
///
/// A [`Group::Point`] is in the coordinates of the law, a [`Group::Entry`] in the form that is cheapest to add
/// (affine), for bases and tables. Both are plain data, meaningless without their group.
pub trait Group {
    /// A point in the coordinates of the law.
    type Point: Copy + Zeroize;
    /// A point in the form that is cheapest to add.
    type Entry: Copy + Zeroize;
    /// The answer of a comparison: one bit, or one per lane.
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
    #[inline(always)]
    fn add_entry(&self, p: &Self::Point, e: &Self::Entry) -> Self::Point {
        self.add(p, &self.lift(e))
    }

    /// `-e`.
    fn neg_entry(&self, e: &Self::Entry) -> Self::Entry;

    /// The entries of `points`, as many of one as of the other; one inversion for all.
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
    #[inline(always)]
    fn double_times(&self, p: &Self::Point, times: usize) -> Self::Point {
        let mut r = *p;
        for _ in 0..times {
            r = self.double(&r);
        }
        r
    }
}

/// A group whose law takes the same steps for all points, so that secrets may decide which.
pub trait ConstantTimeGroup: Group {}

/// A group whose entries are pairs of field elements that have a form in bytes.
pub trait AffineCodec: Group {
    /// Bytes of a coordinate.
    fn coordinate_bytes(&self) -> usize;

    /// The entry with these coordinates, canonical, least significant byte first.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length), [`Error::NotReduced`](crate::Error::NotReduced), and
    /// [`Error::Curve`](crate::Error::Curve) if they are not those of a point on the curve.
    fn decode(&self, x: &[u8], y: &[u8]) -> Result<Self::Entry>;

    /// The coordinates of an entry, or nothing for the neutral element, which has none.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length).
    fn encode_vartime(&self, e: &Self::Entry, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>>;

    /// `(c x, y)` for a constant in bytes as coordinates are: the image of `e` under an endomorphism, if the caller knows that it is one.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length), [`Error::NotReduced`](crate::Error::NotReduced).
    fn scale_abscissa(&self, e: &Self::Entry, c: &[u8]) -> Result<Self::Entry>;
}
