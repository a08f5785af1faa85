//! X25519: keys, and agreement over rows.

use crate::answer::values;
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::ecdsa::merge;
use crate::ed25519::array;
use crate::error::raised;
use polylimb::Alone;
use polylimb::x25519::{PublicKey, SecretKey};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};
use zeroize::Zeroizing;

/// An X25519 secret key.
///
/// >>> from polylimb.x25519 import SecretKey
/// >>> a, b = SecretKey.generate(), SecretKey.generate()
/// >>> a.agree(b.public_key()) == b.agree(a.public_key())
/// True
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct X25519SecretKey(SecretKey);

#[pymethods]
impl X25519SecretKey {
    /// A new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Self {
        Self(py.detach(|| SecretKey::generate(&mut OsRng.unwrap_err())))
    }

    /// The key of these 32 bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Self(SecretKey::from_bytes(array("the secret key", data).map_err(raised)?)))
    }

    /// Reads PKCS #8 in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| SecretKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads PKCS #8 in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        py.detach(|| SecretKey::from_pkcs8_der(data)).map(Self).map_err(raised)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// PKCS #8 in PEM.
    fn to_pem(&self) -> String {
        self.0.to_pkcs8_pem().to_string()
    }

    /// PKCS #8 in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_pkcs8_der())
    }

    fn public_key(&self, py: Python<'_>) -> X25519PublicKey {
        X25519PublicKey(py.detach(|| self.0.public_key()))
    }

    /// The secret that is shared with the owner of `other`. Derive keys from it.
    fn agree<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, X25519PublicKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let other = &other.get().0;
        let shared = py.detach(|| self.0.agree(other)).map_err(raised)?;
        Ok(PyBytes::new(py, shared.as_bytes()))
    }
}

/// An X25519 public key.
#[pyclass(frozen, eq, module = "polylimb._polylimb")]
#[derive(PartialEq)]
pub struct X25519PublicKey(PublicKey);

#[pymethods]
impl X25519PublicKey {
    /// The key of these 32 bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Self(PublicKey::from_bytes(array("the public key", data).map_err(raised)?)))
    }

    /// Reads `SubjectPublicKeyInfo` in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| PublicKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads `SubjectPublicKeyInfo` in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        py.detach(|| PublicKey::from_spki_der(data)).map(Self).map_err(raised)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// `SubjectPublicKeyInfo` in PEM.
    fn to_pem(&self) -> String {
        self.0.to_spki_pem()
    }

    /// `SubjectPublicKeyInfo` in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_spki_der())
    }
}

/// The secret that `key` shares with each row's public key. Null for a row that is no key, and for
/// the keys of low order, with which every secret is 0. Constant time.
#[pyfunction]
#[pyo3(signature = (key, keys, *, threads = 1, progress = false, reasons = false))]
pub fn x25519_agree_many<'py>(
    py: Python<'py>,
    key: &Bound<'py, X25519SecretKey>,
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
            |row: Option<&[u8]>| row.map(|row| array("the key", row).map(PublicKey::from_bytes));
        let read: Vec<_> = keys[range].iter().copied().map(read).collect();
        let jobs: Vec<_> = read.iter().flatten().flatten().map(|other| (key, other)).collect();
        let shared = SecretKey::agree_all(&jobs, &Alone);
        let shared = shared.into_iter().map(|s| s.map(|s| Zeroizing::new(s.as_bytes().to_vec())));
        let shared = shared.collect();
        merge(read, shared)
    })?;
    values(py, &Form::of(&[&column]), 32, rows, reasons)
}
