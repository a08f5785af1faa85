//! BIP 340: Schnorr signatures on secp256k1, and their verification over rows.

use crate::ec::{EcPublicKey, EcSecretKey, curve};
use crate::ed25519::{array, verify_many};
use crate::error::raised;
use polylimb::protocol::bip340::{SigningKey, VerifyingKey, verify_rows};
use polylimb::protocol::keys::SecretKey;
use polylimb::{Alone, Error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};

const CURVE: &str = "secp256k1";

/// A BIP 340 secret key.
///
/// >>> from polylimb.bip340 import SecretKey
/// >>> key = SecretKey.generate()
/// >>> key.public_key().verify(b"a message", key.sign(b"a message"))
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct Bip340SecretKey {
    key: SigningKey,
    secret: SecretKey,
}

impl Bip340SecretKey {
    fn of(py: Python<'_>, secret: SecretKey) -> PyResult<Self> {
        Ok(Self { key: py.detach(|| SigningKey::new(&secret)).map_err(raised)?, secret })
    }
}

#[pymethods]
impl Bip340SecretKey {
    /// A new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> PyResult<Self> {
        let curve = curve(CURVE)?;
        let secret = py.detach(|| SecretKey::generate(&curve, &mut OsRng.unwrap_err()));
        Self::of(py, secret.map_err(raised)?)
    }

    /// The key of these 32 bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Self::of(py, SecretKey::from_bytes(&curve(CURVE)?, data).map_err(raised)?)
    }

    /// The same key for these signatures; it must be on secp256k1.
    #[staticmethod]
    fn from_ec(py: Python<'_>, key: &Bound<'_, EcSecretKey>) -> PyResult<Self> {
        Self::of(py, key.get().0.clone())
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.secret.to_bytes())
    }

    fn public_key(&self) -> Bip340PublicKey {
        Bip340PublicKey(self.key.verifying_key().clone())
    }

    /// The signature of a message, with fresh randomness or with these 32 bytes.
    #[pyo3(signature = (message, *, aux = None))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &[u8],
        aux: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let aux = aux.map(|aux| array("aux", aux)).transpose().map_err(raised)?;
        let signature = py.detach(|| match aux {
            Some(aux) => self.key.sign_with(message, &aux),
            None => self.key.sign(message, &mut OsRng.unwrap_err()),
        });
        Ok(PyBytes::new(py, &signature.map_err(raised)?))
    }
}

/// A BIP 340 public key: an abscissa.
#[pyclass(frozen, eq, module = "polylimb._polylimb")]
#[derive(PartialEq)]
pub struct Bip340PublicKey(VerifyingKey);

#[pymethods]
impl Bip340PublicKey {
    /// The key of these 32 bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let curve = curve(CURVE)?;
        py.detach(|| VerifyingKey::from_bytes(&curve, data)).map(Self).map_err(raised)
    }

    /// The key with the abscissa of this one, which must be on secp256k1.
    #[staticmethod]
    fn from_ec(key: &Bound<'_, EcPublicKey>) -> PyResult<Self> {
        VerifyingKey::new(&key.get().0).map(Self).map_err(raised)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Returns if the signature is one of this message by the key's owner, and raises
    /// `InvalidSignature` if not.
    fn verify(&self, py: Python<'_>, message: &[u8], signature: &[u8]) -> PyResult<()> {
        py.detach(|| self.0.verify(message, signature).map_err(|_| Error::Signature))
            .map_err(raised)
    }
}

/// Whether each row of `signatures`, 64 bytes, is one of the message in the same row by the owner
/// of the key there, 32 bytes. A bad row is false; `reasons=True` gives each row's reason, too.
#[pyfunction]
#[pyo3(signature = (keys, messages, signatures, *, threads = 1, progress = false, reasons = false))]
pub fn bip340_verify_many<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    messages: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let curve = curve(CURVE)?;
    let reason = |key: &[u8; 32], message: &[u8], signature: &[u8; 64]| {
        VerifyingKey::from_bytes(&curve, key)?.verify(message, signature)
    };
    verify_many(py, (keys, messages, signatures), (threads, progress), reasons, |rows, range| {
        let reason = reasons.then_some(reason);
        rows.verify(range, |k, m, s| verify_rows(&curve, k, m, s, &Alone), reason)
    })
}
