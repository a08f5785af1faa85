//! Keys: scalars and points that were checked.
//!
//! Read `secret.rs`, then `public.rs`; `encoding.rs` has PKCS #8, SPKI and SEC 1 in DER and PEM.

mod encoding;
mod object_identifiers;
mod public;
mod secret;

pub use public::PublicKey;
pub use secret::SecretKey;
