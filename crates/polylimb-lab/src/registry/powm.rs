//! The library's methods of exponentiation with the laboratory's baselines behind them, and one that is ready to run.

use crate::failure::{Failure, Result};
use crate::judge::{BASELINES, Baseline};
use polylimb::cpu::Features;
use polylimb::limb::Word;
use polylimb::modmul::{ConstantTime, Domain, ModMul, Threads};
use polylimb::powm::{BatchPowm, Exponent, Job, METHODS, Method, Width, fixed_base};
use polylimb::team::Split;
use std::sync::Arc;

/// An exponentiation the laboratory can measure.
#[derive(Clone, Copy)]
pub enum Listed {
    /// The library's, over any of its multiplications.
    Library(&'static Method),
    /// The library's, for a base whose table is made beforehand.
    FixedBase(&'static fixed_base::Method),
    /// The library's eight at once in the lanes of one core.
    Batch,
    /// Another library's whole function, to compare with.
    Baseline(&'static Baseline),
}

/// The name of [`Listed::Batch`].
const BATCH: &str = "batch-of-eight";

/// Every exponentiation: the library's, then the baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = METHODS.iter().map(Listed::Library);
    library.chain(BASELINES.iter().map(Listed::Baseline)).collect()
}

/// These, and those that do not compute one power of any base: what `lab` measures.
#[must_use]
pub fn measured() -> Vec<Listed> {
    let known_base = fixed_base::METHODS.iter().map(Listed::FixedBase);
    all().into_iter().chain(known_base).chain([Listed::Batch]).collect()
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
            Self::FixedBase(method) => method.name,
            Self::Batch => BATCH,
            Self::Baseline(baseline) => baseline.name,
        }
    }

