//! Keys on BLS12-381 in our own format.

use super::own::{OwnKey, PUBLIC, SECRET};
use super::{LONG, public_pem, secret_pem, short};
use crate::error::{Error, Result};
use crate::protocol::keys::format::{PUBLIC_LABEL, SECRET_LABEL};
use crate::protocol::keys::pairing::{PairingPublicKey, PairingScheme, PairingSecretKey};
use alloc::string::String;
use alloc::vec::Vec;
use der::{Encode, SecretDocument};
use zeroize::Zeroizing;

impl PairingSecretKey {
    fn document(&self) -> Result<SecretDocument> {
        let key = self.to_bytes();
        let fields = OwnKey::new(self.scheme().name(), SECRET, &key, self.identity())?;
        SecretDocument::encode_msg(&fields).map_err(|_| LONG)
    }

    /// The key in DER.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for an identity of more than 256 MiB; the same in all these methods.
    pub fn to_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.document()?.to_bytes())
    }

    /// The key in PEM: `BEGIN POLYLIMB SECRET KEY`.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn to_pem(&self) -> Result<Zeroizing<String>> {
        secret_pem(&self.document()?, SECRET_LABEL)
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PairingSecretKey::from_bytes`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        let fields = OwnKey::read(SECRET, bytes)?;
        Self::from_bytes(scheme_of(&fields)?, fields.identity(), fields.key())
    }
}

impl PairingPublicKey {
    /// The key in DER.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        let key = self.to_bytes();
        let fields = OwnKey::new(self.scheme().name(), PUBLIC, &key, None);
        short(fields.and_then(|fields| fields.to_der().map_err(|_| LONG)))
    }

    /// The key in PEM: `BEGIN POLYLIMB PUBLIC KEY`.
    #[must_use]
    pub fn to_pem(&self) -> String {
        short(public_pem(self.to_der(), PUBLIC_LABEL))
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PairingPublicKey::from_bytes`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        let fields = OwnKey::read(PUBLIC, bytes)?;
        Self::from_bytes(scheme_of(&fields)?, fields.key())
    }
}

/// The scheme that the key names.
fn scheme_of(fields: &OwnKey<'_>) -> Result<PairingScheme> {
    let is = |scheme: &PairingScheme| scheme.name() == fields.scheme();
    PairingScheme::ALL.into_iter().find(is).ok_or(SCHEME)
}

const SCHEME: Error = Error::Encoding {
    expected: "a scheme on BLS12-381: bls, bls-min-sig, boneh-franklin, sakai-ohgishi-kasahara or joux",
};
