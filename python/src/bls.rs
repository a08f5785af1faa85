//! BLS signatures on BLS12-381, and their verification over rows.

use crate::answer::{Row, verdicts};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use core::ops::Range;
use polylimb::bls12_381::{
    self, MinimalPubkeySize, MinimalSignatureSize, ProvedKey, PublicKey, Scheme, SecretKey,
    Signature, Variant,
};
use polylimb::{Error, Result};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand_core::{OsRng, TryRngCore};

/// A BLS secret key.
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct BlsSecretKey(SecretKey);

#[pymethods]
impl BlsSecretKey {
    /// A new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Self {
        Self(py.detach(|| SecretKey::generate(&mut OsRng.unwrap_err())))
    }

    /// The key of a secret seed of at least 32 bytes: `KeyGen` of the CFRG's draft.
    #[staticmethod]
    #[pyo3(signature = (seed, info = None))]
    fn from_seed(py: Python<'_>, seed: &[u8], info: Option<&[u8]>) -> PyResult<Self> {
        py.detach(|| SecretKey::from_seed(seed, info.unwrap_or_default())).map(Self).map_err(raised)
    }

    /// The key of these 32 big-endian bytes.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        SecretKey::from_bytes(data).map(Self).map_err(raised)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes()[..])
    }
}

/// What each variant does, over bytes.
trait Suite: Send + Sync {
    fn name(&self) -> &str;
    fn public_key(&self, key: &SecretKey) -> Vec<u8>;
    fn sign(&self, key: &SecretKey, message: &[u8]) -> Vec<u8>;
    fn prove_possession(&self, key: &SecretKey) -> Result<Vec<u8>>;
    fn verify_possession(&self, key: &[u8], proof: &[u8]) -> Result<()>;
    fn aggregate(&self, signatures: &[&[u8]]) -> Result<Vec<u8>>;
    fn aggregate_verify(&self, keys: &[&[u8]], messages: &[&[u8]], signature: &[u8]) -> Result<()>;
    fn fast_aggregate_verify(&self, keys: &[&[u8]], message: &[u8], signature: &[u8])
    -> Result<()>;
    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<()>;
    fn verify_rows(&self, rows: &[Option<[&[u8]; 3]>]) -> Vec<Row<()>>;
}

impl<V: Variant> Suite for bls12_381::Bls<V>
where
    Self: Send + Sync,
{
    fn name(&self) -> &str {
        self.name()
    }

    fn public_key(&self, key: &SecretKey) -> Vec<u8> {
        self.public_key(key).as_bytes().to_vec()
    }

    fn sign(&self, key: &SecretKey, message: &[u8]) -> Vec<u8> {
        self.sign(key, message).as_bytes().to_vec()
    }

    fn prove_possession(&self, key: &SecretKey) -> Result<Vec<u8>> {
        Ok(self.prove_possession(key)?.as_bytes().to_vec())
    }

    fn verify_possession(&self, key: &[u8], proof: &[u8]) -> Result<()> {
        self.verify_possession(&self.read_public_key(key)?, &self.read_signature(proof)?)?;
        Ok(())
    }

    fn aggregate(&self, signatures: &[&[u8]]) -> Result<Vec<u8>> {
        let signatures: Vec<_> =
            signatures.iter().map(|bytes| self.read_signature(bytes)).collect::<Result<_>>()?;
        Ok(self.aggregate(&signatures)?.as_bytes().to_vec())
    }

    fn aggregate_verify(&self, keys: &[&[u8]], messages: &[&[u8]], signature: &[u8]) -> Result<()> {
        let signature = self.read_signature(signature)?;
        let keys: Vec<_> =
            keys.iter().map(|key| self.read_public_key(key)).collect::<Result<_>>()?;
        if self.scheme() == Scheme::ProofOfPossession {
            let keys: Vec<_> = keys.into_iter().map(ProvedKey::verified_earlier).collect();
            let pairs: Vec<_> = keys.iter().zip(messages.iter().copied()).collect();
            return self.proved_aggregate_verify(&pairs, &signature);
        }
        let pairs: Vec<_> = keys.iter().zip(messages.iter().copied()).collect();
        self.aggregate_verify(&pairs, &signature)
    }

    fn fast_aggregate_verify(
        &self,
        keys: &[&[u8]],
        message: &[u8],
        signature: &[u8],
    ) -> Result<()> {
        let keys = keys.iter().map(|key| self.read_public_key(key));
        let keys: Vec<_> =
            keys.map(|key| key.map(ProvedKey::verified_earlier)).collect::<Result<_>>()?;
        self.fast_aggregate_verify(&keys, message, &self.read_signature(signature)?)
    }

    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
        self.verify(&self.read_public_key(key)?, message, &self.read_signature(signature)?)
    }

    fn verify_rows(&self, rows: &[Option<[&[u8]; 3]>]) -> Vec<Row<()>> {
        let read: Vec<_> = rows
            .iter()
            .map(|row| {
                row.map(|[key, message, signature]| {
                    Ok((self.read_public_key(key)?, message, self.read_signature(signature)?))
                })
            })
            .collect();
        let items: Vec<_> =
            read.iter().flatten().flatten().map(|(key, message, s)| (key, *message, s)).collect();
        let mut valid = vec![true; items.len()];
        judge(self, &items, &mut valid);
        let verdicts = valid.into_iter().map(|v| if v { Ok(()) } else { Err(Error::Signature) });
        crate::ecdsa::merge(read, verdicts.collect())
    }
}