    /// Where it was published.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        match self {
            Self::Library(method) => method.source,
            Self::FixedBase(method) => method.source,
            Self::Batch => "Gueron, Krasnov 2016; Buhrow, Gilbert, Haider 2021",
            Self::Baseline(baseline) => baseline.source,
        }
    }

    /// The idea in one line.
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        match self {
            Self::Library(method) => method.summary,
            Self::FixedBase(method) => method.summary,
            Self::Batch => {
                "eight powers at once, one in each lane of AVX-512; the time of one of them"
            }
            Self::Baseline(baseline) => baseline.summary,
        }
    }

    /// On how many lanes it runs.
    #[must_use]
    pub const fn lanes(&self) -> Threads {
        match self {
            Self::Library(method) => method.lanes,
            Self::FixedBase(method) => method.lanes,
            Self::Batch | Self::Baseline(_) => Threads::Exactly(1),
        }
    }

    /// What it computes: any `power`, powers of a `fixed-base`, a `batch` of powers.
    #[must_use]
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Library(_) | Self::Baseline(_) => "power",
            Self::FixedBase(_) => "fixed-base",
            Self::Batch => "batch",
        }
    }

    /// What its time may depend on.
    #[must_use]
    pub const fn constant_time(&self) -> ConstantTime {
        match self {
            Self::Library(method) => method.constant_time,
            Self::FixedBase(method) => method.constant_time,
            Self::Batch => ConstantTime::Yes,
            Self::Baseline(baseline) => baseline.constant_time,
        }
    }

    /// For which moduli it works; the library's methods over a multiplication that does.
    #[must_use]
    pub const fn domain(&self) -> Domain {
        match self {
            Self::Library(_) | Self::FixedBase(_) => Domain::Any,
            Self::Batch => Domain::OddWithin { least_bits: 2, most_bits: 16_384 },
            Self::Baseline(baseline) => baseline.domain,
        }
    }

    /// The window widths it takes.
    #[must_use]
    pub const fn width(&self) -> Width {
        match self {
            Self::Library(method) => method.width,
            _ => Width::None,
        }
    }

    /// Whether it is the library's own; the others are baselines to compare with.
    #[must_use]
    pub const fn library(&self) -> bool {
        !matches!(self, Self::Baseline(_))
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
    /// The library's with a table of the base.
    FixedBase {
        /// The base, for which the table is.
        base: Vec<Word>,
        /// The table.
        prepared: Box<dyn fixed_base::Prepared>,
        /// What it multiplies with.
        modmul: Arc<dyn ModMul>,
        /// What runs its lanes.
        lanes: Arc<dyn Split>,
        /// Two residues and the multiplication's scratch.
        room: Room,
    },
    /// The library's eight at once, all of them modulo the same.
    Batch(BatchPowm),
    /// A baseline's.
    Baseline(&'static Baseline, Vec<Word>),
}

/// Residues in the table of a fixed base.
const ENTRIES: usize = 256;

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

    /// A method for a base of numbers below the modulus, with its table for exponents of so many bits.
    ///
    /// # Errors
    /// The method's, for lanes it does not take.
    pub fn fixed_base(
        method: &'static fixed_base::Method,
        modmul: Arc<dyn ModMul>,
        lanes: Arc<dyn Split>,
        base: &[Word],
        bits: usize,
    ) -> polylimb::Result<Self> {
        let residue = || vec![0; modmul.residue_words()];
        let scratch = vec![0; modmul.scratch_words()];
        let mut room = Room { base: residue(), power: residue(), scratch };
        modmul.enter(&mut room.base, base, &mut room.scratch);
        let request = fixed_base::Request {
            modmul: Arc::clone(&modmul),
            base: &room.base,
            bits,
            lanes: lanes.threads(),
            max_entries: ENTRIES,
        };
        let prepared = method.prepare(&request)?;
        Ok(Self::FixedBase { base: base.to_vec(), prepared, modmul, lanes, room })
    }

    /// Eight at once on the vectors that these features allow.
    ///
    /// # Errors
    /// For a modulus that is even or too long.
    pub fn batch(modulus: &[Word], features: Features) -> polylimb::Result<Self> {
        Ok(Self::Batch(BatchPowm::new(&[modulus; 8], features)?))
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
    /// If the lengths are others, or the base is not the one a table was made for.
    pub fn pow(&mut self, r: &mut [Word], base: &[Word], exponent: &[Word], bits: usize) {
        match self {
            Self::Library { method, modmul, lanes, width, room } => {
                modmul.enter(&mut room.base, base, &mut room.scratch);
                let (base, exponent) = (&room.base, Exponent::with_len(exponent, bits));
                let job = Job { modmul: &**modmul, base, exponent, split: &**lanes, width: *width };
                method.pow(&job, &mut room.power).expect("the same lanes and width as when made");
                modmul.leave(r, &room.power, &mut room.scratch);
            }
            Self::FixedBase { base: known, prepared, modmul, lanes, room } => {
                assert!(base == known, "the table is for another base");
                let exponent = Exponent::with_len(exponent, bits);
                prepared.pow(&mut room.power, exponent, &**lanes);
                modmul.leave(r, &room.power, &mut room.scratch);
            }
            Self::Batch(batch) => {
                let exponent = Exponent::with_len(exponent, bits);
                let powers = batch.pow(&[base; 8], &[exponent; 8]).expect("eight of each");
                assert!(powers.iter().all(|power| *power == powers[0]), "lanes differ");
                r.copy_from_slice(&powers[0]);
            }
            Self::Baseline(baseline, modulus) => (baseline.pow)(r, base, exponent, modulus),
        }
    }

    /// How many powers one call of [`Power::pow`] computes.
    #[must_use]
    pub const fn at_once(&self) -> u32 {
        if matches!(self, Self::Batch(_)) { 8 } else { 1 }
    }

    /// The operation's name: times of one are not compared with those of another.
    #[must_use]
    pub const fn op(&self) -> &'static str {
        match self {
            Self::Library { .. } | Self::Baseline(..) => "powm",
            Self::FixedBase { .. } => "fixed-base",
            Self::Batch(_) => "batch",
        }
    }

    /// Whether it raises one base only.
    #[must_use]
    pub const fn keeps_base(&self) -> bool {
        matches!(self, Self::FixedBase { .. })
    }

    /// The multiplication's name; none for a baseline, which brings its own.
    #[must_use]
    pub fn modmul(&self) -> Option<&'static str> {
        match self {
            Self::Library { modmul, .. } => Some(modmul.name()),
            Self::FixedBase { modmul, .. } => Some(modmul.name()),
            Self::Batch(batch) => Some(batch.vectors()),
            Self::Baseline(..) => None,
        }
    }
}
