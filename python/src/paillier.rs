//! Paillier's encryption.

use crate::answer::{Row, values};
use crate::batch;
use crate::column::{Column, Form, Integers, count};
use crate::error::raised;
use crate::number::{Bytes, bytes_of, integer, to_python};
use polylimb::{Alone, Error, paillier};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use rand_core::{OsRng, TryRngCore};

/// The bytes of an integer, a negative one modulo `n`.
fn number(value: &Bound<'_, PyAny>, n: &Bound<'_, PyInt>, name: &str) -> PyResult<Bytes> {
    let value = integer(value, name)?;
    bytes_of(&if value.lt(0)? { value.rem(n)?.cast_into()? } else { value }, name)
}

fn natural(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Bytes> {
    bytes_of(&integer(value, name)?, name)
}

/// The results for the rows that are there, at their places.
fn placed<T, R>(
    rows: &[Option<T>],
    results: impl IntoIterator<Item = Result<R, Error>>,
) -> Vec<Row<R>> {
    let mut results = results.into_iter();
    let mut next = |_: &T| results.next().unwrap_or(Err(Error::PartPanicked));
    rows.iter().map(|row| row.as_ref().map(&mut next)).collect()
}

/// A modulus `N`. A ciphertext is an integer below `N²`, or a row of twice the modulus' bytes.
/// Messages and factors are taken modulo `N` if they are negative.
///
/// >>> from polylimb.paillier import SecretKey
/// >>> key = SecretKey.generate(2048)
/// >>> public = key.public_key()
/// >>> sealed = public.encrypt_many([40, 2, 7])
/// >>> key.decrypt(public.sum(sealed))
/// 49
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct PaillierPublicKey {
    key: paillier::PublicKey,
    n: Py<PyInt>,
}

impl PaillierPublicKey {
    fn over(py: Python<'_>, key: paillier::PublicKey) -> PyResult<Self> {
        let n = to_python(py, &key.modulus())?.cast_into::<PyInt>()?.unbind();
        Ok(Self { key, n })
    }
}

#[pymethods]
impl PaillierPublicKey {
    #[new]
    fn new(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let n = natural(n, "n")?;
        Self::over(py, py.detach(|| paillier::PublicKey::new(&n)).map_err(raised)?)
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.paillier.PublicKey of {} bits>", self.key.bits())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.key == other.key
    }

    /// The modulus.
    #[getter]
    fn n(&self, py: Python<'_>) -> Py<PyInt> {
        self.n.clone_ref(py)
    }

    /// The message encrypted to the key's owner. `r` is the randomness, by default the operating
    /// system's; other implementations compute the same ciphertext with it.
    #[pyo3(signature = (message, *, r = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        r: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let message = number(message, self.n.bind(py), "message")?;
        let r = r.map(|r| natural(r, "r")).transpose()?;
        let sealed = py.detach(|| match &r {
            Some(r) => self.key.encrypt_with(&message, r),
            None => self.key.encrypt(&message, &mut OsRng.unwrap_err()),
        });
        to_python(py, &sealed.map_err(raised)?)
    }

    /// `encrypt` of each row, eight at a time where the CPU can. Null for a row that is not below
    /// the modulus.
    #[pyo3(signature = (messages, *, r = None, threads = 1, progress = false, reasons = false))]
    fn encrypt_many<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        r: Option<&Bound<'py, PyAny>>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let messages = Column::read(messages, "messages", Integers::Modulo(self.n.bind(py)))?;
        let r = r.map(|r| Column::read(r, "r", Integers::Natural)).transpose()?;
        let all: Vec<&Column> = [&messages].into_iter().chain(&r).collect();
        let count = count(&all)?;
        let rows = messages.rows(count);
        let r = r.as_ref().map(|r| r.rows(count));
        let sealed = batch::run(py, (threads, progress), count, |range| match &r {
            None => {
                let rows = &rows[range];
                let given: Vec<&[u8]> = rows.iter().copied().flatten().collect();
                let rng = &mut OsRng.unwrap_err();
                placed(rows, self.key.encrypt_all(&given, &Alone, rng))
            }
            Some(r) => {
                let pair = |i: usize| Some((rows[i]?, r[i]?));
                let rows: Vec<_> = range.map(pair).collect();
                let given: Vec<_> = rows.iter().copied().flatten().collect();
                placed(&rows, self.key.encrypt_all_with(&given, &Alone))
            }
        })?;
        values(py, &Form::of(&[&messages]), self.key.ciphertext_bytes(), sealed, reasons)
    }

    /// A ciphertext of the sum of both messages.
    fn add<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (natural(a, "a")?, natural(b, "b")?);
        to_python(py, &py.detach(|| self.key.add(&a, &b)).map_err(raised)?)
    }

    /// A ciphertext of the sum of its message and this one.
    fn add_message<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &Bound<'py, PyAny>,
        message: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ciphertext = natural(ciphertext, "ciphertext")?;
        let message = number(message, self.n.bind(py), "message")?;
        to_python(py, &py.detach(|| self.key.add_message(&ciphertext, &message)).map_err(raised)?)
    }

    /// `add` of each row of both columns.
    #[pyo3(signature = (a, b, *, threads = 1, progress = false, reasons = false))]
    fn add_many<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let a = Column::read(a, "a", Integers::Natural)?;
        let b = Column::read(b, "b", Integers::Natural)?;
        let all = [&a, &b];
        let count = count(&all)?;
        let [a, b] = all.map(|column| column.rows(count));
        let sums = batch::run(py, (threads, progress), count, |range| {
            range.map(|i| Some(self.key.add(a[i]?, b[i]?))).collect()
        })?;
        values(py, &Form::of(&all), self.key.ciphertext_bytes(), sums, reasons)
    }

    /// A ciphertext of the sum of all messages. A null or a bad row is an error.
    fn sum<'py>(
        &self,
        py: Python<'py>,
        ciphertexts: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let column = Column::read(ciphertexts, "ciphertexts", Integers::Natural)?;
        let rows: Option<Vec<&[u8]>> = column.rows(count(&[&column])?).into_iter().collect();
        let rows = rows.ok_or_else(|| {
            PyValueError::new_err("a row of ciphertexts is null, and has no sum; leave it out")
        })?;
        to_python(py, &py.detach(|| self.key.sum(&rows)).map_err(raised)?)
    }

    /// A ciphertext of the product of its message and the factor.
    fn multiply<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &Bound<'py, PyAny>,
        factor: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ciphertext = natural(ciphertext, "ciphertext")?;
        let factor = number(factor, self.n.bind(py), "factor")?;
        to_python(py, &py.detach(|| self.key.multiply(&ciphertext, &factor)).map_err(raised)?)
    }

    /// `multiply` of each row, eight at a time where the CPU can.
    #[pyo3(signature = (ciphertexts, factors, *, threads = 1, progress = false, reasons = false))]
    fn multiply_many<'py>(
        &self,
        py: Python<'py>,
        ciphertexts: &Bound<'py, PyAny>,
        factors: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ciphertexts = Column::read(ciphertexts, "ciphertexts", Integers::Natural)?;
        let factors = Column::read(factors, "factors", Integers::Modulo(self.n.bind(py)))?;
        let all = [&ciphertexts, &factors];
        let count = count(&all)?;
        let [c, k] = all.map(|column| column.rows(count));
        let products = batch::run(py, (threads, progress), count, |range| {
            let rows: Vec<_> = range.map(|i| Some((c[i]?, k[i]?))).collect();
            let given: Vec<_> = rows.iter().copied().flatten().collect();
            placed(&rows, self.key.multiply_all(&given, &Alone))
        })?;
        values(py, &Form::of(&all), self.key.ciphertext_bytes(), products, reasons)
    }
}

