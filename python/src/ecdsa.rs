//! ECDSA over rows.

use crate::answer::{Row, values, verdicts};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::ec::{EcPublicKey, EcSecretKey, Encoding, curve};
use crate::hash::{Hash, with_hash};
use polylimb::protocol::ecdsa::{RecoveryId, Signer, recover_digests, verify_digests};
use polylimb::protocol::keys::PublicKey;
use polylimb::{Alone, Error, Result};
use pyo3::prelude::*;

/// Puts the results of the rows that could be read between the errors of the others.
pub fn merge<J, T>(read: Vec<Option<Result<J>>>, results: Vec<Result<T>>) -> Vec<Row<T>> {
    let mut results = results.into_iter();
    let mut next = |_| results.next().unwrap_or(Err(Error::FaultDetected));
    read.into_iter().map(|row| row.map(|job| job.and_then(&mut next))).collect()
}

/// Public keys: one for all rows, or a column of bytes.
pub enum Keys {
    One(PublicKey),
    Column(Column),
}

impl Keys {
    pub fn read(value: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        match value.cast::<EcPublicKey>() {
            Ok(key) => Ok(Self::One(key.get().0.clone())),
            Err(_) => Column::read(value, name, Integers::Refused).map(Self::Column),
        }
    }

    pub fn column(&self) -> Option<&Column> {
        match self {
            Self::One(_) => None,
            Self::Column(column) => Some(column),
        }
    }
}

/// Whether each row of `signatures` is one of the digest in the same row by the owner of the key
/// there. A bad row is false; `reasons=True` gives each row's reason, too.
///
/// `keys` are SEC 1 bytes, compressed or not, or one `PublicKey` for all rows. The encoding of
/// signatures is "raw" (`r` and `s`) or "der". Variable time: all of this is public.
#[pyfunction]
#[pyo3(signature = (curve, keys, digests, signatures, *, encoding = "raw", threads = 1, progress = false, reasons = false))]
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn ecdsa_verify_many<'py>(
    py: Python<'py>,
    curve: &str,
    keys: &Bound<'py, PyAny>,
    digests: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    encoding: &str,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (curve, encoding) = (self::curve(curve)?, Encoding::named(encoding)?);
    let keys = Keys::read(keys, "keys")?;
    let digests = Column::read(digests, "digests", Integers::Refused)?;
    let signatures = Column::read(signatures, "signatures", Integers::Refused)?;
    let columns: Vec<&Column> = keys.column().into_iter().chain([&digests, &signatures]).collect();
    let (count, form) = (count(&columns)?, Form::of(&columns));
    let key_rows = keys.column().map(|column| column.rows(count));
    let (digests, signatures) = (digests.rows(count), signatures.rows(count));
    let read_key = |i: usize| -> Option<Result<PublicKey>> {
        match (&keys, &key_rows) {
            (Keys::One(key), _) => Some(Ok(key.clone())),
            (_, Some(rows)) => Some(PublicKey::from_sec1(&curve, rows[i]?)),
            _ => None,
        }
    };
    let rows = batch::run(py, (threads, progress), count, |range| {
        let read = range.map(|i| {
            let (key, digest, signature) = (read_key(i)?, digests[i]?, signatures[i]?);
            Some(key.and_then(|key| Ok((key, digest, encoding.read(&curve, signature)?))))
        });
        let read: Vec<_> = read.collect();
        let jobs = read.iter().flatten().flatten();
        let jobs: Vec<_> = jobs.map(|(key, digest, signature)| (key, *digest, signature)).collect();
        let results = verify_digests(&jobs, &Alone);
        merge(read, results)
    })?;
    verdicts(py, &form, rows, reasons)
}

/// The signature of each row's digest by `key`, deterministic as in RFC 6979 with this hash for
/// the nonces.
#[pyfunction]
#[pyo3(signature = (key, digests, *, hash = "sha256", encoding = "raw", threads = 1, progress = false, reasons = false))]
pub fn ecdsa_sign_many<'py>(
    py: Python<'py>,
    key: &Bound<'py, EcSecretKey>,
    digests: &Bound<'py, PyAny>,
    hash: &str,
    encoding: &str,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (key, hash, encoding) = (&key.get().0, Hash::named(hash)?, Encoding::named(encoding)?);
    let column = Column::read(digests, "digests", Integers::Refused)?;
    let count = count(&[&column])?;
    let digests = column.rows(count);
    let rows = batch::run(py, (threads, progress), count, |range| {
        let jobs: Vec<_> = digests[range.clone()].iter().flatten().map(|d| (key, *d)).collect();
        let signer = Signer::default();
        let signed = with_hash!(hash, D => signer.sign_digests::<D>(&jobs, &Alone));
        let signed = signed.into_iter().map(|s| s.map(|(s, _)| encoding.write(&s)));
        merge(digests[range].iter().map(|d| d.map(Ok)).collect(), signed.collect())
    })?;
    let form = match (Form::of(&[&column]), encoding) {
        // DER has no fixed length.
        (Form::Rows, Encoding::Der) => Form::Bytes,
        (Form::Arrow(_), Encoding::Der) => Form::Arrow(arrow_schema::DataType::LargeBinary),
        (form, _) => form,
    };
    values(py, &form, 2 * key.curve().scalar_bytes(), rows, reasons)
}

/// The compressed key under which each row's signature is valid, selected by the row's identifier
/// (a byte from 0 to 3). Null where there is none. Compare with keys that you trust.
#[pyfunction]
#[pyo3(signature = (curve, digests, signatures, ids, *, threads = 1, progress = false, reasons = false))]
pub fn ecdsa_recover_many<'py>(
    py: Python<'py>,
    curve: &str,
    digests: &Bound<'py, PyAny>,
    signatures: &Bound<'py, PyAny>,
    ids: &Bound<'py, PyAny>,
    threads: usize,
    progress: bool,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let curve = self::curve(curve)?;
    let digests = Column::read(digests, "digests", Integers::Refused)?;
    let signatures = Column::read(signatures, "signatures", Integers::Refused)?;
    let ids = Column::read(ids, "ids", Integers::Natural)?;
    let count = count(&[&digests, &signatures, &ids])?;
    let form = Form::of(&[&digests, &signatures]);
    let (digests, signatures, ids) = (digests.rows(count), signatures.rows(count), ids.rows(count));
    let rows = batch::run(py, (threads, progress), count, |range| {
        let read = range.map(|i| {
            let (digest, signature, id) = (digests[i]?, signatures[i]?, ids[i]?);
            let signature = Encoding::Raw.read(&curve, signature);
            Some(signature.and_then(|signature| {
                let id = RecoveryId::from_byte(if let &[id] = id { id } else { u8::MAX })?;
                Ok((digest, signature, id))
            }))
        });
        let read: Vec<_> = read.collect();
        let jobs = read.iter().flatten().flatten();
        let jobs: Vec<_> = jobs.map(|(digest, signature, id)| (*digest, signature, *id)).collect();
        let keys = recover_digests(&jobs, &Alone);
        let keys = keys.into_iter().map(|key| key.map(|key| key.to_sec1_compressed())).collect();
        merge(read, keys)
    })?;
    values(py, &form, 1 + curve.coordinate_bytes(), rows, reasons)
}
