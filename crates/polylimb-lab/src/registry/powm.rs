//! The library's methods of exponentiation with the laboratory's baselines behind them, and one that is ready to run.

use crate::failure::{Failure, Result};
use crate::judge::{BASELINES, Baseline};
use polylimb::limb::Word;
use polylimb::modmul::{ConstantTime, Domain, ModMul, Threads};
use polylimb::powm::{Exponent, Job, METHODS, Method, Width};
use polylimb::team::Split;
use std::sync::Arc;

/// An exponentiation the laboratory can measure.
#[derive(Clone, Copy)]
pub enum Listed {
    /// The library's, over any of its multiplications.
    Library(&'static Method),
    /// Another library's whole function, to compare with.
    Baseline(&'static Baseline),
}

/// Every exponentiation: the library's, then the baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = METHODS.iter().map(Listed::Library);
    library.chain(BASELINES.iter().map(Listed::Baseline)).collect()
}

/// The exponentiation of that name among `listed`.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn find(listed: &[Listed], name: &str) -> Result<Listed> {
    listed.iter().copied().find(|l| l.name() == name).ok_or_else(|| {
        let names: Vec<_> = listed.iter().map(Listed::name).collect();
        Failure::usage(format!(
            "there is no exponentiation '{name}'; there are: {}",
            names.join(", ")
        ))
    })
}

impl Listed {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Library(method) => method.name,
            Self::Baseline(baseline) => baseline.name,
        }
    }

    /// Where it was published.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        match self {
            Self::Library(method) => method.source,
            Self::Baseline(baseline) => baseline.source,
        }
    }

    /// The idea in one line.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        match self {
            Self::Library(method) => method.summary,
            Self::Baseline(baseline) => baseline.summary,
        }
    }

    /// On how many lanes it runs.
    #[must_use]
    pub const fn lanes(&self) -> Threads {
        match self {
            Self::Library(method) => method.lanes,
            Self::Baseline(_) => Threads::Exactly(1),
        }
    }

    /// What its time may depend on.
    #[must_use]
    pub const fn constant_time(&self) -> ConstantTime {
        match self {
            Self::Library(method) => method.constant_time,
            Self::Baseline(baseline) => baseline.constant_time,
        }
    }

    /// For which moduli it works; the library's methods over a multiplication that does.
    #[must_use]
    pub const fn domain(&self) -> Domain {
        match self {
            Self::Library(_) => Domain::Any,
            Self::Baseline(baseline) => baseline.domain,
        }
    }

    /// The window widths it takes.
    #[must_use]
    pub const fn width(&self) -> Width {
        match self {
            Self::Library(method) => method.width,
            Self::Baseline(_) => Width::None,
        }
    }

    /// Whether it is the library's own; the others are baselines to compare with.
    #[must_use]
    pub const fn library(&self) -> bool {
        matches!(self, Self::Library(_))
    }
}

/// The words for a [`Width`].
#[must_use]
pub fn width(width: Width) -> String {
    match width {
        Width::None => "none".into(),
        Width::UpTo(most) => format!("1-{most}"),
    }
}

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