/// The primes of a modulus.
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct PaillierSecretKey(paillier::SecretKey);

#[pymethods]
impl PaillierSecretKey {
    /// A new key of this many bits, from 2048 on.
    #[staticmethod]
    #[pyo3(signature = (bits = 3072))]
    fn generate(py: Python<'_>, bits: usize) -> PyResult<Self> {
        let key = py.detach(|| paillier::SecretKey::generate(bits, &mut OsRng.unwrap_err()));
        Ok(Self(key.map_err(raised)?))
    }

    /// The key of two primes.
    #[staticmethod]
    fn from_primes(py: Python<'_>, p: &Bound<'_, PyAny>, q: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (p, q) = (natural(p, "p")?, natural(q, "q")?);
        let key = py.detach(|| paillier::SecretKey::from_primes(&p, &q));
        Ok(Self(key.map_err(raised)?))
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.paillier.SecretKey of {} bits>", self.0.public_key().bits())
    }

    /// Both primes.
    #[getter]
    fn primes<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let [p, q] = self.0.primes();
        Ok((to_python(py, &p)?, to_python(py, &q)?))
    }

    /// The public key.
    fn public_key(&self, py: Python<'_>) -> PyResult<PaillierPublicKey> {
        PaillierPublicKey::over(py, self.0.public_key().clone())
    }

    /// The message of a ciphertext, from 0 to `n - 1`.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ciphertext = natural(ciphertext, "ciphertext")?;
        let message = py.detach(|| self.0.decrypt(&ciphertext)).map_err(raised)?;
        to_python(py, &message)
    }

    /// `decrypt` of each row, eight at a time where the CPU can. Null for a row that is no
    /// ciphertext of this key.
    #[pyo3(signature = (ciphertexts, *, threads = 1, progress = false, reasons = false))]
    fn decrypt_many<'py>(
        &self,
        py: Python<'py>,
        ciphertexts: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let column = Column::read(ciphertexts, "ciphertexts", Integers::Natural)?;
        let count = count(&[&column])?;
        let rows = column.rows(count);
        let messages = batch::run(py, (threads, progress), count, |range| {
            let rows = &rows[range];
            let given: Vec<&[u8]> = rows.iter().copied().flatten().collect();
            let opened = self.0.decrypt_all(&given, &Alone);
            placed(rows, opened.into_iter().map(|m| m.map(|m| m.to_vec())))
        })?;
        values(py, &Form::of(&[&column]), self.0.public_key().bytes(), messages, reasons)
    }
}

