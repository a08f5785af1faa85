//! An exponentiation that is ready to run.

use crate::judge::Baseline;
use polylimb::Split;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::{Entry, Job};
use polylimb::powm::Exponent;
use std::sync::Arc;

/// An exponentiation for one modulus, from number to number: enters the domain, applies the method,
/// leaves.
pub enum Power {
    /// Polylimb's own.
    Library {
        /// The method.
        method: &'static Entry,
        /// Its multiplication.
        modmul: Box<dyn ModMul>,
        /// What runs its parts.
        split: Arc<dyn Split>,
        /// The window's width; `None` for the method's choice.
        width: Option<usize>,
        /// Two residues and the multiplication's scratch.
        room: Room,
    },
    /// A baseline's function, and the modulus.
    Baseline(&'static Baseline, Vec<Word>),
}

/// The buffers of [`Power::Library`].
#[derive(Debug)]
pub struct Room {
    base: Vec<Word>,
    power: Vec<Word>,
    scratch: Vec<Word>,
}

impl Power {
    /// A method of polylimb.
    ///
    /// # Errors
    /// The method's, for threads or a width it does not take.
    pub fn library(
        method: &'static Entry,
        modmul: Box<dyn ModMul>,
        split: Arc<dyn Split>,
        width: Option<usize>,
    ) -> polylimb::Result<Self> {
        let residue = || vec![0; modmul.residue_words()];
        let scratch = vec![0; modmul.scratch_words()];
        let mut room = Room { base: residue(), power: residue(), scratch };
        // The method checks threads and width for the empty exponent too.
        modmul.one(&mut room.base);
        let (base, exponent) = (&room.base, Exponent::with_len(&[], 0));
        let job = Job { modmul: &*modmul, base, exponent, split: &*split, width };
        method.pow(&job, &mut room.power)?;
        Ok(Self::Library { method, modmul, split, width, room })
    }

    /// A baseline, for a modulus of its domain.
    #[must_use]
    pub fn baseline(baseline: &'static Baseline, modulus: &[Word]) -> Self {
        Self::Baseline(baseline, modulus.to_vec())
    }

    /// `r` = `base^exponent mod M`, both as long as the modulus. The exponent has at most `bits`
    /// bits; `bits` is public.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn pow(&mut self, r: &mut [Word], base: &[Word], exponent: &[Word], bits: usize) {
        match self {
            Self::Library { method, modmul, split, width, room } => {
                modmul.enter(&mut room.base, base, &mut room.scratch);
                let (base, exponent) = (&room.base, Exponent::with_len(exponent, bits));
                let job = Job { modmul: &**modmul, base, exponent, split: &**split, width: *width };
                method.pow(&job, &mut room.power).expect("the same threads and width as when made");
                modmul.leave(r, &room.power, &mut room.scratch);
            }
            Self::Baseline(baseline, modulus) => (baseline.make)(r, base, exponent, modulus),
        }
    }

    /// The multiplication's name; `None` for a baseline, which brings its own.
    #[must_use]
    pub fn modmul(&self) -> Option<&'static str> {
        match self {
            Self::Library { modmul, .. } => Some(modmul.name()),
            Self::Baseline(..) => None,
        }
    }
}
