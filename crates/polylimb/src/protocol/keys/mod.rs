//! Keys: scalars and points that were checked.
//!
//! | file | what it is |
//! |---|---|
//! | `secret.rs`, `public.rs` | keys of short Weierstrass curves; read them first |
//! | `pairing.rs` | keys of the protocols on pairings |
//! | `any.rs` | a key of any kind that a file can hold, X25519 and Ed25519 included |
//! | `encoding/` | PKCS #8, SPKI and SEC 1 in DER and PEM; our own format |
//! | `format.rs` | which of them a file is |

mod any;
mod encoding;
mod format;
mod object_identifiers;
#[cfg(feature = "pairings")]
mod pairing;
mod public;
mod secret;

pub use any::{AnyPublicKey, AnySecretKey};
pub use format::Format;
#[cfg(feature = "pairings")]
pub use pairing::{PairingPublicKey, PairingScheme, PairingSecretKey};
pub use public::PublicKey;
pub use secret::SecretKey;
