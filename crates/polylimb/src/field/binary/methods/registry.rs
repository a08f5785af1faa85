//! All algorithms by name.

use super::machine::Machine;
use super::{
    columns, euclid, itoh_tsujii, karatsuba, lopez_dahab, reduce_words, registers, square_spread,
    square_table,
};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::{square_clmul, square_pdep};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::binary::Sparse;
use crate::limb::Word;
use crate::timing::ConstantTime;

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
    /// `r = 1 / a`, reduced; false if there is none.
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

/// An algorithm of the literature, on elements of any length up to 571 bits.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Authors and year.
    pub source: &'static str,
    /// The idea in one line.
    pub summary: &'static str,
    /// What its time tells.
    pub constant_time: ConstantTime,
    /// The features of the CPU without which [`Method::apply`] refuses.
    pub needs: Features,
    /// What it computes.
    pub operation: Operation,
}

impl Method {
    fn check(what: &'static str, got: usize, expected: usize) -> Result<()> {
        if got == expected { Ok(()) } else { Err(Error::Length { what, expected, got }) }
    }

    /// `r = a op b` in the field modulo `f`, told to `m`; `b` is not looked at by operations of one element. Squares and products are
    /// unreduced: `r` has twice the words of an element.
    ///
    /// ```
    /// use polylimb::field::binary::{Sparse, methods::{Plain, Rows, find}};
    /// let f = Sparse::new(7, &[1, 0])?;
    /// let mut r = [0; 2];
    /// find("lopez-dahab")?.apply(&mut Plain, &mut r, &[3], &[3], &f, Rows::Full)?;
    /// assert_eq!(r, [5, 0]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::MissingFeature`]; [`Error::Length`]; [`Error::NotInvertible`].
    pub fn apply(
        &self,
        m: &mut dyn Machine,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        f: &Sparse,
        rows: Rows,
    ) -> Result<()> {
        if !Features::detect().contains(self.needs) {
            return Err(Error::MissingFeature {
                kernel: self.name,
                needs: if self.needs.contains(Features::BMI2) {
                    "bmi2"
                } else {
                    "pclmulqdq and avx2"
                },
            });
        }
        let n = f.words();
        match self.operation {
            Operation::Square(square) => {
                Self::check("result", r.len(), 2 * n)?;
                Self::check("element", a.len(), n)?;
                square(m, r, a);
            }
            Operation::Multiply(multiply) => {
                Self::check("result", r.len(), 2 * n)?;
                Self::check("element", a.len(), n)?;
                Self::check("element", b.len(), n)?;
                multiply(m, r, a, b, rows);
            }
            Operation::Reduce(reduce) => {
                Self::check("result", r.len(), 2 * n)?;
                Self::check("unreduced product", a.len(), 2 * n)?;
                r.copy_from_slice(a);
                reduce(m, r, f);
            }
            Operation::Invert(invert) => {
                Self::check("result", r.len(), n)?;
                Self::check("element", a.len(), n)?;
                if !invert(m, r, a, f) {
                    return Err(Error::NotInvertible);
                }
            }
        }
        Ok(())
    }
}

/// Every algorithm of the library.
pub static METHODS: &[Method] = &[
    Method {
        name: "square-table",
        source: "Schroeppel et al. 1995; Aranha et al. 2009, Algorithm 1",
        summary: "each four bits looked up with zeros between them",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Square(|m, r, a| square_table::square(m, r, a)),
    },
    Method {
        name: "square-spread",
        source: "Warren 2002",
        summary: "shifts and masks that move halves of the bits apart",
        constant_time: ConstantTime::Yes,
        needs: Features::NONE,
        operation: Operation::Square(|m, r, a| square_spread::square(m, r, a)),
    },
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    Method {
        name: "square-pdep",
        source: "Hilewitz, Lee 2006",
        summary: "half a word deposited at the even places of a word by one instruction",
        constant_time: ConstantTime::Yes,
        needs: Features::BMI2,
        operation: Operation::Square(|m, r, a| square_pdep::square(m, r, a)),
    },
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    Method {
        name: "square-clmul",
        source: "Gueron, Kounavis 2010; Taverne et al. 2011",
        summary: "the carry-less product of each word with itself",
        constant_time: ConstantTime::Yes,
        needs: Features::PCLMULQDQ.with(Features::AVX2),
        operation: Operation::Square(|m, r, a| square_clmul::square(m, r, a)),
    },
    Method {
        name: "lopez-dahab",
        source: "López, Dahab 2000; Aranha et al. 2009, Algorithm 3",
        summary: "a table of sixteen multiples, the sum in memory",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Multiply(|m, r, a, b, rows| lopez_dahab::mul(m, r, a, b, rows)),
    },
    Method {
        name: "lopez-dahab-registers",
        source: "Aranha et al. 2009, Algorithm 4",
        summary: "the same table, the sum in n + 1 registers that rotate",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Multiply(|m, r, a, b, rows| registers::mul(m, r, a, b, rows)),
    },
    Method {
        name: "lopez-dahab-columns",
        source: "Aranha et al. 2009, section 5",
        summary: "the same table, one word of the result after another in one accumulator per height",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Multiply(|m, r, a, b, rows| columns::mul(m, r, a, b, rows)),
    },
    Method {
        name: "karatsuba-lopez-dahab",
        source: "Karatsuba, Ofman 1962; Aranha et al. 2009, Algorithm 2",
        summary: "three products of half the length by lopez-dahab",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Multiply(|m, r, a, b, _| {
            karatsuba::mul(m, r, a, b, |m, r, a, b| lopez_dahab::mul(m, r, a, b, Rows::Full));
        }),
    },
    Method {
        name: "karatsuba-lopez-dahab-registers",
        source: "Karatsuba, Ofman 1962; Aranha et al. 2009, Algorithm 2",
        summary: "three products of half the length by lopez-dahab-registers",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Multiply(|m, r, a, b, _| {
            karatsuba::mul(m, r, a, b, |m, r, a, b| registers::mul(m, r, a, b, Rows::Full));
        }),
    },
    Method {
        name: "reduce-words",
        source: "Hankerson, Menezes, Vanstone 2004, section 2.3.5",
        summary: "a word at a time from the top, for every polynomial",
        constant_time: ConstantTime::Yes,
        needs: Features::NONE,
        operation: Operation::Reduce(|m, r, f| reduce_words::reduce(m, r, f)),
    },
    Method {
        name: "euclid-binary",
        source: "Hankerson, López, Menezes 2000; Aranha et al. 2009, Algorithm 7",
        summary: "factors x taken out of the larger of two polynomials until one is 1",
        constant_time: ConstantTime::No,
        needs: Features::NONE,
        operation: Operation::Invert(|m, r, a, f| euclid::invert_vartime(m, r, a, f)),
    },
    Method {
        name: "itoh-tsujii",
        source: "Itoh, Tsujii 1988",
        summary: "the power 2^m - 2 by an addition chain for m - 1",
        constant_time: ConstantTime::Cacheless,
        needs: Features::NONE,
        operation: Operation::Invert(|m, r, a, f| {
            itoh_tsujii::invert(m, r, a, f);
            r.iter().any(|&w| w != 0)
        }),
    },
];

/// The algorithm of that name.
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    METHODS
        .iter()
        .find(|m| m.name == name)
        .ok_or(Error::UnknownName { kind: "binary field method" })
}
