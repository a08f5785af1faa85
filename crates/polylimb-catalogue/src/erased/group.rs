//! A group behind one pointer: methods are compiled for it once, for all curves, coordinates and
//! multiplications.
//!
//! A point is an array of words of a fixed size; the group uses the first of them. An indirect call
//! costs little compared to a point operation.

use super::{AffineCodec, Stored};
use polylimb::Result;
use polylimb::authors::curve::{ConstantTimeGroup, Group};
use polylimb::authors::limb::{Mask, Word};
use zeroize::Zeroize;

/// A [`Group`] whose points are words in slices.
pub(crate) trait AnyGroup: Send + Sync {
    /// Words of an entry.
    fn entry_words(&self) -> usize;
    /// `r` = the neutral element.
    fn neutral(&self, r: &mut [Word]);
    /// Whether `p` is neutral.
    fn is_neutral(&self, p: &[Word]) -> Mask;
    /// Whether `p` and `q` are the same point.
    fn equal(&self, p: &[Word], q: &[Word]) -> Mask;
    /// `r = 2 p`.
    fn double(&self, r: &mut [Word], p: &[Word]);
    /// `r = p + q`.
    fn add(&self, r: &mut [Word], p: &[Word], q: &[Word]);
    /// `r = p + e`.
    fn add_entry(&self, r: &mut [Word], p: &[Word], e: &[Word]);
    /// `r = -p`.
    fn neg(&self, r: &mut [Word], p: &[Word]);
    /// `r = -e`.
    fn neg_entry(&self, r: &mut [Word], e: &[Word]);
    /// `r` = the point of `e`.
    fn lift(&self, r: &mut [Word], e: &[Word]);
    /// Bytes of a coordinate.
    fn coordinate_bytes(&self) -> usize;
    /// `r` = the entry with these coordinates.
    fn decode(&self, r: &mut [Word], x: &[u8], y: &[u8]) -> Result<()>;
    /// The coordinates of `e`, unless it is neutral.
    fn encode_vartime(&self, e: &[Word], x: &mut [u8], y: &mut [u8]) -> Result<Option<()>>;
    /// `r` = `e` with its abscissa times `c`.
    fn scale_abscissa(&self, r: &mut [Word], e: &[Word], c: &[u8]) -> Result<()>;
    /// The entries of points, both in rows of `stride` words.
    fn normalise(&self, stride: usize, points: &[Word], entries: &mut [Word]);
}

/// A group as [`AnyGroup`]; a type of its own, so that the two traits' names never meet.
struct AsAny<G>(G);

impl<G> AnyGroup for AsAny<G>
where
    G: AffineCodec<Mask = Mask> + Send + Sync,
    G::Point: Stored,
    G::Entry: Stored,
{
    fn entry_words(&self) -> usize {
        G::Entry::WORDS
    }

    fn neutral(&self, r: &mut [Word]) {
        self.0.neutral().write(r);
    }

    fn is_neutral(&self, p: &[Word]) -> Mask {
        self.0.is_neutral(&Stored::read(p))
    }

    fn equal(&self, p: &[Word], q: &[Word]) -> Mask {
        self.0.equal(&Stored::read(p), &Stored::read(q))
    }

    fn double(&self, r: &mut [Word], p: &[Word]) {
        self.0.double(&Stored::read(p)).write(r);
    }

    fn add(&self, r: &mut [Word], p: &[Word], q: &[Word]) {
        self.0.add(&Stored::read(p), &Stored::read(q)).write(r);
    }

    fn add_entry(&self, r: &mut [Word], p: &[Word], e: &[Word]) {
        self.0.add_entry(&Stored::read(p), &Stored::read(e)).write(r);
    }

    fn neg(&self, r: &mut [Word], p: &[Word]) {
        self.0.neg(&Stored::read(p)).write(r);
    }

    fn neg_entry(&self, r: &mut [Word], e: &[Word]) {
        self.0.neg_entry(&Stored::read(e)).write(r);
    }

    fn lift(&self, r: &mut [Word], e: &[Word]) {
        self.0.lift(&Stored::read(e)).write(r);
    }

    fn coordinate_bytes(&self) -> usize {
        self.0.coordinate_bytes()
    }

    fn decode(&self, r: &mut [Word], x: &[u8], y: &[u8]) -> Result<()> {
        self.0.decode(x, y)?.write(r);
        Ok(())
    }

    fn encode_vartime(&self, e: &[Word], x: &mut [u8], y: &mut [u8]) -> Result<Option<()>> {
        self.0.encode_vartime(&Stored::read(e), x, y)
    }

    fn scale_abscissa(&self, r: &mut [Word], e: &[Word], c: &[u8]) -> Result<()> {
        self.0.scale_abscissa(&Stored::read(e), c)?.write(r);
        Ok(())
    }

    fn normalise(&self, stride: usize, points: &[Word], entries: &mut [Word]) {
        let points: Vec<G::Point> = points.chunks_exact(stride).map(Stored::read).collect();
        let mut normal: Vec<G::Entry> = entries.chunks_exact(stride).map(Stored::read).collect();
        self.0.normalise(&points, &mut normal);
        for (e, words) in normal.iter().zip(entries.chunks_exact_mut(stride)) {
            e.write(words);
        }
    }
}

