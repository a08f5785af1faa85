//! Keys in PKCS #1, PKCS #8 and `SubjectPublicKeyInfo`, DER and PEM.
//!
//! **Source.** `[RFC8017]`, appendix A; RFC 5958, 5280, 7468; the crates `pkcs1`, `pkcs8`, `spki`
//! and `der` encode and decode. Encrypted keys are refused.

use super::secret::Numbers;
use super::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use der::asn1::{BitStringRef, OctetStringRef, UintRef};
use der::pem::{LineEnding, PemLabel};
use der::{Decode, Document, SecretDocument};
use pkcs1::{ALGORITHM_ID, OtherPrimeInfo, RsaPrivateKeyRef, RsaPublicKeyRef};
use pkcs8::PrivateKeyInfoRef;
use spki::SubjectPublicKeyInfoRef;
use zeroize::Zeroizing;

impl SecretKey {
    /// Reads PKCS #8 in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] for numbers that do not belong together, and as
    /// [`SecretKey::from_primes`].
    pub fn from_pkcs8_der(bytes: &[u8]) -> Result<Self> {
        let info = PrivateKeyInfoRef::from_der(bytes).map_err(|_| PKCS8)?;
        if info.algorithm != ALGORITHM_ID {
            return Err(ALGORITHM);
        }
        Self::from_pkcs1_der(info.private_key.as_bytes())
    }

    /// Reads PKCS #1 in DER.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_pkcs1_der(bytes: &[u8]) -> Result<Self> {
        let key = RsaPrivateKeyRef::from_der(bytes).map_err(|_| PKCS1)?;
        let number = |number: &UintRef<'_>| Zeroizing::new(number.as_bytes().to_vec());
        let mut primes = vec![
            [number(&key.prime2), number(&key.exponent2), Zeroizing::new(vec![1])],
            [number(&key.prime1), number(&key.exponent1), number(&key.coefficient)],
        ];
        for other in key.other_prime_infos.iter().flatten() {
            primes.push([
                number(&other.prime),
                number(&other.exponent),
                number(&other.coefficient),
            ]);
        }
        let numbers = Numbers { exponent: number(&key.private_exponent), primes };
        let public = PublicKey::new(key.modulus.as_bytes(), key.public_exponent.as_bytes())?;
        Self::of_numbers(public, numbers)
    }

    /// Reads PKCS #8 or PKCS #1 in PEM.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        let (label, document) = SecretDocument::from_pem(text.trim()).map_err(|_| PEM)?;
        match label {
            PrivateKeyInfoRef::PEM_LABEL => Self::from_pkcs8_der(document.as_bytes()),
            RsaPrivateKeyRef::PEM_LABEL => Self::from_pkcs1_der(document.as_bytes()),
            _ => Err(SECRET_LABEL),
        }
    }

    /// The key in PKCS #8, DER.
    ///
    /// # Errors
    /// None for keys of these lengths; the codec's.
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.pkcs8()?.to_bytes())
    }

    /// The key in PKCS #8, PEM: `BEGIN PRIVATE KEY`.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_pkcs8_pem(&self) -> Result<Zeroizing<String>> {
        self.pkcs8()?.to_pem(PrivateKeyInfoRef::PEM_LABEL, LineEnding::LF).map_err(|_| LONG)
    }

    /// The key in PKCS #1, DER.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_pkcs1_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.pkcs1()?.to_bytes())
    }

    /// The key in PKCS #1, PEM: `BEGIN RSA PRIVATE KEY`.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_pkcs1_pem(&self) -> Result<Zeroizing<String>> {
        self.pkcs1()?.to_pem(RsaPrivateKeyRef::PEM_LABEL, LineEnding::LF).map_err(|_| LONG)
    }

    fn pkcs8(&self) -> Result<SecretDocument> {
        let key = self.pkcs1()?;
        let key = OctetStringRef::new(key.as_bytes()).map_err(|_| LONG)?;
        SecretDocument::encode_msg(&PrivateKeyInfoRef::new(ALGORITHM_ID, key)).map_err(|_| LONG)
    }

    fn pkcs1(&self) -> Result<SecretDocument> {
        let (n, e) = (self.public_key().modulus(), self.public_key().exponent());
        let number = |bytes| UintRef::new(bytes).map_err(|_| LONG);
        let [q, p, others @ ..] = &self.numbers.primes[..] else { return Err(LONG) };
        let others = others.iter().map(|[prime, exponent, coefficient]| {
            Ok(OtherPrimeInfo {
                prime: number(prime)?,
                exponent: number(exponent)?,
                coefficient: number(coefficient)?,
            })
        });
        let others: Vec<_> = others.collect::<Result<_>>()?;
        let key = RsaPrivateKeyRef {
            modulus: number(&n)?,
            public_exponent: number(&e)?,
            private_exponent: number(&self.numbers.exponent)?,
            prime1: number(&p[0])?,
            prime2: number(&q[0])?,
            exponent1: number(&p[1])?,
            exponent2: number(&q[1])?,
            coefficient: number(&p[2])?,
            other_prime_infos: (!others.is_empty()).then_some(others),
        };
        SecretDocument::encode_msg(&key).map_err(|_| LONG)
    }
}

