//! ECDH over rows.

use crate::answer::values;
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::ec::EcSecretKey;
use crate::ecdsa::merge;
use polylimb::Alone;
use polylimb::protocol::keys::{PublicKey, SecretKey};
use pyo3::prelude::*;
use zeroize::Zeroizing;

/// The abscissa that `key` shares with each row's public key, SEC 1 compressed or not. Null for a
/// row that is no key. Constant time.
#[pyfunction]
#[pyo3(signature = (key, keys, *, threads = 1, progress = false, reasons = false))]
pub fn ecdh_agree_many<'py>(
    py: Python<'py>,
    key: &Bound<'py, EcSecretKey>,
    keys: &Bound<'py, PyAny>,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let key = &key.get().0;
    let column = Column::read(keys, "keys", Integers::Refused)?;
    let count = count(&[&column])?;
    let keys = column.rows(count);
    let rows = batch::run(py, (threads, progress), count, |range| {
        let read =
            keys[range].iter().map(|row| row.map(|row| PublicKey::from_sec1(key.curve(), row)));
        let read: Vec<_> = read.collect();
        let jobs: Vec<_> = read.iter().flatten().flatten().map(|other| (key, other)).collect();
        let shared = SecretKey::agree_all(&jobs, &Alone);
        let shared = shared.into_iter().map(|s| s.map(|s| Zeroizing::new(s.as_bytes().to_vec())));
        let shared = shared.collect();
        merge(read, shared)
    })?;
    values(py, &Form::of(&[&column]), key.curve().coordinate_bytes(), rows, reasons)
}
