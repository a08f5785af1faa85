//! polylimb beneath rustls: key exchange, verification and signatures, laid over another provider,
//! which keeps its ciphers and all else.
//!
//! ```
//! use rustls::crypto::ring;
//! let provider = polylimb_rustls::over(ring::default_provider());
//! // Once, before the first `ServerConfig::builder()` or `ClientConfig::builder()`.
//! provider.install_default().expect("no other provider was installed");
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `exchange.rs` | X25519, secp256r1, secp384r1 |
//! | `verify.rs` | RSA, ECDSA and Ed25519 in certificates and handshakes |
//! | `sign.rs` | keys: RSA, ECDSA, Ed25519 |
//! | `gather.rs` | signatures of several threads, computed as one batch |
//! | `random.rs` | the operating system's random numbers |

mod exchange;
mod gather;
mod random;
mod sign;
mod verify;

use rustls::crypto::CryptoProvider;

/// `base` with polylimb's key exchange, verification and signatures. Groups, signature schemes and
/// kinds of keys that polylimb lacks stay the base's; groups that the base lacks are not added. A
/// few hundred bytes are leaked with each call, so call it once.
#[must_use]
pub fn over(mut base: CryptoProvider) -> CryptoProvider {
    for group in &mut base.kx_groups {
        *group = exchange::group(group.name()).unwrap_or(*group);
    }
    base.signature_verification_algorithms =
        verify::algorithms(&base.signature_verification_algorithms);
    base.key_provider = Box::leak(Box::new(sign::Keys::over(base.key_provider)));
    base
}

/// An error of the library as rustls has it.
fn general(error: polylimb::Error) -> rustls::Error {
    rustls::Error::General(error.to_string())
}
