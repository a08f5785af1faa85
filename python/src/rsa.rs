//! RSA: keys, and signatures over rows.

use crate::answer::{values, verdicts};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::ecdsa::merge;
use crate::error::raised;
use crate::hash::{Hash, with_hash};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb::rsa::{Oaep, PublicKey, Scheme, SecretKey};
use polylimb::{Alone, Error, Result};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};

/// The scheme of this name with this hash.
fn scheme(name: &str, hash: &str) -> PyResult<Scheme> {
    let hash = Hash::named(hash)?;
    match name {
        "pss" => Ok(with_hash!(hash, D => Scheme::pss::<D>())),
        "pkcs1v15" => Ok(with_hash!(hash, D => Scheme::pkcs1v15::<D>())),
        _ => Err(PyValueError::new_err(format!(
            "there is no RSA scheme {name:?}; give \"pss\" (a salt as long as the digest) or \"pkcs1v15\""
        ))),
    }
}

fn oaep(hash: &str) -> PyResult<Oaep<'static>> {
    Ok(with_hash!(Hash::named(hash)?, D => Oaep::new::<D>()))
}

const NOT_RSA: Error = Error::Key { wrong: "this is a key of another kind; give one of RSA" };

fn public_of(data: &[u8]) -> Result<PublicKey> {
    match AnyPublicKey::decode(data)? {
        AnyPublicKey::Rsa(key) => Ok(key),
        _ => Err(NOT_RSA),
    }
}

/// An RSA secret key.
///
/// >>> from polylimb.rsa import SecretKey
/// >>> key = SecretKey.generate(2048)
/// >>> key.public_key().verify(b"a message", key.sign(b"a message"))
/// >>> key.decrypt(key.public_key().encrypt(b"a secret"))
/// b'a secret'
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct RsaSecretKey(SecretKey);

#[pymethods]
impl RsaSecretKey {
    /// A new key of 2048 to 16384 bits with the public exponent 65537.
    #[staticmethod]
    #[pyo3(signature = (bits = 3072, *, primes = 2))]
    fn generate(py: Python<'_>, bits: usize, primes: usize) -> PyResult<Self> {
        py.detach(|| SecretKey::generate(bits, primes, &mut OsRng.unwrap_err()))
            .map(Self)
            .map_err(raised)
    }

    /// Reads PKCS #8 or PKCS #1 in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| SecretKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads PKCS #8 or PKCS #1 in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        match py.detach(|| AnySecretKey::decode(data)).map_err(raised)? {
            AnySecretKey::Rsa(key) => Ok(Self(key)),
            _ => Err(raised(NOT_RSA)),
        }
    }

    /// PKCS #8 in PEM.
    fn to_pem(&self) -> PyResult<String> {
        self.0.to_pkcs8_pem().map(|pem| pem.to_string()).map_err(raised)
    }

    /// PKCS #8 in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.to_pkcs8_der().map(|der| PyBytes::new(py, &der)).map_err(raised)
    }

    fn public_key(&self) -> RsaPublicKey {
        RsaPublicKey(self.0.public_key().clone())
    }

    fn __repr__(&self) -> String {
        format!("<polylimb RSA secret key of {} bits>", self.0.public_key().bits())
    }

    /// The signature of a message.
    #[pyo3(signature = (message, *, scheme = "pss", hash = "sha256"))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &[u8],
        scheme: &str,
        hash: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let scheme = self::scheme(scheme, hash)?;
        let signature = py.detach(|| self.0.sign(&scheme, message, &mut OsRng.unwrap_err()));
        Ok(PyBytes::new(py, &signature.map_err(raised)?))
    }

    /// The message of a ciphertext of OAEP.
    #[pyo3(signature = (ciphertext, *, hash = "sha256", label = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &[u8],
        hash: &str,
        label: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let oaep = oaep(hash)?.labelled(label.unwrap_or_default());
        let message = py.detach(|| self.0.decrypt(&oaep, ciphertext, &mut OsRng.unwrap_err()));
        Ok(PyBytes::new(py, &message.map_err(raised)?))
    }
}

/// An RSA public key.
#[pyclass(frozen, eq, module = "polylimb._polylimb")]
#[derive(PartialEq)]
pub struct RsaPublicKey(PublicKey);

#[pymethods]
impl RsaPublicKey {
    /// Reads `SubjectPublicKeyInfo` or PKCS #1 in PEM.
    #[staticmethod]
    fn from_pem(py: Python<'_>, data: &str) -> PyResult<Self> {
        py.detach(|| PublicKey::from_pem(data)).map(Self).map_err(raised)
    }

    /// Reads `SubjectPublicKeyInfo` or PKCS #1 in DER.
    #[staticmethod]
    fn from_der(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        py.detach(|| public_of(data)).map(Self).map_err(raised)
    }

