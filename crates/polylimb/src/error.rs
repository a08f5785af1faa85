//! The one error type. Every variant states what was wrong and what would be right.
//!
//! ```
//! use polylimb::Error;
//! use polylimb::modmul::{OddModulus, Options};
//! let error = OddModulus::new(&[10], &Options::default()).err();
//! assert!(matches!(error, Some(Error::OddModulusRequired { .. })));
//! ```

use core::fmt;

/// The result of every function in this crate that can fail.
pub type Result<T> = core::result::Result<T, Error>;

/// What was wrong with an input, and what would be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The modulus is zero; nothing can be reduced by it.
    ZeroModulus,
    /// The algorithm needs an odd modulus of at least 3.
    OddModulusRequired {
        /// The requested algorithm.
        algorithm: &'static str,
    },
    /// The algorithm does not work for moduli of this size.
    ModulusBits {
        /// The requested algorithm.
        algorithm: &'static str,
        /// The fewest bits of a modulus.
        least_bits: usize,
        /// The most bits of a modulus.
        most_bits: usize,
        /// The bits of the given modulus.
        got_bits: usize,
    },
    /// An operand is not below the modulus.
    NotReduced {
        /// The operand's name, for instance `a`.
        operand: &'static str,
    },
    /// A slice of words or bytes has the wrong length.
    Length {
        /// What the slice is, for instance `residue`.
        what: &'static str,
        /// The right length.
        expected: usize,
        /// The given length.
        got: usize,
    },
    /// The value is larger than this library handles.
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The limit in bits.
        max_bits: usize,
    },
    /// The algorithm does not run on this number of threads.
    Threads {
        /// The requested algorithm or object.
        algorithm: &'static str,
        /// The fewest threads.
        min: usize,
        /// The most threads.
        max: usize,
        /// The possible numbers of threads, if not all from `min` to `max`; else empty.
        only: &'static [usize],
        /// The given number of threads.
        got: usize,
    },
    /// A parameter of an algorithm is outside its range.
    Parameter {
        /// The parameter's name and range, for instance `split: 0 to the modulus' word count`.
        expected: &'static str,
    },
    /// A job of a batch is invalid; nothing was computed.
    Job {
        /// The index of the job, from 0.
        index: usize,
        /// The requirement that the job violates.
        expected: &'static str,
    },
    /// No algorithm, kernel or method has this name; the registers list the names.
    UnknownName {
        /// The kind of the entries, for instance `kernel`.
        kind: &'static str,
    },
    /// The CPU (or the given mask) lacks a feature that the kernel needs.
    MissingFeature {
        /// The kernel.
        kernel: &'static str,
        /// The features it needs.
        needs: &'static str,
    },
    /// This build of the library lacks the requested part.
    NotInThisBuild {
        /// The requested part.
        what: &'static str,
        /// The feature of the crate that adds it.
        feature: &'static str,
    },
    /// The value shares a factor with the modulus.
    NotInvertible,
    /// A private operation gave a wrong result: a fault of the machine, or a key whose components
    /// do not belong together.
    FaultDetected,
    /// The random number generator returned only unusable values.
    Randomness,
    /// A text is not a number.
    InvalidNumber {
        /// The form of a number.
        expected: &'static str,
    },
    /// A tuning profile is malformed, or does not fit the registers of this build.
    InvalidProfile {
        /// The line of the profile's text, from 1.
        line: usize,
        /// The right content of the line.
        expected: &'static str,
    },
    /// A point or the parameters of a curve are not valid.
    Curve {
        /// What is wrong with them.
        wrong: &'static str,
    },
    /// A key is not valid, or does not suit its use.
    Key {
        /// What is wrong with it.
        wrong: &'static str,
    },
    /// Bytes or text do not have the right form.
    Encoding {
        /// The right form.
        expected: &'static str,
    },
    /// The signature is not valid for the message and the key.
    Signature,
    /// The proof does not show what it should: that a result belongs to a puzzle, or that a
    /// commitment has a value.
    Proof,
    /// The tag does not confirm the agreed key.
    Confirmation,
    /// The ciphertext was changed, or is for another key.
    Ciphertext,
    /// A part of a parallel computation panicked; its results were discarded.
    PartPanicked,
    /// The operating system refused to start a thread.
    ThreadStart,
    /// The operating system refused to bind a thread to a core.
    Pinning,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ZeroModulus => f.write_str("the modulus is 0; give one of at least 1"),
            Self::OddModulusRequired { algorithm } => {
                write!(f, "{algorithm} needs an odd modulus of at least 3")
            }
            Self::ModulusBits { algorithm, least_bits, most_bits, got_bits } => {
                write!(
                    f,
                    "{algorithm} needs a modulus of {least_bits} to {most_bits} bits, not of {got_bits}"
                )
            }
            Self::NotReduced { operand } => {
                write!(f, "operand {operand} is not below the modulus; reduce it first")
            }
            Self::Length { what, expected, got } => {
                write!(f, "{what} has length {got}; it must have length {expected}")
            }
            Self::TooLarge { what, max_bits } => {
                write!(f, "{what} is too large; at most {max_bits} bits")
            }
            Self::Threads { algorithm, only: [first, others @ ..], got, .. } => {
                write!(f, "{algorithm} runs on {first}")?;
                others.iter().try_for_each(|count| write!(f, " or {count}"))?;
                write!(f, " threads, not on {got}")
            }
            Self::Threads { algorithm, min, max, got, .. } if min == max => {
                write!(f, "{algorithm} runs on {min} thread(s), not on {got}")
            }
            Self::Threads { algorithm, min, max, got, .. } => {
                write!(f, "{algorithm} runs on {min} to {max} threads, not on {got}")
            }
            Self::Parameter { expected } => write!(f, "parameter out of range; {expected}"),
            Self::Job { index, expected } => write!(f, "job {index} needs {expected}"),
            Self::UnknownName { kind } => {
                write!(f, "no {kind} has this name; see the registry for those that exist")
            }
            Self::MissingFeature { kernel, needs } => {
                write!(f, "kernel {kernel} needs {needs}, which this CPU (or the given mask) lacks")
            }
            Self::NotInThisBuild { what, feature } => {
                write!(f, "this build of polylimb lacks {what}; build it with the feature {feature}")
            }
            Self::NotInvertible => {
                f.write_str("the value has a factor in common with the modulus; it has no inverse")
            }
            Self::FaultDetected => f.write_str(
                "the private operation gave a wrong result, which was discarded; check the key, then the machine",
            ),
            Self::Randomness => {
                f.write_str("the random number generator gave nothing usable; replace it")
            }
            Self::InvalidNumber { expected } => write!(f, "not a number; {expected}"),
            Self::InvalidProfile { line, expected } => {
                write!(f, "the profile is wrong in line {line}, which needs {expected}")
            }
            Self::Curve { wrong } | Self::Key { wrong } => f.write_str(wrong),
            Self::Encoding { expected } => write!(f, "malformed; expected {expected}"),
            Self::Signature => {
                f.write_str("the signature is not one of this message by this key; do not trust it")
            }
            Self::Proof => f.write_str(
                "the proof does not show what it should; do not trust what came with it",
            ),
            Self::Confirmation => f.write_str(
                "the tag does not confirm the key; the other side has another one, do not use it",
            ),
            Self::Ciphertext => {
                f.write_str("the ciphertext was changed, or is for another key; nothing of it is given out")
            }
            Self::PartPanicked => {
                f.write_str("a part of a parallel computation panicked; its results were discarded")
            }
            Self::ThreadStart => f.write_str("the operating system refused to start a thread"),
            Self::Pinning => f.write_str(
                "the operating system refused to bind a thread to that core; ask for no pinning",
            ),
        }
    }
}

impl core::error::Error for Error {}