/// All signatures at once; where that fails, each half.
fn judge<V: Variant>(
    bls: &bls12_381::Bls<V>,
    items: &[(&PublicKey<V>, &[u8], &Signature<V>)],
    valid: &mut [bool],
) {
    match items {
        [] => {}
        [(key, message, signature)] => valid[0] = bls.verify(key, message, signature).is_ok(),
        _ => {
            if bls.verify_batch(items, &mut OsRng.unwrap_err()).is_ok() {
                return;
            }
            let half = items.len() / 2;
            let (left, right) = valid.split_at_mut(half);
            judge(bls, &items[..half], left);
            judge(bls, &items[half..], right);
        }
    }
}

/// A ciphersuite. Public keys and signatures are bytes: 48 and 96 in the variant
/// "minimal-pubkey-size" (Ethereum's), the reverse in "minimal-signature-size". The scheme, "pop",
/// "aug" or "basic", is what defends aggregates against keys made from the keys of others.
///
/// >>> from polylimb.bls import Bls, SecretKey
/// >>> bls, key = Bls(), SecretKey.generate()
/// >>> bls.verify(bls.public_key(key), b"a message", bls.sign(key, b"a message"))
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct Bls(Box<dyn Suite>);

#[pymethods]
impl Bls {
    #[new]
    #[pyo3(signature = (variant = "minimal-pubkey-size", scheme = "pop"))]
    fn new(variant: &str, scheme: &str) -> PyResult<Self> {
        let scheme = match scheme {
            "pop" => Scheme::ProofOfPossession,
            "aug" => Scheme::MessageAugmentation,
            "basic" => Scheme::Basic,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "there is no BLS scheme {scheme:?}; give \"pop\", \"aug\" or \"basic\""
                )));
            }
        };
        match variant {
            "minimal-pubkey-size" => {
                Ok(Self(Box::new(bls12_381::Bls::<MinimalPubkeySize>::new(scheme))))
            }
            "minimal-signature-size" => {
                Ok(Self(Box::new(bls12_381::Bls::<MinimalSignatureSize>::new(scheme))))
            }
            _ => Err(PyValueError::new_err(format!(
                "there is no BLS variant {variant:?}; give \"minimal-pubkey-size\" or \"minimal-signature-size\""
            ))),
        }
    }

    /// The ciphersuite's name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.Bls {}>", self.0.name())
    }

    fn public_key<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, BlsSecretKey>,
    ) -> Bound<'py, PyBytes> {
        let key = &key.get().0;
        PyBytes::new(py, &py.detach(|| self.0.public_key(key)))
    }

    fn sign<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, BlsSecretKey>,
        message: &[u8],
    ) -> Bound<'py, PyBytes> {
        let key = &key.get().0;
        PyBytes::new(py, &py.detach(|| self.0.sign(key, message)))
    }

    /// The proof that the caller has this secret key; for "pop" only.
    fn prove_possession<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, BlsSecretKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let key = &key.get().0;
        let proof = py.detach(|| self.0.prove_possession(key)).map_err(raised)?;
        Ok(PyBytes::new(py, &proof))
    }

    /// Returns if the proof shows that the key's owner has its secret, and raises if not.
    fn verify_possession(&self, py: Python<'_>, key: &[u8], proof: &[u8]) -> PyResult<()> {
        py.detach(|| self.0.verify_possession(key, proof)).map_err(raised)
    }

    /// Returns if the signature is one of this message by the key's owner, and raises
    /// `InvalidSignature`, or `ValueError` for bytes that are no key or signature, if not.
    fn verify(&self, py: Python<'_>, key: &[u8], message: &[u8], signature: &[u8]) -> PyResult<()> {
        py.detach(|| self.0.verify(key, message, signature)).map_err(raised)
    }

    /// One signature of all that these sign.
    fn aggregate<'py>(
        &self,
        py: Python<'py>,
        signatures: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (column, count) = lists("signatures", signatures)?;
        let rows = whole(&column, count)?;
        let signature = py.detach(|| self.0.aggregate(&rows)).map_err(raised)?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Returns if the signature aggregates one of each message by the key's owner in the same row.
    /// With "pop", the caller must have verified the possession of each key.
    fn aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        messages: &Bound<'_, PyAny>,
        signature: &[u8],
    ) -> PyResult<()> {
        let keys = Column::read(keys, "keys", Integers::Refused)?;
        let messages = Column::read(messages, "messages", Integers::Refused)?;
        let count = count(&[&keys, &messages])?;
        let (keys, messages) = (whole(&keys, count)?, whole(&messages, count)?);
        py.detach(|| self.0.aggregate_verify(&keys, &messages, signature)).map_err(raised)
    }

    /// Returns if the signature aggregates signatures of one message by the owners of all keys. The
    /// caller must have verified their possession; for "pop" only.
    fn fast_aggregate_verify(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        message: &[u8],
        signature: &[u8],
    ) -> PyResult<()> {
        let (column, count) = lists("keys", keys)?;
        let keys = whole(&column, count)?;
        py.detach(|| self.0.fast_aggregate_verify(&keys, message, signature)).map_err(raised)
    }

    /// Whether each row of `signatures` is one of the message in the same row by the owner of the
    /// key there. Rows are verified together, and apart only where that fails. A bad row is false;
    /// `reasons=True` gives each row's reason, too.
    #[pyo3(signature = (keys, messages, signatures, *, threads = 1, progress = false, reasons = false))]
    fn verify_many<'py>(
        &self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
        messages: &Bound<'py, PyAny>,
        signatures: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keys = Column::read(keys, "keys", Integers::Refused)?;
        let messages = Column::read(messages, "messages", Integers::Refused)?;
        let signatures = Column::read(signatures, "signatures", Integers::Refused)?;
        let columns = [&keys, &messages, &signatures];
        let (count, form) = (count(&columns)?, Form::of(&columns));
        let [keys, messages, signatures] = columns.map(|column| column.rows(count));
        let rows = batch::run(py, (threads, progress), count, |range: Range<usize>| {
            let row = |i: usize| Some([keys[i]?, messages[i]?, signatures[i]?]);
            self.0.verify_rows(&range.map(row).collect::<Vec<_>>())
        })?;
        verdicts(py, &form, rows, reasons)
    }
}

fn lists(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<(Column, usize)> {
    let column = Column::read(value, name, Integers::Refused)?;
    let count = count(&[&column])?;
    Ok((column, count))
}

/// The rows, none of which may be null.
fn whole(column: &Column, count: usize) -> PyResult<Vec<&[u8]>> {
    let rows: Option<Vec<_>> = column.rows(count).into_iter().collect();
    rows.ok_or_else(|| PyValueError::new_err("a row is null; an aggregate needs all of them"))
}
