//! Key confirmation: each side proves to the other that it has computed the same key.
//!
//! **Source.** `[SP800-56A]` revision 3, 5.9, with HMAC. **Idea.** The confirmation key is not the
//! session key: derive both at once. The tag covers the sender, the recipient and the exchange, so
//! that it cannot be sent back.

use super::Hash;
use crate::error::{Error, Result};
use alloc::vec::Vec;
use digest::{KeyInit, Mac};
use hmac::SimpleHmac;
use zeroize::Zeroizing;

/// The role of a tag's sender, and whether both sides send a tag (`2`) or only one (`1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The initiator; only it confirms.
    InitiatorAlone,
    /// The responder; only it confirms.
    ResponderAlone,
    /// The one who began.
    Initiator,
    /// The responder.
    Responder,
}

impl Role {
    const fn label(self) -> &'static [u8; 6] {
        match self {
            Self::InitiatorAlone => b"KC_1_U",
            Self::ResponderAlone => b"KC_1_V",
            Self::Initiator => b"KC_2_U",
            Self::Responder => b"KC_2_V",
        }
    }
}

/// The content of a tag:
/// `label || sender || recipient || sender's ephemeral key || recipient's || text`. Identities must
/// have a fixed length or state their own length.
///
/// ```
/// use polylimb::protocol::{Confirmation, Role};
/// use sha2::Sha256;
/// let says = Confirmation {
///     role: Role::Initiator, sender: b"alice", recipient: b"robert", ephemeral: [b"A", b"B"],
///     text: b"",
/// };
/// let tag = says.tag::<Sha256>(b"a key derived for this alone");
/// assert!(says.verify::<Sha256>(b"a key derived for this alone", &tag).is_ok());
/// assert!(says.verify::<Sha256>(b"another", &tag).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Confirmation<'a> {
    /// The sender's.
    pub role: Role,
    /// Who sends the tag.
    pub sender: &'a [u8],
    /// Whom it is for.
    pub recipient: &'a [u8],
    /// The ephemeral public keys of sender and recipient; empty for a side without one.
    pub ephemeral: [&'a [u8]; 2],
    /// What else both know.
    pub text: &'a [u8],
}

impl Confirmation<'_> {
    fn mac<D: Hash>(&self, key: &[u8]) -> SimpleHmac<D> {
        let Ok(mut mac) = SimpleHmac::<D>::new_from_slice(key) else {
            unreachable!("HMAC takes keys of any length");
        };
        let [own, other] = self.ephemeral;
        for part in [self.role.label(), self.sender, self.recipient, own, other, self.text] {
            mac.update(part);
        }
        mac
    }

    /// The tag under the key derived for it. Constant time.
    #[must_use]
    pub fn tag<D: Hash>(&self, key: &[u8]) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.mac::<D>(key).finalize().into_bytes().to_vec())
    }

    /// Whether the tag is that one. Constant time.
    ///
    /// # Errors
    /// [`Error::Confirmation`] if not.
    pub fn verify<D: Hash>(&self, key: &[u8], tag: &[u8]) -> Result<()> {
        self.mac::<D>(key).verify_slice(tag).map_err(|_| Error::Confirmation)
    }
}
