//! The traits of `RustCrypto` over this library's arithmetic (feature `rustcrypto`):
//! `elliptic-curve` 0.14, `ecdsa` 0.17, `signature` 3, `hash2curve` 0.14.
//!
//! **What it is.** [`rsa`] has the names of the crate `rsa` 0.10. Eight curves as types, each in a
//! module with the names of its `RustCrypto` crate, so that a program changes only its imports.
//! Multiples of points come from the curve's [`Engine`](crate::multiply::engine::Engine): tables
//! for the generator (`mul_by_generator`), interleaved windows for verification
//! (`mul_by_generator_and_mul_add_vartime`, `lincomb_vartime`), regular windows for secrets
//! (`Mul`). Single sums and products are plain Rust.
//!
//! | file | what it is |
//! |---|---|
//! | `wrapped.rs` | what the wrapper types need to know of a curve |
//! | `curves.rs` | the curves, a line each |
//! | `scalar.rs`, `scalar_field.rs` | scalars; as a field |
//! | `rsa.rs` | RSA |
//! | `affine.rs`, `projective.rs` | points; as a group |
//! | `multiplication.rs` | multiples of points, sums of multiples |
//! | `hash_to_curve.rs` | messages to points |
//! | `serde.rs` | all of them for `serde` (feature `serde`) |
//!
//! **Promises.** Constant time where the traits do not say `vartime`, except that it is public
//! whether a point is the neutral element. The methods of the traits check all input. Imports:
//! `multiply`; nothing imports this.
//!
//! ```
//! use polylimb::rustcrypto::p256::ecdsa::signature::{Signer, Verifier};
//! use polylimb::rustcrypto::p256::ecdsa::{Signature, SigningKey, VerifyingKey};
//!
//! let key = SigningKey::from_slice(&[7; 32])?;
//! let signature: Signature = key.sign(b"a message");
//! VerifyingKey::from(&key).verify(b"a message", &signature)?;
//! # Ok::<(), polylimb::rustcrypto::p256::ecdsa::signature::Error>(())
//! ```

#![allow(
    clippy::expl_impl_clone_on_copy,
    reason = "derived, these would ask the curve to be `Clone`"
)]

mod affine;
mod curves;
mod hash_to_curve;
mod multiplication;
mod projective;
pub mod rsa;
mod scalar;
mod scalar_field;
#[cfg(feature = "serde")]
mod serde;
mod wrapped;

pub use affine::AffinePoint;
use curves::{NistP256, NistP384, NistP521, Secp256k1};
pub use curves::{bp256, bp384, k256, p192, p224, p256, p384, p521};
pub use hash_to_curve::FieldElement;
pub use projective::ProjectivePoint;
pub use scalar::Scalar;
pub use wrapped::Wrapped;
// The crates themselves, for their traits.
pub use {ecdsa, elliptic_curve, hash2curve};