impl PublicKey {
    /// Reads `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PublicKey::new`].
    pub fn from_spki_der(bytes: &[u8]) -> Result<Self> {
        let info = SubjectPublicKeyInfoRef::from_der(bytes).map_err(|_| SPKI)?;
        if info.algorithm != ALGORITHM_ID {
            return Err(ALGORITHM);
        }
        Self::from_pkcs1_der(info.subject_public_key.as_bytes().ok_or(SPKI)?)
    }

    /// Reads PKCS #1 in DER.
    ///
    /// # Errors
    /// As [`PublicKey::from_spki_der`].
    pub fn from_pkcs1_der(bytes: &[u8]) -> Result<Self> {
        let key = RsaPublicKeyRef::from_der(bytes).map_err(|_| PKCS1)?;
        Self::new(key.modulus.as_bytes(), key.public_exponent.as_bytes())
    }

    /// Reads `SubjectPublicKeyInfo` or PKCS #1 in PEM.
    ///
    /// # Errors
    /// As [`PublicKey::from_spki_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        let (label, document) = Document::from_pem(text.trim()).map_err(|_| PEM)?;
        match label {
            SubjectPublicKeyInfoRef::PEM_LABEL => Self::from_spki_der(document.as_bytes()),
            RsaPublicKeyRef::PEM_LABEL => Self::from_pkcs1_der(document.as_bytes()),
            _ => Err(PUBLIC_LABEL),
        }
    }

    /// The key as `SubjectPublicKeyInfo`, DER.
    ///
    /// # Errors
    /// None for keys of these lengths; the codec's.
    pub fn to_spki_der(&self) -> Result<Vec<u8>> {
        Ok(self.spki()?.into_vec())
    }

    /// The key as `SubjectPublicKeyInfo`, PEM: `BEGIN PUBLIC KEY`.
    ///
    /// # Errors
    /// As [`PublicKey::to_spki_der`].
    pub fn to_spki_pem(&self) -> Result<String> {
        self.spki()?.to_pem(SubjectPublicKeyInfoRef::PEM_LABEL, LineEnding::LF).map_err(|_| LONG)
    }

    /// The key in PKCS #1, DER.
    ///
    /// # Errors
    /// As [`PublicKey::to_spki_der`].
    pub fn to_pkcs1_der(&self) -> Result<Vec<u8>> {
        Ok(self.pkcs1()?.into_vec())
    }

    /// The key in PKCS #1, PEM: `BEGIN RSA PUBLIC KEY`.
    ///
    /// # Errors
    /// As [`PublicKey::to_spki_der`].
    pub fn to_pkcs1_pem(&self) -> Result<String> {
        self.pkcs1()?.to_pem(RsaPublicKeyRef::PEM_LABEL, LineEnding::LF).map_err(|_| LONG)
    }

    fn spki(&self) -> Result<Document> {
        let key = self.pkcs1()?;
        let subject_public_key = BitStringRef::from_bytes(key.as_bytes()).map_err(|_| LONG)?;
        let info = SubjectPublicKeyInfoRef { algorithm: ALGORITHM_ID, subject_public_key };
        Document::encode_msg(&info).map_err(|_| LONG)
    }

    fn pkcs1(&self) -> Result<Document> {
        let (n, e) = (self.modulus(), self.exponent());
        let number = |bytes| UintRef::new(bytes).map_err(|_| LONG);
        let key = RsaPublicKeyRef { modulus: number(&n)?, public_exponent: number(&e)? };
        Document::encode_msg(&key).map_err(|_| LONG)
    }
}

const PKCS1: Error = Error::Encoding { expected: "an RSA key in PKCS #1" };
const PKCS8: Error = Error::Encoding { expected: "a secret key in unencrypted PKCS #8" };
const SPKI: Error = Error::Encoding { expected: "a public key (SubjectPublicKeyInfo)" };
const ALGORITHM: Error = Error::Encoding { expected: "an RSA key (rsaEncryption)" };
const PEM: Error = Error::Encoding {
    expected: "one key in PEM: between its BEGIN and END lines, 64 base64 characters a line",
};
const SECRET_LABEL: Error =
    Error::Encoding { expected: "PEM text with the label PRIVATE KEY or RSA PRIVATE KEY" };
const PUBLIC_LABEL: Error =
    Error::Encoding { expected: "PEM text with the label PUBLIC KEY or RSA PUBLIC KEY" };
/// The codecs' error for a number too long for any key.
const LONG: Error = Error::TooLarge { what: "the key", max_bits: 1 << 30 };
