//! The setup: the powers of a point that nobody knows.

use super::scalars::{Element, Scalars, bits, reverse};
use super::{VALUES, cells};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::pairing::engine::bls12_381;
use crate::pairing::{Bases, G1, G2, PairingEngine, PairingGroup};
use crate::team::{Alone, Later, Split, later, map_parts};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Points of `G₂` in the file.
const POWERS_OF_G2: usize = 65;
const WHAT: &str = "the text of a setup: 4096, 65, then 4096 points of G1 at the roots of unity, 65 powers in G2, 4096 powers in G1, in hexadecimal";

/// The setup of a ceremony, ready for use. It keeps about 2 MB, with tables about 35 MB.
pub struct Setup {
    pub(super) engine: Arc<dyn PairingEngine>,
    pub(super) split: Arc<dyn Split>,
    pub(super) scalars: Scalars,
    /// The Lagrange polynomials at `τ`, times `G`, in the order of blobs.
    pub(super) lagrange: Box<dyn Bases<G1>>,
    /// `τ H` and `τ^64 H`.
    pub(super) powers_of_g2: [G2; 2],
    /// `G, τ G, … τ^63 G`.
    pub(super) powers: Box<dyn Bases<G1>>,
    /// For each place of the transform the points that its 64 coefficients multiply; made for the
    /// first proofs of cells, unless with tables.
    pub(super) columns: Later<Result<Box<dyn Bases<G1>>>>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").finish_non_exhaustive()
    }
}

impl Setup {
    /// Reads the file of a ceremony, `trusted_setup.txt` of Ethereum's clients: numbers of points,
    /// then points in hexadecimal, with white space between them. Every point is checked to belong
    /// to its group, which takes about half a second; that they are powers is not checked.
    ///
    /// # Errors
    /// [`Error::Encoding`] for a text of another form, [`Error::NotReduced`] and [`Error::Curve`]
    /// for one of its points.
    pub fn from_text(text: &[u8]) -> Result<Self> {
        Self::new(text, Arc::new(Alone), false)
    }

    /// As [`Setup::from_text`], with the work of this call and of all uses on the threads of
    /// `split`. With `tables`, multiples of the points for proofs of cells are computed in advance.
    ///
    /// # Errors
    /// As [`Setup::from_text`].
    pub fn new(text: &[u8], split: Arc<dyn Split>, tables: bool) -> Result<Self> {
        let text = core::str::from_utf8(text).map_err(|_| Error::Encoding { expected: WHAT })?;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let counts = [VALUES, POWERS_OF_G2, VALUES];
        let right = |at: usize, n: usize| words.get(at).is_some_and(|word| word.parse() == Ok(n));
        if !right(0, VALUES)
            || !right(1, POWERS_OF_G2)
            || words.len() != 2 + counts.iter().sum::<usize>()
        {
            return Err(Error::Encoding { expected: WHAT });
        }
        let engine = bls12_381(Features::detect());
        let (lagrange, words) = words[2..].split_at(VALUES);
        let (of_g2, powers) = words.split_at(POWERS_OF_G2);
        let mut lagrange = points(&*split, engine.g1(), lagrange)?;
        reverse(&mut lagrange);
        let of_g2 = points(&*split, engine.g2(), of_g2)?;
        let powers = points(&*split, engine.g1(), powers)?;
        if of_g2[0] != engine.g2().generator() || powers[0] != engine.g1().generator() {
            return Err(Error::Encoding { expected: WHAT });
        }
        let first = prepare(&*engine, &powers[..cells::VALUES], None)?;
        let columns = {
            let (engine, split) = (engine.clone(), split.clone());
            later(move || {
                let columns = columns(&*split, engine.g1(), &powers)?;
                prepare(&*engine, &columns, tables.then_some(cells::VALUES))
            })
        };
        if tables {
            (*columns).as_ref().map_err(Clone::clone)?;
        }
        Ok(Self {
            lagrange: prepare(&*engine, &lagrange, None)?,
            powers_of_g2: [of_g2[1].clone(), of_g2[cells::VALUES].clone()],
            powers: first,
            columns,
            engine,
            split,
            scalars: Scalars::new(Features::detect()),
        })
    }
}

/// The points, ready for sums of their multiples.
fn prepare(
    engine: &dyn PairingEngine,
    points: &[G1],
    tables: Option<usize>,
) -> Result<Box<dyn Bases<G1>>> {
    engine.g1().prepare(&points.iter().collect::<Vec<_>>(), tables)
}

/// The points in hexadecimal.
fn points<P: Send>(
    split: &dyn Split,
    group: &dyn PairingGroup<P>,
    words: &[&str],
) -> Result<Vec<P>> {
    let bytes = |word: &&str| {
        let digit = |c: u8| (c as char).to_digit(16).ok_or(Error::Encoding { expected: WHAT });
        let pairs = word.as_bytes().chunks_exact(2);
        if !pairs.remainder().is_empty() || pairs.len() != group.coordinate_bytes() {
            return Err(Error::Encoding { expected: WHAT });
        }
        pairs.map(|pair| Ok((digit(pair[0])? << 4 | digit(pair[1])?) as u8)).collect()
    };
    let rows = words.iter().map(bytes).collect::<Result<Vec<Vec<u8>>>>()?;
    let rows: Vec<&[u8]> = rows.iter().map(|row| &row[..]).collect();
    // Eight points at a time in each part.
    let part = rows.len().div_ceil(split.threads()).next_multiple_of(8);
    map_parts(split, &rows, part, &|rows| group.decode_batch_vartime(rows)).into_iter().collect()
}

/// The transforms of the 64 parts of the powers, in columns: `[Feist2023]`, section 3.
fn columns(split: &dyn Split, g1: &dyn PairingGroup<G1>, powers: &[G1]) -> Result<Vec<G1>> {
    let (places, neutral) = (super::CELLS, g1.neutral());
    let mut rows = Vec::with_capacity(cells::VALUES * places);
    for offset in 0..cells::VALUES {
        let last = VALUES - cells::VALUES - 1 - offset;
        let part = (0..places / 2 - 1).map(|i| &powers[last - i * cells::VALUES]);
        rows.extend(part);
        rows.resize((offset + 1) * places, &neutral);
    }
    let roots = roots(&Scalars::new(Features::detect()), false);
    let rows = g1.transforms_vartime(split, &rows, &bits(&roots))?;
    let column = |i: usize| rows.iter().skip(i).step_by(places).cloned();
    Ok((0..places).flat_map(column).collect())
}

/// The powers of the root of unity of order 128, or of its inverse, as numbers.
pub(super) fn roots(scalars: &Scalars, inverse: bool) -> Vec<Element> {
    let mut roots: Vec<_> = scalars.roots.iter().step_by(cells::VALUES).copied().collect();
    if inverse {
        roots[1..].reverse();
    }
    scalars.numbers(&roots)
}