/// A public key with a table for encryption by short exponents (Damgård, Jurik, Nielsen 2010): the
/// same ciphertexts in a fraction of the time, under one more assumption. It is for keys of
/// `SecretKey.generate`.
#[pyclass(frozen, module = "polylimb._polylimb")]
pub struct PaillierShortExponents(paillier::ShortExponents);

#[pymethods]
impl PaillierShortExponents {
    #[new]
    fn new(py: Python<'_>, key: &Bound<'_, PaillierPublicKey>) -> PyResult<Self> {
        let key = &key.get().key;
        let made = py.detach(|| paillier::ShortExponents::new(key, &mut OsRng.unwrap_err()));
        Ok(Self(made.map_err(raised)?))
    }

    /// Bits of an exponent.
    #[getter]
    fn exponent_bits(&self) -> usize {
        self.0.exponent_bits()
    }

    /// As `PublicKey.encrypt_many`.
    #[pyo3(signature = (messages, *, threads = 1, progress = false, reasons = false))]
    fn encrypt_many<'py>(
        &self,
        py: Python<'py>,
        messages: &Bound<'py, PyAny>,
        threads: usize,
        progress: bool,
        reasons: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let key = self.0.public_key();
        let n = to_python(py, &key.modulus())?.cast_into::<PyInt>()?;
        let column = Column::read(messages, "messages", Integers::Modulo(&n))?;
        let count = count(&[&column])?;
        let rows = column.rows(count);
        let sealed = batch::run(py, (threads, progress), count, |range| {
            let rng = &mut OsRng.unwrap_err();
            rows[range].iter().map(|row| row.map(|m| self.0.encrypt(m, rng))).collect()
        })?;
        values(py, &Form::of(&[&column]), key.ciphertext_bytes(), sealed, reasons)
    }
}
