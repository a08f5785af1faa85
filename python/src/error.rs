//! The library's errors as Python's exceptions.

use polylimb::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

create_exception!(
    polylimb,
    InvalidSignature,
    PyValueError,
    "The signature is not one of this message by this key."
);

/// The exception with the error's own words, which say what was wrong and what would be right.
pub fn raised(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Signature => InvalidSignature::new_err(text),
        Error::NotInvertible | Error::ZeroModulus => PyZeroDivisionError::new_err(text),
        Error::FaultDetected | Error::Randomness | Error::PartPanicked | Error::ThreadStart => {
            PyRuntimeError::new_err(text)
        }
        _ => PyValueError::new_err(text),
    }
}
