//! Keys, key agreement and signatures.
//!
//! | module | what it is |
//! |---|---|
//! | [`x25519`] | Diffie-Hellman on Curve25519 (RFC 7748) |
//! | [`ed25519`] | signatures on the same curve in Edwards form (RFC 8032) |

mod curve25519;
pub mod ed25519;
pub mod x25519;
