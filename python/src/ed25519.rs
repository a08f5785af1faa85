//! Ed25519: keys, and verification over rows.

use crate::answer::{Row, values, verdicts};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use core::ops::Range;
use polylimb::ed25519::{PublicKey, SecretKey, Signature, verify_rows};
use polylimb::{Alone, Error, Result};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};

/// Exactly `N` bytes.
pub fn array<const N: usize>(what: &'static str, bytes: &[u8]) -> Result<[u8; N]> {
    bytes.try_into().map_err(|_| Error::Length { what, expected: N, got: bytes.len() })
}

/// An Ed25519 secret key.
///
/// >>> from polylimb.ed25519 import SecretKey
/// >>> key = SecretKey.generate()
/// >>> key.public_key().verify(b"a message", key.sign(b"a message"))
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct Ed25519SecretKey(SecretKey);

#[pymethods]
impl Ed25519SecretKey {
    /// A new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Self {
        Self(py.detach(|| SecretKey::generate(&mut OsRng.unwrap_err())))
    }

    /// The key of this seed of 32 bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let seed = array("the secret key", data).map_err(raised)?;
        Ok(Self(py.detach(|| SecretKey::from_bytes(&seed))))
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

    fn public_key(&self, py: Python<'_>) -> Ed25519PublicKey {
        Ed25519PublicKey(py.detach(|| self.0.public_key()))
    }

    fn sign<'py>(&self, py: Python<'py>, message: &[u8]) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.sign(message).to_bytes()))
    }
}

/// An Ed25519 public key.
#[pyclass(frozen, eq, module = "polylimb._polylimb")]
#[derive(PartialEq)]
pub struct Ed25519PublicKey(PublicKey);

#[pymethods]
impl Ed25519PublicKey {
    /// The key of these 32 bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let bytes = array("the public key", data).map_err(raised)?;
        py.detach(|| PublicKey::from_bytes(&bytes)).map(Self).map_err(raised)
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

    /// Returns if the signature is one of this message by the key's owner, and raises
    /// `InvalidSignature` if not.
    fn verify(&self, py: Python<'_>, message: &[u8], signature: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let signature = Signature::from_bytes(signature).map_err(|_| Error::Signature)?;
            self.0.verify(message, &signature).map_err(|_| Error::Signature)
        })
        .map_err(raised)
    }
}

/// The columns of a verification whose keys have 32 bytes and whose signatures have 64.
pub struct SignedRows<'a> {
    pub keys: Vec<Option<&'a [u8]>>,
    pub messages: Vec<Option<&'a [u8]>>,
    pub signatures: Vec<Option<&'a [u8]>>,
}

impl SignedRows<'_> {
    /// The verdicts of these rows. `batch` gives a bit for each of many rows, `reason` says what is
    /// wrong with one, if anybody wants to know.
    pub fn verify(
        &self,
        range: Range<usize>,
        batch: impl Fn(&[u8], &[&[u8]], &[u8]) -> Result<Vec<u8>>,
        reason: Option<impl Fn(&[u8; 32], &[u8], &[u8; 64]) -> Result<()>>,
    ) -> Vec<Row<()>> {
        let read = |i: usize| -> Row<([u8; 32], &[u8], [u8; 64])> {
            let (key, message, signature) = (self.keys[i]?, self.messages[i]?, self.signatures[i]?);
            Some((|| Ok((array("the key", key)?, message, array("the signature", signature)?)))())
        };
        let rows: Vec<_> = range.map(read).collect();
        let good = || rows.iter().flatten().flatten();
        let keys: Vec<u8> = good().flat_map(|(key, ..)| key).copied().collect();
        let messages: Vec<&[u8]> = good().map(|(_, message, _)| *message).collect();
        let signatures: Vec<u8> = good().flat_map(|(.., s)| s).copied().collect();
        let bits = batch(&keys, &messages, &signatures);
        let mut next = 0..;
        let mut verdict = |(key, message, signature): &([u8; 32], &[u8], [u8; 64])| {
            let i: usize = next.next().unwrap_or_default();
            if bits.as_ref().map_err(|error| *error)?[i / 8] >> (i % 8) & 1 == 1 {
                return Ok(());
            }
            let found = reason.as_ref().map_or(Ok(()), |reason| reason(key, message, signature));
            found.and(Err(Error::Signature))
        };
        rows.iter()
            .map(|row| match row {
                None => None,
                Some(Ok(row)) => Some(verdict(row)),
                Some(Err(error)) => Some(Err(*error)),
            })
            .collect()
    }
}

/// Whether each row of `signatures`, 64 bytes, is one of the message in the same row by the owner
/// of the key there, 32 bytes. A bad row is false; `reasons=True` gives each row's reason, too.
#[pyfunction]
#[pyo3(signature = (keys, messages, signatures, *, threads = 1, progress = false, reasons = false))]
pub fn ed25519_verify_many<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let reason = |key: &[u8; 32], message: &[u8], signature: &[u8; 64]| {
        PublicKey::from_bytes(key)?.verify(message, &Signature::from_bytes(signature)?)
    };
    verify_many(py, (keys, messages, signatures), (threads, progress), reasons, |rows, range| {
        let reason = reasons.then_some(reason);
        rows.verify(range, |k, m, s| verify_rows(k, m, s, &Alone), reason)
    })
}

/// Reads the three columns, and asks `verify` for the verdicts of each range of rows.
pub fn verify_many<'py>(
    py: Python<'py>,
    columns: (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
    run: (usize, bool),
    reasons: bool,
    verify: impl Fn(&SignedRows<'_>, Range<usize>) -> Vec<Row<()>> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let keys = Column::read(columns.0, "keys", Integers::Refused)?;
    let messages = Column::read(columns.1, "messages", Integers::Refused)?;
    let signatures = Column::read(columns.2, "signatures", Integers::Refused)?;
    let columns = [&keys, &messages, &signatures];
    let (count, form) = (count(&columns)?, Form::of(&columns));
    let rows = SignedRows {
        keys: keys.rows(count),
        messages: messages.rows(count),
        signatures: signatures.rows(count),
    };
    let found = batch::run(py, run, count, |range| verify(&rows, range))?;
    verdicts(py, &form, found, reasons)
}

/// The signature of each row's message by `key`.
#[pyfunction]
#[pyo3(signature = (key, messages, *, threads = 1, progress = false))]
pub fn ed25519_sign_many<'py>(
    py: Python<'py>,
    key: &Bound<'py, Ed25519SecretKey>,
    messages: &Bound<'py, PyAny>,
    threads: usize,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let key = &key.get().0;
    let column = Column::read(messages, "messages", Integers::Refused)?;
    let count = count(&[&column])?;
    let messages = column.rows(count);
    let rows = batch::run(py, (threads, progress), count, |range| {
        messages[range].iter().map(|row| row.map(|row| Ok(key.sign(row).to_bytes()))).collect()
    })?;
    values(py, &Form::of(&[&column]), 64, rows, false)
}
