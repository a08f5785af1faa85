//! An exponentiation that is ready to run.

use crate::judge::Baseline;
use polylimb::limb::Word;
use polylimb::modmul::ModMul;
use polylimb::powm::{Exponent, Job, Method};
use polylimb::team::Split;
use std::sync::Arc;

/// An exponentiation for one modulus, from number to number: into the domain, the method, out again.
pub enum Power {
    /// The library's.
    Library {
        /// The method.
        method: &'static Method,
        /// What it multiplies with.
        modmul: Box<dyn ModMul>,
        /// What runs its lanes.
        lanes: Arc<dyn Split>,
        /// The window's width; none for the method's choice.
        width: Option<usize>,
        /// Two residues and the multiplication's scratch.
        room: Room,
    },
    /// A baseline's.
    Baseline(&'static Baseline, Vec<Word>),
}

/// The room of [`Power::Library`].
#[derive(Debug)]
pub struct Room {
    base: Vec<Word>,
    power: Vec<Word>,
    scratch: Vec<Word>,
}

impl Power {
    /// A method of the library.
    ///
    /// # Errors
    /// The method's, for lanes or a width it does not take.
    pub fn library(
        method: &'static Method,
        modmul: Box<dyn ModMul>,
        lanes: Arc<dyn Split>,
        width: Option<usize>,
    ) -> polylimb::Result<Self> {
        let residue = || vec![0; modmul.residue_words()];
        let scratch = vec![0; modmul.scratch_words()];
        let mut room = Room { base: residue(), power: residue(), scratch };
        // What the method refuses it refuses for the empty exponent too.
        modmul.one(&mut room.base);
        let (base, exponent) = (&room.base, Exponent::with_len(&[], 0));
        let job = Job { modmul: &*modmul, base, exponent, split: &*lanes, width };
        method.pow(&job, &mut room.power)?;
        Ok(Self::Library { method, modmul, lanes, width, room })
    }

    /// A baseline, for a modulus of its domain.
    #[must_use]
    pub fn baseline(baseline: &'static Baseline, modulus: &[Word]) -> Self {
        Self::Baseline(baseline, modulus.to_vec())
    }

    /// `r` = `base^exponent mod M`, both as long as the modulus; the exponent has at most `bits` bits, which may
    /// be told to everyone.
    ///
    /// # Panics
    /// If the lengths are others.
    pub fn pow(&mut self, r: &mut [Word], base: &[Word], exponent: &[Word], bits: usize) {
        match self {
            Self::Library { method, modmul, lanes, width, room } => {
                modmul.enter(&mut room.base, base, &mut room.scratch);
                let (base, exponent) = (&room.base, Exponent::with_len(exponent, bits));
                let job = Job { modmul: &**modmul, base, exponent, split: &**lanes, width: *width };
                method.pow(&job, &mut room.power).expect("the same lanes and width as when made");
                modmul.leave(r, &room.power, &mut room.scratch);
            }
            Self::Baseline(baseline, modulus) => (baseline.pow)(r, base, exponent, modulus),
        }
    }

    /// The multiplication's name; none for a baseline, which brings its own.
    #[must_use]
    pub fn modmul(&self) -> Option<&'static str> {
        match self {
            Self::Library { modmul, .. } => Some(modmul.name()),
            Self::Baseline(..) => None,
        }
    }
}
