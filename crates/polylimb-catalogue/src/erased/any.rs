//! A group of any curve, in any coordinates, over any multiplication, as one type.

use super::group::AnyGroup;
use super::{AffineCodec, Erased, Stored, Words};
use polylimb::authors::curve::Group;
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::{Error, Result};

/// Words of stored points: five coordinates of up to 576 or 6144 bits.
pub(crate) const SMALL: usize = 5 * 576 / WORD_BITS;
pub(crate) const LARGE: usize = 5 * 6144 / WORD_BITS;

/// A group of any curve. Methods over it are compiled once for each of two sizes of points, not
/// for each curve, coordinate system and multiplication.
pub struct AnyCurve(pub(crate) BySize);

pub(crate) enum BySize {
    Small(Erased<SMALL>),
    Large(Erased<LARGE>),
}

impl AnyCurve {
    /// That group.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for points of more than five coordinates of 6144 bits.
    pub fn new<G>(group: G) -> Result<Self>
    where
        G: AffineCodec<Mask = Mask> + Send + Sync + 'static,
        G::Point: Stored,
        G::Entry: Stored,
    {
        let words = G::Point::WORDS.max(G::Entry::WORDS);
        Ok(Self(if words <= SMALL {
            BySize::Small(Erased::new(group))
        } else if words <= LARGE {
            BySize::Large(Erased::new(group))
        } else {
            return Err(Error::TooLarge { what: "a coordinate", max_bits: 6144 });
        }))
    }

    fn group(&self) -> &dyn AnyGroup {
        match &self.0 {
            BySize::Small(g) => g.any(),
            BySize::Large(g) => g.any(),
        }
    }

    /// Bytes of a coordinate.
    #[must_use]
    pub fn coordinate_bytes(&self) -> usize {
        self.group().coordinate_bytes()
    }

    /// The entry with these coordinates, least significant byte first.
    ///
    /// # Errors
    /// As [`AffineCodec::decode`].
    pub fn decode(&self, x: &[u8], y: &[u8]) -> Result<Vec<Word>> {
        let mut entry = vec![0; self.group().entry_words()];
        self.group().decode(&mut entry, x, y)?;
        Ok(entry)
    }

    /// The coordinates of an entry, least significant byte first, or `None` for the neutral
    /// element.
    ///
    /// # Errors
    /// [`Error::Length`] for words that are not an entry's.
    pub fn encode_vartime(&self, entry: &[Word]) -> Result<Option<[Vec<u8>; 2]>> {
        let expected = self.group().entry_words();
        if entry.len() != expected {
            return Err(Error::Length { what: "the entry", expected, got: entry.len() });
        }
        let mut x = vec![0; self.coordinate_bytes()];
        let mut y = x.clone();
        Ok(self.group().encode_vartime(entry, &mut x, &mut y)?.map(|()| [x, y]))
    }

    /// `p + q` of two entries, as an entry. The time depends on the points unless the coordinate
    /// system is constant-time.
    ///
    /// # Errors
    /// [`Error::Length`] for words that are not an entry's.
    pub fn add(&self, p: &[Word], q: &[Word]) -> Result<Vec<Word>> {
        let expected = self.group().entry_words();
        for (what, got) in [("the first entry", p.len()), ("the second entry", q.len())] {
            if got != expected {
                return Err(Error::Length { what, expected, got });
            }
        }
        Ok(match &self.0 {
            BySize::Small(group) => add(group, p, q),
            BySize::Large(group) => add(group, p, q),
        })
    }

    /// The sum of entries, as an entry: one mixed addition for each, then a normalisation. The time
    /// depends on their number, and on the points unless the coordinate system is constant-time.
    ///
    /// # Errors
    /// [`Error::Length`] for words that are not an entry's.
    pub fn sum_vartime<'a>(
        &self,
        entries: impl IntoIterator<Item = &'a [Word]>,
    ) -> Result<Vec<Word>> {
        match &self.0 {
            BySize::Small(group) => sum(group, entries),
            BySize::Large(group) => sum(group, entries),
        }
    }

    /// `-p` of an entry.
    ///
    /// # Errors
    /// [`Error::Length`] for words that are not an entry's.
    pub fn neg(&self, p: &[Word]) -> Result<Vec<Word>> {
        let expected = self.group().entry_words();
        if p.len() != expected {
            return Err(Error::Length { what: "the entry", expected, got: p.len() });
        }
        let mut r = vec![0; expected];
        self.group().neg_entry(&mut r, p);
        Ok(r)
    }
}

fn filled<const N: usize>(words: &[Word]) -> Words<N> {
    let mut r = [0; N];
    r[..words.len()].copy_from_slice(words);
    r
}

fn normal<const N: usize>(group: &Erased<N>, point: Words<N>) -> Vec<Word> {
    let mut entry = [[0; N]];
    group.normalise(&[point], &mut entry);
    entry[0][..group.entry_words()].to_vec()
}

fn add<const N: usize>(group: &Erased<N>, p: &[Word], q: &[Word]) -> Vec<Word> {
    normal(group, group.add_entry(&group.lift(&filled(p)), &filled(q)))
}

fn sum<'a, const N: usize>(
    group: &Erased<N>,
    entries: impl IntoIterator<Item = &'a [Word]>,
) -> Result<Vec<Word>> {
    let expected = group.entry_words();
    let mut sum = None;
    for entry in entries {
        if entry.len() != expected {
            return Err(Error::Length { what: "an entry", expected, got: entry.len() });
        }
        let entry = filled(entry);
        sum = Some(match sum {
            None => group.lift(&entry),
            Some(sum) => group.add_entry(&sum, &entry),
        });
    }
    Ok(normal(group, sum.unwrap_or_else(|| group.neutral())))
}
