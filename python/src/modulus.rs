//! A modulus: products, powers, inverses, batches of powers over lanes.

use crate::answer::{Row, values};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use crate::number::{Words, bytes, compute, integer, words, words_of};
use core::ops::Range;
use polylimb::authors::limb::{Natural, Word};
use polylimb::cpu::Features;
use polylimb::modmul::{self, Options};
use polylimb::powm::{BatchPowm, Exponent};
use polylimb::{Alone, Error};
use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::sync::OnceLock;
use zeroize::Zeroizing;

/// Lanes.
const EIGHT: usize = 8;
/// Fewer powers than this are computed one by one.
const LEAST: usize = 3;

/// A modulus of at least 1, odd or even, ready to compute with.
///
/// Its methods take any integers and reduce them. They are constant time for given lengths of their
/// operands, except those whose names end in `_vartime`; Python's own integers are not constant
/// time, so keep secrets in rows of bytes.
///
/// >>> from polylimb import Modulus
/// >>> m = Modulus(101)
/// >>> m.pow(2, 100), m.mul(55, 2), m.inverse(3)
/// (1, 9, 34)
/// >>> m.pow_many([2, 3, 5], 7)
/// [27, 66, 52]
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct Modulus {
    pub face: modmul::Modulus,
    integer: Py<PyInt>,
    /// Eight times this modulus; `None` where lanes do not serve it.
    eight: OnceLock<Option<BatchPowm>>,
}

impl Modulus {
    fn eight(&self) -> Option<&BatchPowm> {
        let make = || {
            let features = Features::detect();
            let lanes = features.allows(Features::IFMA);
            lanes.then(|| BatchPowm::new(&[self.face.as_words(); EIGHT], features).ok())?
        };
        self.eight.get_or_init(make).as_ref()
    }

    /// The residue of this argument.
    pub fn residue(&self, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Words> {
        let mut value = integer(value, name)?;
        if value.lt(0)? {
            value = value.rem(self.integer.bind(value.py()))?.cast_into()?;
        }
        let words = words_of(&value, name)?;
        let reduced = value.py().detach(|| self.face.reduce(&words));
        Ok(Zeroizing::new(reduced.map_err(raised)?))
    }

    /// The powers of these rows.
    fn powers(&self, bases: &[Option<&[u8]>], exponents: &[Option<&[u8]>]) -> Vec<Row<Vec<u8>>> {
        let length = self.face.byte_length();
        let one = |base: &[u8], exponent: &[u8]| {
            let (base, exponent) = (words(base), words(exponent));
            let base = Zeroizing::new(self.face.reduce(&base)?);
            Ok(bytes(&Zeroizing::new(self.face.pow(&base, &exponent)?), length))
        };
        let (mut powers, mut present) = (Vec::with_capacity(bases.len()), Vec::new());
        for (i, (base, exponent)) in bases.iter().zip(exponents).enumerate() {
            let job = base.zip(*exponent);
            powers.push(job.and_then(too_long).map(Err));
            if let (Some(job), None) = (job, &powers[i]) {
                present.push((i, job));
            }
        }
        for jobs in present.chunks(EIGHT) {
            match self.eight().filter(|_| jobs.len() >= LEAST) {
                Some(eight) => {
                    let job = |lane: usize| jobs.get(lane).unwrap_or(&jobs[0]).1;
                    let bases: [Words; EIGHT] = core::array::from_fn(|lane| words(job(lane).0));
                    let exponents: [Words; EIGHT] = core::array::from_fn(|lane| words(job(lane).1));
                    let exponents = exponents.each_ref().map(|words| Exponent::new(words));
                    match eight.pow(&bases.each_ref().map(|words| &words[..]), &exponents) {
                        Ok(found) => {
                            for ((i, _), power) in jobs.iter().zip(found) {
                                powers[*i] = Some(Ok(bytes(&Zeroizing::new(power), length)));
                            }
                        }
                        Err(error) => jobs.iter().for_each(|(i, _)| powers[*i] = Some(Err(error))),
                    }
                }
                None => jobs.iter().for_each(|(i, (b, e))| powers[*i] = Some(one(b, e))),
            }
        }
        powers
    }

    /// The base and the exponent of each factor of a product.
    fn terms(
        &self,
        py: Python<'_>,
        bases: &Bound<'_, PyAny>,
        exponents: &Bound<'_, PyAny>,
    ) -> PyResult<(Column, Column, usize)> {
        let bases = Column::read(bases, "bases", Integers::Modulo(self.integer.bind(py)))?;
        let exponents = Column::read(exponents, "exponents", Integers::Natural)?;
        let count = count(&[&bases, &exponents])?;
        Ok((bases, exponents, count))
    }
}

#[pymethods]
impl Modulus {
    #[new]
    fn new(n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let n = integer(n, "n")?;
        if n.as_any().eq(0)? {
            return Err(PyZeroDivisionError::new_err("n is 0; a modulus is at least 1"));
        }
        let words = words_of(&n, "n")?;
        let modulus = n.py().detach(|| modmul::Modulus::new(&words, &Options::default()));
        Ok(Self { face: modulus.map_err(raised)?, integer: n.unbind(), eight: OnceLock::new() })
    }

