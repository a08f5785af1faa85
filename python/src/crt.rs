//! A modulus whose factors are known.

use crate::answer::{Row, values};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use crate::number::{Words, bytes, compute, to_python, words, words_of};
use polylimb::Error;
use polylimb::modmul::Options;
use polylimb::powm::{self, BatchOptions};
use pyo3::prelude::*;
use rand_core::{OsRng, TryRngCore};
use zeroize::Zeroizing;

/// The product `n` of two or more odd primes, with the public exponent `e`: the raw operations of
/// RSA, without padding. `private` is constant time, blinded, and checked before it returns.
///
/// >>> from polylimb import CrtModulus
/// >>> key = CrtModulus([11, 17], 3)
/// >>> key.n, key.public(key.private(123))
/// (187, 123)
/// >>> key.private_many([123, 187])
/// [183, None]
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct CrtModulus {
    key: powm::CrtModulus,
    n: Words,
    bytes: usize,
}

#[pymethods]
impl CrtModulus {
    #[new]
    fn new(py: Python<'_>, primes: Vec<Bound<'_, PyAny>>, e: &Bound<'_, PyAny>) -> PyResult<Self> {
        let primes: Vec<_> =
            primes.iter().map(|prime| words_of(prime, "a prime")).collect::<PyResult<_>>()?;
        let primes: Vec<_> = primes.iter().map(|prime| &prime[..]).collect();
        let e = words_of(e, "e")?;
        let options = Options::default();
        let key =
            py.detach(|| powm::CrtModulus::from_primes(&primes, &e, &options)).map_err(raised)?;
        let n = Zeroizing::new(key.modulus().as_words().to_vec());
        let bytes = key.modulus().byte_length();
        Ok(Self { key, n, bytes })
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.CrtModulus of {} bytes>", self.bytes)
    }

    /// The modulus.
    #[getter]
    fn n<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &bytes(&self.n, self.bytes))
    }

    /// `x^d mod n` for `x < n`, where `d` is the inverse of `e`.
    fn private<'py>(&self, py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let x = words_of(x, "x")?;
        compute(py, || self.key.private(&x, &mut OsRng.unwrap_err()))
    }

    /// `y^e mod n` for `y < n`.
    fn public<'py>(&self, py: Python<'py>, y: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let y = words_of(y, "y")?;
        compute(py, || self.key.public(&y))
    }

    /// `private` of each row; null for a row that is not below `n`, and with `reasons` the reason.
    #[pyo3(signature = (rows, *, threads = 1, progress = false, reasons = false))]
    fn private_many<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let column = Column::read(rows, "rows", Integers::Natural)?;
        let count = count(&[&column])?;
        let rows = column.rows(count);
        let powers = batch::run(py, (threads, progress), count, |range| {
            let rows = &rows[range];
            let numbers: Vec<_> = rows.iter().flatten().map(|row| words(row)).collect();
            let jobs: Vec<_> = numbers.iter().map(|words| (&self.key, &words[..])).collect();
            let rng = &mut OsRng.unwrap_err();
            let found = powm::CrtModulus::private_all(&jobs, &BatchOptions::default(), rng);
            let mut found = found
                .into_iter()
                .map(|power| power.map(|power| bytes(&Zeroizing::new(power), self.bytes)));
            let next = |_: &&[u8]| found.next().unwrap_or(Err(Error::FaultDetected));
            let mut next = next;
            rows.iter().map(|row| row.as_ref().map(&mut next)).collect::<Vec<Row<Vec<u8>>>>()
        })?;
        values(py, &Form::of(&[&column]), self.bytes, powers, reasons)
    }
}
