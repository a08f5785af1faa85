//! All algorithms by name.

use super::{columns, itoh_tsujii, karatsuba, lopez_dahab, registers, square_spread, square_table};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::{square_clmul, square_pdep};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::field::binary::words::{self, Machine};
use polylimb::authors::field::binary::{MOST_DEGREE, Sparse};
use polylimb::authors::limb::Word;
use polylimb::cpu::Features;
use polylimb::{Error, Result};

/// Words of a row of the table of multiples, for operands of `n` words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// `n + 1`: any operands.
    Full,
    /// `n`: the three top bits of the second operand are 0, as with 163 bits in 21 bytes.
    Spare,
}

type Multiply = fn(&mut dyn Machine, &mut [Word], &[Word], &[Word], Rows);

/// What an algorithm computes. An element has `n` words, an unreduced product `2 n`.
#[derive(Debug, Clone, Copy)]
pub enum Operation {
    /// `r = a²`, unreduced.
    Square(fn(&mut dyn Machine, r: &mut [Word], a: &[Word])),
    /// `r = a b`, unreduced.
    Multiply(Multiply),
    /// The lower half of `r` = `r` modulo the polynomial.
    Reduce(fn(&mut dyn Machine, r: &mut [Word], f: &Sparse)),
    /// `r = 1 / a`, reduced; false if `a` has no inverse.
    Invert(fn(&mut dyn Machine, r: &mut [Word], a: &[Word], f: &Sparse) -> bool),
}

impl Operation {
    /// `square`, `multiply`, `reduce` or `invert`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Square(_) => "square",
            Self::Multiply(_) => "multiply",
            Self::Reduce(_) => "reduce",
            Self::Invert(_) => "invert",
        }
    }
}

/// What differs by algorithm, on elements of any length up to 571 bits.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The features of the CPU without which [`apply`] refuses.
    pub needs: Features,
    /// What it computes.
    pub operation: Operation,
}

/// An algorithm of the literature for binary fields.
pub type Entry = polylimb::authors::entry::Entry<Method>;

fn check(what: &'static str, got: usize, expected: usize) -> Result<()> {
    if got == expected { Ok(()) } else { Err(Error::Length { what, expected, got }) }
}

/// `r = a op b` in the field modulo `f`, on the machine `m`; operations on one element do not read
/// `b`. Squares and products are unreduced: `r` has twice the words of an element.
///
/// ```
/// use polylimb::authors::field::binary::Sparse;
/// use polylimb::authors::field::binary::words::Plain;
/// use polylimb_catalogue::binary_field::{Rows, apply, find};
/// let f = Sparse::new(7, &[1, 0])?;
/// let mut r = [0; 2];
/// apply(find("lopez-dahab")?, &mut Plain, &mut r, &[3], &[3], &f, Rows::Full)?;
/// assert_eq!(r, [5, 0]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::MissingFeature`]; [`Error::Length`]; [`Error::NotInvertible`].
pub fn apply(
    entry: &Entry,
    m: &mut dyn Machine,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    f: &Sparse,
    rows: Rows,
) -> Result<()> {
    let Method { needs, operation } = entry.make;
    if needs != Features::NONE && !Features::detect().contains(needs) {
        let bmi2 = needs.contains(Features::BMI2);
        let needs = if bmi2 { "bmi2" } else { "pclmulqdq and avx2" };
        return Err(Error::MissingFeature { kernel: entry.name, needs });
    }
    let n = f.words();
    match operation {
        Operation::Square(square) => {
            check("result", r.len(), 2 * n)?;
            check("element", a.len(), n)?;
            square(m, r, a);
        }
        Operation::Multiply(multiply) => {
            check("result", r.len(), 2 * n)?;
            check("element", a.len(), n)?;
            check("element", b.len(), n)?;
            multiply(m, r, a, b, rows);
        }
        Operation::Reduce(reduce) => {
            check("result", r.len(), 2 * n)?;
            check("unreduced product", a.len(), 2 * n)?;
            r.copy_from_slice(a);
            reduce(m, r, f);
        }
        Operation::Invert(invert) => {
            check("result", r.len(), n)?;
            check("element", a.len(), n)?;
            if !invert(m, r, a, f) {
                return Err(Error::NotInvertible);
            }
        }
    }
    Ok(())
}

/// The entry of an algorithm: on one thread, for every binary field of the library.
const fn entry(
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    constant_time: ConstantTime,
    operation: Operation,
) -> Entry {
    Entry {
        name,
        source,
        summary,
        threads: Threads::Exactly(1),
        domain: Domain::BinaryField { most_degree: MOST_DEGREE },
        constant_time,
        make: Method { needs: Features::NONE, operation },
    }
}