    /// The modulus.
    #[getter]
    fn n(&self, py: Python<'_>) -> Py<PyInt> {
        self.integer.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.Modulus of {} bits>", self.face.bits())
    }

    /// `base^exponent mod n`. A negative exponent inverts the base.
    fn pow<'py>(
        &self,
        py: Python<'py>,
        base: &Bound<'py, PyAny>,
        exponent: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (base, exponent) = self.base_and_exponent(base, exponent)?;
        compute(py, || self.face.pow(&base, &exponent))
    }

    /// Like `pow`, for public numbers: faster, but the time depends on their values.
    fn pow_vartime<'py>(
        &self,
        py: Python<'py>,
        base: &Bound<'py, PyAny>,
        exponent: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (base, exponent) = self.base_and_exponent(base, exponent)?;
        compute(py, || self.face.pow_vartime(&base, &exponent))
    }

    /// `base^exponent mod n` of each row, eight at a time where the CPU has AVX-512 IFMA. One
    /// integer stands for all rows; rows of bytes are big-endian. Null for a row that is longer
    /// than 2^20 bits, and with `reasons` the reason.
    ///
    /// >>> from polylimb import Modulus
    /// >>> Modulus(101).pow_many([b"\x02", b"\x03"], [b"\x07", None])
    /// [b'\x1b', None]
    #[pyo3(signature = (bases, exponents, *, threads = 1, progress = false, reasons = false))]
    fn pow_many<'py>(
        &self,
        py: Python<'py>,
        bases: &Bound<'py, PyAny>,
        exponents: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bases, exponents, count) = self.terms(py, bases, exponents)?;
        let form = Form::of(&[&bases, &exponents]);
        let powers = self.all_powers(py, (threads, progress), (&bases, &exponents), count)?;
        values(py, &form, self.face.byte_length(), powers, reasons)
    }

    /// `a b mod n`.
    fn mul<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (self.residue(a, "a")?, self.residue(b, "b")?);
        compute(py, || self.face.mul(&a, &b))
    }

    /// `1/a mod n`; `ZeroDivisionError` if `a` and `n` have a common factor.
    fn inverse<'py>(&self, py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let a = self.residue(a, "a")?;
        compute(py, || self.inverted(&a))
    }

    /// The product of all `bases[i]^exponents[i] mod n`.
    ///
    /// >>> from polylimb import Modulus
    /// >>> Modulus(101).multi_pow([2, 3], [5, 2]) == 2**5 * 3**2 % 101
    /// True
    #[pyo3(signature = (bases, exponents, *, threads = 1, progress = false))]
    fn multi_pow<'py>(
        &self,
        py: Python<'py>,
        bases: &Bound<'py, PyAny>,
        exponents: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bases, exponents, count) = self.terms(py, bases, exponents)?;
        present(&bases, &exponents, count)?;
        let powers = self.all_powers(py, (threads, progress), (&bases, &exponents), count)?;
        compute(py, || {
            let mut product = self.face.residue(&self.face.reduce(&[1])?)?;
            for power in powers.into_iter().flatten() {
                product = product.mul(&self.face.residue(&words(&Zeroizing::new(power?)))?)?;
            }
            Ok(product.to_words())
        })
    }

    /// Like `multi_pow`, for public numbers: much faster, by one chain of squarings for all.
    fn multi_pow_vartime<'py>(
        &self,
        py: Python<'py>,
        bases: &Bound<'py, PyAny>,
        exponents: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bases, exponents, count) = self.terms(py, bases, exponents)?;
        present(&bases, &exponents, count)?;
        let (bases, exponents) = (bases.rows(count), exponents.rows(count));
        compute(py, || {
            let bases: Vec<_> = bases
                .into_iter()
                .flatten()
                .map(|base| self.face.reduce(&words(base)))
                .collect::<Result<_, Error>>()?;
            let exponents: Vec<_> = exponents.into_iter().flatten().map(words).collect();
            let terms: Vec<_> =
                bases.iter().zip(&exponents).map(|(b, e)| (&b[..], &e[..])).collect();
            self.face.product_of_powers_vartime(&terms, &Alone)
        })
    }
}

