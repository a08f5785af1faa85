//! The C interface of polylimb. The documentation comments are the text of `include/polylimb.h`.
//!
//! | file | what it is |
//! |---|---|
//! | `border.rs` | statuses, handles, bytes in and out; the one place that reads C's pointers |
//! | `rows.rs` | batches |
//! | `modular.rs` | modular arithmetic, powers, fixed bases, CRT |
//! | `keys.rs` | keys of all kinds, in PEM, DER and raw bytes |
//! | `signatures.rs` | signatures of all kinds, key agreement |
//! | `rsa.rs`, `bls.rs`, `paillier.rs` | what only these have |
//!
//! Read `border.rs` first. Each function is a call of [`border::call`] around a few lines.
// What each pointer must be stands once, at the top of the header.
#![allow(clippy::missing_safety_doc)]

mod bls;
mod border;
mod keys;
mod modular;
mod paillier;
mod rows;
mod rsa;
mod signatures;
