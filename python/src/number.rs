//! Python's integers.

use crate::error::raised;
use polylimb::Error;
use polylimb::authors::limb::Word;
use polylimb::modmul::Modulus;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use zeroize::Zeroizing;

pub type Bytes = Zeroizing<Vec<u8>>;
pub type Words = Zeroizing<Vec<Word>>;

/// An integer: Python's own, or any object with `__index__`, as gmpy2's and numpy's.
pub fn integer<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyInt>> {
    if let Ok(integer) = value.cast::<PyInt>() {
        return Ok(integer.clone());
    }
    match value.call_method0("__index__") {
        Ok(integer) => Ok(integer.cast_into()?),
        Err(_) => Err(PyTypeError::new_err(format!(
            "{name} must be an integer, not {}",
            value.get_type().name()?
        ))),
    }
}

/// The big-endian bytes of an integer of at least 0 that is not absurdly long; at least one byte.
pub fn bytes_of(integer: &Bound<'_, PyInt>, name: &str) -> PyResult<Bytes> {
    let py = integer.py();
    let bits: usize = integer.call_method0(pyo3::intern!(py, "bit_length"))?.extract()?;
    if bits > Modulus::MAX_BITS {
        return Err(PyValueError::new_err(format!(
            "{name} has {bits} bits; at most {} are supported",
            Modulus::MAX_BITS
        )));
    }
    let length = bits.div_ceil(8).max(1);
    match integer.call_method1(pyo3::intern!(py, "to_bytes"), (length, "big")) {
        Ok(bytes) => Ok(Zeroizing::new(bytes.cast::<PyBytes>()?.as_bytes().to_vec())),
        Err(_) => Err(PyValueError::new_err(format!("{name} is negative; it must be at least 0"))),
    }
}

/// The words of an integer of at least 0.
pub fn words_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Words> {
    Ok(words(&bytes_of(&integer(value, name)?, name)?))
}

/// The bytes of a word.
const BYTES: usize = Word::BITS as usize / 8;

/// The number of these big-endian bytes, least significant word first; at least one word.
pub fn words(bytes: &[u8]) -> Words {
    let mut words = Zeroizing::new(vec![0; bytes.len().div_ceil(BYTES).max(1)]);
    for (word, bytes) in words.iter_mut().zip(bytes.rchunks(BYTES)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | Word::from(byte));
    }
    words
}

/// The low `length` bytes of a number, big-endian.
pub fn bytes(words: &[Word], length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    for (bytes, word) in bytes.rchunks_mut(BYTES).zip(words) {
        bytes.copy_from_slice(&word.to_be_bytes()[BYTES - bytes.len()..]);
    }
    bytes
}

/// The integer of these big-endian bytes.
pub fn to_python<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let from_bytes = pyo3::intern!(py, "from_bytes");
    py.get_type::<PyInt>().call_method1(from_bytes, (PyBytes::new(py, bytes), "big"))
}

/// Computes a number without the interpreter's lock; its words become an integer.
pub fn compute(
    py: Python<'_>,
    work: impl FnOnce() -> Result<Vec<Word>, Error> + Send,
) -> PyResult<Bound<'_, PyAny>> {
    let found = Zeroizing::new(py.detach(work).map_err(raised)?);
    to_python(py, &Zeroizing::new(bytes(&found, size_of_val(&found[..]))))
}
