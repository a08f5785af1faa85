//! Keys on short Weierstrass curves, for ECDSA and ECDH.

use crate::error::raised;
use crate::hash::{Hash, with_hash};
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{self, Signature};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, PublicKey, SecretKey};
use polylimb::{Error, Result};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};
use std::collections::HashMap;
use std::sync::Mutex;

/// The curves that were used, with their tables.
static CURVES: Mutex<Option<HashMap<String, Curve>>> = Mutex::new(None);

/// The curve of this name or alias.
///
/// # Errors
/// `ValueError` for a name of none.
pub fn curve(name: &str) -> PyResult<Curve> {
    // Held only with the interpreter's lock, so that no fork finds it taken.
    let mut curves = CURVES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let curves = curves.get_or_insert_default();
    if let Some(curve) = curves.get(name) {
        return Ok(curve.clone());
    }
    let curve = Curve::named(name).map_err(|_| {
        PyValueError::new_err(format!(
            "there is no curve {name:?}; some are P-256, P-384, P-521, secp256k1, brainpoolP256r1"
        ))
    })?;
    curves.insert(name.to_owned(), curve.clone());
    Ok(curve)
}

/// How a signature is written.
#[derive(Clone, Copy)]
pub enum Encoding {
    /// `r` and `s`, of equal length.
    Raw,
    /// A SEQUENCE of two INTEGERs.
    Der,
}

impl Encoding {
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "raw" => Ok(Self::Raw),
            "der" => Ok(Self::Der),
            _ => Err(PyValueError::new_err(format!(
                "there is no encoding {name:?} of signatures; give \"raw\" (r and s) or \"der\""
            ))),
        }
    }

    pub fn read(self, curve: &Curve, bytes: &[u8]) -> Result<Signature> {
        match self {
            Self::Raw => Signature::from_bytes(curve, bytes),
            Self::Der => Signature::from_der(curve, bytes),
        }
    }

    pub fn write(self, signature: &Signature) -> Vec<u8> {
        match self {
            Self::Raw => signature.to_bytes(),
            Self::Der => signature.to_der(),
        }
    }
}

const NOT_EC: Error = Error::Key { wrong: "this is a key of another kind; give one on a curve" };

/// A secret key on a curve such as P-256 or secp256k1.
///
/// >>> from polylimb.ecdsa import SecretKey
/// >>> key = SecretKey.generate("P-256")
/// >>> signature = key.sign(b"a message")
/// >>> key.public_key().verify(b"a message", signature)
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct EcSecretKey(pub SecretKey);

#[pymethods]
impl EcSecretKey {
    /// A new key.
    #[staticmethod]
    #[pyo3(name = "generate")]
    fn generate(py: Python<'_>, curve: &str) -> PyResult<Self> {
        let curve = self::curve(curve)?;
        py.detach(|| SecretKey::generate(&curve, &mut OsRng.unwrap_err())).map(Self).map_err(raised)
    }

    /// The key of these big-endian bytes, as many as the curve's order has.
    #[staticmethod]
    fn from_bytes(curve: &str, data: &[u8]) -> PyResult<Self> {
        SecretKey::from_bytes(&self::curve(curve)?, data).map(Self).map_err(raised)
    }

    /// Reads PKCS #8 or SEC 1 in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| SecretKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads PKCS #8 or SEC 1 in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        match py.detach(|| AnySecretKey::decode(data)).map_err(raised)? {
            AnySecretKey::Weierstrass(key) => Ok(Self(key)),
            _ => Err(raised(NOT_EC)),
        }
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// PKCS #8 in PEM.
    fn to_pem(&self) -> PyResult<String> {
        self.0.to_pkcs8_pem().map(|pem| pem.to_string()).map_err(raised)
    }

    /// PKCS #8 in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.to_pkcs8_der().map(|der| PyBytes::new(py, &der)).map_err(raised)
    }

    fn public_key(&self, py: Python<'_>) -> PyResult<EcPublicKey> {
        py.detach(|| self.0.public_key()).map(EcPublicKey).map_err(raised)
    }

    #[getter]
    fn curve(&self) -> &str {
        self.0.curve().name().unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        format!("<polylimb secret key on {}>", self.curve())
    }

    /// The ECDSA signature of a message, deterministic as in RFC 6979.
    #[pyo3(signature = (message, *, hash = "sha256", encoding = "der"))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &[u8],
        hash: &str,
        encoding: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (hash, encoding) = (Hash::named(hash)?, Encoding::named(encoding)?);
        let signature = py.detach(|| with_hash!(hash, D => ecdsa::sign::<D>(&self.0, message)));
        Ok(PyBytes::new(py, &encoding.write(&signature.map_err(raised)?)))
    }

    /// The abscissa that is shared with the owner of `other`: ECDH. Derive keys from it.
    fn agree<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, EcPublicKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let other = other.get();
        let shared = py.detach(|| self.0.agree(&other.0)).map_err(raised)?;
        Ok(PyBytes::new(py, shared.as_bytes()))
    }
}

/// A public key on a curve such as P-256 or secp256k1.
#[pyclass(frozen, eq, module = "polylimb._polylimb")]
#[derive(PartialEq)]
pub struct EcPublicKey(pub PublicKey);

#[pymethods]
impl EcPublicKey {
    /// The key of these bytes: SEC 1, compressed or not.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, curve: &str, data: &[u8]) -> PyResult<Self> {
        let curve = self::curve(curve)?;
        py.detach(|| PublicKey::from_sec1(&curve, data)).map(Self).map_err(raised)
    }

    /// Reads `SubjectPublicKeyInfo` in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| PublicKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads `SubjectPublicKeyInfo` in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        match py.detach(|| AnyPublicKey::decode(data)).map_err(raised)? {
            AnyPublicKey::Weierstrass(key) => Ok(Self(key)),
            _ => Err(raised(NOT_EC)),
        }
    }

    /// SEC 1.
    #[pyo3(signature = (*, compressed = true))]
    fn to_bytes<'py>(&self, py: Python<'py>, compressed: bool) -> Bound<'py, PyBytes> {
        let bytes = if compressed { self.0.to_sec1_compressed() } else { self.0.to_sec1() };
        PyBytes::new(py, &bytes)
    }

    /// `SubjectPublicKeyInfo` in PEM.
    fn to_pem(&self) -> PyResult<String> {
        self.0.to_spki_pem().map_err(raised)
    }

    /// `SubjectPublicKeyInfo` in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.to_spki_der().map(|der| PyBytes::new(py, &der)).map_err(raised)
    }

    #[getter]
    fn curve(&self) -> &str {
        self.0.curve().name().unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        format!("<polylimb public key on {}>", self.curve())
    }

    /// Returns if the ECDSA signature is one of this message by the key's owner, and raises
    /// `InvalidSignature` if not.
    #[pyo3(signature = (message, signature, *, hash = "sha256", encoding = "der"))]
    fn verify(
        &self,
        py: Python<'_>,
        message: &[u8],
        signature: &[u8],
        hash: &str,
        encoding: &str,
    ) -> PyResult<()> {
        let (hash, encoding) = (Hash::named(hash)?, Encoding::named(encoding)?);
        py.detach(|| {
            // A malformed signature is an invalid one.
            let signature =
                encoding.read(self.0.curve(), signature).map_err(|_| Error::Signature)?;
            with_hash!(hash, D => ecdsa::verify::<D>(&self.0, message, &signature))
        })
        .map_err(raised)
    }
}