/// Any group, its points in `N` words.
pub(crate) struct Erased<const N: usize> {
    group: Box<dyn AnyGroup>,
}

/// A point or an entry of an [`Erased`] group.
pub(crate) type Words<const N: usize> = [Word; N];

impl<const N: usize> Erased<N> {
    /// That group, whose points fit into `N` words.
    pub(crate) fn new<G>(group: G) -> Self
    where
        G: AffineCodec<Mask = Mask> + Send + Sync + 'static,
        G::Point: Stored,
        G::Entry: Stored,
    {
        assert!(G::Point::WORDS.max(G::Entry::WORDS) <= N);
        Self { group: Box::new(AsAny(group)) }
    }

    /// Words of an entry.
    pub(crate) fn entry_words(&self) -> usize {
        self.group.entry_words()
    }

    /// The group itself.
    pub(crate) fn any(&self) -> &dyn AnyGroup {
        &*self.group
    }

    fn filled(fill: impl FnOnce(&mut [Word])) -> Words<N> {
        let mut r = [0; N];
        fill(&mut r);
        r
    }
}

impl<const N: usize> Group for Erased<N>
where
    Words<N>: Zeroize,
{
    type Point = Words<N>;
    type Entry = Words<N>;
    type Mask = Mask;

    fn neutral(&self) -> Words<N> {
        Self::filled(|r| self.group.neutral(r))
    }

    fn is_neutral(&self, p: &Words<N>) -> Mask {
        self.group.is_neutral(p)
    }

    fn equal(&self, p: &Words<N>, q: &Words<N>) -> Mask {
        self.group.equal(p, q)
    }

    fn double(&self, p: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.double(r, p))
    }

    fn add(&self, p: &Words<N>, q: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.add(r, p, q))
    }

    fn add_entry(&self, p: &Words<N>, e: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.add_entry(r, p, e))
    }

    fn neg(&self, p: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.neg(r, p))
    }

    fn neg_entry(&self, e: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.neg_entry(r, e))
    }

    fn lift(&self, e: &Words<N>) -> Words<N> {
        Self::filled(|r| self.group.lift(r, e))
    }

    fn normalise(&self, points: &[Words<N>], entries: &mut [Words<N>]) {
        self.group.normalise(N, points.as_flattened(), entries.as_flattened_mut());
    }

    fn select(&self, condition: Mask, if_true: &Words<N>, if_false: &Words<N>) -> Words<N> {
        let mut r = *if_false;
        polylimb::authors::limb::assign_if(&mut r, if_true, condition);
        r
    }

    fn select_entry(&self, condition: Mask, if_true: &Words<N>, if_false: &Words<N>) -> Words<N> {
        self.select(condition, if_true, if_false)
    }
}

/// For methods that are constant-time if the group is. An erased group does not know whether it is;
/// its entry in `COORDINATES` says so.
impl<const N: usize> ConstantTimeGroup for Erased<N> where Words<N>: Zeroize {}

impl<const N: usize> AffineCodec for Erased<N>
where
    Words<N>: Zeroize,
{
    fn coordinate_bytes(&self) -> usize {
        self.group.coordinate_bytes()
    }

    fn decode(&self, x: &[u8], y: &[u8]) -> Result<Words<N>> {
        let mut r = [0; N];
        self.group.decode(&mut r, x, y)?;
        Ok(r)
    }

    fn encode_vartime(&self, e: &Words<N>, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>> {
        self.group.encode_vartime(e, x, y)
    }

    fn scale_abscissa(&self, e: &Words<N>, c: &[u8]) -> Result<Words<N>> {
        let mut r = [0; N];
        self.group.scale_abscissa(&mut r, e, c)?;
        Ok(r)
    }
}
