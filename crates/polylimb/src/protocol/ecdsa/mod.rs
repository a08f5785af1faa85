//! ECDSA: signatures on any curve.
//!
//! **Source.** `[FIPS186-5]`, 6.4; `[SEC1]`, 4.1; nonces as in `[RFC6979]`, with its additional
//! data (3.6) for nonces hedged by fresh randomness. **Idea.** With the digest `z` and a nonce `k`:
//! `r = x(k G) mod n`, `s = (z + r d) / k`; it verifies as `x(z/s G + r/s Q) mod n = r`. **Cost.**
//! To sign, one multiple of the generator and one inversion modulo `n`; to verify, a double
//! multiplication and an inversion. **Constant time** to sign. Verification has only public inputs.
//!
//! Read `sign.rs` first.

mod recover;
mod sign;
mod signature;
mod verify;

pub use recover::{RecoveryId, RecoveryJob, recover_digest, recover_digests};
pub(super) use sign::require_hash;
pub use sign::{Signer, sign, sign_hedged};
pub use signature::Signature;
pub use verify::{DigestJob, verify, verify_digest, verify_digests, verify_rows};

use crate::error::{Error, Result};

/// A digest of at least one byte.
fn require_digest(digest: &[u8]) -> Result<()> {
    if digest.is_empty() {
        return Err(Error::Length { what: "the digest", expected: 32, got: 0 });
    }
    Ok(())
}
