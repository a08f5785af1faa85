//! Keys: scalars and points that were checked.
//!
//! | file | what it is |
//! |---|---|
//! | `secret.rs`, `public.rs` | keys of short Weierstrass curves; read them first |
//! | `pairing.rs` | keys of the protocols on pairings |
//! | `any.rs` | a key of whatever kind a file holds, X25519 and Ed25519 included |
//! | `encoding/` | PKCS #8, SPKI and SEC 1 in DER and PEM; a format of our own for keys on pairings |
//! | `format.rs` | which of them a file is |

mod any;
mod encoding;
mod format;
mod object_identifiers;
mod pairing;
mod public;
mod secret;

pub use any::{AnyPublicKey, AnySecretKey};
pub use format::Format;
pub use pairing::{PairingPublicKey, PairingScheme, PairingSecretKey};
pub use public::PublicKey;
pub use secret::SecretKey;