impl Modulus {
    fn base_and_exponent(
        &self,
        base: &Bound<'_, PyAny>,
        exponent: &Bound<'_, PyAny>,
    ) -> PyResult<(Words, Words)> {
        let (mut base, exponent) = (self.residue(base, "base")?, integer(exponent, "exponent")?);
        if !exponent.lt(0)? {
            return Ok((base, words_of(&exponent, "exponent")?));
        }
        base = Zeroizing::new(self.inverted(&base).map_err(raised)?);
        Ok((base, words_of(exponent.neg()?.as_any(), "exponent")?))
    }

    fn inverted(&self, a: &[Word]) -> Result<Vec<Word>, Error> {
        let modulus = Natural::from_words(self.face.as_words());
        Natural::from_words(a).invert(&modulus)?.to_words(a.len())
    }

    fn all_powers(
        &self,
        py: Python<'_>,
        run: (usize, bool),
        (bases, exponents): (&Column, &Column),
        count: usize,
    ) -> PyResult<Vec<Row<Vec<u8>>>> {
        let (bases, exponents) = (bases.rows(count), exponents.rows(count));
        batch::run(py, run, count, |rows: Range<usize>| {
            self.powers(&bases[rows.clone()], &exponents[rows])
        })
    }
}

/// What is wrong with a row that would take hours.
fn too_long((base, exponent): (&[u8], &[u8])) -> Option<Error> {
    let max_bits = modmul::Modulus::MAX_BITS;
    [("the base", base), ("the exponent", exponent)]
        .into_iter()
        .find(|(_, row)| row.len() > max_bits / 8)
        .map(|(what, _)| Error::TooLarge { what, max_bits })
}

/// A product has no place for nulls and bad rows.
fn present(bases: &Column, exponents: &Column, count: usize) -> PyResult<()> {
    for (row, (base, exponent)) in bases.rows(count).iter().zip(exponents.rows(count)).enumerate() {
        let wrong = match base.zip(exponent) {
            None => "null".to_owned(),
            Some(job) => match too_long(job) {
                None => continue,
                Some(error) => format!("bad: {error}"),
            },
        };
        return Err(PyValueError::new_err(format!(
            "row {row} is {wrong}; a product needs all of its bases and exponents"
        )));
    }
    Ok(())
}
