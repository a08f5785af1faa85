//! Key confirmation: each side shows the other that it has computed the same key.
//!
//! **Source.** NIST SP 800-56A revision 3, 5.9, with HMAC. **Idea.** The key that is shown is not the one that is used: derive both at once. The tag covers who sends it, to whom, in
//! which exchange, so that it cannot be sent back.

use super::Hash;
use crate::error::{Error, Result};
use alloc::vec::Vec;
use digest::{KeyInit, Mac};
use hmac::SimpleHmac;
use zeroize::Zeroizing;

/// What the sender of a tag is, and whether both send one (`2`) or only it (`1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The one who began; nobody else confirms.
    InitiatorAlone,
    /// The one who answered; nobody else confirms.
    ResponderAlone,
    /// The one who began.
    Initiator,
    /// The one who answered.
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

/// What a tag says: `label || sender || recipient || sender's ephemeral key || recipient's || text`. The identities are to be of a fixed length, or to tell
/// their own.
///
/// ```
/// use polylimb::protocol::confirmation::{Confirmation, Role};
/// use sha2::Sha256;
/// let says = Confirmation {
///     role: Role::Initiator, sender: b"alice", recipient: b"robert", ephemeral: [b"A", b"B"], text: b"",
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
    /// The ephemeral public keys of sender and recipient; empty for who has none.
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