    /// `SubjectPublicKeyInfo` in PEM.
    fn to_pem(&self) -> PyResult<String> {
        self.0.to_spki_pem().map_err(raised)
    }

    /// `SubjectPublicKeyInfo` in DER.
    fn to_der<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.to_spki_der().map(|der| PyBytes::new(py, &der)).map_err(raised)
    }

    /// Bits of the modulus.
    #[getter]
    fn bits(&self) -> usize {
        self.0.bits()
    }

    fn __repr__(&self) -> String {
        format!("<polylimb RSA public key of {} bits>", self.0.bits())
    }

    /// Returns if the signature is one of this message by the key's owner, and raises
    /// `InvalidSignature` if not.
    #[pyo3(signature = (message, signature, *, scheme = "pss", hash = "sha256"))]
    fn verify(
        &self,
        py: Python<'_>,
        message: &[u8],
        signature: &[u8],
        scheme: &str,
        hash: &str,
    ) -> PyResult<()> {
        let scheme = self::scheme(scheme, hash)?;
        py.detach(|| self.0.verify(&scheme, message, signature)).map_err(raised)
    }

    /// The message encrypted to the key's owner by OAEP.
    #[pyo3(signature = (message, *, hash = "sha256", label = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        message: &[u8],
        hash: &str,
        label: Option<&[u8]>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let oaep = oaep(hash)?.labelled(label.unwrap_or_default());
        let ciphertext = py.detach(|| self.0.encrypt(&oaep, message, &mut OsRng.unwrap_err()));
        Ok(PyBytes::new(py, &ciphertext.map_err(raised)?))
    }
}

/// Whether each row of `signatures` is one of the digest in the same row by the owner of the key
/// there. `keys` are DER (`SubjectPublicKeyInfo` or PKCS #1), or one `PublicKey` for all rows. A
/// bad row is false; `reasons=True` gives each row's reason, too.
#[pyfunction]
#[pyo3(signature = (keys, digests, signatures, *, scheme = "pss", hash = "sha256", threads = 1, progress = false, reasons = false))]
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn rsa_verify_many<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    digests: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    scheme: &str,
    hash: &str,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let scheme = self::scheme(scheme, hash)?;
    let one = keys.cast::<RsaPublicKey>().ok().map(Bound::get);
    let keys = match one {
        Some(_) => None,
        None => Some(Column::read(keys, "keys", Integers::Refused)?),
    };
    let digests = Column::read(digests, "digests", Integers::Refused)?;
    let signatures = Column::read(signatures, "signatures", Integers::Refused)?;
    let columns: Vec<&Column> = keys.iter().chain([&digests, &signatures]).collect();
    let (count, form) = (count(&columns)?, Form::of(&columns));
    let keys = keys.as_ref().map(|keys| keys.rows(count));
    let (digests, signatures) = (digests.rows(count), signatures.rows(count));
    let rows = batch::run(py, (threads, progress), count, |range| {
        let read = range.map(|i| {
            let (digest, signature) = (digests[i]?, signatures[i]?);
            let key = match (one, &keys) {
                (Some(key), _) => Ok(key.0.clone()),
                (None, Some(keys)) => public_of(keys[i]?),
                (None, None) => Err(NOT_RSA),
            };
            Some(key.map(|key| (key, digest, signature)))
        });
        let read: Vec<_> = read.collect();
        let jobs = read.iter().flatten().flatten();
        let jobs: Vec<_> = jobs.map(|(key, d, s)| (key, *d, *s)).collect();
        let results = PublicKey::verify_digests(&jobs, &scheme, &Alone);
        merge(read, results)
    })?;
    verdicts(py, &form, rows, reasons)
}

/// The signature of each row's digest by `key`.
#[pyfunction]
#[pyo3(signature = (key, digests, *, scheme = "pss", hash = "sha256", threads = 1, progress = false, reasons = false))]
pub fn rsa_sign_many<'py>(
    py: Python<'py>,
    key: &Bound<'py, RsaSecretKey>,
    digests: &Bound<'py, PyAny>,
    scheme: &str,
    hash: &str,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (key, scheme) = (&key.get().0, self::scheme(scheme, hash)?);
    let column = Column::read(digests, "digests", Integers::Refused)?;
    let count = count(&[&column])?;
    let digests = column.rows(count);
    let rows = batch::run(py, (threads, progress), count, |range| {
        let jobs: Vec<_> = digests[range.clone()].iter().flatten().map(|d| (key, *d)).collect();
        let rng = &mut OsRng.unwrap_err();
        let signatures = SecretKey::sign_digests(&jobs, &scheme, &Alone, rng);
        merge(digests[range].iter().map(|d| d.map(Ok)).collect(), signatures)
    })?;
    values(py, &Form::of(&[&column]), key.public_key().bytes(), rows, reasons)
}