/// The same where the CPU has these features.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
const fn with(needs: Features, entry: Entry) -> Entry {
    Entry { make: Method { needs, ..entry.make }, ..entry }
}

/// Every algorithm.
pub static METHODS: &[Entry] = &[
    entry(
        "square-table",
        "Schroeppel et al. 1995; Aranha et al. 2009, Algorithm 1",
        "each four bits looked up with zeros between them",
        ConstantTime::Cacheless,
        Operation::Square(|m, r, a| square_table::square(m, r, a)),
    ),
    entry(
        "square-spread",
        "Warren 2002",
        "shifts and masks that move halves of the bits apart",
        ConstantTime::Yes,
        Operation::Square(|m, r, a| square_spread::square(m, r, a)),
    ),
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    with(
        Features::BMI2,
        entry(
            "square-pdep",
            "Hilewitz, Lee 2006",
            "half a word deposited at the even places of a word by one instruction",
            ConstantTime::Yes,
            Operation::Square(|m, r, a| square_pdep::square(m, r, a)),
        ),
    ),
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    with(
        Features::PCLMULQDQ.with(Features::AVX2),
        entry(
            "square-clmul",
            "Gueron, Kounavis 2010; Taverne et al. 2011",
            "the carry-less product of each word with itself",
            ConstantTime::Yes,
            Operation::Square(|m, r, a| square_clmul::square(m, r, a)),
        ),
    ),
    entry(
        "lopez-dahab",
        "López, Dahab 2000; Aranha et al. 2009, Algorithm 3",
        "a table of sixteen multiples, the sum in memory",
        ConstantTime::Cacheless,
        Operation::Multiply(|m, r, a, b, rows| lopez_dahab::mul(m, r, a, b, rows)),
    ),
    entry(
        "lopez-dahab-registers",
        "Aranha et al. 2009, Algorithm 4",
        "the same table, the sum in n + 1 registers that rotate",
        ConstantTime::Cacheless,
        Operation::Multiply(|m, r, a, b, rows| registers::mul(m, r, a, b, rows)),
    ),
    entry(
        "lopez-dahab-columns",
        "Aranha et al. 2009, section 5",
        "the same table, one word of the result after another in one accumulator per height",
        ConstantTime::Cacheless,
        Operation::Multiply(|m, r, a, b, rows| columns::mul(m, r, a, b, rows)),
    ),
    entry(
        "karatsuba-lopez-dahab",
        "Karatsuba, Ofman 1962; Aranha et al. 2009, Algorithm 2",
        "three products of half the length by lopez-dahab",
        ConstantTime::Cacheless,
        Operation::Multiply(|m, r, a, b, _| {
            karatsuba::mul(m, r, a, b, |m, r, a, b| lopez_dahab::mul(m, r, a, b, Rows::Full));
        }),
    ),
    entry(
        "karatsuba-lopez-dahab-registers",
        "Karatsuba, Ofman 1962; Aranha et al. 2009, Algorithm 2",
        "three products of half the length by lopez-dahab-registers",
        ConstantTime::Cacheless,
        Operation::Multiply(|m, r, a, b, _| {
            karatsuba::mul(m, r, a, b, |m, r, a, b| registers::mul(m, r, a, b, Rows::Full));
        }),
    ),
    entry(
        "reduce-words",
        "Hankerson, Menezes, Vanstone 2004, section 2.3.5",
        "a word at a time from the top, for every polynomial",
        ConstantTime::Yes,
        Operation::Reduce(|m, r, f| words::reduce(m, r, f)),
    ),
    entry(
        "euclid-binary",
        "Hankerson, López, Menezes 2000; Aranha et al. 2009, Algorithm 7",
        "factors x taken out of the larger of two polynomials until one is 1",
        ConstantTime::No,
        Operation::Invert(|m, r, a, f| words::invert_vartime(m, r, a, f)),
    ),
    entry(
        "itoh-tsujii",
        "Itoh, Tsujii 1988",
        "the power 2^m - 2 by an addition chain for m - 1",
        ConstantTime::Cacheless,
        Operation::Invert(|m, r, a, f| {
            itoh_tsujii::invert(m, r, a, f);
            r.iter().any(|&w| w != 0)
        }),
    ),
];

/// The algorithm of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Entry> {
    polylimb::authors::entry::find(METHODS, "binary field method", name)
}
