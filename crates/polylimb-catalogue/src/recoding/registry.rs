//! All recodings by name: the library's own and the recodings of this folder.

use super::multi_base::{self, Term};
use super::{binary, joint, mutual_opposite, windows};
use polylimb::authors::entry::{self, ConstantTime, Domain, Entry, Threads};
use polylimb::authors::limb::Bits;
use polylimb::authors::recoding::{
    Digit, Koblitz, MOST_WIDTH, Representatives, regular_tau, width_naf_vartime,
    width_tau_naf_vartime,
};
use polylimb::{Error, Result};

/// Every recoding.
pub static RECODINGS: &[Recoding] = &[
    Recoding {
        name: "binary",
        source: "",
        summary: "the bits themselves",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::None,
            form: Form::Digits(|digits, scalar, _| binary::binary_vartime(digits, scalar)),
        },
    },
    Recoding {
        name: "naf",
        source: "Booth 1951; Reitwiesner 1960",
        summary: "digits 0 and ±1, no two neighbours not 0: a third of them",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::None,
            form: Form::Digits(|digits, scalar, _| width_naf_vartime(digits, scalar, 2)),
        },
    },
    Recoding {
        name: "w-naf",
        source: "Koyama, Tsuruoka 1993; Solinas 2000",
        summary: "odd digits below 2^(w-1), one in w + 1 places",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::From { least: 2, most: MOST_WIDTH, usual: 4 },
            form: Form::Digits(width_naf_vartime),
        },
    },
    Recoding {
        name: "mof",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "2k - k bit by bit: signs alternate, written from either end",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::None,
            form: Form::Digits(|digits, scalar, _| {
                mutual_opposite::mutual_opposite_vartime(digits, scalar, 1)
            }),
        },
    },
    Recoding {
        name: "w-mof",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "windows of the mutual opposite form, from the top while the multiplication runs",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::From { least: 2, most: MOST_WIDTH, usual: 4 },
            form: Form::Digits(mutual_opposite::mutual_opposite_vartime),
        },
    },
    Recoding {
        name: "signed-window",
        source: "Booth 1951; MacSorley 1961",
        summary: "a digit for every w bits, of size up to 2^(w-1), 0 among them",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            width: Width::From { least: 1, most: MOST_WIDTH - 1, usual: 5 },
            form: Form::Windows(windows::signed_window),
        },
    },
    Recoding {
        name: "regular",
        source: "Joye, Tunstall 2009, Algorithm 6; Okeya, Takagi 2003",
        summary: "an odd digit for every w bits of an odd scalar, never 0",
        threads: Threads::Exactly(1),
        domain: Domain::Odd,
        constant_time: ConstantTime::Yes,
        make: Make {
            width: Width::From { least: 1, most: MOST_WIDTH - 1, usual: 4 },
            form: Form::OddWindows(windows::regular),
        },
    },
    Recoding {
        name: "jsf",
        source: "Solinas 2001, Algorithm 1",
        summary: "two scalars with digits 0 and ±1, half of the columns 0",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make { width: Width::None, form: Form::Pair(joint::joint_sparse_vartime) },
    },
    Recoding {
        name: "dbns",
        source: "Dimitrov, Jullien, Miller 1998",
        summary: "greedy sum of ± 2^a 3^b",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make { width: Width::None, form: Form::Terms(multi_base::double_base_vartime) },
    },
    Recoding {
        name: "double-base-chain",
        source: "Dimitrov, Imbert, Mishra 2005",
        summary: "greedy sum of ± 2^a 3^b whose exponents fall, so that one pass computes it",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make { width: Width::None, form: Form::Terms(multi_base::double_base_chain_vartime) },
    },
    Recoding {
        name: "mbns",
        source: "Mishra, Dimitrov 2007",
        summary: "greedy sum of ± 2^a 3^b 5^c whose exponents fall",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make { width: Width::None, form: Form::Terms(multi_base::multi_base_vartime) },
    },
    Recoding {
        name: "tau-naf",
        source: "Solinas 1997",
        summary: "digits 0 and ±1 of powers of the Frobenius map, a third of them not 0",
        threads: Threads::Exactly(1),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::No,
        make: Make { width: Width::None, form: Form::Tau(width_tau_naf_vartime) },
    },
    Recoding {
        name: "w-tau-naf",
        source: "Solinas 2000",
        summary: "odd digits that stand for small multiples, one in w + 1 places of powers of tau",
        threads: Threads::Exactly(1),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::No,
        make: Make {
            width: Width::From { least: 2, most: MOST_WIDTH, usual: 5 },
            form: Form::Tau(width_tau_naf_vartime),
        },
    },
    Recoding {
        name: "regular-tau",
        source: "Oliveira, Aranha, Lopez, Rodriguez-Henriquez 2014",
        summary: "an odd digit for every w - 1 places of powers of tau, never 0",
        threads: Threads::Exactly(1),
        domain: Domain::KoblitzCurves,
        constant_time: ConstantTime::Yes,
        make: Make {
            width: Width::From { least: 3, most: MOST_WIDTH, usual: 5 },
            form: Form::TauWindows(regular_tau),
        },
    },
];

/// The recoding of that name in [`RECODINGS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Recoding> {
    entry::find(RECODINGS, "recoding", name)
}

/// A way to write scalars. The source is empty for a recoding older than publications. Constant
/// time means that the time depends only on the scalar's length.
pub type Recoding = Entry<Make>;

/// How a recoding writes.
#[derive(Clone, Copy)]
pub struct Make {
    /// The widths that it takes.
    pub width: Width,
    /// What it writes, and the function that writes it.
    pub form: Form,
}

/// The widths of a recoding, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// No width.
    None,
    /// A range, and a common choice at 256 bits.
    From {
        /// The narrowest.
        least: usize,
        /// The widest.
        most: usize,
        /// The usual width for scalars of about 256 bits.
        usual: usize,
    },
}

impl Width {
    /// The width to use: `asked` if the recoding takes it, its usual width for `None`, and 1 for
    /// recodings without a width.
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

/// Writes the digits of a scalar (slice, scalar, width) and returns their number.
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
    Terms(fn(Bits<'_>) -> Vec<Term>),
    /// Signed digits, one for each power of `τ`; each stands for its element in
    /// [`Representatives`].
    Tau(WriteTau),
    /// The same, one for each power of `τ^(w-1)`.
    TauWindows(WriteTau),
}

/// Writes the digits of a scalar in the ring of a Koblitz curve (ring, slice, scalar, the elements
/// that the digits stand for) and returns their number.
pub type WriteTau = fn(&Koblitz, &mut [Digit], Bits<'_>, &Representatives) -> usize;
