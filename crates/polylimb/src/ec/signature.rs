//! Signatures as bytes.

use super::{Curve, array};
use crate::error::{Error, Result};
use crate::protocol::ecdsa;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Two scalars `r` and `s` from 1 to the order less 1.
///
/// ```
/// use polylimb::p256::{SecretKey, Signature};
/// let signature = SecretKey::from_bytes(&[7; 32])?.sign(b"a message")?;
/// let bytes: [u8; 64] = signature.to_bytes();
/// assert_eq!(Signature::from_bytes(&bytes)?, signature);
/// assert_eq!(Signature::from_der(&signature.to_der())?, signature);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature<C: Curve> {
    signature: ecdsa::Signature,
    curve: PhantomData<C>,
}

typed!(Signature, signature: ecdsa::Signature);

impl<C: Curve> Signature<C> {
    /// Reads `r` and `s`, one after the other.
    ///
    /// # Errors
    /// [`Error::Encoding`] for numbers out of their range.
    pub fn from_bytes(bytes: &C::SignatureBytes) -> Result<Self> {
        ecdsa::Signature::from_bytes(C::curve(), bytes.as_ref()).map(Self::of)
    }

    /// `r` and `s`, one after the other.
    #[must_use]
    pub fn to_bytes(&self) -> C::SignatureBytes {
        array(&self.signature.to_bytes())
    }

    /// Reads a SEQUENCE of two INTEGERs in DER, and nothing behind it.
    ///
    /// # Errors
    /// [`Error::Encoding`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        ecdsa::Signature::from_der(C::curve(), bytes).map(Self::of)
    }

    /// A SEQUENCE of two INTEGERs in DER.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        self.signature.to_der()
    }

    /// Whether `s` is at most half the order: Bitcoin and Ethereum accept only such signatures.
    ///
    /// ```
    /// let signature = polylimb::k256::SecretKey::from_bytes(&[7; 32])?.sign(b"a message")?;
    /// assert!(signature.to_low_s().is_low_s());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    #[must_use]
    pub fn is_low_s(&self) -> bool {
        self.signature.is_low_s()
    }

    /// The same with the lower of `s` and the order less `s`, which is as valid.
    #[must_use]
    pub fn to_low_s(&self) -> Self {
        Self::of(self.signature.to_low_s())
    }
}
