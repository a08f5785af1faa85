//! All recodings by name.

#[cfg(feature = "alloc")]
use super::multi_base::{self, Term};
#[cfg(feature = "alloc")]
use super::tau::{self, Koblitz, Representatives};
use super::{Digit, MOST_WIDTH, binary, joint, mutual_opposite, naf, regular, signed_window};
use crate::error::{Error, Result};
use crate::limb::Bits;
use crate::timing::ConstantTime;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Every recoding of the library.
pub static RECODINGS: &[Recoding] = &[
    Recoding {
        name: "binary",
        source: "",
        summary: "the bits themselves",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Digits(|digits, scalar, _| binary::binary_vartime(digits, scalar)),
    },
    Recoding {
        name: "naf",
        source: "Booth 1951; Reitwiesner 1960",
        summary: "digits 0 and ±1, no two neighbours not 0: a third of them",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Digits(|digits, scalar, _| naf::naf_vartime(digits, scalar)),
    },
    Recoding {
        name: "w-naf",
        source: "Koyama, Tsuruoka 1993; Solinas 2000",
        summary: "odd digits below 2^(w-1), one in w + 1 places",
        constant_time: ConstantTime::No,
        width: Width::From { least: 2, most: MOST_WIDTH, usual: 4 },
        form: Form::Digits(naf::width_naf_vartime),
    },
    Recoding {
        name: "mof",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "2k - k bit by bit: signs alternate, written from either end",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Digits(|digits, scalar, _| {
            mutual_opposite::mutual_opposite_vartime(digits, scalar, 1)
        }),
    },
    Recoding {
        name: "w-mof",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "windows of the mutual opposite form, from the top while the multiplication runs",
        constant_time: ConstantTime::No,
        width: Width::From { least: 2, most: MOST_WIDTH, usual: 4 },
        form: Form::Digits(mutual_opposite::mutual_opposite_vartime),
    },
    Recoding {
        name: "signed-window",
        source: "Booth 1951; MacSorley 1961",
        summary: "a digit for every w bits, of size up to 2^(w-1), 0 among them",
        constant_time: ConstantTime::Yes,
        width: Width::From { least: 1, most: MOST_WIDTH - 1, usual: 5 },
        form: Form::Windows(signed_window::signed_window),
    },
    Recoding {
        name: "regular",
        source: "Joye, Tunstall 2009, Algorithm 6; Okeya, Takagi 2003",
        summary: "an odd digit for every w bits of an odd scalar, never 0",
        constant_time: ConstantTime::Yes,
        width: Width::From { least: 1, most: MOST_WIDTH - 1, usual: 4 },
        form: Form::OddWindows(regular::regular),
    },
    Recoding {
        name: "jsf",
        source: "Solinas 2001, Algorithm 1",
        summary: "two scalars with digits 0 and ±1, half of the columns 0",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Pair(joint::joint_sparse_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "dbns",
        source: "Dimitrov, Jullien, Miller 1998",
        summary: "greedy sum of ± 2^a 3^b",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Terms(multi_base::double_base_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "double-base-chain",
        source: "Dimitrov, Imbert, Mishra 2005",
        summary: "greedy sum of ± 2^a 3^b whose exponents fall, so that one pass computes it",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Terms(multi_base::double_base_chain_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "mbns",
        source: "Mishra, Dimitrov 2007",
        summary: "greedy sum of ± 2^a 3^b 5^c whose exponents fall",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Terms(multi_base::multi_base_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "tau-naf",
        source: "Solinas 1997",
        summary: "digits 0 and ±1 of powers of the Frobenius map, a third of them not 0",
        constant_time: ConstantTime::No,
        width: Width::None,
        form: Form::Tau(tau::width_tau_naf_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "w-tau-naf",
        source: "Solinas 2000",
        summary: "odd digits that stand for small multiples, one in w + 1 places of powers of tau",
        constant_time: ConstantTime::No,
        width: Width::From { least: 2, most: MOST_WIDTH, usual: 5 },
        form: Form::Tau(tau::width_tau_naf_vartime),
    },
    #[cfg(feature = "alloc")]
    Recoding {
        name: "regular-tau",
        source: "Oliveira, Aranha, Lopez, Rodriguez-Henriquez 2014",
        summary: "an odd digit for every w - 1 places of powers of tau, never 0",
        constant_time: ConstantTime::Yes,
        width: Width::From { least: 3, most: MOST_WIDTH, usual: 5 },
        form: Form::TauWindows(tau::regular_tau),
    },
];

/// The recoding of that name in [`RECODINGS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Recoding> {
    RECODINGS.iter().find(|r| r.name == name).ok_or(Error::UnknownName { kind: "recoding" })
}

/// A way to write scalars.
#[derive(Clone, Copy)]
pub struct Recoding {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published; empty for what is older than publications.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// Whether its time tells nothing about the scalar but its length.
    pub constant_time: ConstantTime,
    /// Which widths it takes.
    pub width: Width,
    /// What it writes, and the function that does.
    pub form: Form,
}

/// Which widths a recoding takes, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// It has none.
    None,
    /// A range, and a common choice at 256 bits.
    From {
        /// The narrowest.
        least: usize,
        /// The widest.
        most: usize,
        /// For scalars around 256 bits.
        usual: usize,
    },
}

impl Width {
    /// The width to use: the one asked for if the recoding takes it, its usual one if none is asked for, 1 for those
    /// without.
    ///
    /// # Errors
    /// [`Error::Parameter`].
    pub fn choose(self, asked: Option<usize>) -> Result<usize> {
        match (self, asked) {
            (Self::None, None) => Ok(1),
            (Self::None, Some(_)) => {
                Err(Error::Parameter { expected: "no width: the recoding has no window" })
            }
            (Self::From { usual, .. }, None) => Ok(usual),
            (Self::From { least, most, .. }, Some(w)) if (least..=most).contains(&w) => Ok(w),
            (Self::From { .. }, Some(_)) => Err(Error::Parameter {
                expected: "width: 2 to 7 bits; 1 to 6 for regular and signed-window, 3 to 7 for regular-tau",
            }),
        }
    }
}

/// Digits of a scalar: slice, scalar, width; returns how many.
pub type WriteDigits = fn(&mut [Digit], Bits<'_>, usize) -> usize;

/// What a recoding writes.
#[derive(Clone, Copy)]
pub enum Form {
    /// Signed digits, one for each power of 2.
    Digits(WriteDigits),
    /// Signed digits, one for each power of `2^w`.
    Windows(WriteDigits),
    /// The same, for odd scalars only.
    OddWindows(WriteDigits),
    /// Two rows of digits for two scalars.
    Pair(fn([&mut [Digit]; 2], [Bits<'_>; 2]) -> usize),
    /// Terms of several bases.
    #[cfg(feature = "alloc")]
    Terms(fn(Bits<'_>) -> Vec<Term>),
    /// Signed digits, one for each power of `τ`, each for the element [`Representatives`](super::Representatives) has.
    #[cfg(feature = "alloc")]
    Tau(WriteTau),
    /// The same, one for each power of `τ^(w-1)`.
    #[cfg(feature = "alloc")]
    TauWindows(WriteTau),
}

/// Digits of a scalar in the ring of a Koblitz curve: ring, slice, scalar, what digits of the width stand for; returns how many.
#[cfg(feature = "alloc")]
pub type WriteTau = fn(&Koblitz, &mut [Digit], Bits<'_>, &Representatives) -> usize;
