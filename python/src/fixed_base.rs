//! Many exponents, one base.

use crate::answer::values;
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use crate::modulus::Modulus;
use crate::number::{bytes, compute, words, words_of};
use polylimb::powm::{self, FixedBaseOptions};
use pyo3::prelude::*;
use zeroize::Zeroizing;

/// The base `g` modulo `n`, with a table for exponents of up to `bits` bits: four to five times as
/// fast as other powers. Constant time.
///
/// >>> from polylimb import FixedBase
/// >>> two = FixedBase(101, 2, bits=7)
/// >>> two.pow(100), two.pow_many([7, 8])
/// (1, [27, 54])
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct FixedBase {
    base: powm::FixedBase,
    bytes: usize,
}

#[pymethods]
impl FixedBase {
    #[new]
    fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        g: &Bound<'_, PyAny>,
        bits: usize,
    ) -> PyResult<Self> {
        let modulus = py.get_type::<Modulus>().call1((n,))?.cast_into::<Modulus>()?;
        let modulus = modulus.get();
        let g = modulus.residue(g, "g")?;
        let base = py.detach(|| {
            let g = modulus.face.residue(&g)?;
            powm::FixedBase::new(&g, bits, &FixedBaseOptions::default())
        });
        Ok(Self { base: base.map_err(raised)?, bytes: modulus.face.byte_length() })
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.{:?}>", self.base)
    }

    /// `g^exponent mod n`.
    fn pow<'py>(
        &self,
        py: Python<'py>,
        exponent: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let exponent = words_of(exponent, "exponent")?;
        compute(py, || Ok(self.base.pow(&exponent)?.to_words()))
    }

    /// `g^exponent mod n` of each row. An exponent that is too long has no power: null, and with
    /// `reasons` the reason.
    #[pyo3(signature = (exponents, *, threads = 1, progress = false, reasons = false))]
    fn pow_many<'py>(
        &self,
        py: Python<'py>,
        exponents: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let exponents = Column::read(exponents, "exponents", Integers::Natural)?;
        let count = count(&[&exponents])?;
        let rows = exponents.rows(count);
        let powers = batch::run(py, (threads, progress), count, |range| {
            let power = |exponent: Option<&[u8]>| {
                exponent.map(|exponent| {
                    let power = self.base.pow(&words(exponent))?;
                    Ok(bytes(&Zeroizing::new(power.to_words()), self.bytes))
                })
            };
            rows[range].iter().copied().map(power).collect()
        })?;
        values(py, &Form::of(&[&exponents]), self.bytes, powers, reasons)
    }
}
